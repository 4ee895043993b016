use jiff::civil::Date;
use resettle_coup_log::LogContents;
use resettle_sealed_log::{Digest, Moment, SealedPart, SourceKind};

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
    /// The venue's day on which it begins; none where that is not known.
    pub day: Option<Date>,
    /// The first and the last of the venue's days that its records touch; none where that is not known.
    pub touches: Option<(Date, Date)>,
    /// What trusted seals vouch for in it.
    pub sealed: SealedParts,
    /// SHA-256 of what the file holds, unpacked.
    pub content: Digest,
    /// What it wrote and what it left out.
    pub contents: LogContents,
}

/// What trusted seals vouch for in a log: what a roster or a digest expects is met by that alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SealedParts {
    /// Nobody asked: without a trust store all logs are alike.
    #[default]
    Unasked,
    /// These stretches, in their order; none where nobody vouches for it.
    Parts(Vec<SealedPart>),
}

impl SealedParts {
    /// Whether a seal vouches for any of it, as far as that was asked.
    #[must_use]
    pub fn any(&self) -> bool {
        match self {
            Self::Unasked => true,
            Self::Parts(parts) => !parts.is_empty(),
        }
    }

    /// Whether it is sealed at least up to the seal with this `seq`; none for any seal.
    #[must_use]
    pub fn reaches(&self, seq: Option<u64>) -> bool {
        match self {
            Self::Unasked => true,
            Self::Parts(parts) => parts.iter().any(|part| seq.is_none_or(|seq| part.seq >= seq)),
        }
    }
}
