//! All integration tests but those that run on their own, in one program: it is linked once.

mod citations;
mod sentences;
mod shared;
mod snapshots;
mod sources;
mod tables;
