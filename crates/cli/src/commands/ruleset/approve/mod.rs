mod against;
mod page;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_report::approval::{RULESET_NAMESPACE, SIGNATURE_ENDING, sign};
use resettle_report::print::neutral;
use resettle_ruleset::check::{CASES, Folder, Level, RULES, check_folder};
use resettle_ruleset::{Approval, Elected, Ruleset, Trace, TraceSource, Traced, acceptance, show_trace};
use resettle_sealed_log::PublicKey;

use page::{Basis, page};

use super::folders::{self, RulesetFolder};
use super::{check, test};
use crate::approvals::{self, FOLDER};
use crate::args::{ApproveArgs, RulesArgs};
use crate::clock;
use crate::commands::trust;
use crate::document;
use crate::error::{Error, shown};
use crate::files;
use crate::rules;
use crate::spelling::counted_that;
use resettle_console::say_all;

/// What is put behind an approval's name for the name of the page that was signed with it.
const PAGE_ENDING: &str = ".html";

/// `resettle ruleset approve`
pub fn run(args: &ApproveArgs) -> Result<ExitCode, Error> {
    let at = clock::stamp(args.at.as_deref())?;
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let found = find(args)?;
    let ruleset = sound(&found)?;
    let (cases, count) = tested(&found, args.document.is_some())?;
    without_errors(&found, &ruleset)?;
    let (traced, trace) = traced(args, &found, &ruleset)?;
    let (key, public) = trust::signing_key(&args.key, args.passphrase_file.as_deref(), store, "approves no rulesets")?;
    let registry = rules::registry(&args.rules)?;
    let moment = clock::moment(args.at.as_deref())?;
    let approvals = approvals::of_rules(&args.approval, &args.rules, &registry, store, moment)?;
    let compared = against::compared(args, &found, &ruleset, &registry, approvals.as_ref())?;
    let out = target(args, &public)?;
    let basis = Basis {
        ruleset: &ruleset,
        at: &at,
        compared: compared.as_ref(),
        cases: count,
        traced: traced.as_ref(),
        trace: &trace,
    };
    let page = page(&basis)?;
    let against = compared.as_ref().map(|compared| compared.against.clone());
    let (ruleset_id, files_hashed) = (ruleset.id.clone(), ruleset.files.clone());
    let hash = Some(files::sha256(page.as_bytes()));
    let approval =
        Approval { ruleset: ruleset_id, files: files_hashed, against, cases, traced, page: hash, at: at.clone() };
    let document = approval.to_yaml();
    // What is signed is said before it is.
    if let Some(compared) = &compared {
        for line in &compared.lines {
            anstream::eprintln!("{}", neutral(line));
        }
    }
    let signature = sign(document.as_bytes(), &key).map_err(|error| Error::new(format!("error: {error}")))?;
    let (beside, shown_page) = (named_after(&out, SIGNATURE_ENDING), named_after(&out, PAGE_ENDING));
    // An approval without its signature would look like one that was withdrawn, so it is written last.
    let all = [(&shown_page, page.as_bytes()), (&beside, signature.as_bytes()), (&out, document.as_bytes())];
    for path in [&beside, &shown_page] {
        if std::fs::symlink_metadata(path).is_ok() {
            return Err(Error::write(path, std::io::Error::from(std::io::ErrorKind::AlreadyExists)));
        }
    }
    for (nth, (path, bytes)) in all.iter().enumerate() {
        if let Err(error) = files::write_new(path, bytes) {
            for (written, _) in all.iter().take(nth) {
                let _ = std::fs::remove_file(written);
            }
            return Err(error);
        }
    }
    say_all!("{document}")?;
    note(&approval);
    if let Some(compared) = &compared {
        let (old, id) = (neutral(&compared.against.ruleset), neutral(&ruleset.id));
        let old = args.against.as_deref().map_or(old, neutral);
        let changes = counted_that(compared.against.changes.len(), "change", ["is", "are"]);
        anstream::eprintln!("{changes} signed as seen; `resettle diff {old} {id}` shows more of them");
        anstream::eprintln!("{}", compared.statement.in_words());
        if !compared.by_the_same_words.is_empty() {
            let all = neutral(&compared.by_the_same_words.join("; "));
            anstream::eprintln!("changed although no clause behind it has other words, as the page says: {all}");
        }
    }
    anstream::eprintln!("what it rests on is on the page {}, which is signed with it", shown(&shown_page));
    anstream::eprintln!("signed with {} into {} and {}", public.fingerprint(), shown(&out), shown(&beside));
    anstream::eprintln!("{}", without_us(&out, &beside));
    Ok(ExitCode::SUCCESS)
}

/// What an approval lacks is said where it is signed.
fn note(approval: &Approval) {
    if approval.cases.is_none() {
        anstream::eprintln!("not tested: no cases.yaml stands beside the ruleset");
    }
    match &approval.traced {
        None => {
            anstream::eprintln!(
                "not traced: the approval names no document; --document lays the ruleset beside it first"
            );
        }
        Some(traced) => {
            if !traced.unread_tables.is_empty() {
                let clauses = traced.unread_tables.iter().map(|clause| neutral(clause)).collect::<Vec<_>>().join(", ");
                anstream::eprintln!(
                    "not traced: nothing was read of the table in {clauses}, so what the ruleset says of it was compared with \
                     nothing; the approval counts as not traced"
                );
            }
            if !traced.accepted.is_empty() {
                anstream::eprintln!("accepted as read by you beside the document: {}", traced.accepted.join(", "));
            }
        }
    }
}

fn named_after(out: &Path, ending: &str) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
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
    folder_of(&args.id, &args.rules)?.ok_or_else(|| {
        Error::new(format!("there is no ruleset `{}`", neutral(&args.id)))
            .help("`resettle ruleset list` shows those there are")
    })
}

/// The folder of an id; none where no ruleset has it.
pub fn folder_of(id: &str, rules: &RulesArgs) -> Result<Option<RulesetFolder>, Error> {
    let mut said = Vec::new();
    for place in rules.places() {
        if let Some(found) = folders::of(place, &mut said)?.into_iter().find(|found| found.id == id) {
            return Ok(Some(found));
        }
    }
    let mut built_in = resettle_rulesets::embedded().filter(|_| rules.with_built_in());
    Ok(built_in.find(|embedded| embedded.id == id).map(RulesetFolder::from))
}

/// A ruleset in which the lint finds an error is not signed.
pub fn sound(found: &RulesetFolder) -> Result<Ruleset, Error> {
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

/// The hash of the cases, all of which hold, and how many they are. An approval with a document requires cases too.
pub fn tested(found: &RulesetFolder, demanded: bool) -> Result<(Option<String>, Option<usize>), Error> {
    let id = neutral(&found.id);
    let Some(cases) = &found.cases else {
        return match demanded {
            true => Err(Error::new(format!("{id} ships no cases.yaml, so nothing tests it"))
                .help("docs/ruleset-cases.md says how cases are written")),
            false => Ok((None, None)),
        };
    };
    let tested = test::test(found)?;
    if !tested.holds() {
        return Err(Error::new(format!("{id}: its cases do not hold, so it is not approved"))
            .help(format!("`resettle ruleset test {}` shows which", shown(Path::new(&found.shown)))));
    }
    Ok((Some(files::sha256(cases.as_bytes())), tested.cases()))
}

/// Refuses what `ruleset check` finds an error in beside the files of the ruleset: clauses that no case rests on.
pub fn without_errors(found: &RulesetFolder, ruleset: &Ruleset) -> Result<(), Error> {
    let remarks = if found.cases.is_some() { check::about_cases(found, ruleset)? } else { Vec::new() };
    let errors: Vec<_> = remarks.iter().filter(|remark| remark.level == Level::Error).collect();
    if errors.is_empty() {
        return Ok(());
    }
    let file = neutral(&format!("{}/{CASES}", found.shown));
    let source = found.cases.as_deref().unwrap_or_default();
    let rendered = errors
        .iter()
        .map(|remark| remark.fault.render(remark.level.weight(), &file, source, resettle_console::output::colour()));
    Err(Error::Faults { path: PathBuf::from(&file), count: errors.len(), rendered: rendered.collect() })
}

/// The document that was compared with the ruleset, without a difference, and the comparison as it is printed.
fn traced(args: &ApproveArgs, found: &RulesetFolder, ruleset: &Ruleset) -> Result<(Option<Traced>, String), Error> {
    let Some(path) = &args.document else { return Ok((None, String::new())) };
    let mut printed = String::new();
    let cut = document::CutAt { named: args.cut_file.as_deref(), beside: Some(Path::new(&found.shown)) };
    let read = document::read_for(path, ruleset, &cut)?;
    let (id, path) = (neutral(&found.id), shown(path));
    // Of each kind the most that any set of choices leaves uncompared, with the sets that do.
    let mut uncompared: Vec<(usize, String, Vec<&Elected>)> = Vec::new();
    let mut unread_tables: Vec<String> = Vec::new();
    let mut see = String::new();
    if !ruleset.source.files.iter().any(|file| file.sha256 == read.sha256) {
        let every = ruleset.variants.iter().map(|(elected, _)| elected).collect();
        uncompared.push((1, "document that `source.files` does not name".to_owned(), every));
        see = format!("{path} has the SHA-256 {}: name it there if it is the document", read.sha256);
    }
    // What the operator may choose is approved as a whole: under each set of choices.
    let sets = ruleset.variants.iter().map(|(elected, _)| Some(elected));
    for elected in sets.chain(ruleset.variants.is_empty().then_some(None)) {
        let trace = Trace::of(ruleset, &found.yaml, read.document.clone(), elected)
            .map_err(|faults| Error::new(faults.render(RULES, &found.yaml, resettle_console::output::colour())))?;
        let source = TraceSource {
            file: path.clone(),
            sha256: read.sha256.clone(),
            yaml: format!("{}/{RULES}", neutral(&found.shown)),
        };
        printed.push_str(&show_trace(&trace, ruleset, &source, &neutral));
        let chosen = elected.iter().flat_map(|elected| &elected.0);
        let elect: String = chosen.map(|(option, choice)| format!(" --elect {option}={choice}")).collect();
        let before = args.old_document.as_deref().map(|old| format!(" --old-document {}", shown(old)));
        let own = format!(
            "`resettle ruleset trace {id} --document {path}{}{elect}{}` shows it",
            before.unwrap_or_default(),
            args.rules.as_said()
        );
        if !trace.agrees() {
            let under = if elect.is_empty() { String::new() } else { format!(" under{elect}") };
            return Err(
                Error::new(format!("{id} does not say what {path} says{under}, so it is not approved")).help(own)
            );
        }
        for table in &trace.tables {
            if !unread_tables.contains(&table.clause) {
                unread_tables.push(table.clause.clone());
            }
        }
        for (count, what) in trace.uncompared() {
            match uncompared.iter_mut().find(|(_, known, _)| *known == what) {
                Some((most, _, sets)) => {
                    sets.extend(elected);
                    if *most < count {
                        (*most, see) = (count, own.clone());
                    }
                }
                None => {
                    uncompared.push((count, what, elected.into_iter().collect()));
                    see.clone_from(&own);
                }
            }
        }
    }
    // What only some choices leave uncompared says which.
    let accepted = uncompared.iter().map(|(count, what, sets)| {
        let some: Vec<String> = sets.iter().map(ToString::to_string).collect();
        let only =
            if some.len() < ruleset.variants.len() { format!(" where {}", some.join(" or ")) } else { String::new() };
        neutral(&format!("{count} {what}{only}"))
    });
    let accepted: Vec<String> = accepted.collect();
    let list = acceptance(&read.sha256, &accepted);
    if !accepted.is_empty() && args.accept_uncompared.as_deref() != Some(list.as_str()) {
        let other = match &args.accept_uncompared {
            Some(given) => format!("--accept-uncompared {} stands for another list; ", neutral(given)),
            None => String::new(),
        };
        return Err(Error::new(format!(
            "{id}: {other}not everything could be compared with {path}: {}",
            accepted.join(", ")
        ))
        .help(format!(
            "{see}; read them beside the document, then pass --accept-uncompared {list}, which stands for this list"
        )));
    }
    let count: usize = uncompared.iter().map(|(count, ..)| count).sum();
    let not_compared = u32::try_from(count).unwrap_or(u32::MAX);
    Ok((Some(Traced { document: read.sha256, cut: read.cut, not_compared, accepted, unread_tables }), printed))
}

/// Where the approval is written: the file named, else among the approvals beside the rulesets, named after the key.
fn target(args: &ApproveArgs, public: &PublicKey) -> Result<PathBuf, Error> {
    if let Some(out) = &args.out {
        return Ok(out.clone());
    }
    let root = match &args.rules.rulesets {
        Some(place) => place.folder()?,
        None => None,
    };
    let Some(root) = root else {
        return Err(Error::new("it is not said where the approval goes")
            .help("name a file with --out, or the folder of the rulesets with --rulesets"));
    };
    let folder = root.join(FOLDER).join(&args.id);
    std::fs::create_dir_all(&folder).map_err(|error| Error::write(&folder, error))?;
    let key = public.id().to_string();
    Ok(folder.join(format!("{}.yaml", key.get(..16).unwrap_or(&key))))
}
