//! The cut file beside a ruleset: where the clauses of its document begin, as a person says.

use std::fmt::Write as _;

use resettle_document::{Cut, CutClause, CutOutside};
use resettle_yaml::{Faults, Node};

/// The form of the file.
const FORM: &str = "resettle-cut/1";

/// A cut file: bound to the bytes of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutFile {
    /// SHA-256 of the document's file, in lower-case hex.
    pub document: String,
    /// Where its clauses begin.
    pub cut: Cut,
}

impl CutFile {
    /// The file, in the one spelling that this tool writes.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        let mut out = format!("cut: {FORM}\ndocument: {}\n", quoted(&self.document));
        out.push_str(if self.cut.clauses.is_empty() { "clauses: []\n" } else { "clauses:\n" });
        for clause in &self.cut.clauses {
            let _ = write!(out, "  - {{clause: {}, line: {}", quoted(&clause.number), clause.line);
            if !clause.at.is_empty() {
                let key = if clause.taken_off { "number" } else { "words" };
                let _ = write!(out, ", {key}: {}", quoted(&clause.at));
            }
            if let Some(under) = &clause.under {
                let _ = write!(out, ", under: {}", quoted(under));
            }
            if clause.goes_on {
                out.push_str(", goes_on: true");
            }
            out.push_str("}\n");
        }
        out.push_str(if self.cut.outside.is_empty() { "outside: []\n" } else { "outside:\n" });
        for span in &self.cut.outside {
            let _ = writeln!(out, "  - {{from: {}, to: {}, why: {}}}", span.from, span.to, quoted(&span.why));
        }
        out
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The fault of the syntax, or all faults of the file.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        let root = resettle_yaml::parse(text)?;
        let mut faults = Faults::default();
        let read = read(&root, &mut faults);
        match read {
            Some(file) if faults.is_empty() => Ok(file),
            _ => Err(faults),
        }
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn read(root: &Node, faults: &mut Faults) -> Option<CutFile> {
    let mut fields = root.fields("the cut file", faults)?;
    if let Some(form) = fields.required("cut", faults) {
        form.word(&[(FORM, ())], faults);
    }
    let document = fields.required("document", faults).and_then(|node| hash(node, faults));
    let clauses = fields.required("clauses", faults).and_then(|node| node.list(faults)).unwrap_or_default();
    let clauses: Vec<CutClause> = clauses.iter().filter_map(|node| clause(node, faults)).collect();
    let outside = fields.required("outside", faults).and_then(|node| node.list(faults)).unwrap_or_default();
    let outside: Vec<CutOutside> = outside.iter().filter_map(|node| span(node, faults)).collect();
    fields.finish(faults);
    Some(CutFile { document: document?, cut: Cut { clauses, outside } })
}

fn hash(node: &Node, faults: &mut Faults) -> Option<String> {
    let text = node.text(faults)?;
    if text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return Some(text.to_owned());
    }
    faults.add_with_help(node.place, "this is no SHA-256", "that of the document's file: 64 digits from 0-9 and a-f");
    None
}

fn number(node: Option<&Node>, faults: &mut Faults) -> Option<u32> {
    u32::try_from(node?.int(1..=i64::from(u32::MAX), faults)?).ok()
}

fn clause(node: &Node, faults: &mut Faults) -> Option<CutClause> {
    let mut fields = node.fields("a clause", faults)?;
    let of = fields.required("clause", faults).and_then(|node| node.text(faults)).map(str::to_owned);
    let line = fields.required("line", faults);
    let line = number(line, faults);
    let (taken, kept) = (fields.optional("number"), fields.optional("words"));
    if let (Some(_), Some(kept)) = (taken, kept) {
        faults.add_with_help(
            kept.place,
            "both `number` and `words` say where the clause begins",
            "`number` is what is no part of its text, `words` what is",
        );
    }
    let at = taken.or(kept).map(|node| node.text(faults).map(|text| text.trim().to_owned()));
    let under = fields.optional("under").map(|node| node.text(faults).map(str::to_owned));
    let goes_on = fields.optional("goes_on").map(|node| node.truth(faults));
    fields.finish(faults);
    Some(CutClause {
        number: of?,
        line: line?,
        at: match at {
            None => String::new(),
            Some(read) => read?,
        },
        taken_off: taken.is_some(),
        under: match under {
            None => None,
            Some(read) => Some(read?),
        },
        goes_on: match goes_on {
            None => false,
            Some(read) => read?,
        },
    })
}

fn span(node: &Node, faults: &mut Faults) -> Option<CutOutside> {
    let mut fields = node.fields("lines outside", faults)?;
    let from = fields.required("from", faults);
    let from = number(from, faults);
    let to = fields.required("to", faults);
    let to = number(to, faults);
    let why = fields.required("why", faults).and_then(|node| node.reason(faults)).map(str::to_owned);
    fields.finish(faults);
    Some(CutOutside { from: from?, to: to?, why: why? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> CutFile {
        let clause = |number: &str, at: &str| CutClause {
            number: number.to_owned(),
            line: 3,
            at: at.to_owned(),
            taken_off: !at.is_empty(),
            under: None,
            goes_on: false,
        };
        let clauses = vec![
            clause("Article R. 321-14", "Article R. 321-14. \u{2013}"),
            CutClause { under: Some("Article R. 321-14".to_owned()), ..clause("1°", "1\u{b0} \"a\\b\"") },
            CutClause { goes_on: true, taken_off: false, ..clause("Article R. 321-14", "and so on") },
            clause("no number", ""),
        ];
        CutFile {
            document: "0".repeat(64),
            cut: Cut { clauses, outside: vec![CutOutside { from: 1, to: 2, why: "title: \"x\"".to_owned() }] },
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        assert_eq!(CutFile::from_yaml(&file().to_yaml()), Ok(file()));
        let empty = CutFile { cut: Cut::default(), ..file() };
        assert_eq!(CutFile::from_yaml(&empty.to_yaml()), Ok(empty));
    }

    #[test]
    fn what_is_no_cut_file_is_refused() {
        let good = file().to_yaml();
        for (from, to, said) in [
            ("resettle-cut/1", "resettle-cut/2", "unknown word"),
            ("document: \"0", "document: \"x", "no SHA-256"),
            ("line: 3", "line: 0", "is outside 1 to"),
            (", why:", ", because:", "lacks `why`"),
            (", why: \"title: ", ", why: \" \"} # \"", "this reason says nothing"),
            ("goes_on: true", "number: \"x\", goes_on: true", "both `number` and `words`"),
        ] {
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good, "{from}");
            let faults = CutFile::from_yaml(&bad).unwrap_err().render("cut.yaml", &bad, false);
            assert!(faults.contains(said), "{from}: {faults}");
        }
    }
}
