//! What takes minutes without optimisation, in a program of its own: CI runs it optimised.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod common;
mod generated;
