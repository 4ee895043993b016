use resettle_coup_log::Declared;
use resettle_game::{DeclaredResult, Side, counted};
use resettle_rules::{Fact, Values, When};
use resettle_ruleset::{Cite, WagerRow};

use crate::case::{Basis, Case};
use crate::catalogue::Code;
use crate::coup::ANNOUNCED_COUNT;
use crate::finding::Finding;
use crate::trace::plain;

/// Compares what was announced with what the cards give; a part that was not announced is not judged.
pub(super) fn judge(case: &Case<'_>, basis: &Basis, findings: &mut Vec<Finding>) {
    let Some(declared) = &case.coup.declared else { return };
    let outcome = &basis.outcome;
    let winner =
        declared.result.is_some_and(|result| outcome.winner.map(|winner| winner.word()) != Some(result.word()));
    let total =
        |side: Side, said: Option<i64>| said.is_some_and(|said| outcome.totals.of(side).map(i64::from) != Some(said));
    let totals = total(Side::Player, declared.player) || total(Side::Banker, declared.banker);
    let sevens = declared.sevens.zip(outcome.sevens).is_some_and(|(said, is)| said != i64::from(is));
    if !(winner || totals || sevens) {
        return;
    }
    let clause = if winner {
        winning_clause(case, basis)
    } else if totals {
        Some(&case.ruleset.cards.point_total.clause)
    } else {
        sevens_clause(case).or(Some(&case.ruleset.cards.clause))
    };
    let of = |side: Side, said: Option<i64>| {
        let said = said.filter(|_| total(side, said))?;
        Some(format!(
            "{} {said}, by the cards {}",
            side.name(),
            outcome.totals.of(side).map_or_else(|| "none".to_owned(), |is| is.to_string())
        ))
    };
    let said = declared.result.zip(outcome.winner).filter(|_| winner);
    let wrong: Vec<String> =
        (said.map(|(said, is)| format!("{}, by the cards {}", said.word(), is.word())).into_iter())
            .chain(of(Side::Player, declared.player))
            .chain(of(Side::Banker, declared.banker))
            .chain(
                declared
                    .sevens
                    .zip(outcome.sevens)
                    .filter(|_| sevens)
                    .map(|(said, is)| format!("{}, by the cards {is}", counted(said, "seven"))),
            )
            .collect();
    let kinds: Vec<String> = case.irregularities.iter().map(|logged| plain(&logged.irregularity.kind_word)).collect();
    let beyond = match basis.beyond_reach {
        true if kinds.is_empty() => ", and no misdeal is logged: the cards count".to_owned(),
        true => format!(", and what is logged ({}) cannot explain it: the cards count", kinds.join(", ")),
        false => String::new(),
    };
    let right = if !winner && declared.result.is_some() { "; the winner is right" } else { "" };
    let message = format!("announced was {}{right}{beyond}", wrong.join("; "));
    findings.push(
        Finding::new(Code::Misdeclared, case.place, message)
            .clause(clause.map(|clause| case.ruleset.cite(clause)))
            .compared(cards_give(basis, declared), announced(declared)),
    );
}

/// The clause of the first row that wins by this result.
fn winning_clause<'a>(case: &'a Case<'_>, basis: &Basis) -> Option<&'a Cite> {
    let ruleset = case.ruleset;
    let facts = &basis.outcome.facts;
    let winner = ruleset.book.known(facts, Fact::Winner)?;
    let rows = (0..ruleset.wagers.len()).filter_map(|bet| ruleset.row(bet, None, facts));
    rows.filter(|row| row.pays().wins())
        .find(|row| names(row, |fact, values| fact == Fact::Winner && values == Values::only(winner)))
        .map(|row| &row.clause)
}

/// The clause of the first bet that wins by the count announced.
fn sevens_clause<'a>(case: &'a Case<'_>) -> Option<&'a Cite> {
    let wins = case.ruleset.wagers.iter().filter_map(|rule| rule.first_win());
    wins.into_iter().find(|row| names(row, |fact, _| fact == ANNOUNCED_COUNT)).map(|row| &row.clause)
}

fn names(row: &WagerRow, wanted: impl Fn(Fact, Values) -> bool) -> bool {
    let When::Is(condition) = &row.row.when else { return false };
    let mut found = false;
    condition.each(&mut |fact, values| found |= wanted(fact, values));
    found
}

/// No ranks for the cards that could not be read give what was announced.
pub(super) fn no_ranks_give(case: &Case<'_>, declared: &Declared) -> Finding {
    let message = format!(
        "whatever the cards were that could not be read, what was announced ({}) cannot come of them",
        announced(declared)
    );
    Finding::new(Code::Misdeclared, case.place, message)
        .clause(Some(case.ruleset.cite(&case.ruleset.cards.point_total.clause)))
        .compared("what some ranks give", announced(declared))
}

/// The parts that were announced, as the cards give them.
fn cards_give(basis: &Basis, declared: &Declared) -> String {
    let outcome = &basis.outcome;
    parts(
        declared.result.and(outcome.winner).map(|winner| winner.word()),
        declared.player.and(outcome.totals.player).map(i64::from),
        declared.banker.and(outcome.totals.banker).map(i64::from),
        declared.sevens.and(outcome.sevens).map(i64::from),
    )
}

fn announced(declared: &Declared) -> String {
    parts(declared.result.map(DeclaredResult::word), declared.player, declared.banker, declared.sevens)
}

fn parts(result: Option<&str>, player: Option<i64>, banker: Option<i64>, sevens: Option<i64>) -> String {
    let mut out = Vec::new();
    out.extend(result.map(str::to_owned));
    out.extend(player.map(|total| format!("Player {total}")));
    out.extend(banker.map(|total| format!("Banker {total}")));
    out.extend(sevens.map(|count| counted(count, "seven")));
    out.join(", ")
}
