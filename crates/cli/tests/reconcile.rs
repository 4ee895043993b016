//! The totals of a run, computed a second time: by SQL over the exported findings, and over the logs themselves.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use crate::month::Month;
use rusqlite::{Connection, params};
use serde_json::Value;

/// The findings as they are exported, in a table of their own.
fn findings(csv: &str) -> Connection {
    let db = Connection::open_in_memory().unwrap();
    db.execute_batch(
        "create table findings (code text, severity text, log text, shoe text, coup integer, money integer)",
    )
    .unwrap();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let head = reader.headers().unwrap().clone();
    let column = |name: &str| head.iter().position(|own| own == name).unwrap_or_else(|| panic!("no column {name}"));
    let [code, severity, log, shoe, coup, money] = ["code", "severity", "log", "shoe", "coup", "money"].map(column);
    for row in reader.records() {
        let row = row.unwrap();
        let number = |at: usize| row[at].parse::<i64>().ok();
        db.execute(
            "insert into findings values (?1, ?2, ?3, ?4, ?5, ?6)",
            params![&row[code], &row[severity], &row[log], &row[shoe], number(coup), number(money)],
        )
        .unwrap();
    }
    db
}

/// By key, what a query counts or sums.
fn by_key(db: &Connection, sql: &str) -> Vec<(String, i64)> {
    let mut query = db.prepare(sql).unwrap();
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

fn object(value: &Value) -> Vec<(String, i64)> {
    let mut all: Vec<(String, i64)> =
        value.as_object().unwrap().iter().map(|(key, count)| (key.clone(), count.as_i64().unwrap())).collect();
    all.sort();
    all
}

#[test]
fn sql_over_the_exported_findings_agrees_with_the_report() {
    let month = Month::of(8, 3, 20_000, 4);
    let csv = month.batch(&["--format", "csv"]).out;
    let report = month.report(&[]);
    let db = findings(&csv);
    let by_code = by_key(&db, "select code, count(*) from findings group by code order by code");
    assert_eq!(by_code, object(&report["summary"]["by_code"]));
    let by_severity = by_key(&db, "select severity, count(*) from findings group by severity order by severity");
    assert_eq!(by_severity, object(&report["summary"]["by_severity"]));
    // Every variance is reported by findings, table by table: the log's id names the table. What a claim or a refusal moved
    // is in no due.
    let mut total = 0;
    for table in report["tables"].as_array().unwrap() {
        let of = format!("{}-{}-%", table["venue"].as_str().unwrap(), table["table"].as_str().unwrap());
        let reported: i64 = db
            .query_row("select coalesce(sum(money), 0) from findings where log like ?1 and code not in ('claim/unsupported', 'wager/refused')", [&of], |row| row.get(0))
            .unwrap();
        let variance = table["returned"].as_i64().unwrap() - table["due"].as_i64().unwrap();
        assert_eq!(reported, variance, "{of}");
        total += reported;
    }
    let currencies = report["summary"]["currencies"].as_array().unwrap();
    assert_eq!(currencies.iter().map(|totals| totals["net_variance"].as_i64().unwrap()).sum::<i64>(), total);
    assert_ne!(total, 0);
}

/// Every wager of every log, read by another reader, and summed by SQL.
#[test]
fn sql_over_the_logs_agrees_with_the_totals_by_table_and_wager() {
    let month = Month::of(4, 3, 4_000, 0);
    let report = month.report(&[]);
    let db = Connection::open_in_memory().unwrap();
    db.execute_batch(
        "create table wagers (venue text, name text, coup text, bet text, stake integer, returned integer)",
    )
    .unwrap();
    for path in logs(&month.path().join("month")) {
        let text = unpacked(&path);
        let (mut venue, mut name) = (String::new(), String::new());
        for line in text.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            if record["type"] == "open" {
                venue = record["venue"].as_str().unwrap().to_owned();
                name = record["table"].as_str().unwrap().to_owned();
            }
            for wager in record["wagers"].as_array().into_iter().flatten() {
                let returned = wager["returned"].as_i64().unwrap() - wager["commission"].as_i64().unwrap_or(0);
                let coup = format!("{} {}", record["shoe"], record["coup"]);
                db.execute(
                    "insert into wagers values (?1, ?2, ?3, ?4, ?5, ?6)",
                    params![venue, name, coup, wager["bet"].as_str(), wager["stake"].as_i64(), returned],
                )
                .unwrap();
            }
        }
    }
    for table in report["tables"].as_array().unwrap() {
        for (bet, sums) in table["by_bet"].as_object().unwrap() {
            let found: (i64, i64, i64) = db
                .query_row(
                    "select count(*), sum(stake), sum(returned) from wagers where venue = ?1 and name = ?2 and bet = ?3",
                    params![table["venue"].as_str(), table["table"].as_str(), bet],
                    |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
                )
                .unwrap();
            let reported = ["wagers", "staked", "returned"].map(|key| sums[key].as_i64().unwrap());
            assert_eq!([found.0, found.1, found.2], reported, "{bet}");
        }
    }
    let whole: (i64, i64, i64) = db
        .query_row("select count(*), sum(stake), sum(returned) from wagers", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .unwrap();
    let currencies = report["summary"]["currencies"].as_array().unwrap();
    let reported = ["wagers", "staked", "returned"]
        .map(|key| currencies.iter().map(|totals| totals[key].as_i64().unwrap()).sum::<i64>());
    assert_eq!([whole.0, whole.1, whole.2], reported);
}

fn logs(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(logs(&path));
        } else if path.to_str().unwrap().contains(".jsonl") {
            out.push(path);
        }
    }
    out
}

fn unpacked(path: &std::path::Path) -> String {
    use std::io::Read as _;
    let bytes = std::fs::read(path).unwrap();
    let mut text = String::new();
    match path.extension().unwrap().to_str().unwrap() {
        "gz" => flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).unwrap(),
        "zst" => ruzstd::decoding::StreamingDecoder::new(bytes.as_slice()).unwrap().read_to_string(&mut text).unwrap(),
        _ => bytes.as_slice().read_to_string(&mut text).unwrap(),
    };
    text
}
