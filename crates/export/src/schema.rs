//! The tables and their columns. `docs/export.md` shows them; a test holds the two together. What a report lists has the
//! columns that the report's other files have.

use std::borrow::Cow;
use std::sync::LazyLock;

use resettle_report::columns::Kind::{Big, Day, Decimal, Flag, Instant, Int, Local, Serial, Text, Various};
use resettle_report::columns::{self, Columns, Head, Kind, Unit};

/// What rows of one kind are written into, and with which columns.
#[derive(Debug, PartialEq, Eq)]
pub struct ExportTable {
    /// Its name, which its file bears.
    pub name: &'static str,
    /// What a row is.
    pub about: &'static str,
    /// Its columns, in order.
    pub columns: Cow<'static, [Head]>,
}

const fn col(name: &'static str, kind: Kind, about: &'static str) -> Head {
    Head { name, kind, unit: Unit::None, optional: false, about }
}

const fn opt(name: &'static str, kind: Kind, about: &'static str) -> Head {
    Head { name, kind, unit: Unit::None, optional: true, about }
}

/// How many columns stand before the one of this name. Nothing is compiled where there is none: it is asked in constants alone.
const fn before(columns: &[Head], name: &str) -> usize {
    match columns.split_first() {
        Some((first, _)) if same(first.name.as_bytes(), name.as_bytes()) => 0,
        Some((_, rest)) => 1 + before(rest, name),
        None => {
            assert!(!columns.is_empty(), "no column has this name");
            0
        }
    }
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    match (one.split_first(), other.split_first()) {
        (Some((one, rest)), Some((other, more))) => *one == *other && same(rest, more),
        (None, None) => true,
        _ => false,
    }
}

const NTH: &str = "nth";
const RESULT: &str = "result";
const LIMIT_MIN: &str = "limit_min";
const JURISDICTION: Head = opt("jurisdiction", Text, "as the log's `open` names it");
const VENUE: Head = opt("venue", Text, "likewise");
const GAME: Head = opt("game", Text, "likewise");
const TABLE: Head = opt("table", Text, "likewise");
const CURRENCY: Head = opt("currency", Text, "ISO 4217; null where amounts are chips of a tournament");
const UNIT: Head = col("unit", Text, "`money`, or `chips` of a tournament, which are no money");
const DAY: Head = opt("gaming_day", Day, "the venue's day on which the coup commenced");
const SHOE: Head = opt("shoe", Text, "as logged");
const COUP: Head = opt("coup", Serial, "its number in the shoe, as logged");
const FILE: Head = col("file", Text, "the file that holds the coup's record: with `line` the key of a coup");
const LINE: Head = opt("line", Serial, "the line of the coup's record, from 1");

const DEALER: Head = opt("dealer", Text, "the badge id of who dealt, as a `staff` record or the staffing file says");
const SUPERVISOR: Head = opt("supervisor", Text, "likewise");
const SHIFT: Head = opt("shift", Text, "as the staffing file names it");

/// How many of the first columns of coups and of wagers are the same in all rows of a table.
pub(crate) const OF_TABLE: usize = before(OF_COUPS, CURRENCY.name);
/// How many of the first columns of cards are the same in all rows of a coup.
pub(crate) const CARD_OF_COUP: usize = before(OF_CARDS, NTH);
/// The same of wagers.
pub(crate) const WAGER_OF_COUP: usize = before(OF_WAGERS, NTH);
/// The same of their columns from the coup's result on.
pub(crate) const RESULT_OF_COUP: usize = before(OF_WAGERS, LIMIT_MIN) - before(OF_WAGERS, RESULT);

/// The logs.
pub static INPUTS: ExportTable = ExportTable {
    name: "inputs",
    about: "a log that was read",
    columns: Cow::Borrowed(&[
        col("file", Text, "as it was named: the key"),
        col("log", Text, "its id; empty without a readable `open`"),
        col("sha256", Text, "of the file as it is on disk"),
        JURISDICTION,
        VENUE,
        GAME,
        TABLE,
        opt("currency", Text, "ISO 4217"),
        col("records", Int, "well-formed records"),
        col("coups", Int, "coups in it"),
        col("authenticated_records", Int, "records that a seal vouches for which counts"),
        opt("note", Text, "what has to be said of the log as a whole"),
    ]),
};

/// A row for each bet of each ruleset that judged coups, with its house edge.
pub static RULESETS: ExportTable = ExportTable {
    name: "rulesets",
    about: "a bet of a ruleset that judged coups, with decks as they were played",
    columns: Cow::Borrowed(&[
        col("ruleset", Text, "its id; with `decks` and `bet` the key"),
        col("sha256", Text, "its digest"),
        opt("decks", Int, "decks of the shoe; null where no odds are known"),
        opt("bet", Text, "the bet; likewise"),
        opt("edge_numerator", Big, "the house edge as a fraction in lowest terms, exact"),
        opt("edge_denominator", Big, "likewise"),
    ]),
};

/// A row for each shoe that was played, with the columns of reports.
pub static SHOES: LazyLock<ExportTable> =
    LazyLock::new(|| ExportTable::of("shoes", "a shoe that was played", &columns::SHOES, false));

/// What was asked.
pub static COVERAGE: LazyLock<ExportTable> = LazyLock::new(|| {
    ExportTable::of(
        "coverage",
        "what a check asked of a table on a day, or did not and why; the rows of a check add up to the day",
        &columns::COVERAGE,
        false,
    )
});

/// What happened without the cards deciding it.
pub static ROUTINE: LazyLock<ExportTable> = LazyLock::new(|| {
    ExportTable::of(
        "routine",
        "how often something happened at a table on a day without the cards of a coup deciding it",
        &columns::ROUTINE,
        false,
    )
});

/// A row for each coup; who was on duty stands in the last columns.
pub static COUPS: ExportTable = ExportTable { name: COUPS_NAME, about: ABOUT_COUPS, columns: Cow::Borrowed(OF_COUPS) };

/// [`COUPS`] without who was on duty.
pub static COUPS_WITHOUT_STAFF: ExportTable = ExportTable {
    name: COUPS_NAME,
    about: ABOUT_COUPS,
    columns: Cow::Borrowed(OF_COUPS.split_at(before(OF_COUPS, DEALER.name)).0),
};

const COUPS_NAME: &str = "coups";
const ABOUT_COUPS: &str = "a coup that was judged, clean or not";
const OF_COUPS: &[Head] = &[
    JURISDICTION,
    VENUE,
    GAME,
    TABLE,
    CURRENCY,
    UNIT,
    DAY,
    SHOE,
    COUP,
    col("log", Text, "the id of the log that holds its record"),
    FILE,
    LINE,
    opt("seq", Serial, "the record's `seq`"),
    opt(
        "commenced",
        Instant,
        "when play commenced, as the ruleset means it: `opened` or `first_card`; else when the record was written",
    ),
    opt("commenced_local", Local, "the same by the venue's clock"),
    opt("opened", Instant, "`times.opened`"),
    opt("closed", Instant, "`times.closed`"),
    opt("first_card", Instant, "`times.first_card`"),
    opt("settled", Instant, "`times.settled`"),
    opt("written", Instant, "when the record was written"),
    opt("ruleset", Text, "the ruleset that judged it; null where none was in force"),
    opt("decks", Int, "the decks of its shoe"),
    col("mode", Text, "`live` or `no_bet`"),
    col("dealt", Flag, "whether a shoe dealt it"),
    col("counts", Flag, "whether it counts as a coup; false where another terminal recorded the same undealt one"),
    col(
        "result",
        Text,
        "the result that it is judged by: `player`, `banker`, `tie`, `void` or `unknown`; `void` too where it had to be void and was settled all the same, which `declared_result` shows",
    ),
    col("from_cards", Flag, "whether the cards, dealt by the rules, gave that"),
    opt("player_total", Int, "the point total that it is judged by"),
    opt("banker_total", Int, "likewise"),
    opt("declared_result", Text, "what was announced"),
    opt("declared_player", Int, "likewise"),
    opt("declared_banker", Int, "likewise"),
    opt("declared_sevens", Int, "likewise"),
    opt("wrd", Text, "what the winning result display showed"),
    opt("cards", Various, "as logged, in the order drawn, parted by spaces"),
    opt("reconstructed_cards", Text, "the same in the order that a reconstruction gave, as logged"),
    opt("tournament", Text, "the tournament that it belongs to"),
    col("wagers", Int, "how many"),
    opt("staked", Int, "their stakes, in minor units"),
    opt("returned", Int, "what went back, commission taken off"),
    opt("due", Int, "what was due"),
    opt("theoretical_win", Decimal, "of its wagers together; null where none has one"),
    col("irregularities", Int, "how many were logged with it"),
    opt(
        "severity",
        Text,
        "the most severe of its findings, `info` among them, `ruleset/uncertain` not; null where there is none",
    ),
    opt(
        "close",
        Instant,
        "the moment after which wagers were late, as the ruleset means it: `closed` or `first_card`; null where the log does not tell it, without a ruleset, and in a tournament",
    ),
    opt(
        "cards_return",
        Flag,
        "whether cards come back into its shoe, by the rules or as its start says; null where nothing tells",
    ),
    opt(
        "counted_order",
        Text,
        "where a reconstruction is logged and the cards gave the result: which order counted, `reconstructed`, or `drawn` where a finding says that no reconstruction can give the one logged; else null",
    ),
    DEALER,
    SUPERVISOR,
    SHIFT,
];

/// A row for each card of a coup, as it was logged.
pub static CARDS: ExportTable =
    ExportTable { name: "cards", about: "a card of a coup, as logged", columns: Cow::Borrowed(OF_CARDS) };

const OF_CARDS: &[Head] = &[
    VENUE,
    TABLE,
    DAY,
    SHOE,
    COUP,
    FILE,
    LINE,
    col(NTH, Int, "its place among the cards drawn, from 1: with `file` and `line` the key"),
    col(
        "card",
        Text,
        "rank and suit; `7?`, `?H`, `~8` where only the rank, the suit or the points are known; `??` could not be read, `XX` is of no deck in play",
    ),
    opt("rank", Text, "one of `A23456789TJQK`"),
    opt("suit", Text, "one of `CDHS`"),
    opt(
        "hand",
        Text,
        "where it went, as the log or the rules say: `player`, `banker`, `set_aside`, or `next_coup` where it was kept for that; null where neither says, as after a reconstruction or in a void coup",
    ),
];

/// A row for each wager of a coup, whatever became of it.
pub static WAGERS: ExportTable = ExportTable {
    name: "wagers",
    about: "a wager of a coup, whatever became of it",
    columns: Cow::Borrowed(OF_WAGERS),
};

const OF_WAGERS: &[Head] = &[
    JURISDICTION,
    VENUE,
    GAME,
    TABLE,
    CURRENCY,
    UNIT,
    DAY,
    SHOE,
    COUP,
    FILE,
    LINE,
    col(NTH, Int, "its place among the coup's wagers, from 1: with `file` and `line` the key"),
    col("wager", Text, "its id, or `#3` for the third where it has none or shares it"),
    col("bet", Text, "as logged"),
    opt("seat", Text, "as logged"),
    opt("area", Text, "as logged"),
    opt("player", Text, "the person's account, as logged"),
    opt("terminal", Text, "as logged"),
    opt("token", Text, "`promotional` or `cash`, where it was not made with the chips of the table"),
    opt("placed", Instant, "when"),
    opt("withdrawn", Instant, "when it was taken back"),
    col("accepted", Flag, "false where a terminal did not take it"),
    col("removed", Flag, "whether it was removed after a reconstruction"),
    col("approved", Flag, "whether a Gaming Manager approved it"),
    col("stake", Int, "what lay on the layout, in minor units"),
    col("returned", Int, "all that went back, stake included, as logged"),
    col("commission", Int, "collected apart from `returned`"),
    opt(
        "due",
        Int,
        "what was due, to be held against `returned` less `commission` as far as it counts; of a wager that is not judged what went back",
    ),
    col("judged", Flag, "whether what was due can be said"),
    opt(
        "not_at_risk",
        Text,
        "why the cards could neither win nor lose the stake: `refused`, `withdrawn`, `late`, `removed`, `voided`, `not_offered`, `no_bet_coup`, `void_coup` or `not_dealt`; null where it was at risk, or no ruleset was in force",
    ),
    opt("win", Int, "what the house won: `stake` − `returned` + `commission` as far as it counts"),
    opt("error", Int, "`returned` − `commission` as far as it counts − `due`, positive in the players' favour"),
    opt(
        "theoretical_win",
        Decimal,
        "`stake` × house edge, rounded to 12 digits; null where the stake was not at risk, the cards did not settle it or no odds are known",
    ),
    col(RESULT, Text, "of the coup"),
    opt("ruleset", Text, "that judged it"),
    opt("decks", Int, "of its shoe"),
    opt(
        LIMIT_MIN,
        Int,
        "the least that could be staked on the bet when play commenced, by the sign of the player, else of the seat, else of the table; null where none names it, and in a tournament",
    ),
    opt("limit_max", Int, "likewise the most that one player could stake on it in the coup"),
];

/// The findings, with who was on duty or without.
#[must_use]
pub fn findings(with_staff: bool) -> &'static ExportTable {
    static WITH: LazyLock<ExportTable> = LazyLock::new(|| of_findings(true));
    static WITHOUT: LazyLock<ExportTable> = LazyLock::new(|| of_findings(false));
    if with_staff { &WITH } else { &WITHOUT }
}

fn of_findings(with_staff: bool) -> ExportTable {
    ExportTable::of("findings", "what does not fit, as in report.json", &columns::FINDINGS, with_staff)
}

/// The register of irregularities, likewise.
#[must_use]
pub fn irregularities(with_staff: bool) -> &'static ExportTable {
    static WITH: LazyLock<ExportTable> = LazyLock::new(|| of_register(true));
    static WITHOUT: LazyLock<ExportTable> = LazyLock::new(|| of_register(false));
    if with_staff { &WITH } else { &WITHOUT }
}

fn of_register(with_staff: bool) -> ExportTable {
    ExportTable::of("irregularities", "an entry of the register, as in report.json", &columns::REGISTER, with_staff)
}

/// Who was on duty.
pub static STAFF: ExportTable = ExportTable {
    name: "staff",
    about: "from when on who was on duty at a table, as logs and the staffing file say",
    columns: Cow::Borrowed(&[
        opt("jurisdiction", Text, "of the table, as its logs name it"),
        VENUE,
        GAME,
        TABLE,
        col("from", Instant, "from when on"),
        opt("until", Instant, "until when; null of a `staff` record, which the next one ends"),
        opt("dealer", Text, "the badge id; null where this entry says nothing, and the one before holds"),
        opt("supervisor", Text, "likewise"),
        opt("shift", Text, "as the staffing file names it"),
        col("source", Text, "`log` or `staffing`"),
        col("file", Text, "the log or the staffing file"),
        opt("line", Int, "its line, from 1"),
    ]),
};

/// The tables of an export with who was on duty, or without, in the order in which they are written.
#[must_use]
pub fn tables(with_staff: bool) -> Vec<&'static ExportTable> {
    let coups = if with_staff { &COUPS } else { &COUPS_WITHOUT_STAFF };
    let mut all = vec![&INPUTS, &RULESETS, &*SHOES, coups, &CARDS, &WAGERS];
    all.extend([findings(with_staff), irregularities(with_staff), &*COVERAGE, &*ROUTINE]);
    all.extend(with_staff.then_some(&STAFF));
    all
}

impl ExportTable {
    fn of<R>(name: &'static str, about: &'static str, columns: &Columns<R>, with_staff: bool) -> Self {
        Self { name, about, columns: columns.table(with_staff).iter().map(|column| column.head).collect() }
    }
}
