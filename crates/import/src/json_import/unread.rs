//! Members of rounds that no path of the mapping reads: a wager under another name is none of the log, and that is said.

use std::collections::BTreeMap;

use super::above::Above;
use super::node::Node;
use super::path::{Part, Path, go_into};
use crate::mapping::{Json, Mapping, Which};
use crate::parted_amount::is_amount;
use crate::summary::{NotReadOnPurpose, UnreadMember};
use crate::unread_sum::{Format, UnreadSum};
use crate::vocabulary::{is_name_of_a_stake, is_name_of_an_amount};

/// So many paths are kept; objects by their ids may have as many as rounds.
const MOST: usize = 1_000;

/// The members of all rounds.
pub(super) struct Unread<'m> {
    /// The paths of the mapping.
    read: Vec<Path>,
    on_purpose: Vec<OnPurpose>,
    format: Format<'m>,
    reads_wagers: bool,
    /// The way to its wagers, in which anything may stand beside what is read.
    wagers: Option<Path>,
    found: BTreeMap<String, Found>,
    more: u64,
    round: u64,
    rounds_with_stakes: u64,
}

/// What is not read on purpose.
struct OnPurpose {
    paths: Vec<Path>,
    own: NotReadOnPurpose,
    /// The last round that has it.
    round: u64,
}

/// Where a member stands.
#[derive(Clone, Copy)]
struct Of {
    line: u64,
    /// In so many rounds, or above so many.
    rounds: u64,
    above: bool,
}

/// One path.
struct Found {
    is_read: bool,
    /// Which of the paths that are not read on purpose leads there.
    on_purpose: Option<usize>,
    /// Whether it may be what was staked on a wager.
    is_stake: bool,
    rounds: u64,
    line: u64,
    /// The last round that has it.
    round: u64,
    sum: UnreadSum,
}

/// What was found.
pub(super) struct Summary {
    pub(super) members: Vec<UnreadMember>,
    pub(super) on_purpose: Vec<NotReadOnPurpose>,
    /// Paths beyond the number that is kept.
    pub(super) more: u64,
    pub(super) rounds_with_stakes: u64,
}

impl<'m> Unread<'m> {
    pub(super) fn new(mapping: &'m Mapping, source: &Json) -> Self {
        let texts = mapping.columns.iter().filter_map(|column| match &column.which {
            Which::Header(name) => Some(name.as_str()),
            Which::Number(_) => None,
        });
        let apart = |text: &str| Path::alternatives(text).iter().flat_map(Path::apart).collect::<Vec<Path>>();
        let read = texts.flat_map(apart).collect();
        let on_purpose = mapping.not_read.iter().map(|own| OnPurpose {
            paths: apart(&own.column.which.label()),
            own: NotReadOnPurpose::of(own),
            round: 0,
        });
        let (on_purpose, format) = (on_purpose.collect(), Format::of(mapping));
        let wagers = source.wagers.as_deref().map(Path::new);
        let reads_wagers = !mapping.row.wagers.is_empty();
        let found = BTreeMap::new();
        Self { read, on_purpose, format, reads_wagers, wagers, found, more: 0, round: 0, rounds_with_stakes: 0 }
    }

    /// Looks at a round on this line.
    pub(super) fn take(&mut self, round: &Node<'_>, line: u64) {
        self.round = self.round.saturating_add(1);
        let mut has_stakes = false;
        let of = Of { line, rounds: 1, above: false };
        self.walk(round, &mut Vec::new(), &mut String::new(), of, &mut has_stakes);
        self.rounds_with_stakes = self.rounds_with_stakes.saturating_add(u64::from(has_stakes));
    }

    /// Looks at what stands above rounds.
    pub(super) fn take_above(&mut self, above: &Above<'_>) {
        for level in above.levels.iter().filter(|level| level.rounds > 0) {
            self.round = self.round.saturating_add(1);
            let of = Of { line: level.line, rounds: level.rounds, above: true };
            self.walk(&level.node, &mut above.parts_to(level), &mut above.path_to(level), of, &mut false);
        }
    }

    fn walk<'n>(
        &mut self,
        node: &'n Node<'_>,
        way: &mut Vec<Part<'n>>,
        path: &mut String,
        of: Of,
        has_stakes: &mut bool,
    ) {
        let length = path.len();
        match node {
            Node::Null => {}
            Node::Text(text) if text.is_empty() => {}
            Node::Text(text) => *has_stakes |= self.member(way, path, text, of),
            Node::List(items) => {
                path.push_str("[]");
                for (at, item) in items.iter().enumerate() {
                    way.push(Part::Item(at));
                    self.walk(item, way, path, of, has_stakes);
                    way.pop();
                }
            }
            Node::Object(members) => {
                for (name, member) in members {
                    go_into(path, name);
                    way.push(Part::Member(name));
                    self.walk(member, way, path, of, has_stakes);
                    way.pop();
                    path.truncate(length);
                }
            }
        }
        path.truncate(length);
    }

    /// Whether something is staked there that is not read.
    fn member(&mut self, way: &[Part<'_>], path: &str, text: &str, of: Of) -> bool {
        let Of { line, rounds, above } = of;
        if !self.found.contains_key(path) {
            let leads = |path: &Path| path.is_of_file() == above && path.leads_to(way);
            let is_read = self.read.iter().any(leads);
            let on_purpose = self.on_purpose.iter().position(|own| !is_read && own.paths.iter().any(leads));
            if !is_read && on_purpose.is_none() && self.found.len() >= MOST {
                self.more = self.more.saturating_add(1);
                return false;
            }
            let is_beside = self.wagers.as_ref().is_some_and(|wagers| wagers.leads_to(way));
            let name = way.iter().rev().find_map(|part| match part {
                Part::Member(name) => Some(*name),
                Part::Item(_) => None,
            });
            // Where no wager is read, sums of them and what was paid are not known from others either.
            let is_amount = |name: &str| !self.reads_wagers && is_name_of_an_amount(name, false);
            let is_stake = |name: &str| is_name_of_a_stake(name, path) || is_amount(name);
            let is_known = is_read || on_purpose.is_some();
            let is_stake = !above && !is_known && !is_beside && name.is_some_and(is_stake);
            let (rounds, round, sum) = (0, 0, UnreadSum::default());
            self.found.insert(path.to_owned(), Found { is_read, on_purpose, is_stake, rounds, line, round, sum });
        }
        let Some(found) = self.found.get_mut(path) else { return false };
        if found.round != self.round {
            (found.rounds, found.round) = (found.rounds.saturating_add(rounds), self.round);
        }
        if let Some(OnPurpose { own, round, .. }) = found.on_purpose.and_then(|at| self.on_purpose.get_mut(at)) {
            own.sum.add(text, self.format);
            if *round != self.round {
                own.count(rounds, line);
                *round = self.round;
            }
        }
        if found.is_stake {
            found.sum.add(text, self.format);
        }
        // A stake of nothing is none.
        found.is_stake && is_amount(text) && text.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
    }

    /// What no path reads, with the rounds that have it, and in how many rounds amounts of wagers stand there.
    pub(super) fn summary(self) -> Summary {
        let unread = self.found.into_iter().filter(|(_, found)| !found.is_read && found.on_purpose.is_none());
        let members = unread.map(|(path, Found { rounds, line, is_stake, sum, .. })| UnreadMember {
            path,
            rounds,
            line,
            sum: is_stake.then_some(sum),
        });
        let on_purpose = self.on_purpose.into_iter().map(|own| own.own).collect();
        Summary { members: members.collect(), on_purpose, more: self.more, rounds_with_stakes: self.rounds_with_stakes }
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::parse;
    use super::*;
    use crate::amounts::Amounts;

    #[test]
    fn what_a_path_leads_to_is_read() {
        let json = br#"{"a":{"c":["KS","7H"]},"b":[{"s":1,"t":2,"c":{"x":1}}],"by":{"u1":{"s":3},"u2":{"s":4}},"o":{"1":{"r":5}},"one":{"s":6}}"#;
        let node = parse(json).unwrap();
        for (paths, unread) in [
            (&["a.c", "b", "by[].s", "o.1.r", "one"][..], &[][..]),
            (&["a.c[]", "b[].{s,t}", "by", "o[].r", "one[].s"], &["b[].c.x"]),
            (&["x|a", "b.0.s", "by.u1.s"], &["b[].c.x", "b[].t", "by.u2.s", "o.1.r", "one.s"]),
        ] {
            let read = paths.iter().flat_map(|path| Path::alternatives(path)).flat_map(|path| path.apart()).collect();
            let amounts = Amounts::default();
            let mut all = Unread {
                read,
                on_purpose: Vec::new(),
                format: Format::new(&amounts, 2),
                reads_wagers: true,
                wagers: None,
                found: BTreeMap::new(),
                more: 0,
                round: 0,
                rounds_with_stakes: 0,
            };
            all.take(&node, 1);
            let members: Vec<String> = all.summary().members.into_iter().map(|member| member.path).collect();
            assert_eq!(members, unread, "{paths:?}");
        }
    }
}
