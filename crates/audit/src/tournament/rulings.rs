use std::collections::BTreeMap;
use std::sync::Arc;

use resettle_coup_log::Bounds;
use resettle_ruleset::{Cited, Ruleset};
use resettle_sealed_log::{Digest, Moment};

use super::summary::TournamentSummary;
use crate::finding::{Finding, Place};

/// What was found about the records of tournaments, by record.
#[derive(Clone, Debug, Default)]
pub struct Rulings {
    records: BTreeMap<Digest, Ruling>,
    summaries: Vec<TournamentSummary>,
}

/// What was found about one record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ruling {
    /// The findings, without the place, which the replay knows.
    pub(crate) findings: Vec<Finding>,
    /// The ruleset of its tournament, and why it is uncertain that it was in force.
    pub(crate) ruleset: Option<(Arc<Ruleset>, Option<Arc<str>>)>,
    /// For a coup: how it is settled.
    pub(crate) terms: Option<Arc<TournamentTerms>>,
}

impl Rulings {
    /// What was found about the record at a place, if it is a record of a tournament.
    pub(crate) fn of(&self, place: &Place) -> Option<&Ruling> {
        self.records.get(&Digest::from_hex(place.record_sha256.as_deref()?)?)
    }

    /// The tournaments, by venue, currency and name.
    #[must_use]
    pub fn summaries(&self) -> &[TournamentSummary] {
        &self.summaries
    }

    pub(super) fn add_summary(&mut self, summary: TournamentSummary) {
        self.summaries.push(summary);
    }

    /// What was found about a coup is reported at this part of it too: the join knows which part is its place.
    pub(super) fn alike(&mut self, part: Digest, coup: Digest) {
        if let Some(ruling) = self.records.get(&coup).cloned() {
            self.records.insert(part, ruling);
        }
    }

    pub(super) fn at(&mut self, record: Digest) -> &mut Ruling {
        self.records.entry(record).or_default()
    }
}

/// How a coup of a tournament is settled. Amounts are chips.
#[derive(Clone, Debug, Default)]
pub(crate) struct TournamentTerms {
    /// The smallest tournament chip.
    pub(crate) chip: i64,
    /// The first announcement of an undisclosed wager that lies in its window: the close of all other wagers.
    pub(crate) announced: Option<Moment>,
    /// The clause by which that announcement is the close; none where the ruleset has none.
    pub(crate) announced_clause: Option<Cited>,
    /// The clause by which a wager made in turn may not be taken back.
    pub(crate) turn_clause: Option<Cited>,
    /// The wagers with special treatment, by name.
    pub(crate) wagers: BTreeMap<String, WagerTerms>,
    /// Wagers of one player on one bet that count for less than was staked.
    pub(crate) lots: Vec<PlayersWagers>,
    /// The session as the coup finds it; `None` if the session is not running.
    pub(crate) session: Option<InSession>,
}

/// A session as a coup finds it.
#[derive(Clone, Debug, Default)]
pub(crate) struct InSession {
    /// The number of the tournament's round, from 1.
    pub(crate) round: i64,
    /// Which coup of the session it is, from 1.
    pub(crate) coup: i64,
    /// Whether it is a play-off.
    pub(crate) play_off: bool,
    /// Whether conditions are among the logs; without them no bounds are judged.
    pub(crate) known: bool,
    /// The bounds in force.
    pub(crate) level: Bounds,
    /// Seat, player and chips before the coup of all who are in; `None` for chips that are not known.
    pub(crate) players: Vec<(String, String, Option<i128>)>,
}

/// The special treatment of one wager.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WagerTerms {
    /// It resulted from a form: the announcement does not close it.
    pub(crate) undisclosed: bool,
    /// It was made in turn, and may not be taken back.
    pub(crate) in_turn: bool,
    /// It is its player's first of the coup.
    pub(crate) first: bool,
    /// How much of it counts, if that is less than its stake.
    pub(crate) counts: Option<i64>,
    /// It is below the minimum and cannot be made up: void.
    pub(crate) void: bool,
    /// The same of a player who should have been eliminated before and whose chips are not known: void is right as well as
    /// settled.
    pub(crate) may_be_void: bool,
}

/// Wagers of one player on one bet.
#[derive(Clone, Debug)]
pub(crate) struct PlayersWagers {
    /// Their names.
    pub(crate) members: Vec<String>,
    /// The one placed last.
    pub(crate) last: String,
    /// Whose they are.
    pub(crate) player: String,
    /// What was staked, in minor units.
    pub(crate) staked: i128,
    /// How much of that counts: less than all of it.
    pub(crate) counts: i128,
    /// Whether it is above the maximum; else its increments are incomplete, or it is restricted.
    pub(crate) over: bool,
    /// The clause by which, cited; none where the ruleset has none.
    pub(crate) clause: Option<Cited>,
}
