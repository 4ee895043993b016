//! A small month of a small casino, with faults, and the report on it: all steps once, without a network.

use std::fs;
use std::io::{self, Cursor, Read as _};
use std::path::Path;
use std::process::ExitCode;

use serde_json::Value;

use super::{batch, digest, key};
use crate::args::{
    ApprovalArgs, BatchArgs, ByArgs, ChosenArgs, DemoArgs, DigestArgs, ExportFormat, FailOn, Format, InForceArgs,
    JudgingArgs, OutcomeArgs, Rendering, ReportingArgs, RulesArgs, SignedArgs, StaffArgs,
};
use crate::error::{Error, not_in_a_page, shown};
use crate::files;
use resettle_console::say;

/// The days of the demonstration, and the time that everything bears: the same bytes every day, except for the keys.
const DAYS: [&str; 3] = ["2023-06-01", "2023-06-02", "2023-06-03"];
const AT: &str = "2023-06-04T09:00:00+08:00";

/// The logs, made once, by what was drawn by lot then:
/// `resettle-simulate month --tables 5 --days 3 --coups 4000 --faulty-shoes 4 --seed 7 --out logs`
const LOGS: &[u8] = include_bytes!("../../demo/logs.zip");

/// `resettle demo`
pub fn run(args: &DemoArgs) -> Result<ExitCode, Error> {
    if cfg!(target_family = "wasm") {
        return Err(not_in_a_page("demo"));
    }
    let dir = &args.dir;
    fs::create_dir(dir).map_err(|error| Error::write(dir, error))?;
    let logs = dir.join("logs");
    said("1. Five tables of two venues play for three days, and faults are planted.")?;
    unpack(&logs)?;
    said("2. The venue signs each day for its logs; the auditor has a key, too.")?;
    keys(dir)?;
    digests(dir, &logs)?;
    said("3. A log is changed after it was signed for; an inspector rules on one finding.")?;
    change_a_log(&logs.join("mbs/7UP-01/2023-06-02.jsonl"))?;
    ruling(dir, &logs.join("expected.json"))?;
    said("4. Every coup is dealt and settled again:\n")?;
    batch::run(&batch_args(dir, logs))?;
    next(dir)?;
    Ok(ExitCode::SUCCESS)
}

fn said(what: &str) -> Result<(), Error> {
    say!("{what}")
}

/// Writes the logs, with their trust store, their roster and what was planted in them.
fn unpack(logs: &Path) -> Result<(), Error> {
    let damaged = |error: zip::result::ZipError| Error::write(logs, io::Error::other(error));
    let mut archive = zip::ZipArchive::new(Cursor::new(LOGS)).map_err(damaged)?;
    for nth in 0..archive.len() {
        let mut file = archive.by_index(nth).map_err(damaged)?;
        let path = logs.join(&*file.name().map_err(damaged)?);
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| Error::write(&path, error))?;
        let folder = files::folder_of(&path);
        fs::create_dir_all(folder).map_err(|error| Error::write(folder, error))?;
        files::write_new(&path, &bytes)?;
    }
    Ok(())
}

/// Throwaway keys: they vouch for nothing.
fn keys(dir: &Path) -> Result<(), Error> {
    let mut signers = String::new();
    for (name, namespace) in [("venue", "resettle-digest"), ("auditor", "resettle-report")] {
        let file = dir.join(format!("{name}.key"));
        key::make(&file, &format!("{name} of a demonstration"))?;
        let public = files::text(&dir.join(format!("{name}.key.pub")))?;
        signers.push_str(&format!("{name}@demo namespaces=\"{namespace}\" {}\n", public.trim_end()));
    }
    files::write_new(&dir.join("allowed_signers"), signers.as_bytes())
}

fn digests(dir: &Path, logs: &Path) -> Result<(), Error> {
    let folder = dir.join("digests");
    fs::create_dir(&folder).map_err(|error| Error::write(&folder, error))?;
    let mut previous = None;
    for day in DAYS {
        let out = folder.join(format!("mbs-{day}.digest"));
        digest::make(&DigestArgs {
            dir: logs.join("mbs"),
            key: dir.join("venue.key"),
            passphrase_file: None,
            trust: Some(logs.join("trust.yaml")),
            out: out.clone(),
            day: Some(day.to_owned()),
            from: None,
            to: None,
            roster: Some(logs.join("roster.yaml")),
            previous: previous.replace(out),
            at: Some(AT.to_owned()),
        })?;
    }
    Ok(())
}

/// One digit of one record.
fn change_a_log(path: &Path) -> Result<(), Error> {
    let text = files::text(path)?;
    let changed = text.replacen("\"seat\":\"1\"", "\"seat\":\"2\"", 1);
    fs::write(path, changed).map_err(|error| Error::write(path, error))
}

/// A ruling on the first fault that belongs to a coup.
fn ruling(dir: &Path, expected: &Path) -> Result<(), Error> {
    let all: Vec<Value> = serde_json::from_str(&files::text(expected)?).unwrap_or_default();
    let at_coup = |one: &&Value| one["shoe"].is_string() && one["coup"].is_u64() && one["money"].is_i64();
    let one = all.iter().find(at_coup).ok_or_else(|| Error::new("nothing was planted at a coup"))?;
    let word = |key: &str| one[key].as_str().unwrap_or_default();
    let yaml = format!(
        "dispositions:\n  - code: {}\n    log: {}\n    shoe: {}\n    coup: {}\n    kind: ruling\n    \
         reason: put right at the table, voucher 12\n    by: duty inspector\n    until: 2023-12-31\n",
        word("code"),
        word("log"),
        word("shoe"),
        one["coup"]
    );
    files::write_new(&dir.join("dispositions.yaml"), yaml.as_bytes())
}

fn batch_args(dir: &Path, logs: std::path::PathBuf) -> BatchArgs {
    BatchArgs {
        by: JudgingArgs {
            roster: Some(logs.join("roster.yaml")),
            logs: ByArgs {
                trust: vec![logs.join("trust.yaml")],
                rules: RulesArgs { rulesets: None, add_rulesets: Vec::new() },
                facts: None,
                approval: ApprovalArgs { approvers: None, approvals: None },
                settings: None,
                staff: StaffArgs { staffing: None, without_staff: false },
            },
        },
        chosen: ChosenArgs {
            in_force: InForceArgs { ruleset: None, require_approved: false, at: Some(AT.to_owned()) },
            from: None,
            to: None,
            table: Vec::new(),
            venue: Vec::new(),
        },
        reporting: ReportingArgs {
            heads: None,
            digests: Some(dir.join("digests")),
            witnesses: None,
            digest_signers: Some(dir.join("allowed_signers")),
            dispositions: Some(dir.join("dispositions.yaml")),
            drop: None,
            licensee: None,
            auditor: None,
            previous: None,
            previous_signers: None,
            roster_signers: None,
            outcome: OutcomeArgs { fail_on: FailOn::Never, format: Format::Text, max_per_code: None },
            signed: SignedArgs {
                report: Some(dir.join("report")),
                with: Rendering::ALL.to_vec(),
                key: Some(dir.join("auditor.key")),
                passphrase_file: None,
            },
            export: None,
            sample: None,
            sample_seed: None,
            quiet: false,
            verbose: false,
        },
        export_format: ExportFormat::Parquet,
        checkpoint: None,
        threads: None,
        dir: logs,
    }
}

fn next(dir: &Path) -> Result<(), Error> {
    let dir = shown(dir);
    say!(
        "\nWhat to open next:\n  \
         {dir}/report/report.html            the report, in a browser\n  \
         {dir}/report/report.json            the same as data, signed\n  \
         {dir}/logs/planted.txt              what was planted, and where\n  \
         resettle report verify {dir}/report --signers {dir}/allowed_signers\n  \
         resettle report show {dir}/report --verbose             all of every finding\n  \
         resettle explain settlement/overpaid"
    )
}
