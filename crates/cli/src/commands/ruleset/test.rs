use std::path::Path;
use std::process::ExitCode;

use resettle_cases::{CaseFile, Failure, Judge};
use resettle_report::document::to_json;
use resettle_report::print::neutral;
use resettle_ruleset::Ruleset;
use resettle_ruleset::check::{CASES, RULES};
use serde::Serialize;

use super::folders::{self, RulesetFolder};
use crate::args::{TestArgs, TestFormat};
use crate::error::{Error, shown};
use crate::files;
use crate::spelling::counted;
use resettle_console::say;

/// A ruleset whose cases were run.
pub struct Tested {
    id: String,
    /// Its file of cases, as people find it.
    file: String,
    /// How many groups and cases there are; `None` if there is no file of cases.
    counts: Option<(usize, usize)>,
    failures: Vec<Failed>,
}

/// A case that does not hold.
struct Failed {
    line: u32,
    group: String,
    case: String,
    failures: Vec<Failure>,
}

impl Tested {
    /// Whether there are cases, and all hold.
    pub fn holds(&self) -> bool {
        self.counts.is_some() && self.failures.is_empty()
    }

    /// How many cases there are; `None` if there is no file of cases.
    pub fn cases(&self) -> Option<usize> {
        self.counts.map(|(_, cases)| cases)
    }
}

/// `resettle ruleset test`
pub fn run(args: &TestArgs) -> Result<ExitCode, Error> {
    let mut all = found(args)?;
    if let Some(path) = &args.cases {
        let text = files::text(path)?;
        for found in &mut all {
            found.cases = Some(text.clone());
            found.cases_at = shown(path);
        }
    }
    let mut tested = Vec::new();
    for found in &all {
        tested.push(test(found)?);
    }
    match args.format {
        TestFormat::Text => text(&tested)?,
        TestFormat::Json => json(&tested)?,
    }
    Ok(ExitCode::from(u8::from(!tested.iter().all(Tested::holds))))
}

/// Runs the cases of one ruleset.
pub fn test(found: &RulesetFolder) -> Result<Tested, Error> {
    let mut tested = Tested { id: found.id.clone(), file: found.cases_at.clone(), counts: None, failures: Vec::new() };
    let Some((file, ruleset)) = read(found)? else { return Ok(tested) };
    let judge = Judge::new(ruleset);
    let mut count = 0;
    for (group, case) in file.cases() {
        count += 1;
        let failures = case.failures(&case.run(&judge));
        if !failures.is_empty() {
            let (group, case_name) = (group.name.clone(), case.what.clone());
            tested.failures.push(Failed { line: case.place.line, group, case: case_name, failures });
        }
    }
    tested.counts = Some((file.groups.len(), count));
    Ok(tested)
}

/// The cases with the ruleset; `None` if there is no file of cases.
pub fn read(found: &RulesetFolder) -> Result<Option<(CaseFile, Ruleset)>, Error> {
    let faults = |file: &str, text: &str, faults: resettle_yaml::Faults| Error::Faults {
        path: file.into(),
        count: faults.len(),
        rendered: faults.render(file, text, resettle_console::output::colour()),
    };
    let at = format!("{}/{RULES}", found.shown);
    let ruleset = Ruleset::from_yaml(&found.id, &found.yaml, found.notes.as_bytes())
        .map_err(|errors| faults(&at, &found.yaml, errors))?;
    let Some(text) = &found.cases else { return Ok(None) };
    let file = CaseFile::from_yaml(text).map_err(|errors| faults(&found.cases_at, text, errors))?;
    if file.ruleset != found.id {
        return Err(Error::new(format!(
            "{}: these are cases of {}, not of {}",
            neutral(&found.cases_at),
            neutral(&file.ruleset),
            neutral(&found.id)
        )));
    }
    Ok(Some((file, ruleset)))
}

/// The requested rulesets.
fn found(args: &TestArgs) -> Result<Vec<RulesetFolder>, Error> {
    let mut available = Vec::new();
    let mut said = Vec::new();
    for place in args.rules.places() {
        available.extend(folders::of(place, &mut said)?);
    }
    if args.rules.with_built_in() {
        available.extend(resettle_rulesets::embedded().map(RulesetFolder::from));
    }
    if args.names.is_empty() {
        return Ok(available);
    }
    let mut out = Vec::new();
    for name in &args.names {
        if let Some(at) = available.iter().position(|found| found.id == *name) {
            out.push(available.swap_remove(at));
            continue;
        }
        let folder = Path::new(name);
        let below = if folder.is_dir() { folders::named(folder)? } else { Vec::new() };
        if below.is_empty() {
            return Err(Error::new(format!(
                "there is no ruleset `{}`, nor a folder of that name that holds one",
                neutral(name)
            ))
            .help("`resettle ruleset list` shows those there are"));
        }
        out.extend(below);
    }
    Ok(out)
}

fn text(tested: &[Tested]) -> Result<(), Error> {
    for one in tested {
        for failed in &one.failures {
            say!("{}:{}: {}: {}", neutral(&one.file), failed.line, neutral(&failed.group), neutral(&failed.case))?;
            for failure in &failed.failures {
                say!("  {:<6} expected  {}", failure.what, listed(&failure.expected))?;
                say!("  {:<6} found     {}", "", listed(&failure.found))?;
                for why in &failure.why {
                    say!("  {:<6} why       {}", "", neutral(why))?;
                }
            }
        }
        let id = neutral(&one.id);
        match one.counts {
            None => say!("{id}  no cases: there is no {CASES} beside it")?,
            Some((groups, cases)) if one.failures.is_empty() => {
                say!("{id}  {} in {} hold", counted(cases as u64, "case"), counted(groups as u64, "group"))?
            }
            Some((_, cases)) => say!("{id}  {} of {cases} cases do not hold", one.failures.len())?,
        }
    }
    Ok(())
}

fn listed(list: &[String]) -> String {
    if list.is_empty() { "nothing".to_owned() } else { neutral(&list.join(" | ")) }
}

#[derive(Serialize)]
struct TestedRow<'t> {
    ruleset: &'t str,
    file: &'t str,
    groups: usize,
    cases: usize,
    has_cases: bool,
    failures: Vec<Line<'t>>,
}

#[derive(Serialize)]
struct Line<'t> {
    line: u32,
    group: &'t str,
    case: &'t str,
    what: &'static str,
    expected: &'t [String],
    found: &'t [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    why: &'t [String],
}

fn json(tested: &[Tested]) -> Result<(), Error> {
    let rows: Vec<TestedRow<'_>> = tested
        .iter()
        .map(|one| TestedRow {
            ruleset: &one.id,
            file: &one.file,
            groups: one.counts.map_or(0, |(groups, _)| groups),
            cases: one.counts.map_or(0, |(_, cases)| cases),
            has_cases: one.counts.is_some(),
            failures: one.failures.iter().flat_map(lines).collect(),
        })
        .collect();
    let document = serde_json::json!({"type": "resettle-ruleset-test/1", "rulesets": rows});
    let mut out = resettle_console::output::standard();
    to_json(&document, true, &mut out).map_err(Error::Output)
}

fn lines(failed: &Failed) -> impl Iterator<Item = Line<'_>> {
    failed.failures.iter().map(|failure| Line {
        line: failed.line,
        group: &failed.group,
        case: &failed.case,
        what: failure.what,
        expected: &failure.expected,
        found: &failure.found,
        why: &failure.why,
    })
}
