//! What a log states about tournament play: `tournament.md`. Amounts of chips are in the same integer units as money,
//! but are not money.

mod conditions;
mod coup;
mod desk;
mod play;

use std::collections::BTreeMap;

use resettle_game::Role;
use resettle_sealed_log::Time;

use crate::declare::{Beside, Name, events, record};

pub use conditions::*;
pub use coup::*;
pub use desk::*;
pub use play::*;

record! {
    /// A `session` record.
    Session {
        /// The tournament, which joins records of several logs.
        tournament: String = Name,
        /// What happened.
        event: SessionEvent,
    }
}

events! {
    /// The contents of a `session` record.
    SessionEvent {
        /// The published conditions.
        Conditions = "conditions" {
            /// When they were published.
            published: Time,
            /// What they say.
            conditions: Box<Conditions> = Beside,
        },
        /// A player enters, or is refused.
        Entry = "entry" (TournamentEntry),
        /// A fee goes back.
        Refund = "refund" (Refund),
        /// The tournament does not take place.
        Cancelled = "cancelled" {
            /// The role of who decided or acted; `None` where the log names none.
            by: Option<Role>,
        },
        /// A table and a time for a session.
        Schedule = "schedule" (Schedule),
        /// A prize is given.
        Prize = "prize" (Prize),
        /// A session begins.
        Start = "start" (Start),
        /// Bounds from the next coup on.
        Level = "level" {
            /// The session's id within its tournament.
            session: String = Name,
            /// Minimum by bet.
            min: BTreeMap<String, i64> = 0..,
            /// Maximum by bet.
            max: BTreeMap<String, i64> = 0..,
        },
        /// Chips are given out while a session runs.
        Issue = "issue" (Issue),
        /// A breach was found.
        Breach = "breach" {
            /// The session's id within its tournament.
            session: String = Name,
            /// The player's name or number, as the log writes it.
            player: String = Name,
            /// What the player did.
            kind: BreachKind,
        },
        /// A player is eliminated.
        Eliminated = "eliminated" {
            /// The session's id within its tournament.
            session: String = Name,
            /// The player's name or number, as the log writes it.
            player: String = Name,
            /// Why the player is out.
            ground: EliminationGround,
        },
        /// A player is disqualified.
        Disqualified = "disqualified" {
            /// The session's id within its tournament.
            session: String = Name,
            /// The player's name or number, as the log writes it.
            player: String = Name,
            /// What the player is disqualified for.
            ground: DisqualificationGround,
            /// The role of who decided or acted; `None` where the log names none.
            by: Option<Role>,
        },
        /// A dispute is opened.
        Dispute = "dispute" {
            /// The session's id within its tournament.
            session: String = Name,
            /// Its id, which the record of its settlement repeats.
            dispute: String = Name,
        },
        /// A dispute is settled.
        DisputeSettled = "dispute_settled" {
            /// The session's id within its tournament.
            session: String = Name,
            /// The id under which it was opened.
            dispute: String = Name,
            /// The role of who decided or acted; `None` where the log names none.
            by: Option<Role>,
        },
        /// The chips in front of each player.
        Count = "count" {
            /// The session's id within its tournament.
            session: String = Name,
            /// Player and chips.
            counts: Vec<ChipCount>,
        },
        /// A session ends.
        End = "end" (End),
        /// Who is placed where.
        Result = "result" {
            /// The session's id within its tournament.
            session: String = Name,
            /// The place of each player, and who advances.
            placings: Vec<Placing>,
        },
    } else
    /// An event that the format does not know.
    Unknown
}

impl SessionEvent {
    /// The session that the event names.
    #[must_use]
    pub fn session(&self) -> Option<&str> {
        Some(match self {
            Self::Conditions { .. }
            | Self::Entry(_)
            | Self::Refund(_)
            | Self::Cancelled { .. }
            | Self::Prize(_)
            | Self::Unknown(_) => return None,
            Self::Schedule(schedule) => &schedule.session,
            Self::Start(start) => &start.session,
            Self::Issue(issue) => &issue.session,
            Self::End(end) => &end.session,
            Self::Level { session, .. }
            | Self::Breach { session, .. }
            | Self::Eliminated { session, .. }
            | Self::Disqualified { session, .. }
            | Self::Dispute { session, .. }
            | Self::DisputeSettled { session, .. }
            | Self::Count { session, .. }
            | Self::Result { session, .. } => session,
        })
    }
}
