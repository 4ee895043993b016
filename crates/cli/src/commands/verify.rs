use std::path::Path;
use std::process::ExitCode;

use resettle_audit::{Finding, Totals, integrity_findings};
use resettle_coup_log::{Heads, LogReader, LogVerdict, TrustStore};
use resettle_report::document::{FindingRow, Input, Report, Summary};

use super::history::Remembering;
use super::{custody, output, trust};
use crate::args::VerifyArgs;
use crate::clock;
use crate::error::{Error, shown};
use crate::files::LogFile;
use crate::progress;

/// `resettle verify`
pub fn run(args: &VerifyArgs) -> Result<ExitCode, Error> {
    let generated_at = clock::stamp(args.at.as_deref())?;
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let mut remembering = Remembering::begin(args.heads.as_deref(), store)?;
    let mut inputs = Vec::new();
    let mut findings: Vec<Finding> = Vec::new();
    let mut unread = 0;
    for path in &args.logs {
        match one(path, store, remembering.heads()) {
            Ok((verdict, input, cut)) => {
                if let Some(error) = cut {
                    anstream::eprintln!("error: {} could not be read to its end: {error}", shown(path));
                    unread += 1;
                }
                findings.extend(integrity_findings(&verdict, &input.path));
                remembering.add(&input.path, &verdict);
                inputs.push(input);
            }
            Err(error) => {
                anstream::eprintln!("{error}");
                unread += 1;
            }
        }
    }
    findings.extend(remembering.findings(&args.logs, store));
    inputs.sort_by(|a: &Input, b: &Input| (&a.log, &a.path).cmp(&(&b.log, &b.path)));
    findings.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()).then_with(|| a.file.cmp(&b.file)));
    let report = Report {
        kind: "resettle-report/1",
        tool: format!("resettle {}", env!("CARGO_PKG_VERSION")),
        generated_at,
        judged_by: None,
        facts: None,
        heads: remembering.used(),
        trust: trusted.map(|(_, used)| used),
        approvers: None,
        inputs,
        rulesets: Vec::new(),
        summary: Summary::new(&Totals::default(), &findings),
        findings: findings.iter().map(FindingRow::from).collect(),
    };
    let printed = output::print(&report, args.format);
    remembering.save()?;
    printed?;
    remembering.settled()?;
    if unread > 0 {
        return Err(Error::SomeUnread(unread, args.logs.len()));
    }
    Ok(output::status(&report, args.fail_on))
}

type Verified = (LogVerdict, Input, Option<std::io::Error>);

fn one(path: &Path, store: Option<&TrustStore>, heads: Option<&Heads>) -> Result<Verified, Error> {
    let fail = |error| Error::read(path, error);
    let name = path.display().to_string();
    let bar = progress::bar(std::fs::metadata(path).map_or(0, |about| about.len()), &shown(path));
    let ticking = bar.clone();
    let mut file = LogFile::open(path, move |bytes| ticking.inc(bytes)).map_err(fail)?;
    let mut cut = None;
    let verdict = {
        let mut reader = LogReader::new(file.content().map_err(fail)?, store).against(heads);
        loop {
            match reader.next_entry() {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) => {
                    reader.cut_short();
                    cut = Some(error);
                    break;
                }
            }
        }
        reader.finish()
    };
    let sha256 = file.finish().map_err(fail)?;
    bar.finish_and_clear();
    let input = custody::of(name, sha256, &verdict);
    Ok((verdict, input, cut))
}
