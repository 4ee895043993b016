use thiserror::Error;

/// Why a text is no name of a key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no name of a key: it is empty, or holds a space, a plus or a control character")]
pub struct NameError(pub String);

/// Why a text is no key as notes write it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VkeyError {
    /// Not `NAME+ID+KEY`.
    #[error("it is not of the form NAME+ID+KEY, as `resettle witness key` prints it")]
    Form,
    /// A name that is none.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Of another algorithm.
    #[error("it is of the kind {0}, and only Ed25519 is used: kind 1 signs notes, kind 4 cosigns them")]
    Kind(u8),
    /// The key is no key, or one that nobody may trust.
    #[error("its key cannot be used: {0}")]
    Key(String),
    /// The id is of another key or name.
    #[error("its id is not that of its name and key: one of the three was altered")]
    Id,
}

/// Why a note shows nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoteError {
    /// Not a signed note.
    #[error("it is no signed note (c2sp.org/signed-note): {0}")]
    Form(&'static str),
    /// The text of the note is no checkpoint.
    #[error("what it signs is no checkpoint (c2sp.org/tlog-checkpoint): {0}")]
    Checkpoint(&'static str),
    /// No key that counts is of its origin.
    #[error("no `log` key is of its origin `{0}`")]
    UnknownOrigin(String),
    /// A `log` of its origin is known, and it is not signed by it.
    #[error("no signature is by the key of `{0}`")]
    NotSigned(String),
    /// A signature by a key that counts does not fit.
    #[error("the signature of `{0}` does not fit: it, or what it signs, was altered")]
    Mismatch(String),
    /// A cosignature states a time that has not come.
    #[error("the cosignature of `{0}` states a time that has not come")]
    Ahead(String),
    /// More signatures than are looked at.
    #[error("it has more than {0} signatures")]
    TooMany(usize),
}

/// One thing wrong with a policy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct PolicyFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// One thing wrong with a list of leaves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct LeavesFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: &'static str,
}
