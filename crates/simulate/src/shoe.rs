use resettle_reference::{Card, Dealing, Round, Rules, deal};

use crate::dice::Dice;

/// A shoe or device with its cards, the next one last.
pub(crate) struct Shoe {
    pub(crate) name: String,
    cards: Vec<Card>,
    /// Burned cards and the coup before, lying in the discard rack.
    rack: Vec<Card>,
    /// Whether the device takes the rack back after each coup.
    pub(crate) returns: bool,
    /// When to change it: below this many cards, or after this many coups.
    cut: usize,
    most_coups: u64,
    /// Coups dealt from it.
    pub(crate) coups: u64,
    /// The cut card has been logged.
    pub(crate) cut_logged: bool,
    /// Its end has been logged.
    pub(crate) end_logged: bool,
    /// A card too many, too few or of elsewhere has been logged, which accounts for a card that is replaced later.
    pub(crate) accounted: bool,
}

impl Shoe {
    pub(crate) fn new(name: String, decks: u32, returns: bool, dice: &mut Dice) -> Shoe {
        let mut cards = Vec::new();
        for _ in 0..decks {
            cards.extend(Card::deck());
        }
        dice.shuffle(&mut cards);
        let cut = 24 + dice.index(20);
        let most_coups = 60 + dice.below(40);
        Shoe {
            name,
            cards,
            rack: Vec::new(),
            returns,
            cut,
            most_coups,
            coups: 0,
            cut_logged: false,
            end_logged: false,
            accounted: false,
        }
    }

    pub(crate) fn draw(&mut self) -> Option<Card> {
        self.cards.pop()
    }

    /// Sees to it that the next card is not this one.
    pub(crate) fn not_next(&mut self, card: Card) {
        if self.cards.last() == Some(&card)
            && let Some(other) = self.cards.iter().position(|c| *c != card)
        {
            let last = self.cards.len() - 1;
            self.cards.swap(other, last);
        }
    }

    /// Cards that are left.
    pub(crate) fn left(&self) -> usize {
        self.cards.len()
    }

    /// Takes a card out and puts this one in its place; says which was taken.
    pub(crate) fn exchange(&mut self, put_in: Card) -> Option<Card> {
        let place = self.cards.iter().position(|card| *card != put_in)?;
        let card = self.cards.get_mut(place)?;
        Some(std::mem::replace(card, put_in))
    }

    /// Takes this card out, if it is there.
    pub(crate) fn take_out(&mut self, card: Card) -> Option<Card> {
        let place = self.cards.iter().position(|other| *other == card)?;
        Some(self.cards.remove(place))
    }

    pub(crate) fn push_back(&mut self, card: Card) {
        self.cards.push(card);
    }

    pub(crate) fn burn(&mut self, card: Card) {
        self.rack.push(card);
    }

    /// Whether it should be changed before another coup.
    pub(crate) fn spent(&self) -> bool {
        if self.returns { self.coups >= self.most_coups } else { self.past_cut() }
    }

    pub(crate) fn past_cut(&self) -> bool {
        !self.returns && self.cards.len() < self.cut
    }

    /// Whether another coup can be dealt at all, whatever it takes.
    pub(crate) fn has_a_round(&self) -> bool {
        self.cards.len() >= 12
    }

    /// The coup's cards leave the layout: into the rack, whose cards the device takes back where it does so.
    pub(crate) fn clear(&mut self, coup: Vec<Card>, dice: &mut Dice) {
        self.coups += 1;
        if self.returns {
            for card in self.rack.drain(..) {
                let at = dice.index(self.cards.len() + 1);
                self.cards.insert(at, card);
            }
        }
        self.rack.extend(coup);
    }

    /// Brings one copy of each card on top, the first to be drawn first; a copy that is not there is
    /// smuggled in. Says how many were smuggled.
    pub(crate) fn stack(&mut self, wanted: &[Card]) -> usize {
        let mut smuggled = 0;
        let mut top = Vec::new();
        for card in wanted {
            match self.cards.iter().position(|c| c == card) {
                Some(at) => {
                    self.cards.swap_remove(at);
                }
                None => smuggled += 1,
            }
            top.push(*card);
        }
        top.reverse();
        self.cards.extend(top);
        smuggled
    }

    /// Reorders the cards to come until the next round pleases; `kept` cards on top stay where they are.
    pub(crate) fn arrange(
        &mut self,
        rules: Rules,
        kept: usize,
        dice: &mut Dice,
        pleases: fn(Rules, &Round) -> bool,
    ) -> bool {
        for _ in 0..20_000 {
            if let Some(round) = self.peek(rules)
                && pleases(rules, &round)
            {
                return true;
            }
            let len = self.cards.len();
            let free = len.saturating_sub(kept);
            for place in 1..=8usize.min(free) {
                let other = dice.index(free);
                self.cards.swap(free - place, other);
            }
        }
        false
    }

    fn peek(&self, rules: Rules) -> Option<Round> {
        let mut cards = Vec::new();
        for card in self.cards.iter().rev() {
            cards.push(*card);
            if let Dealing::Complete(round) = deal(rules, &cards) {
                return Some(round);
            }
        }
        None
    }
}
