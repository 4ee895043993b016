use std::io::{BufRead, Write};
use std::path::Path;

use resettle_sealed_log::{Digest, Hasher, TrustStore};

use super::find::FoundCoup;
use super::readme;
use crate::error::{Error, shown};
use crate::files::{self, Hashing, LogFile};

const SUMS: &str = "SHA256SUMS";

/// Names and hashes of the files written so far.
#[derive(Default)]
struct Sums(Vec<(&'static str, String)>);

/// Writes the folder: the record, its neighbours' hashes, the lines up to the seal, the seal, the key.
pub fn write(dir: &Path, log: &Path, found: &FoundCoup, store: Option<&TrustStore>) -> Result<(), Error> {
    files::write_folder(dir, |dir| fill(dir, log, found, store))
}

/// Returns the names of what was written, the sums last.
fn fill(dir: &Path, log: &Path, found: &FoundCoup, store: Option<&TrustStore>) -> Result<Vec<String>, Error> {
    let mut sums = Sums::default();
    let mut record = Vec::new();
    let to = found.seal.as_ref().map_or(found.line + 1, |seal| seal.line);
    let (lines, sha256) = files::write_new_with(&dir.join("chain.jsonl"), |out| {
        let mut out = Hashing::new(out);
        let lines = chain(log, found.line, to, &mut out, &mut record)?;
        Ok((lines, out.into_parts().0))
    })?;
    sums.0.push(("chain.jsonl", sha256.to_string()));
    let [previous, own, rest @ ..] = lines.as_slice() else { return Err(changed(log)) };
    if *own != found.sha256 {
        return Err(changed(log));
    }
    let mut add = |name: &'static str, bytes: &[u8]| {
        sums.0.push((name, files::sha256(bytes)));
        files::write_new(&dir.join(name), bytes)
    };
    add("record.jsonl", &record)?;
    add("previous.sha256", format!("{previous}\n").as_bytes())?;
    if let Some(next) = rest.first() {
        add("next.sha256", format!("{next}\n").as_bytes())?;
    }
    let mut hashes = String::new();
    for (number, sha256) in (found.line..).zip(lines.iter().skip(1)) {
        hashes.push_str(&format!("{sha256}  line {number}\n"));
    }
    add("hashes.txt", hashes.as_bytes())?;
    let mut with_key = false;
    if let Some(seal) = &found.seal {
        let before = lines.len().checked_sub(2).and_then(|at| lines.get(at)).copied().unwrap_or(Digest::ZERO);
        add("seal.message", &seal.message(&found.log, before))?;
        add("seal.sig", &seal.sig)?;
        if let Some(key) = store.and_then(|store| store.get(seal.key)) {
            with_key = true;
            add("public.pem", key.public_key.to_spki_pem().as_bytes())?;
        }
    }
    add("README.txt", readme::text(log, found, with_key).as_bytes())?;
    sums.0.sort_unstable();
    let text: String = sums.0.iter().map(|(name, sha256)| format!("{sha256}  {name}\n")).collect();
    files::write_new(&dir.join(SUMS), text.as_bytes())?;
    Ok(sums.0.iter().map(|(name, _)| *name).chain([SUMS]).map(str::to_owned).collect())
}

fn changed(log: &Path) -> Error {
    Error::new(format!("{} changed while it was read", shown(log))).help("run again on a copy that stays as it is")
}

/// Copies the lines `from` to `to` as they are in the log, and returns the hashes of the line before and of each.
fn chain(log: &Path, from: u64, to: u64, out: &mut dyn Write, record: &mut Vec<u8>) -> Result<Vec<Digest>, Error> {
    let fail = |error| Error::read(log, error);
    let mut file = LogFile::open(log, |_| ()).map_err(fail)?;
    let mut content = file.content().map_err(fail)?;
    let mut hashes = Vec::new();
    for number in 1..=to {
        let mut hash = Hasher::default();
        let mut ended = false;
        while !ended {
            let chunk = content.fill_buf().map_err(fail)?;
            if chunk.is_empty() {
                // Text without a line feed is not a line, and the log may end before a line that is only a neighbour.
                return Ok(hashes);
            }
            let (text, used) = match chunk.iter().position(|byte| *byte == b'\n') {
                Some(at) => (chunk.get(..at).unwrap_or_default(), at + 1),
                None => (chunk, chunk.len()),
            };
            ended = used > text.len();
            hash.update(text);
            if number == from {
                record.extend_from_slice(text);
            }
            if number >= from {
                out.write_all(chunk.get(..used).unwrap_or_default()).map_err(Error::Output)?;
            }
            content.consume(used);
        }
        if number + 1 >= from {
            hashes.push(hash.finish());
        }
    }
    Ok(hashes)
}
