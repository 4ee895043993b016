// JSON with whole numbers of any size: what does not fit a double becomes a BigInt, never a rounded number.

function readJson(text) {
  const token = /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;
  let at = 0;
  let depth = 0;

  const next = () => {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) throw new SyntaxError(`no JSON at character ${at}`);
    at = token.lastIndex;
    return found;
  };
  const name = (found) => {
    if (found[2] === undefined) throw new SyntaxError(`a name is missing before character ${at}`);
    return JSON.parse(found[2]);
  };
  const mark = (wanted) => {
    const found = next()[1];
    if (!wanted.includes(found)) throw new SyntaxError(`${found} where ${wanted} belongs, before character ${at}`);
    return found;
  };
  const value = (found) => {
    if (found[2] !== undefined) return JSON.parse(found[2]);
    if (found[3] !== undefined) return number(found[3]);
    if (found[4] !== undefined) return { true: true, false: false, null: null }[found[4]];
    if (depth > 64) throw new SyntaxError('nested too deep');
    depth += 1;
    const out = found[1] === '{' ? object() : found[1] === '[' ? array() : undefined;
    if (out === undefined) throw new SyntaxError(`a value is missing before character ${at}`);
    depth -= 1;
    return out;
  };
  const object = () => {
    // A map without a prototype: no name of the data means anything to the page.
    const out = Object.create(null);
    let found = next();
    if (found[1] === '}') return out;
    for (;;) {
      const key = name(found);
      if (key in out) throw new SyntaxError(`the name ${JSON.stringify(key)} comes twice`);
      mark(':');
      out[key] = value(next());
      if (mark(',}') === '}') return out;
      found = next();
    }
  };
  const array = () => {
    const out = [];
    let found = next();
    if (found[1] === ']') return out;
    for (;;) {
      out.push(value(found));
      if (mark(',]') === ']') return out;
      found = next();
    }
  };

  const out = value(next());
  if (text.slice(at).trim() !== '') throw new SyntaxError(`something follows the JSON at character ${at}`);
  return out;
}

function number(digits) {
  const plain = Number(digits);
  return Number.isSafeInteger(plain) || !/^-?\d+$/.test(digits) ? plain : BigInt(digits);
}
