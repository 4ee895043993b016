// Bytes as text of a page in windows-1252, in which each byte is one letter. What HTML would read as something else stands behind an
// equals sign, with its seventh bit turned: NUL, a carriage return, a less-than sign, and the equals sign itself.

const BEHIND = '='.charCodeAt(0);
const TURNED = 0x40;
const SPECIAL = [0x00, 0x0d, 0x3c, BEHIND];

// As the bytes of the page.
export function written(bytes) {
  const out = [];
  for (const byte of bytes) {
    if (SPECIAL.includes(byte)) out.push(BEHIND, byte ^ TURNED);
    else out.push(byte);
  }
  return Uint8Array.from(out);
}

// Back from the text that a browser makes of it.
export function read(text) {
  const byteOf = new Uint8Array(0x10000);
  const letters = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  for (let byte = 0; byte < 256; byte += 1) byteOf[letters.charCodeAt(byte)] = byte;
  const out = new Uint8Array(text.length);
  let size = 0;
  for (let at = 0; at < text.length; at += 1) {
    let byte = byteOf[text.charCodeAt(at)];
    if (byte === BEHIND) {
      at += 1;
      byte = byteOf[text.charCodeAt(at)] ^ TURNED;
    }
    out[size] = byte;
    size += 1;
  }
  return out.subarray(0, size);
}
