//! A log from its first record to its last: which coups there are, what surrounds each, and what
//! comes of it.

mod approval;
mod log;
mod pending;
mod shoe;
mod signs;
mod table;

pub(crate) use log::finish_audit;
pub use log::{Audit, AuditedLog, RulesetUse, Settings, Totals, audit_log, explain_in_log, integrity_findings};

pub(crate) use pending::{Clock, Round};
pub(crate) use table::{TableAudit, place_of};
