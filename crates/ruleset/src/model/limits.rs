//! What follows from the limits of the table sign.

use resettle_game::Odds;
use resettle_yaml::{Fixed, Form, Node, Value, defined};
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::clause::Cite;
use crate::context::Context;
use crate::model::Bet;
use crate::money::ShareText;
use crate::section::{ALONE, counted_and_grounded, no_leaves, rule, words};

words! {
    /// What follows from a breach of a maximum.
    AtLimit {
        /// The stake is settled whole; nothing in the document says otherwise.
        Whole = "whole",
        /// The wager is paid or collected to the maximum, the excess goes back.
        Capped = "capped",
        /// The same, reduced pro rata.
        ProRata = "pro_rata",
    }
}

words! {
    /// What follows from a breach of a minimum.
    BelowLimit {
        /// The wager is valid.
        Valid = "valid",
        /// The minimum binds although the document has no consequence for it: the breach is reported.
        Reported = "reported",
    }
}

rule! {
    Limits with Default unread "limits of the table sign" {
        /// The maximum of one player on one bet.
        maximum: Option<MaximumRule> => Settlement(else "whole"),
        /// The maximum of one area on one bet.
        area_maximum: Option<AreaMaximumRule> => Settlement(else "whole"),
        /// The minimum of one player on one bet: valid below it, or a breach that is reported.
        minimum: Option<MinimumRule>,
        differential: Option<ValidRule>,
        /// The clause on limits for one player alone.
        personal: Option<Cite> = ALONE => Procedure("valid"),
        /// The most that one wager can win; what is above it is not paid.
        #[prints(Money inside)]
        winnings: Option<WinningsRule>,
        /// Bounds on stakes by a minimum of the sign, by other stakes of the same player, or by a unit.
        #[unread("bounds on stakes (`limits.stakes`; amounts of money are compared)")]
        stakes: Option<Vec<StakeRule>>,
        /// Bets on which no wager is taken late in a shoe.
        #[unread("which bets close early (`limits.closed`; after which coup is compared)")]
        closed: Option<Vec<ClosedRule>>,
    }

    WinningsRule => Settlement(|rule| format!("at most {} of one wager", rule.at_most)) {
        /// In minor units, the stake not counted.
        at_most: i64 = 1..=1_000_000_000_000_000,
        clause: Cite,
    }

    StakeRule as "a bound on stakes" checked by stake_rule => Procedure(|rule| rule.in_words()) {
        /// The bet whose stakes are bounded.
        bet: String = Bet,
        /// What one player has on it is at least so many times the amount.
        at_least: Option<Times>,
        /// What one player has on it is at most so many times the amount.
        at_most: Option<Times>,
        /// Each wager on it is a whole number of times this many times the amount.
        multiple_of: Option<Times>,
        /// The amount: the minimum that the table's sign states for this bet.
        minimum_of: Option<String> = Bet,
        /// The amount: what the same player has on these bets; where that is nothing, nothing is asked.
        stakes_of: Option<Vec<String>> = Bet,
        /// The amount, in minor units.
        #[prints(Money)]
        unit: Option<i64> = 1..=1_000_000_000_000,
        clause: Cite,
    }

    ClosedRule as "a close in the course of a shoe"
        => Procedure(|rule| format!("{} after coup {}", rule.bets.join(", "), rule.after_coup)) {
        bets: Vec<String> = Bet,
        /// The last coup of a shoe for which wagers on them are taken.
        #[prints(Rounds)]
        after_coup: u32 = 1..=1000,
        clause: Cite,
    }

    MaximumRule as "a limit" => Settlement(|rule| rule.then.word()) {
        then: AtLimit = ["whole", "capped"],
        clause: Cite,
        /// The clause by which results of earlier coups stand.
        earlier_coups: Option<Cite> => Settlement("results stand"),
    }

    AreaMaximumRule as "a limit" => Settlement(|rule| rule.then.word()) {
        then: AtLimit = ["whole", "pro_rata"],
        clause: Cite,
        /// The clause by which results of earlier coups stand.
        earlier_coups: Option<Cite> => Settlement("results stand"),
    }

    MinimumRule as "a limit" => Procedure(|rule| rule.then.word()) {
        then: BelowLimit = ["valid", "reported"],
        clause: Cite,
    }

    ValidRule as "a limit" => Procedure(|_rule| "valid") {
        then: Fixed = ["valid"],
        clause: Cite,
    }
}

counted_and_grounded! { WinningsRule }

/// How many times an amount: a whole number, or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// So many, above 0.
    pub times: i64,
    /// Of this many equal parts of the amount; 1 for the whole of it.
    pub of: i64,
}

no_leaves! { Times }

/// `10`, `1 of 2`.
impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.of {
            1 => write!(f, "{}", self.times),
            of => write!(f, "{} of {of}", self.times),
        }
    }
}

impl Form<Context> for Times {
    fn read(node: &Node, key: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        if matches!(node.value, Value::Int(_)) {
            return Form::read(node, key, &TIMES, context).map(|times| Self { times, of: 1 });
        }
        let text = node.text(&mut context.faults)?;
        let parts = text.split_once(" of ").and_then(|(times, of)| Odds::parse(&format!("{times} to {of}")).ok());
        if parts.is_none() {
            let help = "a whole number, or a part of the amount as `1 of 2`";
            context.faults.add_with_help(node.place, format!("`{text}` does not say how many times"), help);
        }
        parts.map(|parts| Self { times: parts.win().into(), of: parts.stake().into() })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let part = generator.subschema_for::<ShareText>();
        let times = <i64 as Form<Context, _>>::schema(&TIMES, generator);
        let about = "How many times an amount: `10`, or a part of it as `1 of 2`.";
        defined("Times", json_schema!({"description": about, "anyOf": [times, part]}), generator)
    }
}

const TIMES: std::ops::RangeInclusive<i64> = 1..=1_000_000;

impl StakeRule {
    /// What it asks, as people read it: `tie: at most 1 of 2 times the same player's stakes on player, banker`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let parts = [("at least", self.at_least), ("at most", self.at_most), ("a multiple of", self.multiple_of)];
        let parts = parts.into_iter().filter_map(|(what, times)| Some(format!("{what} {}", times?)));
        let bounds: Vec<String> = parts.collect();
        format!("{}: {} times {}", self.bet, bounds.join(", "), self.amount())
    }

    /// The amount, as people read it.
    #[must_use]
    pub fn amount(&self) -> String {
        match (&self.minimum_of, &self.stakes_of, self.unit) {
            (Some(bet), _, _) => format!("the minimum of {bet}"),
            (_, Some(bets), _) => format!("the same player's stakes on {}", bets.join(", ")),
            (_, _, unit) => format!("{} minor units", unit.unwrap_or(1)),
        }
    }
}

/// One amount, and a bound at least.
fn stake_rule(_: Option<&StakeRule>, node: &Node, context: &mut Context) {
    let has = |keys: &[&str]| keys.iter().filter(|key| node.member(key).is_some()).count();
    if has(&["minimum_of", "stakes_of", "unit"]) != 1 {
        let help = "one of `minimum_of`, `stakes_of` and `unit`";
        context.faults.add_with_help(node.place, "a bound on stakes names one amount", help);
    }
    if has(&["at_least", "at_most", "multiple_of"]) == 0 {
        let help = "`at_least`, `at_most`, `multiple_of`, or several of them";
        context.faults.add_with_help(node.place, "this bounds nothing", help);
    }
}

/// What follows from a breach of a maximum, and by which clauses.
#[derive(Clone, Copy, Debug)]
pub struct AtMaximum<'r> {
    /// What follows.
    pub then: AtLimit,
    /// The clause; none where the document is silent.
    pub clause: Option<&'r Cite>,
    /// The clause by which results of earlier coups stand.
    pub earlier_coups: Option<&'r Cite>,
}

impl Limits {
    /// What follows from more than one player may have on one bet.
    #[must_use]
    pub fn at_maximum(&self) -> AtMaximum<'_> {
        at_maximum(self.maximum.as_ref().map(|rule| (rule.then, &rule.clause, rule.earlier_coups.as_ref())))
    }

    /// What follows from more than one area may have on one bet.
    #[must_use]
    pub fn at_area_maximum(&self) -> AtMaximum<'_> {
        at_maximum(self.area_maximum.as_ref().map(|rule| (rule.then, &rule.clause, rule.earlier_coups.as_ref())))
    }

    /// The clause by which a wager below the minimum is valid.
    #[must_use]
    pub fn valid_below(&self) -> Option<&Cite> {
        self.below(BelowLimit::Valid)
    }

    /// The clause by which a wager below the minimum is reported.
    #[must_use]
    pub fn reported_below(&self) -> Option<&Cite> {
        self.below(BelowLimit::Reported)
    }

    /// The clauses that a tournament may switch off.
    pub(crate) fn can_be_off(&self) -> Vec<String> {
        let differential = self.differential.as_ref().map(|rule| &rule.clause);
        self.valid_below().into_iter().chain(differential).flat_map(|rule| rule.all().to_vec()).collect()
    }

    fn below(&self, then: BelowLimit) -> Option<&Cite> {
        self.minimum.as_ref().filter(|rule| rule.then == then).map(|rule| &rule.clause)
    }
}

fn at_maximum<'r>(rule: Option<(AtLimit, &'r Cite, Option<&'r Cite>)>) -> AtMaximum<'r> {
    match rule {
        Some((then, clause, earlier_coups)) => AtMaximum { then, clause: Some(clause), earlier_coups },
        None => AtMaximum { then: AtLimit::Whole, clause: None, earlier_coups: None },
    }
}
