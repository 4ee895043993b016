use std::collections::BTreeSet;
use std::fmt::Write as _;

use resettle_game::{Amount, counted};
use resettle_odds::{Fraction, percent_not_zero};
use resettle_ruleset::layout::{TextTable, heading};

use super::verdict::verdict;
use crate::change::{Change, Level};
use crate::compare::Diff;
use crate::edges::EdgeChange;
use crate::example::Example;
use crate::replay::ReplaySums;

const DIGITS: u32 = 4;

/// A diff for people. Values are in it as the rulesets have them: neutralise before printing.
#[must_use]
pub fn text(diff: &Diff, replay: Option<&ReplaySums>) -> String {
    let mut out = format!("{} → {}\n\n", diff.old.id, diff.new.id);
    for line in verdict(diff, replay) {
        let _ = writeln!(out, "  {line}");
    }
    if !diff.changes.is_empty() || diff.edges_differ() {
        house_edge(&mut out, diff);
    }
    if let Some(sums) = replay {
        past(&mut out, sums);
    }
    for level in Level::ALL {
        let changes: Vec<&Change> = diff.changes.iter().filter(|change| change.level == level).collect();
        if changes.is_empty() {
            continue;
        }
        heading(&mut out, title(level));
        for (at, change) in changes.into_iter().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            one(&mut out, diff, change);
        }
    }
    out
}

/// Each change in one line, in the order of [`text`]: what it is, before and after, by which clause.
#[must_use]
pub fn lines(diff: &Diff) -> Vec<String> {
    let levels =
        Level::ALL.into_iter().flat_map(|level| diff.changes.iter().filter(move |change| change.level == level));
    let line = |change: &Change| {
        let [old, new] = [&change.old, &change.new].map(|value| value.as_deref().map_or("–", short));
        let clause = match (change.clause_old.as_deref(), change.clause_new.as_deref()) {
            (Some(old), Some(new)) if old != new => format!(" (clause {old} → {new})"),
            (_, Some(clause)) | (Some(clause), None) => format!(" (clause {clause})"),
            (None, None) => String::new(),
        };
        let when = change.circumstances.as_ref().map_or_else(String::new, |when| format!(", when {when}"));
        format!("{}: {old} → {new}{clause}{when}", change.path)
    };
    levels.map(line).collect()
}

pub(super) fn title(level: Level) -> &'static str {
    match level {
        Level::Settlement => "Settlement: can change what a wager is due",
        Level::Procedure => "Procedure: what is demanded, permitted or announced",
        Level::Editorial => "Editorial: words and numbers of the document",
    }
}

fn house_edge(out: &mut String, diff: &Diff) {
    heading(out, "House edge");
    let mut bets: Vec<String> = Vec::new();
    for row in &diff.edges {
        if !bets.contains(&row.name()) {
            bets.push(row.name());
        }
    }
    let names: Vec<&str> = std::iter::once("decks").chain(bets.iter().map(String::as_str)).collect();
    let right: Vec<usize> = (0..names.len()).collect();
    let mut table = TextTable::headed(&vec![30; names.len()], &names).right(&right);
    let decks: BTreeSet<u32> = diff.edges.iter().map(|row| row.decks).collect();
    for decks in decks {
        let cell = |bet: &String| {
            let row = diff.edges.iter().find(|row| row.decks == decks && row.name() == *bet);
            row.map_or_else(String::new, edge)
        };
        table.row(&std::iter::once(decks.to_string()).chain(bets.iter().map(cell)).collect::<Vec<_>>());
    }
    out.push_str(&table.render());
}

/// A house edge before and after; one number where nothing changed.
pub(super) fn edge(row: &EdgeChange) -> String {
    let of = |value: Option<&Fraction>| value.map_or_else(|| "–".to_owned(), |value| percent_not_zero(value, DIGITS));
    if row.differs() { format!("{} → {}", of(row.old.as_ref()), of(row.new.as_ref())) } else { of(row.old.as_ref()) }
}

fn past(out: &mut String, sums: &ReplaySums) {
    heading(out, "Past coups under both");
    let _ = writeln!(out, "  {} of {}.\n", counted(sums.coups, "coup"), sums.logs.join(", "));
    let names = ["", "bet", "wagers", "staked", "due, old", "due, new", "difference"];
    let mut table = TextTable::headed(&[8, 20, 10, 40, 40, 40, 40], &names).right(&[2, 3, 4, 5, 6]);
    for sum in &sums.bets {
        let amount = |minor: i128| Amount::new(minor, Some(&sum.currency));
        let numbers = [sum.staked, sum.due_old, sum.due_new].map(|minor| amount(minor).number());
        let row = [sum.currency.clone(), sum.bet.clone(), sum.wagers.to_string()].into_iter().chain(numbers);
        table.row(&row.chain([amount(sum.difference()).signed().number()]).collect::<Vec<_>>());
    }
    out.push_str(&table.render());
    for words in sums.caveats() {
        let _ = writeln!(out, "  {words}");
    }
    for (what, coups) in [("newly void", &sums.newly_void), ("no longer void", &sums.no_longer_void)] {
        if !coups.is_empty() {
            let _ = writeln!(out, "  {what}: {}", coups.join(", "));
        }
    }
}

fn one(out: &mut String, diff: &Diff, change: &Change) {
    let _ = writeln!(out, "  {}", change.path);
    let mut table = TextTable::new(&[6, 52, 22, 80]);
    let sides = [
        ("  old", &change.old, &change.clause_old, change.place_old, &diff.old.file),
        ("  new", &change.new, &change.clause_new, change.place_new, &diff.new.file),
    ];
    for (name, value, clause, place, file) in sides {
        let value = value.as_deref().map_or("–", short);
        let clause = clause.as_deref().map_or_else(String::new, |clause| format!("clause {clause}"));
        let place = place.map_or_else(String::new, |place| format!("{file}:{place}"));
        table.row(&[name, value, &clause, &place]);
    }
    out.push_str(&table.render());
    let mut line = |name: &str, text: &str| {
        let _ = writeln!(out, "    {name:<4}  {text}");
    };
    if let Some(circumstances) = &change.circumstances {
        line("when", circumstances);
    }
    if let Some(voiding) = change.voiding {
        line("void", voiding.word().replace('_', " ").as_str());
    }
    if let Some(example) = &change.example {
        line("coup", &coup(example));
    }
    if let Some(note) = &change.note {
        line("note", note);
    }
    if let Some(wording) = diff.wordings.get(&change.path) {
        line("text", &wording.marked());
        if let Some(alone) = wording.one_sided() {
            line("", &format!("({alone})"));
        }
    }
    line("id", &change.fingerprint());
    if diff.is_accepted(change) == Some(true) {
        line("", "accepted");
    }
}

/// Enough of a hash to distinguish it.
pub(super) fn short(value: &str) -> &str {
    let is_hash = value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash { value.get(..16).unwrap_or(value) } else { value }
}

/// A coup in one sentence.
pub(super) fn coup(example: &Example) -> String {
    let cards: Vec<String> = example.cards.iter().map(ToString::to_string).collect();
    let mut out = format!("cards {}", cards.join(" "));
    if example.takes_old != example.takes_new {
        let _ = write!(out, " (the old version takes {}, the new one {})", example.takes_old, example.takes_new);
    }
    if let Some(irregularity) = &example.irregularity {
        let _ = write!(out, ", {irregularity}");
    }
    let chip = example.chip.map_or_else(String::new, |chip| format!(", chip {chip}"));
    let _ =
        write!(out, ": {} on {}{chip} returned {}, returns {}", example.stake, example.bet, example.old, example.new);
    out
}
