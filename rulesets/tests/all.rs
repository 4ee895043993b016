//! All integration tests, in one program: it is linked once.

mod citations;
mod mutations;
mod sentences;
mod snapshots;
mod sources;
mod tables;
