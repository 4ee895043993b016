use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// How a log's name ends, before what says that it is packed.
const ENDINGS: [&str; 3] = [".jsonl", ".ndjson", ".log"];

/// What was found below a folder.
#[derive(Debug, Default)]
pub struct Found {
    /// The logs, in the order of their paths, part by part.
    pub logs: Vec<PathBuf>,
    /// How many files are no logs by their names.
    pub passed_over: usize,
    /// Folders and files that cannot be looked at.
    pub unreadable: Vec<Error>,
}

/// Every log below a folder, by its name: `.jsonl`, `.ndjson` or `.log`, alone or with `.gz` or `.zst`.
///
/// Hidden files are passed over. A link is followed, but no folder is entered twice, so that a circle of links ends.
pub fn search(root: &Path) -> Result<Found, Error> {
    let mut found = Found::default();
    let mut entered = BTreeSet::new();
    let names = enter(root, &mut entered).map_err(|error| Error::read(root, error))?;
    below(root, names, &mut entered, &mut found);
    Ok(found)
}

fn below(folder: &Path, names: Vec<std::ffi::OsString>, entered: &mut BTreeSet<PathBuf>, found: &mut Found) {
    for name in names {
        let path = folder.join(&name);
        let name = name.to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        let about = match fs::metadata(&path) {
            Ok(about) => about,
            Err(error) => {
                // A dead link that would be no log does not matter.
                if is_log(&name) || error.kind() != io::ErrorKind::NotFound {
                    found.unreadable.push(Error::read(&path, error));
                }
                continue;
            }
        };
        if about.is_dir() {
            match enter(&path, entered) {
                Ok(names) => below(&path, names, entered, found),
                Err(error) => found.unreadable.push(Error::read(&path, error)),
            }
        } else if is_log(&name) && about.is_file() {
            found.logs.push(path);
        } else {
            found.passed_over += 1;
        }
    }
}

/// The names in a folder, sorted; none where it was entered before.
fn enter(folder: &Path, entered: &mut BTreeSet<PathBuf>) -> io::Result<Vec<std::ffi::OsString>> {
    if !entered.insert(fs::canonicalize(folder)?) {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name());
    }
    names.sort();
    Ok(names)
}

fn is_log(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let bare = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    ENDINGS.iter().any(|ending| bare.len() > ending.len() && bare.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_known_by_their_names() {
        for name in ["a.jsonl", "a.JSONL.gz", "a.b.log.zst", "x.ndjson"] {
            assert!(is_log(name), "{name}");
        }
        for name in ["a.json", "trust.yaml", ".jsonl", "a.jsonl.bak", "a.gz", "a.jsonl.sig"] {
            assert!(!is_log(name), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn circles_of_links_end_and_the_order_is_that_of_the_names() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        fs::create_dir_all(root.join("b/c")).unwrap();
        for name in ["z.jsonl", "b/2.jsonl", "b/c/1.jsonl.gz", "a.txt", ".hidden.jsonl"] {
            fs::write(root.join(name), "").unwrap();
        }
        std::os::unix::fs::symlink(root, root.join("b/c/up")).unwrap();
        std::os::unix::fs::symlink("nowhere", root.join("dead.jsonl")).unwrap();
        let found = search(root).unwrap();
        let names: Vec<_> = found.logs.iter().map(|path| path.strip_prefix(root).unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["b/2.jsonl", "b/c/1.jsonl.gz", "z.jsonl"]);
        assert_eq!((found.unreadable.len(), found.passed_over), (1, 1));
    }
}
