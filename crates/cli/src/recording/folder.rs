//! The folder of a recorder on a disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use resettle_recorder::Folder;

use crate::error::{Error, shown};
use crate::files;

/// A folder that is this process's own as long as it runs.
pub struct RecordFolder {
    path: PathBuf,
    _lock: File,
}

impl RecordFolder {
    /// Opens a folder; makes it where there is none.
    pub fn open(path: &Path) -> Result<Self, Error> {
        fs::create_dir_all(path).map_err(|error| Error::write(path, error))?;
        let at = path.join(".lock");
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(&at);
        let lock = lock.map_err(|error| Error::write(&at, error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(fs::TryLockError::WouldBlock) => {
                Err(Error::new(format!("another recorder writes to {}", shown(path))).help("one folder for each table"))
            }
            Err(fs::TryLockError::Error(error)) => Err(Error::write(&at, error)),
        }
    }

    /// A file's entry in its folder is durable once the folder is.
    fn sync_folder(&self) -> io::Result<()> {
        if cfg!(unix) { File::open(&self.path)?.sync_all() } else { Ok(()) }
    }
}

impl Folder for RecordFolder {
    type Error = io::Error;

    fn names(&self) -> io::Result<Vec<String>> {
        let names = fs::read_dir(&self.path)?.map(|entry| Ok(entry?.file_name().into_string().unwrap_or_default()));
        names.collect()
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match fs::read(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            other => other,
        }
    }

    fn create(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut file = files::temporary_file(&self.path)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        readable(file.as_file())?;
        file.persist(self.path.join(name)).map_err(|error| error.error)?;
        self.sync_folder()
    }

    fn extend(&mut self, name: &str, keep: u64, bytes: &[u8]) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(self.path.join(name))?;
        if file.metadata()?.len() < keep {
            return Err(io::Error::other("the file is shorter than what was written to it: it was cut"));
        }
        let mut write = || {
            file.set_len(keep)?;
            file.seek(SeekFrom::Start(keep))?;
            file.write_all(bytes)?;
            file.sync_data()
        };
        write().inspect_err(|_| {
            // What is half written is cut off; where that fails too, the next try does it.
            let _ = file.set_len(keep);
        })?;
        if keep == 0 { self.sync_folder() } else { Ok(()) }
    }
}

/// A temporary file is its owner's alone; the mapping of a day is as readable as its log.
#[cfg(unix)]
fn readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &File) -> io::Result<()> {
    Ok(())
}
