use sha2::{Digest as _, Sha256};

/// The hashes of a ruleset's two files, and the digest over them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileHashes {
    /// SHA-256 of `notes.md`, in lower-case hex.
    pub notes: String,
    /// SHA-256 of `ruleset.yaml`, in lower-case hex.
    pub rules: String,
}

impl FileHashes {
    /// Takes the hashes.
    #[must_use]
    pub fn of(ruleset_yaml: &[u8], notes_md: &[u8]) -> Self {
        Self { notes: sha256(notes_md), rules: sha256(ruleset_yaml) }
    }

    /// Name and hash of each file, by name.
    #[must_use]
    pub fn named(&self) -> [(&'static str, &str); 2] {
        [("notes.md", &self.notes), ("ruleset.yaml", &self.rules)]
    }

    /// The two lines that `sha256sum notes.md ruleset.yaml | sort` prints.
    #[must_use]
    pub fn lines(&self) -> String {
        let mut lines = self.named().map(|(name, hash)| format!("{hash}  {name}\n"));
        lines.sort();
        lines.concat()
    }

    /// The digest: the SHA-256 of [`FileHashes::lines`], in lower-case hex.
    #[must_use]
    pub fn digest(&self) -> String {
        sha256(self.lines().as_bytes())
    }
}

/// A ruleset's digest: the SHA-256, in lower-case hex, of the sorted `sha256sum` lines of its two files.
#[must_use]
pub fn ruleset_digest(ruleset_yaml: &[u8], notes_md: &[u8]) -> String {
    FileHashes::of(ruleset_yaml, notes_md).digest()
}

fn sha256(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(&Sha256::digest(bytes))
}
