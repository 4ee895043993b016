use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::whole_path;
use crate::error::{Error, shown};

/// The most folders that are read below one root: far more than there are rulesets in the world.
pub const FOLDERS: usize = 10_000;

/// The folders this many levels below `root`, each with the names that lead to it, sorted; none if `root` does not
/// exist and need not.
///
/// Links are followed, but no folder is entered by two ways: its contents would be listed twice, under two ids, and
/// links among folders multiply with each level.
pub fn folders_below(root: &Path, levels: usize, has_to_be: bool) -> Result<Vec<(Vec<String>, PathBuf)>, Error> {
    let mut entered: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let mut level = match whole_path(root) {
        Ok(whole) => {
            entered.insert(whole, root.to_owned());
            vec![(Vec::<String>::new(), root.to_owned())]
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound && !has_to_be => return Ok(Vec::new()),
        Err(error) => return Err(Error::read(root, error)),
    };
    for _ in 0..levels {
        let mut next = Vec::new();
        for (names, folder) in level {
            for (name, path) in sorted(&folder)? {
                if !path.is_dir() {
                    continue;
                }
                let whole = whole_path(&path).map_err(|error| Error::read(&path, error))?;
                if let Some(first) = entered.get(&whole) {
                    return Err(Error::new(format!(
                        "{} and {} are one folder, so what lies in it would stand below {} twice",
                        shown(first),
                        shown(&path),
                        shown(root)
                    ))
                    .help("take the link out, or name the folder itself"));
                }
                if entered.len() >= FOLDERS {
                    return Err(too_many_folders(root));
                }
                entered.insert(whole, path.clone());
                next.push((names.iter().cloned().chain([name]).collect(), path));
            }
        }
        level = next;
    }
    Ok(level)
}

/// There are more folders below one than rulesets can need.
pub fn too_many_folders(folder: &Path) -> Error {
    Error::new(format!("more than {FOLDERS} folders were looked into, at last below {}", shown(folder)))
        .help("name the folder that holds <jurisdiction>/<venue>/<game>/<effective date>")
}

/// What a folder holds, by name.
pub fn sorted(folder: &Path) -> Result<Vec<(String, PathBuf)>, Error> {
    let fail = |error| Error::read(folder, error);
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        out.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
    }
    out.sort();
    Ok(out)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn names(found: Result<Vec<(Vec<String>, PathBuf)>, Error>) -> Vec<String> {
        found.unwrap().into_iter().map(|(names, _)| names.join("/")).collect()
    }

    #[test]
    fn folders_are_found_by_their_level_and_links_followed_once() {
        let dir = tempfile::tempdir().unwrap();
        for path in ["a/x", "a/y", "b"] {
            fs::create_dir_all(dir.path().join("root").join(path)).unwrap();
        }
        fs::create_dir_all(dir.path().join("elsewhere/z")).unwrap();
        let root = dir.path().join("root");
        symlink(dir.path().join("elsewhere"), root.join("c")).unwrap();
        symlink("nowhere", root.join("dead")).unwrap();
        assert_eq!(names(folders_below(&root, 2, true)), ["a/x", "a/y", "c/z"]);
        assert_eq!(names(folders_below(&root.join("gone"), 2, false)), [""; 0]);
        assert!(folders_below(&root.join("gone"), 2, true).is_err());
        symlink("../a", root.join("b/again")).unwrap();
        let message = folders_below(&root, 2, true).unwrap_err().to_string();
        assert!(message.contains("are one folder") && message.contains("help: take the link out"), "{message}");
    }
}
