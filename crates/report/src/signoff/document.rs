use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;

use resettle_yaml::{Faults, Form, Node, Sha256, section};

/// The form that is read and written.
const FORM: &str = "resettle-signoff/1";

/// As what somebody signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Of the casino.
    Auditor,
    /// Of the regulator.
    Inspector,
}

const ROLES: &[(&str, Role)] = &[("auditor", Role::Auditor), ("inspector", Role::Inspector)];

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = ROLES.iter().find(|(_, role)| role == self).map_or("", |(word, _)| *word);
        f.write_str(word)
    }
}

/// What somebody signs who signs a report off. The format is `docs/report-format.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignOff {
    /// Its name, by which its files are called.
    pub name: String,
    /// SHA-256 of the report's `MANIFEST.sha256`, in lower-case hex.
    pub manifest: String,
    /// As what they sign.
    pub role: Role,
    /// What is answered of the report, and what is not.
    pub answers: Answers,
    /// SHA-256 of the dispositions signed with it, in lower-case hex; none where there are none.
    pub dispositions: Option<String>,
    /// What they have to say; one line.
    pub note: Option<String>,
    /// The sign-offs that were there before it: SHA-256 of each by its name.
    pub before: BTreeMap<String, String>,
    /// When it was signed, by the signer's own word.
    pub at: String,
}

const HASH: Sha256 = Sha256("64 digits from 0-9 and a-f");

section! {
    Faults;
    /// How many findings of a report, and of earlier ones that it leaves open, are answered: by its own dispositions, or by those
    /// signed with a sign-off.
    Answers with Default {
        /// By a waiver or ruling in date.
        answered: u64 = 0..=i64::MAX,
        /// By an action in date: a person sees to it.
        in_hand: u64 = 0..=i64::MAX,
        /// By nothing.
        open: u64 = 0..=i64::MAX,
    }

    /// A sign-off that was there before.
    Earlier as "an earlier sign-off" {
        /// Its name.
        name: String,
        /// SHA-256 of its document.
        sha256: String = HASH,
    }
}

impl Copy for Answers {}

impl SignOff {
    /// The document, in the one spelling that this tool writes.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "signoff: {FORM}\nname: {}", quoted(&self.name));
        let _ = writeln!(out, "manifest: {}\nrole: {}", quoted(&self.manifest), self.role);
        let Answers { answered, in_hand, open } = self.answers;
        let _ = writeln!(out, "findings: {{answered: {answered}, in_hand: {in_hand}, open: {open}}}");
        if let Some(sha256) = &self.dispositions {
            let _ = writeln!(out, "dispositions: {}", quoted(sha256));
        }
        if let Some(note) = &self.note {
            let _ = writeln!(out, "note: {}", quoted(note));
        }
        if !self.before.is_empty() {
            out.push_str("before:\n");
        }
        for (name, sha256) in &self.before {
            let _ = writeln!(out, "  - {{name: {}, sha256: {}}}", quoted(name), quoted(sha256));
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
        match read(&root, &mut faults) {
            Some(signoff) if faults.is_empty() => Ok(signoff),
            _ => Err(faults),
        }
    }
}

/// JSON's text is YAML's.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn read(root: &Node, faults: &mut Faults) -> Option<SignOff> {
    let mut fields = root.fields("the sign-off", faults)?;
    if let Some(form) = fields.required("signoff", faults) {
        form.word(&[(FORM, ())], faults);
    }
    let name = String::take(&mut fields, "name", &(), faults);
    let manifest = String::take(&mut fields, "manifest", &HASH, faults);
    let role = fields.required("role", faults).and_then(|node| node.word(ROLES, faults));
    let answers = Answers::take(&mut fields, "findings", &(), faults);
    let dispositions = Form::take(&mut fields, "dispositions", &HASH, faults);
    let note = Form::take(&mut fields, "note", &(), faults);
    let before: Option<Option<Vec<Earlier>>> = Form::take(&mut fields, "before", &(), faults);
    let at = String::take(&mut fields, "at", &(), faults);
    fields.finish(faults);
    Some(SignOff {
        name: name?,
        manifest: manifest?,
        role: role?,
        answers: answers?,
        dispositions: dispositions?,
        note: note?,
        before: before?.into_iter().flatten().map(|Earlier { name, sha256 }| (name, sha256)).collect(),
        at: at?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let hash = "0f".repeat(32);
        let mut signoff = SignOff {
            name: "alice".to_owned(),
            manifest: hash.clone(),
            role: Role::Auditor,
            answers: Answers::default(),
            dispositions: None,
            note: None,
            before: BTreeMap::new(),
            at: "2026-11-26T09:00:00+08:00".to_owned(),
        };
        assert_eq!(SignOff::from_yaml(&signoff.to_yaml()), Ok(signoff.clone()));
        signoff.role = Role::Inspector;
        signoff.note = Some("read: \"all\" of it\\ # 7".to_owned());
        signoff.answers = Answers { answered: 3, in_hand: 1, open: 0 };
        signoff.dispositions = Some(hash.clone());
        signoff.before = BTreeMap::from([("alice".to_owned(), hash.clone()), ("bob".to_owned(), hash)]);
        assert_eq!(SignOff::from_yaml(&signoff.to_yaml()), Ok(signoff));
    }

    #[test]
    fn all_faults_come_together() {
        let text = "signoff: resettle-signoff/2\nmanifest: abc\nrole: owner\nbefore: [{name: a}]\nmore: 1\n";
        let said: Vec<String> =
            SignOff::from_yaml(text).unwrap_err().sorted().iter().map(|fault| fault.message.clone()).collect();
        assert_eq!(said.len(), 8, "{said:?}");
    }
}
