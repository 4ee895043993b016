//! The report's page in a real browser: headless Chromium, driven by `browser/checks.mjs`.
//!
//! Needs node, chromium, ssh-keygen and playwright-core in `target/browser`, which `.ci/run` puts there. Pictures of the
//! page go to `target/browser/pictures`, to be looked at.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{has_tool, root, simulate_in, skip};
use crate::signed::Workdir;
use base64ct::{Base64, Encoding as _};
use serde_json::{Value, json};

#[test]
fn the_page_holds_in_a_browser() {
    let tools = root().join("target/browser");
    if !["node", "chromium", "ssh-keygen"].into_iter().all(has_tool) {
        return;
    }
    if !tools.join("node_modules/playwright-core").is_dir() {
        skip("playwright-core in target/browser (see .ci/run)");
        return;
    }
    let workdir = Workdir::new();
    pages(&workdir);
    let output = Command::new("node")
        .arg(root().join("crates/cli/tests/browser/checks.mjs"))
        .args([&tools, &workdir.path().join("pages"), &tools.join("pictures")])
        .output()
        .unwrap();
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    let failed: Vec<&str> = reported.split("\nnot ok ").skip(1).collect();
    assert!(
        output.status.success() && !reported.starts_with("not ok"),
        "{reported}\n{}\nfailed: {}",
        String::from_utf8_lossy(&output.stderr),
        failed.len()
    );
    let checks = fs::read_to_string(root().join("crates/cli/tests/browser/checks.mjs")).unwrap();
    let written = checks.lines().filter(|line| line.starts_with("  async '")).count() + 1;
    assert_eq!(reported.lines().filter(|line| line.starts_with("ok ")).count(), written, "{reported}");
}

#[test]
fn the_parts_of_its_script_that_draw_nothing_hold_by_themselves() {
    if !has_tool("node") {
        return;
    }
    let output = Command::new("node")
        .arg(root().join("crates/cli/tests/browser/parts.mjs"))
        .arg(root().join("crates/html/src/page/script"))
        .output()
        .unwrap();
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{reported}{}", String::from_utf8_lossy(&output.stderr));
    assert!(reported.lines().filter(|line| line.starts_with("ok ")).count() > 10, "{reported}");
}

/// Writes the pages that the checks open, and the report that they show.
fn pages(workdir: &Workdir) {
    fs::create_dir(workdir.path().join("pages")).unwrap();
    signed_report(workdir);
    let report = workdir.text("report/report.json");
    let good = workdir.text("report/report.html");
    workdir.write("pages/report.json", &report);
    workdir.write("pages/good.html", &good);
    let signature = workdir.text("report/report.json.sig");
    let embedded = |bytes: &str| Base64::encode_string(bytes.as_bytes());

    let overpaid = report.replacen("\"money\": -2500", "\"money\": -250", 1);
    assert_ne!(overpaid, report);
    workdir.write("pages/altered.html", good.replace(&embedded(&report), &embedded(&overpaid)));

    workdir.write("other.json", "{}");
    sign(workdir, "other.json", "resettle-report");
    sign(workdir, "report/report.json", "file");
    let other = |name: &str| good.replace(&embedded(&signature), &embedded(&workdir.text(name)));
    workdir.write("pages/exchanged.html", other("other.json.sig"));
    workdir.write("pages/namespace.html", other("report/report.json.sig"));
    workdir.write(
        "pages/damaged.html",
        good.replace(&embedded(&signature), &embedded(&signature.replace("SSH SIG", "SSH  SIG"))),
    );

    let mut value: Value = serde_json::from_str(&report).unwrap();
    render(workdir, "unsigned", &value);
    plant(&mut value, "");
    render(workdir, "planted", &value);
    render(workdir, "many", &many(&report));
    let register = register(&report);
    workdir.write("pages/register.json", register.to_string());
    render(workdir, "register", &register);
    month(workdir);
    promotions(workdir);
}

/// A register of promotions, in which a winner has no payment.
fn promotions(workdir: &Workdir) {
    let base = root().join("fixtures/promotions/base");
    workdir.run(&["promotions", base.to_str().unwrap(), "--key", "signer", "--report", "promotions", "-q"]);
    for (from, to) in [("report.json", "promotions.json"), ("report.html", "promotions.html")] {
        workdir.write(&format!("pages/{to}"), workdir.read(&format!("promotions/{from}")));
    }
}

const TIMES: [&str; 2] = ["2023-07-01T09:00:00+08:00", "2023-07-02T09:00:00+08:00"];

/// A month that follows up another: shoes that go on over midnight, a log and a link that cannot be read, a log that is
/// gone, digests that nobody vouches for, rulings, one of them out of date.
fn month(workdir: &Workdir) {
    let simulate = "month --out logs --tables 5 --days 4 --coups 5000 --faulty-shoes 2 --seed 8 --staff";
    let made = simulate_in(workdir.path(), &simulate.split(' ').collect::<Vec<_>>());
    assert_eq!(made.status, 0, "{}", made.err);
    let batch = |more: &str| {
        let args = "batch logs --trust logs/trust.yaml --roster logs/roster.yaml --fail-on never --key signer -q";
        workdir.run(&args.split(' ').chain(more.split(' ')).collect::<Vec<_>>())
    };
    assert_eq!(batch(&format!("--at {} --report earlier", TIMES[0])).status, 0);
    let earlier: Value = serde_json::from_str(&workdir.text("earlier/report.json")).unwrap();
    let findings = earlier["findings"].as_array().unwrap();
    let with_money: Vec<&Value> = findings.iter().filter(|one| one["money"].is_i64()).collect();
    let mut book = "dispositions:\n".to_owned();
    for (one, until) in with_money.iter().zip(["2023-12-31", "2023-06-30"]) {
        let finding = one["fingerprint"].as_str().unwrap();
        book.push_str(&format!(
            "  - finding: {finding}\n    kind: ruling\n    reason: put right, voucher 12\n    by: duty inspector\n    until: {until}\n"
        ));
    }
    workdir.write("dispositions.yaml", book);
    fs::create_dir(workdir.path().join("digests")).unwrap();
    let digest = format!("digest logs/mbs --key signer --out digests/mbs.digest --day 2023-06-01 --at {}", TIMES[0]);
    workdir.done(&digest.split(' ').collect::<Vec<_>>());
    // The log of the last finding with money goes away; so does what two others would hold.
    let gone = with_money.last().unwrap()["file"].as_str().unwrap();
    fs::remove_file(workdir.path().join(gone)).unwrap();
    workdir.write("logs/mbs/cut.jsonl.gz", [0x1f, 0x8b, 8, 0]);
    std::os::unix::fs::symlink("nowhere", workdir.path().join("logs/dead.jsonl")).unwrap();
    let more = "--digests digests --dispositions dispositions.yaml --previous earlier";
    let run = batch(&format!("{more} --at {} --report month", TIMES[1]));
    assert_eq!(run.status, 2, "{}", run.err);
    for file in ["report.json", "report.html"] {
        workdir.write(
            &format!("pages/month{}", file.trim_start_matches("report")),
            workdir.read(&format!("month/{file}")),
        );
    }
}

/// A report of the two example logs, signed, in the folder `report`, and its key's fingerprint.
fn signed_report(workdir: &Workdir) {
    workdir.key("signer");
    let shown = workdir.done(&["key", "show", "signer.pub"]).out;
    workdir.write("pages/fingerprint.txt", shown.lines().nth(2).unwrap().strip_prefix("fingerprint  ").unwrap());
    let mut trust = String::from("keys:\n");
    let mut args = vec!["replay".to_owned()];
    for log in ["electronic-7-up-2023", "star-7-up-2016"] {
        let folder = root().join("audit-logs").join(log);
        trust.push_str(fs::read_to_string(folder.join("trust.yaml")).unwrap().split_once("keys:\n").unwrap().1);
        fs::copy(folder.join("log.jsonl"), workdir.path().join(format!("{log}.jsonl"))).unwrap();
        args.push(format!("{log}.jsonl"));
    }
    workdir.write("trust.yaml", trust);
    let more = "--trust trust.yaml --fail-on never --at 2026-11-21T19:00:00+08:00 --report report --key signer";
    args.extend(more.split(' ').map(str::to_owned));
    workdir.done(&args.iter().map(String::as_str).collect::<Vec<_>>());
}

fn sign(workdir: &Workdir, name: &str, namespace: &str) {
    let _ = fs::remove_file(workdir.path().join(format!("{name}.sig")));
    assert!(workdir.tool("ssh-keygen", &["-q", "-Y", "sign", "-f", "signer", "-n", namespace, name]).0);
}

/// Makes the unsigned page `pages/<name>.html` of a report.
fn render(workdir: &Workdir, name: &str, report: &Value) {
    let file = format!("{name}.json");
    workdir.write(&file, serde_json::to_vec(report).unwrap());
    workdir.done(&["report", "render", &file, "--html", "--out", name]);
    fs::rename(workdir.path().join(name).join("report.html"), workdir.path().join(format!("pages/{name}.html")))
        .unwrap();
}

/// What somebody might write into a log who wants more than to be read.
const PLANTED: &str = "</script><script>planted=1</script><img src=x onerror=planted=2>\"'><svg onload=planted=3>\
    javascript:planted=4 ${planted=5} --></style><style>*{color:red}</style>&lt;b&gt; \u{2028}\u{202e}\u{1b}[2J\u{0}";

/// Words that the page itself reads; all other text becomes [`PLANTED`].
const MEANT: [&str; 13] = [
    "state",
    "type",
    "severity",
    "by_severity",
    "at",
    "generated_at",
    "results",
    "money",
    "player",
    "banker",
    "cards",
    "currency",
    "from",
];

/// Of these, the words that may come from a log.
const HALF_MEANT: [&str; 6] = ["at", "currency", "from", "cards", "player", "banker"];

/// What a sum of the register can be by.
const SUMMED_BY: [&str; 4] = ["kind", "table", "terminal", "decider"];

/// Plants into every text and every name of a report that may come from a log or a file.
fn plant(value: &mut Value, name: &str) {
    match value {
        // By what the register is summed.
        Value::String(text) if name == "by" && SUMMED_BY.contains(&text.as_str()) => {}
        Value::String(text) if !MEANT.contains(&name) => text.push_str(PLANTED),
        // Half of what is meant keeps its meaning, so that the page is still drawn to its end.
        Value::String(text) if HALF_MEANT.contains(&name) && text.len() % 2 == 0 => text.push_str(PLANTED),
        Value::Array(list) => list.iter_mut().for_each(|each| plant(each, name)),
        Value::Object(map) => {
            map.iter_mut().for_each(|(name, each)| plant(each, name));
            if ["by_code", "by_bet", "in_force"].contains(&name) {
                for (name, value) in std::mem::take(map) {
                    map.insert(format!("{name}{PLANTED}"), value);
                }
            }
        }
        _ => {}
    }
}

/// A report of 3000 findings and 400 shoes without flags.
fn many(report: &str) -> Value {
    let mut value: Value = serde_json::from_str(report).unwrap();
    // One doubt about a ruleset stands for all of its table.
    let mut findings = value["findings"].as_array().unwrap().clone();
    findings.retain(|finding| finding["code"] != "ruleset/uncertain");
    let more = (1..=3000).map(|number| {
        let mut finding = findings[number % findings.len()].clone();
        finding["message"] = json!(format!("number-{number} of many"));
        finding["at"] = json!(format!("2023-06-{:02}T09:00:00+08:00", number % 30 + 1));
        finding
    });
    value["findings"] = more.collect();
    let shoe = value["shoes"][0].clone();
    for number in 0..400 {
        let mut clean = shoe.clone();
        clean["shoe"] = json!(format!("X-{number}"));
        value["shoes"].as_array_mut().unwrap().push(clean);
    }
    value
}

/// A report of 300 entries of the register: of the first coup with a finding of `code` one that is found wrong, of
/// others some that move money on somebody's word, some that the log shows, and some of which the cards say nothing.
fn register(report: &str) -> Value {
    let mut value: Value = serde_json::from_str(report).unwrap();
    let finding = value["findings"].as_array().unwrap().iter().find(|one| one["coup"].is_u64()).unwrap().clone();
    let entry = |number: i64| {
        let faulty = number % 50 == 1;
        let kind = ["insufficient_cards", "technical_interruption", "display_error"][number as usize % 3];
        json!({
            "subject": "irregularity", "kind": kind, "log": finding["log"], "file": finding["file"],
            "line": finding["line"], "seq": finding["seq"], "venue": "mbs", "table": "E7U-01", "currency": "SGD",
            "shoe": finding["shoe"], "coup": if faulty { finding["coup"].clone() } else { json!(number + 1_000) },
            "wager": null, "facts": [{"name": "after_cards", "value": number.to_string()}],
            "noticed": "2023-06-01T12:00:01+08:00", "ruling": "void",
            "by": if number % 4 == 0 { Value::Null } else { json!("gaming_shift_manager") },
            "ruleset": "sg/mbs/electronic-7-up-baccarat/2023-05-08",
            "clause": "sg/mbs/electronic-7-up-baccarat/2023-05-08 5.3", "consequence": format!("coup {number} was voided"),
            "evidence": if number % 2 == 0 { "word" } else { "log" },
            "moved": if number % 7 == 0 { Value::Null } else { json!(number % 5 * -2_500) },
            "faults": if faulty { json!([finding["code"]]) } else { json!([]) },
            "authenticated": true, "record_sha256": null, "at": "2023-06-01T12:00:02+08:00",
        })
    };
    let entries: Vec<Value> = (1..=300).map(entry).collect();
    let sum = |by: &str, name: Value| {
        json!({
            "by": by, "currency": "SGD", "venue": "mbs", "name": name, "entries": 300, "faulty": 6, "on_word": 150,
            "coups": 295, "due_unknown": 42, "moved": -12_345_600, "to_players": 0, "to_house": 12_345_600,
            "moved_on_word": -6_000_000,
        })
    };
    value["register_sums"] =
        json!([sum("kind", json!("insufficient_cards")), sum("terminal", json!("T-1")), sum("decider", Value::Null),]);
    value["register"] = entries.into();
    value
}

/// The folder that the checks' own tools go into holds what the lock file says.
#[test]
fn the_browser_tools_are_locked() {
    let folder = root().join("crates/cli/tests/browser");
    let read =
        |name: &str| -> Value { serde_json::from_slice(&fs::read(Path::new(&folder).join(name)).unwrap()).unwrap() };
    let wanted = read("package.json")["dependencies"]["playwright-core"].clone();
    assert!(
        wanted.as_str().unwrap().chars().all(|letter| letter.is_ascii_digit() || letter == '.'),
        "one version, no range"
    );
    let lock = read("package-lock.json");
    assert_eq!(lock["packages"]["node_modules/playwright-core"]["version"], wanted);
    assert!(lock["packages"]["node_modules/playwright-core"]["integrity"].is_string());
}
