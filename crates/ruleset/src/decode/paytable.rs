use resettle_game::Odds;
use resettle_yaml::{Fields, Node, Place, Value};

use super::context::Context;
use super::wagers::bet;
use crate::model::{Condition, PayRow, PayWhen, WagerRule};

pub(super) fn paytable(fields: &mut Fields<'_>, wagers: &[WagerRule], context: &mut Context) -> Vec<PayRow> {
    let place = fields.place_of("paytable");
    let Some(node) = fields.required("paytable", &mut context.faults) else { return Vec::new() };
    let mut rows: Vec<(PayRow, &Node)> = Vec::new();
    // Where a row is faulty its bet's table is not complete; its own fault is told.
    let mut unsound: Vec<Option<String>> = Vec::new();
    for item in context.rows(node) {
        match row(item, context) {
            Ok(row) => rows.push((row, item)),
            Err(bet) => unsound.push(bet),
        }
    }
    for rule in wagers {
        if !unsound.iter().any(|bet| bet.as_ref().is_none_or(|bet| *bet == rule.bet)) {
            prove_one_row_each(rule, &rows, place, context);
        }
    }
    rows.into_iter().map(|(row, _)| row).collect()
}

/// A row, or the bet that a faulty one names.
fn row(node: &Node, context: &mut Context) -> Result<PayRow, Option<String>> {
    let mut fields = node.fields("a row of the paytable", &mut context.faults).ok_or(None)?;
    let bet = fields.required("bet", &mut context.faults).and_then(|node| bet(node, context));
    let total = fields.optional("total").map(|node| match &node.value {
        Value::Text(word) if word == "other" => Some(PayWhen::OtherTotal),
        _ => node.int(0..=9, &mut context.faults).and_then(|n| u8::try_from(n).ok()).map(PayWhen::Total),
    });
    let sevens = fields
        .optional("sevens")
        .map(|node| node.int(1..=6, &mut context.faults).and_then(|n| u8::try_from(n).ok()).map(PayWhen::Sevens));
    let pays = fields.required("pays", &mut context.faults).and_then(|node| {
        let text = match &node.value {
            Value::Float | Value::Int(_) => None,
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
    });
    let clause = context.clause(&mut fields);
    fields.finish(&mut context.faults);
    let when = match (total, sevens) {
        (None, None) => Some(PayWhen::Always),
        (Some(total), None) => total,
        (None, Some(sevens)) => sevens,
        (Some(_), Some(_)) => {
            context.faults.add(node.place, "a row is for a total or for sevens, not for both");
            None
        }
    };
    match (bet, when, pays, clause) {
        (Some(bet), Some(when), Some(pays), Some(clause)) => Ok(PayRow { bet, when, pays, clause }),
        (bet, ..) => Err(bet),
    }
}

/// Every way in which the bet can win has exactly one row, and every row is for some way.
fn prove_one_row_each(rule: &WagerRule, rows: &[(PayRow, &Node)], table: Place, context: &mut Context) {
    let own: Vec<&(PayRow, &Node)> = rows.iter().filter(|(row, _)| row.bet == rule.bet).collect();
    let ways: Vec<PayWhen> = match rule.wins.when {
        // A hand that is higher than the other has at least 1.
        Condition::PlayerHigher | Condition::BankerHigher => (1..=9).map(PayWhen::Total).collect(),
        Condition::Tie => (0..=9).map(PayWhen::Total).collect(),
        Condition::Sevens(least) => (least..=6).map(PayWhen::Sevens).collect(),
        Condition::PlayerPair | Condition::BankerPair | Condition::Otherwise => vec![PayWhen::Always],
    };
    let named = |total: u8| own.iter().any(|(row, _)| row.when == PayWhen::Total(total));
    let fits = |row: &PayRow, way: PayWhen| match (row.when, way) {
        (PayWhen::Always, _) => true,
        (PayWhen::OtherTotal, PayWhen::Total(total)) => !named(total),
        (when, way) => when == way,
    };
    let mut open = Vec::new();
    for way in &ways {
        let fitting: Vec<&Node> = own.iter().filter(|(row, _)| fits(row, *way)).map(|(_, node)| *node).collect();
        match fitting.as_slice() {
            [] => open.push(*way),
            [_] => {}
            [first, .., last] => context.faults.add_with_help(
                last.place,
                format!("`{}` winning with {} has a row at {} already", rule.bet, way_name(*way), first.place),
                "exactly one row fits any winning wager",
            ),
        }
    }
    if !open.is_empty() {
        let help = match open.first() {
            Some(PayWhen::Total(_)) => "add the row, or one with `total: other` for all totals that no row names",
            _ => "add the row",
        };
        let message = format!("`{}` has no row for winning with {}", rule.bet, ways_name(&open));
        context.faults.add_with_help(table, message, help);
    }
    for (row, node) in &own {
        if !ways.iter().any(|way| fits(row, *way)) {
            context.faults.add(
                node.place,
                format!("no winning wager fits this row: `{}` wins with {}", rule.bet, ways_name(&ways)),
            );
        }
    }
}

fn way_name(way: PayWhen) -> String {
    ways_name(&[way])
}

/// `total 1, 2, 3`, `2, 3 sevens`.
fn ways_name(ways: &[PayWhen]) -> String {
    let numbers: Vec<String> = ways
        .iter()
        .filter_map(|way| match way {
            PayWhen::Total(n) | PayWhen::Sevens(n) => Some(n.to_string()),
            PayWhen::OtherTotal | PayWhen::Always => None,
        })
        .collect();
    match ways.first() {
        Some(PayWhen::Total(_)) => format!("total {}", numbers.join(", ")),
        Some(PayWhen::Sevens(_)) => format!("{} sevens", numbers.join(", ")),
        _ => "any cards".to_owned(),
    }
}
