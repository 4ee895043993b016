//! What a coup's cards, or its declaration, come to.

use resettle_coup_log::Declared;
use resettle_game::{Card, PerSide, Rank, Side, Winner};
use resettle_ruleset::{Condition, OtherReading, Ruleset, WagerRule};
use resettle_words::Outcome as Announced;

/// What wagers are settled by. A part that is not known is not judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The result.
    pub winner: Option<Winner>,
    /// The point totals.
    pub totals: PerSide<Option<u8>>,
    /// Cards of face value 7 in both hands, the permanent one included.
    pub sevens: Option<u8>,
    /// The most sevens in one hand.
    pub sevens_in_one_hand: Option<u8>,
    /// Whether the first two cards of the hand are of one rank.
    pub pairs: PerSide<Option<bool>>,
}

/// The two hands of a coup, physical cards only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// The cards of each hand in the order drawn.
    pub cards: PerSide<Vec<Card>>,
}

impl Hands {
    /// The point total of a hand, the permanent card included.
    #[must_use]
    pub fn total(&self, side: Side, ruleset: &Ruleset) -> u8 {
        let printed = u32::from(ruleset.deal.permanent.of(side).unwrap_or(0));
        let drawn: u32 = self.cards.of(side).iter().map(|card| u32::from(ruleset.cards.of(card.rank))).sum();
        u8::try_from((printed + drawn) % 10).unwrap_or(0)
    }

    /// Cards of face value 7 in a hand, the permanent one included.
    #[must_use]
    pub fn sevens(&self, side: Side, ruleset: &Ruleset) -> u8 {
        let printed = usize::from(*ruleset.deal.permanent.of(side) == Rank::SEVEN.face_value());
        let drawn = self.cards.of(side).iter().filter(|card| card.rank == Rank::SEVEN).count();
        u8::try_from(printed + drawn).unwrap_or(u8::MAX)
    }

    /// Whether the first two cards of a hand are of one rank; no where one is printed.
    fn pair(&self, side: Side, ruleset: &Ruleset) -> Option<bool> {
        match (ruleset.deal.permanent.of(side), self.cards.of(side).as_slice()) {
            (None, [first, second, ..]) => Some(first.rank == second.rank),
            (Some(_), _) => Some(false),
            _ => None,
        }
    }

    /// What the hands come to.
    #[must_use]
    pub fn outcome(&self, ruleset: &Ruleset) -> Outcome {
        let total = |side| self.total(side, ruleset);
        let sevens = |side| self.sevens(side, ruleset);
        let (player, banker) = (total(Side::Player), total(Side::Banker));
        Outcome {
            winner: Some(Winner::by_totals(player, banker)),
            totals: PerSide { player: Some(player), banker: Some(banker) },
            sevens: Some(sevens(Side::Player).saturating_add(sevens(Side::Banker))),
            sevens_in_one_hand: Some(sevens(Side::Player).max(sevens(Side::Banker))),
            pairs: PerSide { player: self.pair(Side::Player, ruleset), banker: self.pair(Side::Banker, ruleset) },
        }
    }
}

impl Outcome {
    /// What was announced; totals outside 0–9 are as good as none. Pairs stand with the cards.
    pub(crate) fn declared(declared: Option<&Declared>, pairs: PerSide<Option<bool>>) -> Self {
        let Some(declared) = declared else { return Self { pairs, ..Self::default() } };
        let digit = |n: Option<i64>| n.and_then(|n| u8::try_from(n).ok());
        Self {
            winner: match declared.result {
                Some(Announced::Player) => Some(Winner::Player),
                Some(Announced::Banker) => Some(Winner::Banker),
                Some(Announced::Tie) => Some(Winner::Tie),
                Some(Announced::Void) | None => None,
            },
            totals: PerSide { player: digit(declared.player), banker: digit(declared.banker) },
            sevens: digit(declared.sevens),
            sevens_in_one_hand: None,
            pairs,
        }
    }

    /// Whether a condition holds; none where that is not known. `Otherwise` is asked of the wager.
    fn holds(&self, condition: Condition, reading: Option<OtherReading>) -> Option<bool> {
        let result = |winner| self.winner.map(|is| is == winner);
        match condition {
            Condition::PlayerHigher => result(Winner::Player),
            Condition::BankerHigher => result(Winner::Banker),
            Condition::Tie => result(Winner::Tie),
            Condition::Sevens(least) => self.counted_sevens(reading).map(|count| count >= least),
            Condition::PlayerPair => self.pairs.player,
            Condition::BankerPair => self.pairs.banker,
            Condition::Otherwise => Some(false),
        }
    }

    /// The sevens that count under a reading.
    pub(crate) fn counted_sevens(&self, reading: Option<OtherReading>) -> Option<u8> {
        match reading {
            None => self.sevens,
            Some(OtherReading::OneHand) => self.sevens_in_one_hand,
        }
    }

    /// What becomes of a wager; none where the facts it needs are not known.
    pub(crate) fn of_wager(&self, rule: &WagerRule, reading: Option<OtherReading>) -> Option<WagerOutcome> {
        if self.holds(rule.wins.when, reading)? {
            return Some(WagerOutcome::Wins);
        }
        if let Some(stands_off) = &rule.stands_off
            && self.holds(stands_off.when, reading)?
        {
            return Some(WagerOutcome::StandsOff);
        }
        if rule.loses.when == Condition::Otherwise || self.holds(rule.loses.when, reading)? {
            return Some(WagerOutcome::Loses);
        }
        rule.stands_off.as_ref().map(|_| WagerOutcome::StandsOff)
    }
}

/// What becomes of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WagerOutcome {
    Wins,
    Loses,
    StandsOff,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_of_the_cards_whatever_was_announced() {
        let pairs = PerSide { player: Some(true), banker: Some(false) };
        let none = Outcome::declared(None, pairs);
        assert_eq!((none.pairs, none.winner), (pairs, None));
        let announced = Declared { result: Some(Announced::Banker), player: Some(3), banker: Some(9), sevens: Some(2) };
        let told = Outcome::declared(Some(&announced), pairs);
        assert_eq!((told.pairs, told.winner, told.sevens), (pairs, Some(Winner::Banker), Some(2)));
        assert_eq!(told.totals, PerSide { player: Some(3), banker: Some(9) });
    }

    #[test]
    fn a_pair_is_two_first_cards_of_one_rank() {
        let registry = resettle_rulesets::registry().unwrap();
        let baccarat = registry.get("sg/mbs/baccarat/2017-02-17").unwrap();
        let card = |rank: usize, suit: usize| resettle_game::Card {
            rank: Rank::ALL[rank],
            suit: resettle_game::Suit::ALL[suit],
        };
        let hands = Hands {
            cards: PerSide {
                player: vec![card(4, 0), card(4, 1), card(9, 2)],
                banker: vec![card(4, 0), card(5, 0), card(5, 1)],
            },
        };
        let outcome = hands.outcome(baccarat);
        assert_eq!(outcome.pairs, PerSide { player: Some(true), banker: Some(false) });
        assert_eq!(Hands::default().outcome(baccarat).pairs, PerSide::default());
        // A printed card is no first card.
        let printed = registry.get("sg/mbs/7-up-baccarat/2017-02-17").unwrap();
        let sides: Vec<Side> =
            Side::BOTH.into_iter().filter(|side| printed.deal.permanent.of(*side).is_some()).collect();
        assert!(!sides.is_empty());
        for side in sides {
            assert_eq!(*hands.outcome(printed).pairs.of(side), Some(false));
        }
    }
}
