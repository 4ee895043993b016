//! All integration tests, in one program: it is linked once.

mod both_ways;
mod shipped;
