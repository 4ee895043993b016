// Tournaments: who stood where after every coup of every session, and the placings declared beside those that follow.

const PLOT_HEIGHT = 220;
const HUES = 8;

function chips(value) {
  return value === null || value === undefined ? '\u2013' : grouped(whole(value));
}

function sessionKind(session) {
  if (session.kind === 'play_off') return `play-off of ${neutral(session.of ?? '')}`;
  return session.kind === 'final' ? 'final' : `round ${count(session.round)}`;
}

// What lay in front of each player before the first coup and after every one; the number where it is known.
function stacks(session) {
  return list(session.players).map((player, at) => ({
    ...player,
    at,
    chips: [player.chips, ...list(session.coups).map((coup) => list(coup.chips)[at])],
  }));
}

// A line for each player, drawn as far as chips are known, and its name at the end, apart from the others.
function drawStacks(session) {
  const players = stacks(session);
  const known = players.flatMap((player) => player.chips).filter((value) => value !== null && value !== undefined).map(measure);
  // From the least to the most that anybody had, so that what is close can be distinguished.
  const [least, most] = [Math.min(...known, Infinity), Math.max(...known, 1)];
  const low = Number.isFinite(least) && least < most ? least : 0;
  const coups = Math.max(1, list(session.coups).length);
  const y = (value) => PLOT_HEIGHT - 10 - ((measure(value) - low) / (most - low)) * (PLOT_HEIGHT - 20);
  const paths = players.map((player) => {
    let pen = 'M';
    const points = player.chips.map((value, coup) => {
      if (value === null || value === undefined) {
        pen = 'M';
        return '';
      }
      const point = `${pen}${coup} ${y(value).toFixed(2)}`;
      pen = 'L';
      return point;
    });
    return s('path', { d: points.join(''), class: `stack hue-${player.at % HUES}${player.at >= HUES ? ' dashed' : ''}`, 'vector-effect': 'non-scaling-stroke' });
  });
  const levels = list(session.levels).slice(1).map((level) => {
    const at = list(session.coups).findIndex((coup) => String(coup.number) === String(level.coup));
    return s('path', { d: `M${at} 0V${PLOT_HEIGHT}`, class: 'level', 'vector-effect': 'non-scaling-stroke' });
  });
  const label = `Chips of each player after every coup of ${neutral(session.session)}, from ${grouped(low)} to ${grouped(most)}; the table below says them`;
  return h('div', { class: 'stacks' },
    h('div', { class: 'stacks-scale', 'aria-hidden': 'true' }, h('span', {}, grouped(most)), h('span', {}, grouped(low))),
    s('svg', { class: 'stacks-lines', viewBox: `0 0 ${coups} ${PLOT_HEIGHT}`, preserveAspectRatio: 'none', height: PLOT_HEIGHT, role: 'img', 'aria-label': label },
      s('title', {}, label),
      s('path', { d: `M0 ${y(low)}H${coups}M0 ${y(most)}H${coups}`, class: 'axis', 'vector-effect': 'non-scaling-stroke' }), levels, paths),
    drawEnds(players, y));
}

// The names at the ends of the lines, pushed apart where they would lie on each other.
function drawEnds(players, y) {
  const last = (player) => player.chips.findLast((value) => value !== null && value !== undefined);
  const ends = players.filter((player) => player.chips.at(-1) !== null && player.chips.at(-1) !== undefined)
    .map((player) => ({ player, y: y(last(player)) })).sort((a, b) => a.y - b.y);
  const room = 12.5;
  for (let at = 1; at < ends.length; at += 1) ends[at].y = Math.max(ends[at].y, ends[at - 1].y + room);
  for (let at = ends.length - 1, floor = PLOT_HEIGHT - 6; at >= 0; at -= 1, floor -= room) ends[at].y = Math.min(ends[at].y, floor);
  return s('svg', { class: 'stacks-ends', height: PLOT_HEIGHT, 'aria-hidden': 'true' },
    ends.map((end) => s('text', { x: 4, y: (end.y + 4).toFixed(1), class: `hue-${end.player.at % HUES}` }, neutral(end.player.player))));
}

function swatch(at) {
  return s('svg', { class: 'swatch', width: 22, height: 10, 'aria-hidden': 'true' }, s('path', { d: 'M1 5H21', class: `stack hue-${at % HUES}${at >= HUES ? ' dashed' : ''}` }));
}

function drawStandings(session, coupAt) {
  const coups = list(session.coups);
  const head = (coup) => {
    const flagged = coupAt.get(JSON.stringify([session.log, String(coup.line)]));
    const number = count(coup.number);
    return [flagged ? h('a', { href: `#${flagged.id}`, title: `coup ${neutral(coup.coup)} of shoe ${neutral(coup.shoe)}, flagged` }, number) : number, coup.void && h('small', {}, ' void')];
  };
  return table({
    caption: 'Chips after each coup',
    classes: 'standings',
    rows: stacks(session),
    columns: [
      { title: 'Player', text: (player) => [swatch(player.at), neutral(player.player), h('small', { class: 'quiet' }, ` seat ${neutral(player.seat)}`)] },
      { title: 'Start', number: true, text: (player) => chips(player.chips[0]) },
      ...coups.map((coup, at) => ({ title: head(coup), number: true, text: (player) => chips(player.chips[at + 1]) })),
    ],
  });
}

// The bounds of a level, in as few words as they take.
function boundsOf(level) {
  const bets = [...new Set([...Object.keys(level.min ?? {}), ...Object.keys(level.max ?? {})])];
  const of = (bet) => {
    const [min, max] = [level.min?.[bet], level.max?.[bet]];
    if (min === undefined) return `at most ${chips(max)}`;
    return max === undefined ? `at least ${chips(min)}` : `${chips(min)} to ${chips(max)}`;
  };
  const by = new Map();
  for (const bet of bets) by.set(of(bet), [...(by.get(of(bet)) ?? []), bet]);
  if (by.size === 1) return `${[...by.keys()][0]} on every bet`;
  return [...by].map(([words, own]) => `${words} on ${own.map(plain).join(', ')}`).join('; ');
}

function eventOf(event) {
  const words = { eliminated: 'eliminated', disqualified: 'disqualified', issue: `received ${chips(event.chips)} chips` };
  const after = whole(event.after) === 0n ? 'before the first coup' : `after coup ${count(event.after)}`;
  return `${after}: ${neutral(event.player)} ${words[event.event] ?? plain(event.event)} (${plain(event.ground)})`;
}

// The places that count: declared beside computed. What differs is said where it is.
function placings(session) {
  const computed = list(session.computed);
  const declared = list(session.declared).toSorted((a, b) => Number(whole(a.place) - whole(b.place)));
  const line = session.advance === undefined || session.advance === null ? null : Number(whole(session.advance));
  const ranked = computed.flatMap((rank) => rank.players.map(() => rank));
  const end = new Map(stacks(session).map((player) => [player.player, player.chips.at(-1)]));
  const rows = Math.max(ranked.length, declared.length);
  const first = new Set(ranked.filter((rank) => line !== null && Number(whole(rank.place)) <= line).flatMap((rank) => rank.players));
  return Array.from({ length: rows }, (_, at) => {
    const rank = ranked[at];
    const seen = at > 0 && ranked[at - 1] === rank;
    const placing = declared[at];
    const counts = line !== null && at < line;
    const right = !placing || computed.length === 0 || (session.last_round ? !counts || rank?.players.includes(placing.player) : !placing.advances || first.has(placing.player));
    return { place: at + 1, rank: seen ? null : rank, placing, counts, right, end };
  });
}

function drawPlacings(session) {
  const rows = placings(session);
  if (rows.length === 0) return null;
  const what = session.last_round ? 'placed' : 'advance';
  const line = session.advance === undefined || session.advance === null ? '' : `; the first ${count(session.advance)} ${session.last_round ? 'have a place' : 'advance'}`;
  return table({
    caption: `Placings${line}`,
    classes: 'placings',
    rows,
    columns: [
      { title: 'Place', text: (row) => String(row.place) },
      { title: 'By the chips', text: ({ rank, end }) => rank && [rank.players.map(neutral).join(', '), rank.tie && h('b', { class: 'differs' }, ' tied'), h('small', { class: 'quiet' }, ` ${rank.players.map((player) => chips(end.get(player))).join(', ')}`)] },
      { title: 'Declared', text: ({ placing, right }) => (placing ? (right ? neutral(placing.player) : h('b', { class: 'differs' }, neutral(placing.player))) : session.declared ? '' : h('span', { class: 'quiet' }, 'no result')) },
      { title: '', text: ({ placing, counts }) => (placing && (placing.advances || (session.last_round && counts)) ? what : '') },
    ],
  });
}

function agrees(session) {
  return placings(session).every((row) => row.right);
}

function drawSession(session, coupAt, findings) {
  const levels = list(session.levels);
  const events = list(session.events);
  const own = findings.filter((finding) => finding.log === session.log && within(session, finding));
  const summary = [`${neutral(session.session)}, `, h('small', {}, [
    sessionKind(session), `table ${neutral(session.table)}`, many(list(session.players).length, 'player', 'players'), many(list(session.coups).length, 'coup', 'coups'),
    own.length > 0 && many(own.length, 'finding', 'findings'), !agrees(session) && 'placings differ', !session.ended && 'no end'].filter(Boolean).join(' \u00b7 '))];
  const body = () => [
    h('p', { class: 'quiet' }, levels.map((level, at) => [at > 0 && '; ', levels.length > 1 && `from coup ${count(level.coup)}: `, boundsOf(level)]), ', in chips.'),
    drawStacks(session),
    drawStandings(session, coupAt),
    events.length > 0 && h('ul', { class: 'plain' }, events.map((event) => h('li', {}, eventOf(event)))),
    drawPlacings(session),
    own.length > 0 && h('ul', { class: 'plain coup-findings' }, own.map((finding) => h('li', {},
      h('a', { href: `#${finding.id}` }, mark(finding.severity), `${finding.number} ${neutral(finding.code)}`), ' ', neutral(finding.message)))),
  ];
  const open = own.length > 0 || session.kind === 'final';
  const content = h('div', {}, open && body());
  const fold = h('details', { class: 'fold session printed', open, ontoggle: () => {
    if (fold.open && content.childElementCount === 0) append(content, body());
  } }, h('summary', {}, summary), content);
  return fold;
}

// Whether a finding stands between the start of a session and the next start in its log.
function within(session, finding) {
  const line = whole(finding.line ?? 0);
  return line >= whole(session.line) && (session.until === undefined || line < session.until);
}

function drawOutcome(tournament) {
  const tables = new Map(list(tournament.rounds).map((row) => [String(row.round), row]));
  const rounds = [...new Set([...tables.keys(), ...list(tournament.sessions).map((session) => String(session.round))])];
  const of = (round) => tournament.sessions.filter((session) => String(session.round) === round && session.kind !== 'play_off');
  return table({
    caption: 'Rounds',
    rows: rounds,
    columns: [
      { title: 'Round', text: (round) => round },
      ...(tables.size > 0 ? [
        { title: 'Tables stated', number: true, text: (round) => (tables.get(round)?.tables === undefined ? '' : count(tables.get(round).tables)) },
        { title: 'Tables designated', number: true, text: (round) => count(tables.get(round)?.scheduled) },
        { title: 'Tables with coups', number: true, text: (round) => playedAt(tournament, tables.get(round)) },
      ] : []),
      { title: 'Sessions', number: true, text: (round) => count(of(round).length) },
      { title: 'Players', number: true, text: (round) => count(of(round).reduce((sum, session) => sum + list(session.players).length, 0)) },
      { title: 'Play-offs', number: true, text: (round) => count(tournament.sessions.filter((session) => String(session.round) === round && session.kind === 'play_off').length) },
      { title: 'Placings that differ', number: true, text: (round) => count(of(round).filter((session) => !agrees(session)).length) },
    ],
  });
}

// At how many tables a round was played; loud where that is another number than was stated or designated.
function playedAt(tournament, row) {
  const played = count(row?.played);
  const otherwise = row && (whole(row.played) !== whole(row.scheduled) || (row.tables !== undefined && whole(row.tables) !== whole(row.played)));
  return otherwise && !tournament.cancelled ? h('b', { class: 'warning' }, played) : played;
}

function drawTournament(tournament, coupAt, findings) {
  const sessions = list(tournament.sessions);
  const starts = new Map();
  for (const session of sessions) starts.set(session.log, [...(starts.get(session.log) ?? []), whole(session.line)]);
  for (const session of sessions) session.until = starts.get(session.log).find((line) => line > whole(session.line));
  const prizes = list(tournament.prizes);
  const unplayed = list(tournament.unplayed);
  const stated = (prize) => prize.stated !== null && prize.stated !== undefined && String(prize.stated) !== String(prize.value) ? `, stated beforehand ${money(prize.stated, tournament.currency)}` : '';
  return [
    h('h3', {}, `Tournament ${neutral(tournament.tournament)}`, h('small', {}, `${neutral(tournament.venue)}${tournament.ruleset ? `, by ${neutral(tournament.ruleset)}` : ''}`)),
    tournament.cancelled && h('p', { class: 'warning' }, 'It was cancelled.'),
    tournament.conditions === false && h('p', { class: 'warning' }, 'No conditions are among the logs: bounds, falls, ranking and results are not judged.'),
    unplayed.length > 0 && h('p', { class: 'warning' }, `Scheduled, and no coup in the logs: ${unplayed.map((session) => neutral(session.session)).join(', ')}.`),
    facts([
      ['Entrants', `${count(tournament.entrants)}${whole(tournament.withdrawn) > 0n ? `, ${count(tournament.withdrawn)} withdrew` : ''}${whole(tournament.refused) > 0n ? `, ${count(tournament.refused)} refused` : ''}`],
      ['Sessions', count(sessions.length)],
      ['Prizes', prizes.length > 0 && prizes.map((prize) => h('div', {}, `${count(prize.place)} ${neutral(prize.player)} ${money(prize.value, tournament.currency)}${stated(prize)}`))],
      tournament.fees !== undefined && ['Fees kept', money(tournament.fees, tournament.currency)],
    ]),
    drawOutcome(tournament),
    sessions.map((session) => drawSession(session, coupAt, findings)),
  ];
}

function drawTournaments({ report, coups, findings }) {
  const tournaments = list(report.tournaments);
  if (tournaments.length === 0) return null;
  const coupAt = new Map(coups.map((coup) => [JSON.stringify([coup.log, String(coup.line)]), coup]));
  const reported = findings.filter((finding) => finding.code !== UNCERTAIN);
  const sum = report.summary?.tournament;
  return section('tournaments', 'Tournaments',
    h('p', {}, 'Chips are no money: they stand in no sum of this report.',
      sum && ` ${many(sum.coups, 'coup', 'coups')}: ${chips(sum.staked)} chips staked, ${chips(sum.returned)} returned, ${chips(sum.due)} due.`),
    tournaments.map((tournament) => drawTournament(tournament, coupAt, reported)));
}
