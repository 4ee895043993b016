use crate::settlement::offers;
use crate::{Bet, Card, Dealing, Rank, Round, Rules, Suit, Winner, deal};

/// What can still become of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Every way to finish the round wins it.
    Won,
    /// Every way to finish the round loses it.
    Lost,
    /// It is open, or stands off.
    Open,
}

/// The fate of every wager that the document offers, given the physical cards dealt so far. Any rank may
/// follow; suits do not matter to any wager.
pub fn fates(rules: Rules, dealt: &[Card]) -> Vec<(Bet, Fate)> {
    let mut seen: Vec<(Bet, bool, bool)> =
        Bet::ALL.into_iter().filter(|bet| offers(rules, *bet)).map(|b| (b, true, true)).collect();
    let mut cards = dealt.to_vec();
    finish(rules, &mut cards, &mut seen);
    seen.into_iter()
        .map(|(bet, always, never)| {
            let fate = match (always, never) {
                (true, false) => Fate::Won,
                (false, true) => Fate::Lost,
                _ => Fate::Open,
            };
            (bet, fate)
        })
        .collect()
}

/// Electronic 5.9: whether any available wager has conclusively won or lost.
pub fn any_conclusive(rules: Rules, dealt: &[Card]) -> bool {
    fates(rules, dealt).into_iter().any(|(_, fate)| fate != Fate::Open)
}

/// Walks every way to finish; `seen` keeps for each bet whether it always won, and whether it always lost.
fn finish(rules: Rules, cards: &mut Vec<Card>, seen: &mut [(Bet, bool, bool)]) {
    if seen.iter().all(|(_, always, never)| !always && !never) {
        return;
    }
    match deal(rules, cards) {
        Dealing::Complete(round) | Dealing::Surplus { round, .. } => {
            for (bet, always, never) in seen {
                let (won, lost) = verdict(*bet, &round);
                *always &= won;
                *never &= lost;
            }
        }
        Dealing::Needs(_) => {
            for rank in Rank::ALL {
                // ten, jack, queen and king differ for pairs alone
                if rank > Rank::Ten && rules.permanent_seven() {
                    continue;
                }
                cards.push(Card { rank, suit: Suit::Clubs });
                finish(rules, cards, seen);
                cards.pop();
            }
        }
    }
}

fn verdict(bet: Bet, round: &Round) -> (bool, bool) {
    let won = match bet {
        Bet::Player => round.winner == Winner::Player,
        Bet::Banker => round.winner == Winner::Banker,
        Bet::Tie => round.winner == Winner::Tie,
        Bet::SuperSevens => round.sevens >= 2,
        Bet::PlayerPair => round.player_pair,
        Bet::BankerPair => round.banker_pair,
    };
    let standoff = matches!(bet, Bet::Player | Bet::Banker) && round.winner == Winner::Tie;
    (won, !won && !standoff)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conclusive(text: &str) -> bool {
        let cards: Vec<Card> = text.split(' ').filter(|c| !c.is_empty()).map(|c| Card::read(c).unwrap()).collect();
        any_conclusive(Rules::MbsElectronic2023, &cards)
    }

    #[test]
    fn a_second_seven_or_a_natural_decides() {
        assert!(conclusive("7C"));
        assert!(!conclusive("9C AC"), "the Player has eight, and the Banker's second may make it nine");
        assert!(conclusive("5C AH 2D"));
    }

    #[test]
    fn early_cards_decide_nothing() {
        assert!(!conclusive(""));
        assert!(!conclusive("KC"));
        assert!(!conclusive("KC KD"));
    }
}
