//! Tables judged from their log files: which logs belong together, and what they come to.

mod bench;
mod clock;
mod tables;
mod tournament;

pub use bench::{Bench, Judged, READ_FOR_CONTEXT, StaffAsked, Tick, vouching};
pub use clock::{TableClock, clock_of, zone_of};
pub use tables::{Known, Table, known, opening, tables};
pub use tournament::{told_of, with_tournaments};
