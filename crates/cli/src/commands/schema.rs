use std::process::ExitCode;

use resettle_coup_log::coup_log_schema;
use resettle_report::document::report_schema;
use resettle_ruleset::schema::ruleset_schema;

use crate::args::{SchemaArgs, SchemaOf};
use crate::error::{Error, not_in_a_page};
use resettle_console::say;

/// `resettle schema`
pub fn run(args: &SchemaArgs) -> Result<ExitCode, Error> {
    if cfg!(target_family = "wasm") {
        return Err(not_in_a_page("schema"));
    }
    say!(
        "{}",
        match args.of {
            SchemaOf::CoupLog => coup_log_schema(),
            SchemaOf::Report => report_schema(),
            SchemaOf::Ruleset => ruleset_schema(),
        }
    )?;
    Ok(ExitCode::SUCCESS)
}
