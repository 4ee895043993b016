//! Who draws when.

use resettle_rules::PlayTable;
use resettle_yaml::{Bounds, Form, Located, Node, Position, Value, section};
use schemars::{Schema, SchemaGenerator, json_schema};

use super::{CardValues, Deal};
use crate::clause::Cite;
use crate::context::Context;

/// Whether a hand draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether it draws a card.
    pub draws: bool,
    /// Where the document says so.
    pub clause: Cite,
}

/// The table of play: which totals draw, and which end the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Totals of the initial deal that end the drawing.
    pub natural: Vec<u8>,
    /// The clause by which those totals end it.
    pub natural_clause: Cite,
    /// The Player's decision by total; none for totals that are naturals.
    pub player: Vec<Option<Decision>>,
    /// The Banker's by total, then by the Player's drawn card: index 0 where the Player stood,
    /// 1 + its point value otherwise.
    pub banker: Vec<Vec<Option<Decision>>>,
}

impl Draws {
    /// Whether a total of the initial deal is a natural.
    #[must_use]
    pub fn is_natural(&self, total: u8) -> bool {
        self.natural.contains(&total)
    }

    /// Whether the Player draws on this total, and by which clause; none for a natural.
    #[must_use]
    pub fn player(&self, total: u8) -> Option<&Decision> {
        self.player.get(usize::from(total))?.as_ref()
    }

    /// The Banker's decision; `third` is the point value of the Player's drawn card, if one was drawn.
    #[must_use]
    pub fn banker(&self, total: u8, third: Option<u8>) -> Option<&Decision> {
        let column = third.map_or(0, |value| usize::from(value) + 1);
        self.banker.get(usize::from(total))?.get(column)?.as_ref()
    }
}

/// The tables as the core takes them. A cell without a decision counts as a stand; a checked ruleset has none.
pub(super) fn play_table(cards: &CardValues, deal: &Deal, draws: &Draws) -> PlayTable {
    let mut table = PlayTable {
        values: cards.values,
        permanent: deal.permanent,
        order: deal.order.clone(),
        natural: [false; 10],
        player_draws: [false; 10],
        banker_draws: [[false; 11]; 10],
    };
    for (total, natural) in (0u8..).zip(&mut table.natural) {
        *natural = draws.is_natural(total);
    }
    for (total, cell) in (0u8..).zip(&mut table.player_draws) {
        *cell = draws.player(total).is_some_and(|decision| decision.draws);
    }
    for (total, line) in (0u8..).zip(&mut table.banker_draws) {
        for (third, cell) in std::iter::once(None).chain((0u8..=9).map(Some)).zip(line) {
            *cell = draws.banker(total, third).is_some_and(|decision| decision.draws);
        }
    }
    table
}

/// The same, where all three were read.
pub(super) fn laid_out(cards: &Option<CardValues>, deal: &Option<Deal>, draws: &Option<Draws>) -> Option<PlayTable> {
    Some(play_table(cards.as_ref()?, deal.as_ref()?, draws.as_ref()?))
}

/// Point totals 0 to 9.
const TOTALS: usize = 10;
/// The Player stood, or drew a card worth 0 to 9.
const COLUMNS: usize = 11;
const DIGIT: Bounds = Bounds("Digit", 0..=9);

section! {
    Context;
    WrittenDraws named "Draws" {
        natural: Natural,
        /// The Player's rows: every total that is no natural has one.
        player: Vec<Located<PlayerRow>>,
        /// The Banker's rows: every total that is no natural has one for whatever the Player drew.
        banker: Vec<Located<BankerRow>>,
        /// Every cell of the Banker's table that no row names.
        banker_otherwise: Option<BankerOtherwise>,
    }

    Natural {
        totals: Vec<u8> = Digits,
        clause: Cite,
    }

    PlayerRow as "a row of a draw table" {
        totals: Vec<u8> = Digits,
        then: bool = Draw,
        clause: Cite,
    }

    BankerRow as "a row of a draw table" {
        totals: Vec<u8> = Digits,
        third: Vec<u8> = Third,
        then: bool = Draw,
        clause: Cite,
    }

    BankerOtherwise {
        then: bool = Draw,
        clause: Cite,
    }
}

impl Form<Context> for Draws {
    fn read(node: &Node, key: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let written = WrittenDraws::read(node, key, &(), context)?;
        let mut player = Grid::new(1, "Player", node, "player", written.player.len());
        for Located(PlayerRow { totals, then, clause }, place) in written.player {
            player.fill(&totals, &[0], &Decision { draws: then, clause }, place, context);
        }
        let mut banker = Grid::new(COLUMNS, "Banker", node, "banker", written.banker.len());
        for Located(BankerRow { totals, third, then, clause }, place) in written.banker {
            banker.fill(&totals, &third, &Decision { draws: then, clause }, place, context);
        }
        if let Some(BankerOtherwise { then, clause }) = written.banker_otherwise {
            banker.complete(&Decision { draws: then, clause });
        }
        let Natural { totals: natural, clause: natural_clause } = written.natural;
        player.prove_complete(&natural, context);
        banker.prove_complete(&natural, context);
        let decided = |line: Vec<Option<Cell>>| line.into_iter().map(|cell| cell.map(|cell| cell.decision)).collect();
        let player = player.cells.into_iter().flatten().map(|cell| cell.map(|cell| cell.decision)).collect();
        let banker = banker.cells.into_iter().map(decided).collect();
        Some(Self { natural, natural_clause, player, banker })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        WrittenDraws::schema(&(), generator)
    }
}

/// Point values, each once.
struct Digits;

impl Form<Context, Digits> for Vec<u8> {
    fn read(node: &Node, key: &'static str, _: &Digits, context: &mut Context) -> Option<Self> {
        let values: Vec<Located<u8>> = Form::read(node, key, &DIGIT, context)?;
        let mut out = Self::new();
        for Located(value, place) in &values {
            if out.contains(value) {
                context.faults.add(*place, format!("{value} stands twice"));
            } else {
                out.push(*value);
            }
        }
        (out.len() == values.len()).then_some(out)
    }

    fn schema(_: &Digits, generator: &mut SchemaGenerator) -> Schema {
        <Self as Form<Context, _>>::schema(&DIGIT, generator)
    }
}

/// What the Player drew, as columns of the Banker's table.
struct Third;

impl Form<Context, Third> for Vec<u8> {
    fn read(node: &Node, key: &'static str, _: &Third, context: &mut Context) -> Option<Self> {
        match &node.value {
            Value::Text(word) if word == "none" => Some(vec![0]),
            Value::Text(word) => {
                let message = format!("`{word}` is not what the Player can have drawn");
                let help = "`none`, or a list of point values as [4, 5, 6, 7]";
                context.faults.add_with_help(node.place, message, help);
                None
            }
            Value::List(items) if items.iter().any(|item| item.value == Value::Text("none".to_owned())) => {
                let help = "two rows: one with `third: none`, and one with the list of point values without it";
                context.faults.add_with_help(node.place, "`none` stands in no list of point values", help);
                None
            }
            _ => {
                let values: Self = Form::read(node, key, &Digits, context)?;
                Some(values.into_iter().map(|value| value + 1).collect())
            }
        }
    }

    fn schema(_: &Third, generator: &mut SchemaGenerator) -> Schema {
        let stood = json_schema!({"description": "The Player stood.", "type": "string", "enum": ["none"]});
        let mut drew = <Self as Form<Context, _>>::schema(&DIGIT, generator);
        drew.insert("description".to_owned(), "The point values of the card that the Player drew.".into());
        resettle_yaml::defined("Third", json_schema!({"anyOf": [stood, drew]}), generator)
    }
}

/// Whether a hand draws.
struct Draw;

impl Form<Context, Draw> for bool {
    fn read(node: &Node, _: &'static str, _: &Draw, context: &mut Context) -> Option<Self> {
        node.word(&[("draw", true), ("stand", false)], &mut context.faults)
    }

    fn schema(_: &Draw, _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "enum": ["draw", "stand"]})
    }
}

#[derive(Clone)]
struct Cell {
    decision: Decision,
    place: Position,
}

/// A table while it is filled: a line for each total; the Banker's has a cell where the Player stood
/// and one for each value of the card that the Player drew, the Player's has one.
struct Grid {
    hand: &'static str,
    place: Position,
    cells: Vec<Vec<Option<Cell>>>,
    /// Whether a row was faulty: then the table is not complete, and the row's own fault is reported.
    unsound: bool,
}

impl Grid {
    /// A table of which so many rows were read.
    fn new(columns: usize, hand: &'static str, node: &Node, key: &str, rows: usize) -> Self {
        let place = node.names().find(|(name, _)| *name == key).map_or(node.place, |(_, place)| place);
        let unsound = node.member(key).is_none_or(|list| list.items() != Some(rows));
        Self { hand, place, cells: vec![vec![None; columns]; TOTALS], unsound }
    }

    /// Decides the cells of a row; what is decided already is a fault.
    fn fill(&mut self, totals: &[u8], columns: &[u8], decision: &Decision, place: Position, context: &mut Context) {
        for total in totals {
            let mut twice = Vec::new();
            let mut first = Position::default();
            for column in columns.iter().copied().map(usize::from) {
                match self.cells.get_mut(usize::from(*total)).and_then(|line| line.get_mut(column)) {
                    Some(cell @ None) => *cell = Some(Cell { decision: decision.clone(), place }),
                    Some(Some(cell)) => {
                        first = cell.place;
                        twice.push(column);
                    }
                    None => {}
                }
            }
            if !twice.is_empty() {
                let where_ = self.columns_name(&twice);
                context.faults.add_with_help(
                    place,
                    format!("the {}'s total {total}{where_} is decided at {first} already", self.hand),
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
    fn prove_complete(&self, natural: &[u8], context: &mut Context) {
        if self.unsound {
            return;
        }
        let hand = self.hand;
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
                    self.place,
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
