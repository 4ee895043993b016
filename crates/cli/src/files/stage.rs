//! The folder in which a folder is made whole before it is renamed. A run that is killed leaves it behind; a lock that
//! ends with the run tells the next one that nobody works in it any more.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::beside::{TEMPORARY, temporary_folder};

/// The file that is locked as long as the run lasts.
const LOCK: &str = "lock";

/// The folder that is filled.
const INNER: &str = "folder";

/// A folder of a temporary name; it goes away with all that is in it.
pub struct Stage {
    // Dropped first, since some systems delete no open file.
    _lock: File,
    folder: tempfile::TempDir,
}

impl Stage {
    /// Makes one within `around`, after taking away what killed runs left there.
    pub fn within(around: &Path) -> io::Result<Self> {
        sweep(around);
        let folder = temporary_folder(around)?;
        // Locked before it bears its name: who finds an unlocked one may take the folder away.
        let unnamed = folder.path().join("lock.new");
        let lock = File::create_new(&unnamed)?;
        // Where a file system knows no locks, nothing is ever taken away.
        if lock.try_lock().is_ok() {
            fs::rename(&unnamed, folder.path().join(LOCK))?;
        }
        // The outer folder is its owner's alone; the inner one has the rights of any new folder.
        fs::create_dir(folder.path().join(INNER))?;
        Ok(Self { _lock: lock, folder })
    }

    /// Where it stands.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The folder to fill.
    pub fn inner(&self) -> PathBuf {
        self.folder.path().join(INNER)
    }
}

/// Takes away the folders of runs that were killed. What cannot be read or locked, and what holds anything else than
/// such a folder does, is left alone.
pub fn sweep(around: &Path) {
    for entry in fs::read_dir(around).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(TEMPORARY));
        if !ours || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let path = entry.path();
        let Ok(lock) = File::options().write(true).open(path.join(LOCK)) else { continue };
        if lock.try_lock().is_ok() && holds_nothing_else(&path) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

fn holds_nothing_else(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries
        .into_iter()
        .all(|entry| entry.is_ok_and(|entry| [LOCK, INNER].iter().any(|name| entry.file_name() == *name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_killed_run_left_goes_and_everything_else_stays() {
        let around = tempfile::tempdir().unwrap();
        let at = |name: &str| around.path().join(name);
        let working = Stage::within(around.path()).unwrap();
        let own = working.path().file_name().unwrap().to_str().unwrap().to_owned();
        for (folder, inside) in [
            (".resettle-left", &["lock", "folder/report.json"][..]),
            (".resettle-photos", &["lock", "photo.jpg"]),
            (".resettle-unlocked", &["folder/report.json"]),
            ("resettle-other", &["lock"]),
        ] {
            for file in inside {
                let path = at(folder).join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, "").unwrap();
            }
        }
        sweep(around.path());
        let mut left = [own.as_str(), ".resettle-photos", ".resettle-unlocked", "resettle-other"];
        left.sort_unstable();
        assert_eq!(names(around.path()), left);
        drop(working);
        assert!(!at(&own).exists());
    }
}
