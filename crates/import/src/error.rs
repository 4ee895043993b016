//! Why a CSV cannot be imported at all.

use resettle_yaml::Faults;
use thiserror::Error;

use crate::capture_line::{dumped, lacking_time};
use crate::chain::ChainError;
use crate::problem::RowFault;

/// The import could not be done.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The time of the import has not the log's form.
    #[error("{0:?} is not a time of the form YYYY-MM-DDTHH:MM:SS followed by Z or an offset such as +08:00")]
    At(String),
    /// The CSV has no row at all.
    #[error("the CSV is empty")]
    Empty,
    /// The file is something else than JSON.
    #[error("this is no JSON: it is {what}")]
    NoJson {
        /// What the file is by its first bytes, in words.
        what: &'static str,
        /// What to do about it.
        help: &'static str,
    },
    /// A JSON file that is longer than is held in memory.
    #[error("the file is longer than 1 GiB, and JSON is read in one piece")]
    LongJson,
    /// A capture that is longer than is held in memory.
    #[error("the capture is longer than 1 GiB, and is read in one piece")]
    LongCapture,
    /// A capture in which no frame of a shoe stands.
    #[error("no frame of a shoe stands in it whose check characters are right")]
    NoCapture,
    /// A text of which no line is one of a capture.
    #[error("no line is a time and bytes in hexadecimal figures; line {line} is {text:?}")]
    NoCaptureLine {
        /// The first line that is no remark.
        line: u64,
        /// How it begins.
        text: String,
        /// Whether only the offset of the times is not known.
        lacks_zone: bool,
    },
    /// A capture that is packed, or in another encoding.
    #[error("this is no capture: it is {what}")]
    OtherThanCapture {
        /// What the file is by its first bytes, in words.
        what: &'static str,
        /// What to do about it.
        help: &'static str,
    },
    /// The path to the rounds leads nowhere.
    #[error("nothing stands at {path:?}, where the mapping has the rounds; there {members}")]
    NoRounds {
        /// The path as far as it was followed.
        path: String,
        /// What stands there.
        members: String,
        /// Where rounds seem to stand; empty where they are the items of the file itself.
        found: Option<String>,
    },
    /// What the mapping needs of every wager stands in none.
    #[error("no wager has anything at {paths}, and the mapping reads its bets and amounts there; a wager {members}")]
    NoWagers {
        /// The paths as the mapping writes them, in quotation marks, with commas between.
        paths: String,
        /// What the first wager has or is, with the verb.
        members: String,
    },
    /// No objects that could be rounds, for a draft.
    #[error("no objects were found in it that could be rounds")]
    NoRoundsFound,
    /// The whole file is one object, and no round of the mapping.
    #[error("the file is one object of {names}, and no path of the mapping leads to anything in it")]
    OneObject {
        /// The names of its members.
        names: String,
        /// Where rounds seem to stand.
        found: Option<String>,
    },
    /// The mapping is of another kind of file.
    #[error("the mapping is not one of {file}")]
    OtherMapping {
        /// The kind of the file.
        file: &'static str,
        /// The format that its mapping has, without the version.
        format: &'static str,
    },
    /// No row has two cells, whatever separates them.
    #[error("no table of two or more columns was found")]
    NoTable,
    /// The file is something else, by its first bytes.
    #[error("this is no CSV: it is {what}")]
    NoCsv {
        /// What the file is by its first bytes, in words.
        what: &'static str,
        /// What to do about it.
        help: &'static str,
    },
    /// The first row, by which columns are found, cannot be read because of its quotation marks.
    #[error("its first row cannot be read: {0}")]
    FirstRow(RowFault),
    /// The columns are separated by something else than the mapping says.
    #[error("its columns are set apart by {}, and the mapping says {}", .0.csv, .0.mapping)]
    Delimiter(OtherDelimiter),
    /// Several rows are of one coup, and the mapping does not say that each is a wager.
    #[error(
        "{repeated} of {rows} rows repeat the coup of a row before, the first one on line {line}: {name} stands on line {before} already"
    )]
    RepeatedCoups {
        /// Rows of a coup of which there was a row before.
        repeated: u64,
        /// All rows that were read, without the header.
        rows: u64,
        /// The first of them.
        line: u64,
        /// The row that it repeats.
        before: u64,
        /// The coup that both rows are of, as the CSV names it.
        name: String,
    },
    /// The line above the table in which the mapping reads the date has none, or several.
    #[error(
        "{which} of the format {format:?} on line {line}, where the mapping has the date of the table; there stands {text:?}"
    )]
    NoDateAbove {
        /// Its number in the file, from 1.
        line: u64,
        /// What it begins with.
        text: String,
        /// How the mapping says that the date is written.
        format: String,
        /// Whether none or several were found, with the verb.
        which: &'static str,
    },
    /// The mapping names columns that this CSV has not, or has twice; the places are the mapping's.
    #[error("the CSV does not have the columns that the mapping names")]
    Columns(Faults),
    /// The CSV could not be read on.
    #[error("cannot read the CSV: {0}")]
    Read(#[source] std::io::Error),
    /// The log could not be written.
    #[error("{0}")]
    Chain(#[from] ChainError),
}

/// Columns that are separated by something else than the mapping says: what both are called, and how a mapping writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherDelimiter {
    /// What the mapping says.
    pub mapping: &'static str,
    /// What the first line shows.
    pub csv: &'static str,
    /// How a mapping writes it, in double quotes.
    pub spelled: &'static str,
}

impl ImportError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Self::NoCsv { help, .. } | Self::NoJson { help, .. } => Some((*help).to_owned()),
            Self::Delimiter(other) => Some(format!("write into the mapping: csv: {{delimiter: \"{}\"}}", other.spelled)),
            Self::RepeatedCoups { .. } => Some(
                "where each row is a wager, write `rows: wager` into the mapping: the rows of a coup become one coup; where shoes, coups or ids are counted anew each day, import each day by itself, or leave that column out of the mapping; else take the rows that stand twice out of the CSV"
                    .to_owned(),
            ),
            Self::LongJson => Some("cut it into files of days, or make JSON lines of it and cut those".to_owned()),
            Self::LongCapture => Some("cut it where a shoe begins".to_owned()),
            Self::NoCaptureLine { lacks_zone: true, .. } => Some(
                "its times name no offset: write into the mapping the zone in which they are, as zone: Asia/Singapore"
                    .to_owned(),
            ),
            Self::OtherThanCapture { help, .. } => Some((*help).to_owned()),
            Self::NoCaptureLine { text, .. } if dumped(text).is_some() => dumped(text).map(str::to_owned),
            Self::NoCaptureLine { text, .. } if lacking_time(text).is_some() => {
                lacking_time(text).map(str::to_owned)
            }
            Self::NoCapture | Self::NoCaptureLine { .. } => Some(
                "a capture is the raw bytes of the line, or lines of a time and bytes in hexadecimal figures: 2026-02-14T20:01:07+08:00 05 31 44 81 B8 03 34 46"
                    .to_owned(),
            ),
            Self::NoRounds { found, .. } | Self::OneObject { found, .. } => Some(match found.as_deref() {
                Some("") => {
                    "the file itself is the array of rounds, or each line is one: take `rounds` out of `json` in the mapping".to_owned()
                }
                Some(path) => format!(
                    "rounds seem to stand at {path}: write into the mapping: json: {{rounds: {path:?}}}; `import json --draft` writes such a mapping"
                ),
                None => "write into the mapping the path to the array of rounds: json: {rounds: a.b}, with [] where it leads through an array: json: {rounds: \"data[].games\"}".to_owned(),
            }),
            Self::NoRoundsFound => Some(
                "rounds are objects with names; where they are arrays of values, with the names in another array, make a CSV of them: jq -r '.rows[] | @csv' FILE; else write a mapping: docs/spec/mapping.md, \"JSON\"".to_owned(),
            ),
            Self::NoDateAbove { .. } => Some(
                "write into the mapping where it stands and how: time: {date: {line: 3, format: \"%d-%b-%Y\"}}".to_owned(),
            ),
            Self::NoWagers { .. } => Some(
                "write the whole path, with [] behind each array: participants[].bets[].stake".to_owned(),
            ),
            Self::OtherMapping { format, .. } => Some(format!(
                "`format: csv-mapping/1` is for `import csv`, `format: json-mapping/1` for `import json`; needed here is {format}-mapping/1"
            )),
            Self::NoTable => Some(
                "columns are separated by commas, semicolons, tabs or vertical bars; of anything else ask for a CSV".to_owned(),
            ),
            _ => None,
        }
    }
}
