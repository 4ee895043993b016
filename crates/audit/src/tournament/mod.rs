//! Tournament play, beside the replay: a machine of its own that follows the records of a tournament over all logs that
//! were handed over, and says of each what is wrong with it, and of each coup what is special about its settlement. The
//! contract is `tournament.md`. The rules are data: [`resettle_ruleset::Tournament`].
//!
//! [`gather`] takes from a log what concerns tournaments, [`follow`] judges that, and the replay tells what was found
//! where the record stands: [`Rulings`]. Logs without such records are never read for this.

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
mod ranking;
mod results;
mod rulings;
mod stakes;
mod start;
mod story;
mod table;
mod turns;

pub use gather::{TournamentLog, gather};
pub(crate) use machine::follow;
pub use rulings::Rulings;
pub(crate) use rulings::{InSession, Ruling, Terms, WagerTerms};
pub use story::{CoupTold, EventTold, PrizeTold, RankTold, Seated, SessionStory, TournamentStory};
