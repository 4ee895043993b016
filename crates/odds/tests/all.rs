//! All integration tests, in one program: it is linked once.

#![allow(clippy::indexing_slicing, reason = "a test that misses what it looks at has to fail")]

mod by_hand;
mod deals_and_reference;
mod first_two;
mod games;
mod laws;
mod printed;
mod published;
mod rounded;
mod rows_and_reference;
