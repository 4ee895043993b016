//! The columns of what arose while whom was on duty.

use super::Kind::{Int, Text};
use super::Output::{Page, Sheet};
use super::{Column, Columns, Read, Value};
use crate::document::StaffRow;
use crate::tally::Work;

/// By post and id: the sheet Staff, and the counts of the page.
pub static STAFF: Columns<StaffRow> = Columns { all: &[OWN], table: "", sheet: &[ON_SHEET], page: "" };

type Of = Column<StaffRow>;

static OWN: &[Of] = &[
    Of::each("venue", Text, "as logs name it", |at| Value::text(&at.row.venue)).only(&[Sheet]).wide(12),
    Of::each("post", Text, "`dealer`, `supervisor` or `shift`", |at| Value::text(at.row.post.as_str()))
        .only(&[Sheet])
        .wide(12),
    Of::each("id", Text, "the badge id, or the name of the shift", |at| {
        Value::text(at.row.id.as_deref().unwrap_or("not known"))
    })
    .only(&[Sheet])
    .wide(20),
    Of::each("currency", Text, "ISO 4217", |at| Value::text(&at.row.currency)).only(&[Sheet]).wide(10),
    count("coups", "coups", |at| Value::Whole(at.row.counts.coups.into())).on_page("Coups"),
    count("dealing", "coups with findings on dealing, and findings of no coup, notes left out", |at| {
        Value::Whole(at.row.counts.dealing.into())
    })
    .faults()
    .loud(|row| row.is_beyond(Work::Dealing))
    .on_page("Dealing"),
    count("paying", "likewise on wagers taken and paid", |at| Value::Whole(at.row.counts.paying.into()))
        .faults()
        .loud(|row| row.is_beyond(Work::Paying))
        .on_page("Paying"),
    count("deciding", "likewise on decisions, results and notices", |at| Value::Whole(at.row.counts.deciding.into()))
        .faults()
        .loud(|row| row.is_beyond(Work::Deciding))
        .on_page("Deciding"),
    count("log", "likewise on records, clocks, keys and sources", |at| Value::Whole(at.row.counts.log.into()))
        .faults()
        .loud(|row| row.is_beyond(Work::Log))
        .on_page("Log"),
    most("most dealing by chance", |at| by_chance(at.row, Work::Dealing)),
    most("most paying by chance", |at| by_chance(at.row, Work::Paying)),
    most("most deciding by chance", |at| by_chance(at.row, Work::Deciding)),
    most("most log by chance", |at| by_chance(at.row, Work::Log)),
    count("critical", "findings of this severity", |at| Value::Whole(at.row.counts.critical.into())).only(&[Sheet]),
    count("major", "likewise", |at| Value::Whole(at.row.counts.major.into())).only(&[Sheet]),
    count("minor", "likewise", |at| Value::Whole(at.row.counts.minor.into())).only(&[Sheet]),
    count("info", "likewise", |at| Value::Whole(at.row.counts.info.into())).only(&[Sheet]),
    count("irregularities", "entries of the register", |at| Value::Whole(at.row.counts.irregularities.into()))
        .wide(14)
        .on_page("Irregularities"),
    count("staked (minor units)", "stakes", |at| Value::Whole(at.row.counts.money.staked)).only(&[Sheet]).wide(16),
    count("overpaid", "what went back beyond what was due", |at| Value::Whole(at.row.counts.money.overpaid))
        .wide(16)
        .wrong()
        .on_page("Overpaid"),
    count("underpaid", "what was due and did not go back", |at| Value::Whole(at.row.counts.money.underpaid))
        .wide(16)
        .wrong()
        .on_page("Underpaid"),
];

const ON_SHEET: &str = "venue, post, id, currency, coups, dealing, paying, deciding, log, most dealing by chance, \
    most paying by chance, most deciding by chance, most log by chance, critical, major, minor, info, irregularities, \
    staked (minor units), overpaid (minor units), underpaid (minor units), overpaid, underpaid";

const fn count(name: &'static str, about: &'static str, read: Read<StaffRow>) -> Column<StaffRow> {
    Of::each(name, Int, about, read).only(&[Sheet, Page]).wide(10)
}

const fn most(name: &'static str, read: Read<StaffRow>) -> Column<StaffRow> {
    Of::some(name, Int, "the most of these that chance gives", read).only(&[Sheet]).wide(12)
}

fn by_chance(row: &StaffRow, work: Work) -> Value<'static> {
    row.most_by_chance.map_or(Value::None, |most| Value::Whole(most.faults(work).into()))
}
