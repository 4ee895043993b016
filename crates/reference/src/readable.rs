//! What a coup may have come to whose cards cannot all be read.

use crate::{Announced, Card, Dealing, Rank, Rules, Suit, deal, within_reach};

/// Whether some ranks in place of the cards that cannot be read (`None`) give this announcement; only ranks count
/// with which the table of play uses exactly the cards that are there.
pub fn readable(rules: Rules, cards: &[Option<Card>], declared: &Announced) -> bool {
    fits(rules, cards, &mut Vec::new(), declared)
}

/// The same where a misdeal also stands: some ranks in their place are within its reach.
pub fn readable_misdealt(rules: Rules, cards: &[Option<Card>], to: Option<&str>, declared: &Announced) -> bool {
    misdealt(rules, cards, &mut Vec::new(), to, declared)
}

fn misdealt(
    rules: Rules,
    cards: &[Option<Card>],
    dealt: &mut Vec<Card>,
    to: Option<&str>,
    declared: &Announced,
) -> bool {
    let Some(card) = cards.get(dealt.len()) else { return within_reach(rules, dealt, to, declared) };
    let ranks = match card {
        Some(card) => vec![*card],
        None => Rank::ALL.into_iter().map(|rank| Card { rank, suit: Suit::Clubs }).collect(),
    };
    ranks.into_iter().any(|card| {
        dealt.push(card);
        let fitted = misdealt(rules, cards, dealt, to, declared);
        dealt.pop();
        fitted
    })
}

fn fits(rules: Rules, cards: &[Option<Card>], dealt: &mut Vec<Card>, declared: &Announced) -> bool {
    let Some(card) = cards.get(dealt.len()) else {
        let Dealing::Complete(round) = deal(rules, dealt) else { return false };
        let given = Announced::of(&round);
        return declared.winner.is_none_or(|winner| given.winner == Some(winner))
            && declared.player.is_none_or(|total| given.player == Some(total))
            && declared.banker.is_none_or(|total| given.banker == Some(total))
            && declared.sevens.is_none_or(|sevens| given.sevens == Some(sevens));
    };
    let ranks = match card {
        Some(card) => vec![*card],
        None => Rank::ALL.into_iter().map(|rank| Card { rank, suit: Suit::Clubs }).collect(),
    };
    for card in ranks {
        dealt.push(card);
        let fitted = fits(rules, cards, dealt, declared);
        dealt.pop();
        if fitted {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Winner;

    fn fits(cards: &str, winner: Winner, player: u8, banker: u8, sevens: u8) -> bool {
        let cards: Vec<Option<Card>> = cards.split(' ').map(Card::read).collect();
        let declared =
            Announced { winner: Some(winner), player: Some(player), banker: Some(banker), sevens: Some(sevens) };
        readable(Rules::StarSevenUp2016, &cards, &declared)
    }

    #[test]
    fn the_cards_that_can_be_read_bind() {
        // the Banker's 4 with any card: a natural of the Player's 8 or 9 ends it there
        assert!(fits("?? AD 4H", Winner::Player, 8, 4, 1));
        assert!(!fits("?? AD 4H", Winner::Player, 9, 4, 1));
        assert!(!fits("?? JD 4H", Winner::Tie, 8, 8, 1));
    }

    #[test]
    fn a_seven_in_its_place_counts() {
        assert!(fits("?? AD 4H", Winner::Player, 8, 1, 2));
        assert!(!fits("?? AD 4H", Winner::Player, 8, 1, 1));
    }
}
