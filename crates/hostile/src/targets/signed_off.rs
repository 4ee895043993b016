use resettle_pack::{Pack, read as read_pack};
use resettle_report::signoff::SignOff;
use resettle_timestamp::{Authorities, read as read_stamp};
use resettle_witness::{Leaves, Note, Policy};

use crate::broken::{Broken, hold, works};

/// A pack of rulesets.
///
/// # Errors
/// A path that leads out of the folder into which somebody may unpack it, or a pack that reads otherwise the second time.
pub fn pack(data: &[u8]) -> Result<(), Broken> {
    let Ok(Pack { files, signer }) = read_pack(data) else { return Ok(()) };
    for path in files.keys() {
        let safe =
            path.split('/').all(|name| !name.is_empty() && !name.starts_with('.') && !name.contains(['\\', ':', '\0']));
        hold(safe, || format!("a pack holds {path:?}"))?;
    }
    let again = works(read_pack(data), "a pack is refused the second time")?;
    hold(again == Pack { files, signer }, || "a pack reads otherwise the second time".to_owned())
}

/// A sign-off.
///
/// # Errors
/// One that means something else once it is written again.
pub fn sign_off(data: &[u8]) -> Result<(), Broken> {
    let Ok(text) = std::str::from_utf8(data) else { return Ok(()) };
    let Ok(known) = SignOff::from_yaml(text) else { return Ok(()) };
    let again = works(SignOff::from_yaml(&known.to_yaml()), "a sign-off written again is refused")?;
    hold(again == known, || "a sign-off written again means something else".to_owned())
}

/// What the fixtures' authorities stamped, and who vouches for one of them.
const STAMPED: &[u8] = include_bytes!("../../../../fixtures/timestamp/stamped");
const TRUSTED: &[u8] = include_bytes!("../../../../fixtures/timestamp/trusted.pem");

/// An answer of a timestamp authority.
///
/// # Errors
/// One that is vouched for and is not of the only file that was ever stamped, or not at the time of that stamp.
pub fn timestamp(data: &[u8]) -> Result<(), Broken> {
    let Ok(stamp) = read_stamp(data) else { return Ok(()) };
    let authorities = works(Authorities::from_pem(TRUSTED), "the authority of the fixtures is none")?;
    if stamp.vouched_by(&authorities).is_ok() {
        hold(stamp.is_of(STAMPED), || "another file is stamped".to_owned())?;
        hold(!stamp.is_of(b"another"), || "any file is stamped".to_owned())?;
        hold((1_795_651_200..1_795_737_600).contains(&stamp.time), || format!("it was stamped at {}", stamp.time))?;
    }
    Ok(())
}

/// Who signs the notes of the fixtures, and what they signed.
const WITNESSES: &str = include_str!("../../../../fixtures/witness/witnesses");
const SIGNED: [&str; 2] =
    [include_str!("../../../../fixtures/witness/june.note"), include_str!("../../../../fixtures/witness/earlier.note")];

/// A note of witnesses, the list beside one, and a policy.
///
/// # Errors
/// One that is spelled otherwise once it is written again, or a note that counts and is none of those that were ever signed.
pub fn note(data: &[u8]) -> Result<(), Broken> {
    let Ok(text) = std::str::from_utf8(data) else { return Ok(()) };
    if let Ok(leaves) = Leaves::parse(text) {
        hold(leaves.to_text() == text, || "a list is spelled otherwise".to_owned())?;
    }
    // A policy is read for its faults alone.
    let _ = Policy::parse(text);
    let Ok(note) = Note::parse(data) else { return Ok(()) };
    hold(note.to_string() == text, || "a note is spelled otherwise".to_owned())?;
    let policy = works(Policy::parse(WITNESSES), "the policy of the fixtures is none")?;
    if policy.judge(&note, u64::MAX).is_ok() {
        let body = note.checkpoint.to_text();
        hold(SIGNED.iter().any(|signed| signed.starts_with(&body)), || format!("{body:?} counts"))?;
    }
    Ok(())
}
