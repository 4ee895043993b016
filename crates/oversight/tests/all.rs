//! All integration tests, in one program: it is linked once.

mod digest;
mod dispositions;
mod left_out;
mod profile;
mod roster;
