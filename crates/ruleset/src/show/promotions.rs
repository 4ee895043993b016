use super::layout::{TextTable, heading};
use super::{RULES, marked, plain};
use crate::promotions::Promotions;

/// What is said of promotional prizes; nothing where the document is not read that far.
pub(super) fn promotions(out: &mut String, promotions: Option<&Promotions>) {
    let Some(promotions) = promotions else { return };
    heading(out, "Promotional prizes");
    let mut table = TextTable::headed(RULES, &["subject", "rule", "clause"]);
    let mut before = String::new();
    for rule in promotions.rules() {
        let subject = plain(rule.path.split('.').next().unwrap_or_default());
        let shown = if subject == before { "" } else { subject.as_str() };
        table.row(&[shown, &marked(&rule.text, rule.clause.is_reading()), &rule.clause.to_string()]);
        before = subject;
    }
    for part in promotions.recorded.iter().flatten() {
        let subject = if before == "recorded" { "" } else { "recorded" };
        table.row(&[subject, &part.why, &part.clause.to_string()]);
        before = "recorded".to_owned();
    }
    out.push_str(&table.render());
}
