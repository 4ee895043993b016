//! `resettle evidence`: one coup's record with what vouches for it.

mod bundle;
mod find;
mod readme;

use std::process::ExitCode;

use resettle_audit::SourceSettings;

use super::coup_logs::{self, CoupLogs};
use super::report::require_free;
use super::{named, near, trust};
use crate::args::EvidenceArgs;
use crate::error::{Error, shown};
use resettle_console::say;

/// `resettle evidence`
pub fn run(args: &EvidenceArgs) -> Result<ExitCode, Error> {
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    require_free(&args.out, "evidence")?;
    let about = SourceSettings::default();
    let (settings, _) =
        coup_logs::settings(&args.rules, args.ruleset.as_deref(), args.facts.as_deref(), about.clock_slack)?;
    let mut logs = CoupLogs { log: &args.log, with: &[], tournament: &[], store, settings, about };
    let name = named::coup("evidence", &args.coup, &mut logs)?;
    let Some(found) = find::coup(&args.log, store, &name)? else {
        return Err(near::not_found(&args.log, &name));
    };
    bundle::write(&args.out, &args.log, &found, store)?;
    say!("{}", found.custody())?;
    say!("written to {}; README.txt there says how to check it without Resettle", shown(&args.out))?;
    Ok(ExitCode::from(u8::from(!found.covered())))
}
