use std::fmt::Write as _;

/// The fields of a JSON object in the order written, each with its leading comma.
#[derive(Clone, Default)]
pub(crate) struct Fields(String);

impl Fields {
    pub(crate) fn new() -> Fields {
        Fields::default()
    }

    /// From fields already written.
    pub(crate) fn from_tail(tail: String) -> Fields {
        Fields(tail)
    }

    /// `value` is used as it is.
    pub(crate) fn raw(&mut self, name: &str, value: &str) -> &mut Fields {
        // writing to a string does not fail
        let _ = write!(self.0, ",\"{name}\":{value}");
        self
    }

    pub(crate) fn text(&mut self, name: &str, value: &str) -> &mut Fields {
        let quoted = quote(value);
        self.raw(name, &quoted)
    }

    pub(crate) fn int(&mut self, name: &str, value: i64) -> &mut Fields {
        let _ = write!(self.0, ",\"{name}\":{value}");
        self
    }

    pub(crate) fn flag(&mut self, name: &str, value: bool) -> &mut Fields {
        self.raw(name, if value { "true" } else { "false" })
    }

    pub(crate) fn list<T: AsRef<str>>(&mut self, name: &str, values: &[T]) -> &mut Fields {
        let inside: Vec<String> = values.iter().map(|v| quote(v.as_ref())).collect();
        let inside = format!("[{}]", inside.join(","));
        self.raw(name, &inside)
    }

    /// As they follow other fields: a comma first.
    pub(crate) fn tail(&self) -> &str {
        &self.0
    }

    /// As an object of their own.
    pub(crate) fn object(&self) -> String {
        format!("{{{}}}", self.0.strip_prefix(',').unwrap_or(&self.0))
    }
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
