use serde::{Deserialize, Serialize};

/// Coups that were drawn to be looked up on video: the same seed draws the same coups from the same table of coups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SampleDrawn {
    /// What decides which coups are drawn.
    pub seed: u64,
    /// How many were asked for.
    pub asked: u32,
    /// SHA-256 of the table of coups that they were drawn from, in lower-case hex.
    pub coups_sha256: String,
    /// Coups with findings in that table.
    pub flagged_coups: u64,
    /// Coups without.
    pub clean_coups: u64,
    /// The coups, by table, day, time, log and line.
    pub coups: Vec<SampledCoup>,
}

/// A coup of a sample: where and when it was played, and where its record is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SampledCoup {
    /// As the log names it; empty where it names none, as are the next three.
    pub jurisdiction: String,
    /// As logs name it.
    pub venue: String,
    /// As logs name it.
    pub game: String,
    /// As logs name it.
    pub table: String,
    /// The day of play, `YYYY-MM-DD`.
    pub gaming_day: Option<String>,
    /// The shoe's id; `None` where it is about no shoe.
    pub shoe: Option<String>,
    /// Its number in the shoe.
    pub coup: Option<i64>,
    /// The log.
    pub log: String,
    /// Its file.
    pub file: String,
    /// The line of its record, from 1.
    pub line: Option<i64>,
    /// When play commenced, in UTC.
    pub commenced: Option<String>,
    /// The same as the venue's clock showed it.
    pub commenced_local: Option<String>,
    /// When it was settled, in UTC.
    pub settled: Option<String>,
    /// The result that it was settled by.
    pub result: String,
    /// The gravest of its findings; null where it has none.
    pub severity: Option<String>,
}
