use std::fmt;

use resettle_yaml::{Form, Keys, Node, defined};
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::context::Context;
use crate::section::{Sha256, words};

/// What grounds a decision: one or several clauses of the ruleset's document, the first of which grounds a finding; or
/// none, where the document is silent, which is a reading that `notes.md` explains.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cite {
    clauses: Vec<String>,
    reading: bool,
}

/// What stands where a clause would, if the document has none.
pub const NO_CLAUSE: &str = "no clause";

impl Cite {
    /// Reads a list of clauses, `"4.1, 4.2"`. A comma inside quotes or parentheses belongs to a clause: `1.1 "hand, first"`
    /// is one. `None` where it is not a list: clauses are parted by a comma and one space.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let clauses: Vec<String> = parted(text).into_iter().map(|clause| clause.trim().to_owned()).collect();
        let listed = clauses.join(", ") == text && clauses.iter().all(|clause| !clause.is_empty());
        listed.then_some(Self { clauses, reading: false })
    }

    /// These clauses, whatever they look like: faults are noted by whoever reads them.
    pub(crate) fn written(clauses: Vec<String>) -> Self {
        Self { clauses, reading: false }
    }

    /// A choice where the document is silent.
    #[must_use]
    pub fn silent() -> Self {
        Self { clauses: Vec::new(), reading: true }
    }

    /// The same, marked as a reading: the document is unclear, or silent.
    #[must_use]
    pub fn as_reading(self, reading: bool) -> Self {
        Self { reading: reading || self.clauses.is_empty(), ..self }
    }

    /// Whether it is a choice where the document is silent or unclear.
    #[must_use]
    pub fn is_reading(&self) -> bool {
        self.reading
    }

    /// These clauses, or none where the document is silent.
    #[must_use]
    pub fn stated(&self) -> Option<&Self> {
        (!self.clauses.is_empty()).then_some(self)
    }

    /// The clauses as a list shows them: marked where they are a reading.
    #[must_use]
    pub fn shown(&self) -> String {
        format!("{self}{}", if self.reading { READING_MARK } else { "" })
    }

    /// As sentences name it: `clause 2.1`, or that it is a reading where the document is silent.
    #[must_use]
    pub fn in_words(&self) -> String {
        self.stated().map_or_else(|| "a reading, by no clause".to_owned(), |clause| format!("clause {clause}"))
    }

    /// The clause that grounds a finding; empty where the document is silent.
    #[must_use]
    pub fn primary(&self) -> &str {
        self.clauses.first().map_or("", String::as_str)
    }

    /// These clauses, and those of another citation that are not among them.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let more = other.clauses.iter().filter(|clause| !self.clauses.contains(clause));
        let clauses = self.clauses.iter().chain(more).cloned().collect();
        Self { clauses, reading: self.reading || other.reading }
    }

    /// Every clause cited; none where the document is silent.
    #[must_use]
    pub fn all(&self) -> &[String] {
        &self.clauses
    }
}

impl fmt::Display for Cite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.clauses.is_empty() {
            true => f.write_str(NO_CLAUSE),
            false => f.write_str(&self.clauses.join(", ")),
        }
    }
}

/// Marks a reading in lists.
pub(crate) const READING_MARK: &str = " †";

/// Ends the values of sections that say by themselves that they are a reading.
pub const BY_A_READING: &str = ", by a reading";

/// What a finding cites: the ruleset's id with a clause, and whether that is a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// The id and the clause, or the id and [`NO_CLAUSE`].
    pub clause: String,
    /// Whether it is a choice where the document is silent or unclear.
    pub reading: bool,
}

impl Cited {
    /// The clause without the id of its ruleset; `None` where the document is silent.
    #[must_use]
    pub fn number(&self) -> Option<&str> {
        self.clause.split_once(' ').map(|(_, number)| number).filter(|number| *number != NO_CLAUSE)
    }
}

/// A list of clauses at its commas, those inside quotes and parentheses left alone; at every comma where quotes or
/// parentheses do not close.
pub(crate) fn parted(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut from, mut quoted, mut depth) = (0, false, 0usize);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            // `1 a)` closes what nothing opened.
            ')' if !quoted => depth = depth.saturating_sub(1),
            ',' if !quoted && depth == 0 => {
                out.extend(text.get(from..at));
                from = at + 1;
            }
            _ => {}
        }
    }
    if quoted || depth > 0 {
        return text.split(',').collect();
    }
    out.extend(text.get(from..));
    out
}

words! {
    /// What became of a clause of the document.
    ClauseKind {
        /// The engine checks it.
        Enforced = "enforced",
        /// It needs facts that no log holds.
        Recorded = "recorded",
        /// It defines a term.
        Definition = "definition",
        /// It is a heading.
        Heading = "heading",
    }
}

/// A clause of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseEntry {
    /// Its number as printed.
    pub number: String,
    /// SHA-256 of its text, as the ruleset format normalises it, in lower-case hex.
    pub fingerprint: String,
    /// What became of it.
    pub kind: ClauseKind,
    /// Why it is recorded only.
    pub why: Option<String>,
}

/// A mapping whose keys are the numbers.
pub(crate) struct Numbered;

impl Form<Context, Numbered> for Vec<ClauseEntry> {
    fn read(node: &Node, _: &'static str, _: &Numbered, context: &mut Context) -> Option<Self> {
        let mut map = node.fields("`clauses`", &mut context.faults)?;
        let mut out = Self::new();
        for (number, key, node) in map.rest() {
            let Some(mut entry) = node.fields("a clause", &mut context.faults) else { continue };
            let fingerprint = Form::take(&mut entry, "text", &Sha256, context);
            let kind = entry
                .required("kind", &mut context.faults)
                .and_then(|node| node.word(ClauseKind::WORDS, &mut context.faults));
            let why = match entry.optional("why") {
                None => Some(None),
                Some(node) => node.reason(&mut context.faults).map(|why| Some(why.to_owned())),
            };
            entry.finish(&mut context.faults);
            if let Some(kind) = kind {
                why_recorded(number, kind, node, context);
            }
            context.clause_numbers.insert(number.to_owned());
            if let (Some(fingerprint), Some(kind), Some(why)) = (fingerprint, kind, why) {
                out.push(ClauseEntry { number: number.to_owned(), fingerprint, kind, why });
                context.clause_places.push(key.place);
            }
        }
        Some(out)
    }

    fn schema(_: &Numbered, generator: &mut SchemaGenerator) -> Schema {
        let mut recorded = keys(["recorded"], generator);
        recorded.add::<Context, String, _>("why", &["Which fact it needs."], &(), generator);
        let about = "The engine checks it, or it defines a word, or it is a heading.";
        let others = keys(["enforced", "definition", "heading"], generator);
        let forms = [recorded.schema(&["It needs facts that no log holds."]), others.schema(&[about])];
        let form = defined("Clause", json_schema!({"anyOf": forms}), generator);
        json_schema!({"type": "object", "additionalProperties": form})
    }
}

/// The keys that every clause has.
fn keys<const N: usize>(kinds: [&'static str; N], generator: &mut SchemaGenerator) -> Keys {
    let mut keys = Keys::default();
    keys.add::<Context, String, _>("text", &["The fingerprint of its text."], &Sha256, generator);
    keys.add::<Context, ClauseKind, _>("kind", &[], &kinds, generator);
    keys
}

/// A recorded clause says why, and no other.
fn why_recorded(number: &str, kind: ClauseKind, node: &Node, context: &mut Context) {
    match (node.member("why"), kind) {
        (None, ClauseKind::Recorded) => context.faults.add_with_help(
            node.place,
            format!("clause `{number}` is recorded, but not why"),
            "add `why`: which fact it needs that no log holds",
        ),
        (Some(why), ClauseKind::Enforced | ClauseKind::Definition | ClauseKind::Heading) => {
            context.faults.add_with_help(
                why.place,
                format!("clause `{number}` is called `{}`; only a recorded one has a `why`", kind.word()),
                "take `why` out, or call the clause `recorded`",
            );
        }
        (Some(_), ClauseKind::Recorded) | (None, _) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_of_every_numbering_are_distinguished() {
        let of = |text: &str| Cite::of(text).map(|cite| cite.clauses);
        let is = |text: &str, clauses: &[&str]| {
            let clauses = clauses.iter().map(|clause| (*clause).to_owned()).collect();
            assert_eq!(of(text), Some(clauses), "{text}");
        };
        is("3.8, 3.5.1", &["3.8", "3.5.1"]);
        is("§ 629b.1(a)(2), § 629b.3", &["§ 629b.1(a)(2)", "§ 629b.3"]);
        is("13:69F-7.1(c)1.i, 13:69F-7.2", &["13:69F-7.1(c)1.i", "13:69F-7.2"]);
        is("Artigo 13.º 1 a), Artigo 14.º-A", &["Artigo 13.º 1 a)", "Artigo 14.º-A"]);
        is("Division 5 (3)(a), Rule 4A, 4A.1", &["Division 5 (3)(a)", "Rule 4A", "4A.1"]);
        is("1.1 \"hand, first\", 1.2", &["1.1 \"hand, first\"", "1.2"]);
        is("1.1 \"the (a, b\", 2", &["1.1 \"the (a, b\"", "2"]);
    }

    #[test]
    fn what_is_no_list_is_reported() {
        for text in ["", "1,2", "1,  2", "1, ", ", 1", " 1", "1 , 2"] {
            assert_eq!(Cite::of(text), None, "{text}");
        }
    }

    #[test]
    fn what_does_not_close_is_parted_at_every_comma() {
        assert_eq!(parted("1.1 \"coup, 2"), ["1.1 \"coup", " 2"]);
    }
}
