//! One coup, judged whole: the order of the questions, and which answers silence which.

mod basis;
mod display;
mod procedure;
mod put_right;
mod result;
mod void;

use resettle_coup_log::{Accepted, Coup, Wager};
use resettle_game::Card;
use resettle_ruleset::Ruleset;
use resettle_sealed_log::{Moment, SourceKind, Time};
use resettle_words::{Kind, Mode, Outcome as Announced};

use crate::claims::{self, Around, Span};
use crate::coup::{Hands, Outcome, card};
use crate::finding::{Finding, Place};
use crate::irregularity::{Circumstances, Effects, Logged};
use crate::settle::{Settlement, Table, TableLimits, net, settle};
use crate::sink::NotAtRisk;
use crate::tournament::Terms;
use crate::trace::{self, Trace};
pub(crate) use basis::Basis;

pub(crate) use procedure::{disorder, exposure, missing_sections, notification_missing};

/// A coup and everything around it that its judgement needs.
#[derive(Clone)]
pub(crate) struct Case<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) coup: &'a Coup,
    pub(crate) place: &'a Place,
    /// The records of its wagers, where they stand elsewhere; empty where they stand at `place`.
    pub(crate) wager_places: &'a [Place],
    /// How far the clock of each wager's source may be off, in nanoseconds; empty where not at all.
    pub(crate) tolerances: &'a [i128],
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
    pub(crate) limits: &'a TableLimits,
    /// How a coup of a tournament is settled.
    pub(crate) terms: Option<&'a Terms>,
    pub(crate) next: Option<Moment>,
    pub(crate) source: SourceKind,
    /// Whether the coup has to hold every time that a rule needs.
    pub(crate) asks_times: bool,
    pub(crate) imported: bool,
    /// The clause by which this coup has to be a no-bet coup, because of the coup before.
    pub(crate) owes_no_bet: Option<String>,
    /// Where the steps are written down, if somebody asked for them.
    pub(crate) trace: Option<&'a Trace>,
}

impl Case<'_> {
    /// What conditions ask for, with the physical cards where those are asked.
    pub(crate) fn circumstances<'c>(&'c self, cards: &'c [Option<Card>]) -> Circumstances<'c> {
        Circumstances {
            ruleset: self.ruleset,
            cards,
            next: self.next,
            settled: self.coup.times.settled.as_ref().map(Time::moment),
            asked: self.around.asked,
        }
    }
}

/// What came of a coup.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(crate) findings: Vec<Finding>,
    pub(crate) due: i128,
    /// What was due of each wager, in their order.
    pub(crate) dues: Vec<i128>,
    /// Wagers of which nobody can say what was due; what came back stands for it in the sums.
    pub(crate) not_judged: Vec<usize>,
    /// Wagers whose stakes were not at risk in a coup that is settled, and why, in their order.
    pub(crate) not_at_risk: Vec<(usize, NotAtRisk)>,
    /// What the coup was settled by; nothing where it is void.
    pub(crate) outcome: Outcome,
    /// The hands, where the cards gave the outcome.
    pub(crate) hands: Option<Hands>,
    /// Whether the cards count as drawn, whatever reconstruction is logged.
    pub(crate) as_drawn: bool,
    /// The card that was kept for the next coup by right, and the clause if that has to be a no-bet coup.
    pub(crate) kept: Option<(Card, Option<String>)>,
    /// Its irregularities as far as they stand: those that the log refutes are not among them.
    pub(crate) heard: Vec<Logged>,
    /// Wagers that are logged as not accepted, or as removed, by their places in order.
    pub(crate) not_left: Vec<usize>,
    /// What was due of each wager by the cards as logged, whatever anybody says; none where they do not tell.
    pub(crate) by_cards: Option<Vec<i128>>,
    /// Whether the coup was voided.
    pub(crate) is_void: bool,
    /// Whether it had to be void, and was settled.
    pub(crate) had_to_be_void: bool,
    /// Whether its deal is judged: not where it is void, nor where it had to be.
    pub(crate) deal_judged: bool,
    /// Wagers that were voided under a clause that lets somebody void wagers.
    pub(crate) wagers_voided: Vec<String>,
    /// Wagers that were removed, and nobody logged when.
    pub(crate) undated_removals: Vec<usize>,
    /// Whether every wager was removed after a reconstruction.
    pub(crate) all_removed: bool,
    /// Wagers that are in time only by the tolerance of their source's clock.
    pub(crate) leaned: Vec<usize>,
}

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
    let physical: Vec<Option<Card>> = case.coup.cards.iter().flatten().map(|code| card(*code)).collect();
    let circumstances = case.circumstances(&physical);
    let mut judged = Judged::default();
    let heard = claims::heard(case, &circumstances, &mut judged.findings);
    let effects = Effects::of(&circumstances, &heard);
    judged.is_void = void::is_void(case, &effects);
    if let Some(trace) = case.trace {
        trace::logged_cards(trace, case.ruleset, case.coup);
        trace::irregularities(trace, case.ruleset, &effects);
        trace::verdict(trace, &effects, judged.is_void);
    }
    if judged.is_void {
        void::judge_voided(case, &effects, &mut judged);
    } else if let Some(effect) = effects.voids().or_else(|| claims::decided_void(&effects)) {
        judged.had_to_be_void = true;
        void::undeclared(case, effect, &mut judged);
    } else {
        judged.deal_judged = true;
        settled(case, &effects, &mut judged);
    }
    put_right::judge(case, &effects, &mut judged);
    procedure::judge(case, &effects, &mut judged);
    judged.findings.extend(claims::clock(case.around, &case.coup.times, &span(case), &heard, case.place));
    let wagers = case.coup.wagers.iter().flatten().enumerate();
    let not_left = wagers.filter(|(_, wager)| wager.removed || wager.accepted == Accepted::No);
    judged.not_left = not_left.map(|(at, _)| at).collect();
    if !case.irregularities.is_empty() || !judged.not_left.is_empty() {
        judged.by_cards = by_cards(case, &circumstances);
    }
    judged.heard = heard;
    judged
}

/// When play commenced, as the ruleset means it.
fn span<'a>(case: &'a Case<'_>) -> Span<'a> {
    let times = &case.coup.times;
    let commenced = crate::moments::commenced_at(times, case.ruleset.moments.next_commencement);
    Span { commenced, written: case.written }
}

/// What was due of each wager by the cards as logged, had nobody said that anything went wrong.
fn by_cards(case: &Case<'_>, circumstances: &Circumstances<'_>) -> Option<Vec<i128>> {
    let drawn = case.coup.cards.as_deref().and_then(crate::coup::cards)?;
    let played = crate::coup::play(case.ruleset, &drawn);
    if played.lacks.is_some() {
        return None;
    }
    let nothing = Effects::of(circumstances, &[]);
    let outcome = played.hands.outcome(case.ruleset);
    let wagers: Vec<Wager> = case.coup.wagers.iter().flatten().cloned().map(as_if_left).collect();
    let basis = Basis { outcome, from_cards: true, ..Basis::default() };
    Some(settle(&Table { trace: None, wagers: &wagers, no_bet: false, ..table(case, &nothing, &basis) }).dues)
}

/// A wager that was refused or removed, as if it had been taken and had stayed.
pub(crate) fn as_if_left(wager: Wager) -> Wager {
    let withdrawn = wager.withdrawn.filter(|_| !wager.removed);
    Wager { accepted: Accepted::Yes, removed: false, withdrawn, ..wager }
}

/// What would be due of each wager if the coup had this outcome.
pub(crate) fn dues_by(case: &Case<'_>, effects: &Effects<'_>, outcome: Outcome) -> Vec<i128> {
    let basis = Basis { outcome, from_cards: true, ..Basis::default() };
    settle(&Table { trace: None, ..table(case, effects, &basis) }).dues
}

/// What would be due of these wagers instead of the coup's, by its cards, in a coup with wagers.
pub(crate) fn dues_if_left(case: &Case<'_>, effects: &Effects<'_>, wagers: &[Wager]) -> Vec<i128> {
    let basis = basis::of(&Case { trace: None, ..case.clone() }, effects, &mut Vec::new());
    settle(&Table { trace: None, wagers, no_bet: false, ..table(case, effects, &basis) }).dues
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
    let mut settlement = settle(&table(case, effects, &basis));
    judged.findings.append(&mut settlement.findings);
    judged.due += settlement.due;
    judged.dues.clone_from(&settlement.dues);
    judged.not_judged.clone_from(&settlement.not_judged);
    judged.outcome = basis.outcome;
    judged.hands.clone_from(&basis.hands);
    judged.as_drawn = basis.as_drawn;
    judged.leaned.clone_from(&settlement.leaned);
    judged.findings.extend(claims::unsupported(case, effects, &basis, &settlement));
    let Settlement { wagers_voided, removed, undated_removals, not_at_risk, .. } = settlement;
    judged.not_at_risk = not_at_risk;
    procedure::authority_for_voided_wagers(case, effects, &wagers_voided, judged);
    judged.wagers_voided = wagers_voided;
    judged.undated_removals = undated_removals;
    judged.all_removed = !removed.is_empty() && Some(removed.len()) == case.coup.wagers.as_ref().map(Vec::len);
}

fn table<'a>(case: &'a Case<'a>, effects: &'a Effects<'a>, basis: &Basis) -> Table<'a> {
    Table {
        ruleset: case.ruleset,
        place: case.place,
        wager_places: case.wager_places,
        tolerances: case.tolerances,
        all_wagers: case.all_wagers,
        wagers: case.coup.wagers.as_deref().unwrap_or_default(),
        outcome: basis.outcome,
        limits: case.limits,
        terms: case.terms,
        close: close(case),
        commenced: span(case).commencement(),
        settled: case.coup.times.settled.as_ref().map(Time::moment),
        effects,
        no_bet: case.coup.mode == Some(Mode::NoBet),
        asks_refusals: matches!(case.source, SourceKind::Table | SourceKind::Shoe),
        by_a_reading: basis.by_a_reading,
        trace: case.trace,
    }
}

/// The moment after which wagers are late, where the log tells it.
pub(crate) fn close(case: &Case<'_>) -> Option<Moment> {
    crate::moments::round_time(&case.coup.times, case.ruleset.moments.close)
}

/// What a coup's wagers staked, returned and were, in minor units.
pub(crate) fn money(coup: &Coup) -> (u64, i128, i128) {
    let wagers = coup.wagers.as_deref().unwrap_or_default();
    let staked = wagers.iter().map(|wager| i128::from(wager.stake)).sum();
    let returned = wagers.iter().map(net).sum();
    (wagers.len() as u64, staked, returned)
}

pub(crate) fn declared_void(coup: &Coup) -> bool {
    coup.declared.is_some_and(|declared| declared.result == Some(Announced::Void))
}
