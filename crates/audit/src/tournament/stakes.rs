use std::collections::BTreeMap;

use resettle_coup_log::{Coup, Wager};
use resettle_ruleset::Ruleset;
use resettle_sealed_log::Moment;

use super::play::Seating;

/// The status of a wager, as far as rule 15 is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It stood when the coup was settled.
    Live,
    /// Placed after the close.
    Late,
    /// Taken back in time.
    TakenBack,
    /// Refused: it was made, but is not a wager.
    Refused,
    /// Removed after a reconstruction: it was made, but is not a wager.
    Removed,
}

/// One wager and whose it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stake<'c> {
    pub(super) wager: &'c Wager,
    /// `None` if nobody sits there.
    pub(super) player: Option<&'c str>,
    pub(super) undisclosed: bool,
    pub(super) state: State,
    pub(super) in_turn: bool,
}

impl Stake<'_> {
    /// Whether its chips are at stake.
    pub(super) fn counts(&self) -> bool {
        self.state == State::Live
    }

    /// The order of placing.
    pub(super) fn placed(&self) -> (Option<Moment>, usize) {
        (self.wager.placed.as_ref().map(resettle_sealed_log::Time::moment), self.wager.place)
    }
}

/// When the wagers of a coup are closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closes {
    /// By the ordinary rules.
    pub(super) ordinary: Option<Moment>,
    /// The first announcement of an undisclosed wager that lies in its window.
    pub(super) announced: Option<Moment>,
}

impl Closes {
    pub(super) fn of(coup: &Coup, ruleset: &Ruleset) -> Self {
        let times = &coup.times;
        let ordinary = crate::moments::round_time(times, ruleset.moments.close.time);
        let forms = coup.tournament.iter().flat_map(|own| &own.undisclosed);
        let announced = forms
            .filter_map(|form| form.announced.as_ref().map(resettle_sealed_log::Time::moment))
            .filter(|at| times.closed.as_ref().is_none_or(|closed| closed.moment() <= *at))
            .filter(|at| times.first_card.as_ref().is_none_or(|first| *at <= first.moment()))
            .min();
        Self { ordinary, announced }
    }

    /// When a wager is closed.
    pub(super) fn close(self, undisclosed: bool) -> Option<Moment> {
        match (self.ordinary, self.announced.filter(|_| !undisclosed)) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }
}

/// The wagers of a coup, and whose they are.
pub(super) fn stakes<'c>(coup: &'c Coup, play: &'c Seating, closes: Closes) -> Vec<Stake<'c>> {
    let forms: BTreeMap<&str, &str> = coup
        .tournament
        .iter()
        .flat_map(|own| &own.undisclosed)
        .filter_map(|form| Some((form.wager.as_deref()?, form.player.as_str())))
        .collect();
    let of = |wager: &'c Wager| {
        let undisclosed = forms.contains_key(wager.name.as_str());
        let close = closes.close(undisclosed);
        let in_time = |time: &resettle_sealed_log::Time| close.is_none_or(|close| time.moment() <= close);
        let state = if !wager.accepted {
            State::Refused
        } else if wager.removed {
            State::Removed
        } else if wager.withdrawn.as_ref().is_some_and(in_time) {
            State::TakenBack
        } else if wager.placed.as_ref().is_some_and(|time| !in_time(time)) {
            State::Late
        } else {
            State::Live
        };
        let player = wager.player.as_deref().or_else(|| play.at_seat(wager.seat.as_deref()?));
        Stake { wager, player, undisclosed, state, in_turn: false }
    };
    coup.wagers.iter().flatten().map(of).collect()
}
