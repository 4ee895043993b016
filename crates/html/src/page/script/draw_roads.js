// The roads as pictures; a flagged coup has a ring and leads to its description.

const STEP = 22;

function bead(x, y, coup, flag, drawing) {
  const label = `coup ${coup.number}: ${RESULTS[coup.letter]}${flag ? `, ${flag.severity}` : ''}`;
  const picture = [s('title', {}, label), drawing, flag && ring(x, y, flag.severity)];
  return flag
    ? s('a', { href: `#${flag.target}`, class: 'flagged', 'aria-label': label }, picture)
    : s('g', {}, picture);
}

function ring(x, y, severity) {
  return [
    s('circle', { cx: x, cy: y, r: 10.2, class: `ring ${severity}` }),
    s('path', { d: `M${x + 4} ${y - 11}h7v7z`, class: `corner ${severity}` }),
  ];
}

function grid(columns) {
  const lines = [];
  for (let row = 0; row <= ROWS; row += 1) lines.push(`M0 ${row * STEP}H${columns * STEP}`);
  for (let column = 0; column <= columns; column += 1) lines.push(`M${column * STEP} 0V${ROWS * STEP}`);
  return s('path', { d: lines.join(''), class: 'grid' });
}

function road(title, columns, content) {
  const width = Math.max(columns, 6) * STEP;
  return h('figure', { class: 'road' }, h('figcaption', {}, title),
    h('div', { class: 'scroll' },
      s('svg', { viewBox: `-1 -1 ${width + 2} ${ROWS * STEP + 2}`, width: width + 2, height: ROWS * STEP + 2, role: 'group', 'aria-label': title },
        grid(Math.max(columns, 6)), content)));
}

function centre(place) {
  return [place.column * STEP + STEP / 2, place.row * STEP + STEP / 2];
}

function drawBeadPlate(coups, flags) {
  const places = beadPlate(coups);
  return road('Bead plate', Math.ceil(coups.length / ROWS), places.map((place) => {
    const [x, y] = centre(place);
    const { letter } = place.coup;
    return bead(x, y, place.coup, flags.get(place.coup.number), [
      s('circle', { cx: x, cy: y, r: 8.6, class: `bead ${RESULTS[letter]}` }),
      s('text', { x, y: y + 3.6, class: `letter ${RESULTS[letter]}` }, letter),
    ]);
  }));
}

function drawBigRoad(coups, flags) {
  const beads = bigRoad(coups);
  const columns = beads.reduce((most, place) => Math.max(most, place.column + 1), 0);
  return road('Big road', columns, beads.map((place) => {
    const [x, y] = centre(place);
    const winner = place.coup
      ? bead(x, y, place.coup, flags.get(place.coup.number), s('circle', { cx: x, cy: y, r: 7.6, class: `run ${RESULTS[place.coup.letter]}` }))
      : null;
    return [winner, marks(x, y, place.marks, flags)];
  }));
}

// Ties as a stroke, with their number from two on; voids and unknown results as a cross.
function marks(x, y, coups, flags) {
  const ties = coups.filter((coup) => coup.letter === 'T');
  const others = coups.filter((coup) => coup.letter !== 'T');
  const link = (group, drawing) => {
    const flagged = group.map((coup) => flags.get(coup.number)).filter(Boolean);
    const label = group.map((coup) => `coup ${coup.number}: ${RESULTS[coup.letter]}`).join(', ');
    const content = [s('title', {}, label), drawing, flagged[0] && s('path', { d: `M${x + 4} ${y - 11}h7v7z`, class: `corner ${flagged[0].severity}` })];
    return flagged[0]
      ? s('a', { href: `#${flagged[0].target}`, class: 'flagged', 'aria-label': `${label}, ${flagged[0].severity}` }, content)
      : s('g', {}, content);
  };
  return [
    ties.length > 0 && link(ties, [
      s('path', { d: `M${x - 6} ${y + 6}L${x + 6} ${y - 6}`, class: 'tie-stroke' }),
      ties.length > 1 && s('text', { x, y: y + 3.4, class: 'tie-count' }, String(ties.length)),
    ]),
    others.length > 0 && link(others, s('path', { d: `M${x + 3} ${y + 3}l6 6m0 -6l-6 6`, class: 'void-cross' })),
  ];
}
