//! Faults next to the line at which they are.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use crate::fault::{Fault, Faults, Position, Weight};
use crate::letters::is_unsafe;

/// A longer line is no help to anybody, and is not shown.
const LONGEST_LINE: usize = 1_000;

/// A message that quotes more of a file than this is cut.
const LONGEST_MESSAGE: usize = 2_000;

/// This many faults of one file are shown.
pub const MOST_SHOWN: usize = 500;

impl Fault {
    /// The fault with `file:line:column` and an excerpt of `text`, as people read it.
    #[must_use]
    pub fn render(&self, weight: Weight, file: &str, text: &str, colour: bool) -> String {
        Excerpts::new(file, text, colour).show(self, weight)
    }
}

impl Faults {
    /// Every fault with `file:line:column` and an excerpt of `text`, as people read it; beyond
    /// [`MOST_SHOWN`] only how many there are.
    #[must_use]
    pub fn render(&self, file: &str, text: &str, colour: bool) -> String {
        let faults = self.clone().sorted();
        let excerpts = Excerpts::new(file, text, colour);
        let mut out: String = faults.iter().take(MOST_SHOWN).map(|fault| excerpts.show(fault, Weight::Error)).collect();
        if faults.len() > MOST_SHOWN {
            out.push_str(&format!("and {} more faults of {}\n", faults.len() - MOST_SHOWN, excerpts.file()));
        }
        out
    }
}

/// A text whose faults are shown.
struct Excerpts<'t> {
    file: Cow<'t, str>,
    lines: Vec<&'t str>,
    renderer: Renderer,
}

impl<'t> Excerpts<'t> {
    fn new(file: &'t str, text: &'t str, colour: bool) -> Self {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        Self { file: harmless(file), lines: lines(text).collect(), renderer }
    }

    /// The file's name, which steers no terminal.
    fn file(&self) -> &str {
        &self.file
    }

    /// The fault with its place, and its line where that is not too long.
    fn show(&self, fault: &Fault, weight: Weight) -> String {
        let level = match weight {
            Weight::Error => Level::ERROR,
            Weight::Warning => Level::WARNING,
            Weight::Note => Level::NOTE,
        };
        let (message, help) = (harmless(&fault.message), fault.help.as_deref().map(harmless));
        let title = level.primary_title(message.as_ref());
        let (number, column) = (fault.place.line as usize, fault.place.column as usize);
        let line = number.checked_sub(1).and_then(|at| self.lines.get(at));
        let shown = line.filter(|line| line.len() <= LONGEST_LINE).map(|line| masked(line));
        let mut group = match &shown {
            Some(line) => {
                let snippet = Snippet::source(line.as_str()).path(self.file()).line_start(number);
                title.element(snippet.annotation(AnnotationKind::Primary.span(byte_range(line, fault.place))))
            }
            None if number == 0 => title.element(Origin::path(self.file())),
            None => title.element(Origin::path(self.file()).line(number).char_column(column)),
        };
        if let Some(help) = &help {
            group = group.element(Level::HELP.message(help.as_ref()));
        }
        let mut out = self.renderer.render(&[group]);
        out.push('\n');
        out
    }
}

/// The lines as YAML counts them: LF, CR LF or CR ends one.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\n', '\r']) else {
            rest = None;
            return Some(text);
        };
        let (line, behind) = text.split_at(end);
        rest = behind.strip_prefix("\r\n").or_else(|| behind.get(1..));
        Some(line)
    })
}

/// The same letters, but for those that steer a terminal.
fn masked(line: &str) -> String {
    line.chars().map(|letter| if is_unsafe(letter) && letter != '\t' { '\u{fffd}' } else { letter }).collect()
}

/// A message with what steers a terminal shown as `\u{…}`.
fn harmless(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_MESSAGE && !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for letter in text.chars() {
        if out.len() > LONGEST_MESSAGE {
            out.push('…');
            break;
        }
        if is_unsafe(letter) {
            out.extend(letter.escape_unicode());
        } else {
            out.push(letter);
        }
    }
    Cow::Owned(out)
}

/// The bytes of its line that `place` covers.
fn byte_range(line: &str, place: Position) -> Range<usize> {
    let at = |n: usize| line.char_indices().nth(n).map_or(line.len(), |(i, _)| i);
    let skip = place.column.saturating_sub(1) as usize;
    at(skip)..at(skip.saturating_add(place.len.max(1) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Faults;

    #[test]
    fn lines_are_those_of_yaml() {
        let split = |text| lines(text).collect::<Vec<_>>();
        assert_eq!(split("a\nb\r\nc\rd\n"), ["a", "b", "c", "d", ""]);
        assert_eq!(split("a\n\r\n\n\rb"), ["a", "", "", "", "b"]);
        assert_eq!(split(""), [""]);
    }

    #[test]
    fn an_excerpt_shows_its_line_however_lines_end_and_steers_no_terminal() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["a: 1", "b: \u{202e}\u{7f}2", "c: 3", ""].join(end);
            let place = Position { line: 2, column: 4, len: 3 };
            let fault = Fault { place, message: "not \u{202e}this".into(), help: Some("a\u{9b}b".into()) };
            let shown = fault.render(Weight::Error, "f.yaml", &text, false);
            assert!(shown.contains("f.yaml:2:4") && shown.contains("2 | b: \u{fffd}\u{fffd}2"), "{shown}");
            assert!(!shown.chars().any(|letter| is_unsafe(letter) && letter != '\n'), "{shown:?}");
        }
    }

    #[test]
    fn neither_long_lines_nor_many_faults_flood_the_reader() {
        let long = format!("a: {}\n", "x".repeat(1_000_000));
        let place = Position { line: 1, column: 500_000, len: 1 };
        let fault = Fault { place, message: "y".repeat(1_000_000), help: None };
        let shown = fault.render(Weight::Error, "f.yaml", &long, false);
        assert!(shown.len() < 3_000 && shown.contains("f.yaml:1:500000"), "{}", shown.len());
        let mut many = Faults::default();
        for column in 0..100_000 {
            many.add(Position { line: 1, column, len: 1 }, "y");
        }
        let shown = many.render("f.yaml", &long, false);
        assert!(shown.len() < 100_000 && shown.ends_with("and 99500 more faults of f.yaml\n"), "{}", shown.len());
    }
}
