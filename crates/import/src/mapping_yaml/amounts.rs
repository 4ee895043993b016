//! `amounts`: how amounts are written.

use resettle_yaml::schemars::{Schema, SchemaGenerator};
use resettle_yaml::{Form, Node, Word, section};

use super::{Columns, Trimmed};
use crate::amounts::{Thousands, is_magnitude};

section! {
    Columns;
    /// How a source writes its amounts; left out, as `25.50`, without a sign and without thousands separators.
    Amounts with Default checked by whole {
        /// What stands before the decimals. Left out, `"."`.
        decimal: Decimal = [".", ","] => or(Decimal::Point),
        /// What may stand between groups of three figures; `" "` also means the blanks at which no line breaks.
        thousands: Option<Thousands> = [".", ",", "'", " "],
        /// What may stand before or behind an amount: `[S$, SGD]`.
        symbols: Vec<String> = Symbols => or(Vec::new()),
        /// Whether a binary fraction such as `732.4499999999999` is rounded to the decimals of the currency; only where 000 or 999
        /// follow them. Left out, `false`.
        float_tails: bool,
        /// Cells that stand for 0, as `-` does in accounts; they count before `csv.empty`.
        zero: Vec<String> = Trimmed => or(Vec::new()),
    }
}

/// What stands before the decimals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Decimal {
    #[default]
    Point,
    Comma,
}

impl Word for Decimal {
    fn of(word: &str) -> Option<Self> {
        Some(if word == "," { Self::Comma } else { Self::Point })
    }
}

impl Word for Thousands {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "." => Self::Point,
            "," => Self::Comma,
            "'" => Self::Apostrophe,
            _ => Self::Blank,
        })
    }
}

/// What may stand at an amount, the longest first: `S$` is not an `S` before `$`.
struct Symbols;

impl Form<Columns, Symbols> for Vec<String> {
    fn read(node: &Node, key: &'static str, _: &Symbols, columns: &mut Columns) -> Option<Self> {
        let mut symbols = Self::read(node, key, &Trimmed, columns)?;
        symbols.retain(|symbol| !symbol.is_empty());
        symbols.sort_by_key(|symbol| usize::MAX - symbol.len());
        Some(symbols)
    }

    fn schema(_: &Symbols, generator: &mut SchemaGenerator) -> Schema {
        Self::schema(&Trimmed, generator)
    }
}

fn whole(read: Option<&Amounts>, node: &Node, columns: &mut Columns) {
    let Some(read) = read else { return };
    let place = |key| node.member(key).map_or(node.place, |node| node.place);
    let clash = if read.decimal == Decimal::Comma { Thousands::Comma } else { Thousands::Point };
    if read.thousands == Some(clash) {
        columns.faults.add(place("thousands"), "the thousands are set apart by what stands before the decimals");
    }
    for symbol in read.symbols.iter().filter(|symbol| is_magnitude(symbol)) {
        columns.faults.add_with_help(
            place("symbols"),
            format!("`{symbol}` behind an amount stands for thousands or more, and no currency has that symbol"),
            "write the amounts out in the file: 1500, not 1.5k",
        );
    }
}
