//! Registers of promotional prizes: CSV files read strictly, with every fault reported by line and column, and judged by
//! what a ruleset says of such prizes.
//!
//! The contract is `docs/spec/promotions.md`. Nothing here reads a file or a clock.
//!
//! A prize that contains tobacco, which rule 16.6.1 of the Star prohibits:
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::path::Path;
//!
//! use resettle_promotions::{FILES, Register, judge};
//!
//! let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/promotions/base");
//! let mut files = BTreeMap::new();
//! for name in FILES {
//!     files.insert(name, std::fs::read(folder.join(name))?);
//! }
//! let prizes = std::fs::read_to_string(folder.join("prizes.csv"))?;
//! files.insert("prizes.csv", prizes.replace("1000000,,other,yes", "1000000,,tobacco,yes").into_bytes());
//!
//! let register = Register::read(&files).map_err(|error| format!("{error:?}"))?;
//! let judged = judge(&register, &resettle_rulesets::registry()?, None)?;
//! let breach = judged.breaches.iter().find(|breach| breach.code.as_str() == "promotion/prohibited-prize").ok_or("none")?;
//! assert_eq!((breach.at.file, breach.item.as_deref()), ("prizes.csv", Some("B")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod breach;
mod csv;
mod judge;
mod read;
mod register;
mod time;

pub use breach::Breach;
pub use csv::CsvFault;
pub use judge::{JudgedRegister, NoPromotions, Note, UsedRuleset, judge};
pub use read::{HeaderError, MAX_FILE, Malformed, RowPlace};
pub use register::{FILES, Register, RegisterHeader};
