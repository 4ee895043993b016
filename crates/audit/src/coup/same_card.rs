//! One card written twice, by two sources or in a reconstruction: what one knows of it in part, the other may know better.

use resettle_coup_log::CardCode;
use resettle_ruleset::Ruleset;

use super::known;

/// What both know of the cards together, card by card; `None` if they contradict each other. What one of them could not
/// read at all, the other does not fill in.
pub(crate) fn together(ruleset: Option<&Ruleset>, one: &[CardCode], other: &[CardCode]) -> Option<Vec<CardCode>> {
    if one.len() != other.len() {
        return None;
    }
    one.iter().zip(other).map(|(one, other)| of_one(ruleset, *one, *other)).collect()
}

/// What two words say of one card; the fuller one, where neither says what the other contradicts.
pub(crate) fn of_one(ruleset: Option<&Ruleset>, one: CardCode, other: CardCode) -> Option<CardCode> {
    if one == other {
        return Some(one);
    }
    if !one.is_partly_known() && !other.is_partly_known() {
        return None;
    }
    let says = |code: CardCode| code.rank().is_some() || code.suit().is_some() || code.points().is_some();
    if !says(one) || !says(other) {
        return None;
    }
    let apart = |one: Option<char>, other: Option<char>| one.zip(other).is_some_and(|(one, other)| one != other);
    if apart(one.rank(), other.rank()) || apart(one.suit(), other.suit()) || points_differ(ruleset, one, other) {
        return None;
    }
    let rank = one.rank().or(other.rank());
    let suit = one.suit().or(other.suit());
    match (rank, suit) {
        (Some(rank), Some(suit)) => CardCode::parse(&format!("{rank}{suit}")),
        // Points say more than a suit alone: by them the coup can be dealt again.
        (None, Some(_)) => Some(if one.points().is_some() { one } else { other }),
        _ => Some(if one.rank().is_some() { one } else { other }),
    }
}

/// Whether they have different points by the rules; without rules nothing says so.
fn points_differ(ruleset: Option<&Ruleset>, one: CardCode, other: CardCode) -> bool {
    if let Some((one, other)) = one.points().zip(other.points()) {
        return one != other;
    }
    let points = |code: CardCode| {
        let ruleset = ruleset?;
        known(ruleset, code).map(|card| ruleset.table.points(card))
    };
    points(one).zip(points(other)).is_some_and(|(one, other)| one != other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<CardCode> {
        text.split(' ').map(|word| CardCode::parse(word).unwrap()).collect()
    }

    fn joined(one: &str, other: &str) -> Option<String> {
        let registry = resettle_rulesets::registry().unwrap();
        let ruleset = registry.get("sg/mbs/baccarat/2017-02-17").map(AsRef::as_ref);
        let both = [(one, other), (other, one)].map(|(one, other)| {
            let cards = together(ruleset, &codes(one), &codes(other))?;
            Some(cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        });
        assert_eq!(both[0], both[1], "whichever comes first");
        both[0].clone()
    }

    #[test]
    fn the_fuller_card_counts() {
        assert_eq!(joined("7? ~8 ?H", "7H 8S QH").as_deref(), Some("7H 8S QH"));
        assert_eq!(joined("7?", "?H").as_deref(), Some("7H"));
        assert_eq!(joined("~0", "T?").as_deref(), Some("T?"));
        assert_eq!(joined("~7", "?H").as_deref(), Some("~7"));
        assert_eq!(joined("7H", "7H").as_deref(), Some("7H"));
    }

    #[test]
    fn what_cannot_be_said_of_one_card_is_a_contradiction() {
        for (one, other) in [("7?", "8H"), ("?H", "7S"), ("~8", "7H"), ("~8", "~9"), ("~0", "9?"), ("7H", "8H")] {
            assert_eq!(joined(one, other), None, "{one} {other}");
        }
        assert_eq!(joined("7? 8?", "7?"), None, "another number of cards");
        assert_eq!(joined("??", "7H"), None, "a source that could not read a card differs from one that could");
        assert_eq!(joined("XX", "7?"), None);
    }
}
