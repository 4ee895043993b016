//! All integration tests but those that run on their own, in one program: it is linked once.

mod allocations;
mod clocks;
mod explain;
mod folders;
mod library;
mod published_counts;
mod sequences;
mod window;
