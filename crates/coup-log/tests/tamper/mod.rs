//! A small sealed log, changed in every small way there is: each change is reported, near where it was made.
//!
//! `docs/tampering.md` names every test here, with the attack that it stands for.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod bytes;
mod cuts;
mod ends;
mod flips;
mod keys;
mod lines;
mod rechained;
mod seals;
mod setup;
mod spelling;
mod splices;
