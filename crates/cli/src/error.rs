//! Why a job could not be done; what concerns rows that were spilled besides.

use std::io;
use std::path::Path;

pub use resettle_console::error::{Error, shown};
use resettle_report::document::Unread;
use resettle_run::SpillError;

/// What to do where one key would be used for two things.
pub const ONE_KEY_ONE_USE: &str = "one key, one use; make another with `resettle key new`";

/// An operation on rows of the spill failed: reading them, or else writing them out.
pub fn of_rows(error: io::Error, writing: impl FnOnce(io::Error) -> Error) -> Error {
    let spilled = error.get_ref().is_some_and(|inner| inner.is::<SpillError>());
    if spilled { Error::spill(error) } else { writing(error) }
}

/// What a command says in a page, which has no room for all of the program.
pub fn not_in_a_page(command: &str) -> Error {
    Error::new(format!("`{command}` is left out of the page, to keep it small")).help("run it with the program itself")
}

/// What a report states about a file that could not be read; about what is at `path` if the error names no file.
pub fn unread_row(error: &Error, path: &Path) -> Unread {
    let (path, why) = match error {
        Error::Read { path, source } => (path.as_path(), why(source)),
        other => (path, other.to_string().trim_start_matches("error: ").to_owned()),
    };
    Unread { path: path.display().to_string(), error: why }
}

/// Why something could not be read, in words for people: libraries state some of it in their own terms.
pub fn why(error: &io::Error) -> String {
    let text = resettle_console::error::in_words(error);
    if error.kind() == io::ErrorKind::UnexpectedEof {
        "it ends in the middle: it was cut off".to_owned()
    } else if ["Error(", "Error {", "Kind("].iter().any(|debug| text.contains(debug)) {
        "it is damaged, and cannot be unpacked".to_owned()
    } else {
        text
    }
}
