use resettle_yaml::{Fault, Position};

use super::{Level, Lint, NOTES, RULES, Subject};

/// What an editor or a version control changes unasked, and with it the digest.
pub(super) fn check(lint: &mut Lint<'_>) {
    for (file, text) in [(RULES, lint.folder.yaml), (NOTES, lint.folder.notes)] {
        let mut reported = |line: usize, message: &str, help: &str| {
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            let place = Position { line, column: u32::from(line > 0), len: 1 };
            let fault = Fault { place, message: message.to_owned(), help: Some(help.to_owned()) };
            lint.say(Level::Warning, Subject::Text, file, fault);
        };
        if text.starts_with('\u{feff}') {
            reported(
                1,
                "the file begins with a byte-order mark",
                "save it as UTF-8 without one: the digest covers every byte",
            );
        }
        if let Some(at) = text.split('\n').position(|line| line.ends_with('\r')) {
            reported(at + 1, "lines end in CR LF from here on", "save it with LF: the digest covers every byte");
        }
        if !text.is_empty() && !text.ends_with('\n') {
            reported(0, "the last line has no end", "end it with LF: editors add one, and the digest changes");
        }
    }
}
