use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_diff::{Change, Version, changes};
use resettle_report::approval::{RULESET_NAMESPACE, SIGNATURE_ENDING, sign};
use resettle_report::print::neutral;
use resettle_ruleset::check::{Folder, Level, RULES, check_folder};
use resettle_ruleset::{Against, Approval, Ruleset, Trace, Traced};
use resettle_sealed_log::PublicKey;

use super::folders::{self, RulesetFolder};
use super::test;
use crate::approvals::FOLDER;
use crate::args::ApproveArgs;
use crate::clock;
use crate::commands::trust;
use crate::document;
use crate::error::{Error, shown};
use crate::files;
use crate::rules;
use resettle_console::say_all;

/// `resettle ruleset approve`
pub fn run(args: &ApproveArgs) -> Result<ExitCode, Error> {
    let at = clock::stamp(args.at.as_deref())?;
    let trusted = trust::load(args.trust.as_deref())?;
    let found = find(args)?;
    let ruleset = sound(&found)?;
    let cases = tested(&found, args.document.is_some())?;
    let traced = traced(args, &found, &ruleset)?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let (key, public) = trust::signing_key(&args.key, args.passphrase_file.as_deref(), store, "approves no rulesets")?;
    let against = compared(args, &found, &ruleset)?;
    let out = target(args, &public)?;
    let changes = against.as_ref().map(|old| (old.ruleset.clone(), old.changes.len()));
    let approval = Approval { ruleset: ruleset.id.clone(), files: ruleset.files.clone(), against, cases, traced, at };
    let document = approval.to_yaml();
    let signature = sign(document.as_bytes(), &key).map_err(|error| Error::new(format!("error: {error}")))?;
    let mut beside = out.as_os_str().to_owned();
    beside.push(SIGNATURE_ENDING);
    let beside = PathBuf::from(beside);
    if std::fs::symlink_metadata(&beside).is_ok() {
        return Err(Error::write(&beside, std::io::Error::from(std::io::ErrorKind::AlreadyExists)));
    }
    // An approval without its signature would look like one that was withdrawn, so the signature is written first.
    files::write_new(&beside, signature.as_bytes())?;
    if let Err(error) = files::write_new(&out, document.as_bytes()) {
        let _ = std::fs::remove_file(&beside);
        return Err(error);
    }
    say_all!("{document}")?;
    if approval.cases.is_none() {
        anstream::eprintln!("not tested: no cases.yaml stands beside the ruleset");
    }
    if approval.traced.is_none() {
        anstream::eprintln!("not traced: the approval names no document; --document lays the ruleset beside it first");
    }
    if let Some(traced) = approval.traced.as_ref().filter(|traced| !traced.accepted.is_empty()) {
        anstream::eprintln!("accepted as read by you beside the document: {}", traced.accepted.join(", "));
    }
    if let Some((old, count)) = changes {
        let (old, id) = (neutral(&old), neutral(&ruleset.id));
        anstream::eprintln!("{count} changes are signed as seen; `resettle diff {old} {id}` shows them");
    }
    anstream::eprintln!("signed with {} into {} and {}", public.fingerprint(), shown(&out), shown(&beside));
    anstream::eprintln!("{}", without_us(&out, &beside));
    Ok(ExitCode::SUCCESS)
}

/// How an approval is checked with only OpenSSH and coreutils.
fn without_us(out: &Path, beside: &Path) -> String {
    format!(
        "to check it: ssh-keygen -Y verify -f APPROVERS -I NAME -n {RULESET_NAMESPACE} -s {} < {}\nand in the ruleset's folder: sha256sum -c {}",
        shown(beside),
        shown(out),
        shown(out)
    )
}

/// The ruleset's folder: among the folders named, else among the built-in ones.
fn find(args: &ApproveArgs) -> Result<RulesetFolder, Error> {
    let mut said = Vec::new();
    for folder in args.rules.rulesets.iter().chain(&args.rules.add_rulesets) {
        if let Some(found) = folders::below(folder, &mut said)?.into_iter().find(|found| found.id == args.id) {
            return Ok(found);
        }
    }
    let built_in = resettle_rulesets::embedded().filter(|_| args.rules.rulesets.is_none());
    let found = built_in.into_iter().find(|embedded| embedded.id == args.id);
    found.map(RulesetFolder::from).ok_or_else(|| {
        Error::new(format!("there is no ruleset `{}`", neutral(&args.id)))
            .help("`resettle ruleset list` shows those there are")
    })
}

/// A ruleset in which the lint finds an error is not signed.
fn sound(found: &RulesetFolder) -> Result<Ruleset, Error> {
    let checked = check_folder(Folder { id: &found.id, yaml: &found.yaml, notes: &found.notes, others: &found.others });
    let errors: Vec<_> = checked.remarks.iter().filter(|remark| remark.level == Level::Error).collect();
    match checked.ruleset {
        Some(ruleset) if errors.is_empty() => Ok(ruleset),
        _ => {
            let rendered = errors.iter().map(|remark| {
                let source = if remark.file == RULES { found.yaml.as_str() } else { found.notes.as_str() };
                let file = neutral(&format!("{}/{}", found.shown, remark.file));
                remark.fault.render(remark.level.weight(), &file, source, resettle_console::output::colour())
            });
            Err(Error::Faults { path: PathBuf::from(&found.shown), count: errors.len(), rendered: rendered.collect() })
        }
    }
}

/// The hash of the cases, all of which hold. An approval with a document requires cases too.
fn tested(found: &RulesetFolder, demanded: bool) -> Result<Option<String>, Error> {
    let id = neutral(&found.id);
    let Some(cases) = &found.cases else {
        return match demanded {
            true => Err(Error::new(format!("{id} ships no cases.yaml, so nothing tests it"))
                .help("docs/ruleset-cases.md says how cases are written")),
            false => Ok(None),
        };
    };
    if !test::test(found)?.holds() {
        return Err(Error::new(format!("{id}: its cases do not hold, so it is not approved"))
            .help(format!("`resettle ruleset test {}` shows which", shown(Path::new(&found.shown)))));
    }
    Ok(Some(files::sha256(cases.as_bytes())))
}

/// The document that was compared with the ruleset, without a difference.
fn traced(args: &ApproveArgs, found: &RulesetFolder, ruleset: &Ruleset) -> Result<Option<Traced>, Error> {
    let Some(path) = &args.document else { return Ok(None) };
    let read = document::read_for(path, ruleset)?;
    let (id, path) = (neutral(&found.id), shown(path));
    // Of each kind the most that any set of choices leaves uncompared.
    let mut uncompared: Vec<(usize, &'static str)> = Vec::new();
    let mut see = String::new();
    // What the operator may choose is approved as a whole: under each set of choices.
    let sets = ruleset.variants.iter().map(|(elected, _)| Some(elected));
    for elected in sets.chain(ruleset.variants.is_empty().then_some(None)) {
        let trace = Trace::of(ruleset, &found.yaml, read.document.clone(), elected)
            .map_err(|faults| Error::new(faults.render(RULES, &found.yaml, resettle_console::output::colour())))?;
        let chosen = elected.iter().flat_map(|elected| &elected.0);
        let elect: String = chosen.map(|(option, choice)| format!(" --elect {option}={choice}")).collect();
        let own = format!("`resettle ruleset trace {id} --document {path}{elect}` shows it");
        if !trace.agrees() {
            let under = if elect.is_empty() { String::new() } else { format!(" under{elect}") };
            return Err(
                Error::new(format!("{id} does not say what {path} says{under}, so it is not approved")).help(own)
            );
        }
        for (count, what) in trace.uncompared() {
            match uncompared.iter_mut().find(|(_, known)| *known == what) {
                Some((most, _)) if *most >= count => {}
                Some((most, _)) => (*most, see) = (count, own.clone()),
                None => {
                    uncompared.push((count, what));
                    see.clone_from(&own);
                }
            }
        }
    }
    let accepted: Vec<String> = uncompared.iter().map(|(count, what)| format!("{count} {what}")).collect();
    if !accepted.is_empty() && !args.accept_uncompared {
        return Err(Error::new(format!("{id}: not everything could be compared with {path}: {}", accepted.join(", ")))
            .help(format!("{see}; read them beside the document, then pass --accept-uncompared")));
    }
    let count: usize = uncompared.iter().map(|(count, _)| count).sum();
    Ok(Some(Traced { document: read.sha256, not_compared: u32::try_from(count).unwrap_or(u32::MAX), accepted }))
}

/// The version that it was compared with, and the differences; required if an earlier one is held.
fn compared(args: &ApproveArgs, found: &RulesetFolder, ruleset: &Ruleset) -> Result<Option<Against>, Error> {
    let registry = rules::registry(&args.rules)?;
    let before = registry
        .iter()
        .filter(|other| {
            (&other.jurisdiction, &other.venue, &other.game) == (&ruleset.jurisdiction, &ruleset.venue, &ruleset.game)
        })
        .filter(|other| other.effective.start < ruleset.effective.start)
        .max_by_key(|other| other.effective.start);
    let (id, before) = match (&args.against, before) {
        (None, None) => return Ok(None),
        (Some(id), Some(before)) if *id == before.id => (id, before),
        (None, Some(before)) => {
            let (id, before) = (neutral(&ruleset.id), neutral(&before.id));
            return Err(Error::new(format!("{id} follows on {before}, and it is not said that the two were compared"))
                .help(format!("look at `resettle diff {before} {id}`, then pass --against {before}")));
        }
        (Some(id), before) => {
            let help = match before {
                Some(before) => format!("the version before it is {}", neutral(&before.id)),
                None => "no version from before is held: leave --against out".to_owned(),
            };
            return Err(
                Error::new(format!("{} is not the version before {}", neutral(id), neutral(&ruleset.id))).help(help)
            );
        }
    };
    let old = rules::chosen(id, &args.rules)?;
    let old_file = shown(&old.path);
    let old = Version { ruleset: before, yaml: &old.yaml, notes: &old.notes, file: &old_file };
    let new = Version { ruleset, yaml: &found.yaml, notes: found.notes.as_bytes(), file: &found.shown };
    let mut changes: Vec<String> = changes(&old, &new).iter().map(Change::fingerprint).collect();
    changes.sort();
    Ok(Some(Against { ruleset: before.id.clone(), digest: before.digest.clone(), changes }))
}

/// Where the approval is written: the file named, else among the approvals beside the rulesets, named after the key.
fn target(args: &ApproveArgs, public: &PublicKey) -> Result<PathBuf, Error> {
    if let Some(out) = &args.out {
        return Ok(out.clone());
    }
    let Some(root) = &args.rules.rulesets else {
        return Err(Error::new("it is not said where the approval goes")
            .help("name a file with --out, or the folder of the rulesets with --rulesets"));
    };
    let folder = root.join(FOLDER).join(&args.id);
    std::fs::create_dir_all(&folder).map_err(|error| Error::write(&folder, error))?;
    let key = public.id().to_string();
    Ok(folder.join(format!("{}.yaml", key.get(..16).unwrap_or(&key))))
}
