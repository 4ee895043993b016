//! OpenSSH's patterns: `*`, `?`, and comma-separated lists with `!` before what is excluded.

/// Whether the list allows `text`: some pattern fits and no excluded one does.
pub(crate) fn list_matches(list: &str, text: &str) -> bool {
    let mut allowed = false;
    for pattern in list.split(',') {
        match pattern.strip_prefix('!') {
            Some(excluded) if matches(excluded, text) => return false,
            Some(_) => {}
            None => allowed |= matches(pattern, text),
        }
    }
    allowed
}

/// One pattern against the whole text. On a mismatch only the last `*` is extended, so the time
/// is bounded by the product of the lengths.
fn matches(pattern: &str, text: &str) -> bool {
    let (mut pattern, mut text) = (pattern.as_bytes(), text.as_bytes());
    let mut retry: Option<(&[u8], &[u8])> = None;
    loop {
        match (pattern.split_first(), text.split_first()) {
            (Some((b'*', rest)), _) => {
                retry = Some((rest, text));
                pattern = rest;
            }
            (Some((p, pattern_rest)), Some((t, text_rest))) if *p == b'?' || p == t => {
                pattern = pattern_rest;
                text = text_rest;
            }
            (None, None) => return true,
            _ => match retry {
                Some((after_star, [_, skipped @ ..])) => {
                    retry = Some((after_star, skipped));
                    pattern = after_star;
                    text = skipped;
                }
                _ => return false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_as_openssh_has_them() {
        for (list, text, expected) in [
            ("a", "a", true),
            ("a", "A", false),
            ("*", "", true),
            ("?", "", false),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
            ("**a", "bba", true),
            ("*@example.org", "x@example.org", true),
            ("*@example.org,!x@*", "x@example.org", false),
            ("!x@*", "y@example.org", false),
            ("x, y", "y", false),
            ("file,resettle-*", "resettle-report", true),
            ("", "", true),
            ("", "a", false),
        ] {
            assert_eq!(list_matches(list, text), expected, "{list:?} {text:?}");
        }
    }

    #[test]
    fn many_stars_do_not_take_for_ever() {
        assert!(!list_matches(&"*a".repeat(200), &"a".repeat(199)));
        assert!(!list_matches(&format!("{}b", "*a".repeat(200)), &"a".repeat(20_000)));
    }
}
