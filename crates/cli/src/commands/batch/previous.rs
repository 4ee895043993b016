//! The report of the period before, and what became of its exceptions.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use resettle_audit::{Code, Finding};
use resettle_oversight::carried::{
    Asked, Before, Carried, Continued, ExceptionStatus, LogHead, Marks, Now, Reach, continued, is_exception,
};
use resettle_oversight::disposition::{Answer, Book, DispositionKind};
use resettle_oversight::{Date, Exception, fingerprint, parse_date};
use resettle_report::document::{
    CarriedRow, DispositionNote, Expected, ExpectedWin, FactsUsed, Input, InputTable, JudgedWith, PreviousUsed,
    RosterUsed, TrendRow, TrustUsed, WinByChance,
};
use resettle_report::folder::{self, Problem, REPORT_NAMESPACE, Verdict};
use resettle_report::print::neutral;
use resettle_report::tally::TableTotals;
use resettle_report::{State, Trust};
use resettle_run::AboutTable;
use resettle_sealed_log::{Digest, Time};
use serde::Deserialize;

use super::digests::{NOBODY_NAMES, about_a_file};
use super::dispositions::note;
use super::signers::Signers;
use crate::commands::digest::signature_of;
use crate::commands::report;
use crate::error::{Error, shown};
use crate::files::{self, LogFile};
use crate::spelling::counted;

/// The most earlier periods in a trend.
const MOST_PERIODS: usize = 12;

/// What is read of an earlier report.
#[derive(Deserialize)]
struct Earlier {
    #[serde(rename = "type")]
    kind: String,
    generated_at: String,
    inputs: Vec<Input>,
    summary: EarlierSummary,
    findings: Vec<EarlierFinding>,
    #[serde(default)]
    register: Vec<EarlierRecord>,
    #[serde(default)]
    shoes: Vec<EarlierShoe>,
    #[serde(default)]
    before: Vec<Before>,
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

/// What an earlier report says that it was judged by.
#[derive(Deserialize)]
struct EarlierGround {
    judged_by: Option<String>,
    facts: Option<FactsUsed>,
    trust: Option<TrustUsed>,
    approvers: Option<TrustUsed>,
    heads: Option<serde::de::IgnoredAny>,
    judged_with: Option<JudgedWith>,
    rulesets: Vec<EarlierRuleset>,
    roster: Option<RosterUsed>,
    #[serde(default)]
    digests: Vec<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct EarlierRuleset {
    id: String,
    sha256: String,
}

impl EarlierGround {
    /// What a version says that kept no `judged_with`: its settings are not known.
    fn asked(self) -> Asked {
        if let Some(judged) = self.judged_with {
            return judged.asked;
        }
        Asked {
            ruleset: self.judged_by,
            rulesets: self.rulesets.into_iter().map(|ruleset| (ruleset.id, ruleset.sha256)).collect(),
            facts: self.facts.as_ref().map(stated).unwrap_or_default(),
            trust: self.trust.iter().flat_map(TrustUsed::files).map(|used| used.sha256.clone()).collect(),
            approvers: self.approvers.map(|used| used.sha256),
            require_approved: false,
            settings: None,
            roster: self.roster.map(|used| used.sha256),
            heads: self.heads.is_some(),
            digests: !self.digests.is_empty(),
        }
    }
}

#[derive(Deserialize)]
struct EarlierSummary {
    #[serde(default)]
    truncated: BTreeMap<String, u64>,
}

/// What is read of an entry of the register, of a coup with findings, or of a finding: which record, by its hash.
#[derive(Deserialize)]
struct EarlierRecord {
    file: String,
    line: Option<u64>,
    record_sha256: Option<String>,
    shoe: Option<String>,
    coup: Option<u64>,
}

#[derive(Deserialize)]
struct EarlierShoe {
    log: String,
    #[serde(default)]
    venue: String,
    #[serde(default)]
    table: String,
    shoe: Option<String>,
    from: String,
}

#[derive(Deserialize)]
struct EarlierScope {
    from: Option<String>,
    to: Option<String>,
}

#[derive(Deserialize)]
struct EarlierFinding {
    code: String,
    severity: String,
    #[serde(default)]
    clause: Option<String>,
    #[serde(default)]
    file: String,
    #[serde(default)]
    line: Option<u64>,
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
    /// The report itself first, then those before it that found what it carries.
    before: Vec<Before>,
    /// What it knows of single records, by file.
    marks: BTreeMap<String, Marks>,
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
    if !earlier.summary.truncated.is_empty() {
        let left_out: Vec<String> =
            earlier.summary.truncated.iter().map(|(code, count)| format!("{count} of {}", neutral(code))).collect();
        return Err(Error::new(format!(
            "{} leaves findings out, by --max-per-code: {}; what became of them nobody could say",
            shown(&file),
            left_out.join(", ")
        ))
        .help("make that report again without --max-per-code, and name it here"));
    }
    if moment(Some(&earlier.generated_at)).zip(moment(Some(now))).is_some_and(|(made, now)| made > now) {
        return Err(Error::new(format!(
            "{} was made at {}, after this report ({now}), so it is not the previous one",
            shown(&file),
            neutral(&earlier.generated_at)
        ))
        .help("name the report of the period before, or give the time of this one with --at"));
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
    let ground: EarlierGround = serde_json::from_slice(&bytes).map_err(|error| no_report(&file, &error.to_string()))?;
    let marks = marks(&earlier);
    let own = Before {
        generated_at: earlier.generated_at.clone(),
        asked: ground.asked(),
        logs: earlier.inputs.iter().map(LogHead::from).filter(|head| !head.log.is_empty()).collect(),
    };
    let before = std::iter::once(own).chain(earlier.before.iter().cloned()).collect();
    let unverified = checked.unverified;
    Ok(Previous { used, unverified, all: exceptions(earlier, today), today, before, marks, trend })
}

/// The dates that were stated, by ruleset.
pub fn stated(facts: &FactsUsed) -> BTreeMap<String, String> {
    facts.in_force.iter().map(|(id, fact)| (id.clone(), fact.from.clone())).collect()
}

/// The records that a report names by their hash, by file and line.
fn marks(earlier: &Earlier) -> BTreeMap<String, Marks> {
    let mut out: BTreeMap<String, Marks> = BTreeMap::new();
    let mut mark =
        |file: &str, line: Option<u64>, sha256: Option<&String>, shoe: Option<&String>, coup: Option<u64>| {
            let Some((line, sha256)) = line.zip(sha256) else { return };
            let words = match (shoe, coup) {
                (Some(shoe), Some(coup)) => format!("shoe {} coup {coup}", neutral(shoe)),
                (None, Some(coup)) => format!("coup {coup}"),
                _ => format!("line {line}"),
            };
            out.entry(file.to_owned()).or_default().insert(line, (sha256.clone(), words));
        };
    for one in &earlier.findings {
        mark(&one.file, one.line, one.record_sha256.as_ref(), one.shoe.as_ref(), one.coup);
    }
    for one in &earlier.register {
        mark(&one.file, one.line, one.record_sha256.as_ref(), one.shoe.as_ref(), one.coup);
    }
    out
}

/// The log in which the shoe of a finding began, where that is another one.
fn shoe_began(shoes: &[EarlierShoe], found: &EarlierFinding) -> Option<String> {
    let at = moment(found.at.as_deref())?;
    let of_it = shoes.iter().filter(|shoe| {
        shoe.shoe.is_some()
            && shoe.shoe == found.shoe
            && found.venue.as_ref().is_none_or(|venue| *venue == shoe.venue)
            && found.table.as_ref().is_none_or(|table| *table == shoe.table)
    });
    let before = of_it.filter_map(|shoe| moment(Some(&shoe.from)).filter(|from| *from <= at).map(|from| (from, shoe)));
    let (_, shoe) = before.max_by_key(|(from, _)| *from)?;
    Some(shoe.log.clone()).filter(|log| *log != found.log)
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
            money: table.money,
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
        let reported = refused.iter().map(|problem| format!("  {}", neutral(&problem.to_string())));
        let state = match verdict.state() {
            State::SignerUnknown => "was signed by somebody whose reports do not count".to_owned(),
            state => state.to_string(),
        };
        let what = format!("{} {state}, so its exceptions are not carried forward", shown(path));
        return Err(Error::new(what).listing(reported));
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
    Error::new(format!("{} is no report of resettle: {}", shown(file), neutral(why)))
        .help("name the folder of a report, or its report.json")
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
    let shoes = earlier.shoes;
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
        let needs: Vec<String> = shoe_began(&shoes, &found).into_iter().collect();
        let ruleset = found.clause.as_deref().and_then(|clause| clause.split(' ').next()).map(str::to_owned);
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
            ruleset,
            reported_in: earlier.generated_at.clone(),
            needs,
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
            ruleset: row.ruleset.clone(),
            reported_in: match row.reported_in.as_str() {
                "" => earlier.generated_at.clone(),
                known => known.to_owned(),
            },
            needs: row.needs.clone(),
        };
        let answer = row.answer.clone().map(held);
        out.push(Earliest { carried, at: row.at.clone(), answer });
    }
    out
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

    /// Compares a log with what earlier reports judged of it; `path` is where it is. Notes the result with `reach`, and
    /// reports each earlier report whose bytes are not there any more.
    pub fn compare(&self, path: &Path, input: &Input, reach: &mut Reach) -> Result<Vec<AboutTable>, Error> {
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
                let fail = |error| Error::read(path, error);
                let mut file = LogFile::open(path, |_| ()).map_err(fail)?;
                let now = continued(head, marks, &mut *file.content().map_err(fail)?).map_err(fail)?;
                if file.finish_unchanged().map_err(fail)?.file.to_string() != input.sha256 {
                    return Err(Error::new(format!(
                        "{} is not the log that was judged: its SHA-256 is another one",
                        shown(path)
                    ))
                    .help("bring the log that was judged there, or judge anew"));
                }
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
            let (status, because, missing) = now.status(one, fits.as_ref().is_some_and(Answer::settles));
            out.push(CarriedRow {
                fingerprint: one.fingerprint.to_string(),
                standing: status.word().to_owned(),
                because: because.to_owned(),
                missing,
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
                reported_in: one.reported_in.clone(),
                ruleset: one.ruleset.clone(),
                needs: one.needs.clone(),
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
