//! What stands above the rounds of a file: the members of the objects on the way to them, each without the one that leads on.

use std::collections::HashMap;

use super::locate::{Located, Round, members, value_end};
use super::node::{Node, parse};
use super::path::{OF_THE_FILE, Part, Path, go_into};

/// A value on the way to rounds.
#[derive(Debug)]
pub(crate) struct Level<'d> {
    /// What it holds beside the way; an array holds nothing beside it.
    pub(crate) node: Node<'d>,
    /// How many steps of the path lead to it.
    pub(crate) steps: usize,
    /// The line on which it begins.
    pub(crate) line: u64,
    /// How many rounds that are read stand below it.
    pub(crate) rounds: u64,
}

/// All of them, each once.
#[derive(Debug)]
pub(crate) struct Above<'d> {
    /// The path to the rounds, from the outermost object.
    to_rounds: Path,
    pub(crate) levels: Vec<Level<'d>>,
    /// Of each array or object of rounds the level behind no step, behind the first, and so on.
    ways: Vec<Vec<usize>>,
    /// The lines of members that cannot be read, and why.
    pub(crate) unread: Vec<(u64, String)>,
}

impl<'d> Above<'d> {
    /// Reads what stands on the ways to rounds; `path` is that of the mapping, if it has one.
    pub(crate) fn of(text: &'d [u8], located: &Located<'d>, path: Option<&str>) -> Self {
        let to_rounds = Path::new(&format!("{OF_THE_FILE}{}", path.unwrap_or_default()));
        let mut above = Self { to_rounds, levels: Vec::new(), ways: Vec::new(), unread: Vec::new() };
        let mut known: HashMap<usize, usize> = HashMap::new();
        let mut line = lines(text, &located.ways);
        for way in &located.ways {
            let mut levels = Vec::new();
            for (steps, at) in way.iter().enumerate() {
                let level = *known.entry(*at).or_insert_with(|| {
                    let leads_on = way.get(steps + 1).filter(|_| above.to_rounds.names_at(steps));
                    let node = above.beside(text, *at, leads_on.copied(), &mut line);
                    above.levels.push(Level { node, steps, line: line(*at), rounds: 0 });
                    above.levels.len() - 1
                });
                levels.push(level);
            }
            above.ways.push(levels);
        }
        above
    }

    /// The members of an object beside the one that leads on; nothing where none does.
    fn beside(
        &mut self,
        text: &'d [u8],
        object: usize,
        leads_on: Option<usize>,
        line: &mut impl FnMut(usize) -> u64,
    ) -> Node<'d> {
        let Some(leads_on) = leads_on else { return Node::Null };
        let mut beside = Vec::new();
        for (name, at) in members(text, object).into_iter().filter(|(_, at)| *at != leads_on) {
            match parse(text.get(at..value_end(text, at)).unwrap_or_default()) {
                Ok(node) => beside.push((name.into(), node)),
                Err(reason) => self.unread.push((line(object), format!("{name:?}: {reason}"))),
            }
        }
        Node::Object(beside)
    }

    /// Counts a round that is read.
    pub(super) fn count(&mut self, round: &Round<'_>) {
        for level in round.way.and_then(|way| self.ways.get(way)).into_iter().flatten() {
            self.levels.iter_mut().skip(*level).take(1).for_each(|level| level.rounds = level.rounds.saturating_add(1));
        }
    }

    /// What stands above a round where a path leaves the way to it, and how many of its steps lead there.
    pub(crate) fn on_way(&self, round: &Round<'_>, path: &Path) -> Option<(usize, &Node<'d>)> {
        let steps = path.common(&self.to_rounds);
        let level = *self.of_round(round).get(steps)?;
        self.levels.get(level).map(|level| (steps, &level.node))
    }

    /// The way to a level as a mapping writes it.
    pub(crate) fn path_to(&self, level: &Level<'_>) -> String {
        self.to_rounds.as_far_as(level.steps)
    }

    /// The way to a level, part by part.
    pub(super) fn parts_to(&self, level: &Level<'_>) -> Vec<Part<'_>> {
        self.to_rounds.parts(level.steps)
    }

    /// Paths to texts around a round, where another round stands in another object: by them both are distinguished.
    pub(super) fn tells_apart(&self, round: &Round<'_>, other: &Round<'_>) -> Vec<String> {
        let levels = self.of_round(round).iter().zip(self.of_round(other)).filter(|(own, other)| own != other);
        let mut paths = Vec::new();
        for level in levels.filter_map(|(own, _)| self.levels.get(*own)) {
            let Node::Object(members) = &level.node else { continue };
            for (name, _) in members.iter().filter(|(_, member)| matches!(member, Node::Text(_))) {
                let mut path = self.path_to(level);
                go_into(&mut path, name);
                paths.push(path);
            }
        }
        paths
    }

    /// The levels above a round, by their places among all of them, the outermost first.
    pub(crate) fn of_round(&self, round: &Round<'_>) -> &[usize] {
        round.way.and_then(|way| self.ways.get(way)).map_or(&[], Vec::as_slice)
    }
}

/// The line of each place on these ways, counted as an editor does.
fn lines(text: &[u8], ways: &[Vec<usize>]) -> impl FnMut(usize) -> u64 + use<> {
    let mut places: Vec<usize> = ways.iter().flatten().copied().collect();
    places.sort_unstable();
    places.dedup();
    let (mut line, mut counted) = (1, 0);
    let counted: HashMap<usize, u64> = places
        .into_iter()
        .map(|at| {
            line += memchr::memchr_iter(b'\n', text.get(counted..at).unwrap_or_default()).count() as u64;
            counted = at;
            (at, line)
        })
        .collect();
    move |at| counted.get(&at).copied().unwrap_or(1)
}
