//! The columns of what happened without the cards deciding it, by table, day and kind.

use super::Kind::{Day, Int, Text};
use super::Output::{Sheet, Table};
use super::{Column, Columns, Value};
use crate::document::HappenedRow;

/// What happened without the cards deciding it: the table `routine` of an export, by day, and the sheet Routine, over the
/// whole period.
pub static ROUTINE: Columns<HappenedRow> = Columns { all: &[OWN], table: "", sheet: &[ON_SHEET], page: "" };

type Of = Column<HappenedRow>;

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
    Of::some("day", Day, "the day of play", |at| at.row.day.as_deref().map_or(Value::None, Value::Date)).only(&[Table]),
    Of::each("kind", Text, "what: `withdrawn_wager`, `late_wager`, `commission`, `approved_wager`, `token_wager`, `no_bet_coup`, `burned_cards`, `sign_changed`, `option_changed`, `refund`, `prize`, `staff_record`", |at| Value::text(at.row.kind.word()))
        .only(&[Table, Sheet])
        .wide(18),
    Of::each("says", Text, "the same in words", |at| Value::text(at.row.kind.says())).only(&[Sheet]).wide(40),
    Of::each("entries", Int, "how often", |at| Value::Whole(at.row.sum.entries.into())).only(&[Table, Sheet]).wide(10),
    Of::each("cards", Int, "the cards that were burned", |at| Value::Whole(at.row.sum.cards.into()))
        .only(&[Table, Sheet])
        .wide(10),
    Of::each("money", Int, "what went back of wagers, was collected as commission, was staked on approved wagers or by tokens, or was paid as refund or prize; of what else the money cannot be known", |at| Value::Whole(at.row.sum.money))
        .only(&[Table, Sheet])
        .wide(16)
        .minor(),
];

const ON_SHEET: &str = "jurisdiction, venue, game, table, currency, kind, says, entries, cards";
