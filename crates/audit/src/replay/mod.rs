//! A log from its first record to its last: which coups there are, what surrounds each, and what
//! comes of it.

mod approval;
mod away;
mod elected;
mod elections;
mod log;
mod parked;
mod pending;
mod quick;
mod retrace;
mod shoe;
mod signs;
mod stage;
mod table;
mod waiting;

pub(crate) use elections::Elections;
pub use log::{
    Audit, AuditedLog, ChipTotals, ReplayedLog, RulesetUse, Settings, Totals, Window, audit_log, audit_log_to,
    audit_stream_to, authenticate_log, explain_in_log,
};
pub(crate) use log::{as_passed, whole};

pub(crate) use pending::{Clock, Round};
pub(crate) use stage::Stage;
pub(crate) use table::place_of;
