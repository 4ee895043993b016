//! What a draft writes of a column or member that says what became of a round or a wager.

use std::collections::BTreeSet;

use super::quoted;
use crate::status::{is_no, is_refused, is_settled};

/// `row.status` by the words that are understood.
pub(super) fn of_rounds<'v>(
    column: &str,
    values: impl IntoIterator<Item = &'v String>,
    means: impl Fn(&str) -> Option<&'static str>,
) -> String {
    let values: BTreeSet<&String> = values.into_iter().collect();
    let known = values.into_iter().filter_map(|value| Some(format!("{}: {}", quoted(value), means(value)?)));
    format!("  status: {{column: {column}, values: {{{}}}}}\n", known.collect::<Vec<_>>().join(", "))
}

/// The members of a wager by its status: `status`, and `rejected` where some words are those of wagers that were refused and nothing
/// else says it.
pub(super) fn of_wagers<'v>(
    column: &str,
    values: impl IntoIterator<Item = &'v String>,
    says_refused: bool,
) -> Vec<String> {
    let values: BTreeSet<&String> = values.into_iter().collect();
    let of = |is: fn(&str) -> bool| {
        values.iter().filter(|value| is(value)).map(|value| quoted(value)).collect::<Vec<_>>().join(", ")
    };
    let (settled, refused) = (of(is_settled), of(is_refused));
    let mut members = vec![format!("status: {{column: {column}, settled: [{settled}]}}")];
    members.extend((says_refused && !refused.is_empty()).then(|| refused_by(column, &refused)));
    members
}

/// The member of a wager by a column of yes and no that says whether it was taken, and what is said of it. `no` is written where no
/// wager has one so far.
pub(super) fn of_accepted<'v>(
    column: &str,
    values: impl IntoIterator<Item = &'v String>,
    no: &str,
) -> (String, String) {
    let said: BTreeSet<String> = values.into_iter().filter(|value| is_no(value)).map(|value| quoted(value)).collect();
    let said = if said.is_empty() { quoted(no) } else { said.into_iter().collect::<Vec<_>>().join(", ") };
    (refused_by(column, &said), format!("{column} is taken to say which wagers were accepted: the others are none"))
}

fn refused_by(column: &str, values: &str) -> String {
    format!("rejected: {{column: {column}, values: [{values}]}}")
}
