use std::borrow::Cow;

use resettle_coup_log::read_alike;
use resettle_coup_log::{EntryBody, LogReader};
use resettle_sealed_log::Digest;
use resettle_sealed_log::strict::{Object, Value, parse};
use serde_json::Value as Lax;

use crate::broken::{Broken, hold, same, works};

const OPEN: &str = r#"{"seq":0,"prev":"0000000000000000000000000000000000000000000000000000000000000000","at":"2023-06-01T09:00:00Z","type":"open","format":"coup-log/1","log":"L","source":{"kind":"table","id":"T"},"jurisdiction":"SG","venue":"mbs","game":"baccarat","table":"T","currency":"SGD","key":"abababababababababababababababababababababababababababababababab","imported":IMPORTED}"#;

/// One line of a log, without its LF.
///
/// # Errors
/// What the strict reader accepts and serde_json reads otherwise or not at all, what does not survive
/// being written again, a coup that is read otherwise without a tree, a record whose own number or hash is not that of its line, a line after which
/// reading does not go on.
pub fn log_line(data: &[u8]) -> Result<(), Broken> {
    let line = data.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let strict = parse(line);
    if let Ok(object) = &strict {
        let lax: Lax = works(serde_json::from_slice(line), "serde_json refuses what the strict reader takes")?;
        hold(same_object(object, &lax), || format!("{object:?} is not what serde_json reads: {lax:?}"))?;
        let again = works(serde_json::to_vec(&AsJson(object).value()), "a line cannot be written again")?;
        let reread = works(parse(&again), "a line written again is refused")?;
        hold(sorted(object) == sorted(&reread), || format!("written again it reads otherwise: {object:?} {reread:?}"))?;
    }
    for imported in ["false", "true"] {
        in_a_log(line, imported, strict.as_ref().ok())?;
        read_alike(line, imported == "true").map_err(Broken)?;
    }
    Ok(())
}

/// The line as the second of a log: whatever it is, the third is read.
fn in_a_log(line: &[u8], imported: &str, strict: Option<&Object<'_>>) -> Result<(), Broken> {
    let open = OPEN.replace("IMPORTED", imported);
    let bytes = [open.as_bytes(), b"\n", line, b"\n", open.as_bytes(), b"\n"].concat();
    let mut reader = LogReader::new(&bytes[..], None);
    let mut entries = Vec::new();
    while let Some(entry) = works(reader.next_entry(), "bytes in memory cannot be read")? {
        entries.push(entry);
    }
    let verdict = reader.finish();
    same(&entries.len(), &3, "a line hides others")?;
    let Some(entry) = entries.get(1) else { return Ok(()) };
    same(&entry.sha256, &Digest::of(line), "a line is hashed as something else")?;
    match (&entry.body, strict) {
        (EntryBody::Record(record), Some(object)) => {
            let seq = object.get("seq") == Some(&Value::Int(i128::from(record.seq)));
            let at = object.get("at") == Some(&Value::Text(Cow::Borrowed(record.at.as_str())));
            hold(seq && at, || format!("{record:?} is not what stands in {object:?}"))
        }
        (EntryBody::Record(record), None) => Err(Broken(format!("{record:?} comes from a line that is refused"))),
        (EntryBody::Malformed { .. }, _) => hold(verdict.faults.iter().any(|fault| fault.line == Some(2)), || {
            "a line is no record, and no fault says so".to_owned()
        }),
    }
}

/// Whether serde_json reads the same values, names and order aside.
fn same_value(ours: &Value<'_>, lax: &Lax) -> bool {
    match (ours, lax) {
        (Value::Null, Lax::Null) => true,
        (Value::Bool(a), Lax::Bool(b)) => a == b,
        (Value::Int(a), Lax::Number(b)) => b.as_i64().map(i128::from).or(b.as_u64().map(i128::from)) == Some(*a),
        (Value::Text(a), Lax::String(b)) => a == b,
        (Value::List(a), Lax::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b)),
        (Value::Object(a), Lax::Object(_)) => same_object(a, lax),
        _ => false,
    }
}

fn same_object(ours: &Object<'_>, lax: &Lax) -> bool {
    let Lax::Object(map) = lax else { return false };
    ours.0.len() == map.len()
        && ours.0.iter().all(|(name, value)| map.get(name.as_ref()).is_some_and(|lax| same_value(value, lax)))
}

/// An object to be written by serde_json.
struct AsJson<'o, 'a>(&'o Object<'a>);

impl AsJson<'_, '_> {
    fn value(&self) -> Lax {
        Lax::Object(self.0.0.iter().map(|(name, value)| (name.clone().into_owned(), lax(value))).collect())
    }
}

fn lax(value: &Value<'_>) -> Lax {
    match value {
        Value::Null => Lax::Null,
        Value::Bool(value) => Lax::Bool(*value),
        Value::Int(n) => {
            i64::try_from(*n).map(Lax::from).or_else(|_| u64::try_from(*n).map(Lax::from)).unwrap_or(Lax::Null)
        }
        Value::Text(text) => Lax::String(text.clone().into_owned()),
        Value::List(items) => Lax::Array(items.iter().map(lax).collect()),
        Value::Object(object) => AsJson(object).value(),
    }
}

/// The members by name at every level: serde_json writes them in another order.
fn sorted(object: &Object<'_>) -> Lax {
    AsJson(object).value()
}
