use std::sync::Arc;

use resettle_sealed_log::SourceKind;

use super::expected::SourceSettings;
use crate::finding::Place;

/// What is known of a source while it is joined.
pub(super) struct SourceInfo {
    /// The log of it that is being read.
    pub(super) file: Arc<str>,
    pub(super) id: String,
    pub(super) kind: SourceKind,
    pub(super) tolerance: i128,
    /// Whether one of its logs could not be read to the end: then nobody can say what it lacks.
    pub(super) cut: bool,
}

/// The sources of a table and their logs.
pub(super) struct Sources {
    pub(super) infos: Vec<SourceInfo>,
    /// The source and the file of each log, as places number them.
    logs: Vec<(usize, Arc<str>)>,
}

impl Sources {
    pub(super) fn new(infos: Vec<SourceInfo>, logs: Vec<(usize, Arc<str>)>) -> Self {
        Self { infos, logs }
    }

    pub(super) fn get(&self, source: usize) -> Option<&SourceInfo> {
        self.infos.get(source)
    }

    pub(super) fn kind_of(&self, source: usize) -> Option<SourceKind> {
        self.get(source).map(|info| info.kind)
    }

    /// This log of the source is read now.
    pub(super) fn reads(&mut self, source: usize, log: Option<usize>) {
        let file = log.and_then(|log| self.logs.get(log)).map(|(_, file)| Arc::clone(file));
        if let (Some(info), Some(file)) = (self.infos.get_mut(source), file) {
            info.file = file;
        }
    }

    /// The source whose log a place stands in.
    pub(super) fn of(&self, place: &Place) -> Option<usize> {
        self.logs.get(place.source).map(|(source, _)| *source)
    }

    /// What is known of the source whose log a place stands in.
    pub(super) fn info_of(&self, place: &Place) -> Option<&SourceInfo> {
        self.get(self.of(place)?)
    }

    /// The file that a place stands in.
    pub(super) fn file_of(&self, place: &Place) -> &str {
        self.logs.get(place.source).map_or("", |(_, file)| file.as_ref())
    }

    /// File and line of a place.
    pub(super) fn named(&self, place: &Place) -> String {
        format!("{}:{}", self.file_of(place), place.line.unwrap_or(0))
    }

    /// Expected sources without a log.
    pub(super) fn absent(&self, about: &SourceSettings) -> Vec<String> {
        let count = |kind: SourceKind| self.infos.iter().filter(|info| info.kind == kind).count();
        let mut out = Vec::new();
        let expected = &about.expected;
        let shoes = count(SourceKind::Shoe) + count(SourceKind::Table);
        if expected.shoe > shoes {
            out.push(further("shoe", shoes));
        }
        let displays = count(SourceKind::Display) + count(SourceKind::Table);
        if expected.display > displays {
            out.push(further("display", displays));
        }
        for terminal in &expected.terminals {
            if !self.infos.iter().any(|info| info.kind == SourceKind::Terminal && info.id == *terminal) {
                out.push(format!("terminal {terminal}"));
            }
        }
        out
    }
}

/// The precedence of a source where two report the same thing.
pub(super) fn precedence(kind: SourceKind) -> u8 {
    match kind {
        SourceKind::Table => 0,
        SourceKind::Shoe => 1,
        SourceKind::Display => 2,
        SourceKind::Terminal => 3,
        SourceKind::Desk => 4,
    }
}

/// Whose table sign is in force: the table's own, else the display's or a terminal's.
pub(super) fn sign_rank(kind: SourceKind) -> u8 {
    match kind {
        SourceKind::Table => 0,
        SourceKind::Display => 1,
        SourceKind::Terminal => 2,
        SourceKind::Shoe => 3,
        SourceKind::Desk => 4,
    }
}

/// Whose records of a shoe's events count: the shoe's own, else the table's.
pub(super) fn events_rank(kind: SourceKind) -> u8 {
    match kind {
        SourceKind::Shoe => 0,
        SourceKind::Table => 1,
        SourceKind::Display => 2,
        SourceKind::Terminal => 3,
        SourceKind::Desk => 4,
    }
}

fn further(what: &str, there: usize) -> String {
    if there == 0 { format!("a {what}") } else { format!("a further {what}") }
}
