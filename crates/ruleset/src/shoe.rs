//! What is burned before a coup, and how long a shoe goes on.

use crate::clause::Cite;
use crate::section::{rule, words};

rule! {
    BurnBeforeCoup named "BurnBefore" => Procedure(|burn| burn.in_words()) {
        /// How many cards.
        number: usize = 1..=52,
        clause: Cite,
    }

    CutCard => Procedure(|rule| rule.then.word()) {
        then: AfterCutCard,
        clause: Cite,
    }
}

words! {
    /// How long a shoe goes on once its cut card appeared.
    AfterCutCard named "CutCardWord", "What the cut card leads to." {
        /// The coup in which it appears is finished; of what follows the document says nothing.
        RoundFinished = "round_finished",
        /// The coup in which it appears is the last of the shoe.
        LastRound = "last_round",
        /// That coup and one more.
        OneMoreRound = "one_more_round",
    }
}

impl BurnBeforeCoup {
    /// As people read it.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self.number {
            1 => "before each coup one card is burned".to_owned(),
            number => format!("before each coup {number} cards are burned"),
        }
    }
}

impl AfterCutCard {
    /// How many coups may be dealt, the one in which it appears counted; none where the document does not say.
    #[must_use]
    pub fn coups(self) -> Option<u64> {
        match self {
            Self::RoundFinished => None,
            Self::LastRound => Some(1),
            Self::OneMoreRound => Some(2),
        }
    }

    /// As people read it.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::RoundFinished => "the round in which it appears is finished",
            Self::LastRound => "the round in which it appears is the last of the shoe",
            Self::OneMoreRound => "after the round in which it appears one more is dealt, the last of the shoe",
        }
    }
}
