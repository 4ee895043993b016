//! The replay engine: coups in, findings out.
//!
//! A [`Replay`] reads a log through a [`resettle_coup_log::LogReader`], finds the ruleset in force for every coup,
//! re-deals and re-settles it, and returns what does not fit: all of it at the end ([`Replay::audit_log`]), or, for a
//! log of any length, each finding as it is found, to a [`Sink`] ([`Replay::log`]). The contract is
//! `docs/spec/adjudication.md`. Adjudication is total: any coup, however broken, gives findings, never an error. The
//! engine knows kinds of consequence; venues are data.
//!
//! `examples/judge_a_log.rs` is a whole program, with a trust store; `docs/library.md` says which crate is for what.
//!
//! ```
//! use resettle_audit::{Code, Replay, Settings};
//! use resettle_coup_log::LogReader;
//! use resettle_sealed_log::Digest;
//!
//! let open = format!(
//!     r#"{{"seq":0,"prev":"{}","at":"2026-03-02T20:00:00+08:00","type":"open","format":"coup-log/1","log":"l","source":{{"kind":"table","id":"T"}},"jurisdiction":"SG","venue":"mbs","game":"baccarat","table":"T","currency":"SGD","imported":true}}"#,
//!     Digest::ZERO
//! );
//! // Player has 8 and the Banker 3: 10,000 on Player have won, and came back alone.
//! let coup = format!(
//!     r#"{{"seq":1,"prev":"{}","at":"2026-03-02T20:01:00+08:00","type":"coup","shoe":"S-1","coup":1,"cards":["KS","TS","8D","3C"],"wagers":[{{"id":"w1","bet":"player","stake":10000,"returned":10000}}],"declared":{{"result":"player","player":8,"banker":3}}}}"#,
//!     Digest::of(open.as_bytes())
//! );
//! let log = format!("{open}\n{coup}\n");
//! let settings = Settings { registry: resettle_rulesets::registry()?, ..Settings::default() };
//! let audited = Replay::by(&settings).audit_log(LogReader::new(log.as_bytes(), None), "log.jsonl");
//! let underpaid = audited.audit.findings.iter().find(|finding| finding.code == Code::Underpaid).expect("a finding");
//! assert_eq!((underpaid.wager.as_deref(), underpaid.money), (Some("w1"), Some(-10_000)));
//! # Ok::<(), String>(())
//! ```

mod case;
mod catalogue;
mod claims;
mod coup;
mod engine;
mod finding;
mod history;
mod in_force;
mod irregularity;
mod join;
mod judge;
mod late;
mod moments;
mod money;
mod person;
mod placed_wager;
mod replay;
mod results;
mod ruleset_use;
mod settings;
mod settle;
mod several;
mod shoe;
mod sink;
mod slack;
mod stream;
mod table_limits;
mod totals;
mod tournament;
mod trace;

pub use catalogue::Code;
pub use coup::{DrawStep, Hands, Outcome, Played, play};
pub use engine::{Replay, authenticate_log};
pub use finding::{
    BY_ANOTHER, Finding, LATE_NOT_KNOWN, LAW_OUTSIDE, LOGGED_AT_THIS_COUP, ON_BALANCE, ON_WORD, Place, Severity,
};
pub use history::{History, Pair};
pub use join::{Expected, SourceSettings, Tolerance};
pub use late::{LateIncident, LateIncidents};
pub use money::Money;
pub use results::{Audit, AuditedLog, JoinError, JoinedAudit, JoinedReplay, LogSpan, ReplayedLog};
pub use ruleset_use::RulesetUse;
pub use settings::{Settings, Window};
pub use sink::{
    AtTerminal, CardOrder, Check, CoupResult, CoupSeen, Evidence, Memory, NotAsked, NotAtRisk, Registered, Routine,
    Sink, Steps, Stored, Subject, WagerSeen, WrittenAt,
};
pub use slack::Slack;
pub use stream::{SourceLog, Vouching};
pub use table_limits::BetLimits;
pub use totals::{ChipTotals, Totals};
pub use tournament::{
    CoupSummary, EventSummary, PrizeSummary, RankSummary, RoundSummary, Rulings, Seated, SessionSummary, TournamentLog,
    TournamentSummary, UnplayedSession, gather,
};
pub use trace::{CoupName, CoupTrace, Section, TraceStep};

/// Judges the tournaments recorded in the logs. Which of their records a seal vouches for was determined as the logs
/// were gathered.
#[must_use]
pub fn follow(logs: Vec<TournamentLog>, settings: &Settings) -> Rulings {
    tournament::follow(logs, &settings.registry, settings.named.as_ref())
}
