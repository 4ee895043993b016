use std::fmt::Display;

/// A whole number with what it counts: `1 card`, `2 cards`, `3 entries`. Of nouns whose plural takes an s, or `ies` for a y
/// behind a consonant.
#[must_use]
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    if count == "1" {
        return format!("{count} {noun}");
    }
    match noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_reported_from_many() {
        assert_eq!(counted(0, "seven"), "0 sevens");
        assert_eq!(counted(1_u64, "seven"), "1 seven");
        assert_eq!(counted(2_usize, "seven"), "2 sevens");
        assert_eq!(counted(1, "entry"), "1 entry");
        assert_eq!(counted(0, "entry"), "0 entries");
        assert_eq!(counted(3, "day"), "3 days");
    }
}
