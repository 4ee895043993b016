//! All integration tests, in one program: it is linked once.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod common;
mod engine;
mod generated;
mod laws;
mod mutations;
mod printed;
mod readings;
mod sections;
mod silence;
mod values;
