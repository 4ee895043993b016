//! What one player may combine.

use std::fmt;

use resettle_game::Token;
use resettle_yaml::{Fields, Fixed, Form, Node, Value, defined};
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::clause::Cite;
use crate::context::Context;
use crate::section::{ALONE, Leaf, Leaves, counted_and_grounded, rule};

/// The name of a bet that the ruleset offers.
pub(crate) struct Bet;

rule! {
    Combinations with Default
        unread "combinations of wagers (`opposed`, `requires`, `whose`) and tokens" {
        /// The clause by which everything may be combined.
        free: Option<Cite> = ALONE => Procedure("free"),
        /// Two bets that one player may not have together.
        opposed: Option<Opposed>,
        /// A bet that needs another one on the table; one rule, or a list of several.
        requires: Required = RuleOrRules,
        /// What wagers are placed with.
        tokens: Option<Tokens>,
        /// Wagers on one bet in one area.
        #[prints(Wagers inside)]
        wagers_per_area: Option<PerArea>,
        /// Players on one bet of one area.
        #[prints(Players inside)]
        players_per_area: Option<PerArea>,
    }

    Opposed => Procedure(|rule| format!("{} unless approved", rule.bets.join(" and "))) {
        bets: [String; 2],
        unless: Fixed = ["approved"],
        clause: Cite,
    }

    Requires => Procedure(|rule| rule.in_words()) {
        bet: String = Bet,
        any_of: Vec<String> = Bet,
        /// Whose wager the other one has to be; left out, anybody's at the table.
        whose: Option<Fixed> = ["same_player"],
        /// The clause by which the other one has to lie there first; left out where the order does not matter.
        before: Option<Cite> = ALONE => Procedure("placed first"),
        clause: Cite,
    }

    PerArea as "a bound on an area"
        => Procedure(|rule| format!("at most {} on {}", rule.at_most, rule.bet.as_deref().unwrap_or("any bet"))) {
        bet: Option<String> = Bet,
        at_most: usize = 1..=1000,
        clause: Cite,
    }

    Tokens => Procedure(|rule| rule.in_words()) {
        /// Beside chips.
        accepted: Vec<Token>,
        clause: Cite,
    }
}

counted_and_grounded! { PerArea }

impl Requires {
    fn in_words(&self) -> String {
        let whose = if self.is_own() { " of the same player" } else { "" };
        format!("{} needs {}{whose}", self.bet, self.any_of.join(" or "))
    }

    /// Whether the other wager has to be of the same player.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.whose.is_some()
    }
}

/// Every rule by which a bet needs another one; none where the document asks for none.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Required(pub Vec<Requires>);

/// One rule alone is written as a key that may be left out, so that what is compared as data has the key's path.
impl fmt::Debug for Required {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => None::<&Requires>.fmt(f),
            [only] => Some(only).fmt(f),
            several => several.fmt(f),
        }
    }
}

/// One rule alone has the path of the key, several have those of a list.
impl Leaves for Required {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        match self.0.as_slice() {
            [only] => only.leaves(path, out),
            several => several.iter().enumerate().for_each(|(at, one)| one.leaves(&format!("{path}.{}", at + 1), out)),
        }
    }
}

/// One mapping, or a list of them.
pub(crate) struct RuleOrRules;

impl Form<Context, RuleOrRules> for Required {
    const OPTIONAL: bool = true;

    fn read(node: &Node, key: &'static str, _: &RuleOrRules, context: &mut Context) -> Option<Self> {
        if matches!(node.value, Value::List(_)) {
            if node.items() == Some(0) {
                context.faults.add(node.place, "no bet that needs another one stands here");
                return None;
            }
            return <Vec<Requires> as Form<Context>>::read(node, key, &(), context).map(Self);
        }
        Requires::read(node, key, &(), context).map(|only| Self(vec![only]))
    }

    fn take(fields: &mut Fields<'_>, key: &'static str, of: &RuleOrRules, context: &mut Context) -> Option<Self> {
        Some(fields.optional(key).and_then(|node| Self::read(node, key, of, context)).unwrap_or_default())
    }

    fn schema(_: &RuleOrRules, generator: &mut SchemaGenerator) -> Schema {
        let one = <Requires as Form<Context>>::schema(&(), generator);
        let several = json_schema!({"type": "array", "items": one, "minItems": 1});
        let about = "One rule, or several.";
        defined("OneOrSeveral3", json_schema!({"description": about, "anyOf": [one, several]}), generator)
    }
}

impl Tokens {
    fn in_words(&self) -> String {
        let accepted: Vec<&str> = self.accepted.iter().map(|token| token.word()).collect();
        format!("chips {}", accepted.join(" ")).trim_end().to_owned()
    }
}

impl Form<Context, Bet> for String {
    fn read(node: &Node, _: &'static str, _: &Bet, context: &mut Context) -> Option<Self> {
        let name = node.text(&mut context.faults)?;
        if !context.bets.iter().any(|bet| bet == name) {
            let help = format!("offered: {}", context.bets.join(", "));
            context.faults.add_with_help(node.place, format!("`wagers` offers no bet `{name}`"), help);
            return None;
        }
        Some(name.to_owned())
    }

    fn schema(_: &Bet, generator: &mut SchemaGenerator) -> Schema {
        <Self as Form<Context>>::schema(&(), generator)
    }
}

impl Form<Context> for [String; 2] {
    fn read(node: &Node, key: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let bets: Vec<String> = Form::read(node, key, &Bet, context)?;
        bets.try_into().map_err(|_| context.faults.add(node.place, "two bets oppose each other")).ok()
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let mut schema = <Vec<String> as Form<Context, _>>::schema(&Bet, generator);
        schema.insert("minItems".to_owned(), 2.into());
        schema.insert("maxItems".to_owned(), 2.into());
        schema
    }
}
