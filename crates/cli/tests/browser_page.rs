//! The page that replays logs in a browser (`integrations/page`) and the binary: the same commands over the same files print and write the same
//! bytes.
//!
//! Needs node, chromium, playwright-core in `target/browser`, and the page in `target/page`, which `integrations/page/build/page` makes; `.ci/nightly`
//! sees to both.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{has_tool, resettle_in, root, scratch, shared, simulate_in, skip};
use crate::signed::Workdir;

/// When the reports were made.
const AT: &str = "2026-11-21T09:00:00+08:00";
const MBS: &str = "sg/mbs/7-up-baccarat/2017-02-17";

/// What the page is asked to do.
struct Job {
    name: String,
    files: Vec<PathBuf>,
    folder: Option<PathBuf>,
    /// Where the page has the folder's files once more.
    again: Option<String>,
    task: &'static str,
    fields: Value,
    /// What a person types in place of the commands that the page proposes.
    changed: Option<String>,
}

impl Job {
    fn of(name: impl Into<String>, task: &'static str, fields: Value) -> Self {
        Self { name: name.into(), files: Vec::new(), folder: None, again: None, task, fields, changed: None }
    }

    fn with(self, files: Vec<PathBuf>) -> Self {
        Self { files, ..self }
    }

    fn within(self, folder: PathBuf) -> Self {
        Self { folder: Some(folder), ..self }
    }

    fn again_at(self, folder: impl Into<String>) -> Self {
        Self { again: Some(folder.into()), ..self }
    }

    fn changed_to(self, commands: impl Into<String>) -> Self {
        Self { changed: Some(commands.into()), ..self }
    }

    fn as_json(&self) -> Value {
        json!({
            "name": self.name, "files": self.files, "folder": self.folder, "task": self.task, "fields": self.fields,
            "changed": self.changed, "seconds": 240,
        })
    }

    /// A new folder with the files at the paths where the page has them.
    fn laid_out(&self) -> tempfile::TempDir {
        let folder = scratch();
        let mut files: Vec<(PathBuf, PathBuf)> =
            self.files.iter().map(|path| (path.clone(), path.file_name().unwrap().into())).collect();
        if let Some(given) = &self.folder {
            let above = given.parent().unwrap();
            for path in below(given) {
                let is_log = path.extension().is_some_and(|end| end == "jsonl" || end == "gz" || end == "zst");
                if let Some(again) = self.again.as_ref().filter(|again| is_log || !again.starts_with("logs/")) {
                    files.push((path.clone(), Path::new(again).join(path.strip_prefix(given).unwrap())));
                }
                files.push((path.clone(), path.strip_prefix(above).unwrap().into()));
            }
        }
        for (from, to) in files {
            let to = folder.path().join(to);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(from, to).unwrap();
        }
        folder
    }
}

/// Every file below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { out.extend(below(&path)) } else { out.push(path) }
    }
    out.sort();
    out
}

/// The page, if it and what drives it are there.
fn page() -> Option<PathBuf> {
    if !["node", "chromium", "ssh-keygen"].into_iter().all(has_tool) {
        return None;
    }
    let page = root().join("target/page/resettle.html");
    let tools = root().join("target/browser/node_modules/playwright-core");
    for (there, what) in [
        (page.is_file(), "target/page/resettle.html (integrations/page/build/page makes it)"),
        (tools.is_dir(), "playwright-core in target/browser (see .ci/run)"),
    ] {
        if !there {
            skip(what);
            return None;
        }
    }
    Some(page)
}

/// Has the page do the jobs, and holds each against the binary. Gives what the page said of each.
fn same(jobs: &[Job]) -> BTreeMap<String, Value> {
    let Some(page) = page() else { return BTreeMap::new() };
    let folder = scratch();
    let list = folder.path().join("jobs.json");
    fs::write(&list, Value::from_iter(jobs.iter().map(Job::as_json)).to_string()).unwrap();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    let driven = Command::new("node")
        .arg(root().join("crates/cli/tests/browser/page.mjs"))
        .args([root().join("target/browser"), root().join("target/page"), page, list, out.clone()])
        .output()
        .unwrap();
    assert!(driven.status.success(), "{}", String::from_utf8_lossy(&driven.stderr));
    jobs.iter().map(|job| (job.name.clone(), held(job, &out))).collect()
}

/// Runs the commands that the page ran, and compares all that came of them.
fn held(job: &Job, out: &Path) -> Value {
    let name = &job.name;
    let said: Value = serde_json::from_slice(&fs::read(out.join(format!("{name}.json"))).unwrap()).unwrap();
    assert_eq!(said["wrong"], "", "{name}");
    let folder = job.laid_out();
    let before = below(folder.path());
    let commands = said["commands"].as_str().unwrap();
    let steps = said["steps"].as_array().unwrap();
    assert_eq!(commands.lines().count(), steps.len(), "{name}: {said}");
    for (line, step) in commands.lines().zip(steps) {
        let (command, kept) = line.split_once(" > ").map_or((line, None), |(command, file)| (command, Some(file)));
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        let run = resettle_in(folder.path(), &words);
        assert_eq!(step["status"], format!("exit status {}", run.status), "{name}: {line}\n{}\n{step}", run.err);
        assert!(step["err"] == run.err, "{name}: {line}\n{}\n{}", step["err"], run.err);
        let shown = if kept.is_some() { "" } else { &run.out };
        assert!(step["out"] == shown, "{name}: {line}\n{}\n{shown}", step["out"]);
        if let Some(file) = kept {
            fs::write(folder.path().join(file), run.out).unwrap();
        }
    }
    let names = |files: Vec<PathBuf>, above: &Path| -> Vec<PathBuf> {
        files.into_iter().map(|path| path.strip_prefix(above).unwrap().to_owned()).collect()
    };
    let made: Vec<PathBuf> = below(folder.path()).into_iter().filter(|path| !before.contains(path)).collect();
    let made = names(made, folder.path());
    // A browser saves a single file under its name alone; several come in a zip with their folders.
    let saved: Vec<PathBuf> = match made.as_slice() {
        [only] => vec![only.file_name().unwrap().into()],
        several => several.to_vec(),
    };
    assert_eq!(names(below(&out.join(name)), &out.join(name)), saved, "{name}");
    for (file, saved) in made.iter().zip(&saved) {
        let (page, binary) =
            (fs::read(out.join(name).join(saved)).unwrap(), fs::read(folder.path().join(file)).unwrap());
        assert!(page == binary, "{name}: {} differs", file.display());
    }
    said
}

/// The logs and the trust store of a folder.
fn logs_of(folder: &Path) -> Vec<PathBuf> {
    below(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl" || end == "yaml"))
        .collect()
}

#[test]
#[ignore = "the page is built by itself, which takes minutes: integrations/page/build/page"]
fn samples_give_the_same_report_in_the_page() {
    let mut jobs = Vec::new();
    for name in ["electronic-7-up-2023", "star-7-up-2016"] {
        let files = logs_of(&root().join("audit-logs").join(name));
        jobs.push(Job::of(format!("example-{name}"), "replay", json!({"at": AT})).with(files));
    }
    for kind in ["samples", "samples-hard", "samples-claims", "samples-tournament"] {
        let Some(folder) = shared(kind) else { continue };
        for sample in fs::read_dir(folder).unwrap() {
            let sample = sample.unwrap().path();
            let name = format!("{kind}-{}", sample.file_name().unwrap().display());
            let job = if sample.join("register.csv").is_file() {
                Job::of(name, "promotions", json!({"at": AT})).within(sample)
            } else {
                Job::of(name, "replay", json!({"at": AT})).with(logs_of(&sample))
            };
            jobs.push(job);
        }
    }
    for (name, said) in same(&jobs) {
        assert_eq!(said["steps"].as_array().unwrap().len(), 3, "{name}");
    }
}

#[test]
#[ignore = "the page is built by itself, which takes minutes: integrations/page/build/page"]
fn generated_logs_give_the_same_report_in_the_page() {
    let folder = scratch();
    let rulesets = ["au-nsw/star/7-up-baccarat/2016-08-17", MBS, "sg/mbs/baccarat/2017-02-17"];
    let mut files = Vec::new();
    for seed in 0..100 {
        let out = format!("log-{seed}");
        let args = format!("log {} --out {out} --coups 12 --one-in 3 --seed {seed}", rulesets[seed % rulesets.len()]);
        assert_eq!(simulate_in(folder.path(), &args.split(' ').collect::<Vec<_>>()).status, 0);
        files.push(folder.path().join(out));
    }
    // Each log by itself takes the browser longer than the engine: they come as ten drops of ten logs.
    let jobs: Vec<Job> = files
        .chunks(10)
        .enumerate()
        .map(|(nth, some)| {
            let drop = folder.path().join(format!("drop-{nth}"));
            fs::create_dir(&drop).unwrap();
            for each in some {
                fs::rename(each, drop.join(each.file_name().unwrap())).unwrap();
            }
            Job::of(format!("drop-{nth}"), "replay", json!({"at": AT})).within(drop)
        })
        .collect();
    for (name, said) in same(&jobs) {
        let asked = said["commands"].as_str().unwrap().matches("log.jsonl").count();
        assert_eq!(asked, 10, "{name}: {said}");
    }
}

#[test]
#[ignore = "the page is built by itself, which takes minutes: integrations/page/build/page"]
fn a_log_of_64_megabytes_is_replayed_in_the_page() {
    if page().is_none() {
        return;
    }
    let folder = scratch();
    let args = format!("log {MBS} --out large --coups 62000 --one-in 5000 --seed 7");
    assert_eq!(simulate_in(folder.path(), &args.split(' ').collect::<Vec<_>>()).status, 0);
    let log = folder.path().join("large/log.jsonl");
    let size = fs::metadata(&log).unwrap().len();
    assert!(size > 64 * 1024 * 1024, "{size}");
    let job = Job::of("large", "replay", json!({"at": AT})).with(vec![log, folder.path().join("large/trust.yaml")]);
    same(&[job]);
}

#[test]
#[ignore = "the page is built by itself, which takes minutes: integrations/page/build/page"]
fn a_signed_report_is_verified_in_the_page() {
    if page().is_none() {
        return;
    }
    let workdir = Workdir::new();
    let public = workdir.key("signer");
    for (from, to) in [("log.jsonl", "log.jsonl"), ("trust.yaml", "trust.yaml")] {
        fs::copy(root().join("audit-logs/star-7-up-2016").join(from), workdir.path().join(to)).unwrap();
    }
    let replay = format!("replay log.jsonl --trust trust.yaml --fail-on never --report june --key signer --at {AT}");
    workdir.done(&replay.split(' ').collect::<Vec<_>>());
    let signers = "inspector@example.org namespaces=\"resettle-report\" ";
    workdir.write("allowed_signers", format!("{signers}{}\n", public.trim_end()));
    workdir.write("private", workdir.read("signer"));
    let at = |name: &str| workdir.path().join(name);
    let good = Job::of("good", "report-verify", json!({})).with(vec![at("allowed_signers")]).within(at("june"));
    let said = same(&[good]);
    let said = &said["good"];
    assert_eq!(said["steps"][0]["status"], "exit status 0", "{said}");
    assert!(said["commands"].as_str().unwrap().contains("--signers allowed_signers"), "{said}");

    let altered = workdir.text("june/findings.csv").replacen("20.00", "25.00", 1);
    workdir.write("june/findings.csv", altered);
    let bad = Job::of("bad", "report-verify", json!({})).with(vec![at("allowed_signers")]).within(at("june"));
    assert_ne!(same(&[bad])["bad"]["steps"][0]["status"], "exit status 0");
}

#[test]
#[ignore = "the page is built by itself, which takes minutes: integrations/page/build/page"]
fn rulesets_are_compared_in_the_page() {
    let older = "sg/mbs/7-up-baccarat/2011-08-26";
    let pair = json!({"old": older, "new": MBS});
    let folder = |id: &str| root().join("rulesets").join(id);
    let jobs = [
        Job::of("diff", "diff", pair.clone()),
        Job::of("equivalent", "equivalent", pair),
        Job::of("odds", "odds", json!({"old": MBS, "decks": "8"})),
        Job::of("dropped", "diff", json!({"old": "2011-08-26", "new": MBS})).within(folder(older)),
        Job::of("check", "check", json!({})).within(folder(MBS)).again_at(format!("rulesets/{MBS}")),
        Job::of("explain", "explain", json!({"code": "settlement/underpaid"})),
    ];
    for (name, said) in same(&jobs) {
        assert_eq!(said["steps"][0]["err"], "", "{name}: {said}");
    }
}

#[test]
#[ignore = "the page is built by itself, which takes minutes: integrations/page/build/page"]
fn approvals_and_woven_pages_are_the_same_in_the_page() {
    let games = || root().join("fixtures/games");
    let pearl = "zz/pearl-quay/matching-cards-baccarat/2025-06-01";
    let woven = format!(
        "resettle ruleset weave {pearl} --rulesets games/rulesets --document games/documents/pearl-quay/rules.txt --out woven"
    );
    let listed =
        "resettle ruleset list --rulesets games/rulesets --approvals games/approvals --approvers games/approvers";
    let jobs = [
        Job::of("approved", "list", json!({})).within(games()).changed_to(listed),
        Job::of("woven", "other", json!({})).within(games()).changed_to(woven),
    ];
    let said = same(&jobs);
    if said.is_empty() {
        return;
    }
    let listed = said["approved"]["steps"][0]["out"].as_str().unwrap();
    assert!(listed.contains(pearl), "{listed}");
    assert!(listed.contains("approved by"), "{listed}");
    assert_eq!(said["woven"]["steps"][0]["status"], "exit status 0", "{said:?}");
}

#[test]
#[ignore = "the page is built by itself, which takes minutes: integrations/page/build/page"]
fn a_month_is_judged_in_the_page() {
    if page().is_none() {
        return;
    }
    let folder = scratch();
    let args = "month --out month --tables 3 --days 2 --coups 600 --faulty-shoes 2 --seed 5";
    assert_eq!(simulate_in(folder.path(), &args.split(' ').collect::<Vec<_>>()).status, 0);
    let month = folder.path().join("month");
    for name in ["expected.json", "planted.txt"] {
        fs::remove_file(month.join(name)).unwrap();
    }
    let job = Job::of("month", "batch", json!({"at": AT})).within(month).again_at("logs/month");
    let said = same(&[job]);
    assert!(said["month"]["commands"].as_str().unwrap().contains("--roster month/roster.yaml"), "{said:?}");
}

#[test]
#[ignore = "the page is built by itself, which takes minutes: integrations/page/build/page"]
fn packs_timestamps_and_notes_are_recognised_in_the_page() {
    if page().is_none() {
        return;
    }
    let workdir = Workdir::new();
    workdir.key("desk");
    let games = root().join("fixtures/games/rulesets");
    workdir.done(&["ruleset", "pack", games.to_str().unwrap(), "--key", "desk", "--out", "new.pack"]);
    let pack = workdir.path().join("new.pack");
    let fixture = |name: &str| root().join("fixtures").join(name);
    let notes =
        ["witness/june.note", "witness/june.note.leaves", "witness/earlier.note", "witness/earlier.note.leaves"];
    let beside = ["timestamp/rsa.tsr", "timestamp/stamped.tsq", "timestamp/trusted.pem"];
    let seen = [&notes[..], &beside, &["witness/witnesses"]].concat().into_iter().map(fixture).collect();
    let log = root().join("audit-logs/star-7-up-2016/log.jsonl");
    // A key as OpenSSH spells it, without quotes, which is also how a file of allowed signers looks.
    let public = workdir.key("sealer");
    let store = format!(
        "keys:\n  - name: table\n    public_key: {public}\n    venue: star\n    from: \"2018-01-01T00:00:00+08:00\"\n"
    );
    workdir.write("keys.yaml", store);
    let keys = workdir.path().join("keys.yaml");
    let said = same(&[
        Job::of("trust", "replay", json!({"at": AT})).with(vec![log.clone(), keys]),
        Job::of("pack", "list", json!({})).with(vec![pack.clone()]),
        Job::of("with-it", "replay", json!({"at": AT})).with(vec![log, pack]),
        Job::of("notes", "witness-check", json!({})).with(seen),
    ]);
    for (name, said) in &said {
        assert_eq!(said["unrecognised"], json!([]), "{name}");
    }
    assert!(said["trust"]["commands"].as_str().unwrap().contains("--trust keys.yaml"), "{said:?}");
    assert!(said["pack"]["commands"].as_str().unwrap().contains("ruleset list --add-rulesets new.pack"), "{said:?}");
    assert!(said["with-it"]["commands"].as_str().unwrap().contains("--add-rulesets new.pack"), "{said:?}");
    assert_eq!(
        said["notes"]["steps"][0]["status"], "exit status 1",
        "one of them is cosigned by one of three: {said:?}"
    );
}
