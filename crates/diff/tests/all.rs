//! All integration tests but those that run on their own, in one program: it is linked once.

mod common;
mod laws;
mod mutations;
mod readings;
