//! Decks, and what cards count.

use resettle_game::Rank;

use crate::clause::Cite;

/// The range of decks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decks {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: u32,
    /// The numbers allowed, where not every one between the two is.
    pub only: Option<Vec<u32>>,
    /// The clause.
    pub clause: Cite,
    /// The clause by which cards are replaced by the same cards, where the document has one.
    pub replaced: Option<Cite>,
}

impl Decks {
    /// Whether the game may be played with this many.
    #[must_use]
    pub fn allows(&self, decks: u32) -> bool {
        match &self.only {
            Some(only) => only.contains(&decks),
            None => (self.min..=self.max).contains(&decks),
        }
    }

    /// Every number allowed, the least first.
    #[must_use]
    pub fn all(&self) -> Vec<u32> {
        (self.min..=self.max).filter(|decks| self.allows(*decks)).collect()
    }

    /// `6`, `4 to 10`, `6 or 8`.
    #[must_use]
    pub fn in_words(&self) -> String {
        match &self.only {
            Some(only) => {
                let words: Vec<String> = only.iter().map(u32::to_string).collect();
                match words.split_last() {
                    Some((last, [])) => last.clone(),
                    Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
                    None => String::new(),
                }
            }
            None if self.min == self.max => self.min.to_string(),
            None => format!("{} to {}", self.min, self.max),
        }
    }
}

/// Point values.
#[derive(Clone, Debug)]
pub struct CardValues {
    /// By rank, ace first; 0 to 9.
    pub values: [u8; 13],
    /// The clause.
    pub clause: Cite,
    /// The clause by which only the right digit of a total counts.
    pub point_total: Cite,
}

impl CardValues {
    /// The point value of a rank.
    #[must_use]
    pub fn of(&self, rank: Rank) -> u8 {
        self.values.get(rank.index()).copied().unwrap_or(0)
    }
}
