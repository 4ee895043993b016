//! The other witness: a slow, plain settler of the five games, written from the rule documents alone.
//!
//! It shares no table, type or line with the engine, so that where the two agree, the documents were read
//! twice. Each game has a file of its own in which odds, draws and deck numbers stand as literal `match`
//! arms, each with its clause. All money is an `i64` of minor currency units (cents), stake included where a
//! return is meant; nothing here panics, and there is no floating point.

mod bet;
mod card;
mod close;
mod composition;
mod conclusive;
mod dealing;
mod facts;
mod mbs_7up_2011;
mod mbs_7up_2017;
mod mbs_baccarat_2017;
mod mbs_electronic_2023;
mod misdeal;
mod money;
mod reach;
mod readable;
mod round;
mod rules;
mod ruling;
mod settlement;
mod side;
mod star_7up_2016;
mod wager;

pub use bet::{Bet, Odds};
pub use card::{Card, Rank, Suit};
pub use close::{CloseMoment, Lateness, late_wager, late_withdrawal};
pub use composition::Composition;
pub use conclusive::{Fate, any_conclusive, fates};
pub use dealing::{Dealing, deal, next_card};
pub use facts::{Cause, Count, Facts, Hits, Kind, Stage};
pub use misdeal::{first_cards, judge};
pub use money::{Due, Error};
pub use reach::{Announced, laid, partings, ruled, sevens_in_reach, within_reach};
pub use readable::readable;
pub use round::Round;
pub use rules::Rules;
pub use ruling::{Authority, Consequence, Duty, Ruling, duties, rule_on};
pub use settlement::{odds, offers, settle, settle_as_declared};
pub use side::{Side, Winner};
pub use wager::{Laid, due, due_above_maximum};
