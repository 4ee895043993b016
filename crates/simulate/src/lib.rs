//! Sealed coup logs of any length, for any of the five games, as a table would write them.
//!
//! The cards come from physical shoes, the rounds are dealt and paid by [`resettle_reference`], and nothing
//! here knows the engine that will read the log. A log without faults gives no finding, but
//! `ruleset/uncertain` where a document leaves its dates open. Named [faults](faults()) can be planted, each
//! with its nearest miss: something that looks like it and is right. What should be found comes out
//! next to the log.
//!
//! All money is in minor currency units. Equal configurations give equal bytes.
//!
//! ```
//! use resettle_reference::Rules;
//! use resettle_simulate::{Config, simulate};
//!
//! let mut config = Config::clean(Rules::MbsBaccarat2017, 20, 1);
//! config.faults.at.push(("display_wrong".to_owned(), 8));
//! let mut log = Vec::new();
//! let outcome = simulate(&config, &mut log).expect("a log");
//! assert_eq!(outcome.expected.len(), 1);
//! assert_eq!(outcome.expected[0].code, "display/wrd-mismatch");
//! assert!(outcome.trust_yaml.starts_with("keys:"));
//! ```

mod chain;
mod config;
mod csv;
mod dice;
mod draft;
mod drawn;
mod expected;
mod fault;
mod faults;
mod fields;
mod keys;
mod limits;
mod moment;
pub mod month;
mod scene;
mod shoe;
pub mod shoe_line;
mod sources;
mod table;
pub mod tournament;
mod venue;
mod wagering;

pub use config::{Config, Error, Faults, Planted, SimulatedLog, Style};
pub use expected::{Expected, expected_in_logs, expected_json};
pub use fault::{Fault, Scope};

use std::io::{self, Write};

use table::Logs;

/// Every fault and nearest miss there is, in the order of their families.
pub fn faults() -> Vec<&'static Fault> {
    faults::all().collect()
}

/// The same by families: deal, payments, seals and so on.
pub fn families() -> Vec<(&'static str, &'static [Fault])> {
    faults::FAMILIES.to_vec()
}

/// Writes one log to `out`.
///
/// # Errors
/// When writing fails, or when the configuration asks for what cannot be: an unknown fault, one that the
/// ruleset cannot show, or one at a coup that the log does not reach.
pub fn simulate(config: &Config, out: &mut impl Write) -> Result<SimulatedLog, Error> {
    table::run(config, Logs::Whole(out), None::<&mut Vec<u8>>)
}

/// The same, with the coups as CSV next to it: one row a wager, with the cards as dealt.
///
/// # Errors
/// As [`simulate`].
pub fn simulate_with_csv(config: &Config, out: &mut impl Write, csv: &mut impl Write) -> Result<SimulatedLog, Error> {
    table::run(config, Logs::Whole(out), Some(csv))
}

/// Writes the same table as separate logs, each with its own key, chain and seals: the shoe's `shoe.jsonl`
/// (cards, times, what was declared and what went wrong), `display.jsonl`, and `terminal-1.jsonl` and so on with
/// the wagers placed at each. `out` opens each by its name.
///
/// Wagers are spread over all terminals but the last, whose clock the settings say is off.
///
/// # Errors
/// As [`simulate`]; when `terminals` is not between 2 and 99, and for faults that need a log of the whole table.
pub fn simulate_split<W: Write>(
    config: &Config,
    terminals: usize,
    mut out: impl FnMut(&str) -> io::Result<W>,
) -> Result<SimulatedLog, Error> {
    table::run(config, Logs::Split { terminals, out: &mut out }, None::<&mut Vec<u8>>)
}
