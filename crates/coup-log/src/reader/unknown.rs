//! Unknown record types, session events and kinds of irregularity: each reported once, up to a limit per log.

use std::collections::BTreeSet;

use resettle_game::Kind;
use resettle_sealed_log::{ChainPosition, FaultCode, IntegrityFault, count_more};

use crate::record::Body;
use crate::session::SessionEvent;

/// The most unknown words of a log that are reported one by one.
const MAX_WORDS: usize = 1_000;

#[derive(Debug, Default)]
pub(super) struct UnknownWords {
    known: BTreeSet<String>,
    /// Those beyond the limit: where the first one stands, and how often they occurred.
    more: Option<(ChainPosition, u64)>,
}

impl UnknownWords {
    /// Those of a record.
    pub(super) fn add(&mut self, place: &ChainPosition, body: &Body, mut note: impl FnMut(IntegrityFault)) {
        let words: Vec<(&str, &str)> = match body {
            Body::Unknown(word) => vec![("record type", word)],
            Body::Coup(coup) => {
                coup.irregularities.iter().map(|i| ("irregularity kind", i.kind_word.as_str())).collect()
            }
            Body::Session(session) => match &session.event {
                SessionEvent::Unknown(word) => vec![("session event", word.as_str())],
                _ => Vec::new(),
            },
            Body::Incident(incident) => vec![("irregularity kind", incident.irregularity.kind_word.as_str())],
            _ => Vec::new(),
        };
        for (what, word) in words {
            if what == "irregularity kind" && Kind::parse(word).is_some() {
                continue;
            }
            let named = format!("{what} {word}");
            if self.known.len() >= MAX_WORDS && !self.known.contains(&named) {
                count_more(&mut self.more, place);
            } else if self.known.insert(named) {
                let read_as = match what {
                    "irregularity kind" => {
                        "it is treated as an irregularity of kind `other`: by the clause for what is not covered elsewhere, or, where there is none, as something on which the rules say nothing (the register of irregularities shows which); who decided on it was not checked"
                    }
                    _ => "it is left out",
                };
                let fault = place.fault(FaultCode::UnknownKind, format!("unknown {what} `{word}`: {read_as}"));
                note(IntegrityFault { logged: Some(word.to_owned()), ..fault });
            }
        }
    }

    /// Those that were only counted.
    pub(super) fn counted(&mut self) -> Option<IntegrityFault> {
        let (place, more) = self.more.take()?;
        let what = format!(
            "{more} more record types or irregularity kinds from here on are unknown: {MAX_WORDS} words of a log are reported one by one"
        );
        Some(place.fault(FaultCode::UnknownKind, what))
    }
}
