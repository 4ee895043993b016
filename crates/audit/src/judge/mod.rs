//! One whole coup is judged: the order of the questions, and which answers silence which.

mod basis;
mod contested;
mod display;
mod groundless;
mod if_it_falls;
mod instead;
mod misdealt;
mod orders;
mod partly_known;
mod procedure;
mod put_right;
mod result;
mod unjudged;
mod unsupported;
mod void;

use resettle_coup_log::{Coup, Wager};
use resettle_game::Kind;
use resettle_sealed_log::Time;

use crate::case::{Basis, Case, Judged, unsettled};
use crate::claims;
use crate::coup::Outcome;
use crate::finding::Place;
use crate::irregularity::{Circumstances, Effects, Logged};
use crate::placed_wager::in_places_of;
use crate::settle::{Settlement, UnsettledCoup, duplicate_ids, settle};
use crate::trace;

pub(crate) use contested::contested;
pub(crate) use procedure::{disorder, exposure, missing_sections, notification_missing};

/// The irregularities of a coup as judged: an undeclared foreign card is one.
pub(crate) fn with_implied(coup: &Coup, place: &Place, written: &Time, mut logged: Vec<Logged>) -> Vec<Logged> {
    let dealt = coup.cards.iter().chain(&coup.reconstructed_cards).flatten();
    let foreign = dealt.into_iter().any(|card| *card == resettle_coup_log::CardCode::FOREIGN);
    let declared = logged.iter().any(|logged| logged.irregularity.kind == Kind::ForeignCard);
    if foreign && !declared {
        logged.push(void::implied_foreign_card(coup, place, written));
    }
    logged
}

/// Judges a coup under a ruleset.
pub(crate) fn judge(case: &Case<'_>) -> Judged {
    let circumstances = case.circumstances();
    let mut judged = Judged::default();
    let mut timed = Vec::new();
    let believed = claims::believed(case, &circumstances, &mut timed, &mut judged);
    let effects = Effects::of(&circumstances, &believed);
    judged.is_void = void::is_void(case, &effects);
    if let Some(trace) = case.trace {
        trace::logged_cards(trace, case.ruleset, case.coup);
        trace::irregularities(trace, case.ruleset, &effects, !case.irregularities.is_empty());
        trace::verdict(trace, &effects, judged.is_void);
    }
    if judged.is_void {
        void::judge_voided(case, &effects, &mut judged);
        judged.owes_no_bet = basis::owed_by_a_void(case, &effects);
    } else if let Some(effect) = effects.voids().or_else(|| claims::decided_void(&effects)) {
        judged.had_to_be_void = true;
        void::undeclared(case, &effects, effect, &mut judged);
        judged.owes_no_bet = basis::owed_by_a_void(case, &effects);
    } else {
        judged.deal_judged = true;
        settled(case, &effects, &mut judged);
    }
    put_right::judge(case, &effects, &mut judged);
    let not_left = case.wagers.iter().filter(|wager| wager.removed || !wager.accepted);
    judged.not_left = not_left.map(|wager| wager.at).collect();
    if !case.irregularities.is_empty() || !judged.not_left.is_empty() {
        judged.by_cards = by_cards(case, &circumstances, &effects);
    }
    procedure::judge(case, &effects, &mut judged);
    judged.findings.extend(duplicate_ids(case.wagers, case.unit));
    judged.unjudged = unjudged::why(case, &judged);
    judged.findings.extend(partly_known::known_in_part(case, &judged));
    judged.findings.extend(claims::clock(case.around, &case.coup.times, &case.span(), &timed, case.place));
    judged.believed = believed;
    judged
}

/// What was due for each wager by the cards as logged, if nobody had logged that anything went wrong; `None` where the cards
/// do not show it, be it that their order is not known.
fn by_cards(case: &Case<'_>, circumstances: &Circumstances<'_>, effects: &Effects<'_>) -> Option<Vec<i128>> {
    let drawn = crate::coup::cards(case.ruleset, case.coup.cards.as_deref()?)?;
    let played = crate::coup::play(case.ruleset, &drawn);
    if played.lacks.is_some() {
        return None;
    }
    let nothing = Effects::of(circumstances, &[]);
    let outcome = played.hands.outcome(case.ruleset);
    let wagers: Vec<Wager> = case.wagers.iter().map(|placed| as_if_left(placed.wager.clone())).collect();
    let wagers = in_places_of(&wagers, case.wagers);
    let basis = Basis { outcome, from_cards: true, ..Basis::default() };
    let (basis, order) = match orders::unknown(case, effects) {
        Some(cards) => orders::in_any(case, &cards, basis),
        None => (basis, None),
    };
    let settlement =
        settle(&UnsettledCoup { trace: None, wagers: &wagers, no_bet: false, ..unsettled(case, &nothing, &basis) });
    (order.is_none() || settlement.not_judged.is_empty()).then_some(settlement.dues)
}

/// A wager that was refused or removed, treated as taken and kept. One that was refused is treated as in time and not withdrawn:
/// either would return its stake as well, and hide what the refusal moved.
pub(crate) fn as_if_left(wager: Wager) -> Wager {
    let withdrawn = wager.withdrawn.filter(|_| wager.accepted && !wager.removed);
    let placed = wager.placed.filter(|_| wager.accepted);
    Wager { accepted: true, removed: false, placed, withdrawn, ..wager }
}

/// What would be due of each wager if the coup had this outcome; where that does not say it, what went back.
pub(crate) fn dues_by(case: &Case<'_>, effects: &Effects<'_>, outcome: Outcome) -> Vec<i128> {
    settled_by(case, effects, outcome).dues
}

/// What would come of the wagers if the coup had this outcome.
fn settled_by(case: &Case<'_>, effects: &Effects<'_>, outcome: Outcome) -> Settlement {
    let basis = Basis { outcome, from_cards: true, ..Basis::default() };
    settle(&UnsettledCoup { trace: None, ..unsettled(case, effects, &basis) })
}

/// What would be due for these wagers instead of the coup's, by its cards, in a coup with wagers.
pub(crate) fn dues_if_left(case: &Case<'_>, effects: &Effects<'_>, wagers: &[Wager]) -> Vec<i128> {
    let basis = basis::of(&Case { trace: None, ..case.clone() }, effects, &mut Vec::new());
    let wagers = in_places_of(wagers, case.wagers);
    settle(&UnsettledCoup { trace: None, wagers: &wagers, no_bet: false, ..unsettled(case, effects, &basis) }).dues
}

/// A coup that has a result: its deal, the announcement, the display, the money.
fn settled(case: &Case<'_>, effects: &Effects<'_>, judged: &mut Judged) {
    let basis = basis::of(case, effects, &mut judged.findings);
    judged.kept.clone_from(&basis.kept);
    let dealt = judged.findings.len();
    if basis.from_cards {
        result::judge(case, &basis, &mut judged.findings);
    }
    let announced = judged.findings.len();
    display::judge(case, effects, basis.outcome.winner.map(|winner| winner.word()), basis.by_a_reading, judged);
    if let Some(trace) = case.trace {
        trace::outcome(trace, case.ruleset, &basis.outcome, basis.from_cards);
        let shown = judged.findings.len();
        trace::announced(trace, case.coup, basis.from_cards, announced == dealt, shown == announced);
    }
    let mut settlement = settle(&unsettled(case, effects, &basis));
    judged.findings.append(&mut settlement.findings);
    if basis.or_by_cards {
        instead::mark(case, effects, &mut judged.findings);
    }
    judged.due += settlement.due;
    judged.dues.clone_from(&settlement.dues);
    judged.not_taken_off.clone_from(&settlement.not_taken_off);
    judged.not_judged.clone_from(&settlement.not_judged);
    unjudged::by_declaration(case, &settlement, judged);
    judged.outcome = basis.outcome;
    judged.by_claim = basis.rests_on_claim;
    judged.hands.clone_from(&basis.hands);
    judged.as_drawn = basis.as_drawn;
    judged.beyond_reach = basis.beyond_reach;
    judged.leaned.clone_from(&settlement.leaned);
    judged.findings.extend(unsupported::unsupported(case, effects, &basis, &settlement));
    let Settlement { wagers_voided, removed, undated_removals, not_at_risk, pays, .. } = settlement;
    (judged.not_at_risk, judged.pays) = (not_at_risk, pays);
    procedure::authority_for_voided_wagers(case, effects, &wagers_voided, judged);
    judged.wagers_voided = wagers_voided;
    judged.undated_removals = undated_removals;
    judged.all_removed = !removed.is_empty() && removed.len() == case.wagers.len();
}
