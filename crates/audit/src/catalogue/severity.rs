use std::fmt;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; never fails a run by itself.
    Info,
    /// A blemish.
    Minor,
    /// A breach of procedure, or of a reading of the rules.
    Major,
    /// Money, the result or the evidence is wrong.
    Critical,
}

impl Severity {
    /// All severities, the lightest first.
    pub const ALL: [Self; 4] = [Self::Info, Self::Minor, Self::Major, Self::Critical];

    /// The most that a finding weighs that rests on a reading, on what somebody entered afterwards, or on what no other record shows.
    pub const IN_DOUBT: Self = Self::Major;

    /// The word that reports use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Minor => "minor",
            Self::Major => "major",
            Self::Critical => "critical",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.word() == word)
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
