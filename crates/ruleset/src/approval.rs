use std::fmt::Write as _;

use resettle_yaml::{Faults, Fields, Node};

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

/// The document with which a ruleset was compared, without a difference, when it was approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// SHA-256 of the document's file, in lower-case hex.
    pub document: String,
    /// SHA-256 of the cut file by which it was read; none where its clauses were recognised.
    pub cut: Option<String>,
    /// How much the document could not be asked about.
    pub not_compared: u32,
    /// What that was, in words, as the approver accepted it: `1 range of decks`.
    pub accepted: Vec<String>,
    /// The clauses that hold a table of which nothing was read: with any, the ruleset does not count as traced.
    pub unread_tables: Vec<String>,
}

/// The version that an approved ruleset was compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Against {
    /// Its id.
    pub ruleset: String,
    /// SHA-256 over its two files, as it was then.
    pub digest: String,
    /// The fingerprint of every change that was seen, in the order of `resettle diff`.
    pub changes: Vec<String>,
    /// The clauses whose words changed while nothing that they enforce did, as the approver accepted them: read in both
    /// documents. Approvals from before have no such list.
    pub reworded: Vec<String>,
    /// What is proven of the two; approvals from before do not say.
    pub proof: Option<Proof>,
    /// How many cases were added, removed and altered; approvals from before do not say.
    pub cases: Option<[u32; 3]>,
}

/// What is proven of an approved ruleset and the version that it was compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// `equivalent`, `equivalent_except` or `not_proven`.
    pub verdict: String,
    /// The fingerprint of every difference, in the order of `resettle ruleset equivalent`.
    pub differences: Vec<String>,
    /// The parts of which nothing is proven, as the approver accepted it.
    pub not_proven: Vec<String>,
}

const VERDICTS: &[(&str, &str)] =
    &[("equivalent", "equivalent"), ("equivalent_except", "equivalent_except"), ("not_proven", "not_proven")];

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
            if let Some([added, removed, altered]) = against.cases {
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
    let ruleset = line(&mut fields, "ruleset", faults);
    let digest_node = fields.required("digest", faults);
    let digest = digest_node.and_then(|node| hash(node, faults));
    let files = fields.required("files", faults).and_then(|node| files(node, faults));
    let against = fields.optional("against").map(|node| against(node, faults));
    let cases = fields.optional("cases").map(|node| hash(node, faults));
    let traced = fields.optional("traced").map(|node| traced(node, faults));
    let page = fields.optional("page").map(|node| hash(node, faults));
    let at = line(&mut fields, "at", faults);
    fields.finish(faults);
    let files = files?;
    if let Some((node, _)) = digest_node.zip(digest).filter(|(_, digest)| *digest != files.digest()) {
        faults.add_with_help(
            node.place,
            "this is not the digest of the two files listed",
            "the digest is the SHA-256 of the sorted `sha256sum` lines; do not edit an approval, sign a new one",
        );
    }
    let against = match against {
        None => None,
        Some(read) => Some(read?),
    };
    let cases = match cases {
        None => None,
        Some(read) => Some(read?),
    };
    let traced = match traced {
        None => None,
        Some(read) => Some(read?),
    };
    let page = match page {
        None => None,
        Some(read) => Some(read?),
    };
    Some(Approval { ruleset: ruleset?, files, against, cases, traced, page, at: at? })
}

fn traced(node: &Node, faults: &mut Faults) -> Option<Traced> {
    let mut fields = node.fields("`traced`", faults)?;
    let document = fields.required("document", faults).and_then(|node| hash(node, faults));
    let cut = fields.optional("cut").map(|node| hash(node, faults));
    let count = fields.required("not_compared", faults).and_then(|node| node.int(0..=i64::from(u32::MAX), faults));
    // Approvals from before have no such list.
    let mut texts = |key| -> Vec<String> {
        let list = fields.optional(key).and_then(|node| node.list(faults)).unwrap_or_default();
        list.iter().filter_map(|item| item.text(faults)).map(str::to_owned).collect()
    };
    let (accepted, unread_tables) = (texts("accepted"), texts("unread_tables"));
    fields.finish(faults);
    let cut = match cut {
        None => None,
        Some(read) => Some(read?),
    };
    Some(Traced { document: document?, cut, not_compared: u32::try_from(count?).ok()?, accepted, unread_tables })
}

fn against(node: &Node, faults: &mut Faults) -> Option<Against> {
    let mut fields = node.fields("`against`", faults)?;
    let ruleset = line(&mut fields, "ruleset", faults);
    let digest = fields.required("digest", faults).and_then(|node| hash(node, faults));
    let list = fields.required("changes", faults).and_then(|node| node.list(faults));
    let changes = list.unwrap_or_default().iter().filter_map(|item| hash(item, faults)).collect();
    let proof = fields.optional("proof").map(|node| proof(node, faults));
    let cases = fields.optional("cases").map(|node| case_counts(node, faults));
    // Approvals from before have no such list.
    let list = fields.optional("reworded").and_then(|node| node.list(faults)).unwrap_or_default();
    let reworded = list.iter().filter_map(|item| item.text(faults)).map(str::to_owned).collect();
    fields.finish(faults);
    let proof = match proof {
        None => None,
        Some(read) => Some(read?),
    };
    let cases = match cases {
        None => None,
        Some(read) => Some(read?),
    };
    Some(Against { ruleset: ruleset?, digest: digest?, changes, reworded, proof, cases })
}

fn proof(node: &Node, faults: &mut Faults) -> Option<Proof> {
    let mut fields = node.fields("`proof`", faults)?;
    let verdict = fields.required("verdict", faults).and_then(|node| node.word(VERDICTS, faults));
    let differences = fields.optional("differences").and_then(|node| node.list(faults)).unwrap_or_default();
    let differences = differences.iter().filter_map(|item| hash(item, faults)).collect();
    let not_proven = fields.optional("not_proven").and_then(|node| node.list(faults)).unwrap_or_default();
    let not_proven = not_proven.iter().filter_map(|item| item.text(faults)).map(str::to_owned).collect();
    fields.finish(faults);
    Some(Proof { verdict: verdict?.to_owned(), differences, not_proven })
}

fn case_counts(node: &Node, faults: &mut Faults) -> Option<[u32; 3]> {
    let mut fields = node.fields("`cases`", faults)?;
    let counts = ["added", "removed", "altered"].map(|name| {
        let count = fields.required(name, faults).and_then(|node| node.int(0..=i64::from(u32::MAX), faults))?;
        u32::try_from(count).ok()
    });
    fields.finish(faults);
    let [added, removed, altered] = counts;
    Some([added?, removed?, altered?])
}

fn line(fields: &mut Fields<'_>, key: &'static str, faults: &mut Faults) -> Option<String> {
    let node = fields.required(key, faults)?;
    let text = node.text(faults)?;
    if text.is_empty() || text.contains(['\n', '\t']) {
        faults.add(node.place, format!("`{key}` is one line of text"));
        return None;
    }
    Some(text.to_owned())
}

/// Hex digits in lower case, as of a SHA-256.
fn hash(node: &Node, faults: &mut Faults) -> Option<String> {
    let text = node.text(faults)?;
    if is_hash(text) {
        return Some(text.to_owned());
    }
    faults.add_with_help(node.place, "this is no SHA-256", "64 digits from 0-9 and a-f");
    None
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
                cases: Some([3, 0, 1]),
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
