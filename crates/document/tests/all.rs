//! All integration tests, in one program: it is linked once.

mod laws;
mod other_publishers;
