use std::fmt;

/// Where a node is: line and column count from 1, length in characters (0 where unknown).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1; 0 where unknown.
    pub line: u32,
    /// Column in characters, from 1; 0 where unknown.
    pub column: u32,
    /// Length in characters.
    pub len: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One fault of a YAML file: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// Line and column in the file.
    pub place: Position,
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
    /// What to do, where that can be said.
    pub help: Option<String>,
}

/// How a fault is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The file is not used.
    Error,
    /// It is used, and somebody should look.
    Warning,
    /// Worth knowing.
    Note,
}

/// All faults found in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Notes a fault at `place`.
    pub fn add(&mut self, place: Position, message: impl Into<String>) {
        self.0.push(Fault { place, message: message.into(), help: None });
    }

    /// Notes a fault together with what to do about it.
    pub fn add_with_help(&mut self, place: Position, message: impl Into<String>, help: impl Into<String>) {
        self.0.push(Fault { place, message: message.into(), help: Some(help.into()) });
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many faults there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The same, each once, in the order of their places.
    #[must_use]
    pub fn distinct(self) -> Self {
        Self(self.sorted())
    }

    /// The faults in the order of their places.
    #[must_use]
    pub fn sorted(mut self) -> Vec<Fault> {
        self.0.sort();
        self.0.dedup();
        self.0
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}
