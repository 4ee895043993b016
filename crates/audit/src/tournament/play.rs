use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::{Bounds, SessionKind};
use resettle_sealed_log::{Digest, Moment};

use super::summary::{EventSummary, SessionSummary};

/// Of how many players times coups of a session the chips are kept: far beyond any tournament that is played.
const MOST_CHIPS: i64 = 50_000;

/// The state of a session. Amounts are chips.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) log: usize,
    pub(super) round: i64,
    pub(super) kind: SessionKind,
    pub(super) of: Option<String>,
    pub(super) boxes: i64,
    pub(super) start: Digest,
    pub(super) started: Moment,
    pub(super) inventory: i64,
    pub(super) players: BTreeMap<String, Player>,
    /// How many coups it has had, including void ones but not no-bet coups.
    pub(super) coups: i64,
    /// The same without void ones.
    pub(super) settled: i64,
    /// What a `level` record set.
    pub(super) level: Option<Bounds>,
    /// For a play-off: the level that its session ended with.
    pub(super) fixed: Option<Bounds>,
    pub(super) last_coup: Option<Digest>,
    /// Who was counted since the last coup.
    pub(super) counted: BTreeSet<String>,
    pub(super) disputes: BTreeMap<String, (Moment, Option<Moment>)>,
    pub(super) owed: Vec<Owed>,
    /// Eliminations that the next coup or the end will confirm or refute.
    pub(super) eliminations: Vec<Elimination>,
    pub(super) eliminated: u32,
    pub(super) ended: Option<Digest>,
    pub(super) results: Vec<Vec<resettle_coup_log::Placing>>,
    /// The session as it is reported to people.
    pub(super) summary: SessionSummary,
}

/// One player of a session.
#[derive(Clone, Debug, Default)]
pub(super) struct Player {
    pub(super) seat: String,
    /// `None` if they are not known, until the next count.
    pub(super) chips: Option<i128>,
    pub(super) paid: i64,
    pub(super) is_in: bool,
    /// Disqualified, or eliminated for want of the buy-in: without a place.
    pub(super) unplaced: bool,
    pub(super) disqualified: bool,
    pub(super) fell: Option<Fall>,
    /// A wager of theirs was void because it could not be made up.
    pub(super) unable: bool,
    /// It was reported that they were not eliminated.
    pub(super) reported: bool,
    pub(super) passes: i64,
    pub(super) forms: i64,
    pub(super) absences: u32,
    /// What they wagered in the last coup.
    pub(super) wagered: i128,
}

/// How a player fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fall {
    pub(super) coup: i64,
    pub(super) chips: i128,
    pub(super) wagered: i128,
    /// Which elimination record of the session states it; 0 if none does.
    pub(super) record: u32,
}

/// A disqualification that is owed before the next coup or the end; otherwise a finding is reported at this record.
#[derive(Clone, Debug)]
pub(super) struct Owed {
    pub(super) record: Digest,
    pub(super) player: String,
    pub(super) why: Why,
}

/// Why a disqualification is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    NoWager { absent: bool },
    Concealing,
    ChipsAdded(i64),
}

/// An elimination for holding less than the minimum.
#[derive(Clone, Debug)]
pub(super) struct Elimination {
    pub(super) record: Digest,
    pub(super) player: String,
    pub(super) chips: Option<i128>,
    pub(super) order: u32,
}

impl Play {
    /// The players who have not left the session, by name.
    pub(super) fn those_in(&self) -> impl Iterator<Item = (&String, &Player)> {
        self.players.iter().filter(|(_, player)| player.is_in)
    }

    /// Who sits where, in a separate type so that it can be looked up while the session changes.
    pub(super) fn clone_players(&self) -> Seating {
        Seating { boxes: self.boxes, players: self.players.clone() }
    }

    /// Chips in front of each player, as they sit; none for those who are out.
    pub(super) fn stacks(&self) -> Vec<Option<i128>> {
        let of =
            |player: &String| self.players.get(player).filter(|player| player.is_in).and_then(|player| player.chips);
        self.summary.players.iter().map(|seated| of(&seated.player)).collect()
    }

    /// Whether what lies in front of each player is kept of the coup that is on: a session of many players and coups is no
    /// grid of them.
    pub(super) fn keeps_chips(&self) -> bool {
        let players = i64::try_from(self.players.len()).unwrap_or(i64::MAX);
        players.saturating_mul(self.coups) <= MOST_CHIPS
    }

    /// Notes what happened to a player.
    pub(super) fn befell(&mut self, player: &str, what: &'static str, ground: &'static str, chips: Option<i64>) {
        self.summary.events.push(EventSummary { after: self.coups, player: player.to_owned(), what, ground, chips });
    }

    pub(super) fn is_play_off(&self) -> bool {
        self.kind == SessionKind::PlayOff
    }
}

/// Who sits where.
#[derive(Clone, Debug)]
pub(super) struct Seating {
    pub(super) boxes: i64,
    pub(super) players: BTreeMap<String, Player>,
}

impl Seating {
    /// Who sits at a seat.
    pub(super) fn at_seat(&self, seat: &str) -> Option<&str> {
        let here = || self.players.iter().filter(|(_, player)| player.seat == seat);
        let found = here().find(|(_, player)| player.is_in).or_else(|| here().next());
        found.map(|(name, _)| name.as_str())
    }
}

impl Player {
    /// The same before the current coup, which may have shown that they are unable.
    pub(super) fn overdue_before(&self) -> bool {
        self.is_in && self.reported
    }

    /// Whether they should have been eliminated but are in.
    pub(super) fn overdue(&self) -> bool {
        self.is_in && (self.fell.is_some() || self.unable)
    }
}
