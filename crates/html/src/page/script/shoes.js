// The roads of every shoe. Shoes with flagged coups are drawn; the others when somebody opens them.

function tally(shoe) {
  const number = (letter) => shoe.played.filter((coup) => coup.letter === letter).length;
  return [['P', 'Player'], ['B', 'Banker'], ['T', 'tie'], ['V', 'void'], ['?', 'unknown']]
    .map(([letter, name]) => [number(letter), name]).filter(([coups]) => coups > 0)
    .map(([coups, name]) => `${name} ${coups}`).join(' \u00b7 ');
}

// What a column says of a shoe: a number before its title, a difference behind it.
function said(column, shoe) {
  const [one, less] = members(column, shoe);
  if (![one, less].slice(0, column.of.length).every(isKnown)) return null;
  if (column.unit !== 'minor') return `${shown(column, shoe)} ${column.title}`;
  if (column.of.length === 1) return `${money(one, shoe.currency)} ${column.title}`;
  const off = whole(one) - whole(less);
  return off === 0n ? `no ${column.title}` : `${column.title} ${money(off, shoe.currency, true)}`;
}

function about(shoe) {
  return [day(shoe.from), many(shoe.played.length, 'coup', 'coups'), ...COLUMNS.shoes.map((column) => said(column, shoe)),
    ...list(shoe.routine).map((each) => `${plain(each.kind)} ${count(each.entries)}${whole(each.cards ?? 0) > 0n ? ` (${many(each.cards, 'card', 'cards')})` : ''}`)].filter(Boolean).join(', ');
}

function roads(shoe) {
  return h('div', { class: 'roads' }, drawBeadPlate(shoe.played, shoe.flags), drawBigRoad(shoe.played, shoe.flags));
}

function drawShoe(shoe) {
  return h('li', { id: shoe.id, class: 'shoe' },
    h('h3', {}, `${tableName(shoe)}, shoe ${neutral(shoe.shoe)}`, h('small', {}, about(shoe))),
    h('p', { class: 'quiet' }, tally(shoe)),
    roads(shoe));
}

function drawCleanShoe(shoe) {
  const body = h('div', {});
  const fold = h('details', { id: shoe.id, class: 'fold', ontoggle: () => {
    if (fold.open && body.childElementCount === 0) body.append(roads(shoe));
  } }, h('summary', {}, `Shoe ${neutral(shoe.shoe)} `, h('small', {}, `${about(shoe)}: ${tally(shoe)}`)), body);
  return h('li', {}, fold);
}

function drawShoes({ shoes }) {
  if (shoes.length === 0) return null;
  const flagged = shoes.filter((shoe) => shoe.flags.size > 0);
  const clean = new Map();
  for (const shoe of shoes.filter((each) => each.flags.size === 0)) {
    const name = tableName(shoe);
    clean.set(name, [...(clean.get(name) ?? []), shoe]);
  }
  const items = h('ol', { class: 'shoes' });
  const content = section('shoes', 'Shoes', drawRoadLegend(),
    flagged.length > 0 && items,
    clean.size > 0 && [h('h3', {}, 'Shoes without flagged coups'), [...clean].map(([name, own]) => drawCleanTable(name, own))]);
  const parts = flagged.length > 0 ? new Parts(items, drawShoe, 20) : null;
  parts?.show(flagged);
  return { content, all: () => parts?.all(), reach: (id) => parts?.reach(flagged.find((shoe) => shoe.id === id)) };
}

// What nobody opened is not printed, and the printed line says how much that is.
function drawCleanTable(name, shoes) {
  const items = h('ul', { class: 'plain' });
  const fold = h('details', { class: 'fold clean', ontoggle: () => {
    if (fold.open && items.childElementCount === 0) {
      const parts = new Parts(items, drawCleanShoe, 100);
      parts.show(shoes);
    }
  } }, h('summary', {}, `${name}: ${many(shoes.length, 'shoe', 'shoes')}, ${many(shoes.reduce((sum, shoe) => sum + shoe.played.length, 0), 'coup', 'coups')}`), items);
  return fold;
}

function drawRoadLegend() {
  const sample = (drawing) => s('svg', { viewBox: '0 0 22 22', width: 22, height: 22, 'aria-hidden': 'true' }, drawing);
  const beadOf = (letter) => [s('circle', { cx: 11, cy: 11, r: 8.6, class: `bead ${RESULTS[letter]}` }), s('text', { x: 11, y: 14.6, class: `letter ${RESULTS[letter]}` }, letter)];
  return h('ul', { class: 'legend' },
    h('li', {}, sample(beadOf('P')), 'Player'), h('li', {}, sample(beadOf('B')), 'Banker'), h('li', {}, sample(beadOf('T')), 'tie'),
    h('li', {}, sample(beadOf('V')), 'void'), h('li', {}, sample(beadOf('?')), 'unknown'),
    h('li', {}, sample([s('circle', { cx: 11, cy: 11, r: 7.6, class: 'run banker' }), s('path', { d: 'M5 17 17 5', class: 'tie-stroke' })]), 'tie after this coup (big road)'),
    h('li', {}, sample([s('circle', { cx: 11, cy: 11, r: 7.6, class: 'run player' }), s('path', { d: 'M14 14l6 6m0 -6l-6 6', class: 'void-cross' })]), 'void or unknown after it'),
    h('li', {}, sample([s('circle', { cx: 11, cy: 11, r: 7.6, class: 'run player' }), ring(11, 11, 'critical')]), 'flagged: leads to the coup'));
}
