// Command lines: words, and back.

// A word as a shell takes it.
export function quoted(word) {
  return /^[A-Za-z0-9_.,:=+\/@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// One line for each command, `out` is the file that its output goes to.
export function lines(steps) {
  return steps.map(({ args, out }) => ['resettle', ...args].map(quoted).join(' ') + (out ? ` > ${quoted(out)}` : '')).join('\n');
}

// The words of a line, of which those in quotation marks are whole. Throws what is wrong, in words.
function words(line) {
  const out = [];
  let word = null;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at];
    if (quote) {
      if (letter === quote) quote = '';
      else word += letter;
    } else if (letter === "'" || letter === '"') {
      quote = letter;
      word ??= '';
    } else if (letter === '\\') {
      at += 1;
      word = (word ?? '') + (line[at] ?? '');
    } else if (/\s/.test(letter)) {
      if (word !== null) out.push({ word });
      word = null;
    } else if (letter === '>' && word === null) {
      out.push({ word: '>', isArrow: true });
    } else if (/[|&;<`$]/.test(letter)) {
      throw new Error(`“${letter}” means nothing here: each line is one command, and “> FILE” keeps what it prints`);
    } else word = (word ?? '') + letter;
  }
  if (quote) throw new Error(`a quotation mark ${quote} is not closed`);
  if (word !== null) out.push({ word });
  return out;
}

// What lines ask for. Throws what is wrong, in words.
export function steps(text) {
  const found = text.split('\n').map((line) => line.trim()).filter((line) => line && !line.startsWith('#')).map((line) => {
    const all = words(line);
    if (all[0]?.word === 'resettle') all.shift();
    const arrow = all.findIndex((each) => each.isArrow);
    if (arrow === -1) return { args: all.map((each) => each.word), out: '' };
    if (arrow !== all.length - 2) throw new Error('“>” is followed by one file name, at the end');
    const out = all[arrow + 1].word;
    if (out.includes('/')) throw new Error(`what is printed goes to a file without a folder, not to ${out}`);
    return { args: all.slice(0, arrow).map((each) => each.word), out };
  });
  if (found.length === 0) throw new Error('no command is given');
  return found;
}
