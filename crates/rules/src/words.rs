//! Facts and conditions as people read them, and as short names.

use resettle_game::{Rank, Side, Suit};

use crate::bet::{BetRow, When};
use crate::condition::Condition;
use crate::fact::{CardsOf, Fact, Scope, SuitOf};
use crate::values::Values;

impl Fact {
    /// That the fact has one of these values.
    #[must_use]
    pub fn in_words(self, values: Values) -> String {
        let truth = values == Values::only(1);
        let number = || numbers(self, values);
        match self {
            Self::Winner => {
                let one = |value| match value {
                    0 => "the Player's total is higher",
                    1 => "the Banker's total is higher",
                    _ => "the totals are equal",
                };
                values.iter().map(one).collect::<Vec<_>>().join(" or ")
            }
            Self::Margin => format!("the totals are {} apart", number()),
            Self::Dealt => format!("{} cards are dealt", number()),
            Self::Total(side) => format!("the {}'s total is {}", side.name(), number()),
            Self::Cards(side) => format!("the {}'s hand has {} cards", side.name(), number()),
            Self::Drawn(side) => {
                let none = Values::only(Self::NO_CARD);
                let drew = values.without(none);
                let card = format!("the {} draws a card worth {}", side.name(), numbers(self, drew));
                match (values.has(Self::NO_CARD), drew.is_empty()) {
                    (true, true) => format!("the {} draws no card", side.name()),
                    (true, false) => format!("{card}, or none"),
                    (false, _) if drew == self.domain().without(none) => format!("the {} draws a card", side.name()),
                    (false, _) => card,
                }
            }
            Self::Natural(side) => format!("the {} has {} natural", side.name(), if truth { "a" } else { "no" }),
            Self::Pair(side) => {
                let of = if truth { "one rank" } else { "two ranks" };
                format!("the {}'s first two cards are of {of}", side.name())
            }
            Self::SuitedPair(side) => {
                let are = if truth { "are" } else { "are not" };
                format!("the {}'s first two cards {are} of one rank and suit", side.name())
            }
            Self::ColouredPair(side) => {
                let are = if truth { "are" } else { "are not" };
                format!("the {}'s first two cards {are} of one rank and colour", side.name())
            }
            Self::Suited(side) => {
                let of = if truth { "one suit" } else { "two suits" };
                format!("the {}'s first two cards are of {of}", side.name())
            }
            Self::First(rank, side) => {
                let of = CardsOf { rank, suit: None };
                let cards = of.name(values != Values::only(1));
                format!("{} {cards} among the {}'s first two cards", number(), side.name())
            }
            Self::FirstRed(side) => {
                let cards = SuitOf::Red.name(values != Values::only(1));
                format!("{} {cards} among the {}'s first two cards", number(), side.name())
            }
            Self::TwinPairs => {
                let are = if truth { "are" } else { "are not" };
                format!("the first two cards of both hands {are} of one rank")
            }
            Self::Count(of, scope) => {
                // A permanent card has a number from two to nine, and no suit.
                let may_be_permanent = of.suit.is_none() && of.rank.face_value().is_some();
                let permanent = if may_be_permanent { ", a permanent one counted" } else { "" };
                format!("{} {} in {}{permanent}", number(), of.name(values != Values::only(1)), place(scope))
            }
            Self::OneRank(scope) => format!("{} cards of one rank in {}", number(), place(scope)),
            Self::OfSuit(of, scope) => {
                format!("{} {} in {}", number(), of.name(values != Values::only(1)), place(scope))
            }
            Self::OneSuit(scope) => format!("{} cards of one suit in {}", number(), place(scope)),
        }
    }

    /// A short name: `player total`, `both 7s`.
    #[must_use]
    pub fn name(self) -> String {
        let of = |side: Side, what: &str| format!("{} {what}", Scope::Hand(side).word());
        match self {
            Self::Winner => "winner".to_owned(),
            Self::Margin => "margin".to_owned(),
            Self::Dealt => "dealt".to_owned(),
            Self::Total(side) => of(side, "total"),
            Self::Cards(side) => of(side, "cards"),
            Self::Drawn(side) => of(side, "drawn"),
            Self::Natural(side) => of(side, "natural"),
            Self::Pair(side) => of(side, "pair"),
            Self::SuitedPair(side) => of(side, "suited pair"),
            Self::ColouredPair(side) => of(side, "coloured pair"),
            Self::Suited(side) => of(side, "suited"),
            Self::First(rank, side) => of(side, &format!("first {}", CardsOf { rank, suit: None }.name(true))),
            Self::FirstRed(side) => of(side, &format!("first {}", SuitOf::Red.name(true))),
            Self::TwinPairs => "twin pairs".to_owned(),
            Self::Count(cards, scope) => format!("{} {}", scope.word(), cards.name(true)),
            Self::OneRank(scope) => format!("{} of one rank", scope.word()),
            Self::OfSuit(of, scope) => format!("{} {}", scope.word(), of.name(true)),
            Self::OneSuit(scope) => format!("{} of one suit", scope.word()),
        }
    }

    /// The values in short; sets that leave few out are described alike, whichever those are.
    fn short(self, values: Values) -> String {
        let one = |value: u8| match self {
            Self::Winner => ["player", "banker", "tie"].get(usize::from(value)).copied().unwrap_or("").to_owned(),
            Self::Drawn(_) if value == Self::NO_CARD => "none".to_owned(),
            _ if self.is_truth() => if value == 1 { "yes" } else { "no" }.to_owned(),
            _ => value.to_string(),
        };
        if left_out(self, values).is_some() {
            return "other".to_owned();
        }
        values.iter().map(one).collect::<Vec<_>>().join("/")
    }
}

impl CardsOf {
    /// `7`, `7s`, `queens`, `7s of hearts`.
    fn name(self, several: bool) -> String {
        let plural = if several { "s" } else { "" };
        let rank = match self.rank.letter() {
            'A' => format!("ace{plural}"),
            'T' => format!("10{plural}"),
            'J' => format!("jack{plural}"),
            'Q' => format!("queen{plural}"),
            'K' => format!("king{plural}"),
            digit => format!("{digit}{plural}"),
        };
        match self.suit {
            None => rank,
            Some(suit) => format!("{rank} of {}", suit_name(suit)),
        }
    }
}

impl SuitOf {
    /// `hearts`, `heart`, `red cards`, `red card`.
    fn name(self, several: bool) -> &'static str {
        match self {
            Self::Suit(suit) if several => suit_name(suit),
            Self::Suit(suit) => suit_name(suit).trim_end_matches('s'),
            Self::Red if several => "red cards",
            Self::Red => "red card",
        }
    }

    /// The key of the ruleset format: `hearts`, `red_cards`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Suit(suit) => suit_name(suit),
            Self::Red => "red_cards",
        }
    }

    /// The cards that a key names.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::all().into_iter().find(|of| of.key() == key)
    }
}

/// The English name of a suit.
fn suit_name(suit: Suit) -> &'static str {
    match suit.letter() {
        'C' => "clubs",
        'D' => "diamonds",
        'H' => "hearts",
        _ => "spades",
    }
}

impl CardsOf {
    const RANKS: [&str; 13] = [
        "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
        "kings",
    ];

    /// The key of the ruleset format: `sevens`, `sevens_of_hearts`.
    #[must_use]
    pub fn key(self) -> String {
        let rank = Self::RANKS.get(self.rank.index()).copied().unwrap_or("");
        match self.suit {
            None => rank.to_owned(),
            Some(suit) => format!("{rank}_of_{}", suit_name(suit)),
        }
    }

    /// The cards that a key names.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        let (rank, suit) = match key.split_once("_of_") {
            Some((rank, suit)) => (rank, Some(Suit::ALL.into_iter().find(|known| suit_name(*known) == suit)?)),
            None => (key, None),
        };
        let at = Self::RANKS.iter().position(|known| *known == rank)?;
        Some(Self { rank: *Rank::ALL.get(at)?, suit })
    }
}

fn place(scope: Scope) -> &'static str {
    match scope {
        Scope::Hand(Side::Player) => "the Player's hand",
        Scope::Hand(Side::Banker) => "the Banker's hand",
        Scope::Both => "both hands",
        Scope::OneHand => "one hand",
    }
}

/// What a set leaves out, where that says more than what it holds.
fn left_out(fact: Fact, values: Values) -> Option<Values> {
    let out = fact.domain().without(values);
    let named = !fact.is_truth() && !matches!(fact, Fact::Winner | Fact::Cards(_));
    (named && !out.is_empty() && out.len() <= 3 && values.len() > 3 && upward(fact, values).is_none()).then_some(out)
}

/// The least value of a set that holds all above it.
fn upward(fact: Fact, values: Values) -> Option<u8> {
    let least = values.iter().next()?;
    let above = fact.domain().without(Values::between(0, least)).or(Values::only(least));
    (values == above && values.len() > 1).then_some(least)
}

/// `7`, `4 to 9`, `2 or more`, `other than 7`, `1, 2 or 5`.
fn numbers(fact: Fact, values: Values) -> String {
    if let Some(out) = left_out(fact, values) {
        return format!("other than {}", listed(out));
    }
    if let Some(least) = upward(fact, values)
        && !matches!(fact, Fact::Total(_) | Fact::Drawn(_))
    {
        return format!("{least} or more");
    }
    match (values.iter().next(), values.iter().last()) {
        (Some(least), Some(most)) if values.len() > 2 && values == Values::between(least, most) => {
            format!("{least} to {most}")
        }
        _ => listed(values),
    }
}

fn listed(values: Values) -> String {
    let mut words: Vec<String> = values.iter().map(|value| value.to_string()).collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

impl Condition {
    /// The condition, as people read it.
    #[must_use]
    pub fn in_words(&self) -> String {
        self.words(false)
    }

    fn words(&self, inner: bool) -> String {
        let (parts, word) = match self {
            Self::Is(fact, values) => return fact.in_words(*values),
            Self::All(parts) => (parts, " and "),
            Self::Any(parts) => (parts, " or "),
        };
        let text = parts.iter().map(|part| part.words(true)).collect::<Vec<_>>().join(word);
        if inner && parts.len() > 1 { format!("({text})") } else { text }
    }

    /// A short name, the same for conditions that differ only in what a set leaves out.
    #[must_use]
    pub fn name(&self) -> String {
        let all = |parts: &[Self], word: &str| parts.iter().map(Self::name).collect::<Vec<_>>().join(word);
        match self {
            Self::Is(fact, values) => format!("{} {}", fact.name(), fact.short(*values)),
            Self::All(parts) => all(parts, ", "),
            Self::Any(parts) => format!("({})", all(parts, " or ")),
        }
    }
}

impl When {
    /// As people read it.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Is(condition) => condition.in_words(),
            Self::Otherwise => "otherwise".to_owned(),
        }
    }

    /// A short name.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Is(condition) => condition.name(),
            Self::Otherwise => "otherwise".to_owned(),
        }
    }
}

impl BetRow {
    /// When it holds, as people read it.
    #[must_use]
    pub fn in_words(&self) -> String {
        self.when.in_words()
    }
}
