//! `wagers`: the wagers of a row.

use resettle_yaml::{Faults, Node, Value};

use super::{Columns, coded, log_name};
use crate::mapping::{Bet, WagerRule};

/// More decimals than any currency has.
const MOST_DECIMALS: i64 = 6;

/// Reads them.
pub(super) fn read(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Vec<WagerRule> {
    let list = node.list(faults).unwrap_or_default();
    list.iter().filter_map(|node| wager(node, columns, faults)).collect()
}

fn wager(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<WagerRule> {
    let mut fields = node.fields("a wager", faults)?;
    let bet = fields.required("bet", faults).and_then(|node| match node.value {
        Value::Map(_) => coded(node, columns, faults, bet).map(Bet::Coded),
        _ => bet(node, columns, faults).map(Bet::Always),
    });
    let stake = columns.require(&mut fields, "stake", faults);
    let returned = columns.require(&mut fields, "returned", faults);
    let decimals = fields.required("decimals", faults).and_then(|node| node.int(0..=MOST_DECIMALS, faults));
    let id = columns.take(&mut fields, "id", faults);
    let seat = columns.take(&mut fields, "seat", faults);
    let player = columns.take(&mut fields, "player", faults);
    fields.finish(faults);
    Some(WagerRule {
        bet: bet?,
        stake: stake?,
        returned: returned?,
        decimals: u32::try_from(decimals?).ok()?,
        id,
        seat,
        player,
    })
}

/// A bet as a log and a ruleset may name it.
fn bet(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<String> {
    let bet = log_name(node, faults)?;
    columns.bets.push((node.place, bet.clone()));
    Some(bet)
}
