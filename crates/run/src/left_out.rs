//! What an import left out of its source on purpose, in words.

use resettle_game::{Amount, counted};
use resettle_sealed_log::{LeftOut, Open};

/// So many of them are named.
const MOST: usize = 5;

/// So many letters of a name are shown.
const SHOWN: usize = 60;

/// What the log of an import says of its own source.
pub(crate) fn said(open: &Open) -> Vec<String> {
    let mut said: Vec<String> = open.left_out.iter().take(MOST).map(|own| one(own, &open.currency)).collect();
    if let Some(more) = open.left_out.len().checked_sub(MOST).filter(|more| *more > 0) {
        said.push(format!("{more} more columns or values of its source are in no record"));
    }
    said
}

fn one(own: &LeftOut, currency: &str) -> String {
    let LeftOut { column, value, why, rows, amount, below } = own;
    let short = |text: &str| text.chars().take(SHOWN).collect::<String>();
    let money = |minor: u64| Amount::new(minor, Some(currency)).to_string();
    let rows = counted(rows, "row");
    let column = short(column);
    match value {
        Some(value) => format!(
            "{rows} of its source with {:?} as {column:?}, on which {} was staked, in no record and not judged here",
            short(value),
            money(*amount)
        ),
        None => {
            let below = if *below == 0 { String::new() } else { format!(" and -{}", money(*below)) };
            let why = why.as_deref().map(short).unwrap_or_default();
            format!("{column:?} of its source is not read ({why}): {} in {rows}", money(*amount) + &below)
        }
    }
}
