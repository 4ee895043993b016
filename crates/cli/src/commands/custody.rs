use resettle_coup_log::{Digest, LogVerdict};
use resettle_report::document::{Input, InputTable};

/// What a report says of one log: which file it is, and what vouches for it.
pub fn of(path: String, sha256: String, verdict: &LogVerdict) -> Input {
    Input {
        path,
        log: verdict.open.as_ref().map(|open| open.log.clone()).unwrap_or_default(),
        sha256,
        records: verdict.records,
        coups: verdict.coups,
        authenticated_records: verdict.authenticated_records,
        keys: verdict.keys.iter().map(Digest::to_string).collect(),
        table: verdict.open.as_ref().map(|open| InputTable {
            venue: open.venue.clone(),
            game: open.game.clone(),
            table: open.table.clone(),
        }),
        note: verdict.unsealed_import.then_some("not authenticated: an import without any seal".into()),
    }
}
