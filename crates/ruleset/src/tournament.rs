//! What a document says of tournament play, as data: `tournament.md`.

use std::collections::BTreeMap;

use resettle_words::Role;

use crate::clause::Cite;
use crate::promotions::RecordedPart;

/// The checks of tournament play, by the word that their findings carry. A check that a ruleset does not name is not made.
pub const TOURNAMENT_CHECKS: &[&str] = &[
    "advance",
    "allotment",
    "announced-close",
    "authority",
    "below-minimum",
    "buy-in",
    "chip-count",
    "chips-added",
    "conditions-late",
    "conditions-not-given",
    "count-missing",
    "deduction",
    "dispute",
    "early-end",
    "eliminated",
    "entries",
    "increment",
    "inventory",
    "level-change",
    "marker",
    "maximum",
    "no-conditions",
    "no-result",
    "no-session",
    "no-wager",
    "not-advanced",
    "not-eliminated",
    "not-entered",
    "not-exclusive",
    "not-seated",
    "out-of-turn",
    "over-chips",
    "overrun",
    "pass-allocation",
    "pass-card",
    "placing",
    "play-off",
    "position",
    "prize-pool",
    "refund-missing",
    "restriction",
    "start-altered",
    "table",
    "tie",
    "turn-taken-back",
    "undisclosed-amount",
    "undisclosed-count",
    "wrong-chips",
];

/// The parts that published conditions may be asked for, as findings name them.
pub const CONDITION_PARTS: &[&str] = &["a", "b", "c", "d", "e", "f", "g", "h(i)", "h(ii)", "h(iii)", "i", "j", "k"];

/// The grounds of a refund that need more than the conditions' word.
pub const REFUND_GROUNDS: &[(&str, RefundGround)] = &[
    ("withdrawal", RefundGround::Withdrawal),
    ("cancelled", RefundGround::Cancelled),
    ("absence", RefundGround::Absence),
];

/// A ground of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RefundGround {
    /// The player withdrew in time.
    Withdrawal,
    /// The tournament was cancelled.
    Cancelled,
    /// The player was disqualified for absence, and the Tournament Manager approved.
    Absence,
}

/// Tournament play: every amount, period and list with its clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// That the ordinary rules hold but for some.
    pub clause: Cite,
    /// The clauses that do not hold.
    pub without: Vec<String>,
    /// What published conditions have to state, by part.
    pub parts: Vec<(String, Cite)>,
    /// That they have to.
    pub conditions: Cite,
    /// How many coups of absence chips may be deducted for, in a session.
    pub absent_coups: u32,
    /// The clause of that.
    pub absence: Cite,
    /// Breaches for which a player has to be disqualified.
    pub disqualified: Vec<(String, Cite)>,
    /// What grounds a refund.
    pub refunds: Vec<(RefundGround, Cite)>,
    /// What forbids one.
    pub refund: Cite,
    /// That undisclosed wagers are announced between the close and the first card.
    pub announcement: Cite,
    /// The lowest office that records a form by the first card, and the clauses.
    pub forms: (Role, Cite),
    /// The clause of each check that is made.
    pub checks: BTreeMap<String, Cite>,
    /// What of the clauses above no log can show, and why.
    pub recorded: Vec<RecordedPart>,
}

impl Tournament {
    /// The clause of a check; none where it is not made.
    #[must_use]
    pub fn check(&self, name: &str) -> Option<&Cite> {
        self.checks.get(name)
    }

    /// Whether a rule of ordinary play holds at tournaments: none of its clauses is switched off.
    #[must_use]
    pub fn holds(&self, rule: &Cite) -> bool {
        !rule.0.iter().any(|clause| self.without.contains(clause))
    }
}
