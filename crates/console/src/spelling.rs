//! Suggestions for unknown names; numbers with their nouns.

/// How many names a message offers.
const MOST: usize = 3;

/// The known names nearest to what was typed: alike except for case, with few letters changed, or with the typed text
/// as a part of them; none if nothing is near.
pub fn near<'k>(typed: &str, known: impl IntoIterator<Item = &'k str>) -> Vec<&'k str> {
    let typed = typed.trim().to_lowercase();
    let last = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let end = last(&typed);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for name in known {
        let low = name.to_lowercase();
        let distance = strsim::osa_distance(&typed, &low);
        let holds = typed.chars().count() > 2 && low.contains(&typed);
        let begins = !typed.is_empty() && low.starts_with(&format!("{typed}."));
        if holds || begins {
            found.push((distance.min(1), name));
        } else if distance <= typed.chars().count() / 4 + 1 {
            found.push((distance, name));
        } else if !end.is_empty() && last(&low) == end {
            found.push((distance.max(typed.len()), name));
        }
    }
    found.sort_unstable();
    found.dedup();
    // A name that is much further off than the nearest was not meant.
    let best = found.first().map_or(0, |(distance, _)| *distance);
    found.retain(|(distance, _)| *distance <= best.saturating_mul(2).max(best + 2));
    found.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// "did you mean …?", if something is near.
pub fn did_you_mean<'k>(typed: &str, known: impl IntoIterator<Item = &'k str>) -> Option<String> {
    let names: Vec<String> = near(typed, known).iter().map(|name| format!("`{name}`")).collect();
    let (last, rest) = names.split_last()?;
    Some(if rest.is_empty() {
        format!("did you mean {last}?")
    } else {
        format!("did you mean {} or {last}?", rest.join(", "))
    })
}

pub use resettle_game::{counted, counted_that};

#[cfg(test)]
mod tests {
    use super::*;

    const RULESETS: [&str; 4] = [
        "sg/mbs/7-up-baccarat/2011-08-26",
        "sg/mbs/7-up-baccarat/2017-02-17",
        "sg/mbs/baccarat/2017-02-17",
        "sg/mbs/electronic-7-up-baccarat/2023-05-08",
    ];

    #[test]
    fn what_is_near_is_offered_and_nothing_else() {
        for (typed, wanted) in [
            ("sg/mbs/baccarat/2017-02-18", vec!["sg/mbs/baccarat/2017-02-17"]),
            ("SG/MBS/baccarat/2017-02-17", vec!["sg/mbs/baccarat/2017-02-17"]),
            ("electronic-7-up-baccarat", vec!["sg/mbs/electronic-7-up-baccarat/2023-05-08"]),
            ("7-up-baccarat/2017-02-17", vec!["sg/mbs/7-up-baccarat/2017-02-17"]),
            ("roulette", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(near(typed, RULESETS), wanted, "{typed}");
        }
        assert_eq!(did_you_mean("bankr", ["player", "banker", "tie"]).unwrap(), "did you mean `banker`?");
        assert_eq!(did_you_mean("x", ["player"]), None);
        assert_eq!(
            did_you_mean("pair", ["player_pair", "tie", "banker_pair"]).unwrap(),
            "did you mean `banker_pair` or `player_pair`?"
        );
    }
}
