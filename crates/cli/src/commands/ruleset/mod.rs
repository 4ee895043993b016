mod trace;

use std::process::ExitCode;

use resettle_ruleset::{list, show};

use crate::args::{RulesetArgs, RulesetCommand};
use crate::error::Error;
use crate::rules;

/// `resettle ruleset`
pub fn run(args: &RulesetArgs) -> Result<ExitCode, Error> {
    match &args.command {
        RulesetCommand::List { rules, facts } => {
            let mut registry = rules::registry(rules)?;
            rules::facts(facts.as_deref(), &mut registry)?;
            anstream::print!("{}", list(&registry));
        }
        RulesetCommand::Show { id, rules } => {
            let registry = rules::registry(rules)?;
            let Some(ruleset) = registry.get(id) else {
                return Err(Error::Plain(format!(
                    "there is no ruleset `{id}`\n  help: `resettle ruleset list` shows those there are"
                )));
            };
            anstream::print!("{}", show(ruleset));
        }
        RulesetCommand::Trace(args) => return trace::run(args),
    }
    Ok(ExitCode::SUCCESS)
}
