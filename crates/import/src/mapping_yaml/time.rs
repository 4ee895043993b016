//! `time`: when a row was settled.

use resettle_yaml::{Faults, Node};

use super::{Columns, filled};
use crate::mapping::Column;
use crate::time::{self, BadFormat, TimeFormat};

/// Reads the column and its format.
pub(super) fn read(node: &Node, columns: &mut Columns, faults: &mut Faults) -> Option<(Column, TimeFormat)> {
    let mut fields = node.fields("`time`", faults)?;
    let column = columns.require(&mut fields, "column", faults);
    let format = fields.required("format", faults).map(|node| (node.place, filled(node, faults)));
    let zone_node = fields.optional("zone");
    let zone_place = zone_node.map(|node| node.place);
    let zone = zone_node.and_then(|node| {
        let place = node.place;
        let name = filled(node, faults)?;
        let zone = time::zone(&name);
        if zone.is_none() {
            faults.add(place, format!("{name:?} is no time zone: write one such as \"Asia/Singapore\" or \"+08:00\""));
        }
        zone
    });
    fields.finish(faults);
    let (place, format) = format?;
    let format = format?;
    if zone_place.is_some() && zone.is_none() {
        return None;
    }
    match TimeFormat::new(&format, zone) {
        Ok(rule) => Some((column?, rule)),
        Err(BadFormat::Format(reason)) => {
            faults.add(place, reason);
            None
        }
        Err(BadFormat::TwoZones) => {
            faults.add_with_help(
                zone_place.unwrap_or(place),
                format!(
                    "a zone is given, and the format {format:?} reads the offset from UTC that stands with each time"
                ),
                "leave `zone` out; it would be ignored",
            );
            None
        }
    }
}
