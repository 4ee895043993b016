use std::process::ExitCode;

use resettle_ruleset::schema::ruleset_schema;

use crate::commands::output::say;
use crate::error::Error;

/// `resettle ruleset schema`
pub fn run() -> Result<ExitCode, Error> {
    say!("{}", ruleset_schema())?;
    Ok(ExitCode::SUCCESS)
}
