//! `csv`: how the file is written.

use encoding_rs::{Encoding, UTF_8};
use resettle_yaml::{Faults, Node, Value};

use super::{Columns, beside, texts};
use crate::mapping::{Column, Order};

/// More lines than stand above any table.
pub(super) const MOST_LINES_ABOVE: i64 = 1_000;

/// What a mapping says of it.
pub(super) struct Csv {
    pub(super) delimiter: u8,
    pub(super) header: bool,
    pub(super) lines_in_cells: bool,
    pub(super) empty: Vec<String>,
    pub(super) encoding: Option<&'static Encoding>,
    pub(super) skip_lines: u64,
    pub(super) order: Order,
    pub(super) only: Vec<(Column, Vec<String>)>,
}

impl Default for Csv {
    fn default() -> Self {
        Self {
            delimiter: b',',
            header: true,
            lines_in_cells: false,
            empty: Vec::new(),
            encoding: None,
            skip_lines: 0,
            order: Order::OldestFirst,
            only: Vec::new(),
        }
    }
}

/// Reads the key; what does not fit goes to `faults`, with its place.
pub(super) fn read(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<Csv> {
    let mut fields = node.fields("`csv`", faults)?;
    let mut csv = Csv::default();
    if let Some(node) = fields.optional("delimiter") {
        match &node.value {
            // Control characters too: there are files with the unit separator of ASCII.
            Value::Text(text) => match text.as_bytes() {
                [one] if one.is_ascii() && !matches!(one, b'"' | b'\n' | b'\r') => csv.delimiter = *one,
                _ => faults.add_with_help(
                    node.place,
                    "the delimiter is one ASCII character, and neither a quotation mark nor the end of a line",
                    "write it in quotation marks, as \";\" or \"\\t\"",
                ),
            },
            _ => {
                node.text(faults);
            }
        }
    }
    if let Some(header) = fields.optional("header").and_then(|node| node.truth(faults)) {
        csv.header = header;
    }
    if let Some(spans) = fields.optional("lines_in_cells").and_then(|node| node.truth(faults)) {
        csv.lines_in_cells = spans;
    }
    csv.empty = fields.optional("empty").map(|node| texts(node, faults)).unwrap_or_default();
    csv.encoding = fields.optional("encoding").and_then(|node| encoding(node, faults));
    if let Some(lines) = fields.optional("skip_lines").and_then(|node| node.int(0..=MOST_LINES_ABOVE, faults)) {
        csv.skip_lines = lines.unsigned_abs();
    }
    let orders = [Order::OldestFirst, Order::NewestFirst].map(|order| (order.word(), order));
    if let Some(order) = fields.optional("order").and_then(|node| node.word(&orders, faults)) {
        csv.order = order;
    }
    csv.only = fields.optional("only").map(|node| beside::only(node, "column", columns, faults)).unwrap_or_default();
    fields.finish(faults);
    Some(csv)
}

/// An encoding by one of its names on the web; none for UTF-8.
fn encoding(node: &Node, faults: &mut Faults) -> Option<&'static Encoding> {
    let name = node.text(faults)?;
    let encoding = Encoding::for_label(name.as_bytes());
    if encoding.is_none() {
        faults.add_with_help(
            node.place,
            format!("{name:?} is no encoding that is known"),
            "one such as utf-8, utf-16le, utf-16be, gb18030, big5, shift_jis, euc-kr, windows-1252",
        );
    }
    encoding.filter(|encoding| *encoding != UTF_8)
}
