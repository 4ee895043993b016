use std::process::ExitCode;

use resettle_ruleset::schema::ruleset_schema;

use crate::error::{Error, not_in_a_page};
use resettle_console::say;

/// `resettle ruleset schema`
pub fn run() -> Result<ExitCode, Error> {
    if cfg!(target_family = "wasm") {
        return Err(not_in_a_page("ruleset schema"));
    }
    say!("{}", ruleset_schema())?;
    Ok(ExitCode::SUCCESS)
}
