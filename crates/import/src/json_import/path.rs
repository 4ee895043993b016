//! Where a value stands in a round: `playerHand.cards`, `bets[].stake`, `cards[].{suit,rank}`.

use super::node::Node;

/// A path, step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Path(Vec<Step>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    /// A member by its name, or an item of an array by its number from 0.
    Name(String),
    /// Each item of an array, each value of an object.
    Each,
    /// Several values, one written behind the other.
    Together(Vec<Path>),
}

impl Path {
    /// Reads a path; whatever stands there is one.
    pub(super) fn new(text: &str) -> Self {
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
        Self(steps)
    }

    /// The paths of a column, of which the first counts that leads to something: `settledAt|cancelledAt`.
    pub(super) fn alternatives(text: &str) -> Vec<Self> {
        text.split('|').map(|path| Self::new(path.trim())).collect()
    }

    /// How many steps it has.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// How many first steps it has in common with another.
    pub(super) fn common(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).take_while(|(own, other)| own == other).count()
    }

    /// Whether it goes on from an item of an array that stands on the way of another.
    pub(super) fn is_of_items_of(&self, other: &Self) -> bool {
        self.0.iter().take(self.common(other)).any(|step| *step == Step::Each)
    }

    /// The value there as a cell; none where nothing stands there.
    pub(super) fn value(&self, node: &Node<'_>, between: &str) -> Option<String> {
        self.value_behind(0, node, between)
    }

    /// The same, of the steps behind the first ones.
    pub(super) fn value_behind(&self, steps: usize, node: &Node<'_>, between: &str) -> Option<String> {
        let mut values = Vec::new();
        let found = collect(node, self.0.get(steps..).unwrap_or_default(), &mut values);
        found.then(|| values.join(between))
    }

    /// The ways along this path to each of its ends: the nodes behind no step, behind the first, and so on. Where it ends
    /// nowhere, the one way as far as it goes.
    pub(super) fn branches<'n, 'a>(&self, node: &'n Node<'a>) -> Vec<Vec<&'n Node<'a>>> {
        let mut ways = vec![vec![node]];
        for step in &self.0 {
            let mut longer = Vec::new();
            for way in &ways {
                let Some(last) = way.last() else { continue };
                for next in next(last, step) {
                    longer.push(way.iter().copied().chain([next]).collect());
                }
            }
            if longer.is_empty() {
                ways.truncate(1);
                return ways;
            }
            ways = longer;
        }
        ways
    }
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

/// The nodes behind one step.
fn next<'n, 'a>(node: &'n Node<'a>, step: &Step) -> Vec<&'n Node<'a>> {
    match (step, node) {
        (Step::Name(name), Node::Object(members)) => {
            members.iter().filter(|(known, _)| known == name).map(|(_, node)| node).collect()
        }
        (Step::Name(name), Node::List(items)) => {
            name.parse().ok().and_then(|at: usize| items.get(at)).into_iter().collect()
        }
        (Step::Each, node) => items(node),
        _ => Vec::new(),
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

/// Adds the texts at the end of these steps; false where nothing stands there.
fn collect(node: &Node<'_>, steps: &[Step], values: &mut Vec<String>) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        match node {
            Node::Null => {}
            Node::Text(text) => values.push(text.clone().into_owned()),
            Node::List(_) | Node::Object(_) => {
                for item in items(node) {
                    collect(item, &[], values);
                }
            }
        }
        return true;
    };
    if let Step::Together(names) = step {
        let mut parts = Vec::new();
        let found = names.iter().filter(|path| collect(node, &path.0, &mut parts)).count();
        if !parts.is_empty() {
            values.push(parts.concat());
        }
        return found > 0;
    }
    let mut found = matches!(step, Step::Each) && matches!(node, Node::List(_) | Node::Object(_));
    for node in next(node, step) {
        found |= collect(node, rest, values);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::node::parse;
    use super::*;

    #[test]
    fn values_along_a_path() {
        let json = r#"{"a":{"cards":{"1":"C_A","0":"S_K","10":"D_2"}},"b":[{"s":"H","r":7},{"s":"C","r":"T"}],"n":null,"l":["x","y"],"e":[]}"#;
        let node = parse(json.as_bytes()).unwrap();
        for (path, value) in [
            ("a.cards", Some("S_K C_A D_2")),
            ("a.cards.1", Some("C_A")),
            ("b[].{s,r}", Some("H7 CT")),
            ("b[].s", Some("H C")),
            ("b.1.r", Some("T")),
            ("l", Some("x y")),
            ("e", Some("")),
            ("n", Some("")),
            ("x", None),
            ("a.x", None),
            ("b[].x", Some("")),
            ("{a.cards.1,b.1.r}", Some("C_AT")),
        ] {
            assert_eq!(Path::new(path).value(&node, " ").as_deref(), value, "{path}");
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
            .iter()
            .map(|way| {
                let value = |path: &Path| {
                    let common = path.common(&wagers);
                    path.value_behind(common, way[common], " ").unwrap()
                };
                (value(&name), value(&stake))
            })
            .collect();
        let expected =
            [("ann", "1"), ("ann", "2"), ("eve", "3")].map(|(name, stake)| (name.to_owned(), stake.to_owned()));
        assert_eq!(rows, expected);
        assert_eq!(wagers.branches(&parse(b"{}").unwrap()).len(), 1);
    }
}
