use resettle_document::{DeckRange, Half, deck_mentions, deck_range, numbers_said};
use resettle_yaml::Position;

use super::Comparison;
use super::places::Places;
use crate::clause::ClauseKind;
use crate::model::Ruleset;

/// The range of decks compared with the document's.
#[derive(Clone, Debug)]
pub struct TracedDecks {
    /// At least and at most, in the ruleset; the most is [`DeckRange::NO_MOST`] where it names none.
    pub ruleset: (u32, u32),
    /// The same as people read it: certain numbers one by one.
    pub words: String,
    /// The clause that the ruleset cites.
    pub clause: String,
    /// Every range that the document names, with its clause; the most is [`DeckRange::NO_MOST`] where it names none.
    pub document: Vec<(u32, u32, String)>,
    /// Of each of them the numbers that it lists, where it leaves some out in between; empty otherwise.
    pub listed: Vec<Vec<u32>>,
    /// Of each of them what its clause says in addition, and was not read; empty if nothing.
    pub unread: Vec<String>,
    /// Numbers of decks that the clauses cited mention, and of which nothing was read, each with its clause.
    pub mentioned: Vec<(u32, String)>,
    /// How they compare.
    pub comparison: Comparison,
    /// Where it is in the YAML.
    pub yaml: Position,
}

impl TracedDecks {
    /// Every range that the document names in words, each with its clause and what was not read beside it, and the numbers of
    /// which nothing was read.
    #[must_use]
    pub fn read_in_words(&self) -> Vec<(String, &str, &str)> {
        let ranges = self.document.iter().zip(self.listed.iter().zip(&self.unread));
        let read = ranges.map(|((min, max, clause), (listed, unread))| {
            let numbers: Vec<String> = listed.iter().map(u32::to_string).collect();
            let numbers = match *max {
                _ if !numbers.is_empty() => numbers.join(" or "),
                DeckRange::NO_MOST => format!("{min} or more"),
                max if *min == max => min.to_string(),
                max => format!("{min} to {max}"),
            };
            (numbers, clause.as_str(), unread.as_str())
        });
        read.collect()
    }

    /// What was not compared, by the clause.
    pub(super) fn named(&self) -> Vec<String> {
        let read = self.read_in_words().into_iter().map(|(numbers, clause, unread)| match unread {
            "" => format!("{clause}: {numbers}"),
            unread => format!("{clause}: {numbers}, not read: {unread}"),
        });
        let mentioned = self.mentioned.iter().map(|(number, clause)| format!("{clause}, not read: {number} decks"));
        let all: Vec<String> = read.chain(mentioned).collect();
        if all.is_empty() { vec![format!("{}, nothing read", self.clause)] } else { all }
    }
}

pub(super) fn trace(ruleset: &Ruleset, half: &Half, places: &Places) -> TracedDecks {
    let mut document: Vec<(u32, u32, String)> = Vec::new();
    let mut listed: Vec<Vec<u32>> = Vec::new();
    let mut unread: Vec<String> = Vec::new();
    for (at, clause) in half.clauses().iter().enumerate() {
        let ranges = deck_range(&half.text(at));
        for DeckRange { min, max, listed: numbers, unread: more } in ranges {
            document.push((min, max, clause.number.clone()));
            listed.push(numbers);
            unread.push(more);
        }
    }
    let own = (ruleset.decks.min, ruleset.decks.max.unwrap_or(DeckRange::NO_MOST));
    let cited = |number: &str| ruleset.decks.clause.all().iter().any(|own| own == number);
    let clauses = || half.clauses().iter().enumerate().filter(|(_, clause)| cited(&clause.number));
    // Numbers of decks in the clause cited that belong to nothing that was read.
    let covered = |decks: &u32| {
        document.iter().zip(&listed).any(|((min, max, _), listed)| {
            if listed.is_empty() { (min..=max).contains(&decks) } else { listed.contains(decks) }
        })
    };
    let mut mentioned: Vec<(u32, String)> = Vec::new();
    for (at, clause) in clauses() {
        let own = deck_mentions(&half.text(at)).into_iter().filter(|decks| !covered(decks));
        mentioned.extend(own.map(|decks| (decks, clause.number.clone())));
    }
    // A clause of which somebody said why no rule enforces it is no other range, and is not read over.
    let recorded = |number: &str| {
        let kinds = || ruleset.clauses.iter().filter(|clause| clause.number == number).map(|clause| clause.kind);
        !cited(number) && kinds().any(|kind| kind == ClauseKind::Recorded)
    };
    let mut asked: Vec<usize> =
        (0..document.len()).filter(|at| document.get(*at).is_some_and(|(.., number)| !recorded(number))).collect();
    if asked.is_empty() {
        asked = (0..document.len()).collect();
    }
    let more = unread.iter().any(|more| !more.is_empty()) || !mentioned.is_empty() || asked.len() < document.len();
    let silent = ruleset.decks.clause.stated().is_none();
    let speaks = || (0..half.clauses().len()).any(|at| !deck_mentions(&half.text(at)).is_empty());
    let numbers = ruleset.decks.numbers();
    let is_same = |at: usize| match (document.get(at), listed.get(at).filter(|numbers| !numbers.is_empty())) {
        (Some(_), Some(listed)) => numbers.as_ref() == Some(listed),
        // A set that leaves none out is a range.
        (Some((min, max, _)), None) => {
            (*min, *max) == own && numbers.as_ref().is_none_or(|all| all.iter().copied().eq(*min..=*max))
        }
        (None, _) => false,
    };
    // Whether the ruleset has every number that was read, and beside them none that the clauses cited do not hold: which of
    // these are played with, and when, was not read.
    let says_all = || {
        let Some(own) = &numbers else { return false };
        let read = |at: &usize, decks: u32| match (document.get(*at), listed.get(*at)) {
            (Some((min, max, _)), Some(listed)) if listed.is_empty() => (*min..=*max).contains(&decks),
            (_, listed) => listed.is_some_and(|listed| listed.contains(&decks)),
        };
        let most = own.last().copied().unwrap_or_default();
        let within = asked.iter().all(|at| document.get(*at).is_some_and(|(_, max, _)| *max <= most));
        let beside = |decks: u32| {
            let words = asked.iter().filter_map(|at| unread.get(*at));
            mentioned.iter().any(|(number, _)| *number == decks)
                || words.into_iter().any(|words| numbers_said(words).contains(&decks))
        };
        within
            && (0..=most).all(|decks| {
                let is_read = asked.iter().any(|at| read(at, decks));
                if own.contains(&decks) { is_read || beside(decks) } else { !is_read }
            })
    };
    let all_cited = asked.iter().all(|at| document.get(*at).is_some_and(|(.., number)| cited(number)));
    let comparison = match asked.as_slice() {
        // The clause is there, and says it in words that are not known.
        [] if clauses().next().is_some() => Comparison::Unread,
        // Neither states a range; words of decks that were not read are for the reader to judge.
        [] if silent && !speaks() => Comparison::Equal,
        [] if silent => Comparison::Unread,
        [] => Comparison::Absent,
        several if all_cited && several.iter().all(|at| is_same(*at)) => {
            if more {
                Comparison::Unread
            } else {
                Comparison::Equal
            }
        }
        _ if all_cited && says_all() => Comparison::Unread,
        [at] if silent && document.get(*at).is_some_and(|(min, max, _)| (*min, *max) == own) => Comparison::Miscited,
        [_] => Comparison::Different,
        _ => Comparison::Ambiguous,
    };
    TracedDecks {
        ruleset: own,
        words: ruleset.decks.in_words(),
        clause: ruleset.decks.clause.to_string(),
        document,
        listed,
        unread,
        mentioned,
        comparison,
        yaml: places.decks(),
    }
}
