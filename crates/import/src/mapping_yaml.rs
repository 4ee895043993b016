//! A mapping from its YAML. Every fault is told; what depends on a faulty part is left out.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::cards::{Notation, Parts, RANKS, SUITS};
use crate::chain::hex;
use crate::mapping::{
    Bet, CardColumn, Cards, Coded, Column, ColumnName, Declared, Mapping, Open, Row, WagerRule, Which,
};
use crate::time::{self, TimeFormat};
use crate::yaml::{self, Faults, Fields, Node, Value};

const FORMAT: &str = "csv-mapping/1";
const SOURCE_KINDS: [&str; 4] = ["table", "shoe", "terminal", "display"];
const RESULTS: [&str; 4] = ["player", "banker", "tie", "void"];
const BETS: [&str; 6] = ["player", "banker", "tie", "super_sevens", "player_pair", "banker_pair"];

/// More decimals than any currency has.
const MOST_DECIMALS: i128 = 6;

/// Reads a mapping as far as it can be read.
pub(crate) fn read(text: &str, file: &str, faults: &mut Faults<'_>) -> Option<Mapping> {
    let mut top = yaml::parse(text, faults)?.fields(faults)?;
    if let Some(node) = top.require("format", faults) {
        one_of(node, &[FORMAT], faults);
    }
    let csv = top.take("csv").and_then(|node| csv(node, faults));
    let open = top.require("open", faults).and_then(|node| open(node, faults));
    let mut columns = Columns::default();
    let row = top.require("row", faults).and_then(|node| row(node, &mut columns, faults));
    top.finish(faults);
    let csv = csv.unwrap_or_default();
    for column in columns.list.iter().filter(|_| !csv.header) {
        if let Which::Header(name) = &column.which {
            faults.add(column.place, format!("the CSV has no header, so a column is a number, not {name:?}"));
        }
    }
    Some(Mapping {
        file: file.to_owned(),
        sha256: hex(&Sha256::digest(text)),
        delimiter: csv.delimiter,
        header: csv.header,
        empty: csv.empty,
        open: open?,
        row: row?,
        columns: columns.list,
    })
}

struct Csv {
    delimiter: u8,
    header: bool,
    empty: Vec<String>,
}

impl Default for Csv {
    fn default() -> Self {
        Self { delimiter: b',', header: true, empty: Vec::new() }
    }
}

fn csv(node: Node, faults: &mut Faults<'_>) -> Option<Csv> {
    let mut fields = node.fields(faults)?;
    let mut csv = Csv::default();
    if let Some(node) = fields.take("delimiter") {
        let place = node.place;
        match node.any_text(faults).as_deref().map(str::as_bytes) {
            Some([one]) if one.is_ascii() && !matches!(one, b'"' | b'\n' | b'\r') => csv.delimiter = *one,
            Some(_) => faults.add(place, "the delimiter is one ASCII character, such as \";\" or \"\\t\""),
            None => {}
        }
    }
    if let Some(header) = fields.take("header").and_then(|node| node.bool(faults)) {
        csv.header = header;
    }
    csv.empty = fields.take("empty").map(|node| texts(node, faults)).unwrap_or_default();
    fields.finish(faults);
    Some(csv)
}

fn open(node: Node, faults: &mut Faults<'_>) -> Option<Open> {
    let mut fields = node.fields(faults)?;
    let mut text = |name| fields.require(name, faults).and_then(|node| node.text(faults));
    let log = text("log");
    let jurisdiction = text("jurisdiction");
    let venue = text("venue");
    let game = text("game");
    let table = text("table");
    let currency = text("currency");
    let source = fields.require("source", faults).and_then(|node| source(node, faults));
    fields.finish(faults);
    let (source_kind, source_id) = source?;
    Some(Open {
        log: log?,
        source_kind,
        source_id,
        jurisdiction: jurisdiction?,
        venue: venue?,
        game: game?,
        table: table?,
        currency: currency?,
    })
}

fn source(node: Node, faults: &mut Faults<'_>) -> Option<(String, String)> {
    let mut fields = node.fields(faults)?;
    let kind = fields.require("kind", faults).and_then(|node| one_of(node, &SOURCE_KINDS, faults));
    let id = fields.require("id", faults).and_then(|node| node.text(faults));
    fields.finish(faults);
    Some((kind?, id?))
}

/// The columns named so far.
#[derive(Default)]
struct Columns {
    list: Vec<ColumnName>,
}

impl Columns {
    /// A column: its header as a text, or its number from 1.
    fn read(&mut self, node: Node, faults: &mut Faults<'_>) -> Option<Column> {
        let place = node.place;
        let which = match node.value {
            Value::Integer(number) => match usize::try_from(number) {
                Ok(number) if number > 0 => Which::Number(number),
                _ => {
                    faults.add(place, "columns are counted from 1");
                    return None;
                }
            },
            _ => Which::Header(node.text(faults)?.trim().to_owned()),
        };
        self.list.push(ColumnName { place, which });
        Some(Column(self.list.len() - 1))
    }

    fn take(&mut self, fields: &mut Fields, name: &'static str, faults: &mut Faults<'_>) -> Option<Column> {
        fields.take(name).and_then(|node| self.read(node, faults))
    }

    fn require(&mut self, fields: &mut Fields, name: &'static str, faults: &mut Faults<'_>) -> Option<Column> {
        fields.require(name, faults).and_then(|node| self.read(node, faults))
    }
}

fn row(node: Node, columns: &mut Columns, faults: &mut Faults<'_>) -> Option<Row> {
    let place = node.place;
    let mut fields = node.fields(faults)?;
    let row = Row {
        id: columns.take(&mut fields, "id", faults),
        time: fields.take("time").and_then(|node| time(node, columns, faults)),
        shoe: columns.take(&mut fields, "shoe", faults),
        coup: columns.take(&mut fields, "coup", faults),
        cards: fields.take("cards").and_then(|node| cards(node, columns, faults)).unwrap_or_default(),
        declared: fields.take("declared").and_then(|node| declared(node, columns, faults)).unwrap_or_default(),
        wagers: fields.take("wagers").map(|node| wagers(node, columns, faults)).unwrap_or_default(),
    };
    fields.finish(faults);
    if columns.list.is_empty() {
        faults.add(place, "no column is read: there is nothing to import");
    }
    Some(row)
}

fn time(node: Node, columns: &mut Columns, faults: &mut Faults<'_>) -> Option<(Column, TimeFormat)> {
    let mut fields = node.fields(faults)?;
    let column = columns.require(&mut fields, "column", faults);
    let format = fields.require("format", faults).map(|node| (node.place, node.text(faults)));
    let zone_node = fields.take("zone");
    let zone_given = zone_node.is_some();
    let zone = zone_node.and_then(|node| {
        let place = node.place;
        let name = node.text(faults)?;
        let zone = time::zone(&name);
        if zone.is_none() {
            faults.add(place, format!("{name:?} is no time zone: write one such as \"Asia/Singapore\" or \"+08:00\""));
        }
        zone
    });
    fields.finish(faults);
    let (place, format) = format?;
    let format = format?;
    if zone_given && zone.is_none() {
        return None;
    }
    match TimeFormat::new(&format, zone) {
        Ok(rule) => Some((column?, rule)),
        Err(reason) => {
            faults.add(place, reason);
            None
        }
    }
}

fn cards(node: Node, columns: &mut Columns, faults: &mut Faults<'_>) -> Option<Cards> {
    let mut fields = node.fields(faults)?;
    let notation =
        fields.take("notation").map_or_else(|| Some(Notation::default_letters()), |node| notation(node, faults));
    let unreadable = fields.take("unreadable").map(|node| texts(node, faults)).unwrap_or_default();
    let list = fields.require("columns", faults).and_then(|node| {
        let place = node.place;
        let cards =
            node.list(faults)?.into_iter().filter_map(|node| card_column(node, columns, faults)).collect::<Vec<_>>();
        let with_hand = cards.iter().filter(|card| card.to.is_some()).count();
        if with_hand != 0 && with_hand != cards.len() {
            faults.add(place, "`to` is given for some card columns only: give it for all or for none");
        }
        Some(cards)
    });
    fields.finish(faults);
    Some(Cards { notation: notation?, unreadable, columns: list? })
}

fn card_column(node: Node, columns: &mut Columns, faults: &mut Faults<'_>) -> Option<CardColumn> {
    let mut fields = node.fields(faults)?;
    let column = columns.require(&mut fields, "column", faults);
    let to = fields.take("to").map(|node| one_of(node, &["P", "B", "X", "N"], faults));
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

fn notation(node: Node, faults: &mut Faults<'_>) -> Option<Notation> {
    let place = node.place;
    let mut fields = node.fields(faults)?;
    let order = fields.take("order").map(|node| one_of(node, &["rank-suit", "suit-rank"], faults));
    let separator = fields.take("separator").map(|node| node.any_text(faults));
    let suits =
        fields.take("suits").map_or_else(|| Some(letters(&SUITS)), |node| spellings(node, &SUITS, "suit", faults));
    let ranks = fields.take("ranks").map_or_else(|| Some(letters(&RANKS)), |node| ranks(node, faults));
    fields.finish(faults);
    let suit_first = match order {
        Some(order) => order? == "suit-rank",
        None => false,
    };
    let separator = match separator {
        Some(separator) => separator?,
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

fn ranks(node: Node, faults: &mut Faults<'_>) -> Option<Vec<(String, char)>> {
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

/// A map from the source's spellings to the log's letters, in which no letter may lack.
fn spellings(node: Node, log: &[char], what: &str, faults: &mut Faults<'_>) -> Option<Vec<(String, char)>> {
    let place = node.place;
    let mut list = Vec::new();
    for (key, node) in node.entries(faults)? {
        let at = node.place;
        // `7: 7` is plain enough to be taken.
        let text = match node.value {
            Value::Integer(number) => number.to_string(),
            _ => node.text(faults)?,
        };
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) if log.contains(&letter) => list.push((key.name, letter)),
            _ => {
                let known = log.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
                faults.add(at, format!("{text:?} is no {what} of the log; there are {known}"));
            }
        }
    }
    for letter in log.iter().filter(|letter| !list.iter().any(|(_, known)| known == *letter)) {
        faults.add(place, format!("no spelling is given for the {what} {letter}"));
    }
    Some(list)
}

fn declared(node: Node, columns: &mut Columns, faults: &mut Faults<'_>) -> Option<Declared> {
    let mut fields = node.fields(faults)?;
    let declared = Declared {
        result: fields.take("result").and_then(|node| coded(node, &RESULTS, columns, faults)),
        player: columns.take(&mut fields, "player", faults),
        banker: columns.take(&mut fields, "banker", faults),
        sevens: columns.take(&mut fields, "sevens", faults),
    };
    fields.finish(faults);
    Some(declared)
}

/// A column with a map from its values to the log's.
fn coded(node: Node, log: &[&str], columns: &mut Columns, faults: &mut Faults<'_>) -> Option<Coded> {
    let mut fields = node.fields(faults)?;
    let column = columns.require(&mut fields, "column", faults);
    let values = fields.require("values", faults).and_then(|node| {
        let entries = node.entries(faults)?;
        let mut values = BTreeMap::new();
        for (key, node) in entries {
            if let Some(value) = one_of(node, log, faults) {
                values.insert(key.name, value);
            }
        }
        Some(values)
    });
    fields.finish(faults);
    Some(Coded { column: column?, values: values? })
}

fn wagers(node: Node, columns: &mut Columns, faults: &mut Faults<'_>) -> Vec<WagerRule> {
    let list = node.list(faults).unwrap_or_default();
    list.into_iter().filter_map(|node| wager(node, columns, faults)).collect()
}

fn wager(node: Node, columns: &mut Columns, faults: &mut Faults<'_>) -> Option<WagerRule> {
    let mut fields = node.fields(faults)?;
    let bet = fields.require("bet", faults).and_then(|node| match node.value {
        Value::Map(_) => coded(node, &BETS, columns, faults).map(Bet::Coded),
        _ => one_of(node, &BETS, faults).map(Bet::Always),
    });
    let stake = columns.require(&mut fields, "stake", faults);
    let returned = columns.require(&mut fields, "returned", faults);
    let decimals = fields.require("decimals", faults).and_then(|node| match node.value {
        Value::Integer(number @ 0..=MOST_DECIMALS) => u32::try_from(number).ok(),
        _ => {
            faults.add(node.place, format!("`decimals` is a number from 0 to {MOST_DECIMALS}"));
            None
        }
    });
    let id = columns.take(&mut fields, "id", faults);
    let seat = columns.take(&mut fields, "seat", faults);
    let player = columns.take(&mut fields, "player", faults);
    fields.finish(faults);
    Some(WagerRule { bet: bet?, stake: stake?, returned: returned?, decimals: decimals?, id, seat, player })
}

fn one_of(node: Node, known: &[&str], faults: &mut Faults<'_>) -> Option<String> {
    let place = node.place;
    let text = node.text(faults)?;
    if known.contains(&text.as_str()) {
        return Some(text);
    }
    faults.add(place, format!("{text:?} is not one of {}", known.join(", ")));
    None
}

fn texts(node: Node, faults: &mut Faults<'_>) -> Vec<String> {
    let list = node.list(faults).unwrap_or_default();
    list.into_iter().filter_map(|node| node.any_text(faults)).map(|text| text.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = include_str!("../../../fixtures/import/live-baccarat.yaml");

    fn faults_of(text: &str) -> Vec<String> {
        Mapping::from_yaml(text, "m.yaml").unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_mapping_of_the_recordings_is_in_order() {
        let mapping = Mapping::from_yaml(GOOD, "m.yaml").unwrap();
        assert_eq!(mapping.open.game, "baccarat");
        let hands: String = mapping.row.cards.columns.iter().filter_map(|card| card.to).collect();
        assert_eq!(hands, "PBPBPB");
    }

    #[test]
    fn all_faults_come_together_with_their_places() {
        let text = r#"format: csv-mapping/2
csv: {delimiter: "::", header: 1}
open:
  log: 7
  source: {kind: camera, id: x, extra: 1}
  jurisdiction: SG
  venue: mbs
  game: baccarat
  table: LIVE
row:
  id: round
  time: {column: at, format: "%Y-%m-%d", zone: Asia/Shanghai}
  cards:
    notation: {order: suit-rank, suits: {S: S, H: H, C: C}, ranks: roman}
    columns:
      - {column: p1, to: P}
      - {column: b1}
      - {to: Q}
  declared:
    result: {column: w, values: {B: bank}}
  wagers:
    - {bet: dragon, stake: s, returned: r, decimals: 9}
  rownumber: n
  id: again
"#;
        let faults = faults_of(text);
        let starts: Vec<_> = faults.iter().map(|fault| fault.split(": ").next().unwrap()).collect();
        assert_eq!(
            starts,
            [
                "m.yaml:1:9",
                "m.yaml:2:18",
                "m.yaml:2:32",
                "m.yaml:4:3",
                "m.yaml:4:8",
                "m.yaml:5:18",
                "m.yaml:5:33",
                "m.yaml:12:30",
                "m.yaml:14:41",
                "m.yaml:14:68",
                "m.yaml:16:7",
                "m.yaml:18:9",
                "m.yaml:18:14",
                "m.yaml:20:37",
                "m.yaml:22:13",
                "m.yaml:22:54",
                "m.yaml:23:3",
                "m.yaml:24:3",
            ],
            "{faults:#?}"
        );
    }

    #[test]
    fn a_file_that_is_no_mapping() {
        for text in ["", "[]", "x", "a: &b 1", "a: [", "format: csv-mapping/1\n"] {
            assert!(!faults_of(text).is_empty(), "{text}");
        }
        assert_eq!(faults_of("format: csv-mapping/1\nopen: {}\nrow: {}\n").len(), 8);
    }

    #[test]
    fn without_a_header_columns_are_numbers() {
        let text = GOOD.replace("row:", "csv: {header: false}\nrow:");
        assert!(faults_of(&text)[0].contains("the CSV has no header"));
    }
}
