//! Every enforced clause of every document, and the fixture that exercises it: `docs/coverage.md`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use resettle_audit::{CoupName, Replay, Settings};
use resettle_coup_log::LogReader;
use resettle_reference::Rules;
use resettle_ruleset::Ruleset;
use resettle_sealed_log::TrustStore;
use resettle_simulate::{Config, faults, simulate};

use crate::common::{resettle, root, scratch, simulate_in};

const RULESETS: [&str; 5] = [
    "sg/mbs/7-up-baccarat/2011-08-26",
    "sg/mbs/7-up-baccarat/2017-02-17",
    "sg/mbs/baccarat/2017-02-17",
    "sg/mbs/electronic-7-up-baccarat/2023-05-08",
    "au-nsw/star/7-up-baccarat/2016-08-17",
];
const INVENTED: &str = "zz/lantern-quay/seven-lantern-baccarat/2025-03-01";
const INVENTED_RULES: &str = "fixtures/invented/rulesets";
/// The log without faults that stands for a ruleset: how many coups, and the seed.
const CLEAN: (u64, u64) = (120, 1);
/// The logs with one fault each: how many coups, the seed, and where the fault is. Every fault has one of its own, so
/// that one more moves no other row.
const FAULTY: (u64, u64, u64) = (30, 3, 8);

/// What exercises a clause that no step of a judgement and no pair cites.
enum Fixture {
    /// A fault, or the nearest miss of one, that `resettle-simulate log --plant` plants.
    Planted(&'static str),
    /// It permits something that the untouched logs of `crates/simulate/tests/clean.rs` hold.
    Clean,
}

/// Clauses that no step of a judgement and no pair cites.
#[rustfmt::skip]
const ELSEWHERE: &[(&str, &str, Fixture)] = &[
    ("au-nsw/star/7-up-baccarat/2016-08-17", "6.2", Fixture::Planted("differential_passed")),
    ("au-nsw/star/7-up-baccarat/2016-08-17", "6.3", Fixture::Planted("differential_passed")),
    ("au-nsw/star/7-up-baccarat/2016-08-17", "6.4", Fixture::Planted("below_the_minimum")),
    ("au-nsw/star/7-up-baccarat/2016-08-17", "6.5.1", Fixture::Planted("over_the_maximum_settled_whole")),
    ("au-nsw/star/7-up-baccarat/2016-08-17", "6.7.1", Fixture::Planted("maximum_of_ones_own")),
    ("au-nsw/star/7-up-baccarat/2016-08-17", "6.8", Fixture::Planted("maximum_of_somebody_else")),
    ("sg/mbs/7-up-baccarat/2011-08-26", "3.5", Fixture::Clean),
    ("sg/mbs/7-up-baccarat/2017-02-17", "3.5", Fixture::Clean),
    ("sg/mbs/baccarat/2017-02-17", "3.5", Fixture::Clean),
];

/// What a clause was found in, in the order of preference.
type Found = BTreeMap<String, String>;

/// Notes the clauses that the steps of a judged coup cite, as `resettle explain-coup` prints them: those of any coup,
/// or of the ones from a number of theirs on to another.
fn explained(
    text: &str,
    trust: Option<&TrustStore>,
    name: &str,
    within: Option<(u64, u64)>,
    settings: &Settings,
    found: &mut Found,
) {
    for line in text.lines() {
        // Planted faults make some lines malformed.
        let Ok(record) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        if record["type"] != "coup" {
            continue;
        }
        let (Some(shoe), Some(coup)) = (record["shoe"].as_str(), record["coup"].as_u64()) else { continue };
        if within.is_some_and(|(first, last)| !(first..=last).contains(&coup)) {
            continue;
        }
        let asked = CoupName::InShoe { shoe: shoe.to_owned(), coup };
        let judged = Replay::by(settings).explaining(&asked).audit_log(LogReader::new(text.as_bytes(), trust), name);
        assert!(judged.read_error.is_none(), "{name} {shoe} {coup}");
        let steps = judged.audit.traces.iter().flat_map(|trace| &trace.sections).flat_map(|section| &section.steps);
        for clause in steps.filter_map(|step| step.clause.as_ref()).flat_map(|clauses| clauses.split(", ")) {
            found.entry(clause.to_owned()).or_insert_with(|| format!("{name}, shoe {shoe} coup {coup}"));
        }
    }
}

/// Notes what the simulated logs of a ruleset exercise: first the one without faults, then the coups about a fault.
fn simulated(rules: Rules, settings: &Settings, found: &mut Found) {
    let (coups, seed) = CLEAN;
    let mut log = Vec::new();
    let played = simulate(&Config::clean(rules, coups, seed), &mut log).unwrap();
    let trust = TrustStore::from_yaml(&played.trust_yaml).unwrap();
    explained(&String::from_utf8(log).unwrap(), Some(&trust), "simulated log", None, settings, found);
    let (coups, seed, at) = FAULTY;
    for fault in faults().into_iter().filter(|fault| fault.fits(rules) && fault.fits_logs(false)) {
        let mut config = Config::clean(rules, coups, seed);
        config.faults.at.push((fault.name.to_owned(), at));
        let mut log = Vec::new();
        let played = simulate(&config, &mut log).unwrap();
        let trust = TrustStore::from_yaml(&played.trust_yaml).unwrap();
        let name = format!("simulated log with `{}`", fault.name);
        for planted in &played.planted {
            let within = Some((planted.coup.saturating_sub(1), planted.coup + 1));
            explained(&String::from_utf8_lossy(&log), Some(&trust), &name, within, settings, found);
        }
    }
}

/// The built-in rulesets and the invented one.
fn settings() -> Settings {
    let mut settings = crate::differential::settings();
    let folder = root().join(INVENTED_RULES).join(INVENTED);
    let yaml = std::fs::read_to_string(folder.join("ruleset.yaml")).unwrap();
    let notes = std::fs::read(folder.join("notes.md")).unwrap();
    settings.registry.add(Ruleset::from_yaml(INVENTED, &yaml, &notes).unwrap()).unwrap();
    settings
}

/// Notes the clauses of the pairs that find something by them, or say why none can.
fn pairs(id: &str, found: &mut Found) {
    let path = format!("rulesets/{id}/cases.yaml");
    let text = std::fs::read_to_string(root().join(&path)).unwrap();
    let mut pair = String::new();
    // Clauses that are cited and ground no finding stand in a list, with the reason; their rows have pairs.
    let excused = text.split("grounds no finding:").nth(1).and_then(|rest| rest.split("\npairs:").next()).unwrap_or("");
    for line in excused.lines() {
        if let Some((clause, why)) = line.trim().strip_prefix('"').and_then(|line| line.split_once("\": ")) {
            found.entry(clause.to_owned()).or_insert_with(|| format!("`{path}`: {why}"));
        }
    }
    for line in text.lines() {
        let line_start = line.trim_start();
        if let Some(name) = line_start.strip_prefix("- pair: ").or_else(|| line_start.strip_prefix("- coups: ")) {
            pair = name.trim_matches('"').to_owned();
        }
        let Some(finding) = line.trim_start().strip_prefix("finds: ") else { continue };
        for one in finding.trim_matches(['[', ']']).split(", ") {
            if let Some((_, clause)) = one.trim_matches('"').split_once(' ') {
                found.entry(clause.to_owned()).or_insert_with(|| format!("`{path}`, pair \"{pair}\""));
            }
        }
    }
}

/// Notes the clauses on tournament play, each with its first breach.
fn tournaments(found: &mut Found) {
    let path = "crates/audit/tests/tournament/pairs.jsonl";
    for line in std::fs::read_to_string(root().join(path)).unwrap().lines() {
        let pair: serde_json::Value = serde_json::from_str(line).unwrap();
        if pair["finds"].as_array().unwrap().is_empty() {
            continue;
        }
        for clause in pair["clause"].as_str().unwrap().split(", ") {
            let name = pair["name"].as_str().unwrap();
            found.entry(clause.to_owned()).or_insert_with(|| format!("`{path}`, \"{name}\""));
        }
    }
}

/// Notes the clauses on promotional prizes, each with its pairs of registers.
fn registers(found: &mut Found) {
    let text = std::fs::read_to_string(root().join("fixtures/promotions/pairs.txt")).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((clauses, rest)) = line.split_once(" | ") else { continue };
        let finding = rest.split([' ', '|']).next().unwrap();
        for clause in clauses.split(", ") {
            let pair = || format!("`fixtures/promotions/pairs.txt`, `promotion/{finding}`");
            found.entry(clause.to_owned()).or_insert_with(pair);
        }
    }
}

/// The enforced clauses of a ruleset, in order.
fn enforced(id: &str) -> Vec<String> {
    let folder = if id == INVENTED { root().join(INVENTED_RULES) } else { root().join("rulesets") };
    let yaml = std::fs::read_to_string(folder.join(id).join("ruleset.yaml")).unwrap();
    let entries = yaml.lines().filter(|line| line.starts_with("  \"") && line.contains("kind: enforced"));
    entries.map(|line| line.trim_start()[1..].split("\": {").next().unwrap().replace("\\\"", "\"")).collect()
}

fn section(page: &mut String, id: &str, found: &Found, known: &str, bare: &mut Vec<String>) {
    let clauses = enforced(id);
    assert!(clauses.len() > 25, "{id}: only {} enforced clauses were read", clauses.len());
    writeln!(page, "\n## {id}\n\n| clause | exercised by |\n| --- | --- |").unwrap();
    for clause in clauses {
        let elsewhere = ELSEWHERE.iter().find(|(ruleset, number, _)| (*ruleset, *number) == (id, clause.as_str()));
        match (found.get(&clause), elsewhere) {
            (Some(fixture), None) => writeln!(page, "| {clause} | {fixture} |").unwrap(),
            (None, Some((_, _, Fixture::Planted(name)))) => {
                assert!(known.contains(&format!("\n  {name}: ")), "no fault is called {name}");
                writeln!(page, "| {clause} | `resettle-simulate log {id} --plant {name}@1` |").unwrap();
            }
            (None, Some((_, _, Fixture::Clean))) => {
                writeln!(page, "| {clause} | permits what untouched simulated logs hold: `crates/simulate/tests/clean.rs` finds nothing in them |").unwrap();
            }
            (Some(_), Some(_)) => bare.push(format!("{id} {clause} is found by itself: take it out of ELSEWHERE")),
            (None, None) => bare.push(format!("{id} {clause}")),
        }
    }
}

/// To renew the page: `UPDATE_DOCS=1 cargo test --workspace --test all -- coverage::`
#[test]
fn every_enforced_clause_has_a_fixture() {
    let mut page = String::from(
        "# Which fixture exercises which clause\n\nMade by `crates/cli/tests/coverage.rs`: every enforced clause, and the first coup whose judgement cites it \
         (`resettle explain-coup`) or the first pair with a finding by it.\nSimulated logs are those of `resettle-simulate log ID ",
    );
    let ((clean, clean_seed), (faulty, faulty_seed, at)) = (CLEAN, FAULTY);
    write!(
        page,
        "--coups {clean} --seed {clean_seed} --out DIR`, those with a fault of `--coups {faulty} --seed {faulty_seed} "
    )
    .unwrap();
    writeln!(page, "--plant FAULT@{at}`, byte for byte the same everywhere.").unwrap();
    let mut bare = Vec::new();
    let known = simulate_in(&root(), &["log", "--list-faults"]).out;
    let settings = settings();
    let folder = scratch();
    for id in RULESETS {
        let mut found = Found::new();
        simulated(Rules::read(id).unwrap(), &settings, &mut found);
        pairs(id, &mut found);
        if id.contains("/star/") {
            tournaments(&mut found);
            registers(&mut found);
        }
        section(&mut page, id, &found, &known, &mut bare);
    }
    let mut found = Found::new();
    let records = root().join("fixtures/invented/records.jsonl");
    let sealed = folder.path().join("sealed.jsonl");
    let key = folder.path().join("key");
    let (key, sealed_path) = (key.to_str().unwrap(), sealed.to_str().unwrap());
    assert_eq!(resettle(&["key", "new", key]).status, 0);
    let run = resettle(&["seal", records.to_str().unwrap(), "--key", key, "--out", sealed_path]);
    assert_eq!(run.status, 0, "{}", run.err);
    let log = std::fs::read_to_string(&sealed).unwrap();
    explained(&log, None, "`fixtures/invented/records.jsonl`", None, &settings, &mut found);
    section(&mut page, INVENTED, &found, &known, &mut bare);
    assert!(bare.is_empty(), "no fixture for:\n{}", bare.join("\n"));
    let path = root().join("docs/coverage.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), page, "docs/coverage.md is out of date");
}
