//! The values of a ruleset's file, each with its place.

use resettle_yaml::{Node, Position, Value};

/// A value: where it stands, and what it is.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Keys and numbers of items down to it: `paytable.3.pays`.
    pub path: String,
    /// The same with `#` for numbers of items and `*` for clauses: `paytable.#.pays`.
    pub general: String,
    pub place: Position,
    pub value: Value,
}

pub fn leaves(root: &Node) -> Vec<Leaf> {
    let mut out = Vec::new();
    gather(root, "", "", &mut out);
    out
}

fn gather(node: &Node, path: &str, general: &str, out: &mut Vec<Leaf>) {
    let below = |path: &str, name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match &node.value {
        Value::Map(entries) => {
            for (key, value) in entries {
                let Value::Text(name) = &key.value else { panic!("a key is no text: {key:?}") };
                let any = if general == "clauses" { "*" } else { name };
                gather(value, &below(path, name), &below(general, any), out);
            }
        }
        Value::List(items) => {
            for (at, item) in items.iter().enumerate() {
                gather(item, &below(path, &at.to_string()), &below(general, "#"), out);
            }
        }
        value => out.push(Leaf {
            path: path.to_owned(),
            general: general.to_owned(),
            place: node.place,
            value: value.clone(),
        }),
    }
}

/// The file with another token where the leaf stands.
pub fn with(yaml: &str, leaf: &Leaf, token: &str) -> String {
    let line_start: usize = yaml.split_inclusive('\n').take(leaf.place.line as usize - 1).map(str::len).sum();
    let line = &yaml[line_start..];
    let byte = |chars: u32| line.char_indices().nth(chars as usize).map_or(line.len(), |(at, _)| at);
    let (from, to) = (byte(leaf.place.column - 1), byte(leaf.place.column - 1 + leaf.place.len));
    let old = &line[from..to];
    let read = resettle_yaml::parse(old).unwrap_or_else(|fault| panic!("{}: `{old}` {fault:?}", leaf.path));
    assert_eq!(read.value, leaf.value, "{}: `{old}` is not the whole value", leaf.path);
    format!("{}{token}{}", &yaml[..line_start + from], &line[to..])
}
