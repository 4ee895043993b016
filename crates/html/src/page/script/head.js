// What the report is about, and what it comes to.

function drawTitle({ report, tables, shoes }) {
  const venues = [...new Set(tables.map((each) => [each.jurisdiction, each.venue].filter(Boolean).map(neutral).join(' ')))];
  const names = tables.map((each) => neutral(each.table));
  return [
    facts([
      ['Licensee', line('')],
      ['Venue', venues.join(', ')],
      ['Tables', names.length > 12 ? many(names.length, 'table', 'tables') : names.join(', ')],
      ['Period', periodOf(report, shoes)],
      ['Report made', `${moment(report.generated_at)} by ${neutral(report.tool)}`],
      ['Auditor', line('')],
      ['Date', line('')],
    ]),
  ];
}

function periodOf(report, shoes) {
  const period = report.period ?? report.scope;
  if (period?.from || period?.to) {
    return `${period.from ? neutral(period.from) : 'the first record'} to ${period.to ? neutral(period.to) : 'the last record'}`;
  }
  const days = shoes.map((shoe) => day(shoe.from)).filter(Boolean).sort();
  if (days.length === 0) return null;
  return days[0] === days.at(-1) ? `shoes begun on ${days[0]}` : `shoes begun from ${days[0]} to ${days.at(-1)}`;
}

function drawGlance({ report, findings, tables }) {
  const summary = report.summary ?? {};
  const told = findings.filter((finding) => finding.severity !== 'info').length;
  const notes = findings.length - told;
  return h('div', { class: 'glance' },
    h('p', { class: 'lead' }, told === 0
      ? `No exception in ${many(summary.coups, 'coup', 'coups')}.`
      : `${many(told, 'exception', 'exceptions')} in ${many(summary.coups, 'coup', 'coups')}.`,
    notes > 0 ? ` ${many(notes, 'note', 'notes')} besides.` : ''),
    h('ul', { class: 'severities' }, SEVERITIES.map((severity) => {
      const number = whole(summary.by_severity?.[severity]);
      return number > 0n && h('li', { class: severity }, mark(severity), h('b', {}, count(number)), ` ${severity}`);
    })),
    glanceSums(summary, tables),
    summary.truncated && h('p', { class: 'warning' },
      'Not every finding is listed. Left out: ',
      Object.entries(summary.truncated).map(([name, number]) => `${neutral(name)} ${count(number)}`).join(', '), '. The counts above are complete.'));
}

function glanceSums(summary, tables) {
  const byCurrency = sums(tables);
  const rows = byCurrency.size > 0 ? [...byCurrency] : [[undefined, summary]];
  return rows.map(([currency, sum]) => {
    const variance = whole(sum.returned) - whole(sum.due);
    return h('dl', { class: 'figures' }, [
      ['Coups', count(sum.coups)],
      ['Wagers', count(sum.wagers)],
      ['Staked', money(sum.staked, currency)],
      ['Returned', money(sum.returned, currency)],
      ['Due', money(sum.due, currency)],
      ['Net variance', [money(variance, currency, true), h('small', {}, favour(variance))]],
    ].map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
  });
}

// A shape for each severity, so that colour is never needed.
function mark(severity) {
  const shapes = {
    critical: s('path', { d: 'M6 .8 11.4 10.8H.6Z' }),
    major: s('path', { d: 'M6 .4 11.6 6 6 11.6 .4 6Z' }),
    minor: s('circle', { cx: 6, cy: 6, r: 4.8 }),
    info: s('circle', { cx: 6, cy: 6, r: 4, class: 'hollow' }),
  };
  return s('svg', { viewBox: '0 0 12 12', width: 12, height: 12, class: `mark ${severity}`, 'aria-hidden': 'true' }, shapes[severity] ?? shapes.info);
}

function drawScope({ report, tables, shoes }) {
  const summary = report.summary ?? {};
  return section('scope', 'Objective and scope',
    h('p', {}, 'To find whether every coup was dealt, judged and paid as the approved rules say, and whether the logs that say so can be relied on.'),
    h('p', {}, 'Each log was authenticated; the rules in force at each coup\u2019s commencement were found; the coup was dealt again from its cards and settled again to the minor unit; and what does not fit is listed below with its clause.'),
    facts([
      ['Population', `${many(summary.coups, 'coup', 'coups')} with ${many(summary.wagers, 'wager', 'wagers')}, of ${many(list(report.inputs).length, 'log', 'logs')}${tables.length ? ` of ${many(tables.length, 'table', 'tables')}` : ''}${shoes.length ? `, ${many(shoes.length, 'shoe', 'shoes')}` : ''}`],
      ['Sample', 'all of it: 100 %'],
      ['Judged by', report.judged_by && `every coup by ${neutral(report.judged_by)}, whatever was in force`],
    ]));
}
