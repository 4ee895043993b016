//! Wagers that are members: `"bets": {"player": 100, "tie": 5}`, also in an object for each player.

use std::collections::BTreeMap;

use crate::parted_amount::is_amount;
use crate::vocabulary::{NETS, RETURNS, STAKES, WINS, bet_of, words};

/// Names of what holds an object for each player, by their names.
const PEOPLE: [&str; 9] =
    ["player", "user", "account", "participant", "patron", "member", "customer", "bettor", "seat"];

/// What the amounts of some members are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Stake,
    Back,
    Net,
}

/// What stands before and behind the name of a bet in a path.
type Around = (Vec<String>, Vec<String>);

/// Members of one kind, by the name of each bet: their places among the leaves.
type Group = BTreeMap<String, Vec<usize>>;

/// A bet and its amounts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The bet, as rulesets name it or as the JSON does.
    pub(super) bet: String,
    pub(super) stake: String,
    pub(super) back: String,
}

/// The wagers of a round that are members.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct MemberBets {
    /// The way to the objects of several players.
    pub(super) each: Option<String>,
    /// Whether these are members by the names of players.
    pub(super) by_name: bool,
    pub(super) entries: Vec<Entry>,
    pub(super) is_net: bool,
    /// Names of bets that are written as they are.
    pub(super) own: Vec<String>,
    /// Whether what went back is left out for some wagers.
    pub(super) lacks_back: bool,
    /// The places of what is read among the leaves; of the stakes alone where nothing says what went back.
    pub(super) leaves: Vec<usize>,
}

/// Finds them among paths and their values.
pub(super) fn member_bets<'l>(
    leaves: impl Iterator<Item = (usize, &'l str, &'l [String])> + Clone,
) -> Option<MemberBets> {
    let are_amounts = |values: &[String]| {
        !values.is_empty() && values.iter().filter(|value| is_amount(value)).count() * 2 >= values.len()
    };
    let amounts = leaves.clone().filter(|(_, _, values)| are_amounts(values));
    let mut groups: BTreeMap<(Kind, Around), Group> = BTreeMap::new();
    for (_, path, _) in amounts.clone() {
        let parts: Vec<String> = path.split('.').map(str::to_owned).collect();
        let Some(at) = parts.iter().rposition(|part| bet_of(&words(part)).is_some()).filter(|at| *at > 0) else {
            continue;
        };
        let (before, rest) = parts.split_at(at);
        let behind = rest.get(1..).unwrap_or_default();
        if let Some(kind) = kind_of(before, behind) {
            groups.entry((kind, (before.to_vec(), behind.to_vec()))).or_default();
        }
    }
    // Beside a bet that is known stand others of the same kind.
    for ((_, around), group) in &mut groups {
        for (at, path, _) in amounts.clone() {
            if let Some(bet) = between(path, around) {
                group.entry(bet).or_default().push(at);
            }
        }
    }
    let by_name = collapse(&mut groups);
    let of_kind = |wanted: fn(Kind) -> bool| groups.iter().filter(move |((kind, _), _)| wanted(*kind));
    let ((_, stake), stakes) = of_kind(|kind| kind == Kind::Stake).max_by_key(|(_, group)| known(group))?;
    let each = each_of(&stake.0);
    let mut found = MemberBets { by_name: by_name && each.is_some(), each: each.clone(), ..MemberBets::default() };
    found.leaves.extend(stakes.values().flatten());
    let back = of_kind(|kind| kind != Kind::Stake).filter(|((_, around), _)| each_of(&around.0) == each);
    let Some(((kind, back), backs)) = back.max_by_key(|(_, group)| known(group)) else { return Some(found) };
    let count = |places: &[usize]| {
        let of_it = leaves.clone().filter(|(at, ..)| places.contains(at));
        of_it.map(|(_, _, values)| values.len()).sum::<usize>()
    };
    found.is_net = *kind == Kind::Net;
    for (name, places) in stakes {
        let backs = backs.get(name).map_or(&[][..], Vec::as_slice);
        found.lacks_back |= count(backs) < count(places);
        found.leaves.extend(backs);
        let bet = bet_of(&words(name)).map(str::to_owned);
        found.own.extend(bet.is_none().then(|| name.clone()));
        found.entries.push(Entry {
            bet: bet.unwrap_or_else(|| words(name).replace(' ', "_")),
            stake: joined(stake, name),
            back: joined(back, name),
        });
    }
    Some(found)
}

/// What the amounts are, by the nearest name around that says it: behind the bet, then before it.
fn kind_of(before: &[String], behind: &[String]) -> Option<Kind> {
    let of = |part: &String| {
        let name = words(part.trim_end_matches("[]"));
        let is_in = |names: &[&str]| names.iter().any(|own| name == *own || name.strip_suffix('s') == Some(own));
        match () {
            () if is_in(&STAKES) => Some(Kind::Stake),
            () if is_in(&RETURNS) => Some(Kind::Back),
            () if is_in(&NETS) || is_in(&WINS) => Some(Kind::Net),
            () => None,
        }
    };
    match behind.last() {
        Some(last) => of(last),
        None => before.iter().rev().find_map(of),
    }
}

/// The name of the bet in a path, where it has these parts around it.
fn between(path: &str, (before, behind): &Around) -> Option<String> {
    let parts: Vec<&str> = path.split('.').collect();
    let is_one = parts.len() == before.len() + 1 + behind.len();
    let (own, rest) = parts.split_at_checked(before.len()).filter(|_| is_one)?;
    let (name, last) = rest.split_first()?;
    (own == before.as_slice() && last == behind.as_slice()).then(|| (*name).to_owned())
}

/// Puts the members of several players together: their names differ, and nothing else of the paths.
fn collapse(groups: &mut BTreeMap<(Kind, Around), Group>) -> bool {
    let keys: Vec<(Kind, Around)> = groups.keys().cloned().collect();
    let name_at = |(kind, (before, behind)): &(Kind, Around)| {
        let of_people = before.iter().zip(1..).find_map(|(part, next)| {
            let name = words(part);
            let is_list = name.strip_suffix('s').is_some_and(|one| PEOPLE.contains(&one));
            (is_list && !part.ends_with("[]") && next < before.len()).then_some(next)
        });
        of_people.or_else(|| {
            let differs = |(other_kind, (other, other_behind)): &(Kind, Around)| {
                let mut places = before.iter().zip(other).enumerate().filter(|(_, (own, other))| own != other);
                let at = places.next().map(|(at, _)| at).filter(|at| *at > 0);
                let is_same = other_kind == kind && other_behind == behind && other.len() == before.len();
                at.filter(|_| is_same && places.next().is_none())
            };
            keys.iter().find_map(differs)
        })
    };
    let mut any = false;
    for key in &keys {
        let Some(at) = name_at(key) else { continue };
        let Some(group) = groups.remove(key) else { continue };
        let (kind, (mut before, behind)) = key.clone();
        before.remove(at);
        if let Some(parent) = at.checked_sub(1).and_then(|parent| before.get_mut(parent)) {
            parent.push_str("[]");
        }
        let all = groups.entry((kind, (before, behind))).or_default();
        for (bet, places) in group {
            all.entry(bet).or_default().extend(places);
        }
        any = true;
    }
    any
}

/// How many of them are bets that are known.
fn known(group: &Group) -> usize {
    group.keys().filter(|name| bet_of(&words(name)).is_some()).count()
}

/// The way to the objects of several players, up to the last `[]`.
fn each_of(before: &[String]) -> Option<String> {
    let path = before.join(".");
    let end = path.rfind("[]")? + "[]".len();
    path.get(..end).map(str::to_owned)
}

fn joined((before, behind): &Around, name: &str) -> String {
    before
        .iter()
        .map(String::as_str)
        .chain([name])
        .chain(behind.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join(".")
}
