//! One coup as it is judged: what was logged, what surrounds it, and the result.

mod around;
mod basis;
mod contested;
mod judged;
mod unjudged;

use resettle_coup_log::{Coup, Wager};
use resettle_game::{DeclaredResult, Mode, Shown, Unit, Winner};
use resettle_ruleset::{Cited, Ruleset};
use resettle_sealed_log::{Moment, SourceKind, Time};

use crate::coup::known;
use crate::finding::Place;
use crate::irregularity::{Circumstances, Effects, Established, Logged};
use crate::moments::{commenced_at, commencement, round_time, without_commencement};
use crate::money::Money;
use crate::placed_wager::PlacedWager;
use crate::settle::UnsettledCoup;
use crate::table_limits::TableLimits;
use crate::tournament::TournamentTerms;
use crate::trace::Trace;

pub(crate) use around::{Around, CoupBefore, Exposure, Left, Span};
pub(crate) use basis::Basis;
pub(crate) use contested::Contested;
pub(crate) use judged::{Judged, LeftOut};
pub(crate) use unjudged::Unjudged;

/// A coup and everything around it that its judgement needs.
#[derive(Clone)]
pub(crate) struct Case<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) coup: &'a Coup,
    pub(crate) place: &'a Place,
    pub(crate) wagers: &'a [PlacedWager<'a>],
    /// Whether the wagers of the whole table are there.
    pub(crate) all_wagers: bool,
    /// The record of the display.
    pub(crate) wrd_place: &'a Place,
    /// When its record was written.
    pub(crate) written: &'a Time,
    /// What the log shows around it.
    pub(crate) around: &'a Around,
    /// Its irregularities: its own, those of incidents, and one concluded from the cards.
    pub(crate) irregularities: &'a [Logged],
    /// What its amounts are counted in.
    pub(crate) unit: Unit<'a>,
    pub(crate) limits: &'a TableLimits,
    /// How a coup of a tournament is settled.
    pub(crate) terms: Option<&'a TournamentTerms>,
    pub(crate) next: Option<Moment>,
    pub(crate) source: SourceKind,
    /// Whether the coup has to hold every time that a rule needs.
    pub(crate) asks_times: bool,
    pub(crate) imported: bool,
    /// The clause by which this coup has to be a no-bet coup, because of the coup before.
    pub(crate) owes_no_bet: Option<Cited>,
    /// Where the steps are written down, if somebody asked for them.
    pub(crate) trace: Option<&'a Trace<'a>>,
}

impl Case<'_> {
    /// What conditions require, with the physical cards: whether an outcome was established hangs on them.
    pub(crate) fn circumstances(&self) -> Circumstances<'_> {
        Circumstances {
            ruleset: self.ruleset,
            cards: self.coup.cards.iter().flatten().map(|code| known(self.ruleset, *code)).collect(),
            next: self.next,
            settled: self.coup.times.settled.as_ref().map(Time::moment),
            asked: self.around.asked,
            established: Established::default(),
        }
    }

    /// When play commenced, as the ruleset means it.
    pub(crate) fn span(&self) -> Span<'_> {
        Span {
            commenced: commenced_at(&self.coup.times, self.ruleset.moments.next_commencement.time),
            written: self.written,
        }
    }

    /// When play commenced; if the log does not record that, the moment by which the coup is dated.
    pub(crate) fn moment(&self) -> Moment {
        let undated = || without_commencement(self.coup, self.imported, self.written.moment());
        commencement(&self.coup.times).unwrap_or_else(undated)
    }

    /// The moment after which wagers are late, if the log records it.
    pub(crate) fn close(&self) -> Option<Moment> {
        round_time(&self.coup.times, self.ruleset.moments.close.time)
    }

    /// Whether no source records its cards, so that its own declaration is all there is.
    pub(crate) fn is_without_cards(&self) -> bool {
        self.coup.cards.is_none() && self.coup.reconstructed_cards.is_none()
    }

    /// Whether something is not known of a card that is known in part.
    pub(crate) fn has_partly_known(&self) -> bool {
        let codes = self.coup.reconstructed_cards.as_ref().or(self.coup.cards.as_ref());
        codes.into_iter().flatten().any(|code| code.is_partly_known())
    }

    /// Whether it was declared void.
    pub(crate) fn declared_void(&self) -> bool {
        self.coup.declared.is_some_and(|declared| declared.result == Some(DeclaredResult::Void))
    }
}

/// The coup as it is settled by this basis.
pub(crate) fn unsettled<'a>(case: &'a Case<'a>, effects: &'a Effects<'a>, basis: &Basis) -> UnsettledCoup<'a> {
    UnsettledCoup {
        ruleset: case.ruleset,
        unit: case.unit,
        wagers: case.wagers,
        number: case.coup.coup,
        all_wagers: case.all_wagers,
        outcome: basis.outcome,
        declared: case.coup.declared.as_ref(),
        limits: case.limits,
        terms: case.terms,
        close: case.close(),
        commenced: case.span().commencement(),
        settled: case.coup.times.settled.as_ref().map(Time::moment),
        effects,
        no_bet: case.coup.mode == Some(Mode::NoBet),
        asks_refusals: matches!(case.source, SourceKind::Table | SourceKind::Shoe),
        by_a_reading: basis.by_a_reading,
        shown_by_error: effects.display_may_bind().then(|| shown_winner(case.coup.wrd)).flatten(),
        trace: case.trace,
    }
}

/// The winner that a display showed.
fn shown_winner(shown: Option<Shown>) -> Option<Winner> {
    match shown? {
        Shown::Player => Some(Winner::Player),
        Shown::Banker => Some(Winner::Banker),
        Shown::Tie => Some(Winner::Tie),
        Shown::Void | Shown::None => None,
    }
}

/// A coup's wagers, what they staked and what went back, in minor units.
pub(crate) fn money(coup: &Coup) -> Money {
    let wagers = coup.wagers.as_deref().unwrap_or_default();
    let staked = wagers.iter().map(|wager| i128::from(wager.stake)).sum();
    let returned = wagers.iter().map(Wager::net).sum();
    Money { wagers: wagers.len() as u64, staked, returned, ..Money::default() }
}
