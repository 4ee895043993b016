//! Every way to win, lose and stand off, paid right and paid as another way would be.

use resettle_audit::Code;
use serde_json::{Value, json};

use super::cell::{Cell, NONE, beside};
use crate::setup::{Rules, SEVEN_UP};

const UNDER: &[(Code, &[Rules])] = &[(Code::Underpaid, NONE)];
const OVER: &[(Code, &[Rules])] = &[(Code::Overpaid, NONE)];

pub fn winners() -> Vec<Cell> {
    let cell = |what, records, finds| beside(what, SEVEN_UP, records, finds);
    vec![
        cell("the Player wins with 9", |r| nine(r, "player", 2000), &[]),
        cell("the Player wins with 9, paid as for 7", |r| nine(r, "player", 1500), UNDER),
        cell("the Banker loses to 9, and is paid", |r| nine(r, "banker", 1000), OVER),
        cell("the Banker wins with 7", |r| seven(r, "banker", 2800), &[]),
        cell("the Banker wins with 7, paid as for another total", |r| seven(r, "banker", 2000), UNDER),
        cell("the Banker wins with 8", |r| eight(r, "banker", 2000), &[]),
        cell("the Banker wins with 8, paid as for 7", |r| eight(r, "banker", 2800), OVER),
        cell("the Player's stake let go after the close, though it won", |r| let_go(r, 1000), LET_GO),
        cell("a commission, taken off a win that bears none", |r| commission(r, 2000), UNDER),
        cell("a commission, and the win raised by it", |r| commission(r, 2050), OVER),
        cell("a tie with 7", |r| tie(r, "tie", 10_000), &[]),
        cell("a tie with 7, paid as for another total", |r| tie(r, "tie", 8000), UNDER),
        cell("a tie with 8", |r| tie_of_eight(r, 8000), &[]),
        cell("a tie with 8, paid as for 7", |r| tie_of_eight(r, 10_000), OVER),
        cell("the Player in a tie", |r| tie(r, "player", 1000), &[]),
        cell("the Player in a tie, collected", |r| tie(r, "player", 0), UNDER),
        cell("the Banker in a tie, paid", |r| tie(r, "banker", 2000), OVER),
    ]
}

const LET_GO: &[(Code, &[Rules])] = &[(Code::WithdrawnHonoured, &[Rules::E, Rules::Star])];

/// Withdrawn a minute after the close.
fn let_go(r: Rules, returned: i64) -> Vec<Value> {
    vec![r.coup(json!({"wagers": [r.wager_but(returned, json!({"withdrawn": r.at("03:20")}))]}))]
}

/// The Player 9, the Banker 6.
fn nine(r: Rules, bet: &str, returned: i64) -> Vec<Value> {
    coup(r, ["2D", "2C", "4S"], ("player", 9, 6), bet, returned)
}

/// The Player 6, the Banker 7.
fn seven(r: Rules, bet: &str, returned: i64) -> Vec<Value> {
    coup(r, ["3D", "9C", "4S"], ("banker", 6, 7), bet, returned)
}

/// The Player 6, the Banker 8.
fn eight(r: Rules, bet: &str, returned: i64) -> Vec<Value> {
    coup(r, ["4D", "9C", "4S"], ("banker", 6, 8), bet, returned)
}

/// The Banker wins with 8, and 50 are taken off.
fn commission(r: Rules, returned: i64) -> Vec<Value> {
    let mut coup = eight(r, "banker", returned);
    coup[0]["wagers"][0]["commission"] = json!(50);
    coup
}

/// Both 7.
fn tie(r: Rules, bet: &str, returned: i64) -> Vec<Value> {
    coup(r, ["3D", "KC", "4S"], ("tie", 7, 7), bet, returned)
}

/// Both 8.
fn tie_of_eight(r: Rules, returned: i64) -> Vec<Value> {
    coup(r, ["4D", "AC", "4S"], ("tie", 8, 8), "tie", returned)
}

fn coup(
    r: Rules,
    cards: [&str; 3],
    (winner, player, banker): (&str, i64, i64),
    bet: &str,
    returned: i64,
) -> Vec<Value> {
    let declared = json!({"result": winner, "player": player, "banker": banker, "sevens": 1});
    let wager = r.wager_but(returned, json!({"bet": bet}));
    vec![r.coup(json!({"cards": cards, "declared": declared, "wrd": winner, "wagers": [wager]}))]
}
