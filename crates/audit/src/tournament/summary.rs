use resettle_coup_log::{Bounds, Placing, SessionKind};
use resettle_sealed_log::Time;

/// A tournament as its logs record it, and what it led to. Amounts of sessions are chips, all others money in minor units.
#[derive(Clone, Debug, Default)]
pub struct TournamentSummary {
    /// Its name.
    pub tournament: String,
    /// The jurisdiction of its logs.
    pub jurisdiction: String,
    /// The venue's id, as its logs write it.
    pub venue: String,
    /// The currency of its money.
    pub currency: String,
    /// The ruleset that judges it.
    pub ruleset: Option<String>,
    /// Whether conditions are among the logs.
    pub conditions: bool,
    /// How many entered, not counting those who withdrew or were refused.
    pub entrants: usize,
    /// How many withdrew.
    pub withdrawn: usize,
    /// How many were refused.
    pub refused: usize,
    /// Whether it was cancelled.
    pub cancelled: bool,
    /// The fees that were paid and not refunded, in minor units.
    pub fees: i128,
    /// The prizes, as they were given.
    pub prizes: Vec<PrizeSummary>,
    /// The sessions that were scheduled and of which the logs show no coup, by name; none of a tournament that was
    /// cancelled.
    pub unplayed: Vec<UnplayedSession>,
    /// Its rounds, in order: those that the conditions state, that were scheduled or of which a session started.
    pub rounds: Vec<RoundSummary>,
    /// The sessions, in the order in which they started.
    pub sessions: Vec<SessionSummary>,
}

/// A prize that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrizeSummary {
    /// The place reached, from 1.
    pub place: i64,
    /// The player's name or number, as the log writes it.
    pub player: String,
    /// What it is worth, in minor units.
    pub value: i64,
    /// What the conditions state for that place; `None` if they state nothing.
    pub stated: Option<i64>,
}

/// A session that was scheduled and of which the logs show no coup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnplayedSession {
    /// Its key.
    pub session: String,
    /// The number of the round, from 1.
    pub round: i64,
    /// The table that was designated.
    pub table: String,
    /// Whether it started.
    pub started: bool,
}

/// The tables of one round. Play-offs count in none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundSummary {
    /// The number of the round, from 1.
    pub round: i64,
    /// How many tables the conditions state; `None` if they do not.
    pub tables: Option<i64>,
    /// How many were designated.
    pub scheduled: usize,
    /// At how many a session started.
    pub held: usize,
    /// At how many a coup was dealt.
    pub played: usize,
}

/// The play of one table in one round.
#[derive(Clone, Debug)]
pub struct SessionSummary {
    /// Its key.
    pub session: String,
    /// The number of the round, from 1.
    pub round: i64,
    /// A session of a round, a final or a play-off, as its start says.
    pub kind: SessionKind,
    /// The session whose tie a play-off breaks.
    pub of: Option<String>,
    /// The log's id.
    pub log: String,
    /// The table's id, as its logs write it.
    pub table: String,
    /// The line of its start.
    pub line: u64,
    /// When its start was written.
    pub started: Time,
    /// When it ended, if the log records that.
    pub ended: Option<Time>,
    /// How many advance, or have a place in the last round; `None` if the conditions do not state it, and for play-offs.
    pub advance: Option<usize>,
    /// Whether it is of the last round.
    pub last_round: bool,
    /// Its players, as they sit.
    pub players: Vec<Seated>,
    /// What was dealt in it, in the order of play.
    pub coups: Vec<CoupSummary>,
    /// Who left it, or came back, in that order.
    pub events: Vec<EventSummary>,
    /// The last result that was declared.
    pub declared: Option<Vec<Placing>>,
    /// Who is placed where according to the logs; `None` if chips are not known or nothing is judged.
    pub computed: Option<Vec<RankSummary>>,
}

/// A player of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// The player's name or number, as the log writes it.
    pub player: String,
    /// The seat at which the player sits, as the log writes it.
    pub seat: String,
    /// With how many chips.
    pub chips: i64,
}

/// A coup of a session.
#[derive(Clone, Debug)]
pub struct CoupSummary {
    /// Its number in the session, from 1.
    pub number: i64,
    /// The shoe's id; `None` where its record names none.
    pub shoe: Option<String>,
    /// Its number in the shoe.
    pub coup: Option<u64>,
    /// The line of its record.
    pub line: u64,
    /// Whether it is void.
    pub void: bool,
    /// The bounds in force.
    pub level: Bounds,
    /// What lay in front of each player after it, as they sit: as counted, if that was done, else as computed; `None`
    /// for those who had left, and if it is not known. Empty beyond the first coups of a session that has more players times
    /// coups than are kept.
    pub chips: Vec<Option<i128>>,
}

/// Something that happened to a player between two coups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventSummary {
    /// After this coup of the session; 0: before the first.
    pub after: i64,
    /// The player's name or number, as the log writes it.
    pub player: String,
    /// What: `eliminated`, `disqualified`, `issue`.
    pub what: &'static str,
    /// Why, as the log words it.
    pub ground: &'static str,
    /// The chips given out.
    pub chips: Option<i64>,
}

/// Players of one rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankSummary {
    /// Who; several if nothing separates them.
    pub players: Vec<String>,
    /// Whether they are tied, so that a play-off has to break the tie if it makes a difference.
    pub tie: bool,
}
