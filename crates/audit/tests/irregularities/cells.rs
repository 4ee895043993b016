//! The cells of the irregularity table: every row of a ruleset, every duty or right in it, and what
//! a document is silent about; and how to try whether a log hangs on one of them.

use resettle_audit::Settings;
use resettle_ruleset::{Cite, Consequence, IrregularityRow, IrregularityWhen, ResolvedFacts, Ruleset};
use resettle_words::{Affects, Cause, DealtFault, HandName, Kind, Stage};

use super::case::Case;
use super::rules::named;

/// What of a row a pair is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What follows from the irregularity.
    Then,
    /// Who has to decide.
    By,
    /// Who has to be notified.
    Notify,
    /// The check of the device.
    Check,
    /// What of the stakes goes back.
    Refund,
    /// Stakes that may be kept.
    Forfeit,
    /// Cards that may be set aside.
    SetsAside,
}

impl Part {
    pub const ALL: &[(&str, Self)] = &[
        ("then", Self::Then),
        ("by", Self::By),
        ("notify", Self::Notify),
        ("check", Self::Check),
        ("refund", Self::Refund),
        ("forfeit", Self::Forfeit),
        ("sets_aside", Self::SetsAside),
    ];

    /// The row without this part; none where it has none that can show.
    fn without(self, row: &IrregularityRow) -> Option<IrregularityRow> {
        let mut row = row.clone();
        let had = match self {
            Self::Then => false,
            Self::By => row.by.take().is_some(),
            Self::Notify => row.notify.take().is_some(),
            Self::Check => row.check.take().is_some(),
            Self::Refund => row.refund.take().is_some(),
            Self::Forfeit => row.forfeit.take().is_some(),
            // The deal of a void coup is not judged.
            Self::SetsAside => std::mem::take(&mut row.sets_aside) && row.then != Consequence::Void,
        };
        had.then_some(row)
    }
}

/// A cell with the rules as they are, and as they would be with the cell changed.
pub struct Cell {
    pub name: String,
    pub kind: Kind,
    pub part: Part,
    rules: Settings,
    changed: Vec<Settings>,
}

impl Cell {
    /// Whether the findings of this log hang on the cell.
    pub fn matters_to(&self, case: &Case) -> bool {
        let as_it_is = case.findings(&self.rules);
        self.changed.iter().any(|changed| case.findings(changed) != as_it_is)
    }
}

pub fn cells(ruleset: &Ruleset) -> Vec<Cell> {
    let mut out = Vec::new();
    for (at, row) in ruleset.irregularities.iter().enumerate() {
        for (word, part) in Part::ALL {
            let changed: Vec<Settings> = match part {
                Part::Then => probes(row).into_iter().map(|row| replaced(ruleset, at, row)).collect(),
                _ => part.without(row).into_iter().map(|row| replaced(ruleset, at, row)).collect(),
            };
            if changed.is_empty() {
                continue;
            }
            let name = if *part == Part::Then { name(row) } else { format!("{}: {word}", name(row)) };
            out.push(Cell { name, kind: row.kind, part: *part, rules: named(ruleset.clone()), changed });
        }
    }
    for (word, kind) in Kind::ALL {
        if is_covered(ruleset, *kind) {
            continue;
        }
        let then = if ruleset.otherwise.is_some() { "referred" } else { "silent" };
        let rest = ruleset.irregularities.iter().any(|row| row.kind == *kind);
        let which = if rest { "in any other case" } else { "always" };
        let mut changed = ruleset.clone();
        changed.irregularities.push(void(*kind, any_clause(ruleset)));
        out.push(Cell {
            name: format!("{word} {which}: {then}"),
            kind: *kind,
            part: Part::Then,
            rules: named(ruleset.clone()),
            changed: vec![named(changed)],
        });
    }
    out
}

/// A condition of a row, with the row alone in front, and the same without the condition.
pub struct Tried {
    pub row: String,
    pub name: &'static str,
    with_and_without: Vec<(Settings, Settings)>,
}

impl Tried {
    /// Whether it is this condition that keeps the log out of the row.
    pub fn matters_to(&self, case: &Case) -> bool {
        self.with_and_without.iter().any(|(with, without)| case.findings(with) != case.findings(without))
    }
}

pub fn conditions(ruleset: &Ruleset) -> Vec<Tried> {
    let mut out = Vec::new();
    for row in &ruleset.irregularities {
        for (condition, without) in relaxed(&row.when) {
            // Whether an outcome is established is only asked where the round is affected.
            if condition == "affects" && row.when.outcome_established == Some(true) {
                continue;
            }
            let probes = [Consequence::Void, Consequence::PlaysOn].map(|then| {
                let strict = IrregularityRow { then, ..row.clone() };
                let loose = IrregularityRow { when: without.clone(), ..strict.clone() };
                (in_front(ruleset, strict), in_front(ruleset, loose))
            });
            out.push(Tried { row: name(row), name: condition, with_and_without: probes.into() });
        }
    }
    out
}

fn replaced(ruleset: &Ruleset, at: usize, row: IrregularityRow) -> Settings {
    let mut changed = ruleset.clone();
    changed.irregularities[at] = row;
    named(changed)
}

fn in_front(ruleset: &Ruleset, row: IrregularityRow) -> Settings {
    let mut changed = ruleset.clone();
    changed.irregularities.insert(0, row);
    named(changed)
}

/// The row with other consequences.
fn probes(row: &IrregularityRow) -> Vec<IrregularityRow> {
    let others = [Consequence::Void, Consequence::PlaysOn].into_iter().filter(|then| *then != row.then);
    others.map(|then| IrregularityRow { then, ..row.clone() }).collect()
}

fn void(kind: Kind, clause: Cite) -> IrregularityRow {
    IrregularityRow {
        kind,
        when: IrregularityWhen::default(),
        then: Consequence::Void,
        clause: Some(clause),
        reading: false,
        by: None,
        notify: None,
        check: None,
        replace: None,
        forfeit: None,
        refund: None,
        sets_aside: false,
        may_need: None,
        may_cover: Vec::new(),
    }
}

fn any_clause(ruleset: &Ruleset) -> Cite {
    ruleset.deal.clause.clone()
}

/// The row in words.
fn name(row: &IrregularityRow) -> String {
    let clause = row.clause.as_ref().map_or("no clause", Cite::primary);
    let when = circumstances(&row.when);
    let when = if when.is_empty() { "always".to_owned() } else { when.join(", ") };
    format!("{} {when}: {} {clause}", row.kind.word(), row.then.word())
}

fn circumstances(when: &IrregularityWhen) -> Vec<String> {
    let truths = [
        ("reconstructed", when.reconstructed),
        ("order_known", when.order_known),
        ("in_time", when.in_time),
        ("outcome_established", when.outcome_established),
        ("cards_damaged", when.cards_damaged),
        ("disadvantage", when.disadvantage),
        ("replacement_available", when.replacement_available),
        ("practicable", when.practicable),
        ("outcome_affected", when.outcome_affected),
        ("initial_deal", when.initial_deal),
        ("completed", when.completed),
    ];
    let mut out: Vec<String> = truths
        .into_iter()
        .filter_map(|(name, is)| is.map(|is| if is { name.to_owned() } else { format!("not {name}") }))
        .collect();
    fn list<T: Copy>(name: &str, list: Option<&Vec<Option<T>>>, word: fn(T) -> &'static str) -> Option<String> {
        let words: Vec<&str> = list?.iter().map(|item| item.map_or("unstated", word)).collect();
        Some(format!("{name} {}", words.join("/")))
    }
    out.extend(list("hand", when.hand.as_ref(), HandName::word));
    out.extend(list("dealt", when.dealt.as_ref(), DealtFault::word));
    out.extend(list("stage", when.stage.as_ref(), Stage::word));
    out.extend(list("affects", when.affects.as_ref(), Affects::word));
    out.extend(list("cause", when.cause.as_ref(), Cause::word));
    out
}

/// Every condition with the circumstances that are left without it.
fn relaxed(when: &IrregularityWhen) -> Vec<(&'static str, IrregularityWhen)> {
    let mut out = Vec::new();
    macro_rules! each {
        ($($field:ident),+) => {
            $(if when.$field.is_some() {
                out.push((stringify!($field), IrregularityWhen { $field: None, ..when.clone() }));
            })+
        };
    }
    each!(
        reconstructed,
        order_known,
        in_time,
        outcome_established,
        cards_damaged,
        disadvantage,
        replacement_available,
        practicable,
        outcome_affected,
        initial_deal,
        completed,
        hand,
        dealt,
        stage,
        affects,
        cause
    );
    out
}

/// Whether rows cover the kind whatever the facts are.
fn is_covered(ruleset: &Ruleset, kind: Kind) -> bool {
    let rows: Vec<&IrregularityRow> = ruleset.irregularities.iter().filter(|row| row.kind == kind).collect();
    facts_of(kind).iter().all(|facts| rows.iter().any(|row| row.when.fits(facts)))
}

/// All combinations of the facts that a log can state of the kind.
fn facts_of(kind: Kind) -> Vec<ResolvedFacts> {
    let mut all = vec![ResolvedFacts::UNSTATED];
    macro_rules! each {
        ($field:ident in $values:expr) => {
            all = all
                .iter()
                .flat_map(|facts| $values.into_iter().map(move |value| ResolvedFacts { $field: value, ..*facts }))
                .collect();
        };
    }
    fn stated<T: Copy>(words: &[(&str, T)]) -> Vec<Option<T>> {
        words.iter().map(|(_, value)| Some(*value)).chain([None]).collect()
    }
    let truth = [false, true];
    each!(in_time in truth);
    each!(completed in truth);
    match kind {
        Kind::WrongCardCount => {
            each!(reconstructed in truth);
            each!(hand in stated(HandName::ALL));
            each!(dealt in stated(DealtFault::ALL));
            each!(stage in [Some(Stage::InitialDeal), Some(Stage::Draws), None]);
        }
        Kind::UnauthorisedDraw => {
            each!(reconstructed in truth);
            each!(hand in stated(HandName::ALL));
        }
        Kind::DealtOutOfOrder | Kind::OrderAltered => {
            each!(reconstructed in truth);
        }
        Kind::CardsDrawnTogether => {
            each!(reconstructed in truth);
            each!(order_known in truth);
            each!(initial_deal in truth);
        }
        Kind::FaceUpCard => {
            each!(stage in [Some(Stage::BeforeCoup), Some(Stage::DuringCoup), None]);
        }
        Kind::TechnicalInterruption => {
            each!(outcome_established in truth);
            each!(affects in [Affects::Round, Affects::Terminals]);
        }
        Kind::DeviceMalfunction => {
            each!(cards_damaged in truth);
            each!(disadvantage in truth);
            each!(replacement_available in truth);
            each!(practicable in truth);
        }
        Kind::Disruption => {
            each!(cause in stated(Cause::ALL));
        }
        Kind::Fraud | Kind::ProhibitedDevice => {
            each!(outcome_affected in truth);
        }
        _ => {}
    }
    all
}
