//! What people see of a monthly run: the terminal, `report show`, the CSV and the workbook.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::month;

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::python::{python_with, run};
use crate::month::Month;
use resettle_audit::{Code, Severity};
use serde_json::Value;

/// A month of two venues that follows up another, with its report in `report`: something cannot be read, a log is gone,
/// two findings are ruled on, the digest is signed by somebody whom no file names.
fn month() -> (Month, Value) {
    let month = Month::of(5, 3, 4_000, 2);
    assert_eq!(month.run(&["key", "new", "signer"]).status, 0);
    let roster = ["--roster", "month/roster.yaml", "--fail-on", "never", "--key", "signer"];
    assert_eq!(month.batch(&[&roster[..], &["--report", "earlier"]].concat()).status, 0);
    let earlier: Value = serde_json::from_str(&month.text("earlier/report.json")).unwrap();
    let money: Vec<&Value> =
        earlier["findings"].as_array().unwrap().iter().filter(|finding| finding["money"].is_i64()).collect();
    let mut book = "dispositions:\n".to_owned();
    for (finding, until) in money.iter().zip(["2023-12-31", "2023-06-30"]) {
        let fingerprint = finding["fingerprint"].as_str().unwrap();
        book.push_str(&format!(
            "  - finding: {fingerprint}\n    kind: waiver\n    reason: =put right\n    by: inspector\n    until: {until}\n"
        ));
    }
    month.write("book.yaml", book);
    let made = ["digest", "month/mbs", "--key", "signer", "--out", "digests/a.digest", "--day", "2023-06-01"];
    std::fs::create_dir(month.path().join("digests")).unwrap();
    assert_eq!(month.run(&[&made[..], &["--at", month::AT]].concat()).status, 0);
    month.write("month/cut.jsonl.gz", [0x1f, 0x8b, 8, 0]);
    let last = month.path().join(money.last().unwrap()["file"].as_str().unwrap());
    std::fs::remove_file(last).unwrap();
    let more = ["--dispositions", "book.yaml", "--digests", "digests", "--previous", "earlier", "--report", "report"];
    assert_eq!(month.batch(&[&roster[..], &more[..]].concat()).status, 2);
    let report = serde_json::from_str(&month.text("report/report.json")).unwrap();
    (month, report)
}

fn fits(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
}

#[test]
fn nothing_on_a_terminal_is_wider_than_eighty_columns() {
    let (month, _) = month();
    let book = ["--dispositions", "book.yaml", "--roster", "month/roster.yaml", "--previous", "earlier"];
    for more in [&[][..], &["--verbose"], &["--quiet"]] {
        fits(&month.batch(&[&book[..], more].concat()).out);
    }
    fits(&month.run(&["report", "show", "report"]).out);
    fits(&month.run(&["report", "show", "report", "--verbose"]).out);
    let log = "month/mbs/7UP-01/2023-06-02.jsonl";
    month.write("facts.yaml", "in_force:\n  au-nsw/star/7-up-baccarat/2016-08-17:\n    from: 2016-08-17\n    source: a letter of the venue that is longer than any line of a terminal should ever be\n    by: inspector\n");
    for more in [&["--facts", "facts.yaml"][..], &["--ruleset", "sg/mbs/electronic-7-up-baccarat/2023-05-08"]] {
        let out = month.run(&[&["replay", log], more].concat()).out;
        assert!(out.contains("\nSummary\n"), "{out}");
        fits(&out);
    }
}

/// Two exceptions that differ are distinguished, however long the names before the difference are.
#[test]
fn what_distinguishes_exceptions_is_not_cut_off() {
    let month = Month::of(5, 3, 1_500, 0);
    for day in ["2023-06-01", "2023-06-03"] {
        std::fs::remove_file(month.path().join(format!("month/mbs/E7U-01/{day}.jsonl"))).unwrap();
    }
    let long = "a-log-with-a-name-so-long-that-nothing-else-would-fit-on-the-line-of-a-terminal-of-eighty-columns-01";
    let log = month.text("month/mbs/7UP-01/2023-06-02.jsonl");
    let id = serde_json::from_str::<Value>(log.lines().next().unwrap()).unwrap()["log"].as_str().unwrap().to_owned();
    month.write("month/mbs/7UP-01/2023-06-02.jsonl", log.replace(&id, long));
    let out = month.batch(&["--roster", "month/roster.yaml"]).out;
    let reported = out.split("\nSummary\n").next().unwrap();
    let lines: Vec<&str> = reported.lines().map(str::trim).collect();
    let joined = lines.join(" ");
    for day in ["2023-06-01", "2023-06-03"] {
        assert!(joined.contains(&format!("E7U-01 (mbs, electronic-7-up-baccarat) was due for {day}")), "{reported}");
    }
    assert!(lines.iter().any(|line| line.contains("…") && line.contains("columns-01")), "{reported}");
}

#[test]
fn the_summary_names_what_was_not_read_and_the_shoes_with_a_variance() {
    let (month, report) = month();
    let out = month.batch(&["--quiet"]).out;
    assert!(out.contains("  not read      month/cut.jsonl.gz: "), "{out}");
    for heading in ["By venue ", "By table ", "By bet ", "By shoe "] {
        assert!(out.contains(heading), "{out}");
    }
    let shoes = out.split("By shoe").nth(1).unwrap().split("Won by table").next().unwrap();
    let mut off: BTreeMap<&str, Vec<(u64, bool)>> = BTreeMap::new();
    for shoe in report["shoes"].as_array().unwrap() {
        let variance = shoe["returned"].as_i64().unwrap() - shoe["due"].as_i64().unwrap();
        let name = format!("{} {} {} ", text(shoe, "venue"), text(shoe, "table"), text(shoe, "shoe"));
        let reported =
            shoes.lines().any(|line| line.contains(&name) && line.ends_with(&format!(" {}", difference(variance))));
        assert!(!reported || variance != 0, "{name}: {shoes}");
        if variance != 0 {
            let tables = report["tables"].as_array().unwrap();
            let own = tables.iter().find(|table| table["venue"] == shoe["venue"]).unwrap();
            off.entry(text(own, "currency")).or_default().push((variance.unsigned_abs(), reported));
        }
    }
    assert!(off.values().map(Vec::len).sum::<usize>() >= 3, "{shoes}");
    // Ten of a currency are named, those that are off most, and the others counted.
    for (currency, mut own) in off {
        own.sort_by_key(|(variance, _)| std::cmp::Reverse(*variance));
        let (named, others) = own.split_at(own.len().min(10));
        assert!(named.iter().all(|(_, reported)| *reported), "{currency}: {shoes}");
        assert!(others.iter().all(|(_, reported)| !reported), "{currency}: {shoes}");
        assert_eq!(shoes.contains(&format!("{currency} {} more ", others.len())), !others.is_empty(), "{shoes}");
    }
    for totals in report["summary"]["currencies"].as_array().unwrap() {
        let own = shoes.lines().filter(|line| line.trim_start().starts_with(text(totals, "currency")));
        let sum: i64 = own.filter_map(|line| shown_amount(line.split_whitespace().last()?)).sum();
        assert_eq!(sum, totals["net_variance"].as_i64().unwrap(), "{totals}: {shoes}");
    }
}

/// A difference as the terminal writes it, of a currency with two digits.
fn difference(minor: i64) -> String {
    let sign = if minor < 0 { "-" } else { "+" };
    let (whole, part) = (minor.unsigned_abs() / 100, minor.unsigned_abs() % 100);
    let mut digits = whole.to_string();
    let mut at = digits.len();
    while at > 3 {
        at -= 3;
        digits.insert(at, ',');
    }
    format!("{sign}{digits}.{part:02}")
}

/// The minor units of an amount as the terminal writes it.
fn shown_amount(amount: &str) -> Option<i64> {
    amount.replace([',', '.', '+'], "").parse().ok()
}

/// Whoever reads the report later reads what was printed when it was made.
#[test]
fn a_report_is_shown_as_it_was_printed() {
    let month = Month::of(5, 3, 4_000, 2);
    assert_eq!(month.run(&["key", "new", "signer"]).status, 0);
    let made = ["--roster", "month/roster.yaml", "--key", "signer", "--report"];
    let log = "month/mbs/7UP-01/2023-06-02.jsonl";
    for more in [&[][..], &["--verbose"]] {
        let folder = format!("month{}", more.len());
        let printed = month.batch(&[&made[..], &[&folder], more].concat());
        let shown = month.run(&[&["report", "show", &folder], more].concat());
        assert_eq!(shown.out, printed.out);
    }
    let printed = month.run(&["replay", log, "--trust", "month/trust.yaml", "--key", "signer", "--report", "one"]);
    assert_eq!(month.run(&["report", "show", "one"]).out, printed.out);
}

#[test]
fn a_shown_report_says_its_scope_and_what_it_was_compared_with() {
    let (month, report) = month();
    let run = month.run(&["report", "show", "report", "--verbose"]);
    let out = run.out.split("\nSummary\n").nth(1).unwrap();
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    for reported in [
        "folder month",
        "not read month/cut.jsonl.gz: ",
        "roster month/roster.yaml: ",
        "digests 1, 2023-06-01 to 2023-06-01 signed by SHA256:",
        "whom no file names; it proves nothing of who made it",
        "dispositions book.yaml: 2; answered are 1 finding",
        "previous earlier/report.json, made 2023-07-01T09:00:00+08:00",
        "carried ",
    ] {
        assert!(flat.contains(reported), "{reported}\n{out}");
    }
    let findings = run.out.split("\nSummary\n").next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(findings.contains("disposition waiver by inspector, until 2023-12-31: =put right"), "{findings}");
    assert!(findings.contains("disposition waiver by inspector, expired after 2023-06-30: =put right"));
    // The same code is critical, or major where it rests on a reading, or law outside the rules may ground it.
    let critical = |one: &Value| Code::parse(text(one, "code")).unwrap().severity() == Severity::Critical;
    let grounded = |one: &Value| text(one, "message").contains("law outside the rules may ground it");
    let of_money = |one: &&Value| one["money"].is_i64() && critical(one) && !grounded(one);
    let money: Vec<&Value> = report["findings"].as_array().unwrap().iter().filter(of_money).collect();
    assert!(money.iter().any(|one| one["severity"] == "critical"), "{money:?}");
    for logged in money {
        let [severity, code, log] = ["severity", "code", "log"].map(|name| text(logged, name));
        assert_eq!(severity == "major", logged["reading"] == true, "{logged}");
        assert!(findings.contains(&format!("{severity} {code} {log}")), "{findings}");
    }
}

#[test]
fn the_csv_has_fingerprint_and_disposition() {
    let (month, report) = month();
    let printed = month.batch(&["--format", "csv", "--dispositions", "book.yaml"]).out;
    for csv in [month.text("report/findings.csv"), printed] {
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let columns: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
        let last = [
            "at",
            "fingerprint",
            "disposition",
            "promotion",
            "item",
            "term",
            "player",
            "part",
            "unit",
            "decided_by",
            "staked",
            "on_condition",
            "stakes_unread",
            "money_in_currency",
            "overpaid_in_currency",
            "underpaid_in_currency",
            "staked_in_currency",
            "expected_in_currency",
            "logged_in_currency",
        ];
        assert_eq!(columns[24..], last);
        let by_fingerprint: BTreeMap<String, String> =
            reader.records().map(|row| row.unwrap()).map(|row| (row[25].to_owned(), row[26].to_owned())).collect();
        let mut ruled = 0;
        for finding in report["findings"].as_array().unwrap() {
            let Some(reported) = by_fingerprint.get(text(finding, "fingerprint")) else { continue };
            assert_eq!(!reported.is_empty(), finding["disposition"].is_object(), "{finding}");
            ruled += usize::from(reported.contains("put right"));
        }
        assert_eq!(ruled, 2);
        assert!(
            by_fingerprint.values().any(|reported| reported == "waiver by inspector, until 2023-12-31: =put right")
        );
    }
}

/// Every cell of every sheet: its type, its value, how a number is shown.
const READ: &str = r#"
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({sheet.title: [[[cell.data_type, str(cell.value), cell.number_format] for cell in row] for row in sheet.iter_rows()] for sheet in book}))
"#;

/// The cells of a column but its title.
fn column<'b>(book: &'b Value, sheet: &str, title: &str) -> Vec<&'b Value> {
    let rows = book[sheet].as_array().unwrap();
    let at = rows[0].as_array().unwrap().iter().position(|cell| cell[1] == title).unwrap();
    rows[1..].iter().map(|row| &row[at]).collect()
}

#[test]
fn the_workbook_can_be_added_up_and_holds_what_the_page_holds() {
    let Some(python) = python_with(&["openpyxl"]) else { return };
    let (month, report) = month();
    month.write("read.py", READ);
    let read = run(&python, &[&month.path().join("read.py"), &month.path().join(Path::new("report/report.xlsx"))]);
    let book: Value = serde_json::from_str(&read).unwrap();

    // Sums of money are numbers, and the same as the minor units beside them.
    for sheet in ["Tables", "Wagers by table", "Venues", "Shoes"] {
        for title in ["staked", "returned", "due", "net error"] {
            let exact = column(&book, sheet, &format!("{title} (minor units)"));
            let written = column(&book, sheet, title);
            assert!(!written.is_empty());
            for (exact, written) in exact.iter().zip(written) {
                assert_eq!(
                    (&written[0], &written[2]),
                    (&Value::from("n"), &Value::from("#,##0.00")),
                    "{sheet} {title}"
                );
                assert_eq!(minor(text_of(written)), text_of(exact).parse::<i64>().unwrap(), "{sheet} {title}");
            }
        }
    }
    let total = |sheet: &str| -> i64 {
        column(&book, sheet, "net error (minor units)").iter().map(|cell| text_of(cell).parse::<i64>().unwrap()).sum()
    };
    assert_eq!(total("Shoes"), total("Tables"));
    let nets = report["summary"]["currencies"].as_array().unwrap().iter();
    assert_eq!(total("Venues"), nets.map(|totals| totals["net_variance"].as_i64().unwrap()).sum::<i64>());
    // A finding's money, too, though the report is in two currencies; the sheet is sorted, and keeps the report's numbers.
    let numbers = column(&book, "Findings", "number");
    let findings = report["findings"].as_array().unwrap();
    for (money, number) in column(&book, "Findings", "money").iter().zip(numbers) {
        let finding = &findings[text_of(number).parse::<usize>().unwrap() - 1];
        match finding["money"].as_i64() {
            Some(exact) => assert_eq!(minor(text_of(money)), exact),
            None => assert_eq!(money[1], "None"),
        }
    }

    let reported = column(&book, "Findings", "disposition");
    assert_eq!(reported.iter().filter(|cell| text_of(cell).starts_with("waiver by inspector")).count(), 2);
    let scope: BTreeMap<&str, &str> = column(&book, "Scope", "what")
        .into_iter()
        .map(text_of)
        .zip(column(&book, "Scope", "value").into_iter().map(text_of))
        .collect();
    for (what, value) in [
        ("folder", "month"),
        ("files not read, or not to the end", "1"),
        ("roster", "month/roster.yaml"),
        ("dispositions", "book.yaml"),
        ("previous report", "earlier/report.json"),
    ] {
        assert_eq!(scope[what], value);
    }
    assert_eq!(column(&book, "Not read", "file or folder")[0][1], "month/cut.jsonl.gz");
    assert_eq!(column(&book, "Digests", "signed by")[0][1], report["digests"][0]["signer"]);
    assert_eq!(column(&book, "Digests", "sha256")[0][1], report["digests"][0]["sha256"]);
    assert_eq!(column(&book, "Shoes", "shoe").len(), report["shoes"].as_array().unwrap().len());
    let carried = report["carried"].as_array().unwrap();
    assert!(carried.len() > 2);
    for (sheet, json) in
        [("standing", "standing"), ("because", "because"), ("message", "message"), ("first reported", "first_reported")]
    {
        let cells = column(&book, "Followed up", sheet);
        assert_eq!(cells.len(), carried.len());
        for (cell, row) in cells.iter().zip(carried) {
            assert_eq!(cell[1], row[json]);
        }
    }
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn text_of(cell: &Value) -> &str {
    cell[1].as_str().unwrap()
}

/// The minor units of an amount of two places, as Python prints the number.
fn minor(text: &str) -> i64 {
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{places:0<2}").parse().unwrap()
}

/// Amounts of two currencies are never added: neither in the text nor in JSON nor in the workbook.
#[test]
fn amounts_of_two_currencies_stand_apart() {
    let (month, report) = month();
    let summary = &report["summary"];
    assert!(summary["staked"].is_null() && summary["net_variance"].is_null(), "{summary}");
    let tables = report["tables"].as_array().unwrap();
    for totals in summary["currencies"].as_array().unwrap() {
        for key in ["coups", "wagers", "staked", "returned", "due", "overpaid", "underpaid"] {
            let own = tables.iter().filter(|table| table["currency"] == totals["currency"]);
            let sum: i64 = own.map(|table| table[key].as_i64().unwrap()).sum();
            assert_eq!(totals[key].as_i64().unwrap(), sum, "{key}: {totals}");
        }
        let net = totals["overpaid"].as_i64().unwrap() - totals["underpaid"].as_i64().unwrap();
        assert_eq!(totals["net_variance"].as_i64().unwrap(), net, "errors either way make up the net");
    }
    assert_eq!(summary["currencies"].as_array().unwrap().len(), 2);
    let logs: Vec<String> =
        report["inputs"].as_array().unwrap().iter().map(|input| text(input, "path").to_owned()).collect();
    let mut args = vec!["replay", "--trust", "month/trust.yaml"];
    args.extend(logs.iter().map(String::as_str));
    let out = month.run(&args).out;
    let sums = out.split("\nSummary\n").nth(1).unwrap();
    for unit in [" SGD", " AUD"] {
        let reported =
            sums.lines().filter(|line| line.trim_start().starts_with("staked") && line.contains(&format!("{unit}  ")));
        assert_eq!(reported.count(), 1, "{sums}");
    }
    assert!(!out.contains("minor units\n"), "{out}");
}

/// Which table a finding is about stands with it, also where a log is missing.
#[test]
fn every_row_says_whose_it_is() {
    let (month, report) = month();
    let csv = month.batch(&["--format", "csv", "--roster", "month/roster.yaml"]).out;
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let at = |name: &str| names.iter().position(|own| own == name).unwrap();
    let mut missing = 0;
    for row in reader.records() {
        let row = row.unwrap();
        let code = &row[at("code")];
        if code.starts_with("disposition/") || code == "integrity/malformed-record" {
            continue;
        }
        missing += usize::from(code == "reconcile/missing-log");
        for name in ["jurisdiction", "venue", "game", "table", "currency"] {
            assert!(!row[at(name)].is_empty(), "{name} of {row:?}");
        }
    }
    assert!(missing > 0);
    for finding in report["findings"].as_array().unwrap().iter().filter(|one| one["money"].is_i64()) {
        assert!(finding["currency"] == "SGD" || finding["currency"] == "AUD", "{finding}");
    }
}

/// Errors either way do not cancel out, and every table is asked.
#[test]
fn errors_either_way_do_not_cancel_out() {
    let (month, report) = month();
    let out = month.batch(&["--quiet"]).out;
    // Beside what was staked, "net" alone reads as a win.
    for heading in ["By venue", "By table", "Paid wrongly", "By bet", "By shoe"] {
        let line = out.lines().find(|line| line.starts_with(heading)).unwrap();
        assert!(line.contains(" net error"), "{line}");
    }
    let part = out.split("Paid wrongly").nth(1).unwrap().split("By bet").next().unwrap();
    for table in report["tables"].as_array().unwrap() {
        let (over, under) = (table["overpaid"].as_i64().unwrap(), table["underpaid"].as_i64().unwrap());
        let name = format!("{} {} {} ", text(table, "currency"), text(table, "venue"), text(table, "table"));
        assert_eq!(part.contains(&name), (over, under) != (0, 0), "{name}: {part}");
        let net = table["returned"].as_i64().unwrap() - table["due"].as_i64().unwrap();
        assert_eq!(over - under, net, "{table}");
    }
}

/// What is uncertain about a ruleset is no fault of a table, and stands once in a list.
#[test]
fn an_uncertain_ruleset_is_listed_once_a_table_and_is_no_fault_of_it() {
    let (month, report) = month();
    let findings = report["findings"].as_array().unwrap();
    let uncertain: Vec<&Value> = findings.iter().filter(|one| one["code"] == "ruleset/uncertain").collect();
    let tables: std::collections::BTreeSet<String> =
        uncertain.iter().map(|one| format!("{} {}", one["table"], one["logged"])).collect();
    assert!(uncertain.len() > tables.len(), "several logs of one table say so: {uncertain:#?}");
    let out = month.batch(&[]).out;
    let listed = out.split("\nSummary\n").next().unwrap();
    assert_eq!(listed.matches("minor    ruleset/uncertain\n").count(), tables.len(), "{listed}");
    let part = out.split("By table").nth(1).unwrap().split("Paid wrongly").next().unwrap();
    for table in report["tables"].as_array().unwrap() {
        let name = format!("{} {} {} ", text(table, "currency"), text(table, "venue"), text(table, "table"));
        let line = part.lines().find(|line| line.contains(&name)).unwrap();
        let faults = findings.iter().filter(|one| {
            one["code"] != "ruleset/uncertain"
                && one["code"] != "reconcile/missing-log"
                && one["severity"] != "info"
                && one["venue"] == table["venue"]
                && one["table"] == table["table"]
        });
        assert_eq!(line.split_whitespace().last().unwrap(), faults.count().to_string(), "{line}");
    }
    // The gravest come first, and of those the ones that moved most.
    let severities: Vec<&str> = listed
        .lines()
        .filter_map(|line| {
            ["critical", "major", "minor"].into_iter().find(|word| line.starts_with(&format!("  {word} ")))
        })
        .collect();
    let mut sorted = severities.clone();
    sorted.sort_unstable();
    assert_eq!(severities, sorted, "{listed}");
}
