//! What is done between judging one log and reporting on many: which logs belong to a table, and where what is found is kept.
//!
//! [`tables`] groups logs that are read from a [`LogSource`], a [`Lot`] takes what the replay of one table finds, and
//! [`Gathered`] makes the report of all of them, in one order whichever table was ready first. Rows beyond some
//! megabytes go to a temporary file, so that memory use depends neither on the length of logs nor on the number of
//! their faults.
//!
//! A log is judged, and its results become a report:
//!
//! ```
//! use resettle_audit::{Replay, Settings};
//! use resettle_coup_log::LogReader;
//! use resettle_report::document::Rows as _;
//! use resettle_run::{Gathered, Lot, Stated, Store};
//! use resettle_sealed_log::Digest;
//!
//! let open = format!(
//!     r#"{{"seq":0,"prev":"{}","at":"2026-03-02T20:00:00+08:00","type":"open","format":"coup-log/1","log":"l","source":{{"kind":"table","id":"T"}},"jurisdiction":"SG","venue":"mbs","game":"baccarat","table":"T","currency":"SGD","imported":true}}"#,
//!     Digest::ZERO
//! );
//! // Player has 8 and the Banker 3: 10,000 on Player have won, and came back alone.
//! let coup = format!(
//!     r#"{{"seq":1,"prev":"{}","at":"2026-03-02T20:01:00+08:00","type":"coup","shoe":"S-1","coup":1,"cards":["KS","TS","8D","3C"],"wagers":[{{"id":"w1","bet":"player","stake":10000,"returned":10000}}],"declared":{{"result":"player","player":8,"banker":3}}}}"#,
//!     Digest::of(open.as_bytes())
//! );
//! let log = format!("{open}\n{coup}\n");
//! let settings = Settings { registry: resettle_rulesets::registry()?, ..Settings::default() };
//!
//! let store = Store::new(&std::env::temp_dir());
//! let mut lot = Lot::new(&store);
//! let judged = Replay::by(&settings).log(LogReader::new(log.as_bytes(), None), "log.jsonl", &mut lot);
//! let lot = lot.finish(&[&judged.verdict], judged.verdict.open.as_ref())?;
//!
//! let mut run = Gathered::default();
//! run.table(lot, &judged.totals, judged.rulesets);
//! let stated = Stated { generated_at: "2026-03-03T00:00:00Z".to_owned(), ..Stated::default() };
//! let (report, rows) = run.seal(&store, stated, true)?;
//! assert_eq!(report.summary.coups, 1);
//! let codes = rows.findings().map(|row| Ok(row?.code)).collect::<std::io::Result<Vec<_>>>()?;
//! assert!(codes.iter().any(|code| code == "settlement/underpaid"), "{codes:?}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checks;
mod clock;
mod drops;
mod expectation;
mod findings;
mod input;
mod left_out;
mod options;
mod recording;
mod result;
mod scope;
mod source;
mod spill;
mod staff_bounds;
mod stated;
mod survey;
mod tables;
mod tournament;
mod unit;

pub use checks::{Checks, Collected, Trouble, path_of};
pub use clock::{TableClock, clock_of, zone_of};
pub use drops::Drops;
pub use findings::digests::{Accepting, DigestFile, Digests};
pub use findings::dispositions::Answered;
pub use findings::previous::{CompareError, Previous, PreviousError, PreviousFile, stated};
pub use findings::witnessed::{NoteFile, Standing, Witnessed, list_of};
pub use input::input_of;
pub use options::Options;
pub use recording::{Exporting, Parts, Recording, names_of};
pub use result::TableResult;
pub use source::{LogHashes, LogSource, vouching};
pub use spill::{AboutTable, Finished, Gathered, Lot, OnDuty, ReportRows, SpillError, SpillSection, Store, Whole};
pub use stated::{Stated, TOOL};
pub use survey::Survey;
pub use tables::{Known, TableLogs, opening, tables};
pub use tournament::{tournament_rows, with_tournaments};
pub use unit::{FoundLogs, StrangeName, Unit, require_known, units};
