//! The report as data, in the shape that the command line's contract gives `report.json`.

mod condition;
mod coup;
mod coverage;
mod currency;
mod day;
mod drop;
mod expected;
mod finding;
mod json;
mod judged;
mod owed;
mod promotions;
mod register;
mod routine;
mod rows;
mod run;
mod sample;
mod statement;
mod tournament;

pub use condition::{Condition, ConditionRow, HANGING, Hanging};
pub use coup::{CoupOutcome, CoupRow, DecidedBy, DeclaredRow, StepRow, WagerRow, WagersDecided, WrongTo};
pub use coverage::{CheckRow, CoverageOf, CoverageRow, CoverageSum, ReasonRow, gaps};
pub use currency::{CurrencyTotals, Reconciled};
pub use day::{DayRow, ExceptionsRow, StaffRow, TrendRow, WinByChance};
pub use drop::{DropSum, DropUsed};
pub use expected::{Expected, ExpectedCount, ExpectedOutcomes, ExpectedWin};
pub use finding::{Beside, FindingRow, GRAVITIES, VOUCHED_LATER};
pub use json::to_json;
pub use judged::{GivenRow, JudgedWith, not_asked};
pub use owed::{OwedRow, Owing, UnreadMoney};
pub use promotions::{PromotionNote, PromotionsUsed};
pub use register::{CoupMoved, FactRow, IRREGULARITY, RegisterRow, TerminalRow, WORD};
pub use routine::HappenedRow;
pub use rows::{Capped, CappedRegister, Held, RowIter, Rows, of_gravity, report_schema, write_json};
pub use run::{
    CarriedRow, CheckpointUsed, DigestUsed, DispositionNote, DispositionsUsed, PreviousUsed, ResultsUsed, RosterUsed,
    Run, ScopeUsed, Unread, VenueTotals, WitnessedUsed,
};
pub use sample::{SampleDrawn, SampledCoup};
pub use statement::{StatementLine, statement};
pub use tournament::{
    ComputedPlace, DeclaredPlace, EventRow, LevelRow, PlayerRow, PrizeRow, RoundRow, SessionCoupRow, SessionRow,
    TournamentRow, UnplayedRow,
};

use std::borrow::Cow;
use std::collections::BTreeMap;

use resettle_audit::{ChipTotals, Code, RulesetUse, Severity, Totals};
use resettle_oversight::carried::LogHead;
use serde::{Deserialize, Serialize};

use crate::approval::ApprovalStatus;
use crate::flat::flat;
use crate::tally::{Counts, OutcomeRow, RegisterCounts, TableTotals, is_nought};

/// The `type` of a report.
pub const KIND: &str = "resettle-report/1";

/// A report but for what may be long: its findings, register, shoes and coups come as [`Rows`].
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Report {
    /// [`KIND`].
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The tool and its version.
    pub tool: String,
    /// When it was made; the one field in which two runs over the same inputs may differ.
    pub generated_at: String,
    /// The ruleset that was named to judge everything by, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged_by: Option<String>,
    /// What was stated where documents leave dates open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<FactsUsed>,
    /// The digest of the trust store, where one was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<TrustUsed>,
    /// Who approves rulesets, where that was said: the digest of the approvers file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approvers: Option<TrustUsed>,
    /// What was remembered of earlier runs, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heads: Option<HeadsUsed>,
    /// Every file and option that judged, and what nobody asked for; none where nothing was replayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged_with: Option<JudgedWith>,
    /// The logs.
    pub inputs: Vec<Input>,
    /// Logs that could not be read, or not to their end, and why; a monthly run says it under its scope.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// The register of promotions, where one was judged instead of logs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotions: Option<PromotionsUsed>,
    /// The tournaments that the logs record, by venue, currency and name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tournaments: Vec<TournamentRow>,
    /// The rulesets used.
    pub rulesets: Vec<Ruleset>,
    /// The sums.
    pub summary: Summary,
    /// What a monthly run says beside.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    /// What was played; none where nothing was replayed.
    #[serde(skip)]
    pub played: Option<Played>,
}

impl Report {
    /// What could not be read, or not to its end, of a monthly run or another.
    #[must_use]
    pub fn not_read(&self) -> &[Unread] {
        self.run.as_ref().map_or(&self.unread, |run| &run.scope.unread)
    }

    /// Whether it reports who was on duty, of anybody.
    #[must_use]
    pub fn has_staff(&self) -> bool {
        self.played.as_ref().is_some_and(|played| !played.staff.is_empty())
    }
}

/// What was played, in sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The sums of each table, by venue and table.
    pub tables: Vec<TableTotals>,
    /// How often each result came, by ruleset and decks.
    pub outcomes: Vec<OutcomeRow>,
    /// What was to be expected, where that was worked out.
    pub expected: Option<Expected>,
    /// What each table staked and paid on each day, by table and day.
    pub days: Vec<DayRow>,
    /// How many findings each table has, and at which hours.
    pub exceptions: Vec<ExceptionsRow>,
    /// What arose while whom was on duty, where that is known.
    pub staff: Vec<StaffRow>,
}

impl Played {
    /// What chance gives of a table's stakes at risk; `None` where no odds are known.
    #[must_use]
    pub fn by_chance(&self, table: &TableTotals) -> Option<WinByChance> {
        let of = |win: &&ExpectedWin| {
            (
                win.jurisdiction.as_str(),
                win.venue.as_str(),
                win.game.as_str(),
                win.table.as_str(),
                win.currency.as_str(),
            ) == table.key()
        };
        self.expected.as_ref()?.tables.iter().find(of).map(WinByChance::from)
    }
}

/// The trust store or approvers file that was used.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct TrustUsed {
    /// The path of its file, as it was given.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// The further trust stores, where several were passed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<TrustUsed>,
}

impl TrustUsed {
    /// Every file, in the order in which they were named.
    pub fn files(&self) -> impl Iterator<Item = &TrustUsed> {
        std::iter::once(self).chain(&self.also)
    }
}

/// The heads file that logs were compared with.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct HeadsUsed {
    /// The path of its file, as it was given.
    pub path: String,
    /// SHA-256 of its bytes before the run, in lower-case hex; none where it was not there.
    pub sha256: Option<String>,
    /// How many logs it remembered.
    pub remembered: usize,
    /// How many of these were not handed over.
    pub not_seen: usize,
}

/// The facts file that was used.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct FactsUsed {
    /// The path of its file, as it was given.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// What it states, by ruleset id.
    pub in_force: BTreeMap<String, StatedFact>,
}

/// One stated date.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct StatedFact {
    /// The date.
    pub from: String,
    /// Where it was found.
    pub source: String,
    /// The name of the person who states it.
    pub by: String,
}

/// One log and its custody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Input {
    /// The file as it was named.
    pub path: String,
    /// The log's id; empty where it has no readable `open`.
    pub log: String,
    /// SHA-256 of the file as it is on disk, in lower-case hex.
    // Empty where only text is printed, which names the last seal.
    pub sha256: String,
    /// SHA-256 of the line of the last seal that counts over an unbroken chain, as heads keep it, for what is printed as
    /// text; none where there is none.
    #[serde(skip)]
    pub last_seal: Option<String>,
    /// Well-formed records.
    pub records: u64,
    /// How many coups.
    pub coups: u64,
    /// Records that a seal vouches for which counts.
    pub authenticated_records: u64,
    /// Where a seal that counts vouches for some records and not for all: the lines of which none does, from the first to the
    /// last of each stretch; of many stretches the first hundred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_vouched: Vec<(u64, u64)>,
    /// The coups that stand in these lines, in all of them; left out where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_vouched_coups: Option<CoupsStaked>,
    /// The keys of all seals.
    pub keys: Vec<String>,
    /// The table that the log is of; left out where it has no readable `open`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<InputTable>,
    /// Its source; likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<InputSource>,
    /// What the file holds, unpacked: a later report compares the log with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<InputContent>,
    /// When its first and its last record were written; left out where no record was read, or only one log was judged by
    /// itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<(String, String)>,
    /// Said of an import without any seal, of a log that is not judged by itself, and of one whose last seal is spelled
    /// otherwise than the format writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Cow<'static, str>>,
}

impl Input {
    /// The most stretches of lines in [`Input::not_vouched`].
    pub const MOST_STRETCHES: usize = 100;
}

/// What a report says beside an import that bears a seal: what its `open` keeps from being asked.
pub const SEALED_IMPORT: &str = "an import under a seal: shoes that it does not start, what they can hold, and coup numbers, times and sections that it leaves out are not asked";

/// What a report notes for a log before the requested days.
pub const READ_FOR_CONTEXT: &str = "read for the shoes that go on from it; not judged";

impl Input {
    /// Whether it is an import that bears a seal, of which less is asked.
    #[must_use]
    pub fn is_sealed_import(&self) -> bool {
        self.note.as_deref().is_some_and(|note| note.contains(SEALED_IMPORT))
    }

    /// Whether it was only read for what goes on from it.
    #[must_use]
    pub fn is_for_context(&self) -> bool {
        self.note.as_deref() == Some(READ_FOR_CONTEXT)
    }
}

/// The source that wrote a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct InputSource {
    /// `table`, `terminal`, `shoe` or another kind, as the log names it.
    pub kind: String,
    /// Its id.
    pub id: String,
}

/// Coups of a log and what is staked in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CoupsStaked {
    /// Records of coups.
    pub coups: u64,
    /// In minor units of the log's currency, as far as it can be read; without chips.
    pub staked: i128,
}

/// What a log holds, unpacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct InputContent {
    /// SHA-256 of it, in lower-case hex.
    pub sha256: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// How many lines.
    pub lines: u64,
}

/// The table that a log is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct InputTable {
    /// As the log names it; empty in a report of a version that did not keep it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub jurisdiction: String,
    /// ISO 4217 code, as the log names it; likewise.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub currency: String,
    /// As the log names it.
    pub venue: String,
    /// As the log names it.
    pub game: String,
    /// As the log names it.
    pub table: String,
}

/// A ruleset that coups were judged by.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ruleset {
    /// Its id.
    pub id: String,
    /// Its digest.
    pub sha256: String,
    /// How many coups.
    pub coups: u64,
    /// Of how many of them it is uncertain whether it was in force: what was due in these, and so all of their money, rests on that.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub uncertain: u64,
    /// What approvals say of it.
    #[serde(default)]
    pub approval: ApprovalStatus,
}

impl From<&RulesetUse> for Ruleset {
    fn from(used: &RulesetUse) -> Self {
        Self {
            id: used.id.clone(),
            sha256: used.digest.clone(),
            coups: used.coups,
            uncertain: used.uncertain,
            approval: ApprovalStatus::Unverified,
        }
    }
}

impl From<&Input> for LogHead {
    fn from(input: &Input) -> Self {
        let table = input.table.as_ref();
        let name = |of: fn(&InputTable) -> &String| table.map(of).cloned().unwrap_or_default();
        let content = input.content.as_ref();
        Self {
            log: input.log.clone(),
            path: input.path.clone(),
            venue: name(|table| &table.venue),
            game: name(|table| &table.game),
            table: name(|table| &table.table),
            source: input.source.as_ref().map(|source| (source.kind.clone(), source.id.clone())),
            sha256: input.sha256.clone(),
            content: content.map(|content| (content.sha256.clone(), content.bytes)),
            lines: content.map_or(input.records, |content| content.lines),
            authenticated: input.authenticated_records,
            span: input.span.clone(),
        }
    }
}

/// The sums. Amounts of two currencies are never added: where logs bear several, the four sums here are null, and those
/// of each currency stand under `currencies`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    /// How many coups.
    pub coups: u64,
    /// How many wagers.
    pub wagers: u64,
    /// Stakes, in minor units of the one currency.
    pub staked: Option<i128>,
    /// What went back to the players, in minor units.
    pub returned: Option<i128>,
    /// What was due to come back, in minor units.
    pub due: Option<i128>,
    /// `returned` − `due`, positive in the players' favour.
    pub net_variance: Option<i128>,
    /// The sums of each currency, in the order of their codes.
    #[serde(default)]
    pub currencies: Vec<CurrencyTotals>,
    /// What is owed to each patron, and by each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<OwedRow>,
    /// What of it is owed only on a condition: that the reading that is used holds, or that what could not be read does not
    /// decide otherwise. It is a part of the sums under `owed`; left out where nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed_on_condition: Vec<ConditionRow>,
    /// What was staked on records and wagers that could not be read, which is in no sum; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<UnreadMoney>,
    /// The sums of the coups of tournaments, in chips, which are no money; left out where there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentTotals>,
    /// Findings by code, those left out counted.
    pub by_code: BTreeMap<String, u64>,
    /// Findings by severity, those left out counted.
    pub by_severity: BTreeMap<String, u64>,
    /// Findings left out because more of their code were found than were asked for, by code.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub truncated: BTreeMap<String, u64>,
    /// Entries of the register left out for the same reason, by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub register_truncated: BTreeMap<String, u64>,
}

flat! {
    /// Sums over the coups of tournaments, in chips.
    pub struct TournamentTotals {
        /// How many coups.
        pub coups: u64,
        money: { staked, returned, due },
    }
}

impl TournamentTotals {
    fn of(totals: &ChipTotals) -> Option<Self> {
        let ChipTotals { coups, money } = *totals;
        (coups > 0).then_some(Self { coups, money })
    }
}

impl Summary {
    /// Takes over the sums and the counts; `max_per_code` says how many findings of one code, and entries of the register
    /// of one kind, are kept.
    #[must_use]
    pub fn new(
        totals: &Totals,
        currencies: Vec<CurrencyTotals>,
        counts: &Counts,
        register: &RegisterCounts,
        max_per_code: Option<u64>,
    ) -> Self {
        let one = |sum: i128| (currencies.len() < 2).then_some(sum);
        let nothing_judged = !currencies.is_empty() && currencies.iter().all(|sum| sum.money.nothing_judged());
        Self {
            coups: totals.coups,
            wagers: totals.money.wagers,
            staked: one(totals.money.staked),
            returned: one(totals.money.returned),
            due: one(totals.money.due).filter(|_| !nothing_judged),
            net_variance: one(totals.money.net_variance()).filter(|_| !nothing_judged),
            currencies,
            owed: Vec::new(),
            owed_on_condition: Vec::new(),
            unread: Vec::new(),
            tournament: TournamentTotals::of(&totals.tournament),
            by_code: counts.by_code.clone(),
            by_severity: counts.by_severity.clone(),
            truncated: counts.beyond(max_per_code),
            register_truncated: register.beyond(max_per_code),
        }
    }

    /// Takes over what is owed, and what the statements of money say of it.
    pub fn owing(&mut self, owing: Owing) {
        let Owing { patrons, conditions, unread } = owing;
        for totals in &mut self.currencies {
            let currency = totals.currency.clone();
            let own = conditions.iter().filter(|row| row.currency == currency);
            totals.owing(own, unread.iter().find(|sum| sum.currency.as_ref() == Some(&currency)));
        }
        (self.owed, self.owed_on_condition, self.unread) = (patrons, conditions, unread);
    }

    /// Says in the statements of money what was staked at tables of which it is uncertain which rules were in force.
    pub fn in_doubt(&mut self, played: &Played) {
        for totals in &mut self.currencies {
            let in_doubt = |table: &&TableTotals| {
                table.currency == totals.currency
                    && played.exceptions.iter().any(|row| {
                        (&row.venue, &row.game, &row.table) == (&table.venue, &table.game, &table.table)
                            && row.counts.uncertain > 0
                    })
            };
            let money: i128 = played.tables.iter().filter(in_doubt).map(|table| table.money.staked).sum();
            if money != 0 {
                let about = "staked at tables of which it is uncertain which rules were in force (ruleset/uncertain): what was due there rests on that";
                totals.statement.push(StatementLine { line: "uncertain".to_owned(), money, about: about.to_owned() });
            }
        }
    }

    /// Findings of each severity, the gravest first, those that are none left out; doubts about the ruleset are counted by
    /// [`Summary::uncertain`].
    #[must_use]
    pub fn by_gravity(&self) -> Vec<(Severity, u64)> {
        let doubts = |severity| if severity == Code::Uncertain.severity() { self.uncertain() } else { 0 };
        let counted = |severity: Severity| (severity, self.of(severity).saturating_sub(doubts(severity)));
        Severity::ALL.into_iter().rev().map(counted).filter(|(_, count)| *count > 0).collect()
    }

    /// How often it is not known which ruleset was in force.
    #[must_use]
    pub fn uncertain(&self) -> u64 {
        self.by_code.get(Code::Uncertain.as_str()).copied().unwrap_or(0)
    }

    /// How many lines and parts of records are not of the format, so that no one judged them.
    #[must_use]
    pub fn malformed(&self) -> u64 {
        self.by_code.get(Code::MalformedRecord.as_str()).copied().unwrap_or(0)
    }

    /// Findings of a severity.
    #[must_use]
    pub fn of(&self, severity: Severity) -> u64 {
        self.by_severity.get(severity.word()).copied().unwrap_or(0)
    }
}
