//! A tournament of 64 players over four rounds: the office's log and one of each table, with breaches planted in it.
//!
//! Sixty-four players sit at ten tables, two of each advance: to four tables, to two, to the last one. What is rare is
//! played on purpose, and rightly: a tie with its play-off, an elimination, a buy-back, an absence, undisclosed wagers, a
//! disqualification, a dispute, a chip that is missing. Each [breach](breaches()) has a place of its own, and says what a
//! replay should find there.

mod between;
mod breaches;
mod coup;
mod desk;
mod expected;
mod features;
mod heat;
mod log;
mod play_off;
mod run;
mod seats;
mod special;
mod wagers;

pub use breaches::{Breach, breaches};
pub use expected::{TournamentFinding, found_json};

use std::io::{self, Write};

use crate::config::Error;
use run::TournamentRun;

/// What to play.
#[derive(Clone, Debug)]
pub struct TournamentConfig {
    /// Everything that is drawn by lot follows from it, the signing keys too.
    pub seed: u64,
    /// The names of the breaches to plant.
    pub breaches: Vec<String>,
}

/// What came of it, in addition to the logs.
#[derive(Clone, Debug)]
pub struct TournamentOutcome {
    /// The files written.
    pub logs: Vec<String>,
    /// What a replay should find.
    pub expected: Vec<TournamentFinding>,
    /// The trust store that vouches for the logs' keys.
    pub trust_yaml: String,
    /// The names of the breaches planted, in the order in which they were.
    pub planted: Vec<&'static str>,
    /// Lines written.
    pub records: u64,
    /// Coups played.
    pub coups: u64,
}

/// Plays a tournament; `out` opens each log by its name.
///
/// # Errors
/// When writing fails, for a breach that does not exist, and for breaches that cannot be combined with others.
pub fn simulate_tournament<W: Write>(
    config: &TournamentConfig,
    mut out: impl FnMut(&str) -> io::Result<W>,
) -> Result<TournamentOutcome, Error> {
    let planted = breaches::chosen(&config.breaches)?;
    TournamentRun::open(config.seed, planted, &mut out)?.play()
}
