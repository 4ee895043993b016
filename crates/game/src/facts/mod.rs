//! The facts of irregularities, each declared once: what a log can state, what a ruleset can ask for, what counts
//! where nothing is stated, how it is said. Decoders, schemas, conditions and comparisons walk the table of `table.rs`.

#[macro_use]
mod declare;
mod table;
mod value;

use crate::Kind;
use table::SHOWN;

pub use table::{Fact, IrregularityFacts, IrregularityWhen, ResolvedFacts};
pub use value::{Form, Said};

impl Fact {
    /// Whether logs state it; what no log states follows from when it was noticed and from the cards.
    #[must_use]
    pub fn is_stated(self) -> bool {
        Kind::ALL.iter().any(|(_, kind)| kind.states().contains(&self))
    }

    /// The values between which a row of a ruleset chooses, in the words of the format: `unstated` is one of them
    /// wherever a row lists words.
    #[must_use]
    pub fn choices(self) -> Vec<&'static str> {
        match self.form() {
            Form::Word(words) => words.iter().copied().chain([value::UNSTATED]).collect(),
            _ => self.values(),
        }
    }
}

impl IrregularityFacts {
    /// The fault of an index that names no card of a coup with this many cards.
    #[must_use]
    pub fn no_card_of(&self, drawn: usize) -> Option<String> {
        let named = self.card.iter().map(|at| ("card", at)).chain(self.cards.iter().flatten().map(|at| ("cards", at)));
        let (name, at) = named.into_iter().find(|(_, at)| **at >= drawn)?;
        let holds = format!("`{name}` holds {at}, counted from 0 the card no. {}", at.saturating_add(1));
        Some(format!("{holds}, and the coup has {drawn} cards"))
    }
}

impl Fact {
    /// How people read that it is so, or is not; `None` of a fact that is no yes or no.
    #[must_use]
    pub fn in_words(self, yes: bool) -> Option<&'static str> {
        match self.phrase() {
            [no, with] => Some(if yes { with } else { no }),
            _ => None,
        }
    }
}

impl IrregularityWhen {
    /// Whether the fact matters.
    #[must_use]
    pub fn asks(&self, fact: Fact) -> bool {
        self.asked(fact).is_some()
    }

    /// Whether the facts are those of this row.
    #[must_use]
    pub fn fits(&self, facts: &ResolvedFacts) -> bool {
        Fact::ASKED.iter().all(|fact| self.asked(*fact).is_none_or(|words| words.contains(&facts.word(*fact))))
    }

    /// Whether some facts fit both rows.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        Fact::ASKED.iter().all(|fact| match (self.asked(*fact), other.asked(*fact)) {
            (Some(a), Some(b)) => a.iter().any(|word| b.contains(word)),
            _ => true,
        })
    }

    /// The circumstances, as people read them.
    #[must_use]
    pub fn in_words(&self) -> String {
        let said = |fact: Fact| {
            let words = self.asked(fact)?;
            Some(match fact.phrase() {
                [name] => format!("{name} {}", words.join(", ").replace('_', " ")),
                [no, yes] => (if words == ["true"] { *yes } else { *no }).to_owned(),
                _ => String::new(),
            })
        };
        let out: Vec<String> = SHOWN.into_iter().filter_map(said).collect();
        if out.is_empty() { "always".to_owned() } else { out.join("; ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_has_its_words() {
        for fact in Fact::ASKED {
            assert!(SHOWN.contains(fact), "{fact:?}");
            let phrases = if fact.form() == Form::Truth { 2 } else { 1 };
            assert_eq!(fact.phrase().len(), phrases, "{fact:?}");
        }
    }

    #[test]
    fn facts_are_read_and_said_in_the_words_of_the_format() {
        let mut facts = IrregularityFacts::default();
        facts.state(Fact::Stage, Said::Word("draws"));
        facts.state(Fact::Card, Said::Index(3));
        facts.state(Fact::Hand, Said::Truth(true));
        assert_eq!((facts.stage, facts.card, facts.hand), (Some(crate::Stage::Draws), Some(3), None));
        assert_eq!(facts.said(Fact::Stage), Some(Said::Word("draws")));
        let resolved = facts.resolved().with(Fact::Hand, "banker");
        assert_eq!((resolved.word(Fact::Hand), resolved.word(Fact::Dealt)), ("banker", "unstated"));
        assert_eq!(resolved.word(Fact::Affects), "round");
        let mut when = IrregularityWhen::default();
        when.ask(Fact::Hand, Some(&["banker", "unstated"]));
        when.ask(Fact::InTime, Some(&["true"]));
        assert!(when.fits(&resolved) && !when.fits(&resolved.with(Fact::InTime, "false")));
        assert_eq!(when.in_words(), "noticed in time; hand: banker, unstated");
        assert_eq!(Fact::Affects.choices().len(), Fact::Affects.values().len() + 1);
    }
}
