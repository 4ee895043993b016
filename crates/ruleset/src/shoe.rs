use crate::clause::Cite;

/// The cards burned before each coup is dealt, the first of a shoe included.
#[derive(Clone, Debug)]
pub struct BurnBeforeCoup {
    /// How many.
    pub number: usize,
    /// The clause.
    pub clause: Cite,
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

/// What follows when the cut card appears.
#[derive(Clone, Debug)]
pub struct CutCard {
    /// What.
    pub then: AfterCutCard,
    /// The clause.
    pub clause: Cite,
}

/// How long a shoe goes on once its cut card appeared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterCutCard {
    /// The coup in which it appears is finished; of what follows the document says nothing.
    RoundFinished,
    /// The coup in which it appears is the last of the shoe.
    LastRound,
    /// That coup and one more.
    OneMoreRound,
}

impl AfterCutCard {
    pub(crate) const WORDS: &[(&str, Self)] = &[
        ("round_finished", Self::RoundFinished),
        ("last_round", Self::LastRound),
        ("one_more_round", Self::OneMoreRound),
    ];

    /// The word of the format.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, then)| *then == self).map_or("", |(word, _)| word)
    }

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
