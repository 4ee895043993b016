use std::path::Path;

use resettle_signing::{KeyError, PrivateKey};
use zeroize::Zeroizing;

use crate::error::{Error, shown};

/// Reads a private key; asks for its passphrase if one is needed and none is given.
pub fn private_key(path: &Path, passphrase_file: Option<&Path>) -> Result<PrivateKey, Error> {
    let bytes = Zeroizing::new(super::bytes(path)?);
    let bad = |error: KeyError| Error::new(format!("{} is no private key to use: {error}", shown(path)));
    // A file that is not a private key may be readable by others: a public key, for instance.
    if let Err(error @ KeyError::NotOpenSsh(_)) = PrivateKey::from_openssh(&bytes, None) {
        return Err(bad(error));
    }
    refuse_readable_by_others(path)?;
    let given = passphrase_file.map(passphrase_from).transpose()?;
    match PrivateKey::from_openssh(&bytes, given.as_deref().map(String::as_bytes)) {
        Err(KeyError::NeedsPassphrase) => {
            let asked = rpassword::prompt_password(format!("Passphrase of {}: ", shown(path))).map_err(|_| {
                Error::new(format!("{} needs a passphrase, and there is no terminal to ask for it", shown(path)))
                    .help("pass --passphrase-file")
            })?;
            let asked = Zeroizing::new(asked);
            PrivateKey::from_openssh(&bytes, Some(asked.as_bytes())).map_err(bad)
        }
        other => other.map_err(bad),
    }
}

/// The passphrase in a file; one line feed at its end is not part of it.
pub fn passphrase_from(path: &Path) -> Result<Zeroizing<String>, Error> {
    refuse_readable_by_others(path)?;
    let text = Zeroizing::new(super::text(path)?);
    let line = text.strip_suffix('\n').unwrap_or(&text);
    Ok(Zeroizing::new(line.strip_suffix('\r').unwrap_or(line).to_owned()))
}

#[cfg(unix)]
fn refuse_readable_by_others(path: &Path) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(path).map_err(|error| Error::read(path, error))?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(Error::new(format!(
            "{} can be read by others (mode {:04o}), so it is not used",
            shown(path),
            mode & 0o7777
        ))
        .help(format!("chmod 600 {}", shown(path))));
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_readable_by_others(_: &Path) -> Result<(), Error> {
    Ok(())
}
