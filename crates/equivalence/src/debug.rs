//! Any value as a tree, by what its derived `Debug` writes: so no field that is added to a type can be forgotten.

/// A value, or a field with its value.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    label: String,
    head: String,
    parts: Vec<Node>,
}

/// Fields that are words for people alone.
const WORDS_ALONE: [&str; 3] = ["why", "outside_why", "without"];

/// What a value that is not there says.
pub(crate) const NONE: &str = "none";

/// Every leaf of a value: its path and what it says. A citation counts as one, whichever clause it is, or
/// as a reading; lists are sets.
pub(crate) fn leaves(value: &dyn std::fmt::Debug) -> Vec<(String, String)> {
    let text = format!("{value:#?}");
    let root = read(&mut text.lines());
    let mut out = Vec::new();
    for part in &root.parts {
        walk(part, &mut Vec::new(), &mut out);
    }
    out
}

/// The lines of one level, until it closes.
fn read(lines: &mut std::str::Lines<'_>) -> Node {
    let mut node = Node::default();
    while let Some(line) = lines.next() {
        let line = line.trim();
        let line = line.strip_suffix(',').unwrap_or(line);
        if matches!(line, "}" | ")" | "]") {
            break;
        }
        let (label, rest) = labelled(line);
        let opens = rest.ends_with(['{', '(', '[']) && !rest.starts_with('"');
        let mut part = if opens { read(lines) } else { Node::default() };
        part.label = label;
        part.head = rest.trim_end_matches(['{', '(', '[']).trim().to_owned();
        if rest.ends_with('[') {
            part.parts.sort();
            "list".clone_into(&mut part.head);
        }
        if part.head == "Cite" {
            let reading = part.parts.iter().any(|field| field.label == "reading" && field.head == "true");
            let head = if reading { "a reading" } else { "stated" };
            part = Node { label: part.label, head: head.to_owned(), parts: Vec::new() };
        }
        node.parts.push(part);
    }
    node
}

/// A field's name, or the key of a map, and what follows it.
fn labelled(line: &str) -> (String, &str) {
    let key = if let Some(quoted) = line.strip_prefix('"') {
        let mut escaped = false;
        quoted.char_indices().find_map(|(at, letter)| {
            let ends = letter == '"' && !escaped;
            escaped = letter == '\\' && !escaped;
            ends.then_some(at + 2)
        })
    } else {
        Some(line.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').count())
    };
    match key.and_then(|end| Some((line.get(..end)?, line.get(end..)?.strip_prefix(": ")?))) {
        Some((label, rest)) if !label.is_empty() => (label.trim_matches('"').to_owned(), rest),
        _ => (String::new(), line),
    }
}

fn walk(node: &Node, path: &mut Vec<String>, out: &mut Vec<(String, String)>) {
    if WORDS_ALONE.contains(&node.label.as_str()) {
        return;
    }
    let named = !node.label.is_empty();
    if named {
        path.push(node.label.clone());
    }
    let wraps = node.head == "Some" || (node.head.is_empty() && node.parts.len() == 1);
    if node.parts.is_empty() {
        let empty = node.head == "list" || node.head.is_empty();
        out.push((path.join("."), if empty { NONE.to_owned() } else { words(&node.head) }));
    } else if wraps {
        node.parts.iter().for_each(|part| walk(part, path, out));
    } else {
        let structure = !matches!(node.head.as_str(), "list" | "");
        if structure && node.parts.iter().any(|part| part.label.is_empty()) {
            out.push((path.join("."), words(&node.head)));
        }
        for (at, part) in node.parts.iter().enumerate() {
            let numbered = part.label.is_empty();
            if numbered {
                path.push((at + 1).to_string());
            }
            walk(part, path, out);
            if numbered {
                path.pop();
            }
        }
    }
    if named {
        path.pop();
    }
}

/// A variant's name as words: `GamingSupervisor` is `gaming supervisor`.
fn words(head: &str) -> String {
    let variant = head.starts_with(|letter: char| letter.is_ascii_uppercase())
        && head.chars().all(|letter| letter.is_ascii_alphanumeric());
    if !variant {
        return head.trim_matches('"').to_owned();
    }
    let mut out = String::new();
    for letter in head.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    #[allow(dead_code, reason = "what is written of it is read")]
    enum Then {
        AfterAll,
        Number(usize),
    }

    #[derive(Debug)]
    #[allow(dead_code, reason = "what is written of it is read")]
    struct Rule {
        then: Then,
        which: Option<Vec<u8>>,
        said: std::collections::BTreeMap<String, (Then, &'static str)>,
        odd: &'static str,
        why: &'static str,
    }

    #[test]
    fn every_leaf_is_there_under_its_path() {
        let rule = Rule {
            then: Then::Number(3),
            which: Some(vec![2, 1]),
            said: [("a: \"b".to_owned(), (Then::AfterAll, "x: {"))].into(),
            odd: "ends with (",
            why: "nobody asks",
        };
        let expected = [
            ("then", "number"),
            ("then.1", "3"),
            ("which.1", "1"),
            ("which.2", "2"),
            (r#"said.a: \"b.1"#, "after all"),
            (r#"said.a: \"b.2"#, "x: {"),
            ("odd", "ends with ("),
        ];
        let expected: Vec<(String, String)> =
            expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        assert_eq!(leaves(&rule), expected);
    }

    #[test]
    fn lists_are_sets_and_none_is_a_leaf() {
        assert_eq!(leaves(&Some([3, 1])), leaves(&Some([1, 3])));
        assert_eq!(leaves(&None::<u8>), [(String::new(), "none".to_owned())]);
        assert_ne!(leaves(&Some(vec![1_u8])), leaves(&Some(vec![1_u8, 1])));
        assert_ne!(leaves(&None::<Vec<u8>>), leaves(&Some(vec![Vec::<u8>::new(), Vec::new()])));
    }
}
