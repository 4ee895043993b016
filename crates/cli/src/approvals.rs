use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use resettle_audit::Code;
use resettle_oversight::{Exception, fingerprint};
use resettle_report::approval::{
    ApprovalStatus, Approvers, RULESET_NAMESPACE, SIGNATURE_ENDING, Signed, absent, status,
};
use resettle_report::document::{Report, TrustUsed};
use resettle_report::print::neutral;
use resettle_ruleset::{Absent, Objection, Registry};
use resettle_sealed_log::{Digest, TrustStore};
use resettle_signing::allowed_signers::{KeyStatus, SignersFaultReason};
use resettle_signing::{AllowedSigners, Moment};

use crate::args::{ApprovalArgs, RulesArgs, RulesetPlace};
use crate::error::{Error, ONE_KEY_ONE_USE, shown};
use crate::files;

/// The folder of approvals, next to the folders of rulesets.
pub const FOLDER: &str = "approvals";
/// Jurisdiction, venue, game, date.
const DEPTH: usize = 4;
/// The most approvals that are read.
const MOST: usize = 10_000;

/// What approvals state about every ruleset that was found.
pub struct Approvals {
    /// By the ruleset's id.
    statuses: BTreeMap<String, ApprovalStatus>,
    /// Approved, but missing.
    absent: Vec<Absent>,
    used: TrustUsed,
}

/// Whose approvals count, from an allowed_signers file.
pub fn signers(path: &Path) -> Result<(AllowedSigners, Vec<u8>), Error> {
    let bytes = files::bytes(path)?;
    let signers = AllowedSigners::parse(&bytes).map_err(|faults| {
        let lines = faults.iter().map(|fault| format!("  {}: {fault}", shown(path)));
        let marked = faults.iter().any(|fault| fault.reason == SignersFaultReason::ByteOrderMark);
        let help = marked.then(|| "save it without the byte-order mark".to_owned());
        Error::new(format!("{} is no allowed_signers file", shown(path))).listing(lines).help_if(help)
    })?;
    Ok((signers, bytes))
}

/// Checks the approvals of every ruleset, if approvers are named. The approvals lie beside the rulesets of each of
/// `places`; without any, the built-in ones count.
pub fn check(
    args: &ApprovalArgs,
    places: &[&RulesetPlace],
    built_in: bool,
    registry: &Registry,
    store: Option<&TrustStore>,
    moment: Moment,
) -> Result<Option<Approvals>, Error> {
    let Some(path) = &args.approvers else { return Ok(None) };
    let (signers, bytes) = signers(path)?;
    refuse_sealing_keys(path, &signers, RULESET_NAMESPACE, "approve rulesets", store, moment)?;
    let mut signed = Vec::new();
    match &args.approvals {
        Some(folder) => {
            // A folder that was named has to exist.
            fs::read_dir(folder).map_err(|error| Error::read(folder, error))?;
            gather(folder, &mut signed)?;
        }
        None => {
            if built_in {
                signed.extend(resettle_rulesets::approvals().map(|approval| Signed {
                    ruleset: approval.id.to_owned(),
                    file: approval.file.to_owned(),
                    document: approval.document.to_vec(),
                    signature: Some(approval.signature.to_vec()),
                }));
            }
            for place in places {
                match place.folder()? {
                    Some(folder) => gather(&folder.join(FOLDER), &mut signed)?,
                    None => signed.extend(packed(place)?),
                }
            }
        }
    }
    let approvers = Approvers { signers: &signers, moment };
    let statuses = registry.iter().map(|ruleset| (ruleset.id.clone(), status(ruleset, &signed, approvers))).collect();
    let absent = absent(|id| registry.get(id).is_some(), &signed, approvers);
    let used = TrustUsed { path: path.display().to_string(), sha256: files::sha256(&bytes), also: Vec::new() };
    Ok(Some(Approvals { statuses, absent, used }))
}

/// The same for the rulesets that a command reads.
pub fn of_rules(
    args: &ApprovalArgs,
    rules: &RulesArgs,
    registry: &Registry,
    store: Option<&TrustStore>,
    moment: Moment,
) -> Result<Option<Approvals>, Error> {
    let places: Vec<&RulesetPlace> = rules.places().collect();
    check(args, &places, rules.with_built_in(), registry, store, moment)
}

/// Passes the objections to the registry, so that a replay reports them where a ruleset is used. If approvals are
/// required and no approvers were named, no ruleset is approved.
pub fn object(approvals: Option<&Approvals>, asked: bool, registry: &mut Registry) {
    let ids: Vec<String> = registry.iter().map(|ruleset| ruleset.id.clone()).collect();
    for id in ids {
        let status = approvals.map_or(&ApprovalStatus::Unverified, |approvals| approvals.of(&id));
        let displaced = approvals.and_then(|approvals| displaced(approvals, registry, &id));
        let objection = status.objection(asked || displaced.is_some()).map(|objection| match (objection, displaced) {
            (Objection::Unapproved { why }, Some(old)) => {
                Objection::Unapproved { why: format!("{why}; without it the approved {old} would judge") }
            }
            (objection, _) => objection,
        });
        if let Some(objection) = objection {
            registry.object(&id, objection);
        }
    }
    for absent in approvals.into_iter().flat_map(Approvals::absent) {
        registry.miss(absent.clone());
    }
}

/// The approved version that would judge where an unapproved one does: the last one before it of the same game at a venue
/// of both. Whoever puts a version in front of an approved one changes what is judged by, whether approvals are required
/// or not.
fn displaced(approvals: &Approvals, registry: &Registry, id: &str) -> Option<String> {
    let own = registry.get(id).filter(|_| matches!(approvals.of(id), ApprovalStatus::Unapproved { .. }))?;
    let before = registry.iter().filter(|other| {
        (&other.jurisdiction, &other.game) == (&own.jurisdiction, &own.game)
            && other.each_venue().any(|venue| own.is_for(venue))
            && other.effective.start < own.effective.start
            && matches!(approvals.of(&other.id), ApprovalStatus::Approved { .. })
    });
    before.max_by_key(|other| other.effective.start).map(|other| other.id.clone())
}

impl Approvals {
    /// Who approves: the approvers file with its hash.
    pub const fn used(&self) -> &TrustUsed {
        &self.used
    }

    /// What they state about a ruleset.
    pub fn of(&self, id: &str) -> &ApprovalStatus {
        self.statuses.get(id).unwrap_or(&ApprovalStatus::Unverified)
    }

    /// The rulesets that were approved but are missing.
    pub fn absent(&self) -> &[Absent] {
        &self.absent
    }

    /// The fingerprints that findings about a missing ruleset would have, for each ruleset that is approved here.
    pub fn restored(&self, registry: &Registry) -> Vec<Digest> {
        let approved = |id: &str| matches!(self.of(id), ApprovalStatus::Approved { .. });
        let there = registry.iter().filter(|ruleset| approved(&ruleset.id));
        let print = |id: &str, digest: &str| {
            let logged = Absent::logged_of(id);
            fingerprint(&Exception {
                code: Code::Altered.as_str(),
                expected: Some(digest),
                logged: Some(&logged),
                ..Exception::default()
            })
        };
        there.map(|ruleset| print(&ruleset.id, &ruleset.digest)).collect()
    }

    /// Writes into a report what was approved, and by whom.
    pub fn report(&self, report: &mut Report) {
        for ruleset in &mut report.rulesets {
            ruleset.approval = self.of(&ruleset.id).clone();
        }
        report.approvers = Some(self.used.clone());
    }
}

/// One key, one use: a key that seals logs may not sign anything else. `what` describes in words what the namespace is for.
pub fn refuse_sealing_keys(
    path: &Path,
    signers: &AllowedSigners,
    namespace: &str,
    what: &str,
    store: Option<&TrustStore>,
    moment: Moment,
) -> Result<(), Error> {
    for known in store.into_iter().flat_map(TrustStore::keys) {
        if let KeyStatus::Accepted { line, .. } = signers.status(&known.public_key, None, namespace, moment) {
            return Err(Error::new(format!(
                "line {line} of {} lets a key {what} that seals logs (`{}` of the trust store)",
                shown(path),
                neutral(&known.name)
            ))
            .help(ONE_KEY_ONE_USE));
        }
    }
    Ok(())
}

/// The approvals in a pack, which lie in it as they lie beside rulesets in a folder.
pub fn packed(place: &RulesetPlace) -> Result<Vec<Signed>, Error> {
    let Some(pack) = place.pack()? else { return Ok(Vec::new()) };
    let own = pack.files.iter().filter_map(|(path, document)| {
        let (ruleset, name) = path.strip_prefix(FOLDER)?.strip_prefix('/')?.rsplit_once('/')?;
        name.ends_with(".yaml").then(|| Signed {
            ruleset: ruleset.to_owned(),
            file: place.named().join(path).display().to_string(),
            document: document.clone(),
            signature: pack.files.get(&format!("{path}{SIGNATURE_ENDING}")).cloned(),
        })
    });
    Ok(own.collect())
}

/// The approvals below a folder: `<ruleset id>/<name>.yaml`, each with its signature beside it.
fn gather(root: &Path, out: &mut Vec<Signed>) -> Result<(), Error> {
    for (names, folder) in files::folders_below(root, DEPTH, false)? {
        for (name, path) in files::sorted(&folder)? {
            if !name.ends_with(".yaml") || !path.is_file() {
                continue;
            }
            if out.len() >= MOST {
                return Err(Error::new(format!("more than {MOST} approvals stand below {}", shown(root)))
                    .help("keep those of the rulesets in use"));
            }
            let signature = folder.join(format!("{name}{SIGNATURE_ENDING}"));
            out.push(Signed {
                ruleset: names.join("/"),
                file: path.display().to_string(),
                document: files::bytes(&path)?,
                signature: if signature.exists() { Some(files::bytes(&signature)?) } else { None },
            });
        }
    }
    Ok(())
}
