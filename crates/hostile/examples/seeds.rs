//! Writes the first inputs of every fuzz target below a folder: `seeds FOLDER`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "run by hand; what fails is shown")]

use std::io::Write as _;
use std::path::{Path, PathBuf};

use resettle_coup_log::{LogReader, SealOptions, seal_log};
use resettle_hostile::{KEYS, TARGETS, TRUST, log_key};
use resettle_oversight::digest::{self, DayDigest, DigestHead, DigestLog};
use resettle_oversight::parse_date;
use resettle_reference::Rules;
use resettle_report::folder::REPORT_NAMESPACE;
use resettle_sealed_log::{Digest, Heads, Move, SourceKind, TrustStore};
use resettle_signing::keys::EncryptionRandomness;
use resettle_signing::{Manifest, PrivateKey, sshsig};
use resettle_simulate::{Config, Faults, faults, simulate, simulate_split};

/// Between the parts of one input.
const BETWEEN: &str = "%%\n";

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap());
    for (target, _) in TARGETS {
        std::fs::create_dir_all(folder.join(target)).unwrap();
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let write = |target: &str, name: &str, bytes: &[u8]| {
        std::fs::write(folder.join(target).join(name), bytes).unwrap();
    };
    logs(&write);
    yaml(&root, &write);
    oversight(&write);
    signatures(&write);
    signed_off(&root, &write);
    for (target, file) in [("document", "rules.txt"), ("pdf_text", "rules.pdf")] {
        write(target, "invented", &std::fs::read(root.join("fixtures/invented").join(file)).unwrap());
    }
}

/// A pack, sign-offs, and what authorities answered.
fn signed_off(root: &Path, write: &Write) {
    let key = PrivateKey::from_seed(&KEYS[0].1, "").unwrap();
    let files = ["zz/a/b/2027-01-01/ruleset.yaml", "zz/a/b/2027-01-01/notes.md", "approvals/zz/a/b/2027-01-01/c.yaml"];
    let files = files.map(|path| (path.to_owned(), path.repeat(9).into_bytes())).into();
    write("pack", "three", &resettle_pack::write(&files, &key).unwrap());
    let hash = "0f".repeat(32);
    let whole = format!(
        "signoff: resettle-signoff/1\nmanifest: \"{hash}\"\nrole: auditor\nfindings: {{answered: 3, in_hand: 1, open: 0}}\n\
         dispositions: \"{hash}\"\nnote: \"seen on video\"\nbefore:\n  - {{name: \"bob\", sha256: \"{hash}\"}}\nat: \"2026-11-22T09:00:00Z\"\n"
    );
    write("sign_off", "whole", whole.as_bytes());
    for name in ["rsa.tsr", "curve.tsr", "unknown.tsr", "stamped.tsq"] {
        write("timestamp", name, &std::fs::read(root.join("fixtures/timestamp").join(name)).unwrap());
    }
    for name in ["june.note", "earlier.note", "june.note.leaves", "witnesses"] {
        write("note", name, &std::fs::read(root.join("fixtures/witness").join(name)).unwrap());
    }
}

type Write<'w> = dyn Fn(&str, &str, &[u8]) + 'w;

/// Logs of each game with each fault planted, sealed by the test keys; their lines; and tables told apart.
fn logs(write: &Write) {
    for rules in Rules::ALL {
        let short = rules.id().replace('/', "_");
        for fault in faults() {
            let planted = Faults { at: vec![(fault.name.to_owned(), 2)], ..Faults::default() };
            let config = Config { faults: planted, ..Config::clean(rules, 3, 7) };
            let mut log = Vec::new();
            if simulate(&config, &mut log).is_err() {
                continue;
            }
            write("whole_log", &format!("{short}-{}", fault.name), &sealed(&log));
            for (at, line) in log.split(|byte| *byte == b'\n').enumerate() {
                write("log_line", &format!("{short}-{}-{at}", fault.name), line);
            }
            if fault.name.len() % 7 == 0 {
                pack(write, &format!("{short}-{}", fault.name), &log);
            }
        }
        for fault in faults().into_iter().map(Some).chain([None]) {
            let at = fault.map(|fault| (fault.name.to_owned(), 2));
            let planted = Faults { at: at.into_iter().collect(), ..Faults::default() };
            let config = Config { faults: planted, ..Config::clean(rules, 2, 11) };
            let parts = std::cell::RefCell::new(Vec::<std::rc::Rc<std::cell::RefCell<Vec<u8>>>>::new());
            let split = simulate_split(&config, 2, |_| {
                let part = Shared::default();
                parts.borrow_mut().push(std::rc::Rc::clone(&part.0));
                Ok(part)
            });
            if split.is_ok() {
                let logs: Vec<Vec<u8>> = parts.borrow().iter().map(|part| part.borrow().clone()).collect();
                let name = fault.map_or("clean", |fault| fault.name);
                write("joined_logs", &format!("{short}-{name}"), &logs.join(BETWEEN.as_bytes()));
            }
        }
    }
}

/// A log under a key of the testbed where its venue has one.
fn sealed(log: &[u8]) -> Vec<u8> {
    let mut reader = LogReader::new(log, None);
    let _ = reader.next_entry();
    let key = reader.open().and_then(|open| log_key(&open.venue));
    let mut out = Vec::new();
    let options = SealOptions { every: 3, is_final: true };
    match key {
        Some(key) if seal_log(log, &key, options, &mut out).is_ok() => out,
        _ => log.to_vec(),
    }
}

#[derive(Default)]
struct Shared(std::rc::Rc<std::cell::RefCell<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn pack(write: &Write, name: &str, log: &[u8]) {
    let halves: Vec<&[u8]> = log.chunks(log.len() / 2 + 1).collect();
    let mut gzip = Vec::new();
    let mut zstd = vec![0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4];
    for half in halves {
        let mut encoder = flate2::write::GzEncoder::new(&mut gzip, flate2::Compression::best());
        encoder.write_all(half).unwrap();
        encoder.finish().unwrap();
        zstd.extend(ruzstd::encoding::compress_to_vec(half, ruzstd::encoding::CompressionLevel::Fastest));
    }
    write("archive", &format!("{name}.gz"), &gzip);
    write("archive", &format!("{name}.zst"), &zstd);
}

fn yaml(root: &Path, write: &Write) {
    for known in resettle_rulesets::embedded() {
        write("ruleset", &known.id.replace('/', "_"), known.yaml.as_bytes());
    }
    write("trust_store", "testbed", TRUST.as_bytes());
    let key = PrivateKey::from_seed(&[3; 32], "").unwrap().public_key().unwrap();
    let pem = key.to_spki_pem().replace('\n', "\n      ");
    let full = format!(
        "keys:\n  - name: table 7UP-03, 2023\n    public_key: |\n      {pem}\n    venue: mbs\n    tables: [\"7UP-03\", '4']\n    \
         kinds: [table, shoe, terminal, display]\n    from: 2023-01-01T00:00:00+08:00\n    until: 2024-01-01T00:00:00.5Z\n    \
         revoked: 2023-09-30T00:00:00+08:00\n    compromised:\n      - {{log: L, seq: 412, prev: {}}}\n",
        "ab".repeat(32)
    );
    write("trust_store", "full", full.as_bytes());
    for (mapping, csv) in
        [("small.yaml", "small.csv"), ("live-baccarat.yaml", "small.csv"), ("export.yaml", "export.csv")]
    {
        let name = mapping;
        let mapping = std::fs::read_to_string(root.join("fixtures/import").join(mapping)).unwrap();
        let csv = std::fs::read_to_string(root.join("fixtures/import").join(csv)).unwrap();
        write("csv_mapping", &format!("{name}-csv"), format!("{mapping}\n{BETWEEN}{csv}").as_bytes());
        write("csv_mapping", name, mapping.as_bytes());
    }
    let published = [0x05, 0x31, 0x44, 0x81, 0xb8, 0x03, 0x34, 0x46];
    write("shoe_capture", "published", &[&[0], published.as_slice()].concat());
    write("shoe_capture", "line", b"\x012026-01-02T03:04:05+08:00 05 31 44 81 B8 03 34 46\n");
    let sources = "sources:\n  T1: {clock_tolerance: 250ms}\n  T2: {clock_tolerance: 2s}\n";
    let expected = "expected: {shoe: 1, terminals: [T1, T2], display: 1}\n";
    write("settings", "both", format!("{sources}{expected}").as_bytes());
    write("settings", "sources", sources.as_bytes());
    write("settings", "expected", expected.as_bytes());
    let stated =
        "in_force:\n  au-nsw/star/7-up-baccarat/2016-08-17: {from: 2016-08-24, source: \"Gazette 73\", by: someone}\n";
    write("facts", "star", stated.as_bytes());
    write("facts", "time", stated.replace("2016-08-24", "\"2016-08-24T06:00:00\"").as_bytes());
}

fn oversight(write: &Write) {
    let mut log = Vec::new();
    simulate(&Config::clean(Rules::StarSevenUp2016, 3, 7), &mut log).unwrap();
    let log = sealed(&log);
    let trust = TrustStore::from_yaml(&TRUST).unwrap();
    let mut reader = LogReader::new(&log[..], Some(&trust));
    while reader.next_entry().unwrap().is_some() {}
    let step = Move::of(&reader.finish()).unwrap();
    let mut heads = Heads::default();
    write("heads", "none", heads.to_text().as_bytes());
    heads.forward(&[(step.log.clone(), step)].into()).unwrap();
    write("heads", "one", heads.to_text().as_bytes());
    write("roster", "one", ROSTER.as_bytes());
    write("dispositions", "two", DISPOSITIONS.as_bytes());
    let one = DigestLog {
        path: "t/a.jsonl.gz".into(),
        sha256: Digest::of(b"packed"),
        content: Digest::of(b"plain"),
        size: 17,
        log: "L".into(),
        game: "baccarat".into(),
        table: "B1".into(),
        source: Some((SourceKind::Table, "B1".into())),
        records: 3,
        head: Some(DigestHead { seq: 2, sha256: Digest::of(b"seal"), is_final: true }),
    };
    let day = DayDigest {
        venue: "mbs".into(),
        day: parse_date("2023-06-02").unwrap(),
        made: "2023-06-03T06:00:00+08:00".into(),
        previous: Some(digest::Previous { day: parse_date("2023-06-01").unwrap(), sha256: Digest::of(b"x") }),
        logs: vec![one],
        idle: vec![digest::Idle { game: "baccarat".into(), table: "B9".into(), source: "table".into() }],
    };
    write("day_digest", "one", day.to_text().as_bytes());
    write("document", "made-up", DOCUMENT.as_bytes());
    write("report_page", "empty", include_bytes!("../src/targets/empty-report.json"));
    write("report_page", "one", REPORT.as_bytes());
}

const ROSTER: &str = "roster:\n  - venue: mbs\n    game: baccarat\n    tables: [B1, B2]\n    zone: Asia/Singapore\n    \
    first_day: 2023-06-01\n    last_day: 2023-06-03\n    closed: [2023-06-03]\n    logs: spanning\n";

const DISPOSITIONS: &str = "dispositions:\n\
    - {code: settlement/underpaid, log: l, shoe: S, coup: 17, kind: waiver, reason: r, by: b, until: 2023-12-31}\n\
    - {code: settlement/underpaid, log: l, shoe: S, coup: 17, wager: w2, kind: ruling, reason: paid, by: c}\n";

/// In the shape of a rule document, with none of anybody's sentences.
const DOCUMENT: &str = "Rules of a Game\n\n1. Words\n1.1 In these rules:\n\u{201c}turn\u{201d} means a turn;\n\n2. Cards\n\
    2.1 The game is played with 4 to 8 decks.\n2.2 Aces count 1:\n  (a) tens count 0; and\n  (b) sevens count 7.\n\n\
    Page 1 of 2\n\u{c}Rules of a Game\n\n3. Wagers\n3.1 A win pays:\nWager     Odds\nSevens 3  7 to 1\nOther     19 to 20\n\
    3.1.1 No more.\n\n\u{7b2c}1\u{6761} \u{8bcd}\u{8bed}\n1.1 \u{5728}\u{6b64}\n";

const REPORT: &str = r#"{"type":"resettle-report/1","tool":"resettle 0.1.0","generated_at":"2026-01-02T03:04:05Z",
"inputs":[{"path":"<script>alert(1)</script>","log":"L","sha256":"ab","records":2,"coups":1,"authenticated_records":0,"keys":[],"note":"<b>"}],
"rulesets":[{"id":"sg/mbs/baccarat/2017-02-17","sha256":"ab","coups":1}],
"summary":{"coups":1,"wagers":1,"staked":100,"returned":0,"due":200,"net_variance":-200,"by_code":{"settlement/underpaid":1},"by_severity":{"critical":1}},
"findings":[{"code":"settlement/underpaid","severity":"critical","clause":"x 4.1","log":"L","file":"<img src=x>","line":2,"seq":1,"shoe":"S","coup":1,
"wager":"\u001b[2J","expected":"200","logged":"0","money":-200,"message":"</script><script>","authenticated":false,"record_sha256":"ab","reading":false}]}"#;

fn signatures(write: &Write) {
    let mut manifest = Manifest::new();
    manifest.add("report.json", b"{}").unwrap();
    manifest.add("findings.csv", b"a,b\n").unwrap();
    write("manifest", "two", manifest.to_text().as_bytes());
    for (name, seed) in KEYS {
        let key = PrivateKey::from_seed(&seed, "inspector@example.org").unwrap();
        let public = key.public_key().unwrap();
        let line = public.to_openssh("somebody");
        write("sshsig", name, sshsig::sign(&key, REPORT_NAMESPACE, b"resettle\n").unwrap().as_bytes());
        write("public_key", &format!("{name}-line"), line.as_bytes());
        write("public_key", &format!("{name}-pem"), public.to_spki_pem().as_bytes());
        write("public_key", &format!("{name}-other"), b"ssh-rsa AAAAB3NzaC1yc2E= x");
        write("private_key", name, key.to_openssh().unwrap().as_bytes());
        let random = EncryptionRandomness { salt: [7; 16], check: 1 };
        write("private_key", &format!("{name}-locked"), key.to_openssh_encrypted(b"test", &random).unwrap().as_bytes());
        let bare = public.to_openssh("");
        let signers = format!(
            "# who signs\ninspector@example.org,*@a.org,!x@a.org namespaces=\"resettle-report,file\" {bare}\n\
             * valid-after=\"20230101Z\",valid-before=\"20240101120000\" {line}\n\ncert cert-authority ssh-rsa AAAA\n"
        );
        write("allowed_signers", name, signers.as_bytes());
        write(
            "allowed_signers",
            &format!("{name}-plain"),
            format!("a namespaces=\"resettle-report\" {bare}\n").as_bytes(),
        );
    }
}
