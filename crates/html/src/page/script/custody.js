// What was judged, what vouches for it, and by which rules.

const FEW = 12;

function folded(rows, caption, columns) {
  const drawn = (part) => table({ caption, columns, rows: part, classes: 'custody' });
  if (rows.length <= FEW) return drawn(rows);
  return h('details', { class: 'fold' }, h('summary', {}, `${caption}: ${count(rows.length)}`), drawn(rows));
}

function drawCustody({ report }) {
  const inputs = list(report.inputs);
  const keys = [...new Set(inputs.flatMap((input) => list(input.keys)))];
  const complete = inputs.filter((input) => whole(input.records) > 0n && whole(input.records) === whole(input.authenticated_records));
  return section('custody', 'Chain of custody',
    h('p', {}, `${count(complete.length)} of ${many(inputs.length, 'log is', 'logs are')} vouched for from the first record to the last by seals that count.`,
      report.trust ? '' : ' No trust store was given, so no seal counts.'),
    folded(inputs, 'Logs', [
      { title: 'Log and file', text: (input) => [h('b', {}, input.log ? neutral(input.log) : 'no readable open'), h('br'), h('span', { class: 'path' }, neutral(input.path))] },
      { title: 'SHA-256 of the file', text: (input) => h('code', { class: 'hash' }, neutral(input.sha256)) },
      { title: 'Records', number: true, text: (input) => count(input.records) },
      { title: 'Coups', number: true, text: (input) => count(input.coups) },
      { title: 'Authenticated', number: true, text: (input) => [sealed(input), input.note && h('div', { class: 'quiet' }, neutral(input.note))] },
      { title: 'Seal keys', text: (input) => list(input.keys).map((key) => h('code', { class: 'short', title: neutral(key) }, neutral(key).slice(0, 12))) },
    ]),
    keys.length > 0 && h('details', { class: 'fold' }, h('summary', {}, `Keys of the seals: ${keys.length}`),
      h('ul', { class: 'plain' }, keys.map((key) => h('li', {}, h('code', { class: 'hash' }, neutral(key)))))),
    facts([
      ['Heads remembered', report.heads && [neutral(report.heads.path), `: ${many(report.heads.remembered, 'log', 'logs')}, ${count(report.heads.not_seen)} of them not handed over `, report.heads.sha256 && h('code', { class: 'hash' }, neutral(report.heads.sha256))]],
      ['Trust store', report.trust && [neutral(report.trust.path), ' ', h('code', { class: 'hash' }, neutral(report.trust.sha256))]],
    ]));
}

function sealed(input) {
  const [records, vouched] = [whole(input.records), whole(input.authenticated_records)];
  if (vouched === records) return records === 0n ? '0' : `all ${count(records)}`;
  return h('strong', { class: 'warning' }, `${count(vouched)} of ${count(records)}`);
}

function drawFacts({ report }) {
  const stated = Object.entries(report.facts?.in_force ?? {});
  if (!report.facts) return null;
  return section('facts', 'Facts stated',
    h('p', {}, 'Where a document leaves a date open, this was stated in ', h('span', { class: 'path' }, neutral(report.facts.path)), ' ', h('code', { class: 'hash' }, neutral(report.facts.sha256)), ':'),
    table({
      caption: 'Rulesets in force by statement',
      rows: stated,
      columns: [
        { title: 'Ruleset', text: ([id]) => neutral(id) },
        { title: 'In force from', text: ([, fact]) => neutral(fact.from) },
        { title: 'Stated by', text: ([, fact]) => neutral(fact.by) },
        { title: 'Source', text: ([, fact]) => neutral(fact.source) },
      ],
    }));
}

function drawRulesets({ report }) {
  return section('rulesets', 'Rulesets',
    table({
      caption: 'Rulesets that coups were judged by',
      rows: list(report.rulesets),
      columns: [
        { title: 'Ruleset', text: (ruleset) => neutral(ruleset.id) },
        { title: 'Digest (SHA-256)', text: (ruleset) => h('code', { class: 'hash' }, neutral(ruleset.sha256)) },
        { title: 'Approval', text: (ruleset) => approval(ruleset) },
        { title: 'Coups', number: true, text: (ruleset) => count(ruleset.coups) },
      ],
    }));
}

function approval(ruleset) {
  const told = ruleset.approval ?? ruleset.approved;
  if (told === undefined || told === null) return h('span', { class: 'quiet' }, 'not stated');
  if (typeof told === 'object') return Object.entries(told).map(([name, value]) => h('div', {}, `${plain(name)}: ${neutral(value)}`));
  return neutral(told);
}
