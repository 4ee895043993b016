//! What a document says of tournament play, as data: `tournament.md`.

use std::collections::BTreeMap;

use resettle_document::AmountUnit;
use resettle_game::Role;
use resettle_yaml::{Fixed, Node, section};

use crate::clause::Cite;
use crate::context::Context;
use crate::promotions::RecordedPart;
use crate::section::Level::{Procedure, Settlement};
use crate::section::{Alone, Leaf, Leaves, Listed, PrintedNumber, add_printed, words};

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

/// The checks by which less counts of a wager, or a wager does not count.
const DECIDE_WAGERS: [&str; 6] =
    ["announced-close", "below-minimum", "increment", "maximum", "turn-taken-back", "undisclosed-amount"];

const CHECK: Alone = Alone("OnlyClause", &["a check"]);

words! {
    /// A ground of a refund that needs more than the conditions' word.
    RefundGround {
        /// The player withdrew in time.
        Withdrawal = "withdrawal",
        /// The tournament was cancelled.
        Cancelled = "cancelled",
        /// The player was disqualified for absence, and the Tournament Manager approved.
        Absence = "absence",
    }
}

section! {
    Context;
    /// Tournament play: every period and list, and the clause of each check.
    Tournament checked by known_checks {
        /// That the ordinary rules hold but for some.
        ordinary: Ordinary,
        conditions: Conditions,
        absence: Absence,
        /// Breaches for which a player has to be disqualified.
        disqualified: Vec<Breach>,
        refunds: Refunds,
        /// When undisclosed wagers are announced.
        announcement: Window,
        /// By whom and by when the form of an undisclosed wager is recorded.
        forms: Forms,
        /// The checks that are made, each with its clause.
        checks: BTreeMap<String, Cite> = CHECK,
        /// What of these clauses no log can show, and why.
        recorded: Option<Vec<RecordedPart>>,
    }

    /// How far the ordinary rules hold.
    Ordinary named "TournamentOrdinary" checked by can_be_off {
        /// The clauses that do not hold, of those that `limits` cites for `minimum` and `differential`.
        without: Cite = Listed,
        clause: Cite,
    }

    /// What published conditions have to say.
    Conditions named "TournamentConditions" {
        parts: Vec<Part>,
        clause: Cite,
    }

    Part as "a row" named "TournamentPart" {
        /// A part of the conditions.
        part: String = ["a", "b", "c", "d", "e", "f", "g", "h(i)", "h(ii)", "h(iii)", "i", "j", "k"],
        clause: Cite,
    }

    /// For how many coups of absence in a session chips may be deducted.
    Absence named "TournamentAbsence" {
        coups: u32 = 0..=1000,
        clause: Cite,
    }

    Breach as "a row" named "TournamentBreach" {
        breach: String = ["concealing", "removed_chips", "exchange", "advice"],
        clause: Cite,
    }

    /// What grounds a refund.
    Refunds named "TournamentRefunds" {
        grounds: Vec<Ground>,
        clause: Cite,
    }

    Ground as "a row" named "TournamentGround" {
        ground: RefundGround = ["withdrawal", "cancelled", "absence"],
        clause: Cite,
    }

    Window named "TournamentWindow" {
        from: Fixed = ["closed"],
        until: Fixed = ["first_card"],
        clause: Cite,
    }

    Forms named "TournamentForms" {
        by: Role,
        until: Fixed = ["first_card"],
        clause: Cite,
    }
}

fn known_checks(_: Option<&Tournament>, node: &Node, context: &mut Context) {
    for (name, place) in node.member("checks").into_iter().flat_map(Node::names) {
        if !TOURNAMENT_CHECKS.contains(&name) {
            let known = TOURNAMENT_CHECKS.join(", ");
            context.faults.add_with_help(place, format!("unknown check `{name}`"), format!("one of: {known}"));
        }
    }
}

fn can_be_off(ordinary: Option<&Ordinary>, node: &Node, context: &mut Context) {
    let (Some(ordinary), Some(node)) = (ordinary, node.member("without")) else { return };
    for clause in ordinary.without.all().iter().filter(|clause| !context.can_be_off.contains(clause)) {
        let what = format!("nothing is switched off by `{clause}`");
        let help = "clauses that `limits` cites for `minimum` or `differential`: nothing else can be switched off";
        context.faults.add_with_help(node.place, what, help);
    }
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
        !rule.all().iter().any(|clause| self.ordinary.without.all().contains(clause))
    }
}

impl Leaves for Tournament {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        let mut add = |level, key: &str, value: String, clause: &Cite| {
            out.push(Leaf::of(level, format!("{path}.{key}"), value, Some(clause)));
        };
        let without = format!("hold but for {}", self.ordinary.without);
        add(Settlement, "ordinary", without, &self.ordinary.clause);
        add(Procedure, "conditions", "have to be published".to_owned(), &self.conditions.clause);
        for row in &self.conditions.parts {
            add(Procedure, &format!("conditions.{}", row.part), "has to be stated".to_owned(), &row.clause);
        }
        add(Procedure, "absence.coups", self.absence.coups.to_string(), &self.absence.clause);
        for row in &self.disqualified {
            add(Procedure, &format!("disqualified.{}", row.breach), "disqualified".to_owned(), &row.clause);
        }
        add(Procedure, "refunds", "only on a ground".to_owned(), &self.refunds.clause);
        for row in &self.refunds.grounds {
            add(Procedure, &format!("refunds.{}", row.ground.word()), "a ground".to_owned(), &row.clause);
        }
        let window = "from the close to the first card".to_owned();
        add(Procedure, "announcement", window, &self.announcement.clause);
        let by = format!("by the first card, by {} or higher", self.forms.by.word());
        add(Procedure, "forms", by, &self.forms.clause);
        for (check, clause) in &self.checks {
            let level = if DECIDE_WAGERS.contains(&check.as_str()) { Settlement } else { Procedure };
            add(level, &format!("checks.{check}"), "made".to_owned(), clause);
        }
        self.recorded.leaves(&format!("{path}.recorded"), out);
    }

    fn printed<'r>(&'r self, path: &str, out: &mut Vec<PrintedNumber<'r>>) {
        let Absence { coups, clause } = &self.absence;
        add_printed(out, format!("{path}.absence.coups"), AmountUnit::Rounds, coups, Some(clause));
    }
}
