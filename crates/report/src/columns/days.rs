//! The columns of tables by day.

use super::Kind::{Day, Int, Text};
use super::Output::{Page, Sheet};
use super::won::{WON_ON_SHEET, Winning, won};
use super::{Column, Columns, Value};
use crate::document::{DayRow, DropSum, WinByChance};
use crate::tally::Won;

/// Each table on each day: the sheet Days, and the days that the page lists.
pub static DAYS: Columns<DayRow> = Columns { all: &[OWN, &WON], table: "", sheet: &[ON_SHEET, WON_ON_SHEET], page: "" };

type Of = Column<DayRow>;

static OWN: &[Of] = &[
    Of::each("day", Day, "of play", |at| Value::Date(&at.row.day)).only(&[Sheet]).wide(12),
    Of::each("jurisdiction", Text, "as rulesets name it", |at| Value::text(&at.row.jurisdiction))
        .only(&[Sheet])
        .wide(12),
    Of::each("venue", Text, "likewise", |at| Value::text(&at.row.venue)).only(&[Sheet]).wide(12),
    Of::each("game", Text, "likewise", |at| Value::text(&at.row.game)).only(&[Sheet]).wide(26),
    Of::each("table", Text, "the table", |at| Value::text(&at.row.table)).only(&[Sheet]),
    Of::each("currency", Text, "ISO 4217", |at| Value::text(&at.row.currency)).only(&[Sheet]).wide(10),
    Of::each("coups", Int, "coups", |at| Value::Whole(at.row.coups.into())).only(&[Sheet]).wide(10),
    Of::each("wagers", Int, "wagers", |at| Value::Whole(at.row.money.wagers.into())).only(&[Sheet]).wide(10),
];

static WON: [Column<DayRow>; 17] = won(&[Sheet, Page]);

const ON_SHEET: &str = "day, jurisdiction, venue, game, table, currency, coups, wagers";

impl Winning for DayRow {
    fn won(&self) -> Won {
        self.won()
    }

    fn by_chance(&self) -> Option<&WinByChance> {
        self.expected.as_ref()
    }

    fn overpaid(&self) -> i128 {
        self.money.overpaid
    }

    fn underpaid(&self) -> i128 {
        self.money.underpaid
    }

    fn drop(&self) -> Option<DropSum> {
        let mut sum = DropSum::default();
        sum.day(self.won().won, self.drop);
        self.drop.map(|_| sum)
    }
}
