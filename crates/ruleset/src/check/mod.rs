//! The lint: what a person should see to before a ruleset is approved.
//!
//! The decoder refuses what cannot be used; [`check_folder`] reports its faults together with what it lets
//! pass and nobody should: a decision without a ground, a reading that the notes do not explain, dates that
//! do not fit. [`check_registry`] looks at the rulesets side by side.

mod clauses;
mod dates;
mod grounds;
mod lists;
mod notes;
mod offices;
mod registry;
mod text;

use resettle_yaml::{Fault, Faults, Position, Weight};

use crate::model::Ruleset;

pub use dates::UNNAMED;
pub use notes::names as names_clause;
pub use registry::check_registry;

/// The file of the rules within a ruleset's folder.
pub const RULES: &str = "ruleset.yaml";
/// The file of the notes within a ruleset's folder.
pub const NOTES: &str = "notes.md";
/// The file that says where the clauses of its document begin, where that is not seen, within a ruleset's folder.
pub const CUT: &str = "cut.yaml";
/// The file of the cases within a ruleset's folder.
pub const CASES: &str = "cases.yaml";

/// How much a remark weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Worth knowing; nothing has to be done.
    Note,
    /// Somebody should look.
    Warning,
    /// The ruleset must not be approved.
    Error,
}

impl Level {
    /// The word that output uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// As excerpts announce it.
    #[must_use]
    pub fn weight(self) -> Weight {
        match self {
            Self::Note => Weight::Note,
            Self::Warning => Weight::Warning,
            Self::Error => Weight::Error,
        }
    }
}

/// What a remark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The format: keys, words, types, tables that are not complete, clauses that are not there.
    Format,
    /// Decisions and the clauses they rest on.
    Citation,
    /// Dates and spans.
    Date,
    /// `notes.md`.
    Notes,
    /// How the files are written.
    Text,
    /// Files and folders.
    Folder,
    /// Rulesets side by side.
    Registry,
    /// Who approved a ruleset, and whether that still counts.
    Approval,
    /// `cases.yaml`.
    Cases,
    /// House edges.
    Odds,
}

impl Subject {
    /// The word that output uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Citation => "citation",
            Self::Date => "date",
            Self::Notes => "notes",
            Self::Text => "text",
            Self::Folder => "folder",
            Self::Registry => "registry",
            Self::Approval => "approval",
            Self::Cases => "cases",
            Self::Odds => "odds",
        }
    }
}

/// One thing that the lint has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Its weight.
    pub level: Level,
    /// What it is about.
    pub subject: Subject,
    /// The ruleset's id; for the registry the one concerned.
    pub id: String,
    /// Which of its files: [`RULES`], [`NOTES`] or another name in the folder.
    pub file: String,
    /// Where in the file, what, and what to do.
    pub fault: Fault,
}

/// A ruleset's folder as it was read.
#[derive(Clone, Copy, Debug)]
pub struct Folder<'a> {
    /// The folder's path, which is the ruleset's id.
    pub id: &'a str,
    /// `ruleset.yaml`.
    pub yaml: &'a str,
    /// `notes.md`.
    pub notes: &'a str,
    /// Names of whatever else lies in the folder.
    pub others: &'a [String],
}

/// A folder, checked.
#[derive(Debug)]
pub struct Checked {
    /// The ruleset, where it can be used.
    pub ruleset: Option<Ruleset>,
    /// All remarks, in the order of files and places.
    pub remarks: Vec<Remark>,
}

/// Gathers the remarks of one folder.
struct Lint<'a> {
    folder: Folder<'a>,
    remarks: Vec<Remark>,
}

impl Lint<'_> {
    fn say(&mut self, level: Level, subject: Subject, file: &str, fault: Fault) {
        self.remarks.push(Remark { level, subject, id: self.folder.id.to_owned(), file: file.to_owned(), fault });
    }

    /// A remark on `ruleset.yaml`.
    fn rules(&mut self, level: Level, subject: Subject, place: Position, message: String, help: &str) {
        self.say(level, subject, RULES, Fault { place, message, help: Some(help.to_owned()) });
    }
}

/// Everything that can be said of one ruleset by itself.
#[must_use]
pub fn check_folder(folder: Folder<'_>) -> Checked {
    let mut lint = Lint { folder, remarks: Vec::new() };
    let mut ruleset = None;
    match resettle_yaml::parse(folder.yaml) {
        Err(fault) => reported_by_the_decoder(&mut lint, Faults::from(fault)),
        Ok(root) => {
            match Ruleset::from_node(folder.id, &root, folder.yaml, folder.notes.as_bytes()) {
                Ok(decoded) => ruleset = Some(decoded),
                Err(faults) => reported_by_the_decoder(&mut lint, faults),
            }
            grounds::check(&root, &mut lint);
            lists::check(&root, "", &mut lint);
            notes::check(&root, &mut lint);
            offices::check(&root, &mut lint);
            clauses::check(&root, &mut lint);
            dates::check(&root, &mut lint);
        }
    }
    text::check(&mut lint);
    for name in folder.others.iter().filter(|name| *name != CASES) {
        let message = format!("`{name}` lies beside the ruleset, and the digest does not cover it");
        let help = Some(
            "a ruleset is `ruleset.yaml`, `notes.md`, `cases.yaml` and `cut.yaml`: move the rest elsewhere".to_owned(),
        );
        lint.say(Level::Warning, Subject::Folder, name, Fault { place: Position::default(), message, help });
    }
    let mut remarks = lint.remarks;
    remarks.sort_by(|a, b| {
        (a.file != RULES, &a.file, &a.fault, a.level).cmp(&(b.file != RULES, &b.file, &b.fault, b.level))
    });
    remarks.dedup();
    Checked { ruleset, remarks }
}

fn reported_by_the_decoder(lint: &mut Lint<'_>, faults: Faults) {
    for fault in faults.sorted() {
        lint.say(Level::Error, Subject::Format, RULES, fault);
    }
}
