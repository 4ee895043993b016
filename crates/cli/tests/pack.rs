//! `resettle ruleset pack`, and what reads a pack
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;

use crate::common::{has_tool, root};
use crate::signed::Workdir;

const ID: &str = "zz/pearl-quay/matching-cards-baccarat/2025-06-01";

/// A folder with a ruleset that is in no binary, its approval by alice, the key of the rules desk, and whose word counts.
fn rules() -> Workdir {
    let workdir = Workdir::new();
    let to = workdir.path().join("rules").join(ID);
    fs::create_dir_all(&to).unwrap();
    for file in ["ruleset.yaml", "notes.md", "cases.yaml"] {
        fs::copy(root().join("fixtures/games/rulesets").join(ID).join(file), to.join(file)).unwrap();
    }
    let [desk, alice] = ["desk", "alice"].map(|name| workdir.key(name));
    let approvers = format!(
        "desk@regulator namespaces=\"resettle-pack\" {desk}\nalice@regulator namespaces=\"resettle-ruleset\" {alice}\n"
    );
    workdir.write("approvers", approvers);
    workdir
}

fn approve(workdir: &Workdir) {
    workdir.done(&["ruleset", "approve", ID, "--rulesets", "rules", "--key", "alice", "--at", "2026-11-20T09:00:00Z"]);
}

#[test]
fn a_pack_brings_a_ruleset_with_its_approval() {
    let workdir = rules();
    let pack = ["ruleset", "pack", "rules", "--key", "desk", "--approvers", "approvers", "--out"];
    let said = workdir.refused(&[&pack[..], &["new.pack"]].concat());
    assert!(said.contains("not everything is approved") && said.contains(ID), "{said}");
    approve(&workdir);
    let made = workdir.done(&[&pack[..], &["new.pack"]].concat());
    assert!(made.out.contains("1 ruleset") && made.out.contains("approved by alice@regulator"), "{}", made.out);
    workdir.done(&[&pack[..], &["again.pack"]].concat());
    assert_eq!(workdir.read("new.pack"), workdir.read("again.pack"));

    let list = workdir.done(&["ruleset", "list", "--add-rulesets", "new.pack", "--approvers", "approvers"]).out;
    assert!(list.contains("new.pack, a pack signed by SHA256:") && list.contains("(desk@regulator)"), "{list}");
    assert!(list.contains(&format!("{ID}\n    approved by alice@regulator")), "{list}");
    for command in [
        &["ruleset", "show", ID, "--add-rulesets", "new.pack"][..],
        &["ruleset", "test", ID, "--rulesets", "new.pack"],
        &["ruleset", "check", "new.pack", "--approvers", "approvers"],
        &["odds", ID, "--add-rulesets", "new.pack", "--decks", "8"],
        &["diff", ID, ID, "--add-rulesets", "new.pack"],
    ] {
        let packed = workdir.done(command);
        let folder: Vec<&str> = command.iter().map(|arg| if *arg == "new.pack" { "rules" } else { arg }).collect();
        let unpacked = workdir.done(&folder);
        assert_eq!(packed.out, unpacked.out.replace("rules/zz", "new.pack/zz"), "{command:?}");
    }
    if has_tool("unzip") && has_tool("sha256sum") {
        assert!(workdir.tool("unzip", &["-q", "new.pack", "-d", "unpacked"]).0);
        let sums = std::process::Command::new("sha256sum")
            .args(["-c", "--quiet", "MANIFEST.sha256"])
            .current_dir(workdir.path().join("unpacked"))
            .status();
        assert!(sums.unwrap().success());
    }
}

#[test]
fn a_pack_that_is_not_what_was_signed_is_not_used() {
    let workdir = rules();
    workdir.done(&["ruleset", "pack", "rules", "--key", "desk", "--out", "new.pack"]);
    let good = workdir.read("new.pack");
    let mut bad = good.clone();
    let middle = bad.len() / 2;
    bad[middle] ^= 1;
    workdir.write("bad.pack", &bad);
    let said = workdir.refused(&["ruleset", "list", "--add-rulesets", "bad.pack"]);
    assert!(said.contains("bad.pack") && said.contains("nothing of it is used"), "{said}");
    workdir.write("cut.pack", &good[..middle]);
    let said = workdir.refused(&["replay", "log.jsonl", "--rulesets", "cut.pack"]);
    assert!(said.contains("cut.pack"), "{said}");
    workdir.write("text.pack", "no pack\n");
    let said = workdir.refused(&["ruleset", "list", "--rulesets", "text.pack"]);
    assert!(said.contains("neither a folder of rulesets nor a pack"), "{said}");
}

#[test]
fn what_is_not_packed() {
    let workdir = rules();
    let args = ["ruleset", "pack", "rules", "--key", "desk", "--out", "new.pack"];
    let said = workdir.refused(&[&args[..], &["--only", "zz/pearl-quay/matching-cards-baccarat/2025-06-02"]].concat());
    assert!(said.contains("there is no ruleset") && said.contains("did you mean"), "{said}");
    // A ruleset whose cases do not hold.
    let cases = format!("rules/{ID}/cases.yaml");
    let text = workdir.text(&cases);
    workdir.write(&cases, text.replacen("due: {player: 2000", "due: {player: 2001", 1));
    assert_ne!(workdir.text(&cases), text);
    let said = workdir.refused(&args);
    assert!(said.contains(ID), "{said}");
    workdir.write(&cases, &text);
    // One that nobody can read.
    let rules = format!("rules/{ID}/ruleset.yaml");
    workdir.write(&rules, format!("{}nonsense: 1\n", workdir.text(&rules)));
    let said = workdir.refused(&args);
    assert!(said.contains("nonsense"), "{said}");
    assert!(!workdir.path().join("new.pack").exists());
}
