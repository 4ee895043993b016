//! Whether a cell is an amount, whatever the mapping says of amounts.

use crate::amounts::is_magnitude;

/// One amount, taken apart.
pub(crate) struct Parts<'c> {
    pub(crate) symbol: &'c str,
    pub(crate) negative: bool,
    /// Figures and what stands between them.
    pub(crate) figures: &'c str,
}

/// More letters than the symbol of a currency has.
const LONGEST_SYMBOL: usize = 4;

/// Takes an amount apart; none where a cell is none.
pub(crate) fn parts(cell: &str) -> Option<Parts<'_>> {
    let within = cell.strip_prefix('(').and_then(|cell| cell.strip_suffix(')'));
    let text = within.unwrap_or(cell);
    let from = text.find(|letter: char| letter.is_ascii_digit())?;
    let to = text.rfind(|letter: char| letter.is_ascii_digit())? + 1;
    let (before, figures, behind) = (text.get(..from)?, text.get(from..to)?, text.get(to..)?);
    let is_figure = |letter: char| letter.is_ascii_digit() || ".,'\u{2019} \u{a0}\u{202f}".contains(letter);
    if !figures.chars().all(is_figure) {
        return None;
    }
    let is_sign = |letter: char| matches!(letter, '-' | '\u{2212}' | '+') || letter.is_whitespace();
    let symbol = [before, behind].map(|text| text.trim_matches(is_sign));
    let symbol = match symbol {
        [symbol, ""] | ["", symbol] => symbol,
        _ => return None,
    };
    // Letters that stand for figures by a slip of the keyboard are no currency.
    let is_slip = !symbol.is_empty() && symbol.chars().all(|letter| matches!(letter, 'O' | 'o' | 'I' | 'l'));
    if is_magnitude(symbol) || is_slip {
        return None;
    }
    let fits = symbol.chars().count() <= LONGEST_SYMBOL && !symbol.contains(|letter: char| letter.is_ascii_digit());
    fits.then_some(Parts { symbol, negative: within.is_some() || before.contains(['-', '\u{2212}']), figures })
}

/// Whether a cell is an amount.
pub(crate) fn is_amount(cell: &str) -> bool {
    parts(cell).is_some()
}
