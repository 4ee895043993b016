//! What takes minutes, in a program of its own: CI runs what is ignored in it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod common;
mod generated;
mod sections;
