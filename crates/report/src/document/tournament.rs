use std::borrow::Cow;
use std::collections::BTreeMap;

use resettle_audit::{
    CoupSummary, EventSummary, RankSummary, RoundSummary, SessionSummary, TournamentSummary, UnplayedSession,
};
use resettle_coup_log::{Bounds, Placing};
use serde::{Deserialize, Serialize};

/// A tournament, as its logs record it. Amounts of sessions are chips; prizes are money in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct TournamentRow {
    /// The name that joins its records.
    pub tournament: String,
    /// The jurisdiction, as its logs name it.
    pub jurisdiction: String,
    /// The venue, likewise.
    pub venue: String,
    /// The currency of its money, likewise.
    pub currency: String,
    /// The ruleset that judges it.
    pub ruleset: Option<String>,
    /// Whether its conditions are among the logs.
    pub conditions: bool,
    /// How many entered; who withdrew or was refused is none.
    pub entrants: u64,
    /// How many withdrew.
    pub withdrawn: u64,
    /// How many were refused.
    pub refused: u64,
    /// Whether it was cancelled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
    /// The fees that were paid and not refunded, in minor units.
    #[serde(default)]
    pub fees: i128,
    /// The prizes that were given.
    pub prizes: Vec<PrizeRow>,
    /// The sessions that were scheduled and of which the logs show no coup; none of a tournament that was cancelled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unplayed: Vec<UnplayedRow>,
    /// Its rounds, in order, with their tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundRow>,
    /// Its sessions, in the order in which they started.
    pub sessions: Vec<SessionRow>,
}

/// A prize that was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PrizeRow {
    /// The place reached, from 1.
    pub place: i64,
    /// The player's name or number, as the log writes it.
    pub player: String,
    /// What it is worth, in minor units.
    pub value: i64,
    /// What the conditions state for that place, where they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated: Option<i64>,
}

/// A session that was scheduled and of which the logs show no coup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct UnplayedRow {
    /// Its id within its tournament.
    pub session: String,
    /// The number of the round, from 1.
    pub round: i64,
    /// The table that was designated.
    pub table: String,
    /// Whether it started.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub started: bool,
}

/// The tables of one round, as the conditions state them and as they were played at. Play-offs count in none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RoundRow {
    /// The number of the round, from 1.
    pub round: i64,
    /// How many tables the conditions state, where they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<i64>,
    /// How many were designated.
    pub scheduled: u64,
    /// At how many a session started.
    pub held: u64,
    /// At how many a coup was dealt.
    pub played: u64,
}

/// The play of one table in one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SessionRow {
    /// Its id within its tournament.
    pub session: String,
    /// The number of the round, from 1.
    pub round: i64,
    /// `session`, `final` or `play_off`.
    pub kind: Cow<'static, str>,
    /// The session that a play-off decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The log's id.
    pub log: String,
    /// The table's id, as its logs write it.
    pub table: String,
    /// The line of its start.
    pub line: u64,
    /// When it started.
    pub started: String,
    /// When it ended, or null.
    pub ended: Option<String>,
    /// How many advance, or have a place in the last round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advance: Option<u64>,
    /// Whether it is of the last round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last_round: bool,
    /// Its players, as they sit.
    pub players: Vec<PlayerRow>,
    /// The bounds, where they change.
    pub levels: Vec<LevelRow>,
    /// Its coups, in the order of the log.
    pub coups: Vec<SessionCoupRow>,
    /// What befell players.
    pub events: Vec<EventRow>,
    /// The last result that was declared, or null.
    pub declared: Option<Vec<DeclaredPlace>>,
    /// Who is where by the logs, or null where that is not known.
    pub computed: Option<Vec<ComputedPlace>>,
}

/// A player of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PlayerRow {
    /// The player's name or number, as the log writes it.
    pub player: String,
    /// The seat, as the log writes it.
    pub seat: String,
    /// The chips that the player had at its start.
    pub chips: i64,
}

/// Bounds from a coup of the session on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct LevelRow {
    /// The first coup of the session for which they hold, from 1.
    pub coup: i64,
    /// The minimum of each bet.
    pub min: BTreeMap<String, i64>,
    /// The maximum of each bet.
    pub max: BTreeMap<String, i64>,
}

/// A coup of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SessionCoupRow {
    /// Its number in the session.
    pub number: i64,
    /// The id of its shoe; null where the log names none.
    pub shoe: Option<String>,
    /// Its number in the shoe.
    pub coup: Option<u64>,
    /// The line of its record.
    pub line: u64,
    /// Whether it is void.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub void: bool,
    /// What lay in front of each player after it, as they sit; null of who had left, and where it is not known.
    pub chips: Vec<Option<i128>>,
}

/// Something that befell a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct EventRow {
    /// After this coup of the session.
    pub after: i64,
    /// The player's name or number, as the log writes it.
    pub player: String,
    /// `eliminated`, `disqualified` or `issue`.
    pub event: Cow<'static, str>,
    /// Why, by the word of the record.
    pub ground: Cow<'static, str>,
    /// The chips given out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chips: Option<i64>,
}

/// A place that was declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DeclaredPlace {
    /// The place reached, from 1.
    pub place: i64,
    /// The player's name or number, as the log writes it.
    pub player: String,
    /// Whether the player advances.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub advances: bool,
}

/// Places as they follow from the logs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ComputedPlace {
    /// The first place that these players have.
    pub place: u64,
    /// Who; several where nothing parts them.
    pub players: Vec<String>,
    /// Whether they are tied.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tie: bool,
}

impl TournamentRow {
    /// The sessions of the last round, play-offs left out: they decide the tournament.
    pub fn finals(&self) -> impl Iterator<Item = &SessionRow> {
        self.sessions.iter().filter(|session| session.last_round)
    }

    /// The rounds that were played at other tables than the conditions state, or than were designated; none of a tournament
    /// that was cancelled.
    pub fn rounds_otherwise(&self) -> impl Iterator<Item = &RoundRow> {
        let differs = |row: &&RoundRow| {
            let stated = row.tables.and_then(|tables| u64::try_from(tables).ok());
            row.played != row.scheduled || stated.is_some_and(|stated| stated != row.played)
        };
        self.rounds.iter().filter(differs).filter(|_| !self.cancelled)
    }

    /// How many of its sessions are play-offs.
    #[must_use]
    pub fn play_offs(&self) -> usize {
        self.sessions.iter().filter(|session| session.kind == PLAY_OFF).count()
    }
}

impl SessionRow {
    /// The declared placings that count, in words; none where there is no result.
    #[must_use]
    pub fn declared_in_words(&self) -> Option<String> {
        let mut placings: Vec<&DeclaredPlace> = self.declared.as_ref()?.iter().collect();
        placings.sort_by_key(|placing| placing.place);
        let counts = |placing: &&&DeclaredPlace| {
            self.advance.is_none_or(|places| u64::try_from(placing.place).is_ok_and(|place| place <= places))
        };
        Some(joined(placings.iter().filter(counts).map(|placing| (placing.place.to_string(), placing.player.clone()))))
    }

    /// The computed placings that count, in words; none where they are not known.
    #[must_use]
    pub fn computed_in_words(&self) -> Option<String> {
        let counts = |rank: &&ComputedPlace| self.advance.is_none_or(|places| rank.place <= places);
        let ranks = self.computed.as_ref()?.iter().filter(counts);
        Some(joined(ranks.map(|rank| {
            let tied = if rank.tie { " (tied)" } else { "" };
            (rank.place.to_string(), format!("{}{tied}", rank.players.join(" and ")))
        })))
    }
}

fn joined(places: impl Iterator<Item = (String, String)>) -> String {
    places.map(|(place, who)| format!("{place} {who}")).collect::<Vec<_>>().join(", ")
}

const PLAY_OFF: &str = "play_off";

impl From<&TournamentSummary> for TournamentRow {
    fn from(summary: &TournamentSummary) -> Self {
        let prizes = summary.prizes.iter();
        Self {
            tournament: summary.tournament.clone(),
            jurisdiction: summary.jurisdiction.clone(),
            venue: summary.venue.clone(),
            currency: summary.currency.clone(),
            ruleset: summary.ruleset.clone(),
            conditions: summary.conditions,
            entrants: summary.entrants as u64,
            withdrawn: summary.withdrawn as u64,
            refused: summary.refused as u64,
            cancelled: summary.cancelled,
            prizes: prizes
                .map(|prize| PrizeRow {
                    place: prize.place,
                    player: prize.player.clone(),
                    value: prize.value,
                    stated: prize.stated,
                })
                .collect(),
            fees: summary.fees,
            unplayed: summary.unplayed.iter().map(unplayed).collect(),
            rounds: summary.rounds.iter().map(round).collect(),
            sessions: summary.sessions.iter().map(SessionRow::from).collect(),
        }
    }
}

impl From<&SessionSummary> for SessionRow {
    fn from(summary: &SessionSummary) -> Self {
        let players = summary.players.iter();
        Self {
            session: summary.session.clone(),
            round: summary.round,
            kind: Cow::Borrowed(summary.kind.word()),
            of: summary.of.clone(),
            log: summary.log.clone(),
            table: summary.table.clone(),
            line: summary.line,
            started: summary.started.to_string(),
            ended: summary.ended.as_ref().map(ToString::to_string),
            advance: summary.advance.map(|number| number as u64),
            last_round: summary.last_round,
            players: players
                .map(|own| PlayerRow { player: own.player.clone(), seat: own.seat.clone(), chips: own.chips })
                .collect(),
            levels: levels(&summary.coups),
            coups: summary.coups.iter().map(coup).collect(),
            events: summary.events.iter().map(event).collect(),
            declared: summary.declared.as_ref().map(|placings| placings.iter().map(declared).collect()),
            computed: summary.computed.as_ref().map(|ranks| computed(ranks)),
        }
    }
}

fn unplayed(session: &UnplayedSession) -> UnplayedRow {
    UnplayedRow {
        session: session.session.clone(),
        round: session.round,
        table: session.table.clone(),
        started: session.started,
    }
}

fn round(of: &RoundSummary) -> RoundRow {
    RoundRow {
        round: of.round,
        tables: of.tables,
        scheduled: of.scheduled as u64,
        held: of.held as u64,
        played: of.played as u64,
    }
}

/// The bounds of each coup that has others than the one before.
fn levels(coups: &[CoupSummary]) -> Vec<LevelRow> {
    let mut out: Vec<LevelRow> = Vec::new();
    for coup in coups {
        let Bounds { min, max } = &coup.level;
        if out.last().is_none_or(|last| (&last.min, &last.max) != (min, max)) {
            out.push(LevelRow { coup: coup.number, min: min.clone(), max: max.clone() });
        }
    }
    out
}

fn coup(reported: &CoupSummary) -> SessionCoupRow {
    SessionCoupRow {
        number: reported.number,
        shoe: reported.shoe.clone(),
        coup: reported.coup,
        line: reported.line,
        void: reported.void,
        chips: reported.chips.clone(),
    }
}

fn event(reported: &EventSummary) -> EventRow {
    EventRow {
        after: reported.after,
        player: reported.player.clone(),
        event: Cow::Borrowed(reported.what),
        ground: Cow::Borrowed(reported.ground),
        chips: reported.chips,
    }
}

fn declared(placing: &Placing) -> DeclaredPlace {
    DeclaredPlace { place: placing.place, player: placing.player.clone(), advances: placing.advances }
}

fn computed(ranks: &[RankSummary]) -> Vec<ComputedPlace> {
    let mut next = 1;
    let mut out = Vec::new();
    for rank in ranks {
        out.push(ComputedPlace { place: next, players: rank.players.clone(), tie: rank.tie });
        next += rank.players.len() as u64;
    }
    out
}
