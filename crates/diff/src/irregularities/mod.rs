//! Irregularities compared by what happens: in every circumstance that a row of either version
//! distinguishes, which row applies in each, and whether the two say the same.

mod area;
mod money;

use resettle_equivalence::circumstances;
use resettle_game::{Kind, Role};
use resettle_ruleset::{Cite, Consequence, Follows, IrregularityRow, ResolvedFacts, Ruleset};

use crate::align::Aligned;
use crate::change::{Change, Level, Voiding};
use crate::example::{Example, declared_otherwise, first_paid_otherwise};
use crate::places::Places;
use area::Area;
use money::{Money, decides_cards, money};

/// A row and its number among those of all kinds.
type Numbered<'r> = (usize, &'r IrregularityRow);

/// Circumstances in which one row of each version applies, or none.
struct Region<'r> {
    old: Option<Numbered<'r>>,
    new: Option<Numbered<'r>>,
    /// Every one of them; never empty.
    facts: Vec<ResolvedFacts>,
    /// What the row applies to, or both rows do.
    area: Area,
    /// But not to this: there a row of the other version applies.
    but: Vec<Area>,
}

impl Region<'_> {
    /// The circumstances as a piece of a path.
    fn name(&self) -> String {
        let mut name = self.area.name();
        let but: Vec<String> = self.but.iter().map(|but| but.within(self.area).name()).collect();
        if !but.is_empty() {
            name.push_str(&format!(" but not {}", but.join(", ")));
        }
        name
    }

    /// The same, as people read it.
    fn in_words(&self) -> String {
        let mut words = self.area.when().in_words();
        let but: Vec<String> = self.but.iter().map(|but| but.within(self.area).when().in_words()).collect();
        if !but.is_empty() {
            words.push_str(&format!("; but not: {}", but.join(", or: ")));
        }
        words
    }

    /// One of the circumstances, as people read it.
    fn one_in_words(&self, facts: &ResolvedFacts) -> String {
        let one = if self.but.is_empty() { self.area } else { self.area.at(facts, &self.but) };
        one.when().in_words()
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
            let path = format!("irregularities.{}.{}", kind.word(), region.name());
            let from = out.len();
            let sides = (follows(old, *kind, &region), follows(new, *kind, &region));
            then(old, new, *kind, &region, &path, out);
            attributes(&sides, &path, aligned, out);
            for change in out.iter_mut().skip(from) {
                change.circumstances = Some(region.in_words());
                change.place_old = region.old.and_then(|(at, _)| places_old.irregularity(at, &change.path));
                change.place_new = region.new.and_then(|(at, _)| places_new.irregularity(at, &change.path));
            }
        }
    }
}

fn regions<'r>(old: &'r Ruleset, new: &'r Ruleset, kind: Kind) -> Vec<Region<'r>> {
    let rows = |ruleset: &'r Ruleset| -> Vec<Numbered<'r>> {
        ruleset.irregularities.iter().enumerate().filter(|(_, row)| row.kind == kind).collect()
    };
    let (old, new) = (rows(old), rows(new));
    let fitting = |rows: &[Numbered<'r>], facts: &ResolvedFacts| -> Option<Numbered<'r>> {
        rows.iter().find(|(_, row)| row.when.fits(facts)).copied()
    };
    let whens: Vec<_> = old.iter().chain(&new).map(|(_, row)| &row.when).collect();
    let mut regions: Vec<Region<'r>> = Vec::new();
    for facts in circumstances(kind, &whens) {
        let (was, is) = (fitting(&old, &facts), fitting(&new, &facts));
        let number = |row: Option<Numbered<'_>>| row.map(|(at, _)| at);
        let key = (number(was), number(is));
        if let Some(region) = regions.iter_mut().find(|region| (number(region.old), number(region.new)) == key) {
            region.facts.push(facts);
        } else if let Some((area, but)) = described((&old, was), (&new, is)) {
            regions.push(Region { old: was, new: is, facts: vec![facts], area, but });
        }
    }
    regions
}

/// The circumstances of two rows, or of one and no row of the other version; none of no row.
fn described(
    old: (&[Numbered<'_>], Option<Numbered<'_>>),
    new: (&[Numbered<'_>], Option<Numbered<'_>>),
) -> Option<(Area, Vec<Area>)> {
    let area = |(_, row): &Numbered<'_>| Area::of(&row.when);
    match (old, new) {
        ((_, Some(old)), (_, Some(new))) => Some((area(&old).and(area(&new))?, Vec::new())),
        ((_, Some(own)), (others, None)) | ((others, None), (_, Some(own))) => {
            Some(area(&own).without(others.iter().map(area)))
        }
        ((_, None), (_, None)) => None,
    }
}

/// What follows in the circumstances of a region.
fn follows<'r>(ruleset: &'r Ruleset, kind: Kind, region: &Region<'r>) -> Follows<'r> {
    let facts = region.facts.first().copied().unwrap_or(ResolvedFacts::UNSTATED);
    ruleset.follows(kind, &facts)
}

fn then(old: &Ruleset, new: &Ruleset, kind: Kind, region: &Region<'_>, path: &str, out: &mut Vec<Change>) {
    let (was, is) = (follows(old, kind, region), follows(new, kind, region));
    if was.then == is.then {
        return;
    }
    let both = |facts: &ResolvedFacts| (money(kind, was.then, facts), money(kind, is.then, facts));
    let differs = region.facts.iter().find(|facts| {
        let (was, is) = both(facts);
        was != is
    });
    let voiding = match (was.then, is.then) {
        (_, Some(Consequence::Void)) => Some(Voiding::Newly),
        (Some(Consequence::Void), _) => Some(Voiding::NoLonger),
        _ => None,
    };
    let example = differs.and_then(|facts| {
        let (was, is) = both(facts);
        let mut example = example(old, new, was, is)?;
        let logged = match region.one_in_words(facts).as_str() {
            "always" => kind.word().replace('_', " "),
            facts => format!("{} ({facts})", kind.word().replace('_', " ")),
        };
        let declared = example.irregularity.take().unwrap_or_default();
        example.irregularity = Some(format!("{logged}{declared}"));
        Some(example)
    });
    let cards = [was.then, is.then].into_iter().flatten().any(decides_cards);
    out.push(Change {
        path: format!("{path}.then"),
        level: if differs.is_some() || cards { Level::Settlement } else { Level::Procedure },
        old: was.then.map(|then| then.word().to_owned()),
        new: is.then.map(|then| then.word().to_owned()),
        clause_old: was.clause.map(ToString::to_string),
        clause_new: is.clause.map(ToString::to_string),
        voiding,
        example,
        ..Change::of(String::new(), Level::Settlement, None, None)
    });
}

/// The first coup whose stake does not simply go back, where one version gives it back and the other does not. What it is
/// declared as, where that is not what its cards give, is its `irregularity`.
fn example(old: &Ruleset, new: &Ruleset, was: Money, is: Money) -> Option<Example> {
    let mut example = first_paid_otherwise(old, new)?;
    // A coup declared as its cards are shows nothing where one version goes by the one and one by the other.
    if let (Money::ByCards, Money::AsDeclared) | (Money::AsDeclared, Money::ByCards) = (was, is) {
        let declared = declared_otherwise(old, new, &example)?;
        example.irregularity = Some(format!(", {}", declared.words));
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

/// What else is said in the same circumstances, by rows or by none. Where one version alone has a row and something else
/// follows from it, its clause and whether it is a reading belong to what follows.
fn attributes((was, is): &(Follows<'_>, Follows<'_>), path: &str, aligned: &Aligned, out: &mut Vec<Change>) {
    let clauses = |follows: &Follows<'_>| follows.clause.map(ToString::to_string);
    let mut add = |name: &str, level: Level, old: Option<String>, new: Option<String>| {
        if old != new {
            out.push(Change {
                clause_old: clauses(was),
                clause_new: clauses(is),
                ..Change::of(format!("{path}.{name}"), level, old, new)
            });
        }
    };
    let mut said =
        |name: &str, level: Level, of: &dyn Fn(&Follows<'_>) -> Option<String>| add(name, level, of(was), of(is));
    let comparable = was.row.is_some() == is.row.is_some() || was.then == is.then;
    if comparable {
        said("reading", Level::Procedure, &|of| Some(of.row.is_some_and(|row| row.reading).to_string()));
    }
    said("may_need", Level::Procedure, &|of| of.row?.may_need.map(|need| need.word().to_owned()));
    said("may_cover", Level::Procedure, &|of| {
        let kinds: Vec<&str> = of.row?.may_cover.iter().flatten().map(|kind| kind.word()).collect();
        (!kinds.is_empty()).then(|| kinds.join(", "))
    });
    said("sets_aside", Level::Procedure, &|of| Some(of.row.is_some_and(|row| row.sets_aside).to_string()));
    said("by", Level::Procedure, &|of| {
        let office = |role: Role| format!("{} ({})", role.word().replace('_', " "), role.word());
        let by = of.row.and_then(|row| row.by.as_ref()).map(|by| format!("{} ({})", by.name, by.role.word()));
        by.or_else(|| of.by.map(office))
    });
    said("notify", Level::Procedure, &|of| {
        let mut roles: Vec<&str> = of.row?.notify.as_ref()?.roles.iter().map(|role| role.word()).collect();
        roles.sort_unstable();
        Some(roles.join(", "))
    });
    said("check", Level::Procedure, &|of| of.row?.check.as_ref().map(|_| "device checked".to_owned()));
    said("replace", Level::Procedure, &|of| of.row?.replace.as_ref().map(|_| "damaged cards replaced".to_owned()));
    said("forfeit", Level::Settlement, &|of| of.row?.forfeit.as_ref().map(|_| "stakes may be kept".to_owned()));
    said("refund", Level::Procedure, &|of| {
        let refund = of.row?.refund.as_ref()?;
        Some(if refund.reading { "a reading" } else { "stated" }.to_owned())
    });
    if comparable && !aligned.same(was.clause, is.clause) {
        add("clause", Level::Editorial, clauses(was), clauses(is));
    }
    let (Some(was), Some(is)) = (was.row, is.row) else { return };
    for ((name, old), (_, new)) in citations(was).into_iter().zip(citations(is)) {
        // That the rule itself comes or goes is said above; a rule may lose its clause and stay.
        let (Some(old), Some(new)) = (old, new) else { continue };
        if !aligned.same(old, new) {
            let text = |cite: Option<&Cite>| cite.map(ToString::to_string);
            out.push(Change {
                clause_old: text(old),
                clause_new: text(new),
                ..Change::of(format!("{path}.{name}.clause"), Level::Editorial, text(old), text(new))
            });
        }
    }
}

/// The clause of each further rule of a row: none where the row has no such rule, none within where it cites no clause.
/// Every field is named, so that none is left out.
fn citations(row: &IrregularityRow) -> [(&'static str, Option<Option<&Cite>>); 6] {
    let IrregularityRow {
        by,
        notify,
        check,
        replace,
        forfeit,
        refund,
        kind: _,
        when: _,
        then: _,
        may_need: _,
        may_cover: _,
        sets_aside: _,
        reading: _,
        clause: _,
    } = row;
    [
        ("by", by.as_ref().map(|by| Some(&by.clause))),
        ("notify", notify.as_ref().map(|notify| Some(&notify.clause))),
        ("check", check.as_ref().map(Some)),
        ("replace", replace.as_ref().map(Some)),
        ("forfeit", forfeit.as_ref().map(Some)),
        ("refund", refund.as_ref().map(|refund| refund.clause.as_ref())),
    ]
}
