use resettle_coup_log::Declared;
use resettle_game::{DeclaredResult, Side, Winner, counted};
use resettle_rules::{Fact, Values, When};
use resettle_ruleset::{Cite, WagerRow};

use crate::case::{Basis, Case};
use crate::catalogue::Code;
use crate::coup::{ANNOUNCED_COUNT, Outcome};
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
    let (mut said, mut is): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    if let Some((announced, winner)) = declared.result.zip(outcome.winner).filter(|_| winner) {
        said.push(named(announced.word()));
        is.push(won_by(winner, [Side::Player, Side::Banker].map(|side| *outcome.totals.of(side))));
    }
    for (side, announced) in [(Side::Player, declared.player), (Side::Banker, declared.banker)] {
        let Some(announced) = announced.filter(|_| total(side, announced)) else { continue };
        said.push(format!("{} {announced}", side.name()));
        // Who wins by the cards is said with the totals.
        if !winner || outcome.winner.is_none() {
            let total = outcome.totals.of(side).map_or_else(|| "no total".to_owned(), |is| is.to_string());
            is.push(format!("the {} has {total}", side.name()));
        }
    }
    if let Some((announced, count)) = declared.sevens.zip(outcome.sevens).filter(|_| sevens) {
        said.push(counted(announced, "seven"));
        is.push(match count {
            0 => "there is no seven".to_owned(),
            1 => "there is 1 seven".to_owned(),
            count => format!("there are {count} sevens"),
        });
        // A printed seven may count as well.
        let cards = case.coup.cards.as_ref().and_then(|cards| i64::try_from(cards.len()).ok());
        if cards.is_some_and(|cards| announced > cards.saturating_add(1)) {
            is.push(format!("{announced} are more than there are cards"));
        }
    }
    let kinds: Vec<String> = case.irregularities.iter().map(|logged| plain(&logged.irregularity.kind_word)).collect();
    let beyond = match basis.beyond_reach {
        true if kinds.is_empty() => ", and no misdeal is logged: the result of the cards counts".to_owned(),
        true => format!(
            ", and what is logged to have gone wrong ({}) explains no such announcement: the cards count",
            kinds.join(", ")
        ),
        false => String::new(),
    };
    let right = if !winner && declared.result.is_some() { "; the winner is right" } else { "" };
    let said = match said.split_first() {
        Some((result, others)) if winner && !others.is_empty() => format!("{result} ({}) was", others.join(", ")),
        Some((one, [])) if !one.ends_with("sevens") => format!("{one} was"),
        _ => format!("{} were", in_a_row(&said)),
    };
    let message = format!("{said} announced; by the cards {}{right}{beyond}", in_a_row(&is));
    findings.push(
        Finding::new(Code::Misdeclared, case.place, message)
            .clause(clause.map(|clause| case.ruleset.cite(clause)))
            .compared(cards_give(&basis.outcome, declared), announced(declared)),
    );
}

/// `Player`, `Banker`, `a tie`.
fn named(result: &str) -> String {
    match result {
        "player" => Side::Player.name().to_owned(),
        "banker" => Side::Banker.name().to_owned(),
        other => format!("a {other}"),
    }
}

/// `Player wins 8 to 6`, `it is a tie, 6 to 6`; without totals that are not known.
fn won_by(winner: Winner, [player, banker]: [Option<u8>; 2]) -> String {
    let score = |own: Option<u8>, other: Option<u8>| {
        own.zip(other).map_or_else(String::new, |(own, other)| format!(" {own} to {other}"))
    };
    match winner {
        Winner::Player => format!("Player wins{}", score(player, banker)),
        Winner::Banker => format!("Banker wins{}", score(banker, player)),
        Winner::Tie => {
            let score = score(player, banker);
            if score.is_empty() { "it is a tie".to_owned() } else { format!("it is a tie,{score}") }
        }
    }
}

/// `one, two and three`.
fn in_a_row(all: &[String]) -> String {
    match all.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => all.concat(),
    }
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

/// No ranks for the cards that could not be read give what was announced; `gives` says of some of it whether any do.
pub(super) fn no_ranks_give(case: &Case<'_>, declared: &Declared, gives: impl Fn(&Declared) -> bool) -> Finding {
    let Declared { result, player, banker, sevens } = *declared;
    let each = [
        Declared { result, ..Declared::default() },
        Declared { player, ..Declared::default() },
        Declared { banker, ..Declared::default() },
        Declared { sevens, ..Declared::default() },
    ];
    let never: Vec<String> = each.iter().filter(|one| !gives(one)).map(announced).collect();
    let what = match never.is_empty() {
        true => "all of it at once".to_owned(),
        false => in_a_row(&never),
    };
    let message = format!(
        "{} was announced, and no card in the place of what could not be read gives {what}",
        announced(declared)
    );
    Finding::new(Code::Misdeclared, case.place, message)
        .clause(Some(case.ruleset.cite(&case.ruleset.cards.point_total.clause)))
        .compared("a result that the unread card can give", announced(declared))
}

/// The parts that were announced, as the cards give them.
pub(super) fn cards_give(outcome: &Outcome, declared: &Declared) -> String {
    parts(
        declared.result.and(outcome.winner).map(|winner| winner.word()),
        declared.player.and(outcome.totals.player).map(i64::from),
        declared.banker.and(outcome.totals.banker).map(i64::from),
        declared.sevens.and(outcome.sevens).map(i64::from),
    )
}

pub(super) fn announced(declared: &Declared) -> String {
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
