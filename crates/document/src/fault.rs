use std::fmt;

/// How many faults are kept: a text without end has no end of them.
const KEPT: usize = 100;

/// One fault of a document: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentFault {
    /// The line of the text, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// All faults of a document, in the order of their places.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct DocumentFaults {
    faults: Vec<DocumentFault>,
    more: usize,
}

impl DocumentFaults {
    pub(crate) fn new(mut faults: Vec<DocumentFault>) -> Self {
        faults.sort_by_key(|fault| (fault.line, fault.column));
        let more = faults.len().saturating_sub(KEPT);
        faults.truncate(KEPT);
        Self { faults, more }
    }

    pub(crate) fn one(line: u32, column: u32, message: String, help: &str) -> Self {
        Self { faults: vec![DocumentFault { line, column, message, help: help.to_owned() }], more: 0 }
    }

    /// Those that were kept, in the order of their places: at most 100.
    #[must_use]
    pub fn all(&self) -> &[DocumentFault] {
        &self.faults
    }

    /// How many there are, those that were not kept counted too.
    #[must_use]
    pub fn count(&self) -> usize {
        self.faults.len() + self.more
    }
}

impl fmt::Display for DocumentFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.faults.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}:{}: {}; {}", fault.line, fault.column, fault.message, fault.help)?;
        }
        if self.more > 0 {
            write!(f, "\nand {} more", self.more)?;
        }
        Ok(())
    }
}
