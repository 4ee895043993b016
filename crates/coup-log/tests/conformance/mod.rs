//! `fixtures/conformance`: logs with the verdict that the format asks for, for other people's programs. The verdicts are
//! written down here by hand; our own reader is held against them as any other would be.

mod cases;
mod judged;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;
use serde_json::Value;

use crate::common::{Log, own, read, trusted};
use resettle_coup_log::LogReader;
use resettle_sealed_log::{FaultCode, TrustStore, compare};
use resettle_testkit::{Opening, root, trust_file};

/// The log of a case in the making: its id is the name of the case.
pub fn begin(name: &str) -> Log {
    Log::empty().named(name)
}

/// The body of the usual `open`.
pub fn opening(name: &str) -> String {
    Opening::of("table", "BAC-07").log(name).table("BAC-07").body()
}

/// The body of a coup as tables write it: 8 against 3.
pub fn coup(number: u64) -> String {
    format!(
        r#""type":"coup","shoe":"S-1","coup":{number},"cards":["KS","TS","8D","3C"],"wagers":[{{"id":"w1","seat":"3","bet":"player","stake":10000,"returned":20000}}],"declared":{{"result":"player","player":8,"banker":3}},"wrd":"player""#
    )
}

/// The body of a shoe's start.
pub const START: &str = r#""type":"shoe","shoe":"S-1","event":"start","decks":8,"burned":["4C"]"#;

/// A log opened for the usual key, with a shoe: lines 1 and 2.
pub fn opened(name: &str) -> Log {
    begin(name).with(&opening(name)).with(START)
}

/// One case: what is handed over, and what has to be said.
pub struct Case {
    pub name: String,
    pub about: String,
    /// The trust store handed over, by its name; none where there is none.
    pub trust: Option<String>,
    /// The logs handed over together, with the records of each that a seal vouches for.
    pub logs: Vec<(Vec<u8>, u64)>,
    /// What is remembered from before, as a heads file.
    pub heads: Option<String>,
    /// `line code`, behind it the wager where there is one; a second log's line is `2:line`.
    pub reported: Vec<String>,
    /// Of cases that are replayed: shoe, coup and money of each finding.
    pub coups: Option<Vec<(Option<u64>, Option<i64>)>>,
}

impl Case {
    /// A log under the usual store.
    pub fn new(name: &str, about: &str, log: Vec<u8>, authenticated: u64, reported: &[&str]) -> Self {
        Self {
            name: name.to_owned(),
            about: about.to_owned(),
            trust: Some("usual".to_owned()),
            logs: vec![(log, authenticated)],
            heads: None,
            reported: reported.iter().map(|one| (*one).to_owned()).collect(),
            coups: None,
        }
    }

    /// The same under another store, which has the name of the case.
    pub fn under(mut self, stores: &mut Stores, entries: &[String]) -> Self {
        stores.insert(self.name.clone(), entries.to_vec());
        self.trust = Some(self.name.clone());
        self
    }

    fn file(&self, at: usize) -> String {
        let part = if self.logs.len() > 1 { format!("-{}", at + 1) } else { String::new() };
        format!("logs/{}{part}.jsonl", self.name)
    }

    fn findings(&self) -> Vec<Finding> {
        let all = self.reported.iter().enumerate();
        all.map(|(at, reported)| {
            let mut words = reported.split(' ');
            let place = words.next().unwrap();
            let (log, line) = place.split_once(':').unwrap_or(("1", place));
            let code = words.next().unwrap();
            let code = if code.contains('/') { code.to_owned() } else { format!("integrity/{code}") };
            let log = log.parse::<usize>().unwrap() - 1;
            let judged = self.coups.as_ref().map(|coups| coups[at]);
            Finding {
                file: self.file(log),
                line: line.parse().ok(),
                code,
                wager: words.next().map(str::to_owned),
                coup: judged.map(|(coup, _)| coup),
                money: judged.map(|(_, money)| money),
            }
        })
        .collect()
    }
}

/// Trust stores by name.
pub type Stores = BTreeMap<String, Vec<String>>;

/// The index as it stands in its file.
#[derive(Serialize)]
struct Index {
    #[serde(rename = "type")]
    format: &'static str,
    cases: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    case: String,
    about: String,
    /// `verify`: authenticate alone; `replay`: judge the coups too.
    run: &'static str,
    ruleset: Option<&'static str>,
    logs: Vec<String>,
    trust: Option<String>,
    heads: Option<String>,
    verdict: &'static str,
    findings: Vec<Finding>,
    authenticated_records: Vec<u64>,
}

#[derive(Clone, Debug, Serialize)]
struct Finding {
    code: String,
    file: String,
    line: Option<u64>,
    wager: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coup: Option<Option<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    money: Option<Option<i64>>,
}

fn all() -> (Vec<Case>, Stores) {
    let mut stores = Stores::from([("usual".to_owned(), vec![trusted(&own(), "")])]);
    let mut cases = cases::all(&mut stores);
    cases.extend(judged::all());
    (cases, stores)
}

/// Every file of the folder that the cases make, by its path below it.
fn files() -> BTreeMap<String, Vec<u8>> {
    let (cases, stores) = all();
    let mut files = BTreeMap::new();
    for (name, entries) in &stores {
        files.insert(format!("trust/{name}.yaml"), trust_file(entries).into_bytes());
    }
    let mut entries = Vec::new();
    for case in &cases {
        for (at, (log, _)) in case.logs.iter().enumerate() {
            assert!(files.insert(case.file(at), log.clone()).is_none(), "{}: the name stands twice", case.name);
        }
        let heads = case.heads.as_ref().map(|text| {
            let path = format!("heads/{}.jsonl", case.name);
            files.insert(path.clone(), text.clone().into_bytes());
            path
        });
        let findings = case.findings();
        entries.push(Entry {
            case: case.name.clone(),
            about: case.about.clone(),
            run: if case.coups.is_some() { "replay" } else { "verify" },
            ruleset: case.coups.as_ref().map(|_| judged::RULESET),
            logs: (0..case.logs.len()).map(|at| case.file(at)).collect(),
            trust: case.trust.as_ref().map(|name| format!("trust/{name}.yaml")),
            heads,
            verdict: if findings.is_empty() { "accepted" } else { "findings" },
            findings,
            authenticated_records: case.logs.iter().map(|(_, count)| *count).collect(),
        });
    }
    let index = Index { format: "coup-log-conformance/1", cases: entries };
    let text = serde_json::to_string_pretty(&index).unwrap() + "\n";
    files.insert("index.json".to_owned(), text.into_bytes());
    files
}

fn folder() -> PathBuf {
    root().join("fixtures/conformance")
}

fn below(folder: &Path, at: &str, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder.join(at)).into_iter().flatten() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        found.insert(format!("{at}/{name}"));
    }
}

/// To renew the files: `UPDATE_DOCS=1 cargo test --workspace --test all -- conformance::`. Tests that write and read the files take turns.
static FILES: Mutex<()> = Mutex::new(());

#[test]
fn the_files_are_what_the_cases_make() {
    let _turn = FILES.lock();
    let (folder, files) = (folder(), files());
    let mut there = BTreeSet::new();
    for part in ["logs", "trust", "heads"] {
        below(&folder, part, &mut there);
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        for stale in there.iter().filter(|path| !files.contains_key(*path)) {
            std::fs::remove_file(folder.join(stale)).unwrap();
        }
        for (path, bytes) in &files {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        return;
    }
    for (path, bytes) in &files {
        let same = std::fs::read(folder.join(path)).is_ok_and(|there| there == *bytes);
        assert!(same, "fixtures/conformance/{path} is not what its case makes; renew it with UPDATE_DOCS=1");
    }
    let stale: Vec<_> = there.iter().filter(|path| !files.contains_key(*path)).collect();
    assert!(stale.is_empty(), "no case makes {stale:?}");
}

/// Our own reader, asked as any other: case by case, from the files.
#[test]
fn our_reader_says_what_the_index_says() {
    let _turn = FILES.lock();
    let folder = folder();
    let index: Value = serde_json::from_slice(&std::fs::read(folder.join("index.json")).unwrap()).unwrap();
    let mut failed = Vec::new();
    let mut count = 0;
    for case in index["cases"].as_array().unwrap() {
        // Play, what an earlier run remembered and several logs at once are asked of `resettle` itself.
        if case["run"] != "verify" || !case["heads"].is_null() {
            continue;
        }
        count += 1;
        let trust = case["trust"].as_str().map(|path| {
            TrustStore::from_yaml(&std::fs::read_to_string(folder.join(path)).unwrap())
                .unwrap_or_else(|_| panic!("{path}"))
        });
        let (mut said, mut authenticated) = (Vec::new(), Vec::new());
        let paths: Vec<&str> = case["logs"].as_array().unwrap().iter().map(|path| path.as_str().unwrap()).collect();
        let logs: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(folder.join(path)).unwrap()).collect();
        for (path, log) in paths.iter().zip(&logs) {
            let verdict = read(log, trust.as_ref()).verdict;
            let faults = verdict.faults.iter();
            said.extend(faults.map(|fault| (fault.code.code().to_owned(), *path, fault.line, fault.wager.clone())));
            authenticated.push(verdict.authenticated_records);
        }
        if let [one, other] = &logs[..] {
            let reader = |log| LogReader::new(log, trust.as_ref());
            let fork = compare(reader(&one[..]), reader(&other[..])).unwrap();
            said.extend(fork.map(|fork| ("integrity/fork".to_owned(), paths[1], Some(fork.lines[1].line), None)));
        }
        said.sort();
        let mut wanted: Vec<_> = case["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| {
                let text = |name: &str| finding[name].as_str();
                let (code, wager) = (text("code").unwrap().to_owned(), text("wager").map(str::to_owned));
                (code, text("file").unwrap(), finding["line"].as_u64(), wager)
            })
            .collect();
        wanted.sort();
        let vouched: Vec<u64> =
            case["authenticated_records"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        if said != wanted || authenticated != vouched {
            failed.push(format!(
                "{}\n  said   {said:?} {authenticated:?}\n  wanted {wanted:?} {vouched:?}",
                case["case"]
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(count > 150, "{count} cases were read");
}

#[test]
fn every_fault_of_a_log_has_a_case() {
    let (cases, _) = all();
    let reported: BTreeSet<String> = cases.iter().flat_map(Case::findings).map(|finding| finding.code).collect();
    for code in FaultCode::ALL {
        assert!(reported.contains(code.code()), "no case shows {}", code.code());
    }
    let accepted = cases.iter().filter(|case| case.reported.is_empty()).count();
    assert!(accepted >= 20, "{accepted} cases are accepted");
    // Somebody has to find a case by its name, and to know from one sentence what is wrong.
    for case in &cases {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        assert!(case.name.bytes().all(plain) && case.name.len() <= 60, "{}", case.name);
        assert!(case.about.ends_with('.') && case.about.len() <= 200, "{}: {}", case.name, case.about);
    }
}
