use crate::hash::Digest;
use crate::time::Time;

/// What can be wrong with a log as a log, whatever it records about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultCode {
    /// A line is not a record of this format.
    MalformedRecord,
    /// The first line is not an `open` record.
    NoOpen,
    /// An unknown record type or irregularity kind.
    UnknownKind,
    /// `prev` is not the hash of the line before.
    ChainBroken,
    /// `seq` does not follow although `prev` does.
    SequenceGap,
    /// `at` is earlier than before.
    TimeReversal,
    /// A seal by a trusted key does not verify.
    BadSignature,
    /// What a seal vouches for cannot be verified.
    UntrustedKey,
    /// The log does not end in a seal.
    UnsealedTail,
    /// Records after a final seal.
    AfterFinal,
    /// The log ends in a seal that is not final.
    NotClosed,
}

impl FaultCode {
    /// Every fault, in the order of the contract's table.
    pub const ALL: &[Self] = &[
        Self::MalformedRecord,
        Self::NoOpen,
        Self::UnknownKind,
        Self::ChainBroken,
        Self::SequenceGap,
        Self::TimeReversal,
        Self::BadSignature,
        Self::UntrustedKey,
        Self::UnsealedTail,
        Self::AfterFinal,
        Self::NotClosed,
    ];

    /// The stable code, as reports name it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::MalformedRecord => "integrity/malformed-record",
            Self::NoOpen => "integrity/no-open",
            Self::UnknownKind => "integrity/unknown-kind",
            Self::ChainBroken => "integrity/chain-broken",
            Self::SequenceGap => "integrity/sequence-gap",
            Self::TimeReversal => "integrity/time-reversal",
            Self::BadSignature => "integrity/bad-signature",
            Self::UntrustedKey => "integrity/untrusted-key",
            Self::UnsealedTail => "integrity/unsealed-tail",
            Self::AfterFinal => "integrity/after-final",
            Self::NotClosed => "integrity/not-closed",
        }
    }
}

/// What was staked on a line or a wager that could not be read, and that no sum holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnreadStakes {
    /// The sum of the stakes that can be read, in minor units; `None` if none can.
    pub staked: Option<i128>,
    /// Whether stakes of it cannot be read.
    pub more: bool,
}

/// One fault of a log and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegrityFault {
    /// What is wrong, as a finding names it.
    pub code: FaultCode,
    /// Line, counted from 1; `None` if no line shows it (an empty file).
    pub line: Option<u64>,
    /// The record's `seq`, if it can be read.
    pub seq: Option<u64>,
    /// SHA-256 of the line.
    pub sha256: Option<Digest>,
    /// When the record was written, if it states that.
    pub at: Option<Time>,
    /// Shoe and coup of the record, if it is a coup.
    pub shoe: Option<String>,
    /// Coup number, if the record is a coup.
    pub coup: Option<u64>,
    /// The wager that contains the fault, named as findings name it.
    pub wager: Option<String>,
    /// What the format expects.
    pub expected: Option<String>,
    /// What the log contains.
    pub logged: Option<String>,
    /// The stakes of what could not be read; `None` where it has none, or they are chips.
    pub stakes: Option<UnreadStakes>,
    /// What is wrong, in words; may quote text of the log unchanged.
    pub what: String,
    /// Whether it only says why an import that is sealed counts as one without a seal.
    pub counts_as_unsealed: bool,
}
