//! How far a misdeal that stands can reach: what may have been declared on the cards that lie there.

use std::collections::BTreeSet;

use crate::{Card, Dealing, Rank, Round, Rules, Side, Winner, deal, next_card};

/// What was announced, as far as anything was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Announced {
    /// Which hand was announced to have won, or a tie; none where nothing was.
    pub winner: Option<Winner>,
    /// The Player's point total.
    pub player: Option<u8>,
    /// The Banker's point total.
    pub banker: Option<u8>,
    /// All cards of face value 7, the permanent one included.
    pub sevens: Option<u8>,
}

impl Announced {
    /// Everything that these hands come to.
    pub fn of(round: &Round) -> Announced {
        Announced {
            winner: Some(round.winner),
            player: Some(round.player_total),
            banker: Some(round.banker_total),
            sevens: Some(round.sevens),
        }
    }

    /// Whether the winner is the one that the totals give; nothing is checked where one of the three is missing.
    pub fn agrees_with_itself(&self) -> bool {
        let (Some(winner), Some(player), Some(banker)) = (self.winner, self.player, self.banker) else {
            return true;
        };
        winner
            == match player.cmp(&banker) {
                std::cmp::Ordering::Greater => Winner::Player,
                std::cmp::Ordering::Less => Winner::Banker,
                std::cmp::Ordering::Equal => Winner::Tie,
            }
    }

    fn has_totals(&self, (player, banker): (u8, u8)) -> bool {
        self.player.is_none_or(|declared| declared == player) && self.banker.is_none_or(|declared| declared == banker)
    }
}

/// Whether an error of dealing alone can have led to this announcement on these cards; `to` says where each of
/// them ended, if the log says that.
pub fn within_reach(rules: Rules, cards: &[Card], to: Option<&str>, declared: &Announced) -> bool {
    if !declared.agrees_with_itself() {
        return false;
    }
    let totals = match to {
        Some(to) => {
            let (laid, ruled) = (laid(rules, cards, to), ruled(rules, cards));
            declared.has_totals((laid.player_total, laid.banker_total))
                || declared.has_totals((ruled.player_total, ruled.banker_total))
        }
        None => partings(rules, cards).into_iter().any(|totals| declared.has_totals(totals)),
    };
    totals && declared.sevens.is_none_or(|sevens| sevens_in_reach(rules, cards, to).contains(&sevens))
}

/// The hands as `to` lays them.
pub fn laid(rules: Rules, cards: &[Card], to: &str) -> Round {
    let hand = |letter| cards.iter().zip(to.chars()).filter(|(_, to)| *to == letter).map(|(card, _)| *card).collect();
    Round::of(rules, hand('P'), hand('B'))
}

/// The hands as the table of play gives them, as far as the cards go; what is left over lies nowhere.
pub fn ruled(rules: Rules, cards: &[Card]) -> Round {
    let (mut player, mut banker) = (Vec::new(), Vec::new());
    for card in cards {
        match next_card(rules, &player, &banker) {
            Some(Side::Player) => player.push(*card),
            Some(Side::Banker) => banker.push(*card),
            None => break,
        }
    }
    Round::of(rules, player, banker)
}

/// How many of the cards the table of play uses.
fn used(rules: Rules, cards: &[Card]) -> usize {
    match deal(rules, cards) {
        Dealing::Surplus { used, .. } => used,
        Dealing::Needs(_) | Dealing::Complete(_) => cards.len(),
    }
}

/// The totals, Player's and Banker's, of every way to part the cards into the two hands.
pub fn partings(rules: Rules, cards: &[Card]) -> BTreeSet<(u8, u8)> {
    let printed = if rules.permanent_seven() { 7 } else { 0 };
    let used = used(rules, cards);
    let mut all = BTreeSet::from([(printed, 0)]);
    for (place, card) in cards.iter().enumerate() {
        let points = card.rank.points();
        let mut next = BTreeSet::new();
        for (player, banker) in all {
            next.insert(((player + points) % 10, banker));
            next.insert((player, (banker + points) % 10));
            if place >= used {
                next.insert((player, banker));
            }
        }
        all = next;
    }
    all
}

/// How many sevens may be announced.
pub fn sevens_in_reach(rules: Rules, cards: &[Card], to: Option<&str>) -> BTreeSet<u8> {
    let used = used(rules, cards);
    let aside = |place: usize| to.and_then(|to| to.chars().nth(place)).is_some_and(|to| matches!(to, 'X' | 'N'));
    let mut all = BTreeSet::from([u8::from(rules.permanent_seven())]);
    for (place, _) in cards.iter().enumerate().filter(|(_, card)| card.rank == Rank::Seven) {
        let may_be_left_out = place >= used || aside(place);
        let with: Vec<u8> = all.iter().map(|sevens| sevens.saturating_add(1)).collect();
        if !may_be_left_out {
            all.clear();
        }
        all.extend(with);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|c| Card::read(c).unwrap()).collect()
    }

    fn declared(winner: Winner, player: u8, banker: u8, sevens: u8) -> Announced {
        Announced { winner: Some(winner), player: Some(player), banker: Some(banker), sevens: Some(sevens) }
    }

    #[test]
    fn the_winner_is_the_one_that_the_totals_give() {
        let rules = Rules::MbsSevenUp2017;
        let cards = cards("4S 5D JH TS");
        assert!(within_reach(rules, &cards, None, &declared(Winner::Banker, 2, 4, 1)));
        assert!(!within_reach(rules, &cards, None, &declared(Winner::Banker, 4, 2, 1)));
    }

    #[test]
    fn totals_are_those_of_some_parting() {
        let rules = Rules::MbsSevenUp2017;
        // the permanent 7 lies in the Player's hand whatever happens
        assert_eq!(partings(rules, &cards("KS")), BTreeSet::from([(7, 0)]));
        assert_eq!(partings(rules, &cards("3S")), BTreeSet::from([(0, 0), (7, 3)]));
        assert!(within_reach(rules, &cards("KS 3S 9C"), None, &declared(Winner::Player, 6, 3, 1)));
        assert!(!within_reach(rules, &cards("KS 3S 9C"), None, &declared(Winner::Player, 5, 3, 1)));
    }

    #[test]
    fn where_places_are_reported_they_bind() {
        let rules = Rules::MbsBaccarat2017;
        let cards = cards("9C 8C KC KD");
        assert!(within_reach(rules, &cards, Some("BPPB"), &declared(Winner::Banker, 8, 9, 0)));
        assert!(within_reach(rules, &cards, Some("BPPB"), &declared(Winner::Player, 9, 8, 0)), "the table of play");
        assert!(!within_reach(rules, &cards, Some("BPPB"), &declared(Winner::Player, 7, 0, 0)));
        assert!(within_reach(rules, &cards, None, &declared(Winner::Player, 7, 0, 0)));
    }

    #[test]
    fn sevens_of_cards_left_over_may_be_left_out() {
        let rules = Rules::StarSevenUp2016;
        let natural = cards("5C AH 2D 7C");
        assert_eq!(sevens_in_reach(rules, &natural, None), BTreeSet::from([1, 2]));
        let needed = cards("7C AH 2D");
        assert_eq!(sevens_in_reach(rules, &needed, None), BTreeSet::from([2]));
        assert_eq!(sevens_in_reach(rules, &needed, Some("XPB")), BTreeSet::from([1, 2]));
    }
}
