//! What a document says of promotional prizes, as data: `promotions` of a ruleset. Amounts are in minor units of
//! `currency`.

mod rules;

use resettle_document::AmountUnit;
use resettle_game::PrizeKind;
use resettle_yaml::{Bounds, Form, Keys, Node, Value, defined, section};
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::clause::{BY_A_READING, Cite};
use crate::context::Context;
use crate::section::{Alone, Because, Leaf, Leaves, Level, Listed, PrintedNumber, add_printed, rule};

pub use rules::PromotionRule;

const AMOUNT: Bounds = Bounds("Amount", 0..=i64::MAX);
const PERIOD: Bounds = Bounds("Period", 1..=10_000);
const LITRES: Bounds = Bounds("Litres", 0..=1_000_000);
const RULE: Alone = Alone("Rule", &[]);

section! {
    Context;
    /// What the document says of promotional prizes. Amounts are in minor units of `currency`.
    Promotions {
        /// In what the amounts are.
        currency: Currency,
        /// Who oversees a draw.
        scrutineer: Scrutineer,
        /// Prizes paid otherwise than as what they are.
        cash_alternative: CashAlternative,
        /// How a cash prize is paid.
        payment: Payment,
        /// What no prize may be or contain.
        prohibited: Vec<Prohibited>,
        /// That the terms can be had.
        available: Available,
        /// That marketing refers to the terms.
        marketing: Cite = RULE,
        /// The terms that have to be stated.
        terms: Vec<TermRule>,
        /// How and until when a winner is notified.
        notification: Notification,
        /// When the Authority has the details.
        details: Details,
        /// That the Authority approves what is amended.
        amendments: Cite = RULE,
        /// What becomes of a claim that is denied.
        denials: Denials,
        /// The right to complain.
        complaints: Cite = RULE,
        /// When a draw is held: not before the time that was planned for it, and on its day.
        draw_time: Option<Cite> = RULE,
        /// What follows where integrity was compromised.
        integrity: Cite = RULE,
        /// What of the clauses above no register can show, and why.
        recorded: Option<Vec<RecordedPart>>,
    }

    Currency {
        /// ISO 4217.
        is: String,
        clause: Cite,
    }

    Scrutineer {
        /// Of prizes worth more than this.
        prize_over: i64 = AMOUNT,
        /// Who has to nominate the scrutineer, as registers write it.
        nominated_by: String,
        clause: Cite,
    }

    CashAlternative {
        /// The term that has to state an alternative that is offered.
        term: String,
        /// The ways of payment that hand over the prize itself.
        paid_in: Vec<String>,
        clause: Cite,
        /// Of which kinds none may be offered.
        not_for: Vec<NoAlternative>,
    }

    NoAlternative as "a row of `not_for`" {
        kinds: Vec<PrizeKind>,
        clause: Cite,
    }

    Payment {
        /// Of prizes worth more than this.
        prize_over: i64 = AMOUNT,
        methods: Vec<String>,
        /// Those that have to be crossed.
        crossed: Vec<String>,
        /// Those that have to be made out to the winner.
        to_winner: Vec<String>,
        clause: Cite,
        /// By which the parts come to the value of the prize.
        whole: ClauseReading,
    }

    ClauseReading named "Read" {
        clause: Cite,
    }

    Available {
        clause: Cite,
        /// By which they can be had when the promotion commences.
        at_commencement: ClauseReading,
    }

    TermRule as "a row of `terms`" named "Term" {
        /// Its name, as registers write it.
        term: String,
        of: TermOf,
        clause: Cite,
    }

    Notification {
        /// Days after the day of the draw.
        days: u32 = PERIOD,
        clause: Cite,
        means: Vec<Means>,
    }

    Means as "a row of `means`" {
        /// As registers write it.
        by: String,
        clause: Cite,
    }

    Details {
        /// At least so many hours before the promotion commences.
        hours_before: u32 = PERIOD,
        clause: Cite,
    }

    Denials {
        clause: Cite,
        kept: Kept,
    }

    Kept {
        /// Of claims worth more than this.
        value_over: i64 = AMOUNT,
        clause: Cite,
    }
}

rule! {
    RecordedPart as "a row of `recorded`" named "Part" => Editorial(|part| &part.why) {
        clause: Cite = Listed,
        /// What it is, and why no register or log shows it.
        why: String = Because,
    }
}

/// What no prize may be or contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prohibited {
    /// The thing that is none.
    pub what: ProhibitedThing,
    /// Where the document says so.
    pub clause: Cite,
}

/// A thing that is not a prize.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProhibitedThing {
    /// Any of these kinds.
    Kinds(Vec<PrizeKind>),
    /// More liquor than this, in litres.
    LitresOver(u32),
}

impl Form<Context> for Prohibited {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let mut row = node.fields("a row of `prohibited`", &mut context.faults)?;
        let what = match Form::take(&mut row, "litres_over", &LITRES, context)? {
            Some(litres) => Some(ProhibitedThing::LitresOver(litres)),
            None if node.member("litres_over").is_some() => None,
            None => Form::take(&mut row, "kinds", &(), context).map(ProhibitedThing::Kinds),
        };
        let clause = context.clause(&mut row);
        row.finish(&mut context.faults);
        Some(Self { what: what?, clause: clause? })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let mut of_kinds = Keys::default();
        of_kinds.add::<Context, Vec<PrizeKind>, ()>("kinds", &[], &(), generator);
        of_kinds.add::<Context, Cite, ()>("clause", &[], &(), generator);
        let mut of_liquor = Keys::default();
        of_liquor.add::<Context, u32, _>("litres_over", &[], &LITRES, generator);
        of_liquor.add::<Context, Cite, ()>("clause", &[], &(), generator);
        let forms = [of_kinds.schema(&["Any of these kinds."]), of_liquor.schema(&["More liquor than this."])];
        defined("Prohibited", json_schema!({"anyOf": forms}), generator)
    }
}

/// What asks for a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermOf {
    /// Every promotion asks for it.
    Promotion,
    /// A promotion whose eligibility asks for a minimum wager.
    MinimumWager,
    /// Every prize asks for it.
    Prize,
    /// A prize that is, or contains, one of these.
    Kinds(Vec<PrizeKind>),
}

impl TermOf {
    const WORDS: &[(&str, Self)] =
        &[("promotion", Self::Promotion), ("minimum_wager", Self::MinimumWager), ("prize", Self::Prize)];
}

impl Form<Context> for TermOf {
    fn read(node: &Node, key: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        match &node.value {
            Value::List(_) => Form::read(node, key, &(), context).map(Self::Kinds),
            _ => node.word(Self::WORDS, &mut context.faults),
        }
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let words: Vec<&str> = Self::WORDS.iter().map(|(word, _)| *word).collect();
        let about = "Every promotion, those that ask for a minimum wager, or every prize.";
        let mut kinds = <Vec<PrizeKind> as Form<Context>>::schema(&(), generator);
        kinds.insert("description".to_owned(), "Prizes that are, or contain, one of these.".into());
        let forms = json_schema!({"anyOf": [{"description": about, "type": "string", "enum": words}, kinds]});
        defined("TermOf", forms, generator)
    }
}

/// No coup is settled otherwise by them.
impl Leaves for Promotions {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        for rule in self.rules() {
            let reading = if rule.clause.is_reading() { BY_A_READING } else { "" };
            let value = format!("{}{reading}", rule.text);
            out.push(Leaf::of(Level::Procedure, format!("{path}.{}", rule.path), value, Some(&rule.clause)));
        }
        self.recorded.leaves(&format!("{path}.recorded"), out);
    }

    fn printed<'r>(&'r self, path: &str, out: &mut Vec<PrintedNumber<'r>>) {
        let mut add = |key: &str, unit: AmountUnit, number: i64, clause: &'r Cite| {
            add_printed(out, format!("{path}.{key}"), unit, &number, Some(clause));
        };
        add("scrutineer.prize_over", AmountUnit::Money, self.scrutineer.prize_over, &self.scrutineer.clause);
        add("payment.prize_over", AmountUnit::Money, self.payment.prize_over, &self.payment.clause);
        for one in &self.prohibited {
            if let ProhibitedThing::LitresOver(litres) = one.what {
                add("prohibited.litres_over", AmountUnit::Litres, litres.into(), &one.clause);
            }
        }
        add("notification.days", AmountUnit::Days, self.notification.days.into(), &self.notification.clause);
        add("details.hours_before", AmountUnit::Hours, self.details.hours_before.into(), &self.details.clause);
        let kept = &self.denials.kept;
        add("denials.kept.value_over", AmountUnit::Money, kept.value_over, &kept.clause);
    }
}
