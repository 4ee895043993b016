// Where each coup stands on the bead plate and the big road.

const ROWS = 6;
const RESULTS = { P: 'player', B: 'banker', T: 'tie', V: 'void', '?': 'unknown' };

// A shoe's coups: `{number, result}` in the order played.
function played(shoe) {
  const first = Number(shoe.coups?.[0] ?? 1);
  return [...(shoe.results ?? '')].map((letter, at) => ({
    number: Number(shoe.numbers?.[at] ?? first + at),
    letter: Object.hasOwn(RESULTS, letter) ? letter : '?',
  }));
}

// Down the column, then the next one; every coup has its bead.
function beadPlate(coups) {
  return coups.map((coup, at) => ({ coup, column: Math.floor(at / ROWS), row: at % ROWS }));
}

// A run of one winner goes down its column and turns right where it meets the bottom or an older run; the other
// winner begins the next free column. A tie marks the bead before it; a coup without a winner marks it too.
function bigRoad(coups) {
  const beads = [];
  const taken = new Set();
  const key = (column, row) => column * ROWS + row;
  let before = [];
  let start = -1;
  for (const coup of coups) {
    const last = beads.at(-1);
    if (coup.letter !== 'P' && coup.letter !== 'B') {
      (last ? last.marks : before).push(coup);
      continue;
    }
    let { column, row } = last ?? {};
    if (last?.coup.letter === coup.letter) {
      if (row + 1 < ROWS && !last.turned && !taken.has(key(column, row + 1))) row += 1;
      else column += 1;
    } else {
      start += 1;
      while (taken.has(key(start, 0))) start += 1;
      [column, row] = [start, 0];
    }
    const turned = last?.coup.letter === coup.letter && (last.turned || row === last.row);
    taken.add(key(column, row));
    beads.push({ coup, column, row, turned, marks: before });
    before = [];
  }
  // Nobody has won yet: the marks stand where the first bead would.
  if (beads.length === 0 && before.length > 0) beads.push({ coup: null, column: 0, row: 0, turned: false, marks: before });
  return beads;
}
