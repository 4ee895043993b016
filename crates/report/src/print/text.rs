use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use resettle_audit::{Code, NotAsked, Severity};
use resettle_game::counted;
use unicode_width::UnicodeWidthStr as _;

use super::brief::{firsts, on_duty};
use super::decided::decided_by;
use super::money::compared;
use super::neutral::neutral;
use super::run::disposition_text;
use super::wrap::{KEPT, Width, wrapped};
use crate::document::{Condition, FindingRow, Report, Summary, TournamentTotals};

/// How findings are coloured; a terminal's own plainness is the caller's to see to.
pub(super) fn colour_of(severity: &str) -> Style {
    match Severity::parse(severity) {
        Some(Severity::Critical) => AnsiColor::Red.on_default().bold(),
        Some(Severity::Major) => AnsiColor::Yellow.on_default().bold(),
        Some(Severity::Minor) => AnsiColor::Cyan.on_default(),
        _ => QUIET,
    }
}

pub(super) const QUIET: Style = AnsiColor::BrightBlack.on_default();
pub(super) const STRONG: Style = Style::new().bold();

/// One finding: what and where, expected against logged, the clause, what to do; no line wider than `width` but those
/// of logs.
#[must_use]
pub fn finding_text(finding: &FindingRow, width: Width) -> String {
    let mut out = String::new();
    let colour = colour_of(&finding.severity);
    let mut place = Vec::new();
    if !finding.log.is_empty() {
        place.push(neutral(&finding.log));
    }
    place.extend(finding.shoe.as_ref().map(|shoe| format!("shoe{KEPT}{}", neutral(shoe))));
    place.extend(finding.coup.map(|coup| format!("coup{KEPT}{coup}")));
    place.extend(finding.wager.as_ref().map(|wager| format!("wager{KEPT}{}", neutral(wager))));
    place.extend([&finding.promotion, &finding.item, &finding.term].into_iter().flatten().map(|name| neutral(name)));
    let (severity, code) = (neutral(&finding.severity), neutral(&finding.code));
    let _ = write!(out, "{colour}{severity:<8}{colour:#} {STRONG}{code}{STRONG:#}");
    let place = place.join(" ");
    let room = width.beside(9 + code.width() + 2);
    if place.width() <= room {
        let _ = writeln!(out, "  {}", place.replace(KEPT, " "));
    } else {
        out.push('\n');
        wrapped(&place, width.beside(2)).iter().for_each(|line| out.extend(["  ", line, "\n"]));
    }
    let message = neutral(&finding.message);
    wrapped(&message, width.beside(2)).iter().for_each(|line| out.extend(["  ", line, "\n"]));
    let mut line = |name: &str, text: String| out.push_str(&named(width, 11, name, &text));
    for (at, sentence) in decided_by(finding).into_iter().enumerate() {
        line(
            if at > 0 {
                ""
            } else if finding.decided_by.is_some() {
                "the coup"
            } else {
                "see also"
            },
            sentence,
        );
    }
    if let Some(expected) = &finding.expected {
        line("expected", compared(finding, expected));
    }
    if let Some(logged) = &finding.logged {
        line("logged", compared(finding, logged));
    }
    if let Some((money, difference)) = finding.money.zip(finding.difference()) {
        line("difference", format!("{difference}, {}", favour(finding, money)));
    }
    if finding.code == Code::Uncertain.as_str() {
        line("holds", "from this coup on, for every coup of this log that the ruleset judges".to_owned());
    }
    match &finding.clause {
        Some(clause) => line("clause", neutral(clause)),
        None if !finding.code.starts_with("integrity/") => line("clause", "none".to_owned()),
        None => {}
    }
    let mut record = neutral(&finding.file);
    if let Some(at) = finding.line {
        let _ = write!(record, ":{at}");
    }
    if let Some(seq) = finding.seq {
        let _ = write!(record, " (seq{KEPT}{seq})");
    }
    if let Some(row) = finding.source_row {
        let _ = write!(record, ", source row{KEPT}{row}");
    }
    if let Some(id) = &finding.source_id {
        let _ = write!(record, ", source id {}", neutral(id));
    }
    // An import is said to be unauthenticated once, beside its log; a register has no seals.
    let sealed = finding.source_row.is_none() && finding.promotion.is_none() && !finding.log.is_empty();
    if !finding.authenticated && sealed && !finding.code.starts_with("integrity/") {
        record.push_str(", not authenticated");
    }
    line("record", record);
    if let Some(at) = &finding.at {
        line("written", neutral(at));
    }
    if let Some(duty) = on_duty(finding) {
        line("on duty", duty);
    }
    if let Some(note) = &finding.disposition {
        line("disposition", disposition_text(note));
    }
    if finding.reading {
        line(
            "reading",
            "the document is silent or unclear here; by another reading of it this is no finding".to_owned(),
        );
    }
    if let Some(help) = Code::parse(&finding.code).and_then(Code::help) {
        line("help", format!("{}{help}", firsts(finding).concat()));
    }
    out
}

/// Text behind its name, which takes `first` columns, in as many lines as it needs. A line of a log stays one: it is
/// there to be copied and checked.
pub(super) fn named(width: Width, first: usize, name: &str, text: &str) -> String {
    let mut out = String::new();
    let of_a_log = text.starts_with('{') && text.ends_with('}');
    let lines = if of_a_log { vec![text.to_owned()] } else { wrapped(text, width.beside(3 + first)) };
    for (at, line) in lines.iter().enumerate() {
        let _ = match at {
            0 => writeln!(out, "  {QUIET}{name:<first$}{QUIET:#} {line}"),
            _ => writeln!(out, "  {:<first$} {line}", ""),
        };
    }
    out
}

/// The sums of tournament play, which are no money.
pub(super) fn in_chips(sums: &TournamentTotals) -> String {
    format!(
        "{}; chips: {} staked, {} returned, {} due, net {:+}",
        counted(sums.coups, "coup"),
        sums.money.staked,
        sums.money.returned,
        sums.money.due,
        sums.money.net_variance()
    )
}

/// In whose favour the money of a finding is, and on what it hangs: chips are no money.
pub(super) fn favour(finding: &FindingRow, money: i64) -> String {
    if finding.unit.is_some() {
        return "tournament play, no money".to_owned();
    }
    let conditions = finding.conditions().into_iter().filter(|_| money != 0);
    format!("{}{}", in_whose_favour(money), conditions.map(Condition::proviso).collect::<String>())
}

/// Who gains by a difference.
pub(super) fn in_whose_favour(money: i64) -> &'static str {
    match money {
        0 => "in favour of neither side",
        1.. => "in the players' favour",
        _ => "in the house's favour",
    }
}

/// What is said where nothing was found: of what was not read or not judged, that says nothing.
pub(super) fn nothing_found(report: &Report) -> String {
    if let Some(register) = &report.promotions {
        return if register.judged == 0 { "none; no promotion was judged" } else { "none" }.to_owned();
    }
    let read = report.inputs.iter().any(|input| input.records > 0);
    let authentic = report.inputs.iter().all(|input| input.authenticated_records == input.records);
    let all = match (read, report.not_read().is_empty(), report.played.is_some()) {
        (false, ..) => "nothing was judged",
        (true, false, _) => "none in what could be read; the rest was not judged",
        (true, true, true) if report.summary.coups == 0 => match &report.summary.tournament {
            Some(play) if play.coups > 0 => "none; all coups are of tournaments",
            _ => "none; no coup was judged",
        },
        (true, true, true) if report.summary.currencies.iter().any(|sum| sum.money.wagers_not_judged > 0) => {
            "none in what was judged; money of some wagers was not judged"
        }
        (true, true, true) => "none",
        (true, true, false) if authentic => "none: authentic; play was not judged (use `replay`)",
        (true, true, false) => "none; play was not judged (use `replay`)",
    };
    match coups_without_wagers(report) {
        0 => all.to_owned(),
        coups if all == "none" => {
            format!("none in what was judged; money not asked: no wager in {}", counted(coups, "coup"))
        }
        coups => format!("{all}; money not asked: no wager in {}", counted(coups, "coup")),
    }
}

/// Coups of days of which no wager is logged, over all tables.
fn coups_without_wagers(report: &Report) -> u64 {
    let tables = report.played.iter().flat_map(|played| &played.tables);
    let dark = tables.flat_map(|table| table.not_asked.iter()).filter(|(_, why, _)| *why == NotAsked::NoWagers);
    dark.map(|(_, _, part)| part.coups).sum()
}

/// How often it is not known which ruleset was in force, which is no finding about the table.
pub(super) fn doubts(summary: &Summary) -> Option<String> {
    Some(summary.uncertain()).filter(|count| *count > 0).map(|count| {
        let severity = Code::Uncertain.severity().word();
        format!("{QUIET}{count} {} ({severity}){QUIET:#}", Code::Uncertain.as_str())
    })
}
