//! `csv`: how the file is written.

use encoding_rs::Encoding;
use resettle_yaml::schemars::json_schema;
use resettle_yaml::{Value, section};

use super::beside::{Conditions, OnlyBy};
use super::{Columns, Trimmed};
use crate::mapping::Order;

/// More lines than stand above any table.
pub(super) const MOST_LINES_ABOVE: i64 = 1_000;

section! {
    Columns;
    /// How a CSV is written.
    Csv {
        /// What separates columns: one ASCII character, no quotation mark and no line end. Left out, `","`.
        delimiter: u8 = Delimiter => or(b','),
        /// `false`: the first line is a row already, and columns are numbers. Left out, `true`.
        header: bool => or(true),
        /// Whether a cell in quotation marks may hold line ends (a header may, without what separates columns, and is named with blanks
        /// in their place); where it may not, a quotation that goes on over a line end is reported, and its lines are not read. Left
        /// out, `false`.
        lines_in_cells: bool,
        /// Cells that mean nothing, in addition to the empty one.
        empty: Vec<String> = Trimmed => or(Vec::new()),
        /// How its letters are written as bytes: a name of the web's list of encodings, such as `utf-16le`, `gb18030`, `big5`; a byte order
        /// mark says more than this key. Left out, `utf-8`.
        encoding: Option<&'static Encoding> = EncodingName,
        /// So many lines above the header, or above the first row, are passed over. Left out, 0.
        skip_lines: u64 = 0..=MOST_LINES_ABOVE => or(0),
        /// Which row comes first; of `newest-first` the log has the last row first, and the whole log is held in memory until the CSV
        /// ends. Left out, `oldest-first`.
        order: Order = Order::WORDS => or(Order::OldestFirst),
        /// The rows that are read: one condition, or a list of them. Rows with another value are of another table or kind and not
        /// missing: each value is one line, with how many rows it has and their stakes. A row in which nothing stands there is listed
        /// and counts as one that could not be read; `""` among the values takes it.
        only: Conditions = OnlyBy("column") => or(Conditions::new()),
    }
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

resettle_yaml::texts! {
    Columns;
    Delimiter: u8, else |_| json_schema!({"type": "string", "minLength": 1, "maxLength": 1}) => |node, _, columns| {
        let Value::Text(text) = &node.value else {
            node.text(&mut columns.faults);
            return None;
        };
        match text.as_bytes() {
            // Control characters too: there are files with the unit separator of ASCII.
            [one] if one.is_ascii() && !matches!(one, b'"' | b'\n' | b'\r') => Some(*one),
            _ => {
                columns.faults.add_with_help(
                    node.place,
                    "the delimiter is one ASCII character, and neither a quotation mark nor the end of a line",
                    "write it in quotation marks, as \";\" or \"\\t\"",
                );
                None
            }
        }
    };
    /// One of the names that an encoding has on the web.
    EncodingName: &'static Encoding => |node, _, columns| {
        let name = node.text(&mut columns.faults)?;
        let encoding = Encoding::for_label(name.as_bytes());
        if encoding.is_none() {
            columns.faults.add_with_help(
                node.place,
                format!("{name:?} is no encoding that is known"),
                "one such as utf-8, utf-16le, utf-16be, gb18030, big5, shift_jis, euc-kr, windows-1252",
            );
        }
        encoding
    };
}
