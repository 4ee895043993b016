//! Strict JSON to typed records. Every fault of a line is collected, not only the first.

mod cards;
mod coup;
mod envelope;
mod irregularity;
mod session;
mod shoe;
mod table;
mod wager;

pub(crate) use envelope::{Envelope, glimpse};

use resettle_sealed_log::strict::{Common, Object, ObjectReader, Value, short_word};
use resettle_sealed_log::{Digest, Open, Seal, Time};

use crate::record::Body;

/// A fault inside one wager or irregularity, which removes only that from its record.
#[derive(Debug)]
pub(crate) struct PartFault {
    pub(crate) wager: Option<String>,
    pub(crate) what: String,
}

/// A line that is a record.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) seq: u64,
    pub(crate) prev: Digest,
    pub(crate) at: Time,
    pub(crate) body: Body,
    pub(crate) parts: Vec<PartFault>,
}

/// What is wrong with a record of a log that is not an import; empty if it is well-formed.
#[must_use]
pub fn record_faults(object: &Object<'_>) -> Vec<String> {
    decode(object, false).err().unwrap_or_default()
}

/// Decodes a record; `imported` relaxes what an imported log may leave out.
pub(crate) fn decode(object: &Object<'_>, imported: bool) -> Result<Decoded, Vec<String>> {
    let mut faults = Vec::new();
    let mut parts = Vec::new();
    let mut reader = ObjectReader::new(object, "", &mut faults);
    let common = Common::read(&mut reader);
    let body = match common.kind.as_deref() {
        Some("open") => Open::read(&mut reader).map(Body::Open),
        Some("limits") => Some(Body::Limits(table::limits(&mut reader))),
        Some("options") => table::options(&mut reader).map(Body::Options),
        Some("staff") => table::staff(&mut reader).map(Body::Staff),
        Some("shoe") => shoe::shoe(&mut reader).map(Body::Shoe),
        Some("coup") => Some(Body::Coup(Box::new(coup::coup(&mut reader, imported, &mut parts)))),
        Some("incident") => irregularity::incident(&mut reader).map(|incident| Body::Incident(Box::new(incident))),
        Some("session") => session::session(&mut reader).map(|session| Body::Session(Box::new(session))),
        Some("seal") => Seal::read(&mut reader, &common).map(Body::Seal),
        Some(other) => Some(Body::Unknown(short_word(other))),
        None => None,
    };
    let Common { seq, prev, at, .. } = common;
    match (faults.is_empty(), seq, prev, at, body) {
        (true, Some(seq), Some(prev), Some(at), Some(body)) => Ok(Decoded { seq, prev, at, body, parts }),
        _ => {
            faults.extend(parts.into_iter().map(|part| part.what));
            Err(faults)
        }
    }
}

/// How many rounds of its source an import could not read between this record and the next.
fn unread_after(reader: &mut ObjectReader<'_, '_>, imported: bool) -> u64 {
    if imported { reader.unsigned("unread_after").unwrap_or(0) } else { 0 }
}

/// Whether a line calls itself a seal.
pub(crate) fn is_seal(object: &Object<'_>) -> bool {
    object.get("type") == Some(&Value::Text("seal".into()))
}
