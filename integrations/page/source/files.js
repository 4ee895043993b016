// The files that were dropped: what each is taken for, at which path commands find it.

import { KINDS, kindOf, kindOfBytes, rulesetId } from './kinds.js';

// How much of a file is looked at, in bytes.
const HEAD = 256 * 1024;
const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

async function head(blob) {
  const bytes = new Uint8Array(await blob.slice(0, HEAD).arrayBuffer());
  const begins = (magic) => magic.every((byte, at) => bytes[at] === byte);
  if (begins(ZSTD)) return { packed: 'zstd', text: '' };
  if (!begins(GZIP)) {
    // Of what is no text nothing is far in.
    const letters = String.fromCharCode(...bytes.subarray(0, 8192));
    return { packed: '', kind: kindOfBytes(letters), text: new TextDecoder().decode(bytes) };
  }
  return { packed: 'gzip', text: await unpackedHead(bytes) };
}

// The head of a gzip file ends in the middle: what came before counts.
async function unpackedHead(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < HEAD) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // It ends in the middle, or is damaged, which the command says.
  }
  return text;
}

// What a file is taken for; `refused` says why it is not taken at all.
async function recognised(path, blob) {
  let begin;
  try {
    begin = await head(blob);
  } catch {
    return { path, blob, kind: 'other', refused: 'it cannot be read' };
  }
  if (begin.packed === 'zstd') return { path, blob, kind: 'log', packed: 'zstd' };
  const kind = begin.kind ?? kindOf(begin.packed ? path.replace(/\.gz$/i, '') : path, begin.text);
  if (kind === null) return { path, blob, kind: 'other', refused: 'it is a private key, and this page signs nothing' };
  return { path, blob, kind, packed: begin.packed, id: kind === 'ruleset' ? rulesetId(begin.text) : '' };
}

// Where several files of the same path were dropped, a later drop goes into a folder of its own.
function placed(dropped, taken) {
  const isFree = (before) => dropped.every(({ path }) => !taken.has(before + path));
  let before = '';
  for (let number = 2; !isFree(before); number += 1) before = `${number}/`;
  return dropped.map(({ path, blob }) => ({ path: before + path, blob }));
}

export class Files {
  constructor() {
    this.all = [];
    // Paths of drops that are still looked at.
    this.coming = [];
  }

  // Adds [{ path, blob }], and recognises each.
  async add(dropped) {
    const taken = new Set([...this.coming, ...this.all.map(({ path }) => path)]);
    const files = placed(dropped, taken);
    this.coming.push(...files.map(({ path }) => path));
    const found = await Promise.all(files.map(({ path, blob }) => recognised(path, blob)));
    this.coming = this.coming.filter((path) => !found.some((file) => file.path === path));
    this.all.push(...found);
    this.all.sort((one, other) => (one.path < other.path ? -1 : 1));
    return found;
  }

  remove(path) {
    this.all = this.all.filter((file) => file.path !== path);
  }

  clear() {
    this.all = [];
  }

  take(path, kind) {
    const file = this.all.find((each) => each.path === path);
    if (file && kind in KINDS) file.kind = kind;
  }

  // The files that commands see.
  get usable() {
    return this.all.filter((file) => !file.refused);
  }

  // The paths of a kind.
  of(...kinds) {
    return this.usable.filter((file) => kinds.includes(file.kind)).map((file) => file.path);
  }
}

// The files of a drop, those in folders with their paths.
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...transfer.files].map((blob) => ({ path: blob.name, blob }));
  const found = await Promise.all(entries.map((entry) => walked(entry, '')));
  return found.flat();
}

async function walked(entry, before) {
  const path = before + entry.name;
  if (entry.isFile) return [{ path, blob: await new Promise((done, failed) => { entry.file(done, failed); }) }];
  const reader = entry.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((done, failed) => { reader.readEntries(done, failed); });
    if (some.length === 0) break;
    all.push(...some);
  }
  return (await Promise.all(all.map((each) => walked(each, `${path}/`)))).flat();
}

// The files that were chosen in a dialog.
export function chosenFiles(list) {
  return [...list].map((blob) => ({ path: blob.webkitRelativePath || blob.name, blob }));
}
