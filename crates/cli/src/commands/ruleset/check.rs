use std::collections::BTreeMap;
use std::process::ExitCode;

use resettle_cases::{CaseFile, demands, untried_draws};
use resettle_odds::{RulesetOdds, favours_player};
use resettle_report::approval::ApprovalStatus;
use resettle_report::document::to_json;
use resettle_report::print::neutral;
use resettle_ruleset::check::{CASES, Folder, Level, NOTES, RULES, Remark, Subject, check_folder, check_registry};
use resettle_ruleset::{Registry, Ruleset};
use resettle_yaml::{Fault, Position};
use serde::Serialize;

use super::folders::{self, RulesetFolder};
use super::test;
use crate::approvals::{self, Approvals};
use crate::args::{CheckArgs, CheckFormat, RulesetPlace};
use crate::clock;
use crate::error::{Error, shown};
use crate::spelling::counted;
use resettle_console::say;

/// Everything that was checked.
#[derive(Default)]
struct Overview {
    found: Vec<RulesetFolder>,
    rulesets: Vec<Ruleset>,
    remarks: Vec<Remark>,
}

/// `resettle ruleset check`
pub fn run(args: &CheckArgs) -> Result<ExitCode, Error> {
    let mut overview = gathered(&args.places)?;
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for found in &overview.found {
        let checked =
            check_folder(Folder { id: &found.id, yaml: &found.yaml, notes: &found.notes, others: &found.others });
        overview.remarks.extend(checked.remarks);
        let Some(ruleset) = checked.ruleset else { continue };
        overview.remarks.extend(about_cases(found, &ruleset)?);
        overview.remarks.extend(about_odds(&ruleset)?);
        match seen.get(&ruleset.id).cloned() {
            None => {
                seen.insert(ruleset.id.clone(), ruleset.digest.clone());
                overview.rulesets.push(ruleset);
            }
            Some(digest) if digest == ruleset.digest => {}
            Some(digest) => {
                let message =
                    format!("this id is there twice with different contents: digests {digest} and {}", ruleset.digest);
                overview.remarks.push(remark(
                    Level::Error,
                    Subject::Registry,
                    &ruleset.id,
                    message,
                    "keep one of the two",
                ));
            }
        }
    }
    let side_by_side: Vec<&Ruleset> = overview.rulesets.iter().collect();
    overview.remarks.extend(check_registry(&side_by_side));
    let approvals = approved(args, &mut overview)?;
    match args.format {
        CheckFormat::Text => text(&overview, approvals.as_ref())?,
        CheckFormat::Json => json(&overview, approvals.as_ref())?,
    }
    let wrong = overview.remarks.iter().any(|remark| remark.level >= Level::Warning);
    Ok(ExitCode::from(u8::from(wrong)))
}

/// Cases that are missing, that have faults, or that leave an enforced clause untested.
pub fn about_cases(found: &RulesetFolder, ruleset: &Ruleset) -> Result<Vec<Remark>, Error> {
    let say = |level, fault: Fault| Remark {
        level,
        subject: Subject::Cases,
        id: found.id.clone(),
        file: CASES.to_owned(),
        fault,
    };
    let Some(text) = &found.cases else {
        let message = "there are no cases beside the ruleset: nothing tests it".to_owned();
        let help = Some("docs/ruleset-cases.md says how cases are written".to_owned());
        return Ok(vec![say(Level::Note, Fault { place: Position::default(), message, help })]);
    };
    let file = match CaseFile::from_yaml(text) {
        Ok(file) => file,
        Err(faults) => return Ok(faults.sorted().into_iter().map(|fault| say(Level::Error, fault)).collect()),
    };
    if file.ruleset != found.id {
        let message = format!("these are cases of {}", file.ruleset);
        let help = Some("name this ruleset, and say what comes of its coups".to_owned());
        return Ok(vec![say(Level::Error, Fault { place: Position::default(), message, help })]);
    }
    let mut out: Vec<Remark> = demands(&file, ruleset).into_iter().map(|fault| say(Level::Error, fault)).collect();
    if let Some(untried) = untried_draws(&file, ruleset) {
        let message = format!("no case tries {untried}");
        let help = Some("a case whose coup comes to a decision shows that its cell is right".to_owned());
        out.push(say(Level::Note, Fault { place: Position::default(), message, help }));
    }
    if !test::test(found)?.holds() {
        let message = "the cases do not all hold".to_owned();
        let help = Some("`resettle ruleset test` shows which, and what is found instead".to_owned());
        out.push(say(Level::Error, Fault { place: Position::default(), message, help }));
    }
    Ok(out)
}

/// Bets that favour the player, unless the ruleset states that this is known.
fn about_odds(ruleset: &Ruleset) -> Result<Vec<Remark>, Error> {
    let help =
        "compare the odds with the document; where they are right, say so under `favours_player`, with the reason";
    let mut out: Vec<Remark> = Vec::new();
    for rules in ruleset.each() {
        let all = RulesetOdds::of_all_decks(rules).map_err(|error| Error::new(error.to_string()))?;
        for bet in favours_player(rules, &all).into_iter().filter(|bet| bet.why.is_none()) {
            // Choices that do not affect a bet leave its odds unchanged.
            let known = out.iter().any(|known| known.fault.message.starts_with(&bet.in_words()));
            let under = if rules.elected.0.is_empty() { String::new() } else { format!(", under {}", rules.elected) };
            if !known {
                let message = format!("{}{under}", bet.in_words());
                // What only rounding does, at a stake of few chips, is what the rules say of rounding.
                let level = if bet.at.is_some() { Level::Note } else { Level::Warning };
                out.push(remark(level, Subject::Odds, &ruleset.id, message, help));
            }
        }
    }
    Ok(out)
}

fn remark(level: Level, subject: Subject, id: &str, message: String, help: &str) -> Remark {
    let fault = Fault { place: Position::default(), message, help: Some(help.to_owned()) };
    Remark { level, subject, id: id.to_owned(), file: RULES.to_owned(), fault }
}

fn gathered(places: &[RulesetPlace]) -> Result<Overview, Error> {
    let mut overview = Overview::default();
    if places.is_empty() {
        overview.found = resettle_rulesets::embedded().map(RulesetFolder::from).collect();
    }
    for place in places {
        let before = (overview.found.len(), overview.remarks.len());
        overview.found.extend(folders::of(place, &mut overview.remarks)?);
        if before == (overview.found.len(), overview.remarks.len()) {
            return Err(Error::new(format!("no ruleset stands below {}", shown(place.named())))
                .help("the folder holds <jurisdiction>/<venue>/<game>/<effective date>/ruleset.yaml"));
        }
    }
    Ok(overview)
}

/// What approvals state, if approvers are named; an altered ruleset is an error, an unapproved one a note.
fn approved(args: &CheckArgs, overview: &mut Overview) -> Result<Option<Approvals>, Error> {
    let mut registry = Registry::default();
    for ruleset in &overview.rulesets {
        registry.add(ruleset.clone()).map_err(|error| Error::new(error.to_string()))?;
    }
    let places: Vec<&RulesetPlace> = args.places.iter().collect();
    let moment = clock::moment(args.at.as_deref())?;
    let approvals = approvals::check(&args.approval, &places, args.places.is_empty(), &registry, None, moment)?;
    for ruleset in approvals.iter().flat_map(|_| &overview.rulesets) {
        let Some(approvals) = &approvals else { continue };
        let status = approvals.of(&ruleset.id);
        let (level, help) = match status {
            ApprovalStatus::Altered { .. } => {
                (Level::Error, "get the approved bytes back, or have the change approved")
            }
            ApprovalStatus::Unapproved { .. } => {
                (Level::Note, "`resettle ruleset approve`, once it was compared with its document")
            }
            ApprovalStatus::Approved { .. } | ApprovalStatus::Unverified => continue,
        };
        overview.remarks.push(remark(level, Subject::Approval, &ruleset.id, status.to_string(), help));
    }
    for absent in approvals.iter().flat_map(Approvals::absent) {
        let help = "get the approved bytes back; to withdraw a version, take its approvals away too";
        overview.remarks.push(remark(Level::Error, Subject::Approval, &absent.id, neutral(&absent.message()), help));
    }
    Ok(approvals)
}

fn text(overview: &Overview, approvals: Option<&Approvals>) -> Result<(), Error> {
    let colour = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    for remark in &overview.remarks {
        let found = overview.found.iter().find(|found| found.id == remark.id);
        let (folder, source) = match (found, remark.file.as_str()) {
            (Some(found), RULES) => (found.shown.as_str(), found.yaml.as_str()),
            (Some(found), NOTES) => (found.shown.as_str(), found.notes.as_str()),
            (Some(found), CASES) => (found.shown.as_str(), found.cases.as_deref().unwrap_or("")),
            (Some(found), _) => (found.shown.as_str(), ""),
            (None, _) => (remark.id.as_str(), ""),
        };
        let file = neutral(&format!("{folder}/{}", remark.file));
        say!("{}", remark.fault.render(remark.level.weight(), &file, source, colour))?;
    }
    for found in &overview.found {
        let of = |level: Level| {
            overview.remarks.iter().filter(|remark| remark.id == found.id && remark.level == level).count()
        };
        let said = match (of(Level::Error), of(Level::Warning)) {
            (0, 0) => "sound".to_owned(),
            (errors, warnings) => faults(errors, warnings),
        };
        let digest =
            overview.rulesets.iter().find(|ruleset| ruleset.id == found.id).map(|ruleset| ruleset.digest.as_str());
        say!("{}  {said}", neutral(&found.id))?;
        if let Some(digest) = digest {
            say!("  digest    {digest}")?;
        }
        if let Some(approvals) = approvals {
            say!("  approval  {}", approvals.of(&found.id))?;
        }
    }
    let of = |level: Level| overview.remarks.iter().filter(|remark| remark.level == level).count();
    say!(
        "{} checked: {}, {}",
        counted(overview.found.len(), "ruleset"),
        faults(of(Level::Error), of(Level::Warning)),
        counted(of(Level::Note), "note")
    )
}

fn faults(errors: usize, warnings: usize) -> String {
    format!("{}, {}", counted(errors, "error"), counted(warnings, "warning"))
}

#[derive(Serialize)]
struct Document<'d> {
    #[serde(rename = "type")]
    kind: &'static str,
    rulesets: Vec<CheckedRow<'d>>,
    remarks: Vec<Line<'d>>,
    summary: Summary,
}

#[derive(Serialize)]
struct CheckedRow<'d> {
    id: &'d str,
    sha256: Option<&'d str>,
    approval: &'d ApprovalStatus,
}

#[derive(Serialize)]
struct Line<'d> {
    level: &'static str,
    subject: &'static str,
    ruleset: &'d str,
    file: &'d str,
    line: Option<u32>,
    column: Option<u32>,
    message: &'d str,
    help: Option<&'d str>,
}

#[derive(Serialize)]
struct Summary {
    errors: usize,
    warnings: usize,
    notes: usize,
}

fn json(overview: &Overview, approvals: Option<&Approvals>) -> Result<(), Error> {
    let of = |level: Level| overview.remarks.iter().filter(|remark| remark.level == level).count();
    let document = Document {
        kind: "resettle-ruleset-check/1",
        rulesets: overview
            .found
            .iter()
            .map(|found| CheckedRow {
                id: &found.id,
                sha256: overview.rulesets.iter().find(|own| own.id == found.id).map(|own| own.digest.as_str()),
                approval: approvals.map_or(&ApprovalStatus::Unverified, |approvals| approvals.of(&found.id)),
            })
            .collect(),
        remarks: overview.remarks.iter().map(line).collect(),
        summary: Summary { errors: of(Level::Error), warnings: of(Level::Warning), notes: of(Level::Note) },
    };
    let mut out = resettle_console::output::standard();
    to_json(&document, true, &mut out).map_err(Error::Output)
}

fn line(remark: &Remark) -> Line<'_> {
    let place = remark.fault.place;
    Line {
        level: remark.level.word(),
        subject: remark.subject.word(),
        ruleset: &remark.id,
        file: &remark.file,
        line: (place.line > 0).then_some(place.line),
        column: (place.column > 0).then_some(place.column),
        message: &remark.fault.message,
        help: remark.fault.help.as_deref(),
    }
}
