//! Why a job could not be done; what concerns rows that were spilled besides.

use std::io;

pub use resettle_console::error::{Error, shown};
use resettle_run::SpillError;

/// What to do where one key would be used for two things.
pub const ONE_KEY_ONE_USE: &str = "one key, one use; make another with `resettle key new`";

/// An operation on rows of the spill failed: reading them, or else writing them out.
pub fn of_rows(error: io::Error, writing: impl FnOnce(io::Error) -> Error) -> Error {
    let spilled = error.get_ref().is_some_and(|inner| inner.is::<SpillError>());
    if spilled { Error::spill(error) } else { writing(error) }
}
