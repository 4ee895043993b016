//! A finding in a few lines, for reports of many logs.

use std::io::{self, Write};

use super::decided::decided_by;
use super::neutral::neutral;
use super::run::disposition_text;
use super::text::{QUIET, colour_of, favour};
use super::wrap::{KEPT, Width, shortened, wrapped};
use crate::document::{Condition, FindingRow};
use resettle_audit::{BY_ANOTHER, Code, LOGGED_AT_THIS_COUP, ON_BALANCE};
use resettle_game::Amount;
use resettle_oversight::staffing::Duty;

/// The longest name of a log, a shoe or a wager that is printed in full.
const LONGEST_NAME: usize = 40;

/// The longest path of a file that is printed in full.
const LONGEST_FILE: usize = 60;

/// One finding in short: what, with the money; where; in a sentence; what decides it; what was decided about it.
/// A text that is too long for a line continues
/// on the next one, and long names are shortened in the middle, so that two findings never look alike.
///
/// `vouched` says what of its log nothing vouches for.
pub(super) fn brief(finding: &FindingRow, vouched: Option<&str>, width: Width, out: &mut dyn Write) -> io::Result<()> {
    let colour = colour_of(&finding.severity);
    let money = finding.difference().unwrap_or_default();
    let (severity, code) = (neutral(&finding.severity), neutral(&finding.code));
    let gap = if money.is_empty() { 0 } else { width.near(11).saturating_sub(code.len() + money.len()) };
    writeln!(out, "  {colour}{severity:<8}{colour:#} {code}{:gap$}{money}", "")?;
    let mut place = Vec::new();
    if finding.log.is_empty() {
        let line = finding.line.map_or_else(String::new, |line| format!(":{line}"));
        place.push(format!("{}{line}", name(&finding.file)));
    } else {
        place.push(name(&finding.log));
        match (&finding.shoe, finding.coup, finding.line) {
            (Some(shoe), Some(coup), line) => {
                place.push(format!("shoe{KEPT}{} coup{KEPT}{coup}", name(shoe)));
                // What is wrong with a log is wrong with a line of it.
                let line = line.filter(|_| finding.code.starts_with("integrity/"));
                place.extend(line.map(|line| format!("line{KEPT}{line}")));
            }
            (_, _, Some(line)) => place.push(format!("line{KEPT}{line}")),
            _ => {}
        }
    }
    place.extend(finding.wager.as_ref().map(|wager| format!("wager{KEPT}{}", name(wager))));
    for line in wrapped(&place.join(" "), width.beside(11)) {
        writeln!(out, "           {QUIET}{line}{QUIET:#}")?;
    }
    sentence(&neutral(&finding.message), width, out)?;
    decided_by(finding).iter().try_for_each(|text| sentence(text, width, out))?;
    for line in wrapped(&grounds(finding), width.beside(11)).iter().filter(|line| !line.is_empty()) {
        writeln!(out, "           {QUIET}{line}{QUIET:#}")?;
    }
    vouched.map_or(Ok(()), |vouched| sentence(vouched, width, out))?;
    if let Some(help) = Code::parse(&finding.code).and_then(Code::help) {
        let first: String = firsts(finding).concat();
        sentence(&format!("to do: {first}{help}"), width, out)?;
    }
    finding.disposition.as_ref().map_or(Ok(()), |note| sentence(&disposition_text(note), width, out))
}

/// What is to be done first about money that hangs on what was logged to have gone wrong at the coup.
pub const HELP_OF_THE_LOGGED: &str = "First find out whether the coup went as logged. ";

/// What is to be found out first, and what is owed by it.
pub(super) fn firsts(finding: &FindingRow) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for condition in finding.conditions() {
        all.push(condition.help().to_owned());
        all.extend(by_the_reading(finding).filter(|_| condition == Condition::Reading));
    }
    if all.is_empty() && finding.is_payment() && finding.message.contains(LOGGED_AT_THIS_COUP) {
        all.push(HELP_OF_THE_LOGGED.to_owned());
    }
    all
}

/// What is owed by the reading that is used: by another nothing is.
fn by_the_reading(finding: &FindingRow) -> Option<String> {
    let money = finding.money.filter(|money| *money != 0 && finding.unit.is_none())?;
    if is_of_several(finding) {
        return Some("By the one used here what is named above is owed, by the other nothing. ".to_owned());
    }
    let whom = if money < 0 { "to the patron" } else { "to the house" };
    let currency = finding.unit();
    let sum = Amount::new(i128::from(money).abs(), currency.as_deref());
    Some(format!("By the one used here {sum} is owed {whom}, by the other nothing. "))
}

/// Whether its money is a sum over what went wrong with several wagers.
fn is_of_several(finding: &FindingRow) -> bool {
    let wagers = finding.decided_by.as_ref().and_then(|by| by.wagers.as_ref());
    wagers.is_some_and(|sum| sum.overpaid_to.len() + sum.underpaid_to.len() > 1)
}

/// What is to be done about the findings of each code, in a line.
pub fn helps() -> impl Iterator<Item = (&'static str, &'static str)> {
    Code::ALL.iter().filter_map(|code| Some((code.as_str(), code.help()?)))
}

/// In whose favour its money is, the clause, whether it is a reading, who was on duty, and where its record stands.
fn grounds(finding: &FindingRow) -> String {
    let of_the_rules = ["integrity/", "reconcile/", "disposition/", "ruleset/"];
    let none = || {
        // What follows from a clause that the message names contradicts that.
        let named = ["[by ", "[the rules "].iter().any(|said| finding.message.contains(said))
            || Code::parse(&finding.code) == Some(Code::VoidGroundless);
        (!named && !of_the_rules.iter().any(|of| finding.code.starts_with(of)))
            .then(|| "no clause is about this".to_owned())
    };
    let clause = finding.clause.as_ref().map(|clause| format!("clause {}", neutral(clause))).or_else(none);
    let said = finding.message.contains(BY_ANOTHER);
    let reading = finding.reading.then(|| {
        if said {
            "a reading"
        } else {
            "a reading: the rules are silent or unclear here, and by another reading of them this is no finding"
        }
        .to_owned()
    });
    let favour = match finding.money {
        Some(money) => Some(format!("{}{}", on_balance(finding), favour(finding, money))),
        None => names_no_money(finding).then(|| "no wrong payment is known to follow from it".to_owned()),
    };
    let mut parts: Vec<String> = favour.into_iter().chain(clause).chain(reading).collect();
    parts.extend(on_duty(finding).map(|names| format!("on duty: {names}")));
    parts.extend(record(finding));
    parts.join("; ")
}

/// Whether its money is what is left of errors either way.
fn on_balance(finding: &FindingRow) -> &'static str {
    let wagers = finding.decided_by.as_ref().and_then(|by| by.wagers.as_ref());
    let by_a_claim = finding.message.contains(ON_BALANCE);
    if by_a_claim || wagers.is_some_and(|sum| sum.overpaid != 0 && sum.underpaid != 0) { "on balance " } else { "" }
}

/// Whether it is about a log or how a shoe was run, and says nothing of any wager.
fn names_no_money(finding: &FindingRow) -> bool {
    let of_a_log = ["integrity/", "procedure/", "deal/"].iter().any(|family| finding.code.starts_with(family));
    // Of a line that is no record the message says what it staked, as far as that can be read.
    let unread = Code::parse(&finding.code) == Some(Code::MalformedRecord);
    of_a_log && !unread && finding.staked.is_none() && finding.decided_by.is_none()
}

/// `logs/7up-01.jsonl:58, written 2024-11-10T00:03:12+08:00`; where no log is named, the place says it already.
fn record(finding: &FindingRow) -> Option<String> {
    if finding.log.is_empty() || finding.file.is_empty() {
        return None;
    }
    let line = finding.line.map_or_else(String::new, |line| format!(":{line}"));
    // When it was written, so that it can be found on video.
    let written = finding.at.as_ref().map_or_else(String::new, |at| format!(", written {}", neutral(at)));
    Some(format!("{}{line}{written}", shortened(&neutral(&finding.file), LONGEST_FILE)))
}

/// Who was on duty when the record was written: `dealer B-1030, supervisor B-9001`.
pub(super) fn on_duty(finding: &FindingRow) -> Option<String> {
    in_words(finding.duty.as_ref()?)
}

/// Who was on duty: `dealer B-1030, supervisor B-9001`; `None` where no one is named.
#[must_use]
pub fn in_words(duty: &Duty) -> Option<String> {
    let posts = [("dealer", &duty.dealer), ("supervisor", &duty.supervisor), ("shift", &duty.shift)];
    let named = posts.iter().filter_map(|(post, who)| who.as_ref().map(|who| format!("{post} {}", name(who))));
    Some(named.collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty())
}

pub(super) fn sentence(text: &str, width: Width, out: &mut dyn Write) -> io::Result<()> {
    let lines = wrapped(&shortened(text, width.longest()), width.beside(11));
    lines.iter().try_for_each(|line| writeln!(out, "           {line}"))
}

pub(super) fn name(text: &str) -> String {
    shortened(&neutral(text), LONGEST_NAME)
}
