//! Files that are made or changed, all of them or none.

use std::fs;
use std::path::Path;

/// A file as it is to be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    /// Below the workspace's folder.
    pub(crate) path: String,
    /// What it is to hold.
    pub(crate) text: String,
    /// Whether it is not there yet.
    pub(crate) is_new: bool,
}

impl Edit {
    /// A file that may not be there yet.
    pub(crate) fn new(root: &Path, path: String, text: String) -> Result<Self, String> {
        if root.join(&path).exists() {
            return Err(format!("{path} is there already"));
        }
        Ok(Self { path, text, is_new: true })
    }

    /// A file that is there, changed.
    pub(crate) fn change(
        root: &Path,
        path: &str,
        change: impl FnOnce(&str) -> Result<String, String>,
    ) -> Result<Self, String> {
        let text = read(root, path)?;
        let text = change(&text).map_err(|what| format!("{path}: {what}; has the file changed its form?"))?;
        Ok(Self { path: path.to_owned(), text, is_new: false })
    }
}

/// The text of a file of the workspace.
pub(crate) fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("cannot read {path}: {error}"))
}

/// Puts lines in before the one place where `anchor` is.
pub(crate) fn before(text: &str, anchor: &str, lines: &str) -> Result<String, String> {
    match text.split_once(anchor) {
        Some((head, tail)) if !tail.contains(anchor) => Ok(format!("{head}{lines}{anchor}{tail}")),
        Some(_) => Err(format!("`{}` stands more than once", anchor.trim())),
        None => Err(format!("`{}` is missing", anchor.trim())),
    }
}

/// Puts lines in behind the last line that `is_anchor` finds.
pub(crate) fn behind_last(text: &str, is_anchor: impl Fn(&str) -> bool, lines: &str) -> Result<String, String> {
    let all: Vec<&str> = text.split_inclusive('\n').collect();
    let at = all.iter().rposition(|line| is_anchor(line)).ok_or("no line to put it behind")?;
    let (head, tail) = all.split_at_checked(at + 1).ok_or("no line to put it behind")?;
    Ok([&head.concat(), lines, &tail.concat()].concat())
}

/// Puts `mod name;` in among those that are there, in their order.
pub(crate) fn module(text: &str, name: &str) -> Result<String, String> {
    let line = format!("mod {name};\n");
    let mods: Vec<&str> = text.split_inclusive('\n').filter(|line| line.starts_with("mod ")).collect();
    match mods.iter().find(|known| **known > line.as_str()) {
        Some(next) => before(text, &format!("\n{next}"), &format!("\n{}", line.trim_end())),
        None => behind_last(text, |known| known.starts_with("mod ") && known.ends_with(";\n"), &line),
    }
}

/// Writes all files.
pub(crate) fn write(root: &Path, edits: &[Edit]) -> Result<(), String> {
    for edit in edits {
        let path = root.join(&edit.path);
        let folder = path.parent().unwrap_or(root);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, &edit.text))
            .map_err(|error| format!("cannot write {}: {error}; `git status` shows what was written", edit.path))?;
    }
    Ok(())
}
