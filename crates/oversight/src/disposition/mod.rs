//! Waivers and rulings: what somebody entitled decided about single findings.
//!
//! A disposition stands beside its finding and hides nothing: the finding is still counted, and still fails the run.

mod book;
mod decode;

use jiff::civil::Date;
use resettle_coup_log::Digest;

pub use book::{Answer, Book, Idle};

/// The dispositions of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dispositions {
    /// In the order of the file.
    pub all: Vec<Disposition>,
}

/// One waiver or ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disposition {
    /// The line of the file where it stands, from 1.
    pub line: u32,
    /// Which finding it is about.
    pub about: About,
    /// What was decided.
    pub kind: DispositionKind,
    /// Why.
    pub reason: String,
    /// Who decided.
    pub by: String,
    /// The last day on which it holds; none for a ruling that holds for good.
    pub until: Option<Date>,
}

/// Which findings a disposition is about; never more than those of one coup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The one of this fingerprint.
    Finding(Digest),
    /// Those of one code at one coup of one log.
    Coup {
        /// The code.
        code: String,
        /// The log's id.
        log: String,
        /// The shoe.
        shoe: String,
        /// The coup.
        coup: u64,
        /// At this wager alone.
        wager: Option<String>,
    },
}

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DispositionKind {
    /// It stands as a breach, and is not pursued.
    Waiver,
    /// It was looked into, and this is the answer.
    Ruling,
}

impl DispositionKind {
    /// The word that files and reports use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Waiver => "waiver",
            Self::Ruling => "ruling",
        }
    }
}
