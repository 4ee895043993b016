//! Tournaments: what several tables and the office say of one is judged together, before each table is judged by it.

use std::path::Path;
use std::sync::Arc;

use resettle_audit::{Settings, follow, gather};
use resettle_coup_log::LogReader;
use resettle_report::document::TournamentRow;
use resettle_sealed_log::TrustStore;

use crate::error::{Error, shown};
use crate::files::LogFile;

/// The settings with what was found of the tournaments that these logs tell of. Called only where a log tells of one, so
/// that ordinary logs are read once.
pub fn with_tournaments<'p>(
    paths: impl Iterator<Item = &'p Path>,
    trust: Option<&TrustStore>,
    settings: &Settings,
) -> Result<Settings, Error> {
    let mut logs = Vec::new();
    for path in paths {
        if path.exists() && !LogFile::lasts(path) {
            return Err(Error::Plain(format!(
                "{} tells of a tournament, and can be read only once\n  help: what the logs of a tournament say is put together before each is judged; save it as a file",
                shown(path)
            )));
        }
        // Why a log cannot be read is told where it is judged.
        let Ok((content, _)) = LogFile::open(path, |_| ()).and_then(LogFile::into_content) else { continue };
        logs.extend(gather(LogReader::new(content, trust)));
    }
    Ok(Settings { tournaments: Some(Arc::new(follow(logs, settings))), ..settings.clone() })
}

/// The tournaments that were judged, as reports tell of them.
#[must_use]
pub fn told_of(settings: &Settings) -> Vec<TournamentRow> {
    settings.tournaments.iter().flat_map(|rulings| rulings.stories()).map(TournamentRow::from).collect()
}
