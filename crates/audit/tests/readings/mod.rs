//! The table of `docs/readings.md`, cell by cell: where another reading of a document finds no
//! fault, a finding is marked and `major` at most; in the nearest case beside it, it is not.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "helpers of tests fail as tests do")]

mod beside;
mod cell;
mod fractions;
mod misdeals;
mod moments;
mod others;
mod unknown;
mod unsaid;
mod voids;
mod wagers;
mod winners;

use std::collections::{BTreeMap, BTreeSet};

use resettle_audit::{Code, NotAtRisk, Severity};
use serde_json::json;

use crate::setup::ALL;
use crate::setup::Rules::{self, E, Mbs2011, Star, V6};
use cell::{Cell, cells, groups};
use resettle_testkit::with;

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

/// Staked, returned and due, in minor units, and of each finding the money, the clause, and what was expected and logged.
#[test]
fn the_money_and_the_clauses_of_every_cell() {
    for (about, cells) in groups() {
        insta::assert_snapshot!(format!("cells_{about}"), cells.iter().map(money_and_clauses).collect::<String>());
    }
}

fn money_and_clauses(cell: &Cell) -> String {
    let mut said = format!("{}\n", cell.what);
    // Rulesets that say the same stand together.
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for rules in cell.under {
        let audit = rules.audit(&(cell.records)(*rules));
        let money = audit.totals.money;
        let mut found = format!(": {} {} {}\n", money.staked, money.returned, money.due);
        for finding in &audit.findings {
            let money = finding.money.map_or("-".to_owned(), |money| format!("{money:+}"));
            let clause = finding.clause.as_deref().and_then(|cited| cited.split_once(' ')).map_or("", |cited| cited.1);
            let (expected, logged) = (finding.expected.as_deref().unwrap_or("-"), finding.logged.as_deref());
            let compared = format!("{expected} | {}", logged.unwrap_or("-"));
            found += &format!("    {} {money} [{clause}] {compared}\n", finding.code);
        }
        match groups.iter_mut().find(|(same, _)| *same == found) {
            Some((_, of)) => of.push(format!("{rules:?}")),
            None => groups.push((found, vec![format!("{rules:?}")])),
        }
    }
    for (found, of) in groups {
        said += &format!("  {}{found}", of.join(" "));
    }
    said
}

#[test]
fn each_wager_is_handed_on_with_what_was_due_of_it() {
    for rules in ALL {
        let wagers = [
            rules.wager(rules.win()),
            rules.wager_but(0, json!({"id": "w2", "bet": "banker"})),
            rules.wager_but(0, json!({"id": "w3", "stake": 300})),
        ];
        let dues = |change: serde_json::Value| {
            let seen = rules.seen(&[with(rules.coup(json!({"wagers": &wagers[..]})), change)]);
            seen[0].wagers.iter().map(|wager| wager.due).collect::<Vec<_>>()
        };
        let win = i128::from(rules.win());
        assert_eq!(dues(json!({})), [win, 0, win * 3 / 10], "{rules:?}");
        let why = [rules.irregularity("foreign_card", json!({}))];
        let voided = json!({"irregularities": why, "declared": {"result": "void"}, "wrd": "void"});
        assert_eq!(dues(voided), [1000, 1000, 300], "{rules:?}");
    }
}

/// Chance governs a stake that the cards could win or lose by the rules, whatever then went back.
#[test]
fn each_wager_is_handed_on_with_why_its_stake_was_not_at_risk() {
    for rules in ALL {
        let why = |change: serde_json::Value, wagers: &[serde_json::Value]| {
            let seen = rules.seen(&[with(rules.coup(json!({"wagers": wagers})), change)]);
            seen[0].wagers.iter().map(|wager| wager.not_at_risk.map_or("", NotAtRisk::word)).collect::<Vec<_>>()
        };
        let on_banker = |returned: i64, id: &str, change: serde_json::Value| {
            rules.wager_but(returned, with(json!({"id": id, "bet": "banker"}), change))
        };
        let late = rules.at("02:23");
        let wagers = [
            rules.wager(rules.win()),
            on_banker(0, "w2", json!({})),
            on_banker(1000, "w3", json!({"accepted": false})),
            on_banker(1000, "w4", json!({"accepted": false, "placed": late})),
            on_banker(1000, "w5", json!({"withdrawn": rules.at("02:19")})),
            on_banker(1000, "w6", json!({"placed": late})),
            // What the rules say counts, not what was paid.
            on_banker(0, "w7", json!({"placed": late})),
            on_banker(1000, "w8", json!({"withdrawn": late})),
            on_banker(1000, "w9", json!({"bet": "dragon_seven"})),
        ];
        let reported = why(json!({}), &wagers);
        let wanted = ["", "", "refused", "refused", "withdrawn", "late", "late", "", "not_offered"];
        assert_eq!(reported, wanted, "{rules:?}");
        let foreign = [rules.irregularity("foreign_card", json!({}))];
        let voided = json!({"irregularities": foreign, "declared": {"result": "void"}, "wrd": "void"});
        assert_eq!(why(voided, &[rules.wager(1000)]), ["void_coup"], "{rules:?}");
        let settled = json!({"cards": ["2D", "KD", "XX"], "irregularities": foreign});
        assert_eq!(why(settled, &[rules.wager(rules.win())]), ["void_coup"], "had to be void, {rules:?}");
        assert_eq!(why(json!({"mode": "no_bet"}), &[rules.wager(1000)]), ["no_bet_coup"], "{rules:?}");
        let close = if *rules == Star { "first_card" } else { "closed" };
        let open = rules.coup_without(close, json!({"wagers": [rules.wager_but(1000, json!({"withdrawn": late}))]}));
        let reported: Vec<_> =
            rules.seen(&[open])[0].wagers.iter().map(|wager| (wager.judged, wager.not_at_risk)).collect();
        assert_eq!(reported, [(false, Some(NotAtRisk::Withdrawn))], "{rules:?}");
    }
    // A tie stands off the wager on the Player: it was at risk.
    let push = ["2D", "KD", "5S"];
    let declared = json!({"result": "tie", "player": 7, "banker": 7, "sevens": 1});
    let seen = E.seen(&[E.coup(json!({"cards": push, "declared": declared, "wrd": "tie", "wagers": [E.wager(1000)]}))]);
    let wager = seen[0].wagers.first().unwrap();
    assert_eq!((wager.due, wager.not_at_risk), (1000, None));
}

/// Where an interruption lets the wagers of a terminal be returned, they were not at risk if they were.
#[test]
fn wagers_of_an_interrupted_terminal_were_at_risk_where_they_were_settled() {
    for (returned, wanted) in [(1000, Some(NotAtRisk::Voided)), (E.win(), None)] {
        let why = json!({"affects": "terminals", "terminals": ["T1"], "noticed": E.at("02:15")});
        let irregularity = E.irregularity("technical_interruption", why);
        let wagers = [
            E.wager_but(returned, json!({"terminal": "T1"})),
            E.wager_but(E.win(), json!({"id": "w2", "terminal": "T2"})),
        ];
        let seen = E.seen(&[E.coup(json!({"irregularities": [irregularity], "wagers": wagers}))]);
        let reported: Vec<_> =
            seen[0].wagers.iter().map(|wager| (wager.not_at_risk, wager.returned - wager.due)).collect();
        assert_eq!(reported, [(wanted, 0), (None, 0)]);
    }
}

#[test]
fn the_steps_of_a_judgement_are_shown_as_they_were_taken() {
    let explained = [
        ("as it should be", V6, vec![V6.coup(json!({}))]),
        (
            "called wrongly, shown rightly, not paid",
            Star,
            vec![Star.coup(json!({"declared": Star.declared("banker"), "wagers": [Star.wager(0)]}))],
        ),
        ("called rightly, shown wrongly", E, vec![E.coup(json!({"wrd": "banker"}))]),
        (
            "a foreign card that nobody declared, voided",
            V6,
            vec![V6.coup(json!({"cards": ["2D", "KD", "XX"], "declared": {"result": "void"}, "wrd": "void"}))],
        ),
        (
            "a card that nobody could read, called and shown",
            Mbs2011,
            vec![Mbs2011.coup(json!({"cards": ["2D", "??", "4S"], "wrd": "banker"}))],
        ),
        ("voided for a fraud, and the stake of its author kept", Star, {
            let why = json!({"outcome_affected": true, "wagers": ["w1"]});
            vec![cell::voided(Star, "fraud", why, Star.wager(0))]
        }),
        ("above the maximum, and paid to it", Star, beside::above(Star, [600, 500])),
    ];
    let mut said = String::new();
    for (what, rules, records) in explained {
        let audit = rules.audit(&records);
        said += &format!("{what}, {rules:?}\n");
        for section in &audit.traces[0].sections {
            said += &format!("  {}\n", section.title);
            for step in &section.steps {
                let clause = step.clause.as_ref().map_or(String::new(), |clause| format!(" [{clause}]"));
                let (indent, reading) =
                    (if step.inner { "      " } else { "    " }, if step.reading { " †" } else { "" });
                said += &format!("{indent}{}{clause}{reading}\n", step.text);
            }
        }
    }
    insta::assert_snapshot!(said);
}

#[test]
fn the_coup_that_all_cells_change_is_right_as_it_stands() {
    for rules in ALL {
        assert_eq!(rules.findings(&[rules.coup(serde_json::json!({}))]), [], "{rules:?}");
    }
}

#[test]
fn every_cell_of_the_documented_table_is_tried() {
    let page = include_str!("../../../../docs/readings.md");
    let cells = cells().collect::<Vec<_>>();
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

/// `notes.md` of a ruleset and the table of the docs name the same readings: what a note marks with † stands in the table
/// under its ruleset, and the other way round; what it does not mark would find no less, or is no other reading. A clause
/// that a finding of a row cites is one of those that the notes name for the row.
#[test]
fn the_notes_of_each_ruleset_mark_what_the_table_marks() {
    let page = include_str!("../../../../docs/readings.md");
    let mut wrong = Vec::new();
    for (column, rules) in [Rules::Mbs2011, Rules::V6, Rules::V7, Rules::E, Rules::Star].into_iter().enumerate() {
        let registered = resettle_rulesets::embedded().find(|shipped| shipped.id == rules.id()).unwrap();
        let rows = page.lines().filter(|line| line.starts_with("| `")).map(cells_of);
        let table: BTreeSet<&str> = rows.filter(|row| row[column + 2] == "†").map(|row| row[1]).collect();
        let mut noted = BTreeSet::new();
        let mut clauses: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for line in registered.notes.lines().filter(|line| line.starts_with("| ")).skip(1) {
            let cells = cells_of(line);
            let [of, what, other, named] = cells.as_slice() else { panic!("{rules:?}: {line}") };
            if *what == "---" {
                continue;
            }
            if !what.contains('†') {
                let fits = (*named == "–" && *other == "–") || (*named == "stricter" && *other != "–");
                if !fits {
                    wrong.push(format!("{rules:?}: without †, and with another reading: {line}"));
                }
                continue;
            }
            for fact in named.split("; ").filter(|fact| !fact.starts_with("`docs/spec/")) {
                noted.insert(fact);
                clauses.entry(fact).or_default().extend(numbers(of));
            }
        }
        for cell in cells().filter(|cell| !cell.row.is_empty() && cell.under.contains(&rules)) {
            let found = rules.findings(&(cell.records)(rules));
            // Money and display cite the clause of the result, and the deal needs no reading.
            let families = ["settlement/", "display/", "deal/"];
            let own = |code: Code| !families.iter().any(|family| code.as_str().starts_with(family));
            let marked = found.iter().any(|finding| finding.reading);
            for finding in found.iter().filter(|finding| marked && own(finding.code)) {
                let Some((_, cited)) = finding.clause.as_deref().and_then(|clause| clause.split_once(' ')) else {
                    continue;
                };
                let named = clauses.get(cell.row).map(Vec::as_slice).unwrap_or_default();
                if !numbers(cited).any(|number| named.iter().any(|clause| is_within(number, clause))) {
                    wrong.push(format!("{rules:?}: no note for {cited}, of `{}`: {}", cell.row, cell.what));
                }
            }
        }
        wrong.extend(noted.difference(&table).map(|fact| format!("{rules:?}: in notes.md alone: {fact}")));
        wrong.extend(table.difference(&noted).map(|fact| format!("{rules:?}: in docs/readings.md alone: {fact}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The cells of a row of a table in Markdown.
fn cells_of(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// The numbers of clauses in a text.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    parts.map(|part| part.trim_matches('.')).filter(|part| !part.is_empty())
}

/// Whether a clause is this one or one of its parts.
fn is_within(number: &str, clause: &str) -> bool {
    number.strip_prefix(clause).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
