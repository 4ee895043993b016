use resettle_game::Odds;
use resettle_yaml::{Fields, Node, Value};

use super::context::Context;
use super::wagers::bet;
use crate::model::{Condition, PayRow, PayWhen, WagerRule};

pub(super) fn paytable(fields: &mut Fields<'_>, wagers: &[WagerRule], context: &mut Context) -> Vec<PayRow> {
    let Some(node) = fields.required("paytable", &mut context.faults) else { return Vec::new() };
    let mut rows: Vec<(PayRow, &Node)> = Vec::new();
    for item in node.list(&mut context.faults).unwrap_or_default() {
        if let Some(row) = row(item, wagers, context) {
            rows.push((row, item));
        }
    }
    for rule in wagers {
        prove_one_row_each(rule, &rows, node, context);
    }
    rows.into_iter().map(|(row, _)| row).collect()
}

fn row(node: &Node, wagers: &[WagerRule], context: &mut Context) -> Option<PayRow> {
    let mut fields = node.fields("a row of the paytable", &mut context.faults)?;
    let bet = fields.required("bet", &mut context.faults).and_then(|node| bet(node, wagers, context));
    let total = fields.optional("total").map(|node| match &node.value {
        Value::Text(word) if word == "other" => Some(PayWhen::OtherTotal),
        _ => node.int(0..=9, &mut context.faults).and_then(|n| u8::try_from(n).ok()).map(PayWhen::Total),
    });
    let sevens = fields
        .optional("sevens")
        .map(|node| node.int(1..=6, &mut context.faults).and_then(|n| u8::try_from(n).ok()).map(PayWhen::Sevens));
    let pays = fields.required("pays", &mut context.faults).and_then(|node| {
        let text = node.text(&mut context.faults)?;
        Odds::parse(text).map_err(|error| context.faults.add(node.place, format!("`{text}`: {error}"))).ok()
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
    Some(PayRow { bet: bet?, when: when?, pays: pays?, clause: clause? })
}

/// Every way in which the bet can win has exactly one row, and every row is for some way.
fn prove_one_row_each(rule: &WagerRule, rows: &[(PayRow, &Node)], table: &Node, context: &mut Context) {
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
    for way in &ways {
        match own.iter().filter(|(row, _)| fits(row, *way)).count() {
            1 => {}
            0 => context.faults.add(table.place, format!("`{}` winning with {} has no row", rule.bet, way_name(*way))),
            n => {
                context.faults.add(table.place, format!("`{}` winning with {} has {n} rows", rule.bet, way_name(*way)))
            }
        }
    }
    for (row, node) in &own {
        if !ways.iter().any(|way| fits(row, *way)) {
            context.faults.add(node.place, format!("`{}` never wins in this way", rule.bet));
        }
    }
}

fn way_name(way: PayWhen) -> String {
    match way {
        PayWhen::Total(total) => format!("total {total}"),
        PayWhen::Sevens(count) => format!("{count} sevens"),
        PayWhen::OtherTotal | PayWhen::Always => "any cards".to_owned(),
    }
}
