//! A mapping from its YAML. Every fault is reported; what depends on a faulty part is left out.

pub(crate) mod amounts;
mod beside;
mod cards;
mod csv;
mod json;
mod moments;
pub(crate) mod open;
mod time;
mod wagers;

use std::collections::BTreeMap;

use resettle_game::{DeclaredResult, Kind, minor_digits};
use resettle_sealed_log::{Digest, MAX_NAME};
use resettle_yaml::{Faults, Fields, Node, Position, Value};

use crate::excel;
use crate::mapping::{Coded, Column, ColumnName, Declared, Mapping, RowMapping, Rows, Which};

const CSV_FORMAT: &str = "csv-mapping/1";
const JSON_FORMAT: &str = "json-mapping/1";

pub(crate) fn read(text: &str, root: &Node, faults: &mut Faults) -> Option<Mapping> {
    let mut top = root.fields("the mapping", faults)?;
    let format = top.required("format", faults).and_then(|node| one_of(node, &[CSV_FORMAT, JSON_FORMAT], faults));
    let is_json = format.as_deref() == Some(JSON_FORMAT);
    let mut columns = Columns::default();
    let csv = if is_json { None } else { top.optional("csv").and_then(|node| csv::read(node, &mut columns, faults)) };
    let json_node = if is_json { top.optional("json") } else { None };
    let json = json_node.map_or_else(|| Some(json::Json::default()), |node| json::read(node, &mut columns, faults));
    let open = top.required("open", faults).and_then(|node| open::read(node, faults));
    let not_read = top.optional("not_read").map(|node| beside::not_read(node, faults)).unwrap_or_default();
    let rows_node = top.optional("rows");
    let rows = rows_node.and_then(|node| node.word(&[("coup", Rows::Coups), ("wager", Rows::Wagers)], faults));
    let row_node = top.required("row", faults);
    let mut row = row_node.and_then(|node| {
        let digits = open.as_ref().and_then(|open| minor_digits(&open.currency));
        row(node, digits, &mut columns, faults)
    });
    if let (Some(open), Some(row)) = (&open, &mut row) {
        // Of what other games deal first, one may be a card that never leaves the table and has no column.
        row.cards.first = if open.game == "baccarat" { 2 } else { 0 };
    }
    if let (Some(node), Some(Rows::Wagers), Some(row)) = (rows_node, rows, &row) {
        if row.wagers.is_empty() {
            faults.add(node.place, "the rows are wagers, and `row` has no `wagers` that says what stands in them");
        }
        if row.id.is_none() && row.coup.is_none() {
            faults.add_with_help(
                node.place,
                "the rows are wagers, and nothing says which of them are of one coup",
                "give `row.shoe` and `row.coup`, or `row.id`, the source's own name of the round",
            );
        }
    }
    if let (Some(node), Some(Rows::Wagers), true) =
        (rows_node, rows, row.as_ref().is_some_and(|row| row.together.is_some()))
    {
        faults.add(node.place, "`together` is of rows that are coups with all their wagers");
    }
    if let Some(row) = &mut row {
        row.of_rounds = is_json;
    }
    let wagers_path = json.as_ref().is_some_and(|json| json.source.wagers.is_some());
    if let (Some(node), true) = (json_node, wagers_path && rows != Some(Rows::Wagers)) {
        faults.add(node.place, "`wagers` makes a row of each wager: that needs `rows: wager`");
    }
    top.finish(faults);
    let mut csv = csv.unwrap_or_default();
    let json = json.filter(|_| is_json).map(|json| {
        (csv.empty, csv.order, csv.only) = (json.empty, json.order, json.only);
        json.source
    });
    for (place, line) in &columns.dates {
        let what = match is_json {
            true => "a date in a line above a table is one of a CSV; a member above rounds is a column: columns: [/date, time]".to_owned(),
            false if *line > csv.skip_lines => format!("line {line} is none above the table: `skip_lines` is {}", csv.skip_lines),
            false => continue,
        };
        faults.add(*place, what);
    }
    beside::read_as_well(&not_read, &columns.list, faults);
    let all_columns = || columns.list.iter().chain(not_read.iter().map(|not_read| &not_read.column));
    for column in all_columns().filter(|_| is_json) {
        if let Which::Number(number) = column.which {
            faults.add(column.place, format!("a column of JSON is a path such as `playerHand.cards`, not {number}"));
        }
    }
    for column in all_columns().filter(|_| !csv.header) {
        if let Which::Header(name) = &column.which {
            faults.add(column.place, format!("the CSV has no header, so a column is a number, not {name:?}"));
        }
    }
    Some(Mapping {
        sha256: Digest::of(text.as_bytes()).to_string(),
        json,
        delimiter: csv.delimiter,
        encoding: csv.encoding,
        skip_lines: csv.skip_lines,
        order: csv.order,
        header: csv.header,
        lines_in_cells: csv.lines_in_cells,
        empty: csv.empty,
        open: open?,
        rows: rows.unwrap_or_default(),
        row: row?,
        bets: columns.bets,
        columns: columns.list,
        only: csv.only,
        not_read,
    })
}

/// The columns named so far, and the bets.
#[derive(Default)]
struct Columns {
    list: Vec<ColumnName>,
    bets: Vec<(Position, String)>,
    /// The lines of dates above the table.
    dates: Vec<(Position, u64)>,
}

impl Columns {
    /// A column: its header as a text, or its number from 1.
    fn read(&mut self, node: &Node, faults: &mut Faults) -> Option<Column> {
        let place = node.place;
        let which = match node.value {
            Value::Int(number) => match usize::try_from(number) {
                Ok(number) if number > 0 => Which::Number(number),
                _ => {
                    faults.add(place, "columns are counted from 1");
                    return None;
                }
            },
            _ => Which::Header(excel::on_one_line(filled(node, faults)?.trim()).into_owned()),
        };
        self.list.push(ColumnName { place, which });
        Some(Column(self.list.len() - 1))
    }

    fn take(&mut self, fields: &mut Fields<'_>, name: &'static str, faults: &mut Faults) -> Option<Column> {
        fields.optional(name).and_then(|node| self.read(node, faults))
    }

    fn require(&mut self, fields: &mut Fields<'_>, name: &'static str, faults: &mut Faults) -> Option<Column> {
        fields.required(name, faults).and_then(|node| self.read(node, faults))
    }
}

fn row(node: &Node, digits: Option<u32>, columns: &mut Columns, faults: &mut Faults) -> Option<RowMapping> {
    let (place, before) = (node.place, columns.list.len());
    let mut fields = node.fields("`row`", faults)?;
    let together = fields.optional("together").and_then(|node| wagers::together(node, digits, columns, faults));
    let (coup, coup_prefix) = fields.optional("coup").map_or((None, String::new()), |node| coup(node, columns, faults));
    let time = fields.optional("time").and_then(|node| time::read(node, columns, faults));
    let as_time = time.as_ref();
    let row = RowMapping {
        id: columns.take(&mut fields, "id", faults),
        opened: fields.optional("opened").and_then(|node| moments::read(node, as_time, columns, faults)),
        closed: fields.optional("closed").and_then(|node| moments::read(node, as_time, columns, faults)),
        status: fields.optional("status").and_then(|node| {
            coded(node, columns, faults, |node, _, faults| one_of(node, &["played", "void", "left_out"], faults))
        }),
        void_reason: fields.optional("void_reason").and_then(|node| match &node.value {
            Value::Map(_) => coded(node, columns, faults, |node, _, faults| one_of(node, Kind::WORDS, faults)),
            _ => columns.read(node, faults).map(|column| Coded { column, values: BTreeMap::new() }),
        }),
        of_rounds: false,
        shoe: columns.take(&mut fields, "shoe", faults),
        coup,
        coup_prefix,
        cards: fields.optional("cards").and_then(|node| cards::read(node, columns, faults)).unwrap_or_default(),
        declared: fields.optional("declared").and_then(|node| declared(node, columns, faults)).unwrap_or_default(),
        amounts: fields.optional("amounts").and_then(|node| amounts::read(node, faults)).unwrap_or_default(),
        wagers: fields
            .optional("wagers")
            .map(|node| {
                let of = wagers::InRow { time: as_time, together: together.is_some(), digits };
                wagers::read(node, of, columns, faults)
            })
            .unwrap_or_default(),
        together,
        time,
    };
    fields.finish(faults);
    if columns.list.len() == before {
        faults.add(place, "no column is read: there is nothing to import");
    }
    Some(row)
}

/// The column of the coups' numbers, and what stands before each.
fn coup(node: &Node, columns: &mut Columns, faults: &mut Faults) -> (Option<Column>, String) {
    let Value::Map(_) = &node.value else { return (columns.read(node, faults), String::new()) };
    let Some(mut fields) = node.fields("`coup`", faults) else { return (None, String::new()) };
    let column = columns.require(&mut fields, "column", faults);
    let prefix = fields.optional("prefix").and_then(|node| node.text(faults)).unwrap_or_default().to_owned();
    fields.finish(faults);
    (column, prefix)
}

fn declared(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<Declared> {
    let mut fields = node.fields("`declared`", faults)?;
    let declared = Declared {
        result: fields.optional("result").and_then(|node| {
            coded(node, columns, faults, |node, _, faults| one_of(node, DeclaredResult::WORDS, faults))
        }),
        player: columns.take(&mut fields, "player", faults),
        banker: columns.take(&mut fields, "banker", faults),
        sevens: columns.take(&mut fields, "sevens", faults),
    };
    fields.finish(faults);
    Some(declared)
}

/// A column with a map from its values to the log's, each read by `word`.
fn coded(
    node: &Node,
    columns: &mut Columns,
    faults: &mut Faults,
    word: impl Fn(&Node, &mut Columns, &mut Faults) -> Option<String>,
) -> Option<Coded> {
    let mut fields = node.fields("a column with values", faults)?;
    let column = columns.require(&mut fields, "column", faults);
    let values = fields.required("values", faults).and_then(|node| {
        let mut values = BTreeMap::new();
        for (spelling, node) in node.spellings("`values`", faults)? {
            if let Some(value) = word(node, columns, faults) {
                values.insert(spelling.into_owned(), value);
            }
        }
        Some(values)
    });
    fields.finish(faults);
    Some(Coded { column: column?, values: values? })
}

pub(crate) fn one_of(node: &Node, known: &[&'static str], faults: &mut Faults) -> Option<String> {
    let words: Vec<(&str, &str)> = known.iter().map(|word| (*word, *word)).collect();
    node.word(&words, faults).map(str::to_owned)
}

/// A text with something in it.
pub(crate) fn filled(node: &Node, faults: &mut Faults) -> Option<String> {
    let text = node.text(faults)?;
    if text.trim().is_empty() {
        faults.add(node.place, "this text is empty");
        return None;
    }
    Some(text.to_owned())
}

/// A name or id as a log takes it.
pub(crate) fn log_name(node: &Node, faults: &mut Faults) -> Option<String> {
    let text = filled(node, faults)?;
    if text.len() > MAX_NAME {
        faults.add(node.place, format!("this name has {} bytes, and a log allows {MAX_NAME}", text.len()));
        return None;
    }
    Some(text)
}

fn texts(node: &Node, faults: &mut Faults) -> Vec<String> {
    let list = node.list(faults).unwrap_or_default();
    list.iter().filter_map(|node| node.text(faults)).map(|text| text.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = include_str!("../../../../fixtures/import/live-baccarat.yaml");

    fn faults_of(text: &str) -> Vec<String> {
        let faults = Mapping::from_yaml(text).unwrap_err().sorted();
        faults.iter().map(|fault| format!("{}: {}", fault.place, fault.message)).collect()
    }

    #[test]
    fn the_mapping_of_the_recordings_is_in_order() {
        let mapping = Mapping::from_yaml(GOOD).unwrap();
        assert_eq!(mapping.open.game, "baccarat");
        let hands: String = mapping.row.cards.columns.iter().filter_map(|card| card.to).collect();
        assert_eq!(hands, "PBPBPB");
    }

    #[test]
    fn the_id_of_the_log_is_one_that_a_log_can_have() {
        for id in ["\"a\\tb\"", "\"a\\nb\"", "|\n    a\n    b", "a\tb"] {
            let from = GOOD.find("  log: ").unwrap() + "  log: ".len();
            let to = from + GOOD[from..].find('\n').unwrap();
            let text = [&GOOD[..from], id, &GOOD[to..]].concat();
            assert!(faults_of(&text)[0].ends_with("a line end or a tab stands in the id of the log"), "{id}");
        }
    }

    #[test]
    fn names_are_no_longer_than_a_log_takes_them() {
        let long = "x".repeat(201);
        let text = GOOD
            .replace("log: live-baccarat-2025", &format!("log: {long}"))
            .replace("id: live-baccarat-2025", &format!("id: {long}"))
            .replace("venue: mbs", &format!("venue: {long}"));
        let reported = faults_of(&text);
        assert_eq!(
            reported.iter().filter(|fault| fault.contains("bytes, and a log allows 200")).count(),
            3,
            "{reported:?}"
        );
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
    - {bet: 5, stake: s, returned: r, decimals: 19}
  rownumber: n
  id: again
"#;
        let faults = faults_of(text);
        let starts: Vec<_> = faults.iter().map(|fault| fault.split(": ").next().unwrap()).collect();
        assert_eq!(
            starts,
            [
                "1:9", "2:18", "2:32", "4:3", "4:8", "5:18", "5:33", "12:30", "14:41", "14:68", "16:7", "18:9",
                "18:14", "20:37", "22:13", "22:49", "23:3", "24:3",
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
    fn rows_that_are_wagers_need_wagers_and_the_name_of_their_coup() {
        let text = GOOD.replace("row:", "rows: wager\nrow:").replace("  id: round\n", "");
        let reported = faults_of(&text);
        assert_eq!(reported.len(), 2, "{reported:?}");
        assert!(reported.iter().any(|fault| fault.contains("`row` has no `wagers`")), "{reported:?}");
        assert!(
            reported.iter().any(|fault| fault.contains("nothing says which of them are of one coup")),
            "{reported:?}"
        );
        let reported = faults_of(&GOOD.replace("row:", "rows: bet\nrow:"));
        assert!(reported[0].ends_with("unknown word `bet`"), "{reported:?}");
    }

    #[test]
    fn a_zone_beside_an_offset_is_a_fault_of_the_zone() {
        let from = GOOD.find("  time:").unwrap();
        let to = from + GOOD[from..].find("  cards:").unwrap();
        let with = |format: &str, zone: &str| {
            let time = format!("  time: {{column: at, format: \"%Y-%m-%d %H:%M:%S{format}\"{zone}}}\n");
            [&GOOD[..from], &time, &GOOD[to..]].concat()
        };
        let reported = faults_of(&with("%z", ", zone: Asia/Singapore"));
        assert_eq!(reported.len(), 1, "{reported:?}");
        assert!(reported[0].starts_with("17:59: a zone is given, and the format"), "{reported:?}");
        assert!(Mapping::from_yaml(&with("%z", "")).is_ok());
        assert!(Mapping::from_yaml(&with("", ", zone: Asia/Singapore")).is_ok());
    }

    #[test]
    fn a_void_has_any_kind_of_irregularity_that_a_log_has() {
        let with =
            |kind: &str| GOOD.replace("row:", &format!("row:\n  void_reason: {{column: why, values: {{x: {kind}}}}}"));
        for kind in Kind::WORDS {
            assert!(Mapping::from_yaml(&with(kind)).is_ok(), "{kind}");
        }
        assert!(faults_of(&with("weather"))[0].ends_with("unknown word `weather`"));
    }

    #[test]
    fn an_import_is_of_a_source_that_has_coups() {
        let with = |kind: &str| GOOD.replace("kind: table", &format!("kind: {kind}"));
        for kind in ["table", "shoe", "terminal", "display"] {
            assert!(Mapping::from_yaml(&with(kind)).is_ok(), "{kind}");
        }
        assert!(faults_of(&with("desk"))[0].ends_with("unknown word `desk`"));
    }

    #[test]
    fn without_a_header_columns_are_numbers() {
        let text = GOOD.replace("row:", "csv: {header: false}\nrow:");
        assert!(faults_of(&text)[0].contains("the CSV has no header"));
    }
}
