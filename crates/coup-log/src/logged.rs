//! A coup as it was logged, whichever way its line was read.

use std::borrow::Cow;

use resettle_game::{Mode, Shown, Token};
use resettle_sealed_log::Moment;

use crate::card::CardCode;
use crate::quick::{QuickCoup, QuickTime, QuickWager, Span};
use crate::record::{Coup, Declared, Wager};
use crate::session::TournamentCoup;

/// What was logged of a coup, joined if several sources record it.
#[derive(Clone, Copy, Debug)]
pub enum LoggedCoup<'a> {
    /// Read quickly: it has all times, readable cards, wagers that were accepted, and no irregularity.
    Quick(&'a QuickCoup),
    /// Read strictly.
    Whole(&'a Coup),
}

/// A wager as logged. Money in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedWager<'a> {
    /// How findings name it: [`Wager::name`].
    pub name: Cow<'a, str>,
    /// The bet's name; any word.
    pub bet: &'a str,
    /// The seat that placed it, where the log names one.
    pub seat: Option<&'a str>,
    /// The betting area.
    pub area: Option<&'a str>,
    /// The person's account.
    pub player: Option<&'a str>,
    /// The terminal's id; `None` where the log names none.
    pub terminal: Option<&'a str>,
    /// What it was made with, if not with the chips of the table.
    pub token: Option<Token>,
    /// When it was placed; absent = in time.
    pub placed: Option<Moment>,
    /// When it was taken back.
    pub withdrawn: Option<Moment>,
    /// Whether the terminal is known to have taken it.
    pub accepted: bool,
    /// Whether it was removed under a right to do so after a reconstruction.
    pub removed: bool,
    /// Whether a Gaming Manager approved it.
    pub approved: bool,
    /// What lay on the layout, above zero.
    pub stake: i64,
    /// All that went back, stake included.
    pub returned: i64,
    /// Collected apart from `returned`.
    pub commission: i64,
}

/// What the record of a wager alone says of it, and no card bears out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaidOfWager {
    /// Collected apart from what went back, in minor units.
    pub commission: i64,
    /// Whether a Gaming Manager approved it.
    pub approved: bool,
    /// What it was made with, if not with the chips of the table.
    pub token: Option<Token>,
}

/// The moments of a round, where they are logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundMoments {
    /// Commencement of play.
    pub opened: Option<Moment>,
    /// No more bets.
    pub closed: Option<Moment>,
    /// First card out of the device.
    pub first_card: Option<Moment>,
    /// Settlement done.
    pub settled: Option<Moment>,
}

impl<'a> LoggedCoup<'a> {
    /// As the strict reader gives it.
    #[must_use]
    pub fn whole(self) -> Cow<'a, Coup> {
        match self {
            Self::Quick(coup) => Cow::Owned(coup.whole(false)),
            Self::Whole(coup) => Cow::Borrowed(coup),
        }
    }

    /// The same, if it was read strictly: otherwise it has nothing that the quick reader does not take.
    #[must_use]
    pub fn strict(self) -> Option<&'a Coup> {
        match self {
            Self::Quick(_) => None,
            Self::Whole(coup) => Some(coup),
        }
    }

    /// The shoe; an imported log may leave it out.
    #[must_use]
    pub fn shoe(self) -> Option<&'a str> {
        match self {
            Self::Quick(coup) => Some(coup.text(coup.shoe)),
            Self::Whole(coup) => coup.shoe.as_deref(),
        }
    }

    /// Whether its wagers are logged, even none.
    #[must_use]
    pub fn has_wagers(self) -> bool {
        match self {
            Self::Quick(coup) => coup.has_wagers(),
            Self::Whole(coup) => coup.wagers.is_some(),
        }
    }

    /// The coup's number within the shoe, from 1; an imported log may leave it out.
    #[must_use]
    pub fn number(self) -> Option<u64> {
        match self {
            Self::Quick(coup) => Some(coup.coup),
            Self::Whole(coup) => coup.coup,
        }
    }

    /// Live or no-bet.
    #[must_use]
    pub fn mode(self) -> Option<Mode> {
        match self {
            Self::Quick(coup) => coup.mode,
            Self::Whole(coup) => coup.mode,
        }
    }

    /// The moments of the round.
    #[must_use]
    pub fn moments(self) -> RoundMoments {
        match self {
            Self::Quick(coup) => {
                let [opened, closed, first_card, settled] =
                    [coup.times.opened, coup.times.closed, coup.times.first_card, coup.times.settled]
                        .map(|time| Some(time.moment()));
                RoundMoments { opened, closed, first_card, settled }
            }
            Self::Whole(coup) => {
                let times = &coup.times;
                let [opened, closed, first_card, settled] =
                    [&times.opened, &times.closed, &times.first_card, &times.settled]
                        .map(|time| time.as_ref().map(|time| time.moment()));
                RoundMoments { opened, closed, first_card, settled }
            }
        }
    }

    /// The physical cards in the order drawn; `None` if the section is absent.
    #[must_use]
    pub fn cards(self) -> Option<&'a [CardCode]> {
        match self {
            Self::Quick(coup) => Some(coup.cards()),
            Self::Whole(coup) => coup.cards.as_deref(),
        }
    }

    /// What was announced; `None` if the section is absent.
    #[must_use]
    pub fn declared(self) -> Option<&'a Declared> {
        match self {
            Self::Quick(coup) => Some(&coup.declared),
            Self::Whole(coup) => coup.declared.as_ref(),
        }
    }

    /// What the display showed.
    #[must_use]
    pub fn wrd(self) -> Option<Shown> {
        match self {
            Self::Quick(coup) => coup.wrd,
            Self::Whole(coup) => coup.wrd,
        }
    }

    /// The tournament that it belongs to.
    #[must_use]
    pub fn tournament(self) -> Option<&'a TournamentCoup> {
        self.strict()?.tournament.as_deref()
    }

    /// What the record alone says of the wager at this place, and no card.
    #[must_use]
    pub fn said_of(self, at: usize) -> SaidOfWager {
        match self {
            Self::Quick(coup) => coup.wagers.get(at).map(|wager| {
                let QuickWager { commission, approved, token, .. } = *wager;
                SaidOfWager { commission, approved, token }
            }),
            Self::Whole(coup) => coup.wagers.as_ref().and_then(|wagers| wagers.get(at)).map(|wager| {
                let Wager { commission, approved, token, .. } = *wager;
                SaidOfWager { commission, approved, token }
            }),
        }
        .unwrap_or_default()
    }

    /// The wagers, in their order.
    pub fn wagers(self) -> impl Iterator<Item = LoggedWager<'a>> {
        let (quick, whole) = match self {
            Self::Quick(coup) => (Some(coup), None),
            Self::Whole(coup) => (None, Some(coup)),
        };
        let quick = quick.into_iter().flat_map(|coup| coup.wagers.iter().map(|wager| quick_wager(coup, wager)));
        quick.chain(whole.into_iter().flat_map(|coup| &coup.wagers).flatten().map(wager))
    }
}

fn quick_wager<'a>(coup: &'a QuickCoup, wager: &QuickWager) -> LoggedWager<'a> {
    let text = |text: Option<Span>| text.map(|text| coup.text(text));
    LoggedWager {
        name: coup.name_of(wager),
        bet: coup.text(wager.bet),
        seat: text(wager.seat),
        area: text(wager.area),
        player: text(wager.player),
        terminal: text(wager.terminal),
        token: wager.token,
        placed: wager.placed.map(QuickTime::moment),
        withdrawn: wager.withdrawn.map(QuickTime::moment),
        accepted: !wager.refused,
        removed: false,
        approved: wager.approved,
        stake: wager.stake,
        returned: wager.returned,
        commission: wager.commission,
    }
}

fn wager(wager: &Wager) -> LoggedWager<'_> {
    LoggedWager {
        name: Cow::Borrowed(&wager.name),
        bet: &wager.bet,
        seat: wager.seat.as_deref(),
        area: wager.area.as_deref(),
        player: wager.player.as_deref(),
        terminal: wager.terminal.as_deref(),
        token: wager.token,
        placed: wager.placed.as_ref().map(|time| time.moment()),
        withdrawn: wager.withdrawn.as_ref().map(|time| time.moment()),
        accepted: wager.accepted,
        removed: wager.removed,
        approved: wager.approved,
        stake: wager.stake,
        returned: wager.returned,
        commission: wager.commission,
    }
}
