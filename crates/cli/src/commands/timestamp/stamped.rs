use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use resettle_report::folder::{MANIFEST, MANIFEST_SIG, STAMPS};
use resettle_sealed_log::Time;
use resettle_signing::sshsig::{self, VerifyError};
use resettle_timestamp::{Authorities, AuthoritiesError, Stamp, read};

use crate::error::{Error, shown};
use crate::files;

/// What is put behind a file's name for the name of its timestamp.
const ENDING: &str = ".tsr";

/// The file of which a timestamp is asked, and where the timestamp is kept.
pub struct Stamped {
    /// What the signature is of, where that is what is stamped.
    signed: Option<PathBuf>,
    /// The file that is stamped.
    pub file: PathBuf,
    /// Its timestamp.
    pub beside: PathBuf,
}

/// What a check of a timestamp finds.
pub enum Found {
    /// None is there.
    Nothing,
    /// What is said of it, with the authority that vouches for it, and its time in seconds since 1970-01-01T00:00:00Z.
    Vouched(String, i64),
    /// The same of one that nobody was asked about.
    Unasked(String, i64),
    /// Why it does not count.
    Refused(String),
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("no timestamp: when it was made rests on its signer's word"),
            Self::Vouched(words, _) | Self::Unasked(words, _) => f.write_str(words),
            Self::Refused(why) => write!(f, "its timestamp does not count: {why}"),
        }
    }
}

impl Found {
    /// A remark where what is stamped says that it was made later than that: one of the two clocks is wrong.
    pub fn before(&self, what: &str, stated: &str) -> Option<String> {
        let (Self::Vouched(_, stamped) | Self::Unasked(_, stamped)) = self else { return None };
        let made = Time::parse(stated).ok()?.moment().nanos;
        let end = i128::from(stamped.checked_add(1)?).checked_mul(1_000_000_000)?;
        (made >= end).then(|| format!("{what} says that it was made at {stated}, which is after its own timestamp: its date is not that of a clock that is right"))
    }
}

/// Whose timestamps count, from a file in PEM.
pub fn authorities(path: &Path) -> Result<Authorities, Error> {
    Authorities::from_pem(&files::bytes(path)?).map_err(|error| match error {
        AuthoritiesError::NotHere => Error::new(error.to_string()),
        _ => Error::new(format!("{} names no timestamp authority: {error}", shown(path)))
            .help("it is the file that `openssl ts -verify -CAfile` takes"),
    })
}

/// The timestamp in an answer, where it is one of these bytes; else why not.
pub fn of_these(answer: &[u8], bytes: &[u8]) -> Result<Stamp, String> {
    let stamp = read(answer).map_err(|error| error.to_string())?;
    if !stamp.is_of(bytes) {
        return Err("it is of another file, or that was changed after".to_owned());
    }
    if stamp.time > Timestamp::now().as_second() {
        return Err(format!("it states {}, which has not come yet", at(&stamp)));
    }
    stamp.intact().map_err(|why| why.to_string())?;
    Ok(stamp)
}

fn at(stamp: &Stamp) -> String {
    Timestamp::from_second(stamp.time).map_or_else(|_| stamp.time.to_string(), |at| at.to_string())
}

/// When, and by whom.
pub fn in_words(stamp: &Stamp, by: Option<&str>) -> String {
    let at = at(stamp);
    match by {
        Some(by) => format!("stamped at {at} by {by}, number {}", stamp.serial),
        None => format!("stamped at {at}, unchecked: --tsa names whose timestamps count"),
    }
}

impl Stamped {
    /// What is stamped of this: the signature where there is one.
    pub fn of(what: &Path) -> Self {
        let with = |path: &Path, ending: &str| {
            let mut name = OsString::from(path);
            name.push(ending);
            PathBuf::from(name)
        };
        if what.is_dir() {
            let beside = with(&what.join(STAMPS).join(MANIFEST_SIG), ENDING);
            return Self { signed: Some(what.join(MANIFEST)), file: what.join(MANIFEST_SIG), beside };
        }
        let signature = with(what, ".sig");
        let (signed, file) =
            if signature.is_file() { (Some(what.to_owned()), signature) } else { (None, what.to_owned()) };
        let beside = with(&file, ENDING);
        Self { signed, file, beside }
    }

    /// The bytes that are stamped. A signature that is not of its file would show nothing about that.
    pub fn bytes(&self) -> Result<Vec<u8>, Error> {
        let bytes = files::bytes(&self.file)?;
        match self.unlike(&bytes)? {
            None => Ok(bytes),
            Some(why) => Err(Error::new(why).help("get both files again from whoever signed")),
        }
    }

    /// That the signature is of another file than the one it lies beside; what it is for, its signer says.
    fn unlike(&self, signature: &[u8]) -> Result<Option<String>, Error> {
        let Some(signed) = &self.signed else { return Ok(None) };
        let content = files::bytes(signed)?;
        let fits = match sshsig::verify(signature, "", &content) {
            Err(VerifyError::WrongNamespace { found, .. }) => sshsig::verify(signature, &found, &content),
            other => other,
        };
        let named = (shown(&self.file), shown(signed));
        Ok(fits.err().map(|why| format!("{} is no signature of {}: {why}", named.0, named.1)))
    }

    /// Keeps the answer beside it.
    pub fn keep(&self, answer: &[u8]) -> Result<(), Error> {
        let folder = files::folder_of(&self.beside);
        fs::create_dir_all(folder).map_err(|error| Error::write(folder, error))?;
        files::write_new(&self.beside, answer)
    }

    /// What is known of its timestamp; only these authorities count, where any are named.
    pub fn found(&self, authorities: Option<&Authorities>) -> Result<Found, Error> {
        match fs::symlink_metadata(&self.beside) {
            Err(_) => return Ok(Found::Nothing),
            Ok(about) if !about.is_file() => return Ok(Found::Refused("it is no plain file".to_owned())),
            Ok(_) => {}
        }
        let stamped = files::bytes(&self.file)?;
        if let Some(why) = self.unlike(&stamped)? {
            return Ok(Found::Refused(why));
        }
        let stamp = match of_these(&files::bytes(&self.beside)?, &stamped) {
            Ok(stamp) => stamp,
            Err(why) => return Ok(Found::Refused(why)),
        };
        Ok(match authorities.map(|authorities| stamp.vouched_by(authorities)) {
            None => Found::Unasked(in_words(&stamp, None), stamp.time),
            Some(Ok(by)) => Found::Vouched(in_words(&stamp, Some(&by)), stamp.time),
            Some(Err(why)) => Found::Refused(why.to_string()),
        })
    }
}
