//! What the clauses of a ruleset were read from.

/// What the clauses were read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentSource {
    /// The document.
    pub document: String,
    /// The files read.
    pub files: Vec<SourceFile>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name.
    pub name: String,
    /// SHA-256 in lower-case hex.
    pub sha256: String,
}
