//! Waivers, rulings and actions: what somebody entitled decided about single findings, or about those of one code at one
//! table in some days.
//!
//! A disposition is shown next to its finding and hides nothing: the finding is still counted, and still fails the run.

mod book;
mod decode;
mod sheet;

use jiff::civil::Date;
use resettle_sealed_log::Digest;

pub use book::{Answer, Beyond, Book, Idle};
pub use sheet::{COLUMNS, OfSheet};

/// The dispositions of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dispositions {
    /// In the order of the file.
    pub all: Vec<Disposition>,
    /// How many entries are left open: `kind`, `reason` and `by` are blank, as a draft has them. They decide nothing.
    pub blank: u64,
}

/// One waiver, ruling or action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disposition {
    /// The line of the file where it is, from 1.
    pub line: u32,
    /// Which finding it is about.
    pub about: About,
    /// What was decided.
    pub kind: DispositionKind,
    /// Why.
    pub reason: String,
    /// The name of the person who decided.
    pub by: String,
    /// When it was decided, where that is said.
    pub on: Option<Date>,
    /// The last day on which it holds; none for what holds for good. Of an action the day on which it is due.
    pub until: Option<Date>,
    /// Who has to see to it, where that is said; an action says it.
    pub owner: Option<String>,
}

/// Which findings a disposition is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The one of this fingerprint.
    Finding(Digest),
    /// Those of one code at one coup of one log.
    Coup {
        /// The code of the findings.
        code: String,
        /// The log's id.
        log: String,
        /// The id of the shoe.
        shoe: String,
        /// The coup's number in its shoe.
        coup: u64,
        /// At this wager alone.
        wager: Option<String>,
    },
    /// Those of one code at one table whose records are of these days.
    Table {
        /// The code of the findings.
        code: String,
        /// The venue, as logs' `open` names it.
        venue: String,
        /// The table, as logs' `open` names it.
        table: String,
        /// The first day.
        from: Date,
        /// The last day.
        to: Date,
    },
}

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DispositionKind {
    /// It stands as a breach, and is not pursued.
    Waiver,
    /// It was looked into, and this is the answer.
    Ruling,
    /// Somebody looks into it, and there is no answer yet.
    Action,
}

impl DispositionKind {
    /// The word that files and reports use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Waiver => "waiver",
            Self::Ruling => "ruling",
            Self::Action => "action",
        }
    }
}
