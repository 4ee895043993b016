//! `resettle import angel-eye`

use std::path::Path;
use std::process::ExitCode;

use resettle_console::notice::Notice;
use resettle_console::output::colour;
use resettle_import::{CaptureMapping, CaptureSummary, import_capture};
use resettle_report::print::neutral;

use super::import::{if_any, reviewed};
use crate::clock;
use crate::error::{Error, shown};
use crate::files;
use crate::spelling::counted;

/// Writes the log of a capture, and lists what could not be used.
pub fn run(capture: &Path, map: &Path, out: &Path, at: Option<&str>) -> Result<ExitCode, Error> {
    let is_given = at.is_some();
    let at = clock::stamp(at)?;
    let text = files::text_of(map, "a mapping")?;
    let mapping = CaptureMapping::from_yaml(&text).map_err(|faults| Error::Faults {
        path: map.to_owned(),
        count: faults.len(),
        rendered: faults.render(&shown(map), &text, colour()),
    })?;
    reviewed(&mapping.unreviewed(), map)?;
    let input = files::open(capture).map_err(|error| Error::read(capture, error))?;
    if input.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(Error::read(capture, std::io::Error::from(std::io::ErrorKind::IsADirectory)));
    }
    let name = capture.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let summary = files::write_new_with(out, |mut writer| {
        import_capture(input, &mapping, &at, &name, &mut writer)
            .map_err(|error| Error::new(neutral(&error.to_string())).at(capture).help_if(error.help()))
    })?;
    for problem in &summary.problems {
        anstream::eprintln!("{}: {}", shown(capture), neutral(&problem.to_string()));
    }
    if summary.problems_left_out > 0 {
        anstream::eprintln!("{}: {} more problems of this kind", shown(capture), summary.problems_left_out);
    }
    if summary.without_times && !is_given {
        Notice::note(format!(
            "{} holds bytes without times: its coups count as of {at}, and are judged by the rules of then",
            shown(capture)
        ))
        .help("name the time at which it was taken with --at")
        .say();
    }
    if summary.without_times && summary.coups > 1 {
        anstream::eprintln!(
            "note: {} holds no times: of whole coups that were lost in just as many frames as the sequence characters count nothing would be seen",
            shown(capture)
        );
    }
    anstream::eprintln!(
        "{}: {} made {}{}{}; {}, {} of them sent again{}{}{}{}{}{}{}; not authenticated",
        shown(out),
        counted(summary.events, "frame"),
        counted(summary.coups, "coup"),
        if_any(summary.repeated, "frame", " repeated"),
        if_any(summary.retransmitted, "card", " retransmitted"),
        counted(summary.damaged, "damaged frame"),
        summary.sent_again,
        if_any(summary.missing, "frame", " missing"),
        if_any(summary.missing_lines, "line", " missing by their numbers"),
        if_any(summary.noise, "other byte", ""),
        if_any(summary.unused, "event", " not used"),
        if_any(summary.incomplete, "coup", " incomplete"),
        contradicting(&summary),
        if_any(summary.doubtful_shoes, "shoe", " that may have begun or not"),
    );
    Ok(ExitCode::from(u8::from(summary.lost_something())))
}

/// Coups whose cards give another result than the shoe's, the first ones by their names.
fn contradicting(summary: &CaptureSummary) -> String {
    let counted = if_any(summary.contradicting, "coup", " whose cards give another result than the shoe's");
    if counted.is_empty() {
        return counted;
    }
    let more = summary.contradicting.saturating_sub(summary.contradictions.len() as u64);
    let more = if more == 0 { String::new() } else { format!("; {more} more") };
    format!("{counted} ({}{more})", neutral(&summary.contradictions.join("; ")))
}
