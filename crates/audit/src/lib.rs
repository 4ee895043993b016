//! The replay engine: coups in, findings out.
//!
//! [`audit_log_to`] reads a log through a [`resettle_coup_log::LogReader`], finds the ruleset in force
//! for every coup, re-deals and re-settles it, and tells what does not fit to a
//! [`Sink`]. The contract is `adjudication.md`. Adjudication is total: any coup, however broken, gives findings, never an
//! error. The engine knows kinds of consequence; venues are data.

mod catalogue;
mod claims;
mod coup;
mod finding;
mod history;
mod irregularity;
mod join;
mod judge;
mod moments;
mod replay;
mod settle;
mod shoe;
mod sink;
mod stream;
mod tournament;
mod trace;

pub use catalogue::Code;
pub use claims::Slack;
pub use coup::{DrawStep, Hands, Outcome, Played, play};
pub use finding::{Finding, Place, Severity};
pub use history::{History, Pair};
pub use join::{
    Expected, JoinError, JoinedAudit, JoinedReplay, SourceSettings, audit_sources, audit_sources_to, explain_in_sources,
};
pub use replay::{
    Audit, AuditedLog, ChipTotals, ReplayedLog, RulesetUse, Settings, Totals, Window, audit_log, audit_log_to,
    audit_stream_to, authenticate_log, explain_in_log,
};
pub use sink::{
    CleanCoup, CleanWager, CoupResult, CoupSeen, Evidence, Memory, NotAtRisk, Registered, Sink, Steps, Subject,
    WagerSeen,
};
pub use stream::{LogSpan, SourceLog, Vouching};
pub use tournament::{
    CoupTold, EventTold, PrizeTold, RankTold, Rulings, Seated, SessionStory, TournamentLog, TournamentStory, follow,
    gather,
};
pub use trace::{CoupName, CoupTrace, Section, Step};
