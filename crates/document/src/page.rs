//! Text to lines: pages separated, and what repeats at their edges left out.

use std::collections::{HashMap, HashSet};

use crate::head;
use crate::label;
use crate::left::{LeftOut, Why};
use crate::line::{Line, clean};

/// How many lines at the top and at the bottom of a page may be furniture.
const EDGE: usize = 4;
/// How often a line stands in a text without page breaks for it to be a header or a footer.
const RUNNING: usize = 3;
/// The most words before the number of a page in such a line.
const RUNNING_WORDS: usize = 14;

/// The lines of a text. Pages end with a form feed, as `pdftotext` writes it.
pub(crate) fn lines(text: &str) -> (Vec<Line>, Vec<LeftOut>) {
    let mut pages: Vec<Vec<(u32, &str)>> = Vec::new();
    let mut number = 1u32;
    for page in text.split('\u{c}') {
        let mut own = Vec::new();
        for raw in page.split('\n') {
            own.push((number, raw));
            number = number.saturating_add(1);
        }
        number = number.saturating_sub(1).max(1);
        pages.push(own);
    }
    while pages.len() > 1 && pages.last().is_some_and(|page| page.iter().all(|(_, raw)| raw.trim().is_empty())) {
        pages.pop();
    }
    let furniture = Furniture::of(&pages);
    let running = if let [page] = pages.as_slice() { running(page) } else { HashSet::new() };
    let mut out = Vec::new();
    let mut left_out = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        let number = u32::try_from(at).unwrap_or(u32::MAX).saturating_add(1);
        let (top, bottom) = furniture.of_page(at, page);
        let kept = page.get(top..bottom).unwrap_or_default();
        let edges = page.get(..top).into_iter().chain(page.get(bottom..)).flatten();
        left_out.extend(
            edges
                .filter(|(_, raw)| !raw.trim().is_empty())
                .map(|(line, _)| LeftOut { line: *line, why: Why::Furniture }),
        );
        // A page break ends no paragraph, unless the text has no other pages.
        let mut after_blank = at == 0;
        let mut first = true;
        for (line, raw) in kept {
            if running.contains(line) {
                left_out.push(LeftOut { line: *line, why: Why::Running });
                continue;
            }
            match clean(raw, number, *line, after_blank) {
                Some(line) => {
                    out.push(line);
                    after_blank = false;
                    first = false;
                }
                None => {
                    after_blank = !first;
                    if !raw.trim().is_empty() {
                        left_out.push(LeftOut { line: *line, why: Why::Marks });
                    }
                }
            }
        }
    }
    (out, left_out)
}

/// What repeats at the edges of pages.
struct Furniture {
    pages: usize,
    tops: Edge,
    bottoms: Edge,
}

#[derive(Default)]
struct Edge {
    /// Lines, with digits made equal.
    lines: HashMap<String, usize>,
    /// Lines as they are.
    exact: HashMap<String, usize>,
    /// Page numbers, as their distance to the page's place.
    numbers: HashMap<i64, usize>,
}

impl Edge {
    fn add<'t>(&mut self, page: usize, lines: impl Iterator<Item = &'t str>) {
        let mut seen = Vec::new();
        for line in lines.take(EDGE) {
            if let Some(number) = page_number(line) {
                *self.numbers.entry(distance(number, page)).or_default() += 1;
            }
            if head::head(line.trim()).is_some() {
                *self.exact.entry(line.trim().to_owned()).or_default() += 1;
            }
            let key = key(line);
            if !seen.contains(&key) {
                *self.lines.entry(key.clone()).or_default() += 1;
                seen.push(key);
            }
        }
    }

    fn holds(&self, line: &str, page: usize, pages: usize) -> bool {
        if says_page(line) {
            return true;
        }
        let often = |count: Option<&usize>| count.is_some_and(|count| *count >= 2.max(pages.div_ceil(4)));
        if let Some(number) = page_number(line) {
            let distance = distance(number, page);
            return often(self.numbers.get(&distance)) || (pages == 1 && distance == 0);
        }
        // A heading on one page alone is not part of what repeats, however like the others it is.
        let opens = label::number(line.trim()).is_some_and(|(number, _)| number.parts.len() > 1)
            || self.exact.get(line.trim()) == Some(&1);
        !opens && line.chars().any(char::is_alphabetic) && often(self.lines.get(&key(line)))
    }
}

impl Furniture {
    fn of(pages: &[Vec<(u32, &str)>]) -> Self {
        let mut furniture = Self { pages: pages.len(), tops: Edge::default(), bottoms: Edge::default() };
        for (at, page) in pages.iter().enumerate() {
            let filled = || page.iter().map(|(_, raw)| *raw).filter(|raw| !raw.trim().is_empty());
            furniture.tops.add(at, filled());
            furniture.bottoms.add(at, filled().rev());
        }
        furniture
    }

    /// From which to which line the text of a page goes.
    fn of_page(&self, at: usize, page: &[(u32, &str)]) -> (usize, usize) {
        let mut top = 0;
        let mut taken = 0;
        for (place, (_, raw)) in page.iter().enumerate() {
            if raw.trim().is_empty() {
                continue;
            }
            if taken == EDGE || !self.tops.holds(raw, at, self.pages) {
                break;
            }
            (top, taken) = (place + 1, taken + 1);
        }
        let mut bottom = page.len();
        taken = 0;
        for (place, (_, raw)) in page.iter().enumerate().rev() {
            if raw.trim().is_empty() {
                continue;
            }
            if place < top || taken == EDGE || !self.bottoms.holds(raw, at, self.pages) {
                break;
            }
            (bottom, taken) = (place, taken + 1);
        }
        (top, bottom.max(top))
    }
}

/// The lines of a text without page breaks that are headers or footers: the same words three times or more, which end with
/// `page` and a number that grows. A line that says anything behind it, or as a sentence does, stays.
fn running(page: &[(u32, &str)]) -> HashSet<u32> {
    let mut alike: HashMap<String, Vec<(u32, u32)>> = HashMap::new();
    for (line, raw) in page {
        if let Some((title, number)) = paged(raw) {
            alike.entry(title).or_default().push((*line, number));
        }
    }
    let grows = |found: &[(u32, u32)]| found.is_sorted_by(|(_, one), (_, next)| one < next);
    let repeated = alike.into_values().filter(|found| found.len() >= RUNNING && grows(found));
    repeated.flatten().map(|(line, _)| line).collect()
}

/// What a line says before the number of a page that it ends with, and the number: `Code of Games - page 62`.
pub(crate) fn paged(line: &str) -> Option<(String, u32)> {
    let bare = line.trim().trim_end_matches(|letter: char| letter.is_whitespace() || "-–—[]()|*".contains(letter));
    let words: Vec<&str> = bare.split_whitespace().collect();
    let words = match words.as_slice() {
        [before @ .., of, last] if of.eq_ignore_ascii_case("of") && last.parse::<u32>().is_ok() => before,
        all => all,
    };
    let [title @ .., page, number] = words else { return None };
    let is_page = page.trim_start_matches(['[', '(', '|', '-', '–', '—']).eq_ignore_ascii_case("page");
    // `as shown on page 4` goes on.
    let set_apart = title.last().is_none_or(|last| {
        last.chars().all(|letter| !letter.is_alphanumeric())
            || last.ends_with([',', '|'])
            || last.starts_with(char::is_uppercase)
            || last.starts_with(|first: char| first.is_ascii_digit())
    });
    let number = number.parse().ok().filter(|_| is_page && set_apart && title.len() <= RUNNING_WORDS)?;
    Some((title.join(" "), number))
}

fn distance(number: u32, page: usize) -> i64 {
    i64::from(number) - i64::try_from(page).unwrap_or(i64::MAX).saturating_add(1)
}

/// A line with digits made equal and white space gone.
fn key(line: &str) -> String {
    let digits = |letter: char| if letter.is_numeric() { '#' } else { letter };
    let mut key: String = line.chars().filter(|letter| !letter.is_whitespace()).take(200).map(digits).collect();
    while key.contains("##") {
        key = key.replace("##", "#");
    }
    key
}

/// The number on a line that holds nothing but a page number.
pub(crate) fn page_number(line: &str) -> Option<u32> {
    let bare = line.trim().trim_matches(|letter: char| letter.is_whitespace() || "-–—[]()|.".contains(letter));
    let first = bare.split(['/', '|']).next().unwrap_or("").trim();
    let rest_is_number = bare.split(['/', '|']).skip(1).all(|part| part.trim().parse::<u32>().is_ok());
    if first.len() > 4 || !rest_is_number { None } else { first.parse().ok() }
}

/// `Page 3`, `Page 3 of 12`.
pub(crate) fn says_page(line: &str) -> bool {
    let bare = line.trim().trim_matches(|letter: char| letter.is_whitespace() || "-–—[]()|.*".contains(letter));
    let low = bare.to_lowercase();
    let Some(rest) = low.strip_prefix("page") else { return false };
    let mut words = rest.split_whitespace();
    let number = |word: Option<&str>| word.is_some_and(|word| word.parse::<u32>().is_ok());
    number(words.next())
        && match words.next() {
            None => true,
            Some("of" | "/") => number(words.next()) && words.next().is_none(),
            Some(_) => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        lines(text).0.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn headers_footers_and_page_numbers_go() {
        let text =
            "House Rules\n1. One\n1.1 a b\nVersion 6, page 1\n1\n\u{c}House Rules\nc d\nVersion 6, page 2\n2\n\u{c}";
        assert_eq!(texts(text), ["1. One", "1.1 a b", "c d"]);
    }

    #[test]
    fn lines_in_the_middle_stay() {
        let text = "1. One\n4\nHouse\n7\n\u{c}2. Two\nHouse\nx\n3\n";
        assert_eq!(texts(text), ["1. One", "4", "House", "7", "2. Two", "House", "x", "3"]);
        assert_eq!(texts("1. One\nx\nPage 1 of 9"), ["1. One", "x"]);
    }

    #[test]
    fn headings_stay_though_they_are_alike() {
        let text = "House\nRule 1\na\n\u{c}House\nRule 2\nb\n\u{c}House\nRule 3\nc\n\u{c}";
        assert_eq!(texts(text), ["Rule 1", "a", "Rule 2", "b", "Rule 3", "c"]);
    }

    #[test]
    fn headers_that_repeat_without_page_breaks_go_and_are_said() {
        let text = "1. One\nCode of Games - Title 24 - page 61\na\n\nCode of Games - Title 24 - page 62\n\nb\nCode of Games - Title 24 - page 64\n2. Two";
        let (kept, left_out) = lines(text);
        assert_eq!(kept.into_iter().map(|line| line.text).collect::<Vec<_>>(), ["1. One", "a", "b", "2. Two"]);
        let left_out: Vec<u32> =
            left_out.iter().filter(|left| left.why == Why::Running).map(|left| left.line).collect();
        assert_eq!(left_out, [2, 5, 8]);
    }

    #[test]
    fn rule_lines_that_repeat_stay() {
        for line in [
            "A tie pays 8 to #",
            "The odds are those on page #",
            "See page #.",
            "Title 24 - page # holds the odds",
            "Table #",
            "Page 3 of the sign: #",
        ] {
            let text = ["1", "2", "3"].map(|number| line.replace('#', number)).join("\nRule\n");
            assert_eq!(texts(&text).len(), 5, "{line}");
        }
        // Twice is not often, and the numbers of pages grow.
        assert_eq!(texts("House Rules, page 1\nx\nHouse Rules, page 2\ny").len(), 4);
        assert_eq!(texts("Game, page 3\nx\nGame, page 1\ny\nGame, page 2").len(), 5);
    }

    #[test]
    fn a_page_break_ends_no_paragraph() {
        let apart: Vec<bool> = lines("a\n\nb\n\n\u{c}\nc\n\nd").0.iter().map(|line| line.apart).collect();
        assert_eq!(apart, [true, true, false, true]);
    }
}
