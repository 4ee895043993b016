//! Text of others that reaches a terminal, a spreadsheet or a file name does nothing there.
//!
//! What is planted: sequences that clear the screen, hide a link, fill the clipboard (CSI, OSC 8, OSC 52), the same by
//! single C1 characters, what turns or hides text, carriage returns and NUL; formulas; names that lead elsewhere.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use crate::common::{Run, root};
use crate::planted::{EVIL, chained, escaped, harmful, harmless, hiding, records};
use crate::signed::{RECORDS, Workdir, trust};
use resettle_report::folder::REPORT_NAMESPACE;
use resettle_signing::{Manifest, PrivateKey, sshsig};
use resettle_testkit::sha256;

#[test]
fn every_field_of_a_log() {
    let workdir = Workdir::new();
    let public = workdir.key("sealer");
    workdir.write("trust.yaml", trust(&public));
    let evil = escaped();
    let whole = records();
    let mut fields = 0;
    for value in [
        "\"t-1\"",
        "\"coup-log/1\"",
        "\"BAC-07\"",
        "\"SG\"",
        "\"mbs\"",
        "\"baccarat\"",
        "\"SGD\"",
        "\"S-0001\"",
        "\"w1\"",
        "\"1\"",
        "\"ACCOUNT\"",
        "\"TERM\"",
        "\"TEXT\"",
        "\"NOTE\"",
        "\"other\"",
        "\"void_it\"",
        "\"stands\"",
        "\"dealer\"",
        "\"inspector\"",
        "\"unheard_of\"",
        "\"foreign_card\"",
        "\"start\"",
        "\"KS\"",
        "\"player\"",
        "\"2018-05-20T09:02:00.307+08:00\"",
        "\"table\"",
        "\"note\"",
        "\"wrd\"",
        "\"cards\"",
    ] {
        assert!(whole.contains(value), "{value}");
        workdir.write("log.jsonl", chained(&whole.replace(value, &format!("\"{evil}\""))));
        fields += 1;
        for (command, format) in
            [("replay", "text"), ("replay", "json"), ("replay", "jsonl"), ("replay", "csv"), ("verify", "text")]
        {
            let run = workdir.run(&[command, "log.jsonl", "--format", format, "--trust", "trust.yaml"]);
            assert_eq!(run.status, 1, "{value}: {}", run.err);
            harmless(&run, &format!("{command} {format} {value}"));
        }
        harmless(&workdir.run(&["explain-coup", "log.jsonl", "S-0001", "1"]), &format!("explain-coup {value}"));
        harmless(&workdir.run(&["explain-coup", "log.jsonl", "S-0002", "1"]), &format!("explain-coup {value}"));
        let _ = std::fs::remove_dir_all(workdir.path().join("out"));
        harmless(&workdir.run(&["evidence", "log.jsonl", "S-0001", "1", "--out", "out"]), &format!("evidence {value}"));
        workdir.write("records.jsonl", whole.replace(value, &format!("\"{evil}\"")));
        let _ = std::fs::remove_file(workdir.path().join("sealed"));
        harmless(
            &workdir.run(&["seal", "records.jsonl", "--key", "sealer", "--out", "sealed"]),
            &format!("seal {value}"),
        );
    }
    assert_eq!(fields, 29);
}

/// As they are, not escaped: where JSON does not allow them, the line is malformed, and is quoted nowhere.
#[test]
fn raw_bytes_in_a_log() {
    let workdir = Workdir::new();
    for value in ["t-1", "S-0001", "w1", "void_it", "unheard_of"] {
        for evil in
            [EVIL.replace(['\n', '\r', '\t'], ""), "\u{9b}31m\u{202e}\u{200b}\u{e0041}".to_owned(), "\u{0}".to_owned()]
        {
            workdir.write("log.jsonl", chained(&records().replace(value, &evil)));
            for format in ["text", "json", "jsonl", "csv"] {
                harmless(&workdir.run(&["replay", "log.jsonl", "--format", format]), value);
            }
        }
    }
    workdir.write("log.jsonl", b"\xff\x1b[2J\n\x9b31m\n");
    harmless(&workdir.run(&["replay", "log.jsonl"]), "no UTF-8");
}

#[test]
fn a_shoe_and_coup_asked_for() {
    let workdir = Workdir::new();
    workdir.write("log.jsonl", chained(&records().replace("S-0001", &escaped().replacen("\\u0000", "", 1))));
    for args in [
        &["explain-coup", "log.jsonl", EVIL, "1"][..],
        &["explain-coup", "log.jsonl", "S", "1"],
        &["explain-coup", "log.jsonl", EVIL, "9"],
    ] {
        harmless(&workdir.run(args), "explain-coup");
    }
    let run = workdir.run(&["evidence", "log.jsonl", EVIL, "1", "--out", "out"]);
    harmless(&run, "evidence");
    assert_eq!(run.status, 1, "{}", run.err);
    let readme = workdir.text("out/README.txt");
    assert!(!readme.chars().any(harmful), "{readme:?}");
    harmless(&workdir.run(&["evidence", "log.jsonl", EVIL, "9", "--out", "other"]), "evidence");
}

/// Sources of one table that are not joined: what keeps them out quotes their shoes, files and currencies.
#[test]
fn what_keeps_sources_from_being_joined() {
    let workdir = Workdir::new();
    let evil = escaped();
    let terminal = records().replace("\"kind\":\"table\"", "\"kind\":\"terminal\"");
    workdir.write("table.jsonl", chained(&records()));
    let other = terminal.replace("\"log\":\"t-1\"", "\"log\":\"t-2\"");
    assert_ne!(other, terminal);
    workdir.write("terminal.jsonl", chained(&other.replace("\"SGD\"", &format!("\"{evil}\""))));
    let run = workdir.run(&["replay", "table.jsonl", "terminal.jsonl"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("reconcile/disagreement"), "{}", run.out);
    harmless(&run, "currency");
    harmless(&workdir.run(&["explain-coup", "table.jsonl", "S-0001", "1", "--with", "terminal.jsonl"]), "currency");
    // Two shoes, one way round in one file and the other way in the other.
    let second = records().replace("S-0001", &evil);
    let both = |one: &str, other: &str| {
        let more =
            other.lines().filter(|line| line.contains("\"type\":\"shoe\"") || line.contains("\"type\":\"coup\""));
        chained(&format!("{one}{}\n", more.collect::<Vec<_>>().join("\n")))
    };
    let source = |text: &str| text.replace("\"kind\":\"table\"", "\"kind\":\"terminal\"");
    workdir.write("table.jsonl", both(&records(), &second));
    workdir.write("terminal.jsonl", both(&source(&second), &records()));
    let run = workdir.run(&["replay", "table.jsonl", "terminal.jsonl"]);
    assert!(run.err.contains("comes at another place in"), "{}", run.err);
    harmless(&run, "order of shoes");
    for args in [["--at", EVIL], ["--facts", EVIL]] {
        harmless(&workdir.run(&[&["replay", "table.jsonl"], &args[..]].concat()), args[0]);
    }
}

/// The folder of a piece of evidence holds files of fixed names, whatever shoe and log are called.
#[test]
fn names_in_a_log_lead_nowhere() {
    let workdir = Workdir::new();
    for name in ["../../escaped", "/tmp/escaped", "a/../../escaped", "..\\\\escaped", "C:escaped", "-rf", "~"] {
        let text = records().replace("\"S-0001\"", &format!("\"{name}\"")).replace("\"t-1\"", &format!("\"{name}\""));
        workdir.write("log.jsonl", chained(&text));
        let shoe = name.replace("\\\\", "\\");
        let run = workdir.run(&["evidence", "log.jsonl", "--out", "out", "--", &shoe, "1"]);
        assert!([1, 2].contains(&run.status), "{name}: {}", run.err);
        assert!(run.status == 1, "{name}: {}", run.err);
        let known =
            ["README.txt", "SHA256SUMS", "chain.jsonl", "hashes.txt", "next.sha256", "previous.sha256", "record.jsonl"];
        assert_eq!(workdir.names("out"), known, "{name}");
        assert_eq!(workdir.names(""), ["log.jsonl", "out"], "{name}");
        std::fs::remove_dir_all(workdir.path().join("out")).unwrap();
    }
}

#[test]
fn file_names() {
    let workdir = Workdir::new();
    // No name holds a slash.
    let evil = EVIL.replace('/', "|");
    let public = workdir.key("signer");
    workdir.write("records.jsonl", RECORDS);
    workdir.write("trust.yaml", trust(&public));
    let there = format!("{evil}.jsonl");
    workdir.write(&there, chained(&records()));
    let gone = format!("{evil}.gone");
    let every: &[&[&str]] = &[
        &["replay"],
        &["verify"],
        &["explain-coup", "S-0001", "1"],
        &["evidence", "S-0001", "1", "--out", "out"],
        &["replay", "records.jsonl", "--trust"],
        &["replay", "records.jsonl", "--facts"],
        &["replay", "records.jsonl", "--settings"],
        &["replay", "records.jsonl", "--rulesets"],
        &["verify", "records.jsonl", "--trust", "trust.yaml", "--heads"],
        &["ruleset", "list", "--add-rulesets"],
        &["ruleset", "show"],
        &["key", "show"],
        &["seal", "--key", "signer", "--out", "sealed"],
        &["seal", "records.jsonl", "--key", "signer", "--out"],
        &["seal", "records.jsonl", "--out", "new", "--key"],
        &["import", "csv", "--map", "trust.yaml", "--out", "new"],
        &["import", "csv", "records.jsonl", "--out", "new", "--map"],
        &["report", "verify"],
        &["report", "verify", "report", "--signers"],
        &["explain"],
    ];
    for args in every {
        for name in [&there, &gone] {
            // The position: before the options of a command, behind an option that waits for it.
            let mut args = args.to_vec();
            let behind = args.last().unwrap().starts_with("--");
            let at = if behind {
                args.len()
            } else {
                args.iter().position(|arg| arg.starts_with('S') || arg.starts_with("--")).unwrap_or(args.len())
            };
            args.insert(at, name);
            let run = workdir.run(&args);
            harmless(&run, &format!("{args:?}"));
            let _ = std::fs::remove_dir_all(workdir.path().join("out"));
        }
    }
    for format in ["text", "json", "jsonl", "csv"] {
        harmless(&workdir.run(&["replay", &there, "--format", format]), format);
        // Two files of one log that differ name each other.
        workdir.write("other.jsonl", chained(&records().replace("\"S-0001\"", "\"S-0009\"")));
        let run = workdir.run(&["verify", &there, "other.jsonl", "--format", format]);
        assert!(run.out.contains("integrity/fork"), "{}", run.out);
        harmless(&run, format);
    }
    // A name that is no text at all.
    let raw = workdir.path().join(OsStr::from_bytes(b"a\x9b\xff\x1b[2J"));
    std::fs::write(&raw, chained(&records())).unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_resettle")).arg("verify").arg(&raw).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    harmless(&Run { status: 1, out: text(&output.stdout), err: text(&output.stderr) }, "a name of bytes");
}

#[test]
fn names_in_a_trust_store() {
    let workdir = Workdir::new();
    workdir.sealed_log();
    let public = workdir.text("sealer.pub");
    // A control character in a text of a configuration file is a fault; what only hides or turns text is not.
    let evil = hiding();
    let entry = |more: &str| {
        format!(
            "keys:\n  - {{name: \"{evil}\", public_key: \"{}\", venue: mbs, from: \"2018-01-01T00:00:00+08:00\"{more}}}\n",
            public.trim_end()
        )
    };
    for more in [
        "",
        ", tables: [\"T\"]",
        ", kinds: [shoe]",
        ", until: \"2018-01-02T00:00:00+08:00\"",
        ", revoked: \"2018-01-02T00:00:00+08:00\"",
        ", compromised: []",
    ] {
        workdir.write("trust.yaml", entry(&more.replace("\"T\"", &format!("\"{evil}\""))));
        for format in ["text", "json", "csv"] {
            let run = workdir.run(&["replay", "log.jsonl", "--trust", "trust.yaml", "--format", format]);
            assert_eq!(run.status, i32::from(!more.is_empty()), "{more}{}{}", run.out, run.err);
            harmless(&run, more);
        }
        let run = workdir.run(&["evidence", "log.jsonl", "S-0001", "1", "--out", "out", "--trust", "trust.yaml"]);
        harmless(&run, "evidence");
        assert!(!workdir.text("out/README.txt").chars().any(harmful), "{more}");
        std::fs::remove_dir_all(workdir.path().join("out")).unwrap();
    }
    // A bad seal, a refused signing key, and a rolled-back log name the entry too.
    workdir.write("trust.yaml", entry(""));
    harmless(
        &workdir.run(&["replay", "log.jsonl", "--trust", "trust.yaml", "--report", "report", "--key", "sealer"]),
        "one key, one use",
    );
    let heads = ["verify", "log.jsonl", "--trust", "trust.yaml", "--heads", "heads.jsonl"];
    harmless(&workdir.run(&heads), "heads");
    workdir.write("records.jsonl", RECORDS.replace("\"returned\":2000", "\"returned\":0"));
    std::fs::remove_file(workdir.path().join("log.jsonl")).unwrap();
    workdir.done(&["seal", "records.jsonl", "--key", "sealer", "--out", "log.jsonl"]);
    let run = workdir.run(&heads);
    assert!(run.out.contains("integrity/rolled-back"), "{}", run.out);
    harmless(&run, "rolled back");
    let text = workdir.text("log.jsonl").replace("\"returned\":0", "\"returned\":1");
    workdir.write("log.jsonl", text.replace("\"sig\":\"", "\"sig\":\"AAAA"));
    harmless(&workdir.run(&heads), "altered");
}

/// A fault is shown with an excerpt of the file: of whatever file, with whatever is in it.
#[test]
fn faults_of_configuration_files() {
    let workdir = Workdir::new();
    workdir.write("records.jsonl", RECORDS);
    workdir.write("small.csv", "a;b\n1;2\n");
    let evil = escaped();
    let raw = EVIL.replace(['\n', '\r'], "");
    let bidi = "\u{202e}\u{200b}\u{2066}\u{feff}\u{e0041}\u{ad}";
    for (option, good) in [("--trust", "keys"), ("--facts", "in_force"), ("--settings", "sources")] {
        for text in [
            format!("\"{evil}\": 1\n"),
            format!("{good}: \"{evil}\"\n"),
            format!("{good}: {bidi}\n"),
            format!("{good}:\n  - {{name: {bidi}, {bidi}: 1}}\n"),
            format!("{good}: {{\"{evil}\": {{from: \"{evil}\"}}}} # {bidi}\n"),
            format!("{good}: {raw}\n"),
            format!("# {raw}\n{good}: [\n"),
            format!("{good}: \"{raw}\"\nno: 1\n"),
            format!("{bidi}{good}: 1 # \u{85}\u{9b}31m\n"),
        ] {
            workdir.write("file.yaml", &text);
            let run = workdir.run(&["replay", "records.jsonl", option, "file.yaml"]);
            assert_eq!(run.status, 2, "{text:?}: {}", run.out);
            harmless(&run, &text);
            harmless(&workdir.run(&["import", "csv", "small.csv", "--map", "file.yaml", "--out", "new"]), &text);
        }
    }
    for text in [
        format!("{{\"type\":\"{evil}\",\"heads\":0}}\n"),
        format!("{{\"{evil}\":1}}\n"),
        raw.clone(),
        format!("{{\"type\":\"resettle-heads/1\",\"heads\":1}}\n{{\"{evil}\":\"{bidi}\"}}\n"),
    ] {
        workdir.write("heads.jsonl", &text);
        workdir.write("trust.yaml", "keys: []\n");
        let run = workdir.run(&["verify", "records.jsonl", "--trust", "trust.yaml", "--heads", "heads.jsonl"]);
        assert_eq!(run.status, 2, "{text:?}");
        harmless(&run, &text);
    }
    for text in [
        format!("{raw} ssh-ed25519 AAAA\n"),
        format!("a@b {raw}=\"1\" ssh-ed25519 AAAA\n"),
        format!("a@b ssh-ed25519 {raw}\n"),
    ] {
        workdir.write("signers", &text);
        std::fs::create_dir_all(workdir.path().join("report")).unwrap();
        harmless(&workdir.run(&["report", "verify", "report", "--signers", "signers"]), &text);
    }
}

#[test]
fn text_of_rulesets() {
    let workdir = Workdir::new();
    let id = "sg/mbs/baccarat/2017-02-17";
    let yaml = std::fs::read_to_string(root().join("rulesets").join(id).join("ruleset.yaml")).unwrap();
    let notes = std::fs::read_to_string(root().join("rulesets").join(id).join("notes.md")).unwrap();
    let mut shown = 0;
    let fields = |evil: &str| {
        [
            ("title: Baccarat (MBS) Game Rules", format!("title: \"{evil}\"")),
            ("version: \"7\"", format!("version: \"{evil}\"")),
            ("document: Baccarat (MBS) Game Rules, Version 7", format!("document: \"{evil}\"")),
            ("name: sg-mbs-baccarat-v7-2017.txt", format!("name: \"{evil}\"")),
            ("why: \"how the layout is marked stands in no log\"", format!("why: \"{evil}\"")),
            ("game: baccarat", format!("game: \"{evil}\"")),
            ("venue: mbs", format!("venue: \"{evil}\"")),
            ("kind: heading", format!("kind: \"{evil}\"")),
            ("\"2.2\":", format!("\"{evil}\":")),
            ("zone: Asia/Singapore", format!("zone: \"{evil}\"")),
        ]
    };
    for (from, to) in fields(&escaped()).into_iter().chain(fields(&hiding())) {
        assert!(yaml.contains(from), "{from}");
        let folder = workdir.path().join("rules").join(id);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("ruleset.yaml"), yaml.replacen(from, &to, 1)).unwrap();
        std::fs::write(folder.join("notes.md"), format!("{notes}\n{EVIL}\n")).unwrap();
        workdir.write("log.jsonl", chained(&records()));
        for args in [
            &["ruleset", "show", id, "--rulesets", "rules"][..],
            &["ruleset", "list", "--rulesets", "rules"],
            &["replay", "log.jsonl", "--rulesets", "rules"],
            &["replay", "log.jsonl", "--rulesets", "rules", "--format", "json"],
            &["explain-coup", "log.jsonl", "S-0001", "1", "--rulesets", "rules"],
        ] {
            let run = workdir.run(args);
            harmless(&run, &format!("{from} {args:?}"));
            shown += usize::from(args[1] == "show" && run.status == 0);
        }
    }
    assert!(shown >= 5, "only {shown} of the rulesets were sound enough to be shown");
    // Folders make the id.
    let folder =
        workdir.path().join("rules").join("sg").join(EVIL.replace('/', "|")).join("baccarat").join("2017-02-17");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("ruleset.yaml"), &yaml).unwrap();
    std::fs::write(folder.join("notes.md"), &notes).unwrap();
    for args in [
        &["ruleset", "list", "--rulesets", "rules"][..],
        &["ruleset", "show", EVIL],
        &["replay", "log.jsonl", "--ruleset", EVIL],
    ] {
        harmless(&workdir.run(args), &format!("{args:?}"));
    }
}

#[test]
fn what_an_import_says_of_rows() {
    let workdir = Workdir::new();
    let fixtures = root().join("fixtures/import");
    let csv = std::fs::read_to_string(fixtures.join("small.csv")).unwrap();
    let map = std::fs::read_to_string(fixtures.join("small.yaml")).unwrap();
    workdir.write("map.yaml", &map);
    let cells: Vec<&str> = csv.lines().nth(1).unwrap().split(';').filter(|cell| !cell.is_empty()).collect();
    let quoted = format!("\"{}\u{0}\"", EVIL.replace(['\n', '\r'], ""));
    let heads: Vec<&str> = csv.lines().next().unwrap().split(';').collect();
    for (n, part) in cells.iter().chain(&heads).enumerate() {
        workdir.write("evil.csv", csv.replacen(part, &quoted, 1));
        let out = format!("log-{n}.jsonl");
        harmless(&workdir.run(&["import", "csv", "evil.csv", "--map", "map.yaml", "--out", &out]), part);
        if workdir.path().join(&out).exists() {
            for format in ["text", "csv"] {
                harmless(&workdir.run(&["replay", &out, "--format", format]), part);
            }
        }
    }
}

#[test]
fn what_stands_in_a_report_and_its_signers() {
    let workdir = Workdir::new();
    workdir.sealed_log();
    let signer = workdir.key("signer");
    workdir.done(&["replay", "log.jsonl", "--trust", "trust.yaml", "--report", "report", "--key", "signer"]);
    let evil = EVIL.replace(['\n', '\r', ' '], "");
    workdir.write("signers", format!("\"{evil}\" {signer} {evil}\n"));
    harmless(&workdir.run(&["report", "verify", "report", "--signers", "signers"]), "a principal");
    harmless(&workdir.run(&["report", "verify", "report", "--signers", "signers", "--identity", EVIL]), "an identity");
    workdir.write(&format!("report/{}", EVIL.replace('/', "|")), "");
    harmless(&workdir.run(&["report", "verify", "report", "--signers", "signers"]), "a file more");
    workdir.write("report/MANIFEST.sha256", format!("{}  {}\n", "0".repeat(64), EVIL.replace('\n', "")));
    harmless(&workdir.run(&["report", "verify", "report", "--signers", "signers"]), "a manifest");
    workdir.write("report/MANIFEST.sha256.sig", EVIL);
    harmless(&workdir.run(&["report", "verify", "report", "--signers", "signers"]), "a signature");
}

/// Even where an accepted signer signed them: names that lead out of the folder are no names of a report.
#[test]
fn a_manifest_leads_nowhere() {
    let workdir = Workdir::new();
    workdir.sealed_log();
    let signer = workdir.key("signer");
    workdir.write("signers", format!("a@b {signer}\n"));
    workdir.write("secret.txt", "secret\n");
    let key = PrivateKey::from_openssh(&workdir.read("signer"), None).unwrap();
    let digest = sha256(b"secret\n");
    let full = workdir.path().join("secret.txt").display().to_string();
    for name in [
        "../secret.txt",
        full.as_str(),
        "a/../../secret.txt",
        "./../secret.txt",
        "..\\secret.txt",
        "\\\\host\\secret.txt",
        "C:secret.txt",
        "sub/secret.txt",
        "secret.txt\0",
        "a\nb",
        "a\rb",
        " ",
        "..",
        ".",
        "-rf",
        "~root",
        "a b",
        "\u{ff0e}\u{ff0e}/x",
        "\u{202e}txt",
    ] {
        let _ = std::fs::remove_dir_all(workdir.path().join("report"));
        workdir.done(&["replay", "log.jsonl", "--trust", "trust.yaml", "--report", "report", "--key", "signer"]);
        let manifest = format!("{}{digest}  {name}\n", workdir.text("report/MANIFEST.sha256"));
        assert!(Manifest::parse(manifest.as_bytes()).is_err(), "{name:?}");
        workdir.write("report/MANIFEST.sha256.sig", sshsig::sign(&key, REPORT_NAMESPACE, manifest.as_bytes()).unwrap());
        workdir.write("report/MANIFEST.sha256", manifest);
        let run = workdir.run(&["report", "verify", "report", "--signers", "signers"]);
        harmless(&run, name);
        assert_eq!(run.status, 1, "{name:?}: {}", run.out);
        assert!(
            run.out.contains("MANIFEST.sha256 cannot be read") && run.out.ends_with("cannot be verified\n"),
            "{name:?}: {}",
            run.out
        );
    }
}

/// Looks at the cells that a spreadsheet sees which splits at another separator than ours: a quote opens a cell only at
/// its beginning, and one that does not close there is a letter. Gives how many cells there are.
fn split_at(separator: char, text: &str) -> usize {
    let mut cells = 0;
    for cell in text.lines().flat_map(|line| line.split(separator)) {
        cells += 1;
        let first = cell.trim_start_matches([' ', '\u{a0}', '"']).chars().next();
        let formula = first.is_some_and(|c| "=+-@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}".contains(c));
        assert!(!formula, "split at {separator:?}: {cell:?}");
    }
    cells
}

#[test]
fn formulas_in_csv() {
    let workdir = Workdir::new();
    let fields = [
        "\"t-1\"",
        "\"S-0001\"",
        "\"w1\"",
        "\"void_it\"",
        "\"unheard_of\"",
        "\"ACCOUNT\"",
        "\"mbs\"",
        "\"baccarat\"",
        "\"TEXT\"",
        "\"BAC-07\"",
        "\"SGD\"",
    ];
    let formulas = [
        "=HYPERLINK(\\\"http://e.example\\\")",
        "+1+1",
        "-1+1",
        "@SUM(A1)",
        "\\t=1+1",
        "\\r=1+1",
        "\\n=1+1",
        "\u{ff1d}1+1",
        "\u{ff0b}1",
        "\u{ff0d}1+1",
        "\u{ff20}A",
        "--1",
        "-",
        "=",
        "\\u0000=1",
        " =1",
        "a;=1+1",
        "a; @SUM(A1)",
        "a;\\\"=1+1",
        "a;\\\"\\\"=1+1",
        "a|+1+1",
        "a\\t-1+1",
        "a;\u{ff1d}1",
        "a,\\\";=1+1",
    ];
    let mut cells = 0;
    for field in fields {
        for formula in formulas {
            workdir.write("log.jsonl", chained(&records().replace(field, &format!("\"{formula}\""))));
            let run = workdir.run(&["replay", "log.jsonl", "--format", "csv"]);
            assert_eq!(run.status, 1, "{field} {formula}: {}", run.err);
            let _ = std::fs::remove_dir_all(workdir.path().join("made"));
            workdir.write("report.json", workdir.run(&["replay", "log.jsonl", "--format", "json"]).out);
            workdir.done(&["report", "render", "report.json", "--csv", "--out", "made"]);
            for csv in [run.out, workdir.text("made/register.csv")] {
                let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
                for row in reader.records() {
                    for cell in &row.unwrap() {
                        cells += 1;
                        let first = cell.trim_start_matches([' ', '\u{a0}']).chars().next();
                        let formula = first.is_some_and(|c| "=+-@\t\r\n\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}".contains(c));
                        let number = cell.parse::<i128>().is_ok();
                        assert!(!formula || number, "{field}: {cell:?}");
                    }
                }
                for separator in [';', '|', '\t'] {
                    cells += split_at(separator, &csv);
                }
            }
        }
    }
    assert!(cells > 5_000, "{cells}");
    // A file name is a cell too.
    workdir.write("=1+1.jsonl", chained(&records()));
    let run = workdir.run(&["replay", "=1+1.jsonl", "--format", "csv"]);
    assert!(run.out.contains(",'=1+1.jsonl,"), "{}", run.out);
}
