use std::collections::BTreeMap;

use crate::card::CardCode;
use crate::session::{Session, TournamentCoup};
use resettle_game::{DeclaredResult, IrregularityFacts, Kind, Mode, NoBetReason, Role, Ruling, Shown, To, Token};
use resettle_sealed_log::{Digest, Open, Seal, Time};
use serde::{Deserialize, Serialize};

/// A well-formed record. That it is well-formed does not make it authentic.
#[derive(Clone, Debug)]
pub struct Record {
    /// Line in the file, from 1.
    pub line: u64,
    /// The record's own number.
    pub seq: u64,
    /// When it was written.
    pub at: Time,
    /// SHA-256 of its bytes.
    pub sha256: Digest,
    /// What it states.
    pub body: Body,
}

/// What a record states.
#[derive(Clone, Debug)]
pub enum Body {
    /// The first record of a log.
    Open(Open),
    /// The table sign.
    Limits(Limits),
    /// What the operator chose of the options that the rules leave open.
    Options(Options),
    /// Who is on duty.
    Staff(Staff),
    /// Something that happened to a shoe.
    Shoe(ShoeRecord),
    /// One round of play.
    Coup(Box<Coup>),
    /// An irregularity found outside a coup.
    Incident(Box<Incident>),
    /// Tournament play.
    Session(Box<Session>),
    /// A seal.
    Seal(Seal),
    /// A type that the format does not know.
    Unknown(String),
}

/// What the operator chose of the options that the rules leave open, in force from its record's `at`. Options that it
/// does not name stay as they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The choice by option, at least one.
    pub elected: BTreeMap<String, String>,
}

/// Who is on duty at the table from its record's `at` on, by badge id. Whoever is not named stays as before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Staff {
    /// Who deals.
    pub dealer: Option<String>,
    /// Who supervises.
    pub supervisor: Option<String>,
}

/// A table sign, in force from its record's `at`. Money in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Minimum stake by bet.
    pub min: BTreeMap<String, i64>,
    /// Maximum stake of one player by bet.
    pub max: BTreeMap<String, i64>,
    /// Bound on |Player stakes − Banker stakes| in a coup.
    pub differential: Option<i64>,
    /// Bound on the stakes of one area on one bet.
    pub area_max: Option<i64>,
    /// The smallest chip, above zero.
    pub chip: Option<i64>,
    /// Holds for this seat alone.
    pub seat: Option<String>,
    /// Holds for this player alone.
    pub player: Option<String>,
}

/// A record about a shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShoeRecord {
    /// The shoe's id.
    pub shoe: String,
    /// What happened.
    pub event: ShoeEvent,
}

/// What happened to a shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShoeEvent {
    /// Play begins.
    Start {
        /// Number of decks, at least 1.
        decks: u32,
        /// Cards burned at the start; `None` if it does not state them.
        burned: Option<Vec<CardCode>>,
        /// Whether pre-shuffled cards were used.
        preshuffled: bool,
        /// Whether the device takes discards back.
        recirculates: bool,
    },
    /// Cards burned later.
    Burn(Vec<CardCode>),
    /// The cut card appeared.
    CutCard,
    /// The remaining cards were taken out and verified.
    Check,
    /// Cards were replaced.
    Replace {
        /// Taken out.
        out: Vec<CardCode>,
        /// Put in.
        r#in: Vec<CardCode>,
    },
    /// The shoe ended.
    End,
}

impl ShoeEvent {
    /// The word as the format writes it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Start { .. } => "start",
            Self::Burn(_) => "burn",
            Self::CutCard => "cut_card",
            Self::Check => "check",
            Self::Replace { .. } => "replace",
            Self::End => "end",
        }
    }
}

/// The times of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Commencement of play.
    pub opened: Option<Time>,
    /// No more bets.
    pub closed: Option<Time>,
    /// First card out of the device.
    pub first_card: Option<Time>,
    /// Settlement done.
    pub settled: Option<Time>,
}

/// Why and by whom a coup was dealt without wagers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoBet {
    /// Why.
    pub reason: Option<NoBetReason>,
    /// The role of who decided or acted; `None` where the log names none.
    pub by: Option<Role>,
}

/// One round of play as logged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coup {
    /// The shoe; an imported log may leave it out.
    pub shoe: Option<String>,
    /// The coup's number within the shoe, from 1; an imported log may leave it out.
    pub coup: Option<u64>,
    /// Live or no-bet.
    pub mode: Option<Mode>,
    /// For a no-bet coup: why.
    pub no_bet: Option<NoBet>,
    /// The times of the round.
    pub times: Times,
    /// Physical cards in the order drawn; `None` if the section is absent.
    pub cards: Option<Vec<CardCode>>,
    /// Where each card ended, along `reconstructed_cards` if given, else `cards`.
    pub to: Option<Vec<To>>,
    /// Where each card was put at first, along `cards`.
    pub first_to: Option<Vec<To>>,
    /// The cards in their order after a reconstruction.
    pub reconstructed_cards: Option<Vec<CardCode>>,
    /// Whether the first card is a card that the previous coup kept.
    pub carried: bool,
    /// The wagers that are well-formed; `None` if the section is absent.
    pub wagers: Option<Vec<Wager>>,
    /// The irregularities that are well-formed.
    pub irregularities: Vec<Irregularity>,
    /// What was announced; `None` if the section is absent.
    pub declared: Option<Declared>,
    /// What the display showed.
    pub wrd: Option<Shown>,
    /// The row of the source that an imported coup came from.
    pub source_row: Option<i64>,
    /// The id that the source gave the round.
    pub source_id: Option<String>,
    /// How many rounds of the source stood between this one and the next record, and could not be read.
    pub unread_after: u64,
    /// How many rows of this coup an import could not read: as many wagers may lack.
    pub unread_rows: u64,
    /// The tournament that it belongs to.
    pub tournament: Option<Box<TournamentCoup>>,
}

/// What was announced of a coup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// The result.
    pub result: Option<DeclaredResult>,
    /// The Player's point total.
    pub player: Option<i64>,
    /// The Banker's point total.
    pub banker: Option<i64>,
    /// Cards with face value 7 in both hands, the permanent one included.
    pub sevens: Option<i64>,
}

/// A wager as logged. Money in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wager {
    /// How findings name it: its id, or `#3` for the third if it has none or shares it. An id of that form counts as none.
    pub name: String,
    /// Its place among the logged wagers, from 1.
    pub place: usize,
    /// The bet's name; any word.
    pub bet: String,
    /// What lay on the layout, above zero.
    pub stake: i64,
    /// All that went back, stake included. A value below zero makes no sense, and counts as underpaid.
    pub returned: i64,
    /// The seat's id; `None` where the log names none.
    pub seat: Option<String>,
    /// The betting area.
    pub area: Option<String>,
    /// The person's account.
    pub player: Option<String>,
    /// The terminal's id; `None` where the log names none.
    pub terminal: Option<String>,
    /// When it was placed; absent = in time.
    pub placed: Option<Time>,
    /// When it was taken back.
    pub withdrawn: Option<Time>,
    /// Whether it was removed under a right to do so after a reconstruction.
    pub removed: bool,
    /// Whether the terminal took it.
    pub accepted: Accepted,
    /// Who refused it, if it was not taken.
    pub by: Option<Role>,
    /// Whether a Gaming Manager approved it.
    pub approved: bool,
    /// Collected apart from `returned`.
    pub commission: i64,
    /// What it was made with, if not with the chips of the table.
    pub token: Option<Token>,
    /// Whether it is settled as the minimum for lack of time (tournament play).
    pub restricted: bool,
}

impl Wager {
    /// What went back to the player, commission taken off.
    #[must_use]
    pub fn net(&self) -> i128 {
        i128::from(self.returned) - i128::from(self.commission)
    }

    /// Whether it bears an id of its own, by which another source may name it.
    #[must_use]
    pub fn has_id(&self) -> bool {
        !is_none(&self.name)
    }
}

/// Whether a wager's id counts as none: it has the form in which wagers without one are named by their place, `#3`, and would
/// be taken for theirs, or it is blank. Spaces around it print as nothing.
pub(crate) fn is_none(id: &str) -> bool {
    let id = id.trim();
    id.is_empty()
        || id
            .strip_prefix('#')
            .is_some_and(|place| !place.is_empty() && place.bytes().all(|letter| letter.is_ascii_digit()))
}

/// Whether a terminal took a wager.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accepted {
    /// Taken (the default).
    #[default]
    Yes,
    /// Not taken.
    No,
}

/// An irregularity as logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irregularity {
    /// Its kind; a kind that the format does not know is read as [`Kind::Other`].
    pub kind: Kind,
    /// The word that stands in the log.
    pub kind_word: String,
    /// When it was noticed.
    pub noticed: Time,
    /// When gaming staff were notified.
    pub notified_at: Option<Time>,
    /// What was decided.
    pub ruling: Option<Ruling>,
    /// The role of who decided or acted; `None` where the log names none.
    pub by: Option<Role>,
    /// Who was notified.
    pub notified: Vec<Role>,
    /// The facts of its kind.
    pub facts: IrregularityFacts,
}

/// An irregularity found outside a coup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// The shoe, where known.
    pub shoe: Option<String>,
    /// The coup, where known.
    pub coup: Option<u64>,
    /// What was found.
    pub irregularity: Irregularity,
}
