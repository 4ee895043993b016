use resettle_sealed_log::PublicKey;
use resettle_signing::PrivateKey;
use ssh_key::Kdf;

use super::yaml::text;
use crate::broken::{Broken, same, works};

/// More rounds of bcrypt than this take too long here; `MOST_BCRYPT_ROUNDS` bounds what is tried.
const MOST_ROUNDS: u32 = 2;

/// A private key file.
///
/// # Errors
/// A key that is another one once it is written again.
pub fn private_key(data: &[u8]) -> Result<(), Broken> {
    let rounds = match ssh_key::PrivateKey::from_openssh(data).as_ref().map(ssh_key::PrivateKey::kdf) {
        Ok(Kdf::Bcrypt { rounds, .. }) => *rounds,
        _ => 0,
    };
    let passphrase = (rounds <= MOST_ROUNDS).then_some(&b"test"[..]);
    let Ok(key) = PrivateKey::from_openssh(data, passphrase) else { return Ok(()) };
    let written = works(key.to_openssh(), "a key cannot be written again")?;
    let again = works(PrivateKey::from_openssh(written.as_bytes(), None), "a key written again is refused")?;
    same(&again.public_key(), &key.public_key(), "a key written again is another one")?;
    same(&again.comment(), &key.comment(), "a key written again has another comment")
}

/// A public key in any of the forms that a trust store takes.
///
/// # Errors
/// A key that is another one in another form.
pub fn public_key(data: &[u8]) -> Result<(), Broken> {
    let Some(text) = text(data) else { return Ok(()) };
    let line = PublicKey::from_openssh(text);
    let Ok(key) = PublicKey::parse(text) else {
        return same(&line.is_ok(), &false, "a trust store refuses an OpenSSH line");
    };
    for form in [key.to_openssh(""), key.to_openssh("somebody"), key.to_spki_pem()] {
        same(&works(PublicKey::parse(&form), "a form of a key is refused")?, &key, "a form of a key is another key")?;
    }
    same(&works(PublicKey::from_bytes(key.as_bytes()), "the bytes of a key are refused")?, &key, "another key")
}
