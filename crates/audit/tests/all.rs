//! All integration tests, in one program: it is linked once.

#![allow(clippy::indexing_slicing, reason = "a test that misses what it looks at has to fail")]

mod allocations;
mod both_ways;
mod claims_and_counts;
mod clean;
mod clocks;
mod commission;
mod evidence;
mod explain;
mod folders;
mod groundless;
mod imports;
mod in_between;
mod irregularities;
mod late_incidents;
mod library;
mod many_shoes;
mod no_bet_coups;
mod partly_known;
mod published_counts;
mod readings;
mod sequences;
mod setup;
mod several_wagers;
mod silent;
mod sources;
mod stake_bounds;
mod tournament;
mod window;
