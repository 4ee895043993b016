//! The columns of what tables won in this period, and in those before it.

use super::Kind::{Int, Text};
use super::Output::Sheet;
use super::won::{WON_ON_SHEET, Winning, won};
use super::{Column, Columns, Read, Value};
use crate::document::{DropSum, TrendRow, WinByChance};
use crate::read::WrittenReport;
use crate::tally::{Exceptions, TableTotals, Won};

/// Each table, each with the periods before: the sheet Summary.
pub static SUMMARY: Columns<PeriodRow> =
    Columns { all: &[OWN, &WON], table: "", sheet: &[ON_SHEET, WON_ON_SHEET], page: "" };

/// What one table won in one period. Money in minor units.
#[derive(Clone, Debug)]
pub struct PeriodRow {
    /// The days of an earlier report, or when it was made; or that it is this report.
    period: String,
    /// The table, without sums.
    table: TableTotals,
    /// How many findings it has; none of an earlier period.
    counts: Option<Exceptions>,
    won: Won,
    by_chance: Option<WinByChance>,
    overpaid: i128,
    underpaid: i128,
    drop: Option<DropSum>,
}

impl PeriodRow {
    /// The rows of a report, in order.
    #[must_use]
    pub fn of(written: &WrittenReport) -> Vec<Self> {
        let Some(played) = &written.report.played else { return Vec::new() };
        let trend = written.report.run.as_ref().map_or(&[][..], |run| run.trend.as_slice());
        let rows = played.tables.iter().flat_map(|table| {
            let counts = played
                .exceptions
                .iter()
                .find(|row| row.venue == table.venue && row.game == table.game && row.table == table.table);
            let this = Self {
                period: "this report".to_owned(),
                table: table.names(),
                counts: Some(counts.map(|row| row.counts.clone()).unwrap_or_default()),
                won: table.won(),
                by_chance: played.by_chance(table),
                overpaid: table.money.overpaid,
                underpaid: table.money.underpaid,
                drop: table.drop,
            };
            let same = |row: &&TrendRow| {
                row.venue == table.venue
                    && row.game == table.game
                    && row.table == table.table
                    && row.currency == table.currency
            };
            std::iter::once(this).chain(trend.iter().filter(same).map(|row| Self::earlier(table, row)))
        });
        rows.collect()
    }

    fn earlier(table: &TableTotals, row: &TrendRow) -> Self {
        let period = match (&row.from, &row.to) {
            (Some(from), Some(to)) => format!("{from} to {to}"),
            _ => format!("report of {}", row.generated_at.get(..10).unwrap_or(&row.generated_at)),
        };
        Self {
            period,
            table: table.names(),
            counts: None,
            won: row.won(),
            by_chance: row.expected.clone(),
            overpaid: row.money.overpaid,
            underpaid: row.money.underpaid,
            drop: None,
        }
    }

    /// The currency of its amounts, ISO 4217.
    #[must_use]
    pub fn currency(&self) -> &str {
        &self.table.currency
    }

    fn count<'r>(&self, of: fn(&Exceptions) -> u64) -> Value<'r> {
        Value::whole(self.counts.as_ref().map(of))
    }
}

type Of = Column<PeriodRow>;

static OWN: &[Of] = &[
    Of::each("period", Text, "its days", |at| Value::text(&at.row.period)).only(&[Sheet]).wide(24),
    Of::each("jurisdiction", Text, "as rulesets name it", |at| Value::text(&at.row.table.jurisdiction))
        .only(&[Sheet])
        .wide(12),
    Of::each("venue", Text, "likewise", |at| Value::text(&at.row.table.venue)).only(&[Sheet]).wide(12),
    Of::each("game", Text, "likewise", |at| Value::text(&at.row.table.game)).only(&[Sheet]).wide(26),
    Of::each("table", Text, "the table", |at| Value::text(&at.row.table.table)).only(&[Sheet]),
    Of::each("currency", Text, "ISO 4217", |at| Value::text(&at.row.table.currency)).only(&[Sheet]).wide(10),
    count("critical", "findings of this severity", |at| at.row.count(|counts| counts.critical)),
    count("major", "likewise", |at| at.row.count(|counts| counts.major)),
    count("minor", "likewise", |at| at.row.count(|counts| counts.minor)),
    count("info", "likewise", |at| at.row.count(|counts| counts.info)),
    count("ruleset uncertain", "doubts about which ruleset was in force", |at| at.row.count(|counts| counts.uncertain)),
];

static WON: [Column<PeriodRow>; 17] = won(&[Sheet]);

const ON_SHEET: &str =
    "period, jurisdiction, venue, game, table, currency, critical, major, minor, info, ruleset uncertain";

const fn count(name: &'static str, about: &'static str, read: Read<PeriodRow>) -> Column<PeriodRow> {
    Of::some(name, Int, about, read).only(&[Sheet]).wide(10)
}

impl Winning for PeriodRow {
    fn won(&self) -> Won {
        self.won
    }

    fn by_chance(&self) -> Option<&WinByChance> {
        self.by_chance.as_ref()
    }

    fn overpaid(&self) -> i128 {
        self.overpaid
    }

    fn underpaid(&self) -> i128 {
        self.underpaid
    }

    fn drop(&self) -> Option<DropSum> {
        self.drop
    }
}
