//! All integration tests, in one program: it is linked once.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail by panicking, in its helpers too"
)]

mod above;
mod angel_eye;
mod contradictions;
mod csv;
mod draft;
mod export;
mod json;
mod left_out;
mod lost_frames;
mod member_bets;
mod nothing_vanishes;
mod paid;
mod public_kinds;
mod shapes;
mod sheets;
