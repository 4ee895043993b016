//! The columns of what was asked, by table, day, check and reason.

use super::Kind::{Day, Flag, Int, Text};
use super::Output::{Sheet, Table};
use super::{Column, Columns, Read, Value};
use crate::document::CoverageRow;
use crate::tally::is_of_coups;

/// What was asked, and what was not and why: the table `coverage` of an export, by day, and the sheet Coverage, over the
/// whole period.
pub static COVERAGE: Columns<CoverageRow> = Columns { all: &[OWN], table: "", sheet: &[ON_SHEET], page: "" };

type Of = Column<CoverageRow>;

static OWN: &[Of] = &[
    Of::some("jurisdiction", Text, "as rulesets name it; null where no log says", |at| {
        Value::known(&at.row.jurisdiction)
    })
    .only(&[Table, Sheet])
    .wide(12),
    Of::each("venue", Text, "likewise", |at| Value::text(&at.row.venue)).only(&[Table, Sheet]).wide(12),
    Of::each("game", Text, "likewise", |at| Value::text(&at.row.game)).only(&[Table, Sheet]).wide(26),
    Of::each("table", Text, "the table", |at| Value::text(&at.row.table)).only(&[Table, Sheet]),
    Of::some("currency", Text, "ISO 4217", |at| Value::known(&at.row.currency)).only(&[Table, Sheet]).wide(10),
    Of::some("day", Day, "the day of play", |at| {
        at.row.day.as_deref().map_or(Value::None, Value::Date)
    })
    .only(&[Table]),
    Of::each("check", Text, "what was asked, or not: `deal`, `composition`, `result`, `display`, `money`, `limits`, `combinations`, `lateness`, `claims`, `custody`", |at| Value::text(at.row.check.word()))
    .only(&[Table, Sheet]),
    Of::each("asked", Flag, "whether it was asked", |at| Value::Flag(at.row.why.is_none())).only(&[Table, Sheet]).wide(8),
    Of::some("why", Text, "why it was not asked; null where it was", |at| Value::maybe(at.row.why.map(|why| why.word())))
        .only(&[Table, Sheet]),
    Of::each("gap", Flag, "whether what the check needs was not there", |at| {
        Value::Flag(at.row.why.is_some_and(|why| why.is_gap()))
    })
    .only(&[Table, Sheet])
    .wide(8),
    Of::some("says", Text, "the reason in words", |at| Value::maybe(at.row.why.map(|why| why.says())))
        .only(&[Sheet])
        .wide(30),
    Of::some("coups", Int, "coups; null where each wager is asked and some are logged", |at| {
        Value::whole(is_of_coups(at.row.check, at.row.why).then_some(at.row.part.coups))
    })
    .only(&[Table, Sheet])
    .wide(10),
    Of::each("wagers", Int, "wagers; where coups are asked, all of theirs", |at| Value::Whole(at.row.part.wagers.into()))
        .only(&[Table, Sheet])
        .wide(10),
    sum("staked", "their stakes", |at| Value::Whole(at.row.part.staked)),
    sum("returned", "what went back of them, commission taken off", |at| Value::Whole(at.row.part.returned)),
];

const ON_SHEET: &str = "jurisdiction, venue, game, table, currency, check, asked, why, gap, says, coups, wagers";

const fn sum(name: &'static str, about: &'static str, read: Read<CoverageRow>) -> Of {
    Of::each(name, Int, about, read).only(&[Table, Sheet]).wide(16).minor()
}
