//! The columns of tables over the whole period.

use super::Kind::{Int, Text};
use super::Output::{Page, Sheet};
use super::{Column, Columns, MONEY_ON_SHEET, Read, Value};
use crate::tally::TableTotals;

/// Each table: the sheet Tables, and the sums of the page.
pub static TABLES: Columns<TableTotals> =
    Columns { all: &[OWN], table: "", sheet: &[ON_SHEET, MONEY_ON_SHEET, GROSS_ON_SHEET], page: "" };

type Of = Column<TableTotals>;

static OWN: &[Of] = &[
    Of::each("jurisdiction", Text, "as rulesets name it", |at| Value::text(&at.row.jurisdiction))
        .only(&[Sheet])
        .wide(12),
    Of::each("venue", Text, "likewise", |at| Value::text(&at.row.venue)).only(&[Sheet]).wide(12),
    Of::each("game", Text, "likewise", |at| Value::text(&at.row.game)).only(&[Sheet]).wide(26),
    Of::each("table", Text, "the table", |at| Value::text(&at.row.table)).only(&[Sheet]),
    Of::each("currency", Text, "ISO 4217", |at| Value::text(&at.row.currency)).only(&[Sheet]).wide(10),
    Of::each("coups", Int, "coups", |at| Value::Whole(at.row.coups.into()))
        .only(&[Sheet, Page])
        .wide(10)
        .on_page("Coups"),
    Of::each("wagers", Int, "wagers", |at| Value::Whole(at.row.money.wagers.into()))
        .only(&[Sheet, Page])
        .wide(10)
        .on_page("Wagers"),
    sum("staked", "stakes", |at| Value::Whole(at.row.money.staked)).on_page("Staked"),
    sum("returned", "what went back, commission taken off", |at| Value::Whole(at.row.money.returned))
        .on_page("Returned"),
    sum("due", "what was due", |at| Value::Whole(at.row.money.due)).on_page("Due"),
    sum("overpaid", "what went back beyond what was due", |at| Value::Whole(at.row.money.overpaid))
        .wrong()
        .on_page("Overpaid"),
    sum("underpaid", "what was due and did not go back", |at| Value::Whole(at.row.money.underpaid))
        .wrong()
        .on_page("Underpaid"),
    sum("variance", "`returned` less `due`", |at| Value::Whole(at.row.money.net_variance()))
        .wrong()
        .drawn_from(&["returned", "due"])
        .on_sheet("net error")
        .on_page("Net error"),
    sum("staked_not_at_risk", "stakes of wagers refused, withdrawn, late, voided and the like", |at| {
        Value::Whole(at.row.money.staked_not_at_risk)
    })
    .only(&[Sheet])
    .on_sheet("staked not at risk"),
    sum("staked_not_judged", "stakes of wagers that are not judged: what went back counts as what was due", |at| {
        Value::Whole(at.row.money.staked_not_judged)
    })
    .only(&[Sheet])
    .on_sheet("staked not judged"),
    sum("returned_not_judged", "what went back of those", |at| Value::Whole(at.row.money.returned_not_judged))
        .only(&[Sheet])
        .on_sheet("returned not judged"),
    sum("won", "stakes less what went back", |at| Value::Whole(at.row.won().won)).only(&[Sheet]),
];

const ON_SHEET: &str = "jurisdiction, venue, game, table, currency, coups, wagers";
const GROSS_ON_SHEET: &str = "overpaid (minor units), underpaid (minor units), overpaid, underpaid";

const fn sum(name: &'static str, about: &'static str, read: Read<TableTotals>) -> Column<TableTotals> {
    Of::each(name, Int, about, read).only(&[Sheet, Page]).wide(16).minor()
}
