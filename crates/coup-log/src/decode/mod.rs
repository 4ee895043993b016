//! Strict JSON to typed records. Every fault of a line is collected, not only the first.

mod envelope;

pub(crate) use envelope::{Envelope, NamedWagers, glimpse};

use resettle_sealed_log::strict::{Common, Noted, Object, ObjectReader, PartFault, Value};
use resettle_sealed_log::{Digest, Time};

use crate::declare::Member as _;
use crate::record::Body;

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
    let mut noted = Noted { imported, ..Noted::default() };
    let mut reader = ObjectReader::new(object, &mut noted);
    let Common { seq, prev, at, kind } = Common::read(&mut reader);
    let body = kind.and_then(|_| Body::read(&mut reader, "type", &()));
    let Noted { mut faults, parts, .. } = noted;
    match (faults.is_empty(), seq, prev, at, body) {
        (true, Some(seq), Some(prev), Some(at), Some(body)) => Ok(Decoded { seq, prev, at, body, parts }),
        _ => {
            faults.extend(parts.into_iter().map(|part| part.what));
            Err(faults)
        }
    }
}

/// Whether a line calls itself a seal.
pub(crate) fn is_seal(object: &Object<'_>) -> bool {
    object.get("type") == Some(&Value::Text("seal".into()))
}
