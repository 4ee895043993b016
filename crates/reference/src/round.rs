use crate::{Card, Rank, Rules, Side, Winner};

/// Two hands as they lie, and what they come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The Player's physical cards, in order; the permanent 7 is not among them.
    pub player: Vec<Card>,
    /// The Banker's physical cards, in order.
    pub banker: Vec<Card>,
    /// The Player's point total, the permanent 7 counted.
    pub player_total: u8,
    /// The Banker's point total.
    pub banker_total: u8,
    /// The higher hand.
    pub winner: Winner,
    /// Cards of face value 7 in both hands, the permanent one counted.
    pub sevens: u8,
    /// Whether the Player's first two cards are of one rank (never where a permanent 7 is the first).
    pub player_pair: bool,
    /// Whether the Banker's first two cards are of one rank.
    pub banker_pair: bool,
}

impl Round {
    /// What these hands come to, whether or not the rules would have dealt them so.
    pub fn of(rules: Rules, player: Vec<Card>, banker: Vec<Card>) -> Round {
        let printed = if rules.permanent_seven() { 7 } else { 0 };
        let player_total = total(printed, &player);
        let banker_total = total(0, &banker);
        let winner = match player_total.cmp(&banker_total) {
            std::cmp::Ordering::Greater => Winner::Player,
            std::cmp::Ordering::Less => Winner::Banker,
            std::cmp::Ordering::Equal => Winner::Tie,
        };
        let mut sevens = u8::from(rules.permanent_seven());
        for card in player.iter().chain(&banker) {
            if card.rank == Rank::Seven {
                sevens = sevens.saturating_add(1);
            }
        }
        Round {
            player_pair: !rules.permanent_seven() && pair(&player),
            banker_pair: pair(&banker),
            player,
            banker,
            player_total,
            banker_total,
            winner,
            sevens,
        }
    }

    /// The point total of one hand.
    pub fn total(&self, side: Side) -> u8 {
        match side {
            Side::Player => self.player_total,
            Side::Banker => self.banker_total,
        }
    }
}

/// MBS 3.4, the Star 3.3: the right digit of the sum.
fn total(printed: u8, cards: &[Card]) -> u8 {
    let mut sum = printed;
    for card in cards {
        sum = (sum + card.rank.points()) % 10;
    }
    sum
}

/// Baccarat 1.1.5: one rank, as two queens; a jack and a queen are none.
fn pair(cards: &[Card]) -> bool {
    match cards {
        [first, second, ..] => first.rank == second.rank,
        _ => false,
    }
}
