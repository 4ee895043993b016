//! Irregularities compared by what happens: in every circumstance that a row of either version
//! distinguishes, which row applies in each, and whether the two say the same.

mod circumstances;
mod money;
mod names;

use resettle_ruleset::{Cite, Consequence, IrregularityRow, ResolvedFacts, Ruleset};
use resettle_words::Kind;

use crate::align::Aligned;
use crate::change::{Change, Level, Voiding};
use crate::example::{Example, declared_otherwise, first_paid_otherwise};
use crate::places::Places;
use circumstances::circumstances;
use money::{Money, money};
use names::{both, name};

/// Circumstances in which one row of each version applies, or none.
struct Region<'r> {
    old: Option<(usize, &'r IrregularityRow)>,
    new: Option<(usize, &'r IrregularityRow)>,
    /// The first of them.
    facts: ResolvedFacts,
}

impl Region<'_> {
    fn name(&self) -> String {
        match (self.old, self.new) {
            (Some((_, old)), Some((_, new))) if old.when == new.when => name(&old.when),
            (Some((_, old)), Some((_, new))) => both(&old.when, &new.when),
            (Some((_, row)), None) | (None, Some((_, row))) => name(&row.when),
            (None, None) => String::new(),
        }
    }
}

/// Everything that changed about irregularities.
pub(crate) fn changes(
    old: &Ruleset,
    new: &Ruleset,
    aligned: &Aligned,
    places_old: &Places,
    places_new: &Places,
    out: &mut Vec<Change>,
) {
    for (_, kind) in Kind::ALL {
        for region in regions(old, new, *kind) {
            let name = region.name();
            if name.is_empty() {
                continue;
            }
            let path = format!("irregularities.{}.{name}", kind.word());
            let from = out.len();
            then(old, new, *kind, &region, &path, out);
            if let (Some((_, was)), Some((_, is))) = (region.old, region.new) {
                attributes(was, is, &path, aligned, out);
            }
            for change in out.iter_mut().skip(from) {
                change.place_old = region.old.and_then(|(at, _)| places_old.irregularity(at, &change.path));
                change.place_new = region.new.and_then(|(at, _)| places_new.irregularity(at, &change.path));
            }
        }
    }
}

fn regions<'r>(old: &'r Ruleset, new: &'r Ruleset, kind: Kind) -> Vec<Region<'r>> {
    let rows = |ruleset: &'r Ruleset| -> Vec<(usize, &'r IrregularityRow)> {
        ruleset.irregularities.iter().enumerate().filter(|(_, row)| row.kind == kind).collect()
    };
    let (old, new) = (rows(old), rows(new));
    let fitting =
        |rows: &[(usize, &'r IrregularityRow)], facts: &ResolvedFacts| -> Option<(usize, &'r IrregularityRow)> {
            rows.iter().find(|(_, row)| row.when.fits(facts)).copied()
        };
    let whens: Vec<_> = old.iter().chain(&new).map(|(_, row)| &row.when).collect();
    let mut regions: Vec<Region<'r>> = Vec::new();
    for facts in circumstances(&whens) {
        let (was, is) = (fitting(&old, &facts), fitting(&new, &facts));
        let key = (was.map(|(at, _)| at), is.map(|(at, _)| at));
        let known = regions.iter().any(|region| (region.old.map(|(at, _)| at), region.new.map(|(at, _)| at)) == key);
        if !known {
            regions.push(Region { old: was, new: is, facts });
        }
    }
    regions
}

/// What follows: by a row, by the clause for all that no row covers, or nothing where the document is silent.
struct Follows<'r> {
    then: Option<Consequence>,
    clause: Option<&'r Cite>,
}

fn follows<'r>(ruleset: &'r Ruleset, row: Option<(usize, &'r IrregularityRow)>) -> Follows<'r> {
    match (row, &ruleset.otherwise) {
        (Some((_, row)), _) => Follows { then: Some(row.then), clause: row.clause.as_ref() },
        (None, Some(otherwise)) => Follows { then: Some(otherwise.then), clause: Some(&otherwise.clause) },
        (None, None) => Follows { then: None, clause: None },
    }
}

fn then(old: &Ruleset, new: &Ruleset, kind: Kind, region: &Region<'_>, path: &str, out: &mut Vec<Change>) {
    let (was, is) = (follows(old, region.old), follows(new, region.new));
    if was.then == is.then {
        return;
    }
    let (money_was, money_is) = (money(kind, was.then, &region.facts), money(kind, is.then, &region.facts));
    let voiding = match (was.then, is.then) {
        (_, Some(Consequence::Void)) => Some(Voiding::Newly),
        (Some(Consequence::Void), _) => Some(Voiding::NoLonger),
        _ => None,
    };
    let example = example(old, new, kind, region, money_was, money_is);
    out.push(Change {
        path: format!("{path}.then"),
        level: if money_was == money_is { Level::Procedure } else { Level::Settlement },
        old: was.then.map(|then| then.word().to_owned()),
        new: is.then.map(|then| then.word().to_owned()),
        clause_old: was.clause.map(ToString::to_string),
        clause_new: is.clause.map(ToString::to_string),
        place_old: None,
        place_new: None,
        voiding,
        note: None,
        example,
    });
}

/// The first coup whose stake does not simply go back, where one version gives it back and the other does not.
fn example(old: &Ruleset, new: &Ruleset, kind: Kind, region: &Region<'_>, was: Money, is: Money) -> Option<Example> {
    if was == is {
        return None;
    }
    let mut example = first_paid_otherwise(old, new)?;
    let mut circumstances: Vec<String> = Vec::new();
    for (_, row) in region.old.into_iter().chain(region.new) {
        for fact in row.when.in_words().split("; ").filter(|fact| *fact != "always") {
            if !circumstances.iter().any(|known| known == fact) {
                circumstances.push(fact.to_owned());
            }
        }
    }
    let kind = kind.word().replace('_', " ");
    example.irregularity = Some(match circumstances.as_slice() {
        [] => kind,
        facts => format!("{kind} ({})", facts.join("; ")),
    });
    // A coup declared as its cards are shows nothing where one version goes by the one and one by the other.
    if let (Money::ByCards, Money::AsDeclared) | (Money::AsDeclared, Money::ByCards) = (was, is) {
        let declared = declared_otherwise(old, new, &example)?;
        if let Some(kind) = &mut example.irregularity {
            kind.push_str(&format!(", {}", declared.words));
        }
        match was {
            Money::AsDeclared => example.old = declared.old,
            _ => example.new = declared.new,
        }
        return (example.old != example.new).then_some(example);
    }
    let stake = example.stake.to_string();
    example.old = was.of(&stake, &example.old)?;
    example.new = is.of(&stake, &example.new)?;
    (example.old != example.new).then_some(example)
}

/// What else two rows that apply in the same circumstances say.
fn attributes(was: &IrregularityRow, is: &IrregularityRow, path: &str, aligned: &Aligned, out: &mut Vec<Change>) {
    let clauses = |row: &IrregularityRow| row.clause.as_ref().map(ToString::to_string);
    let mut add = |name: &str, level: Level, old: Option<String>, new: Option<String>| {
        if old != new {
            out.push(Change {
                path: format!("{path}.{name}"),
                level,
                old,
                new,
                clause_old: clauses(was),
                clause_new: clauses(is),
                place_old: None,
                place_new: None,
                voiding: None,
                note: None,
                example: None,
            });
        }
    };
    let truth = |value: bool| Some(value.to_string());
    add("reading", Level::Procedure, truth(was.reading), truth(is.reading));
    add("sets_aside", Level::Procedure, truth(was.sets_aside), truth(is.sets_aside));
    let by = |row: &IrregularityRow| row.by.as_ref().map(|by| format!("{} ({})", by.name, by.role.word()));
    add("by", Level::Procedure, by(was), by(is));
    let notify = |row: &IrregularityRow| {
        let roles = row.notify.as_ref()?.roles.iter().map(|role| role.word());
        Some(roles.collect::<Vec<_>>().join(", "))
    };
    add("notify", Level::Procedure, notify(was), notify(is));
    let check = |row: &IrregularityRow| row.check.as_ref().map(|_| "device checked".to_owned());
    add("check", Level::Procedure, check(was), check(is));
    let forfeit = |row: &IrregularityRow| row.forfeit.as_ref().map(|_| "stakes may be kept".to_owned());
    add("forfeit", Level::Settlement, forfeit(was), forfeit(is));
    let refund = |row: &IrregularityRow| {
        let refund = row.refund.as_ref()?;
        Some(if refund.reading { "a reading" } else { "stated" }.to_owned())
    };
    add("refund", Level::Procedure, refund(was), refund(is));
    if !aligned.same(was.clause.as_ref(), is.clause.as_ref()) {
        add("clause", Level::Editorial, clauses(was), clauses(is));
    }
}
