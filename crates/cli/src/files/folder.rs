use std::fs;
use std::io;
use std::path::Path;

use super::stage::Stage;
use crate::error::{Error, shown};
use resettle_console::files::{folder_of, whole_path};

/// Makes a folder whole or not at all: `fill` writes into a folder of a temporary name beside it, which is renamed at
/// the end. If there is already an empty folder, which somebody may be in, each file is renamed into it, in the order
/// in which `fill` names them: whoever looks for the last one sees all or nothing. What somebody else wrote there
/// meanwhile is left alone.
pub fn write_folder(dir: &Path, fill: impl FnOnce(&Path) -> Result<Vec<String>, Error>) -> Result<(), Error> {
    let fail = |error: io::Error| Error::write(dir, error);
    // Without the temporary name, which means nothing to the user.
    let bare = |error: io::Error| fail(io::Error::from(error.kind()));
    let there = dir.is_dir();
    let whole = if there { whole_path(dir).map_err(fail)? } else { dir.to_owned() };
    let around = folder_of(&whole);
    let stage = if there {
        // A mount point, or a folder inside one that is not writable, is filled from within.
        Stage::within(around)
            .ok()
            .filter(|stage| same_device(stage.path(), &whole))
            .map_or_else(|| Stage::within(&whole), Ok)
            .map_err(bare)?
    } else {
        fs::create_dir_all(around).map_err(fail)?;
        Stage::within(around).map_err(bare)?
    };
    let inner = stage.inner();
    let names = fill(&inner).map_err(|error| error.moved(&inner, dir))?;
    if there {
        let mut done = Vec::new();
        for name in &names {
            let to = dir.join(name);
            let from = tempfile::TempPath::try_from_path(inner.join(name)).map_err(bare)?;
            if let Err(error) = from.persist_noclobber(&to) {
                done.iter().for_each(|path| _ = fs::remove_file(path));
                return Err(match error.error.kind() {
                    io::ErrorKind::AlreadyExists => taken(dir),
                    _ => Error::write(&to, error.error),
                });
            }
            done.push(to);
        }
    } else {
        fs::rename(&inner, dir).map_err(|error| match error.kind() {
            io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                taken(dir)
            }
            _ => fail(error),
        })?;
    }
    flush(around);
    Ok(())
}

/// Checks before the work is done whether a folder can be made there, or an empty one filled.
pub fn require_room(dir: &Path) -> Result<(), Error> {
    let fail = |error: io::Error| Error::write(dir, io::Error::from(error.kind()));
    if dir.is_dir() {
        let whole = whole_path(dir).map_err(fail)?;
        return Stage::within(folder_of(&whole)).or_else(|_| Stage::within(&whole)).map(drop).map_err(fail);
    }
    let mut around = folder_of(dir);
    while fs::symlink_metadata(around).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        around = folder_of(around);
    }
    if !around.is_dir() {
        return Err(fail(io::ErrorKind::NotADirectory.into()));
    }
    Stage::within(around).map(drop).map_err(fail)
}

/// Whether files can be renamed from one folder into the other.
#[cfg(unix)]
fn same_device(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let device = |path: &Path| fs::metadata(path).map(|about| about.dev()).ok();
    device(one).is_some_and(|own| device(other) == Some(own))
}

#[cfg(not(unix))]
fn same_device(_: &Path, _: &Path) -> bool {
    false
}

fn taken(dir: &Path) -> Error {
    Error::new(format!(
        "{} was written by another program while this run lasted, and is left alone; nothing of this run is kept",
        shown(dir)
    ))
    .help("name a new folder")
}

/// Some file systems cannot flush a folder; the names are in order nevertheless.
fn flush(folder: &Path) {
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
}
