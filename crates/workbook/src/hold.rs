//! What tables won next to what chance allows: a sheet for the period, one for its days.

use resettle_report::document::{ExceptionsRow, TrendRow, WinByChance};
use resettle_report::read::Written;
use resettle_report::tally::{TableTotals, Won};
use rust_xlsxwriter::{Worksheet, XlsxError};

use crate::amount::written as amount;
use crate::sheet::{Cell, sheets};

/// Hold is the share that was won; what chance gives is asked of stakes at risk in coups that the cards settled.
const WON: [(&str, u8); 19] = [
    ("staked (minor units)", 16),
    ("won (minor units)", 16),
    ("hold", 10),
    ("staked at risk (minor units)", 16),
    ("won at risk (minor units)", 16),
    ("by chance (minor units)", 16),
    ("band from (minor units)", 16),
    ("band to (minor units)", 16),
    ("within the band", 10),
    ("hold at risk", 10),
    ("hold by chance", 10),
    ("overpaid (minor units)", 16),
    ("underpaid (minor units)", 16),
    ("staked", 16),
    ("won", 16),
    ("won at risk", 16),
    ("by chance", 16),
    ("overpaid", 16),
    ("underpaid", 16),
];

/// The columns [`WON`].
fn won(all: Won, win: Option<&WinByChance>, gross: [i128; 2], currency: &str) -> Vec<Cell> {
    let at_risk = win.map(WinByChance::at_risk);
    let bound = |text: fn(&WinByChance) -> &String| win.and_then(|win| text(win).parse::<i128>().ok());
    let (expected, low, high) = (bound(|win| &win.expected), bound(|win| &win.low), bound(|win| &win.high));
    let share = |hold: Option<String>| hold.map_or(Cell::Empty, Cell::Text);
    let written = |sum: i128| Cell::amount(amount(sum, Some(currency)));
    let [overpaid, underpaid] = gross;
    vec![
        Cell::Whole(all.staked),
        Cell::Whole(all.won),
        share(all.hold()),
        Cell::whole(at_risk.map(|won| won.staked)),
        Cell::whole(at_risk.map(|won| won.won)),
        Cell::whole(expected),
        Cell::whole(low),
        Cell::whole(high),
        win.map_or(Cell::Empty, |win| match win.is_within() {
            true => Cell::Text("yes".to_owned()),
            false => Cell::Fault("no".to_owned()),
        }),
        share(at_risk.and_then(Won::hold)),
        share(win.and_then(WinByChance::hold_by_chance)),
        Cell::Whole(overpaid),
        Cell::Whole(underpaid),
        written(all.staked),
        written(all.won),
        at_risk.map_or(Cell::Empty, |won| written(won.won)),
        expected.map_or(Cell::Empty, written),
        written(overpaid),
        written(underpaid),
    ]
}

/// Each table over the whole period, with its exceptions, and behind it the periods before.
pub(crate) fn summary(written: &Written) -> Result<Vec<Worksheet>, XlsxError> {
    let Some(played) = &written.report.played else { return Ok(Vec::new()) };
    let mut columns = vec![
        ("period", 24),
        ("jurisdiction", 12),
        ("venue", 12),
        ("game", 26),
        ("table", 14),
        ("currency", 10),
        ("critical", 10),
        ("major", 10),
        ("minor", 10),
        ("info", 10),
        ("ruleset uncertain", 10),
    ];
    columns.extend(WON);
    let trend = written.report.run.as_ref().map_or(&[][..], |run| run.trend.as_slice());
    let rows = played.tables.iter().flat_map(|table| {
        let same = |venue: &str, game: &str, name: &str, currency: &str| {
            venue == table.venue && game == table.game && name == table.table && currency == table.currency
        };
        let win = played.by_chance(table);
        let mut cells = vec![Cell::Text("this report".to_owned())];
        cells.extend(names(table));
        let counts = played
            .exceptions
            .iter()
            .find(|row| row.venue == table.venue && row.game == table.game && row.table == table.table);
        cells.extend(exceptions(counts));
        cells.extend(won(table.won(), win.as_ref(), [table.overpaid, table.underpaid], &table.currency));
        let earlier = trend.iter().filter(move |row| same(&row.venue, &row.game, &row.table, &row.currency));
        std::iter::once(cells).chain(earlier.map(|row| {
            let mut cells = vec![Cell::Text(period(row))];
            cells.extend(names(table));
            cells.extend([(); 5].map(|()| Cell::Empty));
            cells.extend(won(row.won(), row.expected.as_ref(), [row.overpaid, row.underpaid], &row.currency));
            cells
        }))
    });
    sheets("Summary", &columns, rows)
}

fn names(table: &TableTotals) -> [Cell; 5] {
    [&table.jurisdiction, &table.venue, &table.game, &table.table, &table.currency].map(|text| Cell::Text(text.clone()))
}

fn exceptions(row: Option<&ExceptionsRow>) -> [Cell; 5] {
    let counts = row.map(|row| row.counts.clone()).unwrap_or_default();
    [counts.critical, counts.major, counts.minor, counts.info, counts.uncertain].map(|count| Cell::Whole(count.into()))
}

/// The days of an earlier report, or when it was made.
fn period(row: &TrendRow) -> String {
    match (&row.from, &row.to) {
        (Some(from), Some(to)) => format!("{from} to {to}"),
        _ => row.generated_at.clone(),
    }
}

/// Each table on each day.
pub(crate) fn days(written: &Written) -> Result<Vec<Worksheet>, XlsxError> {
    let Some(played) = &written.report.played else { return Ok(Vec::new()) };
    let mut columns = vec![
        ("day", 12),
        ("jurisdiction", 12),
        ("venue", 12),
        ("game", 26),
        ("table", 14),
        ("currency", 10),
        ("coups", 10),
        ("wagers", 10),
    ];
    columns.extend(WON);
    let rows = played.days.iter().map(|day| {
        let mut cells = vec![Cell::Date(day.day.clone())];
        let names = [&day.jurisdiction, &day.venue, &day.game, &day.table, &day.currency];
        cells.extend(names.map(|text| Cell::Text(text.clone())));
        cells.extend([Cell::Whole(day.coups.into()), Cell::Whole(day.wagers.into())]);
        cells.extend(won(day.won(), day.expected.as_ref(), [day.overpaid, day.underpaid], &day.currency));
        cells
    });
    sheets("Days", &columns, rows)
}

/// What arose while whom was on duty; no sheet where nobody says.
pub(crate) fn staff(written: &Written) -> Result<Vec<Worksheet>, XlsxError> {
    let rows = written.report.played.as_ref().map_or(&[][..], |played| played.staff.as_slice());
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let columns = [
        ("venue", 12),
        ("post", 12),
        ("id", 20),
        ("currency", 10),
        ("coups", 10),
        ("critical", 10),
        ("major", 10),
        ("minor", 10),
        ("info", 10),
        ("irregularities", 14),
        ("staked (minor units)", 16),
        ("overpaid (minor units)", 16),
        ("underpaid (minor units)", 16),
        ("overpaid", 16),
        ("underpaid", 16),
    ];
    let rows = rows.iter().map(|row| {
        let counts = &row.counts;
        let mut cells: Vec<Cell> =
            [row.venue.as_str(), row.post.as_str(), row.id.as_deref().unwrap_or("not known"), &row.currency]
                .map(|text| Cell::Text(text.to_owned()))
                .into();
        let numbers = [counts.coups, counts.critical, counts.major, counts.minor, counts.info, counts.irregularities];
        cells.extend(numbers.map(|number| Cell::Whole(number.into())));
        cells.extend([counts.staked, counts.overpaid, counts.underpaid].map(Cell::Whole));
        cells.extend([counts.overpaid, counts.underpaid].map(|sum| Cell::amount(amount(sum, Some(&row.currency)))));
        cells
    });
    sheets("Staff", &columns, rows)
}
