//! The date of a whole table, in a line above it.

use std::collections::BTreeSet;

use crate::error::ImportError;
use crate::mapping::{DateAbove, Mapping};
use crate::time::{TimeFormat, zone};

/// A date has no more words than this: `Saturday, 14 Mar 2026`.
const MOST_WORDS: usize = 4;

/// No more words of a line are looked at.
const LOOKED_AT: usize = 200;

/// Finds the dates that the mapping reads above its table.
///
/// # Errors
/// [`ImportError::NoDateAbove`] where a line has none, or several.
pub(crate) fn find(mapping: &Mapping, above: &str) -> Result<Vec<(DateAbove, String)>, ImportError> {
    let row = &mapping.row;
    let placed = row.wagers.iter().filter_map(|rule| rule.placed.as_ref());
    let rules = [&row.time, &row.opened, &row.closed].into_iter().flatten().chain(placed);
    let mut found: Vec<(DateAbove, String)> = Vec::new();
    for date in rules.filter_map(|rule| rule.date.as_ref()) {
        if found.iter().any(|(known, _)| known == date) {
            continue;
        }
        let DateAbove { line, format } = date;
        let nth = usize::try_from(*line).unwrap_or(usize::MAX).saturating_sub(1);
        let text = lines(above).nth(nth).unwrap_or_default();
        let dates = dates(text, format);
        let mut dates = dates.into_iter();
        match (dates.next(), dates.next()) {
            (Some((_, text)), None) => found.push((date.clone(), text)),
            (first, _) => {
                return Err(ImportError::NoDateAbove {
                    line: *line,
                    text: text.chars().take(80).collect(),
                    format: format.clone(),
                    which: if first.is_none() { "none stands" } else { "several stand" },
                });
            }
        }
    }
    Ok(found)
}

/// The lines of a text, whichever way they end.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').flat_map(|line| {
        let line = line.strip_suffix('\n').unwrap_or(line);
        line.strip_suffix('\r').unwrap_or(line).split('\r')
    })
}

/// The dates of a format in a line, each once with the words that are it.
pub(crate) fn dates(line: &str, format: &str) -> BTreeSet<(String, String)> {
    let Ok(noon) = TimeFormat::new(&format!("{format} %H:%M"), zone("UTC")) else { return BTreeSet::new() };
    // What stands around a date in a cell, and between cells; a comma may as well be one of the date.
    let is_between = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '|' | '"' | '(' | ')');
    let words: Vec<(usize, &str)> = line
        .split(is_between)
        .scan(0, |at, word| {
            let begin = *at;
            *at += word.len()
                + line.get(begin + word.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            Some((begin, word))
        })
        .filter(|(_, word)| !word.is_empty())
        .take(LOOKED_AT)
        .collect();
    let mut found = BTreeSet::new();
    for (at, (begin, _)) in words.iter().enumerate() {
        for (last, word) in words.iter().skip(at).take(MOST_WORDS) {
            let Some(text) = line.get(*begin..last + word.len()) else { continue };
            let text = text.trim_end_matches(['.', ':']);
            if let Ok(time) = noon.convert(&format!("{text} 12:00"))
                && time.text.starts_with(['1', '2'])
            {
                found.insert((time.text, text.to_owned()));
            }
        }
    }
    // Of the words of one date the longest: with the day of the week before it.
    let mut longest: BTreeSet<(String, String)> = BTreeSet::new();
    for (time, text) in found {
        match longest.iter().find(|(known, _)| *known == time).cloned() {
            Some(known) if known.1.len() >= text.len() => {}
            Some(known) => {
                longest.remove(&known);
                longest.insert((time, text));
            }
            None => _ = longest.insert((time, text)),
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_among_words() {
        for (line, format, found) in [
            ("Gaming Date:,14-Mar-2026,,Supervisor:,T. Raj,,", "%d-%b-%Y", &["14-Mar-2026"][..]),
            ("Date: 14/03/2026 (evening)", "%d/%m/%Y", &["14/03/2026"]),
            ("\"Saturday, 14 Mar 2026\";;", "%d %b %Y", &["14 Mar 2026"]),
            ("14/03/2026,15/03/2026", "%d/%m/%Y", &["14/03/2026", "15/03/2026"]),
            ("14/03/2026 to 14/03/2026", "%d/%m/%Y", &["14/03/2026"]),
            ("Table 7", "%d/%m/%Y", &[]),
            ("", "%d/%m/%Y", &[]),
        ] {
            let dates: Vec<String> = dates(line, format).into_iter().map(|(_, text)| text).collect();
            assert_eq!(dates, found, "{line}");
        }
        assert_eq!(lines("a\r\nb\nc\rd").collect::<Vec<_>>(), ["a", "b", "c", "d"]);
    }
}
