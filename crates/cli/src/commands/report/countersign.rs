use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_oversight::Exception;
use resettle_oversight::disposition::{Book, Dispositions, Idle};
use resettle_report::acceptance::accepted;
use resettle_report::folder::{MANIFEST, REPORT, Trust};
use resettle_report::print::neutral;
use resettle_report::read::WrittenReport;
use resettle_report::signoff::{
    Answers, DISPOSITIONS_ENDING, ENDING, FOLDER, SIGNATURE_ENDING, SIGNOFF_NAMESPACE, SignOff, names,
};
use resettle_report::{Files, State};
use resettle_sealed_log::PublicKey;
use resettle_signing::sshsig;

use super::verify;
use crate::approvals;
use crate::args::CountersignArgs;
use crate::clock;
use crate::commands::batch::given::dispositions as read_dispositions;
use crate::commands::{timestamp, trust};
use crate::error::{Error, ONE_KEY_ONE_USE, of_rows, shown};
use crate::files;
use crate::spelling::counted;
use resettle_console::say_all;

/// `resettle report countersign`
pub fn run(args: &CountersignArgs) -> Result<ExitCode, Error> {
    let at = clock::stamp(args.at.as_deref())?;
    let moment = clock::moment(args.at.as_deref())?;
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let signers = match &args.signers {
        None => None,
        Some(path) => Some(approvals::signers(path)?.0),
    };
    let whole = verify::read(&args.dir)?;
    let trust = signers.as_ref().map(|signers| Trust { signers, identity: None, moment });
    let (verdict, _) = verify::checked(&whole, trust, store);
    // Who its signer is may be asked elsewhere; that it is what was signed may not.
    let most = if signers.is_some() { State::Verified } else { State::SignerUnknown };
    if verdict.state() > most {
        let problems = verdict.problems.iter().map(|problem| format!("  {}", neutral(&problem.to_string())));
        return Err(Error::new(format!("{}: {}, so it is not signed off", shown(&args.dir), verdict.state()))
            .listing(problems)
            .help("`resettle report verify` checks it again"));
    }
    if let timestamp::Found::Refused(why) = timestamp::Stamped::of(&args.dir).found(None)? {
        return Err(Error::new(format!("the timestamp of {} does not count: {}", shown(&args.dir), neutral(&why)))
            .help("`resettle report verify` checks it again"));
    }
    let (report, signoffs) = whole;
    let (key, public) = trust::signing_key(&args.key, args.passphrase_file.as_deref(), store, "signs no report off")?;
    if let Some(file) = verify::sealed_by(report.get(REPORT).map_or(&[][..], Vec::as_slice), &public.id().to_string()) {
        return Err(Error::new(format!(
            "the key that is to sign sealed {}, which the report is about",
            neutral(&file)
        ))
        .help(ONE_KEY_ONE_USE));
    }
    if let Some(signers) = &signers {
        // What could not be verified afterwards would keep everybody else from signing.
        accepted(&public, SIGNOFF_NAMESPACE, &at, signers, clock::moment(None)?).map_err(|why| {
            Error::new(format!("this sign-off would not count: {why}")).help(format!(
                "the key needs a line with namespaces=\"{SIGNOFF_NAMESPACE}\" among the accepted signers"
            ))
        })?;
    }
    let note = note(args.note.as_deref())?;
    let name = name(args, public)?;
    let dispositions = args.dispositions.as_deref().map(files::bytes).transpose()?;
    let answers = answered(args.dispositions.as_deref(), &report, &args.dir, &at)?;
    let before = names(&signoffs).filter_map(|name| {
        signoffs.get(&format!("{name}{ENDING}")).map(|bytes| (name.to_owned(), files::sha256(bytes)))
    });
    let signoff = SignOff {
        name: name.clone(),
        manifest: files::sha256(report.get(MANIFEST).map_or(&[][..], Vec::as_slice)),
        role: args.role.into(),
        answers,
        dispositions: dispositions.as_deref().map(files::sha256),
        note,
        before: before.collect(),
        at,
    };
    let document = signoff.to_yaml();
    let signature =
        sshsig::sign(&key, SIGNOFF_NAMESPACE, document.as_bytes()).map_err(|error| Error::new(error.to_string()))?;
    let folder = args.dir.join(FOLDER);
    // Without its signature it would look like one that was tampered with, so the sign-off itself comes last.
    let mut all: Vec<(PathBuf, &[u8])> = Vec::new();
    all.extend(dispositions.as_deref().map(|bytes| (folder.join(format!("{name}{DISPOSITIONS_ENDING}")), bytes)));
    all.push((folder.join(format!("{name}{SIGNATURE_ENDING}")), signature.as_bytes()));
    all.push((folder.join(format!("{name}{ENDING}")), document.as_bytes()));
    write(&folder, &name, &all)?;
    say_all!("{document}")?;
    let written: Vec<String> = all.iter().map(|(path, _)| shown(path)).collect();
    anstream::eprintln!("signed off with {} into {}", public.fingerprint(), written.join(", "));
    let (own, beside) = (folder.join(format!("{name}{ENDING}")), folder.join(format!("{name}{SIGNATURE_ENDING}")));
    anstream::eprintln!(
        "to check it without Resettle: ssh-keygen -Y verify -f SIGNERS -I NAME -n {SIGNOFF_NAMESPACE} -s {} < {}, and compare its `manifest` with `sha256sum {MANIFEST}`",
        shown(&beside),
        shown(&own)
    );
    Ok(ExitCode::SUCCESS)
}

/// The longest note, in letters.
const LONGEST_NOTE: usize = 500;

/// What the signer has to say, in one line.
fn note(note: Option<&str>) -> Result<Option<String>, Error> {
    let Some(note) = note.map(str::trim).filter(|note| !note.is_empty()) else { return Ok(None) };
    if note.chars().any(char::is_control) || note.chars().count() > LONGEST_NOTE {
        return Err(Error::new("a note is one line without control characters")
            .help(format!("at most {LONGEST_NOTE} letters; what is longer goes into a file of its own")));
    }
    Ok(Some(note.to_owned()))
}

/// The name of the files. Dots would let one name end as another's file does.
fn name(args: &CountersignArgs, public: PublicKey) -> Result<String, Error> {
    let id = public.id().to_string();
    let name = args.name.clone().unwrap_or_else(|| id.get(..16).unwrap_or(&id).to_owned());
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if resettle_signing::manifest::check_name(&name).is_err() || !name.chars().all(fits) {
        return Err(Error::new(format!("`{}` is no name for the files of a sign-off", neutral(&name)))
            .help("begin with a letter or digit, and use letters, digits, `-` and `_`"));
    }
    Ok(name)
}

/// What is answered of the report, by its own dispositions and by these. Those that answer nothing are said.
fn answered(path: Option<&Path>, report: &Files, dir: &Path, at: &str) -> Result<Answers, Error> {
    let written = report.get(REPORT).map_or(&[][..], Vec::as_slice);
    let written = WrittenReport::parse(written)
        .map_err(|error| Error::new(format!("{}: {}", shown(&dir.join(REPORT)), neutral(&error.to_string()))))?;
    let today = Exception::day_of(Some(at))
        .ok_or_else(|| Error::new(format!("`{}` is on no day of the calendar", neutral(at))))?;
    let (mut book, blank) = match path {
        None => (Book::new(Dispositions::default(), today), 0),
        Some(path) => read_dispositions(path, today).map(|(book, used)| (book, used.blank))?,
    };
    let (head, rows) = written.into_rows();
    let carried = head.run.as_ref().and_then(|run| run.carried.as_deref()).unwrap_or_default();
    let answers = Answers::of(&rows, carried, &mut book)
        .map_err(|error| of_rows(error, |error| Error::read(&dir.join(REPORT), error)))?;
    let named = path.map(shown).unwrap_or_default();
    for idle in book.idle(|_| true) {
        let (one, why) = match idle {
            Idle::Expired(one) => (one, "is out of date, and answers nothing"),
            Idle::Early(one, _) => (one, "does not answer what arose after it was made"),
            Idle::Unused(one) => (one, "fits no finding of this report"),
        };
        anstream::eprintln!("note: the {} on line {} of {named} {why}", one.kind.word(), one.line);
    }
    if blank > 0 {
        anstream::eprintln!("note: {} of {named} left blank, so nothing is decided by that", counted(blank, "entry"));
    }
    Ok(answers)
}

/// Writes the files, or none of them.
fn write(folder: &Path, name: &str, all: &[(PathBuf, &[u8])]) -> Result<(), Error> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(Error::write(folder, error)),
        _ => {}
    }
    if let Some((path, _)) = all.iter().find(|(path, _)| fs::symlink_metadata(path).is_ok()) {
        return Err(Error::new(format!("{} is there already, and no sign-off is replaced", shown(path)))
            .help(format!("give this one another name than `{name}` with --name")));
    }
    for (nth, (path, bytes)) in all.iter().enumerate() {
        if let Err(error) = files::write_new(path, bytes) {
            for (written, _) in all.iter().take(nth) {
                let _ = fs::remove_file(written);
            }
            return Err(error);
        }
    }
    Ok(())
}
