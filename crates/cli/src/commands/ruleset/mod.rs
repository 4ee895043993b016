mod approve;
mod check;
mod clauses;
mod equivalent;
mod example;
mod folders;
mod history;
mod list;
mod pack;
mod schema;
mod test;
mod trace;
mod weave;

use std::process::ExitCode;

use resettle_report::print::neutral_lines;
use resettle_ruleset::show;

use crate::args::{RulesetArgs, RulesetCommand};
use crate::error::Error;
use crate::rules;
use resettle_console::say_all;

/// `resettle ruleset`
pub fn run(args: &RulesetArgs) -> Result<ExitCode, Error> {
    match &args.command {
        RulesetCommand::List { rules, facts, approval, at } => {
            return list::run(rules, facts.as_deref(), approval, at.as_deref());
        }
        RulesetCommand::Show { id, rules } => {
            let registry = rules::registry(rules)?;
            let Some(ruleset) = registry.get(id) else {
                return Err(rules::unknown(id, &registry));
            };
            say_all!("{}", neutral_lines(&show(ruleset)))?;
        }
        RulesetCommand::Clauses(args) => return clauses::run(args),
        RulesetCommand::Check(args) => return check::run(args),
        RulesetCommand::Test(args) => return test::run(args),
        RulesetCommand::Approve(args) => return approve::run(args),
        RulesetCommand::Pack(args) => return pack::run(args),
        RulesetCommand::Schema => return schema::run(),
        RulesetCommand::Example { dir } => return example::run(dir),
        RulesetCommand::Trace(args) => return trace::run(args),
        RulesetCommand::Equivalent(args) => return equivalent::run(args),
        RulesetCommand::History(args) => return history::run(args),
        RulesetCommand::Weave(args) => return weave::run(args),
    }
    Ok(ExitCode::SUCCESS)
}
