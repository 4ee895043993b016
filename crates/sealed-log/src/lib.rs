//! Logs that cannot be altered unnoticed, whatever their records contain.
//!
//! Each line names the hash of the line before it; a seal signs one line and so vouches for all before it. A [`Chain`]
//! follows a log line by line, and what does not fit is an [`IntegrityFault`] with its place, never an error that stops
//! the reading. A [`TrustStore`] states which keys may seal, [`Heads`] what was last verified of each log, [`compare`]
//! where two logs of one id diverge. Which records there are is defined in other crates: the contract is `coup-log.md`.
//!
//! Two records are chained and sealed, and the seal is checked:
//!
//! ```
//! use ed25519_dalek::SigningKey;
//! use resettle_sealed_log::strict::parse;
//! use resettle_sealed_log::{Head, PublicKey, SealingWriter};
//!
//! let key = SigningKey::from_bytes(&[7; 32]);
//! let mut log = Vec::new();
//! let mut writer = SealingWriter::new(&key, &mut log);
//! writer.name("table-1".to_owned());
//! for record in [r#"{"at":"2026-03-02T20:00:00Z","type":"note"}"#, r#"{"at":"2026-03-02T20:01:00Z","type":"note"}"#] {
//!     let line = writer.chained(&parse(record.as_bytes())?)?;
//!     writer.write(&line)?;
//! }
//! writer.seal("2026-03-02T20:01:00Z", true)?;
//!
//! let log = String::from_utf8(log)?;
//! let head = Head::read(log.lines().last().unwrap_or_default())?;
//! let public = PublicKey::from_bytes(key.verifying_key().as_bytes())?;
//! assert!(head.is_final() && head.verify("table-1", &public));
//! assert!(!head.verify("table-2", &public));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chain;
mod fault;
mod fork;
mod hash;
mod heads;
mod json;
mod key;
mod line;
mod multiples;
mod object;
mod open;
mod seal;
mod short;
mod sought;
mod sound;
mod time;
mod trust;
mod verdict;
mod verifier;
mod writer;

/// JSON as strict as the format requires: the layer below typed records.
pub mod strict {
    pub use crate::json::{Object, Value, parse};
    pub use crate::object::{Common, Noted, ObjectReader, PartFault, joined};
    pub use crate::short::word as short_word;
}

pub use chain::{A_LATER_SEAL_ALONE, Chain, ChainPosition, Link, count_more};
pub use fault::{FaultCode, IntegrityFault, UnreadStakes};
pub use fork::{Fork, JudgedLine, JudgedLines, PartedLine, compare};
pub use hash::{Digest, Hasher, hex};
pub use heads::{Head, Heads, HeadsFault, HeadsFaultReason, LogName, Move, Overtaken, Remembered, Stand};
pub use key::{KeyId, PublicKey, PublicKeyError};
pub use line::{Line, LineReader, MAX_LINE};
pub use open::{LeftOut, Open, Source, SourceKind};
pub use seal::{Seal, seal_message};
pub use short::MAX_NAME;
pub use sought::FoundLine;
pub use sound::SoundSeals;
pub use time::{Moment, Time, TimeError};
pub use trust::{GoodPosition, Refusal, TrustStore, TrustedKey};
pub use verdict::{CoupStakes, LogVerdict, SealedPart};
pub use writer::{ChainWriter, SealingWriter};
