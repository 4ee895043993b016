use std::fmt::Display;

use crate::amount::grouped;

/// A whole number with what it counts: `1 card`, `2 cards`, `3 entries`. Of nouns whose plural takes an s, or `ies` for a y
/// behind a consonant.
#[must_use]
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = in_thousands(count);
    if count == "1" {
        return format!("{count} {noun}");
    }
    match noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}

/// The same with what is said of it, of one and of several: `1 row is`, `2 rows are`.
#[must_use]
pub fn counted_that(count: impl Display, noun: &str, [one, several]: [&str; 2]) -> String {
    let counted = counted(count, noun);
    let verb = if counted.starts_with("1 ") { one } else { several };
    format!("{counted} {verb}")
}

/// A whole number as people write it: `1,429`.
#[must_use]
pub fn in_thousands(count: impl Display) -> String {
    let count = count.to_string();
    match count.bytes().all(|digit| digit.is_ascii_digit()) {
        true => grouped(&count),
        false => count,
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, counted_that, in_thousands};

    #[test]
    fn one_is_reported_from_many() {
        assert_eq!(counted(0, "seven"), "0 sevens");
        assert_eq!(counted(1_u64, "seven"), "1 seven");
        assert_eq!(counted(2_usize, "seven"), "2 sevens");
        assert_eq!(counted(1, "entry"), "1 entry");
        assert_eq!(counted(0, "entry"), "0 entries");
        assert_eq!(counted(3, "day"), "3 days");
        assert_eq!([999, 1_000, 1_234_567].map(in_thousands), ["999", "1,000", "1,234,567"]);
        assert_eq!(counted(1_429, "wager"), "1,429 wagers");
        let rows = [0, 1, 11, 1_000].map(|count| counted_that(count, "row", ["is", "are"]));
        assert_eq!(rows, ["0 rows are", "1 row is", "11 rows are", "1,000 rows are"]);
    }
}
