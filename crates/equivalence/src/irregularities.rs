//! Irregularities: in every combination of the facts that a row of either ruleset asks for, what follows.

use std::collections::{BTreeMap, BTreeSet};

use resettle_game::{Fact, IrregularityWhen, Kind};
use resettle_ruleset::{Follows, IrregularityRow, ResolvedFacts, Ruleset};

use crate::debug::{NONE, leaves};
use crate::sets::{Point, Product, products};
use crate::statement::{Difference, How, Part};

/// This many combinations of facts are gone through for one kind.
const MOST: usize = 1 << 17;

/// What a ruleset says in one combination of facts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Said {
    /// The consequence.
    then: String,
    /// Whatever else decides something, under its name.
    besides: Vec<(String, String)>,
}

/// All kinds of irregularities.
pub(crate) fn part(old: &Ruleset, new: &Ruleset) -> Part {
    let (mut combinations, mut too_many, mut differences) = (0usize, Vec::new(), Vec::new());
    for (word, kind) in Kind::ALL {
        let asked = asked(*kind, [old, new]);
        let count = asked.iter().try_fold(1usize, |count, fact| count.checked_mul(fact.values().len()));
        match count.filter(|count| *count <= MOST) {
            Some(count) => {
                combinations += count;
                of_kind(old, new, *kind, &asked, &mut differences);
            }
            None => too_many.push(word.replace('_', " ")),
        }
    }
    let how = if too_many.is_empty() {
        How::Enumerated(format!(
            "{combinations} combinations of the facts that a row of either asks for, over {} kinds; every moment in them: before \
             and after the next commencement, before and after the settlement",
            Kind::ALL.len()
        ))
    } else {
        How::NotProven(format!(
            "the rows on {} ask for more combinations of facts than are gone through",
            too_many.join(", ")
        ))
    };
    Part { name: "irregularities, otherwise".to_owned(), how, differences }
}

/// The facts that rows on a kind ask for, those that may cover it included, and what decides its money whatever rows ask.
fn asked(kind: Kind, rulesets: [&Ruleset; 2]) -> Vec<Fact> {
    let concerns = |row: &IrregularityRow| row.kind == kind || row.may_cover.iter().flatten().any(|one| *one == kind);
    let rows = rulesets.iter().flat_map(|ruleset| ruleset.irregularities.iter().filter(|row| concerns(row)));
    let whens: Vec<&IrregularityWhen> = rows.map(|row| &row.when).collect();
    Fact::ASKED.iter().copied().filter(|fact| whens.iter().any(|when| when.asks(*fact))).collect()
}

fn of_kind(old: &Ruleset, new: &Ruleset, kind: Kind, asked: &[Fact], out: &mut Vec<Difference>) {
    let mut all: Vec<(Point, ResolvedFacts)> = vec![(Vec::new(), ResolvedFacts::UNSTATED)];
    for fact in asked {
        let mut next = Vec::with_capacity(all.len() * 2);
        for (point, facts) in &all {
            for (at, word) in (0u8..).zip(fact.values()) {
                let mut point = point.clone();
                point.push(at);
                next.push((point, facts.with(*fact, word)));
            }
        }
        all = next;
    }
    let universe: BTreeSet<Point> = all.iter().map(|(point, _)| point.clone()).collect();
    let mut sets: BTreeMap<(Said, Said), BTreeSet<Point>> = BTreeMap::new();
    for (point, facts) in all {
        let (was, is) = (said(old, kind, &facts), said(new, kind, &facts));
        if was != is {
            sets.entry((was, is)).or_default().insert(point);
        }
    }
    for ((was, is), points) in sets {
        let set = products(&points, &universe)
            .iter()
            .map(|product| in_words(asked, product))
            .collect::<Vec<_>>()
            .join("; or: ");
        let path = format!("irregularities.{}", kind.word());
        let words = |said: &Said, other: &Said| {
            let own = said.besides.iter().filter(|own| !other.besides.contains(own));
            let besides = own.map(|(name, value)| format!("{name} {value}").replace('_', " ").trim_end().to_owned());
            std::iter::once(said.then.clone()).chain(besides).collect::<Vec<_>>().join("; ")
        };
        out.push(Difference { path, set, old: words(&was, &is), new: words(&is, &was), coup: None });
    }
}

/// What decides something, citations apart: they count as there or not.
fn said(ruleset: &Ruleset, kind: Kind, facts: &ResolvedFacts) -> Said {
    let Follows { row, then, clause, by } = ruleset.follows(kind, facts);
    let mut besides = Vec::new();
    if let Some(row) = row {
        besides.extend(of_row(row));
        if ruleset.duties_rest_on_a_reading(row) {
            besides.push(("duties_by_a_reading".to_owned(), String::new()));
        }
    } else if let Some(by) = by {
        besides.push(("by".to_owned(), by.word().replace('_', " ")));
        besides.extend(clause.map(|_| ("clause".to_owned(), "stated".to_owned())));
    }
    let covering: BTreeSet<String> = ruleset
        .may_cover(kind, facts)
        .map(|row| row.by.as_ref().map_or_else(|| "any role".to_owned(), |by| by.role.word().replace('_', " ")))
        .collect();
    if !covering.is_empty() {
        let by = covering.into_iter().collect::<Vec<_>>().join(", ");
        besides.push(("may_be_covered".to_owned(), format!("decided by {by}")));
    }
    Said { then: then.map_or("silent", |then| then.word()).replace('_', " "), besides }
}

/// What a row says besides its consequence. Every field is named, so that none is left out.
fn of_row(row: &IrregularityRow) -> Vec<(String, String)> {
    let IrregularityRow {
        kind: _,
        when: _,
        then: _,
        clause,
        reading,
        by,
        notify,
        check,
        replace,
        forfeit,
        refund,
        sets_aside,
        may_need,
        may_cover: _,
    } = row;
    let mut out = Vec::new();
    let mut add = |name: &str, value: &dyn std::fmt::Debug| {
        for (path, said) in leaves(value) {
            if said == NONE || said == "false" {
                continue;
            }
            // The number of an item says nothing.
            let path = path.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('.');
            let said = if said == "true" { String::new() } else { said };
            out.push((if path.is_empty() { name.to_owned() } else { format!("{name} {path}") }, said));
        }
    };
    add("clause", clause);
    add("reading", reading);
    add("by", &by.as_ref().map(|by| by.role));
    add("notify", &notify.as_ref().map(|notify| &notify.roles));
    add("check", &check.as_ref().map(|_| "demanded"));
    add("replace", &replace.as_ref().map(|_| "demanded"));
    add("forfeit", &forfeit.as_ref().map(|_| "stakes may be kept"));
    add("refund", refund);
    add("sets_aside", sets_aside);
    add("may_need", may_need);
    out
}

fn in_words(asked: &[Fact], product: &Product) -> String {
    let mut when = IrregularityWhen::default();
    for (fact, values) in asked.iter().zip(product) {
        let all = fact.values();
        let named: Vec<&str> = (0u8..).zip(&all).filter(|(at, _)| values.contains(at)).map(|(_, word)| *word).collect();
        if named.len() < all.len() {
            when.ask(*fact, Some(&named));
        }
    }
    when.in_words()
}
