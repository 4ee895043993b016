//! All integration tests, in one program: it is linked once.

mod checks;
mod left_out;
mod units;
