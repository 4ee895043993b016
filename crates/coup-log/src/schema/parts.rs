use serde_json::{Map, Value, json};

pub(super) fn text() -> Value {
    json!({"type": "string"})
}

/// A name or id. The format counts bytes; a schema counts characters.
pub(super) fn name() -> Value {
    json!({"type": "string", "maxLength": resettle_sealed_log::MAX_NAME})
}

pub(super) fn truth() -> Value {
    json!({"type": "boolean"})
}

pub(super) fn int() -> Value {
    json!({"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX})
}

pub(super) fn at_least(least: i64) -> Value {
    json!({"type": "integer", "minimum": least, "maximum": i64::MAX})
}

pub(super) fn digest() -> Value {
    json!({"type": "string", "pattern": "^[0-9a-f]{64}$"})
}

pub(super) fn time() -> Value {
    let pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$";
    json!({"type": "string", "pattern": pattern})
}

/// One of these words.
pub(super) fn word(words: &[&str]) -> Value {
    json!({"enum": words})
}

/// One of the words of a table.
pub(super) fn words<T>(table: &[(&str, T)]) -> Value {
    json!({"enum": table.iter().map(|(word, _)| *word).collect::<Vec<_>>()})
}

pub(super) fn list(item: Value) -> Value {
    json!({"type": "array", "items": item})
}

pub(super) fn cards() -> Value {
    list(json!({"type": "string", "pattern": "^([A2-9TJQK][CDHS]|\\?\\?|XX)$"}))
}

/// An object that must have these fields.
pub(super) fn object<'f>(required: &[&str], fields: impl IntoIterator<Item = (&'f str, Value)>) -> Value {
    let properties: Map<String, Value> = fields.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    let mut object = json!({"type": "object", "properties": properties});
    if !required.is_empty()
        && let Some(members) = object.as_object_mut()
    {
        members.insert("required".to_owned(), json!(required));
    }
    object
}

/// An additional condition.
pub(super) fn also(object: &mut Value, more: impl IntoIterator<Item = Value>) {
    if let Some(members) = object.as_object_mut() {
        members.insert("allOf".to_owned(), more.into_iter().collect());
    }
}

/// What applies if a field has one of these words.
pub(super) fn when(field: &str, words: &[&str], then: Value) -> Value {
    json!({"if": {"required": [field], "properties": {field: {"enum": words}}}, "then": then})
}
