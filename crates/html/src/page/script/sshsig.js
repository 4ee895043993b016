// What `ssh-keygen -Y sign` writes, read and checked. Only the one spelling that ssh-keygen uses is read.

class SignatureError extends Error {}

function readSshsig(armour) {
  const refuse = (why) => { throw new SignatureError(why); };
  const parts = /^-----BEGIN SSH SIGNATURE-----\n((?:[A-Za-z0-9+/=]{1,70}\n)+)-----END SSH SIGNATURE-----\n$/.exec(armour);
  if (!parts) refuse('the signature is not spelled as ssh-keygen writes it');
  let bytes;
  try {
    bytes = bytesOf(parts[1].replaceAll('\n', ''));
  } catch {
    refuse('the signature is no base64');
  }
  let at = 6;
  const take = (length) => {
    if (at + length > bytes.length) refuse('the signature is cut off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const u32 = () => take(4).reduce((sum, byte) => sum * 256 + byte, 0);
  const string = () => take(u32());
  const ascii = (part) => String.fromCharCode(...part);

  if (ascii(bytes.subarray(0, 6)) !== 'SSHSIG') refuse('it is no SSHSIG');
  if (u32() !== 1) refuse('it is of another version than 1');
  const blob = string();
  const namespace = ascii(string());
  const reserved = string();
  const hash = ascii(string());
  const signature = string();
  if (at !== bytes.length) refuse('something follows the signature');
  if (reserved.length !== 0) refuse('it carries data in a field that must be empty');

  const inner = (part) => {
    const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
    const fields = [];
    for (let from = 0; from < part.length;) {
      const length = from + 4 <= part.length ? view.getUint32(from) : Infinity;
      if (from + 4 + length > part.length) refuse('a part of it is cut off');
      fields.push(part.subarray(from + 4, from + 4 + length));
      from += 4 + length;
    }
    return fields;
  };
  const [keyType, key, ...moreKey] = inner(blob);
  const [sigType, raw, ...moreSig] = inner(signature);
  for (const type of [keyType, sigType]) {
    if (!type || ascii(type) !== 'ssh-ed25519') refuse('it is not of an Ed25519 key');
  }
  if (moreKey.length || moreSig.length || key?.length !== 32 || raw?.length !== 64) refuse('its parts are of a wrong length');
  if (hash !== 'sha512' && hash !== 'sha256') refuse('it uses an unknown hash');
  return { blob, key, namespace, hash, raw };
}

// The bytes that were signed, as the SSHSIG format has them.
async function signedBytes(sig, message) {
  const digest = new Uint8Array(await crypto.subtle.digest(sig.hash === 'sha512' ? 'SHA-512' : 'SHA-256', message));
  const text = (part) => Uint8Array.from(part, (letter) => letter.charCodeAt(0));
  const string = (part) => [0, 0, part.length >> 8, part.length & 255, ...part];
  return Uint8Array.from([
    ...text('SSHSIG'), ...string(text(sig.namespace)), ...string([]), ...string(text(sig.hash)), ...string(digest),
  ]);
}

async function fingerprint(sig) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', sig.blob));
  return `SHA256:${btoa(String.fromCharCode(...digest)).replace(/=+$/, '')}`;
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
