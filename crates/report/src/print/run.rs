use resettle_audit::Code;
use resettle_game::{counted, counted_that};

use super::neutral::neutral;
use super::sample::sample_line;
use crate::document::{
    CarriedRow, CheckpointUsed, DigestUsed, DispositionNote, DropUsed, Input, Report, ResultsUsed, Run, Unread,
    WitnessedUsed, gaps,
};

/// How many files that could not be read are named one by one.
const MOST_NAMED: usize = 20;

/// A waiver, ruling or action in words: what, by whom, when, until when, why.
#[must_use]
pub fn disposition_text(note: &DispositionNote) -> String {
    let on = note.on.as_ref().map_or_else(String::new, |on| format!(" on {on}"));
    let owner = note.owner.as_ref().map_or_else(String::new, |owner| format!(", owner {owner}"));
    if note.kind == "action" {
        let due = note.until.as_deref().unwrap_or("no day");
        let due = if note.expired { format!("overdue since {due}") } else { format!("due {due}") };
        return neutral(&format!("action by {}{on}{owner}, {due}: {}", note.by, note.reason));
    }
    let until = match (&note.until, note.expired) {
        (Some(until), true) => format!("expired after {until}"),
        (None, true) => "expired".to_owned(),
        (Some(until), false) => format!("until {until}"),
        (None, false) => "for good".to_owned(),
    };
    neutral(&format!("{} by {}{on}{owner}, {until}: {}", note.kind, note.by, note.reason))
}

/// Why something could not be read: the first line of what was said of it.
#[must_use]
pub fn reason(error: &str) -> String {
    let said = error.strip_prefix("error: ").unwrap_or(error);
    neutral(said.lines().next().unwrap_or_default())
}

/// What could not be read, and what a monthly run says of its scope and of what it was held against, each line behind its
/// name; a line without a name goes on from the one before.
#[must_use]
pub fn run_lines(report: &Report) -> Vec<(&'static str, String)> {
    match &report.run {
        Some(run) => monthly_lines(report, run),
        None => unread_lines(&report.unread).into_iter().chain(malformed(report)).collect(),
    }
}

fn monthly_lines(report: &Report, run: &Run) -> Vec<(&'static str, String)> {
    let mut out = Vec::new();
    let scope = &run.scope;
    out.extend(run.licensee.as_ref().map(|name| ("licensee", neutral(name))));
    out.extend(run.auditor.as_ref().map(|name| ("auditor", neutral(name))));
    out.push(("folder", neutral(&scope.folder)));
    if scope.from.is_some() || scope.to.is_some() {
        let bound = |day: &Option<String>, none: &str| day.as_deref().map_or_else(|| none.to_owned(), neutral);
        let (from, to) = (bound(&scope.from, "the first"), bound(&scope.to, "the last"));
        let coups = counted_that(report.summary.coups, "coup", ["commences", "commence"]);
        out.push(("days", format!("{from} to {to}; {coups} in them")));
    }
    if !scope.venues.is_empty() {
        out.push(("venues", neutral(&scope.venues.join(", "))));
    }
    if !scope.tables.is_empty() {
        out.push(("tables", neutral(&scope.tables.join(", "))));
    }
    out.push(("logs", logs(report, run)));
    out.extend(unread_lines(&scope.unread));
    out.extend(malformed(report));
    out.extend(not_logs_lines(&scope.not_logs));
    if let Some(roster) = &run.roster {
        let (expected, missing) = (roster.expected, roster.missing);
        let days = match &roster.days {
            Some((from, to)) if from == to => format!(" for {}", neutral(from)),
            Some((from, to)) => format!(" for days from {} to {}", neutral(from), neutral(to)),
            None => String::new(),
        };
        out.push((
            "roster",
            format!("{}: {} expected{days}, {missing} missing", neutral(&roster.path), counted(expected, "log")),
        ));
        out.extend(roster.signer.as_ref().map(|signer| ("", format!("signed by {}", neutral(signer)))));
        out.extend(roster.unlisted.iter().map(|table| ("", format!("not listed: {}", neutral(table)))));
        out.extend(roster.unasked.iter().take(MOST_NAMED).map(|said| ("", format!("not asked: {}", neutral(said)))));
        let more = roster.unasked.len().saturating_sub(MOST_NAMED);
        out.extend((more > 0).then(|| ("", format!("and {more} more, under `roster` in report.json"))));
    }
    out.extend(run.drop.iter().flat_map(drop_lines));
    let mut signers: Vec<&str> = Vec::new();
    let digested = || run.digests.iter().map(|digest| digest.day.as_str());
    if let (Some(first), Some(last)) = (digested().min(), digested().max()) {
        out.push(("digests", format!("{}, {} to {}", run.digests.len(), neutral(first), neutral(last))));
        signers.extend(run.digests.iter().map(|digest| digest.signer.as_str()));
        signers.sort_unstable();
        signers.dedup();
    }
    out.extend(signers.iter().map(|signer| ("", signed_by(signer))));
    out.extend(witnessed(&run.digests).map(|text| ("", text)));
    out.extend(undigested(&run.undigested).map(|text| ("", text)));
    if let Some(used) = &run.dispositions {
        let settled = |row: &&CarriedRow| row.standing == "settled" && row.because.starts_with("answered");
        let of_before = run.carried.as_ref().map_or_else(String::new, |carried| {
            let count = carried.iter().filter(settled).count();
            format!(" of this report and {} of earlier ones", counted(count as u64, "exception"))
        });
        out.push((
            "dispositions",
            format!(
                "{}: {}; answered are {}{of_before}",
                neutral(&used.path),
                used.all,
                counted(used.answered, "finding")
            ),
        ));
        let blank =
            (used.blank > 0).then(|| format!("{} left blank, which decide nothing", counted(used.blank, "entry")));
        out.extend(blank.map(|text| ("", text)));
    }
    if let Some(used) = &run.previous {
        out.push(("previous", format!("{}, made {}", neutral(&used.path), neutral(&used.generated_at))));
        out.push(("", signed_by(&used.signer)));
    }
    if let Some(used) = &run.checkpoint {
        out.extend(checkpoint_lines(used));
    }
    if let Some(used) = &run.results {
        out.extend(results_lines(used));
    }
    if let Some(carried) = &run.carried {
        let count = |word: &str| carried.iter().filter(|row| row.standing == word).count();
        let (open, settled, repeated) = (count("open"), count("settled"), count("repeated"));
        out.push((
            "carried",
            format!(
                "exceptions of the report before: {open} open, {settled} settled, {repeated} repeated (the same was found again, or, as its record was not judged again, another of its code at its table)"
            ),
        ));
    }
    out.extend(run.sample.as_ref().map(|sample| ("sample", sample_line(sample))));
    out
}

/// The drop file: how many rows, which of them are of no play, which days it lacks.
fn drop_lines(used: &DropUsed) -> Vec<(&'static str, String)> {
    let mut out = vec![("drop", format!("{}: {}", neutral(&used.path), counted(used.rows, "row")))];
    let mut named = |what: &str, all: &[String]| {
        let shown: Vec<String> = all.iter().take(MOST_NAMED).map(|one| neutral(one)).collect();
        let more = all.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        out.extend((!shown.is_empty()).then(|| ("", format!("{what}: {}{more}", shown.join("; ")))));
    };
    named("counted, and no coup is logged", &used.without_coups);
    named("coups, and no drop was counted", &used.not_counted);
    out
}

/// The days with logs of which no digest was handed over, the first of them by name.
fn undigested(days: &[String]) -> Option<String> {
    let named: Vec<String> = days.iter().take(MOST_NAMED).map(|day| neutral(day)).collect();
    let more = days.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    (!named.is_empty()).then(|| format!("logs, and no digest: {}{more}", named.join(", ")))
}

/// How many logs were judged, how many were not and why, how many are authentic.
fn logs(report: &Report, run: &Run) -> String {
    let count = |of: fn(&Input) -> bool| report.inputs.iter().filter(|input| of(input)).count() as u64;
    let (context, imports) = (count(Input::is_for_context), count(Input::is_sealed_import));
    let empty = count(|input| input.records == 0 && !input.is_for_context());
    let mut said = format!("{} judged", report.inputs.len() as u64 - context - empty);
    for (count, what) in [
        (empty, "without any record"),
        (imports, "imports under a seal, of which less is asked"),
        (context, "for context"),
        (run.scope.logs_left_out, "left out by days, venues or tables"),
        (run.scope.unread.len() as u64, "unreadable"),
    ] {
        if count > 0 {
            said.push_str(&format!(", {count} {what}"));
        }
    }
    let whole = count(|input| input.records > 0 && input.authenticated_records == input.records);
    let code = Code::ChainBroken.as_str();
    let breaks = match report.summary.by_code.get(code) {
        None | Some(0) => String::new(),
        Some(breaks) => format!("; {} of a chain ({code})", counted(*breaks, "break")),
    };
    format!("{said}; {whole} authentic to the last record{breaks}")
}

/// Every file and option that judged, with the SHA-256 of each file, and what nobody asked for.
#[must_use]
pub fn judged_lines(report: &Report) -> Vec<(&'static str, String)> {
    let mut out = Vec::new();
    for (at, given) in report.judged_with.iter().flat_map(|judged| &judged.given).enumerate() {
        out.push((if at == 0 { "judged with" } else { "" }, neutral(&given.words())));
        out.extend(given.sha256.iter().map(|sha256| ("  sha256", neutral(sha256))));
    }
    let given = report.judged_with.iter().map(|judged| judged.not_asked.join(", ")).filter(|lacks| !lacks.is_empty());
    for (at, lacks) in given.chain(gaps(report)).enumerate() {
        out.push((if at == 0 { "not asked" } else { "" }, neutral(&lacks)));
    }
    out
}

/// Files beside the logs, which nobody read as logs.
pub(super) fn not_logs_lines(paths: &[String]) -> Vec<(&'static str, String)> {
    let Some((first, rest)) = paths.split_first() else { return Vec::new() };
    let named = rest.iter().take(MOST_NAMED.saturating_sub(1)).map(|path| ("", neutral(path)));
    let mut out: Vec<_> = std::iter::once(("not logs", neutral(first))).chain(named).collect();
    if paths.len() > MOST_NAMED {
        out.push(("", format!("and {} more, under `scope` in report.json", paths.len() - MOST_NAMED)));
    }
    out
}

/// What was taken from a checkpoint that no key binds.
pub(super) fn checkpoint_lines(used: &CheckpointUsed) -> Vec<(&'static str, String)> {
    let mut out = vec![("checkpoint", format!("{}: no key binds it, so it proves nothing", neutral(&used.path)))];
    out.extend(used.tables.iter().take(MOST_NAMED).map(|table| ("", format!("taken from it: {}", neutral(table)))));
    if used.tables.len() > MOST_NAMED {
        out.push(("", format!("and {} more, under `checkpoint` in report.json", used.tables.len() - MOST_NAMED)));
    }
    out
}

/// What a report rests on that was made of results of other machines.
pub(super) fn results_lines(used: &ResultsUsed) -> Vec<(&'static str, String)> {
    let (again, units) = (used.judged_again.len(), counted(used.units, "unit"));
    let mut out =
        vec![("results", format!("{}: of {units}; nothing in them shows who made them", neutral(&used.path)))];
    out.push(("", format!("judged again, and the same: {again}, drawn with seed {}", used.seed)));
    out.extend(used.judged_again.iter().take(MOST_NAMED).map(|unit| ("", format!("judged again: {}", neutral(unit)))));
    if again > MOST_NAMED {
        out.push(("", format!("and {} more, under `results` in report.json", again - MOST_NAMED)));
    }
    let rest = usize::try_from(used.units).unwrap_or(usize::MAX).saturating_sub(again);
    if rest > 0 {
        out.push(("", format!("the other {rest} were not judged again")));
    }
    out
}

/// Who signed; where no file names the key, that is said. Older reports have the words of then.
pub(super) fn signed_by(signer: &str) -> String {
    let open = ["no signer", "nobody", "not asked"].iter().any(|said| signer.starts_with(said))
        || ["whom no file names", "whom nobody names", "who is not accepted"].iter().any(|said| signer.ends_with(said));
    format!("signed by {}{}", neutral(signer), if open { "; it proves nothing of who made it" } else { "" })
}

/// How many lines and parts of records are not of the format, so that nobody judged them.
fn malformed(report: &Report) -> Option<(&'static str, String)> {
    let code = Code::MalformedRecord.as_str();
    let count = Some(report.summary.malformed()).filter(|count| *count > 0)?;
    let what = if count == 1 { "line or part of a record is" } else { "lines and parts of records are" };
    Some((
        "not read",
        format!("{count} {what} not of the format ({code}): what they would have said is judged nowhere"),
    ))
}

/// What could not be read; nothing where everything was.
fn unread_lines(unread: &[Unread]) -> Vec<(&'static str, String)> {
    let mut out = Vec::new();
    for (at, one) in unread.iter().take(MOST_NAMED).enumerate() {
        let path = if one.path.is_empty() { "while logs were joined".to_owned() } else { neutral(&one.path) };
        out.push((if at == 0 { "not read" } else { "" }, format!("{path}: {}", reason(&one.error))));
    }
    if unread.len() > MOST_NAMED {
        out.push(("", format!("and {} more, under `unread` in report.json", unread.len() - MOST_NAMED)));
    }
    out
}

/// How many digests witnesses saw, and before when; none where it was not asked.
fn witnessed(digests: &[DigestUsed]) -> Option<String> {
    let asked: Vec<&WitnessedUsed> = digests.iter().filter_map(|digest| digest.witnessed.as_ref()).collect();
    let last = asked.iter().filter_map(|one| one.before.as_deref()).max();
    let seen = asked.iter().filter(|one| one.before.is_some()).count();
    let unseen = asked.len().checked_sub(seen).filter(|unseen| *unseen > 0);
    let rest = unseen.map(|unseen| format!("{unseen} not: when they were made rests on their signer's word"));
    match last {
        Some(last) => {
            let rest = rest.map_or_else(String::new, |rest| format!("; {rest}"));
            Some(format!("witnessed: {seen}, before {}{rest}", neutral(last)))
        }
        None => rest.map(|rest| format!("witnessed: none; {rest}")),
    }
}
