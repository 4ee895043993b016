use crate::key::KeyId;
use crate::object::ObjectReader;

/// What kind of device wrote a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceKind {
    /// Cards, wagers and display in one log.
    Table,
    /// Cards.
    Shoe,
    /// Wagers of one terminal.
    Terminal,
    /// What the winning result display showed.
    Display,
    /// The office of a tournament.
    Desk,
}

impl SourceKind {
    /// Every word with its meaning.
    pub const ALL: &[(&str, Self)] = &[
        ("table", Self::Table),
        ("shoe", Self::Shoe),
        ("terminal", Self::Terminal),
        ("display", Self::Display),
        ("desk", Self::Desk),
    ];

    /// The word as the format writes it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Shoe => "shoe",
            Self::Terminal => "terminal",
            Self::Display => "display",
            Self::Desk => "desk",
        }
    }
}

/// Who wrote a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Which kind of device.
    pub kind: SourceKind,
    /// The device's id, as the log writes it.
    pub id: String,
}

/// The record that opens a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The log's id.
    pub log: String,
    /// Who writes it.
    pub source: Source,
    /// As rulesets name it.
    pub jurisdiction: String,
    /// As rulesets name it.
    pub venue: String,
    /// As rulesets name it.
    pub game: String,
    /// The table's id, as its logs write it.
    pub table: String,
    /// ISO 4217 code; all money of the log is in its minor units.
    pub currency: String,
    /// The signing key; an imported log may have none.
    pub key: Option<KeyId>,
    /// Whether the log was made from an export of another system.
    pub imported: bool,
    /// How many rounds of an import's source came before its first record, and could not be read.
    pub unread_after: u64,
    /// What of an import's source was left out on purpose.
    pub left_out: Vec<LeftOut>,
}

/// Rows of an import's source that are of another table or kind, or one of its columns that is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The column, by its header, number or path.
    pub column: String,
    /// What stands there in rows that are in no record; none where it is the column that is not read.
    pub value: Option<String>,
    /// Why the column is not read, in the words of who made the import.
    pub why: Option<String>,
    /// How many rows of a table, or rounds, are left out or have something there.
    pub rows: u64,
    /// What was staked in those rows, or the sum of the column's amounts above zero; minor units.
    pub amount: u64,
    /// The sum of the column's amounts below zero, without its sign; minor units.
    pub below: u64,
}

impl LeftOut {
    fn read(reader: &mut ObjectReader<'_, '_>) -> Option<Self> {
        let column = reader.required("column", ObjectReader::text);
        let rows = reader.required("rows", ObjectReader::unsigned);
        let (value, why) = (reader.text("value"), reader.text("why"));
        let [amount, below] = ["amount", "below"].map(|name| reader.unsigned(name).unwrap_or(0));
        Some(Self { column: column?, value, why, rows: rows?, amount, below })
    }
}

impl Open {
    /// Reads what an `open` record states besides its place in the chain.
    pub fn read(reader: &mut ObjectReader<'_, '_>) -> Option<Self> {
        let format = reader.required("format", ObjectReader::text);
        if let Some(format) = format.as_deref()
            && format != "coup-log/1"
        {
            reader.fault("format", format!("`{format}` is not read here; `coup-log/1` is"));
        }
        let imported = reader.truth("imported").unwrap_or(false);
        let log = reader.required("log", ObjectReader::name);
        if log.as_deref().is_some_and(|log| log.contains(char::is_control)) {
            reader.fault("log", "a control character: the seal's message could be read in two ways");
        }
        let source = reader.required("source", |reader, name| {
            reader.object(name, |inner| {
                let kind = inner.required("kind", |reader, name| reader.word(name, SourceKind::ALL));
                let id = inner.required("id", ObjectReader::name);
                Some(Source { kind: kind?, id: id? })
            })
        });
        let jurisdiction = reader.required("jurisdiction", ObjectReader::name);
        let venue = reader.required("venue", ObjectReader::name);
        let game = reader.required("game", ObjectReader::name);
        let table = reader.required("table", ObjectReader::name);
        let currency = reader.required("currency", ObjectReader::name);
        let key = if imported { reader.digest("key") } else { reader.required("key", ObjectReader::digest) };
        Some(Self {
            log: log?,
            source: source??,
            jurisdiction: jurisdiction?,
            venue: venue?,
            game: game?,
            table: table?,
            currency: currency?,
            key,
            imported,
            unread_after: if imported { reader.unsigned("unread_after").unwrap_or(0) } else { 0 },
            left_out: match imported {
                true => reader.objects("left_out", LeftOut::read).unwrap_or_default(),
                false => Vec::new(),
            },
        })
    }
}
