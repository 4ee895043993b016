//! `only` and `not_read`: which rows are read at all, and which columns are not on purpose.

use resettle_yaml::{Faults, Node, Value};

use super::{Columns, filled, texts};
use crate::mapping::{Column, ColumnName, NotRead};

/// `only`: one condition, or a list of them. `key` is what names its column.
pub(super) fn only(
    node: &Node,
    key: &'static str,
    columns: &mut Columns,
    faults: &mut Faults,
) -> Vec<(Column, Vec<String>)> {
    match &node.value {
        Value::Map(_) => condition(node, key, columns, faults).into_iter().collect(),
        _ => {
            let list = node.list(faults).unwrap_or_default();
            list.iter().filter_map(|node| condition(node, key, columns, faults)).collect()
        }
    }
}

fn condition(
    node: &Node,
    key: &'static str,
    columns: &mut Columns,
    faults: &mut Faults,
) -> Option<(Column, Vec<String>)> {
    let mut fields = node.fields("`only`", faults)?;
    let column = columns.require(&mut fields, key, faults);
    let values = fields.required("values", faults).map(|node| texts(node, faults));
    fields.finish(faults);
    Some((column?, values?))
}

/// `not_read`: a list of columns, each with the reason why it is not read.
pub(super) fn not_read(node: &Node, faults: &mut Faults) -> Vec<NotRead> {
    let list = node.list(faults).unwrap_or_default();
    list.iter().filter_map(|node| one_not_read(node, faults)).collect()
}

fn one_not_read(node: &Node, faults: &mut Faults) -> Option<NotRead> {
    let mut fields = node.fields("a column that is not read", faults)?;
    let mut own = Columns::default();
    let column = own.require(&mut fields, "column", faults);
    let why = fields.required("why", faults).and_then(|node| filled(node, faults));
    fields.finish(faults);
    column?;
    Some(NotRead { column: own.list.pop()?, why: why?.trim().to_owned() })
}

/// Says of a column that it is read, and not read on purpose as well.
pub(super) fn read_as_well(not_read: &[NotRead], read: &[ColumnName], faults: &mut Faults) {
    for NotRead { column, .. } in not_read {
        if read.iter().any(|own| own.which == column.which) {
            faults.add_with_help(
                column.place,
                format!("another key reads {:?}", column.which.label()),
                "take it out of `not_read`, or take out the other key",
            );
        }
    }
}
