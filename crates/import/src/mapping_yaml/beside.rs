//! `only` and `not_read`: which rows are read at all, and which columns are not on purpose.

use resettle_yaml::schemars::{Schema, SchemaGenerator, json_schema};
use resettle_yaml::{Faults, Form, Keys, Node, Value, section};

use super::{Columns, Path, Trimmed};
use crate::mapping::{Column, ColumnName};

/// What stands in these columns in the rows that are read.
pub(super) type Conditions = Vec<(Column, Vec<String>)>;

/// One condition, or a list of them; the key that names its column.
pub(super) struct OnlyBy(pub(super) &'static str);

impl Form<Columns, OnlyBy> for Conditions {
    fn read(node: &Node, _: &'static str, of: &OnlyBy, columns: &mut Columns) -> Option<Self> {
        let conditions = match &node.value {
            Value::Map(_) => std::slice::from_ref(node),
            _ => node.list(&mut columns.faults).unwrap_or_default(),
        };
        Some(conditions.iter().filter_map(|node| condition(node, of.0, columns)).collect())
    }

    fn schema(of: &OnlyBy, generator: &mut SchemaGenerator) -> Schema {
        let mut keys = Keys::default();
        keys.add::<Columns, Column, ()>(of.0, &["Where it stands."], &(), generator);
        let about = ["What stands there in what is read."];
        keys.add::<Columns, Vec<String>, Trimmed>("values", &about, &Trimmed, generator);
        let one = resettle_yaml::defined(&format!("Condition{}", of.0), keys.schema(&["What is read."]), generator);
        json_schema!({"anyOf": [one, {"type": "array", "items": one}]})
    }
}

fn condition(node: &Node, key: &'static str, columns: &mut Columns) -> Option<(Column, Vec<String>)> {
    let mut fields = node.fields("`only`", &mut columns.faults)?;
    let column = Column::take(&mut fields, key, &(), columns);
    let values = Vec::<String>::take(&mut fields, "values", &Trimmed, columns);
    fields.finish(&mut columns.faults);
    column.zip(values)
}

section! {
    Columns;
    /// A column, or a path of JSON with all below it, that is in no record on purpose, as one of totals.
    NotRead as "a column that is not read" {
        /// Which it is.
        column: ColumnName,
        /// Why not, in the words of who wrote the mapping.
        why: String = Path,
    }
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
