//! All integration tests, in one program: it is linked once.

mod allocations;
mod clocks;
mod explain;
mod folders;
mod irregularities;
mod library;
mod published_counts;
mod readings;
mod sequences;
mod setup;
mod tournament;
mod window;
