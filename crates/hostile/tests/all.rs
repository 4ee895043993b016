//! All integration tests, in one program: it is linked once.

mod at_hand;
mod corpora;
mod swollen;
