//! The `resettle` command.

fn main() {}
