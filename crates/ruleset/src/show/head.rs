use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};

use super::layout::{TextTable, WIDTH, wrap};
use crate::effective::Effective;
use crate::model::Ruleset;

pub(super) fn head(out: &mut String, ruleset: &Ruleset) {
    for line in wrap(&ruleset.title, WIDTH) {
        out.push_str(&line);
        out.push('\n');
    }
    out.push('\n');
    let mut table = TextTable::new(&[18, 78]);
    table.row(&["id", ruleset.id.as_str()]);
    table.row(&["version", ruleset.version.as_deref().unwrap_or("the document bears none")]);
    table.row(&["in force from", &in_force_from(&ruleset.effective)]);
    for gap in &ruleset.gaps {
        table.row(&["gap", &format!("{}: {}", gap.span(&ruleset.effective.zone), gap.why)]);
    }
    table.row(&["digest", ruleset.digest.as_str()]);
    table.row(&["document", ruleset.source.document.as_str()]);
    for file in &ruleset.source.files {
        table.row(&["read from", &format!("{}\nsha256 {}", file.name, file.sha256)]);
    }
    out.push_str(&table.render());
    out.push_str("\n† marks a reading: a choice where the document is silent or unclear. notes.md explains it.\n");
}

fn in_force_from(effective: &Effective) -> String {
    let local = local(effective.start, &effective.zone).unwrap_or_else(|| effective.text.clone());
    let at = format!("{local}, local time in {}", effective.zone);
    if effective.open {
        format!(
            "date open: it takes effect on a publication whose date it does not state; signed {}, used from {at}, and reported as uncertain until the date is stated",
            effective.text
        )
    } else {
        at
    }
}

/// A moment as the clock of the venue shows it.
fn local(seconds: i64, zone: &str) -> Option<String> {
    let zone = TimeZone::get(zone).ok()?;
    let moment = Timestamp::from_second(seconds).ok()?.to_zoned(zone);
    Some(format!("{} (UTC{})", moment.strftime("%Y-%m-%d %H:%M:%S"), offset(moment.offset())))
}

fn offset(offset: Offset) -> String {
    let minutes = offset.seconds() / 60;
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}
