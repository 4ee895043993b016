use std::process::ExitCode;

use resettle_odds::{OddsError, RulesetOdds, print};
use serde_json::to_string_pretty;

use super::output;
use crate::args::{OddsArgs, OddsFormat};
use crate::error::Error;
use crate::rules;

/// `resettle odds`
pub fn run(args: &OddsArgs) -> Result<ExitCode, Error> {
    let chosen = rules::chosen(&args.ruleset, &args.rules)?;
    let ruleset = &chosen.ruleset;
    let unprintable = |error: serde_json::Error| Error::Plain(error.to_string());
    let text = match args.decks {
        Some(decks) => {
            let odds = RulesetOdds::of(ruleset, decks).map_err(no_odds)?;
            match args.format {
                OddsFormat::Text => print::one_shoe(ruleset, &odds),
                OddsFormat::Json => to_string_pretty(&print::json(&odds)).map_err(unprintable)? + "\n",
            }
        }
        None => {
            let all = RulesetOdds::of_all_decks(ruleset).map_err(no_odds)?;
            match args.format {
                OddsFormat::Text => print::over_decks(ruleset, &all),
                OddsFormat::Json => {
                    let all: Vec<_> = all.iter().map(print::json).collect();
                    to_string_pretty(&all).map_err(unprintable)? + "\n"
                }
            }
        }
    };
    output::plain(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn no_odds(error: OddsError) -> Error {
    let help = match &error {
        OddsError::DecksOutOfRange { .. } => "\n  help: leave out --decks to see every number that it allows",
        OddsError::Unpaid { .. } => "",
    };
    Error::Plain(format!("{error}{help}"))
}
