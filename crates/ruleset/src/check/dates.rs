use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use resettle_yaml::Node;

use super::grounds::{at, get, items, text};
use super::{Level, Lint, Subject};
use crate::effective::local_moment;

/// What stands for the name of a document until somebody has named it.
pub const UNNAMED: &str = "name it as it names itself";
/// No baccarat rules of these kinds are older, and none can be approved for later.
const YEARS: std::ops::RangeInclusive<i16> = 1950..=2100;

/// Dates that exist but cannot be meant, and spans that do not fit.
pub(super) fn check(root: &Node, lint: &mut Lint<'_>) {
    let zone = at(root, &["effective", "zone"]).and_then(text).and_then(|name| TimeZone::get(name).ok());
    let Some(zone) = zone else { return };
    let effective = at(root, &["effective", "from"]).or_else(|| at(root, &["effective", "signed"]));
    let gaps = get(root, "gaps").into_iter().flat_map(items);
    let mut spans: Vec<(i64, i64)> = Vec::new();
    let start = effective.and_then(|node| moment(node, &zone, lint));
    for gap in gaps {
        let from = get(gap, "from").and_then(|node| Some((moment(node, &zone, lint)?, node)));
        let until = get(gap, "until").and_then(|node| Some((moment(node, &zone, lint)?, node)));
        let (Some((from, from_node)), Some((until, _))) = (from, until) else { continue };
        if start.is_some_and(|start| from < start) {
            lint.rules(
                Level::Error,
                Subject::Date,
                from_node.place,
                "this gap begins before the ruleset is in force".to_owned(),
                "a gap is a span in which coups are judged by this ruleset",
            );
        }
        if spans.iter().any(|(a, b)| from < *b && *a < until) {
            let message = "this gap overlaps an earlier one".to_owned();
            lint.rules(Level::Error, Subject::Date, gap.place, message, "make one of the two, or let them meet");
        }
        spans.push((from, until));
    }
    if at(root, &["source", "files"]).is_some_and(|files| items(files).is_empty()) {
        let place = at(root, &["source", "files"]).map(|node| node.place).unwrap_or_default();
        let message = "no file is named that the clauses were read from".to_owned();
        lint.rules(Level::Error, Subject::Citation, place, message, "name each file with its SHA-256");
    }
    if let Some(node) = at(root, &["source", "document"]).filter(|node| text(node) == Some(UNNAMED)) {
        let message =
            "the document is not named yet: this is what `resettle ruleset clauses` writes in its place".to_owned();
        lint.rules(Level::Error, Subject::Citation, node.place, message, "name the document as its title page does");
    }
}

/// The moment of a date, with a word about one that cannot be meant.
fn moment(node: &Node, zone: &TimeZone, lint: &mut Lint<'_>) -> Option<i64> {
    let written = text(node)?;
    let moment = local_moment(written, zone).ok()?;
    let civil = match written.parse::<DateTime>() {
        Ok(civil) => civil,
        Err(_) => written.parse::<Date>().ok()?.at(0, 0, 0, 0),
    };
    if !YEARS.contains(&civil.year()) {
        lint.rules(
            Level::Error,
            Subject::Date,
            node.place,
            format!("the year {} cannot be meant", civil.year()),
            "write the date as the document gives it: YYYY-MM-DD",
        );
    }
    if zone.to_ambiguous_zoned(civil).is_ambiguous() {
        lint.rules(
            Level::Warning,
            Subject::Date,
            node.place,
            "clocks were changed here: this local time exists twice, or not at all".to_owned(),
            "state in notes.md which moment is meant; the one before the change is taken",
        );
    }
    Some(moment)
}
