//! `cards`: their columns and their spelling.

use resettle_yaml::{Faults, Node, Value};

use super::{Columns, filled, one_of, texts};
use crate::cards::{Notation, Parts, RANKS, SUITS, rank_alone};
use crate::hands::{HandColumns, Hands};
use crate::mapping::{CardColumn, Cards};

/// More decks than any shoe holds.
const MOST_DECKS: i64 = 16;

/// Where cards end.
const ENDS: [(&str, char); 4] = [("P", 'P'), ("B", 'B'), ("X", 'X'), ("N", 'N')];

/// Reads the key; what does not fit goes to `faults`, with its place.
pub(super) fn read(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<Cards> {
    let mut fields = node.fields("`cards`", faults)?;
    let notation =
        fields.optional("notation").map_or_else(|| Some(Notation::default_letters()), |node| notation(node, faults));
    let unreadable = fields.optional("unreadable").map(|node| texts(node, faults)).unwrap_or_default();
    let hands = fields.optional("hands").map(|node| (node.place, hands(node, columns, faults)));
    let cancelled = columns.take(&mut fields, "cancelled", faults);
    let burned = columns.take(&mut fields, "burned", faults);
    let list = match &hands {
        Some(_) => fields.optional("columns"),
        None => fields.required("columns", faults),
    };
    if let (Some((place, _)), Some(_)) = (&hands, list) {
        faults.add(
            *place,
            "both `columns` and `hands` are given: a card has a column of its own, or stands with others in one",
        );
    }
    let list = list.and_then(|node| {
        let place = node.place;
        let cards = node.list(faults)?.iter().filter_map(|node| card_column(node, columns, faults)).collect::<Vec<_>>();
        let with_hand = cards.iter().filter(|card| card.to.is_some()).count();
        if with_hand != 0 && with_hand != cards.len() {
            faults.add(place, "`to` is given for some card columns only: give it for all or for none");
        }
        Some(cards)
    });
    fields.finish(faults);
    let (list, hands) = match hands {
        Some((_, hands)) => (Vec::new(), Some(hands?)),
        None => (list?, None),
    };
    Some(Cards { notation: notation?, unreadable, columns: list, hands, cancelled, burned, first: 0 })
}

/// Columns whose cells hold several cards.
fn hands(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<Hands> {
    let place = node.place;
    let mut fields = node.fields("`hands`", faults)?;
    let separator = fields.optional("separator").and_then(|node| node.text(faults)).unwrap_or_default().to_owned();
    let all = columns.take(&mut fields, "all", faults);
    let deal = fields.optional("deal").map(|node| (node.place, node.text(faults)));
    let mut each = Vec::new();
    for (name, letter) in ENDS {
        each.extend(columns.take(&mut fields, name, faults).map(|column| (letter, column)));
    }
    let printed = fields.optional("printed").map(|node| (node.place, printed(node, faults)));
    fields.finish(faults);
    for (letter, _) in
        printed.iter().flat_map(|(_, cards)| cards).filter(|(to, _)| !each.iter().any(|(own, _)| own == to))
    {
        let place = printed.as_ref().map_or(place, |(place, _)| *place);
        faults.add(place, format!("`printed` names a card of {letter}, and no column of that hand stands beside it"));
    }
    let printed = printed.map(|(_, cards)| cards).unwrap_or_default();
    let Some(column) = all else {
        let Some((place, text)) = deal else {
            faults.add_with_help(
                place,
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
        return Some(Hands { separator, columns: HandColumns::Each { deal, columns: each }, printed });
    };
    if !each.is_empty() || deal.is_some() {
        faults.add(
            place,
            "`all` is one column for all cards in the order dealt: `deal` and columns of hands are for the other way",
        );
        return None;
    }
    Some(Hands { separator, columns: HandColumns::All(column), printed })
}

/// The cards that are printed on the layout and stand in the cells all the same.
fn printed(node: &Node, faults: &mut Faults) -> Vec<(char, String)> {
    let Some(mut fields) = node.fields("`printed`", faults) else { return Vec::new() };
    let mut cards = Vec::new();
    for (name, letter) in [("P", 'P'), ("B", 'B')] {
        let card = fields.optional(name).and_then(|node| match node.value {
            Value::Int(number) => Some(number.to_string()),
            _ => filled(node, faults),
        });
        cards.extend(card.map(|card| (letter, card)));
    }
    fields.finish(faults);
    cards
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

fn notation(node: &Node, faults: &mut Faults) -> Option<Notation> {
    let place = node.place;
    if matches!(&node.value, Value::Text(text) if text == "points") {
        return Some(Notation::of_points());
    }
    let mut fields = node.fields("`notation`", faults)?;
    if let Some(numbers) = fields.optional("numbers") {
        let notation = numbered(numbers, faults);
        fields.finish(faults);
        return notation;
    }
    let order = fields.optional("order").map(|node| one_of(node, &["rank-suit", "suit-rank"], faults));
    let separator = fields.optional("separator").map(|node| node.text(faults));
    let suits = fields.optional("suits").map_or_else(|| Some(letters(&SUITS)), |node| suits(node, faults));
    let ranks = fields.optional("ranks").map_or_else(|| Some(rank_letters()), |node| ranks(node, faults));
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

/// Cards by their numbers in the order of a new deck.
fn numbered(node: &Node, faults: &mut Faults) -> Option<Notation> {
    let mut fields = node.fields("`numbers`", faults)?;
    let first = fields.required("first", faults).and_then(|node| node.int(0..=1, faults));
    let decks = fields.optional("decks").map_or(Some(1), |node| node.int(1..=MOST_DECKS, faults));
    let suits = fields.required("suits", faults).and_then(|node| in_order(node, &SUITS, faults));
    let ranks = match fields.optional("ranks") {
        Some(node) => in_order(node, &RANKS, faults),
        None => Some(RANKS.to_vec()),
    };
    let words = [("suit", true), ("rank", false)];
    let by_suit = fields.optional("together").map_or(Some(true), |node| node.word(&words, faults));
    fields.finish(faults);
    let (suits, ranks) = (suits?, ranks?);
    let cards: Vec<(char, char)> = if by_suit? {
        suits.iter().flat_map(|suit| ranks.iter().map(|rank| (*rank, *suit))).collect()
    } else {
        ranks.iter().flat_map(|rank| suits.iter().map(|suit| (*rank, *suit))).collect()
    };
    Some(Notation::of_numbers(u32::try_from(first?).ok()?, u32::try_from(decks?).ok()?, &cards))
}

/// A row of the log's letters, in which each stands once.
fn in_order(node: &Node, log: &[char], faults: &mut Faults) -> Option<Vec<char>> {
    let letters: Vec<char> = node.text(faults)?.chars().collect();
    let mut sorted = letters.clone();
    let mut known = log.to_vec();
    sorted.sort_unstable();
    known.sort_unstable();
    if sorted != known {
        let log: String = log.iter().collect();
        faults.add(node.place, format!("this is the order of {log}: each of these letters stands in it once"));
        return None;
    }
    Some(letters)
}

fn suits(node: &Node, faults: &mut Faults) -> Option<Vec<(String, char)>> {
    if matches!(&node.value, Value::Text(text) if text == "none") {
        return Some(rank_alone());
    }
    spellings(node, &SUITS, "suit", faults)
}

fn ranks(node: &Node, faults: &mut Faults) -> Option<Vec<(String, char)>> {
    match &node.value {
        Value::Text(text) if text == "numbers" => Some((1_u8..).map(|n| n.to_string()).zip(RANKS).collect()),
        Value::Text(text) if text == "letters" => Some(rank_letters()),
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
