//! What one player may combine.

use resettle_game::Token;
use resettle_yaml::{Fixed, Form, Node};
use schemars::{Schema, SchemaGenerator};

use crate::clause::Cite;
use crate::decode::Context;
use crate::section::{ALONE, rule};

/// The name of a bet that the ruleset offers.
pub(crate) struct Bet;

rule! {
    Combinations {
        /// The clause by which everything may be combined.
        free: Option<Cite> = ALONE => Procedure("free"),
        /// Two bets that one player may not have together.
        opposed: Option<Opposed>,
        /// A bet that needs another one on the table.
        requires: Option<Requires>,
        /// What wagers are placed with.
        tokens: Option<Tokens>,
        /// Wagers on one bet in one area.
        wagers_per_area: Option<PerArea>,
        /// Players on one bet of one area.
        players_per_area: Option<PerArea>,
    }

    Opposed => Procedure(|rule| format!("{} unless approved", rule.bets.join(" and "))) {
        bets: [String; 2],
        unless: Fixed = ["approved"],
        clause: Cite,
    }

    Requires => Procedure(|rule| format!("{} needs {}", rule.bet, rule.any_of.join(" or "))) {
        bet: String = Bet,
        any_of: Vec<String> = Bet,
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

impl Combinations {
    /// Those of a document that says nothing of them.
    pub(crate) const SILENT: Self =
        Self { free: None, opposed: None, requires: None, wagers_per_area: None, players_per_area: None, tokens: None };
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
