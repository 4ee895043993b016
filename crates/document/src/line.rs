//! A line of a document without what typesetting put on it.

/// A line of text and where it is.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The page, from 1.
    pub page: u32,
    /// The line of the text, from 1.
    pub line: u32,
    /// The column of the first letter, in characters from 1.
    pub column: u32,
    /// The text, trimmed, without bullet and marks.
    pub text: String,
    /// Whether an empty line or a bullet comes before it.
    pub apart: bool,
}

/// Cleans one line; `None` where nothing is left of it.
pub(crate) fn clean(raw: &str, page: u32, line: u32, after_blank: bool) -> Option<Line> {
    if is_separator(raw) {
        return None;
    }
    let plain = unmarked(raw);
    let start = plain.trim_start();
    let (text, bullet) = unbulleted(start);
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    // Blank cells before the first one that is none.
    let blank = if raw.contains('|') { plain.len() - plain.trim_start_matches('\t').len() } else { 0 };
    let column = raw.chars().take_while(|letter| letter.is_whitespace()).count() + blank;
    let column = u32::try_from(column).unwrap_or(u32::MAX).saturating_add(1);
    Some(Line { page, line, column, text: text.to_owned(), apart: after_blank || bullet })
}

/// Whether blank lines stand between paragraphs and nowhere else: most lines that go on within a sentence stand right below
/// the one before, and most that follow on its end do not.
pub(crate) fn tell_paragraphs(lines: &[Line]) -> bool {
    let (mut within, mut behind) = ((0usize, 0usize), (0usize, 0usize));
    for pair in lines.windows(2) {
        let [before, line] = pair else { continue };
        if before.page != line.page {
            continue;
        }
        let goes_on = before.text.ends_with(char::is_alphanumeric) && line.text.starts_with(char::is_lowercase);
        let count = match goes_on {
            true => &mut within,
            false if before.text.ends_with(['.', ':', ';']) => &mut behind,
            false => continue,
        };
        match line.apart {
            true => count.0 += 1,
            false => count.1 += 1,
        }
    }
    within.0 <= within.1 && behind.0 > behind.1
}

/// Whether a line is the rule between the head of a table with bars and its rows, which says nothing but how columns are
/// aligned: `|---|:-:|`, `--- | ---`.
fn is_separator(raw: &str) -> bool {
    let inner = raw.trim();
    let inner = inner.strip_prefix('|').unwrap_or(inner);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let is_rule = |cell: &str| {
        let cell = cell.trim();
        let dashes = cell.strip_prefix(':').unwrap_or(cell);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && dashes.bytes().all(|letter| letter == b'-')
    };
    raw.contains('|') && inner.split('|').all(is_rule)
}

/// Emphasis, a few tags and escapes taken out, and a tabulator between two cells in place of the bar.
fn unmarked(raw: &str) -> String {
    if !raw.contains(['*', '|', '<', '\\']) {
        return raw.to_owned();
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    let mut opened = true;
    while let Some(letter) = rest.chars().next() {
        let after = rest.get(letter.len_utf8()..).unwrap_or("");
        rest = match letter {
            '*' if after.starts_with('*') => after.get(1..).unwrap_or(""),
            '|' => {
                out.truncate(out.trim_end_matches(' ').len());
                // The bar at the edge parts no cells.
                if !(out.is_empty() && opened) {
                    out.push('\t');
                }
                opened = false;
                after.trim_start_matches(' ')
            }
            '<' => match tag(after) {
                Some(behind) => {
                    out.push(' ');
                    behind
                }
                None => {
                    out.push('<');
                    after
                }
            },
            '\\' if after.starts_with(|next: char| !next.is_alphanumeric() && next != '_' && !next.is_whitespace()) => {
                after
            }
            other => {
                out.push(other);
                after
            }
        };
        if letter == '\\'
            && let Some(next) = rest.chars().next()
            && !next.is_alphanumeric()
            && !next.is_whitespace()
        {
            out.push(next);
            rest = rest.get(next.len_utf8()..).unwrap_or("");
        }
    }
    out
}

/// What follows a tag of typesetting that begins with the `<` before `text`.
fn tag(text: &str) -> Option<&str> {
    let text = text.strip_prefix('/').unwrap_or(text);
    let name = ["sup", "sub", "br", "u", "b", "i"].into_iter().find_map(|name| text.strip_prefix(name))?;
    let name = name.trim_start();
    name.strip_prefix('/').unwrap_or(name).strip_prefix('>')
}

/// The text behind a bullet and heading marks, and whether there was a bullet.
fn unbulleted(text: &str) -> (&str, bool) {
    let mut bullet = false;
    let mut rest = text;
    for mark in ["- ", "• ", "•", "\u{2022}\t", "-\t", "* "] {
        if let Some(behind) = rest.strip_prefix(mark) {
            rest = behind.trim_start();
            bullet = true;
            break;
        }
    }
    let behind = rest.trim_start_matches('#');
    let marks = rest.len().saturating_sub(behind.len());
    if (1..=6).contains(&marks) && behind.starts_with(char::is_whitespace) {
        rest = behind.trim_start();
    }
    (rest, bullet)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(raw: &str) -> String {
        clean(raw, 1, 1, false).map(|line| line.text).unwrap_or_default()
    }

    #[test]
    fn the_rule_below_the_head_of_a_table_goes_and_its_rows_stay() {
        for rule in ["|---|---|", "| --- | :-: |", "--- | ---", "|:--|--:|", "  |-|-|", "|---|"] {
            assert_eq!(cleaned(rule), "", "{rule}");
        }
        for row in ["---", "- item", "| 5 | - |", "|  | - |", "5 | yes", "| — | — |", "||"] {
            assert!(!is_separator(row), "{row}");
        }
        for row in ["5 | yes | no", "|5|yes|no|", "|  5 |  yes| no  |"] {
            assert_eq!(cleaned(row), "5\tyes\tno");
        }
        assert_eq!(cleaned("|5||no|"), "5\t\tno");
        let column = |raw: &str| clean(raw, 1, 1, false).map(|line| line.column);
        assert_eq!((column("||yes|no|"), column("|5|yes|no|")), (Some(2), Some(1)));
    }

    fn parts(text: &str) -> bool {
        let mut after_blank = true;
        let mut lines = Vec::new();
        for (number, raw) in (1u32..).zip(text.split('\n')) {
            lines.extend(clean(raw, 1, number, after_blank));
            after_blank = raw.trim().is_empty();
        }
        tell_paragraphs(&lines)
    }

    #[test]
    fn blank_lines_tell_paragraphs_where_sentences_have_none() {
        assert!(parts("A hand\nwins.\n\nA tie\nis void.\n\nNo more."));
        assert!(parts("One line each.\n\nAnother one.\n\nThe last."));
        assert!(!parts("A hand\n\nwins.\n\nA tie\n\nis void.\n\nNo more."), "blank lines within sentences too");
        assert!(!parts("A hand\nwins.\nA tie\nis void.\nNo more."), "none anywhere");
    }

    #[test]
    fn marks_of_typesetting_go() {
        assert_eq!(cleaned("## **1. Terms**"), "1. Terms");
        assert_eq!(cleaned("  - 2.1. Over \\$10,000"), "2.1. Over $10,000");
        assert_eq!(cleaned("| 3<sup>rd</sup> | card |"), "3 rd\tcard");
        assert_eq!(cleaned("a < b, * c"), "a < b, * c");
        assert_eq!(cleaned("**"), "");
    }
}
