//! All integration tests, in one program: it is linked once.

mod bad_rulesets;
mod extent;
mod faults;
mod keys;
mod renumbered;
mod schema;
mod silent_decks;
