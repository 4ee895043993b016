//! What a check of a report found.

use std::fmt;

use resettle_sealed_log::PublicKey;

use super::Problem;

/// What a check found, in a few words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Every file is what an accepted signer signed.
    Verified,
    /// Every file is what an accepted signer signed, and it was made with other keys than the reader's files name.
    NotAsOwn,
    /// Every file is what the signer signed, but nobody says who that is.
    SignerUnknown,
    /// It cannot be said whether the files are what was signed.
    CannotBeVerified,
    /// The files are what was signed, and do not fit each other: a count is not that of its list.
    Contradictory,
    /// The files are not what was signed.
    Altered,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Verified => "verified",
            Self::NotAsOwn => "signed by an accepted signer, and not made with your files",
            Self::SignerUnknown => "consistent, signer unknown",
            Self::CannotBeVerified => "cannot be verified",
            Self::Contradictory => "contradicts itself",
            Self::Altered => "was altered",
        })
    }
}

/// The outcome of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// All problems, the most severe first.
    pub problems: Vec<Problem>,
    /// The key whose signature fits the manifest.
    pub signer: Option<PublicKey>,
    /// The names under which the signer is accepted, as they stand in the allowed_signers file.
    pub known_as: Option<String>,
}

impl Verdict {
    /// The most severe of what was found.
    pub fn state(&self) -> State {
        self.problems.iter().map(Problem::state).max().unwrap_or(State::Verified)
    }

    /// Whether the files are what the signer signed, whoever that is.
    pub fn is_consistent(&self) -> bool {
        self.state() <= State::SignerUnknown
    }
}
