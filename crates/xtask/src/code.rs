//! Codes and severities, as far as their spelling goes.

/// As long as a code may be, so that it fits on a line with its severity.
const LONGEST: usize = 40;

/// The families of codes that there are. A new one needs a title in the gallery, which the list of what is left says.
pub(crate) const FAMILIES: [&str; 14] = [
    "claim",
    "deal",
    "display",
    "disposition",
    "integrity",
    "procedure",
    "promotion",
    "reconcile",
    "result",
    "ruleset",
    "settlement",
    "tournament",
    "void",
    "wager",
];

/// A code that is well formed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NewCode {
    pub(crate) family: String,
    pub(crate) name: String,
}

impl NewCode {
    /// Reads a code, and says what is wrong with one that is none.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let wanted = "a code is family/name in lower case with hyphens, such as wager/duplicate-id";
        let (family, name) = text.split_once('/').ok_or_else(|| format!("`{text}`: {wanted}"))?;
        if !plain(family) || family.contains('-') || !name.split('-').all(plain) {
            return Err(format!("`{text}`: {wanted}"));
        }
        if text.len() > LONGEST {
            return Err(format!("`{text}` has {} letters; at most {LONGEST} fit", text.len()));
        }
        if !FAMILIES.contains(&family) {
            return Err(format!("there is no family `{family}`; one of: {}", FAMILIES.join(", ")));
        }
        Ok(Self { family: family.to_owned(), name: name.to_owned() })
    }

    /// As reports write it.
    pub(crate) fn text(&self) -> String {
        format!("{}/{}", self.family, self.name)
    }

    /// Its name in Rust, as those of its family are called.
    pub(crate) fn variant(&self) -> String {
        let own: String = self.name.split('-').map(capital).collect();
        if self.family == "tournament" { format!("Tournament{own}") } else { own }
    }

    /// Its name where Rust wants a module or a function.
    pub(crate) fn snake(&self) -> String {
        self.name.replace('-', "_")
    }
}

/// A word of lower-case letters and digits that begins with a letter.
fn plain(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
}

/// The word with a capital.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Severity {
    Info,
    Minor,
    Major,
    Critical,
}

impl Severity {
    const ALL: [Self; 4] = [Self::Info, Self::Minor, Self::Major, Self::Critical];

    /// Reads the word that reports use.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.word() == word)
    }

    /// The word that reports use.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Minor => "minor",
            Self::Major => "major",
            Self::Critical => "critical",
        }
    }
}
