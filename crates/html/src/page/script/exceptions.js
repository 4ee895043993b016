// Every finding, with what an auditor writes beside it.

function doubt({ where, logged }) {
  return JSON.stringify([where?.venue ?? null, where?.game ?? null, where?.table ?? null, logged ?? null]);
}

// The most severe first, then the most money; one doubt about a ruleset stands for all of its table.
function inOrder(findings) {
  const first = new Map();
  const listed = findings.filter((finding) => {
    if (finding.code !== UNCERTAIN) return true;
    const known = first.get(doubt(finding));
    if (known) {
      known.more += 1;
      known.coups += finding.read;
      known.last = [known.last, day(finding.at)].filter(Boolean).sort().at(-1);
      finding.listed = known;
      return false;
    }
    finding.more = 0;
    finding.coups = finding.read;
    finding.last = day(finding.at);
    first.set(doubt(finding), finding);
    return true;
  });
  // Of what could not be read only the stakes are known.
  const size = (finding) => (isKnown(finding.money) ? wrongEitherWay(finding) : sizeOf(finding.staked));
  const rank = ({ severity }) => SEVERITIES.includes(severity) ? SEVERITIES.indexOf(severity) : SEVERITIES.length;
  return listed.sort((a, b) => rank(a) - rank(b) || (size(a) === size(b) ? a.number - b.number : size(a) < size(b) ? 1 : -1));
}

// All that was wrong either way: a net sum hides it.
function wrongEitherWay({ money: sum, decided_by: by }) {
  const [over, under] = [by?.wagers?.overpaid ?? 0, by?.wagers?.underpaid ?? 0].map(whole);
  return over - under === whole(sum) ? over + under : sizeOf(sum);
}

// Auditors' tick marks; the legend stands at the end of the report.
const TICKS = {
  A: 'a seal that counts vouches for the record',
  U: 'no seal that counts vouches for the record: what is said of it rests on nothing that was sealed',
  R: 'a reading: the rules are silent or unclear here, and by another reading of them this is no finding',
  D: 'a disposition is on file',
};

function ticksOf(finding) {
  return [finding.authenticated ? 'A' : isKnown(finding.line) && 'U', finding.reading && 'R', finding.disposition && 'D'].filter(Boolean);
}

function tick(letter) {
  return h('abbr', { class: `tick tick-${letter}`, title: TICKS[letter] }, letter);
}

function placeOf(finding) {
  return [
    finding.where && tableName(finding.where),
    finding.shoe && `shoe ${neutral(finding.shoe)}`,
    finding.coup !== null && finding.coup !== undefined && `coup ${neutral(finding.coup)}`,
    finding.wager && `wager ${neutral(finding.wager)}`,
  ].filter(Boolean).join(', ');
}

// Findings about stakes and what came back: the digits of their sentences are sums of money.
function mentionsMoney(finding) {
  return /^(settlement|wager)\//.test(finding.code ?? '');
}

// Digits beside a sum of money are minor units; everything else stays as it is.
function compared(value, finding) {
  if (value === null || value === undefined) return h('span', { class: 'quiet' }, '\u2013');
  const hasMoney = finding.money !== null && finding.money !== undefined;
  if ((hasMoney || mentionsMoney(finding)) && /^-?\d+$/.test(value)) return money(value, finding.currency);
  // What the engine says of a stake: `at most 500000`, `5000 on tie`, `9500 or 9501`.
  const said = mentionsMoney(finding) && /^(at most |at least )?(\d+)( on [a-z_]+| or (\d+))?$/.exec(value);
  // What a claim moved: `+9500 as declared`.
  const moved = /^([+-]?\d+) as declared$/.exec(value);
  if (moved) return [money(moved[1].replace('+', ''), finding.currency, true), ' as declared'];
  // What is not judged: `5000 staked`, `9500 returned`.
  const kept = finding.code === 'reconcile/unjudged' && /^(-?\d+) (staked|returned)$/.exec(value);
  if (kept) return [money(kept[1], finding.currency), ` ${kept[2]}`];
  if (said) return [said[1], money(said[2], finding.currency), said[4] ? [' or ', money(said[4], finding.currency)] : plain(said[3] ?? '')];
  return neutral(value);
}

// A sentence stays as it was signed.
function drawMessage(finding) {
  return h('p', { class: 'message' }, prose(finding.message),
    finding.code === UNCERTAIN && finding.coups > 0n && h('small', { class: 'quiet' }, `. This doubt is about every coup of the table from this one on: ${many((finding.more ?? 0) + 1, 'log', 'logs')}${finding.last && finding.last !== day(finding.at) ? `, ${day(finding.at)} to ${finding.last}` : ''}, ${many(finding.coups, 'coup', 'coups')}.`));
}

// What decides it: the hands and their totals, the result, what was announced and displayed; the wager's odds and money.
function drawDecided(finding) {
  const by = finding.decided_by;
  const lines = [
    by && decidedCoup(by, finding.code),
    by?.wager && decidedWager(finding, by, by.wager),
    ...(isCountedBeside(finding)
      ? [decidedBeside(finding), by?.wagers && decidedWagers(finding, by, by.wagers, countedThere(by))]
      : [by?.wagers && decidedWagers(finding, by, by.wagers, ''), decidedBeside(finding)]),
  ].filter(Boolean);
  return lines.length > 0 && h('div', { class: 'decided' }, h('b', {}, by ? 'The coup' : 'See also'), lines.map((each) => h('div', {}, unbroken(each))));
}

// What else was found at the same coup: it may be what this one rests on.
function decidedBeside(finding) {
  const unit = finding.unit === 'chips' ? 'chips' : finding.currency;
  const all = list(finding.beside).map(({ code, wager, money: sum, what }) => [
    neutral(code), wager && ` of wager ${neutral(wager)}`, what && ` (${neutral(what)})`, hasMoneyOf({ money: sum }) && ` ${money(sum, unit, true)}`,
  ].filter(Boolean).join(''));
  return all.length > 0 && `at the same coup: ${all.join(', ')}`;
}

// Whether it has no money of its own, and a finding beside it has: that explains what went back wrongly.
function isCountedBeside(finding) {
  return !isKnown(finding.money) && list(finding.beside).some(({ money: sum }) => hasMoneyOf({ money: sum }) && whole(sum) !== 0n);
}

function countedThere({ wagers }) {
  return wagers && (whole(wagers.overpaid) !== 0n || whole(wagers.underpaid) !== 0n) ? ' (all of it counted in that finding)' : '';
}

// What to do about it, and what is to be found out first, as the tool lists it.
function toDo(finding) {
  const { code } = finding;
  const help = Object.hasOwn(HELPS, code ?? '') && HELPS[code];
  const first = new Set(HANGING.filter((one) => hangsOn(finding, one)).map((one) => one.help + (one.on === 'reading' ? byTheReading(finding) : '')));
  if (first.size === 0 && /^settlement\/(over|under)paid$/.test(code ?? '') && (finding.message ?? '').includes(LOGGED_AT_THIS_COUP)) first.add(HELP_OF_THE_LOGGED);
  return help && `To do: ${[...first].join('')}${help}`;
}

// Whether its money hangs on this.
function hangsOn({ code, reading, money: sum, message, wager, beside, decided_by: by }, one) {
  if (one.on === 'reading') return reading;
  if (one.withoutHands && list(by?.cards).length === 0) return false;
  const isOf = isKnown(sum) && (code ?? '').startsWith(one.of) && (message ?? '').includes(one.says);
  return isOf && (!one.beside || list(beside).some((other) => other.code === one.beside && (!one.ofTheWager || other.wager === wager)));
}

// What is owed by the reading that is used: by another nothing is.
function byTheReading({ money: sum, currency, unit, decided_by: by }) {
  if (!isKnown(sum) || whole(sum) === 0n || unit === 'chips') return '';
  if (list(by?.wagers?.overpaid_to).length + list(by?.wagers?.underpaid_to).length > 1) return 'By the one used here what is named above is owed, by the other nothing. ';
  return `By the one used here ${money(sizeOf(sum), currency)} is owed ${whole(sum) < 0n ? 'to the patron' : 'to the house'}, by the other nothing. `;
}

function decidedCoup(by, code) {
  const hand = (name, cards, printed, total) => list(cards).length > 0
    && `${name} ${[isKnown(printed) && `printed ${printed},`, ...cards.map(neutral)].filter(Boolean).join(' ')}${isKnown(total) ? ` = ${total}` : ''}`;
  const dealt = [hand('Player', by.player, by.permanent, by.player_total), hand('Banker', by.banker, null, by.banker_total)].filter(Boolean);
  if (dealt.length > 0 && isKnown(by.sevens)) dealt.push(many(by.sevens, 'seven', 'sevens') + (Number(by.permanent) === 7 ? ' counting the printed one' : ''));
  const drawn = list(by.cards).length > 0 && `cards drawn ${by.cards.map(neutral).join(' ')}`;
  const announced = by.declared && result(by.declared);
  const settles = code !== 'claim/unsupported' && !by.from_cards && by.declared?.result === by.result && !(by.wagers && whole(by.wagers.not_judged) === whole(by.wagers.wagers));
  return [
    [drawn || dealt.join(', '), decidedResult(by, code)].filter(Boolean).join(': '),
    announced && announced !== '\u2013' && `announced ${announced}${settles && by.result !== 'void' ? ', which counts' : ''}`,
    by.wrd && `displayed ${plain(by.wrd)}`,
  ].filter(Boolean).join('; ');
}

function decidedResult(by, code) {
  if (by.cards_give) return `${plain(by.cards_give)} by the cards, and the coup was voided`;
  if (by.result === 'void' && code === 'void/groundless') return 'voided, and what the cards give is not known';
  if (by.result === 'void') return by.declared?.result === 'void' ? 'the coup was voided' : 'void';
  if (by.result === 'unknown') return '';
  if (!by.from_cards) return by.declared?.result === by.result ? '' : `${plain(by.result)}, as it was announced`;
  return `${plain(by.result)} by the cards${by.reconstructed ? ', as they were reconstructed' : ''}`;
}

function decidedWager(finding, by, wager) {
  const unit = finding.unit === 'chips' ? 'chips' : finding.currency;
  const outcome = wager.pays === 'push' ? ' stands off' : /^loses/.test(wager.pays ?? '') ? ` ${neutral(wager.pays)}` : wager.pays ? ` wins at ${neutral(wager.pays)}${isRoundedUp(wager) ? `, rounded up to ${money(whole(wager.due) - whole(wager.stake), unit)}` : ''}` : '';
  const asksTimes = /^wager\//.test(finding.code ?? '') || wager.withdrawn;
  const whose = ['seat', 'terminal', 'player'].filter((name) => wager[name]).map((name) => `, ${name} ${neutral(wager[name])}`).join('');
  return [
    `${money(wager.stake, unit)} on ${plain(wager.bet ?? '')}${whose}${whose && outcome ? ',' : ''}${outcome}`,
    asksTimes && wager.placed && `placed ${neutral(wager.placed)}`,
    wager.withdrawn && `withdrawn ${neutral(wager.withdrawn)}`,
    asksTimes && by.closed && `bets closed${by.closed_by ? ` with the ${plain(by.closed_by)}` : ''} ${neutral(by.closed)}`,
    wager.refused && 'not accepted',
    wager.removed && 'removed',
    `${finding.code === 'wager/refused' ? '' : wager.not_judged ? 'what was due cannot be known, ' : `due ${dueOf(finding, wager, unit)}, `}went back ${money(wager.returned, unit)}${wager.commission ? ` less commission of ${money(wager.commission, unit)}` : ''}`,
  ].filter(Boolean).join('; ');
}

// Whether more is due than the odds give to the unit.
function isRoundedUp({ pays, stake, due, commission, not_judged: unjudged }) {
  const odds = /^(\d+) to (\d+)$/.exec(pays ?? '');
  return Boolean(odds) && !commission && !unjudged && (whole(due) - whole(stake)) * BigInt(odds[2]) > whole(stake) * BigInt(odds[1]);
}

// Where two amounts are right the finding names both.
function dueOf(finding, wager, unit) {
  const either = /^settlement\//.test(finding.code ?? '') && /^(\d+) or (\d+)$/.exec(finding.expected ?? '');
  return either ? `${money(either[1], unit)} or ${money(either[2], unit)}` : money(wager.due, unit);
}

// Of a finding about the whole coup: what went wrong either way, and with whom; of a wrong announcement, display or deal also that nothing did.
function decidedWagers(finding, by, wagers, counted) {
  const unit = finding.unit === 'chips' ? 'chips' : finding.currency;
  const aboutMoney = isKnown(finding.money);
  if (whole(wagers.wagers) === 0n || finding.code === 'claim/unsupported') return false;
  if (!aboutMoney && !/^(result|deal|display|procedure|void|claim)\//.test(finding.code ?? '')) return false;
  const on = (one) => neutral(one.whose) + (one.bet ? ` on ${plain(one.bet)}` : '');
  const whose = (names) => list(names).map((one) => on(one) + (list(names).length > 1 ? ` ${money(one.money, unit)}` : '')).join(', ');
  // Of each the difference stands first, so that it is not taken for what was staked.
  const each = (names, how) => (list(names).length > 1 ? `: ${names.map((one) => `${money(one.money, unit)} ${how} to ${on(one)}`).join(', ')}` : ` to ${list(names).map(on).join('')}`);
  const due = by.from_cards || by.result === 'void' ? 'due' : 'due by what was announced';
  const went = (sum, names, how) => whole(sum) !== 0n && `${money(sum, unit)} ${how} than ${due} went back${each(names, how)}`;
  const kept = whole(wagers.kept ?? 0) > 0n && `; ${money(wagers.kept, unit)} of ${whose(wagers.kept_of)} forfeited`;
  const out = [went(wagers.overpaid, wagers.overpaid_to, 'more'), went(wagers.underpaid, wagers.underpaid_to, 'less')].filter(Boolean);
  const unknown = whole(wagers.not_judged);
  if (unknown > 0n) out.push(`what was due of ${count(unknown)} of ${many(wagers.wagers, 'wager', 'wagers')}${list(wagers.not_judged_on).length > 0 ? ` (on ${wagers.not_judged_on.map(plain).join(', ')})` : ''} is not known: ${money(wagers.staked_not_judged ?? 0, unit)} staked, ${money(wagers.returned_not_judged ?? 0, unit)} went back`);
  else if (out.length === 0) out.push(by.result === 'void' ? (kept ? `every stake that was due went back${kept}` : 'every stake went back') : finding.code === 'procedure/no-bet-coup' && by.from_cards ? 'every wager was settled by the cards; what is due of wagers in such a coup no clause says' : finding.code === 'deal/impossible-card' && by.from_cards ? 'by the cards as logged, with this one, every wager was settled as it was due' : `every wager was settled as it was due${!by.from_cards ? ' by what was announced' : finding.code === 'procedure/ruling' ? ' by the cards, not by the ruling' : finding.code === 'procedure/authority-missing' ? ', if what was done without that decision stands' : (finding.message ?? '').includes(LATE_NOT_KNOWN) ? ' if none was late' : ''}`);
  return out.join('; ') + counted;
}

function drawException(finding) {
  const hasMoney = finding.money !== null && finding.money !== undefined;
  return h('li', { id: finding.id, class: `exception ${finding.severity}`, value: finding.number },
    h('div', { class: 'exception-head' },
      h('h3', {}, h('span', { class: 'ordinal' }, finding.number), h('span', { class: `severity ${finding.severity}` }, mark(finding.severity), finding.severity), ' ', neutral(finding.code)),
      h('p', { class: 'where' },
        finding.flagged ? h('a', { href: `#${finding.flagged.id}` }, placeOf(finding)) : placeOf(finding),
        finding.at && when(finding.at), ticksOf(finding).map(tick))),
    drawMessage(finding),
    drawDecided(finding),
    h('dl', { class: 'compared' }, [
      ['Expected', compared(finding.expected, finding)],
      ['Logged', compared(finding.logged, finding)],
      ['Difference', hasMoney ? [h('b', {}, money(finding.money, finding.currency, true)), h('small', {}, favourOf(finding))] : h('span', { class: 'quiet' }, isMoneyUnknown(finding) ? 'not known' : finding.decided_by ? 'none of its own' : '\u2013')],
      ['Clause', clauseText(finding)],
      ...COLUMNS.findings.filter((column) => isKnown(finding[column.name])).map((column) => [column.title, shown(column, finding, finding.currency)]),
    ].map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    toDo(finding) && h('p', { class: 'to-do' }, toDo(finding)),
    h('p', { class: 'record' }, recordText(finding)),
    finding.disposition && drawDisposition(finding.disposition),
    h('div', { class: 'lines' }, line('Disposition', true), line('Management\u2019s response', true), line('Initials'), line('Date')));
}

function isMoneyUnknown({ code, decided_by: by }) {
  return (code === 'procedure/section-missing' && !by?.wagers) || whole(by?.wagers?.not_judged ?? 0) > 0n || by?.wager?.not_judged === true;
}

function clauseText(finding) {
  if (!finding.clause) return h('span', { class: 'quiet' }, finding.code?.startsWith('integrity/') ? '\u2013' : 'none');
  const { ruleset, clause } = clauseParts(finding.clause);
  return [h('b', {}, clause || ruleset), clause && h('small', {}, ruleset)];
}

function recordText(finding) {
  return [
    neutral(finding.file), finding.line ? `:${finding.line}` : '', finding.seq !== null && finding.seq !== undefined ? ` (seq ${finding.seq})` : '',
    finding.source_row !== undefined && `, source row ${neutral(finding.source_row)}`,
    finding.source_id !== undefined && `, source id ${neutral(finding.source_id)}`,
    finding.record_sha256 && [' \u00b7 record ', h('code', { title: neutral(finding.record_sha256) }, neutral(finding.record_sha256).slice(0, 16))],
    onDuty(finding).length > 0 && ` \u00b7 ${onDuty(finding).join(', ')}`,
    finding.fingerprint && [' \u00b7 fingerprint ', h('code', { title: neutral(finding.fingerprint) }, neutral(finding.fingerprint).slice(0, 16))],
  ];
}

function drawDisposition(disposition) {
  const { kind, reason, by, on, until, owner, expired } = disposition;
  const name = plain(kind ?? 'disposition');
  return h('p', { class: `disposition ${expired ? 'expired' : ''}` },
    h('b', {}, name.slice(0, 1).toUpperCase() + name.slice(1)), by && ` by ${neutral(by)}`, on && ` on ${neutral(on)}`, owner && `, owner ${neutral(owner)}`,
    kind === 'action' ? (expired ? [', ', h('b', { class: 'differs' }, `overdue since ${neutral(until ?? '')}`)] : `, due ${neutral(until ?? '')}`)
      : expired ? [', ', h('b', { class: 'differs' }, until ? `expired after ${neutral(until)}` : 'expired')] : until ? `, until ${neutral(until)}` : ', for good',
    reason && `: ${neutral(reason)}`, expired && kind !== 'action' && '. It answers nothing any more.');
}

// Who was on duty when the record was written.
function onDuty(finding) {
  return ['dealer', 'supervisor', 'shift'].filter((post) => finding.duty?.[post]).map((post) => `${post} ${neutral(finding.duty[post])}`);
}

// Whose wagers it is about: by name, and as the list of what is owed names them.
function whoseIs(finding) {
  const { wager, wagers } = finding.decided_by ?? {};
  const names = [...['seat', 'terminal', 'player'].filter((name) => wager?.[name]).map((name) => `${name} ${wager[name]}`), ...[...list(wagers?.overpaid_to), ...list(wagers?.underpaid_to)].map((one) => one.whose)];
  const player = finding.player ?? wager?.player;
  const owed = player ? [player] : names.slice(0, wager ? 1 : undefined).map((name) => (name.startsWith('player ') ? name.slice(7) : `${name} of ${finding.where?.table}`));
  return [...names, ...owed.map((name) => `owed ${name}`), finding.where?.venue && `venue ${finding.where.venue}`].filter(Boolean).map(neutral);
}

// The words in which a search looks.
function haystack(finding) {
  return [finding.code, finding.severity, finding.message, finding.log, finding.file, finding.clause, finding.expected, finding.logged, placeOf(finding), finding.at, finding.fingerprint, finding.disposition?.kind, finding.disposition?.reason, finding.disposition?.by, ...onDuty(finding), finding.player, ...whoseIs(finding), ...COLUMNS.findings.map((column) => finding[column.name])]
    .map((part) => part ?? '').join('\n').toLowerCase();
}

// What the list holds, counted as at the head of the page.
function counted(findings) {
  const of = (weight) => findings.filter((finding) => weightOf(finding) === weight).length;
  const [notes, doubts] = [of('info'), of('uncertain')];
  return [
    many(findings.length - notes - doubts, 'exception', 'exceptions'),
    notes > 0 && many(notes, 'note', 'notes'),
    doubts > 0 && many(doubts, 'table and ruleset of which it is uncertain what was in force', 'tables and rulesets of which it is uncertain what was in force'),
  ].filter(Boolean).join(', ');
}

function drawExceptions(model) {
  const findings = inOrder(model.findings);
  if (findings.length === 0) {
    const all = Object.values(model.report.summary?.by_code ?? {}).reduce((sum, number) => sum + whole(number), 0n);
    return section('exceptions', 'Exceptions', h('p', {}, all > 0n
      ? `None of ${many(all, 'finding', 'findings')} is listed: --max-per-code left them out. The counts stand under By finding.`
      : whole(model.report.summary?.coups) === 0n && whole(model.report.summary?.wagers) === 0n
        ? whole(model.report.summary?.tournament?.coups) > 0n
          ? 'Nothing was found that does not fit; all coups are of tournaments.'
          : 'No coup was judged, so nothing could be found.'
        : list(model.report.summary?.currencies).some((sum) => whole(sum.wagers_not_judged) > 0n) ? 'Nothing was found in what was judged; money of some wagers was not judged.' : 'Nothing was found that does not fit.'));
  }
  const items = h('ol', { class: 'exceptions' });
  const status = h('p', { class: 'status', role: 'status' });
  const printed = h('p', { class: 'print-only warning' });
  const filter = drawFilter(findings);
  const content = section('exceptions', 'Exceptions', filter.form, status, printed, items);
  const parts = new Parts(items, drawException, 50);
  const words = findings.map(haystack);

  const show = () => {
    const wanted = filter.wanted();
    const fits = findings.filter((finding, at) => wanted(finding, words[at]));
    parts.show(fits);
    const all = fits.length === findings.length;
    status.textContent = all ? counted(findings) : `${count(fits.length)} of ${many(findings.length, 'finding', 'findings')}`;
    printed.textContent = all ? '' : `Only ${count(fits.length)} of ${many(findings.length, 'finding', 'findings')} are printed: a filter was set.`;
    items.classList.toggle('none', fits.length === 0);
  };
  filter.listen(show);
  show();
  return {
    content,
    all: () => parts.all(),
    // A link to a finding that the filter hides takes the filter away.
    reach: (id) => {
      const asked = model.findings.find((each) => each.id === id);
      const finding = asked?.listed ?? asked;
      if (finding && !parts.reach(finding)) {
        filter.clear();
        parts.reach(finding);
      }
      return finding?.id;
    },
    only: (name) => filter.only(name),
    of: (person) => filter.of(person),
  };
}
