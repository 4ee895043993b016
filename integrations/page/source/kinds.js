// What a file can be, and how that is seen from how it begins. Names are the options of the command line where there is one.

export const KINDS = {
  log: 'Log',
  trust: 'Trust store',
  facts: 'Facts',
  roster: 'Roster',
  dispositions: 'Dispositions',
  settings: 'Settings of sources',
  staffing: 'Staffing',
  drop: 'Counts of drop boxes',
  heads: 'Heads of logs',
  digest: 'Venue digest',
  note: 'Note of witnesses',
  leaves: 'List of a note',
  witnesses: 'Witnesses that count',
  signers: 'Allowed signers of reports',
  approvers: 'Approvers of rulesets',
  approval: 'Approval of a ruleset',
  ruleset: 'Ruleset',
  pack: 'Pack of rulesets',
  beside: 'Part of a ruleset',
  report: 'Report',
  manifest: 'Manifest of a signed report',
  signature: 'Signature',
  signoff: 'Sign-off of a report',
  timestamp: 'Timestamp, or a request for one',
  authorities: 'Certificates of timestamp authorities',
  part: 'Part of a report',
  register: 'Part of a register of prizes',
  mapping: 'Mapping of an import',
  other: 'Something else',
};

// Kinds that no command takes by itself.
export const UNNAMED = [
  'other', 'mapping', 'beside', 'part', 'signature', 'approval', 'signoff', 'timestamp', 'authorities', 'note', 'leaves',
];

const REGISTER = [
  'amendments', 'complaints', 'denials', 'draws', 'incidents', 'notifications', 'payments', 'prizes', 'promotions', 'register', 'terms',
].map((name) => `${name}.csv`);
const PARTS = ['report.html', 'findings.csv', 'register.csv', 'report.xlsx'];

// What a first top-level key of YAML shows.
const KEYS = [
  ['approval', 'approval'],
  ['signoff', 'signoff'],
  ['keys', 'trust'],
  ['in_force', 'facts'],
  ['roster', 'roster'],
  ['dispositions', 'dispositions'],
  ['sources', 'settings'],
  ['expected', 'settings'],
  ['clock_slack', 'settings'],
];

const WORDS = [
  [/^resettle-cut\/|^resettle-cases\//, 'beside'],
  [/^(csv|json|capture)-mapping\/|^angel-eye/, 'mapping'],
];

const last = (path) => path.split('/').pop();
export const folderOf = (path) => path.split('/').slice(0, -1).join('/');

// Object identifiers as DER spells them: what a CMS signs, that it is a timestamp, and SHA-256 in a request.
const SIGNED = '\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02';
const TIMESTAMP = '\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x04';
const SHA_256 = '\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01';

// What `letters`, one for each byte of how a file begins, show a file to be that is no text; nothing where it may be one.
export function kindOfBytes(letters) {
  if (letters.startsWith('PK\x03\x04')) return letters.startsWith('MANIFEST.sha256', 30) ? 'pack' : null;
  if (letters[0] !== '\x30') return null;
  const isAnswer = letters.includes(SIGNED) && letters.includes(TIMESTAMP);
  const isRequest = letters.length < 1000 && /^\x30[\s\S]\x02\x01\x01\x30/.test(letters) && letters.includes(SHA_256);
  return isAnswer || isRequest ? 'timestamp' : null;
}

// What `text`, how the file at `path` begins, shows it to be. `null` for a private key, which is not taken.
export function kindOf(path, text) {
  const name = last(path);
  if (/^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return null;
  if (text.startsWith('-----BEGIN SSH SIGNATURE-----')) return 'signature';
  if (text.startsWith('-----BEGIN CERTIFICATE-----')) return 'authorities';
  if (text.startsWith('# resettle-digest/')) return 'digest';
  if (/^\S+\n\d+\n[A-Za-z0-9+/]{43}=\n\n\u2014 /.test(text)) return 'note';
  if (/^[0-9a-f]{64}  \d{4}-\d{2}-\d{2}\.digest\n/.test(text)) return 'leaves';
  if (/^[ \t]*log[ \t]+\S+\+[0-9a-f]{8}\+\S/m.test(text) && /^[ \t]*quorum[ \t]/m.test(text)) return 'witnesses';
  if (/^(format: )?resettle-approval\//m.test(text.slice(0, 200))) return 'approval';
  if (/^[0-9a-f]{64} [ *]\S/.test(text)) return 'manifest';
  if (text.trimStart().startsWith('{')) return ofJson(name, text);
  // A trust store's keys may be spelled as OpenSSH does, too.
  if (/^keys:/m.test(text) && /\bpublic_key:/.test(text)) return 'trust';
  if (/(^|\s)(ssh-ed25519|ssh-rsa|sk-ssh-ed25519@openssh\.com|ecdsa-sha2-\S+) AAAA/.test(text)) {
    return text.includes('resettle-ruleset') && !text.includes('resettle-report') ? 'approvers' : 'signers';
  }
  if (name === 'notes.md' || name === 'cases.yaml' || name === 'cut.yaml') return 'beside';
  if (/\.csv$/i.test(name)) return ofCsv(name, text);
  if (PARTS.includes(name)) return 'part';
  return ofYaml(text) ?? (/\.(jsonl|log)$/i.test(name) ? 'log' : 'other');
}

// The id that a ruleset's own keys give it, which is the path at which commands look for it; nothing where one lacks.
export function rulesetId(text) {
  const value = (key) => text.match(new RegExp(`^${key}:[ \\t]*["']?([A-Za-z0-9-]+)`, 'm'))?.[1];
  const day = text.match(/^effective:\s*\{?\s*from:\s*["']?(\d{4}-\d{2}-\d{2})/m)?.[1];
  const venue = value('venue') ?? (/^venues:/m.test(text) ? 'venues' : undefined);
  const parts = [value('jurisdiction')?.toLowerCase(), venue, value('game'), day];
  return parts.every(Boolean) ? parts.join('/') : '';
}

function ofJson(name, text) {
  if (/"type"\s*:\s*"resettle-heads\//.test(text.slice(0, 200))) return 'heads';
  if (/^\s*\{\s*"type"\s*:\s*"resettle-report\//.test(text)) return 'report';
  const first = text.split('\n', 1)[0];
  const isRecord = /"(type|seq|prev)"\s*:/.test(first) && first.trimEnd().length > 1;
  return isRecord || /\.jsonl$/i.test(name) ? 'log' : 'other';
}

function ofCsv(name, text) {
  const columns = text.split(/\r?\n/, 1)[0].split(',').map((each) => each.trim().replace(/^"|"$/g, ''));
  if (columns.includes('dealer') || columns.includes('supervisor')) return 'staffing';
  if (columns.includes('drop') && columns.includes('day')) return 'drop';
  if (name === 'findings.csv' && columns.includes('severity')) return 'part';
  if (columns.includes('promotion') || columns.includes('as_of')) return REGISTER.includes(name) ? 'register' : 'other';
  return PARTS.includes(name) ? 'part' : 'other';
}

function ofYaml(text) {
  const keys = [...text.matchAll(/^([a-z_]+):[ \t]*(.*)$/gm)].map(([, key, value]) => [key, value]);
  if (keys.length === 0) return null;
  const format = keys.find(([key]) => key === 'format' || key === 'schema');
  for (const [word, kind] of WORDS) if (format && word.test(format[1])) return kind;
  if (keys.some(([key]) => key === 'jurisdiction') && keys.some(([key]) => key === 'effective')) return 'ruleset';
  for (const [key, kind] of KEYS) if (keys[0][0] === key) return kind;
  return null;
}
