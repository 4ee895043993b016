//! The venue digest: what logs exist for a day, chained to the day before.
//!
//! A digest is a text that `sha256sum -c` checks as it is: the lines that begin with `#` are comments for it, each
//! log's hash and path are on a line of their own. The first line says whose day it is and names the digest of the
//! day before by its SHA-256; the line before each hash says what the log is and where it ends.

mod chain;
mod compare;
mod text;

use jiff::civil::Date;
use resettle_sealed_log::{Digest, SourceKind};

pub use chain::{Break, BreakKind, DigestLink, breaks};
pub use compare::{ChangeKind, DigestChange, changes};
pub use text::{DigestFault, PathError, check_path};

/// The namespace of a digest's signature.
pub const NAMESPACE: &str = "resettle-digest";

/// One venue's day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayDigest {
    /// The venue, as its logs name it.
    pub venue: String,
    /// The day whose logs it lists.
    pub day: Date,
    /// When the digest was made, as `--at` or the clock said it.
    pub made: String,
    /// The digest before it; none for the first.
    pub previous: Option<Previous>,
    /// The logs, by path.
    pub logs: Vec<DigestLog>,
    /// Expected sources that wrote nothing.
    pub idle: Vec<Idle>,
}

/// The digest of the day before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Previous {
    /// The day whose logs that digest lists.
    pub day: Date,
    /// SHA-256 of its bytes.
    pub sha256: Digest,
}

/// One log as a digest lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestLog {
    /// The file, below the folder that was digested, with `/` between its parts.
    pub path: String,
    /// SHA-256 of the file as it is on disk.
    pub sha256: Digest,
    /// SHA-256 of what it holds, unpacked: the same log may be packed later.
    pub content: Digest,
    /// Its length on disk, in bytes.
    pub size: u64,
    /// The log's id; empty where it has no readable `open`.
    pub log: String,
    /// As its `open` says.
    pub game: String,
    /// As its `open` says.
    pub table: String,
    /// What wrote it; none where it has no readable `open`.
    pub source: Option<(SourceKind, String)>,
    /// Well-formed records.
    pub records: u64,
    /// The last seal; none where there is none.
    pub head: Option<DigestHead>,
}

/// The last seal of a log, whoever set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigestHead {
    /// The number of its record in the log, from 0.
    pub seq: u64,
    /// SHA-256 of its line as the format writes it.
    pub sha256: Digest,
    /// Whether it is final.
    pub is_final: bool,
}

/// A source that a roster expects and that wrote no log on the day.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Idle {
    /// As logs name it.
    pub game: String,
    /// As logs name it.
    pub table: String,
    /// Its kind, and its id where the roster names one.
    pub source: String,
}
