//! What holds of the repository: who uses whom, what it is made of, and pages that name tests and keys.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod architecture;
mod spec;
mod supply_chain;
mod tampering;
mod threat_model;
