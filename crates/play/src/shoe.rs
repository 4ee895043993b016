use resettle_game::{Card, Rank, Suit};
use resettle_ruleset::Ruleset;

use crate::dice::Dice;

/// As many cards stay behind the cut card.
const BEHIND_THE_CUT: usize = 20;

/// A physical shoe, or the device of a game whose discards return to it.
pub(crate) struct Shoe {
    pub(crate) name: String,
    pub(crate) decks: u32,
    /// Cards still in it, the next one last.
    cards: Vec<Card>,
    /// Of each card how many were logged since the start.
    logged: [u32; 52],
    /// Cards of the coup before, where they return to the device after the next one.
    rack: Vec<Card>,
    returns: bool,
    /// How many coups its cut card lets follow, where the rules say that of it.
    lets_follow: Option<u64>,
    /// How many are left of them, once it appeared.
    left: Option<u64>,
}

impl Shoe {
    /// A new shoe, and the cards burned at its start.
    pub(crate) fn new(ruleset: &Ruleset, number: u64, dice: &mut Dice) -> (Self, Vec<Card>) {
        let allowed = ruleset.decks.counted();
        let decks = allowed.get(dice.index(allowed.len())).copied().unwrap_or(1);
        let deck = || Rank::ALL.into_iter().flat_map(|rank| Suit::ALL.into_iter().map(move |suit| Card { rank, suit }));
        let mut cards: Vec<Card> = (0..decks).flat_map(|_| deck()).collect();
        dice.shuffle(&mut cards);
        let returns = ruleset.deal.cards_return.is_some();
        let lets_follow = ruleset.cut_card.as_ref().and_then(|cut| cut.then.coups()).filter(|_| !returns);
        let name = format!("S-{number:04}");
        let lets_follow = lets_follow.map(|coups| coups.saturating_sub(1));
        let (logged, rack, left) = ([0; 52], Vec::new(), None);
        let mut shoe = Self { name, decks, cards, logged, rack, returns, lets_follow, left };
        let burned = shoe.burned(ruleset);
        (shoe, burned)
    }

    fn burned(&mut self, ruleset: &Ruleset) -> Vec<Card> {
        let Some(burn) = &ruleset.deal.burn_at_start else { return Vec::new() };
        let first = self.draw();
        let due = burn.number.due(first.map(|card| card.rank)).unwrap_or(1);
        let mut out: Vec<Card> = first.into_iter().collect();
        while out.len() < due
            && let Some(card) = self.draw()
        {
            out.push(card);
        }
        out
    }

    /// The next card, which is logged.
    pub(crate) fn draw(&mut self) -> Option<Card> {
        let card = self.cards.pop()?;
        if let Some(count) = self.logged.get_mut(card.index()) {
            *count += 1;
        }
        Some(card)
    }

    /// The next cards, left where they are.
    pub(crate) fn ahead(&self, count: usize) -> Vec<Card> {
        self.cards.iter().rev().take(count).copied().collect()
    }

    /// A card of the same rank of which all that the shoe held are logged; none where discards return.
    pub(crate) fn exhausted(&self, like: Card) -> Option<Card> {
        let gone = |card: &Card| self.logged.get(card.index()).is_some_and(|count| *count >= self.decks);
        let same = Suit::ALL.into_iter().map(|suit| Card { rank: like.rank, suit });
        same.filter(|card| *card != like).find(gone).filter(|_| !self.returns)
    }

    /// Puts the coup's cards away.
    pub(crate) fn discard(&mut self, used: &[Card], dice: &mut Dice) {
        if !self.returns {
            return;
        }
        let back = std::mem::replace(&mut self.rack, used.to_vec());
        self.cards.extend(back);
        dice.shuffle(&mut self.cards);
    }

    /// A coup was dealt: whether the cut card appeared in it. Given only where the rules say how long the shoe goes on then.
    pub(crate) fn shows_cut_card(&mut self) -> bool {
        let Some(lets_follow) = self.lets_follow else { return false };
        match &mut self.left {
            Some(left) => {
                *left = left.saturating_sub(1);
                false
            }
            None if self.cards.len() <= BEHIND_THE_CUT => {
                self.left = Some(lets_follow);
                true
            }
            None => false,
        }
    }

    /// Whether its cut card says that no further coup is begun.
    pub(crate) fn is_ended(&self) -> bool {
        self.left == Some(0)
    }

    /// Whether no further coup is begun.
    pub(crate) fn is_out(&self, coups: u64) -> bool {
        match (self.returns, self.lets_follow) {
            (true, _) => coups >= 60,
            (false, Some(_)) => self.is_ended(),
            (false, None) => self.cards.len() <= BEHIND_THE_CUT,
        }
    }

    /// The cards burned before a coup.
    pub(crate) fn burned_before_coup(&mut self, ruleset: &Ruleset) -> Vec<Card> {
        let due = ruleset.deal.burn_before_coup.as_ref().map_or(0, |burn| burn.number);
        (0..due).map_while(|_| self.draw()).collect()
    }
}
