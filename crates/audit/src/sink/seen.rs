use std::sync::Arc;

use resettle_coup_log::{Coup, Wager};
use resettle_game::{PerSide, Rank, Winner};
use resettle_rules::Fact;
use resettle_ruleset::Ruleset;
use resettle_sealed_log::{Moment, Time};
use resettle_words::DeclaredResult;

use crate::coup::{Hands, Outcome};
use crate::finding::{Place, Severity};
use crate::table_limits::{BetLimits, TableLimits};
use crate::trace::CoupTrace;

/// One coup, judged. Money in minor units of the log's currency.
#[derive(Clone, Debug)]
pub struct CoupSeen {
    /// Its record; of several sources, that of the cards.
    pub place: Place,
    /// The id of that log.
    pub log: Arc<str>,
    /// The file, as it was named.
    pub file: Arc<str>,
    /// When its record was written.
    pub written: Time,
    /// When play commenced: `times.opened`, else `times.first_card`, else when the record was written.
    pub commenced: Moment,
    /// The ruleset that judged it; `None` if none was in force.
    pub ruleset: Option<Arc<Ruleset>>,
    /// The decks of its shoe, if the shoe's start states them.
    pub decks: Option<u32>,
    /// Whether cards come back into its shoe; `None` if nothing states it.
    pub cards_return: Option<bool>,
    /// The table sign as it stood when play commenced.
    pub(crate) limits: TableLimits,
    /// Whether a shoe dealt it; a terminal may log a coup that no shoe dealt.
    pub dealt: bool,
    /// Whether it counts as a coup; false if another terminal logged the same coup that no shoe dealt.
    pub counts: bool,
    /// What was logged, joined if several sources record it.
    pub coup: Box<Coup>,
    /// Its result.
    pub result: CoupResult,
    /// Whether the cards, dealt by the rules, gave that result; otherwise it is what was declared.
    pub from_cards: bool,
    /// The point totals that it was settled by, 0 to 9; `None` for a void coup.
    pub totals: PerSide<Option<u8>>,
    /// Cards of face value 7 in both hands that it was settled by, the permanent one included; `None` for a void coup, or if
    /// nothing shows them.
    pub sevens: Option<u8>,
    /// The physical cards of each hand, if the cards gave the result.
    pub hands: Option<Hands>,
    /// What the cards give, if it was voided without ground.
    pub without_ground: Option<(Outcome, Hands)>,
    /// Which order of the cards counted, if a reconstruction is logged and the cards gave the result.
    pub order: Option<CardOrder>,
    /// What was due for each wager, in their order; if two amounts are right, the nearer one; if nothing is judged,
    /// what went back.
    pub due: Vec<i128>,
    /// Commissions that the rules let nobody take off, which count as come back: the places of their wagers, and how much, in
    /// their order.
    pub not_taken_off: Vec<(usize, i128)>,
    /// The places of wagers that are not judged, because no ruleset was in force or what they need is not known.
    pub not_judged: Vec<usize>,
    /// The places of wagers whose stakes were not at risk, and why, in their order.
    pub not_at_risk: Vec<(usize, NotAtRisk)>,
    /// The gravest of its findings; findings that come to light after it was judged are not included, nor doubts about the
    /// ruleset ([`Code::is_doubt`](crate::Code::is_doubt)).
    pub worst: Option<Severity>,
    /// How it was judged, if that was asked for.
    pub trace: Option<CoupTrace>,
}

impl CoupSeen {
    /// The moment that determines which day it belongs to: when play commenced, and never after it was written down.
    #[must_use]
    pub fn day_moment(&self) -> Moment {
        self.commenced.min(self.written.moment())
    }

    /// The moment after which wagers were late, as the ruleset means it; `None` if the log does not record it, and for
    /// a tournament, where it may differ from wager to wager.
    #[must_use]
    pub fn close(&self) -> Option<Moment> {
        let ruleset = self.ruleset.as_ref().filter(|_| self.coup.tournament.is_none())?;
        crate::moments::round_time(&self.coup.times, ruleset.moments.close)
    }

    /// What the table sign allowed to be staked on the bet of one of its wagers; unknown for a tournament, where the
    /// limits are in chips.
    #[must_use]
    pub fn limits_of(&self, wager: &Wager) -> BetLimits {
        if self.coup.tournament.is_some() { BetLimits::default() } else { self.limits.on_bet(wager) }
    }

    /// Whether its cards of face value 7 count for anything: for a bet of its ruleset, or because they were announced.
    #[must_use]
    pub fn counts_sevens(&self) -> bool {
        let of_sevens = |fact: &Fact| matches!(fact, Fact::Count(cards, _) if cards.rank == Rank::SEVEN);
        let asked = self.ruleset.as_ref().is_some_and(|ruleset| ruleset.book.asked().iter().any(of_sevens));
        asked || self.coup.declared.is_some_and(|declared| declared.sevens.is_some())
    }

    fn why_not_at_risk(&self, at: usize) -> Option<NotAtRisk> {
        let found = self.not_at_risk.binary_search_by_key(&at, |(place, _)| *place).ok()?;
        self.not_at_risk.get(found).map(|(_, why)| *why)
    }

    /// Its wagers with what went back and what was due.
    pub fn wagers(&self) -> impl Iterator<Item = WagerSeen<'_>> {
        self.coup.wagers.iter().flatten().zip(&self.due).enumerate().map(|(at, (wager, due))| WagerSeen {
            bet: &wager.bet,
            stake: wager.stake,
            returned: wager.net() + not_taken_off(&self.not_taken_off, at),
            due: *due,
            judged: !self.not_judged.contains(&at),
            not_at_risk: self.why_not_at_risk(at),
            is_without_limits: self.limits_of(wager).is_none(),
        })
    }
}

/// How much of a wager's commission does not count, of those in the order of wagers.
pub(crate) fn not_taken_off(all: &[(usize, i128)], at: usize) -> i128 {
    let found = all.binary_search_by_key(&at, |(place, _)| *place).ok().and_then(|found| all.get(found));
    found.map_or(0, |(_, more)| *more)
}

/// One wager of a judged coup. Money in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WagerSeen<'a> {
    /// The bet's name as logged; any word.
    pub bet: &'a str,
    /// What lay on the layout, above zero.
    pub stake: i64,
    /// What went back, commission taken off as far as the rules let anybody take it.
    pub returned: i128,
    /// What was due; for a wager that is not judged, what went back.
    pub due: i128,
    /// Whether it is known what was due.
    pub judged: bool,
    /// Why its stake was not at risk; `None` if it was, or if nothing is judged.
    pub not_at_risk: Option<NotAtRisk>,
    /// Whether no table sign names a minimum or a maximum for it.
    pub is_without_limits: bool,
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
    /// As a word.
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
    /// It lay there although the coup is a no-bet coup.
    NoBetCoup,
    /// The coup was voided, or had to be.
    VoidCoup,
    /// No shoe dealt the coup.
    NotDealt,
}

impl NotAtRisk {
    /// Every one.
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

    /// For every wager of a coup.
    pub(crate) fn of_all(self, coup: &Coup) -> Vec<(usize, Self)> {
        (0..coup.wagers.as_ref().map_or(0, Vec::len)).map(|at| (at, self)).collect()
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
    /// Unknown.
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
