//! The text of a rule document to its clauses: what stands under which number, and its fingerprint.
//!
//! [`Document::parse`] reads text as it comes from a file or out of a PDF (pages end with a form feed).
//! Contents pages, headers, footers, page numbers and captions are left out; numbered clauses of any depth,
//! lettered items and unnumbered definitions become [`Clause`]s. [`pay_rows`] and [`deck_range`] read tables of
//! odds and the range of decks from a clause, [`play_cells`] its tables of play, [`align`] lays the two halves of a bilingual document side by side.
//!
//! Pure: no files, no clock. Time and memory grow with the length of the text.

mod align;
mod candidate;
mod clause;
mod decks;
mod draws;
mod fault;
mod fold;
mod half;
mod label;
mod lexicon;
mod line;
mod odds;
mod page;
mod tree;

use std::borrow::Cow;

pub use align::{Alignment, Departure, Pair, align};
pub use clause::{Clause, Half, Language};
pub use decks::{DeckRange, deck_range};
pub use draws::{PlayCell, PlayHand, play_cells};
pub use fault::{Fault, Faults};
pub use fold::{fingerprint, normalised};
pub use odds::{PayLabel, PayReading, PayTotal, pay_rows};

use clause::Parsed;

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
/// The deepest clause number, in parts.
pub const MAX_DEPTH: usize = 8;

/// A rule document, read.
#[derive(Clone, Debug)]
pub struct Document {
    /// The half that rules: the only one, or the one in Latin letters of a bilingual document.
    pub main: Half,
    /// The other half of a bilingual document.
    pub other: Option<Half>,
}

impl Document {
    /// Reads a text.
    ///
    /// # Errors
    /// All faults, each with line and column: no clause at all, a number that stands twice, numbers too deep,
    /// a text beyond
    /// [`MAX_BYTES`], [`MAX_LINES`], [`MAX_PAGES`], [`MAX_NUMBERED`], [`MAX_CLAUSES`] or [`MAX_ODDS`].
    pub fn parse(text: &str) -> Result<Self, Faults> {
        if text.len() > MAX_BYTES {
            return Err(Faults::one(
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
                return Err(Faults::one(1, 1, message, "no rule document is so long: is it the right file?"));
            }
        }
        let lines = page::lines(text);
        if let Some(line) = candidate::beyond(&lines, MAX_NUMBERED) {
            let message = format!("more than {MAX_NUMBERED} lines begin with a number");
            return Err(Faults::one(line.line, line.column, message, "is it a rule document?"));
        }
        let halves = half::halves(&lines);
        let mut faults = Vec::new();
        let mut read = |part: half::Part| -> Parsed {
            let parsed = tree::read(&lines, part);
            faults.extend(parsed.faults.iter().cloned());
            parsed
        };
        let main = halves.main.map(&mut read);
        let other = halves.other.map(&mut read);
        match main {
            None => Err(Faults::one(
                1,
                1,
                "no numbered clause was found".to_owned(),
                "a rule document has clauses that begin a line with a number, as `1.` and `1.1`; a scanned PDF holds no text",
            )),
            Some(_) if !faults.is_empty() => Err(Faults::new(faults)),
            Some(main) => {
                let document = Self { main: main.half, other: other.map(|other| other.half) };
                match odds::beyond(&document, MAX_ODDS) {
                    None => Ok(document),
                    Some((line, column)) => {
                        let message = format!("more than {MAX_ODDS} times \"a to b\" stands in the clauses so far");
                        Err(Faults::one(line, column, message, "no paytable is so long: is it a rule document?"))
                    }
                }
            }
        }
    }

    /// Chooses, where the text leaves it open to which clause a line belongs or whether a hyphen at the end of a
    /// line is the word's own, the reading whose fingerprint is the expected one. No letter is added or lost.
    pub fn fit<'e>(&mut self, expected: impl Fn(&str) -> Option<&'e str>) {
        self.main.fit(&expected);
    }
}
