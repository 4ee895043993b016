//! Sealed coup logs of what an electronic shoe sends, as it sends it.
//!
//! A [`Recorder`] takes what the shoe sent and the time, and says what may be answered. Before it says so, the bytes are in the day's
//! capture, and what they completed is in the day's log, sealed; both are durable. The capture comes first: a log is what its
//! capture gives, byte for byte, so that whatever is interrupted is taken up by reading the capture again. There is no clock, file
//! or line in here: see [`Folder`] for files, [`ShoeStream`](resettle_import::ShoeStream) for the bytes of a line.
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::convert::Infallible;
//!
//! use ed25519_dalek::SigningKey;
//! use resettle_import::{CaptureMapping, ShoeStream};
//! use resettle_recorder::{Folder, Now, Recorder};
//!
//! #[derive(Default)]
//! struct Memory(BTreeMap<String, Vec<u8>>);
//!
//! impl Folder for Memory {
//!     type Error = Infallible;
//!     fn names(&self) -> Result<Vec<String>, Infallible> {
//!         Ok(self.0.keys().cloned().collect())
//!     }
//!     fn read(&self, name: &str) -> Result<Vec<u8>, Infallible> {
//!         Ok(self.0.get(name).cloned().unwrap_or_default())
//!     }
//!     fn create(&mut self, name: &str, bytes: &[u8]) -> Result<(), Infallible> {
//!         self.extend(name, 0, bytes)
//!     }
//!     fn extend(&mut self, name: &str, keep: u64, bytes: &[u8]) -> Result<(), Infallible> {
//!         let file = self.0.entry(name.to_owned()).or_default();
//!         file.truncate(keep as usize);
//!         file.extend_from_slice(bytes);
//!         Ok(())
//!     }
//! }
//!
//! let mapping = "format: angel-eye-capture/1
//! open: {log: t7, source: {kind: shoe, id: S7}, jurisdiction: SG, venue: mbs, game: baccarat, table: T7, currency: SGD}
//! dealt: baccarat
//! shoe: T7
//! ";
//! let mapping = CaptureMapping::from_yaml(mapping).expect("a mapping");
//! let key = SigningKey::from_bytes(&[7; 32]);
//! let mut folder = Memory::default();
//! let (mut recorder, _) = Recorder::resume(&mapping, &key, &folder).expect("an empty folder");
//! let now = Now { at: "2026-06-01T20:00:00+08:00", day: "2026-06-01" };
//! recorder.connected(&mut folder, now).expect("room");
//!
//! let mut stream = ShoeStream::default();
//! stream.push(&[0x05, 0x31, 0x44, 0x81, 0xb8, 0x03, 0x34, 0x46]);
//! let segment = stream.next_segment().expect("a whole frame");
//! recorder.take(&mut folder, now, &segment).expect("room");
//! assert_eq!(segment.answer, Some(&[0x06][..]));
//! assert!(String::from_utf8_lossy(&folder.0["2026-06-01.capture"]).contains("< 05 31 44 81 b8 03 34 46"));
//! assert!(folder.0["2026-06-01.jsonl"].starts_with(b"{\"seq\":0,"));
//! ```

mod day;
mod error;
mod folder;
mod recorder;

pub use error::RecordError;
pub use folder::Folder;
pub use recorder::{Now, Recorder, Resumed};
