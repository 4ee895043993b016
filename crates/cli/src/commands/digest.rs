use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_coup_log::{EntryBody, LogReader};
use resettle_oversight::digest::{DayDigest, DigestLog, NAMESPACE, Previous, check_path};
use resettle_oversight::roster::Roster;
use resettle_oversight::{Date, LogSeen, SealedParts, parse_date};
use resettle_report::print::neutral;
use resettle_run::{LogHashes, Survey};
use resettle_sealed_log::{Digest, KeyId, LogVerdict};
use resettle_signing::sshsig;

use super::trust;
use crate::args::DigestArgs;
use crate::clock;
use crate::error::{Error, ONE_KEY_ONE_USE, shown};
use crate::files::{self, LogFile};
use crate::progress;
use crate::spelling::counted;
use resettle_console::output::colour;
use resettle_console::say;

/// `resettle digest`
pub fn run(args: &DigestArgs) -> Result<ExitCode, Error> {
    say!("{}", make(args)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the digest and its signature; prints what it is.
pub(super) fn make(args: &DigestArgs) -> Result<String, Error> {
    let made = clock::stamp(args.at.as_deref())?;
    let asked = args.day.as_deref().map(day_asked).transpose()?;
    let roster = args.roster.as_deref().map(roster).transpose()?;
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let (key, public) = trust::signing_key(&args.key, args.passphrase_file.as_deref(), store, "signs no digest")?;
    let signature = signature_of(&args.out);
    for path in [&args.out, &signature] {
        if std::fs::symlink_metadata(path).is_ok() {
            return Err(Error::write(path, std::io::Error::from(std::io::ErrorKind::AlreadyExists)));
        }
    }
    let listed = read_logs(&args.dir, roster.as_ref())?;
    if let Some(one) = listed.iter().find(|one| one.keys.contains(&public.id())) {
        return Err(Error::new(format!(
            "{} seals the log {}, so it signs no digest",
            shown(&args.key),
            neutral(&one.log.path)
        ))
        .help(ONE_KEY_ONE_USE));
    }
    let (day, listed) = of_the_day(asked, listed)?;
    let venue = venue(&listed, roster.as_ref())?;
    let previous = args.previous.as_deref().map(|path| previous(path, &venue, day)).transpose()?;
    let seen: Vec<LogSeen> = listed.iter().filter_map(|one| one.seen.clone()).collect();
    let idle = roster.as_ref().map_or_else(Vec::new, |roster| roster.of_venue(&venue).idle(&seen, day));
    let logs: Vec<DigestLog> = listed.into_iter().map(|one| one.log).collect();
    let digest = DayDigest { venue, day, made, previous, logs, idle };
    let text = digest.to_text();
    let signed = sshsig::sign(&key, NAMESPACE, text.as_bytes()).map_err(|error| Error::new(error.to_string()))?;
    // A digest without its signature would look as if its signature had been removed, so the signature is written first.
    files::write_new(&signature, signed.as_bytes())?;
    if let Err(error) = files::write_new(&args.out, text.as_bytes()) {
        let _ = std::fs::remove_file(&signature);
        return Err(error);
    }
    let (logs, idle) = (counted(digest.logs.len() as u64, "log"), digest.idle.len());
    Ok(format!(
        "{}: {}, {day}: {logs}, {idle} idle\n  sha256     {}\n  signed by  {}",
        shown(&args.out),
        neutral(&digest.venue),
        Digest::of(text.as_bytes()),
        public.fingerprint()
    ))
}

/// The file of a digest's signature.
pub(super) fn signature_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".sig");
    PathBuf::from(name)
}

/// Reads a roster; all its faults are reported.
pub(super) fn roster(path: &Path) -> Result<Roster, Error> {
    let text = files::text_of(path, "a roster")?;
    Roster::from_yaml(&text).map_err(|faults| Error::Faults {
        path: path.to_owned(),
        count: faults.len(),
        rendered: faults.render(&shown(path), &text, colour()),
    })
}

/// Reads a digest strictly; all its faults are reported.
pub(super) fn read(path: &Path) -> Result<(DayDigest, Vec<u8>), Error> {
    let bytes = files::bytes(path)?;
    let digest = DayDigest::parse(&bytes).map_err(|faults| {
        let lines = faults.iter().map(|fault| neutral(&format!("  {}: {fault}", shown(path))));
        Error::new(format!("{} is no digest as `resettle digest` writes it", shown(path))).listing(lines)
    })?;
    Ok((digest, bytes))
}

/// A date on the command line.
pub(super) fn day_asked(text: &str) -> Result<Date, Error> {
    parse_date(text).ok_or_else(|| Error::new(format!("`{}` is no date", neutral(text))).help("write it as 2023-06-01"))
}

pub(super) struct Listed {
    log: DigestLog,
    pub(super) seen: Option<LogSeen>,
    venue: Option<String>,
    keys: Vec<KeyId>,
}

/// Every log below the folder. A digest of only what could be read would hide the rest, so an error ends it.
pub(super) fn read_logs(dir: &Path, roster: Option<&Roster>) -> Result<Vec<Listed>, Error> {
    let mut found = files::search(dir, &[])?;
    if let Some(error) = found.unreadable.pop() {
        return Err(error);
    }
    let total = found.logs.iter().filter_map(|path| std::fs::metadata(path).ok()).map(|about| about.len()).sum();
    let bar = progress::bar(total, &shown(dir));
    let mut listed = Vec::new();
    for path in &found.logs {
        let below = path.strip_prefix(dir).unwrap_or(path);
        let parts: Option<Vec<&str>> = below.components().map(|part| part.as_os_str().to_str()).collect();
        let Some(parts) = parts else {
            return Err(Error::new(format!("the name of {} is not UTF-8", shown(path))).help("rename the file"));
        };
        let name = parts.join("/");
        check_path(&name).map_err(|error| Error::new(neutral(&error.to_string())))?;
        let ticking = bar.clone();
        let (survey, verdict, hashes, size) = survey(path, move |bytes| ticking.inc(bytes))?;
        let open = verdict.open.as_ref();
        let log = DigestLog {
            path: name.clone(),
            sha256: hashes.file,
            content: hashes.content,
            size,
            log: open.map(|open| open.log.clone()).unwrap_or_default(),
            game: open.map(|open| open.game.clone()).unwrap_or_default(),
            table: open.map(|open| open.table.clone()).unwrap_or_default(),
            source: open.map(|open| (open.source.kind, open.source.id.clone())),
            records: verdict.records,
            head: survey.head,
        };
        let keys = verdict.keys.iter().copied().chain(open.and_then(|open| open.key)).collect();
        let seen = survey.seen(&name, open, hashes, roster, SealedParts::Unasked);
        listed.push(Listed { log, seen, venue: open.map(|open| open.venue.clone()), keys });
    }
    bar.finish_and_clear();
    // A digest lists paths in the order of their bytes; folders are searched part by part.
    listed.sort_by(|a, b| a.log.path.cmp(&b.log.path));
    Ok(listed)
}

/// The logs that touch the requested day; or all, if they begin on one day. A log that states no day belongs to every day.
fn of_the_day(asked: Option<Date>, mut listed: Vec<Listed>) -> Result<(Date, Vec<Listed>), Error> {
    let day_of = |one: &Listed| one.seen.as_ref().and_then(|seen| seen.day);
    if let Some(day) = asked {
        let touches = |one: &Listed| one.seen.as_ref().and_then(|seen| seen.touches);
        listed.retain(|one| touches(one).is_none_or(|(first, last)| (first..=last).contains(&day)));
        return Ok((day, listed));
    }
    let days: BTreeSet<Date> = listed.iter().filter_map(day_of).collect();
    let mut days = days.into_iter();
    match (days.next(), days.next()) {
        (Some(day), None) => Ok((day, listed)),
        (Some(one), Some(other)) => {
            Err(Error::new(format!("the logs begin on several days, {one} and {other} among them"))
                .help(format!("say which day is digested: --day {one}")))
        }
        (None, _) => Err(Error::new("no log tells which day this is")
            .help("say it, and pass the roster of the tables that were idle: --day, --roster")),
    }
}

/// The only venue of the logs, or of the roster if there is no log.
fn venue(listed: &[Listed], roster: Option<&Roster>) -> Result<String, Error> {
    let mut venues: BTreeSet<&str> = listed.iter().filter_map(|one| one.venue.as_deref()).collect();
    if venues.is_empty() {
        venues = roster.iter().flat_map(|roster| &roster.tables).map(|table| table.venue.as_str()).collect();
    }
    let mut all = venues.iter();
    match (all.next(), all.next()) {
        (Some(venue), None) => Ok((*venue).to_owned()),
        (Some(one), Some(_)) => {
            let names: Vec<&str> = venues.iter().copied().collect();
            if listed.iter().all(|one| one.venue.is_none()) {
                return Err(Error::new(format!(
                    "no log here tells of that day, and the roster is of several venues: {}",
                    neutral(&names.join(", "))
                ))
                .help(format!("pass a --roster of the venue that was idle, for example of {} alone", neutral(one))));
            }
            Err(Error::new(format!("a digest is of one venue, and these are several: {}", neutral(&names.join(", "))))
                .help("digest the folder of each by itself"))
        }
        (None, _) => Err(Error::new("there is no log here, and nothing tells which venue was idle")
            .help("pass its roster: --roster FILE")),
    }
}

fn previous(path: &Path, venue: &str, day: Date) -> Result<Previous, Error> {
    let (before, bytes) = read(path)?;
    if before.venue != venue {
        return Err(Error::new(format!(
            "{} is of venue {}, and this digest is of {}",
            shown(path),
            neutral(&before.venue),
            neutral(venue)
        ))
        .help("each venue has a chain of its own"));
    }
    if before.day >= day {
        return Err(Error::new(format!("{} is of {}, which does not lie before {day}", shown(path), before.day))
            .help("name the digest of the day before"));
    }
    Ok(Previous { day: before.day, sha256: Digest::of(&bytes) })
}

/// Reads a log to its end: what was gathered of it, the verdict on it as a log, its hashes, and its length on disk in
/// bytes. What cannot be read to its end is an error here.
fn survey(path: &Path, progress: impl Fn(u64) + 'static) -> Result<(Survey, LogVerdict, LogHashes, u64), Error> {
    let fail = |error| Error::read(path, error);
    let mut file = LogFile::open(path, progress).map_err(fail)?;
    let size = std::fs::metadata(path).map_err(fail)?.len();
    let mut survey = Survey::default();
    let verdict = {
        let mut reader = LogReader::new(file.content().map_err(fail)?, None);
        while let Some(entry) = reader.next_entry().map_err(fail)? {
            if let EntryBody::Record(record) = &entry.body {
                survey.note(record);
            }
        }
        reader.finish()
    };
    Ok((survey, verdict, file.finish_unchanged().map_err(fail)?, size))
}
