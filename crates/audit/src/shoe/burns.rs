//! The cards that are burned before play and before each coup.

use resettle_coup_log::Times;
use resettle_game::{Card, counted, counted_that};
use resettle_ruleset::{BurnCount, Cite, Ruleset};
use resettle_sealed_log::{Moment, Time};

use crate::catalogue::Code;
use crate::finding::{Finding, Place};

/// What the log records of burned cards between two coups of a shoe.
#[derive(Clone, Debug, Default)]
pub(crate) struct Burns {
    /// How many cards, and when.
    recorded: Vec<(usize, Moment)>,
    /// The line of the first record.
    first: Option<u64>,
    /// Whether somebody logged that the burn was omitted.
    pub(crate) omitted: bool,
    /// Whether an incident of no coup may have taken cards out of play.
    pub(crate) accounted: bool,
}

impl Burns {
    pub(crate) fn add(&mut self, cards: usize, at: Moment, place: &Place) {
        self.first = self.first.or(place.line);
        self.recorded.push((cards, at));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.recorded.is_empty() && !self.omitted && !self.accounted
    }

    /// The cards burned before the next coup was dealt; all, if nobody knows when it was.
    pub(crate) fn before(&self, times: &Times) -> usize {
        let dealt = times.first_card.as_ref().map(Time::moment);
        let before = self.recorded.iter().filter(|(_, at)| dealt.is_none_or(|dealt| *at <= dealt));
        before.map(|(cards, _)| cards).sum()
    }

    /// Whether a card was burned in addition to those that are burned before each coup.
    pub(crate) fn beside(&self, before_each: usize) -> bool {
        !self.recorded.is_empty() && (before_each == 0 || self.all() > before_each)
    }

    /// All of them, those burned while that coup was dealt as well.
    pub(crate) fn all(&self) -> usize {
        self.recorded.iter().map(|(cards, _)| cards).sum()
    }
}

/// What is due before a coup.
pub(crate) enum Due<'r> {
    /// Before the first coup of a shoe, with the cards that were burned.
    First { cards: &'r [Option<Card>], more: bool },
    /// Before any other coup.
    Later {
        burned: usize,
        /// Whether an irregularity requires further burned cards.
        more: bool,
    },
}

/// How many cards are due before the first coup of a shoe with these burned cards; `None` if nothing states it.
pub(crate) fn before_play(ruleset: &Ruleset, cards: &[Option<Card>]) -> Option<usize> {
    let each = ruleset.deal.burn_before_coup.as_ref().map(|each| each.number);
    let before_each = each.unwrap_or(0);
    match ruleset.deal.burn_at_start.as_ref().map(|burn| burn.number) {
        None => each,
        Some(BurnCount::Some) => Some(cards.len().max(before_each + 1)),
        Some(count) if cards.is_empty() => Some(count.due(None).unwrap_or(1) + before_each),
        Some(count) => Some(count.due(cards.first().copied().flatten().map(|card| card.rank))? + before_each),
    }
}

/// How many cards were burned before a coup and how many are due, if the numbers differ.
pub(crate) fn misfit(ruleset: &Ruleset, due: &Due<'_>) -> Option<(usize, usize)> {
    let (burned, wanted, more) = match due {
        Due::Later { burned, more } => (*burned, ruleset.deal.burn_before_coup.as_ref()?.number, *more),
        Due::First { cards, more } => (cards.len(), before_play(ruleset, cards)?, *more),
    };
    (burned != wanted && !(more && burned > wanted)).then_some((burned, wanted))
}

/// Cards burned between two coups of a shoe, beyond those that are burned before each, if they are as many as a coup takes:
/// at the coup that follows. `None` if an incident accounts for them.
pub(crate) fn of_a_coup(ruleset: &Ruleset, burns: &Burns, next: &Place) -> Option<Finding> {
    let deal = &ruleset.deal;
    let (least, each) = (deal.order.len(), deal.burn_before_coup.as_ref());
    let burned = burns.all().saturating_sub(each.map_or(0, |each| each.number));
    if burned < least || burns.accounted {
        return None;
    }
    let what = counted(burned, "card");
    let line = burns.first.map_or(String::new(), |line| format!(" (line {line})"));
    let message = format!(
        "{what} were burned between the coup before and this one{line}, and no irregularity accounts for them: a coup \
         takes {least} or more"
    );
    let clauses = [each.map(|each| &each.clause), deal.burn_at_start.as_ref().map(|burn| &burn.clause)];
    let clauses: Vec<String> = clauses.into_iter().flatten().map(ToString::to_string).collect();
    let cite = Cite::of(&clauses.join(", "));
    let finding = Finding::new(Code::Burn, next, message).clause(cite.as_ref().map(|cite| ruleset.cite(cite)));
    Some(finding.compared("a coup, or an irregularity that takes cards out of play", format!("{what} burned")))
}

/// Whether as many cards were burned before a coup as the rules require.
pub(crate) fn fault(ruleset: &Ruleset, due: &Due<'_>, place: &Place) -> Option<Finding> {
    let (burned, wanted) = misfit(ruleset, due)?;
    let each = ruleset.deal.burn_before_coup.as_ref();
    let at_start = ruleset.deal.burn_at_start.as_ref();
    let finding = |message: String, clauses: &[Option<&Cite>]| {
        let clauses: Vec<String> = clauses.iter().flatten().map(ToString::to_string).collect();
        let cite = Cite::of(&clauses.join(", "));
        Finding::new(Code::BurnMissing, place, message).clause(cite.as_ref().map(|cite| ruleset.cite(cite)))
    };
    let (when, clauses) = match due {
        Due::First { .. } => ("play", [at_start.map(|burn| &burn.clause), each.map(|each| &each.clause)]),
        Due::Later { .. } => ("this coup", [each.map(|each| &each.clause), None]),
    };
    if burned == 0 {
        let expected = if wanted == 1 { "a burned card".to_owned() } else { counted(wanted, "burned card") };
        return Some(finding(format!("the log has no card burned before {when}"), &clauses).compared(expected, "none"));
    }
    let was = counted_that(burned, "card", ["was", "were"]);
    let is = counted_that(wanted, "card", ["is", "are"]);
    let both = match (due, at_start, each) {
        (Due::First { .. }, Some(_), Some(each)) => format!(", {} of them before the coup", each.number),
        _ => String::new(),
    };
    let message = format!("before {when} {was} burned, and {is} due{both}");
    Some(finding(message, &clauses).compared(wanted, burned))
}
