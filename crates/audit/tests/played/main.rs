//! The engine against logs that the reference settler played.
//!
//! A program of its own: it takes minutes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod differential;
mod joined;
mod laws;
mod mutations;
mod pieces;
mod several_sources;
mod straddling;
