//! What cards say of which not everything is known.

use resettle_game::{Card, KnownCard, PerSide, Rank, Side, Suit};

use crate::book::{Book, Facts};
use crate::fact::{CardsOf, Fact, Scope, SuitOf};
use crate::table::PlayTable;

impl PlayTable {
    /// The point value of a card, 0 to 9.
    #[must_use]
    pub fn points(&self, card: KnownCard) -> u8 {
        match card {
            KnownCard::Whole(card) => self.value(card.rank),
            KnownCard::Rank(rank) => self.value(rank),
            KnownCard::Points(points) => points,
        }
    }

    /// The ranks that a card may have, ace first.
    pub fn ranks(&self, card: KnownCard) -> impl Iterator<Item = Rank> {
        Rank::ALL.into_iter().filter(move |rank| self.may_have(card, *rank))
    }

    fn may_have(&self, card: KnownCard, rank: Rank) -> bool {
        match card {
            KnownCard::Whole(card) => card.rank == rank,
            KnownCard::Rank(known) => known == rank,
            KnownCard::Points(points) => self.value(rank) == points,
        }
    }

    /// The rank of a card, if only one is possible.
    #[must_use]
    pub fn rank(&self, card: KnownCard) -> Option<Rank> {
        let mut ranks = self.ranks(card);
        ranks.next().filter(|_| ranks.next().is_none())
    }

    /// A card that it may be, which has the same points; none where no rank has these points.
    #[must_use]
    pub fn some_card(&self, card: KnownCard) -> Option<Card> {
        let [clubs, ..] = Suit::ALL;
        self.ranks(card).next().map(|rank| Card { rank, suit: card.suit().unwrap_or(clubs) })
    }

    /// Whether it may be one of these cards.
    #[must_use]
    pub fn may_be(&self, card: KnownCard, of: CardsOf) -> bool {
        let suit = of.suit.is_none_or(|suit| card.suit().is_none_or(|known| known == suit));
        suit && self.may_have(card, of.rank)
    }

    /// Whether it is one of these cards, whatever is not known of it.
    #[must_use]
    pub fn must_be(&self, card: KnownCard, of: CardsOf) -> bool {
        self.rank(card) == Some(of.rank) && of.suit.is_none_or(|suit| card.suit() == Some(suit))
    }
}

impl Book {
    /// What the cards of two hands say, each hand's in the order drawn. A fact is known only if it is the same whatever is
    /// not known of the cards.
    #[must_use]
    pub fn facts_known(&self, table: &PlayTable, cards: PerSide<&[KnownCard]>) -> Facts {
        let [player, banker] = [cards.player, cards.banker]
            .map(|cards| cards.iter().filter_map(|card| table.some_card(*card)).collect::<Vec<_>>());
        // Points are the same whatever cards have them; the other facts are asked one by one.
        let mut facts = self.facts_of(table, PerSide { player: &player, banker: &banker });
        if Side::BOTH.iter().all(|side| cards.of(*side).iter().all(|card| card.whole().is_some())) {
            return facts;
        }
        for fact in self.asked() {
            let known = match *fact {
                Fact::Pair(side) => pair(table, side, cards.of(side), |_, _| Some(true)),
                Fact::SuitedPair(side) => pair(table, side, cards.of(side), |a, b| Some(a? == b?)),
                Fact::ColouredPair(side) => pair(table, side, cards.of(side), |a, b| Some(a?.is_red() == b?.is_red())),
                Fact::Suited(side) => suited(table, side, cards.of(side)),
                Fact::First(rank, side) => {
                    let of = CardsOf { rank, suit: None };
                    one(counted(table, of, Scope::Hand(side), &first_two(table, side, &cards)))
                }
                Fact::FirstRed(side) => one(of_suit(SuitOf::Red, Scope::Hand(side), &first_two(table, side, &cards))),
                Fact::TwinPairs => twin_pairs(table, &cards),
                Fact::Count(of, scope) => one(counted(table, of, scope, &cards)),
                Fact::OneRank(scope) => {
                    let all = Rank::ALL.map(|rank| counted(table, CardsOf { rank, suit: None }, scope, &cards));
                    let most = |counts: [u8; 13]| counts.into_iter().max().unwrap_or(0);
                    one((most(all.map(|(least, _)| least)).max(1), most(all.map(|(_, most)| most))))
                }
                Fact::OfSuit(of, scope) => one(of_suit(of, scope, &cards)),
                Fact::OneSuit(scope) => {
                    let all = Suit::ALL.map(|suit| of_suit(SuitOf::Suit(suit), scope, &cards));
                    let most = |counts: [u8; 4]| counts.into_iter().max().unwrap_or(0);
                    one((most(all.map(|(least, _)| least)).max(1), most(all.map(|(_, most)| most))))
                }
                Fact::Winner
                | Fact::Margin
                | Fact::Dealt
                | Fact::Total(_)
                | Fact::Cards(_)
                | Fact::Drawn(_)
                | Fact::Natural(_) => continue,
            };
            self.set(&mut facts, *fact, known);
        }
        facts
    }
}

/// The cards of the initial deal to a side, without those of the other.
fn first_two<'c>(table: &PlayTable, side: Side, cards: &PerSide<&'c [KnownCard]>) -> PerSide<&'c [KnownCard]> {
    let own = *cards.of(side);
    let first = own.get(..table.dealt_to(side)).unwrap_or(own);
    match side {
        Side::Player => PerSide { player: first, banker: &[] },
        Side::Banker => PerSide { player: &[], banker: first },
    }
}

/// Whether all four first cards are of one rank.
fn twin_pairs(table: &PlayTable, cards: &PerSide<&[KnownCard]>) -> Option<u8> {
    let pairs = Side::BOTH.map(|side| pair(table, side, cards.of(side), |_, _| Some(true)));
    if pairs.contains(&Some(0)) {
        return Some(0);
    }
    let (Some(one), Some(other)) = (cards.player.first(), cards.banker.first()) else { return Some(0) };
    if table.ranks(*one).all(|rank| table.ranks(*other).all(|known| known != rank)) {
        return Some(0);
    }
    (pairs == [Some(1); 2]).then_some(1)
}

/// Whether the first two cards of a hand are of one suit.
fn suited(table: &PlayTable, side: Side, cards: &[KnownCard]) -> Option<u8> {
    let [first, second, ..] = cards else { return Some(0) };
    if table.permanent.of(side).is_some() {
        return Some(0);
    }
    Some(u8::from(first.suit()? == second.suit()?))
}

/// Whether the first two cards of a hand are of one rank, and go together by their suits.
fn pair(
    table: &PlayTable,
    side: Side,
    cards: &[KnownCard],
    together: impl Fn(Option<Suit>, Option<Suit>) -> Option<bool>,
) -> Option<u8> {
    let [first, second, ..] = cards else { return Some(0) };
    if table.permanent.of(side).is_some() {
        return Some(0);
    }
    let together = together(first.suit(), second.suit());
    if table.ranks(*first).all(|rank| table.ranks(*second).all(|other| other != rank)) {
        return Some(0);
    }
    if together == Some(false) {
        return Some(0);
    }
    let of_one_rank = table.rank(*first).is_some() && table.rank(*second).is_some();
    (of_one_rank && together == Some(true)).then_some(1)
}

/// How many such cards there are at least and at most, a permanent one counted.
fn counted(table: &PlayTable, of: CardsOf, scope: Scope, cards: &PerSide<&[KnownCard]>) -> (u8, u8) {
    let in_hand = |side: Side| {
        let face = *table.permanent.of(side);
        let printed = face.is_some() && of.suit.is_none() && of.rank.face_value() == face;
        let count = |is: &dyn Fn(KnownCard) -> bool| {
            let drawn = cards.of(side).iter().filter(|card| is(**card)).count();
            u8::try_from(drawn + usize::from(printed)).unwrap_or(u8::MAX)
        };
        (count(&|card| table.must_be(card, of)), count(&|card| table.may_be(card, of)))
    };
    scoped(in_hand, scope)
}

/// How many cards of a suit or colour there are at least and at most.
fn of_suit(of: SuitOf, scope: Scope, cards: &PerSide<&[KnownCard]>) -> (u8, u8) {
    let in_hand = |side: Side| {
        let count = |unknown: bool| {
            let cards = cards.of(side).iter();
            u8::try_from(cards.filter(|card| card.suit().map_or(unknown, |suit| of.holds(suit))).count())
                .unwrap_or(u8::MAX)
        };
        (count(false), count(true))
    };
    scoped(in_hand, scope)
}

fn scoped(in_hand: impl Fn(Side) -> (u8, u8), scope: Scope) -> (u8, u8) {
    let (player, banker) = (in_hand(Side::Player), in_hand(Side::Banker));
    match scope {
        Scope::Hand(Side::Player) => player,
        Scope::Hand(Side::Banker) => banker,
        Scope::Both => (player.0.saturating_add(banker.0), player.1.saturating_add(banker.1)),
        Scope::OneHand => (player.0.max(banker.0), player.1.max(banker.1)),
    }
}

fn one((least, most): (u8, u8)) -> Option<u8> {
    (least == most).then_some(least)
}
