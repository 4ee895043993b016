//! The architecture holds: what the crates below the command line may not do or use does not stand in their code.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use resettle_testkit::root;

/// Code below the command line, without its unit tests.
fn code(krate: &str) -> Vec<(PathBuf, String)> {
    let mut out = Vec::new();
    gather(&root().join("crates").join(krate).join("src"), &mut out);
    assert!(!out.is_empty(), "{krate}");
    out
}

fn gather(folder: &Path, out: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap().to_owned();
            out.push((path, code));
        }
    }
}

#[test]
fn the_engine_names_no_venue() {
    for krate in ["audit", "diff", "equivalence", "game", "coup-log", "odds", "promotions"] {
        for (path, code) in code(krate) {
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                let low = line.to_lowercase();
                for name in ["\"star\"", "\"mbs\"", "star/", "mbs/", "singapore", "sydney", "marina"] {
                    assert!(!low.contains(name), "{}: {line}", path.display());
                }
            }
        }
    }
}

/// What a bet is called is data. Player, Banker and tie are hands and a result as well, and red a colour of cards.
#[test]
fn the_engine_names_no_bet() {
    let mut files = Vec::new();
    for folder in ["rulesets", "fixtures/games/rulesets", "fixtures/invented/rulesets"] {
        rulesets(&root().join(folder), &mut files);
    }
    let texts: Vec<String> = files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let bets: std::collections::BTreeSet<&str> = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.strip_prefix("  - bet: "))
        .filter(|bet| !["player", "banker", "tie", "red"].contains(bet))
        .collect();
    assert!(bets.len() > 10, "{bets:?}");
    for krate in ["rules", "audit", "odds", "diff", "equivalence", "ruleset"] {
        for (path, code) in code(krate) {
            for bet in &bets {
                assert!(!code.contains(bet), "{} names {bet}", path.display());
            }
        }
    }
}

fn rulesets(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rulesets(&path, out);
        } else if path.file_name().is_some_and(|name| name == "ruleset.yaml") {
            out.push(path);
        }
    }
}

#[test]
fn only_the_command_line_touches_the_world() {
    // The binaries, what they share, what contributors and tests use; and where lines of a PDF break, a matter of floats.
    let may = ["cli", "simulate-cli", "console", "xtask", "testkit", "pdf-text"];
    let below = allowed().into_iter().map(|(krate, _)| krate).filter(|krate| !may.contains(&krate.as_str()));
    for krate in below.filter(|krate| krate != "rulesets") {
        for (path, code) in code(&krate) {
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for what in [
                    "std::fs",
                    "std::env",
                    "std::net",
                    "std::process",
                    "SystemTime",
                    "Instant::now",
                    "Zoned::now",
                    "Timestamp::now",
                    "println!",
                    "getrandom",
                    "thread_rng",
                    "f32",
                    "f64",
                ] {
                    let temporary = what == "std::fs" && path.ends_with("run/src/spill/store.rs");
                    let allowed = temporary || what == "f64" && line.contains("fn visit_f64");
                    assert!(!line.contains(what) || allowed, "{}: {line}", path.display());
                }
            }
        }
    }
}

/// The front page of each library shows one thing done; doc tests compile and run it.
#[test]
fn the_front_page_of_each_library_has_an_example() {
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = std::fs::read_to_string(path.join("src/lib.rs")) else { continue };
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let page: String = text.lines().take_while(|line| line.starts_with("//!")).collect::<Vec<_>>().join("\n");
        assert!(page.len() > 60, "{name}: the front page says too little");
        assert!(page.contains("\n//! ```\n"), "{name}: an example");
    }
}

/// The crates of the table of `docs/architecture.md`, each with what it may use; none for "all".
fn allowed() -> Vec<(String, Option<Vec<String>>)> {
    let page = std::fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let table = page.split("| crate | purpose | may use |\n").nth(1).unwrap();
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    let split = |list: &str| list.split(&[',', ';'][..]).map(|name| name.trim().to_owned()).collect::<Vec<_>>();
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let may_use = match cells[2] {
            "nothing of ours" => Some(Vec::new()),
            all if all.starts_with("all") => None,
            list => Some(split(list.split("; never").next().unwrap())),
        };
        (cells[0].trim_matches('`').to_owned(), may_use)
    })
    .collect()
}

#[test]
fn crates_use_what_the_architecture_allows() {
    let allowed = allowed();
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let krate = entry.unwrap().file_name().into_string().unwrap();
        let row = allowed.iter().find(|(name, _)| *name == krate);
        let (_, may_use) = row.unwrap_or_else(|| panic!("{krate} is not in the table of docs/architecture.md"));
        let Some(may_use) = may_use else { continue };
        let uses = dependencies_of(&krate);
        for name in &uses {
            assert!(may_use.contains(name), "{krate} uses {name}");
        }
        for name in may_use {
            assert!(uses.contains(name), "{krate} may use {name}, and does not");
        }
    }
    // What plants faults is no part of the program that finds them.
    let cli = dependencies_of("cli");
    let makes_logs = ["simulate", "reference", "play", "simulate-cli"];
    assert!(cli.len() > 15 && !cli.iter().any(|name| makes_logs.contains(&name.as_str())), "{cli:?}");
}

/// What a crate of ours uses of ours, but for its tests.
fn dependencies_of(krate: &str) -> Vec<String> {
    let manifest = std::fs::read_to_string(root().join("crates").join(krate).join("Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or("").split("\n[").next().unwrap();
    let ours = dependencies.lines().filter_map(|line| line.strip_prefix("resettle-"));
    ours.map(|line| line.split(['.', ' ', '=']).next().unwrap().to_owned()).collect()
}

/// What tests share is asked for by tests alone, whatever a crate is built for.
#[test]
fn the_testkit_is_for_tests_alone() {
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.extend(["rulesets", "fuzz"].map(|folder| root().join(folder)));
    let mut asked = 0;
    for folder in folders.iter().filter(|folder| !folder.ends_with("testkit")) {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for section in manifest.split("\n[").filter(|section| section.contains("resettle-testkit")) {
            let header = section.lines().next().unwrap().trim_matches(['[', ']']);
            assert!(header.ends_with("dev-dependencies"), "{} asks for it in {header}", folder.display());
            asked += 1;
        }
    }
    assert!(asked > 5, "{asked}");
}
