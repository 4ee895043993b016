//! Logs that the roster expects: what is missing, and what the report states about the roster.

use std::collections::BTreeMap;

use resettle_audit::{Check, Code, NotAsked, Place};
use resettle_game::{Amount, counted};
use resettle_oversight::parse_date;
use resettle_oversight::roster::{Breach, Completeness, Missing, Must, Roster, RosterTable};
use resettle_report::document::{DayRow, InputTable, RosterUsed};
use resettle_report::tally::Part;

use super::{NOTHING, about_a_file};
use crate::spill::AboutTable;

/// The roster as a report states it; `path` and `sha256` are those of its file, `signer` who signed it.
pub fn roster_used(
    (path, sha256): (String, String),
    signer: Option<String>,
    completeness: &Completeness,
) -> RosterUsed {
    RosterUsed {
        path,
        sha256,
        expected: completeness.expected,
        missing: completeness.missing.len() as u64,
        days: days(completeness),
        unlisted: unlisted(completeness),
        unasked: unasked(completeness),
        signer,
    }
}

fn days(completeness: &Completeness) -> Option<(String, String)> {
    let days = || completeness.present.iter().chain(&completeness.missing).map(|one| one.day);
    Some((days().min()?.to_string(), days().max()?.to_string()))
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

/// What the roster does not show of the days asked for: those of which it says nothing of a table, and those on which a log only
/// ends.
fn unasked(completeness: &Completeness) -> Vec<String> {
    let silent = completeness.silent.iter().map(|((venue, game, table), days)| {
        let (first, last) = (days.first, days.last);
        format!("{venue} {game} {table}: nothing expected on {} between {first} and {last}", counted(days.count, "day"))
    });
    let ends = completeness.ends.iter().map(|one| {
        let Missing { venue, game, table, day, source, .. } = one;
        format!("{venue} {game} {table}: the log of {source} only ends on {day}, and another one is not asked for")
    });
    silent.chain(ends).collect()
}

/// What is expected if a log is missing: with the venue and the game, since tables of several may have the same name.
pub fn expected_log(asked: &Missing) -> String {
    format!("a {} log of {} on {} ({}, {})", asked.source, asked.table, asked.day, asked.venue, asked.game)
}

/// Logs that the roster expects; each is reported at the roster's line.
pub fn missing_logs(completeness: &Completeness, path: &str) -> Vec<AboutTable> {
    let finding = |missing: &Missing| {
        let there = match missing.unvouched.as_slice() {
            _ if missing.ends => "there is one that only ends on it, and no coup was played on it".to_owned(),
            [] => "there is none".to_owned(),
            files => format!("no trusted seal vouches for what is there of it: {}", files.join(", ")),
        };
        let message = format!(
            "a {} log of table {} ({}, {}) was due for {}, and {there}",
            missing.source, missing.table, missing.venue, missing.game, missing.day
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

/// For which reasons a check was not asked where a log lacks this.
fn shown_by(must: Must) -> &'static [NotAsked] {
    match must {
        Must::Cards => &[NotAsked::NoCards],
        Must::Declared => &[NotAsked::NotDeclared],
        Must::Display => &[NotAsked::NoDisplay, NotAsked::DisplayOff],
        Must::Start => &[NotAsked::NoStart],
        Must::Times => &[NotAsked::NoClose],
        Must::Limits => &[NotAsked::NoSign],
        Must::Placed => &[NotAsked::NotPlaced],
        Must::Person => &[NotAsked::NoPerson],
        Must::Area => &[NotAsked::NoArea],
        Must::Seal => &[NotAsked::NoSeal, NotAsked::Import],
    }
}

/// How much of a day lacks it: of the check that shows most of it.
fn lacking(day: &DayRow, must: Must) -> Part {
    let of = |check: Check| {
        let mut all = Part::default();
        let own = day.not_asked.iter().filter(|(other, why, _)| *other == check && shown_by(must).contains(why));
        own.for_each(|(_, _, part)| all.add(part));
        all
    };
    Check::ALL.iter().map(|(_, check)| of(*check)).max_by_key(|part| (part.wagers, part.coups)).unwrap_or_default()
}

/// What logs lack though the roster says that they have to hold it: once a table and member, at the roster's line.
pub fn lacking_members(roster: &Roster, days: &[DayRow], path: &str) -> Vec<AboutTable> {
    let mut sums: BTreeMap<(usize, Must), (Vec<&DayRow>, Part)> = BTreeMap::new();
    for day in days {
        let Some(date) = parse_date(&day.day) else { continue };
        let own =
            roster.tables.iter().enumerate().filter(|(_, one)| one.is_of(&day.venue, &day.game, &day.table, date));
        for (at, must) in own.flat_map(|(at, one)| one.must.iter().map(move |must| (at, *must))) {
            let part = lacking(day, must);
            if part != Part::default() {
                let (days, sum) = sums.entry((at, must)).or_default();
                days.push(day);
                sum.add(&part);
            }
        }
    }
    let all = sums.into_iter().filter_map(|((at, must), (days, sum))| Some((roster.tables.get(at)?, must, days, sum)));
    all.filter_map(|(table, must, days, sum)| lacks(table, must, &days, &sum, path)).collect()
}

fn lacks(table: &RosterTable, must: Must, days: &[&DayRow], sum: &Part, path: &str) -> Option<AboutTable> {
    let (first, last) = (days.first()?, days.last()?);
    let RosterTable { venue, game, table: name, .. } = table;
    let coups = if sum.coups > 0 { format!("{}, ", counted(sum.coups, "coup")) } else { String::new() };
    let message = format!(
        "logs of table {name} ({venue}, {game}) have to hold `{}`, and do not on {} from {} to {}: {coups}{}, {} staked",
        must.word(),
        counted(days.len(), "day"),
        first.day,
        last.day,
        counted(sum.wagers, "wager"),
        Amount::new(sum.staked, Some(&first.currency))
    );
    let expected = format!("`{}` of {name} ({venue}, {game})", must.word());
    let mut finding = about_a_file(Code::Profile, path, "", &message, &expected, NOTHING);
    finding.place = Place { line: Some(u64::from(table.line)), ..Place::default() };
    finding.staked = Some(sum.staked);
    let of = InputTable {
        jurisdiction: first.jurisdiction.clone(),
        currency: first.currency.clone(),
        venue: venue.clone(),
        game: game.clone(),
        table: name.clone(),
    };
    Some(AboutTable { finding, table: Some(of), day: Some(first.day.clone()) })
}

/// A log that is not as the profile of its table says, at the roster's line.
pub fn profile_broken(breach: Breach, currency: &str, path: &str) -> AboutTable {
    let Breach { venue, game, table, log, member, expected, logged, amount, .. } = breach;
    let message = format!(
        "log {log} of table {table} ({venue}, {game}) is not as the roster's profile says under `{member}`: {}, {}, {} staked",
        counted(amount.coups, "coup"),
        counted(amount.wagers, "wager"),
        Amount::new(amount.staked, Some(currency))
    );
    let mut finding = about_a_file(Code::Profile, path, &log, &message, &expected, &logged);
    finding.place = Place { line: Some(u64::from(breach.line)), ..Place::default() };
    finding.staked = Some(amount.staked);
    let of = InputTable { jurisdiction: String::new(), currency: currency.to_owned(), venue, game, table };
    AboutTable { finding, table: Some(of), day: Some(breach.day.to_string()) }
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
