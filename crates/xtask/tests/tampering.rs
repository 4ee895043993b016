//! `docs/tampering.md` names a test for every attack, and every test of tampering stands there.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use resettle_testkit::root;

/// A file as the page names it.
fn path_of(name: &str) -> PathBuf {
    let krate = if name.starts_with("tamper/") { "coup-log" } else { "cli" };
    root().join("crates").join(krate).join("tests").join(name)
}

/// The tests in a file.
fn tests_in(path: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let after = text.split("#[test]\n").skip(1);
    after
        .map(|rest| {
            let line = rest.lines().find(|line| line.starts_with("fn ")).unwrap();
            line["fn ".len()..].split('(').next().unwrap().to_owned()
        })
        .collect()
}

/// File and test of everything that the page names.
fn named() -> BTreeSet<(String, String)> {
    let page = std::fs::read_to_string(root().join("docs/tampering.md")).unwrap();
    let quoted = page.split('`').skip(1).step_by(2);
    quoted.filter_map(|text| text.split_once("::")).map(|(file, test)| (file.to_owned(), test.to_owned())).collect()
}

#[test]
fn every_test_that_the_page_names_exists() {
    let named = named();
    assert!(named.len() > 50, "{}", named.len());
    for (file, test) in named {
        assert!(tests_in(&path_of(&file)).contains(&test), "{file} has no test {test}");
    }
}

#[test]
fn every_test_of_tampering_stands_on_the_page() {
    let named = named();
    let mut files = vec!["heads.rs".to_owned(), "heads_file.rs".to_owned(), "fork.rs".to_owned()];
    for entry in std::fs::read_dir(path_of("tamper/mod.rs").parent().unwrap()).unwrap() {
        files.push(format!("tamper/{}", entry.unwrap().file_name().into_string().unwrap()));
    }
    let mut seen = 0;
    for file in files {
        for test in tests_in(&path_of(&file)) {
            seen += 1;
            assert!(named.contains(&(file.clone(), test.clone())), "docs/tampering.md does not name {file}::{test}");
        }
    }
    assert!(seen > 50, "{seen}");
}

/// A row that promises something names the finding and the test that shows it.
#[test]
fn every_attack_has_a_test() {
    let page = std::fs::read_to_string(root().join("docs/tampering.md")).unwrap();
    let mut rows = 0;
    for row in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        assert_eq!(cells.len(), 3, "{row}");
        if cells[2].trim() != "test" {
            rows += 1;
            assert!(cells[2].contains("::"), "no test: {row}");
        }
    }
    assert!(rows > 40, "{rows}");
}
