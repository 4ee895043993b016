//! `docs/threat-model.md` names a test for every promise, and each of them exists.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_testkit::root;

fn page() -> String {
    std::fs::read_to_string(root().join("docs/threat-model.md")).unwrap()
}

/// Whether a test of this name stands in the file, by itself or among laws.
fn has_test(text: &str, test: &str) -> bool {
    text.split("#[test]").skip(1).any(|rest| {
        let line = rest.lines().map(str::trim_start).find(|line| line.starts_with("fn ")).unwrap_or_default();
        line["fn ".len().min(line.len())..].split('(').next() == Some(test)
    })
}

#[test]
fn every_test_that_is_named_exists() {
    let page = page();
    let mut named = 0;
    for (file, test) in
        page.split('`').skip(1).step_by(2).filter_map(|text| text.split_once("::")).filter(|(file, _)| !file.is_empty())
    {
        let path = root().join("crates").join(file);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(has_test(&text, test), "{file} has no test {test}");
        named += 1;
    }
    assert!(named > 50, "{named}");
}

#[test]
fn every_promise_names_what_shows_it() {
    let page = page();
    let promised = page.split("## What is promised").nth(1).unwrap().split("## What is not promised").next().unwrap();
    let mut promises = 0;
    for row in promised.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert_eq!(cells.len(), 2, "{row}");
        if cells[1] == "shown by" {
            continue;
        }
        promises += 1;
        let shown = cells[1].contains("::")
            || cells[1].split('`').any(|path| path.starts_with('.') && root().join(path).exists());
        assert!(shown, "nothing shows it: {row}");
    }
    assert!(promises > 30, "{promises}");
}
