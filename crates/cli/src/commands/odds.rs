use std::process::ExitCode;

use resettle_odds::{OddsError, RulesetOdds, print};
use resettle_report::print::neutral_lines;

use super::output;
use crate::args::{OddsArgs, OddsFormat};
use crate::error::Error;
use crate::rules;
use resettle_console::output::plain;

/// `resettle odds`
pub fn run(args: &OddsArgs) -> Result<ExitCode, Error> {
    let chosen = rules::chosen(&args.ruleset, &args.rules)?;
    let ruleset = &rules::under(&chosen.ruleset, &args.elect)?;
    let text = match args.decks {
        Some(decks) => {
            let odds = RulesetOdds::of(ruleset, decks).map_err(no_odds)?;
            match args.format {
                OddsFormat::Text => neutral_lines(&print::one_shoe(ruleset, &odds)),
                OddsFormat::Json => output::json(&print::json(&odds))?,
            }
        }
        None => {
            let all = RulesetOdds::of_all_decks(ruleset).map_err(no_odds)?;
            match args.format {
                OddsFormat::Text => neutral_lines(&print::over_decks(ruleset, &all)),
                OddsFormat::Json => output::json(&all.iter().map(print::json).collect::<Vec<_>>())?,
            }
        }
    };
    plain(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn no_odds(error: OddsError) -> Error {
    let help = match &error {
        OddsError::DecksOutOfRange { .. } => Some("leave out --decks to see every number that it allows".to_owned()),
        OddsError::Unpaid { .. } => None,
    };
    Error::new(error.to_string()).help_if(help)
}
