use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::beside::{TEMPORARY, folder_of};
use crate::error::Error;

/// How a log's name ends, before the suffix for packed files.
const ENDINGS: [&str; 3] = [".jsonl", ".ndjson", ".log"];

/// What was found below a folder.
#[derive(Debug, Default)]
pub struct Found {
    /// The logs, in the order of their paths, part by part.
    pub logs: Vec<PathBuf>,
    /// Files whose names are not those of logs, in the same order.
    pub passed_over: Vec<PathBuf>,
    /// Folders and files that cannot be read, and anything named like a log that is not a file.
    pub unreadable: Vec<Error>,
}

/// Every log below a folder, by its name: `.jsonl`, `.ndjson` or `.log`, alone or with `.gz` or `.zst`; hidden ones
/// too, since a dot must not remove a log from a report.
///
/// A link is followed, but no folder is entered twice, so that a circle of links ends. What this run writes itself is
/// `left_out`: files and folders that are not part of what is searched, whether or not they exist.
pub fn search(root: &Path, left_out: &[&Path]) -> Result<Found, Error> {
    let mut found = Found::default();
    let left_out: Vec<PathBuf> = left_out.iter().filter_map(|path| whole(path)).collect();
    let mut search = Search { entered: BTreeSet::new(), left_out, root, found: &mut found };
    let names = search.enter(root).map_err(|error| Error::read(root, error))?;
    search.below(root, names);
    Ok(found)
}

struct Search<'f> {
    entered: BTreeSet<PathBuf>,
    left_out: Vec<PathBuf>,
    root: &'f Path,
    found: &'f mut Found,
}

impl Search<'_> {
    fn below(&mut self, folder: &Path, names: Vec<OsString>) {
        for name in names {
            let path = folder.join(&name);
            let name = name.to_string_lossy();
            if !self.left_out.is_empty() && whole(&path).is_some_and(|whole| self.left_out.contains(&whole)) {
                continue;
            }
            let about = match fs::metadata(&path) {
                Ok(about) => about,
                Err(error) => {
                    // A dead link that would not be a log does not matter.
                    if is_log(&name) || error.kind() != io::ErrorKind::NotFound {
                        self.found.unreadable.push(Error::read(&path, error));
                    }
                    continue;
                }
            };
            if about.is_dir() {
                match self.enter(&path) {
                    Ok(names) => self.below(&path, names),
                    Err(error) => self.found.unreadable.push(Error::read(&path, error)),
                }
            } else if !is_log(&name) {
                if !self.is_temporary(&path) {
                    self.found.passed_over.push(path);
                }
            } else if about.is_file() {
                self.found.logs.push(path);
            } else {
                let no_file = io::Error::other("it is named like a log, and is no file but a pipe, socket or device");
                self.found.unreadable.push(Error::read(&path, no_file));
            }
        }
    }

    /// Whether a file, or a folder that contains it, is named like our own temporary ones.
    fn is_temporary(&self, path: &Path) -> bool {
        let below = path.strip_prefix(self.root).unwrap_or(path);
        below.components().any(|part| part.as_os_str().to_string_lossy().starts_with(TEMPORARY))
    }

    /// The names in a folder, sorted; none if it was entered before, or is left out.
    fn enter(&mut self, folder: &Path) -> io::Result<Vec<OsString>> {
        let whole = fs::canonicalize(folder)?;
        if self.left_out.contains(&whole) || !self.entered.insert(whole) {
            return Ok(Vec::new());
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(folder)? {
            names.push(entry?.file_name());
        }
        names.sort();
        Ok(names)
    }
}

/// The path with every link of its folder followed; the file itself need not exist.
fn whole(path: &Path) -> Option<PathBuf> {
    let folder = folder_of(path);
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
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
        for name in ["z.jsonl", "b/2.jsonl", "b/c/1.jsonl.gz", "a.txt", ".resettle-x1y2z3"] {
            fs::write(root.join(name), "").unwrap();
        }
        std::os::unix::fs::symlink(root, root.join("b/c/up")).unwrap();
        std::os::unix::fs::symlink("nowhere", root.join("dead.jsonl")).unwrap();
        let found = search(root, &[]).unwrap();
        assert_eq!(names(root, &found.logs), ["b/2.jsonl", "b/c/1.jsonl.gz", "z.jsonl"]);
        assert_eq!((found.unreadable.len(), names(root, &found.passed_over)), (1, vec!["a.txt"]));
    }

    fn names<'p>(root: &Path, paths: &'p [PathBuf]) -> Vec<&'p str> {
        paths.iter().map(|path| path.strip_prefix(root).unwrap().to_str().unwrap()).collect()
    }

    #[test]
    fn what_is_hidden_is_a_log_like_others_and_what_the_run_writes_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        for folder in [".secret", "..x", "ck.results", ".resettle-hidden"] {
            fs::create_dir(root.join(folder)).unwrap();
        }
        for name in
            [".a.jsonl", ".secret/b.jsonl", "..x/c.log.gz", ".resettle-hidden/d.jsonl", "ck", "ck.results/e.jsonl"]
        {
            fs::write(root.join(name), "").unwrap();
        }
        let (file, results) = (root.join("ck"), root.join("ck.results"));
        let found = search(root, &[&file, &results, &root.join("there-is-none")]).unwrap();
        let wanted = ["..x/c.log.gz", ".a.jsonl", ".resettle-hidden/d.jsonl", ".secret/b.jsonl"];
        assert_eq!(names(root, &found.logs), wanted);
        assert_eq!(found.passed_over, Vec::<PathBuf>::new());
        #[cfg(unix)]
        {
            // By another way to the same folder.
            std::os::unix::fs::symlink(&results, root.join("link")).unwrap();
            assert_eq!(search(root, &[&file, &results]).unwrap().logs.len(), 4);
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_named_like_a_log_and_is_no_file_is_reported() {
        let dir = tempfile::tempdir().unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("s.jsonl")).unwrap();
        let found = search(dir.path(), &[]).unwrap();
        assert!(found.logs.is_empty() && found.passed_over.is_empty());
        assert!(found.unreadable[0].to_string().contains("a pipe, socket or device"), "{}", found.unreadable[0]);
    }
}
