//! Promotional prizes: every amount, period and list that a document states of them, each with its clause.

mod rules;

use resettle_words::PrizeKind;

use crate::clause::Cite;

pub use rules::PromotionRule;

/// What a ruleset says of promotional prizes.
#[derive(Clone, Debug)]
pub struct Promotions {
    /// In what every amount here is.
    pub currency: Currency,
    /// Who oversees a draw.
    pub scrutineer: Scrutineer,
    /// Prizes paid otherwise than as what they are.
    pub cash_alternative: CashAlternative,
    /// How a cash prize is paid.
    pub payment: Payment,
    /// What no prize may be or contain.
    pub prohibited: Vec<Prohibited>,
    /// That the terms can be had.
    pub available: Available,
    /// That marketing refers to the terms.
    pub marketing: Cite,
    /// The terms that have to be stated.
    pub terms: Vec<TermRule>,
    /// How and until when a winner is notified.
    pub notification: Notification,
    /// When the Authority has the details.
    pub details: Details,
    /// That the Authority approves what is amended.
    pub amendments: Cite,
    /// What becomes of a claim that is denied.
    pub denials: Denials,
    /// The right to complain.
    pub complaints: Cite,
    /// When a draw is held: not before the time that was planned for it, and on its day; none where no clause says so.
    pub draw_time: Option<Cite>,
    /// What follows where integrity was compromised.
    pub integrity: Cite,
    /// What of the clauses above no register can show, and why.
    pub recorded: Vec<RecordedPart>,
}

/// In what amounts are.
#[derive(Clone, Debug)]
pub struct Currency {
    /// ISO 4217.
    pub code: String,
    /// The clauses that state the amounts.
    pub clause: Cite,
}

/// Who oversees a draw.
#[derive(Clone, Debug)]
pub struct Scrutineer {
    /// Of prizes worth more than this, in minor units.
    pub prize_over: i64,
    /// Who has to nominate the scrutineer, as registers write it.
    pub nominated_by: String,
    /// The clause.
    pub clause: Cite,
}

/// Prizes paid otherwise than as what they are.
#[derive(Clone, Debug)]
pub struct CashAlternative {
    /// The term that has to state an alternative that is offered.
    pub term: String,
    /// The ways of payment that hand over the prize itself.
    pub paid_in: Vec<String>,
    /// The clause.
    pub clause: Cite,
    /// Of which kinds none may be offered.
    pub not_for: Vec<NoAlternative>,
}

/// Kinds of prizes of which no alternative may be offered.
#[derive(Clone, Debug)]
pub struct NoAlternative {
    /// The kinds.
    pub kinds: Vec<PrizeKind>,
    /// The clause.
    pub clause: Cite,
    /// Whether that is a reading.
    pub reading: bool,
}

/// How a cash prize is paid.
#[derive(Clone, Debug)]
pub struct Payment {
    /// Of prizes worth more than this, in minor units.
    pub prize_over: i64,
    /// The ways of payment.
    pub methods: Vec<String>,
    /// Of these, those that have to be crossed.
    pub crossed: Vec<String>,
    /// Of these, those that have to be made out to the winner.
    pub to_winner: Vec<String>,
    /// The clause.
    pub clause: Cite,
    /// By which the parts come to the value of the prize.
    pub whole: ClauseReading,
}

/// A clause, and whether what depends on it is a reading.
#[derive(Clone, Debug)]
pub struct ClauseReading {
    /// The clause.
    pub clause: Cite,
    /// Whether it is a reading.
    pub reading: bool,
}

/// What no prize may be or contain.
#[derive(Clone, Debug)]
pub struct Prohibited {
    /// What.
    pub what: ProhibitedThing,
    /// The clause.
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

/// That the terms can be had.
#[derive(Clone, Debug)]
pub struct Available {
    /// The clause.
    pub clause: Cite,
    /// By which they can be had when the promotion commences.
    pub at_commencement: ClauseReading,
}

/// What asks for a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermOf {
    /// Every promotion.
    Promotion,
    /// A promotion whose eligibility asks for a minimum wager.
    MinimumWager,
    /// Every prize.
    Prize,
    /// A prize that is, or contains, one of these.
    Kinds(Vec<PrizeKind>),
}

/// A term that has to be stated.
#[derive(Clone, Debug)]
pub struct TermRule {
    /// Its name, as registers write it.
    pub term: String,
    /// What asks for it.
    pub of: TermOf,
    /// The clause.
    pub clause: Cite,
}

/// How and until when a winner is notified.
#[derive(Clone, Debug)]
pub struct Notification {
    /// Days after the day of the draw, by the venue's clock.
    pub days: u32,
    /// The clause.
    pub clause: Cite,
    /// The means, as registers write them, each with its clause.
    pub means: Vec<(String, Cite)>,
}

/// When the Authority has the details.
#[derive(Clone, Debug)]
pub struct Details {
    /// At least this many hours before the promotion commences.
    pub hours_before: u32,
    /// The clause.
    pub clause: Cite,
}

/// What becomes of a claim that is denied.
#[derive(Clone, Debug)]
pub struct Denials {
    /// By which the claimant is informed of the reason.
    pub clause: Cite,
    /// Details are kept of claims worth more than this, in minor units.
    pub kept_over: i64,
    /// By which they are kept.
    pub kept: Cite,
}

/// A part of an enforced clause that no register or log can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedPart {
    /// The clauses.
    pub clause: Cite,
    /// What it is, and why.
    pub why: String,
}
