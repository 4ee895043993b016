//! A simulated month on disk, and what a run over it gives.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::Path;

use serde_json::Value;

use crate::common::{Run, resettle_in, scratch, simulate_in};

pub const AT: &str = "2023-07-01T09:00:00+08:00";

/// A folder with a month below `month`.
pub struct Month(tempfile::TempDir);

impl Month {
    /// Simulates one: so many tables, days, coups, and a fault in one shoe out of so many.
    pub fn of(tables: u32, days: u32, coups: u32, faulty: u32) -> Self {
        let month = Self(scratch());
        let numbers = [tables, days, coups, faulty].map(|number| number.to_string());
        let [tables, days, coups, faulty] = numbers.each_ref().map(String::as_str);
        let run = simulate_in(
            month.path(),
            &[
                "month",
                "--out",
                "month",
                "--tables",
                tables,
                "--days",
                days,
                "--coups",
                coups,
                "--faulty-shoes",
                faulty,
            ],
        );
        assert_eq!(run.status, 0, "{}", run.err);
        month
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn run(&self, args: &[&str]) -> Run {
        resettle_in(self.path(), args)
    }

    /// `resettle batch month --trust …` with these arguments besides.
    pub fn batch(&self, more: &[&str]) -> Run {
        self.run(&[&["batch", "month", "--trust", "month/trust.yaml", "--at", AT], more].concat())
    }

    /// The report of a run that could be done.
    pub fn report(&self, more: &[&str]) -> Value {
        let run = self.batch(&[&["--format", "json"], more].concat());
        assert!(run.status < 2, "{more:?}\n{}", run.err);
        serde_json::from_str(&run.out).unwrap()
    }

    pub fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), bytes).unwrap();
    }

    /// What `expected.json` holds, one line a finding.
    pub fn expected(&self) -> Vec<String> {
        let all: Value = serde_json::from_str(&self.text("month/expected.json")).unwrap();
        let mut lines: Vec<String> = all.as_array().unwrap().iter().map(expected_line).collect();
        lines.sort();
        lines
    }
}

fn expected_line(finding: &Value) -> String {
    if finding["code"] == "reconcile/missing-log" {
        return format!("reconcile/missing-log {} {}", text(&finding["table"]), text(&finding["day"]));
    }
    line(finding, finding.get("money").is_some())
}

/// The findings of a report, one line each, as `expected.json` would name them; money where that names it.
pub fn found(report: &Value, expected: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            if finding["code"] == "reconcile/missing-log" && finding["log"] == "" {
                // "a table log of E7U-01 on 2023-06-02"
                let words: Vec<&str> = finding["expected"].as_str().unwrap().split(' ').collect();
                return format!("reconcile/missing-log {} {}", words[4], words[6]);
            }
            let reported = line(finding, true);
            if expected.binary_search(&reported).is_ok() { reported } else { line(finding, false) }
        })
        .collect();
    lines.sort();
    lines
}

fn line(finding: &Value, money: bool) -> String {
    let money = if money { text(&finding["money"]) } else { "?".to_owned() };
    // What concerns a log as a log stands at a line that the simulator does not count.
    let whole = ["integrity/", "ruleset/"].iter().any(|family| finding["code"].as_str().unwrap().starts_with(family));
    let place = |key: &str| if whole { "-".to_owned() } else { text(&finding[key]) };
    let money = if whole { "?".to_owned() } else { money };
    format!(
        "{} {} {} {} {} {money}",
        text(&finding["code"]),
        text(&finding["log"]),
        place("shoe"),
        place("coup"),
        place("wager")
    )
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
