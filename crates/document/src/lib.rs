//! The text of a rule document to its clauses: what is under which number, and its fingerprint.
//!
//! [`Document::parse`] reads text as it comes from a file or out of a PDF (pages end with a form feed).
//! Contents pages, headers, footers, page numbers and captions are left out; numbered clauses of any depth,
//! lettered items and unnumbered definitions become [`Clause`]s, whatever [`Numbering`] the document uses. [`pay_rows`] and [`deck_range`] read tables of
//! odds and the range of decks from a clause, [`play`] its tables of play, [`align`] lays the two halves of a bilingual document side by side.
//!
//! Pure: no files, no clock. Time and memory grow with the length of the text.
//!
//! ```
//! use resettle_document::{Document, pay_rows};
//!
//! let text = "1 The game\n1.1 Each hand begins with two cards.\n1.2 A tie pays 8 to 1.\n2 Records\n2.1 Coups are logged.\n";
//! let document = Document::parse(text).expect("numbered clauses");
//! let tie = document.main.find("1.2").expect("clause 1.2");
//! assert_eq!(document.main.text(tie), "A tie pays 8 to 1.");
//! assert_eq!(document.main.fingerprint(tie).len(), 64);
//! assert_eq!(pay_rows("Tie 8 to 1").len(), 1);
//! ```

mod again;
mod align;
mod amounts;
mod beside;
mod candidate;
mod cells;
mod clause;
pub mod columns;
mod crosses;
mod cut;
mod decision;
mod decks;
mod draws;
mod fault;
mod figures;
mod fold;
mod gaps;
mod gather;
mod half;
mod head;
mod heading;
mod label;
mod left;
mod legend;
mod lexicon;
mod line;
mod mark;
pub mod matrix;
mod numbering;
mod odds;
mod outline;
mod outside;
mod overlooked;
mod page;
mod player;
mod ratio;
mod row;
mod sections;
mod sentences;
mod tables;
mod tree;

use std::borrow::Cow;

pub use align::{Alignment, Departure, Pair, align};
pub use amounts::{Amount, AmountUnit, amounts};
pub use clause::{Clause, Half, Language};
pub use cut::{Cut, CutClause, CutOutside, Relabelled, proposed};
pub use decision::{PlayCell, PlayHand, UnreadDraw};
pub use decks::{DeckRange, deck_mentions, deck_range, numbers_said};
pub use draws::{Play, play};
pub use fault::{DocumentFault, DocumentFaults};
pub use figures::holds_number;
pub use fold::{fingerprint, normalised};
pub use gaps::Gap;
pub use left::{LeftOut, OutsideLine, Why};
pub use legend::Legend;
pub use numbering::Numbering;
pub use odds::{PayLabel, PayReading, PayTotal, SEVENS_BET, pay_rows, stated_odds, stated_odds_behind};
pub use outside::{OutsideChange, OutsideGroup, changed_outside, grouped};
pub use overlooked::{Overlooked, heading_may_rule, may_rule};
pub use ratio::{Colons, PayForm};
pub use tables::holds_unread_table;

use line::Line;
use numbering::Reading;

/// The largest text that is read, in bytes.
pub const MAX_BYTES: usize = 32 * 1024 * 1024;
/// The most lines that a text may have, empty ones counted.
pub const MAX_LINES: usize = 200_000;
/// The most pages.
pub const MAX_PAGES: usize = 100_000;
/// The most lines that may begin with a number.
pub const MAX_NUMBERED: usize = 100_000;
/// The most clauses that a document may have.
pub const MAX_CLAUSES: usize = 50_000;
/// The most odds, "a to b", that the clauses of a document may hold; quantities in sentences are counted too.
pub const MAX_ODDS: usize = 2_000;
/// How many lines that look numbered are named where no clause was found.
const MAX_NAMED: usize = 100;
/// The deepest clause number, in parts.
pub const MAX_DEPTH: usize = 8;

/// A rule document, read.
#[derive(Clone, Debug)]
pub struct Document {
    /// The half that rules: the only one, or the one in Latin letters of a bilingual document.
    pub main: Half,
    /// The other half of a bilingual document.
    pub other: Option<Half>,
    /// How it numbers its clauses.
    pub numbering: Numbering,
    /// The lines that are in no clause, in order. Every other line that is not blank is in one. Where a page ends
    /// within a line, its parts may be in different ones.
    pub left_out: Vec<LeftOut>,
    /// The lines in no clause with their words, and what a person took off clauses as their numbers and is more.
    pub outside: Vec<OutsideLine>,
    /// The clauses that a person calls by another number than the one that their line bears, in order.
    pub relabelled: Vec<Relabelled>,
    /// The lines that look numbered and open no clause, in order.
    pub overlooked: Vec<Overlooked>,
    /// How many lines look numbered.
    pub numbered: usize,
}

impl Document {
    /// Reads a text, by the numbering that fits it best.
    ///
    /// # Errors
    /// All faults, each with line and column: no clause at all, a number that is there twice, numbers too deep,
    /// a text beyond
    /// [`MAX_BYTES`], [`MAX_LINES`], [`MAX_PAGES`], [`MAX_NUMBERED`], [`MAX_CLAUSES`] or [`MAX_ODDS`].
    pub fn parse(text: &str) -> Result<Self, DocumentFaults> {
        Self::parse_by(text, None)
    }

    /// Reads a text by a numbering that somebody has said, or else by the one that fits best.
    ///
    /// # Errors
    /// As [`Document::parse`].
    pub fn parse_by(text: &str, said: Option<Numbering>) -> Result<Self, DocumentFaults> {
        if text.len() > MAX_BYTES {
            return Err(DocumentFaults::one(
                1,
                1,
                format!("the text has {} bytes; at most {MAX_BYTES} are read", text.len()),
                "no rule document is so long: is it the right file?",
            ));
        }
        // Old texts end their lines with a carriage return alone.
        let lines_ended = if text.contains('\n') { Cow::Borrowed(text) } else { Cow::Owned(text.replace('\r', "\n")) };
        let text = lines_ended.as_ref();
        for (mark, what, most) in [('\n', "lines", MAX_LINES), ('\u{c}', "pages", MAX_PAGES)] {
            let found = text.matches(mark).count();
            if found > most {
                let message = format!("the text has {found} {what}; at most {most} are read");
                return Err(DocumentFaults::one(1, 1, message, "no rule document is so long: is it the right file?"));
            }
        }
        let (lines, left_out) = page::lines(text);
        if let Some(line) = candidate::beyond(&lines, MAX_NUMBERED) {
            let message = format!("more than {MAX_NUMBERED} lines begin with a number");
            return Err(DocumentFaults::one(line.line, line.column, message, "is it a rule document?"));
        }
        let mut document = Self::of(&lines, left_out, said)?;
        let halves: Vec<&Half> = std::iter::once(&document.main).chain(&document.other).collect();
        document.outside = left::worded(text, &halves, &document.left_out);
        match odds::beyond(&document, MAX_ODDS) {
            None => Ok(document),
            Some((line, column)) => {
                let message = format!("more than {MAX_ODDS} times \"a to b\" stands in the clauses so far");
                Err(DocumentFaults::one(line, column, message, "no paytable is so long: is it a rule document?"))
            }
        }
    }

    fn of(lines: &[Line], mut left_out: Vec<LeftOut>, said: Option<Numbering>) -> Result<Self, DocumentFaults> {
        let Some(Reading { numbering, main, other, .. }) = numbering::read(lines, said) else {
            let message = match said {
                None | Some(Numbering::Points) => "no numbered clause was found".to_owned(),
                Some(said) => format!("no clause was found that is numbered by `{said}`"),
            };
            let help = "a rule document has clauses that begin a line with a number, as `1.` and `1.1`, `Rule 4A`, `§ 629b.1` or \
                 `13:69F-7.1`; a scanned PDF holds no text, and for a document without numbers \
                 `resettle ruleset clauses --document FILE --cut` proposes a cut file";
            let cut =
                "a cut file says where clauses begin: `resettle ruleset clauses --document FILE --cut` proposes one";
            let one = |line, column, message: String, help: &str| DocumentFault {
                line,
                column,
                message,
                help: help.to_owned(),
            };
            // Lines that look numbered, and in no way that is known.
            let looking = overlooked::looking(lines)
                .map(|(line, text)| one(line.line, line.column, format!("no clause begins here: {text}"), cut));
            let faults = std::iter::once(one(1, 1, message, help)).chain(looking.take(MAX_NAMED)).collect();
            return Err(DocumentFaults::new(faults));
        };
        let faults: Vec<DocumentFault> =
            main.faults.into_iter().chain(other.iter().flat_map(|other| other.faults.clone())).collect();
        if !faults.is_empty() {
            return Err(DocumentFaults::new(faults));
        }
        left_out.extend(main.left_out);
        left_out.extend(other.iter().flat_map(|other| other.left_out.iter().copied()));
        let (main, other) = (main.half, other.map(|other| other.half));
        left_out.extend(left::outside(lines, &main, other.as_ref(), &left_out));
        left_out.sort_unstable();
        left_out.dedup_by_key(|left| left.line);
        let halves: Vec<&Half> = std::iter::once(&main).chain(&other).collect();
        let (overlooked, numbered) = overlooked::overlooked(lines, &halves, &left_out);
        Ok(Self { main, other, numbering, left_out, outside: Vec::new(), relabelled: Vec::new(), overlooked, numbered })
    }

    /// The clauses before which a number lacks, and those put in behind none, in the order of the text. A second language has
    /// those of the first.
    #[must_use]
    pub fn gaps(&self) -> Vec<Gap> {
        gaps::gaps(&self.main)
    }

    /// Whether most lines that look numbered open no clause: then the numbers are of a kind that was not recognised, or
    /// clauses were cut wrongly.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.overlooked.len() > 2 && self.overlooked.len() * 2 > self.numbered
    }

    /// Chooses, where the text leaves it open to which clause a line belongs or whether a hyphen at the end of a
    /// line is the word's own, the reading whose fingerprint is the expected one. No letter is added or lost.
    pub fn fit<'e>(&mut self, expected: impl Fn(&str) -> Option<&'e str>) {
        self.main.fit(&expected);
    }
}
