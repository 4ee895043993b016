//! A count that shares nothing with the product: the deal of baccarat written out here, every order of point values
//! walked through, what each wager pays written out too. It gives what `odds` gives, to the last unit.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::path::Path;

use num_bigint::BigInt;
use resettle_odds::{Fraction, RulesetOdds};
use resettle_ruleset::Ruleset;

/// A coup as far as these wagers ask.
#[derive(Clone, Copy)]
struct Coup {
    player: usize,
    banker: usize,
    player_cards: usize,
    banker_cards: usize,
    natural: bool,
}

impl Coup {
    fn cards(self) -> usize {
        self.player_cards + self.banker_cards
    }

    /// By how much one side is ahead of the other.
    fn ahead(self, banker: bool) -> i64 {
        let by = i64::try_from(self.banker).unwrap() - i64::try_from(self.player).unwrap();
        if banker { by } else { -by }
    }
}

/// What a wager of 100 wins or loses.
type Pays = fn(Coup) -> i64;

const PUSH: &str = "zz/harbour-light/push-on-seven-baccarat/2025-06-01";
const HALF: &str = "zz/copper-gate/half-on-six-baccarat/2025-06-01";
const MARGINS: &str = "zz/silver-weir/margins-and-pairs-baccarat/2025-06-01";

fn even(ahead: i64, wins: i64) -> i64 {
    match ahead.signum() {
        1 => wins,
        0 => 0,
        _ => -100,
    }
}

fn by_how_much(coup: Coup, banker: bool) -> i64 {
    match (coup.natural, coup.ahead(banker)) {
        (true, 1..) => 100,
        (true, 0) => 0,
        (false, 9) => 3000,
        (false, 8) => 1000,
        (false, 7) => 600,
        (false, 6) => 400,
        (false, 5) => 200,
        (false, 4) => 100,
        _ => -100,
    }
}

fn on(wins: Option<i64>) -> i64 {
    wins.unwrap_or(-100)
}

const WAGERS: [(&str, &str, Pays); 14] = [
    (MARGINS, "player", |coup| even(coup.ahead(false), 100)),
    (MARGINS, "banker", |coup| even(coup.ahead(true), 95)),
    (MARGINS, "tie", |coup| on((coup.ahead(true) == 0).then_some(800))),
    (MARGINS, "player_by_how_much", |coup| by_how_much(coup, false)),
    (MARGINS, "banker_by_how_much", |coup| by_how_much(coup, true)),
    (PUSH, "banker", |coup| match (coup.banker, coup.banker_cards) {
        (7, 3) if coup.ahead(true) > 0 => 0,
        _ => even(coup.ahead(true), 100),
    }),
    (PUSH, "lucky_lantern", |coup| {
        on((coup.ahead(true) > 0 && coup.banker == 7 && coup.banker_cards == 3).then_some(4000))
    }),
    (PUSH, "lucky_heron", |coup| {
        on((coup.ahead(false) > 0 && coup.player == 8 && coup.player_cards == 3).then_some(2500))
    }),
    (HALF, "player", |coup| even(coup.ahead(false), 100)),
    (HALF, "banker", |coup| even(coup.ahead(true), if coup.banker == 6 { 50 } else { 100 })),
    (HALF, "tie", |coup| on((coup.ahead(true) == 0).then_some(800))),
    (HALF, "banker_on_six", |coup| {
        let six = coup.ahead(true) > 0 && coup.banker == 6;
        on(six.then_some(if coup.banker_cards == 2 { 1200 } else { 2000 }))
    }),
    (HALF, "four_cards", |coup| on((coup.cards() == 4).then_some(150))),
    (HALF, "more_than_four", |coup| on((coup.cards() > 4).then_some(54))),
];

/// Whether the Banker draws: by its total, and by the card that the Player drew.
fn banker_draws(total: usize, drawn: Option<usize>) -> bool {
    let Some(drawn) = drawn else { return total <= 5 };
    match total {
        0..=2 => true,
        3 => drawn != 8,
        4 => (2..=7).contains(&drawn),
        5 => (4..=7).contains(&drawn),
        6 => drawn == 6 || drawn == 7,
        _ => false,
    }
}

struct Walk {
    left: [i64; 10],
    cards: i64,
    drawn: Vec<usize>,
    all: BigInt,
    won: Vec<BigInt>,
}

impl Walk {
    fn of(decks: i64) -> Self {
        let mut left = [4 * decks; 10];
        left[0] = 16 * decks;
        let won = WAGERS.iter().map(|_| BigInt::default()).collect();
        let mut walk = Self { left, cards: 52 * decks, drawn: Vec::new(), all: BigInt::default(), won };
        walk.deal(1);
        walk
    }

    /// The coup of the cards drawn, Player first and by turns; none while a card is wanted.
    fn coup(&self) -> Option<Coup> {
        let [p1, b1, p2, b2] = *self.drawn.first_chunk::<4>()?;
        let (player, banker) = ((p1 + p2) % 10, (b1 + b2) % 10);
        if player >= 8 || banker >= 8 {
            return Some(Coup { player, banker, player_cards: 2, banker_cards: 2, natural: true });
        }
        let mut rest = self.drawn[4..].iter().copied();
        let third = if player <= 5 { Some(rest.next()?) } else { None };
        let fourth = if banker_draws(banker, third) { Some(rest.next()?) } else { None };
        Some(Coup {
            player: (player + third.unwrap_or(0)) % 10,
            banker: (banker + fourth.unwrap_or(0)) % 10,
            player_cards: 2 + usize::from(third.is_some()),
            banker_cards: 2 + usize::from(fourth.is_some()),
            natural: false,
        })
    }

    fn deal(&mut self, ways: i64) {
        if let Some(coup) = self.coup() {
            // Every coup counts as often as six cards can lie in its place.
            let unseen: i64 = (0..6 - i64::try_from(self.drawn.len()).unwrap()).map(|gone| self.cards - gone).product();
            let ways = BigInt::from(ways) * unseen;
            self.all += &ways;
            for ((_, _, pays), won) in WAGERS.iter().zip(&mut self.won) {
                *won += &ways * pays(coup);
            }
            return;
        }
        for value in 0..10 {
            let copies = self.left[value];
            self.left[value] -= 1;
            self.cards -= 1;
            self.drawn.push(value);
            self.deal(ways * copies);
            self.drawn.pop();
            self.cards += 1;
            self.left[value] += 1;
        }
    }
}

fn ruleset(id: &str) -> Ruleset {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/games/rulesets").join(id);
    // What is counted is asked here, not how many decks its document allows.
    let yaml =
        std::fs::read_to_string(folder.join("ruleset.yaml")).unwrap().replace("{min: 8, max: 8,", "{min: 6, max: 8,");
    Ruleset::from_yaml(id, &yaml, &std::fs::read(folder.join("notes.md")).unwrap())
        .unwrap_or_else(|faults| panic!("{}", faults.render("ruleset.yaml", &yaml, false)))
}

#[test]
fn a_count_by_hand_gives_the_same_edges_with_six_seven_and_eight_decks() {
    let rulesets = [PUSH, HALF, MARGINS].map(|id| (id, ruleset(id)));
    let mut compared = 0;
    for decks in [6, 7, 8] {
        let walk = Walk::of(decks.into());
        for (id, ruleset) in &rulesets {
            let odds = RulesetOdds::of(ruleset, decks).unwrap();
            for ((of, bet, _), won) in WAGERS.iter().zip(&walk.won).filter(|((of, ..), _)| of == id) {
                let edge = Fraction::new(-won.clone(), walk.all.clone() * 100);
                assert_eq!(odds.wager(bet).unwrap().house_edge, edge, "{of} {bet}, {decks} decks");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 3 * WAGERS.len());
}

/// The first four cards, by rank and suit.
#[test]
fn pairs_by_hand_are_those_of_six_and_eight_decks() {
    let ruleset = ruleset(MARGINS);
    for decks in [6, 8] {
        let mut left = [i64::from(decks); 52];
        let [mut all, mut player, mut either, mut same] = [0i64; 4];
        let take = |card: usize, left: &mut [i64; 52]| {
            let copies = left[card];
            left[card] -= 1;
            copies
        };
        for p1 in 0..52 {
            let one = take(p1, &mut left);
            for b1 in 0..52 {
                let two = one * take(b1, &mut left);
                for p2 in 0..52 {
                    let three = two * take(p2, &mut left);
                    for (b2, copies) in left.iter().enumerate() {
                        let ways = three * copies;
                        let (pairs, banker) = (p1 % 13 == p2 % 13, b1 % 13 == b2 % 13);
                        let suited = i64::from(p1 == p2) + i64::from(b1 == b2);
                        all += ways;
                        player += ways * if pairs { 11 } else { -1 };
                        either += ways * if pairs || banker { 5 } else { -1 };
                        same += ways * [-1, 25, 200][usize::try_from(suited).unwrap()];
                    }
                    left[p2] += 1;
                }
                left[b1] += 1;
            }
            left[p1] += 1;
        }
        let odds = RulesetOdds::of(&ruleset, decks).unwrap();
        for (bet, won) in
            [("twin_players", player), ("twin_bankers", player), ("either_twins", either), ("same_twins", same)]
        {
            let edge = Fraction::new((-won).into(), all.into());
            assert_eq!(odds.wager(bet).unwrap().house_edge, edge, "{bet}, {decks} decks");
        }
    }
}
