use std::io::{self, BufRead};
use std::path::Path;

use resettle_audit::Settings;
use resettle_run::{Known, LogHashes, LogSource, opening};
use resettle_sealed_log::TrustStore;

use crate::error::{Error, shown};
use crate::files::LogFile;

/// Opens logs at their paths on the disk; one that is packed is read unpacked.
pub struct LogFiles;

impl LogSource for LogFiles {
    fn open(&self, path: &Path) -> io::Result<Box<dyn BufRead>> {
        let file = LogFile::open(path, |_| ())?.hashed(false);
        file.into_content().map(|(content, _)| content)
    }

    fn read(&self, path: &Path, read: &mut dyn FnMut(&mut dyn BufRead) -> io::Result<()>) -> io::Result<LogHashes> {
        let mut file = LogFile::open(path, |_| ())?;
        read(&mut *file.content()?)?;
        file.finish_unchanged()
    }
}

/// Reads the opening record of a log.
pub fn known(path: &Path) -> Result<Known, Error> {
    let fail = |error| Error::read(path, error);
    if path.exists() && !LogFile::lasts(path) {
        return Err(Error::new(format!("{} is no file, and can be read only once", shown(path)))
            .help("to see which logs belong to one table each is read twice; save it as a file, or replay it alone"));
    }
    let mut file = LogFile::beginning(path).map_err(fail)?;
    let open = opening(file.content().map_err(fail)?);
    Ok(Known { path: path.to_owned(), name: path.display().to_string(), open, context: false })
}

/// The settings with what was found about the tournaments that these logs record. Called only if a log records one, so
/// that ordinary logs are read once.
pub fn with_tournaments<'p>(
    paths: impl Iterator<Item = &'p Path> + Clone,
    trust: Option<&TrustStore>,
    settings: &Settings,
) -> Result<Settings, Error> {
    for path in paths.clone() {
        if path.exists() && !LogFile::lasts(path) {
            return Err(Error::new(format!("{} records a tournament, and can be read only once", shown(path)))
                .help("what the logs of a tournament say is put together before each is judged; save it as a file"));
        }
    }
    Ok(resettle_run::with_tournaments(paths, trust, settings, &LogFiles))
}
