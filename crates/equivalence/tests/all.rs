//! All integration tests, in one program: it is linked once.

mod readings;
mod statements;
