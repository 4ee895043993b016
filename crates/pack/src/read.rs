use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use resettle_signing::Manifest;
use resettle_signing::manifest::{Difference, ManifestFault, sha256};
use resettle_signing::sshsig::{self, VerifyError};
use thiserror::Error;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::{MANIFEST, MANIFEST_SIG, PACK_NAMESPACE, Pack};

/// The most files of a pack.
const MOST_FILES: usize = 20_000;
/// The largest file of a pack, in bytes, unpacked.
const LARGEST: u64 = 16 * 1024 * 1024;
/// How many bytes a pack holds at most, unpacked.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// Why a file is not taken as a pack. Nothing of it is used then.
#[derive(Debug, Error)]
pub enum PackError {
    /// No ZIP, or a damaged one.
    #[error("it is no pack, or a damaged one: {0}")]
    Zip(#[from] ZipError),
    /// A file of it cannot be unpacked.
    #[error("{name:?} in it cannot be unpacked: {why}")]
    Unreadable {
        /// Which file.
        name: String,
        /// Why not.
        why: String,
    },
    /// More than is read.
    #[error("it holds more than is read: at most {MOST_FILES} files, {LARGEST} bytes each and {MOST_BYTES} in all")]
    Large,
    /// One path is there twice.
    #[error("it holds {0:?} twice")]
    Twice(String),
    /// Bytes that belong to none of its files, or an entry that is no plain file.
    #[error("it holds more than its files: {0}")]
    More(String),
    /// What every pack has is not there.
    #[error("it holds no {0}: `resettle ruleset pack` writes one into every pack")]
    NotThere(&'static str),
    /// The manifest cannot be read.
    #[error("its {MANIFEST} cannot be read: {}", listed(.0))]
    Manifest(Vec<ManifestFault>),
    /// The signature does not fit the manifest, or cannot be judged.
    #[error("its signature does not count: {0}")]
    Signature(#[from] VerifyError),
    /// Files are not what was signed.
    #[error("it was altered after it was signed: {}", differences(.0))]
    Altered(Vec<Difference>),
}

fn listed(faults: &[ManifestFault]) -> String {
    faults.iter().take(5).map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn differences(all: &[Difference]) -> String {
    let words = all.iter().take(10).map(|difference| match difference {
        Difference::Missing(name) => format!("{name:?} is missing"),
        Difference::Altered(name) => format!("{name:?} is another"),
        Difference::Extra(name) => format!("{name:?} was put in"),
    });
    let mut words = words.collect::<Vec<_>>().join(", ");
    if let Some(more) = all.len().checked_sub(10).filter(|more| *more > 0) {
        words.push_str(&format!(", and {more} more"));
    }
    words
}

/// Whether these first bytes of a file are those of a ZIP, which a pack is.
#[must_use]
pub fn is_pack(first: &[u8]) -> bool {
    first.starts_with(b"PK\x03\x04")
}

/// The pack in these bytes.
///
/// # Errors
/// Anything but exactly what was signed: see [`PackError`].
pub fn read(bytes: &[u8]) -> Result<Pack, PackError> {
    let mut files = unpacked(bytes)?;
    let manifest = files.remove(MANIFEST).ok_or(PackError::NotThere(MANIFEST))?;
    let signature = files.remove(MANIFEST_SIG).ok_or(PackError::NotThere(MANIFEST_SIG))?;
    let signer = sshsig::verify(&signature, PACK_NAMESPACE, &manifest)?;
    let manifest = Manifest::parse_paths(&manifest).map_err(PackError::Manifest)?;
    let found = manifest.differences(files.iter().map(|(name, bytes)| (name.as_str(), sha256(bytes))));
    if found.is_empty() { Ok(Pack { files, signer }) } else { Err(PackError::Altered(found)) }
}

fn unpacked(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, PackError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    if archive.len() > MOST_FILES {
        return Err(PackError::Large);
    }
    nothing_else(bytes, &mut archive)?;
    let mut files = BTreeMap::new();
    let mut left = MOST_BYTES;
    for nth in 0..archive.len() {
        let file = archive.by_index(nth)?;
        let name = file.name()?.into_owned();
        let mut content = Vec::new();
        let most = LARGEST.min(left);
        let read = file.take(most.saturating_add(1)).read_to_end(&mut content);
        read.map_err(|error| PackError::Unreadable { name: name.clone(), why: error.to_string() })?;
        left =
            left.checked_sub(content.len() as u64).filter(|_| content.len() as u64 <= most).ok_or(PackError::Large)?;
        if files.insert(name.clone(), content).is_some() {
            return Err(PackError::Twice(name));
        }
    }
    Ok(files)
}

/// The length of the record at the end of a ZIP without a comment.
const END: usize = 22;
/// The length of what stands before an entry's name.
const BEFORE_NAME: u64 = 30;

/// One file lies behind the other, each once and by one name, and nothing stands before, between or behind them: what another
/// program unpacks is what is read here.
fn nothing_else(bytes: &[u8], archive: &mut ZipArchive<Cursor<&[u8]>>) -> Result<(), PackError> {
    let more = |what: &str| PackError::More(what.to_owned());
    let end = bytes.len().checked_sub(END).and_then(|at| bytes.get(at..)).unwrap_or_default();
    let count = match end {
        [b'P', b'K', 5, 6, _, _, _, _, _, _, low, high, .., 0, 0] => usize::from(u16::from_le_bytes([*low, *high])),
        _ => return Err(more("there is something behind them, or a comment")),
    };
    if archive.offset() != 0 || count != archive.len() {
        return Err(more("a name is there twice, or there is something before them"));
    }
    let mut entries = Vec::new();
    for nth in 0..archive.len() {
        let file = archive.by_index_raw(nth)?;
        let name = file.name()?.into_owned();
        if !file.is_file() || file.is_symlink() || file.encrypted() {
            return Err(PackError::More(format!("{name:?} is no plain file")));
        }
        let data = file.data_start().ok_or_else(|| more("an entry has no content"))?;
        entries.push((file.header_start(), data, data.saturating_add(file.compressed_size()), name));
    }
    entries.sort();
    let mut at = 0;
    for (header, data, behind, name) in entries {
        let named = header.saturating_add(BEFORE_NAME);
        let own = usize::try_from(named).ok().zip(usize::try_from(data).ok());
        let own = own.and_then(|(from, to)| bytes.get(from..to)).unwrap_or_default();
        if header != at || own != name.as_bytes() {
            return Err(PackError::More(format!(
                "{name:?} is named otherwise before its content, or does not follow the file before it"
            )));
        }
        at = behind;
    }
    if at == archive.central_directory_start() {
        Ok(())
    } else {
        Err(more("there is something behind the last of them"))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use resettle_signing::PrivateKey;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn key(seed: u8) -> PrivateKey {
        PrivateKey::from_seed(&[seed; 32], "").unwrap()
    }

    fn files() -> BTreeMap<String, Vec<u8>> {
        let rules = "zz/cove/baccarat/2027-01-01/ruleset.yaml";
        let approval = "approvals/zz/cove/baccarat/2027-01-01/a.yaml";
        BTreeMap::from([rules, approval].map(|name| (name.to_owned(), name.repeat(40).into_bytes())))
    }

    /// A ZIP of these files, in their order.
    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn signed(names: &[&str], more: &[(&str, &[u8])]) -> Vec<u8> {
        let mut manifest = Manifest::of_paths();
        for name in names {
            manifest.add(name, name.as_bytes()).unwrap();
        }
        let manifest = manifest.to_text();
        let signature = sshsig::sign(&key(1), PACK_NAMESPACE, manifest.as_bytes()).unwrap();
        let mut all: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, name.as_bytes())).collect();
        all.extend([(MANIFEST, manifest.as_bytes()), (MANIFEST_SIG, signature.as_bytes())]);
        all.extend(more);
        zip(&all)
    }

    #[test]
    fn the_same_files_and_key_give_the_same_bytes() {
        let one = crate::write(&files(), &key(1)).unwrap();
        assert_eq!(one, crate::write(&files(), &key(1)).unwrap());
        assert!(is_pack(&one));
        assert_eq!(read(&one).unwrap(), Pack { files: files(), signer: key(1).public_key().unwrap() });
    }

    #[test]
    fn no_byte_of_what_a_pack_holds_can_be_changed_unnoticed() {
        let good = crate::write(&files(), &key(1)).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            // Bytes of the ZIP around the files, such as times, say nothing about them.
            if let Ok(pack) = read(&bad) {
                assert_eq!(pack, Pack { files: files(), signer: key(1).public_key().unwrap() }, "byte {at}");
            }
        }
        for length in 0..good.len() {
            assert!(read(&good[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn what_is_not_signed_is_not_taken() {
        let said = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert!(read(&signed(&["a/b"], &[])).is_ok());
        assert!(said(&signed(&["a/b"], &[("c", b"")])).contains("\"c\" was put in"));
        assert!(said(&zip(&[("a", b"")])).contains("holds no MANIFEST.sha256"));
        assert!(said(b"no pack").contains("it is no pack"));
        let manifest = b"x";
        let signature = sshsig::sign(&key(1), PACK_NAMESPACE, manifest).unwrap();
        let unreadable = zip(&[(MANIFEST, manifest), (MANIFEST_SIG, signature.as_bytes())]);
        assert!(said(&unreadable).contains("cannot be read: line 1"));
        let other = sshsig::sign(&key(1), "resettle-report", manifest).unwrap();
        let foreign = zip(&[(MANIFEST, manifest), (MANIFEST_SIG, other.as_bytes())]);
        assert!(said(&foreign).contains("namespace"));
    }

    #[test]
    fn nothing_stands_beside_the_files() {
        let good = crate::write(&files(), &key(1)).unwrap();
        let with = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bad = good.clone();
            change(&mut bad);
            read(&bad).map(|_| ()).map_err(|error| error.to_string())
        };
        assert!(with(&|bytes| bytes.extend(b"more")).is_err());
        assert!(with(&|bytes| bytes.extend([0; 22])).is_err());
        assert!(with(&|bytes| bytes.splice(0..0, *b"#!/bin/sh\n").for_each(drop)).is_err());
        let twice = [good.clone(), good.clone()].concat();
        assert!(read(&twice).is_err());
        // Its name before the content is another than that in the list at the end, by which it was signed.
        assert!(with(&|bytes| bytes[30] ^= 1).is_err());
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.add_symlink("a", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        assert!(matches!(read(&zip.finish().unwrap().into_inner()), Err(PackError::More(_))));
    }

    #[test]
    fn what_would_fill_the_memory_is_refused() {
        let most = usize::try_from(LARGEST).unwrap();
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("a", SimpleFileOptions::default()).unwrap();
        zip.write_all(&vec![0; most + 1]).unwrap();
        let bytes = zip.finish().unwrap().into_inner();
        assert!(bytes.len() < 100_000);
        assert!(matches!(read(&bytes), Err(PackError::Large)));
    }
}
