//! A mapping from its YAML. Every fault is reported; what depends on a faulty part is left out.

mod amounts;
mod beside;
mod cards;
mod csv;
mod json;
mod moments;
mod open;
mod time;
mod wagers;

use std::collections::BTreeMap;

use encoding_rs::UTF_8;
use resettle_game::{DeclaredResult, Kind, minor_digits};
use resettle_sealed_log::{Digest, MAX_NAME};
use resettle_yaml::schemars::{Schema, SchemaGenerator, json_schema};
use resettle_yaml::{Faults, Form, Keys, Located, Node, Position, Reader, Value, Word, section};

use crate::excel;
use crate::mapping::{Coded, Column, ColumnName, Mapping, Order, RowKind, TimeRule, Together, WagerRule, Which};

pub(crate) use amounts::{Amounts, Decimal};
pub(crate) use beside::NotRead;
pub(crate) use cards::Cards;
pub(crate) use json::Json;
pub(crate) use open::{Open, Source};
pub(crate) use time::{DateAbove, Zone};
pub(crate) use wagers::Rejected;

use csv::Csv;
use moments::AsTime;
use time::Own;
use wagers::Apart;

const CSV_FORMAT: &str = "csv-mapping/1";
const JSON_FORMAT: &str = "json-mapping/1";

/// A mapping of one format: the key that says how its file is written, and the keys of all formats.
macro_rules! mapping_keys {
    ($($(#[doc = $about:literal])* $name:ident { $(#[doc = $doc:literal])* $of:ident: $type:ty })+) => {$(
        section! {
            Columns;
            $(#[doc = $about])*
            $name as "the mapping" {
                /// What this file is.
                format: String = [CSV_FORMAT, JSON_FORMAT],
                $(#[doc = $doc])*
                $of: $type => or(Default::default()),
                /// The constants of the log's first record.
                open: Open => noted(|columns| {
                    columns.digits = open.as_ref().and_then(|open| minor_digits(&open.currency));
                }),
                /// Columns, or paths of JSON with all below them, that are in no record on purpose, as a column of totals, and the reason:
                /// see [below](#what-is-left-out-on-purpose).
                not_read: Vec<NotRead> => or(Vec::new()),
                /// What a row is: a coup with all its wagers, or one wager; for `wager`, `wagers` and either `shoe` and `coup` or `id` are
                /// needed. Left out, `coup`.
                rows: Located<RowKind> = ["coup", "wager"] => or(Located(RowKind::Coup, Position::default()))
                    => noted(|columns| columns.before_row = columns.list.len()),
                /// What is read of a row; at least one column.
                row: RowMapping => noted(|columns| {
                    if let (Some(Located(RowKind::Wager, place)), Some(row)) = (&rows, &row) {
                        row.of_wagers(*place, &mut columns.faults);
                    }
                }),
            }
        }
    )+};
}

mapping_keys! {
    /// Which column means what.
    CsvMapping {
        /// In a mapping of a CSV, how it is written.
        csv: Csv
    }
    /// Which path means what.
    JsonMapping {
        /// In a mapping of JSON, where its rounds stand.
        json: Json
    }
}

section! {
    Columns;
    /// What is read from a row; everything is optional, as an imported log may leave it out.
    RowMapping as "`row`" beside {
        /// Whether each row is of an object that is a round, as in JSON, and none a sum or a remark between the rounds.
        of_rounds: bool,
    } checked by some_column {
        /// Sums of all wagers of a row, where it has no amount that went back with each.
        together: Option<Together> => noted(|columns| columns.together = together.iter().flatten().next().is_some()),
        /// The coup's number in its shoe, from 1.
        coup: Option<CoupNumber> = OrColumn,
        /// When the round was settled.
        time: Option<TimeRule> = Own => noted(|columns| columns.time = time.clone().flatten()),
        /// The source's own name of the round, kept as `source_id`.
        id: Option<Column>,
        /// Commencement of play: a column, written as `time` is, or a mapping as `time`.
        opened: Option<TimeRule> = AsTime,
        /// The close of bets, likewise.
        closed: Option<TimeRule> = AsTime,
        /// What the source says of the round: `played`, `void`, or `left_out` for a round whose end is not in the row, such as one that
        /// is open or was reversed: it is listed, and a replay says how many there are. A void needs no `result`.
        status: Option<Coded> = Meanings::Words(&["played", "void", "left_out"]),
        /// Why a round is void: a kind of irregularity, such as `device_malfunction` or `display_error`; what `values` does not name
        /// becomes `other` with the source's words. It stands in the log with `ruling` `void`, noticed when the round was settled, or by
        /// the import where no time says when.
        void_reason: Option<Coded> = Reason,
        /// The shoe.
        shoe: Option<Column>,
        /// The cards; without it, none are recorded.
        cards: Cards => or(Cards::default()),
        /// What the dealer announced.
        declared: Declared => or(Declared::default()),
        /// How the amounts of `wagers` are written.
        amounts: Amounts => or(Amounts::default()),
        /// One entry for each wager of a row.
        wagers: Vec<WagerRule> = Apart => or(Vec::new()),
    }

    /// The column of the coups' numbers.
    CoupNumber as "`coup`" {
        /// Which column it is.
        column: Column,
        /// What stands before the number of each coup: `H` where it is `H001`. Left out, nothing.
        prefix: String = AsWritten => or(String::new()),
    }

    /// What the dealer announced.
    Declared with Default {
        /// The result: `player`, `banker`, `tie` or `void`.
        result: Option<Coded> = Meanings::Words(DeclaredResult::WORDS),
        /// The point total of the Player, 0 to 9.
        player: Option<Column>,
        /// The point total of the Banker, 0 to 9.
        banker: Option<Column>,
        /// All cards with face value 7.
        sevens: Option<Column>,
    }
}

or_column! {
    CoupNumber: |column| Self { column, prefix: String::new() };
}

impl RowMapping {
    /// Notes what rows that are wagers lack.
    fn of_wagers(&self, place: Position, faults: &mut Faults) {
        if self.wagers.is_empty() {
            faults.add(place, "the rows are wagers, and `row` has no `wagers` that says what stands in them");
        }
        if self.id.is_none() && self.coup.is_none() {
            faults.add_with_help(
                place,
                "the rows are wagers, and nothing says which of them are of one coup",
                "give `row.shoe` and `row.coup`, or `row.id`, the source's own name of the round",
            );
        }
        if self.together.is_some() {
            faults.add(place, "`together` is of rows that are coups with all their wagers");
        }
    }
}

fn some_column(_: Option<&RowMapping>, node: &Node, columns: &mut Columns) {
    if columns.list.len() == columns.before_row {
        columns.faults.add(node.place, "no column is read: there is nothing to import");
    }
}

/// Reads a mapping.
///
/// # Errors
/// All faults of the file, each with its place.
pub(crate) fn read(text: &str, root: &Node) -> Result<Mapping, Faults> {
    let mut columns = Columns::default();
    let is_json = root.word_at("format") == Some(JSON_FORMAT);
    let keys = if is_json {
        if let Some(json) = root.member("json").filter(|json| json.member("wagers").is_some())
            && root.word_at("rows") != Some("wager")
        {
            columns.faults.add(json.place, "`wagers` makes a row of each wager: that needs `rows: wager`");
        }
        JsonMapping::read(root, "mapping", &(), &mut columns)
            .map(|keys| (Csv::default(), Some(keys.json), keys.open, keys.not_read, keys.rows, keys.row))
    } else {
        CsvMapping::read(root, "mapping", &(), &mut columns)
            .map(|keys| (keys.csv, None, keys.open, keys.not_read, keys.rows, keys.row))
    };
    let Some((csv, json, open, not_read, Located(rows, _), mut row)) = keys else { return Err(columns.faults) };
    // Of what other games deal first, one may be a card that never leaves the table and has no column.
    row.cards.first = if open.game == "baccarat" { 2 } else { 0 };
    row.of_rounds = is_json;
    let Columns { list, bets, dates, mut faults, .. } = columns;
    for (place, line) in dates {
        let what = match is_json {
            true => "a date in a line above a table is one of a CSV; a member above rounds is a column: columns: [/date, time]".to_owned(),
            false if line > csv.skip_lines => format!("line {line} is none above the table: `skip_lines` is {}", csv.skip_lines),
            false => continue,
        };
        faults.add(place, what);
    }
    beside::read_as_well(&not_read, &list, &mut faults);
    for column in list.iter().chain(not_read.iter().map(|not_read| &not_read.column)) {
        match &column.which {
            Which::Number(number) if is_json => {
                faults
                    .add(column.place, format!("a column of JSON is a path such as `playerHand.cards`, not {number}"));
            }
            Which::Header(name) if !csv.header => {
                faults.add(column.place, format!("the CSV has no header, so a column is a number, not {name:?}"));
            }
            _ => {}
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let (empty, order, only) = match &json {
        Some(json) => (json.empty.clone(), json.order, json.only.clone()),
        None => (csv.empty, csv.order, csv.only),
    };
    Ok(Mapping {
        sha256: Digest::of(text.as_bytes()).to_string(),
        json,
        delimiter: csv.delimiter,
        encoding: csv.encoding.filter(|encoding| *encoding != UTF_8),
        skip_lines: csv.skip_lines,
        order,
        header: csv.header,
        lines_in_cells: csv.lines_in_cells,
        empty,
        open,
        rows,
        row,
        bets,
        columns: list,
        only,
        not_read,
    })
}

/// What is gathered while a mapping is read: its faults, the columns named so far, the bets, and what later keys depend on.
#[derive(Default)]
pub struct Columns {
    pub(crate) faults: Faults,
    list: Vec<ColumnName>,
    bets: Vec<(Position, String)>,
    /// The lines of dates above the table.
    dates: Vec<(Position, u64)>,
    /// The decimals of the log's currency, where it is known.
    digits: Option<u32>,
    /// How many columns were named before those of the row.
    before_row: usize,
    /// Whether the row has sums of its wagers alone.
    together: bool,
    /// How the row's time is read.
    time: Option<TimeRule>,
}

impl Reader for Columns {
    fn faults(&mut self) -> &mut Faults {
        &mut self.faults
    }
}

impl Columns {
    /// A bet as a log and a ruleset may name it.
    fn bet(&mut self, node: &Node, key: &'static str) -> Option<String> {
        let bet = String::read(node, key, &LogName, self)?;
        self.bets.push((node.place, bet.clone()));
        Some(bet)
    }
}

/// A column: its header as a text, or its number from 1.
impl Form<Columns> for ColumnName {
    fn read(node: &Node, key: &'static str, (): &(), columns: &mut Columns) -> Option<Self> {
        let place = node.place;
        let which = match node.value {
            Value::Int(number) => match usize::try_from(number) {
                Ok(number) if number > 0 => Which::Number(number),
                _ => {
                    columns.faults.add(place, "columns are counted from 1");
                    return None;
                }
            },
            _ => Which::Header(excel::on_one_line(String::read(node, key, &Filled, columns)?.trim()).into_owned()),
        };
        Some(Self { place, which })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let form = json_schema!({"title": "a column", "type": ["string", "integer"]});
        resettle_yaml::defined("Column", form, generator)
    }
}

impl Form<Columns> for Column {
    fn read(node: &Node, key: &'static str, (): &(), columns: &mut Columns) -> Option<Self> {
        let name = ColumnName::read(node, key, &(), columns)?;
        columns.list.push(name);
        Some(Self(columns.list.len() - 1))
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        ColumnName::schema(&(), generator)
    }
}

/// One of several forms.
fn alternatives<const N: usize>(forms: [Schema; N]) -> Schema {
    json_schema!({"anyOf": forms.to_vec()})
}

/// A column alone, or a mapping that says more of it.
struct OrColumn;

/// What a column alone comes to, where a mapping may say more of it.
macro_rules! or_column {
    ($($type:ident: |$column:ident| $alone:expr;)+) => {$(
        impl Form<Columns, OrColumn> for $type {
            fn read(node: &Node, key: &'static str, _: &OrColumn, columns: &mut Columns) -> Option<Self> {
                match node.value {
                    Value::Map(_) => Self::read(node, key, &(), columns),
                    _ => Column::read(node, key, &(), columns).map(|$column| $alone),
                }
            }

            fn schema(_: &OrColumn, generator: &mut SchemaGenerator) -> Schema {
                alternatives([Column::schema(&(), generator), Self::schema(&(), generator)])
            }
        }
    )+};
}
use or_column;

/// What the values of a column come to.
enum Meanings {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A bet, as the log names it.
    Bets,
}

impl Form<Columns, Meanings> for Coded {
    fn read(node: &Node, key: &'static str, of: &Meanings, columns: &mut Columns) -> Option<Self> {
        let mut fields = node.fields("a column with values", &mut columns.faults)?;
        let column = Column::take(&mut fields, "column", &(), columns);
        let values = fields.required("values", &mut columns.faults).and_then(|node| {
            let mut values = BTreeMap::new();
            for (spelling, node) in node.spellings("`values`", &mut columns.faults)? {
                let value = match of {
                    Meanings::Words(known) => one_of(node, known, &mut columns.faults),
                    Meanings::Bets => columns.bet(node, key),
                };
                values.extend(value.map(|value| (spelling.into_owned(), value)));
            }
            Some(values)
        });
        fields.finish(&mut columns.faults);
        Some(Self { column: column?, values: values? })
    }

    fn schema(_: &Meanings, generator: &mut SchemaGenerator) -> Schema {
        let mut keys = Keys::default();
        keys.add::<Columns, Column, ()>("column", &["Which column it is."], &(), generator);
        let about = ["What each cell means, from the source's to the log's; a row with another cell is skipped."];
        keys.add::<Columns, BTreeMap<String, String>, AsWritten>("values", &about, &AsWritten, generator);
        resettle_yaml::defined("Coded", keys.schema(&["A column whose values mean values of the log."]), generator)
    }
}

/// Why a round is void: a column of the source's words, or of kinds of irregularities.
struct Reason;

impl Form<Columns, Reason> for Coded {
    fn read(node: &Node, key: &'static str, _: &Reason, columns: &mut Columns) -> Option<Self> {
        match &node.value {
            Value::Map(_) => Self::read(node, key, &Meanings::Words(Kind::WORDS), columns),
            _ => Column::read(node, key, &(), columns).map(|column| Self { column, values: BTreeMap::new() }),
        }
    }

    fn schema(_: &Reason, generator: &mut SchemaGenerator) -> Schema {
        alternatives([Column::schema(&(), generator), Self::schema(&Meanings::Bets, generator)])
    }
}

impl Word for RowKind {
    fn of(word: &str) -> Option<Self> {
        Some(if word == "wager" { Self::Wager } else { Self::Coup })
    }
}

impl Order {
    const WORDS: [&'static str; 2] = [Self::OldestFirst.word(), Self::NewestFirst.word()];
}

impl Word for Order {
    fn of(word: &str) -> Option<Self> {
        Some(if word == Self::NewestFirst.word() { Self::NewestFirst } else { Self::OldestFirst })
    }
}

fn one_of(node: &Node, known: &[&'static str], faults: &mut Faults) -> Option<String> {
    let words: Vec<(&str, &str)> = known.iter().map(|word| (*word, *word)).collect();
    node.word(&words, faults).map(str::to_owned)
}

resettle_yaml::texts! {
    Columns;
    /// Text as it is written.
    pub(crate) AsWritten: String => |node, _, columns| node.text(&mut columns.faults).map(str::to_owned);
    /// Text without blanks around it.
    pub(crate) Trimmed: String => |node, _, columns| Some(node.text(&mut columns.faults)?.trim().to_owned());
    /// A text with something in it.
    pub(crate) Filled: String => |node, _, columns| {
        let text = node.text(&mut columns.faults)?;
        if text.trim().is_empty() {
            columns.faults.add(node.place, "this text is empty");
            return None;
        }
        Some(text.to_owned())
    };
    /// The same, without blanks around it.
    pub(crate) Path: String => |node, _, columns| {
        Some(Self::read(node, "path", &Filled, columns)?.trim().to_owned())
    };
    /// A name or id as a log takes it.
    pub(crate) LogName: String => |node, _, columns| {
        let text = Self::read(node, "name", &Filled, columns)?;
        if text.len() > MAX_NAME {
            let message = format!("this name has {} bytes, and a log allows {MAX_NAME}", text.len());
            columns.faults.add(node.place, message);
            return None;
        }
        Some(text)
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use resettle_testkit::keys_stand_on;

    #[test]
    fn the_page_has_the_keys() {
        let of = |schema| serde_json::to_value(schema).unwrap();
        let mut keys = of(resettle_yaml::schemars::schema_for!(CsvMapping));
        let mut json = of(resettle_yaml::schemars::schema_for!(JsonMapping));
        for part in ["properties", "$defs"] {
            keys[part].as_object_mut().unwrap().append(json[part].as_object_mut().unwrap());
        }
        keys_stand_on("mapping.md", &keys);
    }

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
