//! The file of a unit's result: a line that states which unit it belongs to, what a checkpoint keeps of a table, and a
//! hash of both.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use resettle_run::{Store, TableResult};
use resettle_sealed_log::Open;
use serde::{Deserialize, Serialize};

use crate::error::{Error, of_rows};
use crate::files::{self, Hashing};

/// What the first line identifies itself as.
const KIND: &str = "resettle-result/1";
/// The suffix of the names of results: different from that of a log.
const ENDING: &str = ".result";
/// A hash in hexadecimal digits and a line feed.
const HASH: u64 = 65;

#[derive(Serialize, Deserialize)]
struct FirstLine {
    kind: String,
    unit: String,
}

/// Where the result of a unit is kept.
pub fn path_of(folder: &Path, key: &str) -> PathBuf {
    folder.join(format!("{key}{ENDING}"))
}

/// Writes it, whole or not at all. An existing one is replaced by the same bytes.
pub fn write(path: &Path, key: &str, result: &TableResult) -> Result<(), Error> {
    files::replace_with(path, |out| {
        let mut write = || -> io::Result<()> {
            let mut out = Hashing::new(&mut *out);
            let header = FirstLine { kind: KIND.to_owned(), unit: key.to_owned() };
            serde_json::to_writer(&mut out, &header)?;
            out.write_all(b"\n")?;
            result.save(&mut out)?;
            let (sha256, out) = out.into_parts();
            writeln!(out, "{sha256}")
        };
        write().map_err(|error| of_rows(error, |error| Error::write(path, error)))
    })
}

/// Why a result cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// There is none.
    Missing,
    /// It is not what was written.
    Damaged,
    /// It is the result of something else.
    OfAnother,
}

/// Reads the result of a unit; `opens` are the opening records of its logs.
pub fn read(path: &Path, key: &str, opens: Vec<Option<Open>>, store: &Store) -> Result<TableResult, Unusable> {
    let mut file = whole(path, key)?;
    TableResult::load(&mut file, opens, store).map_err(|_| Unusable::Damaged)
}

/// Whether the result of a unit is there, whole.
pub fn is_there(path: &Path, key: &str) -> bool {
    whole(path, key).is_ok()
}

/// The file behind its first line, once its hash was checked.
fn whole(path: &Path, key: &str) -> Result<impl BufRead + use<>, Unusable> {
    let damaged = |_| Unusable::Damaged;
    let mut file = File::open(path).map_err(|_| Unusable::Missing)?;
    let length = file.metadata().map_err(damaged)?.len().checked_sub(HASH).ok_or(Unusable::Damaged)?;
    let sha256 = files::sha256_of_rest(&mut (&mut file).take(length)).map_err(damaged)?;
    let mut written = String::new();
    file.read_to_string(&mut written).map_err(damaged)?;
    if written != format!("{sha256}\n") {
        return Err(Unusable::Damaged);
    }
    file.seek(SeekFrom::Start(0)).map_err(damaged)?;
    let mut file = BufReader::new(file.take(length));
    let mut line = String::new();
    file.read_line(&mut line).map_err(damaged)?;
    let header: FirstLine = serde_json::from_str(&line).map_err(|_| Unusable::Damaged)?;
    if (header.kind.as_str(), header.unit.as_str()) == (KIND, key) { Ok(file) } else { Err(Unusable::OfAnother) }
}
