//! How a coup begins, and what is burned.

use std::ops::RangeInclusive;

use resettle_game::{PerSide, Rank, Side, counted};
use resettle_yaml::{Fields, Form, Node, Value, defined, section};
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::clause::Cite;
use crate::context::Context;
use crate::section::{ALONE, no_leaves, rule};
use crate::shoe::BurnBeforeCoup;

/// How a coup begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The face value of a printed or permanent card, which is the first of its hand.
    pub permanent: PerSide<Option<u8>>,
    /// The clause that says so of that card.
    pub permanent_clause: Option<Cite>,
    /// To which hand the physical cards of the initial deal go, in order.
    pub order: Vec<Side>,
    /// Where the document says so.
    pub clause: Cite,
    /// The clause by which discards return to the device.
    pub cards_return: Option<Cite>,
    /// The burn before play; none where the document demands none.
    pub burn_at_start: Option<Burn>,
    /// The burn before each coup; none where the document demands none.
    pub burn_before_coup: Option<BurnBeforeCoup>,
}

section! {
    Context;
    WrittenDeal named "Deal" {
        /// The face value of a printed card, which is the first of its hand.
        permanent: Option<Permanent>,
        /// To which hand each card drawn goes.
        order: Vec<Side>,
        clause: Cite,
        /// The clause by which discards return to the device.
        cards_return: Option<Cite> = ALONE,
        /// The clause that demands a burn before play.
        burn_at_start: Option<Burn>,
        /// The clause that demands a burn before each coup.
        burn_before_coup: Option<BurnBeforeCoup>,
    }

    Permanent {
        player: Option<u8> = 2..=9,
        banker: Option<u8> = 2..=9,
        clause: Cite,
    }
}

rule! {
    Burn => Procedure(|burn| match burn.number {
        BurnCount::Some => "a card is burned before play".to_owned(),
        other => other.in_words(),
    }) {
        /// How many cards; left out: one at least.
        number: BurnCount,
        clause: Cite,
    }
}

impl Form<Context> for Deal {
    fn read(node: &Node, key: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let written = WrittenDeal::read(node, key, &(), context);
        if !two_each(node, context) {
            return None;
        }
        let WrittenDeal { permanent, order, clause, cards_return, burn_at_start, burn_before_coup } = written?;
        let (permanent, permanent_clause) = match permanent {
            Some(Permanent { player, banker, clause }) => (PerSide { player, banker }, Some(clause)),
            None => (PerSide::default(), None),
        };
        Some(Self { permanent, permanent_clause, order, clause, cards_return, burn_at_start, burn_before_coup })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        WrittenDeal::schema(&(), generator)
    }
}

/// Whether the initial deal gives each hand two cards, printed ones included.
fn two_each(node: &Node, context: &mut Context) -> bool {
    let Some(order) = node.member("order") else { return false };
    let mut two_each = true;
    for (word, side) in SIDES {
        let printed = node.member("permanent").and_then(|node| node.member(word));
        let printed = printed.is_some_and(|node| matches!(node.value, Value::Int(2..=9)));
        let is_side = |item: &&Node| matches!(&item.value, Value::Text(to) if to == word);
        let dealt = if let Value::List(items) = &order.value { items.iter().filter(is_side).count() } else { 0 };
        let cards = usize::from(printed) + dealt;
        if cards != 2 {
            two_each = false;
            let cards = counted(cards, "card");
            context.faults.add_with_help(
                order.place,
                format!("the initial deal gives the {} {cards}, not 2", side.name()),
                "`order` says to which hand each card drawn goes; a permanent card counts as one of the two",
            );
        }
    }
    two_each
}

const SIDES: &[(&str, Side)] = &[("player", Side::Player), ("banker", Side::Banker)];

impl Form<Context> for Side {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        node.word(SIDES, &mut context.faults)
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "enum": ["player", "banker"]})
    }
}

/// Where the number is left out, one card at least.
impl Form<Context> for BurnCount {
    const OPTIONAL: bool = true;

    fn take(fields: &mut Fields<'_>, key: &'static str, of: &(), context: &mut Context) -> Option<Self> {
        fields.optional(key).map_or(Some(Self::Some), |node| Self::read(node, key, of, context))
    }

    fn read(node: &Node, key: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        match &node.value {
            Value::Int(_) => Form::read(node, key, &BURNED, context).map(Self::Number),
            _ => node.word(&[("by_first_card", Self::ByFirstCard)], &mut context.faults),
        }
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let mut number = <usize as Form<Context, _>>::schema(&BURNED, generator);
        number.insert("description".to_owned(), "So many.".into());
        let about = "The first one and as many more as it shows.";
        let word = json_schema!({"description": about, "type": "string", "enum": ["by_first_card"]});
        defined("BurnNumber", json_schema!({"anyOf": [number, word]}), generator)
    }
}

/// No rule burns more cards at once.
const BURNED: RangeInclusive<i64> = 1..=52;

no_leaves! { BurnCount }

/// How many cards are burned before play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BurnCount {
    /// One at least.
    Some,
    /// This many.
    Number(usize),
    /// The first card is turned up, and as many more are burned as it shows: an ace one, tens and court cards ten.
    ByFirstCard,
}

impl BurnCount {
    /// How many are due, where the first card burned is this one; none where nobody can say.
    #[must_use]
    pub fn due(self, first: Option<Rank>) -> Option<usize> {
        match self {
            Self::Some => None,
            Self::Number(number) => Some(number),
            Self::ByFirstCard => {
                let first = first?;
                Some(1 + first.face_value().map_or(if first.index() == 0 { 1 } else { 10 }, usize::from))
            }
        }
    }

    /// As people read it.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Self::Some | Self::Number(1) => "before play starts the first card is burned".to_owned(),
            Self::Number(number) => format!("before play starts {number} cards are burned"),
            Self::ByFirstCard => {
                "before play starts the first card is turned up and burned, and as many more as it shows".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_card_says_how_many_are_burned() {
        let due = |letter| BurnCount::ByFirstCard.due(Rank::from_letter(letter));
        assert_eq!(
            [due('A'), due('2'), due('9'), due('T'), due('K')],
            [Some(2), Some(3), Some(10), Some(11), Some(11)]
        );
        assert_eq!((BurnCount::ByFirstCard.due(None), BurnCount::Some.due(None)), (None, None));
        assert_eq!(BurnCount::Number(3).due(None), Some(3));
    }
}
