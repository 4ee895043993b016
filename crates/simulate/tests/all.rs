//! All integration tests, in one program: it is linked once.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod claims;
mod clean;
mod faults;
mod month;
mod other_judge;
