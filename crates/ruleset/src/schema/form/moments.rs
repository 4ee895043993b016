//! The moments that other rules speak of.

use schemars::JsonSchema;

use crate::schema::words::{AlsoWord, Clauses, TimeWord};

only! {
    Noticed { Noticed, NotifiedAt }
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Moments {
    /// After it wagers are late.
    close: Close,
    /// It ends the time for noticing an error.
    next_commencement: NextCommencement,
    /// When an error counts as noticed.
    noticed: NoticedAt,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Close {
    time: TimeWord,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct NextCommencement {
    time: TimeWord,
    also: Option<Vec<AlsoWord>>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct NoticedAt {
    time: Noticed,
    clause: Option<Clauses>,
}
