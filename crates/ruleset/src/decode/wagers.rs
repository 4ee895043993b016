use resettle_game::Odds;
use resettle_rules::{BetRow, BetRows, Book, BookError, Flaw, FlawKind, Pays, PlayTable, Reading, flaws};
use resettle_yaml::{Fields, Node, Position, Value};

use super::condition::when;
use super::context::Context;
use crate::model::{WagerRow, WagerRule};

/// A bet and where it and its rows are.
struct Placed {
    rule: WagerRule,
    place: Position,
    rows: Vec<Position>,
}

/// The bets, and the book made of them; empty where one of them is not sound.
pub(super) fn wagers(
    fields: &mut Fields<'_>,
    table: Option<&PlayTable>,
    context: &mut Context,
) -> (Vec<WagerRule>, Book) {
    let list = fields.required("wagers", &mut context.faults).map(|node| context.rows(node)).unwrap_or_default();
    let mut placed: Vec<Placed> = Vec::new();
    for node in list {
        let Some(bet) = wager(node, context) else { continue };
        if placed.iter().any(|known| known.rule.bet == bet.rule.bet) {
            context.faults.add(node.place, format!("the bet `{}` stands twice", bet.rule.bet));
        }
        placed.push(bet);
    }
    let cores: Vec<BetRows> = placed.iter().map(|bet| bet.rule.core()).collect();
    let book = Book::of(&cores);
    match (&book, table) {
        (Ok(_), Some(table)) => {
            for flaw in flaws(&cores, table) {
                report_flaw(&flaw, &placed, context);
            }
        }
        (Ok(_), None) => {}
        (Err(error), _) => too_much(*error, &placed, list, context),
    }
    (placed.into_iter().map(|bet| bet.rule).collect(), book.unwrap_or_default())
}

fn wager(node: &Node, context: &mut Context) -> Option<Placed> {
    let mut fields = node.fields("a wager", &mut context.faults)?;
    let bet = fields.required("bet", &mut context.faults).and_then(|node| node.text(&mut context.faults));
    if let Some(name) = bet.filter(|name| !context.bets.iter().any(|known| known == name)) {
        context.bets.push(name.to_owned());
    }
    let list = fields.required("rows", &mut context.faults).map(|node| context.rows(node));
    let mut rows = Vec::new();
    let mut places = Vec::new();
    let mut sound = list.is_some();
    for item in list.unwrap_or_default() {
        let row = row(item, context);
        sound &= row.is_some();
        if let Some(row) = row {
            rows.push(row);
            places.push(item.place);
        }
    }
    let reading =
        fields.optional("reading").and_then(|node| node.word(&[("one_hand", Reading::OneHand)], &mut context.faults));
    fields.finish(&mut context.faults);
    let bet = bet?.to_owned();
    if !sound {
        return None;
    }
    if !rows.iter().any(|row: &WagerRow| row.pays().wins()) {
        context.faults.add_with_help(node.place, format!("no row of `{bet}` pays anything"), "write `pays: 1 to 1`");
        return None;
    }
    Some(Placed { rule: WagerRule { bet, rows, reading }, place: node.place, rows: places })
}

fn row(node: &Node, context: &mut Context) -> Option<WagerRow> {
    let mut fields = node.fields("a row of a bet", &mut context.faults)?;
    let when = fields.required("when", &mut context.faults).and_then(|node| when(node, context));
    let pays = fields.optional("pays").map(|node| odds(node, context).map(Pays::Odds));
    let then = fields.optional("then").map(|node| outcome(node, context));
    let clause = context.clause(&mut fields);
    let pays_clause_node = fields.optional("pays_clause");
    let pays_clause = pays_clause_node.and_then(|node| context.cite(node));
    fields.finish(&mut context.faults);
    if then.is_some()
        && let Some(node) = pays_clause_node
    {
        context.faults.add(node.place, "`pays_clause` is the clause of odds, and this row has none");
    }
    let pays = match (pays, then) {
        (Some(pays), None) => pays,
        (None, Some(then)) => then,
        _ => {
            context.faults.add_with_help(
                node.place,
                "a row has either `pays` or `then`",
                "`pays: 9 to 5` where the wager wins; else `then: push`, `then: loses` or `then: loses 1 of 2`",
            );
            None
        }
    };
    Some(WagerRow { row: BetRow { when: when?, pays: pays? }, clause: clause?, pays_clause })
}

fn odds(node: &Node, context: &mut Context) -> Option<Odds> {
    let text = match &node.value {
        Value::Float(_) | Value::Int(_) => None,
        _ => Some(node.text(&mut context.faults)?),
    };
    let odds = text.and_then(|text| Odds::parse(text).ok());
    if odds.is_none() {
        context.faults.add_with_help(
            node.place,
            "odds are two whole numbers above 0 with `to` between them, as `9 to 5`",
            "multiply both sides until they are whole: 0.95 to 1 is 19 to 20",
        );
    }
    odds
}

fn outcome(node: &Node, context: &mut Context) -> Option<Pays> {
    let text = node.text(&mut context.faults)?;
    let part = || {
        let (lost, of) = text.strip_prefix("loses ")?.split_once(" of ")?;
        let odds = Odds::parse(&format!("{lost} to {of}")).ok()?;
        (odds.win() < odds.stake()).then_some(Pays::LosesPart { lost: odds.win(), of: odds.stake() })
    };
    let found = match text {
        "push" => Some(Pays::Push),
        "loses" => Some(Pays::Loses),
        _ => part(),
    };
    if found.is_none() {
        let help = "one of: push, loses; or a part of the stake, as `loses 1 of 2`";
        context.faults.add_with_help(node.place, format!("unknown word `{text}`"), help);
    }
    found
}

/// A flaw at the line of its row.
fn report_flaw(flaw: &Flaw, placed: &[Placed], context: &mut Context) {
    let Some(bet) = placed.get(flaw.bet) else { return };
    let at = |row: usize| bet.rows.get(row).copied().unwrap_or(bet.place);
    let name = &bet.rule.bet;
    match &flaw.kind {
        FlawKind::Both { first, second, example } => context.faults.add_with_help(
            at(*second),
            format!("`{name}`: this row and the one at {} both hold where {example}", at(*first)),
            "exactly one row holds for any coup",
        ),
        FlawKind::Gap { example } => context.faults.add_with_help(
            bet.place,
            format!("`{name}`: no row holds where {example}"),
            "add a row, or one with `when: otherwise` for all that the others leave",
        ),
        FlawKind::Never { row } => context.faults.add_with_help(
            at(*row),
            format!("`{name}`: no deal gives what this row asks for"),
            "by the ruleset's own deal and tables of play",
        ),
        FlawKind::TooMany => {
            let fault = format!("`{name}`: the rows distinguish more ways to deal a coup than can be proved");
            context.faults.add_with_help(bet.place, fault, "count fewer kinds of cards in one bet");
        }
        FlawKind::Others { row } => {
            context.faults.add(at(*row), format!("`{name}`: `otherwise` stands once at most"));
        }
    }
}

fn too_much(error: BookError, placed: &[Placed], list: &[Node], context: &mut Context) {
    let bet = match error {
        BookError::Cells { bet } | BookError::Rows { bet } => placed.get(bet).map(|bet| bet.place),
        BookError::Facts | BookError::Counted | BookError::Bets => None,
    };
    let place = bet.or_else(|| list.first().map(|node| node.place)).unwrap_or_default();
    context.faults.add(place, error.to_string());
}
