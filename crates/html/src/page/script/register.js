// The register of irregularities: everything that somebody said went wrong, what was decided, and what it moved.

function isFaulty(entry) {
  return list(entry.faults).length > 0;
}

function isOnWord(entry) {
  return entry.evidence === 'word';
}

// Where nobody can know what it moved, all that went back hangs on it.
function moneyOf(entry) {
  return whole(entry.moved ?? entry.went_back ?? 0);
}

// Most money first.
function byMoney(a, b) {
  const [one, other] = [a, b].map((entry) => sizeOf(moneyOf(entry)));
  return one < other ? 1 : one > other ? -1 : a.number - b.number;
}

function isMoving(entry) {
  return moneyOf(entry) !== 0n;
}

function drawMoved(entry) {
  if (isKnown(entry.moved)) return isMoving(entry) ? h('b', {}, amount(entry.moved, entry.currency, true)) : h('span', { class: 'quiet' }, '0');
  return h('span', { class: isMoving(entry) ? null : 'quiet', title: 'the cards do not show what was due' }, 'unknown', isMoving(entry) && h('div', { class: 'wraps' }, `${money(entry.went_back, entry.currency)} went back`));
}

function kindOf(entry) {
  return entry.subject === 'irregularity' || !entry.subject ? plain(entry.kind ?? '') : `${plain(entry.subject)} on ${plain(entry.kind ?? '')}`;
}

// Of how many coups it is unknown what was due, and what went back of them; older reports call that by another name.
const dueUnknown = (sum) => sum.due_unknown ?? sum.untold ?? 0;
const unknownReturned = (sum) => sum.due_unknown_returned ?? sum.untold_returned ?? 0;

function deciderOf(word) {
  return word ? plain(word) : 'not named';
}

// How many entries there are; each has one kind.
function registerSums(report) {
  const all = { entries: 0n, faulty: 0n, on_word: 0n };
  for (const sum of list(report.register_sums).filter((each) => each.by === 'kind')) {
    for (const name of Object.keys(all)) all[name] += whole(sum[name]);
  }
  return all;
}

function drawRegisterGlance(report) {
  const { entries, faulty, on_word: word } = registerSums(report);
  if (entries === 0n) return null;
  const moved = movedByRegister(report);
  return h('p', {}, h('a', { href: '#register' }, 'Register of irregularities'), ': ',
    h('span', { class: faulty > 0n ? 'warning' : null }, `${faulty === 0n ? 'none' : count(faulty)} found wrong`), ` of ${many(entries, 'entry', 'entries')}, ${count(word)} on the recorder\u2019s word; some are both.`,
    moved.length > 0 && ` Against what the cards made due, their coups moved ${moved.join('; ')}, which is no error by itself: what of it was settled wrongly is among the exceptions.`);
}

// Of those of which no exception states the money: a void that is believed is in no other sum.
function greatestOf(report, currency) {
  const stated = new Set(list(report.findings).filter(hasMoneyOf).map(({ log, shoe, coup }) => JSON.stringify([log, shoe, coup])));
  const first = list(report.register).filter((entry) => entry.currency === currency && !stated.has(JSON.stringify([entry.log, entry.shoe, entry.coup])))
    .reduce((most, entry) => (sizeOf(entry.moved) > sizeOf(most?.moved) ? entry : most), null);
  return first;
}

function greatest(report, currency) {
  const first = greatestOf(report, currency);
  return first ? ` (the most that is in no exception\u2019s sum: ${money(first.moved, currency, true)}, ${kindOf(first)}, ${registerPlace(first)}, ${first.ruling ? plain(first.ruling) : 'no ruling'}, by ${first.by ? plain(first.by) : 'nobody named'})` : '';
}

function movedByRegister(report) {
  const tables = list(report.register_sums).filter((each) => each.by === 'table');
  return [...new Set(tables.map(({ currency }) => currency))].map((currency) => {
    const sum = (name) => tables.filter((each) => each.currency === currency).reduce((all, each) => all + whole(each[name]), 0n);
    return [[sum('to_players'), 'to players'], [sum('to_house'), 'to the house']].filter(([moved]) => moved > 0n).map(([moved, whom]) => `${money(moved, currency)} ${whom}`).join(' and ') + greatest(report, currency);
  }).filter(Boolean);
}

const SUMMED = [['kind', 'By kind'], ['table', 'By table'], ['terminal', 'By terminal'], ['decider', 'By decider'], ['dealer', 'By dealer on duty, two entries or more (wagers refused or removed among them)'], ['player', 'By player, two entries or more'], ['seat', 'By seat, two entries or more']];

// Of people and seats those are printed with whom a fault was found.
const PEOPLE = ['dealer', 'player', 'seat', 'terminal'];

function drawRegisterSums({ report, tables }) {
  const sums = list(report.register_sums);
  const currencies = [...new Set(sums.map((sum) => sum.currency))];
  const moved = (by, currency) => sums.filter((sum) => sum.by === by && sum.currency === currency).reduce((all, sum) => all + whole(sum.moved), 0n);
  // A coup with irregularities of two kinds is in two lines: what each moved is then more than all moved.
  const once = (currency) => ['kind', 'decider'].some((by) => moved(by, currency) !== moved('table', currency))
    && h('p', { class: 'quiet' }, `A coup counts under each of its kinds and deciders; moved in all, each once: ${amount(moved('table', currency), currency, true)}${currency ? ` ${neutral(currency)}` : ''}.`);
  return currencies.map((currency) => [SUMMED.map(([by, title]) => {
    const rows = sums.filter((sum) => sum.by === by && sum.currency === currency);
    if (rows.length === 0 || (by === 'table' && tables.length < 2)) return null;
    const nameOf = (sum) => (by === 'decider' ? deciderOf(sum.name) : by === 'kind' ? plain(sum.name ?? '') : [sum.venue, sum.name].filter(Boolean).map(neutral).join(' '));
    return folded(rows, `${title}${currency ? `, in ${neutral(currency)}` : ''}`, [
      { title: by[0].toUpperCase() + by.slice(1), text: (sum) => [nameOf(sum), by === 'decider' && !sum.name && whole(sum.wagers ?? 0) > 0n && h('div', { class: 'quiet' }, `${count(sum.wagers)} of them wagers refused or removed, no decisions`)] },
      { title: 'Entries', number: true, text: (sum) => count(sum.entries) },
      { title: 'Fault found', number: true, text: (sum) => (whole(sum.faulty) > 0n ? h('b', { class: 'differs' }, count(sum.faulty)) : h('span', { class: 'quiet' }, '0')) },
      { title: 'On word', number: true, text: (sum) => count(sum.on_word) },
      { title: 'Coups', number: true, text: (sum) => [count(sum.coups), whole(dueUnknown(sum)) > 0n && h('div', { class: 'quiet' }, `${count(dueUnknown(sum))} unknown`, whole(unknownReturned(sum)) !== 0n && h('div', {}, `${amount(unknownReturned(sum), currency)} went back`))] },
      { title: 'To players', number: true, text: (sum) => amount(sum.to_players, currency) },
      { title: 'To the house', number: true, text: (sum) => amount(sum.to_house, currency) },
      { title: 'Moved, by the cards', number: true, text: (sum) => (whole(dueUnknown(sum)) > 0n && whole(dueUnknown(sum)) >= whole(sum.coups) ? h('span', { class: 'quiet' }, 'unknown') : variance(whole(sum.moved), currency)) },
      { title: 'Of it on word', number: true, text: (sum) => variance(whole(sum.moved_on_word), currency) },
    ], { quiet: PEOPLE.includes(by) ? (sum) => whole(sum.faulty) === 0n : undefined, silence: 'no irregularity was found wrong' });
  }), once(currency)]).concat(h('p', { class: 'quiet' }, 'Fault found: a finding says that what an entry claims, how it was handled or what was announced with it is wrong; that need not be the fault of who decided.'));
}

function registerPlace(entry) {
  return [
    entry.table && tableName(entry),
    entry.shoe && `shoe ${neutral(entry.shoe)}`,
    entry.coup !== null && entry.coup !== undefined && `coup ${neutral(entry.coup)}`,
    entry.wager && `wager ${neutral(entry.wager)}`,
    list(entry.terminals).length > 0 && many(entry.terminals.length, 'terminal', 'terminals'),
  ].filter(Boolean).join(', ') || neutral(entry.log ?? '');
}

function drawFault(code, entry) {
  const finding = entry.found.get(code);
  const owed = isKnown(finding?.money) && whole(finding.money) !== 0n ? h('div', { class: 'quiet' }, 'by the rules ', variance(whole(finding.money), finding.currency)) : null;
  return h('div', { class: 'fault' }, finding ? h('a', { href: `#${finding.id}` }, mark(finding.severity), `${finding.number} ${neutral(code)}`) : [mark('major'), neutral(code)], owed);
}

// Stakes are money; all else stands as it was logged.
function factValue(entry, fact) {
  const isMoney = ['stake', 'returned'].includes(fact.name) && /^\d+$/.test(fact.value ?? '');
  return isMoney ? amount(BigInt(fact.value), entry.currency) : h('code', {}, neutral(fact.value ?? ''));
}

const REGISTER = [
  { title: 'What was said', text: (entry) => [
    h('span', { class: 'ordinal' }, entry.number), ' ', h('b', {}, kindOf(entry)),
    list(entry.facts).map((fact) => h('div', { class: 'fact' }, `${plain(fact.name ?? '')} `, factValue(entry, fact)))] },
  { title: 'Where and when', text: (entry) => [
    entry.flagged ? h('a', { href: `#${entry.flagged.id}` }, registerPlace(entry)) : registerPlace(entry),
    (entry.noticed ?? entry.at) && h('div', { class: 'quiet' }, when(entry.noticed ?? entry.at)),
    h('div', { class: 'record' }, neutral(entry.file ?? ''), entry.line ? `:${entry.line}` : '')] },
  { title: 'Ruling, by', text: (entry) => [entry.ruling ? plain(entry.ruling) : h('span', { class: 'quiet' }, 'no ruling'), h('div', { class: entry.by ? null : 'quiet' }, deciderOf(entry.by))] },
  { title: 'What it led to', text: (entry) => [neutral(entry.consequence ?? ''), h('div', {}, clauseText(entry))] },
  { title: 'Rests on', text: (entry) => [isOnWord(entry) ? h('b', {}, 'word') : 'log', ' ', tick(entry.authenticated ? 'A' : 'U')] },
  { title: 'Moved, by the cards', number: true, text: drawMoved },
  { title: 'Found wrong', text: (entry) => list(entry.faults).map((code) => drawFault(code, entry)) },
  ...COLUMNS.register.map((column) => ({ title: column.title, number: column.unit !== 'text', text: (entry) => shown(column, entry, entry.currency) })),
];

function drawEntry(entry) {
  const cells = REGISTER.map((column, at) => h(at === 0 ? 'th' : 'td', at === 0 ? { scope: 'row', id: entry.id } : { class: column.number ? 'number' : null, 'data-title': column.title }, column.text(entry)));
  return h('tr', { 'data-printed': entry.isPrinted ? '' : null, class: isFaulty(entry) ? 'entry faulty' : isOnWord(entry) && isMoving(entry) ? 'entry on-word' : 'entry' }, cells);
}

function entryWords(entry) {
  return [kindOf(entry), entry.kind, entry.log, entry.file, registerPlace(entry), entry.ruling, deciderOf(entry.by), entry.by, entry.consequence, entry.clause, entry.at, entry.noticed,
    ...list(entry.faults), ...list(entry.terminals), ...list(entry.facts).map((fact) => `${fact.name} ${fact.value}`)].map((part) => part ?? '').join('\n').toLowerCase();
}

const SHOWN = [
  ['', 'every entry', () => true],
  ['faulty', 'found wrong', isFaulty],
  ['word', 'on the recorder\u2019s word', isOnWord],
  ['word-money', 'on the recorder\u2019s word, moving money', (entry) => isOnWord(entry) && isMoving(entry)],
];

function drawRegisterFilter(entries) {
  const select = (id, options) => h('select', { id }, options.map(([value, name]) => h('option', { value }, name)));
  const choose = (id, all, values) => select(id, [['', all], ...[...new Set(values)].sort().map((value) => [value, neutral(value)])]);
  const search = h('input', { type: 'search', id: 'register-search', autocomplete: 'off', spellcheck: 'false' });
  const shown = select('register-shown', SHOWN);
  const kinds = choose('register-kind', 'every kind', entries.map(kindOf));
  const deciders = choose('register-decider', 'everybody', entries.map((entry) => deciderOf(entry.by)));
  const tables = choose('register-table', 'every table', entries.map((entry) => tableName(entry)));
  const order = select('register-order', [['', 'as logged'], ['money', 'most money first']]);
  const clear = h('button', { type: 'button', id: 'register-clear' }, 'Clear');
  const field = (title, control) => h('div', { class: 'field' }, h('label', { for: control.id }, title), control);
  const form = h('form', { class: 'filter', role: 'search', 'aria-label': 'Filter the register of irregularities', onsubmit: (event) => event.preventDefault() },
    field('Search', search), field('Show', shown), field('Kind', kinds), field('Decided by', deciders),
    tables.options.length > 2 && field('Table', tables), field('Order', order), clear);
  const selects = [shown, kinds, deciders, tables, order];
  const reset = () => {
    search.value = '';
    for (const each of selects) each.value = '';
  };
  return {
    form,
    reset,
    listen: (changed) => {
      let waiting;
      search.addEventListener('input', () => {
        clearTimeout(waiting);
        waiting = setTimeout(changed, 80);
      });
      for (const each of selects) each.addEventListener('change', changed);
      clear.addEventListener('click', () => {
        reset();
        changed();
        search.focus();
      });
    },
    chosen: (words) => {
      const asked = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const fits = SHOWN.find(([value]) => value === shown.value)[2];
      const chosen = entries.filter((entry, at) => fits(entry)
        && (kinds.value === '' || kindOf(entry) === kinds.value)
        && (deciders.value === '' || deciderOf(entry.by) === deciders.value)
        && (tables.value === '' || tableName(entry) === tables.value)
        && asked.every((word) => words[at].includes(word)));
      if (order.value === 'money') chosen.sort(byMoney);
      return chosen;
    },
  };
}

// What moved money or cards without the cards of a coup deciding it, counted.
function drawRoutine({ report }) {
  const sums = new Map();
  for (const row of list(report.tables)) {
    for (const each of list(row.routine)) {
      const key = JSON.stringify([each.kind, row.currency]);
      const sum = sums.get(key) ?? { kind: each.kind, currency: row.currency, entries: 0n, cards: 0n, money: 0n, tables: 0 };
      sums.set(key, { ...sum, entries: sum.entries + whole(each.entries), cards: sum.cards + whole(each.cards ?? 0), money: sum.money + whole(each.money ?? 0), tables: sum.tables + 1 });
    }
  }
  if (sums.size === 0) return null;
  return table({
    caption: 'What happened as a matter of routine without the cards of a coup deciding it, counted; by table and day in report.json, the workbook and an export',
    classes: 'blocks routine',
    rows: [...sums.values()],
    columns: [
      { title: 'What', text: (each) => plain(each.kind) },
      { title: 'Tables', number: true, text: (each) => count(each.tables) },
      { title: 'Entries', number: true, text: (each) => count(each.entries) },
      { title: 'Cards', number: true, text: (each) => (each.cards > 0n ? count(each.cards) : '') },
      { title: 'Money', number: true, text: (each) => money(each.money, each.currency) },
    ],
  });
}

// How many entries on the recorder’s word alone are printed.
const MOST_ON_WORD = 3;

function drawRegister(model) {
  const { report, entries } = model;
  if (!Array.isArray(report.register)) return null;
  const title = 'Register of irregularities';
  if (entries.length === 0) {
    const left = registerSums(report).entries;
    return section('register', title, left > 0n
      ? [h('p', { class: 'warning' }, `None of ${many(left, 'entry', 'entries')} is listed: --max-per-code left them out.`), drawRegisterSums(model), drawRoutine(model)]
      : [h('p', {}, 'No irregularity was logged, and no wager was refused or removed.'), drawRoutine(model)]);
  }
  const body = h('tbody', {});
  const caption = 'Every irregularity logged, and every wager refused or removed, whether or not anything is wrong with it';
  const drawn = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    h('table', { class: 'custody register' }, h('caption', {}, caption),
      h('thead', {}, h('tr', {}, REGISTER.map((column) => h('th', { scope: 'col', class: column.number ? 'number' : null }, column.title)))), body));
  const status = h('p', { class: 'status', role: 'status' });
  const printed = h('p', { class: 'print-only' });
  const filter = drawRegisterFilter(entries);
  const content = section('register', title,
    h('p', {}, 'Moved is by the cards, owed is by the rules: what was moved is all that came back less all that was due by the cards as logged, over the whole coup, or of the one wager, or of an interruption at the terminals that it names, as if there had been no irregularity; above nought it is in the players\u2019 favour. What is owed stands in the finding: where the rules void a coup, it is counted from the stakes and not from the cards. In each line of the sums a coup counts once and whole, also where several entries concern it, or an interruption of some of its terminals, and lines overlap where one coup stands in several.'),
    report.summary?.register_truncated && h('p', { class: 'warning' }, 'Not every entry is listed. Left out: ',
      Object.entries(report.summary.register_truncated).map(([name, number]) => `${plain(name)} ${count(number)}`).join(', '), '. The sums count them.'),
    drawRegisterSums(model), drawRoutine(model), filter.form, status, printed, drawn);
  const parts = new Parts(body, drawEntry, 50, drawn);
  const words = entries.map(entryWords);
  // On paper a long register is what asks for a decision; a filter that somebody set is what they want printed.
  const onWord = entries.filter((entry) => !isFaulty(entry) && isOnWord(entry) && isMoving(entry))
    .sort(byMoney).slice(0, MOST_ON_WORD);
  const named = [...new Set(entries.map(({ currency }) => currency))].map((currency) => greatestOf({ ...report, register: entries }, currency)).filter(Boolean);
  for (const entry of [...entries.filter(isFaulty), ...onWord, ...named]) entry.isPrinted = true;
  const [faulty, printable] = [isFaulty, (entry) => entry.isPrinted].map((holds) => entries.filter(holds).length);
  const isLong = entries.length > FEW && printable < entries.length;
  const show = () => {
    const chosen = filter.chosen(words);
    parts.show(chosen);
    const all = chosen.length === entries.length;
    drawn.classList.toggle('printed-only', all && isLong);
    drawn.classList.toggle('not-printed', all && isLong && printable === 0);
    status.textContent = all ? many(entries.length, 'entry', 'entries') : `${count(chosen.length)} of ${many(entries.length, 'entry', 'entries')}`;
    printed.textContent = all ? (isLong ? `Printed are ${many(faulty, 'entry', 'entries')} with a fault${printable > faulty ? ` and ${count(printable - faulty)} without one that moved most` : ''}; ${many(entries.length - printable, 'entry', 'entries')} without a fault ${entries.length - printable === 1 ? 'is' : 'are'} not, and stand${entries.length - printable === 1 ? 's' : ''} in register.csv, report.json and the workbook.` : '') : `Only ${count(chosen.length)} of ${many(entries.length, 'entry', 'entries')} are printed: a filter was set.`;
  };
  filter.listen(show);
  show();
  return {
    content,
    all: () => parts.all(),
    // A link to an entry that the filter hides takes the filter away.
    reach: (id) => {
      const entry = entries.find((each) => each.id === id);
      if (entry && !parts.reach(entry)) {
        filter.reset();
        show();
        parts.reach(entry);
      }
    },
  };
}
