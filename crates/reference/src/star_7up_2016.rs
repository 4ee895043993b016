//! The Star 7-Up Baccarat, order of 17 August 2016.

use crate::bet::to;
use crate::facts::{Cause, Facts, Kind, Stage};
use crate::ruling::{Consequence, Ruling, of};
use crate::{Bet, Odds, Side};

/// 3.1: six, neither more nor fewer.
pub(crate) const DECKS: (u32, u32) = (6, 6);

/// Table 1.
pub(crate) fn player_draws(total: u8) -> bool {
    // draws on 0 to 5, stands on 6 and 7
    matches!(total, 0..=5)
}

/// Table 2, row by row: no card, then the Player's card from 0 to 9.
pub(crate) fn banker_draws(total: u8, players_third: Option<u8>) -> bool {
    let row = match total {
        0 => "DDDDDDDDDDD",
        1 => "DDDDDDDDDDD",
        2 => "DDDDDDDDDDD",
        3 => "DDDDDDDDDSD",
        4 => "DSSDDDDDDSS",
        5 => "DSSSSDDDDSS",
        6 => "SSSSSSSDDSS",
        _ => "SSSSSSSSSSS",
    };
    let column = match players_third {
        None => 0,
        Some(points) => usize::from(points) + 1,
    };
    row.chars().nth(column) == Some('D')
}

/// 11.1.2 and 11.1.3, `total` being the winning hand's points; `None` where 5.1 permits no such wager.
pub(crate) fn odds(bet: Bet, total: u8, sevens: u8) -> Option<Odds> {
    match (bet, total, sevens) {
        (Bet::Banker, 7, _) => Some(to(9, 5)),
        (Bet::Banker, _, _) => Some(to(1, 1)),
        (Bet::Player, 7, _) => Some(to(1, 2)),
        (Bet::Player, _, _) => Some(to(1, 1)),
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

/// Rules 4, 12, 13 and 14.
pub(crate) fn irregularity(facts: &Facts) -> Ruling {
    match facts.kind {
        Kind::ForeignCard | Kind::MissingCard => of(Consequence::Void, "12.8.2"),
        // 12.8 speaks of missing cards and of cards that are of no deck
        Kind::ExtraCard => of(Consequence::Void, "12.8.2").reading(),
        Kind::WrongCardCount | Kind::DealtOutOfOrder if facts.reconstructed => of(Consequence::Stands, "12.1.1"),
        Kind::CardsDrawnTogether if facts.reconstructed || facts.order_known => of(Consequence::Stands, "12.1.1"),
        Kind::WrongCardCount | Kind::DealtOutOfOrder | Kind::CardsDrawnTogether => {
            if facts.in_time {
                of(Consequence::Void, "12.1.2")
            } else {
                of(Consequence::StandsAsDeclared, "12.1.3")
            }
        }
        Kind::InsufficientCards => of(Consequence::Void, "12.6"),
        Kind::FaceUpCard => match facts.stage {
            Some(Stage::DuringCoup) => of(Consequence::Stands, "12.5"),
            Some(Stage::BeforeCoup) => of(Consequence::NoBetCoup, "12.3"),
            _ => Ruling::silent(),
        },
        Kind::UnauthorisedDraw => match facts.hand {
            Some(Side::Banker) => of(Consequence::KeptForNoBetCoup, "12.3"),
            _ => of(Consequence::BankersThirdOrKept, "12.2"),
        },
        Kind::DeviceMalfunction => {
            if facts.disadvantage {
                of(Consequence::Void, "13.4")
            } else if !facts.replacement_available && !facts.cards_damaged {
                of(Consequence::Void, "13.2")
            } else if !facts.replacement_available || !facts.practicable {
                of(Consequence::Void, "13.2").reading()
            } else if facts.cards_damaged {
                of(Consequence::Stands, "13.3")
            } else {
                of(Consequence::Stands, "13.2")
            }
        }
        Kind::BurnOmitted => of(Consequence::Stands, "12.7"),
        Kind::SequenceRevealed => of(Consequence::DeviceVoid, "4.5"),
        Kind::Disruption => match facts.cause {
            Some(
                Cause::CivilCommotion | Cause::Fire | Cause::Riot | Cause::Brawl | Cause::Robbery | Cause::ActOfGod,
            ) => of(Consequence::MayVoid, "14.4.1"),
            Some(Cause::Other) | None => Ruling::silent(),
        },
        Kind::Fraud if facts.outcome_affected => of(Consequence::MayVoid, "14.4.2"),
        Kind::ProhibitedDevice => of(Consequence::WagersMayBeVoid, "14.3.1"),
        Kind::DisplayError => of(Consequence::Stands, "12.9"),
        _ => Ruling::silent(),
    }
}
