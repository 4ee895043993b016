use similar::{ChangeTag, TextDiff};

/// The words of a clause in both documents, where the documents were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// The old text; none where the old document has no such clause.
    pub old: Option<String>,
    /// The new text; none where the new document has no such clause.
    pub new: Option<String>,
    /// The side whose document alone was given: nothing is known of the other's words.
    pub only: Option<In>,
}

/// In which of the two a run of words is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum In {
    /// In both, or in the only text that is known.
    Both,
    /// In the old text alone.
    Old,
    /// In the new text alone.
    New,
}

impl Wording {
    /// The words in order, each run with where it is. How lines are broken is not a difference.
    #[must_use]
    pub fn runs(&self) -> Vec<(In, String)> {
        if self.only.is_some() {
            let text = self.old.as_deref().or(self.new.as_deref()).unwrap_or_default();
            return vec![(In::Both, text.split_whitespace().collect::<Vec<_>>().join(" "))];
        }
        let flat = |text: &Option<String>| {
            text.as_deref().map_or_else(String::new, |text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        let (old, new) = (flat(&self.old), flat(&self.new));
        let mut out: Vec<(In, String)> = Vec::new();
        for change in TextDiff::from_words(&old, &new).iter_all_changes() {
            let place = match change.tag() {
                ChangeTag::Equal => In::Both,
                ChangeTag::Delete => In::Old,
                ChangeTag::Insert => In::New,
            };
            match out.last_mut() {
                Some((last, text)) if *last == place => text.push_str(change.value()),
                _ => out.push((place, change.value().to_owned())),
            }
        }
        out
    }

    /// What is said of the words where one document alone was given.
    #[must_use]
    pub fn one_sided(&self) -> Option<&'static str> {
        match self.only? {
            In::Old => Some("as the old version has it; the new document was not given"),
            _ => Some("as the new version has it; the old document was not given"),
        }
    }

    /// The same in one line: what went is in `[-…-]`, what came in `{+…+}`.
    #[must_use]
    pub fn marked(&self) -> String {
        let mark = |(place, text): (In, String)| match place {
            In::Both => text,
            In::Old => format!("[-{text}-]"),
            In::New => format!("{{+{text}+}}"),
        };
        self.runs().into_iter().map(mark).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_and_what_came_stand_in_their_marks() {
        let wording = Wording {
            old: Some("The dealer shall\n burn one card.".to_owned()),
            new: Some("The dealer shall burn two cards.".to_owned()),
            only: None,
        };
        assert_eq!(wording.marked(), "The dealer shall burn [-one-]{+two+} [-card.-]{+cards.+}");
        let gone = Wording { old: Some("Gone.".to_owned()), new: None, only: None };
        assert_eq!(gone.marked(), "[-Gone.-]");
        let alone = Wording { only: Some(In::Old), ..gone };
        assert_eq!(alone.marked(), "Gone.", "of the other document nothing is known");
        let same = Wording { old: Some("a\nb".to_owned()), new: Some("a b".to_owned()), only: None };
        assert_eq!(same.runs(), [(In::Both, "a b".to_owned())]);
    }
}
