//! Wagers paid wrongly, and fractions that may go either way.

use resettle_reference::{Bet, Winner};

use super::common::{banker_wins, decided, loser, seven_or_commission, seven_wins, tie, winner};
use crate::draft::On;
use crate::fault::{ANY, BACCARAT, Fault, MBS, STAR, fault, near};
use crate::scene::Scene;

pub(super) const FAULTS: &[Fault] = &[
    fault("underpaid", "settlement/underpaid", ANY, "A winning wager gets back 2500 less than due.", |scene| {
        off_by(scene, -2_500)
    })
    .wants(decided),
    fault(
        "underpaid_by_one",
        "settlement/underpaid",
        ANY,
        "A winning wager gets back one minor unit less than due.",
        |scene| off_by(scene, -1),
    )
    .wants(decided),
    fault("overpaid", "settlement/overpaid", ANY, "A winning wager gets back 5000 more than due.", |scene| {
        off_by(scene, 5_000)
    })
    .wants(decided),
    fault(
        "overpaid_by_one",
        "settlement/overpaid",
        ANY,
        "A winning wager gets back one minor unit more than due.",
        |scene| off_by(scene, 1),
    )
    .wants(decided),
    fault("loser_kept_stake", "settlement/overpaid", ANY, "A losing wager gets its stake back.", |scene| {
        let bet = loser(&scene.round);
        pay_instead(scene, "x1", bet, 10_000, 10_000)
    })
    .wants(decided),
    fault(
        "loser_paid",
        "settlement/overpaid",
        ANY,
        "A losing wager is paid as though it had won at 1 to 1.",
        |scene| {
            let bet = loser(&scene.round);
            pay_instead(scene, "x1", bet, 10_000, 20_000)
        },
    )
    .wants(decided),
    fault(
        "standoff_collected",
        "settlement/underpaid",
        ANY,
        "A wager on a hand is collected although the round was a tie.",
        |scene| pay_instead(scene, "x1", Bet::Banker, 10_000, 0),
    )
    .wants(tie),
    near("standoff_returned", ANY, "On a tie both hands' wagers get their stakes back: right.", |scene| {
        let place = scene.add("x1", "8", Bet::Player, 10_000)?;
        scene.wager(place)?.returned = 10_000;
        let place = scene.add("x2", "9", Bet::Banker, 10_000)?;
        scene.wager(place)?.returned = 10_000;
        Some(())
    })
    .wants(tie),
    fault(
        "tie_paid_short",
        "settlement/underpaid",
        ANY,
        "A winning Tie wager gets back its stake less than due.",
        |scene| {
            let due = scene.due(Bet::Tie, 5_000)?.low;
            pay_instead(scene, "x1", Bet::Tie, 5_000, due - 5_000)
        },
    )
    .wants(tie),
    fault(
        "banker_paid_even",
        "settlement/overpaid",
        BACCARAT,
        "The Banker wins and is paid 1 to 1 without commission.",
        |scene| pay_instead(scene, "x1", Bet::Banker, 10_000, 20_000),
    )
    .wants(banker_wins),
    near(
        "banker_commission_apart",
        BACCARAT,
        "The Banker wins, is paid 1 to 1, and 5 in 100 are collected apart: right.",
        |scene| {
            let place = scene.add("x1", "8", Bet::Banker, 10_000)?;
            let wager = scene.wager(place)?;
            wager.returned = 20_000;
            wager.commission = Some(500);
            Some(())
        },
    )
    .wants(banker_wins),
    fault(
        "commission_too_high",
        "settlement/underpaid",
        BACCARAT,
        "The Banker wins, is paid 1 to 1, and one minor unit too much is collected.",
        |scene| {
            let place = scene.add("x1", "8", Bet::Banker, 10_000)?;
            let wager = scene.wager(place)?;
            wager.returned = 20_000;
            wager.commission = Some(501);
            scene.find_wager("settlement/underpaid", "x1", Some(-1));
            Some(())
        },
    )
    .wants(banker_wins),
    fault(
        "underpaid_without_id",
        "settlement/underpaid",
        ANY,
        "A wager without an id gets back less than due: it is named by its place.",
        |scene| {
            let bet = winner(&scene.round);
            let at = scene.add("", "8", bet, 10_000)?;
            short(scene, at)
        },
    )
    .wants(decided),
    fault(
        "underpaid_with_id_used_twice",
        "settlement/underpaid",
        ANY,
        "Two wagers of a seat bear one id, a fault by itself, and the second gets back less than due: it is named by its place.",
        |scene| {
            let bet = winner(&scene.round);
            scene.add("x1", "8", bet, 10_000)?;
            let at = scene.add("x1", "8", bet, 10_000)?;
            let second = format!("#{}", at + 1);
            scene.find_wager("wager/duplicate-id", &second, None);
            short(scene, at)
        },
    )
    .also(&["wager/duplicate-id"])
    .wants(decided)
    .one_log(),
    fault(
        "wrong_winner_throughout",
        "result/misdeclared",
        ANY,
        "The other hand is declared, displayed and paid: three findings, for each is a fault of its own.",
        |scene| {
            let other = if scene.round.winner == Winner::Player { "banker" } else { "player" };
            let bet = loser(&scene.round);
            scene.draft.declared.as_mut()?.result = other;
            scene.draft.wrd = Some(other);
            scene.find("result/misdeclared");
            scene.find("display/wrd-mismatch");
            pay_instead(scene, "x1", bet, 10_000, 20_000)
        },
    )
    .also(&["display/wrd-mismatch", "settlement/overpaid"])
    .wants(decided),
    near(
        "fraction_down",
        MBS,
        "Winnings with a fraction of a minor unit are rounded down: nothing is said of fractions.",
        |scene| fraction(scene, false, 0),
    )
    .wants(seven_or_commission),
    near(
        "fraction_up",
        MBS,
        "Winnings with a fraction of a minor unit are rounded up: nothing is said of fractions.",
        |scene| fraction(scene, true, 0),
    )
    .wants(seven_or_commission),
    fault(
        "fraction_below",
        "settlement/underpaid",
        MBS,
        "Winnings with a fraction lose one minor unit more than the fraction.",
        |scene| fraction(scene, false, -1),
    )
    .wants(seven_or_commission),
    fault(
        "fraction_above",
        "settlement/overpaid",
        MBS,
        "Winnings with a fraction gain one minor unit more than the fraction.",
        |scene| fraction(scene, true, 1),
    )
    .wants(seven_or_commission),
    near("chip_rounded_up", STAR, "Winnings that no chips can pay go up to the next chip: right under 5.7.", |scene| {
        chips(scene, 0)
    })
    .wants(seven_wins),
    fault(
        "chip_rounded_down",
        "settlement/underpaid",
        STAR,
        "Winnings that no chips can pay are rounded down to the chip below.",
        |scene| chips(scene, -500),
    )
    .wants(seven_wins),
    fault(
        "chip_not_rounded",
        "settlement/underpaid",
        STAR,
        "Winnings that no chips can pay are paid exactly in coin.",
        exactly_in_coin,
    )
    .wants(seven_wins),
    fault(
        "chip_too_many",
        "settlement/overpaid",
        STAR,
        "Winnings are rounded up by a chip more than needed.",
        |scene| chips(scene, 500),
    )
    .wants(seven_wins),
];

/// Misstates what a wager of the table got; one of its own if none of them won.
fn off_by(scene: &mut Scene<'_>, difference: i64) -> Option<()> {
    let bet = winner(&scene.round);
    // of an interrupted terminal, what was returned may be right too
    let interrupted = scene.interrupted();
    let mut place = None;
    for (at, wager) in scene.draft.wagers.iter().flatten().enumerate() {
        let won = wager.on == On::Bet(bet) && wager.stake % 1_000 == 0 && wager.commission.is_none();
        if won && scene.live(wager) && !interrupted {
            place = Some(at);
        }
    }
    let place = match place {
        Some(place) => place,
        None => scene.add("x1", "8", bet, 10_000)?,
    };
    let wager = scene.wager(place)?;
    let id = wager.id.clone();
    wager.returned += difference;
    let code = if difference < 0 { "settlement/underpaid" } else { "settlement/overpaid" };
    scene.find_wager(code, &id, Some(difference));
    Some(())
}

fn pay_instead(scene: &mut Scene<'_>, id: &str, bet: Bet, stake: i64, paid: i64) -> Option<()> {
    let due = scene.due(bet, stake)?;
    let place = scene.add(id, "8", bet, stake)?;
    scene.wager(place)?.returned = paid;
    let money = due.difference(paid)?;
    let code = if money < 0 { "settlement/underpaid" } else { "settlement/overpaid" };
    scene.find_wager(code, id, Some(money));
    Some(())
}

fn fraction(scene: &mut Scene<'_>, up: bool, beyond: i64) -> Option<()> {
    let bet = winner(&scene.round);
    // 1 to 2, 9 to 5 and 19 to 20 all leave a fraction of this; Baccarat's Player does not
    let stake = 1_003;
    let due = scene.due(bet, stake)?;
    if due.low == due.high {
        return None;
    }
    let place = scene.add("x1", "8", bet, stake)?;
    scene.wager(place)?.returned = if up { due.high } else { due.low } + beyond;
    if beyond != 0 {
        let code = if beyond < 0 { "settlement/underpaid" } else { "settlement/overpaid" };
        scene.find_wager(code, "x1", Some(beyond));
    }
    Some(())
}

/// A stake that 1 to 2 and 9 to 5 leave without exact chips of 500.
const UNEVEN: i64 = 1_500;

fn chips(scene: &mut Scene<'_>, beyond: i64) -> Option<()> {
    let bet = winner(&scene.round);
    let place = scene.add("x1", "8", bet, UNEVEN)?;
    scene.wager(place)?.returned += beyond;
    if beyond != 0 {
        let code = if beyond < 0 { "settlement/underpaid" } else { "settlement/overpaid" };
        scene.find_wager(code, "x1", Some(beyond));
    }
    Some(())
}

fn exactly_in_coin(scene: &mut Scene<'_>) -> Option<()> {
    let bet = winner(&scene.round);
    // 1 to 2 gives 750, 9 to 5 gives 2700
    let exact = UNEVEN + if bet == Bet::Player { UNEVEN / 2 } else { UNEVEN * 9 / 5 };
    pay_instead(scene, "x1", bet, UNEVEN, exact)
}

/// Takes 100 off a wager that is named by its place, counted from 1.
fn short(scene: &mut Scene<'_>, at: usize) -> Option<()> {
    scene.wager(at)?.returned -= 100;
    let place = format!("#{}", at + 1);
    scene.find_wager("settlement/underpaid", &place, Some(-100));
    Some(())
}
