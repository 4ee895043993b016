use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};

use crate::hash::Digest;

/// So many seals are remembered of a log; those beyond are verified each time.
const MOST: usize = 65_536;

/// Seals whose signature is sound, so that a log that is read several times has each of them verified once.
///
/// What a seal signs is in its line, but for the log's id, and so is its key, by its hash: both say which seal it is, whatever trust
/// store is asked. Whether the key may seal is asked each time.
#[derive(Debug, Default)]
pub struct SoundSeals(RefCell<BTreeMap<String, HashSet<Digest>>>);

impl SoundSeals {
    /// Whether the seal of a log with this line is sound, which `verify` says where it is not known.
    pub(crate) fn is_sound(&self, log: &str, line: Digest, verify: impl FnOnce() -> bool) -> bool {
        if self.0.borrow().get(log).is_some_and(|lines| lines.contains(&line)) {
            return true;
        }
        let sound = verify();
        if sound {
            let mut known = self.0.borrow_mut();
            if !known.contains_key(log) {
                known.insert(log.to_owned(), HashSet::new());
            }
            if let Some(lines) = known.get_mut(log).filter(|lines| lines.len() < MOST) {
                lines.insert(line);
            }
        }
        sound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_sound_seal_of_the_same_log_is_known() {
        let sound = SoundSeals::default();
        let line = Digest::of(b"a seal");
        assert!(!sound.is_sound("A", line, || false));
        assert!(sound.is_sound("A", line, || true), "one that was not sound is verified again");
        assert!(sound.is_sound("A", line, || false));
        assert!(!sound.is_sound("B", line, || false), "the log's id is part of what is signed");
    }
}
