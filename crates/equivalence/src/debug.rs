//! Any value as a tree, by what its derived `Debug` writes: so no field that is added to a type can be forgotten.

use sha2::{Digest as _, Sha256};

/// Stands for what words leave out, so that a fingerprint of them is that of nothing else: the first eight digits of a
/// SHA-256.
pub(crate) fn digits(of: &dyn std::fmt::Debug) -> String {
    let mut digits = base16ct::lower::encode_string(&Sha256::digest(format!("{of:?}").as_bytes()));
    digits.truncate(8);
    digits
}

/// A value, or a field with its value.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    label: String,
    head: String,
    parts: Vec<Node>,
}

/// Fields that are words for people alone.
const WORDS_ALONE: [&str; 3] = ["why", "outside_why", "without"];

/// What the head of a list is called.
const LIST: &str = "list";

/// What a value that is not there says.
pub(crate) const NONE: &str = "none";

/// Every leaf of a value: its path and what it says. A citation counts as one, whichever clause it is, or
/// as a reading; lists are sets.
pub(crate) fn leaves(value: &dyn std::fmt::Debug) -> Vec<(String, String)> {
    let mut root = tree(value);
    root.sort();
    leaves_of(&root)
}

/// The leaves of two values, in which rules of a list have their places as written, as `diff` names them. One that both lists
/// have has one path, wherever it stands, so that lists are sets.
pub(crate) fn leaves_of_both(old: &dyn std::fmt::Debug, new: &dyn std::fmt::Debug) -> [Vec<(String, String)>; 2] {
    let (mut old, mut new) = (tree(old), tree(new));
    old.number();
    new.number();
    old.align(&mut new);
    [leaves_of(&old), leaves_of(&new)]
}

fn tree(value: &dyn std::fmt::Debug) -> Node {
    let text = format!("{value:#?}");
    read(&mut text.lines())
}

fn leaves_of(root: &Node) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for part in &root.parts {
        walk(part, &mut Vec::new(), &mut out);
    }
    out
}

impl Node {
    fn is_list(&self) -> bool {
        self.head == LIST
    }

    /// Puts the items of every list in an order of their own.
    fn sort(&mut self) {
        self.parts.iter_mut().for_each(Self::sort);
        if self.is_list() {
            self.parts.sort();
        }
    }

    /// Whether it is a list of rules, whose places `diff` names; of words it says them all as one value.
    fn holds_rules(&self) -> bool {
        self.is_list() && self.parts.iter().any(|part| !part.parts.is_empty())
    }

    /// Names the items of every list of rules by their places, and puts words in an order of their own.
    fn number(&mut self) {
        let holds_rules = self.holds_rules();
        for (at, part) in (1..).zip(&mut self.parts) {
            part.number();
            if holds_rules {
                part.label = format!("{at}");
            }
        }
        if self.is_list() && !holds_rules {
            self.parts.sort();
        }
    }

    /// Gives items that both have one name, in each pair of lists that are at one place.
    fn align(&mut self, other: &mut Self) {
        if self.holds_rules() && other.holds_rules() {
            let said = |list: &Self| list.parts.iter().map(Self::said).collect::<Vec<_>>();
            let mut free: Vec<Option<Self>> = said(other).into_iter().map(Some).collect();
            let all = said(self);
            for (own, said) in self.parts.iter_mut().zip(all) {
                if let Some(at) = free.iter().position(|one| one.as_ref() == Some(&said)) {
                    // No place has such a name.
                    own.label = format!("={}", own.label);
                    if let (Some(one), Some(free)) = (other.parts.get_mut(at), free.get_mut(at)) {
                        one.label.clone_from(&own.label);
                        *free = None;
                    }
                }
            }
        }
        for (at, own) in self.parts.iter_mut().enumerate() {
            let is_it =
                |(place, one): &(usize, &mut Self)| one.label == own.label && (!own.label.is_empty() || *place == at);
            if let Some((_, one)) = other.parts.iter_mut().enumerate().find(is_it) {
                own.align(one);
            }
        }
    }

    /// What an item says, whatever its place, the order of lists in it, and words for people.
    fn said(&self) -> Self {
        let mut out = self.clone();
        out.unlabel();
        out.sort();
        out.label.clear();
        out
    }

    fn unlabel(&mut self) {
        self.parts.retain(|part| !WORDS_ALONE.contains(&part.label.as_str()));
        let is_list = self.is_list();
        for part in &mut self.parts {
            part.unlabel();
            if is_list {
                part.label.clear();
            }
        }
    }
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
            LIST.clone_into(&mut part.head);
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
        let empty = node.is_list() || node.head.is_empty();
        out.push((path.join("."), if empty { NONE.to_owned() } else { words(&node.head) }));
    } else if wraps {
        node.parts.iter().for_each(|part| walk(part, path, out));
    } else {
        let structure = !node.is_list() && !node.head.is_empty();
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
    fn items_of_two_lists_keep_their_places_and_equal_ones_are_one() {
        let differing = |old: &dyn std::fmt::Debug, new: &dyn std::fmt::Debug| {
            let [old, new] = leaves_of_both(old, new);
            let only = |one: &[(String, String)], other: &[(String, String)]| {
                let own = one.iter().filter(|leaf| !other.contains(leaf));
                own.map(|(path, said)| format!("{path} {said}")).collect::<Vec<_>>()
            };
            (only(&old, &new), only(&new, &old))
        };
        let none = (vec![], vec![]);
        assert_eq!(differing(&Some([3, 1]), &Some([1, 3])), none);
        assert_eq!(differing(&[[3, 1], [2, 5]], &[[5, 2], [1, 3]]), none);
        // The last is the one that is another, whatever the order by what they say.
        let rules = |all: &[u8]| all.iter().map(|one| (*one, 7)).collect::<Vec<_>>();
        let one = |said: &str| vec![said.to_owned()];
        assert_eq!(differing(&rules(&[4, 3, 1]), &rules(&[4, 3, 2])), (one("3.1 1"), one("3.1 2")));
        assert_eq!(differing(&rules(&[4, 3]), &rules(&[3, 4])), none);
        assert_eq!(differing(&rules(&[4, 1]), &rules(&[4, 3, 1])).1, ["2.1 3", "2.2 7"]);
        assert_eq!(differing(&rules(&[1, 1]), &rules(&[1])).0, ["2.1 1", "2.2 7"]);
    }

    #[test]
    fn lists_are_sets_and_none_is_a_leaf() {
        assert_eq!(leaves(&Some([3, 1])), leaves(&Some([1, 3])));
        assert_eq!(leaves(&None::<u8>), [(String::new(), "none".to_owned())]);
        assert_ne!(leaves(&Some(vec![1_u8])), leaves(&Some(vec![1_u8, 1])));
        assert_ne!(leaves(&None::<Vec<u8>>), leaves(&Some(vec![Vec::<u8>::new(), Vec::new()])));
    }
}
