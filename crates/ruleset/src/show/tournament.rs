use resettle_game::counted;

use super::layout::{TextTable, heading};
use super::{RULES, plain};
use crate::model::Ruleset;
use crate::tournament::Tournament;

pub(super) fn tournament(out: &mut String, ruleset: &Ruleset) {
    let Some(rules) = &ruleset.tournament else { return };
    heading(out, "Tournament play");
    let mut table = TextTable::headed(RULES, &["subject", "rule", "clause"]);
    for (subject, rule, clause) in rows(rules) {
        table.row(&[subject, rule, clause]);
    }
    out.push_str(&table.render());
}

fn rows(rules: &Tournament) -> Vec<(String, String, String)> {
    let mut rows = vec![(
        "ordinary rules".to_owned(),
        format!("hold but for {}", rules.ordinary.without),
        rules.ordinary.clause.shown(),
    )];
    let mut row = |subject: &str, rule: String, clause: String| rows.push((subject.to_owned(), rule, clause));
    row("conditions", "have to be published, with these parts:".to_owned(), rules.conditions.clause.shown());
    for part in &rules.conditions.parts {
        row("", format!("part {}", part.part), part.clause.shown());
    }
    row(
        "absence",
        format!("chips may be deducted for {} of a session", counted(rules.absence.coups, "coup")),
        rules.absence.clause.shown(),
    );
    for one in &rules.disqualified {
        row("disqualification", format!("has to follow: {}", plain(&one.breach)), one.clause.shown());
    }
    row("refunds", "only on a ground:".to_owned(), rules.refunds.clause.shown());
    for ground in &rules.refunds.grounds {
        row("", ground.ground.word().to_owned(), ground.clause.shown());
    }
    row(
        "announcement",
        "of undisclosed wagers: from the close to the first card".to_owned(),
        rules.announcement.clause.shown(),
    );
    let forms = &rules.forms;
    row("forms", format!("recorded by the first card, by {} or higher", plain(forms.by.word())), forms.clause.shown());
    for (check, clause) in &rules.checks {
        row("check", check.replace('-', " "), clause.shown());
    }
    for part in rules.recorded.iter().flatten() {
        row("recorded", part.why.clone(), part.clause.shown());
    }
    rows
}
