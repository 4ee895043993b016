// Plots that answer a question. Each row says its figures in words beside the picture, so nothing is seen only.

function plot(id, question, answer, content) {
  return h('figure', { class: 'plot', 'aria-labelledby': id },
    h('h3', { id }, question), answer && h('p', { class: 'answer' }, answer), content);
}

// A strip of `from` to `to`; pieces are placed by their value, in per cent of the width.
function strip(label, from, to, pieces) {
  const at = (value) => `${Math.min(100, Math.max(0, ((value - from) / (to - from || 1)) * 100)).toFixed(3)}%`;
  const wide = (a, b) => `${Math.max(0, ((Math.min(b, to) - Math.max(a, from)) / (to - from || 1)) * 100).toFixed(3)}%`;
  return s('svg', { class: 'strip', height: 22, role: 'img', 'aria-label': label }, s('title', {}, label), pieces.map((piece) => {
    if (piece.band) return s('rect', { x: at(piece.band[0]), width: wide(...piece.band), y: 3, height: 16, class: piece.classes });
    if (piece.bar) return s('rect', { x: at(Math.min(...piece.bar)), width: wide(Math.min(...piece.bar), Math.max(...piece.bar)), y: 6, height: 10, class: piece.classes });
    if (piece.point !== undefined) return s('circle', { cx: at(piece.point), cy: 11, r: 4.5, class: piece.classes });
    return s('line', { x1: at(piece.line), x2: at(piece.line), y1: 0, y2: 22, class: piece.classes });
  }));
}

function drawPlots(model) {
  const plots = [...plotVariance(model), ...plotHoldDays(model), plotTrend(model), plotDays(model), plotOutcomes(model)].filter(Boolean);
  return plots.length > 0 && section('plots', 'Questions', plots);
}

const MOST_ROWS = 20;

// Errors one way, which the net error does not show where the other way there are as many.
const ONE_WAY = COLUMNS.tables.filter(({ unit, of }) => unit === 'wrong' && of.length === 1);

// Did every table return what was due?
function plotVariance({ report, tables }) {
  const currencies = [...new Set(tables.map((each) => each.currency))];
  return currencies.map((currency, at) => {
    const own = tables.filter((each) => each.currency === currency)
      .map((each) => ({ each, off: whole(each.returned) - whole(each.due), gross: whole(each.overpaid) + whole(each.underpaid) }));
    const wrong = own.filter(({ off, gross }) => off !== 0n || gross !== 0n).sort((a, b) => Math.abs(Number(b.off)) - Math.abs(Number(a.off)));
    const most = wrong.length > 0 ? Math.abs(Number(wrong[0].off)) : 1;
    const question = currencies.length > 1 ? `Did every table return what was due? (${neutral(currency)})` : 'Did every table return what was due?';
    const notJudged = own.reduce((sum, { each }) => sum + whole(each.wagers_not_judged), 0n);
    const judged = own.reduce((sum, { each }) => sum + whole(each.wagers), 0n) - notJudged;
    const besides = notJudged > 0n ? ` ${many(notJudged, 'wager', 'wagers')} could not be judged and say nothing.` : '';
    const answer = judged === 0n
      ? `Not answered: no wager was judged.`
      : wrong.length === 0
      ? `Yes: ${many(own.length, 'table', 'tables')}, to the minor unit.${besides}`
      : `${many(wrong.length, 'table', 'tables')} of ${count(own.length)} did not.${besides} The bar is the net error: errors either way cancel out in it${list(report.summary?.owed_on_condition).some((each) => each.currency === currency) ? ', and what is owed on a condition is in it' : ''}. Left of the line the house kept too much, right of it players got too much.${wrong.length > MOST_ROWS ? ` The ${MOST_ROWS} largest are drawn.` : ''}`;
    return plot(`plot-variance-${at + 1}`, question, answer, wrong.length > 0 && table({
      caption: `Returned less due, by table, in ${neutral(currency)}`,
      classes: 'drawn',
      rows: wrong.slice(0, MOST_ROWS),
      columns: [
        { title: 'Table', text: ({ each }) => tableName(each) },
        { title: '', classes: 'picture', text: ({ each, off }) => strip(`${tableName(each)}: ${money(off, currency, true)}`, -most, most, [
          { line: 0, classes: 'axis' }, { bar: [0, Number(off)], classes: off < 0n ? 'to-house' : 'to-player' }]) },
        ...ONE_WAY.map((column) => ({ title: column.title, number: true, text: ({ each }) => shown(column, each, currency) })),
        { title: 'Returned \u2212 due', number: true, text: ({ off }) => amount(off, currency, true) },
      ],
    }));
  });
}

// Did each table win what chance allows?
function plotHold({ report, tables }) {
  const expected = list(report.expected?.tables);
  const currencies = [...new Set(expected.map((each) => each.currency))];
  return currencies.map((currency, at) => {
    const rows = expected.filter((each) => each.currency === currency).map((each) => {
      const [low, middle, high, win] = [each.low, each.expected, each.high, each.won].map(measure);
      return { each, low, middle, high, win };
    }).filter(({ win, low, middle, high }) => [win, low, middle, high].every(Number.isFinite));
    if (rows.length === 0) return null;
    const scale = rows.flatMap(({ low, high, win }) => [low, high, win]);
    const [from, to] = [Math.min(0, ...scale), Math.max(0, ...scale)];
    const outside = rows.filter(({ win, low, high }) => win < low || win > high);
    rows.sort((a, b) => distance(b) - distance(a));
    const wonAtAll = (each) => {
      const own = tables.find((one) => isSameTable(one, each));
      return own ? amount(wonOf(own).won, currency) : '';
    };
    return plot(`plot-hold-${at + 1}`, `Did each table win over the whole period what chance allows?${currencies.length > 1 ? ` (${neutral(currency)})` : ''}`,
      outside.length === 0
        ? `Yes: every table stands within its band${bandWords(report)}; that says nothing of single coups: wrong payments of coups that the cards settled are in it, voided coups are not.${lost(rows, tables, currency)}`
        : `${many(outside.length, 'table stands', 'tables stand')} outside the band${bandWords(report)}.`,
      table({
        caption: `What the tables won, and of that what they won of stakes at risk in coups that the cards settled (wagers refused, taken back or late and voided coups left out), against what chance gives, in ${neutral(currency)}. Bar: what chance allows; dashed: on average; dot: what was won of it; line: nought. Of stakes settled as announced, or from shoes whose decks are not known or outside the rules, chance is not asked${rows.length > MOST_ROWS ? `; the ${MOST_ROWS} farthest from it` : ''}`,
        classes: 'drawn blocks',
        rows: rows.slice(0, MOST_ROWS),
        columns: [
          { title: 'Table', text: ({ each }) => tableName(each) },
          { title: '', classes: 'picture', text: (row) => strip(
            `${tableName(row.each)}: won ${money(row.each.won, currency)} of stakes at risk, expected ${money(row.each.expected, currency)}, band ${amount(row.each.low, currency)} to ${amount(row.each.high, currency)}`,
            from, to, [{ band: [row.low, row.high], classes: 'band' }, { line: 0, classes: 'axis' }, { line: row.middle, classes: 'expected' },
              { point: row.win, classes: row.win < row.low || row.win > row.high ? 'actual outside' : 'actual' }]) },
          { title: 'Won', number: true, text: ({ each }) => wonAtAll(each) },
          { title: 'Settled by the cards', number: true, text: ({ each }) => amount(each.won, currency) },
          { title: 'Expected', number: true, text: ({ each }) => amount(each.expected, currency) },
          { title: 'Band', number: true, text: ({ each }) => `${amount(each.low, currency)} to ${amount(each.high, currency)}` },
        ],
      }));
  });
}

// A table that lost is asked about, though it stands within its band: wrong payments may have made it lose.
function lost(rows, tables, currency) {
  const losing = rows.filter(({ win }) => win < 0);
  const wrong = (each) => {
    const own = tables.find((one) => isSameTable(one, each));
    const error = own ? whole(own.overpaid) - whole(own.underpaid) : 0n;
    return error === 0n ? '' : ` (at all wagers of the table, voided coups too, ${money(error < 0n ? -error : error, currency)} ${error < 0n ? 'less' : 'more'} than due went back)`;
  };
  const said = losing.slice(0, WORST).map(({ each }) => `${tableName(each)} ${money(-whole(each.won), currency)}${wrong(each)}`).join(', ');
  return losing.length > 0 ? ` Lost at wagers settled by the cards: ${said}${losing.length > WORST ? `, and ${count(losing.length - WORST)} more` : ''}.` : '';
}

function isSameTable(one, other) {
  return ['jurisdiction', 'venue', 'game', 'table', 'currency'].every((name) => one[name] === other[name]);
}

function distance({ win, low, middle, high }) {
  return Math.abs(win - middle) / Math.max(1, high - low);
}

function bandWords(report) {
  return report.expected?.band ? ` (${neutral(report.expected.band)})` : '';
}

// On which days did what arise?
function plotDays({ findings }) {
  const dated = findings.filter((finding) => day(finding.at));
  if (dated.length === 0) return null;
  let days = [...new Set(dated.map((finding) => day(finding.at)))].sort();
  const byMonth = days.length > 45;
  const unit = (finding) => (byMonth ? day(finding.at).slice(0, 7) : day(finding.at));
  if (byMonth) days = [...new Set(days.map((each) => each.slice(0, 7)))];
  const oneYear = new Set(days.map((each) => each.slice(0, 4))).size === 1 && !byMonth;
  const codes = [...new Set(dated.map((finding) => finding.code))].sort();
  const counts = new Map();
  for (const finding of dated) {
    const at = JSON.stringify([finding.code, unit(finding)]);
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  const most = [...counts.values()].reduce((a, b) => Math.max(a, b), 1);
  const oneMonth = !byMonth && days.length > 7 && new Set(days.map((each) => each.slice(0, 7))).size === 1;
  const short = (each) => (oneMonth ? each.slice(8) : each.slice(5));
  const undated = findings.length - dated.length;
  const cell = (name, each) => {
    const number = counts.get(JSON.stringify([name, each]));
    return number ? h('span', { class: `heat heat-${Math.max(1, Math.ceil((number / Math.max(most, 4)) * 4))}` }, count(number)) : '';
  };
  const drawn = plot('plot-days', byMonth ? 'In which months did which findings arise?' : 'On which days did which findings arise?',
    `By the date that the record bears, whatever the venue\u2019s clock says.${undated > 0 ? ` ${many(undated, 'finding bears', 'findings bear')} no date.` : ''}`,
    table({
      caption: byMonth ? 'Findings by code and month' : `Findings by code and day${oneMonth ? ` of ${days[0].slice(0, 7)}` : ''}`,
      classes: days.length > 12 ? 'days narrow' : 'days',
      rows: codes,
      columns: [
        { title: 'Finding', text: (name) => neutral(name) },
        ...days.map((each) => ({ title: oneYear ? h('span', { title: each }, short(each)) : each, number: true, text: (name) => cell(name, each) })),
        { title: 'All', number: true, text: (name) => count(dated.filter((finding) => finding.code === name).length) },
      ],
    }));
  drawn.classList.toggle('not-printed', areFew(findings));
  return drawn;
}

// How often each result came, by ruleset and decks, and what chance makes of it.
function outcomesOf(report) {
  const expected = list(report.expected?.outcomes);
  return list(report.outcomes).flatMap((each) => {
    const match = expected.find((one) => one.ruleset === each.ruleset && one.decks === each.decks);
    const coups = ['player', 'banker', 'tie'].reduce((sum, name) => sum + Number(whole(each[name])), 0);
    return coups === 0 ? [] : ['player', 'banker', 'tie'].map((name) => ({ each, name, coups, actual: Number(whole(each[name])), expectation: expectation(match?.[name]) }));
  });
}

function isUnlikely({ expectation: band, actual }) {
  return Boolean(band) && (actual < band.low || actual > band.high);
}

// Do the results fall as the rules make them?
function plotOutcomes({ report }) {
  const rows = outcomesOf(report);
  if (rows.length === 0) return null;
  const outside = rows.filter(isUnlikely);
  const judged = rows.filter(({ expectation }) => expectation);
  const answer = judged.length === 0
    ? 'No expectation is given in this report.'
    : outside.length === 0
      ? `Yes: all ${judged.length} counts stand within their bands${bandWords(report)}.`
      : `${many(outside.length, 'count stands', 'counts stand')} outside the band${bandWords(report)}.`;
  const names = ['player', 'banker', 'tie'];
  const shares = (name) => rows.filter((row) => row.name === name)
    .flatMap(({ actual, coups, expectation }) => [actual, expectation?.low ?? actual, expectation?.high ?? actual].map((number) => number / coups));
  const scales = new Map(names.map((name) => [name, [Math.min(...shares(name)), Math.max(...shares(name))]]));
  const groups = rows.filter(({ name }) => name === 'player').map(({ each, coups }) => ({ each, coups, of: (name) => rows.find((row) => row.each === each && row.name === name) }));
  return plot('plot-outcomes', 'Do the results fall as the rules and the decks make them?', answer, table({
    caption: 'Results of the coups that count: a point for what came, a line for what is expected, a bar for its band; below them coups and share, then the share that is expected and the band in coups',
    classes: 'drawn outcomes',
    rows: groups,
    quiet: ({ of }) => names.every((name) => of(name).expectation && !outside.includes(of(name))),
    silence: 'every count stands within its band',
    columns: [
      { title: 'Ruleset and decks', text: ({ each, coups }) => [neutral(each.ruleset), h('div', { class: 'quiet' }, `${whole(each.decks) > 0n ? many(each.decks, 'deck', 'decks') : 'decks not known'}, ${many(coups, 'coup', 'coups')}`)] },
      ...names.map((name) => ({ title: name[0].toUpperCase() + name.slice(1), classes: 'third', text: ({ of }) => outcome(of(name), scales.get(name), outside.includes(of(name))) })),
    ],
  }));
}

function outcome({ name, actual, coups, expectation }, [from, to], outside) {
  const percent = (part) => `${((part / coups) * 100).toFixed(1)} %`;
  const band = expectation ? `band ${count(expectation.low)} to ${count(expectation.high)}` : 'no expectation';
  return [
    strip(`${name}: ${count(actual)} of ${count(coups)}${expectation ? `, expected ${expectation.expected}, ${band}` : ''}`, from, to, [
      expectation && { band: [expectation.low / coups, expectation.high / coups], classes: 'band' },
      expectation && { line: expectation.expected / coups, classes: 'expected' },
      { point: actual / coups, classes: `actual ${outside ? 'outside' : ''}` },
    ].filter(Boolean)),
    h('div', { class: outside ? 'warning' : null }, `${count(actual)}, ${percent(actual)}`),
    h('div', { class: 'quiet' }, expectation ? `${percent(expectation.expected)}, ${count(expectation.low)} to ${count(expectation.high)}` : band),
  ];
}

// What is expected of one result, as numbers; none where the report gives no such.
function expectation(expected) {
  if (!expected) return undefined;
  const out = { expected: measure(expected.expected), low: measure(expected.low), high: measure(expected.high) };
  return Object.values(out).every(Number.isFinite) ? out : undefined;
}
