use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::*;
use crate::code::FAMILIES;

/// The files that a new finding changes.
const CHANGED: [&str; 11] = [
    "CHANGELOG.md",
    "crates/audit/src/catalogue/mod.rs",
    "crates/audit/src/claims/mod.rs",
    "crates/audit/src/coup/mod.rs",
    "crates/audit/src/join/mod.rs",
    "crates/audit/src/judge/mod.rs",
    "crates/audit/src/settle/mod.rs",
    "crates/audit/src/shoe/mod.rs",
    "crates/cli/tests/gallery.rs",
    "crates/simulate/src/faults/mod.rs",
    "crates/simulate/tests/faults.rs",
];

/// The repository as it is, as far as a new finding changes it.
fn copy() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for path in CHANGED {
        let to = folder.path().join(path);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(root().join(path), to).unwrap();
    }
    folder
}

fn task(root: &Path, words: &str) -> Result<String, String> {
    run(&words.split_whitespace().map(str::to_owned).collect::<Vec<_>>(), root)
}

fn text(root: &Path, path: &str) -> String {
    fs::read_to_string(root.join(path)).unwrap()
}

/// Every file below a folder.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found
}

#[test]
fn a_finding_about_wagers_has_its_files() {
    let copy = copy();
    let before = files(copy.path());
    let said = task(copy.path(), "new-finding wager/double-stake --severity minor").unwrap();
    let made: Vec<String> = files(copy.path()).difference(&before).cloned().collect();
    assert_eq!(
        made,
        [
            "crates/audit/explain/wager/double-stake.md",
            "crates/audit/src/settle/double_stake.rs",
            "crates/simulate/src/faults/double_stake.rs",
        ]
    );
    let catalogue = text(copy.path(), "crates/audit/src/catalogue/mod.rs");
    let line = "    DoubleStake, \"wager/double-stake\", Minor;\n";
    let (before, _) = catalogue.split_once(line).unwrap();
    assert!(before.contains("\"wager/over-limit\""), "it stands behind the others of its family");
    assert!(
        text(copy.path(), "crates/audit/src/settle/mod.rs")
            .contains("mod comparison;\nmod double_stake;\nmod duplicate_id;\n")
    );
    let faults = text(copy.path(), "crates/simulate/src/faults/mod.rs");
    assert!(faults.contains("mod display;\nmod double_stake;\nmod duplicate_id;\n"), "{faults}");
    assert!(faults.contains("    (\"double stake\", double_stake::FAULTS),\n];"), "{faults}");
    let count =
        |text: &str| text.split_once("[(&str, &[Fault]); ").unwrap().1.split_once(']').unwrap().0.parse::<u32>();
    let was = count(&text(&root(), "crates/simulate/src/faults/mod.rs")).unwrap();
    assert_eq!(count(&faults), Ok(was + 1));
    assert!(text(copy.path(), "crates/simulate/tests/faults.rs").contains("        \"wager/double-stake\",\n"));
    assert!(
        text(copy.path(), "crates/cli/tests/gallery.rs").contains("Code::DoubleStake => (\"double_stake\", SevenUp),")
    );
    assert!(text(copy.path(), "CHANGELOG.md").contains("### Added\n- `wager/double-stake`: TODO"));
    let page = text(copy.path(), "crates/audit/explain/wager/double-stake.md");
    assert!(page.starts_with("# wager/double-stake\n") && page.contains("\nminor    wager/double-stake "), "{page}");
    assert!(said.contains("made         crates/audit/explain/wager/double-stake.md\n"), "{said}");
    assert!(
        said.contains("changed      crates/cli/tests/gallery.rs\n") && said.contains("  1. Write what says TODO"),
        "{said}"
    );
}

#[test]
fn each_family_can_have_one_more_and_a_dry_run_writes_nothing() {
    let copy = copy();
    let before = files(copy.path());
    for family in FAMILIES {
        let code = format!("{family}/newly-invented");
        let said = task(copy.path(), &format!("new-finding {code} --dry-run")).unwrap_or_else(|what| panic!("{what}"));
        assert!(said.contains("would change crates/audit/src/catalogue/mod.rs\n"), "{said}");
        assert!(said.contains(&format!("would make   crates/audit/explain/{code}.md\n")), "{said}");
        assert!(said.contains("\nLeft to do by hand"), "{said}");
    }
    assert_eq!(files(copy.path()), before);
    for path in CHANGED {
        assert_eq!(text(copy.path(), path), text(&root(), path));
    }
}

#[test]
fn the_families_are_those_of_the_catalogue() {
    let catalogue = text(&root(), "crates/audit/src/catalogue/mod.rs");
    let codes =
        catalogue.lines().filter_map(|line| line.split_once(", \"")).filter_map(|(_, rest)| rest.split_once('/'));
    let known: BTreeSet<&str> = codes.map(|(family, _)| family).collect();
    assert_eq!(known, BTreeSet::from(FAMILIES));
}

#[test]
fn what_is_no_new_code_is_refused() {
    let copy = copy();
    let before = files(copy.path());
    for code in [
        "duplicate-id",
        "wager/",
        "/duplicate",
        "wager/Duplicate",
        "wager/duplicate_id",
        "wager/duplicate--id",
        "wager/-id",
        "wager/id-",
        "wager/a/b",
        "wager/2nd",
        "wager/../../x",
        "wager/é",
        "Wager/id",
    ] {
        let what = task(copy.path(), &format!("new-finding {code}")).unwrap_err();
        assert!(what.contains("family/name"), "{code}: {what}");
    }
    let refused = |words: &str, wanted: &str| {
        let what = task(copy.path(), words).unwrap_err();
        assert!(what.contains(wanted), "{words}: {what}");
    };
    refused("new-finding wager/over-limit", "`wager/over-limit` is there already");
    refused("new-finding roulette/zero", "there is no family `roulette`");
    refused(&format!("new-finding wager/{}", "x".repeat(40)), "at most 40");
    // `display/refused` would be `Code::Refused`, which `wager/refused` is.
    refused("new-finding display/refused", "is the name of another finding");
    refused("new-finding wager/id --severity grave", "`grave` is no severity");
    refused("new-finding wager/id --severity", "wants info");
    refused("new-finding wager/id wager/other", "one code at a time");
    refused("new-finding wager/id --force", "there is no option");
    refused("new-finding", "which code?");
    refused("new-found", "there is no task");
    refused("", "which task?");
    assert_eq!(files(copy.path()), before);
}

/// A code that was made is there: asked for a second time, it is refused, and nothing is written over.
#[test]
fn twice_the_same_is_refused() {
    let copy = copy();
    task(copy.path(), "new-finding display/late").unwrap();
    let what = task(copy.path(), "new-finding display/late").unwrap_err();
    assert!(what.contains("is there already"), "{what}");
    fs::copy(root().join("crates/audit/src/catalogue/mod.rs"), copy.path().join("crates/audit/src/catalogue/mod.rs"))
        .unwrap();
    let what = task(copy.path(), "new-finding display/late").unwrap_err();
    assert!(what.contains("never used again"), "{what}");
}

#[test]
fn help_is_no_error() {
    for words in ["--help", "new-finding --help"] {
        assert_eq!(task(Path::new("/nonexistent"), words).as_deref(), Ok(USAGE));
    }
}

/// The lists of CONTRIBUTING name files that exist; `<name>` means any.
#[test]
fn the_files_that_contributing_names_are_there() {
    let page = text(&root(), "CONTRIBUTING.md");
    let mut named = 0;
    for path in page.split('`').skip(1).step_by(2) {
        let is_path = ["crates/", "docs/", "fixtures/", "rulesets/"].iter().any(|top| path.starts_with(top));
        if is_path && !path.contains(['<', ' ']) {
            named += 1;
            assert!(root().join(path).exists(), "CONTRIBUTING.md names {path}, which is not there");
        }
    }
    assert!(named > 30, "{named} paths were looked at");
}
