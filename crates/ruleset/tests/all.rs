//! All integration tests but those that run on their own, in one program: it is linked once.

mod bad_rulesets;
mod faults;
mod schema;
