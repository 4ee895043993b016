//! The report of the period before, and what became of its exceptions.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::Path;

use resettle_coup_log::{Digest, hex};
use resettle_oversight::carried::{Carried, Now, is_exception};
use resettle_oversight::disposition::Book;
use resettle_oversight::{Exception, fingerprint};
use resettle_report::document::{CarriedRow, InputTable, PreviousUsed};
use resettle_report::folder;
use resettle_report::print::neutral;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::commands::report;
use crate::error::{Error, shown};

/// What is read of an earlier report.
#[derive(Deserialize)]
struct Earlier {
    #[serde(rename = "type")]
    kind: String,
    generated_at: String,
    inputs: Vec<EarlierInput>,
    findings: Vec<EarlierFinding>,
    #[serde(default)]
    carried: Vec<CarriedRow>,
}

#[derive(Deserialize)]
struct EarlierInput {
    log: String,
    #[serde(default)]
    table: Option<InputTable>,
}

#[derive(Deserialize)]
struct EarlierFinding {
    code: String,
    severity: String,
    log: String,
    seq: Option<u64>,
    record_sha256: Option<String>,
    shoe: Option<String>,
    coup: Option<u64>,
    wager: Option<String>,
    expected: Option<String>,
    logged: Option<String>,
    money: Option<i64>,
    message: String,
}

/// The exceptions of an earlier report.
pub struct Previous {
    pub used: PreviousUsed,
    all: Vec<Carried>,
}

/// Reads an earlier report: a folder that is consistent with its signature, or a `report.json` by itself.
pub fn read(path: &Path) -> Result<Previous, Error> {
    let (file, signer) = if path.is_dir() {
        let verdict = folder::check(&report::files_of(path)?, None);
        if !verdict.is_consistent() {
            let told: Vec<String> =
                verdict.problems.iter().map(|problem| format!("  {}", neutral(&problem.to_string()))).collect();
            return Err(Error::Plain(format!(
                "{} {}, so its exceptions are not carried forward\n{}",
                shown(path),
                verdict.state(),
                told.join("\n")
            )));
        }
        let signer = verdict.signer.map_or_else(|| "nobody".to_owned(), |key| key.fingerprint());
        (path.join(folder::REPORT), format!("{signer}, whom nobody names"))
    } else {
        (path.to_owned(), "not asked: the report's file alone was passed".to_owned())
    };
    let fail = |error: std::io::Error| Error::read(&file, error);
    let mut hash = Sha256::new();
    std::io::copy(&mut std::fs::File::open(&file).map_err(fail)?, &mut hash).map_err(fail)?;
    let reader = BufReader::new(std::fs::File::open(&file).map_err(fail)?);
    let earlier: Earlier = serde_json::from_reader(reader).map_err(|error| no_report(&file, &error.to_string()))?;
    if earlier.kind != "resettle-report/1" {
        return Err(no_report(&file, &format!("it is of type {:?}", earlier.kind)));
    }
    let used = PreviousUsed {
        path: file.display().to_string(),
        sha256: hex(&hash.finalize()),
        generated_at: earlier.generated_at.clone(),
        signer,
    };
    Ok(Previous { used, all: exceptions(earlier) })
}

fn no_report(file: &Path, why: &str) -> Error {
    Error::Plain(format!(
        "{} is no report of resettle: {}\n  help: name the folder of a report, or its report.json",
        shown(file),
        neutral(why)
    ))
}

fn exceptions(earlier: Earlier) -> Vec<Carried> {
    let tables: BTreeMap<&str, &InputTable> =
        earlier.inputs.iter().filter_map(|input| Some((input.log.as_str(), input.table.as_ref()?))).collect();
    let mut out: BTreeMap<Digest, Carried> = BTreeMap::new();
    for row in earlier.carried.iter().filter(|row| row.standing != "settled") {
        let Some(fingerprint) = Digest::from_hex(&row.fingerprint) else { continue };
        out.insert(
            fingerprint,
            Carried {
                fingerprint,
                code: row.code.clone(),
                severity: row.severity.clone(),
                log: row.log.clone(),
                venue: row.venue.clone(),
                table: row.table.clone(),
                seq: row.seq,
                shoe: row.shoe.clone(),
                coup: row.coup,
                wager: row.wager.clone(),
                money: row.money,
                message: row.message.clone(),
                first_reported: row.first_reported.clone(),
            },
        );
    }
    for found in earlier.findings.iter().filter(|found| is_exception(&found.code, &found.severity)) {
        // Computed anew: nothing depends on what the report says of it.
        let fingerprint = fingerprint(&Exception {
            code: &found.code,
            log: &found.log,
            seq: found.seq,
            record_sha256: found.record_sha256.as_deref(),
            shoe: found.shoe.as_deref(),
            coup: found.coup,
            wager: found.wager.as_deref(),
            expected: found.expected.as_deref(),
            logged: found.logged.as_deref(),
            money: found.money,
        });
        let table = tables.get(found.log.as_str());
        let first = out.get(&fingerprint).map_or(&earlier.generated_at, |known| &known.first_reported).clone();
        out.insert(
            fingerprint,
            Carried {
                fingerprint,
                code: found.code.clone(),
                severity: found.severity.clone(),
                log: found.log.clone(),
                venue: table.map(|table| table.venue.clone()),
                table: table.map(|table| table.table.clone()),
                seq: found.seq,
                shoe: found.shoe.clone(),
                coup: found.coup,
                wager: found.wager.clone(),
                money: found.money,
                message: found.message.clone(),
                first_reported: first,
            },
        );
    }
    out.into_values().collect()
}

impl Previous {
    /// Begins to note what this report finds.
    pub fn now(&self) -> Now {
        Now::about(&self.all)
    }

    /// What became of each, by log, `seq`, code and wager.
    pub fn carried(&self, now: &Now, book: Option<&mut Book>) -> Vec<CarriedRow> {
        let mut book = book;
        let mut out: Vec<CarriedRow> = self
            .all
            .iter()
            .map(|one| {
                let exception = Exception {
                    code: &one.code,
                    log: &one.log,
                    shoe: one.shoe.as_deref(),
                    coup: one.coup,
                    wager: one.wager.as_deref(),
                    ..Exception::default()
                };
                let answer = book.as_deref_mut().and_then(|book| book.answer(one.fingerprint, &exception));
                let (standing, because) = now.standing(one, answer.is_some_and(|answer| !answer.expired));
                CarriedRow {
                    fingerprint: one.fingerprint.to_string(),
                    standing: standing.word().to_owned(),
                    because: because.to_owned(),
                    code: one.code.clone(),
                    severity: one.severity.clone(),
                    log: one.log.clone(),
                    venue: one.venue.clone(),
                    table: one.table.clone(),
                    seq: one.seq,
                    shoe: one.shoe.clone(),
                    coup: one.coup,
                    wager: one.wager.clone(),
                    money: one.money,
                    message: one.message.clone(),
                    first_reported: one.first_reported.clone(),
                }
            })
            .collect();
        out.sort_by(|a, b| {
            (&a.log, a.seq, &a.code, &a.wager, &a.fingerprint).cmp(&(&b.log, b.seq, &b.code, &b.wager, &b.fingerprint))
        });
        out
    }
}
