//! `json`: where the rounds of a JSON file stand.

use resettle_yaml::{Faults, Node};

use super::{Columns, beside, filled, texts};
use crate::mapping::{Column, JsonSource, Order};

/// What a mapping says of it.
#[derive(Default)]
pub(super) struct Json {
    pub(super) source: JsonSource,
    pub(super) only: Vec<(Column, Vec<String>)>,
    pub(super) empty: Vec<String>,
    pub(super) order: Order,
}

/// Reads the key; what does not fit goes to `faults`, with its place.
pub(super) fn read(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<Json> {
    let mut fields = node.fields("`json`", faults)?;
    let mut json = Json::default();
    json.source.rounds = fields.optional("rounds").and_then(|node| path(node, faults));
    json.source.wagers = fields.optional("wagers").and_then(|node| path(node, faults));
    json.only = fields.optional("only").map(|node| beside::only(node, "path", columns, faults)).unwrap_or_default();
    json.empty = fields.optional("empty").map(|node| texts(node, faults)).unwrap_or_default();
    let orders = [Order::OldestFirst, Order::NewestFirst].map(|order| (order.word(), order));
    if let Some(order) = fields.optional("order").and_then(|node| node.word(&orders, faults)) {
        json.order = order;
    }
    fields.finish(faults);
    Some(json)
}

fn path(node: &Node, faults: &mut Faults) -> Option<String> {
    Some(filled(node, faults)?.trim().to_owned())
}
