//! Members above the rounds of JSON: of the table, the day or the shoe that they are of.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use resettle_sealed_log::MAX_NAME;

use super::json::{Drafter, LOOKED_AT, Leaf, SHOES, SHOWN_WORDS, is_plain};
use super::quoted;
use crate::json_import::above::Above;
use crate::json_import::locate::Round;
use crate::json_import::node::Node;
use crate::json_import::path::{OF_THE_FILE as STROKE, Path, go_into};
use crate::problem::short;
use crate::vocabulary::{self, words};

/// So many items of an array above rounds are looked at.
const ITEMS: usize = 20;

/// A text above rounds.
struct Text {
    path: String,
    text: String,
    /// Whether it is one of an array beside the way to the rounds, and says nothing of each of them.
    of_array: bool,
}

/// The paths above these rounds with their values; in no array one for each round.
pub(super) fn leaves<'r>(above: &Above<'_>, rounds: impl Iterator<Item = &'r Round<'r>>) -> Vec<Leaf> {
    let (mut leaves, mut places) = (Vec::<Leaf>::new(), BTreeMap::<String, usize>::new());
    let mut known: HashMap<usize, Vec<Text>> = HashMap::new();
    for round in rounds {
        for level in above.of_round(round) {
            let is_new = !known.contains_key(level);
            let texts = known.entry(*level).or_insert_with(|| {
                let mut texts = Vec::new();
                if let Some(level) = above.levels.get(*level) {
                    collect(&level.node, &mut above.path_to(level), false, &mut texts);
                }
                texts
            });
            for Text { path, text, .. } in texts.iter().filter(|text| is_new || !text.of_array) {
                let at = *places.entry(path.clone()).or_insert_with(|| {
                    leaves.push(Leaf { path: path.clone(), values: Vec::new(), used: false });
                    leaves.len() - 1
                });
                if let Some(leaf) = leaves.get_mut(at).filter(|leaf| leaf.values.len() < LOOKED_AT) {
                    leaf.values.push(text.clone());
                }
            }
        }
    }
    leaves
}

fn collect(node: &Node<'_>, path: &mut String, of_array: bool, texts: &mut Vec<Text>) {
    let length = path.len();
    match node {
        Node::Null => {}
        Node::Text(text) if text.is_empty() => {}
        Node::Text(text) => texts.push(Text { path: path.clone(), text: text.clone().into_owned(), of_array }),
        Node::List(items) => {
            path.push_str("[]");
            items.iter().take(ITEMS).for_each(|item| collect(item, path, true, texts));
        }
        Node::Object(members) => {
            for (name, member) in members.iter().filter(|(name, _)| is_plain(name)) {
                go_into(path, name);
                collect(member, path, of_array, texts);
                path.truncate(length);
            }
        }
    }
    path.truncate(length);
}

/// Names of members that say which game is played.
const GAMES: [&str; 4] = ["game", "game type", "game name", "game code"];
/// The game of a draft, where nothing speaks against it.
pub(super) const GAME: &str = "baccarat";
/// Whether a path is that of a table's name.
pub(super) fn is_of_table(path: &str) -> bool {
    let (parent, name) = path.rsplit_once(['.', STROKE]).unwrap_or(("", path));
    vocabulary::is_of_table(parent.trim_end_matches("[]").rsplit(['.', STROKE]).next().unwrap_or_default(), name)
}

impl Drafter<'_> {
    /// What stands at a path in each round, or above it.
    pub(super) fn of_each_round(&self, path: &str) -> Vec<String> {
        let path = Path::new(path);
        let text = |(node, round): &(Node<'_>, Round<'_>)| {
            let place = if path.is_of_file() { self.above.on_way(round, &path) } else { Some((0, node)) };
            place.map(|(steps, node)| path.values_behind(steps, node).joined(" ")).unwrap_or_default()
        };
        self.read.iter().map(text).collect()
    }

    /// The member that says of which table a round is, in the round or above it.
    pub(super) fn table(&self) -> Option<&Leaf> {
        let is = |leaf: &&Leaf| {
            is_of_table(&leaf.path)
                && !leaf.values.is_empty()
                && !leaf.values.iter().any(|value| value.len() > MAX_NAME)
        };
        self.leaves
            .iter()
            .filter(|leaf| !leaf.path.contains("[]"))
            .find(is)
            .or_else(|| self.leaves_above.iter().rfind(is))
    }

    /// The same for the rounds of one table, where several have rounds here, and what is to be said of it.
    pub(super) fn of_one_table(&mut self) -> Option<(Self, String)> {
        let table = self.table().filter(|leaf| (2..leaf.values.len()).contains(&leaf.distinct().len()))?;
        let path = table.path.clone();
        let of_rounds = self.of_each_round(&path);
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        of_rounds.iter().filter(|table| !table.is_empty()).for_each(|table| *counts.entry(table).or_default() += 1);
        let first = of_rounds.iter().find(|table| !table.is_empty())?;
        let shown: Vec<String> = counts
            .iter()
            .take(SHOWN_WORDS)
            .map(|(table, count)| format!("{} ({count} rounds)", quoted(&short(table))))
            .collect();
        let guess = format!(
            "rounds of {} tables stand in the file, by {path}: {}; a log is of one table, so this mapping reads those of {} by json.only, and an import lists the others: write a mapping for each",
            counts.len(),
            shown.join(", "),
            quoted(first)
        );
        let own = std::mem::take(&mut self.read).into_iter().zip(&of_rounds).filter(|(_, table)| *table == first);
        Some((Self::of(own.map(|(round, _)| round).collect(), self.above), guess))
    }

    /// The member above the rounds that names their shoe, the nearest one, whose path is taken.
    pub(super) fn shoe_above(&mut self) -> Option<String> {
        let is = |leaf: &Leaf| {
            let (parent, name) = leaf.path.rsplit_once('.').unwrap_or(("", &leaf.path));
            let parent = words(parent.trim_end_matches("[]"));
            let under = ["shoe", "shoes"].iter().any(|own| parent.ends_with(own));
            !leaf.values.is_empty()
                && (SHOES.contains(&leaf.name().as_str())
                    || (under && ["id", "name", "no", "number", "uid"].contains(&words(name).as_str())))
        };
        let leaf = self.leaves_above.iter_mut().rfind(|leaf| is(leaf))?;
        leaf.used = true;
        Some(leaf.path.clone())
    }

    /// Whether rounds of two shoes have one number here, and what stands before it: they are numbered anew in each shoe.
    pub(super) fn numbered_anew(&self, shoe: &str, number: usize) -> Option<String> {
        let leaf = self.leaves.get(number)?;
        let first = leaf.values.first()?;
        let prefix = first.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let is_number = |value: &str| {
            value.strip_prefix(prefix).and_then(|number| number.parse::<u32>().ok()).is_some_and(|number| number > 0)
        };
        let (shoes, numbers) = (self.of_each_round(shoe), self.of_each_round(&leaf.path));
        let pairs: BTreeSet<(&String, &String)> = shoes.iter().zip(&numbers).collect();
        let is_anew = leaf.all(is_number) && pairs.len() > leaf.distinct().len();
        is_anew.then(|| prefix.to_owned())
    }

    /// The game as `open` names it: `REVIEW` where the one word for it is of no baccarat.
    pub(super) fn game(&self) -> String {
        let is_word =
            |value: &str| value.chars().filter(|letter| letter.is_alphabetic()).count() * 2 > value.chars().count();
        let own = self.leaves.iter().filter(|leaf| !leaf.path.contains("[]"));
        let of_games = own.chain(&self.leaves_above).filter(|leaf| GAMES.contains(&leaf.name().as_str()));
        let alone = of_games.filter(|leaf| leaf.distinct().len() == 1);
        let mut other = alone.filter_map(|leaf| Some((leaf, leaf.values.first().filter(|value| is_word(value))?)));
        let is_other = |value: &str| !["bac", "punto"].iter().any(|word| value.to_lowercase().contains(word));
        match other.rfind(|(_, value)| is_other(value)) {
            Some((leaf, value)) => format!("REVIEW # {} says {}", leaf.path, quoted(&short(value))),
            None => GAME.to_owned(),
        }
    }
}
