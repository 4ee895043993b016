//! All integration tests, in one program: it is linked once.

mod case_mutations;
mod shipped;
