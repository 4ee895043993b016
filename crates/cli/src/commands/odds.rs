use std::process::ExitCode;
use std::sync::Arc;

use resettle_odds::{OddsError, RulesetOdds, Stakes, print};
use resettle_report::print::neutral_lines;
use resettle_ruleset::Ruleset;

use super::output;
use crate::args::{OddsArgs, OddsFormat};
use crate::error::Error;
use crate::rules;
use resettle_console::output::plain;

/// `resettle odds`
pub fn run(args: &OddsArgs) -> Result<ExitCode, Error> {
    let chosen = rules::chosen(&args.ruleset, &args.rules)?;
    let stakes = stakes(args)?;
    let mut under: Vec<(Arc<Ruleset>, Vec<RulesetOdds>)> = Vec::new();
    for ruleset in rules::under_each(&chosen.ruleset, &args.elect)? {
        let all = match args.decks {
            Some(decks) => RulesetOdds::of(&ruleset, decks).map(|odds| vec![odds]),
            None => RulesetOdds::of_all_decks(&ruleset),
        };
        let at = |odds: RulesetOdds| match stakes {
            Some(stakes) => odds.at_stakes(&ruleset, stakes),
            None => odds,
        };
        let all = all.map_err(no_odds)?.into_iter().map(at).collect();
        under.push((ruleset, all));
    }
    let text = match args.format {
        OddsFormat::Text => neutral_lines(&text(&under, args.decks.is_some())),
        OddsFormat::Json => {
            let documents: Vec<_> = under.iter().flat_map(|(_, all)| all).map(print::json).collect();
            match documents.as_slice() {
                [only] if args.decks.is_some() => output::json(only)?,
                _ => output::json(&documents)?,
            }
        }
    };
    plain(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn text(under: &[(Arc<Ruleset>, Vec<RulesetOdds>)], one_shoe: bool) -> String {
    match under {
        [(ruleset, all)] => match all.as_slice() {
            [odds] if one_shoe => print::one_shoe(ruleset, odds),
            _ => print::over_decks(ruleset, all),
        },
        _ => print::every_choice(under, one_shoe),
    }
}

fn stakes(args: &OddsArgs) -> Result<Option<Stakes>, Error> {
    let Some(chip) = args.chip else { return Ok(None) };
    let Some(stakes) = Stakes::new(chip, args.minimum, args.maximum) else {
        return Err(Error::new("--chip, --minimum and --maximum state no stakes")
            .help("amounts in minor units, 1 to 1000000000000, the maximum no less than the minimum"));
    };
    Ok(Some(stakes))
}

fn no_odds(error: OddsError) -> Error {
    let help = match &error {
        OddsError::DecksOutOfRange { .. } => Some("leave out --decks to see every number that it allows".to_owned()),
        OddsError::TooManyDecks { .. } | OddsError::Unpaid { .. } => None,
    };
    Error::new(error.to_string()).help_if(help)
}
