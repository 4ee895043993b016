//! The columns of shoes.

use super::Kind::{Day, Int, Serial, Text};
use super::Output::{Page, Sheet, Table};
use super::{Column, Columns, MONEY_ON_SHEET, Value};
use crate::tally::ShoeRow;

/// Shoes: the table `shoes` and the sheet Shoes.
pub static SHOES: Columns<ShoeRow> =
    Columns { all: &[OWN], table: "", sheet: &[ON_SHEET, MONEY_ON_SHEET, "routine"], page: "" };

type Of = Column<ShoeRow>;

static OWN: &[Of] = &[
    Of::some("jurisdiction", Text, "as the log's `open` names it", |at| {
        Value::maybe(at.table.map(|table| table.jurisdiction.as_str()))
    })
    .only(&[Table]),
    Of::some("venue", Text, "likewise", |at| Value::known(&at.row.venue)).only(&[Table, Sheet]).wide(12),
    Of::some("game", Text, "likewise", |at| Value::maybe(at.table.map(|table| table.game.as_str()))).only(&[Table]),
    Of::some("table", Text, "likewise", |at| Value::known(&at.row.table)).only(&[Table, Sheet]),
    Of::some("currency", Text, "ISO 4217", |at| Value::maybe(at.table.map(|table| table.currency.as_str())))
        .only(&[Table]),
    Of::some("currency", Text, "of its table", |at| Value::maybe(at.currency)).only(&[Sheet]).wide(10),
    Of::some("gaming_day", Day, "the venue's day on which its first coup was recorded", |at| Value::whole(at.day))
        .only(&[Table]),
    Of::some("date", Day, "of `from`", |at| Value::date(Some(&at.row.from))).only(&[Sheet]).wide(12),
    Of::each("from", Text, "when its first coup was recorded", |at| Value::text(&at.row.from)).only(&[Sheet]).wide(32),
    Of::some("shoe", Text, "as logged", |at| Value::maybe(at.row.shoe.as_deref())).only(&[Table, Sheet]),
    Of::each("log", Text, "the log that has its first coup", |at| Value::text(&at.row.log))
        .only(&[Table, Sheet])
        .wide(30)
        .on_sheet("log of its first coup"),
    Of::each("file", Text, "the file of its first coup's record: with `line` the key", |at| Value::text(&at.row.file))
        .only(&[Table]),
    Of::some("line", Serial, "the line of that record", |at| Value::whole(at.row.line)).only(&[Table]),
    Of::some("ruleset", Text, "that judged its first coup", |at| Value::maybe(at.row.ruleset.as_deref()))
        .only(&[Table, Sheet])
        .wide(44),
    Of::some("decks", Int, "its decks", |at| Value::whole(at.row.decks)).only(&[Table, Sheet, Page]).wide(8),
    Of::some("first_coup", Int, "the number of its first coup", |at| Value::whole(at.row.coups.0))
        .only(&[Table, Sheet])
        .wide(10)
        .on_sheet("first coup"),
    Of::some("last_coup", Int, "the number of its last coup", |at| Value::whole(at.row.coups.1))
        .only(&[Table, Sheet])
        .wide(10)
        .on_sheet("last coup"),
    Of::each("results", Text, "one letter a coup: P B T, V void, ? unknown", |at| Value::text(&at.row.results))
        .only(&[Table]),
    Of::each("coups", Int, "how many", |at| Value::whole(i128::try_from(at.row.results.chars().count()).ok()))
        .only(&[Sheet])
        .wide(8),
    Of::each("wagers", Int, "wagers, but for those of tournaments", |at| Value::Whole(at.row.money.wagers.into()))
        .only(&[Table, Sheet])
        .wide(10),
    Of::some("staked", Int, "their stakes, in minor units", |at| Value::Whole(at.row.money.staked))
        .only(&[Table, Sheet, Page])
        .wide(16)
        .minor(),
    Of::some("returned", Int, "what went back, commission taken off", |at| Value::Whole(at.row.money.returned))
        .only(&[Table, Sheet])
        .wide(16)
        .minor(),
    Of::some("due", Int, "what was due", |at| Value::Whole(at.row.money.due)).only(&[Table, Sheet]).wide(16).minor(),
    Of::each("routine", Int, "how often something happened in it without the cards deciding it", |at| {
        Value::Whole(at.row.routine.iter().map(|(_, sum)| i128::from(sum.entries)).sum())
    })
    .only(&[Table, Sheet])
    .wide(10),
    Of::some("variance", Int, "`returned` less `due`", |at| Value::Whole(at.row.money.net_variance()))
        .only(&[Sheet, Page])
        .drawn_from(&["returned", "due"])
        .on_sheet("net error")
        .on_page("net error")
        .wide(16)
        .minor(),
];

const ON_SHEET: &str = "venue, table, shoe, currency, date, from, decks, first coup, last coup, coups, wagers, ruleset, \
    log of its first coup";
