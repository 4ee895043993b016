//! Findings that both reports have, and that are answered otherwise: a disposition came, went, changed or ran out.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

use serde::Serialize;

use super::text::head;
use crate::document::FindingRow;
use crate::print::disposition_text;

/// A finding of both reports that is answered otherwise.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct AnswerChange {
    /// The finding's stable code.
    pub code: String,
    /// Its severity in the second report.
    pub severity: String,
    /// The id of the log that the finding is about.
    pub log: String,
    /// The shoe's id; `None` where it is about no shoe.
    pub shoe: Option<String>,
    /// The coup's number in its shoe; `None` where it is about no coup.
    pub coup: Option<u64>,
    /// The wager's id; `None` where it is about no wager.
    pub wager: Option<String>,
    /// What makes it this finding and no other.
    pub fingerprint: String,
    /// The answer in the first report, in words; `None` where there was none.
    pub before: Option<String>,
    /// In the second.
    pub after: Option<String>,
}

/// The findings of both reports of which the answers differ, in the order of the second; what has no fingerprint is known again
/// by nothing.
pub(super) fn changes(before: &[FindingRow], after: &[FindingRow]) -> Vec<AnswerChange> {
    let answer = |row: &FindingRow| row.disposition.as_ref().map(disposition_text);
    let known = |row: &&FindingRow| !row.fingerprint.is_empty();
    let mut answers: BTreeMap<&str, VecDeque<Option<String>>> = BTreeMap::new();
    for row in before.iter().filter(known) {
        answers.entry(&row.fingerprint).or_default().push_back(answer(row));
    }
    let change = |row: &FindingRow| {
        let before = answers.get_mut(row.fingerprint.as_str()).and_then(VecDeque::pop_front)?;
        let after = answer(row);
        (before != after).then(|| AnswerChange {
            code: row.code.to_string(),
            severity: row.severity.to_string(),
            log: row.log.clone(),
            shoe: row.shoe.clone(),
            coup: row.coup,
            wager: row.wager.clone(),
            fingerprint: row.fingerprint.clone(),
            before,
            after,
        })
    };
    after.iter().filter(known).filter_map(change).collect()
}

impl AnswerChange {
    pub(super) fn write(&self, out: &mut String) {
        let Self { code, severity, log, shoe, coup, wager, .. } = self;
        head([severity, code, log], (shoe.as_deref(), *coup, wager.as_deref()), out);
        for (when, answer) in [("before", &self.before), ("after", &self.after)] {
            let _ = writeln!(out, "  {when:<7} {}", answer.as_deref().unwrap_or("not answered"));
        }
    }
}
