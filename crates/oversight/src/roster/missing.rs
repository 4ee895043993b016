use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use resettle_sealed_log::{SealedPart, SourceKind};

use super::{ExpectedSource, LogDays, Roster, RosterTable, Scope};
use crate::day::DayRule;
use crate::digest::Idle;
use crate::seen::{LogSeen, SealedParts};

/// A log that has to be there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    /// As logs name it.
    pub venue: String,
    /// As logs name it.
    pub game: String,
    /// As logs name it.
    pub table: String,
    /// The day.
    pub day: Date,
    /// Which source: its kind, and its id where the roster names one.
    pub source: String,
    /// The line of the roster that expects it, from 1.
    pub line: u32,
    /// Files that are in its place, and for which no trusted seal vouches.
    pub unvouched: Vec<String>,
}

/// What a roster and the logs that are there come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completeness {
    /// How many logs of a day had to be there.
    pub expected: u64,
    /// Those that are not, in the order of venue, game, table, day.
    pub missing: Vec<Missing>,
    /// The same for those that are; the same fields say which was asked for.
    pub present: Vec<Missing>,
    /// Tables of which there are logs and of which the roster says nothing: venue, game, table.
    pub unlisted: BTreeSet<(String, String, String)>,
    /// Tables that the roster lists and that wrote on days outside those it gives them: nothing says what is missing then.
    pub beyond: BTreeMap<(String, String, String), Beyond>,
}

/// Days of a table about which the roster says nothing, though there are logs of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// How many.
    pub count: u64,
    /// The first of them.
    pub first: Date,
    /// The last of them.
    pub last: Date,
}

impl Roster {
    /// What is missing among the logs that were found.
    #[must_use]
    pub fn compare<'l>(&self, logs: impl IntoIterator<Item = &'l LogSeen>, scope: &Scope) -> Completeness {
        let mut by_table: BTreeMap<(&str, &str, &str), Vec<&LogSeen>> = BTreeMap::new();
        for log in logs.into_iter().filter(|log| scope.names(Some(&log.venue), Some(&log.table))) {
            by_table.entry((&log.venue, &log.game, &log.table)).or_default().push(log);
        }
        let mut out = Completeness::default();
        let mut listed: BTreeMap<_, Vec<&RosterTable>> = BTreeMap::new();
        for table in &self.tables {
            let key = (table.venue.as_str(), table.game.as_str(), table.table.as_str());
            listed.entry(key).or_default().push(table);
            if scope.names(Some(&table.venue), Some(&table.table)) {
                table.compare(by_table.get(&key).map_or(&[], Vec::as_slice), scope, &mut out);
            }
        }
        for (key, periods) in &listed {
            let logs = by_table.get(key).map_or(&[][..], Vec::as_slice);
            out.beyond.extend(beyond(periods, logs, scope).map(|days| {
                let (venue, game, table) = *key;
                ((venue.to_owned(), game.to_owned(), table.to_owned()), days)
            }));
        }
        let unlisted = by_table.keys().filter(|key| !listed.contains_key(*key));
        out.unlisted = unlisted.map(|(v, g, t)| ((*v).to_owned(), (*g).to_owned(), (*t).to_owned())).collect();
        out.missing.sort();
        out.present.sort();
        out
    }
}

impl Roster {
    /// The tables and sources that wrote nothing on a day, closed ones among them, for a digest of the day.
    #[must_use]
    pub fn idle(&self, logs: &[LogSeen], day: Date) -> Vec<Idle> {
        let scope = Scope { from: Some(day), to: Some(day), tables: Vec::new(), venues: Vec::new() };
        let missing = self.compare(logs, &scope).missing.into_iter();
        let mut out: Vec<Idle> =
            missing.map(|one| Idle { game: one.game, table: one.table, source: one.source }).collect();
        for table in self.tables.iter().filter(|table| table.closed.contains(&day)) {
            let wrote = logs.iter().any(|log| {
                (&log.venue, &log.game, &log.table) == (&table.venue, &table.game, &table.table)
                    && table.days.day(log.first) == Some(day)
            });
            if !wrote {
                out.push(Idle { game: table.game.clone(), table: table.table.clone(), source: "closed".to_owned() });
            }
        }
        out.sort();
        out
    }

    /// The part of the roster that is about one venue.
    #[must_use]
    pub fn of_venue(&self, venue: &str) -> Self {
        Self { tables: self.tables.iter().filter(|table| table.venue == venue).cloned().collect() }
    }

    /// The days of a table, where it is listed.
    #[must_use]
    pub fn days_of(&self, venue: &str, game: &str, table: &str) -> Option<&DayRule> {
        let own = |one: &&RosterTable| one.venue == venue && one.game == game && one.table == table;
        self.tables.iter().find(own).map(|one| &one.days)
    }

    /// The days on which tables of a venue are open.
    #[must_use]
    pub fn open_days(&self, venue: &str) -> BTreeSet<Date> {
        let own = self.tables.iter().filter(|table| table.venue == venue);
        own.flat_map(RosterTable::open_days).collect()
    }

    /// Whether no table of a venue is open on a day, though some are listed.
    #[must_use]
    pub fn all_closed(&self, venue: &str, day: Date) -> bool {
        let mut listed = self.tables.iter().filter(|table| table.venue == venue).peekable();
        listed.peek().is_some() && listed.all(|table| !table.is_on(day) || table.closed.contains(&day))
    }
}

impl RosterTable {
    /// The days on which logs are expected.
    pub fn open_days(&self) -> impl Iterator<Item = Date> + '_ {
        let mut next = Some(self.first_day);
        let days = std::iter::from_fn(move || {
            let day = next.filter(|day| *day <= self.last_day)?;
            next = day.tomorrow().ok();
            Some(day)
        });
        days.filter(|day| !self.closed.contains(day))
    }

    /// Whether a trusted seal vouches for what a log records of a day.
    fn sealed_on(&self, log: &LogSeen, day: Date) -> bool {
        let SealedParts::Parts(parts) = &log.sealed else { return true };
        let within = |part: &SealedPart| {
            self.days.day(part.first).is_some_and(|first| first <= day)
                && self.days.day(part.last).is_some_and(|last| day <= last)
        };
        parts.iter().any(within)
    }

    fn compare(&self, logs: &[&LogSeen], scope: &Scope, out: &mut Completeness) {
        // Who wrote on which days; a log of several days counts for all of them where it may.
        let mut days: BTreeMap<Date, BTreeSet<(SourceKind, &str)>> = BTreeMap::new();
        // The same of files, as far as nobody vouches for them.
        let mut others: BTreeMap<Date, BTreeSet<(SourceKind, &str, &str)>> = BTreeMap::new();
        for log in logs {
            let Some(first) = self.days.day(log.first) else { continue };
            let last = match self.logs {
                LogDays::Daily => first,
                LogDays::Spanning => self.days.day(log.last).unwrap_or(first).min(self.last_day),
            };
            let mut day = first.max(self.first_day.min(last));
            while day <= last {
                if self.sealed_on(log, day) {
                    days.entry(day).or_default().insert((log.kind, log.source.as_str()));
                } else {
                    others.entry(day).or_default().insert((log.kind, log.source.as_str(), log.file.as_str()));
                }
                let Ok(next) = day.tomorrow() else { break };
                day = next;
            }
        }
        let (nobody, nothing) = (BTreeSet::new(), BTreeSet::new());
        for day in self.open_days() {
            if scope.from.is_some_and(|from| day < from) || scope.to.is_some_and(|to| day > to) {
                continue;
            }
            let wrote = days.get(&day).unwrap_or(&nobody);
            let unvouched = others.get(&day).unwrap_or(&nothing);
            for source in &self.sources {
                let unvouched = unvouched.iter().filter(|(own, id, _)| match source {
                    ExpectedSource::Any(kind, _) => own == kind,
                    ExpectedSource::Named(kind, name) => own == kind && id == name,
                });
                let (wanted, there, said) = match source {
                    ExpectedSource::Any(kind, wanted) => {
                        let there = wrote.iter().filter(|(own, _)| own == kind).count();
                        (*wanted, there, kind.word().to_owned())
                    }
                    ExpectedSource::Named(kind, id) => {
                        let there = usize::from(wrote.contains(&(*kind, id.as_str())));
                        (1, there, format!("{} {id}", kind.word()))
                    }
                };
                out.expected += u64::try_from(wanted).unwrap_or(u64::MAX);
                let asked = Missing {
                    venue: self.venue.clone(),
                    game: self.game.clone(),
                    table: self.table.clone(),
                    day,
                    source: said,
                    line: self.line,
                    unvouched: Vec::new(),
                };
                let unvouched: Vec<String> = unvouched.map(|(_, _, file)| (*file).to_owned()).collect();
                let lacking = Missing { unvouched, ..asked.clone() };
                out.missing.extend(std::iter::repeat_n(lacking, wanted.saturating_sub(there)));
                out.present.extend(std::iter::repeat_n(asked, there.min(wanted)));
            }
        }
    }
}

/// Days of logs of a table that lie in none of its periods.
fn beyond(periods: &[&RosterTable], logs: &[&LogSeen], scope: &Scope) -> Option<Beyond> {
    let rule = &periods.first()?.days;
    let mut days: BTreeSet<Date> = logs.iter().filter_map(|log| rule.day(log.first)).collect();
    days.retain(|day| !periods.iter().any(|one| one.is_on(*day)));
    days.retain(|day| scope.from.is_none_or(|from| from <= *day) && scope.to.is_none_or(|to| *day <= to));
    let (first, last) = (days.first().copied()?, days.last().copied()?);
    Some(Beyond { count: u64::try_from(days.len()).unwrap_or(u64::MAX), first, last })
}
