//! `csv`: how the file is written.

use resettle_yaml::{Faults, Node, Value};

use super::texts;

/// What a mapping says of it.
pub(super) struct Csv {
    pub(super) delimiter: u8,
    pub(super) header: bool,
    pub(super) lines_in_cells: bool,
    pub(super) empty: Vec<String>,
}

impl Default for Csv {
    fn default() -> Self {
        Self { delimiter: b',', header: true, lines_in_cells: false, empty: Vec::new() }
    }
}

/// Reads it.
pub(super) fn read(node: &Node, faults: &mut Faults) -> Option<Csv> {
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
    fields.finish(faults);
    Some(csv)
}
