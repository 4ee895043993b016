//! The form of `promotions`.
#![allow(dead_code, reason = "the types are never filled, only described")]

use schemars::JsonSchema;

use super::words::{Clauses, PrizeWord, Text};

/// What the document says of promotional prizes. Amounts are in minor units of `currency`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Promotions {
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
    marketing: Rule,
    /// The terms that have to be stated.
    terms: Vec<Term>,
    /// How and until when a winner is notified.
    notification: Notification,
    /// When the Authority has the details.
    details: Details,
    /// That the Authority approves what is amended.
    amendments: Rule,
    /// What becomes of a claim that is denied.
    denials: Denials,
    /// The right to complain.
    complaints: Rule,
    /// When a draw is held: not before the time that was planned for it, and on its day.
    draw_time: Option<Rule>,
    /// What follows where integrity was compromised.
    integrity: Rule,
    /// What of the clauses above no register can show, and why.
    recorded: Option<Vec<Part>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Currency {
    /// ISO 4217.
    is: Text,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(transparent)]
struct Amount(#[schemars(range(min = 0))] i64);

#[derive(JsonSchema)]
#[schemars(transparent)]
struct Period(#[schemars(range(min = 1, max = 10000))] i64);

#[derive(JsonSchema)]
#[schemars(transparent)]
struct Litres(#[schemars(range(min = 0, max = 1_000_000))] i64);

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Rule {
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Read {
    clause: Clauses,
    reading: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Scrutineer {
    /// Of prizes worth more than this.
    prize_over: Amount,
    /// Who has to nominate the scrutineer, as registers write it.
    nominated_by: Text,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct CashAlternative {
    /// The term that has to state an alternative that is offered.
    term: Text,
    /// The ways of payment that hand over the prize itself.
    paid_in: Vec<Text>,
    clause: Clauses,
    /// Of which kinds none may be offered.
    not_for: Vec<NoAlternative>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct NoAlternative {
    kinds: Vec<PrizeWord>,
    clause: Clauses,
    reading: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Payment {
    /// Of prizes worth more than this.
    prize_over: Amount,
    methods: Vec<Text>,
    /// Those that have to be crossed.
    crossed: Vec<Text>,
    /// Those that have to be made out to the winner.
    to_winner: Vec<Text>,
    clause: Clauses,
    /// By which the parts come to the value of the prize.
    whole: Read,
}

#[derive(JsonSchema)]
#[schemars(untagged, deny_unknown_fields)]
enum Prohibited {
    /// Any of these kinds.
    Kinds { kinds: Vec<PrizeWord>, clause: Clauses },
    /// More liquor than this.
    Liquor { litres_over: Litres, clause: Clauses },
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Available {
    clause: Clauses,
    /// By which they can be had when the promotion commences.
    at_commencement: Read,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Term {
    /// Its name, as registers write it.
    term: Text,
    of: TermOf,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum TermOf {
    /// Every promotion, those that ask for a minimum wager, or every prize.
    All(TermOfAll),
    /// Prizes that are, or contain, one of these.
    Kinds(Vec<PrizeWord>),
}

#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case", inline)]
enum TermOfAll {
    Promotion,
    MinimumWager,
    Prize,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Notification {
    /// Days after the day of the draw.
    days: Period,
    clause: Clauses,
    means: Vec<Means>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Means {
    /// As registers write it.
    by: Text,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Details {
    /// At least so many hours before the promotion commences.
    hours_before: Period,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Denials {
    clause: Clauses,
    kept: Kept,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Kept {
    /// Of claims worth more than this.
    value_over: Amount,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Part {
    clause: Clauses,
    /// What it is, and why no register or log shows it.
    why: Text,
}
