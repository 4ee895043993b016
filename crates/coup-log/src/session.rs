//! What a log states about tournament play: `tournament.md`. Amounts of chips are in the same integer units as money,
//! but are not money.

use std::collections::BTreeMap;

use resettle_game::Role;

use resettle_sealed_log::Time;

/// A `session` record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The tournament, which joins records of several logs.
    pub tournament: String,
    /// What happened.
    pub event: SessionEvent,
}

/// The contents of a `session` record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionEvent {
    /// The published conditions.
    Conditions(Box<Conditions>),
    /// Somebody enters, or is refused.
    Entry(TournamentEntry),
    /// A fee goes back.
    Refund(Refund),
    /// The tournament does not take place.
    Cancelled(Option<Role>),
    /// A table and a time for a session.
    Schedule(Schedule),
    /// A prize is given.
    Prize(Prize),
    /// A session begins.
    Start(Start),
    /// Bounds from the next coup on.
    Level {
        /// The session's id within its tournament.
        session: String,
        /// Minimum and maximum of each bet.
        bounds: Bounds,
    },
    /// Chips are given out while a session runs.
    Issue(Issue),
    /// A breach was found.
    Breach {
        /// The session's id within its tournament.
        session: String,
        /// The player's name or number, as the log writes it.
        player: String,
        /// What.
        kind: BreachKind,
    },
    /// A player is eliminated.
    Eliminated {
        /// The session's id within its tournament.
        session: String,
        /// The player's name or number, as the log writes it.
        player: String,
        /// Why.
        ground: EliminationGround,
    },
    /// A player is disqualified.
    Disqualified {
        /// The session's id within its tournament.
        session: String,
        /// The player's name or number, as the log writes it.
        player: String,
        /// Why.
        ground: DisqualificationGround,
        /// The role of who decided or acted; `None` where the log names none.
        by: Option<Role>,
    },
    /// A dispute is opened.
    Dispute {
        /// The session's id within its tournament.
        session: String,
        /// Its id.
        dispute: String,
    },
    /// A dispute is settled.
    DisputeSettled {
        /// The session's id within its tournament.
        session: String,
        /// Its id.
        dispute: String,
        /// The role of who decided or acted; `None` where the log names none.
        by: Option<Role>,
    },
    /// The chips in front of each player.
    Count {
        /// The session's id within its tournament.
        session: String,
        /// Player and chips.
        counts: Vec<(String, i64)>,
    },
    /// A session ends.
    End(End),
    /// Who is placed where.
    Result {
        /// The session's id within its tournament.
        session: String,
        /// The placings.
        placings: Vec<Placing>,
    },
    /// An event that the format does not know.
    Unknown(String),
}

impl SessionEvent {
    /// The session that the event names.
    #[must_use]
    pub fn session(&self) -> Option<&str> {
        Some(match self {
            Self::Conditions(_)
            | Self::Entry(_)
            | Self::Refund(_)
            | Self::Cancelled(_)
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

/// The conditions of a tournament; a field that is `None` was not published.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// When they were published.
    pub published: Option<Time>,
    /// The entry fee, money.
    pub fee: Option<i64>,
    /// The chips of a session.
    pub chips: Option<i64>,
    /// Their price, money; 0: allotted free.
    pub price: Option<i64>,
    /// Whether there is a compulsory wager.
    pub compulsory: Option<bool>,
    /// The levels.
    pub levels: Option<Vec<LevelRow>>,
    /// The rounds.
    pub rounds: Option<Vec<RoundRow>>,
    /// How players progress.
    pub progression: Option<String>,
    /// Whether there is a repechage.
    pub repechage: Option<bool>,
    /// How tables and areas are allotted.
    pub allocation: Option<String>,
    /// Whether there is an order of wagering.
    pub order: Option<bool>,
    /// Pass cards of a player and session.
    pub pass_cards: Option<i64>,
    /// Undisclosed wagers of a player and session.
    pub undisclosed: Option<i64>,
    /// How often one may buy back.
    pub buy_backs: Option<i64>,
    /// How one buys back.
    pub buy_back_method: Option<String>,
    /// When one buys back.
    pub buy_back_timing: Option<String>,
    /// Whether only persons entitled to gamble may enter.
    pub entitled_only: Option<bool>,
    /// Whether any application may be refused.
    pub refusal: Option<bool>,
    /// The criteria by which entrants are chosen.
    pub criteria: Option<String>,
    /// Until when an entrant may withdraw.
    pub withdrawal: Option<Time>,
    /// The application form.
    pub form: Option<String>,
    /// The least number of players.
    pub min: Option<i64>,
    /// The most.
    pub max: Option<i64>,
    /// Further grounds of a refund.
    pub refunds: Vec<String>,
    /// The prizes, if they are stated.
    pub prizes: Option<Vec<(i64, i64)>>,
    /// How prizes are paid.
    pub payment: Option<String>,
    /// Whether it is stated that the rules prevail.
    pub statement: Option<bool>,
    /// The smallest tournament chip.
    pub chip: Option<i64>,
    /// Seconds from `times.opened` within which wagers are made.
    pub wager_time: Option<i64>,
    /// Whether chips go out in cash in the end.
    pub chips_in_cash: Option<bool>,
}

/// Minimum and maximum of each bet; a bet that is not listed has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Minimum by bet.
    pub min: BTreeMap<String, i64>,
    /// Maximum by bet.
    pub max: BTreeMap<String, i64>,
}

/// A level: bounds from a coup of each session on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelRow {
    /// The round; `None` for every round.
    pub round: Option<i64>,
    /// From this coup on, counted from 1.
    pub coup: i64,
    /// The bounds.
    pub bounds: Bounds,
}

/// One round of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundRow {
    /// Its number.
    pub round: Option<i64>,
    /// How many tables.
    pub tables: Option<i64>,
    /// How many coups a session has.
    pub coups: Option<i64>,
    /// How many minutes.
    pub minutes: Option<i64>,
    /// How many of a table advance.
    pub advance: Option<i64>,
    /// How many are placed, in the last round.
    pub places: Option<i64>,
}

/// Somebody enters, or is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentEntry {
    /// The player's name or number, as the log writes it.
    pub player: String,
    /// Whether the form was completed.
    pub form: bool,
    /// The fee paid, money.
    pub fee: i64,
    /// When the conditions were handed over.
    pub given: Option<Time>,
    /// Why the entry was refused; `None` if it was not.
    pub refused: Option<Refused>,
}

/// Why an entry was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Under a general right to refuse.
    General,
    /// By the criteria.
    Criteria,
}

/// A fee goes back. Money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refund {
    /// The player to whom it is given, as the log writes the name.
    pub player: String,
    /// How much.
    pub amount: i64,
    /// Why; any word.
    pub ground: String,
    /// The role of who decided or acted; `None` where the log names none.
    pub by: Option<Role>,
}

/// A table and a time for a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The session's id within its tournament.
    pub session: String,
    /// Its round.
    pub round: i64,
    /// The table's id, as its logs write it.
    pub table: String,
    /// When it is to start.
    pub start: Time,
    /// The role of who decided or acted; `None` where the log names none.
    pub by: Option<Role>,
    /// Whether the players were notified.
    pub notified: bool,
}

/// A prize. Money, or what the goods are stated to be worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prize {
    /// The player to whom it is given, as the log writes the name.
    pub player: String,
    /// For which place.
    pub place: i64,
    /// Its value.
    pub value: i64,
}

/// What kind of session it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionKind {
    /// One of a round.
    Session,
    /// A final.
    Final,
    /// It decides a tie.
    PlayOff,
}

/// A session begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The session's id within its tournament.
    pub session: String,
    /// Its round.
    pub round: i64,
    /// Its kind.
    pub kind: SessionKind,
    /// For a play-off: the session it decides.
    pub of: Option<String>,
    /// How many boxes the table has.
    pub boxes: i64,
    /// Value of the chips at the table before any were given out.
    pub inventory: i64,
    /// Who sits where.
    pub seats: Vec<Seat>,
}

/// A seat of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The seat.
    pub seat: String,
    /// Who sits there.
    pub player: String,
    /// The chips allotted.
    pub chips: i64,
    /// What was paid for them, money.
    pub paid: i64,
    /// The pass cards.
    pub pass_cards: i64,
    /// How the player came to the session.
    pub by: SeatedBy,
}

/// How a player has come to a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeatedBy {
    /// By advancing (the default).
    #[default]
    Advance,
    /// By a repechage.
    Repechage,
    /// By buying back.
    BuyBack,
}

/// Chips are given out while a session runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The session's id within its tournament.
    pub session: String,
    /// The player to whom it is given, as the log writes the name.
    pub player: String,
    /// How many.
    pub chips: i64,
    /// Whether for a buy-back.
    pub buy_back: bool,
}

/// What kind of breach was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreachKind {
    /// Chips were concealed.
    Concealing,
    /// Chips were removed.
    RemovedChips,
    /// Chips were exchanged.
    Exchange,
    /// Advice was given or sought.
    Advice,
    /// Something else.
    Other,
}

/// Why a player was eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EliminationGround {
    /// Below the minimum.
    Minimum,
    /// A wager could not be made up.
    Wager,
    /// The buy-in was not provided.
    BuyIn,
}

/// Why a player was disqualified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisqualificationGround {
    /// Absence.
    Absence,
    /// No wager.
    NoWager,
    /// Chips were added.
    ChipsAdded,
    /// Chips were concealed.
    Concealing,
    /// Another contravention.
    Contravention,
}

/// A session ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The session's id within its tournament.
    pub session: String,
    /// Value of the chips after all came back.
    pub inventory: i64,
    /// What is missing: the chip and how many.
    pub missing: Vec<(i64, i64)>,
    /// Who was notified.
    pub notified: Vec<Role>,
    /// The role of who decided or acted; `None` where the log names none.
    pub by: Option<Role>,
    /// The players who agreed.
    pub agreed: Vec<String>,
}

/// Who is placed where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// The place, from 1.
    pub place: i64,
    /// The player's name or number, as the log writes it.
    pub player: String,
    /// Whether the player advances.
    pub advances: bool,
}

/// What a coup states about the tournament that it belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentCoup {
    /// The tournament.
    pub id: String,
    /// The session's id within its tournament.
    pub session: String,
    /// The box on which the marker lay.
    pub marker: Option<String>,
    /// Who played a pass card; listed once for each.
    pub passes: Vec<String>,
    /// Who was not at their seat.
    pub absent: Vec<String>,
    /// Chips taken without a wager.
    pub deductions: Vec<Deduction>,
    /// The forms.
    pub undisclosed: Vec<Form>,
}

/// Chips taken without a wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// From whom.
    pub player: String,
    /// How many.
    pub amount: i64,
    /// Whether for absence; else for a form.
    pub absent: bool,
    /// The role of who decided or acted; `None` where the log names none.
    pub by: Option<Role>,
}

/// The form of an undisclosed wager, in its final state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The player whose it is, as the log writes the name.
    pub player: String,
    /// The wager that resulted from it.
    pub wager: Option<String>,
    /// The bet it shows.
    pub bet: Option<String>,
    /// The amount it shows.
    pub amount: Option<i64>,
    /// When it was recorded.
    pub recorded: Option<Time>,
    /// The role of who decided or acted; `None` where the log names none.
    pub by: Option<Role>,
    /// When it was announced.
    pub announced: Option<Time>,
}

impl Form {
    /// Whether it shows both bet and amount.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.bet.is_some() && self.amount.is_some()
    }
}
