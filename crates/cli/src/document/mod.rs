//! Rule documents on disk: text as it is, PDF through a child process with limits.

mod child;
mod pdf;

pub use child::run as pdf_text;

use std::path::Path;

use resettle_document::{Document, Numbering};
use resettle_report::print::neutral;
use resettle_ruleset::Ruleset;

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
}

/// How many lines that look numbered and open no clause are named.
const NAMED: usize = 1_000;

/// Reads the document of a ruleset, PDF or text, with the numbering that its clauses are cited by. Where most lines that look
/// numbered open no clause, that is said; all of them are in what is made of the document.
pub fn read_for(path: &Path, ruleset: &Ruleset) -> Result<Read, Error> {
    let read = read(path, Numbering::of(ruleset.clauses.iter().map(|clause| clause.number.as_str())))?;
    if read.document.is_doubtful() {
        name_overlooked(&read.document, path);
    }
    Ok(read)
}

/// Names every line that looks numbered and opens no clause.
pub fn name_overlooked(document: &Document, path: &Path) {
    if let Some(warning) = overlooked(document, path) {
        anstream::eprintln!("{warning}");
    }
}

/// Reads a document, PDF or text, with the given numbering or the one that fits.
pub fn read(path: &Path, numbering: Option<Numbering>) -> Result<Read, Error> {
    let bytes = files::bytes_up_to(path, MAX_DOCUMENT)?;
    let sha256 = files::sha256(&bytes);
    let text = if is_pdf(&bytes) { pdf::text(path, bytes)? } else { plain(path, bytes)? };
    let document = Document::parse_by(&text, numbering).map_err(|faults| {
        let mut text = String::new();
        for fault in faults.all() {
            let (message, help) = (neutral(&fault.message), neutral(&fault.help));
            text.push_str(&format!("error: {message}\n  --> {}:{}:{}\n", shown(path), fault.line, fault.column));
            text.push_str(&format!("  help: {help}\n"));
        }
        Error::Faults { path: path.to_owned(), count: faults.count(), rendered: text }
    })?;
    Ok(Read { document, sha256 })
}

/// The message that names every line that looks numbered and opens no clause.
fn overlooked(document: &Document, path: &Path) -> Option<String> {
    let (count, of) = (document.overlooked.len(), document.numbered);
    let mut text = (count > 0)
        .then(|| format!("warning: {}: {count} of {of} lines that look numbered open no clause", shown(path)))?;
    for one in document.overlooked.iter().take(NAMED) {
        text.push_str(&format!("\n  line {}: {}", one.line, neutral(&one.text)));
    }
    if count > NAMED {
        text.push_str(&format!("\n  and {} more", count - NAMED));
    }
    text.push_str(&match document.is_doubtful() {
        true => format!(
            "\n  help: the clauses were read as numbered by `{}`; if the document numbers them otherwise, `resettle ruleset clauses --numbering` says how",
            document.numbering
        ),
        false => "\n  help: each is text of the clause before it, or outside all clauses: see in the document whether it should be one of its own".to_owned(),
    });
    Some(text)
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
