use std::collections::BTreeMap;

use resettle_oversight::Exception;
use resettle_oversight::carried::Before;
use serde::{Deserialize, Serialize};

use super::{DropUsed, SampleDrawn, TrendRow, TrustUsed};
use crate::flat::flat;
use crate::tally::TableTotals;

/// What a monthly run says beside its findings.
#[derive(Clone, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Run {
    /// What was judged, and what was left out.
    pub scope: ScopeUsed,
    /// The sums of each venue and currency.
    pub venues: Vec<VenueTotals>,
    /// Who holds the licence, where that was stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licensee: Option<String>,
    /// Who made the audit, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auditor: Option<String>,
    /// What was counted in drop boxes, where that was handed over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop: Option<DropUsed>,
    /// The roster, where one was held against the logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roster: Option<RosterUsed>,
    /// The venue digests that the logs were held against, by file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub digests: Vec<DigestUsed>,
    /// Days on which logs begin and of which no digest is there, as `venue day`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undigested: Vec<String>,
    /// The dispositions, where there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispositions: Option<DispositionsUsed>,
    /// The report of the period before, where one was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<PreviousUsed>,
    /// What became of its exceptions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Vec<CarriedRow>>,
    /// The earlier reports that found what is carried and not settled: by what they judged, and their logs of those tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Before>,
    /// What the tables won in earlier periods, the earliest first: as the report of the period before says, and those that it
    /// goes on from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trend: Vec<TrendRow>,
    /// The checkpoint from which results were taken that no key binds, where there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<CheckpointUsed>,
    /// The results of units that other machines judged, where some of these were judged again to check them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<ResultsUsed>,
    /// The coups that were drawn to be looked up on video, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<SampleDrawn>,
}

/// A checkpoint that whoever can write there may have changed.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CheckpointUsed {
    /// The path of its file, as it was given.
    pub path: String,
    /// The tables whose results were taken from it, as `venue game table`.
    pub tables: Vec<String>,
}

/// Results of units of work: nothing in them shows who made them.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ResultsUsed {
    /// Their folder.
    pub path: String,
    /// How many there are.
    pub units: u64,
    /// What decided which were judged again.
    pub seed: u64,
    /// Those that were judged again where the report was made, and came to the same, as `venue game table`.
    pub judged_again: Vec<String>,
}

/// What was judged, and what was left out.
#[derive(Clone, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ScopeUsed {
    /// The folder below which logs were looked for.
    pub folder: String,
    /// Coups that commence on this day or later, by the venue's clock; null for no bound.
    pub from: Option<String>,
    /// Coups that commence on this day or earlier.
    pub to: Option<String>,
    /// These tables alone; empty for all.
    pub tables: Vec<String>,
    /// The tables of these venues alone; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub venues: Vec<String>,
    /// Logs found below the folder.
    pub logs_found: u64,
    /// Of these, the ones left out because of days or tables.
    pub logs_left_out: u64,
    /// Files that are no logs by their names nor by their first bytes.
    pub other_files: u64,
    /// Those files, which nobody read as logs, in the order of their paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_logs: Vec<String>,
    /// Files and folders that could not be read, or not to their end, and why.
    pub unread: Vec<Unread>,
}

/// Something that could not be read; in the order of paths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Unread {
    /// Its path; empty where logs could be read and not be joined.
    pub path: String,
    /// Why it could not be read, in words.
    pub error: String,
}

flat! {
    /// The sums of one venue in one currency. Money in its minor units.
    pub struct VenueTotals {
        /// As rulesets name it.
        pub jurisdiction: String,
        /// As rulesets name it.
        pub venue: String,
        /// ISO 4217 code.
        pub currency: String,
        /// Its tables that count in that currency.
        pub tables: u64,
        /// Coups of these tables.
        pub coups: u64,
        money: { wagers, staked, returned, due; later overpaid, underpaid },
    }
}

impl VenueTotals {
    /// Adds up tables by venue and currency.
    #[must_use]
    pub fn of(tables: &[TableTotals]) -> Vec<Self> {
        let mut out: BTreeMap<(&str, &str, &str), Self> = BTreeMap::new();
        for table in tables {
            let key = (table.jurisdiction.as_str(), table.venue.as_str(), table.currency.as_str());
            let venue = out.entry(key).or_insert_with(|| Self {
                jurisdiction: table.jurisdiction.clone(),
                venue: table.venue.clone(),
                currency: table.currency.clone(),
                ..Self::default()
            });
            venue.tables += 1;
            venue.coups += table.coups;
            venue.money += table.money;
        }
        out.into_values().collect()
    }
}

/// The roster that was used.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RosterUsed {
    /// The path of its file, as it was given.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// How many logs of a day had to be there.
    pub expected: u64,
    /// How many of them are not.
    pub missing: u64,
    /// The first and the last day of play on which one had to be there, `YYYY-MM-DD`; left out where none had to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<(String, String)>,
    /// Tables of which there are logs and that it does not list, as `venue game table`; behind them those that it lists
    /// for other days than those of some logs, as `venue game table on 3 days between 2026-07-01 and 2026-07-05`.
    pub unlisted: Vec<String>,
    /// What it does not show of the days asked for, in words: days of which it says nothing of a table that it lists, and days on
    /// which a log that spans several only ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<String>,
    /// Who signed it, in words, where it was said whose rosters count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signer: Option<String>,
}

/// A venue digest that was used.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DigestUsed {
    /// The path of its file, as it was given.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// The venue's id, as its logs write it.
    pub venue: String,
    /// The day that it is about, `YYYY-MM-DD`.
    pub day: String,
    /// Logs that it lists.
    pub logs: u64,
    /// Sources that it lists as idle.
    pub idle: u64,
    /// Who signed it, in words.
    pub signer: String,
    /// Which witnesses saw it; left out where it was not asked (`--witnesses`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witnessed: Option<WitnessedUsed>,
}

/// What witnesses show of a digest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct WitnessedUsed {
    /// The moment before which it existed, by as many witnesses as the quorum asks for; left out where they do not show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The note that lists it; left out where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Those who cosigned that note, by the names of the policy.
    pub by: Vec<String>,
}

/// The dispositions that were used.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DispositionsUsed {
    /// The path of their file, as it was given.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// How many entries that file has.
    pub all: u64,
    /// Findings that one in date fits.
    pub answered: u64,
    /// Entries whose `kind`, `reason` and `by` are blank: they are left open, and decide nothing.
    #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
    pub blank: u64,
}

/// The report of the period before.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PreviousUsed {
    /// The path of its file, as it was given.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// When it was made.
    pub generated_at: String,
    /// Who signed it, in words.
    pub signer: String,
    /// Whose reports count, where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signers: Option<TrustUsed>,
    /// Whether somebody signed it whose reports count.
    #[serde(default)]
    pub verified: bool,
}

/// A waiver or ruling beside its finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DispositionNote {
    /// `waiver`, `ruling` or `action`.
    pub kind: String,
    /// Why it was decided so, in the words of the file.
    pub reason: String,
    /// The name of the person who decided.
    pub by: String,
    /// When it was decided, where that is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// The last day on which it holds; null for good. Of an action the day on which it is due.
    pub until: Option<String>,
    /// Who sees to it, where that is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Whether it is out of date, and so answers nothing.
    pub expired: bool,
    /// The line of the dispositions file, from 1.
    pub line: u32,
}

/// An exception of an earlier report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CarriedRow {
    /// The fingerprint of the finding.
    pub fingerprint: String,
    /// `open`, `settled` or `repeated`.
    pub standing: String,
    /// By which rule it stands so.
    pub because: String,
    /// What was missing, where it was not asked again; in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The code of the finding.
    pub code: String,
    /// The severity of the finding.
    pub severity: String,
    /// The log's id.
    pub log: String,
    /// The venue; null where the earlier report does not say.
    pub venue: Option<String>,
    /// The table, likewise.
    pub table: Option<String>,
    /// The record's `seq`.
    pub seq: Option<u64>,
    /// When the record was written, where the earlier report says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The shoe's id; `None` where it is about no shoe.
    pub shoe: Option<String>,
    /// The coup's number in its shoe; `None` where it is about no coup.
    pub coup: Option<u64>,
    /// The wager's id; `None` where it is about no wager.
    pub wager: Option<String>,
    /// `returned` − due in minor units.
    pub money: Option<i64>,
    /// The finding in words.
    pub message: String,
    /// When the report was made that had it first.
    pub first_reported: String,
    /// When the report was made that found it last; left out where that is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reported_in: String,
    /// The ruleset of its clause, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// Further logs that its shoe's records were in, by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// How many days ago that was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_days: Option<i32>,
    /// The disposition by which it is answered, or who sees to it; of now or of the earlier report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<DispositionNote>,
}

impl CarriedRow {
    /// Whether no finding of this report stands for it: one that was found again is among those, one that only its code and
    /// table came again of is not.
    #[must_use]
    pub fn is_left_open(&self) -> bool {
        self.standing == "open" || (self.standing == "repeated" && self.because == "again at the table")
    }

    /// It as dispositions see it.
    #[must_use]
    pub fn exception(&self) -> Exception<'_> {
        Exception {
            code: &self.code,
            log: &self.log,
            seq: self.seq,
            shoe: self.shoe.as_deref(),
            coup: self.coup,
            wager: self.wager.as_deref(),
            money: self.money,
            venue: self.venue.as_deref(),
            table: self.table.as_deref(),
            day: Exception::day_of(self.at.as_deref()),
            ..Exception::default()
        }
    }
}
