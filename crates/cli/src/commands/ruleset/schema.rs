use std::process::ExitCode;

use resettle_ruleset::schema::ruleset_schema;

use crate::error::Error;

/// `resettle ruleset schema`
pub fn run() -> Result<ExitCode, Error> {
    anstream::println!("{}", ruleset_schema());
    Ok(ExitCode::SUCCESS)
}
