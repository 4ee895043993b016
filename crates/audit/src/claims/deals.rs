//! Every way in which a deal that begins with the given cards can end, as far as totals and sevens go.

use std::collections::BTreeSet;

use resettle_game::{KnownCard, Rank, Side};
use resettle_ruleset::Ruleset;

/// What a deal comes to. There are a few hundred of them at most, however many cards are unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Dealing {
    pub(super) player: u8,
    pub(super) banker: u8,
    /// Cards of face value 7, the permanent one included.
    pub(super) sevens: u8,
    /// How many cards it takes.
    pub(super) cards: usize,
}

impl Dealing {
    fn with(self, side: Side, (value, seven): (u8, bool)) -> Self {
        let total = |total: u8, own: bool| if own { (total + value) % 10 } else { total };
        Self {
            player: total(self.player, side == Side::Player),
            banker: total(self.banker, side == Side::Banker),
            sevens: self.sevens.saturating_add(u8::from(seven)),
            cards: self.cards + 1,
        }
    }
}

/// All ways to finish a deal that begins with `dealt`; `None` is a card of any rank, like those that follow.
pub(super) fn endings(ruleset: &Ruleset, dealt: &[Option<KnownCard>]) -> BTreeSet<Dealing> {
    let printed = |side: Side| *ruleset.deal.permanent.of(side);
    let sevens = Side::BOTH.into_iter().filter(|side| printed(*side) == Rank::SEVEN.face_value()).count();
    let mut open = BTreeSet::from([Dealing {
        player: printed(Side::Player).unwrap_or(0) % 10,
        banker: printed(Side::Banker).unwrap_or(0) % 10,
        sevens: u8::try_from(sevens).unwrap_or(0),
        cards: 0,
    }]);
    for (at, side) in ruleset.deal.order.iter().enumerate() {
        let values = values(ruleset, dealt, at);
        open = open.iter().flat_map(|dealing| values.iter().map(|value| dealing.with(*side, *value))).collect();
    }
    let mut ended = BTreeSet::new();
    for dealing in open {
        finish(ruleset, dealt, dealing, &mut ended);
    }
    ended
}

fn finish(ruleset: &Ruleset, dealt: &[Option<KnownCard>], dealing: Dealing, ended: &mut BTreeSet<Dealing>) {
    let draws = &ruleset.draws;
    if draws.is_natural(dealing.player) || draws.is_natural(dealing.banker) {
        ended.insert(dealing);
        return;
    }
    let mut after_player = vec![(dealing, None)];
    if draws.player(dealing.player).is_some_and(|decision| decision.draws) {
        let drawn = values(ruleset, dealt, dealing.cards);
        after_player = drawn.iter().map(|value| (dealing.with(Side::Player, *value), Some(value.0))).collect();
    }
    for (after, third) in after_player {
        if draws.banker(dealing.banker, third).is_some_and(|decision| decision.draws) {
            let drawn = values(ruleset, dealt, after.cards);
            ended.extend(drawn.iter().map(|value| after.with(Side::Banker, *value)));
        } else {
            ended.insert(after);
        }
    }
}

/// The point values that the card at a place can have, and whether it is a seven.
fn values(ruleset: &Ruleset, dealt: &[Option<KnownCard>], at: usize) -> BTreeSet<(u8, bool)> {
    let value = |rank: Rank| (ruleset.cards.of(rank), rank == Rank::SEVEN);
    match dealt.get(at) {
        Some(Some(card)) => ruleset.table.ranks(*card).map(value).collect(),
        Some(None) | None => Rank::ALL.into_iter().map(value).collect(),
    }
}

#[cfg(test)]
mod tests {
    use resettle_game::{Card, Suit};

    use super::*;

    fn cards(text: &str) -> Vec<Option<KnownCard>> {
        let card = |word: &str| {
            let mut letters = word.chars();
            Some(Card { rank: Rank::from_letter(letters.next()?)?, suit: Suit::from_letter(letters.next()?)? }.into())
        };
        text.split_whitespace().map(card).collect()
    }

    fn counts(id: &str, dealt: &str) -> Vec<usize> {
        let registry = resettle_rulesets::registry().unwrap();
        let all = endings(registry.get(id).unwrap(), &cards(dealt));
        all.into_iter().map(|dealing| dealing.cards).collect::<BTreeSet<_>>().into_iter().collect()
    }

    #[test]
    fn a_deal_takes_as_many_cards_as_its_totals_ask_for() {
        const BACCARAT: &str = "sg/mbs/baccarat/2017-02-17";
        assert_eq!(counts(BACCARAT, ""), [4, 5, 6]);
        assert_eq!(counts(BACCARAT, "9S KS TH 8D"), [4]);
        assert_eq!(counts(BACCARAT, "2S 3S 3H 4D"), [5], "5 against 7: the Player draws, the Banker stands");
        assert_eq!(counts(BACCARAT, "?? ?? ?? ?? ?? ??"), [4, 5, 6]);
        const SEVEN_UP: &str = "sg/mbs/7-up-baccarat/2017-02-17";
        assert_eq!(counts(SEVEN_UP, "9S AS KH"), [3], "8 against 9");
        assert_eq!(counts(SEVEN_UP, "?? 3S ??"), [3, 4, 5]);
    }
}
