// What a head of audit reads: the worst, what tables won against what chance gives, what is owed, what is to be done.

const WORST = 5;

function drawExecutive(model) {
  const parts = [drawWorst(model), drawStandingOut(model), plotHold(model), drawOwed(model), drawToDo(model)].flat(Infinity).filter(Boolean);
  return parts.length > 0 && section('brief', 'In brief', parts);
}

// The gravest exceptions in sentences; where there are few, the list below says the same.
function drawWorst({ findings }) {
  const all = inOrder(findings.filter(isException));
  if (all.length === 0) return null;
  return h('div', { class: 'worst' },
    h('h3', {}, all.length > WORST ? `The ${WORST} gravest by their money` : 'What was found'),
    h('ol', {}, all.slice(0, WORST).map((finding) => h('li', { class: finding.severity },
      h('span', { class: `severity ${finding.severity}` }, mark(finding.severity), finding.severity), ' ',
      h('a', { href: `#${finding.id}` }, [placeOf(finding) || neutral(finding.log || finding.file || ''), day(finding.at)].filter(Boolean).join(', ')), ': ',
      neutral(finding.message),
      hasMoneyOf(finding) && [' (', h('b', {}, money(finding.money, finding.currency, true)), ` ${favour(finding.money)})`],
      decidedBeside(finding) && h('small', { class: 'quiet' }, ` ${decidedBeside(finding)}`),
      toDo(finding) && h('div', { class: 'quiet' }, toDo(finding))))));
}

// Days and people beyond what chance gives: the sums of a month hide them.
function drawStandingOut({ report }) {
  const known = list(report.days).filter((each) => each.expected);
  const outside = known.filter((each) => !inBand(each.expected));
  const distance = ({ expected: { won, low, high } }) => { const [at, from, to] = [won, low, high].map(whole); return at < from ? from - at : at - to; };
  outside.sort((a, b) => (distance(a) < distance(b) ? 1 : -1));
  const beyond = list(report.staff).filter((each) => isKnown(each.id)).flatMap((each) => FAULTS.filter((name) => isBeyond(each, name)).map((name) => ({ each, name })));
  const said = (each) => `${tableName(each)} on ${neutral(each.day)} ${whole(each.expected.won) < 0n ? `lost ${money(-whole(each.expected.won), each.currency)}` : `won ${money(each.expected.won, each.currency)}`} of ${money(each.expected.staked, each.currency)} staked that the cards settled, where chance allows ${amount(each.expected.low, each.currency)} to ${amount(each.expected.high, each.currency)}`;
  const results = outcomesOf(report).filter(({ expectation: band }) => band);
  const unlikely = results.filter(isUnlikely);
  const counted = ({ each, name, actual, expectation: band }) => `${neutral(each.ruleset)} with ${many(each.decks, 'deck', 'decks')}: ${name} ${count(actual)} times, where chance allows ${count(Math.ceil(band.low))} to ${count(Math.floor(band.high))}`;
  const more = (all) => (all.length > WORST ? `; and ${count(all.length - WORST)} more, under Questions` : '');
  return [
    known.length > 0 && h('p', { class: outside.length > 0 ? 'warning' : null }, h('b', {}, 'Days outside what chance allows'), ': ',
      outside.length === 0 ? `none of ${many(known.length, 'day', 'days')} of play at a table.` : `${outside.slice(0, WORST).map(said).join('; ')}${more(outside)}.`),
    results.length > 0 && h('p', { class: unlikely.length > 0 ? 'warning' : null }, h('b', {}, 'Results outside what chance allows'), ': ',
      unlikely.length === 0 ? `none of ${many(results.length, 'count', 'counts')} by ruleset and decks.` : `${unlikely.slice(0, WORST).map(counted).join('; ')}${more(unlikely)}; of ${many(results.length, 'count', 'counts')}.`),
    list(report.staff).some((each) => isKnown(each.id)) && h('p', { class: beyond.length > 0 ? 'warning' : null }, h('b', {}, 'Staff with more faults than chance gives'), ': ',
      beyond.length === 0 ? 'none.' : `${beyond.slice(0, WORST).map(({ each, name }) => `${neutral(each.post)} ${neutral(each.venue)} ${neutral(each.id)} (${name} ${count(each.counts[name])})`).join('; ')}${more(beyond)}.`),
  ];
}

function hasMoneyOf({ money: sum }) {
  return sum !== null && sum !== undefined && whole(sum) !== 0n;
}

function drawOwed({ report }) {
  const currencies = new Map();
  for (const { currency, to_patron: to, to_house: back } of list(report.summary?.owed)) {
    const own = currencies.get(currency) ?? { to: 0n, patrons: 0n, back: 0n, debtors: 0n };
    own.to += whole(to);
    own.patrons += whole(to) > 0n ? 1n : 0n;
    own.back += whole(back);
    own.debtors += whole(back) > 0n ? 1n : 0n;
    currencies.set(currency, own);
  }
  return [...currencies].map(([currency, { to, patrons, back, debtors }]) => h('p', {},
    h('b', {}, `Owed in ${neutral(currency)}`), ': ',
    [to > 0n && `${money(to, currency)} to ${many(patrons, 'player, seat or terminal', 'players, seats or terminals')}`, back > 0n && `${money(back, currency)} to the house by ${many(debtors, 'player, seat or terminal', 'players, seats or terminals')}`].filter(Boolean).join(', '),
    mostOf(report, currency), byReadings(report, currency), ' (', h('a', { href: '#owed' }, 'to and by whom'), ').'));
}

// Where one has at least half of what several owe, or are owed, the sum alone hides them.
function mostOf(report, currency) {
  const owed = list(report.summary?.owed).filter((each) => each.currency === currency);
  return [['to_patron', 'to'], ['to_house', 'by']].map(([name, side]) => {
    const own = owed.filter((each) => whole(each[name]) > 0n).sort((a, b) => (whole(a[name]) < whole(b[name]) ? 1 : -1));
    const all = own.reduce((sum, each) => sum + whole(each[name]), 0n);
    const [first] = own;
    if (own.length < 2 || 2n * whole(first[name]) < all) return '';
    const who = first.who ? `${neutral(first.venue)} ${neutral(first.who)}` : `${neutral(first.venue)}, not logged whose`;
    return `; ${money(first[name], currency)} of it ${side} ${who}, in ${many(first.wagers, 'wager', 'wagers')}`;
  }).join('');
}

// What of it may be decided otherwise.
function byReadings(report, currency) {
  const sums = list(report.findings).filter((finding) => finding.reading && finding.currency === currency && hasMoneyOf(finding) && finding.unit !== 'chips').map((finding) => whole(finding.money));
  const [over, under] = [sums.filter((sum) => sum > 0n), sums.filter((sum) => sum < 0n)].map((some) => some.reduce((all, sum) => all + sum, 0n));
  const said = [over > 0n && `${money(over, currency)} too much`, under < 0n && `${money(-under, currency)} too little`].filter(Boolean);
  return said.length > 0 && `; of exceptions, on balance of each, ${said.join(' and ')} by readings that may be decided otherwise`;
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
