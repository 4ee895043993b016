use resettle_yaml::{Fields, Node, Position, Value};

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
    let mut player = Grid::new(1);
    let player_place = inner.place_of("player");
    let player_node = inner.required("player", &mut context.faults);
    player.unsound = player_node.is_none();
    for row in player_node.map(|node| context.rows(node)).unwrap_or_default() {
        player.fill(row, "Player", context);
    }
    let mut banker = Grid::new(COLUMNS);
    let banker_place = inner.place_of("banker");
    let banker_node = inner.required("banker", &mut context.faults);
    banker.unsound = banker_node.is_none();
    for row in banker_node.map(|node| context.rows(node)).unwrap_or_default() {
        banker.fill(row, "Banker", context);
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
        banker.complete(&otherwise);
    }
    player.prove_complete(&natural, "Player", player_place, context);
    banker.prove_complete(&natural, "Banker", banker_place, context);
    let player =
        player.cells.into_iter().map(|line| line.into_iter().next().flatten().map(|cell| cell.decision)).collect();
    let banker = banker
        .cells
        .into_iter()
        .map(|line| line.into_iter().map(|cell| cell.map(|cell| cell.decision)).collect())
        .collect();
    Some(Draws { natural, natural_clause, player, banker })
}

#[derive(Clone)]
struct Cell {
    decision: Decision,
    place: Position,
}

/// A table while it is filled: a line for each total; the Banker's has a cell where the Player stood
/// and one for each value of the card that the Player drew, the Player's has one.
struct Grid {
    cells: Vec<Vec<Option<Cell>>>,
    /// Whether a row was faulty: then the table is not complete, and the row's own fault is reported.
    unsound: bool,
}

impl Grid {
    fn new(columns: usize) -> Self {
        Self { cells: vec![vec![None; columns]; TOTALS], unsound: false }
    }

    /// Decides the cells of a row; what is decided already is a fault.
    fn fill(&mut self, node: &Node, hand: &str, context: &mut Context) {
        let faults = context.faults.len();
        let row = row_of(node, hand == "Banker", context);
        self.unsound |= context.faults.len() > faults;
        let Some(row) = row else { return };
        for total in &row.totals {
            let mut twice = Vec::new();
            let mut first = Position::default();
            for column in &row.columns {
                match self.cells.get_mut(usize::from(*total)).and_then(|line| line.get_mut(*column)) {
                    Some(cell @ None) => *cell = Some(Cell { decision: row.decision.clone(), place: node.place }),
                    Some(Some(cell)) => {
                        first = cell.place;
                        twice.push(*column);
                    }
                    None => {}
                }
            }
            if !twice.is_empty() {
                let where_ = self.columns_name(&twice);
                context.faults.add_with_help(
                    node.place,
                    format!("the {hand}'s total {total}{where_} is decided at {first} already"),
                    "rows never overlap: every cell has exactly one decision",
                );
            }
        }
    }

    fn complete(&mut self, otherwise: &Decision) {
        for cell in self.cells.iter_mut().flatten().filter(|cell| cell.is_none()) {
            *cell = Some(Cell { decision: otherwise.clone(), place: Position::default() });
        }
    }

    /// Every total that is not a natural has a decision in every cell.
    fn prove_complete(&self, natural: &[u8], hand: &str, place: Position, context: &mut Context) {
        if self.unsound {
            return;
        }
        for (total, line) in (0u8..).zip(&self.cells).filter(|(total, _)| !natural.contains(total)) {
            let open: Vec<usize> =
                line.iter().enumerate().filter(|(_, cell)| cell.is_none()).map(|(column, _)| column).collect();
            if !open.is_empty() {
                let where_ = self.columns_name(&open);
                let help = match hand {
                    "Banker" => "add a row, or `banker_otherwise` for all cells that no row names",
                    _ => "add a row",
                };
                context.faults.add_with_help(
                    place,
                    format!("the {hand}'s total {total}{where_} has no decision"),
                    help,
                );
            }
        }
    }

    /// ` where the Player stood or drew 3, 4`; nothing in the Player's own table.
    fn columns_name(&self, columns: &[usize]) -> String {
        if self.cells.first().is_none_or(|line| line.len() == 1) {
            return String::new();
        }
        let drawn: Vec<String> =
            columns.iter().filter_map(|column| column.checked_sub(1)).map(|value| value.to_string()).collect();
        let drew = format!("drew {}", drawn.join(", "));
        match (columns.contains(&0), drawn.is_empty()) {
            (true, true) => " where the Player stood".to_owned(),
            (true, false) => format!(" where the Player stood or {drew}"),
            (false, _) => format!(" where the Player {drew}"),
        }
    }
}

struct DrawRow {
    totals: Vec<u8>,
    columns: Vec<usize>,
    decision: Decision,
}

fn row_of(node: &Node, with_third: bool, context: &mut Context) -> Option<DrawRow> {
    let mut fields = node.fields("a row of a draw table", &mut context.faults)?;
    let totals = fields.required("totals", &mut context.faults).map(|node| digits(node, context));
    let columns = if with_third {
        fields.required("third", &mut context.faults).map(|node| match &node.value {
            Value::Text(word) if word == "none" => vec![0],
            Value::Text(word) => {
                let message = format!("`{word}` is not what the Player can have drawn");
                context.faults.add_with_help(node.place, message, "`none`, or a list of point values as [4, 5, 6, 7]");
                Vec::new()
            }
            _ => digits(node, context).into_iter().map(|value| usize::from(value) + 1).collect(),
        })
    } else {
        Some(vec![0])
    };
    let draws = decision_word(&mut fields, context);
    let clause: Option<Cite> = context.clause(&mut fields);
    fields.finish(&mut context.faults);
    Some(DrawRow { totals: totals?, columns: columns?, decision: Decision { draws: draws?, clause: clause? } })
}

fn decision_word(fields: &mut Fields<'_>, context: &mut Context) -> Option<bool> {
    let node = fields.required("then", &mut context.faults)?;
    node.word(&[("draw", true), ("stand", false)], &mut context.faults)
}

fn digits(node: &Node, context: &mut Context) -> Vec<u8> {
    let mut out = Vec::new();
    for item in node.list(&mut context.faults).unwrap_or_default() {
        let value = item.int(0..=9, &mut context.faults).and_then(|value| u8::try_from(value).ok());
        match value {
            Some(value) if out.contains(&value) => context.faults.add(item.place, format!("{value} stands twice")),
            value => out.extend(value),
        }
    }
    out
}
