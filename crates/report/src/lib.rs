//! Findings to text, JSON and CSV; reports signed and checked.
//!
//! A report is a folder: `report.json` and whatever is made from it, one `MANIFEST.sha256` over
//! all of it, and SSHSIG signatures, so that an inspector can check it with `ssh-keygen` and
//! `sha256sum` and without us.
//!
//! ```
//! use resettle_report::{Files, State, folder};
//! use resettle_signing::PrivateKey;
//!
//! let mut files = Files::from([(folder::REPORT.to_owned(), b"{}".to_vec())]);
//! folder::sign(&mut files, &PrivateKey::from_seed(&[11; 32], "inspector")?)?;
//! assert_eq!(folder::check(&files, None).state(), State::SignerUnknown);
//!
//! files.insert(folder::REPORT.to_owned(), b"{ }".to_vec());
//! assert_eq!(folder::check(&files, None).state(), State::Altered);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod acceptance;
pub mod approval;
pub mod columns;
pub mod compare;
pub mod document;
mod flat;
pub mod folder;
pub mod print;
pub mod read;
pub mod signoff;
pub mod tally;
pub mod trend;

pub use folder::{Files, Problem, State, Trust, Verdict};
