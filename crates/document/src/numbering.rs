//! How a document numbers its clauses: recognised, or said.

use std::fmt;
use std::str::FromStr;

use crate::half::{self, Halves};
use crate::head;
use crate::left::Parsed;
use crate::line::Line;
use crate::{mark, outline, sections, tree};

/// How a document numbers its clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Numbering {
    /// Numbers with points, `3.9.1`; an excerpt may begin at any of them.
    Points,
    /// Sections with their sign, `§ 629b.1(a)(2)`.
    Sections,
    /// Codes of title, chapter and section, `13:69F-7.1(c)1.i`, `WAC 230-15-040`, `146.18:`.
    Codes,
    /// Headings of a word and a number, `Rule 4A`, `Artigo 13.º`, `Division 5 (3)(a)`, or sections of numbered clauses:
    /// `Chapter 2`, `Part A 1.1`, `B 2`, `IV 3`; or items under no heading: `1)`, `2°`, `(a)`, `III`.
    Words,
}

impl Numbering {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 4] = [Self::Points, Self::Sections, Self::Codes, Self::Words];

    /// Its name, as options say it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Sections => "sections",
            Self::Codes => "codes",
            Self::Words => "words",
        }
    }

    /// The numbering that clauses were cited by, if most of them show it.
    #[must_use]
    pub fn of<'c>(citations: impl IntoIterator<Item = &'c str>) -> Option<Self> {
        let mut found = [0usize; 4];
        for citation in citations {
            // `4A.1` says little: it may be below a rule.
            let numbering = match head::head(citation) {
                Some(head) => head.numbering,
                None if sections::is_cited(citation) || mark::mark(citation).is_some() => Numbering::Words,
                None if crate::label::number(&format!("{citation} A")).is_some() => Self::Points,
                None => continue,
            };
            if let Some(count) = Self::ALL.iter().position(|one| *one == numbering).and_then(|at| found.get_mut(at)) {
                *count += 1;
            }
        }
        let most = found.iter().copied().max().filter(|most| *most > 0)?;
        // Headings count before the points below them.
        Self::ALL.into_iter().zip(found).filter(|(_, count)| *count * 4 > most).map(|(one, _)| one).next_back()
    }
}

impl fmt::Display for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Numbering {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|one| one.word() == word).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|one| one.word()).collect();
            format!("`{word}` is no numbering; known are {}", known.join(", "))
        })
    }
}

/// What one numbering makes of a document.
pub(crate) struct Reading {
    pub numbering: Numbering,
    pub main: Parsed,
    pub other: Option<Parsed>,
    /// How many headings it rests on; none where plain points were read from their first.
    headings: usize,
}

impl Reading {
    fn clauses(&self) -> usize {
        self.main.half.clauses.len()
    }

    fn is_faulty(&self) -> bool {
        !self.main.faults.is_empty()
    }

    fn begins(&self) -> Option<u32> {
        self.main.half.clauses.first().map(|clause| clause.line)
    }

    /// Whether this reading is to be believed rather than another: it begins before it and finds more clauses. What the
    /// other took for clauses are then the items below this one's.
    fn beats(&self, other: &Self) -> bool {
        let before = self.begins().zip(other.begins()).is_some_and(|(own, other)| own <= other);
        self.headings > 1 && before && self.clauses() > other.clauses()
    }
}

/// Reads the lines by the numbering that was said, or by the one that fits; `None` where no clause was found.
pub(crate) fn read(lines: &[Line], said: Option<Numbering>) -> Option<Reading> {
    let found = |numbering| by(lines, numbering).filter(|reading| reading.clauses() > 0 || reading.is_faulty());
    match said {
        // `146.18` of a citation may be `146.18:` in the document.
        Some(Numbering::Points) => found(Numbering::Points).or_else(|| found(Numbering::Codes)),
        Some(numbering) => found(numbering),
        None => Numbering::ALL
            .into_iter()
            .filter_map(found)
            .reduce(|best, next| if next.beats(&best) { next } else { best }),
    }
}

fn by(lines: &[Line], numbering: Numbering) -> Option<Reading> {
    if numbering != Numbering::Points {
        let reading = |(main, headings)| Reading { numbering, main, other: None, headings };
        let outline = outline::read(lines, numbering).map(reading);
        if numbering != Numbering::Words {
            return outline;
        }
        return match (outline, sections::read(lines).map(reading)) {
            (Some(outline), Some(sections)) => Some(if sections.beats(&outline) { sections } else { outline }),
            (outline, sections) => outline.or(sections).or_else(|| outline::read_alone(lines).map(reading)),
        };
    }
    let halves = half::halves(lines);
    let begun = halves.begun;
    let whole = points(lines, halves);
    if begun {
        return whole;
    }
    let excerpt = half::excerpt(lines).and_then(|part| {
        let halves = Halves { main: Some(part), other: None, begun: false };
        points(lines, halves).map(|reading| Reading { headings: reading.clauses(), ..reading })
    });
    match (whole, excerpt) {
        (Some(whole), Some(excerpt)) => Some(if excerpt.beats(&whole) { excerpt } else { whole }),
        (whole, excerpt) => whole.or(excerpt),
    }
}

fn points(lines: &[Line], halves: Halves) -> Option<Reading> {
    let main = tree::read(lines, &halves.main?);
    let other = halves.other.map(|part| tree::read(lines, &part));
    Some(Reading { numbering: Numbering::Points, main, other, headings: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_show_the_numbering() {
        let of = |citations: &[&str]| Numbering::of(citations.iter().copied());
        assert_eq!(of(&["1", "1.1", "1.1 \"coup\"", "12.1(a)"]), Some(Numbering::Points));
        assert_eq!(of(&["§ 629b.1", "§ 629b.1(a)(2)"]), Some(Numbering::Sections));
        assert_eq!(of(&["13:69F-7.1", "13:69F-7.1(c)1.i"]), Some(Numbering::Codes));
        assert_eq!(of(&["Rule 4A", "4A.1", "4A.1.1", "Rule 5"]), Some(Numbering::Words));
        assert_eq!(of(&["Artigo 13.º", "Artigo 13.º 1 a)", "Division 5 (3)(a)"]), Some(Numbering::Words));
        assert_eq!(of(&["A", "A 1", "A 1.1", "B", "B 1(a)"]), Some(Numbering::Words));
        assert_eq!(of(&["Chapter 1", "1", "2", "Chapter 2", "3", "4"]), Some(Numbering::Words));
        assert_eq!(of(&["Part A", "Part A 1", "Part B", "Part B 1"]), Some(Numbering::Words));
        assert_eq!(of(&["somewhere"]), None);
    }

    #[test]
    fn numberings_are_said_by_their_word() {
        for one in Numbering::ALL {
            assert_eq!(one.word().parse(), Ok(one));
        }
        assert!("roman".parse::<Numbering>().is_err());
    }
}
