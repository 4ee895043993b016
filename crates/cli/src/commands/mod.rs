//! One command, one file.

pub mod batch;
pub mod custody;
pub mod demo;
pub mod diff;
pub mod digest;
pub mod dispositions;
pub mod evidence;
pub mod explain;
pub mod explain_coup;
pub mod export;
pub mod history;
pub mod import;
pub mod key;
mod near;
pub mod odds;
mod output;
pub mod promotions;
pub mod replay;
pub mod report;
pub mod ruleset;
pub mod sample;
pub mod seal;
pub mod simulate;
pub mod simulate_month;
mod trust;
pub mod verify;
