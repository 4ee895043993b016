// Text and numbers as people read them. All text of a log goes through `neutral`.

const MINUS = '\u2212';

// What steers, hides or reorders text is shown by its number, as the command line does it.
function neutral(text) {
  return String(text).replace(
    /[\p{Cc}\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu,
    (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`,
  );
}

// Plain numbers and BigInts alike, and digits in a string.
function whole(value) {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^-?\d{1,60}$/.test(value)) return BigInt(value);
  return 0n;
}

// A decimal of the report, to place something by it; what is none is NaN.
function measure(value) {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;
}

function grouped(value) {
  const text = String(value);
  const [sign, digits] = text.startsWith('-') ? [MINUS, text.slice(1)] : ['', text];
  return sign + digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

function count(value) {
  return grouped(whole(value));
}

function many(value, one, more) {
  return `${count(value)} ${whole(value) === 1n ? one : more}`;
}

// Currencies whose minor unit is no hundredth.
const MINOR_DIGITS = { BIF: 0, CLP: 0, JPY: 0, KRW: 0, PYG: 0, UGX: 0, VND: 0, BHD: 3, JOD: 3, KWD: 3, OMR: 3, TND: 3 };

// Minor units as an amount: 2500 of SGD is 25.00. Without a currency the minor units stay.
function amount(value, currency, signed = false) {
  const minor = whole(value);
  const size = minor < 0n ? -minor : minor;
  const sign = minor < 0n ? MINUS : signed && minor > 0n ? '+' : '';
  if (!currency) return sign + grouped(size);
  const places = Object.hasOwn(MINOR_DIGITS, currency) ? MINOR_DIGITS[currency] : 2;
  if (places === 0) return sign + grouped(size);
  const digits = String(size).padStart(places + 1, '0');
  return `${sign}${grouped(digits.slice(0, -places))}.${digits.slice(-places)}`;
}

function money(value, currency, signed = false) {
  const text = amount(value, currency, signed);
  return currency ? `${text}\u00a0${neutral(currency)}` : `${text} minor units`;
}

// What the digits of a sentence of a log's currency mean.
function unitOf(currency) {
  return currency && amount(100, currency) !== '100' ? `minor units: 100 are ${money(100, currency)}` : 'minor units';
}

function favour(value) {
  const minor = whole(value);
  if (minor === 0n) return 'in nobody\u2019s favour';
  return minor > 0n ? 'in the player\u2019s favour' : 'in the house\u2019s favour';
}

// The date as the log wrote it.
function day(at) {
  return /^\d{4}-\d{2}-\d{2}/.test(at ?? '') ? at.slice(0, 10) : null;
}

function moment(at) {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:\d{2})$/.exec(at ?? '');
  return parts ? `${parts[1]} ${parts[2]} ${parts[3]}` : neutral(at ?? '');
}

function plain(word) {
  return neutral(word).replaceAll('_', ' ');
}

const SEVERITIES = ['critical', 'major', 'minor', 'info'];

// `<ruleset id> <clause>` in two.
function clauseParts(clause) {
  const [ruleset, ...rest] = String(clause).split(' ');
  return { ruleset: neutral(ruleset), clause: neutral(rest.join(' ')) };
}
