// Each flagged coup: its cards, what was made of them, its wagers, and how it was judged.

// A coup of which there are notes alone, or doubts about the ruleset.
function isNoted(coup) {
  return coup.findings.length > 0 && coup.findings.every((finding) => ['info', 'uncertain'].includes(weightOf(finding)));
}

function drawCoup(coup) {
  const declared = coup.declared ?? {};
  // Of a void without ground the totals and the sevens are those that its cards give.
  const given = { result: coup.cards_give ?? coup.result, player: coup.player_total, banker: coup.banker_total, sevens: coup.sevens };
  const settled = coup.cards_give ? { result: coup.result } : given;
  const cards = list(coup.reconstructed_cards).length > 0 ? coup.reconstructed_cards : list(coup.cards);
  return h('li', { id: coup.id, class: isNoted(coup) ? 'coup noted' : 'coup' },
    h('div', { class: 'coup-head' },
      h('h3', {}, `Coup ${neutral(coup.coup)}, `, coup.of ? h('a', { href: `#${coup.of.id}` }, `shoe ${neutral(coup.shoe)}`) : `shoe ${neutral(coup.shoe)}`),
      h('p', { class: 'where' }, tableName(coup.where), when(coup.at), coup.no_bet && ' \u00b7 no-bet coup',
        coup.tournament && ` \u00b7 tournament ${neutral(coup.tournament[0])}, session ${neutral(coup.tournament[1])}`)),
    h('div', { class: 'felt' },
      hand('Player', coup.player, coup.permanent, coup.player_total, notLaid(coup, cards)),
      hand('Banker', coup.banker, null, coup.banker_total, notLaid(coup, cards))),
    h('dl', { class: 'compared' }, [
      [cameTo(coup), result(settled)],
      coup.cards_give && ['The cards give', result(given)],
      ['Declared', differs(declared, { ...given, result: coup.result }) ? h('b', { class: 'differs' }, result(declared)) : result(declared)],
      ['Display (WRD)', differing(coup.wrd ? plain(coup.wrd) : '\u2013', coup.wrd, coup.result)],
      [cards === coup.cards ? 'Cards as drawn' : 'Cards after reconstruction', cards.length > 0 ? h('code', {}, cards.map(neutral).join(' ')) : '\u2013'],
    ].filter(Boolean).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    list(coup.wagers).length > 0 && drawWagers(coup),
    coup.findings.length > 0 && h('ul', { class: 'plain coup-findings' }, coup.findings.map((finding) => h('li', {},
      h('a', { href: `#${finding.id}` }, mark(finding.severity), `${finding.number} ${neutral(finding.code)}`), ' ', neutral(finding.message)))),
    coup.entries.length > 0 && h('ul', { class: 'plain coup-findings' }, coup.entries.map((entry) => h('li', {},
      h('a', { href: `#${entry.id}` }, `Register ${entry.number}`), ` ${kindOf(entry)}: ${neutral(entry.consequence ?? '')}`))),
    list(coup.steps).length > 0 && drawSteps(coup));
}

// A void is what the log says, or what the rules ask for.
function cameTo(coup) {
  if (coup.result !== 'void') return coup.from_cards === false ? 'Settled as' : 'By the cards';
  const voided = coup.declared?.result === 'void' || coup.wrd === 'void';
  if (!voided || coup.findings.some((finding) => finding.code === 'void/undeclared')) return 'Had to be';
  return coup.findings.some((finding) => finding.code === 'void/groundless') ? 'Settled, without ground, as' : 'Settled as';
}

// Cards of which nothing says in which hand they lay.
function notLaid(coup, cards) {
  return cards.length > 0 && list(coup.player).length + list(coup.banker).length === 0;
}

const isKnown = (value) => value !== undefined && value !== null;

function result({ result: word, player, banker, sevens }) {
  const totals = isKnown(player) && isKnown(banker) ? `, ${player} to ${banker}` : '';
  const counted = isKnown(sevens) ? `, ${many(sevens, 'seven', 'sevens')}` : '';
  return isKnown(word) ? plain(word) + totals + counted : (totals + counted).slice(2) || '\u2013';
}

// Whether something was announced otherwise than it was.
function differs(declared, given) {
  return ['result', 'player', 'banker', 'sevens'].some((part) => isKnown(declared[part]) && isKnown(given[part])
    && given[part] !== 'unknown' && String(declared[part]) !== String(given[part]));
}

function differing(text, word, real) {
  return word && real && word !== 'none' && real !== 'unknown' && word !== real ? h('b', { class: 'differs' }, text) : text;
}

function drawWagers(coup) {
  const nameOf = (wager, at) => wager.name ?? `#${at + 1}`;
  const wrong = (wager, at) => coup.findings.filter((finding) => finding.wager === nameOf(wager, at));
  return table({
    caption: `Wagers${coup.currency ? `, in ${neutral(coup.currency)}` : ''}`,
    classes: 'wagers',
    rows: coup.wagers.map((wager, at) => ({ wager, name: nameOf(wager, at), wrong: wrong(wager, at) })),
    columns: [
      { title: 'Wager', text: ({ name }) => neutral(name) },
      { title: 'Seat', text: ({ wager }) => neutral(wager.seat ?? '') },
      { title: 'Bet', text: ({ wager }) => plain(wager.bet ?? '') },
      { title: 'Stake', number: true, text: ({ wager }) => amount(wager.stake, coup.currency) },
      { title: 'Returned', number: true, text: ({ wager }) => [amount(wager.returned, coup.currency), wager.commission ? h('div', { class: 'quiet' }, `commission ${amount(wager.commission, coup.currency)}`) : null] },
      { title: 'Due', number: true, text: ({ wager }) => (wager.due === undefined || wager.due === null ? '' : wager.not_judged ? h('span', { class: 'quiet' }, 'not judged') : amount(wager.due, coup.currency)) },
      { title: 'Placed, and what became of it', text: ({ wager }) => statusOf(wager) },
      { title: 'Finding', text: ({ wrong }) => wrong.map((each) => h('a', { href: `#${each.id}` }, mark(each.severity), String(each.number))) },
    ],
  });
}

// What else was said of a wager than that it stood.
function statusOf(wager) {
  // Of a coup of which all stakes were due back its result says it.
  const why = ['refused', 'removed', 'void_coup'].includes(wager.not_at_risk) ? null : wager.not_at_risk;
  return [wager.refused && 'refused', wager.removed && 'removed', why && h('b', {}, plain(why)), wager.placed && `placed ${neutral(wager.placed)}`, wager.withdrawn && `withdrawn ${neutral(wager.withdrawn)}`]
    .filter(Boolean).map((each) => h('div', {}, each));
}

function drawSteps(coup) {
  const sections = [];
  for (const step of coup.steps) {
    if (sections.at(-1)?.title !== step.section) sections.push({ title: step.section, steps: [] });
    sections.at(-1).steps.push(step);
  }
  return h('details', { class: 'trace' }, h('summary', {}, 'How it was judged, step by step'),
    sections.map((each) => h('div', { class: 'trace-section' }, h('h4', {}, neutral(each.title)),
      h('ul', {}, each.steps.map((step) => h('li', { class: step.inner ? 'inner' : null }, neutral(step.text),
        step.clause && [' ', h('cite', {}, neutral(step.clause))], step.reading && [' ', tick('R')]))))));
}

// Steps that are open are printed.
const OPEN_ALL = 'Open the steps of every coup, to read or print them';
const CLOSE_ALL = 'Close the steps of every coup';

function drawCoups({ coups }) {
  if (coups.length === 0) return null;
  const noted = coups.filter(isNoted).length;
  const isLong = coups.length > FEW && noted > 0;
  const items = h('ol', { class: isLong ? 'coups printed-only' : 'coups' });
  const content = section('coups', 'Flagged coups',
    isLong && h('p', { class: 'print-only' }, `${many(noted, 'coup', 'coups')} with notes or doubts about the ruleset alone are not printed.`),
    h('p', {}, 'The cards as they lay; a third card lies across. The permanent 7 of a table that has one is printed, not dealt.'), items);
  const parts = new Parts(items, drawCoup, 25);
  parts.show(coups);
  const all = h('button', { type: 'button', onclick: () => {
    parts.all();
    const closed = [...items.querySelectorAll('details.trace:not([open])')];
    const open = closed.length > 0;
    for (const trace of open ? closed : items.querySelectorAll('details.trace')) trace.open = open;
    all.textContent = open ? CLOSE_ALL : OPEN_ALL;
  } }, OPEN_ALL);
  items.before(all);
  return { content, all: () => parts.all(), reach: (id) => parts.reach(coups.find((coup) => coup.id === id)) };
}
