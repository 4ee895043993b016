//! Everything that decides something cites a clause or is a reading.

use resettle_yaml::{Node, Value};

/// What stands before the rules.
const HEAD: &[&str] =
    &["schema", "title", "version", "jurisdiction", "venue", "game", "effective", "gaps", "source", "clauses"];
/// Names, and what is not of the document by its own words.
const NO_RULE: &[&str] = &["bet", "noticed", "outside_the_rules"];

#[test]
fn every_leaf_cites_a_clause_or_is_a_reading() {
    let mut read = 0;
    for embedded in resettle_rulesets::embedded() {
        let root = resettle_yaml::parse(embedded.yaml).unwrap();
        let Value::Map(entries) = &root.value else { panic!("{} is no mapping", embedded.id) };
        let mut bare = Vec::new();
        for (key, value) in entries.iter().filter(|(key, _)| !HEAD.contains(&name(key))) {
            walk(value, name(key), false, &mut bare);
            read += 1;
        }
        assert!(bare.is_empty(), "{}: neither clause nor reading at {}", embedded.id, bare.join(", "));
    }
    assert!(read > 60, "only {read} sections were read");
}

fn name(key: &Node) -> &str {
    match &key.value {
        Value::Text(text) => text,
        _ => "",
    }
}

/// Notes every scalar that no mapping around it grounds.
fn walk(node: &Node, path: &str, grounded: bool, bare: &mut Vec<String>) {
    match &node.value {
        Value::Map(entries) => {
            let grounds = |(key, value): &(Node, Node)| match name(key) {
                "clause" => matches!(&value.value, Value::Text(text) if !text.is_empty()),
                "reading" => value.value == Value::Bool(true),
                _ => false,
            };
            let grounded = grounded || entries.iter().any(grounds);
            // A reading that has a name is one by that name.
            let named = |key: &Node, value: &Node| name(key) == "reading" && matches!(value.value, Value::Text(_));
            let rules = entries.iter().filter(|(key, value)| !NO_RULE.contains(&name(key)) && !named(key, value));
            for (key, value) in rules {
                walk(value, &format!("{path}.{}", name(key)), grounded, bare);
            }
        }
        Value::List(items) => {
            for (at, item) in items.iter().enumerate() {
                walk(item, &format!("{path}[{at}]"), grounded, bare);
            }
        }
        _ if grounded => {}
        _ => bare.push(format!("{path} (line {})", node.place.line)),
    }
}
