use std::fmt::Write as _;

use resettle_yaml::{Faults, Form, Node, Sha256, section};

use crate::digest::FileHashes;

/// The form of approval that is read and written.
const FORM: &str = "resettle-ruleset/1";

/// What somebody signs who approves a ruleset: which bytes, compared with which version, and what that
/// comparison showed. The format is `docs/approvals.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The ruleset's id.
    pub ruleset: String,
    /// Its two files, whose digest is [`FileHashes::digest`].
    pub files: FileHashes,
    /// The version that it was compared with; none for the first one of a game.
    pub against: Option<Against>,
    /// SHA-256 of its `cases.yaml`, all of which held when it was signed, in lower-case hex.
    pub cases: Option<String>,
    /// The document that it was traced against; none where it was not traced.
    pub traced: Option<Traced>,
    /// SHA-256 of the page that was signed with it, in lower-case hex; approvals from before have none.
    pub page: Option<String>,
    /// When it was signed, by the signer's own word: a signature carries no time that could be trusted.
    pub at: String,
}

/// A hash, as help names it.
const HASH: Sha256 = Sha256("64 digits from 0-9 and a-f");

section! {
    Faults;
    /// The document with which a ruleset was compared, without a difference, when it was approved.
    Traced {
        /// SHA-256 of the document's file, in lower-case hex.
        document: String = HASH,
        /// SHA-256 of the cut file by which it was read; none where its clauses were recognised.
        cut: Option<String> = HASH,
        /// How much the document could not be asked about.
        not_compared: u32 = 0..=i64::from(u32::MAX),
        /// What that was, in words, as the approver accepted it: `1 range of decks`. Approvals from before have no such list.
        accepted: Vec<String> => or(Vec::new()),
        /// The clauses that hold a table of which nothing was read: with any, the ruleset does not count as traced.
        unread_tables: Vec<String> => or(Vec::new()),
    }

    /// The version that an approved ruleset was compared with.
    Against {
        /// Its id.
        ruleset: String = OneLine,
        /// SHA-256 over its two files, as it was then.
        digest: String = HASH,
        /// The fingerprint of every change that was seen, in the order of `resettle diff`.
        changes: Vec<String> = HASH,
        /// What is proven of the two; approvals from before do not say.
        proof: Option<Proof>,
        /// How many cases were added, removed and altered; approvals from before do not say.
        cases: Option<CaseCounts>,
        /// The clauses whose words changed while nothing that they enforce did, as the approver accepted them: read in both
        /// documents. Approvals from before have no such list.
        reworded: Vec<String> => or(Vec::new()),
    }

    /// What is proven of an approved ruleset and the version that it was compared with.
    Proof {
        /// `equivalent`, `equivalent_except` or `not_proven`.
        verdict: String = ["equivalent", "equivalent_except", "not_proven"],
        /// The fingerprint of every difference, in the order of `resettle ruleset equivalent`.
        differences: Vec<String> = HASH => or(Vec::new()),
        /// The parts of which nothing is proven, as the approver accepted it.
        not_proven: Vec<String> => or(Vec::new()),
    }

    /// How many cases differ.
    CaseCounts {
        /// Cases that only the newer version has.
        added: u32 = 0..=i64::from(u32::MAX),
        /// Cases that only the older version has.
        removed: u32 = 0..=i64::from(u32::MAX),
        /// Cases that both have, and that are not the same.
        altered: u32 = 0..=i64::from(u32::MAX),
    }
}

/// Why a ruleset should not have judged, where approvals are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// No approval counts.
    Unapproved {
        /// Why none does.
        why: String,
    },
    /// It was approved, and is another one now.
    Altered {
        /// The files that differ, by name.
        files: Vec<String>,
        /// The digest that was approved.
        approved: String,
        /// Who approved it.
        by: String,
    },
}

impl Approval {
    /// The document, in the one spelling that this tool writes.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "approval: {FORM}");
        let _ = writeln!(out, "ruleset: {}", quoted(&self.ruleset));
        let _ = writeln!(out, "digest: {}", quoted(&self.files.digest()));
        out.push_str("files: |\n");
        for line in self.files.lines().lines() {
            let _ = writeln!(out, "  {line}");
        }
        if let Some(page) = &self.page {
            let _ = writeln!(out, "page: {}", quoted(page));
        }
        if let Some(against) = &self.against {
            let _ = writeln!(
                out,
                "against:\n  ruleset: {}\n  digest: {}",
                quoted(&against.ruleset),
                quoted(&against.digest)
            );
            if against.changes.is_empty() {
                out.push_str("  changes: []\n");
            } else {
                out.push_str("  changes:\n");
                for change in &against.changes {
                    let _ = writeln!(out, "    - {}", quoted(change));
                }
            }
            if !against.reworded.is_empty() {
                out.push_str("  reworded:\n");
                for clause in &against.reworded {
                    let _ = writeln!(out, "    - {}", quoted(clause));
                }
            }
            if let Some(proof) = &against.proof {
                let _ = writeln!(out, "  proof:\n    verdict: {}", proof.verdict);
                for (name, list) in [("differences", &proof.differences), ("not_proven", &proof.not_proven)] {
                    if !list.is_empty() {
                        let _ = writeln!(out, "    {name}:");
                    }
                    for item in list {
                        let _ = writeln!(out, "      - {}", quoted(item));
                    }
                }
            }
            if let Some(CaseCounts { added, removed, altered }) = &against.cases {
                let _ = writeln!(out, "  cases: {{added: {added}, removed: {removed}, altered: {altered}}}");
            }
        }
        if let Some(cases) = &self.cases {
            let _ = writeln!(out, "cases: {}", quoted(cases));
        }
        if let Some(traced) = &self.traced {
            let _ = writeln!(
                out,
                "traced:\n  document: {}\n{}  not_compared: {}",
                quoted(&traced.document),
                traced.cut.as_deref().map_or_else(String::new, |cut| format!("  cut: {}\n", quoted(cut))),
                traced.not_compared
            );
            for (name, list) in [("accepted", &traced.accepted), ("unread_tables", &traced.unread_tables)] {
                if !list.is_empty() {
                    let _ = writeln!(out, "  {name}:");
                }
                for item in list {
                    let _ = writeln!(out, "    - {}", quoted(item));
                }
            }
        }
        let _ = writeln!(out, "at: {}", quoted(&self.at));
        out
    }

    /// Reads a document.
    ///
    /// # Errors
    /// The fault of the syntax, or all faults of the document.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        let root = resettle_yaml::parse(text)?;
        let mut faults = Faults::default();
        let read = read(&root, &mut faults);
        match read {
            Some(approval) if faults.is_empty() => Ok(approval),
            _ => Err(faults),
        }
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn read(root: &Node, faults: &mut Faults) -> Option<Approval> {
    let mut fields = root.fields("the approval", faults)?;
    if let Some(form) = fields.required("approval", faults) {
        form.word(&[(FORM, ())], faults);
    }
    let ruleset = String::take(&mut fields, "ruleset", &OneLine, faults);
    let digest_node = fields.required("digest", faults);
    let digest = digest_node.and_then(|node| String::read(node, "digest", &HASH, faults));
    let files = fields.required("files", faults).and_then(|node| files(node, faults));
    let against = Form::take(&mut fields, "against", &(), faults);
    let cases = Form::take(&mut fields, "cases", &HASH, faults);
    let traced = Form::take(&mut fields, "traced", &(), faults);
    let page = Form::take(&mut fields, "page", &HASH, faults);
    let at = String::take(&mut fields, "at", &OneLine, faults);
    fields.finish(faults);
    let files = files?;
    if let Some((node, _)) = digest_node.zip(digest).filter(|(_, digest)| *digest != files.digest()) {
        faults.add_with_help(
            node.place,
            "this is not the digest of the two files listed",
            "the digest is the SHA-256 of the sorted `sha256sum` lines; do not edit an approval, sign a new one",
        );
    }
    let (against, cases, traced, page) = (against?, cases?, traced?, page?);
    Some(Approval { ruleset: ruleset?, files, against, cases, traced, page, at: at? })
}

resettle_yaml::texts! {
    Faults;
    /// One line of text.
    OneLine: String => |node, key, faults| {
        let text = node.text(faults)?;
        if text.is_empty() || text.contains(['\n', '\t']) {
            faults.add(node.place, format!("`{key}` is one line of text"));
            return None;
        }
        Some(text.to_owned())
    };
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The lines of `sha256sum` for the two files, in any order.
fn files(node: &Node, faults: &mut Faults) -> Option<FileHashes> {
    let text = node.text(faults)?;
    let mut found = FileHashes::default();
    for line in text.lines() {
        let slot = match line.split_once("  ") {
            Some((hash, "notes.md")) if is_hash(hash) => Some((&mut found.notes, hash)),
            Some((hash, "ruleset.yaml")) if is_hash(hash) => Some((&mut found.rules, hash)),
            _ => None,
        };
        match slot {
            Some((slot, hash)) if slot.is_empty() => hash.clone_into(slot),
            _ => {
                faults.add_with_help(
                    node.place,
                    format!("`{line}` is not the line of one of the two files"),
                    "two lines of `sha256sum notes.md ruleset.yaml`, each once",
                );
                return None;
            }
        }
    }
    if found.notes.is_empty() || found.rules.is_empty() {
        faults.add_with_help(node.place, "a file is missing here", "a ruleset is notes.md and ruleset.yaml: list both");
        return None;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn approval() -> Approval {
        Approval {
            ruleset: "sg/mbs/baccarat/2017-02-17".to_owned(),
            files: FileHashes::of(b"rules", b"notes"),
            against: Some(Against {
                ruleset: "sg/mbs/baccarat/2010-01-01".to_owned(),
                digest: "0".repeat(64),
                changes: vec!["1".repeat(64)],
                reworded: vec!["4.1".to_owned(), "1.1 \"coup\"".to_owned()],
                proof: Some(Proof {
                    verdict: "not_proven".to_owned(),
                    differences: vec!["4".repeat(64)],
                    not_proven: vec!["wagers".to_owned()],
                }),
                cases: Some(CaseCounts { added: 3, removed: 0, altered: 1 }),
            }),
            cases: Some("2".repeat(64)),
            traced: Some(Traced {
                document: "3".repeat(64),
                cut: Some("6".repeat(64)),
                not_compared: 91,
                accepted: vec!["1 range of decks".to_owned(), "90 decisions on drawing".to_owned()],
                unread_tables: vec!["2.2".to_owned()],
            }),
            page: Some("5".repeat(64)),
            at: "2026-11-21T12:00:00Z".to_owned(),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let with = approval();
        assert_eq!(Approval::from_yaml(&with.to_yaml()), Ok(with.clone()));
        let alone = Approval { against: None, cases: None, traced: None, page: None, ..with.clone() };
        assert_eq!(Approval::from_yaml(&alone.to_yaml()), Ok(alone));
        let before = with.traced.clone().map(|traced| Traced { accepted: Vec::new(), ..traced });
        let before = Approval { traced: before, ..with.clone() };
        assert!(!before.to_yaml().contains("accepted"));
        assert_eq!(Approval::from_yaml(&before.to_yaml()), Ok(before));
        let none =
            Approval { against: with.against.clone().map(|old| Against { changes: Vec::new(), ..old }), ..approval() };
        assert_eq!(Approval::from_yaml(&none.to_yaml()), Ok(none));
        let older = with.against.clone().map(|old| Against { reworded: Vec::new(), proof: None, cases: None, ..old });
        let older = Approval { against: older, ..with.clone() };
        assert_eq!(Approval::from_yaml(&older.to_yaml()), Ok(older));
        let odd = Approval { ruleset: "a\"b\\c: d/#e".to_owned(), ..approval() };
        assert_eq!(Approval::from_yaml(&odd.to_yaml()), Ok(odd));
    }

    #[test]
    fn what_is_no_approval_is_refused() {
        let good = approval().to_yaml();
        for (from, to, reported) in [
            ("resettle-ruleset/1", "resettle-ruleset/2", "unknown word"),
            ("digest: \"", "digest: \"0", "no SHA-256"),
            ("  notes.md", "  note.md", "is not the line"),
            ("  ruleset.yaml", "  notes.md", "is not the line"),
            ("    - \"1", "    - \"g", "no SHA-256"),
            ("at: \"2026", "on: \"2026", "lacks `at`"),
            ("verdict: not_proven", "verdict: proven", "unknown word"),
            ("added: 3", "added: -3", "is outside"),
            ("page: \"5", "page: \"g", "no SHA-256"),
        ] {
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good);
            let faults = Approval::from_yaml(&bad).unwrap_err().render("a.yaml", &bad, false);
            assert!(faults.contains(reported), "{from}: {faults}");
        }
        let other = FileHashes::of(b"rules", b"other").digest();
        let bad = good.replacen(&approval().files.digest(), &other, 1);
        let faults = Approval::from_yaml(&bad).unwrap_err().render("a.yaml", &bad, false);
        assert!(faults.contains("not the digest of the two files"), "{faults}");
    }
}
