//! The table sign: maximum, area maximum, differential.

use resettle_reference::{Bet, Rules};

use super::common::{decided, loser, tie, winner};
use crate::fault::{ANY, Fault, MBS, STAR, fault, near};
use crate::fields::Fields;
use crate::limits::Limits;
use crate::scene::{Extra, Scene};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "over_the_maximum_by_a_chip",
        "wager/over-limit",
        MBS,
        "A wager one chip above the maximum; the document has no consequence, it is settled whole.",
        |scene| {
            let most = scene.limits.most(Bet::Player);
            scene.add("x1", "8", Bet::Player, most + 500)?;
            found(scene, "x1")
        },
    ),
    near("at_the_maximum", ANY, "A wager of exactly the maximum.", |scene| {
        let most = scene.limits.most(Bet::Player);
        scene.add("x1", "8", Bet::Player, most)?;
        Some(())
    }),
    fault(
        "over_the_maximum_in_two",
        "wager/over-limit",
        MBS,
        "Two wagers of one seat on one bet pass the maximum together.",
        |scene| {
            two(scene, "8", "8")?;
            found(scene, "x2")
        },
    ),
    near(
        "at_the_maximum_of_two_seats",
        MBS,
        "Two seats together pass the maximum on one bet, neither does alone.",
        |scene| two(scene, "8", "9"),
    ),
    fault(
        "over_the_maximum_at_two_seats",
        "wager/over-limit",
        MBS,
        "Two wagers of one account at two seats pass the maximum together.",
        |scene| {
            two(scene, "8", "9")?;
            for wager in scene.draft.wagers.iter_mut().flatten() {
                if wager.id.starts_with('x') {
                    wager.player = Some("A-0042".to_owned());
                }
            }
            found(scene, "x2")
        },
    ),
    fault(
        "over_the_maximum_settled_whole",
        "wager/over-limit",
        STAR,
        "A winning wager above the maximum is paid whole, and not to the maximum.",
        |scene| over(scene, winner, Pay::Whole),
    )
    .wants(decided),
    fault(
        "over_the_maximum_collected_whole",
        "wager/over-limit",
        STAR,
        "A losing wager above the maximum is collected whole, and not to the maximum.",
        |scene| over(scene, loser, Pay::Whole),
    )
    .wants(decided),
    near(
        "over_the_maximum_paid_to_it",
        STAR,
        "A winning wager above the maximum is paid to the maximum, the excess goes back: 6.5.",
        |scene| over(scene, winner, Pay::Capped),
    )
    .wants(decided),
    near(
        "over_the_maximum_collected_to_it",
        STAR,
        "A losing wager above the maximum is collected to the maximum, the excess goes back: 6.5.",
        |scene| over(scene, loser, Pay::Capped),
    )
    .wants(decided),
    fault(
        "over_the_maximum_and_paid_short",
        "settlement/underpaid",
        STAR,
        "A losing wager above the maximum gets back less than the excess, though it was not collected whole.",
        |scene| over(scene, loser, Pay::Short),
    )
    .wants(decided),
    near(
        "over_the_maximum_in_a_standoff",
        STAR,
        "A wager above the maximum stands off: whole or to the maximum, the same goes back.",
        |scene| {
            let most = scene.limits.most(Bet::Player);
            scene.add("x1", "8", Bet::Player, most + 20_000)?;
            Some(())
        },
    )
    .wants(tie),
    fault(
        "over_the_area_maximum",
        "wager/over-limit",
        STAR,
        "Two wagers pass the area's maximum together and are settled whole.",
        |scene| {
            area(scene, false)?;
            found(scene, "x2")
        },
    )
    .wants(decided),
    fault(
        "over_the_area_maximum_mbs",
        "wager/over-limit",
        MBS,
        "Two wagers pass the area's maximum together; the document has no consequence, they are settled whole.",
        |scene| {
            area(scene, false)?;
            found(scene, "x2")
        },
    )
    .wants(decided),
    near("area_maximum_just_kept", ANY, "Two wagers make the area's maximum together, and no more.", |scene| {
        let sign = Limits { area: 40_000, ..scene.limits.clone() };
        sign_for_this_coup(scene, sign);
        two_of_an_area(scene, None)
    })
    .wants(decided),
    near(
        "area_maximum_pro_rata",
        STAR,
        "Two wagers pass the area's maximum together and are collected pro rata: 6.5.",
        |scene| area(scene, true),
    )
    .wants(decided),
    near(
        "differential_passed",
        STAR,
        "The stakes on the two hands differ by more than the sign allows, found after the first card: 6.3.",
        |scene| {
            let sign = Limits { differential: 20_000, ..scene.limits.clone() };
            sign_for_this_coup(scene, sign);
            scene.clear_wagers();
            scene.add("x1", "8", Bet::Player, 50_000)?;
            Some(())
        },
    ),
    near(
        "below_the_minimum",
        STAR,
        "A wager below the minimum is found after the first card: valid under 6.4.",
        |scene| {
            scene.add("x1", "8", Bet::Player, 500)?;
            Some(())
        },
    ),
    near(
        "maximum_lowered_after_commencement",
        ANY,
        "The maximum falls while the coup is on; a wager between the two is within what held at the start.",
        |scene| {
            let sign = Limits { even: 400_000, ..scene.limits.clone() };
            let at = scene.draft.first_card? + 1_000;
            let fields = sign.fields(scene.bets);
            scene.orders.before.push(Extra::Record { at, kind: "limits", fields, tamper: None });
            restore(scene);
            scene.add("x1", "8", Bet::Player, 450_000)?;
            Some(())
        },
    ),
    near(
        "maximum_lowered_after_the_opening",
        MBS,
        "The maximum falls after play commenced and before the first card; the higher one binds.",
        |scene| {
            lowered_after_the_opening(scene)?;
            scene.add("x1", "8", Bet::Player, 450_000)?;
            Some(())
        },
    ),
    fault(
        "maximum_lowered_before_the_first_card",
        "wager/over-limit",
        STAR,
        "The maximum falls after the announcement and before the first card, with which a coup commences.",
        |scene| {
            lowered_after_the_opening(scene)?;
            let bet = loser(&scene.round);
            scene.add("x1", "8", bet, 450_000)?;
            found(scene, "x1")
        },
    )
    .wants(decided),
    fault(
        "maximum_lowered_before_commencement",
        "wager/over-limit",
        MBS,
        "The maximum falls before the coup begins; a wager between the two is above it.",
        |scene| {
            let sign = Limits { even: 400_000, ..scene.limits.clone() };
            sign_for_this_coup(scene, sign);
            scene.add("x1", "8", Bet::Player, 450_000)?;
            found(scene, "x1")
        },
    ),
    fault(
        "maximum_of_somebody_else",
        "wager/over-limit",
        MBS,
        "A seat wagers above the table's maximum, and the higher sign stands at another seat.",
        |scene| {
            let most = scene.limits.most(Bet::Player);
            own_sign(scene, most * 2);
            scene.add("x1", "8", Bet::Player, most + 100_000)?;
            found(scene, "x1")
        },
    ),
    fault(
        "under_the_minimum_by_a_chip",
        "wager/under-limit",
        &[Rules::MbsElectronic2023],
        "A wager one chip below the minimum that the terminal shows: 2.2; it is settled whole.",
        |scene| {
            let least = scene.limits.least;
            scene.add("x1", "8", Bet::Player, least - 500)?;
            scene.find_wager("wager/under-limit", "x1", None);
            Some(())
        },
    ),
    fault(
        "chip_above_the_minimum",
        "procedure/sign",
        STAR,
        "A sign that is replaced before the coup names a smallest chip above the minimum.",
        |scene| {
            sign_with_chip(scene, scene.limits.least + 1);
            scene.find_in_log("procedure/sign");
            Some(())
        },
    ),
    near("chip_at_the_minimum", STAR, "The same sign with a smallest chip of exactly the minimum.", |scene| {
        sign_with_chip(scene, scene.limits.least);
        Some(())
    }),
    near("chip_above_the_minimum_unused", MBS, "The same sign where winnings are not rounded to chips.", |scene| {
        sign_with_chip(scene, scene.limits.least + 1);
        Some(())
    }),
    near("at_the_minimum", ANY, "A wager of exactly the minimum.", |scene| {
        let least = scene.limits.least;
        scene.add("x1", "8", Bet::Player, least)?;
        Some(())
    }),
    near(
        "under_the_minimum_where_it_is_valid",
        &[Rules::MbsSevenUp2011, Rules::MbsSevenUp2017, Rules::MbsBaccarat2017, Rules::StarSevenUp2016],
        "A wager one chip below the minimum: valid at the Star by 6.4, and no clause speaks of it at the other tables.",
        |scene| {
            let least = scene.limits.least;
            scene.add("x1", "8", Bet::Player, least - 500)?;
            Some(())
        },
    ),
    near(
        "at_the_minimum_in_two",
        &[Rules::MbsElectronic2023],
        "Two wagers of one seat on one bet, each below the minimum, reach it together: the second is an increase.",
        |scene| {
            let least = scene.limits.least;
            scene.add("x1", "8", Bet::Player, least - 500)?;
            scene.add("x2", "8", Bet::Player, 500)?;
            Some(())
        },
    ),
    near(
        "maximum_of_ones_own",
        ANY,
        "A seat with a sign of its own wagers above the table's maximum and within its own: 6.8 at the Star.",
        |scene| {
            let most = scene.limits.most(Bet::Player);
            own_sign(scene, most * 2);
            scene.add("x1", "9", Bet::Player, most + 100_000)?;
            Some(())
        },
    ),
];

enum Pay {
    Whole,
    Capped,
    Short,
}

fn found(scene: &mut Scene<'_>, wager: &str) -> Option<()> {
    scene.find_wager("wager/over-limit", wager, None);
    Some(())
}

fn two(scene: &mut Scene<'_>, first: &str, second: &str) -> Option<()> {
    let most = scene.limits.most(Bet::Player);
    scene.add("x1", first, Bet::Player, most - 1_000)?;
    let at = scene.add("x2", second, Bet::Player, 2_000)?;
    let wager = scene.wager(at)?;
    wager.placed = wager.placed.map(|placed| placed + 900);
    Some(())
}

/// A wager 20000 above the maximum at the Star.
fn over(scene: &mut Scene<'_>, which: fn(&resettle_reference::Round) -> Bet, pay: Pay) -> Option<()> {
    let bet = which(&scene.round);
    let most = scene.limits.most(bet);
    let excess = 20_000;
    let to_it = scene.due(bet, most)?.high + excess;
    let at = scene.add("x1", "8", bet, most + excess)?;
    match pay {
        Pay::Whole => found(scene, "x1"),
        Pay::Capped => {
            scene.wager(at)?.returned = to_it;
            Some(())
        }
        Pay::Short => {
            // of 0 and 20000, both explained, the nearer is the second
            scene.wager(at)?.returned = to_it - 5_000;
            scene.find_wager("settlement/underpaid", "x1", Some(-5_000));
            Some(())
        }
    }
}

/// Two losing wagers of 20000 on an area that takes 30000.
fn area(scene: &mut Scene<'_>, pro_rata: bool) -> Option<()> {
    let sign = Limits { area: 30_000, ..scene.limits.clone() };
    sign_for_this_coup(scene, sign);
    // three quarters are collected
    two_of_an_area(scene, pro_rata.then_some(5_000))
}

/// Two losing wagers of 20000 on area 5, of which this goes back.
fn two_of_an_area(scene: &mut Scene<'_>, back: Option<i64>) -> Option<()> {
    scene.clear_wagers();
    let bet = loser(&scene.round);
    for (id, seat) in [("x1", "5"), ("x2", "6")] {
        let at = scene.add(id, seat, bet, 20_000)?;
        let wager = scene.wager(at)?;
        wager.area = "5".to_owned();
        if id == "x2" {
            wager.placed = wager.placed.map(|placed| placed + 800);
        }
        if let Some(back) = back {
            wager.returned = back;
        }
    }
    Some(())
}

fn sign_for_this_coup(scene: &mut Scene<'_>, sign: Limits) {
    let fields = sign.fields(scene.bets);
    scene.record_before("limits", fields);
    restore(scene);
}

/// A sign with this smallest chip, and the table's own at the same moment, so that it binds no coup.
fn sign_with_chip(scene: &mut Scene<'_>, chip: i64) {
    for sign in [Limits { chip: Some(chip), ..scene.limits.clone() }, scene.limits.clone()] {
        let fields = sign.fields(scene.bets);
        scene.record_before("limits", fields);
    }
}

/// A lower sign from a second after the opening on, until the coup is over.
fn lowered_after_the_opening(scene: &mut Scene<'_>) -> Option<()> {
    let sign = Limits { even: 400_000, ..scene.limits.clone() };
    let at = scene.draft.opened? + 1_000;
    let fields = sign.fields(scene.bets);
    scene.orders.before.push(Extra::Record { at, kind: "limits", fields, tamper: None });
    restore(scene);
    Some(())
}

fn restore(scene: &mut Scene<'_>) {
    let fields = scene.limits.fields(scene.bets);
    scene.record_after(500, "limits", fields);
}

fn own_sign(scene: &mut Scene<'_>, most: i64) {
    let mut max = Fields::new();
    max.int("player", most);
    let mut fields = Fields::new();
    fields.text("seat", "9").raw("max", &max.object());
    scene.record_before("limits", fields);
    // taken away again: the same scope, back to the table's own
    let mut max = Fields::new();
    max.int("player", scene.limits.most(Bet::Player));
    let mut fields = Fields::new();
    fields.text("seat", "9").raw("max", &max.object());
    scene.record_after(600, "limits", fields);
}

#[cfg(test)]
mod tests {
    use resettle_reference::Rules;

    use super::*;

    #[test]
    fn the_star_alone_caps() {
        assert!(
            FAULTS
                .iter()
                .filter(|f| f.name.contains("settled_whole"))
                .all(|f| { Rules::ALL.into_iter().all(|rules| f.fits(rules) != rules.is_mbs()) })
        );
    }
}
