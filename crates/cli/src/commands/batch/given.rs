//! What a run is compared with besides the logs, read from files.

use std::path::{Path, PathBuf};

use resettle_audit::Code;
use resettle_console::output::colour;
use resettle_oversight::Date;
use resettle_oversight::digest::NAMESPACE;
use resettle_oversight::disposition::{Book, Dispositions};
use resettle_oversight::drop::counted_drops;
use resettle_oversight::roster;
use resettle_report::Trust;
use resettle_report::document::{DispositionsUsed, TrustUsed};
use resettle_report::folder::{self, REPORT_NAMESPACE};
use resettle_report::print::neutral;
use resettle_run::{Accepting, CompareError, DigestFile, Digests, Drops, Previous, PreviousFile, Witnessed};
use resettle_sealed_log::TrustStore;
use resettle_signing::allowed_signers::KeyStatus;
use resettle_signing::sshsig::{self, VerifyError};
use resettle_signing::{AllowedSigners, Moment};

use crate::approvals;
use crate::clock;
use crate::commands::digest::{read, signature_of};
use crate::commands::{report, witness};
use crate::error::{Error, shown};
use crate::files;

/// Whose signatures count.
pub struct Signers<'s> {
    /// An allowed_signers file, if one was named.
    pub file: Option<&'s Path>,
    /// The keys that seal logs, and so may not sign anything else.
    pub sealing: Option<&'s TrustStore>,
    /// The moment at which a signer has to be accepted.
    pub moment: Moment,
}

impl Signers<'_> {
    /// The file that was read, and its bytes; refused if it lets a key that seals logs sign in this namespace. `what`
    /// describes in words what the namespace is for.
    pub fn allowed(&self, namespace: &str, what: &str) -> Result<Option<(AllowedSigners, Vec<u8>)>, Error> {
        let Some(path) = self.file else { return Ok(None) };
        let (signers, bytes) = approvals::signers(path)?;
        approvals::refuse_sealing_keys(path, &signers, namespace, what, self.sealing, self.moment)?;
        Ok(Some((signers, bytes)))
    }
}

/// Reads every `.digest` of a folder, and the notes of witnesses. A digest that cannot be read is an error: it may be the one that
/// matters.
pub fn digests(dir: &Path, whose: &Signers<'_>, witnesses: Option<&Path>) -> Result<Digests, Error> {
    let signers = whose.allowed(NAMESPACE, "sign digests")?.map(|(signers, _)| signers);
    let paths = witness::ending_in(dir, "digest")?;
    if paths.is_empty() {
        return Err(Error::new(format!("no digest stands in {}", shown(dir)))
            .help("the folder holds files that end in .digest, as `resettle digest --out` names them"));
    }
    let file = |path: PathBuf| -> Result<DigestFile, Error> {
        let (digest, bytes) = read(&path)?;
        Ok(DigestFile { path: path.display().to_string(), bytes, digest, signature: signature_beside(&path)? })
    };
    let files = paths.into_iter().map(file).collect::<Result<Vec<_>, Error>>()?;
    let digests =
        Digests::of(files, Accepting { signers: signers.as_ref(), sealing: whose.sealing, moment: whose.moment });
    let notes = witness::ending_in(dir, witness::NOTE)?;
    let Some(path) = witnesses else {
        if let (Some(first), more) = (notes.first(), notes.len()) {
            let others = more
                .checked_sub(1)
                .filter(|more| *more > 0)
                .map_or_else(String::new, |more| format!(" and {more} more"));
            anstream::eprintln!("note: {}{others} not asked: --witnesses names whose cosignatures count", shown(first));
        }
        return Ok(digests);
    };
    let policy = witness::policy(path, whose.sealing)?;
    if notes.is_empty() {
        return Err(Error::new(format!("--witnesses says whose notes count, and no note stands in {}", shown(dir)))
            .help("the folder holds files that end in .note, as `resettle witness note --out` names them"));
    }
    let notes = notes.iter().map(|path| witness::note_file(path)).collect::<Result<Vec<_>, Error>>()?;
    let now = u64::try_from(clock::moment(None)?.unix).unwrap_or_default();
    Ok(digests.with(Witnessed::of(&notes, &policy, now)))
}

/// The bytes of the signature beside a file, if there is one.
fn signature_beside(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let signature = signature_of(path);
    if signature.exists() { files::bytes(&signature).map(Some) } else { Ok(None) }
}

/// Who signed the roster with this path and SHA-256, in words; none where nobody said whose rosters count. One that no
/// accepted signer signed decides nothing: that is an error.
pub fn roster_signer(roster: Option<&(String, String)>, whose: &Signers<'_>) -> Result<Option<String>, Error> {
    let Some((signers, _)) = whose.allowed(roster::NAMESPACE, "sign rosters")? else { return Ok(None) };
    let Some((name, sha256)) = roster else {
        return Err(Error::new("--roster-signers says whose rosters count, and there is none").help("pass --roster"));
    };
    let path = Path::new(name);
    let help = format!("sign it: ssh-keygen -Y sign -n {} -f KEY {}", roster::NAMESPACE, shown(path));
    let refused = |why: String| Error::new(format!("{} is refused: {why}", shown(path))).help(help.clone());
    let signature = signature_beside(path)?.ok_or_else(|| refused("it has no signature".to_owned()))?;
    let bytes = files::bytes(path)?;
    if files::sha256(&bytes) != *sha256 {
        return Err(refused("it was changed while it was read".to_owned()));
    }
    let key = match sshsig::verify(&signature, roster::NAMESPACE, &bytes) {
        Ok(key) => key,
        Err(VerifyError::Mismatch(key)) => {
            return Err(refused(format!("its signature by {} does not fit it", key.fingerprint())));
        }
        Err(error) => return Err(refused(format!("its signature cannot be used: {error}"))),
    };
    let print = key.fingerprint();
    if let Some(known) = whose.sealing.and_then(|store| store.get(key.id())) {
        let name = neutral(&known.name);
        return Err(refused(format!("the key {print} seals logs (`{name}` of the trust store); one key, one use")));
    }
    match signers.status(&key, None, roster::NAMESPACE, whose.moment) {
        KeyStatus::Accepted { principals, .. } => Ok(Some(format!("{principals}, {print}"))),
        KeyStatus::Refused(_) | KeyStatus::Unknown => {
            Err(refused(format!("the key {print} is not accepted for rosters")))
        }
    }
}

/// Reads a file of dispositions; all its faults are reported.
pub fn dispositions(path: &Path, today: Date) -> Result<(Book, DispositionsUsed), Error> {
    let text = files::text_of(path, "a file of dispositions")?;
    let dispositions =
        Dispositions::from_yaml(&text, &|code| Code::parse(code).is_some()).map_err(|faults| Error::Faults {
            path: path.to_owned(),
            count: faults.len(),
            rendered: faults.render(&shown(path), &text, colour()),
        })?;
    let used = DispositionsUsed {
        path: path.display().to_string(),
        sha256: files::sha256(text.as_bytes()),
        all: dispositions.all.len() as u64,
        answered: 0,
        blank: dispositions.blank,
    };
    Ok((Book::new(dispositions, today), used))
}

/// Reads a drop file; all its faults are reported.
pub fn drops(path: &Path) -> Result<Drops, Error> {
    let bytes = files::bytes(path)?;
    let rows = counted_drops(&bytes).map_err(|faults| {
        let lines = faults.iter().map(|fault| neutral(&format!("  {}, {fault}", shown(path))));
        Error::new(format!("{} cannot be used as a drop file", shown(path)))
            .listing(lines)
            .help("the columns are day, venue, game (may lack), table, currency, drop")
    })?;
    Ok(Drops { path: path.display().to_string(), sha256: files::sha256(&bytes), rows })
}

/// Reads an earlier report: a folder that is consistent with its signature, or a `report.json` by itself.
pub fn previous(path: &Path, now: &str, today: Date, whose: &Signers<'_>) -> Result<Previous, Error> {
    let allowed = whose.allowed(REPORT_NAMESPACE, "sign reports")?;
    let trust = allowed.as_ref().map(|(allowed, _)| Trust { signers: allowed, identity: None, moment: whose.moment });
    let (file, bytes, mut verdict) = if path.is_dir() {
        let mut files = report::files_of(path)?;
        let verdict = folder::check(&files, trust);
        (path.join(folder::REPORT), files.remove(folder::REPORT).unwrap_or_default(), Some(verdict))
    } else {
        let bytes = files::bytes_up_to(path, report::MOST)?;
        let verdict = signature_beside(path)?.map(|signature| folder::check_report(&bytes, &signature, trust));
        (path.to_owned(), bytes, verdict)
    };
    if let Some(verdict) = &mut verdict {
        report::one_key_one_use(verdict, whose.sealing, &bytes);
    }
    let signers = allowed.zip(whose.file).map(|((_, bytes), file)| TrustUsed {
        path: file.display().to_string(),
        sha256: files::sha256(&bytes),
        also: Vec::new(),
    });
    let (named, file) = (path.display().to_string(), file.display().to_string());
    Previous::read(PreviousFile { named, path: file, bytes, verdict, signers }, now, today).map_err(|error| {
        let lines = error.problems().iter().cloned();
        Error::new(error.to_string()).listing(lines).help_if(error.help().map(str::to_owned))
    })
}

/// That a log could not be compared with what an earlier report judged of it.
pub fn not_compared(path: &Path, error: CompareError) -> Error {
    match error {
        CompareError::Read(error) => Error::read(path, error),
        CompareError::Another => {
            Error::new(format!("{} is not the log that was judged: its SHA-256 is another one", shown(path)))
                .help("bring the log that was judged there, or judge anew")
        }
    }
}
