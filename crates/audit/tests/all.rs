//! All integration tests, in one program: it is linked once.

mod allocations;
mod clean;
mod clocks;
mod commission;
mod evidence;
mod explain;
mod folders;
mod imports;
mod irregularities;
mod library;
mod many_shoes;
mod published_counts;
mod readings;
mod sequences;
mod setup;
mod sources;
mod tournament;
mod window;
