// Cards as cards.

const SUITS = {
  S: ['spades', 'M5 .6C9 4 9.6 5.4 9.6 6.4a2.1 2.1 0 0 1-4 .9l.8 2.2H3.6l.8-2.2a2.1 2.1 0 0 1-4-.9C.4 5.4 1 4 5 .6Z'],
  H: ['hearts', 'M5 9.4C1 6 .4 4.4.4 3.2A2.5 2.5 0 0 1 5 2a2.5 2.5 0 0 1 4.6 1.2C9.6 4.4 9 6 5 9.4Z'],
  D: ['diamonds', 'M5 .4 8.8 5 5 9.6 1.2 5Z'],
  C: ['clubs', 'M5 .5a2.1 2.1 0 0 1 1.7 3.4 2.1 2.1 0 1 1-1.2 3.5l.9 2.1H3.6l.9-2.1a2.1 2.1 0 1 1-1.2-3.5A2.1 2.1 0 0 1 5 .5Z'],
};
const RANKS = {
  A: 'ace', 2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine', T: 'ten', J: 'jack', Q: 'queen', K: 'king',
};
const [WIDE, HIGH] = [46, 64];

function cardFace(name, label, content, classes, sideways) {
  const [width, height] = sideways ? [HIGH, WIDE] : [WIDE, HIGH];
  const turn = sideways ? `translate(0 ${WIDE}) rotate(-90)` : null;
  return s('svg', { class: `card ${classes}`, viewBox: `-1 -1 ${width + 2} ${height + 2}`, width: width + 2, height: height + 2, role: 'img', 'aria-label': label },
    s('title', {}, label),
    s('g', { transform: turn }, s('rect', { width: WIDE, height: HIGH, rx: 4.5, class: 'face' }), content));
}

function suitAt(path, x, y, size) {
  return s('path', { d: path, transform: `translate(${x} ${y}) scale(${size / 10})`, class: 'pip' });
}

// The third card of a hand lies across, as it does on the table.
function card(name, sideways) {
  const [rank, suit] = [String(name)[0], String(name)[1]];
  if (String(name).length === 2 && Object.hasOwn(RANKS, rank) && Object.hasOwn(SUITS, suit)) {
    const [suitName, path] = SUITS[suit];
    const red = suit === 'H' || suit === 'D';
    return cardFace(name, `${RANKS[rank]} of ${suitName}`, [
      s('text', { x: 5, y: 20, class: 'rank' }, rank === 'T' ? '10' : rank),
      suitAt(path, 5, 25, 9),
      suitAt(path, 19, 34, 22),
    ], red ? 'red' : 'black', sideways);
  }
  const label = name === 'XX' ? 'a foreign card' : name === '??' ? 'a card that could not be read' : `the card ${neutral(name)}`;
  return cardFace(name, label, [
    s('path', { d: 'M6 10 40 54M40 10 6 54', class: 'struck' }),
    s('text', { x: 23, y: 38, class: 'odd' }, neutral(name).slice(0, 4)),
  ], 'strange', sideways);
}

// A printed 7 lies there always and is never dealt.
function permanentCard(value) {
  const face = neutral(value);
  return cardFace(face, `the permanent ${face}, printed on the layout`, [
    s('rect', { x: 3.5, y: 3.5, width: WIDE - 7, height: HIGH - 7, rx: 2.5, class: 'inner' }),
    s('text', { x: 23, y: 38, class: 'printed' }, face),
    s('text', { x: 23, y: 54, class: 'word' }, 'PRINTED'),
  ], 'permanent', false);
}

function hand(name, cards, permanent, total, notLaid) {
  const dealt = (cards ?? []).map((each, at) => card(each, at + (permanent ? 1 : 0) >= 2));
  return h('div', { class: `hand ${name.toLowerCase()}` },
    h('h4', {}, name),
    h('div', { class: 'cards' }, permanent ? permanentCard(permanent) : null, dealt,
      dealt.length === 0 && !permanent ? h('span', { class: 'quiet' }, notLaid ? 'not recorded in which hand' : 'no cards') : null),
    h('p', { class: 'total' }, total === undefined || total === null ? '\u2013' : String(total), h('span', { class: 'unit' }, 'point total')));
}
