// Elements are made one by one; text is only ever text. Nothing on this page parses HTML.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

const MOST_QUIET = 5;

// A table: columns `{title, number?, text(row), foot?}`. Rows that `quiet` says show nothing are counted on paper in place of
// being printed; `silence` says what that means.
function table({ caption, columns, rows, foot, classes, quiet, silence = 'nothing was found' }) {
  const silent = quiet ? rows.filter(quiet).length : 0;
  const isCounted = silent > MOST_QUIET;
  const cell = (tag, column, content, more) => h(tag, { class: column.number ? 'number' : column.classes, ...more }, content);
  const isSilent = isCounted && silent === rows.length && !foot;
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    h('table', { class: [classes, isSilent && 'not-printed'].filter(Boolean).join(' ') || null },
      h('caption', {}, caption),
      h('thead', {}, h('tr', {}, columns.map((column) => cell('th', column, column.title, { scope: 'col' })))),
      h('tbody', {}, rows.map((row) => h('tr', { class: isCounted && quiet(row) && 'not-printed' }, columns.map((column, at) =>
        (at === 0 ? cell('th', column, column.text(row), { scope: 'row' }) : cell('td', column, column.text(row), { 'data-title': typeof column.title === 'string' ? column.title : null })))))),
      foot && h('tfoot', {}, h('tr', {}, columns.map((column, at) =>
        cell(at === 0 ? 'th' : 'td', column, foot[at], at === 0 ? { scope: 'row' } : { 'data-title': column.title }))))),
    isCounted && h('p', { class: 'print-only quiet' }, isSilent ? `${caption}: ${many(silent, 'row', 'rows')} in which ${silence}; not printed` : `and ${count(silent)} more in which ${silence}, not printed`));
}

function section(id, title, ...content) {
  return h('section', { id, 'aria-labelledby': `${id}-title` }, h('h2', { id: `${id}-title` }, title), content);
}

function facts(pairs, classes = '') {
  const shown = pairs.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return h('dl', { class: `facts ${classes}` }, shown.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}

// A line to write on.
function line(label, wide) {
  return h('div', { class: wide ? 'write wide' : 'write' }, h('span', {}, label || '\u00a0'));
}

// A time that never breaks within a line.
function when(at) {
  return h('time', { class: 'moment' }, moment(at));
}

// Days from one to another, none of them broken.
function days(from, to) {
  const whole = (text) => h('span', { class: 'moment' }, text);
  return from === to ? whole(from) : [whole(from), ' to ', whole(to)];
}

function code(text) {
  return h('code', {}, neutral(text));
}

// Long lists are drawn in parts, and wholly before they are printed.
class Parts {
  // `end` is what the button for more stands behind: the list itself, or the table that it is the body of.
  constructor(list, build, size, end = list) {
    Object.assign(this, { list, build, size, items: [], drawn: 0 });
    this.more = h('button', { type: 'button', class: 'more', onclick: () => this.draw(this.drawn + this.size, true) });
    end.after(this.more);
  }

  show(items) {
    this.items = items;
    this.drawn = 0;
    this.list.replaceChildren();
    this.draw(this.size);
  }

  draw(until, focus) {
    const part = this.items.slice(this.drawn, until).map(this.build);
    this.list.append(...part);
    this.drawn += part.length;
    // What is out of sight is then not laid out.
    this.list.classList.toggle('long', this.drawn > 200);
    const left = this.items.length - this.drawn;
    this.more.hidden = left === 0;
    this.more.textContent = `Show ${Math.min(left, this.size)} more of ${left}`;
    const first = focus && part[0];
    if (first) {
      first.setAttribute('tabindex', '-1');
      first.focus({ preventScroll: true });
    }
  }

  all() {
    this.draw(this.items.length);
  }

  // Draws as far as the item, so that a link to it leads somewhere.
  reach(item) {
    const at = this.items.indexOf(item);
    if (at >= this.drawn) this.draw(at + 1);
    return at >= 0;
  }
}
