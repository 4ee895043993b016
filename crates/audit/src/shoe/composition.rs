use resettle_game::Card;
use serde::{Deserialize, Serialize};

/// Something of each card, by rank and suit; flat, by [`Card::index`].
type OfEach<T> = [[T; 4]; 13];

/// Copies of each card.
type Counts = OfEach<u32>;

const NONE: Counts = [[0; 4]; 13];

/// Counts the cards of a shoe: no card appears more often than there are decks.
///
/// Two counts run side by side, because the ruleset that says whether cards return is known only
/// with a coup: one over everything since the start, one over the rack and the coup in play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Composition {
    decks: u32,
    /// Copies of each card that the device can hold: one for each deck, adjusted by what was put in or taken out since.
    held: Counts,
    since_start: Counts,
    /// The cards that lie in the rack and return after the coup in play.
    rack: Counts,
    reported: OfEach<bool>,
    /// All cards drawn since the start, known or not.
    drawn: u64,
    /// All cards burned since the start.
    burned: u64,
    /// All cards of the previous coup.
    coup_before: u64,
    /// Whether all of these are known to the card: the start states what was burned, and every coup its cards.
    exact: bool,
}

/// The first surplus copy of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Surplus {
    pub(crate) card: Card,
    pub(crate) copies: u32,
    /// How many of them lie in the coup that shows it.
    pub(crate) own: u32,
    /// How many copies of it the device can hold.
    pub(crate) held: u32,
    /// How many decks its record states.
    pub(crate) decks: u32,
}

impl Composition {
    pub(crate) fn new(decks: u32) -> Self {
        Self {
            decks,
            held: [[decks; 4]; 13],
            since_start: NONE,
            rack: NONE,
            reported: [[false; 4]; 13],
            drawn: 0,
            burned: 0,
            coup_before: 0,
            exact: true,
        }
    }

    /// Whether how many cards the device holds is known to the card.
    pub(crate) fn is_exact(&self) -> bool {
        self.exact
    }

    /// Cards were burned or dealt, and nobody states how many.
    pub(crate) fn not_counted(&mut self) {
        self.exact = false;
    }

    pub(crate) fn decks(&self) -> u32 {
        self.decks
    }

    /// The cards were taken out and verified. If cards return, the count starts anew; in a device that takes nothing
    /// back, the cards dealt before are still gone.
    pub(crate) fn check(&mut self) {
        self.rack = NONE;
        self.coup_before = 0;
    }

    /// Cards were replaced by others: from now on the count is based on what is in the device.
    pub(crate) fn replaced(&mut self, out: &[Card], put_in: &[Card]) {
        for card in put_in {
            add(&mut self.held, *card);
        }
        for card in out {
            take(&mut self.held, *card);
        }
    }

    /// How many cards the device holds once this many more were drawn: at most, if cards return to it.
    pub(crate) fn left_after(&self, drawn: usize, returns: bool) -> i64 {
        let count = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        let gone = if returns { self.coup_before } else { self.drawn };
        let whole = 52 * i64::from(self.decks);
        let drawn = i64::try_from(drawn).unwrap_or(i64::MAX);
        whole.saturating_sub(count(gone)).saturating_sub(count(self.burned)).saturating_sub(drawn)
    }

    /// Notes how many cards a coup drew, known or not, not counting a kept one again.
    pub(crate) fn drew(&mut self, drawn: usize) {
        self.coup_before = u64::try_from(drawn).unwrap_or(u64::MAX);
        self.drawn = self.drawn.saturating_add(self.coup_before);
    }

    /// A coup went by whose cards nobody knows: the previous cards in the rack returned, and those in it now are unknown.
    pub(crate) fn forget_rack(&mut self) {
        self.rack = NONE;
        self.exact = false;
    }

    /// Burned cards that cannot be read.
    pub(crate) fn burned_unread(&mut self, cards: usize) {
        self.burned = self.burned.saturating_add(u64::try_from(cards).unwrap_or(u64::MAX));
    }

    /// Burned cards lie in the rack like those of the previous coup.
    pub(crate) fn burn(&mut self, cards: &[Card], returns: bool) -> Vec<Surplus> {
        let mut found = Vec::new();
        self.burned = self.burned.saturating_add(u64::try_from(cards.len()).unwrap_or(u64::MAX));
        for card in cards {
            add(&mut self.since_start, *card);
            add(&mut self.rack, *card);
            let count = if returns { at(&self.rack, *card) } else { at(&self.since_start, *card) };
            found.extend(self.surplus(*card, count, 0));
        }
        found
    }

    /// Counts the cards of a coup. `carried` is the card that the previous coup kept, which lies in both coups and
    /// counts once. A void coup counts, but its deal is not judged.
    pub(crate) fn coup(&mut self, cards: &[Card], carried: Option<Card>, returns: bool, judged: bool) -> Vec<Surplus> {
        let mut own: Counts = NONE;
        let mut found = Vec::new();
        for (place, card) in cards.iter().enumerate() {
            add(&mut own, *card);
            if place == 0 && carried == Some(*card) {
                take(&mut self.rack, *card);
            } else {
                add(&mut self.since_start, *card);
            }
            let count = if returns {
                at(&self.rack, *card).saturating_add(at(&own, *card))
            } else {
                at(&self.since_start, *card)
            };
            if judged {
                found.extend(self.surplus(*card, count, at(&own, *card)));
            }
        }
        self.rack = own;
        found
    }

    /// Whether a coup of these cards, given by [`Card::index`], holds no card too often. A card that was reported
    /// before is not reported again; here it still counts as too often.
    pub(crate) fn allows(&self, cards: &[usize], returns: bool) -> bool {
        let before = if returns { &self.rack } else { &self.since_start };
        cards.iter().enumerate().all(|(place, card)| {
            let own = cards.iter().take(place + 1).filter(|other| *other == card).count();
            let (Some(before), Some(held)) = (before.as_flattened().get(*card), self.held.as_flattened().get(*card))
            else {
                return false;
            };
            u32::try_from(own).is_ok_and(|own| before.saturating_add(own) <= *held)
        })
    }

    /// Counts a coup that is allowed and does not begin with a kept card.
    pub(crate) fn dealt(&mut self, cards: &[usize]) {
        self.rack = NONE;
        for card in cards {
            let (start, rack) = (self.since_start.as_flattened_mut(), self.rack.as_flattened_mut());
            if let (Some(start), Some(rack)) = (start.get_mut(*card), rack.get_mut(*card)) {
                *start = start.saturating_add(1);
                *rack = rack.saturating_add(1);
            }
        }
        self.drew(cards.len());
    }

    /// How often each card of a coup counts once it is dealt.
    pub(crate) fn counts(&self, cards: &[Card], carried: Option<Card>, returns: bool) -> Vec<(Card, u32)> {
        let mut after = self.clone();
        // It lies in both coups and counts once.
        let kept = carried.filter(|carried| cards.first() == Some(carried));
        after.coup(cards, carried, returns, false);
        let mut counted: Counts = NONE;
        let mut counts = Vec::new();
        for card in cards {
            if at(&counted, *card) > 0 {
                continue;
            }
            add(&mut counted, *card);
            let before = at(&self.rack, *card).saturating_sub(u32::from(kept == Some(*card)));
            let count =
                if returns { before.saturating_add(at(&after.rack, *card)) } else { at(&after.since_start, *card) };
            counts.push((*card, count));
        }
        counts
    }

    fn surplus(&mut self, card: Card, copies: u32, own: u32) -> Option<Surplus> {
        let held = at(&self.held, card);
        let reported = self.reported.as_flattened_mut().get_mut(card.index())?;
        if copies <= held || *reported {
            return None;
        }
        *reported = true;
        Some(Surplus { card, copies, own, held, decks: self.decks })
    }
}

fn at(counts: &Counts, card: Card) -> u32 {
    counts.as_flattened().get(card.index()).copied().unwrap_or(0)
}

fn add(counts: &mut Counts, card: Card) {
    if let Some(count) = counts.as_flattened_mut().get_mut(card.index()) {
        *count = count.saturating_add(1);
    }
}

fn take(counts: &mut Counts, card: Card) {
    if let Some(count) = counts.as_flattened_mut().get_mut(card.index()) {
        *count = count.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use resettle_game::{Rank, Suit};

    use super::*;

    fn card(name: &str) -> Card {
        let mut letters = name.chars();
        let (rank, suit) = (letters.next().unwrap(), letters.next().unwrap());
        Card { rank: Rank::from_letter(rank).unwrap(), suit: Suit::from_letter(suit).unwrap() }
    }

    #[test]
    fn a_copy_too_many_is_reported_once_and_the_last_allowed_copy_is_not() {
        let mut shoe = Composition::new(2);
        let coup = [card("KD"), card("2C"), card("3C")];
        assert_eq!(shoe.coup(&coup, None, false, true), []);
        assert_eq!(shoe.coup(&[card("KD")], None, false, true), []);
        let found = shoe.coup(&[card("KD")], None, false, true);
        assert_eq!(found, [Surplus { card: card("KD"), copies: 3, own: 1, held: 2, decks: 2 }]);
        assert_eq!(shoe.coup(&[card("KD")], None, false, true), []);
    }

    #[test]
    fn cards_that_return_count_over_two_coups() {
        let mut shoe = Composition::new(1);
        assert_eq!(shoe.burn(&[card("9H")], true), []);
        assert_eq!(shoe.coup(&[card("KD")], None, true, true), []);
        // The burned card returned after the first coup, but the first coup's cards have not returned yet.
        assert_eq!(shoe.coup(&[card("9H")], None, true, true), []);
        assert_eq!(shoe.coup(&[card("KD")], None, true, true), []);
        assert_eq!(shoe.coup(&[card("KD")], None, true, true).len(), 1);
    }

    #[test]
    fn a_burned_card_lies_in_the_rack_during_the_first_coup() {
        let mut shoe = Composition::new(1);
        shoe.burn(&[card("9H")], true);
        assert_eq!(shoe.coup(&[card("9H")], None, true, true).len(), 1);
    }

    #[test]
    fn a_kept_card_counts_once() {
        for returns in [false, true] {
            let mut shoe = Composition::new(1);
            shoe.coup(&[card("2C"), card("KD")], None, returns, true);
            assert_eq!(shoe.coup(&[card("KD"), card("3C")], Some(card("KD")), returns, true), [], "{returns}");
        }
    }

    #[test]
    fn each_card_of_a_coup_is_reported_once_with_all_its_copies() {
        let mut shoe = Composition::new(6);
        shoe.coup(&[card("2C"), card("KD"), card("KD")], None, true, true);
        let next = [card("KD"), card("3C"), card("KD"), card("2C")];
        let counts = |carried: Option<&str>, returns: bool| {
            let counts = shoe.counts(&next, carried.map(card), returns);
            let [(king, kings), (three, threes), (two, twos)] = counts[..] else { panic!("{counts:?}") };
            assert_eq!([king, three, two], [card("KD"), card("3C"), card("2C")]);
            [kings, threes, twos]
        };
        for returns in [true, false] {
            assert_eq!(counts(None, returns), [4, 1, 2], "{returns}");
            assert_eq!(counts(Some("KD"), returns), [3, 1, 2], "the kept king lies in both coups, {returns}");
            assert_eq!(counts(Some("2C"), returns), [4, 1, 2], "it is not the first card, {returns}");
        }
        shoe.forget_rack();
        assert_eq!(shoe.counts(&next[..1], None, true), [(card("KD"), 1)]);
        assert_eq!(shoe.counts(&next[..1], None, false), [(card("KD"), 3)]);
    }

    #[test]
    fn a_check_gives_no_dealt_card_back_unless_cards_return() {
        let mut shoe = Composition::new(1);
        shoe.coup(&[card("KD")], None, false, true);
        shoe.check();
        assert_eq!(shoe.coup(&[card("KD")], None, false, true).len(), 1);
        let mut device = Composition::new(1);
        device.coup(&[card("KD")], None, true, true);
        device.check();
        assert_eq!(device.coup(&[card("KD")], None, true, true), []);
    }

    #[test]
    fn the_count_reckons_with_what_was_put_in_and_taken_out() {
        let mut shoe = Composition::new(1);
        shoe.replaced(&[card("2C")], &[card("7S")]);
        assert_eq!(shoe.coup(&[card("7S"), card("7S")], None, false, true), []);
        assert_eq!(
            shoe.coup(&[card("2C")], None, false, true),
            [Surplus { card: card("2C"), copies: 1, own: 1, held: 0, decks: 1 }]
        );
        assert_eq!(
            shoe.coup(&[card("7S")], None, false, true),
            [Surplus { card: card("7S"), copies: 3, own: 1, held: 2, decks: 1 }]
        );
    }

    #[test]
    fn what_is_left_is_what_nobody_drew_or_burned() {
        let mut shoe = Composition::new(2);
        shoe.burn(&[card("2C")], false);
        shoe.drew(5);
        assert_eq!(shoe.left_after(4, false), 104 - 1 - 5 - 4);
        shoe.drew(6);
        assert_eq!(shoe.left_after(4, false), 104 - 1 - 11 - 4);
        assert_eq!(shoe.left_after(4, true), 104 - 1 - 6 - 4, "cards of earlier coups came back");
    }
}
