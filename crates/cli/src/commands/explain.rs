use std::process::ExitCode;

use resettle_audit::Code;
use resettle_report::print::neutral;

use crate::args::ExplainArgs;
use crate::commands::output::{say, say_all};
use crate::error::Error;
use crate::spelling::did_you_mean;

/// `resettle explain`
pub fn run(args: &ExplainArgs) -> Result<ExitCode, Error> {
    let Some(text) = &args.code else {
        for code in Code::ALL {
            say!("{:<9} {:<32} {}", code.severity().word(), code.as_str(), code.title())?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let Some(code) = Code::parse(&text.trim().to_ascii_lowercase()) else {
        let near = did_you_mean(text, Code::ALL.iter().map(|code| code.as_str()));
        let help = near.map_or(String::new(), |near| format!("{near} ")) + "`resettle explain` lists all codes";
        return Err(Error::Plain(format!("there is no finding `{}`\n  help: {help}", neutral(text))));
    };
    say_all!("{}", code.explanation())?;
    Ok(ExitCode::SUCCESS)
}
