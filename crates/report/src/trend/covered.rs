//! Which tables reports beside each other cover, and on which days none of them does.

use std::collections::{BTreeMap, BTreeSet};

use resettle_game::counted;
use resettle_oversight::{Date, Exception, parse_date};
use serde::Serialize;

use crate::document::{RosterUsed, Run, ScopeUsed};
use crate::print::neutral;
use crate::read::WrittenReport;

/// Days on which no report has a table that others of the same venue have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct DaysNotCovered {
    /// The venue; none where no report names a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub venue: Option<String>,
    /// The tables; empty for all of the venue.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// The first of these days.
    pub from: String,
    /// The last.
    pub to: String,
}

/// The game and the table.
type Named<'r> = (&'r str, &'r str);

/// Days in a row, the first and the last.
type Span = (Date, Date);

/// What one report covers.
pub(super) struct Covers<'r> {
    /// Its venues: those of its tables, and those to which it is narrowed. Without any it is of every venue, as far as is known.
    pub venues: BTreeSet<&'r str>,
    /// From the first day that it was asked for, or played, to the last.
    span: Option<Span>,
    /// The days of each table that it has, by venue.
    tables: BTreeMap<&'r str, BTreeMap<Named<'r>, Vec<Span>>>,
}

impl<'r> Covers<'r> {
    /// What a report covers: the tables that it has, on the days asked for where a roster says that they have to be there, else on
    /// those on which they played.
    pub fn of(written: &'r WrittenReport) -> Self {
        let run = written.report.run.as_ref();
        let rows = || written.report.played.iter().flat_map(|played| &played.days);
        let days = || rows().filter_map(|row| parse_date(&row.day));
        let asked = |of: fn(&ScopeUsed) -> Option<&String>| run.and_then(|run| parse_date(of(&run.scope)?));
        let from = asked(|scope| scope.from.as_ref()).or_else(|| days().min());
        let span = from.zip(asked(|scope| scope.to.as_ref()).or_else(|| days().max()));
        let mut tables: BTreeMap<&str, BTreeMap<Named<'_>, Vec<Span>>> = BTreeMap::new();
        let of_logs = written.report.inputs.iter().filter(|input| !input.is_for_context());
        let of_logs = of_logs.filter_map(|input| input.table.as_ref().map(|table| (input, table)));
        for (input, table) in of_logs {
            let own = tables.entry(&table.venue).or_default().entry((&table.game, &table.table)).or_default();
            // A log without a coup shows that there was no play on its day.
            let idle =
                input.span.as_ref().filter(|_| input.coups == 0).and_then(|(first, _)| Exception::day_of(Some(first)));
            own.extend(idle.map(|day| (day, day)));
        }
        for table in written.tables() {
            tables.entry(&table.venue).or_default().entry((&table.game, &table.table)).or_default();
        }
        for row in rows() {
            let own = tables.entry(&row.venue).or_default().entry((&row.game, &row.table)).or_default();
            own.extend(parse_date(&row.day).map(|day| (day, day)));
        }
        for (venue, tables) in &mut tables {
            for (named, own) in tables {
                match span.filter(|_| run.is_some_and(|run| is_expected(run, venue, *named))) {
                    Some(span) => *own = vec![span],
                    None => *own = merged(std::mem::take(own)),
                }
            }
        }
        let narrowed = run.iter().flat_map(|run| &run.scope.venues).map(String::as_str);
        let venues = tables.keys().copied().chain(narrowed).collect();
        Self { venues, span, tables }
    }

    /// Whether it is of a series with another: of one venue at least.
    pub fn goes_with(&self, other: &Self) -> bool {
        self.venues.is_empty() || other.venues.is_empty() || !self.venues.is_disjoint(&other.venues)
    }

    /// Whether it is of a venue, as far as is known.
    pub fn is_of(&self, venue: &str) -> bool {
        self.venues.is_empty() || self.venues.contains(venue)
    }
}

/// Whether a roster says on which days there have to be logs of a table, so that one that is missing is found.
fn is_expected(run: &Run, venue: &str, (game, table): Named<'_>) -> bool {
    let name = format!("{venue} {game} {table}");
    let beyond = format!("{name} on ");
    let unlisted = |roster: &RosterUsed| {
        roster.expected == 0 || roster.unlisted.iter().any(|one| *one == name || one.starts_with(&beyond))
    };
    run.roster.as_ref().is_some_and(|roster| !unlisted(roster))
}

/// Of each venue, and each table that any of its reports has, the days from the first to the last that its reports are of and on
/// which none has the table.
pub(super) fn not_covered(reports: &[Covers<'_>]) -> Vec<DaysNotCovered> {
    let mut venues: BTreeMap<&str, BTreeSet<Named<'_>>> = BTreeMap::new();
    for (venue, tables) in reports.iter().flat_map(|report| &report.tables) {
        venues.entry(venue).or_default().extend(tables.keys());
    }
    let mut out = Vec::new();
    if venues.is_empty() {
        let spans = || reports.iter().filter_map(|report| report.span);
        out.extend(whole(spans()).into_iter().flat_map(|all| lacking(all, &merged(spans().collect()))).map(
            |(from, to)| DaysNotCovered { venue: None, tables: Vec::new(), from: from.to_string(), to: to.to_string() },
        ));
    }
    for (venue, tables) in venues {
        let own = || reports.iter().filter(|report| report.is_of(venue));
        let Some(all) = whole(own().filter_map(|report| report.span)) else { continue };
        let mut lacks: BTreeMap<Span, Vec<Named<'_>>> = BTreeMap::new();
        for table in &tables {
            let days = own().filter_map(|report| report.tables.get(venue)?.get(table)).flatten().copied();
            for span in lacking(all, &merged(days.collect())) {
                lacks.entry(span).or_default().push(*table);
            }
        }
        for ((from, to), those) in lacks {
            let named = |(game, table): &Named<'_>| {
                let others = tables.iter().filter(|(_, other)| other == table).count();
                if others > 1 { format!("{game} {table}") } else { (*table).to_owned() }
            };
            out.push(DaysNotCovered {
                venue: Some(venue.to_owned()),
                tables: if those.len() == tables.len() { Vec::new() } else { those.iter().map(named).collect() },
                from: from.to_string(),
                to: to.to_string(),
            });
        }
    }
    out.sort();
    out
}

/// From the first day of all to the last.
fn whole(spans: impl Iterator<Item = Span>) -> Option<Span> {
    spans.reduce(|(from, to), (first, last)| (from.min(first), to.max(last)))
}

/// Days in order, those that follow each other as one.
fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort();
    let mut out: Vec<Span> = Vec::new();
    for (from, to) in spans {
        match out.last_mut() {
            Some((_, until)) if until.tomorrow().map_or(true, |next| from <= next) => *until = (*until).max(to),
            _ => out.push((from, to)),
        }
    }
    out
}

/// The days of `all` that are in none of these, which are in order.
fn lacking((first, last): Span, covered: &[Span]) -> Vec<Span> {
    let mut out = Vec::new();
    let mut next = Some(first);
    for (from, to) in covered {
        out.extend(next.zip(from.yesterday().ok()).filter(|(next, before)| next <= before));
        next = next.max(to.tomorrow().ok());
        if *to >= last {
            return out;
        }
    }
    out.extend(next.map(|next| (next, last)).filter(|(next, last)| next <= last));
    out
}

/// In words, what lacks the same tables on one line.
pub(super) fn in_words(all: &[DaysNotCovered]) -> Vec<String> {
    let parts = all.chunk_by(|one, other| (&one.venue, &one.tables) == (&other.venue, &other.tables));
    let line = |rows: &[DaysNotCovered]| {
        let DaysNotCovered { venue, tables, .. } = rows.first()?;
        let of_venue = venue.as_deref().map_or_else(String::new, |venue| format!(" of {}", neutral(venue)));
        let of = match tables.as_slice() {
            [] => format!("all tables{of_venue}"),
            [table] => format!("the table {}{of_venue}", neutral(table)),
            tables => {
                let tables: Vec<String> = tables.iter().map(|name| neutral(name)).collect();
                format!("the tables {}{of_venue}", tables.join(", "))
            }
        };
        let days = |row: &DaysNotCovered| match row.from == row.to {
            true => row.from.clone(),
            false => format!("{} to {}", row.from, row.to),
        };
        let named: Vec<String> = rows.iter().take(MOST_NAMED).map(days).collect();
        let more = rows.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(", and {} more", counted(more as u64, "time")) } else { String::new() };
        Some(format!("No report here has {of} on {}{more}", named.join(", ")))
    };
    parts.filter_map(line).collect()
}

/// How many times without a table are named one by one; all are in the JSON.
const MOST_NAMED: usize = 20;
