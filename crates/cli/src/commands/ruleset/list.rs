use std::path::Path;
use std::process::ExitCode;

use resettle_pack::PACK_NAMESPACE;
use resettle_report::print::{neutral, neutral_lines};
use resettle_ruleset::list;
use resettle_sealed_log::PublicKey;
use resettle_signing::Moment;
use resettle_signing::allowed_signers::KeyStatus;

use crate::approvals::{self, signers};
use crate::args::{ApprovalArgs, RulesArgs};
use crate::clock;
use crate::error::{Error, shown};
use crate::rules;
use resettle_console::{say, say_all};

/// `resettle ruleset list`
pub fn run(
    rules: &RulesArgs,
    facts: Option<&Path>,
    approval: &ApprovalArgs,
    at: Option<&str>,
) -> Result<ExitCode, Error> {
    let mut registry = rules::registry(rules)?;
    rules::facts(facts, &mut registry)?;
    let moment = clock::moment(at)?;
    let approvals = approvals::of_rules(approval, rules, &registry, None, moment)?;
    say_all!("{}", neutral_lines(&list(&registry)))?;
    sources(rules, approval, moment)?;
    if let Some(approvals) = approvals {
        say!("\nApprovals")?;
        for ruleset in registry.iter() {
            say!("  {}\n    {}", neutral(&ruleset.id), approvals.of(&ruleset.id))?;
        }
        for absent in approvals.absent() {
            say!("  {}\n    {}", neutral(&absent.id), neutral(&absent.message()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Which ruleset came from where, where any came from elsewhere than the binary.
fn sources(rules: &RulesArgs, approval: &ApprovalArgs, moment: Moment) -> Result<(), Error> {
    if rules.places().next().is_none() {
        return Ok(());
    }
    say!("\nFrom")?;
    if rules.with_built_in() {
        say!("  built in")?;
        for embedded in resettle_rulesets::embedded() {
            say!("    {}", neutral(embedded.id))?;
        }
    }
    for place in rules.places() {
        match place.pack()? {
            None => say!("  {}", shown(place.named()))?,
            Some(pack) => {
                let known = signed_by(&pack.signer, approval, moment)?;
                say!("  {}, a pack signed by {} ({known})", shown(place.named()), pack.signer.fingerprint())?;
            }
        }
        for found in place.rulesets()? {
            say!("    {}", neutral(&found.id))?;
        }
    }
    Ok(())
}

/// As whom the approvers file knows the key that signed a pack. What approves a ruleset is its own approval.
fn signed_by(key: &PublicKey, approval: &ApprovalArgs, moment: Moment) -> Result<String, Error> {
    let Some(path) = &approval.approvers else {
        return Ok("whose key that is, --approvers says".to_owned());
    };
    Ok(match signers(path)?.0.status(key, None, PACK_NAMESPACE, moment) {
        KeyStatus::Accepted { principals, .. } => neutral(&principals),
        KeyStatus::Refused(refusals) => {
            let why: Vec<String> = refusals.iter().map(ToString::to_string).collect();
            neutral(&format!("not accepted for {PACK_NAMESPACE}: {}", why.join("; ")))
        }
        KeyStatus::Unknown => format!("no key of {}", shown(path)),
    })
}
