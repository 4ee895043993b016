//! What several families ask of a round or do to a coup.

use resettle_reference::{Bet, Card, Round, Rules, Side, Winner, next_card};

pub(super) fn decided(_: Rules, round: &Round) -> bool {
    round.winner != Winner::Tie
}

pub(super) fn tie(_: Rules, round: &Round) -> bool {
    round.winner == Winner::Tie
}

pub(super) fn banker_wins(_: Rules, round: &Round) -> bool {
    round.winner == Winner::Banker
}

/// A seven that wins: 1 to 2 or 9 to 5.
pub(super) fn seven_wins(_: Rules, round: &Round) -> bool {
    match round.winner {
        Winner::Player => round.player_total == 7,
        Winner::Banker => round.banker_total == 7,
        Winner::Tie => false,
    }
}

/// A round that pays fractions of an odd stake.
pub(super) fn seven_or_commission(rules: Rules, round: &Round) -> bool {
    match rules {
        Rules::MbsBaccarat2017 => round.winner == Winner::Banker,
        _ => seven_wins(rules, round),
    }
}

pub(super) fn loser(round: &Round) -> Bet {
    if round.winner == Winner::Player { Bet::Banker } else { Bet::Player }
}

pub(super) fn winner(round: &Round) -> Bet {
    if round.winner == Winner::Player { Bet::Player } else { Bet::Banker }
}

/// The Player's first cards by number: one drawn next to the permanent 7, or two.
pub(super) fn players_first(rules: Rules) -> usize {
    if rules.permanent_seven() { 1 } else { 2 }
}

pub(super) fn player_drew(rules: Rules, round: &Round) -> bool {
    round.player.len() > players_first(rules)
}

pub(super) fn banker_drew(_: Rules, round: &Round) -> bool {
    round.banker.len() > 2
}

pub(super) fn nobody_drew(rules: Rules, round: &Round) -> bool {
    !player_drew(rules, round) && !banker_drew(rules, round)
}

/// The round's cards in the order drawn.
pub(super) fn drawn(rules: Rules, round: &Round) -> Vec<Card> {
    let (mut player, mut banker) = (Vec::new(), Vec::new());
    let (mut players, mut bankers) = (round.player.iter(), round.banker.iter());
    let mut cards = Vec::new();
    while let Some(side) = next_card(rules, &player, &banker) {
        let card = match side {
            Side::Player => players.next(),
            Side::Banker => bankers.next(),
        };
        let Some(card) = card else { break };
        match side {
            Side::Player => player.push(*card),
            Side::Banker => banker.push(*card),
        }
        cards.push(*card);
    }
    cards
}

/// The hand that won, where one did.
pub(super) fn of_winner(winner: Winner) -> Bet {
    match winner {
        Winner::Player => Bet::Player,
        Winner::Banker => Bet::Banker,
        Winner::Tie => Bet::Tie,
    }
}
