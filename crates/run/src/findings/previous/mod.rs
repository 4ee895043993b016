//! The report of the period before, and what became of its exceptions.

mod earlier;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use resettle_audit::{Code, Finding};
use resettle_game::counted;
use resettle_oversight::carried::{Asked, Before, Continued, ExceptionStatus, LogHead, Marks, Now, Reach, continued};
use resettle_oversight::disposition::{Answer, Book};
use resettle_oversight::{Date, Exception, parse_date};
use resettle_report::State;
use resettle_report::document::{CarriedRow, Input, PreviousUsed, TrendRow, TrustUsed};
use resettle_report::folder::{Problem, Verdict};
use resettle_report::print::neutral;
use resettle_sealed_log::Digest;

use self::earlier::{Earlier, EarlierGround, Earliest, exceptions, marks, moment, trend};
use super::about_a_file;
use super::digests::NOBODY_NAMES;
use super::dispositions::note;
use crate::source::LogSource;
use crate::spill::AboutTable;

pub use self::earlier::stated;

/// An earlier report as it was read.
pub struct PreviousFile {
    /// What was named: its folder, or its `report.json`.
    pub named: String,
    /// The path of its `report.json`.
    pub path: String,
    /// The bytes of its `report.json`, of which the SHA-256 is named.
    pub bytes: Vec<u8>,
    /// The verdict on its signature; `None` if none lies beside it.
    pub verdict: Option<Verdict>,
    /// Whose reports count, if that was stated.
    pub signers: Option<TrustUsed>,
}

/// Why a report cannot be the previous one; the first text of each is what was named or its file.
#[derive(Debug, thiserror::Error)]
pub enum PreviousError {
    /// In which state it is, and each problem on a line of its own: it was altered, or its signer is not accepted, and what
    /// it leaves out would be taken for settled.
    #[error("{} {}, so its exceptions are not carried forward", neutral(.0), .1)]
    Refused(String, String, Vec<String>),
    /// Why it is no report.
    #[error("{} is no report of resettle: {}", neutral(.0), neutral(.1))]
    NoReport(String, String),
    /// How many findings of which codes it leaves out.
    #[error("{} leaves findings out, by --max-per-code: {}; what became of them could not be said", neutral(.0), .1)]
    LeavesOut(String, String),
    /// When it was made, and when this report is made, which is earlier.
    #[error("{} was made at {}, after this report ({}), so it is not the previous one", neutral(.0), neutral(.1), .2)]
    Later(String, String, String),
}

impl PreviousError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Refused(..) => None,
            Self::NoReport(..) => Some("name the folder of a report, or its report.json"),
            Self::LeavesOut(..) => Some("make that report again without --max-per-code, and name it here"),
            Self::Later(..) => Some("name the report of the period before, or give the time of this one with --at"),
        }
    }

    /// The lines that belong to it.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        if let Self::Refused(_, _, problems) = self { problems } else { &[] }
    }
}

/// Why a log could not be compared with what an earlier report judged of it.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// Its file has another hash than the one that was judged.
    #[error("it is not the log that was judged")]
    Another,
}

/// The exceptions of an earlier report.
pub struct Previous {
    /// What this report states about it.
    pub used: PreviousUsed,
    unverified: Option<&'static str>,
    all: Vec<Earliest>,
    today: Date,
    /// The report itself first, then those before it that found what it carries.
    before: Vec<Before>,
    /// What it knows of single records, by file.
    marks: BTreeMap<String, Marks>,
    /// What the tables won in earlier periods, the earliest first.
    pub trend: Vec<TrendRow>,
}

/// The result of checking the signature of an earlier report.
struct Checked {
    /// Who signed, in words.
    signer: String,
    /// Why nobody vouches for it; `None` if somebody does.
    unverified: Option<&'static str>,
}

/// Who signed.
fn checked(named: &str, verdict: Option<Verdict>) -> Result<Checked, PreviousError> {
    let Some(verdict) = verdict else {
        return Ok(Checked {
            signer: "not asked: the report's file alone was passed".to_owned(),
            unverified: Some("no signature lies beside it"),
        });
    };
    let refused: Vec<&Problem> =
        verdict.problems.iter().filter(|problem| !matches!(problem, Problem::NoSigners(_))).collect();
    if !refused.is_empty() {
        let state = match verdict.state() {
            State::SignerUnknown => "was signed by a person whose reports do not count".to_owned(),
            state => state.to_string(),
        };
        let problems = refused.iter().map(|problem| format!("  {}", neutral(&problem.to_string()))).collect();
        return Err(PreviousError::Refused(named.to_owned(), state, problems));
    }
    let key = verdict.signer.map_or_else(|| "no signer".to_owned(), |key| key.fingerprint());
    Ok(match verdict.known_as {
        Some(name) => Checked { signer: format!("{name}, {key}"), unverified: None },
        None => Checked {
            signer: format!("{key}{NOBODY_NAMES}"),
            unverified: Some("whose reports count is not said: no --previous-signers"),
        },
    })
}

/// The most coups that a message about a log names.
const COUPS_NAMED: usize = 12;

/// A log holds other bytes than those that an earlier report judged.
fn log_replaced(before: &Before, then: &LogHead, input: &Input, now: &Continued, known: usize) -> AboutTable {
    let made = neutral(&before.generated_at);
    let lines = counted(now.lines, "line");
    let length = match now.lines.cmp(&then.lines) {
        Ordering::Less => format!("it has {lines}, {} fewer than then", then.lines - now.lines),
        Ordering::Equal => format!("it has {lines}, as many as then"),
        Ordering::Greater => format!("it has {lines}, {} more than then", now.lines - then.lines),
    };
    let differing = now.differing.len();
    let named: Vec<&str> = now.differing.iter().take(COUPS_NAMED).map(String::as_str).collect();
    let more = differing.saturating_sub(COUPS_NAMED);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    let coups = match (known, differing) {
        (0, _) => "that report names no record of it by its hash, so which coups differ cannot be known".to_owned(),
        (_, 0) => format!(
            "the {} that that report names by their hashes are the same; which of the others differ cannot be known",
            counted(known, "record")
        ),
        _ => format!(
            "of the {} that that report names by their hashes, these differ or are gone: {}{more}; which of the others differ cannot be known",
            counted(known, "record"),
            named.join(", ")
        ),
    };
    let message =
        format!("log {} does not hold what the report of {made} judged of it: {length}; {coups}", neutral(&then.log));
    let of = |(sha256, bytes): &(String, u64)| format!("{bytes} bytes of SHA-256 {sha256}");
    let expected = match &then.content {
        Some(content) => of(content),
        None => format!("the file of SHA-256 {}", then.sha256),
    };
    let finding = about_a_file(Code::LogReplaced, &input.path, &then.log, &message, &expected, &of(&now.part));
    AboutTable { finding, table: input.table.clone(), day: None }
}

/// How many days ago a report was made.
fn age(made: &str, today: Date) -> Option<i32> {
    let made = parse_date(made.get(..10)?)?;
    made.until(today).ok().map(|span| span.get_days()).filter(|days| *days >= 0)
}

impl Previous {
    /// Reads an earlier report. Whether its dispositions still hold is checked on the day `today`. It was made before this
    /// report, which is made at `now`.
    ///
    /// # Errors
    /// It is no report, was altered, is of another signer, leaves findings out, or was made later.
    pub fn read(file: PreviousFile, now: &str, today: Date) -> Result<Self, PreviousError> {
        let PreviousFile { named, path, bytes, verdict, signers } = file;
        let checked = checked(&named, verdict)?;
        let no_report = |why: String| PreviousError::NoReport(path.clone(), why);
        let earlier: Earlier = serde_json::from_slice(&bytes).map_err(|error| no_report(error.to_string()))?;
        if earlier.kind != "resettle-report/1" {
            return Err(no_report(format!("it is of type {:?}", earlier.kind)));
        }
        if !earlier.summary.truncated.is_empty() {
            let left_out =
                earlier.summary.truncated.iter().map(|(code, count)| format!("{count} of {}", neutral(code)));
            return Err(PreviousError::LeavesOut(path, left_out.collect::<Vec<_>>().join(", ")));
        }
        if moment(Some(&earlier.generated_at)).zip(moment(Some(now))).is_some_and(|(made, now)| made > now) {
            return Err(PreviousError::Later(path, earlier.generated_at, now.to_owned()));
        }
        let ground: EarlierGround = serde_json::from_slice(&bytes).map_err(|error| no_report(error.to_string()))?;
        let used = PreviousUsed {
            path,
            sha256: Digest::of(&bytes).to_string(),
            generated_at: earlier.generated_at.clone(),
            signer: checked.signer,
            signers,
            verified: checked.unverified.is_none(),
        };
        let own = Before {
            generated_at: earlier.generated_at.clone(),
            asked: ground.asked(),
            logs: earlier.inputs.iter().map(LogHead::from).filter(|head| !head.log.is_empty()).collect(),
        };
        Ok(Self {
            used,
            unverified: checked.unverified,
            today,
            before: std::iter::once(own).chain(earlier.before.iter().cloned()).collect(),
            marks: marks(&earlier),
            trend: trend(&earlier),
            all: exceptions(earlier, today),
        })
    }

    /// Reports that nobody vouches for it, if nobody does: whoever wrote it may have left exceptions out.
    pub fn finding(&self) -> Option<Finding> {
        let why = self.unverified?;
        let file = neutral(&self.used.path);
        let message =
            format!("no signer vouches for the previous report {file}: {why}; exceptions may have been taken out");
        let expected = "a previous report by an accepted signer";
        Some(about_a_file(Code::PreviousUnverified, &self.used.path, "", &message, expected, &self.used.signer))
    }

    /// Begins to note what this report finds.
    pub fn now(&self) -> Now {
        Now::about(self.all.iter().map(|one| &one.carried))
    }

    /// Notes by what this report judges.
    pub fn judged_by(&self, now: &mut Now, asked: Asked) {
        now.by(asked, self.before.iter().cloned());
    }

    /// The earlier reports that a report has to keep which carries these rows: by what they judged, and their logs of the
    /// tables concerned.
    pub fn kept(&self, rows: &[CarriedRow]) -> Vec<Before> {
        // What was found again is a finding of that report, and is compared with what it judges by.
        let settled = ExceptionStatus::Settled.word();
        let open: Vec<&CarriedRow> =
            rows.iter().filter(|row| row.standing != settled && row.because != "found again").collect();
        let kept = |one: &Before| -> Option<Before> {
            let of: Vec<&&CarriedRow> = open.iter().filter(|row| row.reported_in == one.generated_at).collect();
            let concerned = |head: &&LogHead| {
                of.iter().any(|row| {
                    row.log == head.log
                        || (row.venue.as_ref(), row.table.as_ref()) == (Some(&head.venue), Some(&head.table))
                })
            };
            (!of.is_empty())
                .then(|| Before { logs: one.logs.iter().filter(concerned).cloned().collect(), ..one.clone() })
        };
        self.before.iter().filter_map(kept).collect()
    }

    /// Compares a log with what earlier reports judged of it; `path` is where `source` has it. Notes the result with
    /// `reach`, and reports each earlier report whose bytes are not there any more.
    ///
    /// # Errors
    /// The log cannot be read, or is another one than the one that was judged.
    pub fn compare(
        &self,
        path: &Path,
        input: &Input,
        reach: &mut Reach,
        source: &impl LogSource,
    ) -> Result<Vec<AboutTable>, CompareError> {
        let mut replaced = Vec::new();
        for before in &self.before {
            let heads: Vec<&LogHead> =
                before.logs.iter().filter(|head| !reach.head.log.is_empty() && head.is_same_log(&reach.head)).collect();
            let Some(first) = heads.first() else { continue };
            if heads.iter().any(|head| head.is_same_content(&reach.head)) {
                reach.continues.insert(before.generated_at.clone());
                continue;
            }
            let mut lost = None;
            for head in &heads {
                let none = Marks::new();
                let marks = Some(&none).filter(|_| before.generated_at != self.used.generated_at);
                let marks = marks.or_else(|| self.marks.get(&head.path)).unwrap_or(&none);
                let mut now = None;
                let hashes = source.read(path, &mut |content| {
                    now = Some(continued(head, marks, content)?);
                    Ok(())
                })?;
                if hashes.file.to_string() != input.sha256 {
                    return Err(CompareError::Another);
                }
                let Some(now) = now else { continue };
                if now.continues {
                    reach.continues.insert(before.generated_at.clone());
                    lost = None;
                    break;
                }
                if lost.is_none() {
                    lost = Some((now, marks.len()));
                }
            }
            if let Some((now, known)) = lost {
                reach.replaced = true;
                replaced.push(log_replaced(before, first, input, &now, known));
            }
        }
        Ok(replaced)
    }

    /// What became of each, by log, `seq`, code and wager.
    pub fn carried(&self, now: &mut Now, mut book: Option<&mut Book>) -> Vec<CarriedRow> {
        let mut out: Vec<CarriedRow> = Vec::new();
        for Earliest { carried: one, row } in &self.all {
            let exception = Exception {
                code: &row.code,
                log: &row.log,
                shoe: row.shoe.as_deref(),
                coup: row.coup,
                wager: row.wager.as_deref(),
                venue: row.venue.as_deref(),
                table: row.table.as_deref(),
                day: Exception::day_of(row.at.as_deref()),
                ..Exception::default()
            };
            let fits = book.as_deref_mut().and_then(|book| book.answer(one.fingerprint, &exception));
            let (status, because, missing) = now.status(one, fits.as_ref().is_some_and(Answer::settles));
            out.push(CarriedRow {
                standing: status.word().to_owned(),
                because: because.to_owned(),
                missing,
                age_days: age(&row.first_reported, self.today),
                answer: fits.map(note).or_else(|| row.answer.clone()),
                ..row.clone()
            });
        }
        out.sort_by(|a, b| {
            (&a.log, a.seq, &a.code, &a.wager, &a.fingerprint, &a.standing).cmp(&(
                &b.log,
                b.seq,
                &b.code,
                &b.wager,
                &b.fingerprint,
                &b.standing,
            ))
        });
        out
    }
}
