//! Standard output, line by line, coloured where a terminal shows it.

use std::io::{self, Write as _};

use crate::error::Error;

/// Prints a line; the caller handles errors of standard output.
#[macro_export]
macro_rules! say {
    ($($words:tt)*) => { $crate::output::plain(&format!("{}\n", format_args!($($words)*))) };
}

/// The same for text that contains its line ends.
#[macro_export]
macro_rules! say_all {
    ($($words:tt)*) => { $crate::output::plain(&format!($($words)*)) };
}

/// Prints a text that is complete.
///
/// # Errors
/// Standard output cannot be written to.
pub fn plain(text: &str) -> Result<(), Error> {
    let mut out = anstream::AutoStream::auto(io::stdout()).lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Error::Output)
}

/// Whether errors may be coloured.
#[must_use]
pub fn colour() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}
