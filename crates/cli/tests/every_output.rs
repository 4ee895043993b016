//! The money of one run, on the terminal, in JSON, CSV, workbook and tables, to the minor unit: two months, two currencies, a
//! tournament, an import, wagers refused, and money that is not judged. The page is asked by `browser/checks.mjs`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::common::python::{python_with, run};
use crate::common::{root, simulate_in};
use crate::month::AT;
use crate::signed::Workdir;

/// The logs of the run below `logs`, with one trust store.
fn played() -> Workdir {
    let workdir = Workdir::new();
    let simulate = |line: &str| {
        let made = simulate_in(workdir.path(), &line.split(' ').collect::<Vec<_>>());
        assert_eq!(made.status, 0, "{}", made.err);
    };
    simulate("month --out logs --tables 5 --first-day 2023-06-29 --days 4 --coups 3000 --faulty-shoes 8 --seed 9");
    simulate("log au-nsw/star/7-up-baccarat/2016-08-17 --tournament --seed 7 --out logs/cup");
    let trust = |name: &str| workdir.text(name);
    let (own, cup) = (trust("logs/trust.yaml"), trust("logs/cup/trust.yaml"));
    let keys = cup.split_once("keys:\n").unwrap().1;
    workdir.write("trust.yaml", format!("{}\n{keys}", own.trim_end()));
    let sheet = std::fs::read(root().join("fixtures/import/pit-sheet.csv")).unwrap();
    workdir.write("sheet.csv", sheet);
    workdir.done(&["import", "csv", "sheet.csv", "--draft", "--map", "map.yaml", "--zone", "Asia/Singapore"]);
    let import = ["import", "csv", "sheet.csv", "--map", "map.yaml", "--out", "logs/sheet.jsonl", "--at", AT];
    assert_eq!(workdir.run(&import).status, 1);
    workdir
}

/// A sum of each currency.
type Sums = BTreeMap<String, i128>;

fn minor(text: &str) -> i128 {
    text.chars().filter(|letter| letter.is_ascii_digit() || *letter == '-').collect::<String>().parse().unwrap()
}

/// What the summary on the terminal says behind a name, by currency.
fn on_terminal(text: &str, name: &str) -> Sums {
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.strip_prefix(name))
        .filter(|rest| rest.starts_with(' '));
    let amounts = lines.filter_map(|rest| {
        let mut words = rest.split_whitespace();
        let (amount, currency) = (words.next()?, words.next()?);
        (currency.len() == 3).then(|| (currency.to_owned(), minor(amount)))
    });
    amounts.collect()
}

/// Every cell of every sheet, as text.
const READ: &str = r#"
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({sheet.title: [[str(cell.value) for cell in row] for row in sheet.iter_rows()] for sheet in book}))
"#;

/// The sum of a column of minor units, by the column `currency`.
fn in_sheet(book: &Value, sheet: &str, title: &str) -> Sums {
    let rows = book[sheet].as_array().unwrap();
    let at = |title: &str| rows[0].as_array().unwrap().iter().position(|cell| cell == title).unwrap();
    let (currency, sum) = (at("currency"), at(title));
    let mut sums = Sums::new();
    for row in &rows[1..] {
        // A total of several rows has no currency of its own.
        let amount = row[sum].as_str().and_then(|text| text.parse::<i128>().ok());
        if let (Some(name), Some(amount)) = (row[currency].as_str().filter(|name| name.len() == 3), amount) {
            *sums.entry(name.to_owned()).or_default() += amount;
        }
    }
    sums
}

#[test]
fn money_is_the_same_in_every_output() {
    let workdir = played();
    workdir.done(&["key", "new", "k"]);
    let done = workdir.run(&[
        "batch",
        "logs",
        "--trust",
        "trust.yaml",
        "--at",
        AT,
        "--fail-on",
        "never",
        "--report",
        "report",
        "--key",
        "k",
        "--export",
        "tables",
    ]);
    assert_eq!(done.status, 0, "{}", done.err);
    let report: Value = serde_json::from_str(&workdir.text("report/report.json")).unwrap();
    let currencies = report["summary"]["currencies"].as_array().unwrap();
    let whole = |value: &Value| value.as_i64().map_or(0, i128::from);
    let in_json = |name: &str| -> Sums {
        currencies.iter().map(|sums| (sums["currency"].as_str().unwrap().to_owned(), whole(&sums[name]))).collect()
    };

    // What the month is made of.
    assert_eq!(currencies.len(), 2);
    assert!(whole(&report["summary"]["tournament"]["coups"]) > 0);
    let not_judged = in_json("staked_not_judged");
    assert!(not_judged.values().any(|sum| *sum > 0), "{not_judged:?}");
    let days = report["days"].as_array().unwrap();
    assert!(
        ["2023-06-", "2023-07-"]
            .iter()
            .all(|month| days.iter().any(|day| day["day"].as_str().unwrap().starts_with(month)))
    );
    assert!(
        report["inputs"]
            .as_array()
            .unwrap()
            .iter()
            .any(|input| input["imported"] != Value::Null || input["path"] == "logs/sheet.jsonl")
    );

    // From staked to returned, each line adding up to the next.
    for sums in currencies {
        let line = |name: &str| {
            let lines = sums["statement"].as_array().unwrap().iter();
            lines.filter(|line| line["line"] == name).map(|line| whole(&line["money"])).sum::<i128>()
        };
        let of = |name: &str| whole(&sums[name]);
        assert_eq!(line("at_risk") + line("not_at_risk") + line("not_judged"), of("staked"), "{sums}");
        assert_eq!(of("due") + of("overpaid") - of("underpaid"), of("returned"), "{sums}");
        assert_eq!(line("won"), of("staked") - of("returned"), "{sums}");
        assert_eq!(line("net_error"), of("returned") - of("due"), "{sums}");
    }

    // What is owed on a condition: by what it hangs on, by patron, and in the statement.
    let listed = |list: &str, name: &str| -> Sums {
        let mut sums = Sums::new();
        for row in report["summary"][list].as_array().unwrap().iter().filter(|row| whole(&row[name]) != 0) {
            *sums.entry(row["currency"].as_str().unwrap().to_owned()).or_default() += whole(&row[name]);
        }
        sums
    };
    let stated = |name: &str, sign: i128| -> Sums {
        let lines = |sums: &Value| -> Option<(String, i128)> {
            let line = sums["statement"].as_array().unwrap().iter().find(|line| line["line"] == name)?;
            Some((sums["currency"].as_str().unwrap().to_owned(), sign * whole(&line["money"])))
        };
        currencies.iter().filter_map(lines).collect()
    };
    let (to_patron, to_house) = (listed("owed_on_condition", "to_patron"), listed("owed_on_condition", "to_house"));
    assert!(!to_patron.is_empty() && !to_house.is_empty(), "money that hangs on a condition, either way");
    assert_eq!(listed("owed", "to_patron_on_condition"), to_patron);
    assert_eq!(listed("owed", "to_house_on_condition"), to_house);
    assert_eq!(stated("underpaid_on_condition", -1), to_patron);
    assert_eq!(stated("overpaid_on_condition", 1), to_house);
    let mut net = to_house.clone();
    to_patron.iter().for_each(|(currency, sum)| *net.entry(currency.clone()).or_default() -= sum);
    net.retain(|_, sum| *sum != 0);
    assert_eq!(stated("net_error_on_condition", 1), net);
    for (part, all) in [(&to_patron, in_json("underpaid")), (&to_house, in_json("overpaid"))] {
        assert!(part.iter().all(|(currency, sum)| *sum <= all[currency]), "{part:?} is a part of {all:?}");
    }

    // The terminal, when it was made and when it is shown.
    let shown = workdir.done(&["report", "show", "report"]).out;
    for text in [&done.out, &shown] {
        for name in ["staked", "due", "overpaid", "returned"] {
            assert_eq!(on_terminal(text, name), in_json(name), "{name}\n{text}");
        }
        let negative: Sums = in_json("underpaid").into_iter().map(|(currency, sum)| (currency, -sum)).collect();
        assert_eq!(on_terminal(text, "underpaid"), negative, "{text}");
        assert_eq!(on_terminal(text, "net error"), in_json("net_variance"), "{text}");
        // Three lines of this name in a currency: what went back too much, what too little, and both.
        let mut parts: Vec<i128> = text
            .lines()
            .filter_map(|line| line.strip_prefix("    conditional")?.split_whitespace().next().map(minor))
            .collect();
        parts.sort_unstable();
        let mut both: Vec<i128> = to_patron.values().map(|sum| -sum).chain(to_house.values().copied()).collect();
        both.extend(stated("net_error_on_condition", 1).into_values());
        both.sort_unstable();
        assert_eq!(parts, both, "{text}");
    }

    // Sums of sums: tables, days and posts come to the same.
    for list in ["tables", "days"] {
        for name in ["staked", "returned", "due", "overpaid", "underpaid"] {
            let mut sums = Sums::new();
            for row in report[list].as_array().unwrap() {
                *sums.entry(row["currency"].as_str().unwrap().to_owned()).or_default() += whole(&row[name]);
            }
            assert_eq!(sums, in_json(name), "{list} {name}");
        }
    }

    // The spreadsheet of findings against the report's findings and its first line of what fits together.
    let mut rows = csv_rows(&workdir.text("report/findings.csv"));
    let head = rows.remove(0);
    let at = |name: &str| head.iter().position(|cell| cell == name).unwrap();
    let (money, currency, unit) = (at("money"), at("currency"), at("unit"));
    let mut found = Sums::new();
    for row in rows.iter().filter(|row| !row[money].is_empty() && row[unit].is_empty()) {
        *found.entry(row[currency].clone()).or_default() += row[money].parse::<i128>().unwrap();
    }
    let first = |sums: &Value| (sums["currency"].as_str().unwrap().to_owned(), whole(&sums["reconciled"][0]["money"]));
    assert_eq!(found, currencies.iter().map(first).collect::<Sums>());
    // In the currency it is the same, and of a net sum both sides are said.
    let cents = |cell: &str| cell.replace('.', "").parse::<i128>().unwrap();
    let [own, over, under] = ["money", "overpaid", "underpaid"].map(|name| at(&format!("{name}_in_currency")));
    let (mut overpaid, mut underpaid) = (in_json("overpaid"), in_json("underpaid"));
    let beside = currencies.iter().flat_map(|sums| sums["reconciled"].as_array().unwrap());
    let beside: Vec<&str> = beside.filter_map(|line| line["code"].as_str()).collect();
    for row in &rows {
        assert_eq!(row[own].is_empty(), row[money].is_empty() || !row[unit].is_empty(), "{row:?}");
        if row[own].is_empty() {
            continue;
        }
        assert_eq!(cents(&row[own]), row[money].parse::<i128>().unwrap());
        if row[over].is_empty() {
            assert!(row[at("message")].contains("; on balance "), "{row:?}");
            continue;
        }
        assert_eq!(cents(&row[over]) - cents(&row[under]), cents(&row[own]));
        if !beside.contains(&row[at("code")].as_str()) {
            *overpaid.get_mut(&row[currency]).unwrap() -= cents(&row[over]);
            *underpaid.get_mut(&row[currency]).unwrap() -= cents(&row[under]);
        }
    }
    assert!(overpaid.values().chain(underpaid.values()).all(|left| *left == 0), "{overpaid:?} {underpaid:?}");

    if let Some(python) = python_with(&["openpyxl"]) {
        workdir.write("read.py", READ);
        let read = run(&python, &[&workdir.path().join("read.py"), &workdir.path().join("report/report.xlsx")]);
        let book: Value = serde_json::from_str(&read).unwrap();
        for (sheets, names) in [
            (["Tables", "Venues"], &["staked", "returned", "due"][..]),
            (["Summary", "Days"], &["staked", "overpaid", "underpaid"]),
        ] {
            for (sheet, name) in sheets.iter().flat_map(|sheet| names.iter().map(move |name| (sheet, name))) {
                assert_eq!(in_sheet(&book, sheet, &format!("{name} (minor units)")), in_json(name), "{sheet} {name}");
            }
        }
        assert_eq!(in_sheet(&book, "Findings", "money (minor units)"), found);
        for (side, sums) in [("to the patron", &to_patron), ("to the house", &to_house)] {
            let mut own = in_sheet(&book, "Owed", &format!("{side} on condition (minor units)"));
            own.retain(|_, sum| *sum != 0);
            assert_eq!(own, *sums, "{side}");
            let mut own = in_sheet(&book, "Owed on condition", &format!("{side} (minor units)"));
            own.retain(|_, sum| *sum != 0);
            assert_eq!(own, *sums, "{side}");
        }
    }
    if let Some(python) = python_with(&["duckdb", "polars"]) {
        let check = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/export/check.py"));
        let files = ["tables", "report/report.json"].map(|name| workdir.path().join(name));
        assert_eq!(run(&python, &[check, &files[0], &files[1]]), "");
    }
}

/// The cells of a spreadsheet in CSV.
fn csv_rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}
