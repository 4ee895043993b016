//! Lines in no clause of two versions of a document, compared.

use std::collections::{BTreeMap, BTreeSet};

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::fold::normalised;
use crate::left::{self, OutsideLine, Why};
use crate::page::{page_number, paged, says_page};
use crate::{Document, label};

/// How often a line stands in no clause for it to be one that repeats.
const OFTEN: usize = 3;

/// Lines in no clause that an old and a new document do not have in the same words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideChange {
    /// The first of these lines in the new document; where they are gone, in the old one.
    pub line: u32,
    /// What the old document says there; none where the lines are new.
    pub old: Option<String>,
    /// What the new document says there; none where they are gone.
    pub new: Option<String>,
}

impl OutsideChange {
    /// The first of these lines in words: `line 4`, `old line 4` where they are gone.
    #[must_use]
    pub fn place(&self) -> String {
        let which = if self.new.is_some() { "line" } else { "old line" };
        format!("{which} {}", self.line)
    }
}

/// Lines in no clause that say the same: headers and footers of several pages together, any other line alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideGroup<'d> {
    /// The one that stands first in the text, for all of them.
    pub first: &'d OutsideLine,
    /// All of them, from 1.
    pub lines: Vec<u32>,
}

impl OutsideGroup<'_> {
    /// Their numbers in words: `3`, `3, 40, 77`.
    #[must_use]
    pub fn numbers(&self) -> String {
        self.lines.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// The lines in no clause, those that are on every page once.
#[must_use]
pub fn grouped(lines: &[OutsideLine]) -> Vec<OutsideGroup<'_>> {
    let mut out: Vec<OutsideGroup<'_>> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (line, key) in lines.iter().zip(keys(lines)) {
        let at = known.get(&key).copied().filter(|_| line.kind.is_of_pages());
        match at.and_then(|at| out.get_mut(at)).filter(|group| group.first.may_rule == line.may_rule) {
            Some(group) => group.lines.push(line.line),
            None => {
                if line.kind.is_of_pages() {
                    known.insert(key, out.len());
                }
                out.push(OutsideGroup { first: line, lines: vec![line.line] });
            }
        }
    }
    out
}

/// What stands in no clause and is not the same in both documents, in the order of the new one. The numbers of pages,
/// lines that repeat however often, entries of contents pages that stand in their clause, and how lines are broken are no
/// difference.
#[must_use]
pub fn changed_outside(old: &Document, new: &Document) -> Vec<OutsideChange> {
    let (old, new) = (Side::of(&old.outside), Side::of(&new.outside));
    let mut out = Vec::new();
    let (was, is): (Vec<&str>, Vec<&str>) = (old.keys(), new.keys());
    for op in capture_diff_slices(Algorithm::Myers, &was, &is) {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let gone = old.within(op.old_range(), &new);
        let come = new.within(op.new_range(), &old);
        out.extend(change(&gone, &come));
    }
    let gone: Vec<&OutsideLine> = old.of_pages_beside(&new);
    let come: Vec<&OutsideLine> = new.of_pages_beside(&old);
    out.extend(change(&gone, &come));
    out.sort_by_key(|one| one.line);
    out
}

fn change(gone: &[&OutsideLine], come: &[&OutsideLine]) -> Option<OutsideChange> {
    let words = |lines: &[&OutsideLine]| {
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    };
    let (old, new) = (words(gone), words(come));
    let line = come.first().or(gone.first())?.line;
    // The same words, on other lines.
    let same = old.as_deref().map(normalised) == new.as_deref().map(normalised);
    (!same).then_some(OutsideChange { line, old, new })
}

/// The lines in no clause of one document, each with what it is compared by.
struct Side<'d> {
    /// Those that stand where they stand.
    ordered: Vec<(&'d OutsideLine, String)>,
    /// Headers and footers.
    of_pages: Vec<(&'d OutsideLine, String)>,
    /// How often each stands there.
    times: BTreeMap<String, usize>,
}

impl<'d> Side<'d> {
    fn of(lines: &'d [OutsideLine]) -> Self {
        let mut side = Self { ordered: Vec::new(), of_pages: Vec::new(), times: BTreeMap::new() };
        for (line, key) in lines.iter().zip(keys(lines)) {
            *side.times.entry(key.clone()).or_default() += 1;
            if line.kind.is_of_pages() {
                side.of_pages.push((line, key));
            } else if !line.in_clause && key != PAGE {
                side.ordered.push((line, key));
            }
        }
        side
    }

    fn keys(&self) -> Vec<&str> {
        self.ordered.iter().map(|(_, key)| key.as_str()).collect()
    }

    fn times(&self, key: &str) -> usize {
        self.times.get(key).copied().unwrap_or_default()
    }

    /// Lines that are not in the other document at this place, but for those that both have and one has often.
    fn within(&self, range: std::ops::Range<usize>, other: &Self) -> Vec<&'d OutsideLine> {
        let repeats = |key: &str| {
            let (own, other) = (self.times(key), other.times(key));
            own > 0 && other > 0 && own.max(other) >= OFTEN
        };
        let lines = self.ordered.get(range).unwrap_or_default().iter();
        lines.filter(|(_, key)| !repeats(key)).map(|(line, _)| *line).collect()
    }

    /// Headers and footers that the other document has nowhere outside its clauses, each once.
    fn of_pages_beside(&self, other: &Self) -> Vec<&'d OutsideLine> {
        let mut seen = BTreeSet::new();
        let lines = self.of_pages.iter().filter(|(_, key)| key != PAGE && other.times(key) == 0);
        lines.filter(|(_, key)| seen.insert(key.as_str())).map(|(line, _)| *line).collect()
    }
}

/// What a line is compared by that holds the number of a page alone.
const PAGE: &str = "#";

/// What each line is compared by: its words without white space, and without the number of its page.
fn keys(lines: &[OutsideLine]) -> Vec<String> {
    let alone = page_numbers(lines);
    let counted = counted(lines);
    let key = |(at, line): (usize, &OutsideLine)| {
        if says_page(&line.text) || alone.contains(&at) {
            return PAGE.to_owned();
        }
        match (paged(&line.text), counted.get(&at)) {
            (Some((title, _)), _) => format!("{}#", normalised(&title)),
            (None, Some(word)) => {
                let words = line.text.split_whitespace().enumerate();
                normalised(&words.map(|(nth, own)| if nth == *word { PAGE } else { own }).collect::<Vec<_>>().join(" "))
            }
            (None, None) => normalised(left::without_page(&line.text)),
        }
    };
    lines.iter().enumerate().map(key).collect()
}

/// The lines that hold nothing but the number of a page: those that pages end or begin with, and any others that count on.
fn page_numbers(lines: &[OutsideLine]) -> BTreeSet<usize> {
    let numbers: Vec<(usize, u32, bool)> = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| Some((at, page_number(&line.text)?, line.kind.is_of_pages())))
        .collect();
    let mut out: BTreeSet<usize> = numbers.iter().filter(|(.., of_pages)| *of_pages).map(|(at, ..)| *at).collect();
    for three in numbers.windows(3) {
        if let [(one, first, _), (two, second, _), (three, third, _)] = three
            && first.checked_add(1) == Some(*second)
            && second.checked_add(1) == Some(*third)
        {
            out.extend([*one, *two, *three]);
        }
    }
    out
}

/// Which word of a header or footer is the number of its page: it is another one on each page, and as far from the page's
/// place on all of them.
fn counted(lines: &[OutsideLine]) -> BTreeMap<usize, usize> {
    let mut alike: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.kind.is_of_pages()) {
        let words = line.text.split_whitespace();
        let same = words.map(|word| if number(word).is_some() { PAGE } else { word }).collect::<Vec<_>>().join(" ");
        alike.entry(same).or_default().push(at);
    }
    let mut out = BTreeMap::new();
    for group in alike.values().filter(|group| group.len() > 1) {
        let of = |at: &usize, nth: usize| {
            let line = lines.get(*at)?;
            Some(i64::from(number(line.text.split_whitespace().nth(nth)?)?) - i64::from(line.page))
        };
        let pages: BTreeSet<u32> = group.iter().filter_map(|at| lines.get(*at)).map(|line| line.page).collect();
        let first = group.first().and_then(|at| lines.get(*at));
        let words = first.map_or(0, |line| line.text.split_whitespace().count());
        let word = (0..words).find(|nth| {
            let far: BTreeSet<Option<i64>> = group.iter().map(|at| of(at, *nth)).collect();
            pages.len() > 1 && far.len() == 1 && far.first().is_some_and(Option::is_some)
        });
        if let Some(word) = word {
            out.extend(group.iter().map(|at| (*at, word)));
        }
    }
    out
}

fn number(word: &str) -> Option<u32> {
    let bare = word.trim_matches(|letter: char| "-–—[]()|.,".contains(letter));
    if bare.len() > 4 { None } else { bare.parse().ok() }
}

/// How long a line is that goes on though the next one begins with a capital letter, in bytes.
const LONG: usize = 60;

/// The lines in no clause, those together that may be one sentence, as far as blank lines, bullets, capital letters, the end
/// of the line before and why they are in none show.
pub(crate) fn sentences(lines: &[OutsideLine], begins: impl Fn(&OutsideLine) -> bool) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| lines.get(before));
        let goes_on = before.is_some_and(|before| {
            before.line.checked_add(1) == Some(line.line)
                && before.kind == line.kind
                && before.in_clause == line.in_clause
                && !begins(line)
                && !before.text.ends_with(['.', ';', ':', '!', '?'])
                && (line.text.starts_with(char::is_lowercase) || before.text.len() > LONG)
                && label::number(&line.text).is_none()
        });
        match out.last_mut().filter(|_| goes_on) {
            Some(last) => last.push(at),
            None => out.push(vec![at]),
        }
    }
    out
}

impl Why {
    /// Whether a line is one of pages, and stands in no place of the text.
    fn is_of_pages(self) -> bool {
        matches!(self, Self::Furniture | Self::Running | Self::Repeated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Document {
        Document::parse(text).unwrap()
    }

    fn changes(old: &str, new: &str) -> Vec<(u32, String, String)> {
        let changes = changed_outside(&read(old), &read(new));
        let flat = |text: Option<String>| text.unwrap_or_default().replace('\n', " / ");
        changes.into_iter().map(|one| (one.line, flat(one.old), flat(one.new))).collect()
    }

    const TEXT: &str = "The House\nFirst edition, for play from 1 March 2025\n\nContents\n\n1. The game .... 2\n2. A tie .... 3\n\n\
                        1. The game\n\n1.1 It is played.\n\nDiagram A\nTIE 8 to 1\n\n2. A tie\n\n2.1 It pays 8 to 1.\n";

    #[test]
    fn every_line_in_no_clause_is_compared() {
        for (place, planted) in [
            ("First edition", "Cards with a red back do not count."),
            ("1. The game ....", "A red back stops the shoe."),
            ("TIE 8", "A stake on the red line counts twice."),
            ("\n2. A tie\n", "\nA stake on the red line counts twice."),
        ] {
            let new = TEXT.replacen(place, &format!("{planted}\n{place}"), 1);
            let found = changes(TEXT, &new);
            assert_eq!(found.len(), 1, "{planted}: {found:?}");
            assert_eq!((found[0].1.as_str(), found[0].2.as_str()), ("", planted.trim()));
            assert_eq!(changes(&new, TEXT)[0].1, planted.trim());
        }
        let changed = changes(TEXT, &TEXT.replace("8 to 1\n\n2. A", "9 to 1\n\n2. A"));
        assert_eq!(changed, [(14, "TIE 8 to 1".to_owned(), "TIE 9 to 1".to_owned())]);
        assert_eq!(changes(TEXT, TEXT), []);
    }

    #[test]
    fn other_line_breaks_and_pages_of_the_contents_are_no_difference() {
        let broken = TEXT.replace("edition, for", "edition,\nfor").replace(".... 3", ".......... 7");
        assert_eq!(changes(TEXT, &broken), []);
        // What is in its clause is compared there.
        let titled = TEXT.replace("A tie", "A push");
        assert_eq!(changes(TEXT, &titled), []);
        assert_eq!(changes(TEXT, &TEXT.replace("2. A tie ....", "2. A tie pays double ....")).len(), 1);
    }

    fn paged_text(head: &str, pages: u32, first: u32) -> String {
        let page = |(nth, title): (u32, &str)| {
            let number = first + nth;
            format!("{head} {number}\n\n{nth}. {title}\n\n{nth}.1 It is played.\n\nHouse rules\n- {number} -\n\u{c}")
        };
        (1..=pages).zip(["Cards", "Ties", "Stakes", "Chips", "Decks", "Dealers"]).map(page).collect()
    }

    #[test]
    fn headers_are_compared_and_how_many_pages_there_are_is_not() {
        let old = paged_text("Code of Games", 4, 60);
        assert_eq!(changes(&old, &paged_text("Code of Games", 6, 60)), []);
        assert_eq!(changes(&old, &paged_text("Code of Games", 4, 11)), []);
        let found = changes(&old, &paged_text("No stake is above 500. Code of Games", 4, 60));
        assert_eq!((found.len(), found[0].2.as_str()), (1, "No stake is above 500. Code of Games 61"));
        let foot = old.replace("House rules", "House rules, and a tie pays 9 to 1");
        assert_eq!(changes(&old, &foot)[0].2, "House rules, and a tie pays 9 to 1");
        let number = |limit: u32| old.replace("House rules", &format!("Limit {limit}"));
        assert_eq!(changes(&number(500), &number(700)).len(), 1);
        let group = read(&old);
        let group = grouped(&group.outside);
        assert_eq!(group.iter().map(|group| group.lines.len()).collect::<Vec<_>>(), [4, 4, 4]);
    }
}
