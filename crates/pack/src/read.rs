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
