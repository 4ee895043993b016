//! `json`: where the rounds of a JSON file stand.

use resettle_yaml::section;

use super::beside::{Conditions, OnlyBy};
use super::{Columns, Path, Trimmed};
use crate::mapping::Order;

section! {
    Columns;
    /// Where the rounds of JSON stand, and the wagers of a round.
    Json with Default {
        /// The way to the array or object of rounds.
        rounds: Option<String> = Path,
        /// The way from a round to each of its wagers, which are rows.
        wagers: Option<String> = Path,
        /// The rounds that are read, as the rows of a CSV.
        only: Conditions = OnlyBy("path") => or(Conditions::new()),
        /// Texts that mean nothing, in addition to the empty one.
        empty: Vec<String> = Trimmed => or(Vec::new()),
        /// Which round comes first. Left out, `oldest-first`.
        order: Order = Order::WORDS => or(Order::OldestFirst),
    }
}
