//! All integration tests, in one program: it is linked once.

mod citations;
mod sentences;
mod snapshots;
mod sources;
mod tables;
