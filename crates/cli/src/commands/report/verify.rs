use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_html::Made;
use resettle_report::folder::{self, OwnFiles, Problem, Verdict};
use resettle_report::print::neutral;
use resettle_report::read::WrittenReport;
use resettle_report::signoff::{self, Answers, SignOffFiles, SignedOff};
use resettle_report::{Files, State, Trust};
use resettle_sealed_log::{PublicKey, Time, TrustStore};
use serde::Deserialize;

use super::render;
use crate::approvals;
use crate::args::{Rendering, ReportVerifyArgs};
use crate::clock;
use crate::commands::{timestamp, trust};
use crate::error::{Error, shown};
use crate::files;
use crate::rendering;
use crate::spelling::counted;
use resettle_console::say;

/// `resettle report verify`
pub fn run(args: &ReportVerifyArgs) -> Result<ExitCode, Error> {
    let store = trust::load_all(&args.trust)?;
    let sealing = store.as_ref().map(|(store, _)| store);
    let (dir, identity) = (&args.dir, args.identity.as_deref());
    let folder_files = read(dir)?;
    let named = |path: &Option<PathBuf>| path.as_deref().map(approvals::signers).transpose();
    let signers = named(&args.signers)?;
    let (roster_signers, digest_signers) = (named(&args.roster_signers)?, named(&args.digest_signers)?);
    let moment = clock::moment(args.verify_time.as_deref())?;
    let trust = signers.as_ref().map(|(signers, _)| Trust { signers, identity, moment });
    let (mut verdict, signed_off) = checked(&folder_files, trust, sealing);
    let own = OwnFiles {
        trust: store.as_ref().map(|(store, used)| (store, used)),
        roster_signers: roster_signers.as_ref().map(|(signers, _)| signers),
        digest_signers: digest_signers.as_ref().map(|(signers, _)| signers),
        moment,
    };
    let bytes = folder_files.0.get(folder::REPORT);
    let written = bytes.filter(|bytes| fits(bytes)).and_then(|report| WrittenReport::parse(report).ok());
    let report = written.as_ref().map(|written| &written.report);
    verdict.problems.extend(report.into_iter().flat_map(|report| folder::not_as_own(report, &own)));
    verdict.problems.sort_by_key(|problem| Reverse(problem.state()));
    for problem in &verdict.problems {
        say!("{}", neutral(&problem.to_string()))?;
    }
    if let Some(signer) = &verdict.signer {
        say!("signed with key {}", signer.fingerprint())?;
    }
    if let Some(name) = &verdict.known_as {
        say!("known as {}", neutral(name))?;
    }
    for (nth, one) in signed_off.iter().enumerate() {
        let same = signed_off.iter().take(nth).find(|other| other.key == one.key);
        say!("{}", neutral(&in_words(one, verdict.signer, same)))?;
    }
    if signed_off.is_empty() {
        say!("signed off by nobody")?;
    }
    let missed = not_signed_off(&args.signed_off_by, &signed_off);
    for name in &missed {
        say!(
            "{}: no sign-off of this name is here that counts; whoever signed off keeps a copy, so ask for it",
            neutral(name)
        )?;
    }
    // The program is in the page, and a build of the same version may make another one: that alone shows no change.
    let is_consistent = verdict.is_consistent();
    for written in written.iter().filter(|_| is_consistent) {
        for name in differing(&folder_files.0, written, &[Rendering::Html, Rendering::Xlsx]) {
            say!(
                "{name:?} is not what this program makes of {}: another build made it, or it was changed before it was signed; \
                 `resettle report render` makes it anew",
                folder::REPORT
            )?;
        }
    }
    if let Some(report) = report {
        for said in folder::one_key(report, verdict.signer.map(|key| key.fingerprint()).as_deref()) {
            say!("{}: no other key vouches for any of them", neutral(&said))?;
        }
        let not_compared = folder::not_compared(report, &own);
        if !not_compared.is_empty() {
            say!("not compared with files of yours: {}", not_compared.join(", "))?;
        }
    }
    if bytes.is_some_and(|bytes| !fits(bytes)) {
        say!("{} is too long to be compared with itself and with your files", folder::REPORT)?;
    }
    let made_at = report.and_then(|report| Time::parse(&report.generated_at).ok());
    if let Some(at) = made_at.filter(|at| at.moment().seconds().is_some_and(|seconds| seconds > moment.unix)) {
        say!("the report is dated {at}, which is later than the time at which it is verified")?;
    }
    let stamped = stamped(args, report.map(|report| report.generated_at.as_str()), &signed_off)?;
    let state = verdict.state();
    let but = match (stamped, missed.is_empty()) {
        (true, true) => "",
        (false, true) => ", but not its timestamps",
        (true, false) => ", but not signed off as asked",
        (false, false) => ", but neither its timestamps nor that it was signed off as asked",
    };
    say!("{}: {state}{}{but}", shown(dir), of_sign_offs(&verdict, &signed_off))?;
    Ok(ExitCode::from(u8::from(state != State::Verified || !stamped || !missed.is_empty())))
}

/// Of those who have to have signed it off, who did not, or whose sign-off does not count.
fn not_signed_off<'n>(asked: &'n [String], signed_off: &[SignedOff]) -> Vec<&'n String> {
    let is_of = |one: &SignedOff, name: &String| {
        one.known_as.iter().any(|known| known.split(',').any(|each| each.trim() == name))
    };
    asked.iter().filter(|name| !signed_off.iter().any(|one| is_of(one, name))).collect()
}

/// Whose signer is unknown, where that is only said of sign-offs: the report's own is known.
fn of_sign_offs(verdict: &Verdict, signed_off: &[SignedOff]) -> String {
    if verdict.state() != State::SignerUnknown || verdict.known_as.is_none() {
        return String::new();
    }
    let unknown = signed_off.iter().filter(|one| one.known_as.is_none());
    let names: Vec<String> = unknown.map(|one| neutral(&one.name)).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" of the sign-off {}; the report's own is known", names.join(", "))
    }
}

/// Says what is known of timestamps of the report and its sign-offs; whether that of the report is as it was asked for.
fn stamped(args: &ReportVerifyArgs, made: Option<&str>, signed_off: &[SignedOff]) -> Result<bool, Error> {
    let authorities = args.tsa.as_deref().map(timestamp::authorities).transpose()?;
    let timestamp::Stamped { beside: own, .. } = timestamp::Stamped::of(&args.dir);
    let found = timestamp::Stamped::of(&args.dir).found(authorities.as_ref())?;
    let asked = authorities.is_some();
    if asked || !matches!(found, timestamp::Found::Nothing) {
        say!("{}", neutral(&found.to_string()))?;
    }
    if let Some(said) = made.and_then(|made| found.before("the report", made)) {
        say!("{}", neutral(&said))?;
    }
    let mut good = !asked || matches!(found, timestamp::Found::Vouched(..));
    good &= !matches!(found, timestamp::Found::Refused(_));
    let folder = args.dir.join(folder::STAMPS);
    let kept = if folder.is_dir() { files::sorted(&folder)? } else { Vec::new() };
    for (_, path) in kept.into_iter().filter(|(_, path)| *path != own) {
        say!("{} is no timestamp of this report: nothing here asks for it. Take it out and check again", shown(&path))?;
        good = false;
    }
    for one in signed_off {
        let file = args.dir.join(signoff::FOLDER).join(format!("{}{}", one.name, signoff::ENDING));
        let found = timestamp::Stamped::of(&file).found(authorities.as_ref())?;
        if !matches!(found, timestamp::Found::Nothing) {
            say!("{}: {}", shown(&file), neutral(&found.to_string()))?;
        }
        if let Some(said) = found.before(&shown(&file), &one.at) {
            say!("{}", neutral(&said))?;
        }
        good &= !matches!(found, timestamp::Found::Refused(_));
    }
    Ok(good)
}

/// What a check of the report and of its sign-offs finds; every problem is in the verdict, the most severe first.
pub(super) fn checked(
    (files, signoffs): &(Files, SignOffFiles),
    trust: Option<Trust<'_>>,
    sealing: Option<&TrustStore>,
) -> (Verdict, Vec<SignedOff>) {
    let mut verdict = folder::check(files, trust);
    let report = files.get(folder::REPORT).map_or(&[][..], Vec::as_slice);
    one_key_one_use(&mut verdict, sealing, report);
    // What was altered after it was signed need not fit itself any more.
    if verdict.is_consistent() {
        verdict.problems.extend(made_again(files));
    }
    let mut signed_off = signoff::check(signoffs, files, trust, &mut verdict.problems);
    for one in &mut signed_off {
        if let Some(problem) = seals(one.key, sealing, report) {
            verdict.problems.push(problem);
            one.known_as = None;
        }
    }
    verdict.problems.sort_by_key(|problem| Reverse(problem.state()));
    (verdict, signed_off)
}

/// What of a report differs from what is made again of its findings: the sums of what it lists, and the tables of CSV, which another
/// version may have written otherwise.
fn made_again(files: &Files) -> Vec<Problem> {
    let report = files.get(folder::REPORT).map_or(&[][..], Vec::as_slice);
    // Anything that is not a report is reported elsewhere.
    let Some(written) = fits(report).then(|| WrittenReport::parse(report).ok()).flatten() else { return Vec::new() };
    let mut problems = folder::recounted(&written);
    problems.extend(differing(files, &written, &[Rendering::Csv]).into_iter().map(Problem::MadeOtherwise));
    problems
}

/// The files of these kinds that are there and are not what this program makes of the findings; none of another version.
fn differing(files: &Files, written: &WrittenReport, kinds: &[Rendering]) -> Vec<String> {
    if written.report.tool != resettle_run::TOOL {
        return Vec::new();
    }
    let report = files.get(folder::REPORT).map_or(&[][..], Vec::as_slice);
    let signature = files.get(folder::REPORT_SIG).map(Vec::as_slice);
    let is_there = |kind: &&Rendering| match kind {
        Rendering::Csv => [kind.file(), folder::REGISTER_CSV].iter().any(|name| files.contains_key(*name)),
        _ => files.contains_key(kind.file()),
    };
    let mut out = Vec::new();
    for kind in kinds.iter().filter(is_there) {
        match rendering::of(report, signature, &[*kind], Made::WithReport) {
            Ok(made) => {
                let differs = |name: &&String| made.get(*name) != files.get(*name);
                out.extend(made.keys().filter(differs).cloned());
            }
            // It was made of something else than this.
            Err(_) => out.push(kind.file().to_owned()),
        }
    }
    out
}

/// Whether findings can be read several times over in memory.
fn fits(report: &[u8]) -> bool {
    report.len() as u64 <= render::MOST
}

fn in_words(one: &SignedOff, maker: Option<PublicKey>, same: Option<&SignedOff>) -> String {
    let key = one.key.fingerprint();
    let who = one.known_as.as_ref().map_or_else(|| format!("{key} (not accepted)"), |name| format!("{name} ({key})"));
    let file = format!("{}/{}{}", signoff::FOLDER, one.name, signoff::ENDING);
    let mut text = format!("{file}: signed off by {who} as {} at {}", one.role, one.at);
    let Answers { answered, in_hand, open } = one.answers;
    text.push_str(&format!(": {} answered, {in_hand} in hand, {open} open", counted(answered, "finding")));
    if let Some(note) = &one.note {
        text.push_str(&format!("; {note}"));
    }
    if one.before_report {
        text.push_str(" (that is before the report was made, by what it says)");
    }
    if let Some(same) = same {
        text.push_str(&format!(" (the key of {}, so the same person)", same.name));
    }
    if maker == Some(one.key) {
        text.push_str(" (the key that signed the report, so its maker alone)");
    }
    text
}

/// A key that seals logs may not sign reports, whoever accepts it.
pub fn one_key_one_use(verdict: &mut Verdict, sealing: Option<&TrustStore>, report: &[u8]) {
    if let Some(problem) = verdict.signer.and_then(|key| seals(key, sealing, report)) {
        verdict.problems.push(problem);
        // Whoever accepts it, it is not taken as anybody's key here.
        verdict.known_as = None;
    }
}

/// That a key seals logs, as the trust store or the report shows.
fn seals(key: PublicKey, sealing: Option<&TrustStore>, report: &[u8]) -> Option<Problem> {
    match sealing.and_then(|store| store.get(key.id())) {
        Some(known) => Some(Problem::SealsLogs { key, name: known.name.clone() }),
        None => sealed_by(report, &key.id().to_string()).map(|file| Problem::SealedTheLog { key, file }),
    }
}

/// The first log of a report with a seal by this key. Anything that is not a report is reported elsewhere.
pub(super) fn sealed_by(report: &[u8], key: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Inputs {
        inputs: Vec<Input>,
    }
    #[derive(Deserialize)]
    struct Input {
        path: String,
        keys: Vec<String>,
    }
    let report: Inputs = serde_json::from_slice(report).ok()?;
    report.inputs.into_iter().find(|input| input.keys.iter().any(|own| own == key)).map(|input| input.path)
}

/// The largest total size of the files of a report, in bytes: they are held in memory.
pub const MOST: u64 = 2 * 1024 * 1024 * 1024;

/// The largest size of a manifest or a signature, in bytes.
const MOST_SMALL: u64 = 4 * 1024 * 1024;

/// Whether this is a manifest or a signature.
fn is_small(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == folder::MANIFEST)
        || path.extension().is_some_and(|ending| ending == "sig")
}

/// Every file of the folder, and of the folder of sign-offs in it. Anything else but a plain file is an error: a manifest
/// cannot vouch for it.
pub(super) fn read(dir: &Path) -> Result<(Files, SignOffFiles), Error> {
    if dir.is_dir() && [folder::REPORT, folder::MANIFEST].iter().all(|file| !dir.join(file).exists()) {
        return Err(Error::new(format!(
            "{} is no report: there is neither {} nor {} in it",
            shown(dir),
            folder::REPORT,
            folder::MANIFEST
        ))
        .help("name the folder that --report wrote, or its report.json"));
    }
    let mut left = MOST;
    let files = plain_files(dir, &[signoff::FOLDER, folder::STAMPS], &mut left)?;
    let within = dir.join(signoff::FOLDER);
    let signoffs = if within.is_dir() { plain_files(&within, &[], &mut left)? } else { SignOffFiles::new() };
    Ok((files, signoffs))
}

/// The files of a folder, at most `left` bytes of them; `besides` are folders that may be in it.
fn plain_files(dir: &Path, besides: &[&str], left: &mut u64) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let fail = |error: io::Error| Error::read(dir, error);
    let mut out = BTreeMap::new();
    for entry in fs::read_dir(dir).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let path = entry.path();
        let kind = entry.file_type().map_err(fail)?;
        if kind.is_dir() && besides.iter().any(|name| entry.file_name() == **name) {
            continue;
        }
        if !kind.is_file() {
            return Err(Error::new(format!("{} is no plain file, and a report holds nothing else", shown(&path)))
                .help("take it out of the folder and look why it is there"));
        }
        let length = entry.metadata().map_err(fail)?.len();
        if length > *left {
            return Err(Error::new(format!(
                "{} holds more than the {MOST} bytes that are read here: {} has {length}",
                shown(dir),
                shown(&path)
            ))
            .help("check it with `ssh-keygen -Y verify` and `sha256sum -c`, which hold nothing in memory"));
        }
        let bytes = files::bytes_up_to(&path, if is_small(&path) { MOST_SMALL } else { *left })?;
        *left = left.saturating_sub(bytes.len() as u64);
        out.insert(entry.file_name().to_string_lossy().into_owned(), bytes);
    }
    Ok(out)
}
