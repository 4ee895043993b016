//! The independent check: a slow, plain settler of the five games, written from the rule documents alone.
//!
//! It shares no table, type or line with the engine, so that where the two agree, the documents were read
//! twice. Each game has a file of its own in which odds, draws and deck numbers are written as literal `match`
//! arms, each with its clause. All money is an `i64` of minor currency units (cents), stake included where a
//! return is meant; nothing here panics, and there is no floating point.
//!
//! ```
//! use resettle_reference::{Card, Rules, Side, next_card};
//!
//! let cards = |codes: &[&str]| codes.iter().map(|code| Card::read(code).expect("a card")).collect::<Vec<_>>();
//! // 4 against 3: the Player draws first.
//! assert_eq!(next_card(Rules::MbsBaccarat2017, &cards(&["4C", "QD"]), &cards(&["TS", "3C"])), Some(Side::Player));
//! // A natural ends the drawing.
//! assert_eq!(next_card(Rules::MbsBaccarat2017, &cards(&["KS", "8D"]), &cards(&["TS", "3C"])), None);
//! ```

mod bet;
mod card;
mod close;
mod composition;
mod conclusive;
mod dealing;
mod decision;
mod facts;
mod found_late;
mod logged;
mod mbs_7up_2011;
mod mbs_7up_2017;
mod mbs_baccarat_2017;
mod mbs_electronic_2023;
mod misdeal;
mod money;
mod reach;
mod readable;
mod reconstruction;
mod refusal;
mod refuted;
mod replaced;
mod round;
mod rules;
mod ruling;
mod settlement;
mod side;
mod stamp;
mod star_7up_2016;
mod wager;
mod written;

pub use bet::{Bet, Odds};
pub use card::{Card, Rank, Suit};
pub use close::{CloseMoment, Lateness, late_wager, late_withdrawal};
pub use composition::Composition;
pub use conclusive::{Fate, any_conclusive, fates};
pub use dealing::{Dealing, deal, next_card};
pub use decision::{Verdict, judge_decisions};
pub use facts::{Cause, Count, Facts, Hits, Kind, Stage};
pub use found_late::found_too_late;
pub use logged::{Claim, Decision, Device, Face, Logged, all_read, sent};
pub use misdeal::{first_cards, judge};
pub use money::{Due, Error};
pub use reach::{Announced, laid, partings, ruled, sevens_in_reach, within_reach};
pub use readable::{readable, readable_misdealt};
pub use reconstruction::{keeps_the_cards, order_was_free, shows_a_misdeal, shows_a_reconstruction};
pub use refusal::{Refusal, refusal};
pub use refuted::refuted;
pub use replaced::{Accounted, same_cards};
pub use round::Round;
pub use rules::Rules;
pub use ruling::{Authority, Consequence, Duty, Ruling, duties, rule_on};
pub use settlement::{odds, offers, settle, settle_as_declared};
pub use side::{Side, Winner};
pub use stamp::{Stamp, noticed_in_time};
pub use wager::{Laid, due, due_above_maximum};
pub use written::{CoupTimes, clocks_differ};
