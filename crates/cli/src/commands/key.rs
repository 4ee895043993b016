use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_report::print::neutral;
use resettle_sealed_log::{PublicKey, PublicKeyError};
use resettle_signing::keys::EncryptionRandomness;
use resettle_signing::{KeyError, PrivateKey};
use zeroize::Zeroizing;

use crate::args::{KeyArgs, KeyCommand};
use crate::error::{Error, shown};
use crate::files::{self, passphrase_from, private_key, write_private};
use resettle_console::{say, say_all};

/// `resettle key`
pub fn run(args: &KeyArgs) -> Result<ExitCode, Error> {
    match &args.command {
        KeyCommand::New { file, comment, passphrase_file, ask_passphrase } => {
            let passphrase = match passphrase_file {
                Some(path) => Some(passphrase_from(path)?),
                None if *ask_passphrase => Some(asked_twice()?),
                None => None,
            };
            new(file, comment, passphrase.as_deref())
        }
        KeyCommand::Show { file, passphrase_file } => show(file, passphrase_file.as_deref()),
    }
}

fn asked_twice() -> Result<Zeroizing<String>, Error> {
    let ask = |prompt: &str| {
        rpassword::prompt_password(prompt)
            .map(Zeroizing::new)
            .map_err(|error| Error::new(format!("cannot ask for a passphrase: {error}")).help("pass --passphrase-file"))
    };
    let first = ask("New passphrase: ")?;
    let second = ask("Again: ")?;
    if *first != *second {
        return Err(Error::new("the two passphrases differ; no key was made"));
    }
    Ok(first)
}

fn random<const N: usize>() -> Result<Zeroizing<[u8; N]>, Error> {
    let mut bytes = Zeroizing::new([0u8; N]);
    getrandom::fill(bytes.as_mut_slice())
        .map_err(|error| Error::new(format!("the system gives no randomness: {error}")))?;
    Ok(bytes)
}

/// Makes a key without a passphrase.
pub(super) fn make(file: &Path, comment: &str) -> Result<(), Error> {
    write(file, comment, None).map(|_| ())
}

fn new(file: &Path, comment: &str, passphrase: Option<&String>) -> Result<ExitCode, Error> {
    let (public, public_path) = write(file, comment, passphrase)?;
    print(&public, comment)?;
    anstream::eprintln!("private key: {} (keep it), public key: {}", shown(file), shown(&public_path));
    Ok(ExitCode::SUCCESS)
}

/// Writes a new key; returns its public half and the path of that.
fn write(file: &Path, comment: &str, passphrase: Option<&String>) -> Result<(PublicKey, PathBuf), Error> {
    let bad = |error: KeyError| Error::new(format!("no key was made: {error}"));
    let key = PrivateKey::from_seed(&*random::<32>()?, comment).map_err(bad)?;
    let text = match passphrase {
        None => key.to_openssh().map_err(bad)?,
        Some(passphrase) => {
            let check = u32::from_le_bytes(*random::<4>()?);
            let randomness = EncryptionRandomness { salt: *random::<16>()?, check };
            key.to_openssh_encrypted(passphrase.as_bytes(), &randomness).map_err(bad)?
        }
    };
    let public = key.public_key().map_err(bad)?;
    let public_path = public_path(file);
    // A link that points nowhere is a name that is taken, too.
    if std::fs::symlink_metadata(&public_path).is_ok() {
        return Err(Error::write(&public_path, std::io::Error::from(std::io::ErrorKind::AlreadyExists)));
    }
    write_private(file, &text)?;
    if let Err(error) = files::write_new(&public_path, format!("{}\n", public.to_openssh(comment)).as_bytes()) {
        // Nobody can have used this key yet.
        let _ = std::fs::remove_file(file);
        return Err(error);
    }
    Ok((public, public_path))
}

/// Where the public half of a key lies.
fn public_path(file: &Path) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(".pub");
    PathBuf::from(path)
}

fn show(file: &Path, passphrase: Option<&Path>) -> Result<ExitCode, Error> {
    let text = Zeroizing::new(files::text(file)?);
    if is_private(&text) {
        if passphrase.is_none()
            && let Err(KeyError::NeedsPassphrase) = PrivateKey::from_openssh(text.as_bytes(), None)
            && let Ok(beside) = files::text(&public_path(file))
            && let Ok((public, comment)) = public_key(&beside)
        {
            print(&public, comment)?;
            let (file, beside) = (shown(file), shown(&public_path(file)));
            anstream::eprintln!("{file} is under a passphrase; this is {beside}, which lies beside it");
            return Ok(ExitCode::SUCCESS);
        }
        let key = private_key(file, passphrase)?;
        let public = key.public_key().map_err(|error| Error::new(error.to_string()).at(file))?;
        print(&public, key.comment())?;
        let beside = public_path(file);
        let other = files::text(&beside).ok().and_then(|text| public_key(&text).ok().map(|(key, _)| key));
        if other.is_some_and(|other| other != public) {
            let (file, beside) = (shown(file), shown(&beside));
            anstream::eprintln!("warning: {beside} is the public half of another key than {file}");
        }
    } else {
        let (public, comment) = public_key(&text).map_err(|error| Error::new(error.to_string()).at(file))?;
        print(&public, comment)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether the text is a private key in whatever form, so that it is refused as a private key.
fn is_private(text: &str) -> bool {
    let first = text.trim_ascii_start().lines().next().unwrap_or_default();
    first.starts_with("-----BEGIN ") && first.contains("PRIVATE KEY-----") || first.starts_with("PuTTY-User-Key-File")
}

/// A public key in any form that a trust store accepts, with its comment if the form has one.
fn public_key(text: &str) -> Result<(PublicKey, &str), PublicKeyError> {
    match PublicKey::from_openssh(text) {
        Ok(found) => Ok(found),
        Err(_) => PublicKey::parse(text).map(|key| (key, "")),
    }
}

fn print(public: &PublicKey, comment: &str) -> Result<(), Error> {
    say!("openssh      {}", public.to_openssh(&neutral(comment)))?;
    say!("key id       {}", public.id())?;
    say!("fingerprint  {}", public.fingerprint())?;
    say_all!("{}", public.to_spki_pem())
}
