use std::collections::BTreeSet;
use std::process::ExitCode;

use resettle_diff::{history, print};
use resettle_report::print::{neutral, neutral_lines};
use resettle_ruleset::Ruleset;

use crate::args::{HistoryArgs, HistoryFormat};
use crate::commands::output;
use crate::error::Error;
use crate::rules;
use resettle_console::output::plain;

/// `resettle ruleset history`
pub fn run(args: &HistoryArgs) -> Result<ExitCode, Error> {
    let registry = rules::registry(&args.rules)?;
    let games: BTreeSet<&str> = registry.iter().map(|ruleset| ruleset.versions()).collect();
    let named: Vec<&str> = games
        .iter()
        .copied()
        .filter(|game| *game == args.game || game.rsplit('/').next() == Some(args.game.as_str()))
        .collect();
    let [game] = named.as_slice() else {
        let game = neutral(&args.game);
        return Err(if named.is_empty() {
            Error::new(format!("no version of a game `{game}` is held"))
                .help(format!("an id without its date: {}", neutral(&games.into_iter().collect::<Vec<_>>().join(", "))))
        } else {
            Error::new(format!("`{game}` is a game of several venues"))
                .help(format!("name one of {}", neutral(&named.join(", "))))
        });
    };
    let versions: Vec<&Ruleset> =
        registry.iter().filter(|ruleset| ruleset.versions() == *game).map(|ruleset| ruleset.as_ref()).collect();
    let history = history(game, &versions);
    match args.format {
        HistoryFormat::Text => plain(&neutral_lines(&print::history_text(&history, args.changed)))?,
        HistoryFormat::Json => plain(&output::json(&print::history_json(&history, args.changed))?)?,
    }
    Ok(ExitCode::SUCCESS)
}
