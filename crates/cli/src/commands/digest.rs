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

/// Writes the digests and their signatures; returns what they are.
pub(super) fn make(args: &DigestArgs) -> Result<String, Error> {
    let made = clock::stamp(args.at.as_deref())?;
    let asked = Asked::of(args)?;
    let roster = args.roster.as_deref().map(roster).transpose()?;
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let (key, public) = trust::signing_key(&args.key, args.passphrase_file.as_deref(), store, "signs no digest")?;
    for path in asked.files(&args.out).iter().flat_map(|path| [path.clone(), signature_of(path)]) {
        if std::fs::symlink_metadata(&path).is_ok() {
            return Err(Error::write(&path, std::io::Error::from(std::io::ErrorKind::AlreadyExists)));
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
    let days = asked.days(&listed)?;
    let concerned: Vec<&Listed> = listed.iter().filter(|one| days.iter().any(|day| one.touches(*day))).collect();
    let venue = venue(&concerned, roster.as_ref())?;
    let mut before = match (&args.previous, days.first()) {
        (Some(path), Some(day)) => Some(previous(path, &venue, *day)?),
        _ => None,
    };
    if matches!(asked, Asked::Days { .. }) && !args.out.is_dir() {
        std::fs::create_dir(&args.out).map_err(|error| Error::write(&args.out, error))?;
    }
    let mut written = NewFiles::default();
    let mut said = Vec::new();
    for (day, out) in days.iter().zip(asked.files(&args.out)) {
        let of_day: Vec<&Listed> = concerned.iter().copied().filter(|one| one.touches(*day)).collect();
        let seen: Vec<LogSeen> = of_day.iter().filter_map(|one| one.seen.clone()).collect();
        let idle = roster.as_ref().map_or_else(Vec::new, |roster| roster.of_venue(&venue).idle(&seen, *day));
        let logs: Vec<DigestLog> = of_day.into_iter().map(|one| one.log.clone()).collect();
        let digest = DayDigest { venue: venue.clone(), day: *day, made: made.clone(), previous: before, logs, idle };
        let text = digest.to_text();
        let signed = sshsig::sign(&key, NAMESPACE, text.as_bytes()).map_err(|error| Error::new(error.to_string()))?;
        // A digest without its signature would look as if its signature had been removed, so the signature is written first.
        written.write(&signature_of(&out), signed.as_bytes())?;
        written.write(&out, text.as_bytes())?;
        let sha256 = Digest::of(text.as_bytes());
        let (logs, idle) = (counted(digest.logs.len() as u64, "log"), digest.idle.len());
        said.push(format!(
            "{}: {}, {day}: {logs}, {idle} idle\n  sha256     {sha256}\n  signed by  {}",
            shown(&out),
            neutral(&digest.venue),
            public.fingerprint()
        ));
        before = Some(Previous { day: *day, sha256 });
    }
    written.keep();
    if let (Asked::Days { from, to, .. }, left @ 1..) = (&asked, listed.len().saturating_sub(concerned.len())) {
        let logs = counted(left as u64, "log");
        said.push(format!("note: {logs} below {} outside {from} to {to}: in no digest", shown(&args.dir)));
    }
    Ok(said.join("\n"))
}

/// Which days are digested.
enum Asked {
    /// One; without a date the one on which all logs begin.
    Day(Option<Date>),
    /// Each from the first to the last.
    Days { from: Date, to: Date, all: Vec<Date> },
}

impl Asked {
    fn of(args: &DigestArgs) -> Result<Self, Error> {
        let (Some(from), Some(to)) = (&args.from, &args.to) else {
            return args.day.as_deref().map(day_asked).transpose().map(Self::Day);
        };
        let (from, to) = (day_asked(from)?, day_asked(to)?);
        let mut all = Vec::new();
        let mut next = Some(from);
        while let Some(day) = next.filter(|day| *day <= to) {
            if all.len() == MOST_DAYS {
                return Err(Error::new(format!("from {from} to {to} are more than {MOST_DAYS} days"))
                    .help("digest a year at a time, the next with --previous"));
            }
            all.push(day);
            next = day.tomorrow().ok();
        }
        if all.is_empty() {
            return Err(Error::new(format!("{to} lies before {from}")).help("--from is the first day, --to the last"));
        }
        Ok(Self::Days { from, to, all })
    }

    /// Where the digests go, in the order of their days.
    fn files(&self, out: &Path) -> Vec<PathBuf> {
        match self {
            Self::Day(_) => vec![out.to_owned()],
            Self::Days { all, .. } => all.iter().map(|day| out.join(format!("{day}.digest"))).collect(),
        }
    }

    fn days(&self, listed: &[Listed]) -> Result<Vec<Date>, Error> {
        match self {
            Self::Day(Some(day)) => Ok(vec![*day]),
            Self::Day(None) => only_day(listed).map(|day| vec![day]),
            Self::Days { all, .. } => Ok(all.clone()),
        }
    }
}

/// The most days that are digested at once: a leap year.
const MOST_DAYS: usize = 366;

/// The files written, which are removed again unless all could be.
#[derive(Default)]
struct NewFiles(Vec<PathBuf>);

impl NewFiles {
    fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        files::write_new(path, bytes)?;
        self.0.push(path.to_owned());
        Ok(())
    }

    fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for NewFiles {
    fn drop(&mut self) {
        for path in &self.0 {
            let _ = std::fs::remove_file(path);
        }
    }
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

impl Listed {
    /// Whether the log has records of a day. Without --day all logs have to begin on one, and are of it, whatever else they
    /// touch; a log that states no day belongs to every day.
    fn touches(&self, day: Date) -> bool {
        let seen = self.seen.as_ref();
        seen.and_then(|seen| seen.touches).is_none_or(|(first, last)| (first..=last).contains(&day))
            || seen.and_then(|seen| seen.day) == Some(day)
    }
}

/// The day on which all logs begin.
fn only_day(listed: &[Listed]) -> Result<Date, Error> {
    let days: BTreeSet<Date> = listed.iter().filter_map(|one| one.seen.as_ref().and_then(|seen| seen.day)).collect();
    let mut days = days.into_iter();
    match (days.next(), days.next()) {
        (Some(day), None) => Ok(day),
        (Some(one), Some(other)) => {
            Err(Error::new(format!("the logs begin on several days, {one} and {other} among them"))
                .help(format!("say which day is digested: --day {one}; or all: --from {one} --to DAY")))
        }
        (None, _) => Err(Error::new("no log says which day this is")
            .help("say it, and pass the roster of the tables that were idle: --day, --roster")),
    }
}

/// The only venue of the logs, or of the roster if there is no log.
fn venue(listed: &[&Listed], roster: Option<&Roster>) -> Result<String, Error> {
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
                    "no log here is of that day, and the roster is of several venues: {}",
                    neutral(&names.join(", "))
                ))
                .help(format!("pass a --roster of the venue that was idle, for example of {} alone", neutral(one))));
            }
            Err(Error::new(format!("a digest is of one venue, and these are several: {}", neutral(&names.join(", "))))
                .help("digest the folder of each by itself"))
        }
        (None, _) => Err(Error::new("there is no log here, and nothing says which venue was idle")
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
