use std::collections::{BTreeMap, BTreeSet};

use num_traits::Signed as _;
use resettle_odds::{Fraction, percent_not_zero};

use resettle_game::{Amount, counted};

use crate::change::{Change, Level, Voiding};
use crate::compare::{Diff, OUTSIDE};
use crate::edges::EdgeChange;
use crate::replay::ReplaySums;
use crate::reworded::{Reworded, WordsChange};
use resettle_ruleset::Decks;

/// What an approver has to know at a glance: which bets cost more or less, the largest change first,
/// then what else changed. One sentence a line.
#[must_use]
pub fn verdict(diff: &Diff, replay: Option<&ReplaySums>) -> Vec<String> {
    let elected = elected(diff);
    if diff.is_empty(replay) {
        let mut out = vec!["Nothing changed.".to_owned()];
        out.extend(elected);
        out.extend(replay.into_iter().flat_map(ReplaySums::caveats));
        return out;
    }
    let mut out: Vec<String> = in_words(diff).into_iter().collect();
    out.extend(costs(diff));
    out.extend(elected);
    out.extend(decks(diff));
    out.extend(diff.favours_player.iter().map(|bet| format!("{}.", bet.in_words())));
    let count = |level| diff.changes.iter().filter(|change| change.level == level).count();
    let counts: Vec<String> = Level::ALL
        .into_iter()
        .map(|level| (count(level), level.word()))
        .map(|(count, word)| if word == "editorial" { format!("{count} {word}") } else { format!("{count} of {word}") })
        .collect();
    let total = diff.changes.len();
    let changes = counted(total, "change");
    out.push(format!("{changes}: {}.", counts.join(", ")));
    out.extend(reworded(diff));
    out.push(diff.equivalence.in_words());
    out.extend(diff.equivalence.not_proven().map(|(part, why)| format!("Not proven of {part}: {why}.")));
    if diff.accepted.is_some() {
        let accepted = diff.changes.iter().filter(|change| diff.is_accepted(change) == Some(true)).count();
        out.push(format!("{accepted} of {changes} {} accepted.", if accepted == 1 { "is" } else { "are" }));
    }
    for (voiding, words) in [(Voiding::Newly, "newly void a coup"), (Voiding::NoLonger, "no longer void a coup")] {
        let kinds = by_kind(diff.changes.iter().filter(|change| change.voiding == Some(voiding)));
        if !kinds.is_empty() {
            out.push(format!("Irregularities that {words}: {}.", kinds.join(", ")));
        }
    }
    let may = by_kind(diff.changes.iter().filter(|change| newly_may_void(change)));
    if !may.is_empty() {
        out.push(format!("Irregularities that newly may void a coup, or void part of it: {}.", may.join(", ")));
    }
    if let Some(sums) = replay {
        let how = |(currency, more): &(&str, i128)| match more.signum() {
            1 => format!("{} more would have gone back to patrons", Amount::new(*more, Some(currency))),
            -1 => {
                format!("{} less would have gone back to patrons", Amount::new(more.saturating_neg(), Some(currency)))
            }
            _ => format!("as much {currency} as before would have gone back to patrons"),
        };
        let mut all: Vec<String> = sums.differences().iter().map(how).collect();
        if all.is_empty() {
            all.push("nothing was staked".to_owned());
        }
        out.push(format!("Past coups, {} of them: {}.", sums.coups, all.join("; ")));
        out.extend(sums.caveats());
    }
    out
}

/// How many clauses of the documents have other words: what is proven is so of the rulesets.
fn in_words(diff: &Diff) -> Option<String> {
    let outside = diff.wordings.keys().filter(|path| path.starts_with(OUTSIDE)).count();
    let clauses = diff.wordings.len() - outside;
    let clauses = (clauses > 0).then(|| counted(clauses, "clause"));
    let outside = (outside > 0).then(|| format!("{} outside all clauses", counted(outside, "place")));
    let differ = if diff.wordings.len() == 1 { "differs" } else { "differ" };
    let all: Vec<String> = clauses.into_iter().chain(outside).collect();
    (!all.is_empty())
        .then(|| format!("{} of the documents {differ} in words, which no proof covers.", all.join(" and ")))
}

/// Of which clauses a person has to read the words, a sentence for each reason.
fn reworded(diff: &Diff) -> Vec<String> {
    let mut reasons: Vec<(&'static str, WordsChange, Vec<String>)> = Vec::new();
    for Reworded { clause, what, .. } in diff.reworded() {
        let named = match &what {
            WordsChange::More(words) => format!("{clause} ({words})"),
            _ => clause.to_owned(),
        };
        match reasons.iter_mut().find(|(words, ..)| *words == what.in_words(true)) {
            Some((.., clauses)) => clauses.push(named),
            None => reasons.push((what.in_words(true), what, vec![named])),
        }
    }
    let sentence = |(_, what, clauses): (&str, WordsChange, Vec<String>)| {
        let noun = if what == WordsChange::Outside { "place" } else { "clause" };
        let places = counted(clauses.len(), noun);
        format!("{places} {}: {}.", what.in_words(clauses.len() == 1), clauses.join(", "))
    };
    reasons.into_iter().map(sentence).collect()
}

/// What is not compared where choices were elected.
fn elected(diff: &Diff) -> Option<String> {
    let elected =
        [("old", &diff.old.elected), ("new", &diff.new.elected)].into_iter().filter(|(_, set)| !set.0.is_empty());
    let sets: Vec<String> = elected.map(|(which, set)| format!("{set} in the {which} version")).collect();
    (!sets.is_empty())
        .then(|| format!("Compared under {}; what holds under other choices is not compared.", sets.join(", ")))
}

/// The kinds of irregularities of some changes, each once, with all circumstances of its changes.
fn by_kind<'c>(changes: impl Iterator<Item = &'c Change>) -> Vec<String> {
    let mut kinds: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for change in changes {
        let Some(kind) = change.path.split('.').nth(1) else { continue };
        let circumstances = change.circumstances.as_deref().filter(|words| *words != "always");
        kinds.entry(kind.replace('_', " ")).or_default().extend(circumstances);
    }
    let of = |(kind, circumstances): (String, Vec<&str>)| match circumstances.as_slice() {
        [] => kind,
        all => format!("{kind} ({})", all.join(" / ")),
    };
    kinds.into_iter().map(of).collect()
}

/// Whether somebody may void a coup now, or the wagers of some, and nobody could.
fn newly_may_void(change: &Change) -> bool {
    const VOID: &str = "void";
    const SOME: [&str; 3] = ["may_void", "device_void", "voids_wagers"];
    if !change.path.starts_with("irregularities.") || !change.path.contains(".then") {
        return false;
    }
    let (was, is) = (change.old.as_deref().unwrap_or(""), change.new.as_deref().unwrap_or(""));
    SOME.contains(&is) && was != VOID && !SOME.contains(&was)
}

/// Each bet whose house edge changed, on one number of decks: the middle of those that both allow, or
/// the first on which it changed.
fn costs(diff: &Diff) -> Vec<String> {
    let has = |decks: u32, of: &dyn Fn(&EdgeChange) -> bool| diff.edges.iter().any(|row| row.decks == decks && of(row));
    let all: BTreeSet<u32> = diff.edges.iter().map(|row| row.decks).collect();
    let both =
        all.into_iter().filter(|decks| has(*decks, &|row| row.old.is_some()) && has(*decks, &|row| row.new.is_some()));
    let both: Vec<u32> = both.collect();
    let Some(middle) = both.get(both.len().saturating_sub(1) / 2).copied() else {
        return vec!["No number of decks is allowed by both versions.".to_owned()];
    };
    let mut bets: Vec<String> = Vec::new();
    for row in &diff.edges {
        if !bets.contains(&row.name()) {
            bets.push(row.name());
        }
    }
    let mut changed: Vec<(&EdgeChange, Fraction)> = bets
        .iter()
        .filter_map(|bet| {
            let own = || diff.edges.iter().filter(|row| row.name() == *bet && row.differs() && row.rise().is_some());
            let row = own().find(|row| row.decks == middle).or_else(|| own().next())?;
            Some((row, row.rise()?))
        })
        .collect();
    changed.sort_by_key(|(_, rise)| std::cmp::Reverse(rise.abs()));
    let mut out: Vec<String> = changed
        .iter()
        .filter_map(|(row, _)| {
            let (old, new) = distinct(row.old.as_ref()?, row.new.as_ref()?);
            Some(format!("{} on {} decks: {old} → {new} house edge.", row.name(), row.decks))
        })
        .collect();
    if let (Some(least), Some(most), false) = (both.first(), both.last(), changed.is_empty())
        && least != most
    {
        out.push(format!("Both versions allow {least} to {most} decks; the others are in the table of house edges."));
    }
    for row in diff.edges.iter().filter(|row| row.decks == middle && row.stake.is_none()) {
        match (&row.old, &row.new) {
            (None, Some(edge)) => {
                out.push(format!(
                    "{} on {middle} decks: newly offered, {} house edge.",
                    row.bet,
                    percent_not_zero(edge, 1)
                ));
            }
            (Some(edge), None) => {
                out.push(format!(
                    "{}: no longer offered; {} on {middle} decks before.",
                    row.bet,
                    percent_not_zero(edge, 1)
                ));
            }
            _ => {}
        }
    }
    if out.is_empty() {
        out.push("No house edge changed on any number of decks that both versions allow.".to_owned());
    }
    if let Some(decks) = counted_decks(diff) {
        out.push(decks);
    }
    if diff.edges.iter().any(|row| row.chips) {
        out.push(
            "Where one rule rounds to chips and another to an amount, house edges at it were compared for chips of that \
             amount alone."
                .to_owned(),
        );
    }
    out
}

/// On which numbers of decks odds were compared, where a version has no most.
fn counted_decks(diff: &Diff) -> Option<String> {
    let open: Vec<String> = [("old", &diff.old.decks), ("new", &diff.new.decks)]
        .into_iter()
        .filter(|(_, decks)| decks.max.is_none())
        .map(|(which, decks)| format!("the {which} version allows {} decks", decks.in_words()))
        .collect();
    let all: BTreeSet<u32> = diff.edges.iter().map(|row| row.decks).collect();
    let all: Vec<String> = all.iter().map(u32::to_string).collect();
    let list = all.join(", ");
    (!open.is_empty()).then(|| format!("House edges were counted on {list} decks alone: {}.", open.join(", ")))
}

/// Two percentages with as few digits as distinguish them.
fn distinct(old: &Fraction, new: &Fraction) -> (String, String) {
    let with = |digits| (percent_not_zero(old, digits), percent_not_zero(new, digits));
    (1..=12).map(with).find(|(old, new)| old != new).unwrap_or_else(|| with(1))
}

fn decks(diff: &Diff) -> Vec<String> {
    let (old, new) = (&diff.old.decks, &diff.new.decks);
    let all: BTreeSet<u32> = diff.edges.iter().map(|row| row.decks).collect();
    let list = |wanted: &dyn Fn(u32) -> bool| -> Vec<String> {
        all.iter().copied().filter(|decks| wanted(*decks)).map(|decks| decks.to_string()).collect()
    };
    let mut come = list(&|decks| new.allows(decks) && !old.allows(decks));
    let mut gone = list(&|decks| old.allows(decks) && !new.allows(decks));
    // What only one of the two has without end begins behind the most of the other, and behind what was counted.
    let last = all.last().copied().unwrap_or(0);
    let open = |with: &Decks, without: &Decks| -> Option<String> {
        let most = without.max.filter(|_| with.max.is_none())?;
        Some(format!("every number from {} on", most.max(last).max(with.min.saturating_sub(1)).saturating_add(1)))
    };
    come.extend(open(new, old));
    gone.extend(open(old, new));
    let mut out = Vec::new();
    if !come.is_empty() {
        out.push(format!("Decks newly allowed: {}.", come.join(", ")));
    }
    if !gone.is_empty() {
        out.push(format!("Decks no longer allowed: {}.", gone.join(", ")));
    }
    out
}
