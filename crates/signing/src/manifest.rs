//! `MANIFEST.sha256`: the hash of every file of a folder, as `sha256sum` writes and checks it.

use std::collections::{BTreeMap, BTreeSet};

use resettle_sealed_log::hex;
use sha2::Digest as _;
use thiserror::Error;

/// A SHA-256.
pub type Sha256Bytes = [u8; 32];

/// After so many faults the rest is not looked at.
const MOST_FAULTS: usize = 100;

/// The longest file name taken.
const LONGEST_NAME: usize = 200;

/// How many names a path may have: a ruleset lies in four folders, its approvals in five.
const DEEPEST: usize = 6;

/// Why a name may not stand in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NameError {
    /// Nothing at all.
    #[error("a file name is empty")]
    Empty,
    /// A name that leads out of the folder or into another.
    #[error("the file name {0:?} leads out of the folder: a report is one folder without others in it")]
    Path(String),
    /// Of files in folders: so many folders that nothing of ours is below them.
    #[error("the file name {0:?} leads through more than {DEEPEST} folders")]
    Deep(String),
    /// A name with a character that some system or tool reads as something else.
    #[error("the file name {name:?} holds {character:?}: only letters, digits, `.`, `_` and `-` are safe everywhere")]
    Character {
        /// The name as the manifest lists it.
        name: String,
        /// Its first bad character.
        character: char,
    },
    /// A name that a tool may take for an option, or that is hidden, or that Windows changes.
    #[error("the file name {0:?} must begin with a letter or a digit and must not end in a dot")]
    Ends(String),
    /// A name that is too long.
    #[error("a file name is longer than {LONGEST_NAME} bytes")]
    Long,
    /// The same name again, or one that differs only in case.
    #[error("the file name {0:?} comes twice (capitals do not tell files apart everywhere)")]
    Repeated(String),
}

/// One thing wrong with a manifest's text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct ManifestFault {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: ManifestFaultReason,
}

/// What can be wrong with a line of a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ManifestFaultReason {
    /// Bytes that are no text.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// Not a hash, two blanks and a name.
    #[error("it is not 64 hex digits, two blanks and a file name")]
    Form,
    /// A hash in capitals.
    #[error("the hash is not in lower case")]
    UpperCase,
    /// A bad name.
    #[error("{0}")]
    Name(#[from] NameError),
    /// The last line is cut.
    #[error("the last line does not end with a line feed: the file may be cut off")]
    NoLineFeed,
    /// No line at all.
    #[error("it lists no file")]
    Nothing,
    /// So many faults that nobody would read on.
    #[error("what comes after is not looked at: mend these faults first, or look for the right file")]
    More,
}

/// A difference between a manifest and the files that are there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Listed, but not there.
    Missing(String),
    /// There, but with another hash.
    Altered(String),
    /// There, but not listed.
    Extra(String),
}

/// What a manifest lists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Names {
    /// The files of one folder.
    #[default]
    OfFiles,
    /// Files in folders below one another, with `/` between the names.
    OfPaths,
}

impl Names {
    fn check(self, name: &str) -> Result<(), NameError> {
        match self {
            Self::OfFiles => check_name(name),
            Self::OfPaths if name.split('/').count() > DEEPEST => Err(NameError::Deep(name.to_owned())),
            Self::OfPaths => name.split('/').try_for_each(check_name),
        }
    }
}

/// The hashes of the files of a folder, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    names: Names,
    entries: BTreeMap<String, Sha256Bytes>,
    /// The names in lower case, so that none comes twice on a system that ignores capitals.
    folded: BTreeSet<String>,
}

impl Manifest {
    /// A manifest of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A manifest of nothing yet, for files in folders: each is listed by its path, of at most six names with `/` between.
    pub fn of_paths() -> Self {
        Self { names: Names::OfPaths, ..Self::default() }
    }

    /// Adds a file by its bytes.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), NameError> {
        self.add_digest(name, sha256(bytes))
    }

    /// Adds a file by its hash.
    pub fn add_digest(&mut self, name: &str, digest: Sha256Bytes) -> Result<(), NameError> {
        self.names.check(name)?;
        if !self.folded.insert(name.to_ascii_lowercase()) {
            return Err(NameError::Repeated(name.to_owned()));
        }
        self.entries.insert(name.to_owned(), digest);
        Ok(())
    }

    /// The files by name.
    pub fn entries(&self) -> &BTreeMap<String, Sha256Bytes> {
        &self.entries
    }

    /// The text, sorted by name in byte order.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, digest) in &self.entries {
            text.push_str(&hex(digest));
            text.push_str("  ");
            text.push_str(name);
            text.push('\n');
        }
        text
    }

    /// Reads a manifest strictly; its faults come together, the first hundred of them.
    pub fn parse(bytes: &[u8]) -> Result<Self, Vec<ManifestFault>> {
        Self::new().read(bytes)
    }

    /// The same of a manifest that lists files by their paths, as [`of_paths`](Self::of_paths) takes them.
    pub fn parse_paths(bytes: &[u8]) -> Result<Self, Vec<ManifestFault>> {
        Self::of_paths().read(bytes)
    }

    fn read(mut self, bytes: &[u8]) -> Result<Self, Vec<ManifestFault>> {
        let mut faults = Vec::new();
        let mut lines = 0;
        for (index, line) in bytes.split_inclusive(|b| *b == b'\n').enumerate() {
            lines = index + 1;
            if let Err(reason) = self.read_line(line) {
                faults.push(ManifestFault { line: lines, reason });
            }
            if faults.len() >= MOST_FAULTS {
                faults.push(ManifestFault { line: lines, reason: ManifestFaultReason::More });
                break;
            }
        }
        if lines == 0 {
            faults.push(ManifestFault { line: 1, reason: ManifestFaultReason::Nothing });
        }
        if faults.is_empty() { Ok(self) } else { Err(faults) }
    }

    fn read_line(&mut self, line: &[u8]) -> Result<(), ManifestFaultReason> {
        let line = line.strip_suffix(b"\n").ok_or(ManifestFaultReason::NoLineFeed)?;
        let line = std::str::from_utf8(line).map_err(|_| ManifestFaultReason::NotUtf8)?;
        let (digits, name) = line.split_once("  ").ok_or(ManifestFaultReason::Form)?;
        let digest = read_hex(digits)?;
        Ok(self.add_digest(name, digest)?)
    }

    /// What differs between this and the files that are there, by name.
    pub fn differences<'n>(&self, present: impl IntoIterator<Item = (&'n str, Sha256Bytes)>) -> Vec<Difference> {
        let mut missing: BTreeSet<&str> = self.entries.keys().map(String::as_str).collect();
        let mut found = Vec::new();
        for (name, digest) in present {
            missing.remove(name);
            match self.entries.get(name) {
                None => found.push(Difference::Extra(name.to_owned())),
                Some(listed) if *listed != digest => found.push(Difference::Altered(name.to_owned())),
                Some(_) => {}
            }
        }
        found.extend(missing.into_iter().map(|name| Difference::Missing(name.to_owned())));
        found.sort();
        found
    }
}

/// The SHA-256 of some bytes.
pub fn sha256(bytes: &[u8]) -> Sha256Bytes {
    sha2::Sha256::digest(bytes).into()
}

fn read_hex(digits: &str) -> Result<Sha256Bytes, ManifestFaultReason> {
    let mut digest = [0; 32];
    if digits.len() != 64 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(ManifestFaultReason::Form);
    }
    if digits.bytes().any(|b| b.is_ascii_uppercase()) {
        return Err(ManifestFaultReason::UpperCase);
    }
    base16ct::lower::decode(digits, &mut digest).map_err(|_| ManifestFaultReason::Form)?;
    Ok(digest)
}

/// Refuses every name that some system or tool would read as anything but a file of this folder.
pub fn check_name(name: &str) -> Result<(), NameError> {
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if name == "." || name.contains("..") || name.contains(['/', '\\', ':']) {
        return Err(NameError::Path(name.to_owned()));
    }
    if let Some(character) = name.chars().find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))) {
        return Err(NameError::Character { name: name.to_owned(), character });
    }
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || name.ends_with('.') {
        return Err(NameError::Ends(name.to_owned()));
    }
    if name.len() > LONGEST_NAME {
        return Err(NameError::Long);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    #[test]
    fn writes_sorted_and_reads_back() {
        let mut manifest = Manifest::new();
        manifest.add("report.json", b"{}").unwrap();
        manifest.add("findings.csv", b"").unwrap();
        let text = manifest.to_text();
        assert!(text.starts_with(&format!("{EMPTY}  findings.csv\n")));
        assert_eq!(text.lines().count(), 2);
        assert_eq!(Manifest::parse(text.as_bytes()), Ok(manifest));
    }

    #[test]
    fn refuses_bad_names() {
        for name in [
            "",
            ".",
            "..",
            "../x",
            "a/b",
            "/etc/passwd",
            "a\\b",
            "C:x",
            "a..b",
            "-rf",
            ".hidden",
            "x.",
            "a b",
            "a\nb",
            "a\tb",
            "a\u{202e}b",
            "ü",
            "a*b",
            &"x".repeat(201),
        ] {
            assert!(check_name(name).is_err(), "{name:?}");
            assert!(Manifest::new().add(name, b"").is_err(), "{name:?}");
        }
        for name in ["report.json", "report.html", "7UP-03_2023-06.csv", "0"] {
            assert_eq!(check_name(name), Ok(()));
        }
        let mut manifest = Manifest::new();
        manifest.add("report.json", b"").unwrap();
        assert_eq!(manifest.add("Report.JSON", b""), Err(NameError::Repeated("Report.JSON".into())));
    }

    #[test]
    fn paths_lead_down_and_nowhere_else() {
        let mut manifest = Manifest::of_paths();
        for name in ["sg/mbs/baccarat/2017-02-17/ruleset.yaml", "approvals/sg/mbs/baccarat/2017-02-17/a.yaml", "a"] {
            manifest.add(name, b"").unwrap();
        }
        assert_eq!(Manifest::parse_paths(manifest.to_text().as_bytes()), Ok(manifest));
        for name in ["/a", "a/", "a//b", "a/../b", "../a", "./a", "a/.b", "a\\b", "C:/a", "a/b/c/d/e/f/g", ""] {
            assert!(Manifest::of_paths().add(name, b"").is_err(), "{name:?}");
        }
        assert!(Manifest::parse(format!("{EMPTY}  a/b\n").as_bytes()).is_err());
    }

    #[test]
    fn all_faults_come_together_with_their_lines() {
        use ManifestFaultReason as R;
        let text = format!(
            "{EMPTY}  a\n{EMPTY} *b\n{}  c\n{EMPTY}  a\n{EMPTY}  ../d\n\n{EMPTY}  e\r\n\\{EMPTY}  f\n{}  g\n{EMPTY}  h",
            EMPTY.to_uppercase(),
            EMPTY.get(1..).unwrap()
        );
        let faults = Manifest::parse(text.as_bytes()).unwrap_err();
        let expected = [
            (2, R::Form),
            (3, R::UpperCase),
            (4, R::Name(NameError::Repeated("a".into()))),
            (5, R::Name(NameError::Path("../d".into()))),
            (6, R::Form),
            (7, R::Name(NameError::Character { name: "e\r".into(), character: '\r' })),
            (8, R::Form),
            (9, R::Form),
            (10, R::NoLineFeed),
        ]
        .map(|(line, reason)| ManifestFault { line, reason });
        assert_eq!(faults, expected);
        assert_eq!(Manifest::parse(b"").unwrap_err(), [ManifestFault { line: 1, reason: R::Nothing }]);
    }

    #[test]
    fn differences_are_of_three_kinds() {
        let mut manifest = Manifest::new();
        for name in ["same", "changed", "gone"] {
            manifest.add(name, name.as_bytes()).unwrap();
        }
        let present = [("same", b"same".as_slice()), ("changed", b"x"), ("new", b"")];
        let found = manifest.differences(present.map(|(name, bytes)| (name, sha256(bytes))));
        assert_eq!(
            found,
            [
                Difference::Missing("gone".into()),
                Difference::Altered("changed".into()),
                Difference::Extra("new".into())
            ]
        );
    }
}
