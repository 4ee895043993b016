//! The clauses read so far, and to which of them each further line goes.

use std::collections::HashMap;

use crate::candidate;
use crate::clause::Clause;
use crate::fault::DocumentFault;
use crate::fold::{folded, normalised};
use crate::label;
use crate::left::{LeftOut, Why};
use crate::line::{self, Line};

/// How many places a clause keeps at which its parent's sentence may go on.
const MAX_CUTS: usize = 32;
/// How long a clause that announces definitions may be, in bytes.
const MAX_INTRODUCTION: usize = 2_000;
/// How long a heading may be, in bytes.
const MAX_HEADING: usize = 200;
/// How long a table may be whose heading is looked for on the next page, in bytes.
const MAX_TABLE: usize = 32 * 1024;

/// What the blank lines of a text say of its paragraphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Paragraphs {
    /// They may stand between paragraphs.
    #[default]
    Perhaps,
    /// They stand between paragraphs and nowhere else.
    Told,
    /// Nothing: most lines have one.
    Untold,
}

impl Paragraphs {
    /// What they say in these lines; of a bilingual text nothing.
    pub(crate) fn of(lines: &[Line], bilingual: bool) -> Self {
        let apart = lines.iter().filter(|line| line.apart).count();
        match bilingual {
            false if line::tell_paragraphs(lines) => Self::Told,
            false if apart * 2 <= lines.len() => Self::Perhaps,
            _ => Self::Untold,
        }
    }
}

#[derive(Default)]
pub(crate) struct Gathered {
    pub clauses: Vec<Clause>,
    pub faults: Vec<DocumentFault>,
    pub left_out: Vec<LeftOut>,
    /// The clause that takes up lines.
    pub current: Option<usize>,
    /// The clause under which quoted terms are defined.
    pub defining: Option<usize>,
    paragraphs: Paragraphs,
    page: u32,
    /// Nothing but repeated headings of tables was read on this page so far.
    top: bool,
    numbers: HashMap<String, (u32, u32)>,
}

impl Gathered {
    pub(crate) fn new(paragraphs: Paragraphs) -> Self {
        Self { paragraphs, ..Self::default() }
    }

    pub(crate) fn fault(&mut self, line: &Line, message: String, help: &str) {
        self.faults.push(DocumentFault { line: line.line, column: line.column, message, help: help.to_owned() });
    }

    /// Leaves a line out of all clauses.
    pub(crate) fn leave(&mut self, line: &Line, why: Why) {
        self.left_out.push(LeftOut { line: line.line, why });
    }

    /// Notes on which page the next line is.
    pub(crate) fn turn_to(&mut self, line: &Line) {
        if line.page != self.page {
            (self.page, self.top) = (line.page, true);
        }
    }

    /// Where a number is already.
    pub(crate) fn place_of(&self, number: &str) -> Option<(u32, u32)> {
        self.numbers.get(number).copied()
    }

    /// Whether the text so far has come to the end of a paragraph.
    pub(crate) fn ended(&self) -> bool {
        self.text().is_none_or(|text| {
            let mut lines = text.rsplit('\n');
            let last = lines.next().unwrap_or("");
            candidate::end(lines.next().unwrap_or(""), last)
        })
    }

    /// Whether the text so far announces what comes next.
    pub(crate) fn introduced(&self) -> bool {
        self.text().is_some_and(|text| text.trim_end().ends_with([':', '–', '—', '-']))
    }

    /// Whether the text so far ends with a word that names a clause: `in accordance with rule`.
    pub(crate) fn refers(&self) -> bool {
        self.text().and_then(|text| text.rsplit('\n').next()).is_some_and(candidate::is_referring)
    }

    /// Whether the clause that is open holds nothing but its title.
    pub(crate) fn is_heading(&self) -> bool {
        let short = self.text().filter(|text| text.len() <= MAX_HEADING);
        short.is_some_and(|text| text.is_empty() || candidate::is_title(text))
    }

    /// Gives a clause the words that follow its number.
    pub(crate) fn own_too(&mut self, at: usize, words: &str) {
        if let Some(clause) = self.clauses.get_mut(at) {
            words.clone_into(&mut clause.own);
        }
    }

    /// Sets a clause, and what was opened on its line after it, behind the words that stand before it there.
    pub(crate) fn shift(&mut self, from: usize, before: &str) {
        let letters = u32::try_from(before.chars().count()).unwrap_or(u32::MAX);
        for clause in self.clauses.iter_mut().skip(from) {
            clause.column = clause.column.saturating_add(letters);
        }
    }

    fn text(&self) -> Option<&str> {
        self.current.and_then(|at| self.clauses.get(at)).map(|clause| clause.own.as_str())
    }

    /// Adds a clause and lets it take up the lines that follow.
    pub(crate) fn push(
        &mut self,
        number: String,
        parent: Option<usize>,
        own: String,
        line: &Line,
        skipped: bool,
    ) -> usize {
        let at = self.clauses.len();
        let clause = Clause {
            number: number.clone(),
            parent,
            page: line.page,
            line: line.line,
            column: line.column,
            skipped,
            own,
            lines: vec![line.line],
            columns: vec![line.column],
            cut: None,
            cuts: Vec::new(),
        };
        self.clauses.push(clause);
        self.numbers.insert(number, (line.line, line.column));
        self.current = Some(at);
        self.top = false;
        at
    }

    /// Opens the clause of a quoted term that is defined without a number.
    pub(crate) fn open_term(&mut self, line: &Line, next: Option<&Line>) -> bool {
        if !label::is_quoted(&line.text) {
            return false;
        }
        // A long term may go on behind the end of its line.
        let joined = next.map(|next| format!("{} {}", line.text, next.text));
        let Some(term) = label::term(&line.text).or_else(|| label::term(joined.as_deref()?)) else { return false };
        let Some(current) = self.current else { return false };
        if self.defining.is_none() && self.introduces_terms(current) {
            self.defining = Some(current);
        }
        let Some(defining) = self.defining else { return false };
        if !self.ended() {
            return false;
        }
        let Some(base) = self.clauses.get(defining).map(|clause| clause.number.clone()) else { return false };
        let number = format!("{base} \"{}\"", folded(&term.split_whitespace().collect::<Vec<_>>().join(" ")));
        if self.numbers.contains_key(&number) {
            return false;
        }
        self.push(number, Some(defining), line.text.clone(), line, false);
        true
    }

    /// Whether a clause announces definitions: it ends with a colon, and speaks of rules or meanings.
    fn introduces_terms(&self, at: usize) -> bool {
        let Some(clause) = self.clauses.get(at) else { return false };
        if clause.own.len() > MAX_INTRODUCTION || !clause.own.trim_end().ends_with(':') {
            return false;
        }
        let text = clause.own.to_lowercase();
        ["these rules", "definition", "mean", "interpretation", "defined"].iter().any(|word| text.contains(word))
    }

    /// Adds a line to the clause that is open, and notes where it may close its parent's sentence.
    pub(crate) fn append(&mut self, line: &Line) {
        let Some(current) = self.current else { return self.leave(line, Why::Outside) };
        if self.top && self.repeats(current, line) {
            return self.leave(line, Why::Repeated);
        }
        let at_top = std::mem::take(&mut self.top);
        let is_term = self.defining.is_some_and(|defining| {
            defining == current || self.clauses.get(current).is_some_and(|clause| clause.parent == Some(defining))
        });
        let parent_opens = self
            .clauses
            .get(current)
            .and_then(|clause| clause.parent)
            .and_then(|parent| self.clauses.get(parent))
            .is_some_and(|parent| parent.own.trim_end().ends_with(':'));
        let paragraphs = self.paragraphs;
        let Some(clause) = self.clauses.get_mut(current) else { return };
        let closes = clause.own.trim_end().ends_with([',', ';']);
        if !clause.own.is_empty() {
            clause.own.push('\n');
        }
        let from = clause.own.len();
        clause.own.push_str(&line.text);
        clause.lines.push(line.line);
        clause.columns.push(line.column);
        if closes && parent_opens && !is_term {
            if clause.cut.is_none() && line.apart && paragraphs != Paragraphs::Untold {
                clause.cut = Some(from);
            }
            // A page may end within a paragraph.
            let open = paragraphs != Paragraphs::Told || at_top;
            if open && clause.cuts.len() < MAX_CUTS {
                clause.cuts.push(from);
            }
        }
    }

    /// Whether a line at the top of a page is already in the clause: the heading of a table that goes on.
    fn repeats(&self, at: usize, line: &Line) -> bool {
        let Some(clause) = self.clauses.get(at).filter(|clause| clause.own.len() <= MAX_TABLE) else { return false };
        let wanted = normalised(&line.text);
        clause.own.split('\n').any(|own| normalised(own) == wanted)
    }
}
