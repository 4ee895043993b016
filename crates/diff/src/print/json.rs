use resettle_equivalence::print::StatementJson;
use resettle_odds::{Fraction, decimal};
use serde::Serialize;

use crate::change::Change;
use crate::compare::Diff;
use crate::example::Example;
use crate::replay::ReplaySums;

/// Digits after the point of house edges.
const DIGITS: u32 = 16;

/// A diff as the contract writes it; what the contract does not know is added to it.
#[derive(Clone, Debug, Serialize)]
pub struct DiffJson {
    old: String,
    new: String,
    digest_old: String,
    digest_new: String,
    changes: Vec<ChangeJson>,
    house_edge: Vec<EdgeJson>,
    equivalence: StatementJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<ReplayJson>,
}

/// One change as JSON has it; some members are left out where there is nothing to say.
#[derive(Clone, Debug, Serialize)]
pub struct ChangeJson {
    path: String,
    level: &'static str,
    old: Option<String>,
    new: Option<String>,
    clause_old: Option<String>,
    clause_new: Option<String>,
    fingerprint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<bool>,
    place_old: Option<String>,
    place_new: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    circumstances: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    voiding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_old: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_new: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<ExampleJson>,
}

/// A house edge, before and after; null where a version does not have it.
#[derive(Clone, Debug, Serialize)]
pub struct EdgeJson {
    bet: String,
    decks: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    stake: Option<String>,
    old: Option<String>,
    new: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct ExampleJson {
    cards: Vec<String>,
    takes_old: usize,
    takes_new: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    irregularity: Option<String>,
    bet: String,
    stake: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    chip: Option<i64>,
    returns_old: String,
    returns_new: String,
}

#[derive(Clone, Debug, Serialize)]
struct ReplayJson {
    logs: Vec<String>,
    coups: u64,
    unread: Vec<UnreadJson>,
    notes: Vec<String>,
    wagers: Vec<BetJson>,
    newly_void: Vec<String>,
    no_longer_void: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct UnreadJson {
    log: String,
    count: u64,
    lines: Vec<u64>,
}

#[derive(Clone, Debug, Serialize)]
struct BetJson {
    currency: String,
    bet: String,
    wagers: u64,
    staked: i128,
    due_old: i128,
    due_new: i128,
    difference: i128,
}

/// A diff for machines.
#[must_use]
pub fn json(diff: &Diff, replay: Option<&ReplaySums>) -> DiffJson {
    let edge = |value: Option<&Fraction>| value.map(|value| decimal(value, DIGITS));
    DiffJson {
        old: diff.old.id.clone(),
        new: diff.new.id.clone(),
        digest_old: diff.old.digest.clone(),
        digest_new: diff.new.digest.clone(),
        changes: diff.changes.iter().map(|change| of_change(diff, change)).collect(),
        house_edge: diff
            .edges
            .iter()
            .map(|row| EdgeJson {
                bet: row.bet.clone(),
                decks: row.decks,
                stake: row.stake_in_words(),
                old: edge(row.old.as_ref()),
                new: edge(row.new.as_ref()),
            })
            .collect(),
        equivalence: resettle_equivalence::print::json(&diff.equivalence),
        replay: replay.map(of_replay),
    }
}

fn of_change(diff: &Diff, change: &Change) -> ChangeJson {
    ChangeJson {
        path: change.path.clone(),
        level: change.level.word(),
        old: change.old.clone(),
        new: change.new.clone(),
        clause_old: change.clause_old.clone(),
        clause_new: change.clause_new.clone(),
        fingerprint: change.fingerprint(),
        accepted: diff.is_accepted(change),
        place_old: change.place_old.map(|place| format!("{}:{place}", diff.old.file)),
        place_new: change.place_new.map(|place| format!("{}:{place}", diff.new.file)),
        circumstances: change.circumstances.clone(),
        voiding: change.voiding.map(crate::Voiding::word),
        note: change.note.clone(),
        text_old: diff.wordings.get(&change.path).and_then(|wording| wording.old.clone()),
        text_new: diff.wordings.get(&change.path).and_then(|wording| wording.new.clone()),
        example: change.example.as_ref().map(of_example),
    }
}

fn of_example(example: &Example) -> ExampleJson {
    ExampleJson {
        cards: example.cards.iter().map(ToString::to_string).collect(),
        takes_old: example.takes_old,
        takes_new: example.takes_new,
        irregularity: example.irregularity.clone(),
        bet: example.bet.clone(),
        stake: example.stake,
        chip: example.chip,
        returns_old: example.old.clone(),
        returns_new: example.new.clone(),
    }
}

fn of_replay(sums: &ReplaySums) -> ReplayJson {
    let wagers = sums.bets.iter().map(|sum| BetJson {
        currency: sum.currency.clone(),
        bet: sum.bet.clone(),
        wagers: sum.wagers,
        staked: sum.staked,
        due_old: sum.due_old,
        due_new: sum.due_new,
        difference: sum.difference(),
    });
    ReplayJson {
        logs: sums.logs.clone(),
        coups: sums.coups,
        unread: sums
            .unread
            .iter()
            .map(|unread| UnreadJson { log: unread.log.clone(), count: unread.count, lines: unread.lines.clone() })
            .collect(),
        notes: sums.notes.clone(),
        wagers: wagers.collect(),
        newly_void: sums.newly_void.clone(),
        no_longer_void: sums.no_longer_void.clone(),
    }
}
