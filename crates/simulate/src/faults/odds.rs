//! Wagers paid from the wrong row of the pay table, and rare rows paid rightly.

use resettle_reference::{Bet, Card, Rank, Round, Rules, Suit, Winner};

use crate::fault::{BACCARAT, Fault, MBS_2011, Setup, fault, near};
use crate::scene::Scene;

const SEVEN_UP: &[Rules] =
    &[Rules::MbsSevenUp2011, Rules::MbsSevenUp2017, Rules::MbsElectronic2023, Rules::StarSevenUp2016];
const SEVEN_UP_SINCE_2016: &[Rules] = &[Rules::MbsSevenUp2017, Rules::MbsElectronic2023, Rules::StarSevenUp2016];

/// A stake that every odds divide, in chips of 500 too.
const STAKE: i64 = 5_000;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "tie_on_seven_paid_as_other",
        "settlement/underpaid",
        SEVEN_UP,
        "A tie on seven is paid 7 to 1 instead of 9 to 1.",
        |scene| paid_at(scene, Bet::Tie, 7, 1),
    )
    .wants(|_, round| round.winner == Winner::Tie && round.player_total == 7),
    fault(
        "tie_paid_as_on_seven",
        "settlement/overpaid",
        SEVEN_UP,
        "A tie on another total is paid 9 to 1 instead of 7 to 1.",
        |scene| paid_at(scene, Bet::Tie, 9, 1),
    )
    .wants(|_, round| round.winner == Winner::Tie && round.player_total != 7),
    fault(
        "tie_paid_nine_at_baccarat",
        "settlement/overpaid",
        BACCARAT,
        "A tie is paid 9 to 1 instead of 8 to 1.",
        |scene| paid_at(scene, Bet::Tie, 9, 1),
    )
    .wants(|_, round| round.winner == Winner::Tie),
    fault(
        "banker_seven_paid_even",
        "settlement/underpaid",
        SEVEN_UP,
        "The Banker wins on seven and is paid 1 to 1 instead of 9 to 5.",
        |scene| paid_at(scene, Bet::Banker, 1, 1),
    )
    .wants(|_, round| round.winner == Winner::Banker && round.banker_total == 7),
    fault(
        "banker_paid_as_on_seven",
        "settlement/overpaid",
        SEVEN_UP,
        "The Banker wins on another total and is paid 9 to 5.",
        |scene| paid_at(scene, Bet::Banker, 9, 5),
    )
    .wants(|_, round| round.winner == Winner::Banker && round.banker_total != 7),
    fault(
        "player_seven_paid_even",
        "settlement/overpaid",
        SEVEN_UP,
        "The Player wins on seven and is paid 1 to 1 instead of 1 to 2.",
        |scene| paid_at(scene, Bet::Player, 1, 1),
    )
    .wants(|_, round| round.winner == Winner::Player && round.player_total == 7),
    fault(
        "player_paid_half",
        "settlement/underpaid",
        SEVEN_UP,
        "The Player wins on another total and is paid 1 to 2.",
        |scene| paid_at(scene, Bet::Player, 1, 2),
    )
    .wants(|_, round| round.winner == Winner::Player && round.player_total != 7),
    near("two_sevens_paid", SEVEN_UP, "Super 7's is paid on two sevens.", paid).wants(|_, round| round.sevens == 2),
    near("three_sevens_paid", SEVEN_UP, "Super 7's is paid on three sevens.", paid).wants(|_, round| round.sevens == 3),
    fault(
        "three_sevens_paid_by_2017",
        "settlement/underpaid",
        MBS_2011,
        "Three sevens are paid 5 to 1, as the later rules have it, instead of 7 to 1.",
        |scene| paid_at(scene, Bet::SuperSevens, 5, 1),
    )
    .wants(|_, round| round.sevens == 3),
    fault(
        "three_sevens_paid_by_2011",
        "settlement/overpaid",
        SEVEN_UP_SINCE_2016,
        "Three sevens are paid 7 to 1, as the older rules have it, instead of 5 to 1.",
        |scene| paid_at(scene, Bet::SuperSevens, 7, 1),
    )
    .wants(|_, round| round.sevens == 3),
    fault(
        "one_seven_paid",
        "settlement/overpaid",
        SEVEN_UP,
        "Super 7's is paid although the permanent 7 is the only one.",
        |scene| paid_at(scene, Bet::SuperSevens, 2, 1),
    )
    .wants(|_, round| round.sevens == 1),
    near("four_sevens_paid", SEVEN_UP, "Super 7's is paid on four sevens.", paid).shoe(|setup| sevens(setup, 3)),
    fault("four_sevens_paid_as_three", "settlement/underpaid", SEVEN_UP, "Four sevens are paid as three.", |scene| {
        let a = if scene.rules == Rules::MbsSevenUp2011 { 7 } else { 5 };
        paid_at(scene, Bet::SuperSevens, a, 1)
    })
    .shoe(|setup| sevens(setup, 3)),
    near("five_sevens_paid", SEVEN_UP, "Super 7's is paid on five sevens.", paid).shoe(|setup| sevens(setup, 4)),
    fault(
        "five_sevens_paid_by_2017",
        "settlement/underpaid",
        MBS_2011,
        "Five sevens are paid 70 to 1, as the later rules have it, instead of 77 to 1.",
        |scene| paid_at(scene, Bet::SuperSevens, 70, 1),
    )
    .shoe(|setup| sevens(setup, 4)),
    fault(
        "five_sevens_paid_by_2011",
        "settlement/overpaid",
        SEVEN_UP_SINCE_2016,
        "Five sevens are paid 77 to 1, as the older rules have it, instead of 70 to 1.",
        |scene| paid_at(scene, Bet::SuperSevens, 77, 1),
    )
    .shoe(|setup| sevens(setup, 4)),
    near("six_sevens_paid", SEVEN_UP, "Super 7's is paid on six sevens, the most there can be.", paid)
        .shoe(|setup| sevens(setup, 5)),
    fault(
        "six_sevens_paid_by_2017",
        "settlement/underpaid",
        MBS_2011,
        "Six sevens are paid 700 to 1, as the later rules have it, instead of 777 to 1.",
        |scene| paid_at(scene, Bet::SuperSevens, 700, 1),
    )
    .shoe(|setup| sevens(setup, 5)),
    fault(
        "six_sevens_paid_by_2011",
        "settlement/overpaid",
        SEVEN_UP_SINCE_2016,
        "Six sevens are paid 777 to 1, as the older rules have it, instead of 700 to 1.",
        |scene| paid_at(scene, Bet::SuperSevens, 777, 1),
    )
    .shoe(|setup| sevens(setup, 5)),
    near("pair_paid", BACCARAT, "The Player's pair is paid 11 to 1.", |scene| {
        scene.add("x1", "8", Bet::PlayerPair, STAKE)?;
        Some(())
    })
    .wants(|_, round| round.player_pair),
    fault(
        "pair_paid_ten",
        "settlement/underpaid",
        BACCARAT,
        "The Banker's pair is paid 10 to 1 instead of 11 to 1.",
        |scene| paid_at(scene, Bet::BankerPair, 10, 1),
    )
    .wants(|_, round| round.banker_pair),
    fault(
        "jack_and_queen_paid_as_pair",
        "settlement/overpaid",
        BACCARAT,
        "A jack and a queen, of one value and of two ranks, are paid as the Player's pair.",
        |scene| paid_at(scene, Bet::PlayerPair, 11, 1),
    )
    .wants(jack_and_queen),
    fault(
        "other_hands_pair_paid",
        "settlement/overpaid",
        BACCARAT,
        "The Banker has a pair, and a wager on the Player's is paid.",
        |scene| paid_at(scene, Bet::PlayerPair, 11, 1),
    )
    .wants(|_, round| round.banker_pair && !round.player_pair),
];

fn paid(scene: &mut Scene<'_>) -> Option<()> {
    with_company(scene)?;
    scene.add("x1", "8", Bet::SuperSevens, STAKE)?;
    Some(())
}

/// Super 7's at the Star needs another wager beside it.
fn with_company(scene: &mut Scene<'_>) -> Option<()> {
    scene.add("x2", "9", Bet::Tie, 1_000)?;
    Some(())
}

fn paid_at(scene: &mut Scene<'_>, bet: Bet, a: i64, b: i64) -> Option<()> {
    with_company(scene)?;
    let due = scene.due(bet, STAKE)?;
    let at = scene.add("x1", "8", bet, STAKE)?;
    let returned = STAKE + STAKE * a / b;
    scene.wager(at)?.returned = returned;
    let money = due.difference(returned)?;
    let code = if money < 0 { "settlement/underpaid" } else { "settlement/overpaid" };
    scene.find_wager(code, "x1", Some(money));
    Some(())
}

/// This many physical sevens come first: four and four, each hand draws; then kings.
fn sevens(setup: &mut Setup, many: usize) {
    setup.burned = None;
    for suit in Suit::ALL.into_iter().cycle().take(many) {
        setup.top.push(Card { rank: Rank::Seven, suit });
    }
    for suit in Suit::ALL.into_iter().take(5usize.saturating_sub(many)) {
        setup.top.push(Card { rank: Rank::King, suit });
    }
}

fn jack_and_queen(_: Rules, round: &Round) -> bool {
    match round.player.as_slice() {
        [first, second, ..] => {
            matches!((first.rank, second.rank), (Rank::Jack, Rank::Queen) | (Rank::Queen, Rank::Jack))
        }
        _ => false,
    }
}
