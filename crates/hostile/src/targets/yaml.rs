//! What holds for every YAML file, whatever it is for.

use resettle_yaml::Faults;

use crate::broken::{Broken, hold, same};

/// Bytes as the commands read a text file; what is not text is refused there.
pub(super) fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// A file is read the same way twice, or refused with faults that can be shown.
pub(super) fn read_twice<T>(text: &str, read: impl Fn(&str) -> Result<T, Faults>) -> Result<Option<T>, Broken> {
    match (read(text), read(text)) {
        (Ok(first), Ok(_)) => Ok(Some(first)),
        (Err(first), Err(second)) => {
            same(&first, &second, "the same file has other faults")?;
            shown(text, &first)?;
            Ok(None)
        }
        _ => Err(Broken("a file is taken once and refused once".to_owned())),
    }
}

/// Faults are within the file, and their excerpts do not control a terminal.
pub(super) fn shown(text: &str, faults: &Faults) -> Result<(), Broken> {
    hold(!faults.is_empty(), || "refused, and nobody says why".to_owned())?;
    let lines = text.split(['\n', '\r']).count();
    for fault in faults.clone().sorted() {
        hold(fault.place.line as usize <= lines, || format!("{fault:?} stands beyond the {lines} lines"))?;
    }
    let rendered = faults.render("file.yaml", text, false);
    let steers = |letter: char| letter != '\n' && resettle_yaml::is_unsafe(letter);
    hold(!rendered.chars().any(steers), || format!("a terminal would obey {rendered:?}"))
}

/// A value as a double-quoted scalar that any reader of YAML takes for the same text.
pub(super) fn quoted(text: &str) -> String {
    let mut out = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            ' '..='~' if letter != '"' && letter != '\\' => out.push(letter),
            _ => out.push_str(&format!("\\U{:08x}", u32::from(letter))),
        }
    }
    out.push('"');
    out
}
