// What follows up, what the marks mean, and who signs.

const STANDINGS = [
  ['open', 'Open', 'nothing that was read now answers them, or what they take to be found was not asked again'],
  ['repeated', 'Repeated', 'the same was found again, or, as its record was not judged again, another of its code at its table'],
  ['settled', 'Settled', 'answered, or gone'],
];

// How long what is open has been open, as `resettle report trend` counts it.
const AGES = [[30, 'up to 30 days'], [90, 'up to 90'], [180, 'up to 180'], [365, 'up to 365'], [730, 'up to 2 years'], [Infinity, 'beyond']];

function isException({ code, severity }) {
  return severity !== 'info' && code !== UNCERTAIN && !String(code ?? '').startsWith('disposition/');
}

// Exceptions carried forward that are not settled, then those of this report that are not among them: what was decided of
// each, and for how many days it has been open.
function unsettled(carried, findings) {
  const still = carried.filter((each) => each.standing !== 'settled');
  const known = new Set(still.map((each) => each.fingerprint));
  const fresh = findings.filter((finding) => isException(finding) && !known.has(finding.fingerprint));
  return [
    ...still.map((each) => ({ answer: each.answer, days: each.age_days })),
    ...fresh.map((finding) => ({ answer: finding.disposition })),
  ];
}

// What is open by who sees to it.
function ownersOf(carried, findings) {
  const owners = new Map();
  for (const { answer, days } of unsettled(carried, findings)) {
    // A waiver or a ruling in date answers it; an action says who will.
    if (answer && !answer.expired && answer.kind !== 'action') continue;
    const owner = answer ? answer.owner ?? answer.by : null;
    const own = owners.get(owner) ?? { owner, ages: AGES.map(() => 0), oldest: undefined, overdue: 0 };
    const age = days === undefined || days === null ? 0 : Number(days);
    own.ages[AGES.findIndex(([most]) => age <= most)] += 1;
    if (days !== undefined && days !== null) own.oldest = Math.max(own.oldest ?? 0, age);
    own.overdue += answer?.expired ? 1 : 0;
    owners.set(owner, own);
  }
  return [...owners.values()].sort((a, b) => (a.owner === null ? -1 : b.owner === null ? 1 : a.owner < b.owner ? -1 : 1));
}

function drawAges(carried, findings) {
  const rows = ownersOf(carried, findings);
  return rows.length > 0 && table({
    caption: 'How long what is open has been open since it was first reported, by who sees to it',
    classes: 'blocks ages',
    rows,
    columns: [
      { title: 'Who sees to it', text: (own) => (own.owner === null ? 'no owner' : neutral(own.owner)) },
      ...AGES.map(([, words], at) => ({ title: words, number: true, text: (own) => (own.ages[at] > 0 ? count(own.ages[at]) : '') })),
      { title: 'Oldest, days', number: true, text: (own) => (own.oldest === undefined ? '' : count(own.oldest)) },
      { title: 'Answer out of date', number: true, text: (own) => (own.overdue > 0 ? count(own.overdue) : '') },
    ],
  });
}

function drawCarried({ report, findings, tables }) {
  if (!Array.isArray(report.carried)) return null;
  const known = new Map(findings.filter((finding) => finding.fingerprint).map((finding) => [finding.fingerprint, finding]));
  const rows = report.carried.map((each) => ({
    ...each,
    currency: currencyOf(tables, each.venue ? each : null),
    again: known.get(each.fingerprint),
  }));
  const of = (standing) => rows.filter((each) => each.standing === standing);
  const others = rows.filter((each) => !STANDINGS.some(([standing]) => standing === each.standing));
  return section('carried', 'Exceptions of the previous report',
    h('p', {}, rows.length === 0 ? 'It had none that are followed up.' : `${many(rows.length, 'exception', 'exceptions')}: ${STANDINGS.map(([standing, name]) => `${count(of(standing).length)} ${name.toLowerCase()}`).join(', ')}.`,
      report.previous && [' They stand in ', h('span', { class: 'path' }, neutral(report.previous.path)), ', made ', when(report.previous.generated_at), '.']),
    STANDINGS.map(([standing, name, means]) => of(standing).length > 0 && carriedTable(of(standing), `${name}: ${means}`, standing === 'settled' ? FEW : 200)),
    others.length > 0 && carriedTable(others, 'Others', FEW));
}

function carriedTable(rows, caption, few) {
  return folded(rows, caption, [
    { title: 'Finding', text: (each) => [
      h('div', { class: `severity ${SEVERITIES.includes(each.severity) ? each.severity : ''}` }, mark(each.severity), neutral(each.severity ?? '')), h('b', {}, neutral(each.code ?? '')),
      h('div', { class: 'quiet' }, h('code', { class: 'short', title: neutral(each.fingerprint ?? '') }, neutral(each.fingerprint ?? '').slice(0, 16)))] },
    { title: 'Place', classes: 'place', text: (each) => [h('div', {}, carriedPlace(each) || (each.log ? '' : '\u2013')), h('div', { class: 'path' }, neutral(each.log ?? ''))] },
    { title: 'What was reported', text: (each) => [neutral(each.message ?? ''), each.answer && drawDisposition(each.answer)] },
    { title: 'Money', number: true, text: (each) => (each.money === null || each.money === undefined ? '\u2013' : [money(each.money, each.currency, true), h('div', { class: 'quiet wraps' }, favourOf(each))]) },
    { title: 'Now and first', text: (each) => [h('b', { class: `standing ${each.standing === 'settled' ? '' : 'differs'}` }, neutral(each.standing ?? '')), h('div', { class: 'quiet' }, neutral(each.because ?? '')), list(each.missing).map((what) => h('div', { class: 'quiet' }, neutral(what))),
      each.again && h('div', {}, h('a', { href: `#${each.again.id}` }, `finding ${each.again.number}`)),
      h('div', { class: 'quiet' }, 'first reported ', h('time', { class: 'moment' }, day(each.first_reported) ?? neutral(each.first_reported ?? '')),
        each.age_days !== undefined && `, ${many(each.age_days, 'day', 'days')} ago`)] },
  ], { few });
}

function carriedPlace(each) {
  return [
    each.venue && each.table && tableName(each),
    each.shoe && `shoe ${neutral(each.shoe)}`,
    each.coup !== null && each.coup !== undefined && `coup ${neutral(each.coup)}`,
    each.wager && `wager ${neutral(each.wager)}`,
  ].filter(Boolean).join(', ');
}

function drawLegend() {
  return section('legend', 'Tick marks',
    h('dl', { class: 'ticks' }, Object.entries(TICKS).map(([letter, meaning]) => h('div', {}, h('dt', {}, tick(letter)), h('dd', {}, meaning)))),
    h('dl', { class: 'ticks' }, [
      ['critical', 'money, the result or the evidence is wrong'],
      ['major', 'a breach of procedure, or of a reading of the rules'],
      ['minor', 'something is missing, uncertain or unusual; it shows no wrong payment by itself'],
      ['info', 'worth knowing'],
    ].map(([severity, meaning]) => h('div', {}, h('dt', { class: `severity ${severity}` }, mark(severity), severity), h('dd', {}, meaning)))));
}

function drawChecking() {
  const commands = 'ssh-keygen -Y verify -f ../allowed_signers -I NAME -n resettle-report -s MANIFEST.sha256.sig < MANIFEST.sha256\nsha256sum -c MANIFEST.sha256';
  return section('checking', 'Checking this report without this page',
    h('p', {}, 'Inside the report\u2019s folder, with the signer\u2019s line in an allowed_signers file that reached you by another way:'),
    h('pre', { tabindex: '0' }, commands),
    h('p', {}, 'The first command says who signed, the second that every file is what was signed, this page among them.'));
}

function drawSignOff() {
  const person = (title) => h('div', { class: 'signer' }, h('h3', {}, title), line('Name'), line('Signature'), line('Date'));
  return section('sign-off', 'Sign-off', h('div', { class: 'signers' }, person('Prepared by'), person('Reviewed by'), person('For the licensee')));
}
