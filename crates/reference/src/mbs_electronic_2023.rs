//! MBS Electronic 7 Up Baccarat, 8 May 2023.

use crate::bet::to;
use crate::facts::{Facts, Hits, Kind, Stage};
use crate::ruling::{Consequence, Ruling, of};
use crate::{Bet, Odds};

/// 2.1
pub(crate) const DECKS: (u32, u32) = (4, 10);

/// 3.7, the Player's column.
pub(crate) fn player_draws(total: u8) -> bool {
    // draws on 0 to 5, stands on 6 and 7
    matches!(total, 0..=5)
}

/// 3.7, the Banker's column and its last line.
pub(crate) fn banker_draws(total: u8, players_third: Option<u8>) -> bool {
    match (total, players_third) {
        // 3.7, the last line
        (0..=5, None) => true,
        (6 | 7, None) => false,
        // 3.7, the Banker's column
        (0..=2, Some(0..=9)) => true,
        (3, Some(0..=7 | 9)) => true,
        (4, Some(2..=7)) => true,
        (5, Some(4..=7)) => true,
        (6, Some(6 | 7)) => true,
        _ => false,
    }
}

/// 4.1 and 4.2, `total` being the winning hand's points; `None` where 3.5.1 lists no such wager.
pub(crate) fn odds(bet: Bet, total: u8, sevens: u8) -> Option<Odds> {
    match (bet, total, sevens) {
        (Bet::Player, 7, _) => Some(to(1, 2)),
        (Bet::Player, _, _) => Some(to(1, 1)),
        (Bet::Banker, 7, _) => Some(to(9, 5)),
        (Bet::Banker, _, _) => Some(to(1, 1)),
        (Bet::Tie, 7, _) => Some(to(9, 1)),
        (Bet::Tie, _, _) => Some(to(7, 1)),
        (Bet::SuperSevens, _, 2) => Some(to(2, 1)),
        (Bet::SuperSevens, _, 3) => Some(to(5, 1)),
        (Bet::SuperSevens, _, 4) => Some(to(17, 1)),
        (Bet::SuperSevens, _, 5) => Some(to(70, 1)),
        (Bet::SuperSevens, _, 6) => Some(to(700, 1)),
        _ => None,
    }
}

/// Rules 5 and 6; `conclusive` says whether some wager had won or lost for good when an interruption struck.
pub(crate) fn irregularity(facts: &Facts, conclusive: bool) -> Ruling {
    match facts.kind {
        Kind::ForeignCard | Kind::ExtraCard | Kind::MissingCard | Kind::UnshuffledCards => {
            of(Consequence::Void, "5.1.1")
        }
        // 5.7 orders a reconstruction and does not say what follows when there is none
        Kind::DealtOutOfOrder if facts.reconstructed => of(Consequence::Stands, "5.7"),
        Kind::CardsDrawnTogether if facts.reconstructed || facts.order_known => of(Consequence::Stands, "5.8"),
        Kind::CardsDrawnTogether => of(Consequence::Void, "5.8.1"),
        Kind::OrderAltered if facts.reconstructed => of(Consequence::Stands, "5.2").reading(),
        Kind::OrderAltered => of(Consequence::Void, "5.2"),
        Kind::InsufficientCards => of(Consequence::Void, "5.3"),
        Kind::FaceUpCard if facts.stage == Some(Stage::DuringCoup) => of(Consequence::Stands, "5.6"),
        Kind::TechnicalInterruption => match facts.hits {
            Hits::Round if conclusive => of(Consequence::Stands, "5.9.2"),
            Hits::Round => of(Consequence::Void, "5.9.1"),
            Hits::Terminals => of(Consequence::TerminalsApart, "5.10"),
        },
        Kind::DisplayError => of(Consequence::Stands, "6.3"),
        Kind::WrongCardCount if facts.reconstructed => of(Consequence::Stands, "5.7"),
        _ => of(Consequence::Referred, "6.1"),
    }
}
