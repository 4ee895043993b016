use std::sync::Arc;

use resettle_ruleset::Cited;
use resettle_sealed_log::Time;
use serde::{Deserialize, Serialize};

use crate::catalogue::Code;

pub use crate::catalogue::Severity;

/// What a message says before the reading by which there is no finding.
pub const BY_ANOTHER: &str = "by another reading";

/// What a message says of wagers that moved either way, before what is left of that.
pub const ON_BALANCE: &str = "; on balance ";

/// What the message says of a coup that had to be void for an irregularity which nothing else in the log shows.
pub const ON_WORD: &str = "that it went wrong rests on the recorder's word alone";

/// What is said of a void that no clause grounds, where law that is none of the rules might.
pub const LAW_OUTSIDE: &str = "law outside the rules may ground it";

/// What a message says before what is logged of the coup that it is about.
pub const LOGGED_AT_THIS_COUP: &str = "logged at this coup: ";

/// What the message says of a time that is missing, where it is the one by which wagers are late.
pub const LATE_NOT_KNOWN: &str = "which wagers were late is not known";

/// The record at which a finding stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Which of the logs judged together holds the record, counted from 0.
    pub source: usize,
    /// Line, counted from 1; `None` if no line shows it.
    pub line: Option<u64>,
    /// The record's `seq`.
    pub seq: Option<u64>,
    /// SHA-256 of the record's bytes, in lower-case hex.
    pub record_sha256: Option<String>,
    /// When the record was written, as it says.
    pub at: Option<Time>,
    /// The shoe, if the record is a coup.
    pub shoe: Option<String>,
    /// The coup, if the record is a coup.
    pub coup: Option<u64>,
    /// The row of the source, if the coup was imported.
    pub source_row: Option<i64>,
    /// The id that the source gave the round, if the coup was imported.
    pub source_id: Option<String>,
}

/// The gravest of some findings, doubts about the ruleset apart.
pub(crate) fn gravest<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Option<Severity> {
    findings.into_iter().filter(|finding| !finding.code.is_doubt()).map(|finding| finding.severity).max()
}

/// Something that does not fit: what, where, the clause, what was expected and logged, the money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The stable code.
    pub code: Code,
    /// Its weight here.
    pub severity: Severity,
    /// The clause that grounds it, as `<ruleset id> <clause>`; `None` if no clause does.
    pub clause: Option<String>,
    /// The log's id; empty if the log has no readable `open`.
    pub log: Arc<str>,
    /// The file as it was named on the command line.
    pub file: Arc<str>,
    /// The record.
    pub place: Place,
    /// The wager, as the log names it, or `#3` for the third.
    pub wager: Option<String>,
    /// What the rules or the format expect.
    pub expected: Option<String>,
    /// What the log has instead; `None` where nothing is compared.
    pub logged: Option<String>,
    /// `returned` − due in minor units, positive in the player's favour; `None` if no money is at stake.
    pub money: Option<i64>,
    /// What was staked on all that it is about, in minor units, of a finding about many coups, or about a
    /// record or wager that could not be read.
    pub staked: Option<i128>,
    /// Whether stakes of what it is about could not be read, so that `staked` is a part of them.
    pub stakes_unread: bool,
    /// The finding in words. May quote text of the log: neutralise before printing.
    pub message: String,
    /// Whether a seal that counts vouches for the record.
    pub authenticated: bool,
    /// Whether another reading of the rules would give no finding here.
    pub reading: bool,
    /// The player of a tournament whom the finding is about.
    pub player: Option<String>,
    /// The part of the conditions that the finding is about.
    pub part: Option<String>,
    /// Whether its amounts are chips of a tournament, which are not money.
    pub chips: bool,
}

impl Finding {
    /// A finding of this code with its usual severity, to be filled in.
    #[must_use]
    pub fn new(code: Code, place: &Place, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            clause: None,
            log: Arc::from(""),
            file: Arc::from(""),
            place: place.clone(),
            wager: None,
            expected: None,
            logged: None,
            money: None,
            staked: None,
            stakes_unread: false,
            message: message.into(),
            authenticated: false,
            reading: false,
            player: None,
            part: None,
            chips: false,
        }
    }

    /// What grounds it; where that is a reading, so is the finding.
    pub(crate) fn clause(mut self, cited: Option<Cited>) -> Self {
        let Some(Cited { clause, reading }) = cited else { return self };
        self.clause = Some(clause);
        self.reading(reading)
    }

    pub(crate) fn wager(mut self, name: &str) -> Self {
        self.wager = Some(name.to_owned());
        self
    }

    pub(crate) fn compared(mut self, expected: impl ToString, logged: impl ToString) -> Self {
        self.expected = Some(expected.to_string());
        self.logged = Some(logged.to_string());
        self
    }

    pub(crate) fn money(mut self, money: i128) -> Self {
        // Sums beyond 64 bits cannot be stored in a report; they are capped at the bound instead of panicking.
        self.money = Some(i64::try_from(money).unwrap_or(if money < 0 { i64::MIN } else { i64::MAX }));
        self
    }

    pub(crate) fn player(mut self, name: &str) -> Self {
        self.player = Some(name.to_owned());
        self
    }

    /// Its money counts chips.
    pub(crate) fn chips(mut self) -> Self {
        self.chips = true;
        self
    }

    pub(crate) fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// It weighs no more than what is in doubt does.
    pub(crate) fn in_doubt(mut self) -> Self {
        self.severity = self.severity.min(Severity::IN_DOUBT);
        self
    }

    /// Marks the finding as resting on a reading; it is then `major` at most.
    pub(crate) fn reading(mut self, reading: bool) -> Self {
        self.reading |= reading;
        if reading { self.in_doubt() } else { self }
    }

    /// Says what another reading of the rules gives, by which there is no finding; nothing where every reading gives one.
    pub(crate) fn by_another(mut self, gives: Option<&str>) -> Self {
        let Some(gives) = gives else { return self };
        self.message.push_str("; ");
        self.message.push_str(BY_ANOTHER);
        self.message.push(' ');
        self.message.push_str(gives);
        self.reading(true)
    }

    /// The order in which findings are reported: log, line, wager, code.
    #[must_use]
    pub fn sort_key(&self) -> (&str, u64, &str, &str, &str) {
        let wager = self.wager.as_deref().unwrap_or("");
        (&self.log, self.place.line.unwrap_or(0), wager, self.code.as_str(), &self.message)
    }
}
