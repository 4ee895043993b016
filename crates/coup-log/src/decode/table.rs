use resettle_sealed_log::strict::{ObjectReader, short_word};
use std::collections::BTreeMap;

use crate::record::{Limits, Options, Staff};

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

/// The most options that a record may name.
const MOST_OPTIONS: usize = 64;

pub(super) fn options(reader: &mut ObjectReader<'_, '_>) -> Option<Options> {
    let elected = reader.required("elected", |reader, name| {
        reader.object(name, |reader| {
            let mut elected = BTreeMap::new();
            for name in reader.entries() {
                if let Some(choice) = reader.name(&name) {
                    elected.insert(short_word(&name), choice);
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
            amounts.insert(short_word(&name), amount);
        }
    }
    amounts
}
