use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use resettle_report::print::neutral;
use resettle_sealed_log::{Heads, LogName, Move, TrustStore};

use crate::error::{Error, shown};
use resettle_console::files::foreign::instead_of;
use resettle_console::files::permissions;
use resettle_console::files::{folder_of, temporary_file, whole_path};

/// The largest heads file that is read, in bytes: some hundred thousand logs.
const MAX_HEADS: u64 = 256 * 1024 * 1024;

/// How often another run's lock is tried again, and how long to wait in between.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(100);

/// The most faults or logs that a message names.
const NAMED: usize = 50;

/// A heads file as it was when the run began.
pub struct HeadsFile {
    path: PathBuf,
    heads: Heads,
    /// SHA-256 of its bytes; `None` if there was no such file.
    sha256: Option<String>,
}

impl HeadsFile {
    /// Reads the file; a file that does not exist yet remembers nothing. Seals whose key is trusted are checked again.
    pub fn load(path: &Path, store: Option<&TrustStore>) -> Result<Self, Error> {
        // The file is replaced by renaming, which would replace a link to it with a file.
        let path = if path.is_symlink() {
            whole_path(path).map_err(|error| Error::read(path, error))?
        } else {
            path.to_owned()
        };
        let found = bytes(&path)?;
        // A run may take hours: a folder that cannot be written to is reported before it starts.
        lock_file(&path)?;
        let Some(bytes) = found else {
            return Ok(Self { path, heads: Heads::default(), sha256: None });
        };
        let heads = parse(&path, &bytes)?;
        check(&path, &heads, store)?;
        Ok(Self { path, heads, sha256: Some(super::sha256(&bytes)) })
    }

    /// What is remembered.
    pub fn heads(&self) -> &Heads {
        &self.heads
    }

    /// The file itself: where a link to it was named, what that leads to.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// SHA-256 of the file as it was read; `None` if it did not exist.
    pub fn sha256(&self) -> Option<&str> {
        self.sha256.as_deref()
    }

    /// Applies the moves to the file as it is now, so that what another run remembered meanwhile stays. Written whole
    /// or not at all.
    pub fn save(&self, moves: &BTreeMap<LogName, Move>) -> Result<(), Error> {
        let lock = lock_file(&self.path)?;
        wait_for(&lock, &self.path)?;
        let now = bytes(&self.path)?;
        let mut heads = match (&now, &self.sha256) {
            (Some(bytes), _) => parse(&self.path, bytes)?,
            (None, None) => Heads::default(),
            (None, Some(_)) => {
                return Err(Error::new(format!(
                    "{} was there when this run began, and is gone: it is not begun anew",
                    shown(&self.path)
                ))
                .help("put it back from a copy and run again"));
            }
        };
        heads.forward(moves).map_err(|overtaken| {
            let logs = overtaken.0.iter().map(|name| format!("  log {}", neutral(&name.log)));
            Error::new(format!(
                "{} was changed by another run meanwhile, which remembered another seal for",
                shown(&self.path)
            ))
            .listing(listed(logs))
            .help("nothing was written; run again to compare with what is remembered now")
        })?;
        let text = heads.to_text();
        if now.as_deref() != Some(text.as_bytes()) {
            replace(&self.path, text.as_bytes())?;
        }
        if self.sha256.is_none() && now.is_none() {
            let logs = if heads.len() == 1 { "one log is".to_owned() } else { format!("{} logs are", heads.len()) };
            anstream::eprintln!("{} was not there and is new: {logs} remembered from now on", shown(&self.path));
        }
        Ok(())
    }
}

fn bytes(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let about = match fs::metadata(path) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::read(path, error)),
    };
    if about.is_dir() {
        return Err(Error::read(path, io::Error::from(io::ErrorKind::IsADirectory)));
    }
    if !about.is_file() {
        return Err(Error::new(format!("{} is no file, and cannot remember anything", shown(path))).help("name a file"));
    }
    if about.len() > MAX_HEADS {
        let error = io::Error::other(format!("it has {} bytes; at most {MAX_HEADS} are read here", about.len()));
        return Err(Error::read(path, error));
    }
    super::bytes_up_to(path, MAX_HEADS).map(Some)
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Heads, Error> {
    if let Some((what, help)) = instead_of("a heads file", &String::from_utf8_lossy(bytes)) {
        return Err(Error::new(format!("it is {what}, not a heads file")).at(path).help(help));
    }
    Heads::parse(bytes, resettle_coup_log::record_faults).map_err(|faults| {
        let lines = faults.iter().map(|fault| format!("  {}: {}", shown(path), neutral(&fault.to_string())));
        Error::new(format!("{} is no heads file that can be relied on, and is left as it is", shown(path)))
            .listing(listed(lines))
            .help("put it back from a copy; without it nothing shows that a log was rolled back")
    })
}

/// A remembered seal verified when it was remembered. If it no longer does, it was altered in the file.
fn check(path: &Path, heads: &Heads, store: Option<&TrustStore>) -> Result<(), Error> {
    let mut altered = Vec::new();
    for (name, head) in heads.iter() {
        let key = store.and_then(|store| store.get(head.key()));
        if key.is_some_and(|key| !head.verify(&name.log, &key.public_key)) {
            altered.push(format!("  log {}: the seal with seq {}", neutral(&name.log), head.seq()));
        }
    }
    if altered.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!("{} was altered: seals in it do not verify under their trusted keys", shown(path)))
        .listing(listed(altered.into_iter()))
        .help("put it back from a copy, and look who could write to it"))
}

fn listed(lines: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let more = lines.len().saturating_sub(NAMED);
    let mut out: Vec<String> = lines.take(NAMED).collect();
    if more > 0 {
        out.push(format!("  and {more} more"));
    }
    out
}

/// The file beside it that runs lock; it is empty and stays.
fn lock_file(path: &Path) -> Result<File, Error> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    let lock = path.with_file_name(name);
    // Never truncated: it may be another program's file that only happens to have this name.
    fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&lock)
        .map_err(|error| Error::write(&lock, error))
}

fn wait_for(lock: &File, path: &Path) -> Result<(), Error> {
    // In a page nobody else is there, and WebAssembly locks no files.
    if cfg!(target_family = "wasm") {
        return Ok(());
    }
    for _ in 0..TRIES {
        match lock.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(Error::write(path, error)),
        }
    }
    Err(Error::new(format!("{} is being written by another run, and stays so", shown(path)))
        .help("nothing was written; look for a run that hangs, then run again"))
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let fail = |error: io::Error| Error::write(path, io::Error::from(error.kind()));
    let folder = folder_of(path);
    let mut temporary = temporary_file(folder).map_err(fail)?;
    temporary.write_all(bytes).map_err(fail)?;
    temporary.as_file().sync_all().map_err(fail)?;
    permissions(temporary.path(), path).map_err(fail)?;
    temporary.persist(path).map_err(|error| fail(error.error))?;
    // The new name is durable only once its folder is on disk; if a folder cannot be opened, nothing can be done.
    match File::open(folder) {
        Ok(folder) => folder.sync_all().map_err(fail),
        Err(_) => Ok(()),
    }
}
