mod approve;
mod check;
mod clauses;
mod equivalent;
mod folders;
mod history;
mod schema;
mod test;
mod trace;
mod weave;

use std::process::ExitCode;

use resettle_report::print::{neutral, neutral_lines};
use resettle_ruleset::{list, show};

use crate::approvals;
use crate::args::{RulesetArgs, RulesetCommand};
use crate::clock;
use crate::error::Error;
use crate::rules;
use resettle_console::{say, say_all};

/// `resettle ruleset`
pub fn run(args: &RulesetArgs) -> Result<ExitCode, Error> {
    match &args.command {
        RulesetCommand::List { rules, facts, approval, at } => {
            let mut registry = rules::registry(rules)?;
            rules::facts(facts.as_deref(), &mut registry)?;
            let moment = clock::moment(at.as_deref())?;
            let approvals = approvals::of_rules(approval, rules, &registry, None, moment)?;
            say_all!("{}", neutral_lines(&list(&registry)))?;
            if let Some(approvals) = approvals {
                say!("\nApprovals")?;
                for ruleset in registry.iter() {
                    say!("  {}\n    {}", neutral(&ruleset.id), approvals.of(&ruleset.id))?;
                }
                for absent in approvals.absent() {
                    say!("  {}\n    {}", neutral(&absent.id), neutral(&absent.message()))?;
                }
            }
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
        RulesetCommand::Schema => return schema::run(),
        RulesetCommand::Trace(args) => return trace::run(args),
        RulesetCommand::Equivalent(args) => return equivalent::run(args),
        RulesetCommand::History(args) => return history::run(args),
        RulesetCommand::Weave(args) => return weave::run(args),
    }
    Ok(ExitCode::SUCCESS)
}
