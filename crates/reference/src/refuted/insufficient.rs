use crate::{Card, Dealing, Logged, Rank, Rules, Suit, deal};

/// A deck: this many cards may be unaccounted for where the start does not state what was burned.
const DECK: usize = 52;

/// The cards are said not to have sufficed, and all were dealt, or the device held enough, or went on.
pub(super) fn refuted(coup: &Logged) -> bool {
    let read = coup.read();
    let plenty = coup.device.is_some_and(|device| {
        let all = usize::try_from(device.decks).unwrap_or(0).saturating_mul(DECK);
        let asked = most_asked(coup.rules, read.as_deref().unwrap_or_default());
        let left = all.saturating_sub(device.out);
        if device.exact { left >= asked } else { left > DECK + asked }
    });
    let went_on = coup.dealt_on && coup.device.is_none_or(|device| !device.returns);
    coup.complete() || plenty || went_on
}

/// The most cards that the table of play may still ask for when these have been dealt.
fn most_asked(rules: Rules, dealt: &[Card]) -> usize {
    let mut cards = dealt.to_vec();
    most(rules, &mut cards)
}

fn most(rules: Rules, cards: &mut Vec<Card>) -> usize {
    if !matches!(deal(rules, cards), Dealing::Needs(_)) {
        return 0;
    }
    let mut found = 0;
    for rank in Rank::ALL.into_iter().filter(|rank| *rank <= Rank::Ten) {
        cards.push(Card { rank, suit: Suit::Clubs });
        found = found.max(1 + most(rules, cards));
        cards.pop();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_still_be_asked_for() {
        let cards = |text: &str| -> Vec<Card> { text.split(' ').filter_map(Card::read).collect() };
        assert_eq!(most_asked(Rules::StarSevenUp2016, &[]), 5);
        assert_eq!(most_asked(Rules::MbsBaccarat2017, &[]), 6);
        // seven and three: the Player has none, and draws; the Banker may
        assert_eq!(most_asked(Rules::StarSevenUp2016, &cards("2C 3C 2D")), 2);
        assert_eq!(most_asked(Rules::StarSevenUp2016, &cards("9C TC KC")), 0);
    }
}
