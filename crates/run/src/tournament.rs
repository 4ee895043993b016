//! Tournaments: what several tables and the office record of one is judged together, before each table is judged by it.

use std::path::Path;
use std::sync::Arc;

use resettle_audit::{Settings, follow, gather};
use resettle_coup_log::LogReader;
use resettle_report::document::TournamentRow;
use resettle_sealed_log::TrustStore;

use crate::source::LogSource;

/// The settings with what was found about the tournaments that these logs record. Called only if a log records one, so
/// that ordinary logs are read once.
pub fn with_tournaments<'p>(
    paths: impl Iterator<Item = &'p Path>,
    trust: Option<&TrustStore>,
    settings: &Settings,
    source: &impl LogSource,
) -> Settings {
    let mut logs = Vec::new();
    for path in paths {
        // The reason why a log cannot be read is reported where it is judged.
        let Ok(content) = source.open(path) else { continue };
        logs.extend(gather(LogReader::new(content, trust)));
    }
    Settings { tournaments: Some(Arc::new(follow(logs, settings))), ..settings.clone() }
}

/// The tournaments that were judged, as reports show them.
#[must_use]
pub fn tournament_rows(settings: &Settings) -> Vec<TournamentRow> {
    settings.tournaments.iter().flat_map(|rulings| rulings.summaries()).map(TournamentRow::from).collect()
}
