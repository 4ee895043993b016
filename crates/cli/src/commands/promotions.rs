use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use resettle_audit::{Finding, Place, Totals};
use resettle_promotions::{
    Breach, FILES, HeaderError, JudgedRegister, MAX_FILE, Note, Register, RegisterHeader, judge,
};
use resettle_report::document::{
    Capped, FindingRow, Held, Input, PromotionNote, PromotionsUsed, Ruleset as RulesetRow, Summary,
};
use resettle_report::print::{Detail, neutral};
use resettle_report::tally::{Counts, RegisterCounts};

use super::ground::RulesUsed;
use super::output;
use super::report::Signing;
use crate::args::PromotionsArgs;
use crate::error::Error;
use crate::files;

const NO_SEALS: &str = "not authenticated: a register bears no seals";

/// `resettle promotions`
pub fn run(args: &PromotionsArgs) -> Result<ExitCode, Error> {
    let PromotionsArgs { rules, facts, approval, in_force, outcome, .. } = args;
    let mut rules = RulesUsed::read(rules, facts.as_deref(), approval, in_force, None)?;
    let signing = Signing::begin(&args.signed, None)?;
    let bytes = read(&args.register)?;
    let register = Register::read(&bytes).map_err(|error| no_register(&args.register, &error))?;
    let judged = judge(&register, &rules.registry, rules.named.as_ref()).map_err(|error| {
        Error::new(neutral(&error.to_string()).to_string())
            .help("name with --ruleset one that has it; `resettle ruleset show ID` tells")
    })?;
    let (counts, findings) = findings(&judged, &register.header, &args.register);
    let findings = Capped::new(findings.into_iter().map(Ok), outcome.max_per_code).collect::<io::Result<Vec<_>>>();
    let rows = Held { findings: findings.map_err(Error::Output)?, ..Held::default() };
    let used: u64 = judged.rulesets.iter().map(|used| used.promotions).sum();
    let none = RegisterCounts::default();
    let summary = Summary::new(&Totals::default(), Vec::new(), &counts, &none, outcome.max_per_code);
    let mut report = rules.stated(in_force, facts.as_deref()).report(
        inputs(&bytes, &register, &args.register),
        judged.rulesets.iter().map(ruleset).collect(),
        summary,
    );
    report.promotions = Some(about(&register, &judged, &args.register, used));
    if let Some(approvals) = &rules.approvals {
        approvals.report(&mut report);
    }
    // If the reader of the output goes away, the requested report is still written.
    let printed = output::print(&report, &rows, outcome.format, Detail::Whole);
    if let Some(signing) = signing {
        signing.write(&report, &rows, &[])?;
    }
    printed?;
    Ok(output::status(&report, outcome.fail_on))
}

/// The files of a register that its folder holds.
fn read(folder: &Path) -> Result<BTreeMap<&'static str, Vec<u8>>, Error> {
    // A missing folder is reported as such, and not as a register without a header.
    std::fs::read_dir(folder).map_err(|error| Error::read(folder, error))?;
    let mut out = BTreeMap::new();
    for name in FILES {
        let path = folder.join(name);
        match std::fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            _ => {
                out.insert(name, files::bytes_up_to(&path, MAX_FILE as u64)?);
            }
        }
    }
    Ok(out)
}

fn no_register(folder: &Path, error: &HeaderError) -> Error {
    let faults: &[_] = if let HeaderError::Faults(faults) = error { faults } else { &[] };
    let lines = faults.iter().map(|fault| {
        let name = fault.name.as_ref().map_or_else(String::new, |name| format!(" (`{name}`)"));
        format!("  line {}, column {}{name}: {}", fault.line, fault.column, neutral(&fault.what))
    });
    Error::new(error.to_string())
        .at(folder)
        .listing(lines)
        .help("register.csv says in one row what the register is of: docs/spec/promotions.md")
}

/// What was found, as reports write it.
fn findings(judged: &JudgedRegister, header: &RegisterHeader, folder: &Path) -> (Counts, Vec<FindingRow>) {
    let mut counts = Counts::default();
    let mut rows = Vec::new();
    for breach in &judged.breaches {
        let finding = finding(breach, folder);
        counts.finding(&finding);
        let mut row = FindingRow::from(&finding);
        row.jurisdiction = Some(header.jurisdiction.clone());
        row.venue = Some(header.venue.clone());
        row.game = Some(header.game.clone());
        row.currency = Some(header.currency.clone());
        row.promotion.clone_from(&breach.promotion);
        row.item.clone_from(&breach.item);
        row.term.clone_from(&breach.term);
        rows.push(row);
    }
    (counts, rows)
}

fn finding(breach: &Breach, folder: &Path) -> Finding {
    let place =
        Place { line: Some(breach.at.line), record_sha256: Some(breach.at.sha256.to_string()), ..Place::default() };
    let mut finding = Finding::new(breach.code, &place, breach.message.clone());
    finding.severity = breach.severity;
    finding.clause.clone_from(&breach.clause);
    finding.file = folder.join(breach.at.file).display().to_string().into();
    finding.expected.clone_from(&breach.expected);
    finding.logged.clone_from(&breach.logged);
    finding.reading = breach.reading;
    finding
}

fn inputs(bytes: &BTreeMap<&'static str, Vec<u8>>, register: &Register, folder: &Path) -> Vec<Input> {
    let of = |name: &str, bytes: &[u8]| Input {
        path: folder.join(name).display().to_string(),
        log: String::new(),
        sha256: files::sha256(bytes),
        last_seal: None,
        records: register.rows.get(name).copied().unwrap_or_default(),
        coups: 0,
        authenticated_records: 0,
        not_vouched: Vec::new(),
        not_vouched_coups: None,
        keys: Vec::new(),
        table: None,
        source: None,
        content: None,
        span: None,
        note: Some(NO_SEALS.into()),
    };
    FILES.iter().filter_map(|name| Some(of(name, bytes.get(name)?))).collect()
}

fn about(register: &Register, from: &JudgedRegister, folder: &Path, judged: u64) -> PromotionsUsed {
    let header = &register.header;
    PromotionsUsed {
        path: folder.display().to_string(),
        jurisdiction: header.jurisdiction.clone(),
        venue: header.venue.clone(),
        game: header.game.clone(),
        currency: header.currency.clone(),
        as_of: header.as_of.to_string(),
        judged,
        not_judged: (register.promotions() as u64).saturating_sub(judged),
        absent: register.absent().map(str::to_owned).collect(),
        notes: from.notes.iter().map(note).collect(),
    }
}

fn note(note: &Note) -> PromotionNote {
    PromotionNote {
        what: note.what.to_owned(),
        says: note.says.to_owned(),
        number: note.number,
        money: note.money,
        places: note.places.iter().map(|at| format!("{}:{}", at.file, at.line)).collect(),
    }
}

/// No coup was judged by it, which the report shows as 0.
fn ruleset(used: &resettle_promotions::UsedRuleset) -> RulesetRow {
    (&resettle_audit::RulesetUse::none_of(&used.ruleset)).into()
}
