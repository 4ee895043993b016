//! Rule documents on disk: text as it is, PDF through a child process with limits.

mod child;
mod pdf;

pub use child::run as pdf_text;

use std::path::Path;

use resettle_document::Document;
use resettle_report::print::neutral;

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

/// Reads a document, PDF or text.
pub fn read(path: &Path) -> Result<Read, Error> {
    let bytes = files::bytes_up_to(path, MAX_DOCUMENT)?;
    let sha256 = files::sha256(&bytes);
    let text = if is_pdf(&bytes) { pdf::text(path, bytes)? } else { plain(path, bytes)? };
    let document = Document::parse(&text).map_err(|faults| {
        let mut told = String::new();
        for fault in faults.all() {
            let (message, help) = (neutral(&fault.message), neutral(&fault.help));
            told.push_str(&format!("error: {message}\n  --> {}:{}:{}\n", shown(path), fault.line, fault.column));
            told.push_str(&format!("  help: {help}\n"));
        }
        Error::Faults { path: path.to_owned(), count: faults.count(), rendered: told }
    })?;
    Ok(Read { document, sha256 })
}

/// A PDF says so within its first kilobyte.
fn is_pdf(bytes: &[u8]) -> bool {
    bytes.get(..1024).unwrap_or(bytes).windows(5).any(|window| window == b"%PDF-")
}

fn plain(path: &Path, bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to() + 1;
        Error::Plain(format!(
            "{} is neither PDF nor text: invalid UTF-8 at byte {at}\n  help: give the PDF, or its text in UTF-8",
            shown(path)
        ))
    })
}
