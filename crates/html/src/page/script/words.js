// Text and numbers as people read them. All text of a log goes through `neutral`.

const MINUS = '\u2212';

// What steers, hides or reorders text, changes the letter before it, or prints as nothing or as a blank, is shown by its
// number, as the command line does it.
function neutral(text) {
  return String(text).replace(
    /(?! )[\p{C}\p{Gr_Ext}\p{White_Space}\u115f\u1160\u2800\u3164\uffa0\ufffc\u{1d159}]/gu,
    (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`,
  );
}

function isWhole(value) {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
}

// Plain numbers and BigInts alike, and digits in a string.
function whole(value) {
  if (isWhole(value)) return BigInt(value);
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

// How many digits of a currency's amounts are minor units (ISO 4217); a test compares it with the tool's own table.
const MINOR_DIGITS = new Map([
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [2, 'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF ' +
    'CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD ' +
    'GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL ' +
    'MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN ' +
    'QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY ' +
    'TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG ZWL'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
].flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits])));

// Minor units as an amount: 2500 of SGD is 25.00. Without a currency the minor units stay.
// How much it is, whichever way; nothing where it is not known.
function sizeOf(value) {
  const minor = whole(value ?? 0);
  return minor < 0n ? -minor : minor;
}

function amount(value, currency, signed = false) {
  const minor = whole(value);
  const size = sizeOf(minor);
  const sign = minor < 0n ? MINUS : signed && minor > 0n ? '+' : '';
  if (!currency) return sign + grouped(size);
  const places = MINOR_DIGITS.get(currency) ?? 0;
  if (places === 0) return sign + grouped(size);
  const digits = String(size).padStart(places + 1, '0');
  return `${sign}${grouped(digits.slice(0, -places))}.${digits.slice(-places)}`;
}

function money(value, currency, signed = false) {
  const text = amount(value, currency, signed);
  if (!currency) return `${text} minor units`;
  if (currency === 'chips') return `${text}\u00a0chips`;
  return MINOR_DIGITS.has(currency) ? `${text}\u00a0${neutral(currency)}` : `${text} minor units of ${neutral(currency)}`;
}

// A sentence in which no currency stands on another line than its amount.
function sentence(text) {
  return unbroken(neutral(text).replace(/(\d) (?=[A-Z]{3}\b)/g, '$1\u00a0'));
}

function prose(text) {
  return unbroken(neutral(text));
}

// Of harmless text names and times break at none of their hyphens; what is too long for that is a path.
function unbroken(text) {
  const parts = text.split(/([^\s,;:()=]*(?:[\p{L}\d]-\d|\d-\p{L})[^\s,;()=]*)/u);
  return parts.map((part, at) => (at % 2 === 1 && part.length <= 36 ? h('span', { class: 'unbroken' }, part) : part));
}

// Chips are no money.
function favourOf(finding) {
  if (finding.unit === 'chips') return 'tournament play, no money';
  if (whole(finding.money) === 0n) return favour(0);
  const provisos = new Set(HANGING.filter((one) => hangsOn(finding, one)).map((one) => one.proviso));
  return favour(finding.money) + [...provisos].join('');
}

function favour(value) {
  const minor = whole(value);
  if (minor === 0n) return 'in favour of neither side';
  return minor > 0n ? 'in the players\u2019 favour' : 'in the house\u2019s favour';
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

// Which rules were in force is not known: no fault of the table, counted under no severity, and said once of each table and
// ruleset.
const UNCERTAIN = 'ruleset/uncertain';

// What a finding is counted as, everywhere on the page.
function weightOf(finding) {
  return finding.code === UNCERTAIN ? 'uncertain' : finding.severity;
}

// What was won: stakes less what went back, and its share of the stakes; everything on the page takes both from here.
function wonOf({ staked, returned }) {
  return { staked: whole(staked), won: whole(staked) - whole(returned) };
}

// `<ruleset id> <clause>` in two.
function clauseParts(clause) {
  const [ruleset, ...rest] = String(clause).split(' ');
  return { ruleset: neutral(ruleset), clause: neutral(rest.join(' ')) };
}
