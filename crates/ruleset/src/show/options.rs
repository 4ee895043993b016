use super::layout::{TextTable, heading};
use super::{money, wagers};
use crate::model::Ruleset;

/// What the document leaves to the operator, then bets and money under each set of choices.
pub(super) fn options(out: &mut String, ruleset: &Ruleset) {
    heading(out, "Options");
    let mut table = TextTable::headed(&[24, 46, 26], &["option", "choice", "clause"]);
    for option in &ruleset.options {
        table.row(&[&option.name, "one of these, by an `options` record", &option.clause.shown()]);
        for choice in &option.choices {
            table.row(&["", &choice.choice, &choice.clause.shown()]);
        }
    }
    out.push_str(&table.render());
    for (elected, rules) in &ruleset.variants {
        heading(out, &format!("Where {elected} is elected"));
        wagers::wagers(out, &rules.wagers);
        money::money(out, rules);
    }
}
