//! The register of promotions that was judged, in a few lines of the summary.

use resettle_game::Amount;

use super::neutral::neutral;
use crate::document::{PromotionNote, PromotionsUsed, Report};

/// Which register was judged, what in it no clause judges, with its money, and which of its files were not given, each line
/// behind its name; none where no register was judged.
#[must_use]
pub fn promotion_lines(report: &Report) -> Vec<(&'static str, String)> {
    let Some(register) = &report.promotions else { return Vec::new() };
    let mut out = vec![("promotions", register_of(register))];
    out.extend(register.notes.iter().map(|note| ("  not judged", noted(note, &register.currency))));
    if !register.absent.is_empty() {
        out.push(("  no file", neutral(&register.absent.join(", "))));
    }
    out
}

fn register_of(register: &PromotionsUsed) -> String {
    let (venue, game) = (neutral(&register.venue), neutral(&register.game));
    let not_judged = match register.not_judged {
        0 => String::new(),
        some => format!(", {some} without a ruleset"),
    };
    let as_of = neutral(&register.as_of);
    format!("{venue} {game}, as of {as_of}: {} judged{not_judged}", register.judged)
}

/// What no clause judges, with its money.
fn noted(note: &PromotionNote, currency: &str) -> String {
    let unit = neutral(currency);
    let PromotionNote { says, number, money, places, .. } = note;
    let first = neutral(&places.join(", "));
    let more = if *number > places.len() as u64 { " …" } else { "" };
    format!("{number}: {}, {}  ({first}{more})", neutral(says), Amount::new(*money, Some(&unit)))
}
