use resettle_game::{Rank, Side, Winner};

use crate::outcome::{OUTCOMES, Outcome};
use crate::table::PlayTable;

/// In how many ways a full shoe deals each outcome: ordered sequences of as many cards as a coup can
/// take, those that it does not take counted along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    ways: Vec<u128>,
    all: u128,
}

impl Distribution {
    /// Counts all deals from a shoe that holds so many cards of each rank, ace first.
    ///
    /// Cards are drawn without replacement. A shoe too small to finish every coup gives only the
    /// coups that it can finish.
    #[must_use]
    pub fn of_shoe(table: &PlayTable, shoe: [u32; 13]) -> Self {
        let mut walk = Walk::new(table, shoe);
        walk.players_hands();
        let all = walk.ways.iter().sum();
        Self { ways: walk.ways, all }
    }

    /// Counts all deals from so many full decks.
    #[must_use]
    pub fn of_decks(table: &PlayTable, decks: u32) -> Self {
        Self::of_shoe(table, [decks.saturating_mul(4); 13])
    }

    /// All sequences.
    #[must_use]
    pub fn all(&self) -> u128 {
        self.all
    }

    /// The outcomes that occur, each with its number of sequences.
    pub fn outcomes(&self) -> impl Iterator<Item = (Outcome, u128)> + '_ {
        let occurring = self.ways.iter().enumerate().filter(|(_, ways)| **ways > 0);
        occurring.map(|(index, ways)| (Outcome::of_index(index), *ways))
    }

    /// The sequences with a result.
    #[must_use]
    pub fn of_winner(&self, winner: Winner) -> u128 {
        self.outcomes().filter(|(outcome, _)| outcome.winner() == winner).map(|(_, ways)| ways).sum()
    }
}

/// Ranks that no draw can tell apart: of one point value, all sevens or none.
struct Class {
    value: u8,
    seven: bool,
    ranks: Vec<usize>,
}

/// The first two cards of a hand, those that are dealt.
#[derive(Clone, Copy)]
struct First {
    points: u8,
    sevens: u8,
    pair: bool,
}

/// Both hands after the initial deal.
#[derive(Clone, Copy)]
struct Initial {
    player: u8,
    banker: u8,
    sevens: u8,
    player_pair: bool,
    banker_pair: bool,
}

struct Walk<'t> {
    table: &'t PlayTable,
    classes: Vec<Class>,
    left: [u128; 13],
    cards_left: u128,
    ways: Vec<u128>,
}

impl<'t> Walk<'t> {
    fn new(table: &'t PlayTable, shoe: [u32; 13]) -> Self {
        let mut classes: Vec<Class> = Vec::new();
        for rank in Rank::ALL {
            let (value, seven) = (table.value(rank), rank == Rank::SEVEN);
            match classes.iter_mut().find(|class| class.value == value && class.seven == seven) {
                Some(class) => class.ranks.push(rank.index()),
                None => classes.push(Class { value, seven, ranks: vec![rank.index()] }),
            }
        }
        let left = shoe.map(u128::from);
        Self { table, classes, left, cards_left: left.iter().sum(), ways: vec![0; OUTCOMES] }
    }

    fn players_hands(&mut self) {
        self.first_cards(Side::Player, 1, &mut |walk, player, ways| {
            walk.first_cards(Side::Banker, ways, &mut |walk, banker, ways| {
                let table = walk.table;
                let total = |side, points| (table.printed(side) + points) % 10;
                let initial = Initial {
                    player: total(Side::Player, player.points),
                    banker: total(Side::Banker, banker.points),
                    sevens: table.printed_sevens + player.sevens + banker.sevens,
                    player_pair: player.pair,
                    banker_pair: banker.pair,
                };
                walk.draws(initial, ways);
            });
        });
    }

    /// Every set of first cards of a hand, with the number of ways to deal it in any order.
    fn first_cards(&mut self, side: Side, ways: u128, then: &mut dyn FnMut(&mut Self, First, u128)) {
        let table = self.table;
        let one = |rank: Rank| (table.value(rank), u8::from(rank == Rank::SEVEN));
        match table.dealt_to(side) {
            0 => then(self, First { points: 0, sevens: 0, pair: false }, ways),
            1 => {
                for rank in Rank::ALL {
                    let copies = self.take(rank);
                    if copies > 0 {
                        let (points, sevens) = one(rank);
                        then(self, First { points, sevens, pair: false }, ways * copies);
                    }
                    self.put_back(rank, copies);
                }
            }
            _ => {
                for (at, rank) in Rank::ALL.into_iter().enumerate() {
                    let copies = self.take(rank);
                    for second in Rank::ALL.into_iter().skip(at) {
                        let seconds = self.take(second);
                        // Two ranks can come in either order.
                        let orders = if rank == second { 1 } else { 2 };
                        if copies * seconds > 0 {
                            let ((points, sevens), (more, more_sevens)) = (one(rank), one(second));
                            let pair = rank == second;
                            let first = First { points: points + more, sevens: sevens + more_sevens, pair };
                            then(self, first, ways * copies * seconds * orders);
                        }
                        self.put_back(second, seconds);
                    }
                    self.put_back(rank, copies);
                }
            }
        }
    }

    /// Takes a card out of the shoe; gives how many there were to take.
    fn take(&mut self, rank: Rank) -> u128 {
        let Some(left) = self.left.get_mut(rank.index()) else { return 0 };
        let copies = *left;
        if copies > 0 {
            *left -= 1;
            self.cards_left -= 1;
        }
        copies
    }

    /// Undoes [`Walk::take`], which gave `copies`.
    fn put_back(&mut self, rank: Rank, copies: u128) {
        if copies > 0
            && let Some(left) = self.left.get_mut(rank.index())
        {
            *left += 1;
            self.cards_left += 1;
        }
    }

    fn copies(&self, class: &Class) -> u128 {
        class.ranks.iter().filter_map(|rank| self.left.get(*rank)).sum()
    }

    fn draws(&mut self, initial: Initial, ways: u128) {
        let table = self.table;
        let cards = self.cards_left;
        if table.is_natural(initial.player) || table.is_natural(initial.banker) {
            self.count(initial, ways * unseen(cards, 2));
            return;
        }
        if !table.player_draws(initial.player) {
            self.bankers_draw(initial, None, None, ways, cards);
            return;
        }
        let classes = std::mem::take(&mut self.classes);
        for (at, class) in classes.iter().enumerate() {
            let copies = self.copies(class);
            if copies > 0 {
                let mut drawn = initial;
                drawn.player = (drawn.player + class.value) % 10;
                drawn.sevens += u8::from(class.seven);
                self.bankers_draw_of(&classes, drawn, Some(class.value), Some(at), ways * copies, cards - 1);
            }
        }
        self.classes = classes;
    }

    fn bankers_draw(&mut self, initial: Initial, third: Option<u8>, gone: Option<usize>, ways: u128, cards: u128) {
        let classes = std::mem::take(&mut self.classes);
        self.bankers_draw_of(&classes, initial, third, gone, ways, cards);
        self.classes = classes;
    }

    /// `gone` is the class of the card that the Player drew; `cards` are left in the shoe.
    fn bankers_draw_of(
        &mut self,
        classes: &[Class],
        hands: Initial,
        third: Option<u8>,
        gone: Option<usize>,
        ways: u128,
        cards: u128,
    ) {
        let seen = u32::from(third.is_some());
        if !self.table.banker_draws(hands.banker, third) {
            self.count(hands, ways * unseen(cards, 2 - seen));
            return;
        }
        let rest = unseen(cards.saturating_sub(1), 1 - seen);
        for (at, class) in classes.iter().enumerate() {
            let copies = self.copies(class) - u128::from(gone == Some(at));
            if copies > 0 {
                let mut drawn = hands;
                drawn.banker = (drawn.banker + class.value) % 10;
                drawn.sevens += u8::from(class.seven);
                self.count(drawn, ways * copies * rest);
            }
        }
    }

    fn count(&mut self, hands: Initial, ways: u128) {
        let outcome = Outcome {
            player: hands.player,
            banker: hands.banker,
            sevens: hands.sevens,
            player_pair: hands.player_pair,
            banker_pair: hands.banker_pair,
        };
        if let Some(counted) = self.ways.get_mut(outcome.index()) {
            *counted += ways;
        }
    }
}

/// In how many ways `count` more cards can follow that decide nothing; a shoe that has run out ends
/// the sequence early.
fn unseen(cards: u128, count: u32) -> u128 {
    (0..u128::from(count)).map(|gone| cards.saturating_sub(gone).max(1)).product()
}
