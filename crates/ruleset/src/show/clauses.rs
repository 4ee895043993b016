use super::layout::{TextTable, heading};
use crate::clause::{ClauseEntry, ClauseKind};

pub(super) fn clauses(out: &mut String, clauses: &[ClauseEntry]) {
    heading(out, "Clauses");
    let counts: Vec<String> = ClauseKind::WORDS
        .iter()
        .map(|(word, kind)| format!("{word} {}", clauses.iter().filter(|clause| clause.kind == *kind).count()))
        .collect();
    out.push_str(&format!("  {} in all: {}\n", clauses.len(), counts.join(", ")));
    let recorded: Vec<&ClauseEntry> = clauses.iter().filter(|clause| clause.kind == ClauseKind::Recorded).collect();
    if recorded.is_empty() {
        return;
    }
    out.push('\n');
    let mut table = TextTable::headed(&[40, 56], &["recorded only", "why"]);
    for run in recorded.chunk_by(|one, next| one.why == next.why) {
        let numbers: Vec<&str> = run.iter().map(|clause| clause.number.as_str()).collect();
        let why = run.first().and_then(|clause| clause.why.as_deref()).unwrap_or_default();
        table.row(&[numbers.join(", ").as_str(), why]);
    }
    out.push_str(&table.render());
}
