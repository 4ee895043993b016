use std::path::{Path, PathBuf};

use resettle_report::document::TrustUsed;
use resettle_report::print::neutral;
use resettle_sealed_log::{PublicKey, TrustStore};
use resettle_signing::PrivateKey;

use crate::error::{Error, ONE_KEY_ONE_USE, shown};
use crate::files;
use resettle_console::output::colour;

/// The keys of all trust stores together, and what the report states about each.
///
/// # Errors
/// A file that cannot be read, and a key that two files list differently.
pub fn load_all(paths: &[PathBuf]) -> Result<Option<(TrustStore, TrustUsed)>, Error> {
    let mut all: Option<(TrustStore, TrustUsed)> = None;
    for path in paths {
        let Some((store, used)) = load(Some(path))? else { continue };
        match &mut all {
            None => all = Some((store, used)),
            Some((known, first)) => {
                known.join(store).map_err(|key| {
                    Error::new(format!(
                        "the key `{}` stands in another trust store too, with other rights",
                        neutral(&key)
                    ))
                    .at(path)
                    .help("keep the entry that is right, and take the other out")
                })?;
                first.also.push(used);
            }
        }
    }
    Ok(all)
}

/// The key that is to sign, and its public half. `so` says what a key that the trust store knows to seal logs does not do.
///
/// # Errors
/// A key that cannot be read or used, and one that seals logs.
pub fn signing_key(
    path: &Path,
    passphrase: Option<&Path>,
    store: Option<&TrustStore>,
    so: &str,
) -> Result<(PrivateKey, PublicKey), Error> {
    let key = files::private_key(path, passphrase)?;
    let public = key.public_key().map_err(|error| Error::new(error.to_string()).at(path))?;
    match store.into_iter().flat_map(TrustStore::keys).find(|known| known.public_key == public) {
        Some(known) => Err(Error::new(format!(
            "{} seals logs (`{}` of the trust store), so it {so}",
            shown(path),
            neutral(&known.name)
        ))
        .help(ONE_KEY_ONE_USE)),
        None => Ok((key, public)),
    }
}

/// The trust store, and what the report states about it.
pub fn load(path: Option<&Path>) -> Result<Option<(TrustStore, TrustUsed)>, Error> {
    let Some(path) = path else { return Ok(None) };
    let text = files::text_of(path, "a trust store")?;
    let store = TrustStore::from_yaml(&text).map_err(|faults| Error::Faults {
        path: path.to_owned(),
        count: faults.len(),
        rendered: faults.render(&shown(path), &text, colour()),
    })?;
    let used = TrustUsed { path: path.display().to_string(), sha256: files::sha256(text.as_bytes()), also: Vec::new() };
    Ok(Some((store, used)))
}
