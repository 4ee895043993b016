use resettle_yaml::{Fields, Node, Value};

use super::context::Context;
use crate::clause::Cite;
use crate::model::{Decision, Draws};

/// Point totals 0 to 9.
const TOTALS: usize = 10;
/// The Player stood, or drew a card worth 0 to 9.
const COLUMNS: usize = 11;

pub(super) fn draws(fields: &mut Fields<'_>, context: &mut Context) -> Option<Draws> {
    let node = fields.required("draws", &mut context.faults)?;
    let mut inner = node.fields("`draws`", &mut context.faults)?;
    let natural = inner.required("natural", &mut context.faults).and_then(|node| {
        let mut natural = node.fields("`natural`", &mut context.faults)?;
        let totals = natural.required("totals", &mut context.faults).map(|node| digits(node, context));
        let clause = context.clause(&mut natural);
        natural.finish(&mut context.faults);
        Some((totals?, clause?))
    });
    let mut player: Vec<Option<Decision>> = vec![None; TOTALS];
    let player_node = inner.required("player", &mut context.faults);
    for row in player_node.and_then(|node| node.list(&mut context.faults)).unwrap_or_default() {
        let Some(row) = row_of(row, false, context) else { continue };
        for total in row.totals {
            let cell = player.get_mut(usize::from(total));
            set(cell, &row.decision, row.node, format!("the Player's total {total}"), context);
        }
    }
    let mut banker: Vec<Vec<Option<Decision>>> = vec![vec![None; COLUMNS]; TOTALS];
    let banker_node = inner.required("banker", &mut context.faults);
    for row in banker_node.and_then(|node| node.list(&mut context.faults)).unwrap_or_default() {
        let Some(row) = row_of(row, true, context) else { continue };
        for total in row.totals {
            for column in &row.columns {
                let cell = banker.get_mut(usize::from(total)).and_then(|line| line.get_mut(*column));
                set(cell, &row.decision, row.node, cell_name(usize::from(total), *column), context);
            }
        }
    }
    let otherwise = inner.optional("banker_otherwise").and_then(|node| {
        let mut otherwise = node.fields("`banker_otherwise`", &mut context.faults)?;
        let draws = decision_word(&mut otherwise, context);
        let clause = context.clause(&mut otherwise);
        otherwise.finish(&mut context.faults);
        Some(Decision { draws: draws?, clause: clause? })
    });
    inner.finish(&mut context.faults);
    let (natural, natural_clause) = natural?;
    if let Some(otherwise) = otherwise {
        for cell in banker.iter_mut().flatten().filter(|cell| cell.is_none()) {
            *cell = Some(otherwise.clone());
        }
    }
    prove_complete(&natural, &player, &banker, player_node?, banker_node?, context);
    Some(Draws { natural, natural_clause, player, banker })
}

/// Every total that is no natural has exactly one decision; overlaps were noted while the cells were filled.
fn prove_complete(
    natural: &[u8],
    player: &[Option<Decision>],
    banker: &[Vec<Option<Decision>>],
    player_node: &Node,
    banker_node: &Node,
    context: &mut Context,
) {
    let open = |total: usize| !natural.iter().any(|natural| usize::from(*natural) == total);
    for (total, cell) in player.iter().enumerate().filter(|(total, _)| open(*total)) {
        if cell.is_none() {
            context.faults.add(player_node.place, format!("the Player's total {total} has no decision"));
        }
    }
    for (total, line) in banker.iter().enumerate().filter(|(total, _)| open(*total)) {
        for (column, cell) in line.iter().enumerate() {
            if cell.is_none() {
                context.faults.add(banker_node.place, format!("{} has no decision", cell_name(total, column)));
            }
        }
    }
}

fn cell_name(total: usize, column: usize) -> String {
    match column.checked_sub(1) {
        None => format!("the Banker's total {total} where the Player stood"),
        Some(third) => format!("the Banker's total {total} where the Player drew a {third}"),
    }
}

fn set(cell: Option<&mut Option<Decision>>, decision: &Decision, node: &Node, name: String, context: &mut Context) {
    match cell {
        Some(cell @ None) => *cell = Some(decision.clone()),
        Some(Some(_)) => context.faults.add(node.place, format!("{name} is decided twice")),
        None => context.faults.add(node.place, format!("{name} does not exist")),
    }
}

struct DrawRow<'a> {
    node: &'a Node,
    totals: Vec<u8>,
    columns: Vec<usize>,
    decision: Decision,
}

fn row_of<'a>(node: &'a Node, with_third: bool, context: &mut Context) -> Option<DrawRow<'a>> {
    let mut fields = node.fields("a row of a draw table", &mut context.faults)?;
    let totals = fields.required("totals", &mut context.faults).map(|node| digits(node, context));
    let columns = if with_third {
        fields.required("third", &mut context.faults).map(|node| match &node.value {
            Value::Text(word) if word == "none" => vec![0],
            _ => digits(node, context).into_iter().map(|value| usize::from(value) + 1).collect(),
        })
    } else {
        Some(Vec::new())
    };
    let draws = decision_word(&mut fields, context);
    let clause: Option<Cite> = context.clause(&mut fields);
    fields.finish(&mut context.faults);
    Some(DrawRow { node, totals: totals?, columns: columns?, decision: Decision { draws: draws?, clause: clause? } })
}

fn decision_word(fields: &mut Fields<'_>, context: &mut Context) -> Option<bool> {
    let node = fields.required("then", &mut context.faults)?;
    node.word(&[("draw", true), ("stand", false)], &mut context.faults)
}

fn digits(node: &Node, context: &mut Context) -> Vec<u8> {
    let items = node.list(&mut context.faults).unwrap_or_default();
    items
        .iter()
        .filter_map(|item| item.int(0..=9, &mut context.faults).and_then(|value| u8::try_from(value).ok()))
        .collect()
}
