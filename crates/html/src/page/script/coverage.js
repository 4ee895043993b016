// What was asked of how much, and what was dark: every table against every check.

// Of a table or a day: how much of a check had nothing to ask, was asked, and lacked what it needs. Where no wager is logged, a check
// of wagers lacks whole coups.
function askedOf(row, { check, of }, gaps) {
  const not = list(row.not_asked).filter((each) => each.check === check);
  const dark = not.filter((each) => gaps.has(each.why));
  const unit = of === 'wagers' && !(whole(row.wagers) === 0n && dark.length > 0) ? 'wagers' : 'coups';
  const all = whole(row[unit]);
  const sum = (some) => some.reduce((total, each) => total + whole(each[unit]), 0n);
  const lacking = sum(dark);
  return { unit, all, dark, lacking, asked: all - sum(not) };
}

const UNITS = { coups: ['coup', 'coups'], wagers: ['wager', 'wagers'] };

// `all`, of how many where the check does not apply to the rest, a share in per cent, `none`; a dash where there was nothing to ask.
function coverageCell(row, check, says) {
  const { unit, all, dark, lacking, asked } = askedOf(row, check, says.gaps);
  const stated = `${plain(check.check)}: asked of ${many(asked, ...UNITS[unit])} of ${count(all)}`;
  if (dark.length === 0) return h('span', { class: 'quiet', title: stated }, asked === 0n ? '\u2013' : asked === all ? 'all' : `all ${count(asked)}`);
  const why = dark.map((each) => `${says.words.get(each.why)}: ${each.coups === undefined ? many(each[unit], ...UNITS[unit]) : many(each.coups, ...UNITS.coups)}, ${money(each.staked, row.currency)}`);
  const step = asked === 0n ? 4 : Math.max(1, Math.min(3, Number((lacking * 4n) / (lacking + asked)) + 1));
  return h('span', { class: `heat heat-${step}`, title: `${stated}; not asked: ${why.join('; ')}` }, asked === 0n ? 'none' : lacking === 0n ? 'part' : `${share(asked, asked + lacking)} %`);
}

function coverageColumns(checks, says) {
  return checks.map((check) => ({ title: h('span', { title: neutral(check.asks) }, capital(check.check)), name: capital(check.check), number: true, text: (row) => coverageCell(row, check, says) }));
}

const MOST_DARK_DAYS = 60;

function drawCoverage({ report, tables }) {
  const checks = list(report.coverage?.checks);
  if (checks.length === 0 || tables.length === 0) return null;
  const reasons = list(report.coverage.reasons);
  const says = { words: new Map(reasons.map((each) => [each.why, neutral(each.says)])), gaps: new Set(reasons.filter((each) => each.gap).map((each) => each.why)) };
  const isDark = (row) => list(row.not_asked).some((each) => says.gaps.has(each.why));
  const dark = tables.filter(isDark);
  const darkDays = list(report.days).filter(isDark);
  const lacking = darkLines(report, says);
  return section('coverage', 'What was asked',
    h('p', {}, dark.length === 0
      ? 'Every check was asked of every coup and wager for which there was something to ask.'
      : `At ${count(dark.length)} of ${many(tables.length, 'table', 'tables')} a check could not be asked of everything: the logs lack what it needs. That nothing was found there says nothing.`),
    table({
      caption: 'Of how many coups or wagers each check was asked, by table; marked where something lacked',
      classes: 'days asked',
      rows: tables,
      columns: [{ title: 'Table', text: tableName }, ...coverageColumns(checks, says)],
    }),
    lacking.length > 0 && table({
      caption: 'What lacked, and the money in it',
      classes: 'blocks',
      rows: lacking,
      columns: [
        { title: 'Check', text: (each) => capital(each.check) },
        { title: 'Why it was not asked', text: (each) => says.words.get(each.why) },
        { title: 'Tables', number: true, text: (each) => count(each.tables) },
        { title: 'Coups', number: true, text: (each) => (each.coups === null ? '' : count(each.coups)) },
        { title: 'Wagers', number: true, text: (each) => count(each.wagers) },
        { title: 'Staked', number: true, text: (each) => money(each.staked, each.currency) },
        { title: 'Returned', number: true, text: (each) => money(each.returned, each.currency) },
      ],
    }),
    darkDays.length > 0 && h('details', { class: 'fold' }, h('summary', {}, `By day: ${many(darkDays.length, 'day', 'days')} of play at a table with something that lacked`),
      darkDays.length > MOST_DARK_DAYS && h('p', { class: 'quiet' }, `The first ${MOST_DARK_DAYS}; all are under days in report.json, and in the table coverage of an export.`),
      table({
        caption: 'By table and day',
        classes: 'days asked',
        rows: darkDays.slice(0, MOST_DARK_DAYS),
        columns: [{ title: 'Table and day', text: (row) => [tableName(row), ' ', h('span', { class: 'moment' }, neutral(row.day))] }, ...coverageColumns(checks, says)],
      })));
}

function capital(word) {
  const text = plain(word);
  return text[0].toUpperCase() + text.slice(1);
}

// Whether a check could not be asked of something.
function lacksAnything(report) {
  const gaps = new Set(list(report.coverage?.reasons).filter((each) => each.gap).map((each) => each.why));
  return list(report.coverage?.sums).some((each) => gaps.has(each.why));
}

// Over all tables, by check, reason and currency, in the order of the tool.
function darkLines(report, says) {
  const sums = list(report.coverage?.sums).filter((each) => says.gaps.has(each.why));
  const tables = ({ check, why, currency }) => list(report.tables)
    .filter((row) => row.currency === currency && list(row.not_asked).some((each) => each.check === check && each.why === why)).length;
  return sums.map((each) => ({ ...each, coups: each.coups ?? null, tables: tables(each) }));
}
