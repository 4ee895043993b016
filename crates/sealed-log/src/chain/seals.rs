//! Which seals count, and what they vouch for.

use super::{Chain, ChainPosition, LastSeal, count_more};
use crate::fault::{FaultCode, IntegrityFault};
use crate::hash::Digest;
use crate::heads::Head;
use crate::key::KeyId;
use crate::seal::{Seal, seal_message};
use crate::time::Time;
use crate::trust::Refusal;
use crate::verdict::{CoupStakes, SealedPart};

/// The most keys of a log's seals that are reported one by one.
const MAX_WORDS: usize = 1_000;

/// The first seal of a leaked key that no good position covers.
pub(super) struct LeakedSeal {
    key: KeyId,
    /// First line of its unbroken stretch: a good position later in it covers the seal.
    from: u64,
    seq: u64,
    line: u64,
    at: Option<Time>,
    sha256: Digest,
    refusal: Refusal,
}

/// Of a seal that does not count, before the lines that it was to vouch for: whether one does is known at the end of the log.
pub const A_LATER_SEAL_ALONE: &str = "only a later seal can vouch for lines ";

impl Chain<'_> {
    pub(super) fn note_head(&mut self, line: u64, head: Head) {
        if self.seal_kept.is_none() && self.seal_wanted.is_some_and(|from| line >= from) {
            self.seal_kept = Some(head.clone());
        }
        if self.unbroken_from == 1 {
            self.verdict.head = Some((line, head.clone()));
        }
        self.counted = Some((line, head));
    }

    /// Whether the seal counts.
    pub(super) fn seal(&mut self, place: &ChainPosition, seal: &Seal, seq: u64, prev: Digest, written: &Time) -> bool {
        self.tail = None;
        let (line, sha256, is_final) = (place.line, place.sha256, seal.is_final);
        self.last_seal = Some(LastSeal { line, seq, at: written.clone(), sha256, says: seal.says, is_final });
        let known = self.trust.is_some_and(|trust| trust.get(seal.key).is_some());
        if (known || self.keys.len() < MAX_WORDS) && self.keys.insert(seal.key) {
            self.verdict.keys.push(seal.key);
        }
        let Some(open) = self.verdict.open.clone() else { return false };
        let Some(trust) = self.trust else {
            self.refuse(None, place, seal.key, &Refusal::NoStore);
            return false;
        };
        let key = match trust.admit(seal.key, &open, written.moment()) {
            Ok(key) => key,
            Err(refusal) => {
                self.refuse(Some(seal.key), place, seal.key, &refusal);
                return false;
            }
        };
        if let Some(own) = open.key
            && own != seal.key
            && let Some(opened) = &self.open_at
            && let Err(refusal) = trust.admit(own, &open, opened.moment())
        {
            self.refuse(Some(own), place, own, &refusal);
            return false;
        }
        let verify = || key.verifies(&seal_message(&open.log, seq, prev, written.as_str(), seal.is_final), &seal.sig);
        let sound = self.sound.map_or_else(verify, |known| known.is_sound(&open.log, place.sha256, verify));
        if !sound {
            let what = format!(
                "the seal does not verify under the trusted key `{}`: it or what it names was altered; {}",
                key.name,
                self.was_to_vouch_for(line)
            );
            self.verdict.faults.push(place.fault(FaultCode::BadSignature, what));
            return false;
        }
        if let Some(positions) = &key.compromised {
            let good = positions.iter().any(|p| p.log == open.log && p.seq == seq && p.prev == prev);
            let from = self.unbroken_from;
            if !good {
                if !self.leaked.iter().any(|known| known.key == seal.key) {
                    let refusal = Refusal::Compromised { name: key.name.clone() };
                    let (line, at, sha256) = (place.line, place.at.clone(), place.sha256);
                    self.leaked.push(LeakedSeal { key: seal.key, from, seq, line, at, sha256, refusal });
                }
                return false;
            }
            self.leaked.retain(|known| known.key != seal.key || known.from != from);
        }
        let (first, last) = self.written.unwrap_or((written.moment(), written.moment()));
        let part = SealedPart { first, last, seq };
        match (self.verdict.vouched.last_mut(), self.verdict.sealed.last_mut()) {
            (Some((from, to)), Some(sealed)) if *from == self.unbroken_from => {
                *to = place.line;
                *sealed = part;
            }
            _ => {
                self.verdict.vouched.push((self.unbroken_from, place.line));
                self.verdict.sealed.push(part);
            }
        }
        self.verdict.authenticated_records += self.waiting;
        self.waiting = 0;
        self.waiting_coups = CoupStakes::default();
        true
    }

    /// What a seal on `line` that does not count was to vouch for: the lines since the last seal that counts, or the last break.
    fn was_to_vouch_for(&self, line: u64) -> String {
        let vouched = self.verdict.vouched.last().map_or(0, |(_, to)| *to);
        let from = self.unbroken_from.max(vouched.saturating_add(1));
        let records = if self.waiting == 1 { "record" } else { "records" };
        format!("{A_LATER_SEAL_ALONE}{from} to {line} ({} {records})", self.waiting)
    }

    fn refuse(&mut self, once: Option<KeyId>, place: &ChainPosition, key: KeyId, refusal: &Refusal) {
        if self.refused.len() >= MAX_WORDS && !self.refused.contains(&once) {
            count_more(&mut self.more_refused, place);
        } else if self.refused.insert(once) {
            let at = place.at.as_ref().map_or_else(String::new, |at| format!(" of {at}"));
            let what = format!(
                "this seal{at} cannot be verified and does not count: {refusal}; {}",
                self.was_to_vouch_for(place.line)
            );
            let fault = place.fault(FaultCode::UntrustedKey, what);
            let counts_as_unsealed = matches!(refusal, Refusal::Import { .. });
            self.verdict.faults.push(IntegrityFault { logged: Some(key.to_string()), counts_as_unsealed, ..fault });
        }
    }

    /// Seals of a leaked key count only up to a position known to be good, which may come later in their stretch of the
    /// chain; the seals that are left have none.
    pub fn judge_leaked(&mut self) {
        for seal in std::mem::take(&mut self.leaked) {
            let place =
                ChainPosition { line: seal.line, seq: Some(seal.seq), sha256: seal.sha256, at: seal.at, of: None };
            self.refuse(Some(seal.key), &place, seal.key, &seal.refusal);
        }
    }

    /// Reports the keys that were only counted.
    pub(super) fn report_more_refused(&mut self) {
        if let Some((place, more)) = self.more_refused.take() {
            let what = format!(
                "what {more} more seals from here on vouch for cannot be verified: {MAX_WORDS} keys of a log are reported one by one"
            );
            self.verdict.faults.push(place.fault(FaultCode::UntrustedKey, what));
        }
    }
}
