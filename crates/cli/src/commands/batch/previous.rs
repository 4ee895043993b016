//! The report of the period before, and what became of its exceptions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use resettle_audit::{Code, Finding};
use resettle_oversight::carried::{Carried, Now, is_exception};
use resettle_oversight::disposition::{Answer, Book, DispositionKind};
use resettle_oversight::{Date, Exception, fingerprint, parse_date};
use resettle_report::document::{
    CarriedRow, DispositionNote, Expected, ExpectedWin, InputTable, PreviousUsed, TrendRow, TrustUsed, WinByChance,
};
use resettle_report::folder::{self, Problem, REPORT_NAMESPACE, Verdict};
use resettle_report::print::neutral;
use resettle_report::tally::TableTotals;
use resettle_report::{State, Trust};
use resettle_sealed_log::{Digest, Time};
use serde::Deserialize;

use super::digests::{NOBODY_NAMES, about_a_file};
use super::dispositions::note;
use super::signers::Signers;
use crate::commands::digest::signature_of;
use crate::commands::report;
use crate::error::{Error, shown};
use crate::files;

/// The most earlier periods in a trend.
const MOST_PERIODS: usize = 12;

/// What is read of an earlier report.
#[derive(Deserialize)]
struct Earlier {
    #[serde(rename = "type")]
    kind: String,
    generated_at: String,
    inputs: Vec<EarlierInput>,
    findings: Vec<EarlierFinding>,
    #[serde(default)]
    carried: Vec<CarriedRow>,
    #[serde(default)]
    tables: Vec<TableTotals>,
    #[serde(default)]
    expected: Expected,
    scope: Option<EarlierScope>,
    #[serde(default)]
    trend: Vec<TrendRow>,
}

#[derive(Deserialize)]
struct EarlierScope {
    from: Option<String>,
    to: Option<String>,
}

#[derive(Deserialize)]
struct EarlierInput {
    log: String,
    #[serde(default)]
    table: Option<InputTable>,
}

#[derive(Deserialize)]
struct EarlierFinding {
    code: String,
    severity: String,
    #[serde(default)]
    venue: Option<String>,
    #[serde(default)]
    table: Option<String>,
    log: String,
    seq: Option<u64>,
    record_sha256: Option<String>,
    shoe: Option<String>,
    coup: Option<u64>,
    wager: Option<String>,
    expected: Option<String>,
    logged: Option<String>,
    money: Option<i64>,
    message: String,
    #[serde(default)]
    at: Option<String>,
    #[serde(default)]
    disposition: Option<DispositionNote>,
}

/// The exceptions of an earlier report.
pub struct Previous {
    pub used: PreviousUsed,
    unverified: Option<&'static str>,
    all: Vec<Earliest>,
    today: Date,
    /// What the tables won in earlier periods, the earliest first.
    pub trend: Vec<TrendRow>,
}

/// An exception, with what only its row in the report states.
struct Earliest {
    carried: Carried,
    at: Option<String>,
    /// The disposition that the earlier report showed, if it is still in date.
    answer: Option<DispositionNote>,
}

/// The result of checking the signature of an earlier report.
struct Checked {
    /// Who signed, in words.
    signer: String,
    /// Why nobody vouches for it; `None` if somebody does.
    unverified: Option<&'static str>,
}

/// Reads an earlier report: a folder that is consistent with its signature, or a `report.json` by itself. Whether its
/// dispositions still hold is checked on the day `today`. It was made before this report, which is made at `now`.
pub fn read(path: &Path, now: &str, today: Date, signers: &Signers<'_>) -> Result<Previous, Error> {
    let allowed = signers.allowed(REPORT_NAMESPACE, "sign reports")?;
    let trust = allowed.as_ref().map(|(allowed, _)| Trust { signers: allowed, identity: None, moment: signers.moment });
    let (file, bytes, verdict) = if path.is_dir() {
        let mut files = report::files_of(path)?;
        let verdict = folder::check(&files, trust);
        (path.join(folder::REPORT), files.remove(folder::REPORT).unwrap_or_default(), Some(verdict))
    } else {
        let bytes = files::bytes_up_to(path, report::MOST)?;
        let signature = signature_of(path);
        let signature = if signature.exists() { Some(files::bytes(&signature)?) } else { None };
        let verdict = signature.map(|signature| folder::check_report(&bytes, &signature, trust));
        (path.to_owned(), bytes, verdict)
    };
    let checked = match verdict {
        Some(mut verdict) => {
            report::one_key_one_use(&mut verdict, signers.sealing, &bytes);
            accepted(path, verdict)?
        }
        None => Checked {
            signer: "not asked: the report's file alone was passed".to_owned(),
            unverified: Some("no signature lies beside it"),
        },
    };
    let earlier: Earlier = serde_json::from_slice(&bytes).map_err(|error| no_report(&file, &error.to_string()))?;
    if earlier.kind != "resettle-report/1" {
        return Err(no_report(&file, &format!("it is of type {:?}", earlier.kind)));
    }
    if moment(Some(&earlier.generated_at)).zip(moment(Some(now))).is_some_and(|(made, now)| made > now) {
        return Err(Error::Plain(format!(
            "{} was made at {}, after this report ({now}), so it is not the previous one\n  help: name the report of the period before, or give the time of this one with --at",
            shown(&file),
            neutral(&earlier.generated_at)
        )));
    }
    let used = PreviousUsed {
        path: file.display().to_string(),
        sha256: files::sha256(&bytes),
        generated_at: earlier.generated_at.clone(),
        signer: checked.signer,
        signers: allowed.zip(signers.file).map(|((_, bytes), file)| TrustUsed {
            path: file.display().to_string(),
            sha256: files::sha256(&bytes),
            also: Vec::new(),
        }),
        verified: checked.unverified.is_none(),
    };
    let trend = trend(&earlier);
    Ok(Previous { used, unverified: checked.unverified, all: exceptions(earlier, today), today, trend })
}

/// What an earlier report states about the periods before it, and about its own; the latest [`MOST_PERIODS`].
fn trend(earlier: &Earlier) -> Vec<TrendRow> {
    let scope = earlier.scope.as_ref();
    let own = earlier.tables.iter().map(|table| {
        let same = |one: &&ExpectedWin| {
            (&one.venue, &one.game, &one.table, &one.currency)
                == (&table.venue, &table.game, &table.table, &table.currency)
        };
        let expected = earlier.expected.tables.iter().find(same).map(WinByChance::from);
        TrendRow {
            venue: table.venue.clone(),
            game: table.game.clone(),
            table: table.table.clone(),
            currency: table.currency.clone(),
            from: scope.and_then(|scope| scope.from.clone()),
            to: scope.and_then(|scope| scope.to.clone()),
            generated_at: earlier.generated_at.clone(),
            staked: table.staked,
            returned: table.returned,
            overpaid: table.overpaid,
            underpaid: table.underpaid,
            expected,
        }
    });
    let all: Vec<TrendRow> = earlier.trend.iter().cloned().chain(own).collect();
    let reports: BTreeSet<&str> = all.iter().map(|row| row.generated_at.as_str()).collect();
    let kept: BTreeSet<String> = reports.into_iter().rev().take(MOST_PERIODS).map(str::to_owned).collect();
    all.into_iter().filter(|row| kept.contains(&row.generated_at)).collect()
}

/// Who signed. A report that was altered, or signed by somebody who is not accepted, is refused: what it leaves out
/// would be taken for settled.
fn accepted(path: &Path, verdict: Verdict) -> Result<Checked, Error> {
    let refused: Vec<&Problem> =
        verdict.problems.iter().filter(|problem| !matches!(problem, Problem::NoSigners(_))).collect();
    if !refused.is_empty() {
        let reported: Vec<String> =
            refused.iter().map(|problem| format!("  {}", neutral(&problem.to_string()))).collect();
        let state = match verdict.state() {
            State::SignerUnknown => "was signed by somebody whose reports do not count".to_owned(),
            state => state.to_string(),
        };
        return Err(Error::Plain(format!(
            "{} {state}, so its exceptions are not carried forward\n{}",
            shown(path),
            reported.join("\n")
        )));
    }
    let key = verdict.signer.map_or_else(|| "nobody".to_owned(), |key| key.fingerprint());
    Ok(match verdict.known_as {
        Some(name) => Checked { signer: format!("{name}, {key}"), unverified: None },
        None => Checked {
            signer: format!("{key}{NOBODY_NAMES}"),
            unverified: Some("nobody said whose reports count: no --previous-signers"),
        },
    })
}

fn no_report(file: &Path, why: &str) -> Error {
    Error::Plain(format!(
        "{} is no report of resettle: {}\n  help: name the folder of a report, or its report.json",
        shown(file),
        neutral(why)
    ))
}

/// Its exceptions. A finding that the report found again is a row of `carried` and a finding, and is one exception;
/// several findings with the same fingerprint are counted separately.
fn exceptions(earlier: Earlier, today: Date) -> Vec<Earliest> {
    let tables: BTreeMap<&str, &InputTable> =
        earlier.inputs.iter().filter_map(|input| Some((input.log.as_str(), input.table.as_ref()?))).collect();
    // What the report knew of them from the previous one.
    let mut known: BTreeMap<Digest, &CarriedRow> = BTreeMap::new();
    for row in &earlier.carried {
        known.extend(Digest::from_hex(&row.fingerprint).map(|fingerprint| (fingerprint, row)));
    }
    let holds = |note: &DispositionNote| {
        let until = note.until.as_deref().map(parse_date);
        !note.expired && until.is_none_or(|until| until.is_some_and(|until| today <= until))
    };
    // A disposition that is out of date answers nothing, but is still shown.
    let held = |mut note: DispositionNote| {
        note.expired = !holds(&note);
        note
    };
    let mut out = Vec::new();
    let mut reported: BTreeSet<Digest> = BTreeSet::new();
    for found in earlier.findings.into_iter().filter(|found| is_exception(&found.code, &found.severity)) {
        // Computed anew: nothing depends on what the report states about it.
        let fingerprint = fingerprint(&Exception {
            code: &found.code,
            log: &found.log,
            seq: found.seq,
            record_sha256: found.record_sha256.as_deref(),
            shoe: found.shoe.as_deref(),
            coup: found.coup,
            wager: found.wager.as_deref(),
            expected: found.expected.as_deref(),
            logged: found.logged.as_deref(),
            money: found.money,
            ..Exception::default()
        });
        reported.insert(fingerprint);
        let table = tables.get(found.log.as_str());
        let known = known.get(&fingerprint);
        let answer = found.disposition.or_else(|| known.and_then(|row| row.answer.clone())).map(held);
        let carried = Carried {
            fingerprint,
            code: found.code,
            severity: found.severity,
            venue: found.venue.or_else(|| table.map(|table| table.venue.clone())),
            table: found.table.or_else(|| table.map(|table| table.table.clone())),
            log: found.log,
            seq: found.seq,
            at: moment(found.at.as_deref()),
            shoe: found.shoe,
            coup: found.coup,
            wager: found.wager,
            money: found.money,
            message: found.message,
            first_reported: known.map_or(&earlier.generated_at, |row| &row.first_reported).clone(),
            answered_then: answer
                .as_ref()
                .is_some_and(|note| !note.expired && note.kind != DispositionKind::Action.word()),
        };
        out.push(Earliest { carried, at: found.at, answer });
    }
    for row in earlier.carried.iter().filter(|row| row.standing != "settled") {
        let Some(fingerprint) = Digest::from_hex(&row.fingerprint).filter(|own| !reported.contains(own)) else {
            continue;
        };
        let carried = Carried {
            fingerprint,
            code: row.code.clone(),
            severity: row.severity.clone(),
            log: row.log.clone(),
            venue: row.venue.clone(),
            table: row.table.clone(),
            seq: row.seq,
            at: moment(row.at.as_deref()),
            shoe: row.shoe.clone(),
            coup: row.coup,
            wager: row.wager.clone(),
            money: row.money,
            message: row.message.clone(),
            first_reported: row.first_reported.clone(),
            answered_then: false,
        };
        let answer = row.answer.clone().map(held);
        out.push(Earliest { carried, at: row.at.clone(), answer });
    }
    out
}

/// How many days ago a report was made.
fn age(made: &str, today: Date) -> Option<i32> {
    let made = parse_date(made.get(..10)?)?;
    made.until(today).ok().map(|span| span.get_days()).filter(|days| *days >= 0)
}

fn moment(at: Option<&str>) -> Option<resettle_sealed_log::Moment> {
    Time::parse(at?).ok().map(|time| time.moment())
}

impl Previous {
    /// Reports that nobody vouches for it, if nobody does: whoever wrote it may have left exceptions out.
    pub fn finding(&self) -> Option<Finding> {
        let why = self.unverified?;
        let file = neutral(&self.used.path);
        let message =
            format!("nobody vouches for the previous report {file}: {why}; exceptions may have been taken out");
        let expected = "a previous report by an accepted signer";
        Some(about_a_file(Code::PreviousUnverified, &self.used.path, "", &message, expected, &self.used.signer))
    }

    /// Begins to note what this report finds.
    pub fn now(&self) -> Now {
        Now::about(self.all.iter().map(|one| &one.carried))
    }

    /// What became of each, by log, `seq`, code and wager.
    pub fn carried(&self, now: &mut Now, mut book: Option<&mut Book>) -> Vec<CarriedRow> {
        let mut out: Vec<CarriedRow> = Vec::new();
        for Earliest { carried: one, at, answer } in &self.all {
            let exception = Exception {
                code: &one.code,
                log: &one.log,
                shoe: one.shoe.as_deref(),
                coup: one.coup,
                wager: one.wager.as_deref(),
                venue: one.venue.as_deref(),
                table: one.table.as_deref(),
                day: Exception::day_of(at.as_deref()),
                ..Exception::default()
            };
            let fits = book.as_deref_mut().and_then(|book| book.answer(one.fingerprint, &exception));
            let (status, because) = now.status(one, fits.as_ref().is_some_and(Answer::settles));
            out.push(CarriedRow {
                fingerprint: one.fingerprint.to_string(),
                standing: status.word().to_owned(),
                because: because.to_owned(),
                code: one.code.clone(),
                severity: one.severity.clone(),
                log: one.log.clone(),
                venue: one.venue.clone(),
                table: one.table.clone(),
                seq: one.seq,
                at: at.clone(),
                shoe: one.shoe.clone(),
                coup: one.coup,
                wager: one.wager.clone(),
                money: one.money,
                message: one.message.clone(),
                first_reported: one.first_reported.clone(),
                age_days: age(&one.first_reported, self.today),
                answer: fits.map(note).or_else(|| answer.clone()),
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
