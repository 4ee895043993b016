use resettle_coup_log::record_faults;
use resettle_oversight::digest::DayDigest;
use resettle_oversight::disposition::Dispositions;
use resettle_oversight::roster::{Roster, Scope};
use resettle_sealed_log::Heads;

use super::yaml::{read_twice, text};
use crate::broken::{Broken, same, works};

/// A heads file.
///
/// # Errors
/// Heads that mean something else once they are written again.
pub fn heads(data: &[u8]) -> Result<(), Broken> {
    let Ok(heads) = Heads::parse(data, record_faults) else { return Ok(()) };
    let again = works(Heads::parse(heads.to_text().as_bytes(), record_faults), "heads written again are refused")?;
    same(&format!("{again:?}"), &format!("{heads:?}"), "heads written again mean something else")
}

/// A roster.
///
/// # Errors
/// Faults that cannot be shown.
pub fn roster(data: &[u8]) -> Result<(), Broken> {
    let Some(text) = text(data) else { return Ok(()) };
    if let Some(roster) = read_twice(text, Roster::from_yaml)? {
        let first = roster.compare(&[], &Scope::default());
        same(&first.missing.len(), &roster.compare(&[], &Scope::default()).missing.len(), "a roster misses otherwise")?;
    }
    Ok(())
}

/// A file of dispositions.
///
/// # Errors
/// Faults that cannot be shown.
pub fn dispositions(data: &[u8]) -> Result<(), Broken> {
    let Some(text) = text(data) else { return Ok(()) };
    read_twice(text, |text| Dispositions::from_yaml(text, &|code| code.contains('/'))).map(|_| ())
}

/// A venue's digest of a day.
///
/// # Errors
/// A digest that means something else once it is written again, or names a file outside its folder.
pub fn day_digest(data: &[u8]) -> Result<(), Broken> {
    let Ok(digest) = DayDigest::parse(data) else { return Ok(()) };
    let again = works(DayDigest::parse(digest.to_text().as_bytes()), "a digest written again is refused")?;
    same(&again, &digest, "a digest written again means something else")?;
    let outside =
        digest.logs.iter().find(|log| log.path.starts_with('/') || log.path.split('/').any(|part| part == ".."));
    same(&outside, &None, "a digest names a file outside its folder")
}
