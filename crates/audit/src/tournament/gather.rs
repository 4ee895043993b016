use std::collections::BTreeMap;
use std::io::BufRead;

use resettle_coup_log::{Body, Coup, EntryBody, LogReader, Session, SessionEvent};
use resettle_sealed_log::{Digest, Moment, Open, SourceKind, Time};

/// What one log records of tournaments.
#[derive(Debug)]
pub struct TournamentLog {
    pub(super) open: Open,
    pub(super) records: Vec<TournamentRecord>,
    /// What was chosen of the options that the rules leave open.
    pub(super) elected: Vec<(Moment, BTreeMap<String, String>)>,
    pub(super) finally_sealed: bool,
}

/// One record that concerns a tournament.
#[derive(Debug)]
pub(super) struct TournamentRecord {
    pub(super) sha256: Digest,
    pub(super) at: Time,
    pub(super) line: u64,
    /// Whether a seal that counts vouches for it.
    pub(super) vouched: bool,
    pub(super) what: What,
}

/// What it states.
#[derive(Debug)]
pub(super) enum What {
    Session(Box<Session>),
    Coup(Box<Coup>),
    /// What a shoe, a display or a terminal records of a coup.
    Part(Box<Coup>),
    /// A coup outside a tournament, dealt while a session runs, by its shoe and number.
    Other(Option<String>, Option<u64>),
}

/// Reads a log for what it records of tournaments; `None` if it records nothing. What is wrong with the log as a log is
/// reported elsewhere.
pub fn gather<R: BufRead>(mut reader: LogReader<'_, R>) -> Option<TournamentLog> {
    let mut records = Vec::new();
    let mut elected = Vec::new();
    let mut finally_sealed = false;
    let mut running = false;
    let mut part = false;
    while let Ok(Some(entry)) = reader.next_entry() {
        reader.take_faults();
        let EntryBody::Record(record) = entry.body else { continue };
        let what = match record.body {
            Body::Session(session) => {
                match session.event {
                    SessionEvent::Unknown(_) => continue,
                    SessionEvent::Start(_) => running = true,
                    SessionEvent::End(_) => running = false,
                    _ => {}
                }
                What::Session(session)
            }
            Body::Coup(coup) if part => What::Part(coup),
            Body::Coup(coup) if coup.tournament.is_some() => What::Coup(coup),
            Body::Coup(coup) if running => What::Other(coup.shoe, coup.coup),
            Body::Open(open) => {
                part = matches!(open.source.kind, SourceKind::Shoe | SourceKind::Display | SourceKind::Terminal);
                continue;
            }
            Body::Options(options) => {
                elected.push((record.at.moment(), options.elected));
                continue;
            }
            Body::Seal(seal) => {
                finally_sealed |= seal.is_final;
                continue;
            }
            _ => continue,
        };
        records.push(TournamentRecord {
            sha256: record.sha256,
            at: record.at,
            line: record.line,
            vouched: false,
            what,
        });
    }
    let verdict = reader.finish();
    for one in &mut records {
        one.vouched = verdict.vouched(one.line);
    }
    let open = verdict.open?;
    (!records.is_empty()).then_some(TournamentLog { open, records, elected, finally_sealed })
}

impl TournamentRecord {
    /// The tournament that it names.
    pub(super) fn tournament(&self) -> Option<&str> {
        match &self.what {
            What::Session(session) => Some(&session.tournament),
            What::Coup(coup) => coup.tournament.as_ref().map(|own| own.id.as_str()),
            What::Part(_) | What::Other(..) => None,
        }
    }
}
