//! What a void means, and a misdeal that leaves none.

use resettle_game::Kind;
use resettle_yaml::Node;

use crate::clause::Cite;
use crate::context::{CITE, Context};
use crate::section::{Because, rule};

rule! {
    Void {
        refund: RefundRule,
        /// For which kinds law outside the document may ground a void, and which law.
        outside_the_rules: Option<Outside>,
    }

    /// A clause, or that this is a reading.
    RefundRule as "a refund" named "Ground" checked by refund => Procedure(|rule| match (&rule.clause, rule.reading) {
        (Some(_), false) => "stated",
        (Some(_), true) => "stated, by a reading",
        (None, _) => "reading",
    }) {
        clause: Option<Cite>,
        reading: bool,
    }

    /// A clause, or that this is a reading.
    StandingMisdeal named "Ground" checked by standing
        => Procedure(|rule| if rule.clause.is_some() { "stated" } else { "reading" }) {
        clause: Option<Cite>,
        reading: bool,
    }

    Outside {
        kinds: Vec<Kind> => Procedure(|kinds| in_order(kinds)),
        why: String = Because => Editorial(|why| why),
    }
}

impl Void {
    /// The law outside the document that may ground a void for an irregularity of this kind.
    #[must_use]
    pub fn law_on(&self, kind: Kind) -> Option<&str> {
        let outside = self.outside_the_rules.as_ref().filter(|outside| outside.kinds.contains(&kind))?;
        Some(&outside.why)
    }
}

fn refund(rule: Option<&RefundRule>, node: &Node, context: &mut Context) {
    if rule.is_some_and(|rule| rule.clause.is_none() && !rule.reading) {
        context.faults.add_with_help(node.place, "a refund needs a clause, or is a reading", CITE);
    }
}

fn standing(rule: Option<&StandingMisdeal>, node: &Node, context: &mut Context) {
    match rule.map(|rule| (rule.clause.is_some(), rule.reading)) {
        Some((false, false)) => {
            let message = "`misdeal_that_stands` has neither a clause nor `reading: true`";
            context.faults.add_with_help(node.place, message, CITE);
        }
        Some((true, true)) => {
            let help = "take off `reading: true` where the clause says it, the clause where it does not";
            context.faults.add_with_help(
                node.place,
                "`misdeal_that_stands` has both a clause and `reading: true`",
                help,
            );
        }
        _ => {}
    }
}

fn in_order(kinds: &[Kind]) -> String {
    let mut kinds: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    kinds.sort_unstable();
    kinds.join(", ")
}
