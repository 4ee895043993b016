use std::process::ExitCode;

use resettle_report::print::Detail;
use resettle_run::Store;

use super::ground::Ground;
use super::history::Remembering;
use super::named_logs::{NamedLogs, temporary_folder};
use super::report::Signing;
use super::{output, shown as only};
use crate::args::ReplayArgs;
use crate::error::Error;
use crate::judging::JudgingContext;

/// `resettle replay`
pub fn run(args: &ReplayArgs) -> Result<ExitCode, Error> {
    let outcome = &args.outcome;
    only::check(&args.shown, outcome.format)?;
    let ground = Ground::of_logs(&args.by, &args.in_force, None)?;
    let signing = Signing::begin(&args.signed, ground.trust())?;
    let spill = Store::new(&temporary_folder(args.signed.report.as_deref()));
    let mut remembering = Remembering::begin(args.heads.as_deref(), ground.trust())?;
    let whole = outcome.format.is_document() || signing.is_some();
    let context = JudgingContext { hashing: whole, with_steps: whole, ..ground.judging(&spill, None) };
    let judged = NamedLogs::judge(&args.logs, &ground, &context, remembering.heads(), "judged")?;
    let whole = judged.whole("judged above");
    let (report, rows, _) = judged.report(&ground, &mut remembering, outcome.max_per_code, &spill)?;
    // If the reader of the output goes away, the requested report is still written.
    let printed = output::print_shown(&report, &rows, outcome.format, &args.shown, Detail::Whole);
    if let Some(signing) = signing {
        signing.write(&report, &rows, &[])?;
    }
    remembering.save()?;
    printed?;
    remembering.settled()?;
    whole?;
    Ok(output::status(&report, outcome.fail_on))
}
