use resettle_game::NoBetReason;

use super::layout::{TextTable, heading};
use super::{RULES, cite, marked, plain};
use crate::model::Ruleset;

pub(super) fn procedure(out: &mut String, ruleset: &Ruleset) {
    heading(out, "Voids and procedure");
    let mut table = TextTable::headed(RULES, &["subject", "rule", "clause"]);
    let refund = &ruleset.void.refund;
    table.row(&["void", &marked("every wager returns its stake", refund.reading), &cite(refund.clause.as_ref())]);
    if let Some(outside) = &ruleset.void.outside_the_rules {
        let kinds: Vec<String> = outside.kinds.iter().map(|kind| plain(kind.word())).collect();
        table.row(&["outside the rules", &format!("{}: {}", kinds.join(", "), outside.why), "no clause"]);
    }
    let stands = "a misdeal undeclared or declared too late leaves the coup as declared";
    let clause = ruleset.misdeal_that_stands.clause.as_ref();
    table.row(&["misdeal", &marked(stands, clause.is_none()), &cite(clause)]);
    match &ruleset.display {
        Some(clause) => table.row(&["display", "the cards count, not the display", &clause.shown()]),
        None => table.row(&["display", "the document is silent", "no clause"]),
    }
    match &ruleset.no_bet_coups {
        Some(no_bet) => {
            table.row(&["no-bet coup", "no wagers are permitted in it", &no_bet.clause.shown()]);
            for (reason, rule) in &no_bet.reasons.0 {
                let by = rule.by.map_or_else(String::new, |role| format!(", by {} or higher", plain(role.word())));
                let why = match reason {
                    NoBetReason::PlayersRequest => "the players' request".to_owned(),
                    NoBetReason::Free => "a free coup".to_owned(),
                    reason => plain(reason.word()),
                };
                table.row(&["", &format!("for: {why}{by}"), &rule.clause.shown()]);
            }
        }
        None => table.row(&["no-bet coup", "the document knows none", "no clause"]),
    }
    for (name, office) in &ruleset.authority {
        table.row(&[&plain(name), &format!("{} or higher", plain(office.from.word())), &office.clause.shown()]);
    }
    out.push_str(&table.render());
}
