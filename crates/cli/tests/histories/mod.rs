//! Sealed logs that grow, are cut, and are written again with the same key.
#![allow(dead_code, reason = "each test file uses its own part")]

use crate::common::Run;
use crate::signed::{Workdir, trust};
use resettle_testkit::{Log, Opening};

/// An open record, and a sign for each of these minimums.
pub fn records(log: &str, signs: &[u32]) -> String {
    let mut out = format!(
        "{{\"at\":\"2018-05-20T09:00:00+08:00\",\"type\":\"open\",\"format\":\"coup-log/1\",\"log\":\"{log}\",\
         \"source\":{{\"kind\":\"table\",\"id\":\"BAC-07\"}},\"jurisdiction\":\"SG\",\"venue\":\"mbs\",\"game\":\"baccarat\",\
         \"table\":\"BAC-07\",\"currency\":\"SGD\"}}\n"
    );
    for (at, least) in signs.iter().enumerate() {
        out.push_str(&format!(
            "{{\"at\":\"2018-05-20T09:00:{:02}+08:00\",\"type\":\"limits\",\"min\":{{\"player\":{least}}}}}\n",
            at + 1
        ));
    }
    out
}

/// The signs of the log that most tests begin with.
pub const SIGNS: [u32; 9] = [100, 101, 102, 103, 104, 105, 106, 107, 108];

/// A folder with the key `sealer`, which `trust.yaml` trusts.
pub fn workdir() -> Workdir {
    let workdir = Workdir::new();
    let public = workdir.own_key("sealer");
    workdir.write("trust.yaml", trust(&public));
    workdir
}

/// The lines of the log of [`records`], sealed: after every two records a seal, so at `seq` 2, 5, 8, 11 and 14, and a
/// final one at 15.
///
/// Seals are deterministic: logs of the same first records have the same first lines.
pub fn sealed(log: &str, signs: &[u32]) -> Vec<String> {
    let at = |second: usize| format!("2018-05-20T09:00:{second:02}+08:00");
    let opening = Opening::of("table", "BAC-07").log(log).table("BAC-07");
    let mut made = Log::opened_at(&opening, &at(0));
    for (nth, least) in (1..).zip(signs) {
        made = made.written(&at(nth)).with(&format!(r#""type":"limits","min":{{"player":{least}}}"#));
        if nth % 2 == 1 {
            made = made.written(&at(nth)).seal(false);
        }
    }
    let lines = made.written(&at(signs.len())).seal(true).lines;
    lines.into_iter().map(|line| String::from_utf8(line).unwrap()).collect()
}

/// Writes a log of these lines.
pub fn write(workdir: &Workdir, name: &str, lines: &[String]) {
    workdir.write(name, lines.iter().map(|line| format!("{line}\n")).collect::<String>());
}

/// Trust, heads, and only what is critical makes the status 1.
pub const FIXED: [&str; 6] = ["--trust", "trust.yaml", "--heads", "heads.jsonl", "--fail-on", "critical"];

/// `verify` against `heads.jsonl`.
pub fn verify(workdir: &Workdir, logs: &[&str]) -> Run {
    workdir.run(&[&["verify"], logs, &FIXED, &["--format", "json"]].concat())
}

/// The report.
pub fn json(run: &Run) -> serde_json::Value {
    serde_json::from_str(&run.out).unwrap()
}

/// The codes found, in the order of the report.
pub fn reported(run: &Run) -> Vec<String> {
    let report = json(run);
    report["findings"].as_array().unwrap().iter().map(|found| found["code"].as_str().unwrap().to_owned()).collect()
}
