// What was judged, what vouches for it, and by which rules.

const FEW = 12;

// A long table is folded on the screen; it is printed whole.
function folded(rows, caption, columns, { few = FEW, classes = 'fold printed', quiet, silence } = {}) {
  const drawn = (part) => table({ caption, columns, rows: part, classes: 'custody', quiet, silence });
  if (rows.length <= few) return drawn(rows);
  return h('details', { class: classes }, h('summary', {}, `${caption}: ${count(rows.length)}`), drawn(rows));
}

// A long list of hashes is for programs: on paper stand those rows alone that ask for something.
function hashes(rows, caption, columns, asks) {
  if (rows.length <= FEW) return folded(rows, caption, columns);
  const asking = rows.filter(asks);
  return [
    folded(rows, caption, columns, { classes: 'fold' }),
    h('div', { class: 'print-only' },
      h('p', {}, `${caption}: ${count(rows.length)}, with their hashes in report.json, which the signature covers, and in the workbook.${asking.length > 0 ? ' Those that are not wholly vouched for:' : ''}`),
      asking.length > 0 && table({ caption: `${caption} that are not wholly vouched for`, columns, rows: asking, classes: 'custody' })),
  ];
}

function hash(text) {
  return text && h('code', { class: 'hash' }, neutral(text));
}

// A file that was used, with its hash.
function used(file, ...more) {
  return file && [h('span', { class: 'path' }, neutral(file.path)), more, ' ', hash(file.sha256)];
}

const BREAK = 'integrity/chain-broken';

function drawCustody({ report }) {
  const inputs = list(report.inputs);
  const keys = [...new Set(inputs.flatMap((input) => list(input.keys)))];
  const breaks = whole(report.summary?.by_code?.[BREAK]);
  const complete = inputs.filter((input) => whole(input.records) > 0n && whole(input.records) === whole(input.authenticated_records));
  return section('custody', 'Chain of custody',
    h('p', {}, `${count(complete.length)} of ${many(inputs.length, 'log is', 'logs are')} vouched for from the first record to the last by seals that count.`,
      breaks > 0n && ` ${many(breaks, 'break', 'breaks')} of a chain (${BREAK}): a seal behind one vouches at most for what stands there now, not for what stood there before.`,
      report.trust ? '' : ' No trust store was given, so no seal counts.'),
    drawUnread(report),
    hashes(inputs, 'Logs', [
      { title: 'Log and file', text: (input) => [h('b', {}, input.log ? neutral(input.log) : 'no readable open'), h('br'), h('span', { class: 'path' }, neutral(input.path))] },
      { title: 'SHA-256 of the file', text: (input) => hash(input.sha256) },
      { title: 'Records', number: true, text: (input) => count(input.records) },
      { title: 'Coups', number: true, text: (input) => count(input.coups) },
      { title: 'Authenticated', number: true, text: (input) => [sealed(input), input.note && h('div', { class: 'quiet' }, neutral(input.note))] },
      { title: 'Keys of its seals', text: (input) => list(input.keys).map((key) => h('code', { class: 'short', title: neutral(key) }, neutral(key).slice(0, 12))) },
    ], (input) => whole(input.records) !== whole(input.authenticated_records) || whole(input.records) === 0n),
    keys.length > 0 && h('details', { class: keys.length > FEW ? 'fold' : 'fold printed', id: 'keys' }, h('summary', {}, `Keys of the seals, also of those that do not count: ${keys.length}`),
      h('ul', { class: 'plain keys' }, keys.map((key) => h('li', {}, h('code', { class: 'hash' }, neutral(key)))))),
    drawDigests(report),
    h('h3', { class: 'between' }, 'Papers that were used'),
    facts([
      ['Trust store', report.trust ? [report.trust, ...list(report.trust.also)].map((each) => h('div', {}, used(each))) : 'none: no seal could be verified'],
      ['Approvers', used(report.approvers)],
      ['Roster', report.scope && (used(report.roster, ': ', rosterWords(report.roster)) ?? 'none')],
      ['Dispositions', report.scope && (used(report.dispositions, `: ${many(report.dispositions?.all, 'waiver, ruling or action', 'waivers, rulings and actions')}, ${many(report.dispositions?.answered, 'finding', 'findings')} answered`) ?? 'none')],
      ['Previous report', report.scope && (report.previous ? [used(report.previous, ', made ', when(report.previous.generated_at)), h('div', {}, vouchedBy(report.previous.signer))] : 'none')],
      ['Checkpoint', report.checkpoint && [h('span', { class: 'path' }, neutral(report.checkpoint.path)), h('div', { class: 'warning' },
        `No key binds it, so nothing proves what was taken from it: ${list(report.checkpoint.tables).map(neutral).join(', ')}.`)]],
      ['Results of other machines', report.results && [h('span', { class: 'path' }, neutral(report.results.path)), h('div', { class: 'warning' },
        `Nothing in them shows who made them. Of ${many(report.results.units, 'unit', 'units')} ${count(list(report.results.judged_again).length)} were judged again where this report was made, drawn with seed ${neutral(report.results.seed)}, and came to the same: ${list(report.results.judged_again).map(neutral).join(', ')}.`)]],
      ['Judged with', report.judged_with && list(report.judged_with.given).map((each) => h('div', {}, h('code', {}, neutral(each.option ?? '')), ' ',
        each.value !== null && each.value !== undefined && h('span', { class: 'path' }, neutral(each.value)), each.sha256 && [' ', hash(each.sha256)]))],
      ['Not asked', report.judged_with && (list(report.judged_with.not_asked).map(neutral).join(', ') || 'nothing that can be asked')],
      ['Heads remembered', report.heads && used(report.heads, `: ${many(report.heads.remembered, 'log', 'logs')}, ${count(report.heads.not_seen)} of them not handed over`)],
    ], 'papers'));
}

function daysExpected(days) {
  if (!days) return '';
  const [from, to] = days.map(neutral);
  return from === to ? ` for ${from}` : ` for days from ${from} to ${to}`;
}

function rosterWords(roster) {
  if (!roster) return '';
  const [unlisted, unasked] = [list(roster.unlisted), list(roster.unasked)];
  return [
    `${many(roster.expected, 'log', 'logs')} expected${daysExpected(roster.days)}, ${count(roster.missing)} missing`,
    roster.signer && `, signed by ${neutral(roster.signer)}`,
    unlisted.length > 0 && [', not listed there: ', h('b', {}, unlisted.map(neutral).join(', '))],
    unasked.length > 0 && [', not asked: ', h('b', {}, unasked.map(neutral).join('; '))],
  ];
}

// What could not be read stands above what could.
function drawUnread(report) {
  const unread = unreadOf(report);
  const lines = notRead(report).slice(unread.length > 0 ? 1 : 0);
  if (unread.length === 0 && lines.length === 0) return null;
  return h('div', { id: 'unread', class: 'unread' }, h('h3', {}, 'What could not be read'),
    unread.length > 0 && folded(unread, 'Logs and folders that could not be read, or not to the end', [
      { title: 'File or folder', text: ({ path }) => h('b', { class: 'path' }, path ? neutral(path) : 'while logs were joined') },
      { title: 'Why', text: ({ error }) => reason(error) },
    ], { few: 50 }),
    lines.map((line) => h('p', {}, `${line[0].toUpperCase()}${line.slice(1)}; each stands among the exceptions.`)));
}

// The first line of what was said, without what a terminal says before it.
function reason(error) {
  return neutral(String(error ?? '').replace(/^error: /, '').split('\n')[0]);
}

function drawDigests(report) {
  const digests = list(report.digests);
  if (!report.scope) return null;
  if (digests.length === 0) return h('p', { class: 'quiet' }, 'The logs were held against no venue digest.');
  const without = list(report.undigested);
  const signed = digests.map((digest) => neutral(digest.day)).sort();
  return [
    h('p', {}, `The logs were held against ${many(digests.length, 'venue digest', 'venue digests')}, of `, days(signed[0], signed.at(-1)), '.'),
    hashes(digests, 'Venue digests', [
      { title: 'Venue and day', text: (digest) => [h('b', {}, neutral(digest.venue), ' ', h('span', { class: 'moment' }, neutral(digest.day))), h('br'), h('span', { class: 'path' }, neutral(digest.path))] },
      { title: 'SHA-256 of the file', text: (digest) => hash(digest.sha256) },
      { title: 'Logs', number: true, text: (digest) => count(digest.logs) },
      { title: 'Idle', number: true, text: (digest) => count(digest.idle) },
      { title: 'Signed by', text: (digest) => vouchedBy(digest.signer) },
    ], (digest) => isOpen(digest.signer)),
    without.length > 0 && h('p', { class: 'warning' }, `There are logs of ${many(without.length, 'day', 'days')} of which there is no digest: ${without.map(neutral).join(', ')}.`),
  ];
}

// Who signed, as the report says it; where no file names the key, that proves nothing. Older reports say "nobody".
function isOpen(signer) {
  return /^no signer|^nobody|^not asked|whom (?:no file|nobody) names$|who is not accepted$/.test(String(signer ?? 'no signer'));
}

function vouchedBy(signer) {
  return [h('span', { class: 'fingerprint' }, neutral(String(signer ?? 'no signer'))), isOpen(signer) && h('div', { class: 'warning' }, 'It proves nothing of who made it.')];
}

function sealed(input) {
  const [records, vouched] = [whole(input.records), whole(input.authenticated_records)];
  if (vouched === records) return records === 0n ? '0' : `all ${count(records)}`;
  const lines = list(input.not_vouched).slice(0, 10).map(([from, to]) => (from === to ? count(from) : `${count(from)} to ${count(to)}`));
  const coups = input.not_vouched_coups;
  return [h('strong', { class: 'warning' }, `${count(vouched)} of ${count(records)}`),
    lines.length > 0 && h('div', { class: 'quiet' }, `none for ${lines.length === 1 && !lines[0].includes(' ') ? 'line' : 'lines'} ${lines.join(', ')}${list(input.not_vouched).length > lines.length ? ' and more' : ''}${coups ? `: ${many(coups.coups, 'coup', 'coups')}, ${money(coups.staked, input.table?.currency)} staked in them` : ''}`)];
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

// The days on which the shoes began that a ruleset judged.
function daysJudged(shoes, id) {
  const begun = shoes.filter((shoe) => shoe.ruleset === id).map((shoe) => day(shoe.from)).filter(Boolean).sort();
  return begun.length === 0 ? h('span', { class: 'quiet' }, '\u2013') : days(begun[0], begun.at(-1));
}

function drawRulesets({ report, shoes }) {
  return section('rulesets', 'Rulesets',
    table({
      caption: 'Rulesets that coups were judged by',
      rows: list(report.rulesets),
      columns: [
        { title: 'Ruleset', text: (ruleset) => neutral(ruleset.id) },
        { title: 'Digest (SHA-256)', text: (ruleset) => h('code', { class: 'hash' }, neutral(ruleset.sha256)) },
        { title: 'Approval', text: (ruleset) => [approval(ruleset), whole(ruleset.uncertain ?? 0) > 0n && h('div', { class: 'warning' }, `uncertain whether in force: ${whole(ruleset.uncertain) === whole(ruleset.coups) ? 'all' : count(ruleset.uncertain)} of its coups`)] },
        { title: 'Judged shoes begun on', text: (ruleset) => daysJudged(shoes, ruleset.id) },
        { title: 'Coups', number: true, text: (ruleset) => count(ruleset.coups) },
      ],
    }));
}

const APPROVALS = {
  approved: 'approved',
  unapproved: 'not approved',
  altered: 'altered after its approval',
  unverified: 'not asked for',
};

function approval(ruleset) {
  const approval = ruleset.approval;
  if (!approval || !Object.hasOwn(APPROVALS, approval.state)) return h('span', { class: 'quiet' }, 'not stated');
  const weight = { altered: 'warning', unapproved: 'warning', unverified: 'quiet' }[approval.state];
  return [
    h('div', { class: weight }, APPROVALS[approval.state]),
    list(approval.by).map((by) => h('div', {}, `by ${neutral(by.name)}, `, when(by.at), ' ', h('code', { class: 'hash' }, neutral(by.key)),
      h('div', { class: 'quiet' }, [by.document ? 'traced against its document' : 'not traced against its document', whole(by.not_compared) > 0n && `, ${count(by.not_compared)} not compared`, by.tested === false && ', not tested']),
      by.against && h('div', { class: 'quiet' }, `compared with ${neutral(by.against)}: ${many(by.changes ?? 0, 'change', 'changes')}`))),
    list(approval.why).map((why) => h('div', { class: 'quiet' }, neutral(why))),
    approval.approved && h('div', {}, 'approved were ', h('code', { class: 'hash' }, neutral(approval.approved))),
    list(approval.files).length > 0 && h('div', {}, `different: ${list(approval.files).map(neutral).join(', ')}`),
  ];
}
