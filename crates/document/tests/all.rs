//! All integration tests, in one program: it is linked once.

mod cut;
mod laws;
mod other_publishers;
