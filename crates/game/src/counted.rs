use std::fmt::Display;

/// A whole number with what it counts: `1 card`, `2 cards`. Of nouns whose plural takes an s alone.
#[must_use]
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_reported_from_many() {
        assert_eq!(counted(0, "seven"), "0 sevens");
        assert_eq!(counted(1_u64, "seven"), "1 seven");
        assert_eq!(counted(2_usize, "seven"), "2 sevens");
    }
}
