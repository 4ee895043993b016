use std::borrow::Cow;
use std::sync::Arc;

use resettle_coup_log::LoggedCoup;
use resettle_game::{Card, DeclaredResult, PerSide, Rank, Winner};
use resettle_rules::{Fact, Pays};
use resettle_ruleset::Ruleset;
use resettle_sealed_log::{Moment, Time};

use super::Asked;
use crate::coup::{Hands, Outcome, card, play};
use crate::finding::Severity;
use crate::moments::{one_of, played_at};
use crate::table_limits::BetLimits;
use crate::trace::CoupTrace;

/// One coup, judged: the same whether it was accepted quickly or judged the long way. Money in minor units of the log's
/// currency.
#[derive(Clone, Copy, Debug)]
pub struct CoupSeen<'a> {
    /// Which of the logs judged together holds its record, counted from 0; of several sources, that of the cards.
    pub source: usize,
    /// The id of that log.
    pub log: &'a Arc<str>,
    /// The file, as it was named.
    pub file: &'a Arc<str>,
    /// The line of its record, counted from 1; `None` if no line shows it.
    pub line: Option<u64>,
    /// The record's `seq`.
    pub seq: Option<u64>,
    /// What was logged, joined if several sources record it.
    pub logged: LoggedCoup<'a>,
    /// When its record was written.
    pub written: WrittenAt<'a>,
    /// Whether its record was made by an import, after its play.
    pub imported: bool,
    /// When play commenced, as the ruleset means it; if no time states that, when the record was written.
    pub commenced: Moment,
    /// The ruleset that judged it; `None` if none was in force.
    pub ruleset: Option<&'a Arc<Ruleset>>,
    /// The decks of its shoe, if the shoe's start states them.
    pub decks: Option<u32>,
    /// Whether cards come back into its shoe; `None` if nothing states it.
    pub cards_return: Option<bool>,
    /// Whether a shoe dealt it; a terminal may log a coup that no shoe dealt.
    pub dealt: bool,
    /// Whether it counts as a coup; false if another terminal logged the same coup that no shoe dealt.
    pub counts: bool,
    /// Who won it, or that it is void or not known.
    pub result: CoupResult,
    /// Whether the cards, dealt by the rules, gave that result; otherwise it is what was declared.
    pub from_cards: bool,
    /// The point totals that it was settled by, 0 to 9; `None` for a void coup.
    pub totals: PerSide<Option<u8>>,
    /// Cards of face value 7 in both hands that it was settled by, the permanent one included; `None` for a void coup, or if
    /// nothing shows them.
    pub sevens: Option<u8>,
    /// The hands, where they were made to judge it.
    pub(crate) hands: Option<&'a Hands>,
    /// What the cards give, if it was voided without ground.
    pub without_ground: Option<&'a (Outcome, Hands)>,
    /// Which order of the cards counted, if a reconstruction is logged and the cards gave the result.
    pub order: Option<CardOrder>,
    /// What its wagers came to, in their order.
    pub wagers: &'a [WagerSeen],
    /// How many cards were burned between it and the coup before, beyond those that the rules burn.
    pub burned: u64,
    /// The gravest of its findings; findings that come to light after it was judged are not included, nor doubts about the
    /// ruleset ([`Code::is_doubt`](crate::Code::is_doubt)).
    pub worst: Option<Severity>,
    /// What was asked of it.
    pub(crate) asked: Asked,
    /// How it was judged, if that was asked for.
    pub trace: Option<&'a CoupTrace>,
}

/// When a record was written.
#[derive(Clone, Copy, Debug)]
pub struct WrittenAt<'a> {
    /// The same in UTC, whatever offset the record writes.
    pub moment: Moment,
    /// As the record writes it.
    pub text: &'a str,
}

impl<'a> From<&'a Time> for WrittenAt<'a> {
    fn from(time: &'a Time) -> Self {
        Self { moment: time.moment(), text: time.as_str() }
    }
}

impl<'a> CoupSeen<'a> {
    /// When an imported coup was played, as it says: its record was written on the day of the import. `None` of others, and
    /// where it states no time.
    #[must_use]
    pub fn played(&self) -> Option<&'a Time> {
        self.logged.strict().filter(|_| self.imported).and_then(played_at)
    }

    /// When it was recorded, of an import when it was played, as the log writes it.
    #[must_use]
    pub fn dated(&self) -> &'a str {
        self.played().map_or(self.written.text, Time::as_str)
    }

    /// The moment that determines which day it belongs to: when play commenced, and never after it was written down.
    #[must_use]
    pub fn day_moment(&self) -> Moment {
        self.commenced.min(self.written.moment)
    }

    /// The moment after which wagers were late, as the ruleset means it; `None` if the log does not record it, and for
    /// a tournament, where it may differ from wager to wager.
    #[must_use]
    pub fn close(&self) -> Option<Moment> {
        let ruleset = self.ruleset.filter(|_| self.logged.tournament().is_none())?;
        let moments = self.logged.moments();
        one_of(ruleset.moments.close.time, moments.opened, moments.closed, moments.first_card)
    }

    /// The physical cards of each hand, if the cards gave the result.
    #[must_use]
    pub fn hands(&self) -> Option<Cow<'a, Hands>> {
        if let Some(hands) = self.hands {
            return Some(Cow::Borrowed(hands));
        }
        let LoggedCoup::Quick(coup) = self.logged else { return None };
        let cards: Vec<Card> = coup.cards().iter().filter_map(|code| card(*code)).collect();
        Some(Cow::Owned(play(self.ruleset?, &cards).hands))
    }

    /// Whether its cards of face value 7 count for anything: for a bet of its ruleset, or because they were announced.
    #[must_use]
    pub fn counts_sevens(&self) -> bool {
        let of_sevens = |fact: &Fact| matches!(fact, Fact::Count(cards, _) if cards.rank == Rank::SEVEN);
        let asked = self.ruleset.is_some_and(|ruleset| ruleset.book.asked().iter().any(of_sevens));
        asked || self.logged.declared().is_some_and(|declared| declared.sevens.is_some())
    }

    /// Whether the cards, dealt by the rules, settled it.
    #[must_use]
    pub fn is_settled_by_cards(&self) -> bool {
        let settled = matches!(self.result, CoupResult::Player | CoupResult::Banker | CoupResult::Tie);
        settled && self.from_cards && self.dealt
    }
}

/// How much of a wager's commission does not count, of those in the order of wagers.
pub(crate) fn not_taken_off(all: &[(usize, i128)], at: usize) -> i128 {
    of_wager(all, at).unwrap_or(0)
}

/// What is noted of the wager at this place, of those in the order of wagers.
pub(crate) fn of_wager<T: Copy>(all: &[(usize, T)], at: usize) -> Option<T> {
    let found = all.binary_search_by_key(&at, |(place, _)| *place).ok()?;
    all.get(found).map(|(_, noted)| *noted)
}

/// What a wager of a judged coup came to. Money in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WagerSeen {
    /// Which of the ruleset's bets it is on, counted from 0; `None` if the ruleset does not offer the bet, or none was in
    /// force.
    pub bet: Option<usize>,
    /// What lay on the layout, above zero.
    pub stake: i64,
    /// What went back, commission taken off as far as the rules let anybody take it.
    pub returned: i128,
    /// What was due; if two amounts are right, the nearer one; for a wager that is not judged, what went back.
    pub due: i128,
    /// Whether it is known what was due.
    pub judged: bool,
    /// Why its stake was not at risk; `None` if it was, or if nothing is judged.
    pub not_at_risk: Option<NotAtRisk>,
    /// What became of the stake by the outcome of the coup; `None` if it was not at risk, or if nothing is judged.
    pub pays: Option<Pays>,
    /// What the table sign allowed to be staked on the bet; unknown for a tournament, where the limits are in chips.
    pub limits: BetLimits,
}

/// The order of the cards by which a reconstructed coup was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardOrder {
    /// The order in which they were drawn: the logged reconstruction is not possible.
    Drawn,
    /// The order of the reconstruction.
    Reconstructed,
}

impl CardOrder {
    /// The word that tables of coups use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Drawn => "drawn",
            Self::Reconstructed => "reconstructed",
        }
    }
}

/// Why, by the rules, the cards could neither win nor lose a stake: it does not depend on chance, whatever went back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotAtRisk {
    /// Not accepted.
    Refused,
    /// Taken back in time, or it is not known whether in time.
    Withdrawn,
    /// Placed after the close.
    Late,
    /// Removed after a reconstruction, as the rules allow.
    Removed,
    /// An irregularity or the interruption of its terminal let it be returned, and it was; in a tournament, it was below the
    /// minimum.
    Voided,
    /// The ruleset does not offer the bet.
    NotOffered,
    /// It stood although the coup is a no-bet coup.
    NoBetCoup,
    /// The coup was voided, or had to be.
    VoidCoup,
    /// No shoe dealt the coup.
    NotDealt,
}

impl NotAtRisk {
    /// Each reason once.
    pub const ALL: [Self; 9] = [
        Self::Refused,
        Self::Withdrawn,
        Self::Late,
        Self::Removed,
        Self::Voided,
        Self::NotOffered,
        Self::NoBetCoup,
        Self::VoidCoup,
        Self::NotDealt,
    ];

    /// Whether a wager was there when bets were closed, by why it is not at risk; `None` where it was taken back and it is not known when
    /// they were.
    pub(crate) fn stayed(why: Option<Self>, knows_close: bool) -> Option<bool> {
        match why {
            None | Some(Self::Removed | Self::Voided) => Some(true),
            Some(Self::Withdrawn) => knows_close.then_some(false),
            Some(Self::Refused | Self::Late | Self::NotOffered | Self::NoBetCoup | Self::VoidCoup | Self::NotDealt) => {
                Some(false)
            }
        }
    }

    /// The word that reports use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
            Self::Late => "late",
            Self::Removed => "removed",
            Self::Voided => "voided",
            Self::NotOffered => "not_offered",
            Self::NoBetCoup => "no_bet_coup",
            Self::VoidCoup => "void_coup",
            Self::NotDealt => "not_dealt",
        }
    }
}

/// The result of a coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CoupResult {
    /// The Player won.
    Player,
    /// The Banker won.
    Banker,
    /// Equal totals.
    Tie,
    /// Void: it was voided, or had to be.
    Void,
    /// Nothing shows who won.
    Unknown,
}

impl CoupResult {
    /// The word that reports use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Banker => "banker",
            Self::Tie => "tie",
            Self::Void => "void",
            Self::Unknown => "unknown",
        }
    }

    /// One letter: P B T, V void, ? unknown.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Player => 'P',
            Self::Banker => 'B',
            Self::Tie => 'T',
            Self::Void => 'V',
            Self::Unknown => '?',
        }
    }
}

impl From<Option<Winner>> for CoupResult {
    fn from(winner: Option<Winner>) -> Self {
        match winner {
            Some(Winner::Player) => Self::Player,
            Some(Winner::Banker) => Self::Banker,
            Some(Winner::Tie) => Self::Tie,
            None => Self::Unknown,
        }
    }
}

impl From<Option<DeclaredResult>> for CoupResult {
    fn from(announced: Option<DeclaredResult>) -> Self {
        match announced {
            Some(DeclaredResult::Player) => Self::Player,
            Some(DeclaredResult::Banker) => Self::Banker,
            Some(DeclaredResult::Tie) => Self::Tie,
            Some(DeclaredResult::Void) => Self::Void,
            None => Self::Unknown,
        }
    }
}
