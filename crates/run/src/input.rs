use std::borrow::Cow;

use resettle_report::document::{CoupsStaked, Input, InputContent, InputSource, InputTable, SEALED_IMPORT};
use resettle_sealed_log::{CoupStakes, Digest, LogVerdict, SourceKind};

use crate::left_out;
use crate::source::LogHashes;

/// What a report states about one log: which file it is, and what vouches for it.
pub fn input_of(path: String, hashes: Option<LogHashes>, verdict: &LogVerdict) -> Input {
    Input {
        path,
        log: verdict.open.as_ref().map(|open| open.log.clone()).unwrap_or_default(),
        sha256: hashes.map(|hashes| hashes.file.to_string()).unwrap_or_default(),
        last_seal: verdict.head.as_ref().map(|(_, head)| head.sha256().to_string()),
        records: verdict.records,
        coups: verdict.coups,
        authenticated_records: verdict.authenticated_records,
        not_vouched: not_vouched(verdict),
        not_vouched_coups: Some(verdict.not_vouched_coups)
            .filter(|not| not.coups > 0 && is_vouched_in_part(verdict))
            .map(|CoupStakes { coups, staked }| CoupsStaked { coups, staked }),
        keys: verdict.keys.iter().map(Digest::to_string).collect(),
        table: verdict.open.as_ref().map(|open| InputTable {
            jurisdiction: open.jurisdiction.clone(),
            currency: open.currency.clone(),
            venue: open.venue.clone(),
            game: open.game.clone(),
            table: open.table.clone(),
        }),
        source: verdict
            .open
            .as_ref()
            .map(|open| InputSource { kind: open.source.kind.word().to_owned(), id: open.source.id.clone() }),
        content: hashes.filter(|_| verdict.open.is_some()).map(|hashes| InputContent {
            sha256: hashes.content.to_string(),
            bytes: hashes.bytes,
            lines: verdict.lines,
        }),
        span: None,
        note: note(verdict),
    }
}

fn is_vouched_in_part(verdict: &LogVerdict) -> bool {
    verdict.authenticated_records > 0 && verdict.authenticated_records < verdict.records
}

fn not_vouched(verdict: &LogVerdict) -> Vec<(u64, u64)> {
    if !is_vouched_in_part(verdict) {
        return Vec::new();
    }
    let mut all = verdict.not_vouched();
    all.truncate(Input::MOST_STRETCHES);
    all
}

fn note(verdict: &LogVerdict) -> Option<Cow<'static, str>> {
    let mut said = Vec::new();
    if verdict.unsealed_import {
        said.push("not authenticated: an import without any seal".to_owned());
    }
    if !verdict.unsealed_import && verdict.open.as_ref().is_some_and(|open| open.imported) {
        let (authentic, records) = (verdict.authenticated_records, verdict.records);
        said.push(format!("{authentic} of {records} records; {SEALED_IMPORT}"));
    }
    match verdict.unread_rounds {
        0 => {}
        1 => said
            .push("one round of its source could not be read or was left out, and none of that was judged".to_owned()),
        more => said.push(format!(
            "{more} rounds of its source could not be read or were left out, and none of that was judged"
        )),
    }
    said.extend(verdict.open.iter().flat_map(left_out::said));
    match verdict.partly_read {
        (0, _) => {}
        (1, 1) => said.push(
            "1 coup lacks a row of its source that could not be read or was left out: judged by the others".to_owned(),
        ),
        (1, rows) => {
            said.push(format!(
                "1 coup lacks {rows} rows of its source that could not be read or were left out: judged by the others"
            ));
        }
        (coups, rows) => {
            said.push(format!(
                "{coups} coups lack {rows} rows of their source that could not be read or were left out: judged by the others"
            ));
        }
    }
    if verdict.open.as_ref().is_some_and(|open| open.imported && open.source.kind == SourceKind::Table) {
        let (cards, declared) = verdict.lacking;
        for (coups, what, so) in [
            (
                cards,
                "cards",
                "unless another source holds them, no deal was asked, and what was declared is what they are settled by",
            ),
            (declared, "declaration", "unless another source holds it, no announcement was asked"),
        ] {
            match coups {
                0 => {}
                1 => said.push(format!("1 coup records no {what}: {so}")),
                more => said.push(format!("{more} coups record no {what}: {so}")),
            }
        }
    }
    if !said.is_empty() {
        return Some(said.join("; ").into());
    }
    verdict.end_respelled.then(|| {
        let (authentic, records) = (verdict.authenticated_records, verdict.records);
        format!(
            "{authentic} of {records} records; the last seal's line is not spelled as a log is written: what it says is all that counts, its spelling is covered by nothing"
        )
        .into()
    })
}
