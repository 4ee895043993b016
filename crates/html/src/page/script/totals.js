// The sums, by table, wager and finding. Amounts of two currencies stand apart.

// The members of a row of the report that a column is drawn from: one, or two of which it is the difference.
function members(column, row) {
  return column.of.map((path) => path.split('.').reduce((at, name) => at?.[name], row));
}

// The value of a column that the tool declares, `{name, title, unit, of}`, in a row. A sum that the row leaves out is nought.
function shown(column, row, currency) {
  const [one, less] = members(column, row);
  const isDifference = column.of.length > 1;
  const value = isDifference ? whole(one) - whole(less) : one;
  if (column.unit === 'text') return list(value).length > 0 ? value.map(neutral).join(', ') : neutral(value ?? '');
  if (column.unit === 'count' || column.unit === 'faults') return isKnown(value) ? count(value) : '';
  if (column.unit === 'minor') return amount(value, currency);
  return isDifference ? variance(value, currency) : gross(value, currency);
}

function variance(value, currency) {
  const text = amount(value, currency, true);
  return value === 0n ? h('span', { class: 'quiet' }, text) : h('b', {}, text);
}

// Errors one way: what no error the other way takes back.
function gross(value, currency) {
  const text = amount(value, currency);
  return whole(value) === 0n ? h('span', { class: 'quiet' }, text) : h('b', {}, text);
}

function drawTotals(model) {
  const currencies = [...new Set(model.tables.map((each) => each.currency))];
  return section('totals', 'Totals',
    byStatement(model),
    currencies.map((currency) => byTable(model.tables.filter((each) => each.currency === currency), currency)),
    currencies.map((currency) => byWager(model.tables.filter((each) => each.currency === currency), currency)),
    byDrop(model), byPatron(model), byReconciliation(model), byFinding(model), bySeverity(model), byStaff(model));
}

function byTable(tables, currency) {
  const venues = [...new Set(tables.map((each) => each.venue))];
  const total = sums(tables).get(currency);
  const rows = venues.flatMap((venue) => {
    const own = tables.filter((each) => each.venue === venue);
    const sum = venues.length > 1 ? [{ name: h('b', {}, `${neutral(venue)}, all tables`), ...sums(own).get(currency) }] : [];
    return [...own.map((each) => ({ name: `${neutral(each.venue)} ${neutral(each.table)}`, ...each })), ...sum];
  });
  return table({
    caption: `By table, in ${neutral(currency)}`,
    classes: 'blocks',
    rows,
    columns: [{ title: 'Table', text: (row) => row.name }, ...COLUMNS.tables.map((each) => ({ title: each.title, number: true, text: (row) => shown(each, row, currency) }))],
    foot: ['All', ...COLUMNS.tables.map((each) => shown(each, total, currency))],
  });
}

const BETS = ['player', 'banker', 'tie'];

function rank(bet) {
  return BETS.includes(bet) ? BETS.indexOf(bet) : BETS.length;
}

function byWager(tables, currency) {
  const bets = new Map();
  for (const [bet, sum] of tables.flatMap((each) => Object.entries(each.by_bet ?? {}))) {
    const all = bets.get(bet) ?? {};
    for (const [name, value] of Object.entries(sum)) all[name] = (all[name] ?? 0n) + whole(value);
    bets.set(bet, all);
  }
  if (bets.size === 0) return null;
  const columns = COLUMNS.tables.filter(({ name, of }) => name !== 'coups' && of.every((each) => each in [...bets.values()][0]));
  const total = sums(tables).get(currency);
  return table({
    caption: `By bet, in ${neutral(currency)}`,
    classes: 'blocks',
    rows: [...bets].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)),
    columns: [
      { title: 'Bet', text: ([bet]) => plain(bet) },
      ...columns.map((each) => ({ title: each.title, number: true, text: ([, sum]) => shown(each, sum, currency) })),
    ],
    foot: ['All', ...columns.map((each) => shown(each, total, currency))],
  });
}

// From what was staked to what was won: the parts add up to what was staked, due and the errors to what went back.
function byStatement({ report }) {
  return list(report.summary?.currencies).filter((each) => list(each.statement).length > 0).map((sum) => table({
    caption: `Statement of money, in ${neutral(sum.currency)}`,
    classes: 'blocks',
    rows: sum.statement,
    columns: [
      { title: 'Line', text: ({ line }) => ['at_risk', 'announced', 'not_at_risk', 'not_judged'].includes(line) ? h('span', { class: 'part' }, plain(line))
        : /_on_condition$/.test(line) ? h('span', { class: 'part' }, 'conditional') : plain(line) },
      { title: 'Money', number: true, text: ({ line, money }) => (line === 'unread' && whole(money) === 0n ? 'unknown' : amount(money, sum.currency, /^(overpaid|underpaid|net_error)/.test(line))) },
      { title: 'What it is', text: ({ about }) => sentence(about) },
    ],
  }));
}

// What is owed to each patron, and by each.
function byPatron({ report }) {
  const rows = list(report.summary?.owed);
  if (rows.length === 0) return null;
  return h('div', { id: 'owed' }, table({
    caption: 'Owed to patrons, and by them: by account, where none is logged by seat or terminal, which stand for whoever played there',
    classes: 'blocks',
    rows,
    columns: [
      { title: 'Patron', text: (each) => (each.who
        ? h('button', { type: 'button', class: 'link', 'data-person': `"venue ${neutral(each.venue)}" "owed ${neutral(each.who)}"` }, `${neutral(each.venue)} ${neutral(each.who)}`)
        : `${neutral(each.venue)} not logged whose`) },
      { title: 'To the patron', number: true, text: (each) => [money(each.to_patron, each.currency), ofWhich(each.to_patron_on_condition, each.currency)] },
      { title: 'To the house', number: true, text: (each) => [money(each.to_house, each.currency), ofWhich(each.to_house_on_condition, each.currency)] },
      { title: 'Wagers', number: true, text: (each) => count(each.wagers) },
    ],
  }));
}

function ofWhich(sum, currency) {
  return whole(sum ?? 0) !== 0n && h('div', { class: 'quiet' }, `${money(sum, currency)} of it on a condition`);
}

// How do the findings and the net error fit together? To the minor unit.
function byReconciliation({ report }) {
  return list(report.summary?.currencies).filter((each) => list(each.reconciled).length > 0).map((sum) => table({
    caption: `From the findings to the net error, in ${neutral(sum.currency)}`,
    classes: 'blocks',
    rows: sum.reconciled,
    columns: [
      { title: 'Line', text: (each) => sentence(each.line) },
      { title: 'Money', number: true, text: (each) => amount(each.money, sum.currency, true) },
    ],
    foot: ['Net error', variance(whole(sum.net_variance), sum.currency)],
  }));
}

function byFinding({ report, findings }) {
  const kinds = new Map();
  for (const [name, number] of Object.entries(report.summary?.by_code ?? {})) kinds.set(name, { number: whole(number), marks: new Set(), money: new Map() });
  for (const finding of findings) {
    const kind = kinds.get(finding.code);
    if (!kind) continue;
    kind.marks.add(finding.severity);
    if (finding.money !== null && finding.money !== undefined) {
      kind.money.set(finding.currency, (kind.money.get(finding.currency) ?? 0n) + whole(finding.money));
    }
  }
  if (kinds.size === 0) return null;
  const counted = table({
    caption: 'By finding',
    classes: 'blocks',
    rows: [...kinds],
    columns: [
      { title: 'Finding', text: ([name]) => h('button', { type: 'button', class: 'link', 'data-code': name }, neutral(name)) },
      { title: 'Severity', text: ([, kind]) => SEVERITIES.filter((each) => kind.marks.has(each)).map((each) => h('span', { class: `severity ${each}` }, mark(each), each, ' ')) },
      { title: 'Number', number: true, text: ([, kind]) => count(kind.number) },
      { title: 'Money', number: true, text: ([name, kind]) => (report.summary?.truncated?.[name] ? moneyLeftOut(report, name) : [...kind.money].map(([currency, sum]) => h('div', {}, money(sum, currency, true)))) },
    ],
  });
  counted.classList.toggle('not-printed', areFew(report.findings));
  return counted;
}

const FEW_FINDINGS = 10;

// So few findings are printed one by one, with code, day and money: tables that count them stay on the screen.
function areFew(findings) {
  return list(findings).filter((finding) => finding.code !== 'ruleset/uncertain').length <= FEW_FINDINGS;
}

// Where not all findings of a code are listed, the report still holds their sum.
function moneyLeftOut(report, code) {
  const sums = list(report.summary?.currencies).filter((sum) => sum.found?.[code] !== undefined);
  return sums.length > 0 ? sums.map((sum) => h('div', {}, money(sum.found[code], sum.currency, true))) : h('span', { class: 'quiet' }, 'not summed: not all are listed');
}
