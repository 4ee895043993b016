//! What a stake returns, to the minor unit.

use std::ops::RangeInclusive;

use resettle_game::Odds;
use resettle_rules::Pays;
use resettle_yaml::{Fixed, Form, Node, Value, defined, section};
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::clause::Cite;
use crate::context::Context;
use crate::model::{Bet, Ruleset, WinningsRule};
use crate::options::Mark;
use crate::section::{Leaf, Leaves, Level, text_of, words};

words! {
    /// Which way a fraction of a unit goes.
    Direction named "RoundingWord", "Which way a fraction goes." {
        /// To the next unit above.
        Up = "up",
        /// To the unit below.
        Down = "down",
        /// To the nearer unit, a half up.
        Nearest = "nearest",
    }
}

words! {
    /// When a commission is paid.
    CommissionDue named "DueWord", "When a commission is paid." {
        /// With the settlement.
        AtOnce = "at_once",
        /// When the shoe ends, or the player leaves; until then it is noted.
        EndOfShoe = "end_of_shoe",
    }
}

/// To what money is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundingUnit {
    /// The smallest chip of the table.
    Chip,
    /// This many minor units.
    Minor(i64),
}

/// How money is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundTo {
    /// Which way.
    pub direction: Direction,
    /// To multiples of this.
    pub unit: RoundingUnit,
}

impl RoundTo {
    /// `a / b` rounded; `b` is above 0.
    #[must_use]
    pub fn round(self, a: i128, b: i128, chip: i64) -> i128 {
        let unit = i128::from(match self.unit {
            RoundingUnit::Chip => chip,
            RoundingUnit::Minor(unit) => unit,
        })
        .max(1);
        let per = b * unit;
        let units = match self.direction {
            Direction::Down => divided(a, per),
            Direction::Up => divided(a + per - 1, per),
            Direction::Nearest => divided(2 * a + per, 2 * per),
        };
        units * unit
    }

    /// `up to the next multiple of the smallest chip`, for a chip that is known with its amount.
    #[must_use]
    pub fn in_words(self, chip: Option<&str>) -> String {
        let unit = match (self.unit, chip) {
            (RoundingUnit::Chip, Some(chip)) => format!("the smallest chip ({chip})"),
            (RoundingUnit::Chip, None) => "the smallest chip".to_owned(),
            (RoundingUnit::Minor(1), _) => "one minor unit".to_owned(),
            (RoundingUnit::Minor(unit), _) => format!("{unit} minor units"),
        };
        match self.direction {
            Direction::Up => format!("up to the next multiple of {unit}"),
            Direction::Down => format!("down to a multiple of {unit}"),
            Direction::Nearest => format!("to the nearest multiple of {unit}, a half up"),
        }
    }
}

/// How winnings are rounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounding {
    /// Which way, and to multiples of what.
    pub rule: RoundTo,
    /// Where the document says so.
    pub clause: Cite,
    /// Whether by another reading the whole payment is rounded, the stake included.
    pub may_mean_payment: bool,
}

/// A share of the winnings that the house keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommissionRate {
    /// This many parts.
    pub of_winnings: (u32, u32),
    /// When the house takes it off or collects it.
    pub due: CommissionDue,
    /// How it is rounded; none where the document is silent.
    pub rounding: Option<RoundTo>,
}

/// The commission on a bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commission {
    /// The bet's id in its ruleset.
    pub bet: String,
    /// The rate; none where the odds of the bet have it in them, so that it may be collected apart.
    pub rate: Option<CommissionRate>,
    /// Where the document says so.
    pub clause: Cite,
}

section! {
    Context;
    WrittenRounding named "Rounding" {
        winnings: Direction,
        to: RoundingUnit,
        clause: Cite,
        /// Another reading: the whole payment is rounded, the stake included.
        may_mean: Option<Fixed> = ["payment"],
    }

    WrittenCommission named "Commission" checked by commission {
        /// The choices under which it is taken; left out where it always is.
        elected: Mark,
        bet: String = Bet,
        /// The part of the winnings, as `5 of 100`; left out where the odds of the bet have it in them.
        rate: Option<Share>,
        /// When it is paid; beside `rate`.
        due: Option<CommissionDue>,
        /// How it is rounded; beside `rate`, left out where the document is silent.
        rounding: Option<CommissionRounding>,
        clause: Cite,
    }

    CommissionRounding as "the rounding of a commission" {
        commission: Direction,
        to: RoundingUnit,
    }
}

impl Leaves for Rounding {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        let unit = match self.rule.unit {
            RoundingUnit::Chip => "chip".to_owned(),
            RoundingUnit::Minor(unit) => unit.to_string(),
        };
        let value = format!("winnings {} to {unit}", self.rule.direction.word());
        out.push(Leaf::of(Level::Settlement, path.to_owned(), value, Some(&self.clause)));
        if self.may_mean_payment {
            out.push(Leaf::of(Level::Procedure, format!("{path}.may_mean"), "payment", Some(&self.clause)));
        }
    }
}

impl Leaves for Commission {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        let Self { bet, rate, clause } = self;
        let value = match rate {
            None => format!("{bet}: may be collected apart"),
            Some(rate) => {
                let (part, of) = rate.of_winnings;
                let rounded =
                    rate.rounding.map_or_else(String::new, |rounding| format!(", {}", rounding.in_words(None)));
                format!("{bet}: {part} of {of}, due {}{rounded}", rate.due.word())
            }
        };
        out.push(Leaf::of(Level::Settlement, path.to_owned(), value, Some(clause)));
    }
}

impl Form<Context> for Rounding {
    fn read(node: &Node, key: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let WrittenRounding { winnings, to, clause, may_mean } = Form::read(node, key, &(), context)?;
        let rule = RoundTo { direction: winnings, unit: to };
        Some(Self { rule, clause, may_mean_payment: may_mean.is_some() })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        WrittenRounding::schema(&(), generator)
    }
}

impl Form<Context> for Commission {
    fn read(node: &Node, key: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let WrittenCommission { bet, rate, due, rounding, clause, .. } = Form::read(node, key, &(), context)?;
        let rounding = rounding.map(|rounding| RoundTo { direction: rounding.commission, unit: rounding.to });
        let rate = rate.zip(due).map(|(Share(of_winnings), due)| CommissionRate { of_winnings, due, rounding });
        Some(Self { bet, rate, clause })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        WrittenCommission::schema(&(), generator)
    }
}

fn commission(_: Option<&WrittenCommission>, node: &Node, context: &mut Context) {
    match node.names().find(|(name, _)| *name == "rate") {
        Some((_, place)) if node.member("due").is_none() => {
            let help = "`due: at_once`, or `due: end_of_shoe` where it is noted and paid later";
            context.faults.add_with_help(place, "nothing says when this commission is due", help);
        }
        Some(_) => {}
        None => {
            if let Some(node) = node.member("due").or_else(|| node.member("rounding")) {
                context.faults.add(node.place, "a commission without `rate` is one that the odds have in them");
            }
        }
    }
}

impl Form<Context> for RoundingUnit {
    fn read(node: &Node, key: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        match &node.value {
            Value::Int(_) => Form::read(node, key, &MINOR, context).map(Self::Minor),
            _ => node.word(&[("chip", Self::Chip)], &mut context.faults),
        }
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let chip = json_schema!({"description": "The smallest chip of the table.", "type": "string", "enum": ["chip"]});
        let mut minor = <i64 as Form<Context, _>>::schema(&MINOR, generator);
        minor.insert("description".to_owned(), "So many minor units.".into());
        defined("RoundingUnit", json_schema!({"anyOf": [chip, minor]}), generator)
    }
}

/// The units that money is rounded to, in minor units.
const MINOR: RangeInclusive<i64> = 1..=1_000_000_000;

/// `5 of 100`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share((u32, u32));

impl Form<Context> for Share {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let text = node.text(&mut context.faults)?;
        let parts = text.split_once(" of ").and_then(|(part, of)| Odds::parse(&format!("{part} to {of}")).ok());
        let share = parts.filter(|parts| parts.win() < parts.stake()).map(|parts| (parts.win(), parts.stake()));
        if share.is_none() {
            let message = format!("`{text}` is no part of the winnings");
            context.faults.add_with_help(node.place, message, "5 % is `5 of 100`");
        }
        share.map(Self)
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<ShareText>()
    }
}

impl Ruleset {
    /// How winnings are rounded, if that is to chips: what lies at the table is then a number of the smallest one.
    #[must_use]
    pub fn in_chips(&self) -> Option<&Rounding> {
        self.rounding.as_ref().filter(|rounding| rounding.rule.unit == RoundingUnit::Chip)
    }

    /// The rate of the commission on a bet.
    #[must_use]
    pub fn commission_rate(&self, bet: &str) -> Option<&CommissionRate> {
        self.commission.as_ref().filter(|commission| commission.bet == bet)?.rate.as_ref()
    }

    /// The most that may be collected as commission apart from what goes back, of a wager that comes to `pays`; 0 of any
    /// bet but the one that the ruleset names, and of a wager that does not win. `chip` is the smallest chip at the table.
    ///
    /// Where the odds have the commission in them, it is what they lack to the next whole odds: 1 to 1 for 19 to 20.
    #[must_use]
    pub fn most_commission(&self, bet: &str, pays: Pays, stake: i64, chip: i64) -> i128 {
        let Pays::Odds(odds) = pays else { return 0 };
        let Some(commission) = self.commission.as_ref().filter(|commission| commission.bet == bet) else { return 0 };
        let whole = i128::from(stake);
        let (low, _) = self.returned(bet, pays, stake, chip);
        let (a, b) = (i128::from(odds.win()), i128::from(odds.stake()));
        let won = match &commission.rate {
            None => whole * divided(a + b - 1, b),
            Some(_) => self.winnings(whole * a, b, chip).1,
        };
        (whole + won - low).max(0)
    }

    /// `a / b` as winnings: the least and the most that is right, no more than a wager can win.
    fn winnings(&self, a: i128, b: i128, chip: i64) -> (i128, i128) {
        let (low, high) = match &self.rounding {
            Some(rounding) => {
                let won = rounding.rule.round(a, b, chip);
                (won, won)
            }
            None => floor_and_ceil(a, b),
        };
        (self.capped(low), self.capped(high))
    }

    /// Winnings, or the most that a wager can win where that is less.
    fn capped(&self, won: i128) -> i128 {
        self.limits.winnings.as_ref().map_or(won, |most| won.min(i128::from(most.at_most)))
    }

    /// The bound on what a wager wins, where a stake at these odds would win more.
    #[must_use]
    pub fn bound_on_winnings(&self, odds: Odds, stake: i64) -> Option<&WinningsRule> {
        let won = odds.winnings(stake).floor;
        self.limits.winnings.as_ref().filter(|most| won > i128::from(most.at_most))
    }

    /// What a stake on a bet returns, stake included and commission taken off: the least and the most that is right
    /// where a document leaves a fraction open. `chip` is the smallest chip at the table.
    #[must_use]
    pub fn returned(&self, bet: &str, pays: Pays, stake: i64, chip: i64) -> (i128, i128) {
        let whole = i128::from(stake);
        let odds = match pays {
            Pays::Loses => return (0, 0),
            Pays::Push => return (whole, whole),
            Pays::LosesPart { lost, of } => {
                let (floor, ceil) = floor_and_ceil(whole * i128::from(lost), i128::from(of));
                return (whole - ceil, whole - floor);
            }
            Pays::Odds(odds) => odds,
        };
        let (a, b) = (whole * i128::from(odds.win()), i128::from(odds.stake()));
        let (low, high) = self.winnings(a, b, chip);
        let Some(rate) = self.commission_rate(bet) else { return (whole + low, whole + high) };
        let commission = |won: i128| {
            let (a, b) = (won * i128::from(rate.of_winnings.0), i128::from(rate.of_winnings.1));
            match rate.rounding {
                Some(rounding) => {
                    let taken = rounding.round(a, b, chip);
                    (taken, taken)
                }
                None => floor_and_ceil(a, b),
            }
        };
        (whole + low - commission(low).1, whole + high - commission(high).0)
    }

    /// What a stake that won these odds returns where the whole payment is rounded, stake included, and not the winnings
    /// alone: another reading of the clause on rounding; `None` where the ruleset notes no such reading. `chip` is the
    /// smallest chip at the table.
    #[must_use]
    pub fn returned_as_one_payment(&self, pays: Pays, stake: i64, chip: i64) -> Option<i128> {
        let rounding = self.rounding.as_ref().filter(|rounding| rounding.may_mean_payment)?;
        let Pays::Odds(odds) = pays else { return None };
        let (won, per) = (i128::from(odds.win()), i128::from(odds.stake()));
        let whole = i128::from(stake);
        Some(whole + self.capped(rounding.rule.round(whole * (won + per), per, chip) - whole))
    }
}

/// `a / b` rounded down, `b` above 0. Nearly all amounts fit 64 bits, where dividing takes a tenth of the time.
fn divided(a: i128, b: i128) -> i128 {
    match (i64::try_from(a), i64::try_from(b)) {
        (_, Ok(1)) => a,
        (Ok(a), Ok(b)) => i128::from(a.div_euclid(b)),
        _ => a.div_euclid(b),
    }
}

fn floor_and_ceil(a: i128, b: i128) -> (i128, i128) {
    let floor = divided(a, b);
    (floor, floor + i128::from(floor * b != a))
}

text_of! {
    ShareText, "A part of the winnings: two whole numbers above 0, as `5 of 100`.", "^[1-9][0-9]* of [1-9][0-9]*$";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_direction_to_every_unit() {
        let round = |direction, unit, a, b| RoundTo { direction, unit }.round(a, b, 25);
        let (chip, five) = (RoundingUnit::Chip, RoundingUnit::Minor(5));
        assert_eq!(
            [Direction::Up, Direction::Down, Direction::Nearest].map(|way| round(way, chip, 101, 2)),
            [75, 50, 50]
        );
        assert_eq!(
            [Direction::Up, Direction::Down, Direction::Nearest].map(|way| round(way, five, 75, 10)),
            [10, 5, 10]
        );
        assert_eq!(
            [Direction::Up, Direction::Down, Direction::Nearest].map(|way| round(way, five, 10, 1)),
            [10, 10, 10]
        );
    }
}
