//! Every enforced clause on promotional prizes: the breach is found once, at its row, and its nearest lawful neighbour
//! finds nothing. The registers are those of `fixtures/promotions`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use resettle_audit::{Code, Severity};
use resettle_promotions::{Breach, FILES, Register, judge};
use resettle_ruleset::{ClauseKind, Registry};

const STAR: &str = "au-nsw/star/7-up-baccarat/2016-08-17";

/// A register's files as rows of cells; no cell of the fixtures needs quotes.
type Files = BTreeMap<&'static str, Vec<Vec<String>>>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/promotions")
}

fn base() -> Files {
    let read = |name: &str| std::fs::read_to_string(folder().join("base").join(name)).unwrap();
    FILES.into_iter().map(|name| (name, read(name).lines().map(cells).collect())).collect()
}

fn cells(line: &str) -> Vec<String> {
    assert!(!line.contains('"'), "{line}");
    line.split(',').map(str::to_owned).collect()
}

/// What is found, but for the uncertainty of the date at which the rules took effect.
fn found(files: &Files, registry: &Registry) -> Vec<Breach> {
    let bytes: BTreeMap<&str, Vec<u8>> = files
        .iter()
        .map(|(name, rows)| {
            let lines: Vec<String> = rows.iter().map(|row| row.join(",") + "\n").collect();
            (*name, lines.concat().into_bytes())
        })
        .collect();
    let register = Register::read(&bytes).unwrap();
    let judged = judge(&register, registry, None).unwrap();
    judged.breaches.into_iter().filter(|breach| breach.code != Code::Uncertain).collect()
}

fn the_row<'f>(files: &'f mut Files, at: &str) -> (&'f mut Vec<Vec<String>>, usize) {
    let (file, row) = at.split_once(':').unwrap();
    let rows = files.get_mut(file).unwrap_or_else(|| panic!("no file {file}"));
    let has = |cells: &Vec<String>| row.split('+').all(|part| cells.iter().any(|cell| cell == part));
    let found: Vec<usize> = (1..rows.len()).filter(|index| has(&rows[*index])).collect();
    assert_eq!(found.len(), 1, "{at} names {} rows", found.len());
    (rows, found[0])
}

fn change(files: &mut Files, change: &str) {
    if let Some(at) = change.strip_prefix('-') {
        let (rows, index) = the_row(files, at);
        rows.remove(index);
    } else if let Some(added) = change.strip_prefix('+') {
        let (file, line) = added.split_once(':').unwrap();
        files.get_mut(file).unwrap().push(cells(line));
    } else {
        let (at, set) = change.split_once(' ').unwrap();
        let (column, value) = set.split_once('=').unwrap();
        let (rows, index) = the_row(files, at);
        let column = rows[0].iter().position(|name| name == column).unwrap_or_else(|| panic!("no column {column}"));
        rows[index][column] = value.to_owned();
    }
}

fn changed(changes: &str) -> Files {
    let mut files = base();
    changes.split("; ").for_each(|one| change(&mut files, one));
    files
}

fn registry() -> Registry {
    resettle_rulesets::registry().unwrap()
}

#[test]
fn the_base_of_the_pairs_is_lawful() {
    assert_eq!(found(&base(), &registry()), []);
}

#[test]
fn every_enforced_clause_has_a_breach_and_a_lawful_neighbour() {
    let registry = registry();
    let text = std::fs::read_to_string(folder().join("pairs.txt")).unwrap();
    let mut covered = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [clauses, finds, breach, neighbour] = parts.as_slice() else { panic!("{line}") };
        let finds: Vec<&str> = finds.split(' ').collect();
        let broken = found(&changed(breach), &registry);
        let [one] = broken.as_slice() else { panic!("{line}: {broken:#?}") };
        assert_eq!(one.code.as_str(), format!("promotion/{}", finds[0]), "{line}");
        assert_eq!(one.at.file, finds[1], "{line}");
        assert_eq!(one.item.as_deref().unwrap_or("-"), finds[2], "{line}");
        assert_eq!(one.term.as_deref(), finds.get(3).copied(), "{line}");
        assert_eq!(one.promotion.as_deref(), Some("P1"), "{line}");
        assert!(!one.reading || one.severity <= Severity::Major, "{line}");
        let clause = one.clause.as_deref().unwrap().strip_prefix(STAR).unwrap().trim_start();
        let clauses: Vec<&str> = clauses.split(", ").collect();
        assert!(clauses.contains(&clause), "{line}: found by {clause}");
        covered.extend(clauses.into_iter().map(str::to_owned));
        assert_eq!(found(&changed(neighbour), &registry), [], "{line}");
    }
    let star = registry.get(STAR).unwrap();
    let enforced = star.clauses.iter().filter(|clause| clause.kind == ClauseKind::Enforced);
    let own: BTreeSet<String> =
        enforced.map(|clause| clause.number.clone()).filter(|number| number.starts_with("16.")).collect();
    assert_eq!(covered, own);
}

#[test]
fn what_no_other_reading_would_find_is_marked() {
    let registry = registry();
    for (change, reading) in [
        ("promotions.csv:P1 available_from=2017-05-01T10:00:01+10:00", true),
        ("promotions.csv:P1 available_from=", false),
        ("prizes.csv:A cash_alternative=yes", true),
        ("prizes.csv:S cash_alternative=yes", false),
        ("payments.csv:DA+2 amount=999999", true),
    ] {
        let breaches = found(&changed(change), &registry);
        assert_eq!(breaches.len(), 1, "{change}");
        assert_eq!(breaches[0].reading, reading, "{change}");
    }
}

/// No clause says so of prizes that are no large sums of cash: it is what a draw is.
#[test]
fn a_draw_without_a_winner_pays_nobody() {
    let registry = registry();
    let paid = |payee: &str| {
        let files = changed(&format!("draws.csv:DB winner=; payments.csv:DB payee={payee}"));
        found(&files, &registry).into_iter().filter(|breach| breach.code == Code::Payment).count()
    };
    assert_eq!((paid("M. Roe"), paid("")), (1, 0));
}

#[test]
fn what_is_not_yet_due_is_not_missed() {
    let registry = registry();
    let as_of = |time: &str, also: &str| {
        let mut files = changed(also);
        files.get_mut("register.csv").unwrap()[1][5] = time.to_owned();
        // Rows of what came after that time are told of themselves, by no clause.
        let later = |breach: &Breach| breach.code == Code::PromotionTimes && breach.clause.is_none();
        found(&files, &registry).into_iter().filter(|breach| !later(breach)).count()
    };
    for (also, before, due) in [
        ("promotions.csv:P1 details_to_authority=", "2017-04-30T09:59:59+10:00", "2017-04-30T10:00:00+10:00"),
        ("promotions.csv:P1 available_by=", "2017-05-01T09:59:59+10:00", "2017-05-01T10:00:00+10:00"),
        ("promotions.csv:P1 marketing_refers=no", "2017-05-01T09:59:59+10:00", "2017-05-01T10:00:00+10:00"),
        ("-notifications.csv:DA", "2017-05-12T23:59:59+10:00", "2017-05-13T00:00:00+10:00"),
        ("notifications.csv:DA means=sms", "2017-05-12T23:59:59+10:00", "2017-05-13T00:00:00+10:00"),
        ("incidents.csv:I1 inspectorate_at=", "2017-05-11T23:59:59+10:00", "2017-05-12T00:00:00+10:00"),
    ] {
        assert_eq!((as_of(before, also), as_of(due, also)), (0, 1), "{also}");
    }
}

#[test]
fn a_row_of_what_came_after_the_registers_own_end_is_told() {
    let registry = registry();
    assert_eq!(found(&changed("payments.csv:DA+2 at=2018-12-31T00:00:00+11:00"), &registry), []);
    let breaches = found(&changed("payments.csv:DA+2 at=2018-12-31T00:00:01+11:00"), &registry);
    let [one] = breaches.as_slice() else { panic!("{breaches:#?}") };
    assert_eq!((one.code, one.severity, one.at.file), (Code::PromotionTimes, Severity::Major, "payments.csv"));
    assert_eq!((one.promotion.as_deref(), one.at.line, one.clause.as_deref()), (Some("P1"), 3, None));
}

#[test]
fn a_row_that_is_no_row_is_out_with_what_refers_to_it() {
    let registry = registry();
    for (change, file, line) in [
        ("prizes.csv:V value=10.50", "prizes.csv", 5),
        ("prizes.csv:V value=-1", "prizes.csv", 5),
        ("prizes.csv:V kind=car", "prizes.csv", 5),
        ("prizes.csv:V contains=other||other", "prizes.csv", 5),
        ("draws.csv:DV held=2017-05-13", "draws.csv", 5),
        ("draws.csv:DV prize=Z", "draws.csv", 5),
        ("promotions.csv:P1 marketing_refers=Yes", "promotions.csv", 2),
        ("promotions.csv:P1 commences=", "promotions.csv", 2),
        ("+draws.csv:P1,DV,V,2017-05-13T10:00:00+10:00,,,,,", "draws.csv", 10),
        ("+terms.csv:P2,,nature,", "terms.csv", 39),
        ("+terms.csv:P1,,nature", "terms.csv", 39),
        ("incidents.csv:I1 action=stopped", "incidents.csv", 2),
    ] {
        let breaches = found(&changed(change), &registry);
        let reported: Vec<_> = breaches.iter().map(|breach| (breach.code, breach.at.file, breach.at.line)).collect();
        assert_eq!(reported, [(Code::MalformedRow, file, line)], "{change}");
    }
}

#[test]
fn columns_may_stand_in_any_order_and_a_header_at_fault_puts_its_rows_out() {
    let registry = registry();
    let mut files = base();
    for rows in files.values_mut() {
        for row in rows.iter_mut() {
            row.reverse();
            row.push(String::new());
        }
    }
    assert_eq!(found(&files, &registry), []);
    let header = |name: &'static str, column: &str, to: &str| {
        let mut files = base();
        let rows = files.get_mut(name).unwrap();
        let at = rows[0].iter().position(|known| known == column).unwrap();
        rows[0][at] = to.to_owned();
        found(&files, &registry).iter().map(|breach| (breach.code, breach.at.file, breach.at.line)).collect::<Vec<_>>()
    };
    let reported = |file| [(Code::MalformedRow, file, 1)];
    assert_eq!(header("promotions.csv", "promotion", "name"), reported("promotions.csv"));
    assert_eq!(header("prizes.csv", "millilitres", "value"), reported("prizes.csv"));
    assert_eq!(header("draws.csv", "promotion", "\u{feff}promotion"), reported("draws.csv"));
}

#[test]
fn a_prize_is_drawn_as_often_as_there_are_of_it() {
    let registry = registry();
    let again = "+draws.csv:P1,DZ,B,2017-05-14T10:00:00+10:00,2017-05-14T10:00:00+10:00,yes,,,M. Wong";
    let breaches = found(&changed(again), &registry);
    let [one] = breaches.as_slice() else { panic!("{breaches:#?}") };
    assert_eq!(
        (one.code, one.severity, one.at.file, one.at.line),
        (Code::DrawnTwice, Severity::Major, "draws.csv", 10)
    );
    assert!(one.reading && one.item.as_deref() == Some("DZ"), "{one:#?}");
    for (quantity, reading) in [("2", None), ("1", Some(false)), ("", Some(true))] {
        let mut files = changed(again);
        let prizes = files.get_mut("prizes.csv").unwrap();
        prizes[0].push("quantity".to_owned());
        prizes[1..].iter_mut().for_each(|row| row.push(if row[1] == "B" { quantity } else { "" }.to_owned()));
        let readings: Vec<bool> = found(&files, &registry).iter().map(|breach| breach.reading).collect();
        assert_eq!(readings, reading.into_iter().collect::<Vec<_>>(), "{quantity}");
    }
}

#[test]
fn a_file_that_the_register_names_has_to_be_there() {
    let registry = registry();
    let named = |files: &str, without: &str| {
        let mut register = base();
        register.remove(without);
        let header = register.get_mut("register.csv").unwrap();
        header[0].push("files".to_owned());
        header[1].push(files.to_owned());
        found(&register, &registry).iter().map(|breach| (breach.code, breach.logged.clone())).collect::<Vec<_>>()
    };
    let missing = |logged: &str| vec![(Code::MissingFile, Some(logged.to_owned()))];
    assert_eq!(named("draws.csv:8|complaints.csv", ""), []);
    assert_eq!(named("draws.csv:9", ""), missing("8 rows"));
    assert_eq!(named("complaints.csv", "complaints.csv"), missing("no such file"));
    assert_eq!(named("draws.csv", "complaints.csv"), []);
}

#[test]
fn what_no_clause_judges_is_counted_with_its_money() {
    let noted = |what: &str, changes: &str| {
        let rows = |rows: &Vec<Vec<String>>| rows.iter().map(|row| row.join(",") + "\n").collect::<String>();
        let bytes = changed(changes).iter().map(|(name, own)| (*name, rows(own).into_bytes())).collect();
        let notes = judge(&Register::read(&bytes).unwrap(), &registry(), None).unwrap().notes;
        notes.iter().find(|note| note.what == what).map(|note| (note.number, note.money))
    };
    let nothing = "promotions.csv:P1 marketing_refers=yes";
    for (what, changes, before, after) in [
        ("draws_not_held", "draws.csv:DB held=; -payments.csv:DB", None, Some((1, 1_000_000))),
        ("prizes_not_paid", "-payments.csv:DB", None, Some((1, 1_000_000))),
        ("cash_above", "payments.csv:DA+1 method=cash; payments.csv:DA+1 chosen=cash", None, Some((1, 1_500_000))),
        ("paid_above_value", "payments.csv:DB amount=1000001", None, Some((1, 1))),
        ("payees_not_named", "payments.csv:DB payee=J. Kim", Some((7, 93_400_001)), Some((6, 92_400_001))),
    ] {
        assert_eq!((noted(what, nothing), noted(what, changes)), (before, after), "{what}");
    }
}

/// With `files` in the register, whoever leaves out a file or any row of it is found.
#[test]
fn each_file_and_each_row_that_is_left_out_is_found() {
    let registry = registry();
    let whole = || {
        let mut files = base();
        let own = files.iter().filter(|(name, _)| **name != "register.csv");
        let listed: Vec<String> = own.map(|(name, rows)| format!("{name}:{}", rows.len() - 1)).collect();
        let header = files.get_mut("register.csv").unwrap();
        header[0].push("files".to_owned());
        header[1].push(listed.join("|"));
        files
    };
    assert_eq!(found(&whole(), &registry), []);
    let is_found = |files: &Files| found(files, &registry).iter().any(|breach| breach.code == Code::MissingFile);
    for name in FILES.into_iter().filter(|name| *name != "register.csv") {
        let mut files = whole();
        let rows = files.remove(name).unwrap().len();
        assert!(is_found(&files), "{name}");
        for row in 1..rows {
            let mut files = whole();
            files.get_mut(name).unwrap().remove(row);
            assert!(is_found(&files), "{name}:{row}");
        }
    }
}
