use std::process::ExitCode;

use resettle_odds::{OddsError, RulesetOdds, print};
use resettle_report::document::to_json;
use resettle_report::print::neutral_lines;
use serde::Serialize;

use super::output;
use crate::args::{OddsArgs, OddsFormat};
use crate::error::Error;
use crate::rules;

/// `resettle odds`
pub fn run(args: &OddsArgs) -> Result<ExitCode, Error> {
    let chosen = rules::chosen(&args.ruleset, &args.rules)?;
    let ruleset = &chosen.ruleset;
    let text = match args.decks {
        Some(decks) => {
            let odds = RulesetOdds::of(ruleset, decks).map_err(no_odds)?;
            match args.format {
                OddsFormat::Text => neutral_lines(&print::one_shoe(ruleset, &odds)),
                OddsFormat::Json => json(&print::json(&odds))?,
            }
        }
        None => {
            let all = RulesetOdds::of_all_decks(ruleset).map_err(no_odds)?;
            match args.format {
                OddsFormat::Text => neutral_lines(&print::over_decks(ruleset, &all)),
                OddsFormat::Json => json(&all.iter().map(print::json).collect::<Vec<_>>())?,
            }
        }
    };
    output::plain(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// A ruleset's title and bets may be any text: what would steer a terminal is escaped.
fn json(odds: &impl Serialize) -> Result<String, Error> {
    let mut text = Vec::new();
    to_json(odds, true, &mut text).map_err(|error| Error::Plain(error.to_string()))?;
    String::from_utf8(text).map_err(|error| Error::Plain(error.to_string()))
}

fn no_odds(error: OddsError) -> Error {
    let help = match &error {
        OddsError::DecksOutOfRange { .. } => "\n  help: leave out --decks to see every number that it allows",
        OddsError::Unpaid { .. } => "",
    };
    Error::Plain(format!("{error}{help}"))
}
