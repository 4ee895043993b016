use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_pack::{MANIFEST, MANIFEST_SIG, PACK_NAMESPACE};
use resettle_report::approval::ApprovalStatus;
use resettle_report::print::neutral;
use resettle_ruleset::Registry;
use resettle_signing::Moment;

use super::approve::{sound, tested, without_errors};
use super::folders::{self, FILES, RulesetFolder};
use crate::approvals::{self, Approvals, FOLDER};
use crate::args::{PackArgs, RulesetPlace};
use crate::clock;
use crate::commands::trust;
use crate::error::{Error, shown};
use crate::files;
use crate::spelling::{counted, did_you_mean};
use resettle_console::say;

/// `resettle ruleset pack`
pub fn run(args: &PackArgs) -> Result<ExitCode, Error> {
    let moment = clock::moment(args.at.as_deref())?;
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let (key, public) = trust::signing_key(&args.key, args.passphrase_file.as_deref(), store, "signs no packs")?;
    let found = chosen(args)?;
    let mut registry = Registry::default();
    for one in &found {
        let ruleset = sound(one)?;
        tested(one, false)?;
        without_errors(one, &ruleset)?;
        registry.add(ruleset).map_err(|error| Error::new(error.to_string()))?;
    }
    let approvals = approved(args, &registry, moment)?;
    let mut content = BTreeMap::new();
    let mut lines = Vec::new();
    for one in &found {
        let packed = take(&args.dir.join(&one.id), &one.id, |name| FILES.contains(&name), &mut content)?;
        let folder = approvals_of(args).join(&one.id);
        let beside = if folder.is_dir() {
            take(&folder, &format!("{FOLDER}/{}", one.id), |_| true, &mut content)?
        } else {
            Vec::new()
        };
        let signed = beside.iter().filter(|name| name.ends_with(".yaml")).count();
        let digest = registry.get(&one.id).map_or("", |ruleset| ruleset.digest.as_str());
        lines.push(format!("  {}\n    digest {digest}\n    {}", neutral(&one.id), packed.join(", ")));
        let count = counted(signed as u64, "approval");
        lines.push(match &approvals {
            None if signed == 0 => "    no approval".to_owned(),
            None => format!("    {count}, unchecked: --approvers checks them"),
            Some(approvals) => format!("    {}", approvals.of(&one.id)),
        });
        if !one.others.is_empty() {
            lines.push(format!("    left out: {}", neutral(&one.others.join(", "))));
        }
    }
    let bytes = resettle_pack::write(&content, &key)
        .map_err(|error| Error::new(error.to_string()).help("rename the file, or take it out of the folder"))?;
    files::write_new(&args.out, &bytes)?;
    let count = counted(found.len() as u64, "ruleset");
    say!("{}: {count}, {} bytes, signed by {}", shown(&args.out), bytes.len(), public.fingerprint())?;
    for line in lines {
        say!("{line}")?;
    }
    anstream::eprintln!(
        "to check it without Resettle: unzip {} -d NEW, and there `ssh-keygen -Y verify -f APPROVERS -I NAME -n {PACK_NAMESPACE} -s {MANIFEST_SIG} < {MANIFEST}` and `sha256sum -c {MANIFEST}`",
        shown(&args.out)
    );
    Ok(ExitCode::SUCCESS)
}

/// The rulesets that are packed: those named, else all below the folder.
fn chosen(args: &PackArgs) -> Result<Vec<RulesetFolder>, Error> {
    let mut remarks = Vec::new();
    let found = folders::below(&args.dir, &mut remarks)?;
    if let Some(remark) = remarks.first() {
        return Err(Error::new(format!("{}: {}", neutral(&remark.id), neutral(&remark.fault.message)))
            .help("`resettle ruleset check` lists all that is wrong below the folder"));
    }
    for id in &args.only {
        if !found.iter().any(|one| one.id == *id) {
            let near = did_you_mean(id, found.iter().map(|one| one.id.as_str()));
            return Err(
                Error::new(format!("there is no ruleset `{}` below {}", neutral(id), shown(&args.dir))).help_if(near)
            );
        }
    }
    let kept: Vec<RulesetFolder> =
        found.into_iter().filter(|one| args.only.is_empty() || args.only.contains(&one.id)).collect();
    if kept.is_empty() {
        return Err(Error::new(format!("no ruleset stands below {}", shown(&args.dir)))
            .help("the folder holds <jurisdiction>/<venue>/<game>/<effective date>/ruleset.yaml"));
    }
    Ok(kept)
}

/// Where the approvals of what is packed are.
fn approvals_of(args: &PackArgs) -> PathBuf {
    args.approval.approvals.clone().unwrap_or_else(|| args.dir.join(FOLDER))
}

/// What approvals say, where approvers are named: then everything that is packed has to be approved as it is.
fn approved(args: &PackArgs, registry: &Registry, moment: Moment) -> Result<Option<Approvals>, Error> {
    let place = RulesetPlace::from(args.dir.clone());
    let Some(approvals) = approvals::check(&args.approval, &[&place], false, registry, None, moment)? else {
        return Ok(None);
    };
    let not = registry.iter().filter(|one| !matches!(approvals.of(&one.id), ApprovalStatus::Approved { .. }));
    let not: Vec<String> = not.map(|one| format!("  {}: {}", neutral(&one.id), approvals.of(&one.id))).collect();
    if not.is_empty() {
        return Ok(Some(approvals));
    }
    Err(Error::new("not everything is approved as it is here, so nothing was packed")
        .listing(not)
        .help("approve it with `resettle ruleset approve`, or name what is approved with --only"))
}

/// Takes the files of a folder that are wanted, below this path of the pack. Returns their names.
fn take(
    folder: &Path,
    below: &str,
    wanted: impl Fn(&str) -> bool,
    content: &mut BTreeMap<String, Vec<u8>>,
) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for (name, path) in files::sorted(folder)? {
        if wanted(&name) && path.is_file() {
            content.insert(format!("{below}/{name}"), files::bytes(&path)?);
            names.push(name);
        }
    }
    Ok(names)
}
