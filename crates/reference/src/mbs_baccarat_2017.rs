//! MBS Baccarat, version 7, with effect from 17 February 2017.

use crate::bet::to;
use crate::facts::{Facts, Kind};
use crate::ruling::{Consequence, Ruling, of};
use crate::{Bet, Odds};

/// 2.1
pub(crate) const DECKS: (u32, u32) = (4, 10);

/// 3.9.2; who has eight or nine never comes here (3.9.1).
pub(crate) fn player_draws(total: u8) -> bool {
    // draws on 0 to 5, stands on 6 and 7
    matches!(total, 0..=5)
}

/// 3.9.3 where the Player stands, 3.9.4 where the Player drew.
pub(crate) fn banker_draws(total: u8, players_third: Option<u8>) -> bool {
    match (total, players_third) {
        // 3.9.3
        (0..=5, None) => true,
        (6 | 7, None) => false,
        // 3.9.4
        (0..=2, Some(0..=9)) => true,
        (3, Some(0..=7 | 9)) => true,
        (4, Some(2..=7)) => true,
        (5, Some(4..=7)) => true,
        (6, Some(6 | 7)) => true,
        _ => false,
    }
}

/// 4.1; `None` where the document offers no such wager.
pub(crate) fn odds(bet: Bet) -> Option<Odds> {
    match bet {
        // printed as 0.95 to 1
        Bet::Banker => Some(to(19, 20)),
        Bet::Player => Some(to(1, 1)),
        Bet::Tie => Some(to(8, 1)),
        Bet::PlayerPair | Bet::BankerPair => Some(to(11, 1)),
        Bet::SuperSevens => None,
    }
}

/// Rule 5.
pub(crate) fn irregularity(facts: &Facts) -> Ruling {
    match facts.kind {
        Kind::ForeignCard => of(Consequence::Void, "5.1.1"),
        // the document speaks of a foreign card only
        Kind::ExtraCard => of(Consequence::Void, "5.1.1").reading(),
        // 5.2 takes any number, any hand, any stage; a draw that nobody is due is one card too many
        Kind::WrongCardCount | Kind::UnauthorisedDraw if facts.reconstructed => {
            of(Consequence::Stands, "5.2").reading()
        }
        Kind::WrongCardCount | Kind::UnauthorisedDraw if facts.in_time => of(Consequence::Void, "5.2"),
        Kind::WrongCardCount | Kind::UnauthorisedDraw => of(Consequence::StandsAsDeclared, "5.2").reading(),
        Kind::CardsDrawnTogether if facts.reconstructed || facts.order_known => {
            of(Consequence::Stands, "5.3").reading()
        }
        Kind::CardsDrawnTogether if facts.in_initial_deal => of(Consequence::Void, "5.3"),
        Kind::OrderAltered if !facts.reconstructed => of(Consequence::Void, "5.4"),
        Kind::InsufficientCards => of(Consequence::Void, "5.5"),
        Kind::DisplayError => Ruling { consequence: Consequence::Stands, clause: None, reading: true },
        _ => Ruling::silent(),
    }
}
