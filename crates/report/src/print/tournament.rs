//! How tournaments went, in a few lines of the summary.

use std::collections::BTreeSet;

use resettle_game::{Amount, counted};

use super::neutral::neutral;
use crate::document::{Report, RoundRow, SessionRow, TournamentRow};

/// Each line behind its name.
pub(super) fn tournament_lines(report: &Report) -> Vec<(&'static str, String)> {
    let mut out = Vec::new();
    for tournament in &report.tournaments {
        out.push(("  played", outline(tournament)));
        out.extend(prizes(tournament).map(|line| ("  prizes", line)));
        out.extend(not_played(tournament).map(|line| ("  not played", line)));
        out.extend(rounds(tournament).map(|line| ("  tables", line)));
        for session in tournament.finals() {
            out.extend(placings(session));
        }
    }
    let own = |code: &str| code.starts_with("tournament/");
    let found: u64 = report.summary.by_code.iter().filter(|(code, _)| own(code)).map(|(_, number)| number).sum();
    if !report.tournaments.is_empty() {
        out.push((
            "  findings",
            if found == 0 { "none of tournament play".to_owned() } else { format!("{found} of tournament play") },
        ));
    }
    out
}

fn outline(tournament: &TournamentRow) -> String {
    let rounds: BTreeSet<i64> = tournament.sessions.iter().map(|session| session.round).collect();
    let play_offs = tournament.play_offs();
    let sessions = (tournament.sessions.len() - play_offs) as u64;
    let mut parts =
        vec![counted(tournament.entrants, "entrant"), counted(rounds.len(), "round"), counted(sessions, "session")];
    if play_offs > 0 {
        parts.push(counted(play_offs, "play-off"));
    }
    if !tournament.conditions {
        parts.push("no conditions among the logs".to_owned());
    }
    if tournament.cancelled {
        parts.push("cancelled".to_owned());
    }
    format!("{} of {}: {}", neutral(&tournament.tournament), neutral(&tournament.venue), parts.join(", "))
}

/// The prizes beside the fees, and those of which the conditions state another value.
fn prizes(tournament: &TournamentRow) -> Option<String> {
    if tournament.prizes.is_empty() && tournament.fees == 0 {
        return None;
    }
    let currency = neutral(&tournament.currency);
    let amount = |minor: i128| Amount::new(minor, Some(&currency)).to_string();
    let sum = tournament.prizes.iter().map(|prize| i128::from(prize.value)).sum();
    let number = counted(tournament.prizes.len(), "prize");
    let mut line = format!("{} in {number}; fees kept: {}", amount(sum), amount(tournament.fees));
    let others = tournament.prizes.iter().filter_map(|prize| Some((prize, prize.stated?)));
    for (prize, stated) in others.filter(|(prize, stated)| prize.value != *stated).take(3) {
        let (place, value) = (prize.place, amount(prize.value.into()));
        line.push_str(&format!("; place {place}: {value}, stated beforehand {}", amount(stated.into())));
    }
    Some(line)
}

/// The sessions that were scheduled and are not in the logs.
fn not_played(tournament: &TournamentRow) -> Option<String> {
    let first: Vec<String> = tournament.unplayed.iter().take(8).map(|own| neutral(&own.session)).collect();
    let more = tournament.unplayed.len().saturating_sub(first.len());
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    (!first.is_empty()).then(|| format!("scheduled, and no coup in the logs: {}{more}", first.join(", ")))
}

/// The rounds that were played at other tables than the conditions state.
fn rounds(tournament: &TournamentRow) -> Option<String> {
    let one = |row: &RoundRow| {
        let stated = row.tables.map_or_else(|| "none stated".to_owned(), |tables| format!("{tables} stated"));
        format!("round {}: {stated}, {} designated, {} with coups", row.round, row.scheduled, row.played)
    };
    let otherwise: Vec<&RoundRow> = tournament.rounds_otherwise().collect();
    let first: Vec<String> = otherwise.iter().take(8).map(|row| one(row)).collect();
    let more = otherwise.len().saturating_sub(first.len());
    let more = if more == 0 { String::new() } else { format!("; and {more} more") };
    (!first.is_empty()).then(|| format!("{}{more}", first.join("; ")))
}

/// The places of a session of the last round, declared beside computed.
fn placings(session: &SessionRow) -> Vec<(&'static str, String)> {
    let declared = session.declared_in_words().map_or_else(|| "no result".to_owned(), |words| neutral(&words));
    let computed = session.computed_in_words().map_or_else(|| "not known".to_owned(), |words| neutral(&words));
    let differs = if declared == computed { "" } else { "  (declared otherwise)" };
    vec![("  declared", declared), ("  by chips", format!("{computed}{differs}"))]
}
