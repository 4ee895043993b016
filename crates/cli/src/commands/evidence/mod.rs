//! `resettle evidence`: one coup's record with what vouches for it.

mod bundle;
mod find;
mod readme;

use std::process::ExitCode;

use super::report::require_free;
use super::{near, trust};
use crate::args::EvidenceArgs;
use crate::error::{Error, shown};
use resettle_console::say;

/// `resettle evidence`
pub fn run(args: &EvidenceArgs) -> Result<ExitCode, Error> {
    let (shoe, coup) = near::named("evidence", &args.log, &args.coup)?;
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    require_free(&args.out, "evidence")?;
    let Some(found) = find::coup(&args.log, store, &shoe, coup)? else {
        return Err(near::not_found(&args.log, &shoe, coup));
    };
    bundle::write(&args.out, &args.log, &found, store)?;
    say!("{}", found.custody())?;
    say!("written to {}; README.txt there says how to check it without Resettle", shown(&args.out))?;
    Ok(ExitCode::from(u8::from(!found.covered())))
}
