//! A simulated table, dealt once more by a shoe in software: what is imported or recorded of it is what was played.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{resettle_in, simulate_in};

const MAPPING: &str = "format: angel-eye-capture/1
open: {log: t7, source: {kind: shoe, id: S7}, jurisdiction: SG, venue: mbs, game: GAME, table: T7, currency: SGD}
dealt: DEALT
shoe: T7
decks: DECKS
";

const GAMES: [(&str, &str, &str, &str); 2] = [
    ("sg/mbs/baccarat/2017-02-17", "baccarat", "baccarat", "8"),
    ("sg/mbs/electronic-7-up-baccarat/2023-05-08", "electronic-7-up-baccarat", "7-up", "10"),
];

fn run(folder: &Path, args: &[&str]) {
    let run = if args[0] == "simulate" { simulate_in(folder, &args[1..]) } else { resettle_in(folder, args) };
    assert!(run.status < 2, "{args:?}: {}", run.err);
}

fn records(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The coups of a log: shoe by its place, number, cards, and what was declared, which a shoe of 7 Up does not know.
fn coups(records: &[Value], in_7_up: bool) -> Vec<String> {
    let mut shoes: Vec<&str> = Vec::new();
    let mut out = Vec::new();
    for coup in records.iter().filter(|record| record["type"] == "coup") {
        let shoe = coup["shoe"].as_str().unwrap();
        if shoes.last() != Some(&shoe) {
            shoes.push(shoe);
        }
        let declared = if in_7_up { &Value::Null } else { &coup["declared"]["result"] };
        out.push(format!("{} {} {} {declared}", shoes.len(), coup["coup"], coup["cards"]));
    }
    out
}

/// What is found of the deal and what was declared of it, in its order.
fn found(folder: &Path, log: &str) -> Vec<String> {
    let run = resettle_in(folder, &["replay", log, "--format", "json", "--fail-on", "never"]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    // How many copies of a card a shoe holds no frame says; the mapping has one number for all shoes.
    let of_the_shoe = ["deal/impossible-card", "deal/decks-out-of-range"];
    let of_the_deal = |code: &&str| {
        ["deal/", "declared/", "void/"].iter().any(|part| code.starts_with(part)) && !of_the_shoe.contains(code)
    };
    let codes = report["findings"].as_array().unwrap().iter().map(|finding| finding["code"].as_str().unwrap());
    codes.filter(of_the_deal).map(str::to_owned).collect()
}

#[test]
fn simulated_frames_imported_are_the_log_and_every_damaged_frame_is_listed() {
    for (id, game, dealt, decks) in GAMES {
        let folder = crate::common::scratch();
        let path = folder.path();
        fs::write(
            path.join("shoe.yaml"),
            MAPPING.replace("GAME", game).replace("DEALT", dealt).replace("DECKS", decks),
        )
        .unwrap();
        run(path, &["simulate", "log", id, "--coups", "300", "--out", "played"]);
        for (name, noise) in [("clean", "0"), ("noisy", "150")] {
            let (capture, faults, log) = (format!("{name}.bin"), format!("{name}.txt"), format!("{name}.jsonl"));
            run(
                path,
                &["simulate", "shoe", "played/log.jsonl", "--out", &capture, "--noise", noise, "--faults", &faults],
            );
            let import = resettle_in(path, &["import", "angel-eye", &capture, "--map", "shoe.yaml", "--out", &log]);
            assert_eq!(import.status, 0, "{}", import.err);
            let (direct, imported) = (records(&path.join("played/log.jsonl")), records(&path.join(&log)));
            assert_eq!(coups(&imported, dealt == "7-up"), coups(&direct, dealt == "7-up"), "{id} {name}");
            assert_eq!(found(path, &log), found(path, "played/log.jsonl"), "{id} {name}");
            damaged_frames_are_listed(&fs::read_to_string(path.join(&faults)).unwrap(), &capture, &import.err);
        }
    }
}

/// Each frame that was damaged has a line among what could not be used, at one of its bytes.
fn damaged_frames_are_listed(faults: &str, capture: &str, said: &str) {
    let listed: Vec<u64> = said
        .lines()
        .filter_map(|line| line.strip_prefix(&format!("{capture}: byte "))?.split(':').next()?.parse().ok())
        .collect();
    for fault in faults.lines().filter(|fault| !fault.ends_with("sent twice")) {
        let byte: u64 = fault.split(' ').nth(1).unwrap().parse().unwrap();
        assert!(listed.iter().any(|at| (byte..byte + 9).contains(at)), "{fault} is not listed");
    }
}

#[test]
fn a_shoe_in_software_is_recorded_over_a_bad_line_as_it_was_played() {
    let folder = crate::common::scratch();
    let path = folder.path();
    let (id, game, dealt, decks) = GAMES[0];
    fs::write(path.join("shoe.yaml"), MAPPING.replace("GAME", game).replace("DEALT", dealt).replace("DECKS", decks))
        .unwrap();
    run(path, &["simulate", "log", id, "--coups", "40", "--out", "played"]);
    run(path, &["key", "new", "key"]);
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let mut recorder = Command::new(env!("CARGO_BIN_EXE_resettle"))
        .args(["record", "--tcp", &port, "--map", "shoe.yaml", "--key", "key", "--dir", "t7"])
        .current_dir(path)
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    run(path, &["simulate", "shoe", "played/log.jsonl", "--listen", &port, "--noise", "60"]);
    // The last answer is given behind the last record.
    std::thread::sleep(Duration::from_millis(200));
    recorder.kill().unwrap();
    recorder.wait().unwrap();
    assert!(began.elapsed() < Duration::from_secs(300));
    let mut logs: Vec<_> = fs::read_dir(path.join("t7")).unwrap().map(|entry| entry.unwrap().path()).collect();
    logs.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    logs.sort();
    let recorded: Vec<Value> = logs.iter().flat_map(|log| records(log)).collect();
    assert_eq!(coups(&recorded, false), coups(&records(&path.join("played/log.jsonl")), false));
}
