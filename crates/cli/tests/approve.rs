//! `resettle ruleset approve`, and what a replay says of approvals

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common;

use std::path::PathBuf;
use std::process::Command;

use crate::common::{has_tool, resettle_in, root, scratch, simulate_in};

const ID: &str = "sg/mbs/electronic-7-up-baccarat/2023-05-08";
const LOG: &str = "audit-logs/electronic-7-up-2023/log.jsonl";
const AT: &str = "2026-11-20T09:00:00Z";
const NOW: &str = "2026-11-21T09:00:00Z";

/// A folder with a copy of the rulesets, the key of an approver and an approvers file.
struct Approvals {
    folder: tempfile::TempDir,
}

impl Approvals {
    fn new() -> Self {
        let approvals = Self { folder: scratch() };
        let to = approvals.path(&format!("rulesets/{ID}"));
        std::fs::create_dir_all(&to).unwrap();
        for file in ["ruleset.yaml", "notes.md"] {
            std::fs::copy(root().join("rulesets").join(ID).join(file), to.join(file)).unwrap();
        }
        approvals.key("alice");
        approvals.approvers(&[("alice@regulator namespaces=\"resettle-ruleset\"", "alice")]);
        approvals
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn key(&self, name: &str) {
        assert_eq!(self.run(&["key", "new", name]).status, 0);
    }

    fn approvers(&self, lines: &[(&str, &str)]) {
        let lines: Vec<String> = lines
            .iter()
            .map(|(start, key)| {
                format!("{start} {}", std::fs::read_to_string(self.path(&format!("{key}.pub"))).unwrap())
            })
            .collect();
        std::fs::write(self.path("approvers"), lines.concat()).unwrap();
    }

    fn run(&self, args: &[&str]) -> common::Run {
        resettle_in(self.folder.path(), args)
    }

    fn approve(&self, key: &str, more: &[&str]) -> common::Run {
        let args = ["ruleset", "approve", ID, "--rulesets", "rulesets", "--key", key, "--at", AT];
        self.run(&[&args, more].concat())
    }

    /// Puts a shipped ruleset there as `id`, in force from that date, with other words in place of some.
    fn put_as(&self, id: &str, shipped: &str, changes: &[(&str, &str)]) {
        let to = self.path(&format!("rulesets/{id}"));
        std::fs::create_dir_all(&to).unwrap();
        let from = root().join("rulesets").join(shipped);
        std::fs::copy(from.join("notes.md"), to.join("notes.md")).unwrap();
        let date = |id: &str| id.rsplit('/').next().unwrap().to_owned();
        let mut yaml = std::fs::read_to_string(from.join("ruleset.yaml")).unwrap();
        yaml = yaml.replace(&format!("from: {}T", date(shipped)), &format!("from: {}T", date(id)));
        for (before, after) in changes {
            assert_eq!(yaml.matches(before).count(), 1, "{before}");
            yaml = yaml.replace(before, after);
        }
        std::fs::write(to.join("ruleset.yaml"), yaml).unwrap();
    }

    /// The one approval that lies there.
    fn approval(&self) -> PathBuf {
        let folder = self.path(&format!("rulesets/approvals/{ID}"));
        let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
            .collect();
        assert_eq!(found.len(), 1);
        found.remove(0)
    }

    /// What a replay says: the codes about rulesets, and the ruleset's line in the report.
    fn replay(&self, more: &[&str]) -> (Vec<String>, serde_json::Value) {
        let log = root().join(LOG);
        let args = ["replay", log.to_str().unwrap(), "--rulesets", "rulesets", "--format", "json", "--at", NOW];
        let run = self.run(&[&args, more].concat());
        assert!(run.status < 2, "{}", run.err);
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let findings = report["findings"].as_array().unwrap().iter();
        let codes = findings
            .filter(|finding| finding["code"].as_str().unwrap().starts_with("ruleset/"))
            .map(|finding| {
                assert!(finding["coup"].is_u64() && finding["clause"].is_null());
                format!(
                    "{} {}: {}",
                    finding["severity"].as_str().unwrap(),
                    finding["code"].as_str().unwrap(),
                    finding["message"].as_str().unwrap()
                )
            })
            .collect();
        assert_eq!(report["rulesets"].as_array().unwrap().len(), 1);
        (codes, report["rulesets"][0]["approval"].clone())
    }
}

const ASKED: [&str; 3] = ["--approvers", "approvers", "--require-approved"];

#[test]
fn an_approved_ruleset_is_reported_as_approved_and_by_whom() {
    let approvals = Approvals::new();
    assert_eq!(approvals.replay(&[]).1, serde_json::json!({"state": "unverified"}));
    let (codes, standing) = approvals.replay(&ASKED);
    assert_eq!(
        codes,
        [format!("major ruleset/unapproved: judged by {ID}, which no entitled person approved: there is no approval")]
    );
    assert_eq!(standing["state"], "unapproved");
    // Unapproved is reported where approval is asked for, and nowhere else.
    assert!(approvals.replay(&ASKED[..2]).0.is_empty());
    // Asked for of nobody, there is none.
    let (codes, standing) = approvals.replay(&ASKED[2..]);
    let why = "which no entitled person approved: no approvers were named";
    assert_eq!(codes, [format!("major ruleset/unapproved: judged by {ID}, {why}")]);
    assert_eq!(standing["state"], "unverified");
    let folder = root().join(LOG).parent().unwrap().to_owned();
    let batch = ["batch", folder.to_str().unwrap(), "--rulesets", "rulesets", "--require-approved", "--at", NOW];
    let batch = [&batch[..], &["--format", "json"]].concat();
    let run = approvals.run(&batch);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("ruleset/unapproved") && run.out.contains("no approvers were named"), "{}", run.out);

    let run = approvals.approve("alice", &[]);
    assert_eq!(run.status, 0, "{}", run.err);
    insta::assert_snapshot!("approval", run.out);
    let (codes, standing) = approvals.replay(&ASKED);
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(standing["state"], "approved");
    assert_eq!(standing["by"][0]["name"], "alice@regulator");
    assert_eq!(standing["by"][0]["at"], AT);
    let list = approvals.run(&["ruleset", "list", "--rulesets", "rulesets", "--approvers", "approvers", "--at", NOW]);
    assert!(list.out.contains("approved by alice@regulator (SHA256:"), "{}", list.out);
    let check = approvals.run(&["ruleset", "check", "rulesets", "--approvers", "approvers", "--at", NOW]);
    assert_eq!(check.status, 0, "{}", check.out);
    assert!(check.out.contains("approval  approved by alice@regulator"), "{}", check.out);
}

#[test]
fn an_approved_ruleset_that_changed_is_reported_with_its_file() {
    for (file, find, replace) in [("ruleset.yaml", "pays: 9 to 5", "pays: 9 to 4"), ("notes.md", "\n", "\n\n")] {
        let approvals = Approvals::new();
        assert_eq!(approvals.approve("alice", &[]).status, 0);
        let path = approvals.path(&format!("rulesets/{ID}/{file}"));
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen(find, replace, 1)).unwrap();
        // Reported whether or not approval is asked for.
        let (codes, standing) = approvals.replay(&ASKED[..2]);
        let reported = format!(
            "critical ruleset/altered: judged by {ID}, whose {file} changed since it was approved by alice@regulator"
        );
        assert!(codes.len() == 1 && codes[0].starts_with(&reported), "{codes:?}");
        assert_eq!(standing["files"], serde_json::json!([file]));
        let check = approvals.run(&["ruleset", "check", "rulesets", "--approvers", "approvers", "--at", NOW]);
        assert_eq!(check.status, 1, "{}", check.out);
        assert!(check.out.contains(&format!("altered: {file} changed since it was approved by")), "{}", check.out);
    }
}

/// Whoever takes the version in force away has the one before it judge, whose approval counts.
#[test]
fn an_approved_version_that_was_taken_away_is_reported_where_it_would_have_judged() {
    let (old, new) = ("sg/mbs/7-up-baccarat/2011-08-26", "sg/mbs/7-up-baccarat/2017-02-17");
    let approvals = Approvals::new();
    let approve = |id: &str, more: &[&str]| {
        let args = ["ruleset", "approve", id, "--rulesets", "rulesets", "--key", "alice", "--at", AT];
        let run = approvals.run(&[&args[..], more].concat());
        assert_eq!(run.status, 0, "{}", run.err);
    };
    [old, new].iter().for_each(|id| approvals.put_as(id, new, &[]));
    approve(old, &[]);
    approve(new, &["--against", old]);
    approve(ID, &[]);
    let logs = approvals.path("logs");
    let made = ["log", new, "--coups", "40", "--out", "logs"];
    assert_eq!(simulate_in(approvals.folder.path(), &made).status, 0);
    let altered = |args: &[&str]| {
        let args = [args, &["--rulesets", "rulesets", "--format", "json", "--at", NOW], &ASKED].concat();
        let run = approvals.run(&args);
        assert!(run.status < 2, "{}", run.err);
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let findings = report["findings"].as_array().unwrap().iter();
        findings.filter(|one| one["code"] == "ruleset/altered").cloned().collect::<Vec<_>>()
    };
    let log = logs.join("log.jsonl");
    let replay = ["replay", log.to_str().unwrap()];
    assert!(altered(&replay).is_empty(), "{:#?}", altered(&replay));
    std::fs::remove_dir_all(approvals.path(&format!("rulesets/{new}"))).unwrap();
    for args in [&replay[..], &["batch", "logs"]] {
        let reported = altered(args);
        assert_eq!(reported.len(), 1, "{reported:#?}");
        let (message, severity) = (reported[0]["message"].as_str().unwrap(), reported[0]["severity"].as_str().unwrap());
        assert!(message.starts_with(&format!("{new} was approved by alice@regulator (SHA256:")), "{message}");
        assert_eq!((severity, &reported[0]["coup"]), ("critical", &1.into()));
        assert_eq!(reported[0]["logged"], format!("no ruleset {new}"));
    }
    // No coup would have been judged by it: the run says it, beside the approval.
    let other = root().join(LOG);
    let reported = altered(&["replay", other.to_str().unwrap()]);
    assert_eq!(reported.len(), 1, "{reported:#?}");
    assert_eq!((&reported[0]["log"], &reported[0]["coup"]), (&"".into(), &serde_json::Value::Null));
    assert!(reported[0]["file"].as_str().unwrap().starts_with(&format!("rulesets/approvals/{new}/")), "{reported:#?}");
    // An approval that does not count says nothing of what there has to be.
    let check = ["ruleset", "check", "rulesets", "--approvers", "approvers", "--at", NOW];
    let run = approvals.run(&check);
    assert_eq!(run.status, 1, "{}", run.out);
    assert!(run.out.contains("and is not among the rulesets"), "{}", run.out);
    let list = approvals.run(&["ruleset", "list", "--rulesets", "rulesets", "--approvers", "approvers", "--at", NOW]);
    assert!(list.out.contains(&format!("  {new}\n    {new} was approved by")), "{}", list.out);
    approvals.key("bob");
    approvals.approvers(&[("bob", "bob")]);
    assert!(altered(&replay).is_empty());
    // Withdrawn with its approvals, it is one that never was.
    approvals.approvers(&[("alice", "alice")]);
    std::fs::remove_dir_all(approvals.path(&format!("rulesets/approvals/{new}"))).unwrap();
    assert!(altered(&replay).is_empty());
}

/// A month's run asks like a replay, and a checkpoint knows what was approved when it was kept.
#[test]
fn a_batch_says_what_was_approved_too() {
    let approvals = Approvals::new();
    let logs = approvals.path("logs");
    std::fs::create_dir(&logs).unwrap();
    std::fs::copy(root().join(LOG), logs.join("log.jsonl")).unwrap();
    // What cannot be read keeps the checkpoint, with what was found until then.
    std::fs::write(logs.join("cut.jsonl.gz"), [0x1f, 0x8b, 8, 0]).unwrap();
    let batch = || {
        let args = ["batch", "logs", "--rulesets", "rulesets", "--format", "json", "--at", NOW, "--checkpoint", "kept"];
        let run = approvals.run(&[&args[..], &ASKED].concat());
        assert_eq!(run.status, 2, "{}", run.err);
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let findings = report["findings"].as_array().unwrap().iter();
        let unapproved = findings.filter(|finding| finding["code"] == "ruleset/unapproved").count();
        assert!(report["approvers"]["sha256"].is_string());
        (unapproved, report["rulesets"][0]["approval"]["state"].as_str().unwrap().to_owned())
    };
    assert_eq!(batch(), (1, "unapproved".to_owned()));
    assert_eq!(approvals.approve("alice", &[]).status, 0);
    let run = approvals.run(&["batch", "logs", "--rulesets", "rulesets", "--checkpoint", "kept", "--at", NOW]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("kept"), "{}", run.err);
    std::fs::remove_file(approvals.path("kept")).unwrap();
    std::fs::remove_dir_all(approvals.path("kept.results")).unwrap();
    assert_eq!(batch(), (0, "approved".to_owned()));
}

#[test]
fn an_approver_who_is_struck_off_or_whose_time_is_over_vouches_for_nothing() {
    let approvals = Approvals::new();
    assert_eq!(approvals.approve("alice", &[]).status, 0);
    approvals.key("bob");
    for (line, key, why) in [
        ("bob", "bob", "is no accepted key"),
        ("alice valid-before=\"20261121Z\"", "alice", "accepts it only until 20261121Z"),
        ("alice namespaces=\"resettle-report\"", "alice", "allows it only for"),
    ] {
        approvals.approvers(&[(line, key)]);
        let (codes, _) = approvals.replay(&ASKED);
        assert!(codes.len() == 1 && codes[0].contains(why), "{codes:?}");
    }
    // Any part of approval or signature that changes makes it count no more.
    approvals.approvers(&[("alice", "alice")]);
    let path = approvals.approval();
    let good = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, good.replace(AT, "2026-11-19T09:00:00Z")).unwrap();
    assert!(approvals.replay(&ASKED).0[0].contains("does not fit the signed bytes"));
    std::fs::remove_file(format!("{}.sig", path.display())).unwrap();
    assert!(approvals.replay(&ASKED).0[0].contains("there is no signature beside it"));
}

#[test]
fn openssh_and_coreutils_check_an_approval_without_us() {
    if !has_tool("ssh-keygen") || !has_tool("sha256sum") {
        return;
    }
    let approvals = Approvals::new();
    assert_eq!(approvals.approve("alice", &[]).status, 0);
    let approval = approvals.approval();
    let script = format!(
        "ssh-keygen -Y verify -f approvers -I alice@regulator -n resettle-ruleset -s {0}.sig < {0} && cd rulesets/{ID} && sha256sum -c {0} && \
         [ \"$(sha256sum notes.md ruleset.yaml | sort | sha256sum | cut -c1-64)\" = \"$(sed -n 's/^digest: //p' {0} | tr -d '\"')\" ]",
        approval.display()
    );
    let sh = |script: &str| {
        let output = Command::new("sh").args(["-c", script]).current_dir(approvals.folder.path()).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (good, out) = sh(&script);
    assert!(good, "{out}");
    assert!(out.contains("Good \"resettle-ruleset\" signature for alice@regulator"), "{out}");
    assert!(out.contains("ruleset.yaml: OK") && out.contains("notes.md: OK"), "{out}");
    // What ssh-keygen signs counts with us as well.
    let signature = format!("{}.sig", approval.display());
    let ours = std::fs::read(&signature).unwrap();
    std::fs::remove_file(&signature).unwrap();
    let (signed, out) =
        sh(&format!("chmod 600 alice && ssh-keygen -Y sign -f alice -n resettle-ruleset {}", approval.display()));
    assert!(signed, "{out}");
    assert_eq!(std::fs::read(&signature).unwrap(), ours);
    assert_eq!(approvals.replay(&ASKED).1["state"], "approved");
}

#[test]
fn what_a_new_version_changes_is_signed_with_it() {
    let approvals = Approvals::new();
    let (old, new) = ("sg/mbs/7-up-baccarat/2011-08-26", "sg/mbs/7-up-baccarat/2017-02-17");
    let approve = |more: &[&str]| {
        let args = ["ruleset", "approve", new, "--key", "alice", "--at", AT, "--out", "v6.yaml"];
        approvals.run(&[&args[..], more].concat())
    };
    // Nobody approves a version without having looked at what it changes.
    let run = approve(&[]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains(&format!("pass --against {old}")), "{}", run.err);
    assert!(approve(&["--against", new]).err.contains(&format!("the version before it is {old}")));
    // Words that changed while nothing that they enforce did are read by a person; without the documents nothing shows them.
    for blank in [&["--against", old][..], &["--against", old, "--accept-words", "00000000"]] {
        let asked = approve(blank);
        assert_eq!(asked.status, 2);
        assert!(
            asked.err.contains("the words of clauses have to be read, and they cannot be shown")
                && asked.err.contains("pass --old-document and --document"),
            "{}",
            asked.err
        );
    }
    std::fs::remove_dir_all(approvals.path("rulesets")).unwrap();
    approvals.put_as(new, new, &[]);
    std::fs::copy(
        root().join("rulesets").join(new).join("cases.yaml"),
        approvals.path(&format!("rulesets/{new}/cases.yaml")),
    )
    .unwrap();
    let other = [
        ("pays: 9 to 5", "pays: 8 to 5"),
        ("pays: 1 to 2", "pays: 1 to 3"),
        ("pays: 9 to 1", "pays: 8 to 1"),
        ("pays: 5 to 1", "pays: 4 to 1"),
        ("pays: 700 to 1", "pays: 600 to 1"),
    ];
    approvals.put_as(old, new, &other);
    let run = approve(&["--rulesets", "rulesets", "--against", old]);
    assert_eq!(run.status, 0, "{}", run.err);
    let diff = approvals.run(&["diff", old, new, "--rulesets", "rulesets", "--format", "json"]);
    let diff: serde_json::Value = serde_json::from_str(&diff.out).unwrap();
    let mut shown: Vec<&str> =
        diff["changes"].as_array().unwrap().iter().map(|change| change["fingerprint"].as_str().unwrap()).collect();
    shown.sort_unstable();
    let signed: Vec<&str> = run
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("    - \"")?.strip_suffix('"'))
        .filter(|one| one.len() == 64)
        .collect();
    assert!(signed.len() > 5, "{}", run.out);
    assert_eq!(signed, shown);
    assert!(run.out.contains(&format!("against:\n  ruleset: \"{old}\"")), "{}", run.out);
    // What is proven of the two is signed as well, and the page that shows all of it.
    assert!(run.out.contains("\n  proof:\n    verdict: equivalent_except\n    differences:\n"), "{}", run.out);
    assert!(run.out.contains("\n  cases: {added: "), "{}", run.out);
    let page = std::fs::read(approvals.path("v6.yaml.html")).unwrap();
    assert!(run.out.contains(&format!("\npage: \"{}\"\n", resettle_testkit::sha256(&page))), "{}", run.out);
    let page = String::from_utf8(page).unwrap();
    for shown in
        ["<h2>What changed</h2>", "<h2>What is proven</h2>", "<h2>Cases that changed</h2>", "<h2>Odds</h2>", old]
    {
        assert!(page.contains(shown), "{shown}");
    }
    assert!(run.err.contains("Equivalent except for"), "{}", run.err);
    // The first version of a game has nothing to be compared with.
    let first = ["ruleset", "approve", old, "--rulesets", "rulesets", "--key", "alice", "--out", "first.yaml"];
    assert!(approvals.run(&[&first[..], &["--against", new]].concat()).err.contains("leave --against out"));
    assert_eq!(approvals.run(&first).status, 0);
}

#[test]
fn what_must_not_be_signed_is_not() {
    let approvals = Approvals::new();
    let folder = approvals.folder.path();
    let mut out = String::new();
    let mut reported = |name: &str, run: common::Run| {
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{name}");
        out.push_str(&format!("== {name}\n{}\n", run.err.replace(folder.to_str().unwrap(), "DIR")));
    };
    reported("no_such_ruleset", approvals.run(&["ruleset", "approve", "nowhere", "--key", "alice"]));
    reported("nowhere_to_go", approvals.run(&["ruleset", "approve", ID, "--key", "alice"]));
    // A key that seals logs.
    let line = std::fs::read_to_string(approvals.path("alice.pub")).unwrap();
    let trust = format!(
        "keys:\n  - name: terminal\n    public_key: {}\n    venue: mbs\n    kinds: [table]\n    from: 2023-06-01T09:00:00.000+08:00\n",
        line.trim()
    );
    std::fs::write(approvals.path("trust.yaml"), trust).unwrap();
    reported("key_that_seals_logs", approvals.approve("alice", &["--trust", "trust.yaml"]));
    // A ruleset with an error that only the lint sees.
    let path = approvals.path(&format!("rulesets/{ID}/notes.md"));
    let notes = std::fs::read(&path).unwrap();
    std::fs::write(&path, "").unwrap();
    reported("ruleset_with_an_error", approvals.approve("alice", &[]));
    std::fs::write(&path, notes).unwrap();
    let log = root().join(LOG);
    let replay = ["replay", log.to_str().unwrap(), "--approvers", "approvers", "--trust", "trust.yaml"];
    reported("approver_whose_key_seals_logs", approvals.run(&replay));
    assert_eq!(approvals.approve("alice", &[]).status, 0);
    reported("approved_already", approvals.approve("alice", &[]));
    insta::assert_snapshot!("refused", hide_key(&out));
}

/// Keys are drawn anew in each run: their names in files are hidden.
fn hide_key(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        match line.find(&format!("approvals/{ID}/")) {
            Some(at) => {
                let name = at + format!("approvals/{ID}/").len();
                let rest = line.get(name + 16..).unwrap_or("");
                out.push_str(&format!("{}KEY{rest}", line.get(..name).unwrap()));
            }
            None => out.push_str(line),
        }
    }
    out
}

/// What was approved under an id is replaced by other bytes only by whoever compared the two.
#[test]
fn one_id_approved_again_in_place_is_compared_with_what_was_approved() {
    let approvals = Approvals::new();
    assert_eq!(approvals.approve("alice", &[]).status, 0);
    let (folder, kept) = (approvals.path(&format!("rulesets/{ID}")), approvals.path("kept"));
    std::fs::create_dir(&kept).unwrap();
    for file in ["ruleset.yaml", "notes.md"] {
        std::fs::copy(folder.join(file), kept.join(file)).unwrap();
    }
    let yaml = std::fs::read_to_string(folder.join("ruleset.yaml")).unwrap();
    std::fs::write(folder.join("ruleset.yaml"), yaml.replacen("title: ", "title: Corrected ", 1)).unwrap();
    approvals.key("bob");
    let again = |more: &[&str]| approvals.approve("bob", more);
    let run = again(&[]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("was approved before, with other bytes"), "{}", run.err);
    assert!(run.err.contains("pass --against FOLDER"), "{}", run.err);
    let run = again(&["--against", ID]);
    assert!(run.err.contains("is not what was approved under"), "{}", run.err);
    let run = again(&["--against", "kept"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains(&format!("against:\n  ruleset: \"{ID}\"")), "{}", run.out);
    assert!(run.out.contains("    verdict: equivalent\n"), "{}", run.out);
    // An approval that lies where this one is to go counts, where approvals are kept apart.
    approvals.key("dave");
    let apart = approvals.path("apart");
    std::fs::rename(approvals.path(&format!("rulesets/approvals/{ID}")), &apart).unwrap();
    let yaml = std::fs::read_to_string(folder.join("ruleset.yaml")).unwrap();
    std::fs::write(folder.join("ruleset.yaml"), yaml.replacen("title: ", "title: Again ", 1)).unwrap();
    let run = approvals.approve("dave", &["--out", "apart/new.yaml"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("was approved before, with other bytes"), "{}", run.err);
    std::fs::write(folder.join("ruleset.yaml"), yaml).unwrap();
    std::fs::rename(&apart, approvals.path(&format!("rulesets/approvals/{ID}"))).unwrap();
    // By the approvers it counts for the one whose approval of these bytes it is.
    approvals.key("carol");
    let asked = |more: &[&str]| approvals.approve("carol", &[&["--approvers", "approvers"], more].concat());
    assert!(asked(&[]).err.contains("was approved before, with other bytes"));
    assert_eq!(asked(&["--against", "kept"]).status, 0);
}

/// Whoever puts a version in front of an approved one changes what is judged by.
#[test]
fn an_unapproved_version_in_front_of_an_approved_one_is_reported_wherever_approvals_are_given() {
    let (old, new) = ("sg/mbs/7-up-baccarat/2011-08-26", "sg/mbs/7-up-baccarat/2017-02-17");
    let approvals = Approvals::new();
    std::fs::remove_dir_all(approvals.path("rulesets")).unwrap();
    [old, new].iter().for_each(|id| approvals.put_as(id, new, &[]));
    assert_eq!(simulate_in(approvals.folder.path(), &["log", new, "--coups", "20", "--out", "logs"]).status, 0);
    let unapproved = |more: &[&str]| {
        let args = ["replay", "logs/log.jsonl", "--rulesets", "rulesets", "--format", "json", "--at", NOW];
        let run = approvals.run(&[&args, more].concat());
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let findings = report["findings"].as_array().unwrap().iter().filter(|one| one["code"] == "ruleset/unapproved");
        findings.map(|one| one["message"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let given = &ASKED[..2];
    assert!(unapproved(given).is_empty(), "neither is approved, and no approval is required");
    let args = ["ruleset", "approve", old, "--rulesets", "rulesets", "--key", "alice", "--at", AT];
    assert_eq!(approvals.run(&args).status, 0);
    assert!(unapproved(&[]).is_empty(), "nobody asks");
    let reported = unapproved(given);
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(reported[0].ends_with(&format!("without it the approved {old} would judge")), "{reported:?}");
    let args = ["ruleset", "approve", new, "--rulesets", "rulesets", "--key", "alice", "--at", AT, "--against", old];
    assert_eq!(approvals.run(&args).status, 0);
    assert!(unapproved(given).is_empty());
    // With the approvers at hand, only what they approved is compared with.
    approvals.key("bob");
    let yaml = approvals.path(&format!("rulesets/{old}/notes.md"));
    std::fs::write(&yaml, [std::fs::read(&yaml).unwrap(), b"\nmore\n".to_vec()].concat()).unwrap();
    let args = [
        "ruleset",
        "approve",
        new,
        "--rulesets",
        "rulesets",
        "--key",
        "bob",
        "--against",
        old,
        "--approvers",
        "approvers",
    ];
    let run = approvals.run(&[&args[..], &["--at", NOW]].concat());
    assert_eq!(run.status, 2);
    assert!(run.err.contains("is not approved as it is here"), "{}", run.err);
    // Without them, the approval that lies beside it shows that it is not what was approved.
    let run = approvals.run(&[&args[..9], &["--at", NOW]].concat());
    assert_eq!(run.status, 2);
    assert!(run.err.contains("was approved with other bytes"), "{}", run.err);
}
