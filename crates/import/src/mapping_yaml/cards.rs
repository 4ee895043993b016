//! `cards`: their columns and their spelling.

use resettle_yaml::{Faults, Node, Value};

use super::{Columns, one_of, texts};
use crate::cards::{Notation, Parts, RANKS, SUITS};
use crate::mapping::{CardColumn, Cards};

/// Reads them.
pub(super) fn read(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<Cards> {
    let mut fields = node.fields("`cards`", faults)?;
    let notation =
        fields.optional("notation").map_or_else(|| Some(Notation::default_letters()), |node| notation(node, faults));
    let unreadable = fields.optional("unreadable").map(|node| texts(node, faults)).unwrap_or_default();
    let list = fields.required("columns", faults).and_then(|node| {
        let place = node.place;
        let cards = node.list(faults)?.iter().filter_map(|node| card_column(node, columns, faults)).collect::<Vec<_>>();
        let with_hand = cards.iter().filter(|card| card.to.is_some()).count();
        if with_hand != 0 && with_hand != cards.len() {
            faults.add(place, "`to` is given for some card columns only: give it for all or for none");
        }
        Some(cards)
    });
    fields.finish(faults);
    Some(Cards { notation: notation?, unreadable, columns: list?, first: 0 })
}

fn card_column(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<CardColumn> {
    let mut fields = node.fields("a card column", faults)?;
    let column = columns.require(&mut fields, "column", faults);
    let to = fields.optional("to").map(|node| one_of(node, &["P", "B", "X", "N"], faults));
    fields.finish(faults);
    let to = match to {
        Some(letter) => Some(letter?.chars().next()?),
        None => None,
    };
    Some(CardColumn { column: column?, to })
}

impl Notation {
    /// The log's own notation: rank, then suit.
    fn default_letters() -> Self {
        let parts =
            Parts { ranks: letters(&RANKS), suits: letters(&SUITS), separator: String::new(), suit_first: false };
        // The log's own codes are 52 different ones.
        Self::new(&parts).unwrap_or_default()
    }
}

fn letters(letters: &[char]) -> Vec<(String, char)> {
    letters.iter().map(|letter| (letter.to_string(), *letter)).collect()
}

fn notation(node: &Node, faults: &mut Faults) -> Option<Notation> {
    let place = node.place;
    let mut fields = node.fields("`notation`", faults)?;
    let order = fields.optional("order").map(|node| one_of(node, &["rank-suit", "suit-rank"], faults));
    let separator = fields.optional("separator").map(|node| node.text(faults));
    let suits =
        fields.optional("suits").map_or_else(|| Some(letters(&SUITS)), |node| spellings(node, &SUITS, "suit", faults));
    let ranks = fields.optional("ranks").map_or_else(|| Some(letters(&RANKS)), |node| ranks(node, faults));
    fields.finish(faults);
    let suit_first = match order {
        Some(order) => order? == "suit-rank",
        None => false,
    };
    let separator = match separator {
        Some(separator) => separator?.to_owned(),
        None => String::new(),
    };
    let parts = Parts { ranks: ranks?, suits: suits?, separator, suit_first };
    match Notation::new(&parts) {
        Ok(notation) => Some(notation),
        Err(reason) => {
            faults.add(place, reason);
            None
        }
    }
}

fn ranks(node: &Node, faults: &mut Faults) -> Option<Vec<(String, char)>> {
    match &node.value {
        Value::Text(text) if text == "numbers" => Some((1_u8..).map(|n| n.to_string()).zip(RANKS).collect()),
        Value::Text(text) if text == "letters" => Some(letters(&RANKS)),
        Value::Map(_) => spellings(node, &RANKS, "rank", faults),
        _ => {
            faults.add(
                node.place,
                "the ranks are `letters` (A 2 … T J Q K), `numbers` (1 … 13), or a map from the source's to the log's",
            );
            None
        }
    }
}

/// A map from the source's spellings to the log's letters, in which no letter may be missing.
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
    for letter in log.iter().filter(|letter| !list.iter().any(|(_, known)| known == *letter)) {
        faults.add(node.place, format!("no spelling is given for the {what} {letter}"));
    }
    Some(list)
}
