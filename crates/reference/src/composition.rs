use std::collections::BTreeMap;

use crate::Card;

/// Counts the cards of one shoe and tells of copies that cannot be.
#[derive(Clone, Debug)]
pub struct Composition {
    decks: u32,
    returns: bool,
    /// What cannot be in the device now: everything dealt, or burned cards and the coup before.
    out: Vec<Card>,
    told: Vec<Card>,
}

impl Composition {
    /// A shoe of so many decks with these cards burned; `returns` where the device takes the coup before back.
    pub fn start(decks: u32, returns: bool, burned: &[Card]) -> Composition {
        Composition { decks, returns, out: burned.to_vec(), told: Vec::new() }
    }

    /// The shoe was checked, or cards were replaced: everything is counted anew.
    pub fn anew(&mut self) {
        self.out.clear();
    }

    /// Cards burned in mid-shoe.
    pub fn burn(&mut self, cards: &[Card]) {
        self.out.extend(cards);
    }

    /// A coup with these cards (without a first one that the coup before had kept, and was counted there). The cards
    /// of which this shows the first copy too many, each once a shoe.
    pub fn coup(&mut self, cards: &[Card]) -> Vec<Card> {
        self.out.extend(cards);
        let mut counts: BTreeMap<Card, u32> = BTreeMap::new();
        for card in &self.out {
            let count = counts.entry(*card).or_default();
            *count = count.saturating_add(1);
        }
        let mut found = Vec::new();
        for (card, count) in counts {
            if count > self.decks && !self.told.contains(&card) {
                self.told.push(card);
                found.push(card);
            }
        }
        if self.returns {
            self.out = cards.to_vec();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kings(many: usize) -> Vec<Card> {
        vec![Card::read("KD").unwrap(); many]
    }

    #[test]
    fn one_copy_too_many_is_told_once() {
        let mut shoe = Composition::start(4, false, &kings(2));
        assert!(shoe.coup(&kings(2)).is_empty());
        assert_eq!(shoe.coup(&kings(1)), kings(1));
        assert!(shoe.coup(&kings(1)).is_empty());
    }

    #[test]
    fn cards_come_back_after_the_next_coup() {
        let mut device = Composition::start(6, true, &kings(1));
        assert!(device.coup(&kings(3)).is_empty());
        assert!(device.coup(&kings(3)).is_empty());
        assert!(device.coup(&kings(3)).is_empty());
        assert_eq!(device.coup(&kings(4)), kings(1));
    }
}
