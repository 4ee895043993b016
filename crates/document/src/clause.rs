use std::borrow::Cow;

/// In which letters a half is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Latin letters.
    Latin,
    /// Chinese characters.
    Chinese,
}

impl Language {
    /// The language's usual code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Latin => "en",
            Self::Chinese => "zh",
        }
    }
}

/// The clauses of a document, or of one half of a bilingual one, in order.
#[derive(Clone, Debug)]
pub struct Half {
    /// In which letters it is written.
    pub language: Language,
    pub(crate) clauses: Vec<Clause>,
}

/// A clause: its number, its text without number and children.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Its number as it is cited: `3.9.1`, `12.1(a)`, `1.1 "coup"`.
    pub number: String,
    /// The place of the clause that it is under.
    pub parent: Option<usize>,
    /// The page, from 1.
    pub page: u32,
    /// The line of the text, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The clause whose number comes before, where some are skipped in between or the parent's is lost.
    pub skipped: bool,
    /// Every line under the number, those that belong to the parent too.
    pub(crate) own: String,
    /// The lines of the text that hold them.
    pub(crate) lines: Vec<u32>,
    /// Of each of these the column of its first letter.
    pub(crate) columns: Vec<u32>,
    /// From where on `own` closes the parent's sentence.
    pub(crate) cut: Option<usize>,
    /// From where on it might.
    pub(crate) cuts: Vec<usize>,
}

impl Half {
    /// The clauses in the order of the document.
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The place of a clause by its number.
    #[must_use]
    pub fn find(&self, number: &str) -> Option<usize> {
        self.clauses.iter().position(|clause| clause.number == number)
    }

    /// The line of the document on which a line of a clause's text stands, from 0.
    #[must_use]
    pub fn line_of(&self, at: usize, nth: usize) -> u32 {
        let Some(clause) = self.clauses.get(at) else { return 0 };
        let mut left = nth;
        let own = clause.kept().split('\n').count();
        if left < own {
            return clause.of_text(&clause.lines).get(left).copied().unwrap_or(clause.line);
        }
        left -= own;
        for child in self.children(at) {
            let Some((cut, tail)) = child.cut.zip(child.tail()) else { continue };
            let before = child.own.len() - child.own.get(cut..).unwrap_or_default().trim_start().len();
            let above = child.own.get(..before).unwrap_or_default().matches('\n').count();
            let lines = tail.split('\n').count();
            if left < lines {
                return child.of_text(&child.lines).get(above + left).copied().unwrap_or(child.line);
            }
            left -= lines;
        }
        clause.line
    }

    /// The text of a clause with what closes its sentence after its items; lines are kept.
    #[must_use]
    pub fn text(&self, at: usize) -> Cow<'_, str> {
        let Some(clause) = self.clauses.get(at) else { return Cow::Borrowed("") };
        let own = clause.kept();
        let tails: Vec<&str> = self.children(at).filter_map(|child| child.tail()).collect();
        if tails.is_empty() {
            return Cow::Borrowed(own);
        }
        let mut text = own.to_owned();
        for tail in tails {
            text.push('\n');
            text.push_str(tail);
        }
        Cow::Owned(text)
    }

    /// Of each line of a clause's own text the column of its first letter.
    pub(crate) fn edges(&self, at: usize) -> &[u32] {
        self.clauses.get(at).map_or(&[][..], |clause| clause.of_text(&clause.columns))
    }

    /// The clauses directly under one.
    pub(crate) fn children(&self, at: usize) -> impl Iterator<Item = &Clause> {
        self.under(at).map(|(_, clause)| clause)
    }

    fn under(&self, at: usize) -> impl Iterator<Item = (usize, &Clause)> {
        // Children follow their parent, before the next clause that is not below it.
        let below = self.clauses.iter().enumerate().skip(at.saturating_add(1));
        below
            .take_while(move |(_, clause)| clause.parent.is_some_and(|parent| parent >= at))
            .filter(move |(_, clause)| clause.parent == Some(at))
    }

    pub(crate) fn fit<'e>(&mut self, expected: &impl Fn(&str) -> Option<&'e str>) {
        for at in (0..self.clauses.len()).rev() {
            let Some(clause) = self.clauses.get(at) else { continue };
            let Some(wanted) = expected(&clause.number).map(str::to_owned) else { continue };
            if self.fingerprint(at) == wanted {
                continue;
            }
            let before = (clause.own.clone(), clause.cut);
            // Where a blank line says it, nothing is left open.
            let sure = clause.cut.filter(|cut| !clause.cuts.contains(cut));
            let mut choices = vec![sure];
            if sure.is_none() {
                choices.extend(clause.cuts.iter().copied().map(Some));
            }
            let unhyphenated = joined(&clause.own);
            let sure = sure.map(|cut| joined(clause.own.get(..cut).unwrap_or_default()).len());
            let fits = choices.into_iter().any(|cut| self.fits(at, cut, &wanted)) || {
                let shorter = unhyphenated.len() < before.0.len();
                if let Some(clause) = self.clauses.get_mut(at).filter(|_| shorter) {
                    clause.own = unhyphenated;
                }
                shorter && self.fits(at, sure, &wanted)
            };
            if let Some(clause) = self.clauses.get_mut(at).filter(|_| !fits) {
                (clause.own, clause.cut) = before;
            }
        }
    }

    fn fits(&mut self, at: usize, cut: Option<usize>, wanted: &str) -> bool {
        if let Some(clause) = self.clauses.get_mut(at) {
            clause.cut = cut;
        }
        self.fingerprint(at) == wanted
    }
}

impl Clause {
    /// The lines of the text under its number, as they were read. What closes the sentence of the clause
    /// above may be among them. Where a page ends within a line, the line is named for each of its parts.
    #[must_use]
    pub fn lines(&self) -> &[u32] {
        &self.lines
    }

    /// What there is for each line of its own text: the line with the number alone holds nothing of it.
    fn of_text<'c>(&self, each: &'c [u32]) -> &'c [u32] {
        let above = each.len().saturating_sub(self.own.split('\n').count());
        each.get(above..).unwrap_or_default()
    }

    fn kept(&self) -> &str {
        self.cut.and_then(|cut| self.own.get(..cut)).unwrap_or(&self.own).trim()
    }

    fn tail(&self) -> Option<&str> {
        self.cut.and_then(|cut| self.own.get(cut..)).map(str::trim).filter(|tail| !tail.is_empty())
    }
}

/// Words that a hyphen divides at the end of a line, made whole.
fn joined(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n') {
        let divided = out.ends_with(['-', '\u{2010}', '\u{ad}'])
            && out.trim_end_matches(['-', '\u{2010}', '\u{ad}']).ends_with(char::is_alphabetic)
            && line.starts_with(char::is_lowercase);
        if divided {
            out.pop();
        } else if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(line);
    }
    out
}
