//! `cards`: their columns and their spelling.

use resettle_yaml::schemars::{Schema, SchemaGenerator, json_schema};
use resettle_yaml::{Faults, Form, Keys, Node, Value, Word, section};

use super::{AsWritten, Columns, Filled, Trimmed, alternatives};
use crate::cards::{Notation, Parts, RANKS, SUITS, rank_alone};
use crate::hands::{HandColumns, Hands};
use crate::mapping::{CardColumn, Column};

/// More decks than any shoe holds.
const MOST_DECKS: i64 = 16;

/// Where cards end.
const ENDS: [(&str, char); 4] = [("P", 'P'), ("B", 'B'), ("X", 'X'), ("N", 'N')];

section! {
    Columns;
    /// The cards.
    Cards with Default beside {
        /// So many cards are dealt to each hand before any draw, as far as the mapping's game says so.
        first: usize,
    } checked by in_one_way {
        /// How a card is spelled; `points` where the source has points alone, `0` to `9` and a ten or court card also as `10`: `8` becomes `~8`.
        /// Left out, the log's own `TS`, `KD`, a ten also `10S`.
        notation: Notation => or(Notation::default_letters()),
        /// Cells by which the source says that a card could not be read.
        unreadable: Vec<String> = Trimmed => or(Vec::new()),
        /// In place of `columns`, cells of [several cards](#several-cards-in-a-cell).
        hands: Option<Hands>,
        /// A cell of cards that the source took out of the round: see [cards](#cards).
        cancelled: Option<Column>,
        /// A cell of cards that were burned with the round.
        burned: Option<Column>,
        /// The cards in the order dealt, needed unless `hands` is there; an empty cell is a card that was not drawn, or one that was not
        /// recorded: see [cards](#cards).
        columns: Vec<CardColumn> => or(Vec::new()),
    }

    /// One card column.
    CardColumnKeys as "a card column" {
        /// Which column it is.
        column: Column,
        /// Where its card ended; for all columns or for none.
        to: Option<End> = ["P", "B", "X", "N"],
    }

    /// How a card is spelled.
    Spelling as "`notation`" checked by numbers_alone {
        /// Alone: a card is its number in the order of a new deck.
        numbers: Option<Numbers>,
        /// Which comes first. Left out, `rank-suit`.
        order: Order = ["rank-suit", "suit-rank"] => or(Order::RankSuit),
        /// What is between the two. Left out, nothing.
        separator: String = AsWritten => or(String::new()),
        /// The suits: a map from the source's to the log's, or `none` where the source has ranks alone: `7` becomes `7?`. Left out, `C`,
        /// `D`, `H`, `S`.
        suits: Vec<(String, char)> = Suits => or(letters(&SUITS)),
        /// The ranks: `letters` (A 2 … T J Q K, and `10`), `numbers` (1 … 13), or a map from the source's to the log's; what it leaves out is
        /// as in `letters`, which is what holds where this is left out.
        ranks: Vec<(String, char)> = Ranks => or(rank_letters()),
    }

    /// Cards by their numbers in the order of a new deck.
    Numbers {
        /// The number of the first card.
        first: u32 = 0..=1,
        /// So many decks are numbered one after the other: 8 where numbers go to 416. Left out, 1.
        decks: u32 = 1..=MOST_DECKS => or(1),
        /// The order of the suits: a row of the log's letters, such as `CDHS`.
        suits: Vec<char> = InOrder(&SUITS),
        /// The order of the ranks. Left out, `A23456789TJQK`.
        ranks: Vec<char> = InOrder(&RANKS) => or(RANKS.to_vec()),
        /// Which cards follow each other: the 13 of a suit, or the 4 of a rank. Left out, `suit`.
        together: Follow = ["suit", "rank"] => or(Follow::Suit),
    }
}

/// Where a card ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End(char);

impl Word for End {
    fn of(word: &str) -> Option<Self> {
        word.chars().next().map(Self)
    }
}

/// Whether the rank or the suit comes first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    RankSuit,
    SuitRank,
}

impl Word for Order {
    fn of(word: &str) -> Option<Self> {
        Some(if word == "suit-rank" { Self::SuitRank } else { Self::RankSuit })
    }
}

/// Of what the cards that follow each other are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Follow {
    Suit,
    Rank,
}

impl Word for Follow {
    fn of(word: &str) -> Option<Self> {
        Some(if word == "rank" { Self::Rank } else { Self::Suit })
    }
}

fn in_one_way(read: Option<&Cards>, node: &Node, columns: &mut Columns) {
    match (node.member("columns"), node.member("hands")) {
        (None, None) => columns.faults.add(node.place, "`cards` lacks `columns`"),
        (Some(_), Some(hands)) => columns.faults.add(
            hands.place,
            "both `columns` and `hands` are given: a card has a column of its own, or stands with others in one",
        ),
        _ => {}
    }
    if let (Some(Cards { columns: cards, .. }), Some(list)) = (read, node.member("columns")) {
        let with_hand = cards.iter().filter(|card| card.to.is_some()).count();
        if with_hand != 0 && with_hand != cards.len() {
            columns.faults.add(list.place, "`to` is given for some card columns only: give it for all or for none");
        }
    }
}

impl Form<Columns> for CardColumn {
    fn read(node: &Node, key: &'static str, (): &(), columns: &mut Columns) -> Option<Self> {
        let CardColumnKeys { column, to } = CardColumnKeys::read(node, key, &(), columns)?;
        Some(Self { column, to: to.map(|end| end.0) })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        CardColumnKeys::schema(&(), generator)
    }
}

/// Columns whose cells hold several cards.
impl Form<Columns> for Hands {
    fn read(node: &Node, key: &'static str, (): &(), columns: &mut Columns) -> Option<Self> {
        let mut fields = node.fields(format!("`{key}`"), &mut columns.faults)?;
        let separator = fields
            .optional("separator")
            .and_then(|node| String::read(node, key, &AsWritten, columns))
            .unwrap_or_default();
        let all = fields.optional("all").and_then(|node| Column::read(node, key, &(), columns));
        let deal = fields.optional("deal").map(|node| (node.place, node.text(&mut columns.faults)));
        let mut each = Vec::new();
        for (name, letter) in ENDS {
            let column = fields.optional(name).and_then(|node| Column::read(node, key, &(), columns));
            each.extend(column.map(|column| (letter, column)));
        }
        let printed_at = fields.optional("printed");
        let printed = printed_at.map(|node| printed(node, columns)).unwrap_or_default();
        fields.finish(&mut columns.faults);
        let faults = &mut columns.faults;
        for (letter, _) in printed.iter().filter(|(to, _)| !each.iter().any(|(own, _)| own == to)) {
            let place = printed_at.unwrap_or(node).place;
            faults
                .add(place, format!("`printed` names a card of {letter}, and no column of that hand stands beside it"));
        }
        let Some(column) = all else {
            let Some((place, text)) = deal else {
                faults.add_with_help(
                    node.place,
                    "nothing says in which order the cards of the hands were dealt",
                    "write it as deal: PBPBPB, each letter a card; or name one column for all cards in the order dealt: all: COLUMN",
                );
                return None;
            };
            let deal: Vec<char> = text?.chars().collect();
            if deal.is_empty() || deal.iter().any(|letter| !each.iter().any(|(to, _)| to == letter)) {
                faults.add(place, "`deal` is a row of the letters of the columns that are named beside it, as PBPBPB");
                return None;
            }
            return Some(Self { separator, columns: HandColumns::Each { deal, columns: each }, printed });
        };
        if !each.is_empty() || deal.is_some() {
            faults.add(
                node.place,
                "`all` is one column for all cards in the order dealt: `deal` and columns of hands are for the other way",
            );
            return None;
        }
        Some(Self { separator, columns: HandColumns::All(column), printed })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let mut keys = Keys::default();
        let about = ["What stands between the cards of a cell. Left out, nothing."];
        keys.add::<Columns, Option<String>, AsWritten>("separator", &about, &AsWritten, generator);
        let about = ["In place of `deal` and the columns of hands: one column with all cards in the order dealt."];
        keys.add::<Columns, Option<Column>, ()>("all", &about, &(), generator);
        let about = ["Where each card of a deal ends, in the order dealt: a row of `P`, `B`, `X`, `N`."];
        keys.add::<Columns, Option<String>, AsWritten>("deal", &about, &AsWritten, generator);
        for (name, _) in ENDS {
            keys.add::<Columns, Option<Column>, ()>(name, &["The cards that ended there."], &(), generator);
        }
        let about = [
            "By `P` and `B`: the first card of each cell of that hand, as it is spelled, is printed on the layout (the 7 of 7 Up Baccarat) and no card of the deal; a cell that does not begin with it costs its row.",
        ];
        keys.add::<Columns, Option<Printed>, ()>("printed", &about, &(), generator);
        resettle_yaml::defined("Hands", keys.schema(&["Columns whose cells hold several cards."]), generator)
    }
}

/// The cards that are printed on the layout and stand in the cells all the same.
struct Printed;

impl Form<Columns> for Printed {
    fn read(_: &Node, _: &'static str, (): &(), _: &mut Columns) -> Option<Self> {
        None
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object"})
    }
}

fn printed(node: &Node, columns: &mut Columns) -> Vec<(char, String)> {
    let Some(mut fields) = node.fields("`printed`", &mut columns.faults) else { return Vec::new() };
    let mut cards = Vec::new();
    for (name, letter) in [("P", 'P'), ("B", 'B')] {
        let card = fields.optional(name).and_then(|node| match node.value {
            Value::Int(number) => Some(number.to_string()),
            _ => String::read(node, name, &Filled, columns),
        });
        cards.extend(card.map(|card| (letter, card)));
    }
    fields.finish(&mut columns.faults);
    cards
}

impl Notation {
    /// The log's own notation: rank, then suit; a ten may also be written as 10.
    fn default_letters() -> Self {
        let parts =
            Parts { ranks: rank_letters(), suits: letters(&SUITS), separator: String::new(), suit_first: false };
        // The log's own codes are 52 different ones.
        Self::new(&parts).unwrap_or_default()
    }
}

fn letters(letters: &[char]) -> Vec<(String, char)> {
    letters.iter().map(|letter| (letter.to_string(), *letter)).collect()
}

/// The ranks by the log's letters. No other card can be meant by 10.
fn rank_letters() -> Vec<(String, char)> {
    let mut ranks = letters(&RANKS);
    ranks.push(("10".to_owned(), 'T'));
    ranks
}

impl Form<Columns> for Notation {
    fn read(node: &Node, key: &'static str, (): &(), columns: &mut Columns) -> Option<Self> {
        if matches!(&node.value, Value::Text(text) if text == "points") {
            return Some(Self::of_points());
        }
        let Spelling { numbers, order, separator, suits, ranks } = Spelling::read(node, key, &(), columns)?;
        if node.member("numbers").is_some() {
            return numbers.map(Numbers::notation);
        }
        let parts = Parts { ranks, suits, separator, suit_first: order == Order::SuitRank };
        Self::new(&parts).map_err(|reason| columns.faults.add(node.place, reason)).ok()
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        alternatives([json_schema!({"enum": ["points"]}), Spelling::schema(&(), generator)])
    }
}

fn numbers_alone(_: Option<&Spelling>, node: &Node, columns: &mut Columns) {
    if node.member("numbers").is_some() {
        for (name, place) in node.names().filter(|(name, _)| ["order", "separator", "suits", "ranks"].contains(name)) {
            let help = "cards by number have their suits and ranks in `numbers`";
            columns.faults.add_with_help(place, format!("`{name}` stands beside `numbers`"), help);
        }
    }
}

impl Numbers {
    fn notation(self) -> Notation {
        let Self { first, decks, suits, ranks, together } = self;
        let cards: Vec<(char, char)> = match together {
            Follow::Suit => suits.iter().flat_map(|suit| ranks.iter().map(|rank| (*rank, *suit))).collect(),
            Follow::Rank => ranks.iter().flat_map(|rank| suits.iter().map(|suit| (*rank, *suit))).collect(),
        };
        Notation::of_numbers(first, decks, &cards)
    }
}

/// A row of the log's letters, in which each stands once.
struct InOrder(&'static [char]);

impl Form<Columns, InOrder> for Vec<char> {
    fn read(node: &Node, _: &'static str, of: &InOrder, columns: &mut Columns) -> Option<Self> {
        let letters: Self = node.text(&mut columns.faults)?.chars().collect();
        let mut sorted = letters.clone();
        let mut known = of.0.to_vec();
        sorted.sort_unstable();
        known.sort_unstable();
        if sorted != known {
            let log: String = of.0.iter().collect();
            let message = format!("this is the order of {log}: each of these letters stands in it once");
            columns.faults.add(node.place, message);
            return None;
        }
        Some(letters)
    }

    fn schema(_: &InOrder, _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}

/// The source's spellings of suits.
struct Suits;

impl Form<Columns, Suits> for Vec<(String, char)> {
    fn read(node: &Node, _: &'static str, _: &Suits, columns: &mut Columns) -> Option<Self> {
        if matches!(&node.value, Value::Text(text) if text == "none") {
            return Some(rank_alone());
        }
        spellings(node, &SUITS, "suit", &mut columns.faults)
    }

    fn schema(_: &Suits, _: &mut SchemaGenerator) -> Schema {
        alternatives([
            json_schema!({"enum": ["none"]}),
            json_schema!({"type": "object", "additionalProperties": {"enum": ["C", "D", "H", "S"]}}),
        ])
    }
}

/// The source's spellings of ranks.
struct Ranks;

impl Form<Columns, Ranks> for Vec<(String, char)> {
    fn read(node: &Node, _: &'static str, _: &Ranks, columns: &mut Columns) -> Option<Self> {
        match &node.value {
            Value::Text(text) if text == "numbers" => Some((1_u8..).map(|n| n.to_string()).zip(RANKS).collect()),
            Value::Text(text) if text == "letters" => Some(rank_letters()),
            Value::Map(_) => spellings(node, &RANKS, "rank", &mut columns.faults),
            _ => {
                columns.faults.add(
                    node.place,
                    "the ranks are `letters` (A 2 … T J Q K), `numbers` (1 … 13), or a map from the source's to the log's",
                );
                None
            }
        }
    }

    fn schema(_: &Ranks, _: &mut SchemaGenerator) -> Schema {
        let ranks: Vec<String> = RANKS.iter().map(char::to_string).collect();
        alternatives([
            json_schema!({"enum": ["letters", "numbers"]}),
            json_schema!({"type": "object", "additionalProperties": {"enum": ranks}}),
        ])
    }
}

/// A map from the source's spellings to the log's letters. A rank that is missing is spelled as in the log, unless that means
/// another one; no suit may be missing.
fn spellings(node: &Node, log: &[char], what: &str, faults: &mut Faults) -> Option<Vec<(String, char)>> {
    let mut list = Vec::new();
    for (spelling, node) in node.spellings(&format!("the {what}s"), faults)? {
        let text = node.spelling(faults)?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) if log.contains(&letter) => list.push((spelling.into_owned(), letter)),
            _ => {
                let known = log.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
                faults.add_with_help(
                    node.place,
                    format!("`{text}` is no {what} of the log"),
                    format!("one of: {known}"),
                );
            }
        }
    }
    let missing: Vec<char> =
        log.iter().copied().filter(|letter| !list.iter().any(|(_, known)| known == letter)).collect();
    let is_free = |spelling: &str| !list.iter().any(|(known, _)| known == spelling);
    let free = rank_letters().into_iter().filter(|(spelling, letter)| missing.contains(letter) && is_free(spelling));
    let added: Vec<(String, char)> = if *log == RANKS { free.collect() } else { Vec::new() };
    let unknown: Vec<char> =
        missing.iter().copied().filter(|letter| !added.iter().any(|(_, known)| known == letter)).collect();
    list.extend(added);
    match unknown.as_slice() {
        [] => {}
        [letter] => faults.add(node.place, format!("no spelling is given for the {what} {letter}")),
        several => {
            let several: Vec<String> = several.iter().map(char::to_string).collect();
            faults.add(node.place, format!("no spelling is given for the {what}s {}", several.join(" ")));
        }
    }
    Some(list)
}
