//! The folder in which a folder is made whole before it is renamed. A run that is killed leaves it behind; a lock on it
//! that ends with the run shows the next run that nobody works in it any more.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use resettle_console::files::{TEMPORARY, temporary_folder};

/// The folder that is filled.
const INNER: &str = "folder";

/// How often a folder is made anew because another run took it for one that was left behind.
const TRIES: usize = 16;

/// A folder of a temporary name; it is removed with everything in it.
pub struct Stage {
    folder: tempfile::TempDir,
    /// Held as long as the run lasts; `None` if the system cannot lock folders, and therefore removes none either.
    _lock: Option<File>,
}

impl Stage {
    /// Makes one within `around`, after removing what killed runs left there.
    pub fn within(around: &Path) -> io::Result<Self> {
        sweep(around);
        for _ in 0..TRIES {
            let folder = temporary_folder(around)?;
            let lock = match File::open(folder.path()).map(|lock| (lock.try_lock(), lock)) {
                Ok((Ok(()), lock)) => Some(lock),
                Ok((Err(TryLockError::WouldBlock), _)) => continue,
                Ok((Err(TryLockError::Error(_)), _)) | Err(_) => None,
            };
            match fs::create_dir(folder.path().join(INNER)) {
                Ok(()) => return Ok(Self { folder, _lock: lock }),
                // Between its creation and its lock somebody removed it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }

    /// The outer folder of a temporary name, with [`Self::inner`] in it.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The folder to fill; it has the permissions of any new folder, while the one around it is readable by its owner only.
    pub fn inner(&self) -> PathBuf {
        self.folder.path().join(INNER)
    }
}

/// Removes the folders of runs that were killed. A folder that cannot be locked, or that holds anything other than such
/// a folder does, is left alone.
pub fn sweep(around: &Path) {
    for entry in fs::read_dir(around).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(TEMPORARY));
        if !ours || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let path = entry.path();
        let Ok(lock) = File::open(&path) else { continue };
        if lock.try_lock().is_ok() && holds_nothing_else(&path) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

fn holds_nothing_else(folder: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else { return false };
    entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == INNER))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_goes_and_everything_else_stays() {
        let around = tempfile::tempdir().unwrap();
        let at = |name: &str| around.path().join(name);
        let working = Stage::within(around.path()).unwrap();
        let own = working.path().file_name().unwrap().to_str().unwrap().to_owned();
        for file in [
            ".resettle-left/folder/report.json",
            ".resettle-photos/photo.jpg",
            "resettle-other/folder/a",
            ".resettle-a",
        ] {
            let path = at(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::create_dir(at(".resettle-empty")).unwrap();
        std::os::unix::fs::symlink(at("resettle-other"), at(".resettle-link")).unwrap();
        sweep(around.path());
        let entries = fs::read_dir(around.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        let mut left = [own.as_str(), ".resettle-a", ".resettle-link", ".resettle-photos", "resettle-other"];
        left.sort_unstable();
        assert_eq!(names, left);
        drop(working);
        assert!(!at(&own).exists());
    }
}
