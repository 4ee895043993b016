//! Wagers that the document does not permit.

use resettle_reference::{Bet, Rules};

use crate::draft::{DraftWager, NoBet, On};
use crate::fault::{ANY, BACCARAT, Fault, STAR, fault, near};
use crate::scene::Scene;

const SEVEN_UP: &[Rules] =
    &[Rules::MbsSevenUp2011, Rules::MbsSevenUp2017, Rules::MbsElectronic2023, Rules::StarSevenUp2016];

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "unknown_bet_collected",
        "wager/not-permitted",
        ANY,
        "A wager on something that no document knows was collected.",
        |scene| odd_bet(scene, On::Word("dragon"), 0),
    ),
    fault(
        "unknown_bet_returned",
        "wager/not-permitted",
        ANY,
        "A wager on something that no document knows was taken and given back.",
        |scene| odd_bet(scene, On::Word("dragon"), 3_000),
    ),
    fault(
        "pair_at_seven_up",
        "wager/not-permitted",
        SEVEN_UP,
        "A wager on the Banker's pair, which 7 Up does not offer, was collected.",
        |scene| odd_bet(scene, On::Bet(Bet::BankerPair), 0),
    ),
    fault(
        "super_sevens_at_baccarat",
        "wager/not-permitted",
        BACCARAT,
        "A wager on Super 7's, which Baccarat does not offer, was paid.",
        |scene| odd_bet(scene, On::Bet(Bet::SuperSevens), 9_000),
    ),
    fault(
        "below_the_smallest_chip",
        "wager/not-permitted",
        STAR,
        "A wager of a minor unit less than the smallest chip was taken, and settled as any other.",
        |scene| {
            scene.add("x1", "8", Bet::Player, scene.limits.chip? - 1)?;
            scene.find_wager("wager/not-permitted", "x1", None);
            Some(())
        },
    ),
    near("one_smallest_chip", STAR, "A wager of one smallest chip, below the minimum: valid under 6.4.", |scene| {
        scene.add("x1", "8", Bet::Player, scene.limits.chip?)?;
        Some(())
    }),
    fault(
        "both_hands_without_leave",
        "wager/not-permitted",
        STAR,
        "One player backs both hands, and no Gaming Manager approved it.",
        |scene| {
            both(scene, None)?;
            scene.find_wager("wager/not-permitted", "x2", None);
            Some(())
        },
    ),
    near(
        "both_hands_with_leave",
        STAR,
        "One player backs both hands, and the second wager was approved: 5.6.6.",
        |scene| both(scene, Some(1)),
    ),
    near(
        "both_hands_first_approved",
        STAR,
        "One player backs both hands, and the first of the two wagers was approved.",
        |scene| both(scene, Some(0)),
    ),
    near(
        "both_hands_one_withdrawn",
        STAR,
        "One player backed one hand, withdrew in time, and backed the other.",
        |scene| {
            both(scene, None)?;
            let len = scene.draft.wagers.as_ref()?.len();
            let close = scene.close();
            let wager = scene.wager(len.checked_sub(2)?)?;
            wager.withdrawn = Some(close);
            wager.returned = wager.stake;
            Some(())
        },
    ),
    fault(
        "both_hands_at_two_seats",
        "wager/not-permitted",
        STAR,
        "One account backs one hand at one seat and the other at another.",
        |scene| {
            both(scene, None)?;
            for wager in scene.draft.wagers.iter_mut().flatten() {
                if wager.id.starts_with('x') {
                    wager.player = Some("A-0042".to_owned());
                }
                if wager.id == "x2" {
                    wager.seat = "9".to_owned();
                }
            }
            scene.find_wager("wager/not-permitted", "x2", None);
            Some(())
        },
    ),
    near(
        "both_hands_of_two_accounts",
        STAR,
        "At one seat, one account backs one hand and another account the other.",
        |scene| {
            both(scene, None)?;
            for wager in scene.draft.wagers.iter_mut().flatten() {
                if wager.id.starts_with('x') {
                    wager.player = Some(format!("A-{}", wager.id));
                }
            }
            Some(())
        },
    ),
    fault(
        "super_sevens_beside_a_withdrawn_tie",
        "wager/not-permitted",
        STAR,
        "A Super 7's wager made after the only other one had been withdrawn.",
        |scene| {
            let close = scene.close();
            scene.clear_wagers();
            let at = scene.add("x2", "3", Bet::Tie, 1_000)?;
            let wager = scene.wager(at)?;
            wager.withdrawn = wager.placed;
            wager.returned = wager.stake;
            let at = scene.add("x1", "8", Bet::SuperSevens, 5_000)?;
            let wager = scene.wager(at)?;
            wager.placed = Some(close);
            scene.find_wager("wager/not-permitted", "x1", None);
            Some(())
        },
    ),
    fault(
        "super_sevens_before_the_tie",
        "wager/not-permitted",
        STAR,
        "A Super 7's wager made a second before the only other wager at the table: 10.3.",
        |scene| {
            scene.clear_wagers();
            scene.add("x1", "8", Bet::SuperSevens, 5_000)?;
            let at = scene.add("x2", "3", Bet::Tie, 1_000)?;
            let wager = scene.wager(at)?;
            wager.placed = wager.placed.map(|placed| placed + 1_000);
            scene.find_wager("wager/not-permitted", "x1", None);
            Some(())
        },
    ),
    near(
        "super_sevens_before_a_tie_withdrawn_later",
        STAR,
        "A Super 7's wager while another player had one on Tie, withdrawn in time afterwards: it was permitted when it was made.",
        |scene| {
            let close = scene.close();
            scene.clear_wagers();
            scene.add("x1", "8", Bet::SuperSevens, 5_000)?;
            let at = scene.add("x2", "3", Bet::Tie, 1_000)?;
            let wager = scene.wager(at)?;
            wager.withdrawn = Some(close);
            wager.returned = wager.stake;
            Some(())
        },
    ),
    fault(
        "super_sevens_alone",
        "wager/not-permitted",
        STAR,
        "A Super 7's wager while nobody at the table has one on Player, Banker or Tie.",
        |scene| {
            scene.clear_wagers();
            scene.add("x1", "8", Bet::SuperSevens, 5_000)?;
            scene.find_wager("wager/not-permitted", "x1", None);
            Some(())
        },
    ),
    near(
        "super_sevens_beside_a_tie",
        STAR,
        "A Super 7's wager while another player has one on Tie: enough for 10.3.",
        |scene| {
            scene.clear_wagers();
            scene.add("x1", "8", Bet::SuperSevens, 5_000)?;
            scene.add("x2", "3", Bet::Tie, 1_000)?;
            Some(())
        },
    ),
    fault(
        "fourth_super_sevens_of_an_area",
        "wager/not-permitted",
        STAR,
        "Four Super 7's wagers lie on one playing area.",
        |scene| {
            crowd(scene, Bet::SuperSevens, 4)?;
            scene.find_wager("wager/not-permitted", "x4", None);
            Some(())
        },
    ),
    near(
        "third_super_sevens_of_an_area",
        STAR,
        "Three Super 7's wagers lie on one playing area, as many as 10.4 allows.",
        |scene| crowd(scene, Bet::SuperSevens, 3),
    ),
    fault(
        "fourth_player_of_an_area",
        "wager/not-permitted",
        STAR,
        "Four players have wagers on one hand in one playing area.",
        |scene| {
            crowd(scene, Bet::Player, 4)?;
            scene.find_wager("wager/not-permitted", "x4", None);
            Some(())
        },
    ),
    near(
        "third_player_of_an_area",
        STAR,
        "Three players have wagers on one hand in one playing area, as many as 5.5 allows.",
        |scene| crowd(scene, Bet::Player, 3),
    ),
    near(
        "wager_removed_from_a_no_bet_coup",
        STAR,
        "A no-bet coup was agreed, and a wager was withdrawn in time.",
        |scene| {
            let close = scene.close();
            scene.clear_wagers();
            scene.add("x1", "8", Bet::Player, 5_000)?;
            let wager = scene.wager(0)?;
            wager.withdrawn = Some(close);
            wager.returned = wager.stake;
            scene.draft.no_bet = Some(NoBet { reason: Some("agreed"), by: Some("assistant_gaming_manager") });
            Some(())
        },
    ),
    fault(
        "wager_in_a_no_bet_coup",
        "wager/not-permitted",
        STAR,
        "A no-bet coup was agreed, and a wager was left on the layout and collected.",
        |scene| {
            scene.clear_wagers();
            scene.add("x1", "8", Bet::Player, 5_000)?;
            scene.wager(0)?.returned = 0;
            scene.draft.no_bet = Some(NoBet { reason: Some("agreed"), by: Some("assistant_gaming_manager") });
            scene.find_wager("wager/not-permitted", "x1", Some(-5_000));
            Some(())
        },
    ),
];

fn odd_bet(scene: &mut Scene<'_>, on: On, returned: i64) -> Option<()> {
    let placed = scene.in_time();
    let mut wager = DraftWager::new("x1".to_owned(), "8", Bet::Player, 3_000, placed);
    wager.on = on;
    wager.returned = returned;
    scene.draft.wagers.as_mut()?.push(wager);
    scene.find_wager("wager/not-permitted", "x1", Some(returned - 3_000));
    Some(())
}

fn both(scene: &mut Scene<'_>, approved: Option<usize>) -> Option<()> {
    let first = scene.add("x1", "8", Bet::Player, 10_000)?;
    let second = scene.add("x2", "8", Bet::Banker, 10_000)?;
    let wager = scene.wager(second)?;
    wager.placed = wager.placed.map(|placed| placed + 700);
    if let Some(which) = approved {
        scene.wager(if which == 0 { first } else { second })?.approved = true;
    }
    Some(())
}

/// This many players of one bet on area 5, beside a wager on Banker that keeps the table permitted.
fn crowd(scene: &mut Scene<'_>, bet: Bet, many: i64) -> Option<()> {
    scene.clear_wagers();
    scene.add("x0", "9", Bet::Banker, 5_000)?;
    for (number, seat) in (1..=many).zip(["5", "6", "7", "8"]) {
        let at = scene.add(&format!("x{number}"), seat, bet, 1_000)?;
        let wager = scene.wager(at)?;
        wager.area = "5".to_owned();
        wager.placed = wager.placed.map(|placed| placed + number * 300);
    }
    Some(())
}
