// What a head of audit reads: the worst, what tables won against what chance gives, what is owed, what is to be done.

const WORST = 5;

// So many others of a kind are named one by one.
const FEW_MORE = 3;

function drawExecutive(model) {
  const parts = [drawWorst(model), drawStandingOut(model), plotHold(model), drawOwed(model), drawUnreadMoney(model), drawToDo(model)].flat(Infinity).filter(Boolean);
  return parts.length > 0 && section('brief', 'In brief', parts);
}

// The gravest exceptions in sentences, one of each kind: by severity, then by money. Kinds as severe as these that move no money are
// named below them, so that no sum hides them.
function drawWorst({ findings }) {
  const all = inOrder(findings.filter(isException));
  if (all.length === 0) return null;
  const kinds = new Map();
  for (const finding of all) {
    if (!kinds.has(finding.code)) kinds.set(finding.code, []);
    kinds.get(finding.code).push(finding);
  }
  const first = [...kinds.values()].slice(0, WORST);
  const others = [...kinds.values()].slice(WORST);
  const gravest = others.filter(([finding]) => finding.severity === 'critical');
  const lesser = others.filter(([finding]) => finding.severity !== 'critical');
  return h('div', { class: 'worst' },
    h('h3', {}, others.length > 0 ? `The ${WORST} gravest kinds, by severity, then by money` : 'What was found, by severity, then by money'),
    h('ol', {}, first.map(([finding, ...more]) => h('li', { class: finding.severity },
      h('span', { class: `severity ${finding.severity}` }, mark(finding.severity), finding.severity), ' ',
      placeLink(finding), ': ',
      sentence(finding.message),
      hasMoneyOf(finding) && [' (', h('b', {}, money(finding.money, finding.currency, true)), ` ${favourOf(finding)}${eitherWay(finding)})`],
      decidedBeside(finding) && h('small', { class: 'quiet' }, ` ${decidedBeside(finding)}`),
      more.length > 0 && h('div', {}, `And ${count(more.length)} more${lighter(more, finding)}${moneyOfMore(more)}: `, kindButton(finding.code), '.', ...(more.length > FEW_MORE ? larger(more, finding) : placesOfMore(more))),
      toDo(finding) && h('div', { class: 'quiet' }, toDo(finding))))),
    gravest.length > 0 && [h('p', {}, h('b', {}, 'Critical as well')), h('ul', { class: 'conditions' }, gravest.map(([finding, ...more]) => h('li', {}, `${count(more.length + 1)} `, kindButton(finding.code), ': ',
      placeLink(finding), ': ', sentence(finding.message), more.length > 0 && more.length <= FEW_MORE && h('div', {}, 'Also', ...placesOfMore(more)))))],
    lesser.length > 0 && h('p', {}, h('b', {}, 'Not critical'), `, of kinds that do not stand above: ${many(lesser.flat().length, 'exception', 'exceptions')} of ${many(lesser.length, 'kind', 'kinds')}${moneyOfMore(lesser.flat())}: `,
      lesser.map(([finding], nth) => [nth > 0 && ', ', kindButton(finding.code)]), '.'));
}

// What went back too much and too little of a coup, where one sum hides the other.
function eitherWay({ decided_by: by, currency }) {
  const [over, under] = [by?.wagers?.overpaid ?? 0, by?.wagers?.underpaid ?? 0].map(whole);
  return over > 0n && under > 0n ? `: ${money(over, currency)} too much, ${money(under, currency)} too little` : '';
}

// Where each of a few others is, and what it moved.
function placesOfMore(more) {
  return more.flatMap((one, nth) => [nth > 0 ? '; ' : ' ', placeLink(one), hasMoneyOf(one) && [' (', h('b', {}, money(one.money, one.currency, true)), eitherWay(one), isConditional(one) && ', on a condition', ')']]).concat('.');
}

function isConditional(finding) {
  return HANGING.some((one) => hangsOn(finding, one));
}

// One of the others of a kind moves more money than the first, which is more severe.
function larger(more, { money: sum, currency }) {
  const [most] = more.filter((one) => hasMoneyOf(one) && one.unit !== 'chips' && one.currency === currency && sizeOf(one.money) > sizeOf(sum)).sort((a, b) => (sizeOf(a.money) < sizeOf(b.money) ? 1 : -1));
  return most ? [' The most of these: ', most.severity, ' ', placeLink(most), ' (', h('b', {}, money(most.money, most.currency, true)), ` ${favourOf(most)}).`] : [];
}

function placeLink(finding) {
  return h('a', { href: `#${finding.id}` }, unbroken([`no. ${finding.number}`, placeOf(finding) || neutral(finding.log || finding.file || ''), day(finding.at)].filter(Boolean).join(', ')));
}

function kindButton(code) {
  return h('button', { type: 'button', class: 'link', 'data-code': code }, neutral(code));
}

// How many of the others of a kind are less severe than its first.
function lighter(more, { severity }) {
  const others = [...new Set(more.map((one) => one.severity))].filter((one) => one !== severity);
  return others.map((one) => {
    const alike = more.filter((other) => other.severity === one).length;
    return alike === more.length ? `, ${more.length > 1 ? 'all ' : ''}${one}` : `, ${count(alike)} of them ${one}`;
  }).join('');
}

// What went back too much and too little by others of a kind, in each currency.
function moneyOfMore(findings) {
  const sums = new Map();
  for (const { money: sum, currency, unit } of findings.filter(hasMoneyOf)) {
    if (unit === 'chips') continue;
    const own = sums.get(currency) ?? [0n, 0n];
    own[whole(sum) > 0n ? 0 : 1] += whole(sum);
    sums.set(currency, own);
  }
  const said = [...sums].flatMap(([currency, both]) => both.filter((sum) => sum !== 0n).map((sum) => money(sum, currency, true)));
  const unknown = findings.filter(isMoneyUnknown).length;
  const all = [...said, ...(unknown > 0 ? [`of ${count(unknown)} not known`] : [])];
  return all.length > 0 ? ` (${all.join(', ')})` : '';
}

// Days and people beyond what chance gives: the sums of a month hide them.
function drawStandingOut({ report }) {
  const known = list(report.days).filter((each) => each.expected);
  const outside = known.filter((each) => !inBand(each.expected));
  const distance = ({ expected: { won, low, high } }) => { const [at, from, to] = [won, low, high].map(whole); return at < from ? from - at : at - to; };
  outside.sort((a, b) => (distance(a) < distance(b) ? 1 : -1));
  const beyond = list(report.staff).filter((each) => isKnown(each.id)).flatMap((each) => FAULTS.filter((name) => isBeyond(each, name)).map((name) => ({ each, name })));
  const said = (each) => `${tableName(each)} on ${neutral(each.day)} ${whole(each.expected.won) < 0n ? `lost ${money(-whole(each.expected.won), each.currency)}` : `won ${money(each.expected.won, each.currency)}`} of ${money(each.expected.staked, each.currency)} staked that the cards settled, where chance allows ${amount(each.expected.low, each.currency)} to ${amount(each.expected.high, each.currency)}${mostByOne(each)}`;
  const results = outcomesOf(report).filter(({ expectation: band }) => band);
  const unlikely = results.filter(isUnlikely);
  const counted = ({ each, name, actual, expectation: band }) => `${neutral(each.ruleset)} with ${many(each.decks, 'deck', 'decks')}: ${name} ${count(actual)} times, where chance allows ${count(Math.ceil(band.low))} to ${count(Math.floor(band.high))}`;
  const more = (all) => (all.length > WORST ? `; and ${count(all.length - WORST)} more, under Questions` : '');
  return [
    known.length > 0 && h('p', { class: outside.length > 0 ? 'warning' : null }, h('b', {}, 'Days outside what chance allows'), ': ',
      outside.length === 0 ? `none of ${many(known.length, 'day', 'days')} of play at a table; a wrong payment can lie within what chance allows.` : `${outside.slice(0, WORST).map(said).join('; ')}${more(outside)}.`),
    results.length > 0 && h('p', { class: unlikely.length > 0 ? 'warning' : null }, h('b', {}, 'Results outside what chance allows'), ': ',
      unlikely.length === 0 ? `none of ${many(results.length, 'count', 'counts')} by ruleset and decks.` : `${unlikely.slice(0, WORST).map(counted).join('; ')}${more(unlikely)}: ${count(unlikely.length)} of ${many(results.length, 'count', 'counts')}, one for each result, ruleset and number of decks.`),
    list(report.staff).some((each) => isKnown(each.id)) && h('p', { class: beyond.length > 0 ? 'warning' : null }, h('b', {}, 'Staff with more faults than chance gives'), ': ',
      beyond.length === 0 ? 'none beyond what chance gives one of a post in 2000 times.' : `${beyond.slice(0, WORST).map(({ each, name }) => `${neutral(each.post)} ${neutral(each.venue)} ${neutral(each.id)} (${name} ${count(each.counts[name])})`).join('; ')}${more(beyond)}.`),
  ];
}

// The coup that moved most of a day.
function mostByOne({ largest_coup: one, currency }) {
  return one ? `; the most by one coup: ${[one.shoe && `shoe ${neutral(one.shoe)}`, isKnown(one.coup) && `coup ${neutral(one.coup)}`].filter(Boolean).join(' ')}, ${money(one.won, currency, true)}` : '';
}

function hasMoneyOf({ money: sum }) {
  return sum !== null && sum !== undefined && whole(sum) !== 0n;
}

function drawOwed({ report }) {
  const currencies = new Map();
  for (const { currency, to_patron: to, to_house: back, to_patron_on_condition: toIf, to_house_on_condition: backIf } of list(report.summary?.owed)) {
    const own = currencies.get(currency) ?? { to: 0n, patrons: 0n, back: 0n, debtors: 0n, toIf: 0n, backIf: 0n };
    own.to += whole(to);
    own.toIf += whole(toIf ?? 0);
    own.backIf += whole(backIf ?? 0);
    own.patrons += whole(to) > 0n ? 1n : 0n;
    own.back += whole(back);
    own.debtors += whole(back) > 0n ? 1n : 0n;
    currencies.set(currency, own);
  }
  return [...currencies].map(([currency, { to, patrons, back, debtors, toIf, backIf }]) => [h('p', {},
    h('b', {}, `Owed in ${neutral(currency)}`), ': ',
    [to > 0n && `${money(to, currency)} to ${many(patrons, 'player, seat or terminal', 'players, seats or terminals')}${onCondition(toIf, currency)}`, back > 0n && `${money(back, currency)} to the house by ${many(debtors, 'player, seat or terminal', 'players, seats or terminals')}${onCondition(backIf, currency)}`].filter(Boolean).join('; '),
    mostOf(report, currency), '; to and by whom stands under ', h('a', { href: '#owed' }, 'Owed'), '.', inDoubt(report.summary, currency)), drawConditions(report, currency)]);
}

function stakedIn(summary, currency) {
  return whole(list(summary?.currencies).find((each) => each.currency === currency)?.staked ?? 0);
}

// Rules that may not have been in force are a condition of all that is owed by them.
function inDoubt(summary, currency) {
  const sum = lineOfStatement(summary, currency, 'uncertain');
  return sum && h('b', {}, ` All that is owed ${whole(sum.money) === stakedIn(summary, currency) ? `in ${neutral(currency)}` : `at tables with ${money(sum.money, currency)} of the stakes`}, with or without another condition, rests on whether the rules that were used were in force.`);
}

// What of it is owed only if something is so that has to be found out first.
function drawConditions(report, currency) {
  const rows = list(report.summary?.owed_on_condition).filter((each) => each.currency === currency);
  return rows.length > 0 && h('ul', { class: 'conditions' }, rows.map((each) => h('li', {},
    [whole(each.to_patron) > 0n && [h('b', {}, money(each.to_patron, currency)), ' to the patron'], whole(each.to_house) > 0n && [h('b', {}, money(each.to_house, currency)), ' to the house']]
      .filter(Boolean).map((part, at) => [at > 0 && ' and ', part]), ` ${conditionWords(each)}`)));
}

// What has to be so, behind "only if".
const HOLDS = {
  reading: 'the reading of the rules that is used holds',
  two_wagers: 'two wagers were made, and not one written twice',
  unread: 'what could not be read of the coup\u2019s record does not decide otherwise',
  announced: 'the card that could not be read gives the result announced',
  law: 'no law outside the rules grounds the void',
  word: 'what is logged to have gone wrong is so',
  refusal: 'the wager had to be accepted',
  claim: 'what was claimed is not so',
};

function conditionWords(row) {
  return [firstCondition(row), ...list(row.also).map((on) => `, and only if ${HOLDS[on] ?? neutral(on)}`)].join('');
}

function firstCondition({ on, clause, otherwise, code, currency, to_house_otherwise: instead }) {
  const kind = neutral(code ?? '');
  const gives = otherwise ? `; by another ${neutral(otherwise)}, and nothing is owed` : '; by another reading nothing is owed';
  if (on === 'reading') return `only by the reading ${clause ? `of ${neutral(clause)} that is used` : 'that is used where the document is silent or unclear'} (${kind})${gives}`;
  if (on === 'two_wagers') return `only if two wagers were made; if one was written twice, nothing of that is owed, and ${money(instead ?? 0, currency)} to the house (${kind})`;
  return `only if ${HOLDS[on] ?? HOLDS.unread}${on === 'word' ? ', which rests on the recorder\u2019s word alone' : ''} (${kind})`;
}

// What was staked on what could not be read stands in no sum of this page.
function drawUnreadMoney({ report }) {
  return list(report.summary?.unread).map(({ currency, records, staked, unknown }) => {
    const of = `${many(records, 'record or wager', 'records and wagers')} not judged`;
    const sum = whole(staked) > 0n || whole(unknown) < whole(records);
    return h('p', { class: 'warning' }, h('b', {}, `In no sum${currency ? `, in ${neutral(currency)}` : ''}`), ': ',
      sum ? `${money(staked, currency)} staked, as far as it can be read, on ${of}${whole(unknown) > 0n ? `; of ${count(unknown)} of them the money is unknown, or more than that` : ''}.` : `money unknown: ${of}, as they could not be read.`);
  });
}

function onCondition(sum, currency) {
  return whole(sum ?? 0) > 0n ? `, of which ${money(sum, currency)} on a condition` : '';
}

// Where one has at least half of what several owe, or are owed, the sum alone hides them.
function mostOf(report, currency) {
  const owed = list(report.summary?.owed).filter((each) => each.currency === currency);
  return [['to_patron', 'to'], ['to_house', 'by']].map(([name, side]) => {
    const own = owed.filter((each) => whole(each[name]) > 0n).sort((a, b) => (whole(a[name]) < whole(b[name]) ? 1 : -1));
    const all = own.reduce((sum, each) => sum + whole(each[name]), 0n);
    const [first] = own;
    if (own.length < 2 || 2n * whole(first[name]) < all) return '';
    const who = first.who ? `${neutral(first.venue)} ${neutral(first.who)}${/^(seat|terminal) /.test(first.who) ? ' (whoever sat there)' : ''}` : `${neutral(first.venue)}, not logged whose`;
    return `; the most ${name === 'to_patron' ? 'to a patron' : 'to the house'}: ${money(first[name], currency)} ${side} ${who}${onCondition(first[`${name}_on_condition`], currency)}, ${whole(first.to_patron) > 0n && whole(first.to_house) > 0n ? `who has ${many(first.wagers, 'wager', 'wagers')} settled wrongly, one way or the other` : `in ${many(first.wagers, 'wager', 'wagers')}`}`;
  }).join('');
}

// How many exceptions are answered, in hand, overdue, new; by whom they are seen to.
function drawToDo({ report, findings }) {
  const carried = list(report.carried);
  const open = unsettled(carried, findings).map(({ answer }) => answer);
  if (open.length === 0) return null;
  const of = (holds) => open.filter(holds).length;
  const said = [
    [of((answer) => !answer), 'unanswered'],
    [of((answer) => answer?.expired), 'overdue'],
    [of((answer) => answer?.kind === 'action' && !answer.expired), 'in hand'],
    [of((answer) => answer && answer.kind !== 'action' && !answer.expired), 'answered'],
  ].filter(([number]) => number > 0).map(([number, words]) => `${count(number)} ${words}`);
  const carriedOn = Array.isArray(report.carried) && ` ${count(carried.filter((each) => each.standing !== 'settled').length)} of them from before.`;
  return [
    h('p', {}, h('b', {}, 'To be answered'), `: ${said.join(', ')}.`, carriedOn),
    (Array.isArray(report.carried) || open.some((answer) => answer)) && drawAges(carried, findings),
  ];
}
