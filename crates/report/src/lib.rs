//! Findings to JSON and CSV; reports signed and checked.
