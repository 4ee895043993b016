//! Tournament play, separate from the replay: a state machine that follows the records of a tournament over all logs
//! that were given, and determines what is wrong with each record, and what is special about the settlement of
//! each coup. The contract is `tournament.md`. The rules are data: [`resettle_ruleset::Tournament`].
//!
//! [`gather`] takes from a log what concerns tournaments, [`follow`] judges that, and the replay reports what was found
//! at the record concerned: [`Rulings`]. Logs without such records are never read for this.

mod attendance;
mod bounds;
mod conditions;
mod coup;
mod desk;
mod early;
mod forms;
mod gather;
mod join;
mod level;
mod machine;
mod order;
mod play;
mod prizes;
mod ranking;
mod refunded;
mod results;
mod rounds;
mod rulings;
mod stakes;
mod start;
mod summary;
mod table;
mod turns;
mod unplayed;

pub use gather::{TournamentLog, gather};
pub(crate) use machine::follow;
pub use rulings::Rulings;
pub(crate) use rulings::{InSession, Ruling, TournamentTerms, WagerTerms};
pub use summary::{
    CoupSummary, EventSummary, PrizeSummary, RankSummary, RoundSummary, Seated, SessionSummary, TournamentSummary,
    UnplayedSession,
};
