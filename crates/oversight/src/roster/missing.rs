use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use resettle_sealed_log::{SealedPart, SourceKind};

use super::decode::MOST_DAYS;
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
    /// The day of play for which the roster expects it.
    pub day: Date,
    /// Which source: its kind, and its id where the roster names one.
    pub source: String,
    /// The line of the roster that expects it, from 1.
    pub line: u32,
    /// Files that are in its place, and for which no trusted seal vouches.
    pub unvouched: Vec<String>,
    /// Whether there is a log that only ends on the day, and on which nothing was played.
    pub ends: bool,
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
    /// Of those that are there, the ones of which a log spans days and only ends on this one: nothing shows that it is the day's.
    pub ends: Vec<Missing>,
    /// Days asked for that lie in no period of a table that the roster lists: nothing was expected on them.
    pub silent: BTreeMap<(String, String, String), Beyond>,
    /// Tables of which there are logs and of which the roster says nothing: venue, game, table.
    pub unlisted: BTreeSet<(String, String, String)>,
    /// Tables that the roster lists and that wrote on days outside those it gives them: nothing says what is missing then.
    pub beyond: BTreeMap<(String, String, String), Beyond>,
}

impl Completeness {
    /// Takes a log that only ends on a day for missing where `is_idle` says that nothing was played on it.
    pub fn miss_ends(&mut self, is_idle: impl Fn(&Missing) -> bool) {
        let (idle, played): (Vec<Missing>, _) = std::mem::take(&mut self.ends).into_iter().partition(&is_idle);
        self.ends = played;
        for one in idle {
            if let Some(at) = self.present.iter().position(|other| *other == one) {
                self.present.remove(at);
                self.missing.push(Missing { ends: true, ..one });
            }
        }
        self.missing.sort();
    }
}

/// Days of a table about which the roster says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// How many.
    pub count: u64,
    /// The first day about which it says nothing.
    pub first: Date,
    /// The last day about which it says nothing.
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
            let (venue, game, table) = *key;
            let named = || (venue.to_owned(), game.to_owned(), table.to_owned());
            out.beyond.extend(beyond(periods, logs, scope).map(|days| (named(), days)));
            if scope.names(Some(venue), Some(table)) {
                out.silent.extend(silent(periods, scope).map(|days| (named(), days)));
            }
        }
        let unlisted = by_table.keys().filter(|key| !listed.contains_key(*key));
        out.unlisted = unlisted.map(|(v, g, t)| ((*v).to_owned(), (*g).to_owned(), (*t).to_owned())).collect();
        out.missing.sort();
        out.present.sort();
        out.ends.sort();
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
        // Who began or went on after each day.
        let mut firm: BTreeMap<Date, BTreeSet<(SourceKind, &str)>> = BTreeMap::new();
        for log in logs {
            let Some(first) = self.days.day(log.first) else { continue };
            let end = match self.logs {
                LogDays::Daily => first,
                LogDays::Spanning => self.days.day(log.last).unwrap_or(first),
            };
            let last = if self.logs == LogDays::Daily { first } else { end.min(self.last_day) };
            let mut day = first.max(self.first_day.min(last));
            while day <= last {
                if day == first || day < end {
                    firm.entry(day).or_default().insert((log.kind, log.source.as_str()));
                }
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
            let wrote_on = firm.get(&day).unwrap_or(&nobody);
            for source in &self.sources {
                let unvouched = unvouched.iter().filter(|(own, id, _)| match source {
                    ExpectedSource::Any(kind, _) => own == kind,
                    ExpectedSource::Named(kind, name) => own == kind && id == name,
                });
                let (wanted, said) = match source {
                    ExpectedSource::Any(kind, wanted) => (*wanted, kind.word().to_owned()),
                    ExpectedSource::Named(kind, id) => (1, format!("{} {id}", kind.word())),
                };
                let is_asked = |(own, name): &&(SourceKind, &str)| match source {
                    ExpectedSource::Any(kind, _) => own == kind,
                    ExpectedSource::Named(kind, id) => own == kind && name == id,
                };
                let there = wrote.iter().filter(is_asked).count();
                let ending = wrote.difference(wrote_on).filter(is_asked).count();
                out.expected += u64::try_from(wanted).unwrap_or(u64::MAX);
                let asked = Missing {
                    venue: self.venue.clone(),
                    game: self.game.clone(),
                    table: self.table.clone(),
                    day,
                    source: said,
                    line: self.line,
                    unvouched: Vec::new(),
                    ends: false,
                };
                let unvouched: Vec<String> = unvouched.map(|(_, _, file)| (*file).to_owned()).collect();
                let lacking = Missing { unvouched, ..asked.clone() };
                out.missing.extend(std::iter::repeat_n(lacking, wanted.saturating_sub(there)));
                let firm = there.saturating_sub(ending).min(wanted);
                out.ends.extend(std::iter::repeat_n(asked.clone(), there.min(wanted).saturating_sub(firm)));
                out.present.extend(std::iter::repeat_n(asked, there.min(wanted)));
            }
        }
    }
}

/// Days asked for, from the first to the last, that lie in none of a table's periods.
fn silent(periods: &[&RosterTable], scope: &Scope) -> Option<Beyond> {
    let (from, to) = scope.from.zip(scope.to)?;
    let mut next = Some(from);
    let days = std::iter::from_fn(|| {
        let day = next.filter(|day| *day <= to)?;
        next = day.tomorrow().ok();
        Some(day)
    });
    let mut days = days
        .filter(|day| !periods.iter().any(|one| one.is_on(*day)))
        .take(usize::try_from(MOST_DAYS).unwrap_or(usize::MAX));
    let first = days.next()?;
    let (count, last) = days.fold((1, first), |(count, _), day| (count + 1, day));
    Some(Beyond { count, first, last })
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
