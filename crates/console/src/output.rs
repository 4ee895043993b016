//! Standard output, line by line, coloured where a terminal shows it.

use std::io::{self, StdoutLock, Write};

use anstream::AutoStream;

use resettle_report::print::Width;

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
    let mut out = standard();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Error::Output)
}

/// Standard output, without colours where no terminal shows them.
#[must_use]
pub fn standard() -> Standard {
    Standard { out: AutoStream::auto(io::stdout()).lock(), is_closed: false }
}

/// Once its reader went away, as `head` does, what is still written is dropped without an error: the command ends with the
/// status that it has without a pipe.
pub struct Standard {
    out: AutoStream<StdoutLock<'static>>,
    is_closed: bool,
}

impl Standard {
    fn unless_closed<T>(&mut self, done: io::Result<T>, dropped: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(dropped)
            }
            done => done,
        }
    }
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let done = self.out.write(bytes);
        self.unless_closed(done, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let done = self.out.flush();
        self.unless_closed(done, ())
    }
}

/// How wide text is printed: as the terminal is; where there is none as `COLUMNS` says, or as usual.
#[must_use]
#[cfg(not(target_family = "wasm"))]
pub fn width() -> Width {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(columns, _)| usize::from(columns.0));
    let asked = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    terminal.or_else(asked).map_or(Width::USUAL, Width::of)
}

/// How wide text is printed where nothing is a terminal.
#[must_use]
#[cfg(target_family = "wasm")]
pub fn width() -> Width {
    Width::USUAL
}

/// Whether errors may be coloured.
#[must_use]
pub fn colour() -> bool {
    AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}
