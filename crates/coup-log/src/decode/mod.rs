//! Strict JSON to typed records. Every fault of a line is collected, not the first alone.

mod coup;
mod envelope;
mod irregularity;
mod open;
pub(crate) mod reader;
mod session;
mod shoe;
mod wager;

pub(crate) use envelope::{Envelope, glimpse};

use crate::hash::Digest;
use crate::json::Object;
use crate::record::{Body, Seal};
use crate::time::Time;
use reader::ObjectReader;

/// A fault inside one wager or irregularity, which takes only that out of its record.
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

/// Decodes a record; `imported` relaxes what an imported log may leave out.
pub(crate) fn decode(object: &Object<'_>, imported: bool) -> Result<Decoded, Vec<String>> {
    let mut faults = Vec::new();
    let mut parts = Vec::new();
    let mut reader = ObjectReader::new(object, "", &mut faults);
    let seq = reader.required("seq", ObjectReader::unsigned);
    let prev = reader.required("prev", ObjectReader::digest);
    let at = reader.required("at", ObjectReader::time);
    let kind = reader.required("type", ObjectReader::text);
    let body = match kind.as_deref() {
        Some("open") => open::open(&mut reader).map(Body::Open),
        Some("limits") => Some(Body::Limits(open::limits(&mut reader))),
        Some("options") => open::options(&mut reader).map(Body::Options),
        Some("staff") => open::staff(&mut reader).map(Body::Staff),
        Some("shoe") => shoe::shoe(&mut reader).map(Body::Shoe),
        Some("coup") => Some(Body::Coup(Box::new(coup::coup(&mut reader, imported, &mut parts)))),
        Some("incident") => irregularity::incident(&mut reader).map(|incident| Body::Incident(Box::new(incident))),
        Some("session") => session::session(&mut reader).map(|session| Body::Session(Box::new(session))),
        Some("seal") => seal(&mut reader, (seq, prev, at.as_ref())).map(Body::Seal),
        Some(other) => Some(Body::Unknown(crate::short::word(other))),
        None => None,
    };
    match (faults.is_empty(), seq, prev, at, body) {
        (true, Some(seq), Some(prev), Some(at), Some(body)) => Ok(Decoded { seq, prev, at, body, parts }),
        _ => {
            faults.extend(parts.into_iter().map(|part| part.what));
            Err(faults)
        }
    }
}

/// Faults as one text that stays short however long the line is that they quote.
pub(crate) fn joined(faults: &[String]) -> String {
    const FAULTS: usize = 8;
    const LETTERS: usize = 300;
    let short = |fault: &String| match fault.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", fault.get(..end).unwrap_or_default()),
        None => fault.clone(),
    };
    let mut told: Vec<String> = faults.iter().take(FAULTS).map(short).collect();
    if faults.len() > FAULTS {
        told.push(format!("and {} more", faults.len() - FAULTS));
    }
    told.join("; ")
}

/// How many rounds of its source an import could not read between this record and the next.
fn unread_after(reader: &mut ObjectReader<'_, '_>, imported: bool) -> u64 {
    if imported { reader.unsigned("unread_after").unwrap_or(0) } else { 0 }
}

/// Whether a line calls itself a seal.
pub(crate) fn is_seal(object: &Object<'_>) -> bool {
    object.get("type") == Some(&crate::json::Value::Text("seal".into()))
}

fn seal(reader: &mut ObjectReader<'_, '_>, common: (Option<u64>, Option<Digest>, Option<&Time>)) -> Option<Seal> {
    reader.only(&["seq", "prev", "at", "type", "key", "sig", "final"]);
    let key = reader.required("key", ObjectReader::digest);
    let sig = reader.required("sig", ObjectReader::signature);
    let is_final = reader.required("final", ObjectReader::truth);
    let (seq, prev, at) = common;
    Some(Seal::new((seq?, prev?, at?.as_str()), key?, sig?, is_final?))
}
