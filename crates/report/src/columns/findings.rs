//! The columns of findings.

use resettle_oversight::staffing::Duty;

use super::Kind::{Day, Flag, Instant, Int, Text};
use super::Output::{Csv, Page, Sheet, Table};
use super::duty::{OnDuty, on_duty};
use super::{At, Column, Columns, Value};
use crate::document::{Condition, FindingRow};
use crate::print::{compared, decided_by};

/// Findings: `findings.csv`, the table `findings`, the sheet Findings, the page's list.
pub static FINDINGS: Columns<FindingRow> =
    Columns { all: &[OWN, &ON_DUTY, PROOF], table: IN_TABLE, sheet: &[ON_SHEET], page: ON_PAGE };

type Of = Column<FindingRow>;

static OWN: &[Of] = &[
    Of::each("code", Text, "as `resettle explain CODE` says", |at| Value::text(&at.row.code))
        .wide(26)
        .on_page("Finding"),
    Of::each("severity", Text, "`info`, `minor`, `major`, `critical`", |at| Value::text(&at.row.severity))
        .wide(10)
        .on_page("Severity"),
    Of::some("clause", Text, "the clause that grounds it", |at| Value::maybe(at.row.clause.as_deref()))
        .wide(44)
        .on_page("Clause"),
    Of::some("jurisdiction", Text, "as the log's `open` names it", |at| Value::maybe(at.row.jurisdiction.as_deref()))
        .only(&[Csv, Table, Sheet])
        .wide(12),
    Of::some("venue", Text, "likewise", |at| Value::maybe(at.row.venue.as_deref())).only(&[Csv, Table, Sheet]).wide(12),
    Of::some("game", Text, "likewise", |at| Value::maybe(at.row.game.as_deref())).only(&[Csv, Table, Sheet]).wide(26),
    Of::some("table", Text, "likewise", |at| Value::maybe(at.row.table.as_deref())).only(&[Csv, Table, Sheet]),
    Of::some("currency", Text, "of `money`; null where that counts chips", |at| {
        Value::maybe(at.row.currency.as_deref())
    })
    .only(&[Csv, Table]),
    // Where an old report does not say the currency, its table does.
    Of::some("currency", Text, "of `money`; `chips` of a tournament", |at| Value::maybe(at.currency))
        .only(&[Sheet])
        .wide(10),
    Of::each("log", Text, "the log", |at| Value::text(&at.row.log)).only(&[Csv, Table, Sheet]).wide(28),
    Of::each("file", Text, "the file of the record that it stands at", |at| Value::text(&at.row.file))
        .only(&[Csv, Table, Sheet])
        .wide(40),
    Of::some("line", Int, "the line of that record", |at| Value::whole(at.row.line)).only(&[Csv, Table, Sheet]).wide(8),
    Of::some("seq", Int, "the record's `seq`", |at| Value::whole(at.row.seq)).only(&[Csv, Table, Sheet]).wide(8),
    Of::some("shoe", Text, "where the record is a coup", |at| Value::maybe(at.row.shoe.as_deref()))
        .only(&[Csv, Table, Sheet])
        .wide(12),
    Of::some("coup", Int, "where the record is a coup", |at| Value::whole(at.row.coup))
        .only(&[Csv, Table, Sheet])
        .wide(8),
    Of::some("wager", Text, "the wager's name", |at| Value::maybe(at.row.wager.as_deref()))
        .only(&[Csv, Table, Sheet])
        .wide(10),
    Of::each("place", Text, "shoe, coup and wager", place).only(&[Page]).on_page("Place"),
    Of::some("expected", Text, "in words", |at| Value::maybe(at.row.expected.as_deref())).only(&[Csv, Table]),
    Of::some("logged", Text, "in words", |at| Value::maybe(at.row.logged.as_deref())).only(&[Csv, Table]),
    Of::some("expected", Text, "in words, money as amounts", |at| in_amounts(at, at.row.expected.as_deref()))
        .only(&[Sheet, Page])
        .wide(20)
        .on_page("Expected"),
    Of::some("logged", Text, "in words, money as amounts", |at| in_amounts(at, at.row.logged.as_deref()))
        .only(&[Sheet, Page])
        .wide(20)
        .on_page("Logged"),
    Of::some("money", Int, "returned − due, in minor units", |at| Value::whole(at.row.money))
        .only(&[Csv, Table, Sheet])
        .minor(),
    Of::some("difference", Text, "`money` as an amount", |at| Value::made(at.row.difference().unwrap_or_default()))
        .only(&[Page])
        .on_page("Money"),
    Of::each("message", Text, "in words", |at| Value::text(&at.row.message)).wide(60).on_page("What"),
    Of::each("authenticated", Flag, "whether a seal that counts vouches for the record", |at| {
        Value::Flag(at.row.authenticated)
    })
    .only(&[Csv, Table, Sheet]),
    Of::some("record_sha256", Text, "of the line's bytes", |at| Value::maybe(at.row.record_sha256.as_deref()))
        .only(&[Csv, Table, Sheet])
        .wide(66),
    Of::each("record", Text, "its file and line", record).only(&[Page]).on_page("Record"),
    Of::each("reading", Flag, "whether another reading of the rules would give no finding", |at| {
        Value::Flag(at.row.reading)
    })
    .only(&[Csv, Table, Sheet])
    .wide(10),
    Of::some("source_row", Int, "the row of the source of an imported coup", |at| Value::whole(at.row.source_row))
        .only(&[Csv, Sheet])
        .wide(12),
    Of::some("source_id", Text, "the id that the source gave it", |at| Value::maybe(at.row.source_id.as_deref()))
        .only(&[Csv, Sheet])
        .wide(16),
    Of::some("at", Instant, "when the record was written", |at| Value::moment(at.row.at.as_deref()))
        .only(&[Csv, Table, Sheet])
        .wide(32),
    Of::some("fingerprint", Text, "what makes it this finding and no other", |at| Value::known(&at.row.fingerprint))
        .only(&[Csv, Table, Sheet])
        .wide(66),
    Of::some("disposition", Text, "`waiver`, `ruling` or `action`, where there is one", |at| {
        at.row.disposition.as_ref().map_or(Value::None, Value::Note)
    })
    .wide(50)
    .on_page("Disposition"),
    Of::some("promotion", Text, "the promotion", |at| Value::maybe(at.row.promotion.as_deref())).only(&[Csv]),
    Of::some("item", Text, "its prize, draw, claim, complaint or incident", |at| Value::maybe(at.row.item.as_deref()))
        .only(&[Csv]),
    Of::some("term", Text, "the term that is missing", |at| Value::maybe(at.row.term.as_deref())).only(&[Csv]),
    Of::some("player", Text, "the player of a tournament", |at| Value::maybe(at.row.player.as_deref()))
        .only(&[Csv, Table]),
    Of::some("part", Text, "the part of a tournament's conditions that it is about", |at| {
        Value::maybe(at.row.part.as_deref())
    })
    .only(&[Csv, Table]),
    Of::some("unit", Text, "`chips` of a tournament", |at| Value::maybe(at.row.unit.as_deref())).only(&[Csv]),
    Of::some("unit", Text, "of `money`: `money`, or `chips` of a tournament, which are no money", |at| {
        Value::maybe(at.row.money.map(|_| at.row.unit.as_deref().unwrap_or("money")))
    })
    .only(&[Table]),
    Of::some("gaming_day", Day, "the venue's day on which the record was written", |at| Value::whole(at.day))
        .only(&[Table]),
    Of::each("number", Int, "its number in the report", |at| Value::Whole(at.number.into())).only(&[Sheet]).wide(8),
    Of::some("date", Day, "of `at`", |at| Value::date(at.row.at.as_deref())).only(&[Sheet]).wide(12),
    Of::some("management's response", Text, "room to write", |_| Value::None).only(&[Sheet]).wide(40),
];

static ON_DUTY: [Column<FindingRow>; 3] = on_duty();

static PROOF: &[Of] = &[Of::some(
    "decided_by",
    Text,
    "what decides it: the cards by hand and both totals, the result, what was announced and displayed; of a wager its odds, what was \
     due and what went back",
    |at| match decided_by(at.row).join(". ") {
        words if words.is_empty() => Value::None,
        words => Value::made(words),
    },
)
.wide(60)
.on_page("The coup"),
    Of::some("staked", Int, "what was staked on all that it is about, in minor units; of `reconcile/profile`, and of a record or wager that could not be read", |at| {
        Value::whole(at.row.staked)
    })
    .only(&[Csv, Table, Sheet])
    .wide(16)
    .minor(),
    Of::some(
        "on_condition",
        Text,
        "on what it hangs, joined by commas: `reading`, `two_wagers` (and not one written twice), `unread` (a part of the coup's record), `law` outside the rules, the recorder's `word`, `refusal` (only if the wager had to be accepted), `claim` (only if what was claimed is not so)",
        |at| {
            let words: Vec<&str> = at.row.conditions().into_iter().map(Condition::word).collect();
            if words.is_empty() { Value::None } else { Value::made(words.join(", ")) }
        },
    )
    .only(&[Csv, Sheet])
    .wide(16),
    Of::each("stakes_unread", Flag, "whether stakes of a record or wager that could not be read are unknown", |at| {
        Value::Flag(at.row.stakes_unread)
    })
    .only(&[Csv, Table, Sheet])
    .wide(10),
    Of::some("overpaid", Int, "of `money`, what went back beyond what was due", |at| {
        Value::whole(at.row.errors().map(|(over, _)| over))
    })
    .only(&[Sheet])
    .minor(),
    Of::some("underpaid", Int, "of `money`, what was due and did not go back", |at| {
        Value::whole(at.row.errors().map(|(_, under)| under))
    })
    .only(&[Sheet])
    .minor(),
    Of::some("money_in_currency", Text, "`money` in units of the currency, as `-1234.50`; not of chips", |at| {
        in_currency(at.row, at.row.money)
    })
    .only(&[Csv]),
    Of::some(
        "overpaid_in_currency",
        Text,
        "of `money`, what went back beyond what was due, likewise: several wagers may be wrong either way (of `claim/unsupported` the message says it)",
        |at| in_currency(at.row, at.row.errors().map(|(over, _)| over)),
    )
    .only(&[Csv]),
    Of::some("underpaid_in_currency", Text, "of `money`, what was due and did not go back, likewise", |at| {
        in_currency(at.row, at.row.errors().map(|(_, under)| under))
    })
    .only(&[Csv]),
    Of::some("staked_in_currency", Text, "`staked`, likewise", |at| in_currency(at.row, at.row.staked)).only(&[Csv]),
    Of::some("expected_in_currency", Text, "`expected` with its money in the currency, as `500.00 SGD`", |at| {
        in_amounts(at, at.row.expected.as_deref())
    })
    .only(&[Csv]),
    Of::some("logged_in_currency", Text, "`logged`, likewise", |at| in_amounts(at, at.row.logged.as_deref()))
        .only(&[Csv]),
];

const IN_TABLE: &str = "code, severity, clause, jurisdiction, venue, game, table, currency, gaming_day, log, file, line, seq, shoe, \
    coup, wager, player, money, expected, logged, message, authenticated, reading, record_sha256, at, \
    disposition, fingerprint, unit, part, decided_by, staked, stakes_unread";

const ON_SHEET: &str = "number, severity, code, date, at, jurisdiction, venue, game, table, log, shoe, coup, wager, message, \
    expected, logged, money (minor units), money, currency, clause, file, line, seq, authenticated, reading, \
    record_sha256, source_row, source_id, disposition, management's response, fingerprint, decided_by, staked (minor units), staked, \
    on_condition, stakes_unread";

const ON_PAGE: &str = "Severity, Finding, Place, What, The coup, Expected, Logged, Money, Clause, Record, Disposition";

fn place<'r>(at: &At<'r, FindingRow>) -> Value<'r> {
    let row = at.row;
    Value::made(super::place_in_words(row.shoe.as_deref(), row.coup, row.wager.as_deref()))
}

fn in_currency<'r>(row: &FindingRow, minor: Option<impl Into<i128>>) -> Value<'r> {
    Value::in_currency(minor.filter(|_| row.unit.is_none()), row.currency.as_deref())
}

fn record<'r>(at: &At<'r, FindingRow>) -> Value<'r> {
    Value::made(super::record_in_words(&at.row.file, at.row.line))
}

fn in_amounts<'r>(at: &At<'r, FindingRow>, text: Option<&'r str>) -> Value<'r> {
    text.map_or(Value::None, |text| Value::Text(compared(at.row, text).into()))
}

impl OnDuty for FindingRow {
    fn duty(&self) -> Option<&Duty> {
        self.duty.as_ref()
    }
}
