//! `amounts`: how amounts are written.

use resettle_yaml::{Faults, Node};

use super::texts;
use crate::amounts::{Amounts, Thousands, is_magnitude};

/// Reads the key; what does not fit goes to `faults`, with its place.
pub(crate) fn read(node: &Node, faults: &mut Faults) -> Option<Amounts> {
    let mut fields = node.fields("`amounts`", faults)?;
    let decimal_comma = fields.optional("decimal").and_then(|node| node.word(&[(".", false), (",", true)], faults));
    let decimal_comma = decimal_comma.unwrap_or_default();
    let words =
        [(".", Thousands::Point), (",", Thousands::Comma), ("'", Thousands::Apostrophe), (" ", Thousands::Blank)];
    let thousands = fields.optional("thousands").and_then(|node| {
        let thousands = node.word(&words, faults)?;
        if thousands == (if decimal_comma { Thousands::Comma } else { Thousands::Point }) {
            faults.add(node.place, "the thousands are set apart by what stands before the decimals");
        }
        Some(thousands)
    });
    let mut symbols = fields
        .optional("symbols")
        .map(|node| {
            let symbols = texts(node, faults);
            for symbol in symbols.iter().filter(|symbol| is_magnitude(symbol)) {
                faults.add_with_help(
                    node.place,
                    format!(
                        "`{symbol}` behind an amount stands for thousands or more, and no currency has that symbol"
                    ),
                    "write the amounts out in the file: 1500, not 1.5k",
                );
            }
            symbols
        })
        .unwrap_or_default();
    symbols.retain(|symbol| !symbol.is_empty());
    // The longest first: `S$` is not an `S` before `$`.
    symbols.sort_by_key(|symbol| usize::MAX - symbol.len());
    let float_tails = fields.optional("float_tails").and_then(|node| node.truth(faults)).unwrap_or_default();
    let zero = fields.optional("zero").map(|node| texts(node, faults)).unwrap_or_default();
    fields.finish(faults);
    Some(Amounts { decimal_comma, thousands, symbols, float_tails, zero })
}
