use std::collections::HashMap;

use resettle_game::{Card, Rank, Side, Suit, Winner};
use resettle_rules::{Book, Fact, Facts, Hand, PlayTable};

/// In how many ways a full shoe deals each set of facts: ordered sequences of as many cards as a coup can
/// take, those that it does not take counted along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    ways: Vec<(Facts, u128)>,
    winners: [u128; 3],
    all: u128,
}

impl Distribution {
    /// Counts all deals from a shoe that holds this many cards of each rank, ace first. Where a bet asks for suits, the
    /// shoe has as many cards of each.
    ///
    /// Cards are drawn without replacement. A shoe too small to finish every coup gives only the
    /// coups that it can finish.
    #[must_use]
    pub fn of_shoe(book: &Book, table: &PlayTable, shoe: [u32; 13]) -> Self {
        let mut walk = Walk::new(book, table, shoe);
        walk.all_deals();
        let mut ways: HashMap<Facts, u128> = HashMap::new();
        let mut winners = [0; 3];
        let mut all = 0;
        for ((player, banker), counted) in walk.counted() {
            let facts = book.facts(player, banker);
            let winner = book.known(&facts, Fact::Winner).map_or(0, usize::from);
            if let Some(slot) = winners.get_mut(winner) {
                *slot += counted;
            }
            *ways.entry(facts).or_default() += counted;
            all += counted;
        }
        let mut ways: Vec<(Facts, u128)> = ways.into_iter().collect();
        ways.sort_unstable();
        Self { ways, winners, all }
    }

    /// Counts all deals from this many full decks.
    #[must_use]
    pub fn of_decks(book: &Book, table: &PlayTable, decks: u32) -> Self {
        Self::of_shoe(book, table, [decks.saturating_mul(4); 13])
    }

    /// All sequences.
    #[must_use]
    pub fn all(&self) -> u128 {
        self.all
    }

    /// The facts that occur, each with its number of sequences.
    pub fn outcomes(&self) -> impl Iterator<Item = (&Facts, u128)> + '_ {
        self.ways.iter().map(|(facts, ways)| (facts, *ways))
    }

    /// The sequences with a result.
    #[must_use]
    pub fn of_winner(&self, winner: Winner) -> u128 {
        let [player, banker, tie] = self.winners;
        match winner {
            Winner::Player => player,
            Winner::Banker => banker,
            Winner::Tie => tie,
        }
    }
}

/// Cards that the bets do not distinguish: of one rank, and of suits that are counted alike.
struct Kind {
    cards: Vec<Card>,
    left: u128,
    /// The place among the classes of what no draw distinguishes from it.
    class: usize,
}

/// The cards that the initial deal gives a hand.
struct First {
    /// Its kinds; the same twice where both cards are of one.
    kinds: [Option<usize>; 2],
    /// Whether two cards of one kind are of one suit; none where nobody asks.
    suited: Option<bool>,
    hand: usize,
}

impl First {
    fn takes(&self, kind: usize) -> u128 {
        self.kinds.iter().filter(|own| **own == Some(kind)).map(|_| 1).sum()
    }
}

/// Kinds that no draw can distinguish, and how many of them are left.
struct Class {
    value: u8,
    card: Card,
    left: u128,
}

/// Hands that say the same are one, by a number.
#[derive(Default)]
struct Hands {
    numbers: HashMap<Hand, usize>,
    all: Vec<Hand>,
}

impl Hands {
    fn number(&mut self, hand: Hand) -> usize {
        *self.numbers.entry(hand).or_insert_with(|| {
            self.all.push(hand);
            self.all.len() - 1
        })
    }

    fn total(&self, number: usize) -> u8 {
        self.all.get(number).map_or(0, Hand::total)
    }
}

/// The hands of one side: those of the initial deal, and those that end a coup, which say no more than bets ask.
#[derive(Default)]
struct SideHands {
    hands: Hands,
    firsts: Vec<First>,
    ends: Hands,
    /// Of each hand of the initial deal the end it is without a card more.
    stands: Vec<usize>,
    /// And with a card of each class.
    drawn: Vec<Vec<usize>>,
}

impl SideHands {
    fn stands(&self, hand: usize) -> usize {
        self.stands.get(hand).copied().unwrap_or(usize::MAX)
    }

    fn with(&self, hand: usize, class: usize) -> usize {
        self.drawn.get(hand).and_then(|drawn| drawn.get(class)).copied().unwrap_or(usize::MAX)
    }
}

struct Walk<'t> {
    book: &'t Book,
    table: &'t PlayTable,
    kinds: Vec<Kind>,
    classes: Vec<Class>,
    cards: u128,
    player: SideHands,
    banker: SideHands,
    /// By the numbers of both hands.
    ways: Vec<u128>,
}

impl<'t> Walk<'t> {
    fn new(book: &'t Book, table: &'t PlayTable, shoe: [u32; 13]) -> Self {
        let mut kinds: Vec<Kind> = Vec::new();
        for (rank, count) in Rank::ALL.into_iter().zip(shoe) {
            let mut own: Vec<Kind> = Vec::new();
            for suit in Suit::ALL {
                let card = Card { rank, suit };
                match own.iter_mut().find(|kind| kind.cards.iter().all(|known| book.same_first(table, *known, card))) {
                    Some(kind) => kind.cards.push(card),
                    None => own.push(Kind { cards: vec![card], left: 0, class: 0 }),
                }
            }
            for kind in &mut own {
                let share = u128::from(count) * kind.cards.len() as u128;
                kind.left = share / Suit::ALL.len() as u128;
            }
            kinds.extend(own);
        }
        let mut classes: Vec<Class> = Vec::new();
        for kind in &mut kinds {
            let Some(card) = kind.cards.first().copied() else { continue };
            let known = classes.iter().position(|class| book.same_draw(table, class.card, card));
            kind.class = known.unwrap_or(classes.len());
            if known.is_none() {
                classes.push(Class { value: table.value(card.rank), card, left: 0 });
            }
            if let Some(class) = classes.get_mut(kind.class) {
                class.left += kind.left;
            }
        }
        let cards = kinds.iter().map(|kind| kind.left).sum();
        let mut walk = Self {
            book,
            table,
            kinds,
            classes,
            cards,
            player: SideHands::default(),
            banker: SideHands::default(),
            ways: Vec::new(),
        };
        walk.player = walk.side(Side::Player);
        walk.banker = walk.side(Side::Banker);
        walk.ways = vec![0; walk.player.ends.all.len() * walk.banker.ends.all.len()];
        walk
    }

    /// Every hand that the initial deal can give a side, and every hand that a draw makes of it.
    fn side(&self, side: Side) -> SideHands {
        let mut out = SideHands::default();
        let start = self.book.start(self.table, side);
        let card = |at: usize, which: usize| {
            let cards = self.kinds.get(at).map(|kind| kind.cards.as_slice()).unwrap_or_default();
            cards.get(which).copied()
        };
        let mut add = |kinds: [Option<usize>; 2], suited, cards: [Option<Card>; 2]| {
            let hand = cards.into_iter().flatten().fold(start, |hand, card| self.book.with(self.table, hand, card));
            let hand = out.hands.number(hand);
            out.firsts.push(First { kinds, suited, hand });
        };
        for a in 0..self.kinds.len() {
            if self.table.dealt_to(side) < 2 {
                add([Some(a), None], None, [card(a, 0), None]);
                continue;
            }
            for b in a..self.kinds.len() {
                let kinds = [Some(a), Some(b)];
                if a != b || !self.book.asks_suits() {
                    add(kinds, None, [card(a, 0), card(b, 0)]);
                    continue;
                }
                add(kinds, Some(true), [card(a, 0), card(a, 0)]);
                if card(a, 1).is_some() {
                    add(kinds, Some(false), [card(a, 0), card(a, 1)]);
                }
            }
        }
        for hand in out.hands.all.clone() {
            let with = |class: &Class| self.book.ended(self.book.with(self.table, hand, class.card));
            let drawn = self.classes.iter().map(|class| out.ends.number(with(class))).collect();
            out.drawn.push(drawn);
            out.stands.push(out.ends.number(self.book.ended(hand)));
        }
        out
    }

    fn all_deals(&mut self) {
        let (players, bankers) = (std::mem::take(&mut self.player.firsts), std::mem::take(&mut self.banker.firsts));
        for player in &players {
            let ways = self.ways_of(player, None);
            if ways == 0 {
                continue;
            }
            for banker in &bankers {
                let ways = ways * self.ways_of(banker, Some(player));
                if ways > 0 {
                    self.take(player);
                    self.take(banker);
                    self.draws(player.hand, banker.hand, ways);
                    self.put_back(banker);
                    self.put_back(player);
                }
            }
        }
    }

    fn left(&self, kind: usize) -> u128 {
        self.kinds.get(kind).map_or(0, |kind| kind.left)
    }

    /// In how many orders the shoe gives a hand its first cards, after those of the other hand.
    fn ways_of(&self, first: &First, before: Option<&First>) -> u128 {
        let gone = |kind: usize| before.map_or(0, |before| before.takes(kind));
        let left = |kind: usize| self.left(kind).saturating_sub(gone(kind));
        match first.kinds {
            [Some(a), Some(b)] if a == b => {
                let all = left(a) * left(a).saturating_sub(1);
                match first.suited {
                    None => all,
                    Some(true) => self.suited_ways(a, before),
                    Some(false) => all - self.suited_ways(a, before),
                }
            }
            [Some(a), Some(b)] => left(a) * left(b) * 2,
            [Some(a), None] => left(a),
            [None, _] => 1,
        }
    }

    /// In how many orders two cards of a kind are of one suit.
    fn suited_ways(&self, kind: usize, before: Option<&First>) -> u128 {
        let Some(own) = self.kinds.get(kind) else { return 0 };
        let suits = own.cards.len() as u128;
        let each = own.left / suits.max(1);
        let two = |gone: u128| each.saturating_sub(gone) * each.saturating_sub(gone + 1);
        let taken = before.map_or(0, |before| before.takes(kind));
        let one_suit = before.and_then(|before| before.suited).unwrap_or(false);
        match (taken, one_suit) {
            (0, _) => suits * two(0),
            (1, _) => two(1) + (suits - 1) * two(0),
            (_, true) => two(2) + (suits - 1) * two(0),
            (_, false) => 2 * two(1) + suits.saturating_sub(2) * two(0),
        }
    }

    fn take(&mut self, first: &First) {
        for at in first.kinds.into_iter().flatten() {
            if let Some(kind) = self.kinds.get_mut(at) {
                kind.left = kind.left.saturating_sub(1);
                self.cards -= 1;
                if let Some(class) = self.classes.get_mut(kind.class) {
                    class.left = class.left.saturating_sub(1);
                }
            }
        }
    }

    fn put_back(&mut self, first: &First) {
        for at in first.kinds.into_iter().flatten() {
            if let Some(kind) = self.kinds.get_mut(at) {
                kind.left += 1;
                self.cards += 1;
                if let Some(class) = self.classes.get_mut(kind.class) {
                    class.left += 1;
                }
            }
        }
    }

    fn draws(&mut self, player: usize, banker: usize, ways: u128) {
        let table = self.table;
        let total = self.player.hands.total(player);
        if table.is_natural(total) || table.is_natural(self.banker.hands.total(banker)) {
            self.count(self.player.stands(player), self.banker.stands(banker), ways * unseen(self.cards, 2));
            return;
        }
        if !table.player_draws(total) {
            self.bankers_draw(self.player.stands(player), banker, None, ways);
            return;
        }
        for at in 0..self.classes.len() {
            let copies = self.copies(at);
            if copies > 0 {
                self.bankers_draw(self.player.with(player, at), banker, Some(at), ways * copies);
            }
        }
    }

    fn copies(&self, class: usize) -> u128 {
        self.classes.get(class).map_or(0, |class| class.left)
    }

    /// `player` is how the Player's hand ends, `gone` the class of the card that the Player drew.
    fn bankers_draw(&mut self, player: usize, banker: usize, gone: Option<usize>, ways: u128) {
        let third = gone.and_then(|at| self.classes.get(at)).map(|class| class.value);
        let seen = u32::from(gone.is_some());
        let cards = self.cards - u128::from(seen);
        if !self.table.banker_draws(self.banker.hands.total(banker), third) {
            self.count(player, self.banker.stands(banker), ways * unseen(cards, 2 - seen));
            return;
        }
        let rest = unseen(cards.saturating_sub(1), 1 - seen);
        for at in 0..self.classes.len() {
            let copies = self.copies(at) - u128::from(gone == Some(at));
            if copies > 0 {
                self.count(player, self.banker.with(banker, at), ways * copies * rest);
            }
        }
    }

    fn count(&mut self, player: usize, banker: usize, ways: u128) {
        if let Some(counted) = self.ways.get_mut(player * self.banker.ends.all.len() + banker) {
            *counted += ways;
        }
    }

    /// Both hands of every deal that was counted, with the ways.
    fn counted(&self) -> impl Iterator<Item = ((&Hand, &Hand), u128)> + '_ {
        let bankers = self.banker.ends.all.len().max(1);
        self.ways.iter().enumerate().filter(|(_, ways)| **ways > 0).filter_map(move |(at, ways)| {
            let hands = (self.player.ends.all.get(at / bankers)?, self.banker.ends.all.get(at % bankers)?);
            Some((hands, *ways))
        })
    }
}

/// In how many ways `count` more cards can follow that decide nothing; a shoe that has run out ends
/// the sequence early.
fn unseen(cards: u128, count: u32) -> u128 {
    (0..u128::from(count)).map(|gone| cards.saturating_sub(gone).max(1)).product()
}
