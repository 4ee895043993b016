//! `docs/spec`: every format with an example that its reader reads and a line for every key that the reader knows.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use resettle_audit::{Code, SourceSettings};
use resettle_import::{CaptureMapping, Faults, Mapping};
use resettle_oversight::digest::DayDigest;
use resettle_oversight::disposition::Dispositions;
use resettle_oversight::roster::Roster;
use resettle_ruleset::StatedFacts;
use resettle_sealed_log::{Heads, TrustStore};
use resettle_testkit::root;

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join("docs/spec").join(name)).unwrap()
}

/// The first fence of a kind.
fn example(page: &str, kind: &str) -> String {
    let start = format!("```{kind}\n");
    page.split_once(&start).unwrap().1.split_once("```").unwrap().0.to_owned()
}

type Reader = fn(&str) -> Result<(), Faults>;

const FORMATS: [(&str, Reader); 7] = [
    ("trust-store.md", |text| TrustStore::from_yaml(text).map(drop)),
    ("facts.md", |text| StatedFacts::from_yaml(text).map(drop)),
    ("settings.md", |text| SourceSettings::from_yaml(text).map(drop)),
    ("mapping.md", |text| Mapping::from_yaml(text).map(drop)),
    ("capture.md", |text| CaptureMapping::from_yaml(text).map(drop)),
    ("roster.md", |text| Roster::from_yaml(text).map(drop)),
    ("dispositions.md", |text| Dispositions::from_yaml(text, &|code| Code::parse(code).is_some()).map(drop)),
];

#[test]
fn the_example_of_every_format_is_read() {
    for (name, read) in FORMATS {
        let text = example(&page(name), "yaml");
        if let Err(faults) = read(&text) {
            panic!("{}", faults.render(name, &text, false));
        }
    }
    let heads = example(&page("heads.md"), "jsonl");
    assert_eq!(Heads::parse(heads.as_bytes(), resettle_coup_log::record_faults).unwrap().to_text(), heads);
    let digest = example(&page("digest.md"), "text");
    assert_eq!(DayDigest::parse(digest.as_bytes()).unwrap().to_text(), digest);
}

/// The keys of every mapping of an example, as the reader names them where it is handed one that it does not know.
fn keys(text: &str, read: Reader) -> BTreeSet<String> {
    const UNKNOWN: &str = "unheard_of";
    let mut variants = Vec::new();
    for (at, _) in text.match_indices('{') {
        variants.push(format!("{}{UNKNOWN}: 1, {}", &text[..=at], &text[at + 1..]));
    }
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start_matches([' ', '-']).len();
        let key = format!("{}{UNKNOWN}: 1", &line[..indent]);
        let rest = format!("{}{}", " ".repeat(indent), &line[indent..]);
        variants.push([&lines[..at], &[key.as_str(), rest.as_str()], &lines[at + 1..]].concat().join("\n"));
    }
    let faults = variants.iter().filter_map(|variant| read(variant).err()).flat_map(Faults::sorted);
    let reported = faults.filter(|fault| fault.message.starts_with(&format!("unknown key `{UNKNOWN}`")));
    let known = reported.filter_map(|fault| fault.help?.strip_prefix("known here: ").map(str::to_owned));
    known.flat_map(|known| known.split(", ").map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn every_key_that_a_reader_knows_is_described_and_stands_in_the_example() {
    let mut count = 0;
    for (name, read) in FORMATS {
        let page = page(name);
        let text = example(&page, "yaml");
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        for key in keys(&text, read) {
            let described = rows.iter().any(|row| {
                let named = row.split('|').nth(1).unwrap();
                named.split('`').any(|name| {
                    name == key || name.rsplit('.').next() == Some(&key) || name.starts_with(&format!("{key}."))
                })
            });
            assert!(described, "docs/spec/{name} has no row for `{key}`");
            assert!(text.contains(&format!("{key}:")), "the example of docs/spec/{name} does not use `{key}`");
            count += 1;
        }
    }
    assert!(count > 60, "only {count} keys were asked for");
}

#[test]
fn every_format_is_named_on_the_first_page_and_the_readme_leads_there() {
    let index = page("README.md");
    for entry in std::fs::read_dir(root().join("docs/spec")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name == "README.md" || index.contains(&format!("({name})")), "{name} is not in docs/spec/README.md");
    }
    assert!(std::fs::read_to_string(root().join("README.md")).unwrap().contains("(docs/spec/README.md)"));
}

#[test]
fn every_page_stands_on_a_shelf() {
    let index = std::fs::read_to_string(root().join("docs/README.md")).unwrap();
    for entry in std::fs::read_dir(root().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            ["README.md", "spec"].contains(&&*name) || index.contains(&format!("({name})")),
            "{name} is not in docs/README.md"
        );
    }
}

/// Links between the pages lead to files that are there.
#[test]
fn links_of_the_pages_lead_somewhere() {
    let mut pages = Vec::new();
    for folder in ["", "docs", "docs/spec", "fixtures/conformance", "integrations/spark", "rulesets/approvals"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(entries.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    for page in &pages {
        let text = std::fs::read_to_string(page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let file = link.split('#').next().unwrap();
            let there =
                file.is_empty() || link.contains("://") || Path::new(page).parent().unwrap().join(file).exists();
            assert!(there, "{}: {link}", page.display());
        }
    }
}

/// `docs/SUMMARY.md`, from which mdBook makes a book, names each page once, and none that is not there.
#[test]
fn the_book_has_every_page() {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut named: Vec<&str> = summary.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    named.sort_unstable();
    let mut pages: Vec<String> = Vec::new();
    for (folder, before) in [(docs.clone(), ""), (docs.join("spec"), "spec/")] {
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        pages.extend(
            names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").map(|name| format!("{before}{name}")),
        );
    }
    pages.sort_unstable();
    assert_eq!(named, pages);
}
