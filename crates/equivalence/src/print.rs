//! A statement for people and for machines. Text of rulesets is in it as they have it: neutralise before printing.

use std::fmt::Write as _;

use resettle_ruleset::layout::{TextTable, heading, wrap};
use serde::Serialize;

use crate::statement::{Coup, Difference, How, Statement};

const WIDTH: usize = 98;

/// A statement for people.
#[must_use]
pub fn text(statement: &Statement) -> String {
    let mut out = format!("{} → {}\n\n", statement.old, statement.new);
    paragraph(&mut out, 2, &statement.in_words());
    for (name, why) in statement.not_proven() {
        paragraph(&mut out, 2, &format!("{name}: {why}."));
    }
    if statement.differences().next().is_some() {
        heading(&mut out, "Differences");
        for (at, difference) in statement.differences().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            one(&mut out, difference);
        }
    }
    heading(&mut out, "How each part was compared");
    let mut table = TextTable::new(&[30, 66]);
    for part in &statement.parts {
        table.row(&[part.name.clone(), part.how.in_words()]);
    }
    out.push_str(&table.render());
    out
}

fn paragraph(out: &mut String, indent: usize, text: &str) {
    for line in wrap(text, WIDTH.saturating_sub(indent)) {
        let _ = writeln!(out, "{}{line}", " ".repeat(indent));
    }
}

fn one(out: &mut String, difference: &Difference) {
    let _ = writeln!(out, "  {}", difference.path);
    paragraph(out, 4, &difference.set);
    paragraph(out, 4, &format!("{} → {}", difference.old, difference.new));
    if let Some(coup) = &difference.coup {
        paragraph(out, 4, &coup_in_words(coup));
    }
    let _ = writeln!(out, "    id {}", difference.fingerprint());
}

/// A coup as a line.
#[must_use]
pub fn coup_in_words(coup: &Coup) -> String {
    let cards: Vec<String> = coup.cards.iter().map(ToString::to_string).collect();
    let mut out = format!("coup {}", cards.join(" "));
    if coup.takes.0 != coup.takes.1 {
        let _ = write!(out, " (of which {} are taken, then {})", coup.takes.0, coup.takes.1);
    }
    if let Some(paid) = &coup.wager {
        let chip = paid.chip.map_or_else(String::new, |chip| format!(", chip {chip}"));
        let _ = write!(out, ": {} on {}{chip} returned {}, returns {}", paid.stake, paid.bet, paid.old, paid.new);
    }
    out
}

/// A statement for machines.
#[derive(Clone, Debug, Serialize)]
pub struct StatementJson {
    old: String,
    new: String,
    digest_old: String,
    digest_new: String,
    verdict: &'static str,
    in_words: String,
    differences: Vec<DifferenceJson>,
    parts: Vec<PartJson>,
}

#[derive(Clone, Debug, Serialize)]
struct PartJson {
    name: String,
    compared: &'static str,
    in_words: String,
    differences: usize,
}

#[derive(Clone, Debug, Serialize)]
struct DifferenceJson {
    path: String,
    set: String,
    old: String,
    new: String,
    fingerprint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    coup: Option<CoupJson>,
}

#[derive(Clone, Debug, Serialize)]
struct CoupJson {
    cards: Vec<String>,
    takes_old: usize,
    takes_new: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    wager: Option<PaidJson>,
}

#[derive(Clone, Debug, Serialize)]
struct PaidJson {
    bet: String,
    stake: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    chip: Option<i64>,
    returns_old: String,
    returns_new: String,
}

/// A statement for machines.
#[must_use]
pub fn json(statement: &Statement) -> StatementJson {
    let part = |part: &crate::Part| PartJson {
        name: part.name.clone(),
        compared: How::word(&part.how),
        in_words: part.how.in_words(),
        differences: part.differences.len(),
    };
    StatementJson {
        old: statement.old.clone(),
        new: statement.new.clone(),
        digest_old: statement.digest_old.clone(),
        digest_new: statement.digest_new.clone(),
        verdict: statement.verdict().word(),
        in_words: statement.in_words(),
        differences: statement.differences().map(of_difference).collect(),
        parts: statement.parts.iter().map(part).collect(),
    }
}

fn of_difference(difference: &Difference) -> DifferenceJson {
    DifferenceJson {
        path: difference.path.clone(),
        set: difference.set.clone(),
        old: difference.old.clone(),
        new: difference.new.clone(),
        fingerprint: difference.fingerprint(),
        coup: difference.coup.as_ref().map(of_coup),
    }
}

fn of_coup(coup: &Coup) -> CoupJson {
    CoupJson {
        cards: coup.cards.iter().map(ToString::to_string).collect(),
        takes_old: coup.takes.0,
        takes_new: coup.takes.1,
        wager: coup.wager.as_ref().map(|paid| PaidJson {
            bet: paid.bet.clone(),
            stake: paid.stake,
            chip: paid.chip,
            returns_old: paid.old.clone(),
            returns_new: paid.new.clone(),
        }),
    }
}
