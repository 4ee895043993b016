use std::path::Path;
use std::process::ExitCode;

use resettle_cases::Judge;
use resettle_console::output::colour;
use resettle_document::normalised;
use resettle_report::print::{neutral, neutral_lines};
use resettle_ruleset::{Ruleset, Trace};
use resettle_weave::{Beside, CaseRun, Woven, page};

use super::{approve, folders, test};
use crate::args::WeaveArgs;
use crate::commands::diff::wording::{Words, unnamed_before};
use crate::document;
use crate::error::{Error, shown};
use crate::files;
use crate::rules;
use crate::spelling::counted;

/// The one file of the folder.
const PAGE: &str = "index.html";

/// `resettle ruleset weave`
pub fn run(args: &WeaveArgs) -> Result<ExitCode, Error> {
    let chosen = rules::chosen(&args.ruleset, &args.rules)?;
    let old = args.against.as_deref().map(|name| rules::chosen(name, &args.rules)).transpose()?;
    if let (Some(path), None) = (&args.old_document, &old) {
        return Err(unnamed_before(path));
    }
    // Both by the same choices: what holds under one would else differ from what always holds.
    let (old_rules, ruleset) = match &old {
        Some(old) => {
            let (before, own) = rules::both_under(&old.ruleset, &chosen.ruleset, &args.elect)?;
            (Some(before), own)
        }
        None => (None, rules::under(&chosen.ruleset, &args.elect)?),
    };
    let cut = document::CutAt { named: args.cut_file.as_deref(), beside: chosen.path.parent() };
    let mut read = document::read_for(&args.document, &ruleset, &cut)?;
    let known = |number: &str| ruleset.clauses.iter().find(|clause| normalised(&clause.number) == normalised(number));
    read.document.fit(|number| known(number).map(|clause| clause.fingerprint.as_str()));
    let notes = String::from_utf8_lossy(&chosen.notes).into_owned();
    let path_of_rules = shown(&chosen.path);
    let trace =
        Trace::of(&chosen.ruleset, &chosen.yaml, read.document.clone(), Some(&ruleset.elected)).map_err(|faults| {
            Error::new(format!(
                "{}: {}",
                neutral(&path_of_rules),
                faults.render(&path_of_rules, &chosen.yaml, colour())
            ))
        })?;
    let differences = trace.differences();
    let (cases, excused) = cases(args, &chosen.ruleset)?;
    let file = args.document.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let old_words = match (&old, &args.old_document) {
        (Some(old), Some(path)) => {
            let cut = document::CutAt { named: args.old_cut_file.as_deref(), beside: old.path.parent() };
            Some(Words::of(path, &old.ruleset, &cut)?)
        }
        _ => None,
    };
    let woven = Woven::of(&Beside {
        ruleset: &ruleset,
        notes: &notes,
        document: &read.document,
        file: &file,
        sha256: &read.sha256,
        cases: &cases,
        excused: &excused,
        old: old_rules.as_deref(),
        old_document: old_words.as_ref().map(|words| &words.document),
        differences: &differences,
    });
    let html = page(&woven).map_err(|error| Error::new(error.to_string()))?;
    std::fs::create_dir_all(&args.out).map_err(|error| Error::write(&args.out, error))?;
    let path = args.out.join(PAGE);
    files::write_new(&path, neutral_lines(&html).as_bytes())?;
    let totals = woven.totals;
    let apart = totals.different + totals.missing + totals.absent;
    let (_, excused, unshown) = woven.enforced();
    let mut changed = String::new();
    if !differences.is_empty() {
        changed.push_str(&format!("; the document says something else: {}", differences.join(", ")));
    }
    if let Some(old) = &woven.old {
        let values = counted(woven.changed_values() as u64, "value");
        changed.push_str(&format!("; {values} changed since {}", neutral(old)));
    }
    if let Some(said) = woven.changed_in_words() {
        changed.push_str(&format!("; {said}"));
    }
    if let Some(said) = woven.changed_outside() {
        changed.push_str(&format!("; {said}"));
    }
    let outside = woven.outside.iter().filter(|one| one.may_rule).count() + woven.overlooked.len();
    let outside = match outside {
        0 => String::new(),
        1 => "; 1 line in no clause of its own may be a rule".to_owned(),
        lines => format!("; {lines} lines in no clause of their own may be rules"),
    };
    anstream::eprintln!(
        "{}: {} clauses, {} of them with another text in document and ruleset; {unshown} enforced ones that no case shows, {excused} excused; {} numbers nowhere in the ruleset{changed}{outside}",
        shown(&path),
        woven.clauses.len(),
        apart,
        totals.nowhere
    );
    Ok(ExitCode::from(u8::from(apart + unshown > 0 || !trace.agrees())))
}

/// What came of each case, and the clauses that the cases excuse, each with why.
type Cases = (Vec<CaseRun>, Vec<(String, String)>);

fn cases(args: &WeaveArgs, ruleset: &Ruleset) -> Result<Cases, Error> {
    let found = match approve::folder_of(&args.ruleset, &args.rules)? {
        Some(found) => Some(found),
        None => folders::named(Path::new(&args.ruleset))?.into_iter().next(),
    };
    let Some((file, _)) = found.as_ref().map_or(Ok(None), test::read)? else { return Ok(Cases::default()) };
    let judge = Judge::new(ruleset.clone());
    let run = file.cases().map(|(group, case)| {
        let outcome = case.run(&judge);
        CaseRun { name: format!("{}: {}", group.name, case.what), by: outcome.by, finds: outcome.finds }
    });
    let excused = file.excused.iter().map(|(number, why, _)| (number.clone(), why.clone()));
    Ok((run.collect(), excused.collect()))
}
