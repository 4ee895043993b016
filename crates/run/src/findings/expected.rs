//! Logs that the roster expects: what is missing, and what the report states about the roster.

use resettle_audit::{Code, Place};
use resettle_oversight::roster::{Completeness, Missing};
use resettle_report::document::{InputTable, RosterUsed};
use resettle_words::counted;

use super::{NOTHING, about_a_file};
use crate::spill::AboutTable;

/// The roster as a report states it; `path` and `sha256` are those of its file.
pub fn roster_used((path, sha256): (String, String), completeness: &Completeness) -> RosterUsed {
    RosterUsed {
        path,
        sha256,
        expected: completeness.expected,
        missing: completeness.missing.len() as u64,
        unlisted: unlisted(completeness),
    }
}

/// Tables that the roster does not list, and days of those listed that lie outside the days it gives them.
fn unlisted(completeness: &Completeness) -> Vec<String> {
    let tables = completeness.unlisted.iter().map(|(venue, game, table)| format!("{venue} {game} {table}"));
    let days = completeness.beyond.iter().map(|((venue, game, table), days)| {
        let (first, last) = (days.first, days.last);
        format!("{venue} {game} {table} on {} between {first} and {last}", counted(days.count, "day"))
    });
    tables.chain(days).collect()
}

/// What is expected if a log is missing: with the venue and the game, since tables of several may have the same name.
pub fn expected_log(asked: &Missing) -> String {
    format!("a {} log of {} on {} ({}, {})", asked.source, asked.table, asked.day, asked.venue, asked.game)
}

/// Logs that the roster expects; each is reported at the roster's line.
pub fn missing_logs(completeness: &Completeness, path: &str) -> Vec<AboutTable> {
    let finding = |missing: &Missing| {
        let there = match missing.unvouched.as_slice() {
            [] => "there is none".to_owned(),
            files => format!("no trusted seal vouches for what is there of it: {}", files.join(", ")),
        };
        let message = format!(
            "table {} ({}, {}) had to write a log on {} ({}), and {there}",
            missing.table, missing.venue, missing.game, missing.day, missing.source
        );
        let expected = expected_log(missing);
        let mut finding = about_a_file(Code::MissingLog, path, "", &message, &expected, NOTHING);
        finding.place = Place { line: Some(u64::from(missing.line)), ..Place::default() };
        let (venue, game, table) = (missing.venue.clone(), missing.game.clone(), missing.table.clone());
        let day = Some(missing.day.to_string());
        let of = InputTable { jurisdiction: String::new(), currency: String::new(), venue, game, table };
        AboutTable { finding, table: Some(of), day }
    };
    completeness.missing.iter().map(finding).collect()
}

/// A log that the roster expects and a digest lists is reported as missing once: as the digest's, which names the log.
/// The remaining ones of the roster are returned.
pub fn missed_by_both(expected: Vec<AboutTable>, listed: &mut [AboutTable]) -> Vec<AboutTable> {
    let same = |one: &AboutTable, other: &AboutTable| {
        let names = |about: &AboutTable| about.table.as_ref().map(|of| (of.venue.clone(), of.table.clone()));
        one.finding.code == other.finding.code && one.day == other.day && names(one) == names(other)
    };
    let mut free: Vec<&mut AboutTable> = listed.iter_mut().collect();
    let mut left = Vec::new();
    for one in expected {
        let Some(at) = free.iter().position(|other| same(&one, other)) else {
            left.push(one);
            continue;
        };
        let both = free.swap_remove(at);
        both.table.clone_from(&one.table);
        both.finding.message.push_str("; the roster expects it too");
    }
    left
}
