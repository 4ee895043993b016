use std::borrow::Cow;

use resettle_audit::{Code, Finding, ON_BALANCE, Severity};
use resettle_game::Amount;
use resettle_oversight::carried::is_exception;
use resettle_oversight::staffing::Duty;
use resettle_oversight::{Exception, fingerprint};
use resettle_sealed_log::{A_LATER_SEAL_ALONE, Open};
use serde::{Deserialize, Serialize};

use super::owed::whose;
use super::{DecidedBy, DispositionNote};
use crate::print::neutral;

/// What the message of a seal that does not count says where a later one vouches for its lines.
pub const VOUCHED_LATER: &str = "a later seal vouches, as they are now, for lines ";

/// So many places severities have, that of words which are not known included.
pub const GRAVITIES: usize = Severity::ALL.len() + 1;

/// So many findings are named beside another.
const MOST_BESIDE: usize = 4;

/// The most bytes of what a finding beside another is said to be about.
const MOST_SAID: usize = 250;

/// A finding as reports write it. May quote text of a log: neutralise before printing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct FindingRow {
    /// The stable code; one that was read back may be of another version.
    pub code: Cow<'static, str>,
    /// Its weight.
    pub severity: Cow<'static, str>,
    /// The clause that grounds it.
    pub clause: Option<String>,
    /// The jurisdiction of the table that it is about, as its log or the roster names it; null where that is not known.
    #[serde(default)]
    pub jurisdiction: Option<String>,
    /// Its venue, likewise.
    #[serde(default)]
    pub venue: Option<String>,
    /// Its game, likewise.
    #[serde(default)]
    pub game: Option<String>,
    /// The table, likewise.
    #[serde(default)]
    pub table: Option<String>,
    /// The currency of its money, ISO 4217, as its log names it.
    #[serde(default)]
    pub currency: Option<String>,
    /// The log's id.
    pub log: String,
    /// The path of the file, as it was given.
    pub file: String,
    /// Line from 1.
    pub line: Option<u64>,
    /// The record's `seq`.
    pub seq: Option<u64>,
    /// The shoe's id; `None` where it is about no shoe.
    pub shoe: Option<String>,
    /// The coup's number in its shoe; `None` where it is about no coup.
    pub coup: Option<u64>,
    /// The wager's id; `None` where it is about no wager.
    pub wager: Option<String>,
    /// The player of a tournament whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The part of a tournament's conditions that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// The promotion, of a row of a register of promotions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<String>,
    /// Its prize, draw, claim, complaint or incident.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// The term that is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub term: Option<String>,
    /// What was expected.
    pub expected: Option<String>,
    /// What was logged.
    pub logged: Option<String>,
    /// `returned` − due in minor units.
    pub money: Option<i64>,
    /// What was staked on all that it is about, in minor units; of `reconcile/profile`, and of a record or wager that could not be read,
    /// whose stakes stand in no sum; left out of others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staked: Option<i128>,
    /// Whether stakes of a record or wager that could not be read are unknown: `staked` is then a part of them, or left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stakes_unread: bool,
    /// `chips` where its money counts chips of a tournament, which are no money; else left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Cow<'static, str>>,
    /// In words.
    pub message: String,
    /// What decides it, of a finding that judging a coup gave; left out of others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Box<DecidedBy>>,
    /// Other findings about the same record, the first of them: what they found may be what this one rests on. Left out where
    /// there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Beside>,
    /// Whether a seal that counts vouches for the record.
    pub authenticated: bool,
    /// SHA-256 of the record's bytes.
    pub record_sha256: Option<String>,
    /// Whether another reading of the rules would give no finding here.
    pub reading: bool,
    /// The row of the source of an imported coup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_row: Option<i64>,
    /// The id that the source gave an imported coup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_id: Option<String>,
    /// When the record was written, as it says; of a log that is missing the day that it should be of. Left out where
    /// neither is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Who was on duty when the record was written; left out where nobody says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duty: Option<Duty>,
    /// What makes it this finding and no other: see [`resettle_oversight::fingerprint`].
    #[serde(default)]
    pub fingerprint: String,
    /// A waiver or ruling about it; it counts all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disposition: Option<DispositionNote>,
}

/// Another finding about the same record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Beside {
    /// Its code.
    pub code: Cow<'static, str>,
    /// The wager that it is about, as the log names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wager: Option<String>,
    /// Its money: `returned` − due in minor units, or in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub money: Option<i64>,
    /// Of a record that could not be read as a whole: what of it, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
}

impl Beside {
    fn of(other: &FindingRow) -> Self {
        let unread = Code::parse(&other.code) == Some(Code::MalformedRecord);
        let what = other.message.split("; ").next().filter(|what| unread && what.len() <= MOST_SAID);
        Self { code: other.code.clone(), wager: other.wager.clone(), money: other.money, what: what.map(str::to_owned) }
    }
}

impl FindingRow {
    /// Whether another finding stands at the same record of a coup.
    #[must_use]
    pub fn is_beside(&self, other: &Self) -> bool {
        self.coup.is_some() && self.line.is_some() && self.log == other.log && self.line == other.line
    }

    /// Says which findings stand beside it, as far as they are few.
    pub fn stands_beside<'f>(&mut self, others: impl Iterator<Item = &'f Self>) {
        let others = others.filter(|other| Code::parse(&other.code).is_none_or(|code| !code.is_doubt()));
        self.beside = others.take(MOST_BESIDE).map(Beside::of).collect();
    }

    /// Says which table it is about.
    pub fn of(&mut self, open: &Open) {
        self.jurisdiction = Some(open.jurisdiction.clone());
        self.venue = Some(open.venue.clone());
        self.game = Some(open.game.clone());
        self.table = Some(open.table.clone());
        // Chips are in no currency.
        self.currency = Some(open.currency.clone()).filter(|_| self.unit.is_none());
    }

    /// A difference of its money, as people read it.
    #[must_use]
    pub fn difference(&self) -> Option<String> {
        self.money.map(|money| self.signed(money))
    }

    /// Says whether a seal that counts vouches for its record. Of a seal that does not count the message says then that a later one
    /// vouches for its lines.
    pub fn vouched(&mut self, vouched: bool) {
        self.authenticated = vouched;
        if vouched && self.message.contains(A_LATER_SEAL_ALONE) {
            self.message = self.message.replace(A_LATER_SEAL_ALONE, VOUCHED_LATER);
        }
    }

    /// The place of its severity, the most severe first: 0 for critical; the last of [`GRAVITIES`] for a word that is not known.
    #[must_use]
    pub fn gravity(&self) -> usize {
        let gravest_first = Severity::ALL.iter().rev();
        gravest_first.clone().position(|severity| severity.word() == self.severity).unwrap_or(Severity::ALL.len())
    }

    /// What of its money went back beyond what was due, and what was due and did not go back, in minor units: several wagers may
    /// be wrong either way, and `money` is what is left of that. `None` where it has no money, or its message alone says both.
    #[must_use]
    pub fn errors(&self) -> Option<(i128, i128)> {
        let money = i128::from(self.money?);
        let wagers = self.decided_by.as_ref().and_then(|by| by.wagers.as_ref());
        if self.message.contains(ON_BALANCE) {
            return None;
        }
        let either_way = wagers.map(|sum| (sum.overpaid, sum.underpaid)).filter(|(over, under)| over - under == money);
        Some(either_way.unwrap_or((money.max(0), (-money).max(0))))
    }

    /// By how much money it is put in order: all that was wrong either way.
    #[must_use]
    pub fn size(&self) -> u128 {
        let money = || u128::from(self.money.map_or(0, i64::unsigned_abs));
        self.errors().map_or_else(money, |(over, under)| over.unsigned_abs().saturating_add(under.unsigned_abs()))
    }

    /// A sum with its sign, in the finding's currency or in chips.
    pub(crate) fn signed(&self, money: i64) -> String {
        match self.unit.is_some() {
            true => format!("{money:+} chips"),
            false => Amount::new(money, self.unit().as_deref()).signed().to_string(),
        }
    }

    /// The currency, safe to print.
    pub(crate) fn unit(&self) -> Option<String> {
        self.currency.as_deref().map(neutral)
    }

    /// The player whom it is about, or whose wager, as [`super::OwedRow`] names them: the account, else seat or terminal and
    /// table.
    #[must_use]
    pub fn whose(&self) -> Option<String> {
        let of_wager = || whose(self.decided_by.as_ref()?.wager.as_ref()?, self.table.as_deref().unwrap_or_default());
        self.player.clone().or_else(of_wager)
    }

    /// Whether it says that a wager was paid wrongly.
    #[must_use]
    pub fn is_payment(&self) -> bool {
        Code::parse(&self.code).is_some_and(Code::is_payment)
    }

    /// Whether somebody has to answer it, and nobody has, or the answer is out of date.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let answered = self.disposition.as_ref().is_some_and(|note| !note.expired);
        !answered && is_exception(&self.code, &self.severity)
    }

    /// It as its fingerprint and dispositions see it.
    #[must_use]
    pub fn exception(&self) -> Exception<'_> {
        Exception {
            code: &self.code,
            log: &self.log,
            seq: self.seq,
            record_sha256: self.record_sha256.as_deref(),
            shoe: self.shoe.as_deref(),
            coup: self.coup,
            wager: self.wager.as_deref(),
            expected: self.expected.as_deref(),
            logged: self.logged.as_deref(),
            money: self.money,
            venue: self.venue.as_deref(),
            table: self.table.as_deref(),
            day: Exception::day_of(self.at.as_deref()),
        }
    }

    /// The order of reports: log, line, wager, code, then the words and the file.
    #[must_use]
    pub fn sort_key(&self) -> (&str, u64, &str, &str, &str, &str) {
        let wager = self.wager.as_deref().unwrap_or("");
        (&self.log, self.line.unwrap_or(0), wager, &self.code, &self.message, &self.file)
    }
}

impl From<&Finding> for FindingRow {
    fn from(finding: &Finding) -> Self {
        let place = &finding.place;
        let mut row = Self {
            code: Cow::Borrowed(finding.code.as_str()),
            severity: Cow::Borrowed(finding.severity.word()),
            clause: finding.clause.clone(),
            jurisdiction: None,
            venue: None,
            game: None,
            table: None,
            currency: None,
            log: finding.log.to_string(),
            file: finding.file.to_string(),
            line: place.line,
            seq: place.seq,
            shoe: place.shoe.clone(),
            coup: place.coup,
            wager: finding.wager.clone(),
            player: finding.player.clone(),
            part: finding.part.clone(),
            promotion: None,
            item: None,
            term: None,
            expected: finding.expected.clone(),
            logged: finding.logged.clone(),
            money: finding.money,
            staked: finding.staked,
            stakes_unread: finding.stakes_unread,
            unit: finding.chips.then_some(Cow::Borrowed("chips")),
            message: finding.message.clone(),
            decided_by: None,
            beside: Vec::new(),
            authenticated: finding.authenticated,
            record_sha256: place.record_sha256.clone(),
            reading: finding.reading,
            source_row: place.source_row,
            source_id: place.source_id.clone(),
            at: place.at.as_ref().map(ToString::to_string),
            duty: None,
            fingerprint: String::new(),
            disposition: None,
        };
        row.fingerprint = fingerprint(&row.exception()).to_string();
        row
    }
}
