//! `wagers`: the wagers of a row.

use std::collections::BTreeMap;

use resettle_yaml::{Faults, Fields, Node, Value};

use super::{Columns, coded, log_name, moments, texts};
use crate::mapping::{AtTie, AtTies, Back, Bet, Column, Rejected, Seat, TimeRule, Together, WagerRule, Which};

/// More decimals than any currency or token counts by, and as many as the integers of a log hold.
const MOST_DECIMALS: i64 = 18;

/// What all wagers of a row have in common.
#[derive(Clone, Copy)]
pub(super) struct InRow<'f> {
    /// How the row's time is read.
    pub(super) time: Option<&'f TimeRule>,
    /// Whether the row has sums of its wagers alone.
    pub(super) together: bool,
    /// The decimals of the log's currency, where it is known.
    pub(super) digits: Option<u32>,
}

/// The decimals of amounts: a log counts the minor units of its currency, so more than it has would make each sum ten times
/// too large for every one.
fn decimals(fields: &mut Fields<'_>, digits: Option<u32>, faults: &mut Faults) -> Option<u32> {
    let node = fields.required("decimals", faults)?;
    let decimals = node.int(0..=MOST_DECIMALS, faults).and_then(|decimals| u32::try_from(decimals).ok())?;
    if let Some(digits) = digits.filter(|digits| decimals > *digits) {
        faults.add_with_help(
            node.place,
            format!("the currency of `open` has {digits} decimals, not {decimals}"),
            format!(
                "write `decimals: {digits}`; noughts behind them, four places in all or more, as in 100.0000, are read"
            ),
        );
    }
    Some(decimals)
}

/// Reads the list and leaves out what does not fit, which goes to `faults` with its place.
pub(super) fn read(node: &Node, of: InRow<'_>, columns: &mut Columns, faults: &mut Faults) -> Vec<WagerRule> {
    let list = node.list(faults).unwrap_or_default();
    let wagers: Vec<WagerRule> = list.iter().filter_map(|node| wager(node, of, columns, faults)).collect();
    let named = |column: Column| columns.list.get(column.0);
    let mut seen: Vec<&Which> = Vec::new();
    for amount in wagers.iter().flat_map(|rule| [Some(rule.stake), rule.back.column()]).flatten() {
        let Some(column) = named(amount) else { continue };
        if seen.contains(&&column.which) {
            faults.add_with_help(
                column.place,
                "this column is an amount of another wager of the row, or another amount of this one",
                "a column of what went back with all wagers of a row is: together: {won: COLUMN} or together: {net: COLUMN}",
            );
        }
        seen.push(&column.which);
    }
    wagers
}

/// Reads `together`: sums of all wagers of a row.
pub(super) fn together(
    node: &Node,
    digits: Option<u32>,
    columns: &mut Columns,
    faults: &mut Faults,
) -> Option<Together> {
    let mut fields = node.fields("`together`", faults)?;
    let won = columns.take(&mut fields, "won", faults);
    let net = fields.optional("net").map(|node| net(node, columns, faults));
    let decimals = decimals(&mut fields, digits, faults);
    fields.finish(faults);
    if won.is_none() && net.is_none() {
        faults.add(node.place, "`together` names neither `won` nor `net`");
        return None;
    }
    let net = match net {
        Some(net) => Some(net?),
        None => None,
    };
    Some(Together { won, net, decimals: decimals? })
}

fn wager(node: &Node, of: InRow<'_>, columns: &mut Columns, faults: &mut Faults) -> Option<WagerRule> {
    let mut fields = node.fields("a wager", faults)?;
    let bet = fields.required("bet", faults).and_then(|node| match node.value {
        Value::Map(_) => coded(node, columns, faults, bet).map(Bet::Coded),
        _ => bet(node, columns, faults).map(Bet::Always),
    });
    let stake = columns.require(&mut fields, "stake", faults);
    let back = if of.together { Some((Back::Together, None)) } else { back(&mut fields, columns, faults) };
    let decimals = decimals(&mut fields, of.digits, faults);
    let id = columns.take(&mut fields, "id", faults);
    let seat = fields.optional("seat").and_then(|node| seat(node, columns, faults));
    let player = columns.take(&mut fields, "player", faults);
    let placed = fields.optional("placed").and_then(|node| moments::read(node, of.time, columns, faults));
    let rejected = fields.optional("rejected").map(|node| rejected(node, columns, faults));
    let reversed = columns.take(&mut fields, "reversed", faults);
    let status = fields.optional("status").map(|node| status(node, columns, faults));
    fields.finish(faults);
    let (back, at_tie) = back?;
    Some(WagerRule {
        bet: bet?,
        stake: stake?,
        back,
        at_tie,
        decimals: decimals?,
        id,
        seat,
        player,
        placed,
        rejected: match rejected {
            Some(rejected) => Some(rejected?),
            None => None,
        },
        reversed,
        status: match status {
            Some(status) => Some(status?),
            None => None,
        },
    })
}

/// What went back, or what was won or lost; of what was won, what becomes of a stake that won nothing at a tie.
fn back(fields: &mut Fields<'_>, columns: &mut Columns, faults: &mut Faults) -> Option<(Back, Option<AtTies>)> {
    let (net_node, won_node) = (fields.optional("net"), fields.optional("won"));
    let Some(node) = net_node.or(won_node) else {
        return columns.require(fields, "returned", faults).map(|column| (Back::Returned(column), None));
    };
    if fields.optional("returned").is_some() || (net_node.is_some() && won_node.is_some()) {
        faults.add_with_help(
            node.place,
            "of `returned`, `net` and `won` more than one is given",
            "`returned` is all that went back, `net` what was won or lost, `won` what was won without the stake",
        );
        return None;
    }
    match won_node {
        Some(node) => won(node, columns, faults),
        None => net(node, columns, faults).map(|net| (net, None)),
    }
}

/// What was won without the stake, and what becomes of a stake that won nothing at a tie.
fn won(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<(Back, Option<AtTies>)> {
    let Value::Map(_) = &node.value else {
        return columns.read(node, faults).map(|column| (Back::Won(column), None));
    };
    let mut won = node.fields("`won`", faults)?;
    let column = columns.require(&mut won, "column", faults);
    let at_tie = won.optional("at_tie").map(|node| at_ties(node, columns, faults));
    won.finish(faults);
    let at_tie = match at_tie {
        Some(at_tie) => Some(at_tie?),
        None => None,
    };
    column.map(|column| (Back::Won(column), at_tie))
}

/// `lost` or `back`, or a map of bets to one of both.
fn at_ties(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<AtTies> {
    const WORDS: [(&str, AtTie); 2] = [("lost", AtTie::Lost), ("back", AtTie::Back)];
    let Value::Map(_) = &node.value else { return node.word(&WORDS, faults).map(AtTies::All) };
    let mut bets = BTreeMap::new();
    for (bet, node) in node.spellings("`at_tie`", faults)? {
        if let Some(at_tie) = node.word(&WORDS, faults) {
            columns.bets.push((node.place, bet.clone().into_owned()));
            bets.insert(bet.into_owned(), at_tie);
        }
    }
    Some(AtTies::Of(bets))
}

/// What was won or lost, and by whom.
fn net(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<Back> {
    let Value::Map(_) = &node.value else { return columns.read(node, faults).map(Back::NetOfPlayer) };
    let mut net = node.fields("`net`", faults)?;
    let column = columns.require(&mut net, "column", faults);
    let of = net.optional("of").map(|node| node.word(&[("player", true), ("house", false)], faults));
    net.finish(faults);
    let of_player = match of {
        Some(of) => of?,
        None => true,
    };
    column.map(|column| if of_player { Back::NetOfPlayer(column) } else { Back::NetOfHouse(column) })
}

/// The column that says whether a wager was settled, and its words for that.
fn status(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<(Column, Vec<String>)> {
    let mut fields = node.fields("`status`", faults)?;
    let column = columns.require(&mut fields, "column", faults);
    let settled = fields.required("settled", faults).map(|node| texts(node, faults));
    fields.finish(faults);
    Some((column?, settled?))
}

/// The column that says whether a wager was taken, by itself or with the cells that say it was not.
fn rejected(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<Rejected> {
    let Value::Map(_) = &node.value else {
        return columns.read(node, faults).map(|column| Rejected { column, values: None });
    };
    let mut fields = node.fields("`rejected`", faults)?;
    let column = columns.require(&mut fields, "column", faults);
    let values = fields.required("values", faults).map(|node| texts(node, faults));
    fields.finish(faults);
    Some(Rejected { column: column?, values: Some(values?) })
}

/// A column of seats, or the one seat of all rows.
fn seat(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<Seat> {
    let Value::Map(_) = &node.value else { return columns.read(node, faults).map(Seat::Of) };
    let mut fields = node.fields("`seat`", faults)?;
    let is = fields.required("is", faults).and_then(|node| log_name(node, faults));
    fields.finish(faults);
    is.map(Seat::Always)
}

/// A bet as a log and a ruleset may name it.
fn bet(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<String> {
    let bet = log_name(node, faults)?;
    columns.bets.push((node.place, bet.clone()));
    Some(bet)
}
