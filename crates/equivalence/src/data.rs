//! What is compared leaf by leaf, because the same data judge the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use resettle_ruleset::{Burn, BurnBeforeCoup, Choice, Cite, Deal, Decision, OptionRule, Ruleset, Withdrawn};

use crate::debug::{NONE, digits, leaves, leaves_of_both};
use crate::statement::{Difference, How, Part};

/// What a leaf that is not there says.
const ABSENT: &str = "–";
/// This many values of a rule that one ruleset alone has are named; the rest of them is counted.
const MOST_NAMED: usize = 8;

type ByPath = BTreeMap<String, Vec<String>>;

/// A part as data: each leaf that differs is a difference.
pub(crate) fn part(name: &str, old: &dyn Debug, new: &dyn Debug) -> Part {
    let paths = |value: &dyn Debug| leaves(value).into_iter().map(|(path, _)| path);
    let count = paths(old).chain(paths(new)).collect::<BTreeSet<_>>().len();
    let [mut was, mut is] = leaves_of_both(old, new).map(by_path);
    whole(&mut was, &mut is);
    whole(&mut is, &mut was);
    let paths: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let text = |values: Option<&Vec<String>>| values.map_or_else(|| ABSENT.to_owned(), |values| values.join(", "));
    let differences = paths.into_iter().filter(|path| was.get(*path) != is.get(*path)).map(|path| Difference {
        path: if path.is_empty() { name.to_owned() } else { format!("{name}.{path}") },
        set: "every coup to which this rule applies".to_owned(),
        old: text(was.get(path)),
        new: text(is.get(path)),
        coup: None,
    });
    let differences = differences.collect();
    Part { name: name.to_owned(), how: How::AsData(count), differences }
}

fn by_path(leaves: Vec<(String, String)>) -> ByPath {
    let mut out = ByPath::new();
    for (path, value) in leaves {
        out.entry(path).or_default().push(value);
    }
    out
}

/// Where one ruleset has nothing and the other a rule of several values, the rule is one value.
fn whole(without: &mut ByPath, with: &mut ByPath) {
    let bare: Vec<String> = without
        .iter()
        .filter(|(path, values)| *values == &[NONE] && !with.contains_key(*path))
        .map(|(path, _)| path.clone())
        .collect();
    for path in bare {
        let prefix = if path.is_empty() { String::new() } else { format!("{path}.") };
        let below: Vec<String> = with.keys().filter(|own| own.starts_with(&prefix)).cloned().collect();
        let named = |own: &String, values: &[String]| {
            let name = own.strip_prefix(&prefix).unwrap_or(own);
            let numbered = name.chars().all(|letter| letter.is_ascii_digit());
            if numbered { values.join(", ") } else { format!("{name} {}", values.join(", ")) }
        };
        let mut rule = Vec::new();
        for own in &below {
            let values = with.remove(own).unwrap_or_default();
            rule.push(named(own, &values));
        }
        if rule.len() > MOST_NAMED {
            rule = vec![format!("a rule of {} values, {}", rule.len(), digits(&rule))];
        }
        if !rule.is_empty() {
            with.insert(path, vec![rule.join(", ")]);
        }
    }
}

/// What of the deal is no table: the tables are gone through.
#[derive(Debug)]
#[allow(dead_code, reason = "it is compared by what is written of it")]
pub(crate) struct AroundTheDeal<'r> {
    permanent_clause: &'r Option<Cite>,
    cards_return: &'r Option<Cite>,
    burn_at_start: &'r Option<Burn>,
    burn_before_coup: &'r Option<BurnBeforeCoup>,
}

pub(crate) fn around_the_deal(deal: &Deal) -> AroundTheDeal<'_> {
    let Deal { permanent: _, order: _, clause: _, permanent_clause, cards_return, burn_at_start, burn_before_coup } =
        deal;
    AroundTheDeal { permanent_clause, cards_return, burn_at_start, burn_before_coup }
}

/// What becomes of a wager that is taken back: in time by a reading only where no clause speaks of it.
#[derive(Debug)]
#[allow(dead_code, reason = "it is compared by what is written of it")]
pub(crate) struct TakenBack<'r> {
    then: &'r dyn Debug,
    clause: &'r Cite,
    in_time: Cite,
}

pub(crate) fn withdrawn(rule: &Withdrawn) -> TakenBack<'_> {
    let Withdrawn { then, clause } = rule;
    TakenBack { then, clause, in_time: rule.in_time() }
}

/// What is left to the operator. The place is one of its values: of several options of which nothing was chosen, the first
/// is reported.
#[derive(Debug)]
#[allow(dead_code, reason = "it is compared by what is written of it")]
pub(crate) struct LeftOpen<'r> {
    place: usize,
    name: &'r str,
    clause: &'r Cite,
    choices: Vec<(&'r str, &'r Cite)>,
}

/// None where nothing is left open.
pub(crate) fn options(ruleset: &Ruleset) -> Option<Vec<LeftOpen<'_>>> {
    let options = (1..).zip(&ruleset.options).map(|(place, OptionRule { name, clause, choices })| LeftOpen {
        place,
        name,
        clause,
        choices: choices.iter().map(|Choice { choice, clause }| (choice.as_str(), clause)).collect(),
    });
    (!ruleset.options.is_empty()).then(|| options.collect())
}

/// What of the tables and bets is a reading: what they say is gone through elsewhere.
#[derive(Debug)]
#[allow(dead_code, reason = "it is compared by what is written of it")]
pub(crate) struct Readings {
    values: bool,
    point_total: bool,
    initial_deal: bool,
    naturals: bool,
    /// What holds for all that no row covers.
    otherwise: bool,
    /// Cells of the tables of play, and rows of bets.
    cells: Vec<String>,
    rows: Vec<String>,
}

pub(crate) fn readings(ruleset: &Ruleset) -> Readings {
    let Ruleset { cards, deal, draws, wagers, otherwise, .. } = ruleset;
    let read = |decision: &Option<Decision>| decision.as_ref().is_some_and(|decision| decision.clause.is_reading());
    let mut cells: Vec<String> = Vec::new();
    for (total, _) in draws.player.iter().enumerate().filter(|(_, cell)| read(cell)) {
        cells.push(format!("Player {total}"));
    }
    for (total, line) in draws.banker.iter().enumerate() {
        let third = |column: usize| column.checked_sub(1).map_or_else(|| "none".to_owned(), |value| value.to_string());
        let own = line.iter().enumerate().filter(|(_, cell)| read(cell));
        cells.extend(own.map(|(column, _)| format!("Banker {total} against {}", third(column))));
    }
    let rows = wagers.iter().flat_map(|rule| rule.rows.iter().map(move |row| (rule, row)));
    // Odds are paid by a reading wherever what wins is one.
    let rows = rows.filter(|(_, row)| row.settled_by().is_reading());
    Readings {
        values: cards.clause.is_reading(),
        point_total: cards.point_total.clause.is_reading(),
        initial_deal: deal.clause.is_reading(),
        naturals: draws.natural_clause.is_reading(),
        otherwise: otherwise.as_ref().is_some_and(|rule| rule.clause.is_reading()),
        cells,
        rows: rows.map(|(rule, row)| format!("{} {:?}", rule.bet, row.row)).collect(),
    }
}

/// Which rules on limits hold at tournaments: that is said by the numbers of their clauses.
#[derive(Debug)]
#[allow(dead_code, reason = "it is compared by what is written of it")]
pub(crate) struct HeldAtTournaments {
    minimum: Option<bool>,
    differential: Option<bool>,
    personal: Option<bool>,
}

pub(crate) fn held_at_tournaments(ruleset: &Ruleset) -> Option<HeldAtTournaments> {
    let tournament = ruleset.tournament.as_ref()?;
    let (limits, holds) = (&ruleset.limits, |clause: &Cite| tournament.holds(clause));
    Some(HeldAtTournaments {
        minimum: limits.minimum.as_ref().map(|rule| holds(&rule.clause)),
        differential: limits.differential.as_ref().map(|rule| holds(&rule.clause)),
        personal: limits.personal.as_ref().map(holds),
    })
}
