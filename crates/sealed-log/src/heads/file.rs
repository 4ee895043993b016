use std::fmt::Write as _;

use super::{Head, Heads, LogName};
use crate::hash::Digest;
use crate::json::{self, Object};
use crate::object::{Noted, ObjectReader};
use crate::open::SourceKind;

/// The format and its version, as the first line names it.
const FORMAT: &str = "resettle-heads/1";

/// One thing wrong with a heads file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct HeadsFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: HeadsFaultReason,
}

/// What can be wrong with a line of a heads file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeadsFaultReason {
    /// The file has not even a first line.
    #[error("the file is empty; a heads file begins with a line that names `{FORMAT}`")]
    Nothing,
    /// The last line is cut off.
    #[error("the last line does not end with a line feed: the file may be cut off")]
    NoLineFeed,
    /// Not UTF-8, not JSON, or fields that are missing, unknown, or of the wrong type.
    #[error("{0}")]
    Fields(String),
    /// Another format, or a later version.
    #[error("the format is `{0}`; `{FORMAT}` is read here")]
    Format(String),
    /// The number of logs differs from the one on the first line.
    #[error("it says {said} heads, and {found} follow: lines were lost or added")]
    Count {
        /// The number on the first line.
        said: u64,
        /// How many lines follow.
        found: u64,
    },
    /// `line` is not a seal.
    #[error("`line` is no seal: {0}")]
    Seal(String),
    /// A field beside the seal's line differs from the line.
    #[error("`{0}` is not what `line` says")]
    Disagrees(&'static str),
    /// Out of order, or a log that is listed twice.
    #[error("this log does not stand after the one before it; each log stands once, sorted")]
    Order,
}

impl Heads {
    /// Reads a heads file strictly. `others` returns what is wrong with a record that is not a seal: nothing is known
    /// about such records here.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn parse(bytes: &[u8], others: impl Fn(&Object<'_>) -> Vec<String>) -> Result<Self, Vec<HeadsFault>> {
        use HeadsFaultReason as Reason;
        let mut heads = Self::default();
        let mut faults = Vec::new();
        let mut said = None;
        let mut number = 0usize;
        let mut last: Option<LogName> = None;
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            number += 1;
            let mut fault = |reason| faults.push(HeadsFault { line: number, reason });
            let Some(line) = line.strip_suffix(b"\n") else {
                fault(Reason::NoLineFeed);
                continue;
            };
            if number == 1 {
                match first(line) {
                    Ok(count) => said = Some(count),
                    Err(reason) => fault(reason),
                }
                continue;
            }
            match entry(line, &others) {
                Ok((name, head)) => {
                    if last.as_ref().is_some_and(|last| *last >= name) {
                        fault(Reason::Order);
                    }
                    last = Some(name.clone());
                    heads.logs.insert(name, head);
                }
                Err(reasons) => reasons.into_iter().for_each(fault),
            }
        }
        if number == 0 {
            faults.push(HeadsFault { line: 1, reason: Reason::Nothing });
        }
        let found = number.saturating_sub(1) as u64;
        if let Some(said) = said
            && said != found
        {
            faults.push(HeadsFault { line: 1, reason: Reason::Count { said, found } });
        }
        faults.sort_by_key(|fault| fault.line);
        if faults.is_empty() { Ok(heads) } else { Err(faults) }
    }

    /// The file: one line that names the format, then one line per log, sorted. Plain ASCII.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = format!("{{\"type\":\"{FORMAT}\",\"heads\":{}}}\n", self.logs.len());
        for (name, head) in &self.logs {
            let _ = writeln!(
                out,
                "{{\"log\":{},\"jurisdiction\":{},\"venue\":{},\"table\":{},\"source\":{{\"kind\":\"{}\",\"id\":{}}},\"seq\":{},\"final\":{},\"sha256\":\"{}\",\"line\":{}}}",
                quoted(&name.log),
                quoted(&name.jurisdiction),
                quoted(&name.venue),
                quoted(&name.table),
                name.kind.word(),
                quoted(&name.source),
                head.seq(),
                head.is_final(),
                head.sha256(),
                quoted(head.line()),
            );
        }
        out
    }
}

fn first(line: &[u8]) -> Result<u64, HeadsFaultReason> {
    let object = json::parse(line).map_err(HeadsFaultReason::Fields)?;
    let mut noted = Noted::default();
    let mut reader = ObjectReader::new(&object, &mut noted);
    reader.only(&["type", "heads"]);
    let format = reader.required("type", ObjectReader::text);
    let count = reader.required("heads", ObjectReader::unsigned);
    match (format, count) {
        (Some(format), _) if format != FORMAT => Err(HeadsFaultReason::Format(format)),
        (Some(_), Some(count)) if noted.faults.is_empty() => Ok(count),
        _ => Err(HeadsFaultReason::Fields(noted.faults.join("; "))),
    }
}

fn entry(line: &[u8], others: impl Fn(&Object<'_>) -> Vec<String>) -> Result<(LogName, Head), Vec<HeadsFaultReason>> {
    use HeadsFaultReason as Reason;
    let object = json::parse(line).map_err(|what| vec![Reason::Fields(what)])?;
    let mut noted = Noted::default();
    let mut reader = ObjectReader::new(&object, &mut noted);
    reader.only(&["log", "jurisdiction", "venue", "table", "source", "seq", "final", "sha256", "line"]);
    let log = reader.required("log", ObjectReader::text);
    let jurisdiction = reader.required("jurisdiction", ObjectReader::text);
    let venue = reader.required("venue", ObjectReader::text);
    let table = reader.required("table", ObjectReader::text);
    let source = reader.required("source", |reader, name| {
        reader.object(name, |inner| {
            inner.only(&["kind", "id"]);
            let kind = inner.required("kind", |reader, name| reader.word(name, SourceKind::ALL));
            kind.zip(inner.required("id", ObjectReader::text))
        })
    });
    let seq = reader.required("seq", ObjectReader::unsigned);
    let is_final = reader.required("final", ObjectReader::truth);
    let sha256 = reader.required("sha256", ObjectReader::digest);
    let text = reader.required("line", ObjectReader::text);
    let (Some(log), Some(jurisdiction), Some(venue), Some(table), Some(Some((kind, source))), Some(text)) =
        (log, jurisdiction, venue, table, source, text)
    else {
        return Err(vec![Reason::Fields(noted.faults.join("; "))]);
    };
    if !noted.faults.is_empty() {
        return Err(vec![Reason::Fields(noted.faults.join("; "))]);
    }
    let head = Head::read_beside(&text, others).map_err(|what| vec![Reason::Seal(what)])?;
    let mut reasons = Vec::new();
    for (field, agrees) in [
        ("seq", seq == Some(head.seq())),
        ("final", is_final == Some(head.is_final())),
        // Earlier versions remembered the line as its log spelled it.
        ("sha256", sha256 == Some(Digest::of(text.as_bytes()))),
    ] {
        if !agrees {
            reasons.push(Reason::Disagrees(field));
        }
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    Ok((LogName { log, jurisdiction, venue, table, kind, source }, head))
}

/// A JSON string in ASCII, so that nothing in it controls a terminal.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            ' '..='~' => out.push(letter),
            _ => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out.push('"');
    out
}
