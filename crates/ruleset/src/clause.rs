use std::fmt;

/// One or several clauses of the ruleset's document; the first is the one that grounds a finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cite(pub(crate) Vec<String>);

impl Cite {
    /// The clause that grounds a finding.
    #[must_use]
    pub fn primary(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// These clauses, and those of another citation that they lack.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let more = other.0.iter().filter(|clause| !self.0.contains(clause));
        Self(self.0.iter().chain(more).cloned().collect())
    }

    /// Every clause cited.
    #[must_use]
    pub fn all(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for Cite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

/// What became of a clause of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// The engine checks it.
    Enforced,
    /// It needs facts that no log holds.
    Recorded,
    /// It defines a term.
    Definition,
    /// It is a heading.
    Heading,
}

impl ClauseKind {
    pub(crate) const WORDS: &[(&str, Self)] = &[
        ("enforced", Self::Enforced),
        ("recorded", Self::Recorded),
        ("definition", Self::Definition),
        ("heading", Self::Heading),
    ];

    /// The word of the format.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }
}

/// A clause of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseEntry {
    /// Its number as printed.
    pub number: String,
    /// SHA-256 of its text, as the ruleset format normalises it, in lower-case hex.
    pub fingerprint: String,
    /// What became of it.
    pub kind: ClauseKind,
    /// Why it is recorded only.
    pub why: Option<String>,
}
