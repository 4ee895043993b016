// Whether the embedded data are what the embedded signature signs. A page cannot vouch for itself: whoever
// changes it can change this check as well, so what is said here never goes beyond a fingerprint to compare.

const NAMESPACE = 'resettle-report';

// `{state: 'match' | 'altered' | 'unchecked', fingerprint?, why?}`
async function check(data, armour) {
  if (armour === '') return { state: 'unchecked', why: 'no signature is embedded: this page was made from an unsigned report' };
  if (!globalThis.crypto?.subtle) {
    return { state: 'unchecked', why: 'this browser offers no cryptography to this page' };
  }
  let sig;
  try {
    sig = readSshsig(armour);
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    return { state: 'unchecked', why: error.message };
  }
  if (sig.namespace !== NAMESPACE) {
    return { state: 'unchecked', why: `the signature was made for something else (${neutral(sig.namespace)})` };
  }
  const name = await fingerprint(sig);
  try {
    const key = await crypto.subtle.importKey('raw', sig.key, { name: 'Ed25519' }, false, ['verify']);
    const fits = await crypto.subtle.verify({ name: 'Ed25519' }, key, sig.raw, await signedBytes(sig, data));
    return { state: fits ? 'match' : 'altered', fingerprint: name };
  } catch {
    return { state: 'unchecked', fingerprint: name, why: 'this browser cannot check Ed25519 signatures' };
  }
}

function verdict(found) {
  const labelled = (title, ...text) => [h('strong', {}, title), ' ', text];
  const compare = 'Compare this fingerprint with the one that reached you by another way, and check the folder with ssh-keygen: a page cannot vouch for itself.';
  switch (found.state) {
    case 'match':
      return labelled('The data match key', h('code', { class: 'fingerprint' }, found.fingerprint), '. ', compare);
    case 'altered':
      return labelled('Altered.', 'The data of this page do not fit their signature, which names key ',
        h('code', { class: 'fingerprint' }, found.fingerprint),
        '. Do not rely on anything below; get the report again from its sender.');
    default:
      return labelled('Cannot be checked here:', `${found.why}. `,
        found.fingerprint && ['The signature names key ', h('code', { class: 'fingerprint' }, found.fingerprint), '. '],
        'Check the folder with ssh-keygen.');
  }
}

function showVerdict(found) {
  const banner = document.getElementById('check');
  banner.className = `check ${found.state}`;
  banner.replaceChildren();
  append(banner, verdict(found));
}
