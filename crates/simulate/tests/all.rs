//! All integration tests but those that run on their own, in one program: it is linked once.

mod claims;
mod clean;
mod faults;
mod month;
mod witness;
