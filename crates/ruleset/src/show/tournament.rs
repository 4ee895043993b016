use super::layout::{Table, heading};
use super::{RULES, plain};
use crate::model::Ruleset;
use crate::tournament::{REFUND_GROUNDS, Tournament};

pub(super) fn tournament(out: &mut String, ruleset: &Ruleset) {
    let Some(rules) = &ruleset.tournament else { return };
    heading(out, "Tournament play");
    let mut table = Table::headed(RULES, &["subject", "rule", "clause"]);
    for (subject, rule, clause) in rows(rules) {
        table.row(&[subject, rule, clause]);
    }
    out.push_str(&table.render());
}

fn rows(rules: &Tournament) -> Vec<(String, String, String)> {
    let mut rows = vec![(
        "ordinary rules".to_owned(),
        format!("hold but for {}", rules.without.join(", ")),
        rules.clause.to_string(),
    )];
    let mut row = |subject: &str, rule: String, clause: String| rows.push((subject.to_owned(), rule, clause));
    row("conditions", "have to be published, with these parts:".to_owned(), rules.conditions.to_string());
    for (part, clause) in &rules.parts {
        row("", format!("part {part}"), clause.to_string());
    }
    row(
        "absence",
        format!("chips may be deducted for {} coups of a session", rules.absent_coups),
        rules.absence.to_string(),
    );
    for (breach, clause) in &rules.disqualified {
        row("disqualification", format!("has to follow: {}", plain(breach)), clause.to_string());
    }
    row("refunds", "only on a ground:".to_owned(), rules.refund.to_string());
    for (ground, clause) in &rules.refunds {
        let word = REFUND_GROUNDS.iter().find(|(_, known)| known == ground).map_or("", |(word, _)| word);
        row("", word.to_owned(), clause.to_string());
    }
    row(
        "announcement",
        "of undisclosed wagers: from the close to the first card".to_owned(),
        rules.announcement.to_string(),
    );
    let (by, clause) = &rules.forms;
    row("forms", format!("recorded by the first card, by {} or higher", plain(by.word())), clause.to_string());
    for (check, clause) in &rules.checks {
        row("check", check.replace('-', " "), clause.to_string());
    }
    for part in &rules.recorded {
        row("recorded", part.why.clone(), part.clause.to_string());
    }
    rows
}
