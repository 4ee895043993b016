//! The cells of the irregularity table: every row of a ruleset, every duty or right in it, and what
//! a document is silent about; and how to try whether a log hangs on one of them.

use resettle_audit::Settings;
use resettle_game::{Fact, Form, Kind};
use resettle_ruleset::{Cite, Consequence, IrregularityRow, IrregularityWhen, ResolvedFacts, Ruleset};

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
        may_cover: None,
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
    let one = |fact: &Fact| {
        let words = when.asked(*fact)?;
        Some(match (fact.form(), words.as_slice()) {
            (Form::Truth, ["true"]) => fact.name().to_owned(),
            (Form::Truth, _) => format!("not {}", fact.name()),
            _ => format!("{} {}", fact.name(), words.join("/")),
        })
    };
    Fact::ASKED.iter().filter_map(one).collect()
}

/// Every condition with the circumstances that are left without it.
fn relaxed(when: &IrregularityWhen) -> Vec<(&'static str, IrregularityWhen)> {
    let asked = Fact::ASKED.iter().filter(|fact| when.asks(**fact));
    asked
        .map(|fact| {
            let mut without = when.clone();
            without.ask(*fact, None);
            (fact.name(), without)
        })
        .collect()
}

/// Whether rows cover the kind whatever the facts are.
fn is_covered(ruleset: &Ruleset, kind: Kind) -> bool {
    let rows: Vec<&IrregularityRow> = ruleset.irregularities.iter().filter(|row| row.kind == kind).collect();
    facts_of(kind).iter().all(|facts| rows.iter().any(|row| row.when.fits(facts)))
}

/// All combinations of the facts that a log can state of the kind, and of what else decides a row of it.
fn facts_of(kind: Kind) -> Vec<ResolvedFacts> {
    let also: &[Fact] = match kind {
        Kind::CardsDrawnTogether => &[Fact::InitialDeal],
        Kind::TechnicalInterruption => &[Fact::OutcomeEstablished],
        _ => &[],
    };
    let mut all = vec![ResolvedFacts::UNSTATED];
    for fact in [Fact::InTime, Fact::Completed].iter().chain(also).chain(kind.states()) {
        let values: Vec<&str> = match fact.form_of(kind) {
            Form::Word(words) => words.iter().copied().chain(["unstated"]).collect(),
            Form::Truth => fact.values(),
            _ => continue,
        };
        all = all.iter().flat_map(|facts| values.iter().map(|word| facts.with(*fact, word))).collect();
    }
    all
}
