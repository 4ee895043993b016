//! One command, one file.

pub mod explain;
pub mod import;
pub mod key;
mod output;
pub mod replay;
pub mod report;
pub mod ruleset;
pub mod seal;
pub mod simulate;
mod trust;
pub mod verify;
