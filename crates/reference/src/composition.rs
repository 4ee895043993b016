use std::collections::BTreeMap;

use crate::Card;

/// Counts the cards of one shoe and reports copies that cannot be.
#[derive(Clone, Debug)]
pub struct Composition {
    decks: u32,
    returns: bool,
    /// What cannot be in the device now: everything dealt, or burned cards and the coup before.
    out: Vec<Card>,
    reported: Vec<Card>,
    /// Copies put in less copies taken out.
    more: BTreeMap<Card, i64>,
}

impl Composition {
    /// A shoe of this many decks with these cards burned; `returns` where the device takes the coup before back.
    pub fn start(decks: u32, returns: bool, burned: &[Card]) -> Composition {
        Composition { decks, returns, out: burned.to_vec(), reported: Vec::new(), more: BTreeMap::new() }
    }

    /// The shoe was checked: where cards return everything is counted again; elsewhere what was dealt stays gone.
    pub fn check(&mut self) {
        if self.returns {
            self.out.clear();
        }
    }

    /// Cards were taken out and put in: from then on it holds as many copies more, or fewer.
    pub fn replace(&mut self, out: &[Card], put_in: &[Card]) {
        for card in out {
            *self.more.entry(*card).or_default() -= 1;
        }
        for card in put_in {
            *self.more.entry(*card).or_default() += 1;
        }
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
            let holds = i64::from(self.decks) + self.more.get(&card).copied().unwrap_or(0);
            if i64::from(count) > holds && !self.reported.contains(&card) {
                self.reported.push(card);
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
    fn one_copy_too_many_is_reported_once() {
        let mut shoe = Composition::start(4, false, &kings(2));
        assert!(shoe.coup(&kings(2)).is_empty());
        assert_eq!(shoe.coup(&kings(1)), kings(1));
        assert!(shoe.coup(&kings(1)).is_empty());
    }

    #[test]
    fn a_check_gives_no_dealt_card_back() {
        let mut shoe = Composition::start(4, false, &kings(4));
        shoe.check();
        assert_eq!(shoe.coup(&kings(1)), kings(1));
        let mut device = Composition::start(6, true, &kings(6));
        device.check();
        assert!(device.coup(&kings(1)).is_empty());
    }

    #[test]
    fn what_was_put_in_is_reckoned_with() {
        let mut shoe = Composition::start(4, false, &kings(4));
        shoe.replace(&[], &kings(1));
        assert!(shoe.coup(&kings(1)).is_empty());
        assert_eq!(shoe.coup(&kings(1)), kings(1));
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
