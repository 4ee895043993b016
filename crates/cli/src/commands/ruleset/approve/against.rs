//! With what a ruleset is compared before it is approved: the version before it, or what was approved under its own id.

use std::path::{Path, PathBuf};

use resettle_cases::{CaseFile, ChangedCases, changed_cases};
use resettle_diff::{Reworded, Version, compare, fingerprints, print};
use resettle_equivalence::{Difference, Statement, Verdict};
use resettle_report::approval::ApprovalStatus;
use resettle_report::print::neutral;
use resettle_ruleset::check::RULES;
use resettle_ruleset::{Against, Approval, CaseCounts, Proof, Registry, Ruleset, acceptance};
use resettle_sealed_log::Time;

use super::super::folders::{self, RulesetFolder};
use crate::approvals::{self, Approvals, FOLDER};
use crate::args::ApproveArgs;
use crate::commands::diff::wording::{Given, add_words, unnamed_before};
use crate::document::CutAt;
use crate::error::{Error, shown};
use crate::files;
use crate::rules;

/// What the comparison came to.
pub struct Compared {
    /// As it is signed.
    pub against: Against,
    /// As `resettle diff` prints it.
    pub diff: String,
    /// Each change in one line.
    pub lines: Vec<String>,
    /// What is proven of the two.
    pub statement: Statement,
    /// Cases that came, went or say something else.
    pub cases: ChangedCases,
    /// Whether what stands in no clause was compared: both documents were given.
    pub outside: bool,
    /// The values that changed by clauses whose words did not, each with its clauses.
    pub by_the_same_words: Vec<String>,
}

/// The comparison with what was approved before; required where there is anything to compare with.
pub fn compared(
    args: &ApproveArgs,
    found: &RulesetFolder,
    ruleset: &Ruleset,
    registry: &Registry,
    approvals: Option<&Approvals>,
) -> Result<Option<Compared>, Error> {
    let Some(name) = before(args, ruleset, registry, approvals)? else {
        return args.old_document.as_deref().map_or(Ok(None), |path| Err(unnamed_before(path)));
    };
    let old = rules::chosen(&name, &args.rules)?;
    let old_file = shown(&old.path);
    let was = Version { ruleset: &old.ruleset, yaml: &old.yaml, notes: &old.notes, file: &old_file };
    let file = format!("{}/{RULES}", found.shown);
    let is = Version { ruleset, yaml: &found.yaml, notes: found.notes.as_bytes(), file: &file };
    let mut diff = compare(&was, &is).map_err(|error| Error::new(error.to_string()))?;
    add_words(
        &mut diff,
        &Given {
            ruleset: &old.ruleset,
            document: args.old_document.as_deref(),
            cut: CutAt { named: None, beside: old.path.parent() },
        },
        &Given {
            ruleset,
            document: args.document.as_deref(),
            cut: CutAt { named: args.cut_file.as_deref(), beside: Some(Path::new(&found.shown)) },
        },
    )?;
    let asked = diff.reworded();
    read_words(args, &asked, &name)?;
    let mut reworded: Vec<String> = Vec::new();
    for one in asked {
        if !reworded.iter().any(|known| known == one.clause) {
            reworded.push(one.clause.to_owned());
        }
    }
    let statement = diff.equivalence.clone();
    let unproven: Vec<String> = statement.not_proven().map(|(part, why)| format!("{part}: {why}")).collect();
    if statement.verdict() == Verdict::NotProven && !args.accept_unproven {
        return Err(Error::new(format!(
            "that nothing changed but what is listed is not proven: {}",
            neutral(&unproven.join("; "))
        ))
        .help("read these parts in both versions, then pass --accept-unproven: the approval says which they were"));
    }
    let cases = changed_cases(cases_of(&name, args)?.as_ref(), read_cases(found)?.as_ref());
    let count = |list: &[String]| u32::try_from(list.len()).unwrap_or(u32::MAX);
    let against = Against {
        ruleset: old.ruleset.id.clone(),
        digest: old.ruleset.digest.clone(),
        changes: fingerprints(&diff),
        proof: Some(Proof {
            verdict: statement.verdict().word().to_owned(),
            differences: statement.differences().map(Difference::fingerprint).collect(),
            not_proven: unproven,
        }),
        reworded,
        cases: Some(CaseCounts {
            added: count(&cases.added),
            removed: count(&cases.removed),
            altered: count(&cases.altered),
        }),
    };
    let outside = args.old_document.is_some() && args.document.is_some();
    Ok(Some(Compared {
        diff: print::text(&diff, None),
        lines: print::lines(&diff),
        against,
        statement,
        cases,
        outside,
        by_the_same_words: diff.by_the_same_words(),
    }))
}

/// Refuses where clauses have to be read in words, unless whoever approves passes on what stands for the very words shown.
fn read_words(args: &ApproveArgs, asked: &[Reworded<'_>], name: &str) -> Result<(), Error> {
    if asked.is_empty() {
        return Ok(());
    }
    let in_full: Vec<String> = asked.iter().map(|one| neutral(&one.in_full())).collect();
    if asked.iter().any(|one| !one.is_shown()) {
        let lacking = match (&args.old_document, &args.document) {
            (None, None) => "--old-document and --document",
            (None, Some(_)) => "--old-document",
            _ => "--document",
        };
        return Err(Error::new("the words of clauses have to be read, and they cannot be shown").listing(in_full).help(format!(
            "pass {lacking}, the documents of {} and of this version: then the old words and the new ones are shown with what \
             stands for them, which --accept-words takes",
            neutral(name)
        )));
    }
    let list = acceptance("words", &in_full);
    if args.accept_words.as_deref() == Some(list.as_str()) {
        return Ok(());
    }
    let other = match &args.accept_words {
        Some(given) => format!("--accept-words {} stands for other words; ", neutral(given)),
        None => String::new(),
    };
    Err(Error::new(format!("{other}the words of clauses have to be read")).listing(in_full).help(format!(
        "[-…-] went and {{+…+}} came; read them and what enforces each clause, then pass --accept-words {list}, which stands for \
         these words: the approval says which clauses they were"
    )))
}

/// What it has to be compared with, as a name that [`rules::chosen`] takes: what was approved last under its own id, else
/// the version before it.
fn before(
    args: &ApproveArgs,
    ruleset: &Ruleset,
    registry: &Registry,
    approvals: Option<&Approvals>,
) -> Result<Option<String>, Error> {
    let id = neutral(&ruleset.id);
    if let Some(approved) = approved_in_place(args, ruleset, approvals)? {
        let Some(name) = &args.against else {
            return Err(Error::new(format!(
                "{id} was approved before, with other bytes (digest {approved}), and it is not said that the two were compared"
            ))
            .help(format!(
                "take the files that were approved from where you keep them into a folder, look at `resettle diff FOLDER {id}`, then \
                 pass --against FOLDER, and with --out a new file where your earlier approval lies in the place of this one; or delete \
                 the earlier approval, if it is to be taken back"
            )));
        };
        let given = rules::chosen(name, &args.rules)?.ruleset.digest.clone();
        if given != approved {
            return Err(Error::new(format!("{} is not what was approved under {id} before", neutral(name)))
                .help(format!("its digest is {given}; what was approved last has the digest {approved}")));
        }
        return Ok(Some(name.clone()));
    }
    let before = registry
        .iter()
        .filter(|other| {
            (&other.jurisdiction, &other.venue, &other.game) == (&ruleset.jurisdiction, &ruleset.venue, &ruleset.game)
        })
        .filter(|other| other.effective.start < ruleset.effective.start)
        .max_by_key(|other| other.effective.start);
    let before = match (&args.against, before) {
        (None, None) => return Ok(None),
        (Some(given), Some(before)) if *given == before.id => before,
        (None, Some(before)) => {
            let before = neutral(&before.id);
            return Err(Error::new(format!("{id} follows on {before}, and it is not said that the two were compared"))
                .help(format!("look at `resettle diff {before} {id}`, then pass --against {before}")));
        }
        (Some(given), before) => {
            let help = match before {
                Some(before) => format!("the version before it is {}", neutral(&before.id)),
                None => "no version from before is held: leave --against out".to_owned(),
            };
            return Err(Error::new(format!("{} is not the version before {id}", neutral(given))).help(help));
        }
    };
    // Compared with bytes that nobody approved, what is signed would rest on nothing.
    match approvals.map(|approvals| approvals.of(&before.id)) {
        None => match approved_otherwise(args, before)? {
            None => Ok(Some(before.id.clone())),
            Some(approved) => {
                let before_id = neutral(&before.id);
                Err(Error::new(format!(
                    "the version before it, {before_id}, was approved with other bytes (digest {approved}) than those that are held"
                ))
                .help("take its approved files back, or approve what is held of it first: else what is signed rests on nothing"))
            }
        },
        Some(ApprovalStatus::Approved { .. }) => Ok(Some(before.id.clone())),
        Some(status) => {
            let before = neutral(&before.id);
            Err(Error::new(format!("the version before it, {before}, is not approved as it is here: {status}"))
                .help("approve that one first, or take its approved files back"))
        }
    }
}

/// The digest of what was approved last under this id, where that is other bytes and nothing approves these.
fn approved_in_place(
    args: &ApproveArgs,
    ruleset: &Ruleset,
    approvals: Option<&Approvals>,
) -> Result<Option<String>, Error> {
    match approvals.map(|approvals| approvals.of(&ruleset.id)) {
        Some(ApprovalStatus::Altered { approved, .. }) => Ok(Some(approved.clone())),
        // Approvals may be kept apart, and not be given.
        Some(ApprovalStatus::Approved { .. }) => Ok(None),
        Some(_) | None => approved_otherwise(args, ruleset),
    }
}

/// The same by the approvals that lie beside the rulesets and where this one is to be written, whoever signed them.
fn approved_otherwise(args: &ApproveArgs, ruleset: &Ruleset) -> Result<Option<String>, Error> {
    let mut texts: Vec<String> = Vec::new();
    let mut folders: Vec<PathBuf> = Vec::new();
    for place in args.rules.places() {
        let packed = approvals::packed(place)?.into_iter().filter(|signed| signed.ruleset == ruleset.id);
        texts.extend(packed.map(|signed| String::from_utf8_lossy(&signed.document).into_owned()));
        folders.extend(place.folder()?.map(|root| root.join(FOLDER).join(&ruleset.id)));
    }
    folders.extend(args.out.as_deref().map(|out| match out.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }));
    for folder in folders.into_iter().filter(|folder| folder.is_dir()) {
        for (name, path) in files::sorted(&folder)? {
            if name.ends_with(".yaml") && path.is_file() {
                texts.push(files::text(&path)?);
            }
        }
    }
    if args.rules.with_built_in() {
        let built_in = resettle_rulesets::approvals().filter(|approval| approval.id == ruleset.id);
        texts.extend(built_in.map(|approval| String::from_utf8_lossy(approval.document).into_owned()));
    }
    // Whether they count is for those to say who check them: here one approval too many asks for a comparison too many.
    let own = texts.iter().filter_map(|text| Approval::from_yaml(text).ok()).filter(|own| own.ruleset == ruleset.id);
    let own: Vec<Approval> = own.collect();
    if own.iter().any(|approval| approval.files == ruleset.files) {
        return Ok(None);
    }
    let last = own.iter().max_by_key(|approval| Time::parse(&approval.at).ok().map(|time| time.moment()));
    Ok(last.map(|approval| approval.files.digest()))
}

fn read_cases(found: &RulesetFolder) -> Result<Option<CaseFile>, Error> {
    let Some(text) = &found.cases else { return Ok(None) };
    let faults = |faults: resettle_yaml::Faults| Error::Faults {
        path: found.cases_at.clone().into(),
        count: faults.len(),
        rendered: faults.render(&found.cases_at, text, resettle_console::output::colour()),
    };
    CaseFile::from_yaml(text).map(Some).map_err(faults)
}

/// The cases of a ruleset named by its id, or by its folder.
fn cases_of(name: &str, args: &ApproveArgs) -> Result<Option<CaseFile>, Error> {
    let found = match super::folder_of(name, &args.rules)? {
        Some(found) => Some(found),
        None => folders::named(Path::new(name))?.into_iter().next(),
    };
    found.as_ref().map_or(Ok(None), read_cases)
}
