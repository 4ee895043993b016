//! All integration tests, in one program: it is linked once.

mod by_hand;
mod deals_and_reference;
mod games;
mod laws;
mod published;
mod rounded;
mod rows_and_reference;
