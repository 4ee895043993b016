use std::sync::Arc;

use resettle_sealed_log::{Remembered, Stand, TrustStore};

use super::LogCopy;
use super::proof::proof;
use crate::catalogue::Code;
use crate::finding::{Finding, Place};

/// The line at which a log of this length shows that it lost what was remembered, or goes on after a final seal.
pub(super) fn line(stand: Stand, lines: u64) -> Option<u64> {
    match stand {
        Stand::Holds { line } => (lines > line).then_some(line.saturating_add(1)),
        Stand::Unchained { line } | Stand::Differs { line, .. } => Some(line),
        Stand::Short => (lines > 0).then_some(lines),
    }
}

/// `in_whole`: another file of the same log, of which this one may be an older copy, holds the seal.
pub(super) fn finding(log: &str, read: &LogCopy, in_whole: bool, trust: Option<&TrustStore>) -> Option<Finding> {
    let Remembered { head, stand, seal_now } = read.remembered.as_ref()?;
    let seq = head.seq();
    let mut place = Place { line: line(*stand, read.lines), ..Place::default() };
    let mut logged = seal_now.as_ref();
    let message = match stand {
        Stand::Holds { line } if head.is_final() && read.lines > *line => {
            logged = None;
            format!("the log was closed when it was last verified, by the final seal with seq {seq}, and goes on now")
        }
        Stand::Holds { .. } => return None,
        // The unread part may hold it.
        Stand::Short if read.cut_short || in_whole => return None,
        Stand::Short => {
            logged = read.head.as_ref();
            let left = match logged {
                Some(now) => format!("its last seal that counts has seq {} now", now.seq()),
                None => "no seal that counts is left".to_owned(),
            };
            format!("the log was longer when it was last verified: the seal with seq {seq} is gone, and {left}")
        }
        Stand::Unchained { .. } => {
            place.seq = Some(seq);
            place.record_sha256 = Some(head.sha256().to_string());
            format!(
                "the seal last verified, seq {seq}, is there, but the chain before it is broken: what it vouched for is not what stands there now"
            )
        }
        Stand::Differs { seq: now, sha256, .. } => {
            place.seq = Some(*now);
            place.record_sha256 = Some(sha256.to_string());
            let proved = match seal_now {
                Some(now) => proof(log, head, now, trust),
                None => "no seal that counts vouches for what stands here now".to_owned(),
            };
            format!("another line stands where the seal last verified stood, seq {seq}: {proved}")
        }
    };
    let mut finding = Finding::new(Code::RolledBack, &place, message);
    finding.log = Arc::from(log);
    finding.file = Arc::clone(&read.file);
    finding.expected = Some(head.line().to_owned());
    finding.logged = logged.map(|now| now.line().to_owned());
    finding.authenticated = read.authenticated;
    Some(finding)
}
