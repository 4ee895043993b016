//! The finished part of a long run, so that it can be resumed: an append-only file of lines that each carry their own
//! hash, and beside it a folder with the results of every finished table.
//!
//! A hash shows that a line was cut off, but not who wrote it. If the run signs, each line also bears a code under a
//! key that only the signer has, and lines without it are skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use resettle_sealed_log::Digest;
use serde::{Deserialize, Serialize};

use super::binding::Binding;
use crate::error::{Error, shown};
use crate::files::{self, Hashing};

/// The suffix of the names of kept results: different from that of a log.
const ENDING: &str = ".result";

/// What the first line identifies itself as.
const KIND: &str = "resettle-checkpoint/2";

/// What a run has to agree with to use what the checkpoint holds.
#[derive(Serialize, Deserialize)]
struct FirstLine {
    kind: String,
    tool: String,
    /// The hash of everything that determines what a table's results are, except for the logs.
    options: String,
}

/// One finished table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// Which table: its logs in order.
    logs: Vec<LogState>,
    /// The file of its results, below the folder.
    results: String,
    /// SHA-256 of that file.
    sha256: String,
    /// The code that binds all this, and the contents of the first line, to the key of the run that wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

impl Entry {
    /// What its code is computed over.
    fn texts<'e>(&'e self, head: &'e FirstLine) -> Vec<&'e str> {
        let logs = self.logs.iter().flat_map(|log| [log.path.as_str(), log.sha256.as_str()]);
        [&head.kind, &head.tool, &head.options, &self.results, &self.sha256]
            .into_iter()
            .map(String::as_str)
            .chain(logs)
            .collect()
    }
}

/// A log as it was when its table was judged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LogState {
    /// As the run names the log's file.
    pub path: String,
    /// SHA-256 of the file.
    pub sha256: String,
}

/// A checkpoint in use, by any number of threads.
pub struct Checkpoint {
    path: PathBuf,
    folder: PathBuf,
    head: FirstLine,
    binding: Option<Binding>,
    done: BTreeMap<Vec<String>, Entry>,
    /// Tables that were finished before, but whose results are not bound to the key of this run.
    set_aside: usize,
    file: Mutex<File>,
}

impl Checkpoint {
    /// Opens a checkpoint, or begins one. `options` is the hash of everything that determines the results, except for the logs.
    ///
    /// A last line that was cut off while it was written is dropped; a checkpoint of another run is refused. With a
    /// `binding`, only results that were kept under the same one count.
    pub fn open(path: &Path, options: Digest, binding: Option<Binding>) -> Result<Self, Error> {
        let folder = results_folder(path);
        let fail = |error| Error::write(path, error);
        let tool = format!("resettle {}", env!("CARGO_PKG_VERSION"));
        let head = FirstLine { kind: KIND.to_owned(), tool, options: options.to_string() };
        if fs::symlink_metadata(path).is_err() {
            require_nobodys(&folder)?;
            begin(path, &head).map_err(fail)?;
        }
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(fail)?;
        // Two runs on one checkpoint would take each other's results for their own.
        if file.try_lock().is_err() {
            return Err(Error::new(format!("{} is in use by another run", shown(path)))
                .help("wait for it, or name another checkpoint"));
        }
        let (lines, whole) = read_lines(&mut file).map_err(|error| Error::read(path, error))?;
        let mut lines = lines.into_iter();
        let before: Option<FirstLine> = lines.next().and_then(|line| serde_json::from_str(&line).ok());
        let Some(before) = before.filter(|before| before.kind == KIND) else { return Err(foreign(path)) };
        if (&before.tool, &before.options) != (&head.tool, &head.options) {
            return Err(Error::new(format!(
                "{} belongs to a run of {} with other options, or with other files beside the logs",
                shown(path),
                resettle_report::print::neutral(&before.tool)
            ))
            .help("run again as before, or begin anew with another checkpoint"));
        }
        // What was cut off while it was written is written again.
        file.set_len(whole).map_err(fail)?;
        let mut done = BTreeMap::new();
        let mut set_aside = BTreeSet::new();
        for line in lines {
            let entry: Entry = serde_json::from_str(&line).map_err(|_| foreign(path))?;
            // A name that points elsewhere was not written by this program.
            if !is_result(&entry.results) {
                return Err(foreign(path));
            }
            let logs: Vec<String> = entry.logs.iter().map(|log| log.path.clone()).collect();
            let bound =
                |binding: &Binding| entry.code.as_ref().is_some_and(|code| binding.fits(code, &entry.texts(&head)));
            if binding.as_ref().is_none_or(bound) {
                done.insert(logs, entry);
            } else {
                set_aside.insert(logs);
            }
        }
        set_aside.retain(|logs| !done.contains_key(logs));
        fs::create_dir_all(&folder).map_err(|error| Error::write(&folder, error))?;
        let set_aside = set_aside.len();
        Ok(Self { path: path.to_owned(), folder, head, binding, done, set_aside, file: Mutex::new(file) })
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many tables were finished before.
    pub fn finished_before(&self) -> usize {
        self.done.len()
    }

    /// Tables that were finished before and are judged again: nothing binds their results to the key of this run.
    pub fn set_aside(&self) -> usize {
        self.set_aside
    }

    /// Whether what is taken from it is bound to the key of this run.
    pub fn is_bound(&self) -> bool {
        self.binding.is_some()
    }

    /// The results of a table that was finished before, if none of its logs has changed since. Every log is hashed
    /// again: sizes and times can be set back.
    pub fn results<T>(
        &self,
        logs: &[String],
        hash: impl Fn(&str) -> io::Result<String>,
        load: impl FnOnce(&mut dyn BufRead) -> io::Result<T>,
    ) -> Option<T> {
        let entry = self.done.get(logs)?;
        let same = |log: &LogState| hash(&log.path).is_ok_and(|now| now == log.sha256);
        if !entry.logs.iter().all(same) {
            return None;
        }
        let path = self.folder.join(&entry.results);
        // What was kept may have been damaged: then the table is judged again.
        let found = files::sha256_of(&path).ok()?.to_string();
        if found != entry.sha256 {
            return None;
        }
        // Hashed once more as it is read: it may be another file by now.
        let mut reader = BufReader::new(Hashing::new(File::open(path).ok()?));
        let loaded = load(&mut reader).ok()?;
        io::copy(&mut reader, &mut io::sink()).ok()?;
        let read = reader.into_inner().into_parts().0.to_string();
        (read == entry.sha256).then_some(loaded)
    }

    /// Keeps the results of a table: first the results, then the line that says so, each on disk before the next.
    pub fn keep(&self, logs: Vec<LogState>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
        let fail = |error| Error::write(&self.folder, error);
        let key: Vec<u8> =
            logs.iter().flat_map(|log| [log.path.as_bytes(), b"\n", log.sha256.as_bytes(), b"\n"].concat()).collect();
        let name = format!("{}{ENDING}", Digest::of(&key));
        let mut temporary = files::temporary_file(&self.folder).map_err(fail)?;
        let sha256 = {
            let mut out = Hashing::new(BufWriter::new(temporary.as_file_mut()));
            write(&mut out).map_err(fail)?;
            out.flush().map_err(fail)?;
            out.into_parts().0.to_string()
        };
        temporary.as_file().sync_all().map_err(fail)?;
        temporary.persist(self.folder.join(&name)).map_err(|error| fail(error.error))?;
        let mut entry = Entry { logs, results: name, sha256, code: None };
        entry.code = self.binding.as_ref().map(|binding| binding.code(&entry.texts(&self.head)));
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        append(&mut file, &entry).map_err(|error| Error::write(&self.path, error))
    }

    /// Removes it: the run is done. In the folder of results, only files with names that this program gives are
    /// removed, and the folder itself only if it is empty then.
    pub fn remove(self) {
        // Anything left of it does no harm: a later run checks everything again. The file goes last, since it is what
        // identifies the folder as its own.
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let ours = name.to_str().is_some_and(|name| is_result(name) || name.starts_with(files::TEMPORARY));
            if ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
                let _ = fs::remove_file(entry.path());
            }
        }
        let _ = fs::remove_dir(&self.folder);
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether a file name, without any folder, is that of kept results.
fn is_result(name: &str) -> bool {
    name.strip_suffix(ENDING).is_some_and(|digest| Digest::from_hex(digest).is_some())
}

/// A folder that exists before its checkpoint and is not empty belongs to somebody else.
fn require_nobodys(folder: &Path) -> Result<(), Error> {
    let empty = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if empty {
        return Ok(());
    }
    Err(Error::new(format!(
        "{} is there already and belongs to no checkpoint; nothing in it was read or changed",
        shown(folder)
    ))
    .help("results are kept in that folder, so name another checkpoint, or move the folder away"))
}

/// The folder of results beside a checkpoint.
pub fn results_folder(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".results");
    PathBuf::from(name)
}

fn foreign(path: &Path) -> Error {
    Error::new(format!("{} is no checkpoint of a run of resettle, and nothing in it was changed", shown(path)))
        .help("name another file")
}

/// Writes the first line under another name, so that there is never half of one.
fn begin(path: &Path, head: &FirstLine) -> io::Result<()> {
    let mut temporary = files::temporary_file(files::folder_of(path))?;
    append(temporary.as_file_mut(), head)?;
    temporary.persist_noclobber(path).map_err(|error| error.error)?;
    Ok(())
}

/// Writes a line that carries its own hash, and sees it on disk.
fn append(file: &mut File, what: &impl Serialize) -> io::Result<()> {
    let json = serde_json::to_string(what)?;
    file.write_all(format!("{}  {json}\n", Digest::of(json.as_bytes())).as_bytes())?;
    file.sync_data()
}

/// The lines that are whole, without their hashes, and where they end. A line that is not whole ends the reading,
/// and so does all that follows it.
fn read_lines(file: &mut File) -> io::Result<(Vec<String>, u64)> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::new(file);
    let mut lines = Vec::new();
    let mut whole = 0u64;
    loop {
        let mut line = Vec::new();
        let read = reader.read_until(b'\n', &mut line)?;
        let json = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok()).and_then(|line| {
            let (hash, json) = line.split_once("  ")?;
            (hash == Digest::of(json.as_bytes()).to_string()).then(|| json.to_owned())
        });
        match json {
            Some(json) => lines.push(json),
            None => return Ok((lines, whole)),
        }
        whole += u64::try_from(read).unwrap_or(u64::MAX);
    }
}
