use resettle_audit::{Code, Severity};
use resettle_ruleset::{Cite, Ruleset};

use crate::read::RowPlace;

/// What does not fit in a register: a code, the row, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The stable code.
    pub code: Code,
    /// Its weight here.
    pub severity: Severity,
    /// The clause that grounds it, as `<ruleset id> <clause>`.
    pub clause: Option<String>,
    /// Which row of the register it is found at.
    pub at: RowPlace,
    /// The promotion's id; none where the row names none.
    pub promotion: Option<String>,
    /// The prize, draw, claim, complaint or incident.
    pub item: Option<String>,
    /// The term that is missing.
    pub term: Option<String>,
    /// What the rules expect.
    pub expected: Option<String>,
    /// What the register says.
    pub logged: Option<String>,
    /// In words. May quote the register: neutralise before printing.
    pub message: String,
    /// Whether another reading of the rules would give no finding here.
    pub reading: bool,
}

impl Breach {
    pub(crate) fn new(code: Code, at: &RowPlace, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            clause: None,
            at: at.clone(),
            promotion: None,
            item: None,
            term: None,
            expected: None,
            logged: None,
            message: message.into(),
            reading: false,
        }
    }

    pub(crate) fn of(mut self, promotion: &str) -> Self {
        self.promotion = Some(promotion.to_owned());
        self
    }

    pub(crate) fn item(mut self, item: &str) -> Self {
        self.item = Some(item.to_owned());
        self
    }

    pub(crate) fn term(mut self, term: &str) -> Self {
        self.term = Some(term.to_owned());
        self
    }

    pub(crate) fn by(mut self, ruleset: &Ruleset, clause: &Cite) -> Self {
        let cited = ruleset.cite(clause);
        self.clause = Some(cited.clause);
        self.reading(cited.reading)
    }

    pub(crate) fn compared(mut self, expected: impl ToString, logged: impl ToString) -> Self {
        self.expected = Some(expected.to_string());
        self.logged = Some(logged.to_string());
        self
    }

    /// Marks it as resting on a reading; it is then `major` at most.
    pub(crate) fn reading(mut self, reading: bool) -> Self {
        if reading {
            self.reading = true;
            self.severity = self.severity.min(Severity::IN_DOUBT);
        }
        self
    }
}
