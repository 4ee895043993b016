//! `opened`, `closed`, `placed`: times beside that of the settlement.

use resettle_yaml::{Faults, Node, Value};

use super::Columns;
use crate::mapping::TimeRule;

/// Reads a column whose times are written as those of `time` are, or a column with a format of its own.
pub(super) fn read(
    node: &Node,
    time: Option<&TimeRule>,
    columns: &mut Columns,
    faults: &mut Faults,
) -> Option<TimeRule> {
    if let Value::Map(_) = &node.value {
        return super::time::read(node, columns, faults);
    }
    let column = columns.read(node, faults)?;
    let Some(time) = time else {
        faults.add_with_help(
            node.place,
            "nothing says how this time is written: `row` has no `time` whose format it could have",
            "write {column: \u{2026}, format: \u{2026}, zone: \u{2026}}",
        );
        return None;
    };
    Some(TimeRule { columns: vec![column], ..time.clone() })
}
