use std::process::ExitCode;

use resettle_audit::Code;
use resettle_report::print::neutral;

use crate::args::ExplainArgs;
use crate::commands::output::{say, say_all};
use crate::error::Error;

/// `resettle explain`
pub fn run(args: &ExplainArgs) -> Result<ExitCode, Error> {
    let Some(text) = &args.code else {
        for code in Code::ALL {
            say!("{:<9} {:<32} {}", code.severity().word(), code.as_str(), code.title())?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let Some(code) = Code::parse(text) else {
        let near: Vec<&str> = Code::ALL
            .iter()
            .map(|code| code.as_str())
            .filter(|code| {
                code.contains(text.as_str()) || text.rsplit('/').next().is_some_and(|end| code.ends_with(end))
            })
            .collect();
        let help = if near.is_empty() { "`resettle explain` lists all codes".to_owned() } else { near.join(", ") };
        return Err(Error::Plain(format!("there is no finding `{}`\n  help: {help}", neutral(text))));
    };
    say_all!("{}", code.explanation())?;
    Ok(ExitCode::SUCCESS)
}
