//! The readings of `notes.md` that name a clause.

use resettle_ruleset::check::names_clause;

/// A line of the notes that says how a clause is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What is done; of a line that is no table, the line.
    pub done: String,
    /// What else could be meant; empty where nothing is said.
    pub otherwise: String,
}

/// The lines that name a clause: rows of tables by their first cell, others by what they begin with.
pub(crate) fn of_clause(notes: &str, number: &str) -> Vec<Reading> {
    let mut out = Vec::new();
    for line in notes.lines() {
        let line = line.trim();
        if let Some(row) = line.strip_prefix('|') {
            let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
            let names = cells.first().is_some_and(|first| names_clause(first, number));
            if let (true, Some(done)) = (names, cells.get(1)) {
                let otherwise = cells.get(2).copied().filter(|cell| !matches!(*cell, "–" | "-")).unwrap_or_default();
                out.push(Reading { done: (*done).to_owned(), otherwise: otherwise.to_owned() });
            }
        } else if let Some(item) = line.strip_prefix("- ")
            && item.split_once(':').is_some_and(|(first, _)| names_clause(first, number))
        {
            out.push(Reading { done: item.to_owned(), otherwise: String::new() });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_is_that_of_the_clauses_in_its_first_cell() {
        let notes = "| clause | what we do | else |\n| 5.1, 5.2 | stands † | void |\n| 6 | 5.1 is left | – |\n- 5.2: no void.\n- of 5.1\n";
        let of = |number| {
            of_clause(notes, number).into_iter().map(|reading| (reading.done, reading.otherwise)).collect::<Vec<_>>()
        };
        assert_eq!(of("5.1"), [("stands †".to_owned(), "void".to_owned())]);
        assert_eq!(of("5.2").len(), 2);
        assert_eq!(of("6"), [("5.1 is left".to_owned(), String::new())]);
        assert!(of("5").is_empty());
    }
}
