//! The columns of the register of irregularities.

use resettle_game::Amount;
use resettle_oversight::staffing::Duty;

use super::Kind::{Day, Flag, Instant, Int, Text};
use super::Output::{Csv, Page, Sheet, Table};
use super::duty::{OnDuty, on_duty};
use super::{At, Column, Columns, Value};
use crate::document::{IRREGULARITY, RegisterRow};
use crate::print::neutral;

/// The register: `register.csv`, the table `irregularities`, the sheet Register, the page's list.
pub static REGISTER: Columns<RegisterRow> =
    Columns { all: &[OWN, &ON_DUTY], table: IN_TABLE, sheet: &[ON_SHEET], page: ON_PAGE };

type Of = Column<RegisterRow>;

static OWN: &[Of] = &[
    Of::each("subject", Text, "`irregularity`, `refused_wager` or `removed_wager`", |at| Value::text(&at.row.subject))
        .only(&[Csv, Table, Sheet])
        .wide(16),
    Of::each("kind", Text, "as the log writes it; of a wager its bet", |at| Value::text(&at.row.kind))
        .only(&[Csv, Table, Sheet])
        .wide(26)
        .loud(RegisterRow::is_faulty),
    Of::each("about", Text, "`subject` and `kind`", about).only(&[Page]).on_page("What was said"),
    Of::each("log", Text, "the log", |at| Value::text(&at.row.log)).only(&[Csv, Table, Sheet]).wide(28),
    Of::each("file", Text, "the file of the record that holds it", |at| Value::text(&at.row.file))
        .only(&[Csv, Table, Sheet])
        .wide(40),
    Of::some("line", Int, "the line of that record", |at| Value::whole(at.row.line)).only(&[Csv, Table, Sheet]).wide(8),
    Of::some("seq", Int, "the record's `seq`", |at| Value::whole(at.row.seq)).only(&[Csv, Table, Sheet]).wide(8),
    Of::some("venue", Text, "as the log's `open` names it", |at| Value::known(&at.row.venue)).only(&[Csv, Table, Sheet]).wide(12),
    Of::some("table", Text, "likewise", |at| Value::known(&at.row.table)).only(&[Csv, Table, Sheet]),
    Of::some("currency", Text, "of `moved`", |at| Value::known(&at.row.currency)).only(&[Csv, Table, Sheet]).wide(10),
    Of::some("shoe", Text, "the shoe concerned", |at| Value::maybe(at.row.shoe.as_deref()))
        .only(&[Csv, Table, Sheet])
        .wide(12),
    Of::some("coup", Int, "the coup concerned", |at| Value::whole(at.row.coup)).only(&[Csv, Table, Sheet]).wide(8),
    Of::some("wager", Text, "the wager's name, where it is about one", |at| Value::maybe(at.row.wager.as_deref()))
        .only(&[Csv, Table, Sheet])
        .wide(10),
    Of::some("player", Text, "the account of the wager, as the log names it", |at| {
        Value::maybe(at.row.player.as_deref())
    })
    .only(&[Csv, Table, Sheet])
    .wide(12),
    Of::some("seat", Text, "the seat of the wager, likewise", |at| Value::maybe(at.row.seat.as_deref()))
        .only(&[Csv, Table, Sheet])
        .wide(8),
    Of::each("place", Text, "shoe, coup and wager", place).only(&[Page]).on_page("Place"),
    Of::some("terminals", Text, "those concerned, joined by commas", |at| Value::list(&at.row.terminals))
        .only(&[Csv, Table, Sheet])
        .wide(16),
    Of::some("facts", Text, "`name value; name value`", |at| Value::made(at.row.facts_text())).wide(40).on_page("Facts"),
    Of::some("noticed", Instant, "when", |at| Value::moment(at.row.noticed.as_deref())).only(&[Csv, Table, Sheet]).wide(32),
    Of::some("ruling", Text, "what was decided", |at| Value::maybe(at.row.ruling.as_deref())).on_page("Ruling"),
    Of::some("by", Text, "the office that decided, as the log writes it; no badge id", |at| {
        Value::maybe(at.row.by.as_deref())
    })
    .wide(24)
    .on_page("By"),
    Of::some("ruleset", Text, "that judged it", |at| Value::maybe(at.row.ruleset.as_deref())).only(&[Csv, Table]),
    Of::some("clause", Text, "the clause", |at| Value::maybe(at.row.clause.as_deref())).wide(44).on_page("Clause"),
    Of::each("consequence", Text, "what it led to, in words", |at| Value::text(&at.row.consequence))
        .wide(50)
        .on_page("What it led to"),
    Of::each("evidence", Text, "`log` or `word`", |at| Value::text(&at.row.evidence))
        .only(&[Csv, Table, Sheet])
        .wide(10)
        .on_sheet("rests on")
        .loud(|row| row.is_on_word() && row.stands_out()),
    Of::each("evidence in words", Text, "`evidence`", |at| {
        Value::text(if at.row.is_on_word() { "the recorder's word" } else { "the log" })
    })
    .only(&[Page])
    .on_page("Rests on"),
    Of::some(
        "moved",
        Int,
        "all returned less all due by the cards as logged, over the whole coup (of a wager: of that wager; of an interruption of terminals: of the wagers made there); where a coup has several entries, each of the others has it",
        |at| Value::whole(at.row.moved),
    )
    .only(&[Csv, Table, Sheet])
    .minor(),
    Of::some("amount moved", Text, "`moved` as an amount", moved).only(&[Page]).on_page("Moved"),
    Of::each("found_fault", Flag, "whether a finding finds fault with it", |at| Value::Flag(at.row.is_faulty()))
        .only(&[Csv, Table]),
    Of::some("faults", Text, "the codes of those findings, joined by commas", |at| Value::list(&at.row.faults))
        .wide(26)
        .on_sheet("found wrong")
        .on_page("Found wrong")
        .loud(RegisterRow::is_faulty),
    Of::each("authenticated", Flag, "whether a seal that counts vouches for the record", |at| {
        Value::Flag(at.row.authenticated)
    })
    .only(&[Csv, Table, Sheet]),
    Of::some("record_sha256", Text, "of the line's bytes", |at| Value::maybe(at.row.record_sha256.as_deref()))
        .only(&[Csv, Sheet])
        .wide(66),
    Of::each("record", Text, "its file and line", record).only(&[Page]).on_page("Record"),
    Of::some("at", Instant, "when the record was written", |at| Value::moment(at.row.at.as_deref()))
        .only(&[Csv, Table, Sheet])
        .wide(32),
    Of::some("jurisdiction", Text, "as the log's `open` names it", |at| {
        Value::maybe(at.table.map(|table| table.jurisdiction.as_str()))
    })
    .only(&[Table]),
    Of::some("game", Text, "likewise", |at| Value::maybe(at.table.map(|table| table.game.as_str()))).only(&[Table]),
    Of::some("gaming_day", Day, "the venue's day on which the record was written", |at| Value::whole(at.day))
        .only(&[Table]),
    Of::each("number", Int, "its number in the report", |at| Value::Whole(at.number.into())).only(&[Sheet]).wide(8),
    Of::some("date", Day, "of `at`", |at| Value::date(at.row.at.as_deref())).only(&[Sheet]).wide(12),
    Of::some("management's response", Text, "room to write", |_| Value::None).only(&[Sheet]).wide(40),
    Of::some("went_back", Int, "where what it moved is not known and something went back: all of that", |at| {
        Value::whole(at.row.went_back)
    })
    .only(&[Sheet])
    .on_sheet("went back")
    .minor(),
    Of::some("moved_in_currency", Text, "`moved` in units of the currency, as `-1234.50`", |at| {
        Value::in_currency(at.row.moved, Some(&at.row.currency))
    })
    .only(&[Csv]),
    Of::some(
        "went_back_in_currency",
        Text,
        "where what it moved is not known and something went back: all of that, likewise",
        |at| Value::in_currency(at.row.went_back, Some(&at.row.currency)),
    )
    .only(&[Csv]),
    Of::some(
        "moved_of",
        Text,
        "whose `moved` is: `wager`, `terminals`, or `coup`, which stands at each entry of the coup, so that a sum counts it once",
        |at| at.row.moved_of().map_or(Value::None, Value::text),
    )
    .only(&[Csv, Sheet])
    .on_sheet("moved is of")
    .wide(12),
];

static ON_DUTY: [Column<RegisterRow>; 3] = on_duty();

const IN_TABLE: &str = "subject, kind, jurisdiction, venue, game, table, currency, gaming_day, log, file, line, seq, shoe, coup, \
    wager, terminals, facts, noticed, ruling, by, ruleset, clause, consequence, evidence, moved, found_fault, \
    faults, authenticated, at, player, seat";

const ON_SHEET: &str = "number, found wrong, subject, kind, facts, date, noticed, venue, table, log, shoe, coup, wager, player, seat, \
    terminals, ruling, by, consequence, clause, rests on, moved (minor units), moved, currency, file, line, seq, \
    authenticated, record_sha256, at, management's response";

const ON_PAGE: &str =
    "What was said, Facts, Place, Ruling, By, What it led to, Clause, Rests on, Moved, Found wrong, Record";

fn about<'r>(at: &At<'r, RegisterRow>) -> Value<'r> {
    let row = at.row;
    if row.subject == IRREGULARITY {
        Value::text(&row.kind)
    } else {
        Value::made(format!("{} on {}", row.subject, row.kind))
    }
}

fn place<'r>(at: &At<'r, RegisterRow>) -> Value<'r> {
    let row = at.row;
    Value::made(super::place_in_words(row.shoe.as_deref(), row.coup, row.wager.as_deref()))
}

fn record<'r>(at: &At<'r, RegisterRow>) -> Value<'r> {
    Value::made(super::record_in_words(&at.row.file, at.row.line))
}

fn moved<'r>(at: &At<'r, RegisterRow>) -> Value<'r> {
    let amount = |moved| Amount::new(moved, Some(&neutral(&at.row.currency))).signed().to_string();
    at.row.moved.map_or(Value::None, |moved| Value::made(amount(moved)))
}

impl OnDuty for RegisterRow {
    fn duty(&self) -> Option<&Duty> {
        self.duty.as_ref()
    }
}
