use std::path::Path;

use resettle_coup_log::TrustStore;
use resettle_report::document::TrustUsed;

use crate::error::{Error, shown};
use crate::files;
use crate::rules::colour;

/// The trust store, and what the report says of it.
pub fn load(path: Option<&Path>) -> Result<Option<(TrustStore, TrustUsed)>, Error> {
    let Some(path) = path else { return Ok(None) };
    let text = files::text(path)?;
    let store = TrustStore::from_yaml(&text).map_err(|faults| Error::Faults {
        path: path.to_owned(),
        count: faults.len(),
        rendered: faults.render(&shown(path), &text, colour()),
    })?;
    let used = TrustUsed { path: path.display().to_string(), sha256: files::sha256(text.as_bytes()) };
    Ok(Some((store, used)))
}
