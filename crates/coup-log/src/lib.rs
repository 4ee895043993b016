//! From bytes to authentic records of table games: what the records of a sealed log state about shoes, coups and wagers.
//!
//! The contract is `coup-log.md`. A [`LogReader`] streams a log line by line; what does not fit is an
//! [`IntegrityFault`](resettle_sealed_log::IntegrityFault) with its place, never an error that stops the reading.
//! Whether a record is authentic is known only when a later seal vouches for it: see
//! [`LogVerdict::vouched`](resettle_sealed_log::LogVerdict::vouched).
//!
//! A log is sealed, read, and one byte of it altered:
//!
//! ```
//! use ed25519_dalek::SigningKey;
//! use resettle_coup_log::{LogReader, SealOptions, seal_log};
//! use resettle_sealed_log::{FaultCode, PublicKey, TrustStore};
//!
//! let records = concat!(
//!     r#"{"at":"2026-03-02T20:00:00+08:00","type":"open","format":"coup-log/1","log":"l","#,
//!     r#""source":{"kind":"table","id":"T"},"jurisdiction":"SG","venue":"mbs","game":"baccarat","#,
//!     r#""table":"T","currency":"SGD"}"#,
//!     "\n",
//!     r#"{"at":"2026-03-02T20:01:00+08:00","type":"shoe","shoe":"S-1","event":"start","decks":8}"#,
//!     "\n",
//! );
//! let key = SigningKey::from_bytes(&[7; 32]);
//! let mut log = Vec::new();
//! seal_log(records.as_bytes(), &key, SealOptions { every: 0, is_final: true }, &mut log)?;
//!
//! let public = PublicKey::from_bytes(key.verifying_key().as_bytes())?.to_openssh("");
//! let store = format!("keys:\n  - {{name: T, public_key: {public}, venue: mbs, from: \"2026-01-01T00:00:00Z\"}}\n");
//! let trust = TrustStore::from_yaml(&store).expect("a trust store");
//! let read = |log: &[u8]| -> std::io::Result<_> {
//!     let mut reader = LogReader::new(log, Some(&trust));
//!     while reader.next_entry()?.is_some() {}
//!     Ok(reader.finish())
//! };
//! let verdict = read(&log)?;
//! assert_eq!((verdict.faults.len(), verdict.authenticated_records), (0, 3));
//!
//! let altered = String::from_utf8(log)?.replace("\"decks\":8", "\"decks\":6");
//! let verdict = read(altered.as_bytes())?;
//! assert_eq!(verdict.faults[0].code, FaultCode::ChainBroken);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ahead;
mod card;
mod contents;
mod declare;
mod decode;
mod logged;
mod quick;
mod reader;
mod record;
mod schema;
mod sealing;
mod session;

pub use ahead::{BlockReader, Blocks, LogBlock};
pub use card::CardCode;
pub use contents::{Extent, LogContents, Optional, SignPart};
pub use decode::record_faults;
pub use logged::{LoggedCoup, LoggedWager, RoundMoments, SaidOfWager};
pub use quick::{MOST_CARDS, QuickCoup, QuickTime, QuickTimes, QuickWager, Span, read_alike};
pub use reader::{Entry, EntryBody, LogReader, Seen, Step};
pub use record::*;
pub use resettle_game::{
    Affects, Cause, DealtFault, DeclaredResult, IrregularityFacts, Kind, Mode, NoBetReason, Role, Ruling, Shown, Side,
    Stage, To, Token,
};
pub use schema::{coup_log_schema, described_records};
pub use sealing::{OpenWords, SealError, SealOptions, SealedLog, seal_log};
pub use session::*;
