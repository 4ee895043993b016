use jiff::civil::Date;
use resettle_coup_log::{Digest, Moment, SourceKind};

/// A log that was found, as far as completeness asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogSeen {
    /// The file, as reports name it.
    pub file: String,
    /// The log's id.
    pub log: String,
    /// As its `open` says.
    pub venue: String,
    /// As its `open` says.
    pub game: String,
    /// As its `open` says.
    pub table: String,
    /// What kind of source wrote it.
    pub kind: SourceKind,
    /// The source's id.
    pub source: String,
    /// When its first record was written.
    pub first: Moment,
    /// When its last record was written.
    pub last: Moment,
    /// The venue's day on which it begins; none where that cannot be told.
    pub day: Option<Date>,
    /// SHA-256 of what the file holds, unpacked.
    pub content: Digest,
}
