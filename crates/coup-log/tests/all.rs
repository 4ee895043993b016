//! All integration tests, in one program: it is linked once.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod any_bytes;
mod common;
mod conformance;
mod fork;
mod heads;
mod integrity;
mod keys;
mod laxities;
mod reader;
mod tamper;
mod trust;
mod vectors;
mod wording;
