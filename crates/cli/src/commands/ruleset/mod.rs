mod trace;

use std::process::ExitCode;

use resettle_report::print::neutral_lines;
use resettle_ruleset::{list, show};

use super::replay;
use crate::args::{RulesetArgs, RulesetCommand};
use crate::error::Error;
use crate::rules;

/// `resettle ruleset`
pub fn run(args: &RulesetArgs) -> Result<ExitCode, Error> {
    match &args.command {
        RulesetCommand::List { rules, facts } => {
            let mut registry = rules::registry(rules)?;
            rules::facts(facts.as_deref(), &mut registry)?;
            anstream::print!("{}", neutral_lines(&list(&registry)));
        }
        RulesetCommand::Show { id, rules } => {
            let registry = rules::registry(rules)?;
            let Some(ruleset) = registry.get(id) else {
                return Err(replay::unknown_ruleset(id));
            };
            anstream::print!("{}", neutral_lines(&show(ruleset)));
        }
        RulesetCommand::Trace(args) => return trace::run(args),
    }
    Ok(ExitCode::SUCCESS)
}
