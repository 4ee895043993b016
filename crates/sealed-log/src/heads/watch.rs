use super::Head;
use crate::hash::Digest;

/// How a log relates to the head that was remembered of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// The line is there, and the chain from the first line to it is unbroken.
    Holds {
        /// Its line, from 1.
        line: u64,
    },
    /// The line is there, but the chain before it is broken: what it vouched for is no longer there.
    Unchained {
        /// Its line, from 1.
        line: u64,
    },
    /// Another line is in the place of the head.
    Differs {
        /// That line, from 1.
        line: u64,
        /// Its `seq`, at or beyond the head's.
        seq: u64,
        /// Its SHA-256.
        sha256: Digest,
    },
    /// The log ends before the head's place.
    Short,
}

/// What a reader noted about the head that was remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The last seal that counted when the log was read before.
    pub head: Head,
    /// Whether it is still there.
    pub stand: Stand,
    /// Where the log differs: the first seal from there on that counts, if there is one.
    pub seal_now: Option<Head>,
}

/// Looks out for a remembered head while a log is read.
#[derive(Debug)]
pub(crate) struct Watch<'h> {
    head: &'h Head,
    found: Option<Stand>,
    other: Option<Stand>,
}

impl<'h> Watch<'h> {
    pub(crate) fn new(head: &'h Head) -> Self {
        Self { head, found: None, other: None }
    }

    /// Takes a line, and its content if it is a seal; says whether it is the first that shows that the log differs.
    pub(crate) fn line(
        &mut self,
        line: u64,
        seq: Option<u64>,
        sha256: Digest,
        says: Option<Digest>,
        unbroken: bool,
    ) -> bool {
        if says == Some(self.head.sha256()) {
            if !matches!(self.found, Some(Stand::Holds { .. })) {
                self.found = Some(if unbroken { Stand::Holds { line } } else { Stand::Unchained { line } });
            }
            return false;
        }
        match seq {
            Some(seq) if seq >= self.head.seq() && self.found.is_none() && self.other.is_none() => {
                self.other = Some(Stand::Differs { line, seq, sha256 });
                true
            }
            _ => false,
        }
    }

    pub(crate) fn finish(self, seal_now: Option<Head>) -> Remembered {
        let stand = self.found.or(self.other).unwrap_or(Stand::Short);
        let seal_now = seal_now.filter(|_| !matches!(stand, Stand::Holds { .. }));
        Remembered { head: self.head.clone(), stand, seal_now }
    }
}
