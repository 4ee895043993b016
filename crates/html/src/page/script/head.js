// What the report is about, and what it comes to.

function drawTitle({ report, tables, shoes }) {
  const venues = [...new Set(tables.map((each) => [each.jurisdiction, each.venue].filter(Boolean).map(neutral).join(' ')))];
  const byVenue = new Map();
  for (const each of tables) byVenue.set(each.venue, [...(byVenue.get(each.venue) ?? []), neutral(each.table)]);
  // No name is broken at its hyphen.
  const inARow = (own) => own.map((name, at) => [at > 0 && ', ', h('span', { class: 'unbroken' }, name)]);
  const names = tables.length > 12
    ? [many(tables.length, 'table', 'tables')]
    : [...byVenue].map(([venue, own]) => (byVenue.size > 1 ? h('div', {}, `${neutral(venue)}: `, inARow(own)) : inARow(own)));
  return [
    facts([
      ['Licensee', report.licensee ? neutral(report.licensee) : line('')],
      ['Venue', venues.join(', ')],
      ['Tables', names],
      ['Period', periodOf(report, shoes)],
      ['Report made', [when(report.generated_at), ` by ${neutral(report.tool)}`]],
      ['Auditor', report.auditor ? neutral(report.auditor) : line('')],
      ['Date', line('')],
    ]),
  ];
}

function periodOf(report, shoes) {
  const period = report.period ?? report.scope;
  if (period?.from || period?.to) {
    return days(period.from ? neutral(period.from) : 'the first record', period.to ? neutral(period.to) : 'the last record');
  }
  const begun = shoes.map((shoe) => day(shoe.from)).filter(Boolean).sort();
  if (begun.length === 0) return null;
  return [begun[0] === begun.at(-1) ? 'shoes begun on ' : 'shoes begun from ', days(begun[0], begun.at(-1))];
}

function drawGlance(model) {
  const { report, findings, tables } = model;
  const summary = report.summary ?? {};
  // The counts are of all findings, also of those that are not listed.
  const all = SEVERITIES.reduce((sum, severity) => sum + whole(summary.by_severity?.[severity]), 0n);
  const uncertain = whole(summary.by_code?.[UNCERTAIN]);
  const notes = whole(summary.by_severity?.info);
  const exceptions = all - uncertain - notes;
  const doubts = new Set(findings.filter((finding) => finding.code === UNCERTAIN).map(doubt)).size;
  const judged = report.promotions ? many(report.promotions.judged, 'promotion', 'promotions') : many(summary.coups, 'coup', 'coups');
  const notJudged = [...sums(tables).values()].reduce((sum, each) => sum + whole(each.wagers_not_judged), 0n);
  const noWagers = tables.flatMap((row) => list(row.not_asked)).filter((each) => each.why === 'no_wagers').reduce((sum, each) => sum + whole(each.coups), 0n);
  return h('div', { class: 'glance' },
    h('p', { class: 'lead' }, exceptions === 0n
      ? `No exception in ${judged}${notJudged > 0n ? `, as far as they were judged: the money of ${many(notJudged, 'wager', 'wagers')} was not` : ''}.`
      : `${many(exceptions, 'exception', 'exceptions')}${concerned(report, findings, judged)}.`,
    noWagers > 0n ? ` Of ${many(noWagers, 'coup', 'coups')} besides no-bet coups no wager is logged, and money was not asked.` : '',
    notes > 0n ? ` ${many(notes, 'note', 'notes')} besides.` : '',
    doubts > 0 ? ` Whether the rules that were used were in force is uncertain for ${doubtful(findings, tables) || `${count(doubts)} pairs of table and ruleset`}: every sum of theirs below, and what is owed there, rests on it (${many(uncertain, 'finding', 'findings')}, not counted as exceptions).` : ''),
    h('ul', { class: 'severities' }, SEVERITIES.map((severity) => {
      const number = whole(summary.by_severity?.[severity]) - (severity === 'minor' ? uncertain : 0n);
      return number > 0n && h('li', { class: severity }, mark(severity), h('b', {}, count(number)), ` ${severity}`);
    })),
    drawWronglyPaid(tables, report.summary),
    drawVouched(report),
    drawEvidence(report, findings),
    report.judged_by && h('p', { class: 'warning' }, `Every coup was judged by ${neutral(report.judged_by)}, whatever was in force, because that was asked for.`),
    list(report.judged_with?.not_asked).length > 0 && h('p', {}, `Not asked: ${list(report.judged_with.not_asked).map(notAsked).join('; ')}.`),
    lacksAnything(report) && h('p', {}, 'The logs lack what some checks need: of how much each check was asked stands under ', h('a', { href: '#coverage' }, 'What was asked'), '.'),
    notRead(report).length > 0 && h('p', { class: 'warning' }, h('a', { href: '#unread' }, 'Not everything could be read'), `: ${notRead(report).join('; ')}. What they would have said is judged nowhere.`),
    report.promotions ? drawPromotionsGlance(report) : glanceSums(summary, tables),
    drawTournamentGlance(summary.tournament),
    drawExecutive(model),
    drawRegisterGlance(report),
    drawCarriedGlance(report),
    summary.truncated && h('p', { class: 'warning' },
      'Not every finding is listed. Left out: ',
      Object.entries(summary.truncated).map(([name, number]) => `${neutral(name)} ${count(number)}`).join(', '), '. The counts above are complete.'));
}

// What a run leaves open without a file or an option that would show it.
const OPEN_WITHOUT = {
  'trust store': 'whether seals are of keys that the venue may use',
  approvals: 'whether the rulesets are approved',
  settings: 'how far the clocks of the sources may differ, and which sources there have to be',
  roster: 'whether the log of a table or a day is missing',
  heads: 'whether a log lost its end since it was read before',
  digests: 'whether the logs are those that the venue signed for each day',
  'previous report': 'what became of earlier exceptions',
};

function notAsked(name) {
  return Object.hasOwn(OPEN_WITHOUT, name) ? `${OPEN_WITHOUT[name]} (${name})` : neutral(name);
}

// Which tables these are, where they are few.
function doubtful(findings, tables) {
  const names = [...new Set(findings.filter((finding) => finding.code === UNCERTAIN && finding.where).map((finding) => tableName(finding.where)))];
  const coups = tables.filter((each) => names.includes(tableName(each))).reduce((sum, each) => sum + whole(each.coups), 0n);
  if (names.length === 0) return '';
  const of = names.length <= 4 ? names.join(', ') : many(names.length, 'table', 'tables');
  return coups > 0n ? `${of}, with ${many(coups, 'coup', 'coups')}` : of;
}

// At how many coups; one coup may have several, what is about a log has none, and a coup that could not be read is none of those read.
function concerned(report, findings, judged) {
  if (report.summary?.truncated || report.promotions) return ` in ${judged}`;
  const all = findings.filter((finding) => finding.severity !== 'info' && finding.code !== UNCERTAIN);
  const of = all.filter((finding) => isKnown(finding.coup));
  const coups = new Set(of.map((finding) => JSON.stringify([finding.log, finding.shoe, finding.coup]))).size;
  const others = all.length - of.length;
  const found = others > 0 ? `: ${count(of.length)}` : '';
  const at = [`${found} at ${many(coups, 'coup', 'coups')}`, others > 0 && `${count(others)} about no coup`].filter(Boolean).join(', ');
  return `${at}; ${judged} read`;
}

// What is wrong with logs as such moves no money, and would never be among the worst.
function drawEvidence(report, findings) {
  const codes = new Map();
  for (const { code, severity } of findings) {
    if (severity !== 'info' && /^(integrity|reconcile)\//.test(code ?? '')) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  return codes.size > 0 && h('p', { class: 'warning' }, h('b', {}, 'Logs and seals'), ': ',
    [...codes].sort().map(([code, number], at) => [at > 0 && ', ', `${count(number)} `, h('button', { type: 'button', class: 'link', 'data-code': code }, neutral(code))]), '.',
    isVouched(report) && ' A seal that counts vouches for every record that is there all the same.');
}

// Chips of tournaments are no money, and count in no sum of it.
function drawTournamentGlance(sum) {
  if (!sum) return null;
  return [
    h('p', { class: 'figures-of' }, 'Tournament play, in chips'),
    h('dl', { class: 'figures' }, [
      ['Coups', count(sum.coups)],
      ['Staked', count(sum.staked)],
      ['Returned', count(sum.returned)],
      ['Due', count(sum.due)],
      ['Net error', amount(whole(sum.returned) - whole(sum.due), 'chips', true)],
    ].map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
  ];
}

// What became of the exceptions of the report before.
function drawCarriedGlance({ carried }) {
  if (!Array.isArray(carried) || carried.length === 0) return null;
  const of = (standing) => carried.filter((each) => each.standing === standing).length;
  return h('p', { class: of('open') + of('repeated') > 0 ? 'warning' : null }, h('a', { href: '#carried' }, 'Exceptions of the previous report'),
    `: ${of('open')} open, ${of('repeated')} repeated, ${of('settled')} settled.`);
}

// The money comes before what it rests on: a narrow screen shows no more at first.
function drawWronglyPaid(tables, summary) {
  const onCondition = (currency, side) => {
    const sum = sumOnCondition(summary ?? {}, currency, side);
    return sum > 0n ? ` (${money(sum, currency)} of it on a condition)` : '';
  };
  const of = (name, side) => [...sums(tables)].filter(([, sum]) => whole(sum[name]) !== 0n).map(([currency, sum]) => `${money(sum[name], currency)}${onCondition(currency, side)}`).join(', ');
  const parts = [['Paid too much', of('overpaid', 'to_house')], ['Paid too little', of('underpaid', 'to_patron')]].filter(([, all]) => all !== '');
  return parts.length > 0 && h('p', {}, parts.map(([words, all], at) => [at > 0 && '. ', `${words}: `, h('b', {}, all)]), '.');
}

// Figures that nobody vouches for prove nothing, and say so where they stand.
function recordsOf(report) {
  const sum = (name) => list(report.inputs).reduce((all, input) => all + whole(input[name]), 0n);
  return [sum('records'), sum('authenticated_records')];
}

function isVouched(report) {
  const [records, vouched] = recordsOf(report);
  return records > 0n && records === vouched;
}

function drawVouched(report) {
  const [records, vouched] = recordsOf(report);
  if (records === 0n || records === vouched) return null;
  return h('p', { class: 'warning' }, h('a', { href: '#custody' }, `${count(vouched)} of ${many(records, 'record is', 'records are')} authenticated`),
    vouched === 0n ? ': no seal vouches for these figures.' : `: no seal vouches for ${records - vouched === 1n ? 'the other, whose line stands' : 'the others, whose lines stand'} under Custody.`);
}

function glanceSums(summary, tables) {
  const byCurrency = sums(tables);
  const rows = byCurrency.size > 0 ? [...byCurrency] : [[undefined, summary]];
  return rows.map(([currency, sum]) => {
    const variance = whole(sum.returned) - whole(sum.due);
    const notJudged = whole(sum.wagers_not_judged);
    const nothing = notJudged > 0n && notJudged === whole(sum.wagers);
    const own = [...new Set(tables.filter((each) => each.currency === currency).map((each) => neutral(each.venue)))].join(', ');
    // The heading names the currency.
    const shown = rows.length > 1 ? amount : money;
    return [
      rows.length > 1 && h('p', { class: 'figures-of' }, `${own}, in ${neutral(currency)}`),
      h('dl', { class: 'figures' }, [
        ['Coups', count(sum.coups)],
        ['Wagers', count(sum.wagers)],
        ['Staked', shown(sum.staked, currency)],
        ['Returned', shown(sum.returned, currency)],
        ['Won by the house', [shown(wonOf(sum).won, currency), h('small', {}, `${share(wonOf(sum).won, sum.staked)} % of stakes`)]],
        ['Due', nothing ? 'not judged' : [shown(sum.due, currency), ofStatement(summary, currency, 'uncertain', (staked) => `by rules that are uncertain, of ${money(staked, currency)} staked`)]],
        !nothing && ['Overpaid', [shown(sum.overpaid, currency), conditional(summary, currency, 'to_house')]],
        !nothing && ['Underpaid', [shown(sum.underpaid, currency), conditional(summary, currency, 'to_patron')]],
        !nothing && ['Net error', [shown(variance, currency, true), h('small', {}, variance === 0n && whole(sum.overpaid) !== 0n ? 'errors either way cancel out' : favour(variance)), ofStatement(summary, currency, 'net_error_on_condition', (net) => `${money(net, currency, true)} of it on a condition; without that ${money(variance - whole(net), currency, true)}`)]],
        notJudged > 0n && ['Not judged', [many(notJudged, 'wager', 'wagers'), h('small', {}, `${money(sum.staked_not_judged, currency)} staked${nothing ? '' : `; what went back${isKnown(sum.returned_not_judged) ? `, ${money(sum.returned_not_judged, currency)},` : ''} counts as what was due`}`)]],
      ].filter(Boolean).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    ];
  });
}

function lineOfStatement(summary, currency, name) {
  return list(list(summary?.currencies).find((each) => each.currency === currency)?.statement).find(({ line }) => line === name);
}

// What a line of the statement of money says beside a figure.
function ofStatement(summary, currency, name, words) {
  const stated = lineOfStatement(summary, currency, name);
  return stated && h('small', {}, h('a', { href: '#totals' }, words(stated.money)));
}

// What of it is owed only if something is so that has to be found out first.
function sumOnCondition({ owed_on_condition: rows }, currency, side) {
  return list(rows).filter((each) => each.currency === currency).reduce((all, each) => all + whole(each[side]), 0n);
}

function conditional(summary, currency, side) {
  const sum = sumOnCondition(summary, currency, side);
  return sum > 0n && h('small', {}, h('a', { href: '#brief' }, `${money(sum, currency)} of it on a condition`));
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
    h('p', {}, 'To find whether every coup was dealt, judged and paid as the rules that were used say, and whether the logs that say so can be relied on.'),
    h('p', {}, [
      report.trust ? 'Each log was held against the trust store (chain of custody says how much of it is authenticated)' : 'No log was authenticated, because no trust store was given',
      report.judged_by ? 'the ruleset that was named was applied whatever was in force' : 'the rules in force at each coup\u2019s commencement were looked up',
      'each coup for which there were rules was dealt again from its cards and settled again to the minor unit',
      'and what does not fit is listed below with its clause',
    ].join('; '), '.'),
    facts([
      ['Folder', report.scope?.folder && h('span', { class: 'path' }, neutral(report.scope.folder))],
      ['Days asked for', report.scope && daysOf(report.scope)],
      ['Venues asked for', report.scope && list(report.scope.venues).map(neutral).join(', ')],
      ['Tables asked for', report.scope && (list(report.scope.tables).map(neutral).join(', ') || 'all')],
      ['Population', `${many(summary.coups, 'coup', 'coups')} with ${many(summary.wagers, 'wager', 'wagers')}, of ${many(list(report.inputs).length, 'log', 'logs')}${tables.length ? ` of ${many(tables.length, 'table', 'tables')}` : ''}${shoes.length ? `, ${many(shoes.length, 'shoe', 'shoes')}` : ''}`],
      ['Sample', sampleOf(report)],
      ['Logs left out', leftOut(report.scope)],
      ['No logs', report.scope && list(report.scope.not_logs).length > 0 && list(report.scope.not_logs).map((path) => h('div', { class: 'path' }, neutral(path)))],
      ['Logs expected', expectedLogs(report)],
      ['Judged by', report.judged_by && `every coup by ${neutral(report.judged_by)}, whatever was in force`],
    ]));
}

function daysOf({ from, to }) {
  if (!from && !to) return 'all that the logs record';
  return [days(from ? neutral(from) : 'the first', to ? neutral(to) : 'the last'), ', by the venue\u2019s clock'];
}

// Lines that are no records were not read either, though their log was.
const UNREAD_LINES = 'integrity/malformed-record';

// Logs and folders; a monthly run says it under its scope.
function unreadOf(report) {
  return list(report.scope ? report.scope.unread : report.unread);
}

const MISSING_NAMED = 3;

function missingNamed(report) {
  const all = list(report.findings).filter(({ code }) => code === 'reconcile/missing-log');
  const named = all.slice(0, MISSING_NAMED).map((each) => [each.table, day(each.at)].filter(Boolean).map(neutral).join(' on '));
  return named.length > 0 ? ` (${named.join(', ')}${all.length > named.length ? ' and others' : ''})` : '';
}

// What was not read, in words; empty where everything was.
function notRead(report) {
  const files = unreadOf(report).length;
  const all = whole(report.summary?.by_code?.[UNREAD_LINES]);
  const missing = whole(report.roster?.missing ?? 0);
  return [
    files > 0 && `${many(files, 'log or folder', 'logs or folders')} could not be read, or not to the end`,
    all > 0n && `${many(all, 'line or part of a record is', 'lines and parts of records are')} not of the format (${UNREAD_LINES})`,
    missing > 0n && `${many(missing, 'log that the roster expects is', 'logs that the roster expects are')} missing${missingNamed(report)}`,
  ].filter(Boolean);
}

// No part of what was read is passed over; what was not read is never counted in.
function sampleOf(report) {
  const lacks = notRead(report);
  const scope = report.scope;
  const window = scope && (scope.from || scope.to || list(scope.venues).length > 0 || list(scope.tables).length > 0 || whole(scope.logs_left_out) > 0n);
  if (lacks.length === 0 && !window) return 'all of it: 100 %';
  return [
    window ? 'every coup of the days, venues and tables asked for that was read' : 'every coup that was read',
    lacks.length > 0 && h('div', { class: 'warning' }, 'Not everything was read: ', lacks.join('; '), '.'),
  ];
}

function leftOut(scope) {
  if (!scope) return null;
  const out = whole(scope.logs_left_out);
  const other = whole(scope.other_files);
  return `${out === 0n ? 'none' : `${count(out)} of ${count(scope.logs_found)}, by the days, venues and tables asked for`}${other > 0n ? `; ${many(other, 'other file is no log, and was not read as one', 'other files are no logs, and were not read as such')}` : ''}`;
}

function expectedLogs({ scope, roster }) {
  if (roster) return `${count(roster.expected)} by the roster, ${whole(roster.missing) === 0n ? 'none' : count(roster.missing)} missing`;
  return scope && 'not asked: no roster was given, so whether a log is missing is not known';
}
