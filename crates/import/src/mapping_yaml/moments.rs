//! `opened`, `closed`, `placed`: times beside that of the settlement.

use resettle_yaml::schemars::{Schema, SchemaGenerator, json_schema};
use resettle_yaml::{Form, Node, Value};

use super::Columns;
use super::time::Own;
use crate::mapping::{Column, TimeRule};

/// A column whose times are written as those of `time` are, or a column with a format of its own.
pub(super) struct AsTime;

impl Form<Columns, AsTime> for TimeRule {
    fn read(node: &Node, key: &'static str, _: &AsTime, columns: &mut Columns) -> Option<Self> {
        if let Value::Map(_) = &node.value {
            return Self::read(node, key, &Own, columns);
        }
        let column = Column::read(node, key, &(), columns)?;
        let Some(time) = &columns.time else {
            columns.faults.add_with_help(
                node.place,
                "nothing says how this time is written: `row` has no `time` whose format it could have",
                "write {column: \u{2026}, format: \u{2026}, zone: \u{2026}}",
            );
            return None;
        };
        Some(Self { columns: vec![column], ..time.clone() })
    }

    fn schema(_: &AsTime, generator: &mut SchemaGenerator) -> Schema {
        let (column, time) = (Column::schema(&(), generator), Self::schema(&Own, generator));
        json_schema!({"anyOf": [column, time]})
    }
}
