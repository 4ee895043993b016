use std::collections::BTreeMap;

use super::reader::ObjectReader;
use super::unread_after;
use crate::record::{Limits, Open, Options, Source, SourceKind, Staff};
use crate::short;

pub(super) fn open(reader: &mut ObjectReader<'_, '_>) -> Option<Open> {
    let format = reader.required("format", ObjectReader::text);
    if let Some(format) = format.as_deref()
        && format != "coup-log/1"
    {
        reader.fault("format", format!("`{format}` is not read here; `coup-log/1` is"));
    }
    let imported = reader.truth("imported").unwrap_or(false);
    let log = reader.required("log", ObjectReader::name);
    if log.as_deref().is_some_and(|log| log.contains(char::is_control)) {
        reader.fault("log", "a control character: the seal's message could be read in two ways");
    }
    let source = reader.required("source", |reader, name| {
        reader.object(name, |inner| {
            let kind = inner.required("kind", |reader, name| reader.word(name, SourceKind::ALL));
            let id = inner.required("id", ObjectReader::name);
            Some(Source { kind: kind?, id: id? })
        })
    });
    let jurisdiction = reader.required("jurisdiction", ObjectReader::name);
    let venue = reader.required("venue", ObjectReader::name);
    let game = reader.required("game", ObjectReader::name);
    let table = reader.required("table", ObjectReader::name);
    let currency = reader.required("currency", ObjectReader::name);
    let key = if imported { reader.digest("key") } else { reader.required("key", ObjectReader::digest) };
    Some(Open {
        log: log?,
        source: source??,
        jurisdiction: jurisdiction?,
        venue: venue?,
        game: game?,
        table: table?,
        currency: currency?,
        key,
        imported,
        unread_after: unread_after(reader, imported),
    })
}

pub(super) fn limits(reader: &mut ObjectReader<'_, '_>) -> Limits {
    Limits {
        min: reader.object("min", amounts).unwrap_or_default(),
        max: reader.object("max", amounts).unwrap_or_default(),
        differential: reader.at_least("differential", 0),
        area_max: reader.at_least("area_max", 0),
        chip: reader.at_least("chip", 1),
        seat: reader.name("seat"),
        player: reader.name("player"),
    }
}

/// As many options as a record may name.
const MOST_OPTIONS: usize = 64;

pub(super) fn options(reader: &mut ObjectReader<'_, '_>) -> Option<Options> {
    let elected = reader.required("elected", |reader, name| {
        reader.object(name, |reader| {
            let mut elected = BTreeMap::new();
            for name in reader.entries() {
                if let Some(choice) = reader.name(&name) {
                    elected.insert(short::word(&name), choice);
                }
            }
            elected
        })
    })?;
    if elected.is_empty() || elected.len() > MOST_OPTIONS {
        reader.fault("elected", format_args!("names 1 to {MOST_OPTIONS} options"));
        return None;
    }
    Some(Options { elected })
}

pub(super) fn staff(reader: &mut ObjectReader<'_, '_>) -> Option<Staff> {
    let staff = Staff { dealer: reader.name("dealer"), supervisor: reader.name("supervisor") };
    if staff == Staff::default() {
        reader.fault("dealer", "neither a dealer nor a supervisor is named");
        return None;
    }
    Some(staff)
}

pub(super) fn amounts(reader: &mut ObjectReader<'_, '_>) -> BTreeMap<String, i64> {
    let mut amounts = BTreeMap::new();
    for name in reader.entries() {
        if let Some(amount) = reader.at_least(&name, 0) {
            amounts.insert(short::word(&name), amount);
        }
    }
    amounts
}
