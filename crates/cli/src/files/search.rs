use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::input::LogFile;
use crate::error::Error;
use resettle_console::files::{TEMPORARY, folder_of, whole_path};

/// How the name of a log usually ends, before the suffix for packed files. What is named like this is read as a log whatever it holds.
const ENDINGS: [&str; 3] = [".jsonl", ".ndjson", ".log"];

/// What was found below a folder.
#[derive(Debug, Default)]
pub struct Found {
    /// The logs, in the order of their paths, part by part.
    pub logs: Vec<PathBuf>,
    /// Files that are no logs by their names nor by their first bytes, in the same order.
    pub passed_over: Vec<PathBuf>,
    /// Folders and files that cannot be read, and anything named like a log that is not a file.
    pub unreadable: Vec<Error>,
}

/// Every log below a folder: what begins like one, whatever its name and whether or not it is packed, and what is named like
/// one (`.jsonl`, `.ndjson` or `.log`, alone or with `.gz` or `.zst`), whatever it holds. Hidden ones too: neither a dot nor
/// another ending must remove a log from a report.
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
                self.other(path, about.is_file());
            } else if about.is_file() {
                self.found.logs.push(path);
            } else {
                let no_file = io::Error::other("it is named like a log, and is no file but a pipe, socket or device");
                self.found.unreadable.push(Error::read(&path, no_file));
            }
        }
    }

    /// A file that is not named like a log: its first bytes show whether it is one. A pipe or a device is not opened.
    fn other(&mut self, path: PathBuf, is_file: bool) {
        match is_file.then(|| begins_like_a_log(&path)) {
            Some(Ok(true)) => self.found.logs.push(path),
            Some(Err(error)) => self.found.unreadable.push(Error::read(&path, error)),
            Some(Ok(false)) | None => {
                if !self.is_temporary(&path) {
                    self.found.passed_over.push(path);
                }
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
        let whole = whole_path(folder)?;
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
    Some(whole_path(folder).ok()?.join(path.file_name()?))
}

/// How much is looked at of a file that is not named like a log, unpacked: an opening record is shorter.
const LOOKED_AT: u64 = 16 * 1024;

/// Whether a file begins with a record of a log, or with a part of one that is longer than what is looked at.
///
/// # Errors
/// What cannot be opened or read. What cannot be unpacked is no log by its first bytes.
fn begins_like_a_log(path: &Path) -> io::Result<bool> {
    let (mut raw, mut unpacked) = (Vec::new(), Vec::new());
    super::open(path)?.take(LOOKED_AT).read_to_end(&mut raw)?;
    let mut unpack = || -> io::Result<()> {
        let mut file = LogFile::beginning(path)?;
        file.content()?.take(LOOKED_AT).read_to_end(&mut unpacked).map(drop)
    };
    // Of what is damaged further on, the beginning was read all the same.
    let _ = unpack();
    Ok(is_record(&raw) || is_record(&unpacked))
}

/// Whether bytes begin with a line that names what every record of a log has, `seq` and `prev`, or the format.
fn is_record(first: &[u8]) -> bool {
    let first = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first).trim_ascii_start();
    let line = first.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let close: Vec<u8> = line.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let has = |part: &[u8]| close.windows(part.len()).any(|own| own == part);
    close.starts_with(b"{") && (has(b"\"format\":\"coup-log/") || (has(b"\"seq\":") && has(b"\"prev\":\"")))
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

    #[test]
    fn a_log_is_known_by_its_first_bytes_whatever_it_is_called() {
        let open = b"{\"seq\": 0, \"prev\": \"00\", \"type\": \"open\", \"format\": \"coup-log/1\"}\n";
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut gz, open).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let long = [&b"{\"seq\":1,\"prev\":\"aa\",\"note\":\""[..], &[b'x'; 40_000]].concat();
        for (name, bytes) in [
            ("a.json", open.to_vec()),
            ("b", [&b"\xef\xbb\xbf\n "[..], open].concat()),
            ("c.bak", gz.finish().unwrap()),
            ("d.jsonl.1", long),
            ("e.txt", b"{\"type\":\"resettle-heads/1\",\"heads\":1}\n{\"seq\":6,\"prev\":\"aa\"}\n".to_vec()),
            ("f.csv", b"seq,prev\n".to_vec()),
            ("g.gz", vec![0x1f, 0x8b, 8, 0]),
            ("h.json", b"{}".to_vec()),
            ("i", Vec::new()),
        ] {
            fs::write(dir.path().join(name), bytes).unwrap();
        }
        let found = search(dir.path(), &[]).unwrap();
        assert_eq!(names(dir.path(), &found.logs), ["a.json", "b", "c.bak", "d.jsonl.1"]);
        assert_eq!(names(dir.path(), &found.passed_over), ["e.txt", "f.csv", "g.gz", "h.json", "i"]);
        assert!(found.unreadable.is_empty());
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
