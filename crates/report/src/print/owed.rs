//! What is owed to each patron, and by each.

use resettle_game::{Amount, counted};

use super::neutral::neutral;
use super::rows::{table_heading, table_row};
use super::wrap::Width;
use crate::document::Report;

/// How many patrons are listed where not all are asked for.
const MOST: usize = 10;

/// The patrons whose wagers returned otherwise than due, those to whom most is owed first; empty where there are none.
pub(super) fn owed_text(report: &Report, all: bool, width: Width) -> String {
    let mut out = String::new();
    let owed = &report.summary.owed;
    if owed.is_empty() {
        return out;
    }
    let cells = format!("{:>18} {:>18} {:>10}", "to the patron", "to the house", "wagers");
    table_heading(width, (0, 28), "Owed", &cells, &mut out);
    for row in owed.iter().take(if all { usize::MAX } else { MOST }) {
        let unit = neutral(&row.currency);
        let amount = |minor: i128| Amount::new(minor, Some(&unit)).number();
        let who = row.who.as_deref().map_or_else(|| "not logged whose".to_owned(), neutral);
        let name = format!("{unit} {} {who}", neutral(&row.venue));
        let cells = format!("{:>18} {:>18} {:>10}", amount(row.to_patron), amount(row.to_house), row.wagers);
        table_row(width, (2, 26), &name, &cells, &mut out);
    }
    if !all && owed.len() > MOST {
        let rest = owed.get(MOST..).unwrap_or_default();
        out.push_str(&format!("  and {} more; `--verbose` lists all\n", counted(rest.len(), "patron")));
    }
    out
}
