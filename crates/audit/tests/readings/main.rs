//! The table of `docs/readings.md`, cell by cell: where another reading of a document finds no
//! fault, a finding is marked and `major` at most; in the nearest case beside it, it is not.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "helpers of tests fail as tests do")]

mod bench;
mod cell;
mod misdeals;
mod voids;
mod wagers;

use resettle_audit::{Code, Severity};

use bench::Rules;
use cell::cells;

#[test]
fn findings_are_marked_exactly_where_another_reading_finds_no_fault() {
    let mut wrong = Vec::new();
    for cell in cells() {
        for rules in cell.under {
            let found = rules.findings(&(cell.records)(*rules));
            let got: Vec<_> = found.iter().map(|finding| (finding.code, finding.reading)).collect();
            let mut wanted: Vec<_> = cell.finds.iter().map(|(code, marked)| (*code, marked.contains(rules))).collect();
            let mut sorted = got.clone();
            sorted.sort();
            wanted.sort();
            if sorted != wanted {
                wrong.push(format!("{} under {rules:?}: found {got:?}, wanted {wanted:?}", cell.what));
            }
            for finding in found {
                let lighter = finding.severity < finding.code.severity();
                let by_itself = finding.code == Code::WrdMismatch;
                let wrong_weight =
                    if finding.reading { finding.severity > Severity::Major } else { lighter && !by_itself };
                if wrong_weight {
                    wrong.push(format!("{} under {rules:?}: {} is {:?}", cell.what, finding.code, finding.severity));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} cells are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_coup_that_all_cells_change_is_right_as_it_stands() {
    for rules in bench::ALL {
        assert_eq!(rules.findings(&[rules.coup(serde_json::json!({}))]), [], "{rules:?}");
    }
}

#[test]
fn every_cell_of_the_documented_table_is_tried() {
    let page = include_str!("../../../../docs/readings.md");
    let (page, _) = page.split_once("\n## Not marked yet\n").unwrap_or((page, ""));
    let cells = cells();
    let columns = [Rules::Mbs2011, Rules::V6, Rules::V7, Rules::E, Rules::Star];
    let mut rows = 0;
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let parts: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [codes, fact, marks @ ..] = parts.as_slice() else { panic!("{line}") };
        assert_eq!(marks.len(), columns.len(), "{line}");
        for (rules, mark) in columns.iter().zip(marks) {
            assert!(["†", "–", "·"].contains(mark), "{line}");
            for code in codes.split(", ") {
                let code = Code::parse(code.trim_matches('`')).unwrap();
                let tried = cells.iter().any(|cell| {
                    cell.row == *fact
                        && cell.under.contains(rules)
                        && cell.finds.iter().any(|(of, marked)| *of == code && marked.contains(rules) == (*mark == "†"))
                });
                assert!(tried || *mark == "·", "{code}, {fact}, {rules:?}: no log tries this cell");
            }
        }
        rows += 1;
    }
    assert!(rows >= 10, "only {rows} rows were read from the table");
    for cell in &cells {
        assert!(
            cell.row.is_empty() || page.contains(&format!(" | {} | ", cell.row)),
            "the table has no row “{}”",
            cell.row
        );
    }
}
