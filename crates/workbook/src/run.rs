//! What else a monthly run says: venues, scope, roster, digests, and what became of earlier exceptions.

use resettle_report::document::{Run, SampledCoup, Unread};
use resettle_report::print::{disposition_text, reason};
use resettle_report::read::WrittenReport;
use rust_xlsxwriter::{Worksheet, XlsxError};

use crate::amount::written as amount;
use crate::rows::{Currencies, MONEY, file, money};
use crate::sheet::{Cell, sheets};

pub(crate) fn of(written: &WrittenReport, run: &Run) -> Result<Vec<Worksheet>, XlsxError> {
    let mut all = venues(run)?;
    all.extend(scope(run, written.report.summary.malformed())?);
    all.extend(digests(run)?);
    all.extend(carried(written, run)?);
    all.extend(sample(run)?);
    Ok(all)
}

fn venues(run: &Run) -> Result<Vec<Worksheet>, XlsxError> {
    let mut columns =
        vec![("jurisdiction", 12), ("venue", 12), ("currency", 10), ("tables", 8), ("coups", 10), ("wagers", 10)];
    columns.extend(MONEY);
    let rows = run.venues.iter().map(|venue| {
        let mut cells: Vec<Cell> =
            [&venue.jurisdiction, &venue.venue, &venue.currency].map(|text| Cell::Text(text.clone())).into();
        cells.extend([venue.tables, venue.coups, venue.money.wagers].map(|count| Cell::Whole(count.into())));
        cells.extend(money(&venue.money, Some(&venue.currency)));
        cells
    });
    sheets("Venues", &columns, rows)
}

/// What was asked for, and what the logs were compared with; one line each.
fn scope(run: &Run, malformed: u64) -> Result<Vec<Worksheet>, XlsxError> {
    let scope = &run.scope;
    let count = |number: u64| Cell::Whole(number.into());
    let venues = if scope.venues.is_empty() { "all".to_owned() } else { scope.venues.join(", ") };
    let tables = if scope.tables.is_empty() { "all".to_owned() } else { scope.tables.join(", ") };
    let day = |day: &Option<String>| day.clone().map_or_else(|| Cell::Text("no bound".to_owned()), Cell::Date);
    let mut rows = vec![
        ("folder", Cell::Text(scope.folder.clone())),
        ("from", day(&scope.from)),
        ("to", day(&scope.to)),
        ("venues asked for", Cell::Text(venues)),
        ("tables asked for", Cell::Text(tables)),
        ("logs found", count(scope.logs_found)),
        ("logs left out by days, venues or tables", count(scope.logs_left_out)),
        ("files that are no logs", count(scope.other_files)),
        ("files not read, or not to the end", count(scope.unread.len() as u64)),
        ("lines and parts of records not read", count(malformed)),
    ];
    let none = || Cell::Text("none".to_owned());
    match &run.roster {
        None => rows.push(("roster", none())),
        Some(roster) => {
            rows.extend(file("roster", &roster.path, &roster.sha256));
            rows.extend([("  logs expected", count(roster.expected)), ("  logs missing", count(roster.missing))]);
            let days = roster.days.iter().map(|(from, to)| ("  for days of", Cell::Text(format!("{from} to {to}"))));
            rows.extend(days);
            rows.extend(roster.signer.iter().map(|signer| ("  signed by", Cell::Text(signer.clone()))));
            rows.extend(roster.unlisted.iter().map(|table| ("  not listed there", Cell::Text(table.clone()))));
            rows.extend(roster.unasked.iter().map(|said| ("  not asked", Cell::Text(said.clone()))));
        }
    }
    match &run.dispositions {
        None => rows.push(("dispositions", none())),
        Some(used) => {
            rows.extend(file("dispositions", &used.path, &used.sha256));
            rows.extend([
                ("  waivers, rulings and actions", count(used.all)),
                ("  findings answered", count(used.answered)),
                ("  left blank, which decide nothing", count(used.blank)),
            ]);
        }
    }
    if let Some(used) = &run.drop {
        rows.extend(file("drop", &used.path, &used.sha256));
        rows.push(("  rows", count(used.rows)));
        let named =
            |what: &'static str, all: &[String]| all.iter().map(|one| (what, Cell::Text(one.clone()))).collect();
        let lists: [Vec<(&str, Cell)>; 2] = [
            named("  counted, and no coup is logged", &used.without_coups),
            named("  coups, and no drop was counted", &used.not_counted),
        ];
        rows.extend(lists.into_iter().flatten());
    }
    match &run.previous {
        None => rows.push(("previous report", none())),
        Some(used) => {
            rows.extend(file("previous report", &used.path, &used.sha256));
            rows.push(("  made", Cell::Text(used.generated_at.clone())));
            rows.push(("  signed by", Cell::Text(used.signer.clone())));
        }
    }
    if let Some(used) = &run.checkpoint {
        rows.push(("checkpoint that no key binds", Cell::Text(used.path.clone())));
        rows.extend(used.tables.iter().map(|table| ("  taken from it", Cell::Text(table.clone()))));
    }
    if let Some(used) = &run.results {
        rows.push(("results of other machines", Cell::Text(used.path.clone())));
        rows.push(("  who made them", Cell::Text("nothing in them shows it".to_owned())));
        rows.push(("  units", count(used.units)));
        rows.push(("  seed of those judged again", Cell::Whole(used.seed.into())));
        rows.extend(used.judged_again.iter().map(|unit| ("  judged again, and the same", Cell::Text(unit.clone()))));
    }
    rows.push(("venue digests", count(run.digests.len() as u64)));
    rows.extend(run.undigested.iter().map(|day| ("  logs, and no digest", Cell::Text(day.clone()))));
    let rows = rows.into_iter().map(|(what, value)| vec![Cell::Text(what.to_owned()), value]);
    sheets("Scope", &[("what", 34), ("value", 66)], rows)
}

/// What could not be read; no sheet where everything was.
pub(crate) fn unread(unread: &[Unread]) -> Result<Vec<Worksheet>, XlsxError> {
    if unread.is_empty() {
        return Ok(Vec::new());
    }
    let rows = unread.iter().map(|one| vec![Cell::Text(one.path.clone()), Cell::Text(reason(&one.error))]);
    sheets("Not read", &[("file or folder", 60), ("why", 80)], rows)
}

fn digests(run: &Run) -> Result<Vec<Worksheet>, XlsxError> {
    if run.digests.is_empty() {
        return Ok(Vec::new());
    }
    let columns =
        [("venue", 12), ("day", 12), ("logs", 8), ("idle", 8), ("signed by", 66), ("file", 40), ("sha256", 66)];
    let rows = run.digests.iter().map(|digest| {
        vec![
            Cell::Text(digest.venue.clone()),
            Cell::Date(digest.day.clone()),
            Cell::Whole(digest.logs.into()),
            Cell::Whole(digest.idle.into()),
            Cell::Text(digest.signer.clone()),
            Cell::Text(digest.path.clone()),
            Cell::Text(digest.sha256.clone()),
        ]
    });
    sheets("Digests", &columns, rows)
}

/// The exceptions of the report before; none where no report was named.
fn carried(written: &WrittenReport, run: &Run) -> Result<Vec<Worksheet>, XlsxError> {
    let Some(carried) = &run.carried else { return Ok(Vec::new()) };
    let columns = [
        ("standing", 10),
        ("because", 26),
        ("missing", 40),
        ("first reported", 24),
        ("age in days", 10),
        ("severity", 10),
        ("code", 26),
        ("venue", 12),
        ("table", 14),
        ("log", 28),
        ("shoe", 12),
        ("coup", 8),
        ("wager", 10),
        ("message", 60),
        ("money (minor units)", 14),
        ("money", 14),
        ("currency", 10),
        ("answer", 50),
        ("seq", 8),
        ("fingerprint", 66),
    ];
    let currencies = Currencies::of(written);
    let rows = carried.iter().map(|row| {
        let table = row.venue.as_deref().zip(row.table.as_deref());
        let currency = table.and_then(|(venue, table)| currencies.of_table(venue, table));
        vec![
            Cell::Text(row.standing.clone()),
            Cell::Text(row.because.clone()),
            if row.missing.is_empty() { Cell::Empty } else { Cell::Text(row.missing.join("; ")) },
            Cell::Text(row.first_reported.clone()),
            Cell::whole(row.age_days.map(i64::from)),
            Cell::Text(row.severity.clone()),
            Cell::Text(row.code.clone()),
            Cell::text(row.venue.as_deref()),
            Cell::text(row.table.as_deref()),
            Cell::Text(row.log.clone()),
            Cell::text(row.shoe.as_deref()),
            Cell::whole(row.coup),
            Cell::text(row.wager.as_deref()),
            Cell::Text(row.message.clone()),
            Cell::whole(row.money),
            Cell::amount(row.money.and_then(|money| amount(money.into(), currency))),
            Cell::text(currency.filter(|_| row.money.is_some())),
            row.answer.as_ref().map_or(Cell::Empty, |note| Cell::Text(disposition_text(note))),
            Cell::whole(row.seq),
            Cell::Text(row.fingerprint.clone()),
        ]
    });
    sheets("Followed up", &columns, rows)
}

/// The coups that were drawn to be looked up on video, with room for who saw them; none where none were drawn.
fn sample(run: &Run) -> Result<Vec<Worksheet>, XlsxError> {
    let Some(sample) = &run.sample else { return Ok(Vec::new()) };
    let columns = [
        ("venue", 12),
        ("game", 26),
        ("table", 14),
        ("day of play", 12),
        ("commenced (venue's clock)", 26),
        ("commenced (UTC)", 28),
        ("settled (UTC)", 28),
        ("shoe", 12),
        ("coup", 8),
        ("result", 10),
        ("severity", 10),
        ("log", 28),
        ("file", 40),
        ("line", 8),
        ("seed", 22),
        ("seen", 30),
        ("by", 20),
    ];
    let rows = sample.coups.iter().map(|coup: &SampledCoup| {
        vec![
            Cell::Text(coup.venue.clone()),
            Cell::Text(coup.game.clone()),
            Cell::Text(coup.table.clone()),
            coup.gaming_day.clone().map_or(Cell::Empty, Cell::Date),
            Cell::text(coup.commenced_local.as_deref()),
            Cell::text(coup.commenced.as_deref()),
            Cell::text(coup.settled.as_deref()),
            Cell::text(coup.shoe.as_deref()),
            Cell::whole(coup.coup),
            Cell::Text(coup.result.clone()),
            Cell::text(coup.severity.as_deref()),
            Cell::Text(coup.log.clone()),
            Cell::Text(coup.file.clone()),
            Cell::whole(coup.line),
            Cell::Whole(sample.seed.into()),
            Cell::Empty,
            Cell::Empty,
        ]
    });
    sheets("Sample", &columns, rows)
}
