use resettle_document::{DeckRange, Half, deck_mentions, deck_range};
use resettle_yaml::Position;

use super::Comparison;
use super::places::Places;
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
    /// How they compare.
    pub comparison: Comparison,
    /// Where it is in the YAML.
    pub yaml: Position,
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
    let more = unread.iter().any(|more| !more.is_empty())
        || clauses().any(|(at, _)| deck_mentions(&half.text(at)).iter().any(|decks| !covered(decks)));
    let silent = ruleset.decks.clause.stated().is_none();
    let mentioned = || (0..half.clauses().len()).any(|at| !deck_mentions(&half.text(at)).is_empty());
    let comparison = match document.as_slice() {
        // The clause is there, and says it in words that are not known.
        [] if clauses().next().is_some() => Comparison::Unread,
        // Neither states a range; words of decks that were not read are for the reader to judge.
        [] if silent && !mentioned() => Comparison::Equal,
        [] if silent => Comparison::Unread,
        [] => Comparison::Absent,
        [(min, max, clause)] if cited(clause) => {
            let numbers = ruleset.decks.numbers();
            let same = match listed.first().filter(|numbers| !numbers.is_empty()) {
                Some(listed) => numbers.as_ref() == Some(listed),
                // A set that leaves none out is a range.
                None => (*min, *max) == own && numbers.is_none_or(|all| all.iter().copied().eq(*min..=*max)),
            };
            match same {
                true if more => Comparison::Unread,
                true => Comparison::Equal,
                false => Comparison::Different,
            }
        }
        [(min, max, _)] if silent && (*min, *max) == own => Comparison::Miscited,
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
        comparison,
        yaml: places.decks(),
    }
}
