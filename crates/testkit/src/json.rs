//! Records with some of their fields changed.

use serde_json::Value;

/// Puts the fields of `change` over those of `into`; null takes a field out.
pub fn merge(into: &mut Value, change: Value) {
    let (Value::Object(into), Value::Object(change)) = (into, change) else { panic!("two objects") };
    for (name, value) in change {
        if value.is_null() {
            into.remove(&name);
        } else {
            into.insert(name, value);
        }
    }
}

/// The same with other fields.
#[must_use]
pub fn with(mut into: Value, change: Value) -> Value {
    merge(&mut into, change);
    into
}
