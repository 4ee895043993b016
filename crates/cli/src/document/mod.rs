//! Rule documents on disk: text as it is, PDF through a child process with limits.

mod child;
mod pdf;

pub use child::run as pdf_text;

use std::path::{Path, PathBuf};

use resettle_console::notice::Notice;
use resettle_document::{Document, DocumentFaults, Numbering, Why};
use resettle_report::print::neutral;
use resettle_ruleset::check::CUT;
use resettle_ruleset::{CutFile, Ruleset};

use crate::error::{Error, shown};
use crate::files;

/// The largest document that is read, in bytes.
const MAX_DOCUMENT: u64 = 64 * 1024 * 1024;

/// A rule document that was read.
pub struct Read {
    /// Its clauses.
    pub document: Document,
    /// The SHA-256 of the file, in lower-case hex.
    pub sha256: String,
    /// The SHA-256 of the cut file that it was read by; none where none was.
    pub cut: Option<String>,
}

/// How many lines that look numbered and open no clause are named.
const NAMED: usize = 1_000;

/// Reads the document of a ruleset, PDF or text, by the cut file that was named or stands beside the ruleset, else with the
/// numbering that its clauses are cited by. Where most lines that look numbered open no clause, that is said; all of them
/// are in what is made of the document.
pub fn read_for(path: &Path, ruleset: &Ruleset, cut: &CutAt<'_>) -> Result<Read, Error> {
    let source = Source::read(path)?;
    if let Some(file) = cut.file(&source)? {
        return source.cut(&file);
    }
    let read = source.parsed(Numbering::of(ruleset.clauses.iter().map(|clause| clause.number.as_str())))?;
    if read.document.is_doubtful() {
        name_overlooked(&read.document, path);
    }
    Ok(read)
}

/// Where a cut file may be.
#[derive(Clone, Copy)]
pub struct CutAt<'a> {
    /// The file that was named.
    pub named: Option<&'a Path>,
    /// The folder of the ruleset, where it has one.
    pub beside: Option<&'a Path>,
}

impl CutAt<'_> {
    /// The cut file of a document: the one named has to be, one beside the ruleset may be of another document.
    fn file(&self, source: &Source<'_>) -> Result<Option<CutRead>, Error> {
        if let Some(named) = self.named {
            let read = CutRead::of(named)?;
            if read.file.document != source.sha256 {
                return Err(Error::new(format!("{} is not the cut of {}", shown(named), shown(source.path))).help(format!(
                    "it is bound to the document {}, and this one is {}: look where its clauses begin, then put that in",
                    read.file.document, source.sha256
                )));
            }
            return Ok(Some(read));
        }
        let Some(beside) = self.beside.map(|folder| folder.join(CUT)).filter(|path| path.is_file()) else {
            return Ok(None);
        };
        let read = CutRead::of(&beside)?;
        if read.file.document != source.sha256 {
            anstream::eprintln!("note: {} is the cut of another document, and not used", shown(&beside));
            return Ok(None);
        }
        Ok(Some(read))
    }
}

/// A cut file with where it is.
struct CutRead {
    path: PathBuf,
    file: CutFile,
    sha256: String,
}

impl CutRead {
    fn of(path: &Path) -> Result<Self, Error> {
        let text = files::text(path)?;
        let file = CutFile::from_yaml(&text).map_err(|faults| Error::Faults {
            path: path.to_owned(),
            count: faults.len(),
            rendered: faults.render(&shown(path), &text, resettle_console::output::colour()),
        })?;
        Ok(Self { path: path.to_owned(), file, sha256: files::sha256(text.as_bytes()) })
    }
}

/// Names every line that looks numbered and opens no clause.
pub fn name_overlooked(document: &Document, path: &Path) {
    if let Some(warning) = overlooked(document, path) {
        warning.say();
    }
}

/// Names every line that was left out because it repeats as a header does, in a text whose pages nothing else shows.
pub fn name_running(document: &Document, path: &Path) {
    let lines = document.left_out.iter().filter(|left| left.why == Why::Running);
    let lines: Vec<String> = lines.map(|left| left.line.to_string()).collect();
    if !lines.is_empty() {
        anstream::eprintln!(
            "note: of {} these lines are in no clause, because they repeat but for the number of a page: {}",
            shown(path),
            lines.join(", ")
        );
    }
}

/// Names every line that a cut file puts outside, or takes off a clause as its number, and that may be a rule.
pub fn name_outside(document: &Document, path: &Path) {
    let lines = document.outside.iter().filter(|one| one.may_rule);
    let lines: Vec<String> =
        lines.map(|one| format!("  line {}: {} ({})", one.line, neutral(&one.text), neutral(&one.why))).collect();
    if !lines.is_empty() {
        Notice::warning(format!("of {} these lines are in no clause, and may be rules:", shown(path)))
            .listing(lines)
            .help("see in the document whether each belongs to a clause")
            .say();
    }
}

/// Names every clause before which a number lacks.
pub fn name_gaps(document: &Document, path: &Path) {
    let named = |gap: &resettle_document::Gap| match &gap.before {
        Some(before) => format!("  line {}: {} follows {}", gap.line, neutral(&gap.clause), neutral(before)),
        None => format!("  line {}: {}, which is behind no clause of its number", gap.line, neutral(&gap.clause)),
    };
    let gaps: Vec<String> = document.gaps().iter().map(named).collect();
    if !gaps.is_empty() {
        Notice::note(format!("the numbers of {} have gaps:", shown(path)))
            .listing(gaps)
            .help("see in the document whether a clause lies in each")
            .say();
    }
}

/// Names every clause that a cut file calls otherwise than its line does.
pub fn name_relabelled(document: &Document, path: &Path) {
    let named = |one: &resettle_document::Relabelled| {
        format!("  line {}: {} is called {}", one.line, neutral(&one.own), neutral(&one.number))
    };
    let lines: Vec<String> = document.relabelled.iter().map(named).collect();
    if !lines.is_empty() {
        Notice::warning(format!("of {} these clauses are called otherwise than their lines:", shown(path)))
            .listing(lines)
            .help("see in the document whether each is that clause")
            .say();
    }
}

/// The bytes of a document, as text.
pub struct Source<'p> {
    path: &'p Path,
    /// The text, a form feed behind each page.
    pub text: String,
    /// The SHA-256 of the file, in lower-case hex.
    pub sha256: String,
}

impl<'p> Source<'p> {
    /// Reads a document, PDF or text.
    pub fn read(path: &'p Path) -> Result<Self, Error> {
        let bytes = files::bytes_up_to(path, MAX_DOCUMENT)?;
        let sha256 = files::sha256(&bytes);
        let text = if is_pdf(&bytes) { pdf::text(path, bytes)? } else { plain(path, bytes)? };
        Ok(Self { path, text, sha256 })
    }

    /// Its clauses, as they are recognised.
    pub fn parsed(&self, numbering: Option<Numbering>) -> Result<Read, Error> {
        let document =
            Document::parse_by(&self.text, numbering).map_err(|faults| of_document(&faults, self.path, self.path))?;
        Ok(Read { document, sha256: self.sha256.clone(), cut: None })
    }

    /// Its clauses, as the file that was named cuts them.
    pub fn cut_by(&self, path: &Path) -> Result<Read, Error> {
        match (CutAt { named: Some(path), beside: None }).file(self)? {
            Some(file) => self.cut(&file),
            None => self.parsed(None),
        }
    }

    fn cut(&self, cut: &CutRead) -> Result<Read, Error> {
        let document =
            Document::cut(&self.text, &cut.file.cut).map_err(|faults| of_document(&faults, self.path, &cut.path))?;
        Ok(Read { document, sha256: self.sha256.clone(), cut: Some(cut.sha256.clone()) })
    }
}

/// Faults of a document, each at its line; `about` is the file that has to change.
fn of_document(faults: &DocumentFaults, path: &Path, about: &Path) -> Error {
    let mut text = String::new();
    for fault in faults.all() {
        let (message, help) = (neutral(&fault.message), neutral(&fault.help));
        text.push_str(&format!("error: {message}\n  --> {}:{}:{}\n", shown(path), fault.line, fault.column));
        text.push_str(&format!("  help: {help}\n"));
    }
    Error::Faults { path: about.to_owned(), count: faults.count(), rendered: text }
}

/// The message that names every line that looks numbered and opens no clause.
fn overlooked(document: &Document, path: &Path) -> Option<Notice> {
    let (count, of) = (document.overlooked.len(), document.numbered);
    let warning = (count > 0).then(|| {
        Notice::warning(format!("{}: {count} of {of} lines that look numbered open no clause", shown(path)))
    })?;
    let lines = document.overlooked.iter().take(NAMED);
    let lines = lines.map(|one| format!("  line {}: {}", one.line, neutral(&one.text)));
    let more = (count > NAMED).then(|| format!("  and {} more", count - NAMED));
    let help = match document.is_doubtful() {
        true => format!(
            "the clauses were read as numbered by `{}`; if the document numbers them otherwise, `resettle ruleset clauses --numbering` says how, or a cut file (`--cut` proposes one, `--cut-file` names it)",
            document.numbering
        ),
        false => "each is text of the clause before it, or outside all clauses: see in the document whether it should be one of its own; \
                  a cut file says so (`resettle ruleset clauses --cut` proposes one, `--cut-file` names it)".to_owned(),
    };
    Some(warning.listing(lines.chain(more)).help(help))
}

/// A PDF identifies itself within its first kilobyte.
fn is_pdf(bytes: &[u8]) -> bool {
    bytes.get(..1024).unwrap_or(bytes).windows(5).any(|window| window == b"%PDF-")
}

fn plain(path: &Path, bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to() + 1;
        Error::new(format!("{} is neither PDF nor text: invalid UTF-8 at byte {at}", shown(path)))
            .help("give the PDF, or its text in UTF-8")
    })
}
