//! Where a value stands in a round: `playerHand.cards`, `bets[].stake`, `cards[].{suit,rank}`; or above the rounds, on the way to them
//! from the outermost object: `/table.id`, `/data.shoes[].shoeId`.

use super::node::Node;
use crate::hands::CARD_END;
use crate::problem::short;

/// What a path begins with that leads from the outermost object of the file, and not from a round.
pub(crate) const OF_THE_FILE: char = '/';

/// A path, step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    steps: Vec<Step>,
    /// Whether it leads from the outermost object of the file.
    of_file: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    /// A member by its name, or an item of an array by its number from 0.
    Name(String),
    /// Each item of an array, each value of an object.
    Each,
    /// Several values, one written behind the other.
    Together(Vec<Path>),
}

impl Step {
    fn part(&self) -> Part<'_> {
        match self {
            Self::Name(name) => Part::Member(name.as_str()),
            Self::Each | Self::Together(_) => Part::Item(0),
        }
    }
}

impl Path {
    /// Reads a path; whatever stands there is one.
    pub(crate) fn new(text: &str) -> Self {
        let (text, of_file) = text.strip_prefix(OF_THE_FILE).map_or((text, false), |text| (text, true));
        let mut steps = Vec::new();
        for part in parts(text) {
            let (name, each) = match part.find("[]") {
                Some(at) => (part.get(..at).unwrap_or_default(), part.matches("[]").count()),
                None => (part, 0),
            };
            match name.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
                Some(names) => {
                    steps.push(Step::Together(names.split(',').map(|name| Self::new(name.trim())).collect()))
                }
                None if name.is_empty() => {}
                None => steps.push(Step::Name(name.to_owned())),
            }
            steps.extend(std::iter::repeat_n(Step::Each, each));
        }
        Self { steps, of_file }
    }

    /// Whether it leads from the outermost object of the file, and not from a round.
    pub(crate) fn is_of_file(&self) -> bool {
        self.of_file
    }

    /// The paths of a column, of which the first counts that leads to something: `settledAt|cancelledAt`.
    pub(super) fn alternatives(text: &str) -> Vec<Self> {
        text.split('|').map(|path| Self::new(path.trim())).collect()
    }

    /// The paths that it is made of, each of one value: `cards[].{suit,rank}` is `cards[].suit` and `cards[].rank`.
    pub(super) fn apart(&self) -> Vec<Self> {
        let mut ways = vec![Vec::new()];
        for step in &self.steps {
            let parts: Vec<Vec<Step>> = match step {
                Step::Together(paths) => paths.iter().flat_map(Self::apart).map(|path| path.steps).collect(),
                step => vec![vec![step.clone()]],
            };
            ways = ways
                .iter()
                .flat_map(|way| parts.iter().map(move |part| way.iter().chain(part).cloned().collect()))
                .collect();
        }
        ways.into_iter().map(|steps| Self { steps, of_file: self.of_file }).collect()
    }

    /// Whether it leads to what stands on this way, or to something around it; it has no values written together.
    pub(super) fn leads_to(&self, way: &[Part<'_>]) -> bool {
        leads_to(&self.steps, way)
    }

    /// How many steps it has.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// How many first steps it has in common with another.
    pub(crate) fn common(&self, other: &Self) -> usize {
        let steps = self.steps.iter().zip(&other.steps).filter(|_| self.of_file == other.of_file);
        steps.take_while(|(own, other)| own == other).count()
    }

    /// The first steps as parts of a way.
    pub(super) fn parts(&self, steps: usize) -> Vec<Part<'_>> {
        self.steps.iter().take(steps).map(Step::part).collect()
    }

    /// Whether this step is the name of a member, or the number of an item.
    pub(super) fn names_at(&self, step: usize) -> bool {
        matches!(self.steps.get(step), Some(Step::Name(_)))
    }

    /// Whether it goes on from an item of an array that stands on the way of another.
    pub(super) fn is_of_items_of(&self, other: &Self) -> bool {
        self.steps.iter().take(self.common(other)).any(|step| *step == Step::Each)
    }

    /// What stands there, of the steps behind the first ones.
    pub(crate) fn values_behind(&self, steps: usize, node: &Node<'_>) -> Values {
        let mut values = Values::default();
        self.collect(node, steps, &mut values);
        values
    }

    /// The ways along this path to each of its ends: the nodes behind no step, behind the first, and so on. Where it ends
    /// nowhere, the one way as far as it goes. What stands on a way and is of another shape is given beside them.
    pub(crate) fn branches<'n, 'a>(&self, node: &'n Node<'a>) -> (Vec<Vec<&'n Node<'a>>>, Option<OtherShape>) {
        let (mut ways, mut other) = (vec![vec![node]], None);
        for (at, step) in self.steps.iter().enumerate() {
            let mut longer = Vec::new();
            for way in &ways {
                let Some(last) = way.last() else { continue };
                match next(last, step, true) {
                    Some(nodes) => {
                        longer.extend(nodes.into_iter().map(|next| way.iter().copied().chain([next]).collect()))
                    }
                    None => other = other.or_else(|| Some(self.other_shape(at, last))),
                }
            }
            if longer.is_empty() {
                ways.truncate(1);
                return (ways, other);
            }
            ways = longer;
        }
        (ways, other)
    }

    /// Adds the texts behind these steps.
    fn collect(&self, node: &Node<'_>, at: usize, values: &mut Values) {
        let Some(step) = self.steps.get(at) else {
            values.found = true;
            return add_all(node, false, values);
        };
        if let Step::Together(paths) = step {
            let mut parts = Values::default();
            paths.iter().for_each(|path| path.collect(node, 0, &mut parts));
            values.found |= parts.found;
            values.texts.extend((!parts.texts.is_empty()).then(|| parts.texts.concat()));
            if let Some(OtherShape { path, what }) = parts.other {
                let own = self.as_far_as(at);
                let path = if own.is_empty() || path.is_empty() { own + &path } else { format!("{own}.{path}") };
                values.other.get_or_insert(OtherShape { path, what });
            }
            return;
        }
        let Some(nodes) = next(node, step, at + 1 < self.steps.len()) else {
            values.other.get_or_insert_with(|| self.other_shape(at, node));
            return;
        };
        let is_list = matches!((step, node), (Step::Each, Node::List(_) | Node::Object(_)));
        values.found |= is_list;
        values.are_items |= is_list;
        for item in nodes {
            let before = values.texts.len();
            self.collect(item, at + 1, values);
            if is_list && values.texts.len() == before {
                if std::ptr::eq(item, node) {
                    values.other.get_or_insert_with(|| self.other_shape(at, node));
                }
                values.texts.push(String::new());
            }
        }
    }

    /// What stands where this step cannot be gone.
    fn other_shape(&self, step: usize, node: &Node<'_>) -> OtherShape {
        OtherShape { path: self.as_far_as(step), what: short(&node.kind()) }
    }

    /// The first steps as a mapping writes them.
    pub(super) fn as_far_as(&self, steps: usize) -> String {
        let mut text = if self.of_file { OF_THE_FILE.to_string() } else { String::new() };
        for step in self.steps.iter().take(steps) {
            match step {
                Step::Name(name) => go_into(&mut text, name),
                Step::Each => text.push_str("[]"),
                Step::Together(_) => {}
            }
        }
        text
    }
}

/// Goes on into a member of the object to which a path leads.
pub(crate) fn go_into(path: &mut String, member: &str) {
    if !path.is_empty() && !path.ends_with(OF_THE_FILE) {
        path.push('.');
    }
    path.push_str(member);
}

/// One step of the way to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part<'n> {
    /// The member of an object, by its name.
    Member(&'n str),
    /// The item of an array, by its number from 0.
    Item(usize),
}

fn leads_to(steps: &[Step], way: &[Part<'_>]) -> bool {
    let Some((step, steps)) = steps.split_first() else { return true };
    let behind = || way.split_first().is_some_and(|(_, way)| leads_to(steps, way));
    match (step, way.first()) {
        (Step::Name(name), Some(Part::Member(member))) => name == member && behind(),
        (Step::Name(name), Some(Part::Item(at))) => name.parse() == Ok(*at) && behind(),
        // One object, or one text, may stand in place of an array.
        (Step::Each, part) => (part.is_some() && behind()) || leads_to(steps, way),
        (Step::Name(_), None) | (Step::Together(_), _) => false,
    }
}

/// What a path leads to.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// Whether something stands there.
    pub(crate) found: bool,
    /// An item of an array that holds nothing is an empty text.
    pub(crate) texts: Vec<String>,
    /// Whether they are items of an array, or values of an object.
    pub(crate) are_items: bool,
    /// What stands on the way and is of another shape than the path.
    pub(crate) other: Option<OtherShape>,
}

impl Values {
    /// All that hold something, in one cell.
    pub(crate) fn joined(&self, between: &str) -> String {
        let texts: Vec<&str> = self.texts.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        texts.join(between)
    }

    /// Cards in one cell: of an array each behind the other, with its end, so that an item that holds nothing is seen.
    pub(super) fn cards(&self, between: &str) -> String {
        if !self.are_items || self.texts.iter().all(String::is_empty) {
            return self.joined(between);
        }
        self.texts.iter().flat_map(|text| text.chars().chain([CARD_END])).collect()
    }
}

/// A value through which a path cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OtherShape {
    /// The path as far as it leads to the value.
    pub(crate) path: String,
    /// What stands there.
    pub(crate) what: String,
}

/// The parts between points, of which none inside braces counts.
fn parts(text: &str) -> Vec<&str> {
    let mut within = false;
    text.split(move |letter| {
        within = (within || letter == '{') && letter != '}';
        letter == '.' && !within
    })
    .collect()
}

/// The nodes behind one step, and none where nothing stands there; `None` where the node is of another shape. An object with texts
/// among its members is the one item of an array that is missing around it, where the path goes on.
fn next<'n, 'a>(node: &'n Node<'a>, step: &Step, goes_on: bool) -> Option<Vec<&'n Node<'a>>> {
    match (step, node) {
        (_, Node::Null) => Some(Vec::new()),
        // Some programs write an empty array for an object without members, and an empty text for what is not there.
        (_, Node::List(items)) if items.is_empty() => Some(Vec::new()),
        (_, Node::Text(text)) if text.is_empty() => Some(Vec::new()),
        (Step::Name(name), Node::Object(members)) => {
            Some(members.iter().filter(|(known, _)| known == name).map(|(_, node)| node).collect())
        }
        (Step::Name(name), Node::List(items)) => Some(items.get(name.parse::<usize>().ok()?).into_iter().collect()),
        (Step::Each, Node::Object(members))
            if goes_on && members.iter().any(|(_, node)| matches!(node, Node::Text(_))) =>
        {
            Some(vec![node])
        }
        (Step::Each, Node::List(_) | Node::Object(_)) => Some(items(node)),
        (Step::Each, Node::Text(_)) if !goes_on => Some(vec![node]),
        (Step::Name(_) | Step::Each, Node::Text(_)) | (Step::Together(_), _) => None,
    }
}

/// What a container holds: of an object whose names are numbers, in their order.
fn items<'n, 'a>(node: &'n Node<'a>) -> Vec<&'n Node<'a>> {
    match node {
        Node::List(items) => items.iter().collect(),
        Node::Object(members) => {
            let mut members: Vec<_> = members.iter().map(|(name, node)| (name.parse::<u64>().ok(), node)).collect();
            if members.iter().all(|(number, _)| number.is_some()) {
                members.sort_by_key(|(number, _)| *number);
            }
            members.into_iter().map(|(_, node)| node).collect()
        }
        _ => Vec::new(),
    }
}

/// Adds all texts of a value; an item that holds none is an empty one.
fn add_all(node: &Node<'_>, is_item: bool, values: &mut Values) {
    let before = values.texts.len();
    match node {
        Node::Null => {}
        Node::Text(text) => values.texts.push(text.clone().into_owned()),
        Node::List(_) | Node::Object(_) => {
            values.are_items = true;
            items(node).into_iter().for_each(|item| add_all(item, true, values));
        }
    }
    if is_item && values.texts.len() == before {
        values.texts.push(String::new());
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::parse;
    use super::*;

    #[test]
    fn values_along_a_path() {
        let json = r#"{"a":{"cards":{"1":"C_A","0":"S_K","10":"D_2"}},"b":[{"s":"H","r":7},{"s":"C","r":"T"}],"n":null,"l":["x","y"],"e":[],"h":["KS",null,"7H",""],"o":[{"s":"H","r":7},{},{"s":"C","r":null}]}"#;
        let node = parse(json.as_bytes()).unwrap();
        for (path, value) in [
            ("a.cards", Some(&["S_K", "C_A", "D_2"][..])),
            ("a.cards.1", Some(&["C_A"])),
            ("b[].{s,r}", Some(&["H7", "CT"])),
            ("b[].s", Some(&["H", "C"])),
            ("b.1.r", Some(&["T"])),
            ("l", Some(&["x", "y"])),
            ("l[]", Some(&["x", "y"])),
            ("e", Some(&[])),
            ("n", Some(&[])),
            ("x", None),
            ("a.x", None),
            ("b[].x", Some(&["", ""])),
            ("{a.cards.1,b.1.r}", Some(&["C_AT"])),
            ("h", Some(&["KS", "", "7H", ""])),
            ("h[]", Some(&["KS", "", "7H", ""])),
            ("o[].{s,r}", Some(&["H7", "", "C"])),
            // One object where an array of them is meant, and one text.
            ("b.0[].{s,r}", Some(&["H7"])),
            ("b.0.s[]", Some(&["H"])),
        ] {
            let values = Path::new(path).values_behind(0, &node);
            assert_eq!(values.other, None, "{path}");
            let texts: Vec<&str> = values.texts.iter().map(String::as_str).collect();
            assert_eq!(values.found.then_some(texts.as_slice()), value, "{path}");
        }
    }

    #[test]
    fn what_is_of_another_shape_is_named() {
        let json = r#"{"w":[{"s":1}],"l":[[{"s":1}]],"t":"P","o":{"p":{"s":1}},"c":{"0":"KS","1":"7H"}}"#;
        let node = parse(json.as_bytes()).unwrap();
        for (path, at, what) in [
            ("w.s", "w", "an array"),
            ("l[].s", "l[]", "an array"),
            ("t.s", "t", "\"P\""),
            ("t[].s", "t", "\"P\""),
            ("o.p.s.x", "o.p.s", "\"1\""),
            ("o.{p.s.x,p}", "o.p.s", "\"1\""),
            ("l[].s[].x", "l[]", "an array"),
            ("c[].{s,r}", "c", "an object of \"0\", \"1\""),
            ("c[].0.x", "c[].0", "\"KS\""),
        ] {
            let other = Path::new(path).values_behind(0, &node).other;
            assert_eq!(other, Some(OtherShape { path: at.to_owned(), what: what.to_owned() }), "{path}");
        }
        for (path, ways, other) in
            [("w[]", 1, None), ("x[]", 1, None), ("o[]", 1, None), ("w[].s[]", 1, Some("w[].s")), ("t[]", 1, Some("t"))]
        {
            let (found, shape) = Path::new(path).branches(&node);
            assert_eq!((found.len(), shape.map(|shape| shape.path).as_deref()), (ways, other), "{path}");
        }
    }

    #[test]
    fn ways_to_each_wager() {
        let json = r#"{"p":[{"n":"ann","b":[{"s":1},{"s":2}]},{"n":"bob","b":[]},{"n":"eve","b":[{"s":3}]}]}"#;
        let node = parse(json.as_bytes()).unwrap();
        let wagers = Path::new("p[].b[]");
        let (name, stake) = (Path::new("p[].n"), Path::new("p[].b[].s"));
        let rows: Vec<_> = wagers
            .branches(&node)
            .0
            .iter()
            .map(|way| {
                let value = |path: &Path| {
                    let common = path.common(&wagers);
                    path.values_behind(common, way[common]).texts.concat()
                };
                (value(&name), value(&stake))
            })
            .collect();
        let expected =
            [("ann", "1"), ("ann", "2"), ("eve", "3")].map(|(name, stake)| (name.to_owned(), stake.to_owned()));
        assert_eq!(rows, expected);
        assert_eq!(wagers.branches(&parse(b"{}").unwrap()).0.len(), 1);
    }
}
