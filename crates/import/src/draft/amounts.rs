//! How the amounts of a CSV are written.

use std::collections::BTreeSet;

use crate::parted_amount::{Parts, parts};

/// Of fewer amounts nothing shows that a token counts by so many places.
const FEWEST_OF_A_TOKEN: usize = 3;

/// Whether a cell is an amount below zero.
pub(super) fn is_negative(cell: &str) -> bool {
    parts(cell).is_some_and(|parts| parts.negative)
}

/// How they are written, all together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct WrittenAmounts {
    /// The entries of `amounts`; empty where they are as a mapping expects them.
    pub(super) entries: String,
    pub(super) decimals: usize,
    /// The most decimals that one has, without noughts at its end.
    longest: usize,
    pub(super) symbols: BTreeSet<String>,
    /// Whether what stands between figures could be read another way.
    pub(super) either: bool,
    /// Whether there are amounts, and none has decimals: they may be in minor units.
    pub(super) are_whole: bool,
}

/// What is said of amounts without decimals.
pub(super) const WHOLE: &str =
    "no amount has decimals: they are taken as whole units of the currency; where 2550 is 25.50, write decimals: 0";

impl WrittenAmounts {
    /// The decimals that a mapping may write where the currency, if it is known, has so many; and what is said of amounts that have more.
    pub(super) fn decimals_within(&self, digits: Option<u32>) -> (usize, Option<String>) {
        let digits = digits.and_then(|digits| usize::try_from(digits).ok()).filter(|digits| *digits < self.decimals);
        let Some(digits) = digits else { return (self.decimals, None) };
        let said = (self.longest > digits).then(|| {
            format!("amounts have more decimals than the {digits} of their currency: rows that have them are not read")
        });
        (digits, said)
    }

    /// What these cells show.
    pub(super) fn of<'c>(cells: impl Iterator<Item = &'c str>) -> Self {
        let amounts: Vec<Parts<'_>> = cells.filter_map(parts).collect();
        let symbols: BTreeSet<&str> =
            amounts.iter().map(|parts| parts.symbol).filter(|symbol| !symbol.is_empty()).collect();
        let figures = || amounts.iter().map(|parts| parts.figures);
        let (decimal, either) = decimal(&figures().collect::<Vec<_>>());
        let between = |letter: char| figures().any(|figures| figures.contains(letter));
        let thousands =
            [('.', "."), (',', ","), ('\'', "'"), ('\u{2019}', "'"), (' ', " "), ('\u{a0}', " "), ('\u{202f}', " ")];
        let thousands = thousands.into_iter().find(|(letter, _)| Some(*letter) != decimal && between(*letter));
        let tail = |figures: &str| {
            decimal.and_then(|point| figures.rsplit_once(point)).map_or(0, |(_, tail)| tail.trim_end_matches('0').len())
        };
        let longest = figures().map(tail).max().unwrap_or(0);
        let mut entries = Vec::new();
        if decimal == Some(',') || thousands.is_some_and(|(letter, _)| letter == '.') {
            entries.push("decimal: \",\"".to_owned());
        }
        if let Some((_, thousands)) = thousands {
            entries.push(format!("thousands: \"{thousands}\""));
        }
        if !symbols.is_empty() {
            let quoted: Vec<String> = symbols.iter().map(|symbol| super::quoted(symbol)).collect();
            entries.push(format!("symbols: [{}]", quoted.join(", ")));
        }
        // More than any currency has: printed binary fractions. Of three places a database writes the noughts, too.
        let places =
            |figures: &str| decimal.and_then(|point| figures.rsplit_once(point)).map_or(0, |(_, tail)| tail.len());
        // A token's amounts all have the same places, noughts among them, as no binary fraction has.
        let with_places: Vec<usize> = figures().map(places).filter(|places| *places > 0).collect();
        let is_token = longest > 2
            && with_places.len() >= FEWEST_OF_A_TOKEN
            && with_places.iter().all(|places| Some(places) == with_places.first() && (5..=18).contains(places))
            && figures().any(|figures| figures.ends_with('0'));
        let float_tails = !is_token && longest > 4 || (longest < 3 && figures().any(|figures| places(figures) == 3));
        if float_tails {
            entries.push("float_tails: true".to_owned());
        }
        let decimals = match with_places.first().filter(|_| is_token) {
            Some(places) => *places,
            None if float_tails => 2,
            None => longest.clamp(2, 4),
        };
        let has_more_than = if float_tails { 0 } else { longest };
        let symbols = symbols.into_iter().map(str::to_owned).collect();
        let are_whole = decimal.is_none() && !amounts.is_empty();
        Self { entries: entries.join(", "), decimals, longest: has_more_than, symbols, either, are_whole }
    }
}

/// What stands before the decimals, if anything does, and whether it could as well be what stands between thousands.
fn decimal(figures: &[&str]) -> (Option<char>, bool) {
    let mut either = false;
    for point in ['.', ','] {
        let other = if point == '.' { ',' } else { '.' };
        let with: Vec<&&str> = figures.iter().filter(|figures| figures.contains(point)).collect();
        if with.is_empty() {
            continue;
        }
        let groups = |figures: &str| {
            let last = figures.rsplit_once(point).map_or("", |(_, tail)| tail);
            // Four figures before it, or a nought, are no group of three.
            let before = figures.split(point).next().unwrap_or_default();
            let is_group = (1..=3).contains(&before.len()) && before != "0";
            figures.matches(point).count() > 1
                || figures.rfind(other) > figures.rfind(point)
                || (last.len() == 3 && (is_group || before.contains(other)))
        };
        if with.iter().any(|figures| !groups(figures)) {
            return (Some(point), either);
        }
        either = with.iter().all(|figures| figures.matches(point).count() == 1 && !figures.contains(other));
    }
    (None, either)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parted_amount::is_amount;

    #[test]
    fn how_amounts_are_written() {
        for (cells, entries, decimals, either) in [
            (&["100", "95.50"][..], "", 2, false),
            (&["1.000,00", "5"], "decimal: \",\", thousands: \".\"", 2, false),
            (&["1,000.00", "5"], "thousands: \",\"", 2, false),
            (&["1.000", "5"], "decimal: \",\", thousands: \".\"", 2, true),
            (&["100.000", "0.000"], "float_tails: true", 2, false),
            (&["100.000", "1250.500"], "float_tails: true", 2, false),
            (&["0.125"], "", 3, false),
            (&["(S$ 1,000,000)", "S$5"], "thousands: \",\", symbols: [\"S$\"]", 2, false),
            (&["100.0000", "97.5000"], "", 2, false),
            (&["732.4499999999999"], "float_tails: true", 2, false),
            (&["0.00012500", "0.00024375", "1.00000000"], "", 8, false),
            (&["100.00000000", "97.50000000", "5.00000000"], "", 2, false),
            (&["0.1250001", "0.25", "732.4499999999999"], "float_tails: true", 2, false),
            (&["1 000,5 \u{20ac}"], "decimal: \",\", thousands: \" \", symbols: [\"\u{20ac}\"]", 2, false),
        ] {
            let written = WrittenAmounts::of(cells.iter().copied());
            assert_eq!(
                (written.entries.as_str(), written.decimals, written.either),
                (entries, decimals, either),
                "{cells:?}"
            );
        }
        for (cell, amount, negative) in [
            ("-5", true, true),
            ("(5)", true, true),
            ("5", true, false),
            ("x", false, false),
            ("1.5k", false, false),
            ("2M", false, false),
            ("1OO", false, false),
            ("l5", false, false),
            ("12-11-2025 x 7", false, false),
        ] {
            assert_eq!((is_amount(cell), is_negative(cell)), (amount, negative), "{cell}");
        }
    }
}
