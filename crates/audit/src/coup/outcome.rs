//! What a coup's cards, or its declaration, come to.

use resettle_coup_log::Declared;
use resettle_game::{DeclaredResult, KnownCard, PerSide, Rank, Side, Winner, counted};
use resettle_rules::{CardsOf, Fact, Facts, Scope};
use resettle_ruleset::Ruleset;

/// The count that logs announce: cards of face value 7 in both hands, the permanent one included.
pub(crate) const ANNOUNCED_COUNT: Fact = Fact::Count(CardsOf { rank: Rank::SEVEN, suit: None }, Scope::Both);

/// What wagers are settled by. A part that is not known is not judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The result.
    pub winner: Option<Winner>,
    /// The point totals.
    pub totals: PerSide<Option<u8>>,
    /// Cards of face value 7 in both hands, the permanent one included.
    pub sevens: Option<u8>,
    /// What the bets ask for.
    pub facts: Facts,
}

/// The two hands of a coup, physical cards only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// The cards of each hand in the order drawn.
    pub cards: PerSide<Vec<KnownCard>>,
}

impl Hands {
    /// The point total of a hand, the permanent card included.
    #[must_use]
    pub fn total(&self, side: Side, ruleset: &Ruleset) -> u8 {
        let printed = u32::from(ruleset.deal.permanent.of(side).unwrap_or(0));
        let drawn: u32 = self.cards.of(side).iter().map(|card| u32::from(ruleset.table.points(*card))).sum();
        u8::try_from((printed + drawn) % 10).unwrap_or(0)
    }

    /// Cards of face value 7 in a hand, the permanent one included; `None` if what is known of its cards does not say it.
    #[must_use]
    pub fn sevens(&self, side: Side, ruleset: &Ruleset) -> Option<u8> {
        let of = CardsOf { rank: Rank::SEVEN, suit: None };
        let mut sevens = u8::from(*ruleset.deal.permanent.of(side) == Rank::SEVEN.face_value());
        for card in self.cards.of(side) {
            let is_seven = ruleset.table.must_be(*card, of);
            if !is_seven && ruleset.table.may_be(*card, of) {
                return None;
            }
            sevens = sevens.saturating_add(u8::from(is_seven));
        }
        Some(sevens)
    }

    /// What the hands come to.
    #[must_use]
    pub fn outcome(&self, ruleset: &Ruleset) -> Outcome {
        let cards = PerSide { player: self.cards.player.as_slice(), banker: self.cards.banker.as_slice() };
        let facts = ruleset.book.facts_known(&ruleset.table, cards);
        let sevens = |side| self.sevens(side, ruleset);
        let (player, banker) = (self.total(Side::Player, ruleset), self.total(Side::Banker, ruleset));
        Outcome {
            winner: Some(Winner::by_totals(player, banker)),
            totals: PerSide { player: Some(player), banker: Some(banker) },
            sevens: sevens(Side::Player)
                .zip(sevens(Side::Banker))
                .map(|(player, banker)| player.saturating_add(banker)),
            facts,
        }
    }
}

impl Outcome {
    /// Winner and point totals, as far as they are known: `tie (Player 7, Banker 7)`; `None` without a winner.
    pub(crate) fn in_words(&self) -> Option<String> {
        let winner = self.winner?.word();
        let totals: Vec<String> = self.totals_in_words().collect();
        Some(if totals.is_empty() { winner.to_owned() } else { format!("{winner} ({})", totals.join(", ")) })
    }

    /// What the bets ask of an announcement: ` (player, Player 7, Banker 1, 6 sevens)`.
    pub(crate) fn announced_in_words(&self) -> String {
        let winner = self.winner.map(|winner| winner.word().to_owned());
        let sevens = self.sevens.map(|sevens| counted(sevens, "seven"));
        let all: Vec<String> = winner.into_iter().chain(self.totals_in_words()).chain(sevens).collect();
        if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
    }

    fn totals_in_words(&self) -> impl Iterator<Item = String> {
        let total = |side: Side| self.totals.of(side).map(|total| format!("{} {total}", side.name()));
        Side::BOTH.into_iter().filter_map(total)
    }

    /// What both come to alike; the rest is not known.
    pub(crate) fn in_common(&self, other: &Self) -> Self {
        let alike = |one: Option<u8>, two: Option<u8>| one.filter(|_| one == two);
        Self {
            winner: self.winner.filter(|_| self.winner == other.winner),
            totals: PerSide {
                player: alike(self.totals.player, other.totals.player),
                banker: alike(self.totals.banker, other.totals.banker),
            },
            sevens: alike(self.sevens, other.sevens),
            facts: self.facts.in_common(&other.facts),
        }
    }

    /// What was announced; a value that a fact cannot have counts as absent. `initial` is what the cards of the initial
    /// deal show: pairs are settled by it.
    pub(crate) fn declared(ruleset: &Ruleset, declared: Option<&Declared>, initial: Option<&Facts>) -> Self {
        let book = &ruleset.book;
        let mut facts = Facts::default();
        for fact in book.asked().iter().filter(|fact| fact.is_of_first_two()) {
            book.set(&mut facts, *fact, initial.and_then(|initial| book.known(initial, *fact)));
        }
        let Some(declared) = declared else { return Self { facts, ..Self::default() } };
        let digit = |n: Option<i64>| n.and_then(|n| u8::try_from(n).ok());
        let winner = match declared.result {
            Some(DeclaredResult::Player) => Some(Winner::Player),
            Some(DeclaredResult::Banker) => Some(Winner::Banker),
            Some(DeclaredResult::Tie) => Some(Winner::Tie),
            Some(DeclaredResult::Void) | None => None,
        };
        let totals = PerSide { player: digit(declared.player), banker: digit(declared.banker) };
        let sevens = digit(declared.sevens);
        let number = |winner| match winner {
            Winner::Player => 0,
            Winner::Banker => 1,
            Winner::Tie => 2,
        };
        book.set(&mut facts, Fact::Winner, winner.map(number));
        book.set(&mut facts, ANNOUNCED_COUNT, sevens);
        let point_total = |side: Side| totals.of(side).filter(|total| *total <= 9);
        for side in Side::BOTH {
            book.set(&mut facts, Fact::Total(side), point_total(side));
            // A total that is not a natural was not one in the initial deal either, or a third card was drawn.
            let natural = point_total(side).filter(|total| !ruleset.draws.is_natural(*total));
            book.set(&mut facts, Fact::Natural(side), natural.map(|_| 0));
        }
        let apart = point_total(Side::Player).zip(point_total(Side::Banker));
        book.set(&mut facts, Fact::Margin, apart.map(|(player, banker)| player.abs_diff(banker)));
        Self { winner, totals, sevens, facts }
    }

    /// The same with these totals in place of its own, the Player's first, and the winner that they give.
    pub(crate) fn with_totals(&self, ruleset: &Ruleset, (player, banker): (u8, u8)) -> Self {
        let result = match Winner::by_totals(player, banker) {
            Winner::Player => DeclaredResult::Player,
            Winner::Banker => DeclaredResult::Banker,
            Winner::Tie => DeclaredResult::Tie,
        };
        let declared = Declared {
            result: Some(result),
            player: Some(player.into()),
            banker: Some(banker.into()),
            sevens: self.sevens.map(Into::into),
        };
        Self::declared(ruleset, Some(&declared), Some(&self.facts))
    }
}

#[cfg(test)]
mod tests {
    use resettle_game::Card;

    use super::*;

    const BACCARAT: &str = "sg/mbs/baccarat/2017-02-17";

    fn hands(player: &[(usize, usize)], banker: &[(usize, usize)]) -> Hands {
        let cards = |cards: &[(usize, usize)]| {
            cards
                .iter()
                .map(|(rank, suit)| Card { rank: Rank::ALL[*rank], suit: resettle_game::Suit::ALL[*suit] }.into())
                .collect()
        };
        Hands { cards: PerSide { player: cards(player), banker: cards(banker) } }
    }

    #[test]
    fn pairs_are_of_the_cards_whatever_was_announced() {
        let registry = resettle_rulesets::registry().unwrap();
        let baccarat = registry.get(BACCARAT).unwrap();
        let pair = |facts: &Facts, side| baccarat.book.known(facts, Fact::Pair(side));
        let dealt = hands(&[(4, 0), (4, 1)], &[(4, 0), (5, 0)]).outcome(baccarat);
        let none = Outcome::declared(baccarat, None, Some(&dealt.facts));
        assert_eq!((pair(&none.facts, Side::Player), pair(&none.facts, Side::Banker)), (Some(1), Some(0)));
        assert_eq!(none.winner, None);
        let announced =
            Declared { result: Some(DeclaredResult::Banker), player: Some(3), banker: Some(12), sevens: Some(2) };
        let declared = Outcome::declared(baccarat, Some(&announced), Some(&dealt.facts));
        assert_eq!((declared.winner, declared.sevens), (Some(Winner::Banker), Some(2)));
        assert_eq!(pair(&declared.facts, Side::Player), Some(1));
        assert_eq!(baccarat.book.known(&declared.facts, Fact::Winner), Some(1));
        assert_eq!(pair(&Outcome::declared(baccarat, Some(&announced), None).facts, Side::Player), None);
    }

    #[test]
    fn a_total_beyond_nine_decides_nothing() {
        let registry = resettle_rulesets::registry().unwrap();
        let seven_up = registry.get("sg/mbs/7-up-baccarat/2017-02-17").unwrap();
        let banker = seven_up.wagers.iter().position(|rule| rule.bet == "banker").unwrap();
        let row = |total| {
            let announced =
                Declared { result: Some(DeclaredResult::Banker), player: None, banker: Some(total), sevens: None };
            let outcome = Outcome::declared(seven_up, Some(&announced), None);
            seven_up.row(banker, None, &outcome.facts).map(|row| row.pays().to_string())
        };
        assert_eq!((row(7).as_deref(), row(8).as_deref(), row(12)), (Some("9 to 5"), Some("1 to 1"), None));
    }
}
