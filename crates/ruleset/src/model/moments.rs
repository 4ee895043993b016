//! The moments that other rules speak of.

use crate::clause::Cite;

/// One of the times of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundTime {
    /// `times.opened`.
    Opened,
    /// `times.closed`.
    Closed,
    /// `times.first_card`.
    FirstCard,
}

impl RoundTime {
    pub(crate) const WORDS: &[(&str, Self)] =
        &[("opened", Self::Opened), ("closed", Self::Closed), ("first_card", Self::FirstCard)];

    /// The field's name.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, time)| *time == self).map_or("", |(word, _)| word)
    }
}

/// What counts as the next commencement in addition to the next coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlsoCommences {
    /// The end of the shoe.
    ShoeEnd,
    /// The removal of all cards for a check.
    ShoeCheck,
    /// The closure of the table.
    FinalSeal,
}

impl AlsoCommences {
    pub(crate) const WORDS: &[(&str, Self)] =
        &[("shoe_end", Self::ShoeEnd), ("shoe_check", Self::ShoeCheck), ("final_seal", Self::FinalSeal)];
}

/// The moments that other rules speak of.
#[derive(Clone, Debug)]
pub struct Moments {
    /// After it wagers are late.
    pub close: RoundTime,
    /// The clause.
    pub close_clause: Cite,
    /// The next coup's time that ends the time for noticing an error.
    pub next_commencement: RoundTime,
    /// What else ends it.
    pub also: Vec<AlsoCommences>,
    /// The clause.
    pub next_clause: Cite,
    /// Whether an error counts as noticed only when gaming staff were notified.
    pub noticed_when_notified: bool,
    /// The clause that says so.
    pub noticed_clause: Option<Cite>,
}
