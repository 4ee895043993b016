//! Records changed and the chain made anew over them, by somebody who has no key: the hashes fit, the seals do not.

use super::setup::{Checks, sealed};
use crate::common::{Next, file, time};
use resettle_testkit::{sha256, zeros};

/// The lines with `seq` and `prev` as they have to be.
fn rechained(lines: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut out: Vec<Vec<u8>> = Vec::new();
    for line in lines {
        let text = std::str::from_utf8(line).unwrap();
        let (_, rest) = text.split_once("\"at\":").unwrap();
        let prev = out.last().map_or_else(zeros, |line| sha256(line));
        out.push(format!("{{\"seq\":{},\"prev\":\"{prev}\",\"at\":{rest}", out.len()).into_bytes());
    }
    out
}

/// The seals that stand over a change, by their lines in the changed log.
fn seals_from(lines: &[Vec<u8>], from: usize) -> Vec<String> {
    let seals = lines
        .iter()
        .enumerate()
        .skip(from)
        .filter(|(_, line)| std::str::from_utf8(line).unwrap().contains("\"type\":\"seal\""));
    seals.map(|(at, _)| format!("{} bad-signature", at + 1)).collect()
}

fn check(checks: &mut Checks, lines: &[Vec<u8>], from: usize, what: &str) {
    let made = rechained(lines);
    for seal in seals_from(&made, from) {
        checks.named(&file(&made), &[seal], || what.to_owned());
    }
}

#[test]
fn every_change_rechained_without_the_key() {
    let mut checks = Checks::new();
    let lines = sealed();
    assert_eq!(rechained(&lines), lines, "what was not changed stays");
    for at in 0..lines.len() {
        let line = at + 1;
        if line != 6 && line != 12 {
            let mut edited = lines.clone();
            let text = String::from_utf8(edited[at].clone()).unwrap();
            edited[at] = format!("{},\"edited\":1}}", text.strip_suffix('}').unwrap()).into_bytes();
            check(&mut checks, &edited, at, &format!("record {line} edited"));
        }
        if at > 0 {
            let mut dropped = lines.clone();
            dropped.remove(at);
            check(&mut checks, &dropped, at, &format!("record {line} dropped"));
            for to in 1..lines.len() {
                let mut doubled = lines.clone();
                doubled.insert(to, lines[at].clone());
                check(&mut checks, &doubled, to + 1, &format!("record {line} once more at {}", to + 1));
                if to != at && !(at.min(to) + 1..=at.max(to)).all(|at| lines[at] == lines[at - 1]) {
                    let mut swapped = lines.clone();
                    swapped.swap(at, to);
                    check(&mut checks, &swapped, at.min(to) + 1, &format!("records {line} and {} swapped", to + 1));
                }
            }
        }
        let next = Next { seq: 0, prev: zeros(), at: time(at as u64) };
        let mut added = lines.clone();
        added.insert(line, crate::common::record(&next, "\"type\":\"session\"").into_bytes());
        check(&mut checks, &added, line, &format!("a record put in after {line}"));
    }
    checks.end("rechained", 300);
}
