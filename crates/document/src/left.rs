//! Lines that are in no clause, and why.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::clause::Half;
use crate::fault::DocumentFault;
use crate::fold::fold;
use crate::line::{self, Line};
use crate::outside::sentences;
use crate::overlooked;

/// Why a line is in no clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A header, a footer or a page number.
    Furniture,
    /// A header or footer that repeats in a text without page breaks, its page's number apart.
    Running,
    /// It holds nothing but marks of typesetting.
    Marks,
    /// It is before the first clause, or in a contents page.
    Outside,
    /// The caption of a figure, or what is next to it.
    Figure,
    /// Behind the figure and a blank line, where no clause began yet.
    Behind,
    /// The heading of a table, repeated on the next page.
    Repeated,
    /// A person declared it outside.
    Declared,
    /// A line in the letters of the other half of a bilingual document.
    OtherLanguage,
}

/// What was read, with its faults.
pub(crate) struct Parsed {
    pub half: Half,
    pub faults: Vec<DocumentFault>,
    pub left_out: Vec<LeftOut>,
}

/// A line that is in no clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// The line of the text, from 1.
    pub line: u32,
    /// What the line is instead.
    pub why: Why,
}

impl Why {
    /// What the line is instead, as people read it.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Furniture => "header, footer or page number",
            Self::Running => "repeats, but for the number of a page",
            Self::Declared => "declared outside by the cut file",
            Self::Marks => "marks of typesetting",
            Self::Outside => "before the first clause, or a contents page",
            Self::Figure => "the caption of a figure",
            Self::Behind => "behind a figure, before the next clause",
            Self::Repeated => "a table's heading, repeated",
            Self::OtherLanguage => "the other language",
        }
    }
}

/// A line that is in no clause, with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideLine {
    /// The line of the text, from 1.
    pub line: u32,
    /// Its words, without typesetting.
    pub text: String,
    /// Its page, from 1.
    pub page: u32,
    /// Which kind of line it is.
    pub kind: Why,
    /// Why it is in none: in the words of the person who declared it outside, else [`Why::in_words`].
    pub why: String,
    /// Whether it may be a rule all the same. Of a line that a person declared outside: it looks numbered as a clause does,
    /// holds a number, odds or an amount, or a word by which rules decide. Of any other: odds, a share, such a word, how many
    /// there may be, or it is part of a sentence.
    pub may_rule: bool,
    /// Whether it says what the first line of a clause says, as the entries of a contents page do.
    pub in_clause: bool,
}

/// The lines in no clause, each with its words, where nobody said which lines are outside. Marks of typesetting have none.
pub(crate) fn worded(text: &str, halves: &[&Half], left_out: &[LeftOut]) -> Vec<OutsideLine> {
    let asked = left_out.iter().filter(|left| left.why != Why::Marks);
    let mut why: BTreeMap<u32, Why> = asked.map(|left| (left.line, left.why)).collect();
    if why.is_empty() {
        return Vec::new();
    }
    let headings = headings(halves);
    let mut out: Vec<OutsideLine> = Vec::new();
    let mut bulleted: BTreeSet<u32> = BTreeSet::new();
    let mut page = 1u32;
    for (line, raw) in (1u32..).zip(text.split('\n')) {
        page = page.saturating_add(u32::try_from(raw.matches('\u{c}').count()).unwrap_or(u32::MAX));
        let Some(kind) = why.remove(&line) else { continue };
        let plain = raw.replace('\u{c}', " ");
        let Some(own) = line::clean(&plain, 1, line, false) else { continue };
        // Nothing comes before it, so that a bullet alone sets it apart.
        if own.apart {
            bulleted.insert(line);
        }
        let in_clause = headings.holds(&own.text);
        let why = kind.in_words().to_owned();
        out.push(OutsideLine { line, text: own.text, page, kind, why, may_rule: false, in_clause });
    }
    for together in sentences(&out, |line| bulleted.contains(&line.line)) {
        let lines: Vec<&OutsideLine> = together.iter().filter_map(|at| out.get(*at)).collect();
        let Some(first) = lines.first() else { continue };
        let whole = lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
        let of_figure = matches!(first.kind, Why::Figure | Why::Behind);
        let sentence = match first.kind {
            Why::Figure | Why::Behind => !bulleted.contains(&first.line) && overlooked::is_sentence(&whole),
            Why::Outside => overlooked::is_sentence(&whole) && !overlooked::names_authority(&whole),
            Why::Furniture | Why::Running => overlooked::is_sentence(&whole),
            _ => false,
        };
        let rules = |line: &OutsideLine| match line.kind {
            Why::Figure | Why::Behind => overlooked::is_ruling_sentence(&line.text),
            Why::Outside | Why::Furniture | Why::Running => {
                !is_title(&line.text) && !line.in_clause && overlooked::decides(&line.text)
            }
            _ => false,
        };
        let broken = !of_figure && lines.len() > 1 && !is_title(&whole) && overlooked::bounds(&whole);
        let asked: Vec<bool> =
            lines.iter().map(|line| rules(line) || (!line.in_clause && (sentence || broken))).collect();
        for (at, may_rule) in together.iter().zip(asked) {
            if let Some(line) = out.get_mut(*at) {
                line.may_rule = may_rule;
            }
        }
    }
    out
}

/// What the first lines of clauses say, with and without their numbers.
pub(crate) struct Titles(HashSet<String>);

pub(crate) fn headings(halves: &[&Half]) -> Titles {
    let clauses = halves.iter().flat_map(|half| &half.clauses);
    let said = clauses.flat_map(|clause| {
        let title = clause.own.lines().next().unwrap_or_default();
        [key(title), key(&format!("{} {title}", clause.number))]
    });
    Titles(said.collect())
}

impl Titles {
    /// Whether a line says what a clause says, but for the page that an entry of a contents page leads to.
    pub(crate) fn holds(&self, line: &str) -> bool {
        let entry = key(entry(line));
        !entry.is_empty() && self.0.contains(&entry)
    }
}

/// An entry of a contents page without the page that it leads to, where dots lead there.
pub(crate) fn without_page(line: &str) -> &str {
    let own = entry(line);
    let leads = line.get(own.len()..).unwrap_or_default();
    let dots = leads.chars().filter(|letter| matches!(letter, '.' | '_' | '\u{2026}')).count();
    if dots > 2 || leads.contains('\u{2026}') { own } else { line }
}

/// Whether a line is a title: capitals alone, and no figure.
fn is_title(line: &str) -> bool {
    let plain = |letter: char| !letter.is_lowercase() && !letter.is_numeric() && letter != '%';
    line.chars().all(plain) && !line.trim_end().ends_with(['.', ';'])
}

/// What an entry of a contents page says, without the page that it leads to.
pub(crate) fn entry(line: &str) -> &str {
    let page = line.trim_end_matches(|letter: char| letter.is_ascii_digit());
    page.trim_end_matches(|letter: char| letter.is_whitespace() || ".\u{2026}_-".contains(letter))
}

/// Letters and digits alone, by which an entry and its heading are compared.
pub(crate) fn key(text: &str) -> String {
    text.chars().map(fold).filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The lines that are in no clause and about which nothing was said so far: before the clauses, between two halves.
pub(crate) fn outside(lines: &[Line], main: &Half, other: Option<&Half>, known: &[LeftOut]) -> Vec<LeftOut> {
    let halves = std::iter::once(main).chain(other);
    let mut seen: HashSet<u32> =
        halves.flat_map(|half| half.clauses.iter().flat_map(|clause| clause.lines.iter().copied())).collect();
    seen.extend(known.iter().map(|left| left.line));
    let rest = lines.iter().filter(|line| !seen.contains(&line.line));
    rest.map(|line| LeftOut { line: line.line, why: Why::Outside }).collect()
}

#[cfg(test)]
mod tests {
    use super::Why;
    use crate::Document;

    #[test]
    fn lines_before_the_first_clause_that_may_be_rules_are_named() {
        let named = |before: &str| {
            let text = format!("{before}\n\n1. The game\n\n1.1 It is played.\n\n2. A tie\n\n2.1 It pays 8 to 1.\n");
            let outside = Document::parse(&text).unwrap().outside.into_iter();
            outside.filter(|one| one.may_rule).map(|one| one.text).collect::<Vec<_>>()
        };
        for rule in [
            "A tie pays 9 to 1.",
            "Commission is waived.",
            "The house keeps 5 %.",
            "A torn card voids the coup.",
            "Cards with a red back do not count.",
            "The Dealer burns two cards before each round.",
            "Guests from the ship are dealt for free.",
            "A red back stops the shoe.",
            "A round takes no more than 500",
        ] {
            assert_eq!(named(&format!("The house\nVersion 6, 1 May 2026\n{rule}")), [rule], "{rule}");
        }
        let contents = "Contents\n1. The game ...... 1\n2. A tie ...... 2";
        assert_eq!(named(contents), [] as [&str; 0]);
        assert_eq!(named("PUSH ON SEVEN BACCARAT"), [] as [&str; 0]);
        assert_eq!(named("COMMISSION IS WAIVED."), ["COMMISSION IS WAIVED."]);
        assert_eq!(named("Contents\n1. The game ...... 1\n2. A tie pays 9 to 1 ...... 2").len(), 1);
    }

    #[test]
    fn headers_that_repeat_without_page_breaks_are_all_named() {
        let text = "1. The game\n\nHouse Rules - page 1\n\n1.1 It is played.\n\nHouse Rules - page 2\n\n2. A tie\n\n\
                    2.1 It pays\nHouse Rules - page 3\n8 to 1.\n";
        let document = Document::parse(text).unwrap();
        let named: Vec<_> = document.outside.iter().map(|one| (one.line, one.may_rule)).collect();
        assert_eq!(named, [(3, false), (7, false), (12, false)]);
        let half = &document.main;
        assert_eq!(half.text(half.find("2.1").unwrap()), "It pays\n8 to 1.");
        let betting = text.replace("House Rules", "Betting Rules");
        assert!(Document::parse(&betting).unwrap().outside.iter().all(|one| one.may_rule));
    }

    #[test]
    fn a_caption_ends_at_a_blank_line() {
        let text = "1. The game\n\n1.1 It is played.\n\nDiagram A\nTIE\n\nOther words\nand more\n\n1.2 It ends.\n";
        let document = Document::parse(text).unwrap();
        let kinds: Vec<_> = document.outside.iter().map(|one| (one.line, one.kind)).collect();
        assert_eq!(kinds, [(5, Why::Figure), (6, Why::Figure), (8, Why::Behind), (9, Why::Behind)]);
    }

    #[test]
    fn a_sentence_beside_a_figure_may_be_a_rule() {
        let named = |caption: &str| {
            let text = format!("1. The game\n\n1.1 It is played.\n\n{caption}\n");
            let outside = Document::parse(&text).unwrap().outside.into_iter();
            outside.filter(|one| one.may_rule).map(|one| one.text).collect::<Vec<_>>()
        };
        let rule = "The Banker stands on 5.";
        assert_eq!(named(&format!("Diagram A\n{rule}\nTIE 8 to 1\nBANKER \"wins on 7\".")), [rule]);
        let lines = ["A stake on the red line", "counts twice."];
        assert_eq!(named(&format!("Diagram A\n{}", lines.join("\n"))), lines);
        assert_eq!(named(&format!("Diagram A\nTIE 8 to 1\n\n{}", lines.join("\n"))), lines);
        assert_eq!(named("Diagram A\n\nThe picture shows these:\n- TIE: lies to the left of a card.\n"), [""; 0]);
    }
}
