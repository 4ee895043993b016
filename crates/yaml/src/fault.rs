use std::fmt;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

/// Where a node stands: line and column count from 1, length in characters (0 where unknown).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1; 0 where unknown.
    pub line: u32,
    /// Column in characters, from 1; 0 where unknown.
    pub column: u32,
    /// Length in characters.
    pub len: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One fault of a YAML file: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// Where.
    pub place: Place,
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

impl Fault {
    /// The fault with `file:line:column` and an excerpt of `text`, as people read it.
    #[must_use]
    pub fn render(&self, weight: Weight, file: &str, text: &str, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let level = match weight {
            Weight::Error => Level::ERROR,
            Weight::Warning => Level::WARNING,
            Weight::Note => Level::NOTE,
        };
        let title = level.primary_title(self.message.as_str());
        let mut group = if self.place.line == 0 {
            title.element(Origin::path(file))
        } else {
            let range = byte_range(text, self.place);
            title.element(Snippet::source(text).path(file).annotation(AnnotationKind::Primary.span(range)))
        };
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let mut out = renderer.render(&[group]);
        out.push('\n');
        out
    }
}

/// All faults found in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Notes a fault at `place`.
    pub fn add(&mut self, place: Place, message: impl Into<String>) {
        self.0.push(Fault { place, message: message.into(), help: None });
    }

    /// Notes a fault together with what to do about it.
    pub fn add_with_help(&mut self, place: Place, message: impl Into<String>, help: impl Into<String>) {
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

    /// The faults in the order of their places.
    #[must_use]
    pub fn sorted(mut self) -> Vec<Fault> {
        self.0.sort();
        self.0.dedup();
        self.0
    }

    /// Every fault with `file:line:column` and an excerpt of `text`, as people read it.
    #[must_use]
    pub fn render(&self, file: &str, text: &str, colour: bool) -> String {
        let mut faults = self.0.clone();
        faults.sort();
        faults.dedup();
        let mut out = String::new();
        for fault in &faults {
            out.push_str(&fault.render(Weight::Error, file, text, colour));
        }
        out
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

/// The bytes that `place` covers, within its line and never outside `text`.
fn byte_range(text: &str, place: Place) -> std::ops::Range<usize> {
    let mut start_of_line = 0usize;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number + 1 == place.line as usize {
            let content = line.trim_end_matches(['\n', '\r']);
            let skip = place.column.saturating_sub(1) as usize;
            let at = |n: usize| content.char_indices().nth(n).map_or(content.len(), |(i, _)| i);
            let from = at(skip);
            let to = at(skip.saturating_add(place.len.max(1) as usize));
            return start_of_line + from..start_of_line + to;
        }
        start_of_line += line.len();
    }
    let end = text.trim_end().len();
    end..end
}
