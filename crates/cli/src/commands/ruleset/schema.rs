use std::process::ExitCode;

use resettle_ruleset::schema::ruleset_schema;

use crate::error::Error;
use resettle_console::say;

/// `resettle ruleset schema`
pub fn run() -> Result<ExitCode, Error> {
    say!("{}", ruleset_schema())?;
    Ok(ExitCode::SUCCESS)
}
