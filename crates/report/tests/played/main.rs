//! What the sums of a report see of logs that the reference settler played, however they are judged.
//!
//! A program of its own: it takes minutes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../../audit/tests/played/differential.rs"]
mod differential;
mod quick_joined;
mod quick_way;
mod seen;
