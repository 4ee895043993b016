//! A mapping written from JSON: which arrays are the rounds and their wagers, and which path means what.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use resettle_game::minor_digits;

use super::amounts::{WHOLE, WrittenAmounts, is_negative};
use super::json_above::{GAME, is_of_table};
use super::json_members::{MemberBets, member_bets};
use super::json_results::{is_name as is_name_of_who_won, rounds_by_results};
use super::paid::{Evidence, Kind, LOST_AT_TIES, Staked, TO_REVIEW};
use super::spelling::{Spelling, cards, is_card, separator_of_hands};
use super::table::{Column, Name};
use super::times::TimeGuess;
use super::wagers::{at_tie_of, is_of_a_hand};
use super::{
    Draft, NO_RESULTS, NO_WAGERS, OF_AMOUNTS, ONE_BESIDE_ACES, hand_of, numbers, quoted, result, status, unseen_results,
};
use crate::error::ImportError;
use crate::json_import::above::Above;
use crate::json_import::locate::{Document, Round, rounds};
use crate::json_import::node::{Node, parse};
use crate::json_import::path::{OF_THE_FILE as STROKE, Path, go_into};
use crate::mapping::REVIEW;
use crate::parted_amount::is_amount;
use crate::problem::short;
use crate::sniff;
use crate::status::{flag_of, is_name_of_a_status, is_word_of_a_status, says_accepted, status_of};
use crate::vocabulary::{NETS, RETURNS, STAKES, WINS, bet_of, hand_in, is_name_of_a_result, words};

/// So many rounds are looked at, and so many values of a path are kept.
pub(super) const LOOKED_AT: usize = 5_000;

/// So many pages are looked at for where their rounds stand.
const PAGES: usize = 100;

/// So many values of a path are shown.
const SHOWN: usize = 3;

/// So many words that are not known are shown.
pub(super) const SHOWN_WORDS: usize = 12;

/// Names of members, as words in small letters.
const IDS: [&str; 13] = [
    "id",
    "game id",
    "round id",
    "uid",
    "uuid",
    "game uid",
    "round uid",
    "game round id",
    "round hash",
    "game hash",
    "round ref",
    "game ref",
    "round key",
];
/// Those of them that are of no wager.
const ROUNDS: [&str; 10] = [
    "round id",
    "game id",
    "round uid",
    "game uid",
    "game round id",
    "round hash",
    "game hash",
    "round ref",
    "game ref",
    "round key",
];
/// Objects of what is said of a round beside a wager of it, and members that name one.
const ROUND_OBJECTS: [&str; 4] = ["round", "game", "hand", "coup"];
pub(super) const SHOES: [&str; 6] = ["shoe", "shoe id", "shoe no", "shoe number", "shoe uid", "shoe name"];
const COUPS: [&str; 12] = [
    "round",
    "coup",
    "hand",
    "round no",
    "round number",
    "coup no",
    "coup number",
    "hand no",
    "hand number",
    "game no",
    "game number",
    "round in shoe",
];
const BETS: [&str; 10] =
    ["side", "code", "bet code", "bet type", "type", "on", "bet on", "spot", "position", "selection"];
/// Those of them that say what the wager of an object is on, where the object holds its round as well.
const FLAT_BETS: [&str; 9] = ["side", "bet", "bet code", "bet type", "bet on", "on", "spot", "position", "selection"];
const WAGER_IDS: [&str; 7] = ["transaction id", "bet id", "id", "ticket", "ticket id", "tx id", "uid"];
const ACCOUNTS: [&str; 7] = ["player id", "account", "account id", "user id", "player uid", "username", "user"];
/// Names of what holds all cards of a round.
const DEALT: [&str; 5] = ["cards", "all cards", "dealt", "cards dealt", "deal"];
/// Fewer cards than a round has.
const FEWEST_CARDS: usize = 3;
const SCORES: [&str; 5] = ["score", "total", "points", "value", "hand value"];

/// The hand and the path of each card, and the cards.
type CardsOfMembers = (Vec<(char, String)>, Vec<String>);

/// A path that leads to texts.
pub(super) struct Leaf {
    pub(super) path: String,
    /// Its values that are not empty, in the order of the rounds.
    pub(super) values: Vec<String>,
    pub(super) used: bool,
}

impl Leaf {
    /// The words of its last name.
    pub(super) fn name(&self) -> String {
        words(self.path.trim_end_matches("[]").rsplit(['.', STROKE]).next().unwrap_or_default())
    }

    pub(super) fn all(&self, is: impl Fn(&str) -> bool) -> bool {
        !self.values.is_empty() && self.values.iter().all(|value| is(value))
    }

    /// Whether at least half of its values are such.
    fn mostly(&self, is: impl Fn(&str) -> bool) -> bool {
        let good = self.values.iter().filter(|value| is(value)).count();
        good > 0 && good * 2 >= self.values.len()
    }

    /// Whether its name or its values are those of a wager or of an amount, by which no round is called.
    fn is_of_a_wager(&self) -> bool {
        let name = self.name();
        let is_own = [&STAKES[..], &RETURNS, &NETS, &WINS, &BETS, &FLAT_BETS, &WAGER_IDS]
            .iter()
            .any(|names| names.iter().any(|own| *own == name && !IDS.contains(own)));
        let of_bets = name.split(' ').any(|word| ["bet", "wager", "ticket"].contains(&word));
        is_own || of_bets || self.values.iter().any(|value| is_of_decimals(value))
    }

    pub(super) fn distinct(&self) -> BTreeSet<&String> {
        self.values.iter().collect()
    }
}

/// Writes a mapping for the rounds of a JSON file of baccarat; `log` names the log.
///
/// # Errors
/// [`ImportError::NoJson`] for another kind of file, and [`ImportError::NoRoundsFound`] where no objects are found that could
/// be rounds.
pub fn draft_json_mapping(json: &[u8], log: &str) -> Result<Draft, ImportError> {
    let text = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
    if let Some((what, help)) = sniff::other_than_json(text) {
        return Err(ImportError::NoJson { what, help });
    }
    let (path, others) = rounds_path(text);
    // Where no object has the cards of a round, those that say who won may be rounds.
    let by_results = || parse(text).ok().and_then(|whole| rounds_by_results(&whole)).filter(|path| !path.is_empty());
    let path = if rounds_at(text).is_none() { by_results() } else { path };
    let located = rounds(Document { text, path: path.as_deref() }).map_err(|_| ImportError::NoRoundsFound)?;
    let above = Above::of(text, &located, path.as_deref());
    let parsed = located.rounds.iter().take(LOOKED_AT).filter_map(|round| Some((parse(round.text).ok()?, *round)));
    let read: Vec<(Node<'_>, Round<'_>)> = parsed.filter(|(node, _)| matches!(node, Node::Object(_))).collect();
    let mut drafter = Drafter::of(read, &above);
    if let Some((of_one, guess)) = drafter.of_one_table() {
        drafter = of_one;
        drafter.guesses.push(guess);
    }
    if !others.is_empty() {
        drafter.guesses.push(format!(
            "rounds stand elsewhere, too, and are not read, since a mapping has one path to them; import them by a mapping of their own: {}",
            others.join(", ")
        ));
    }
    if drafter.leaves.iter().all(|leaf| leaf.values.is_empty()) {
        return Err(ImportError::NoRoundsFound);
    }
    let mapping = drafter.mapping(path.as_deref(), log);
    let is_blank = !drafter.leaves.iter().any(|leaf| leaf.used) || drafter.reads_nothing;
    if is_blank && drafter.leaves.iter().any(|leaf| leaf.path.contains("[][]")) {
        return Err(ImportError::NoRoundsFound);
    }
    Ok(Draft { mapping, guesses: drafter.guesses, is_blank })
}

/// The way to the rounds where they are not the whole file: through arrays of it, of each page where there are several, to the
/// outermost objects below which the cards of one round stand. Beside it, the other ways to rounds, with how many stand there.
fn rounds_path(text: &[u8]) -> (Option<String>, Vec<String>) {
    let (mut found, mut alone) = (BTreeMap::new(), 0);
    match parse(text) {
        Ok(whole) if Seen::in_value(&whole).is_round => {}
        Ok(whole) => lists(&whole, &mut String::new(), &mut found),
        // Several documents, each a round or a page of them.
        Err(_) => {
            let pages = rounds(Document { text, path: None }).unwrap_or_default();
            for page in pages.rounds.iter().take(PAGES) {
                match parse(page.text) {
                    Ok(page) if Seen::in_value(&page).is_round => alone += 1,
                    Ok(page @ Node::Object(_)) => lists(&page, &mut String::new(), &mut found),
                    _ => {}
                }
            }
        }
    }
    let most = found.values().copied().max().filter(|most| *most > alone);
    // Of several as good ones the outermost.
    let best =
        found.iter().filter(|(_, count)| Some(**count) == most).map(|(path, _)| path).min_by_key(|path| path.len());
    let best = best.cloned();
    let others = found.iter().filter(|(path, _)| Some(*path) != best.as_ref());
    let others = others.map(|(path, count)| format!("{} ({count})", quoted(path))).collect();
    (best.filter(|path| path != OF_THE_FILE), others)
}

/// The path by which a mapping leads to the rounds of a file, empty where it needs none; `None` where none are found.
pub(crate) fn rounds_at(text: &[u8]) -> Option<String> {
    let (path, _) = rounds_path(text);
    let Some(path) = path else {
        let found = rounds(Document { text, path: None }).unwrap_or_default();
        let is_round = found
            .rounds
            .first()
            .and_then(|round| parse(round.text).ok())
            .is_some_and(|round| Seen::in_value(&round).is_round);
        return is_round.then(String::new);
    };
    Some(path)
}

/// The way to the items of an array that is the whole file, which need none.
const OF_THE_FILE: &str = "";

/// What of rounds a value holds.
struct Seen {
    cards: usize,
    /// Whether it is an object of the cards of one round.
    is_round: bool,
    /// Whether an array in it has rounds.
    has_rounds: bool,
}

impl Seen {
    fn in_value(node: &Node<'_>) -> Self {
        let (mut cards, mut has_rounds) = (0, false);
        match node {
            Node::List(items) => {
                for item in items.iter().map(Self::in_value) {
                    cards += item.cards;
                    has_rounds |= item.has_rounds || item.is_round;
                }
            }
            Node::Object(members) => {
                let mut rounds = 0;
                for member in members.iter().map(|(_, member)| Self::in_value(member)) {
                    cards += member.cards;
                    has_rounds |= member.has_rounds;
                    rounds += usize::from(member.is_round);
                }
                cards += usize::from(is_card_of_parts(members));
                has_rounds |= are_by_id(members, rounds);
            }
            Node::Text(text) => cards = cards_in_text(text),
            Node::Null => {}
        }
        let is_round = matches!(node, Node::Object(_)) && (4..=24).contains(&cards) && !has_rounds;
        Self { cards, is_round, has_rounds }
    }
}

/// How many cards a text is: one, or those of a hand, `9h,4c`.
fn cards_in_text(text: &str) -> usize {
    if is_card(text) {
        return 1;
    }
    let text = [text.to_owned()];
    let several = separator_of_hands(&text).map_or(0, |separator| {
        text.iter().map(|text| cards(text, separator).iter().filter(|card| is_card(card)).count()).sum()
    });
    if several > 1 { several } else { 0 }
}

/// Whether an object of so many rounds has them by their ids, and is no round that was recorded in stages.
fn are_by_id(members: &[(Cow<'_, str>, Node<'_>)], rounds: usize) -> bool {
    let numbered = members.iter().all(|(name, _)| name.contains(|letter: char| letter.is_ascii_digit()));
    rounds * 2 >= members.len() && rounds >= if numbered { 2 } else { 3 }
}

/// Whether an object has the pages of a list by their numbers or days.
fn are_pages(members: &[(Cow<'_, str>, Node<'_>)]) -> bool {
    let is_number = |name: &str| {
        let name = name.to_lowercase();
        let bare = name.strip_prefix("page").unwrap_or(&name);
        bare.contains(|letter: char| letter.is_ascii_digit())
            && bare.chars().all(|letter| letter.is_ascii_digit() || "-_ ".contains(letter))
    };
    !members.is_empty() && members.iter().all(|(name, _)| is_number(name))
}

/// Whether suit and rank of a card stand apart here.
fn is_card_of_parts(members: &[(Cow<'_, str>, Node<'_>)]) -> bool {
    let has = |names: &[&str]| members.iter().any(|(name, _)| names.contains(&words(name).as_str()));
    has(&["suit"]) && has(&["rank", "value", "face"])
}

/// Counts the rounds in each array and object of rounds, by the path that a mapping has for them.
fn lists(node: &Node<'_>, path: &mut String, found: &mut BTreeMap<String, usize>) {
    let length = path.len();
    let rounds = |item: &Node<'_>| usize::from(Seen::in_value(item).is_round);
    match node {
        Node::List(items) => {
            let rounds = items.iter().map(rounds).sum::<usize>();
            if rounds > 0 && rounds * 2 >= items.len() {
                // The last `[]` of a path may be left out.
                let last = if path.ends_with("[]") { "[]" } else { "" };
                *found.entry(format!("{path}{last}")).or_default() += rounds;
                return;
            }
            path.push_str("[]");
            items.iter().take(PAGES).for_each(|item| lists(item, path, found));
        }
        Node::Object(members) => {
            let rounds = members.iter().map(|(_, member)| rounds(member)).sum();
            if are_by_id(members, rounds) {
                let path = if path.is_empty() || path.ends_with("[]") { format!("{path}[]") } else { path.clone() };
                *found.entry(path).or_default() += rounds;
                return;
            }
            if are_pages(members) {
                path.push_str("[]");
                members.iter().take(PAGES).for_each(|(_, member)| lists(member, path, found));
                path.truncate(length);
                return;
            }
            for (name, member) in members.iter().filter(|(name, _)| is_plain(name)) {
                go_into(path, name);
                lists(member, path, found);
                path.truncate(length);
            }
        }
        Node::Text(_) | Node::Null => {}
    }
    path.truncate(length);
}

/// Whether a mapping's path can name it.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(['.', '[', ']', '{', '}', '|', ','])
        && !name.starts_with(STROKE)
        && !name.ends_with(STROKE)
}

pub(super) struct Drafter<'d> {
    /// The rounds that are looked at.
    pub(super) read: Vec<(Node<'d>, Round<'d>)>,
    /// What stands above them.
    pub(super) above: &'d Above<'d>,
    pub(super) leaves: Vec<Leaf>,
    places: BTreeMap<String, usize>,
    /// Members above the rounds, the outermost first; of those that are in no array each has a value for each round.
    pub(super) leaves_above: Vec<Leaf>,
    /// Arrays of objects below the rounds.
    arrays: Vec<String>,
    /// How many rounds were looked at.
    rounds: usize,
    /// The path of the results.
    result: Option<String>,
    /// Whether nothing was found that is read of a round.
    reads_nothing: bool,
    guesses: Vec<String>,
}

/// What a wager is on: always the same, or what stands at a path.
enum BetAt<'b> {
    Always(&'b str),
    Path(String),
}

impl<'d> Drafter<'d> {
    pub(super) fn of(read: Vec<(Node<'d>, Round<'d>)>, above: &'d Above<'d>) -> Self {
        let rounds = read.len();
        let mut drafter = Self {
            read: Vec::new(),
            above,
            leaves: Vec::new(),
            places: BTreeMap::new(),
            leaves_above: super::json_above::leaves(above, read.iter().map(|(_, round)| round)),
            arrays: Vec::new(),
            rounds,
            result: None,
            reads_nothing: false,
            guesses: Vec::new(),
        };
        read.iter().for_each(|(node, _)| drafter.walk(node, &mut String::new()));
        drafter.read = read;
        drafter
    }

    /// Notes what stands below a round.
    fn walk(&mut self, node: &Node<'_>, path: &mut String) {
        let length = path.len();
        match node {
            Node::Text(text) => self.note(path, text),
            // A card that no round of the file has may have its member all the same.
            Node::Null => self.note(path, ""),
            Node::List(items) => {
                path.push_str("[]");
                if items.iter().any(|item| matches!(item, Node::Object(_))) && !self.arrays.contains(path) {
                    self.arrays.push(path.clone());
                }
                for item in items {
                    self.walk(item, path);
                }
                path.truncate(length);
            }
            Node::Object(members) if members.iter().all(|(name, _)| name.parse::<u64>().is_ok()) => {
                // What goes on behind such names goes through each of them.
                let goes_on = members.iter().any(|(_, member)| matches!(member, Node::Object(_)));
                path.push_str(if goes_on { "[]" } else { "" });
                for (_, member) in members {
                    self.walk(member, path);
                }
                path.truncate(length);
            }
            Node::Object(members) => {
                for (name, member) in members.iter().filter(|(name, _)| is_plain(name)) {
                    go_into(path, name);
                    self.walk(member, path);
                    path.truncate(length);
                }
            }
        }
    }

    fn note(&mut self, path: &str, text: &str) {
        let at = match self.places.get(path) {
            Some(at) => *at,
            None => {
                self.leaves.push(Leaf { path: path.to_owned(), values: Vec::new(), used: false });
                self.places.insert(path.to_owned(), self.leaves.len() - 1);
                self.leaves.len() - 1
            }
        };
        if let Some(leaf) = self.leaves.get_mut(at)
            && !text.is_empty()
            && leaf.values.len() < LOOKED_AT * 4
        {
            leaf.values.push(text.to_owned());
        }
    }

    /// Takes the first path that nobody took, by the first of these names that one has.
    fn take(&mut self, names: &[&str], is: impl Fn(&Leaf) -> bool) -> Option<usize> {
        let free = |name: &str| {
            self.leaves.iter().position(|leaf| !leaf.used && !leaf.values.is_empty() && leaf.name() == name && is(leaf))
        };
        let at = names.iter().find_map(|name| free(name))?;
        if let Some(leaf) = self.leaves.get_mut(at) {
            leaf.used = true;
        }
        Some(at)
    }

    /// Takes the first path that nobody took and that is such a one.
    fn take_such(&mut self, is: impl Fn(&Leaf) -> bool) -> Option<usize> {
        let at = self.leaves.iter().position(|leaf| !leaf.used && !leaf.values.is_empty() && is(leaf))?;
        if let Some(leaf) = self.leaves.get_mut(at) {
            leaf.used = true;
        }
        Some(at)
    }

    fn path(&self, at: usize) -> String {
        self.leaves.get(at).map(|leaf| quoted(&leaf.path)).unwrap_or_default()
    }

    /// The values of a path, each once.
    fn values(&self, at: usize) -> Vec<String> {
        self.leaves.get(at).map(|leaf| leaf.distinct().into_iter().cloned().collect()).unwrap_or_default()
    }

    fn mapping(&mut self, rounds: Option<&str>, log: &str) -> String {
        let wagers = self.wagers_path();
        let flat = wagers.is_none() && self.is_a_wager();
        let members = if wagers.is_none() && !flat { self.member_bets() } else { None };
        let within = |leaf: &Leaf, wagers: &Option<String>| {
            wagers.as_ref().is_some_and(|wagers| leaf.path.starts_with(&format!("{wagers}.")))
        };
        let of_round = |leaf: &Leaf| !leaf.path.contains("[]");
        let is_own = |leaf: &Leaf| of_round(leaf) && !leaf.path.contains('.');
        let is_once = |leaf: &Leaf| leaf.distinct().len() == leaf.values.len();
        let of_round_object = |leaf: &Leaf| {
            let parent =
                leaf.path.rsplit_once('.').map(|(parent, _)| words(parent.rsplit('.').next().unwrap_or_default()));
            of_round(leaf) && parent.is_some_and(|parent| ROUND_OBJECTS.contains(&parent.as_str()))
        };
        let id = if flat {
            // Each object is a wager: the name of its round stands in several of them, or is named as such.
            let several = |leaf: &Leaf| is_own(leaf) && !is_once(leaf);
            self.take(&IDS, several).or_else(|| self.take(&ROUNDS, is_own))
        } else {
            self.take(&IDS, |leaf| is_own(leaf) && is_once(leaf)).or_else(|| self.take(&IDS, is_own))
        };
        let id = id.or_else(|| self.take(&IDS, of_round_object));
        let shoe = self.take_such(|leaf| {
            let under = leaf.path.rsplit_once('.').is_some_and(|(parent, _)| words(parent).ends_with("shoe"));
            of_round(leaf)
                && (SHOES.contains(&leaf.name().as_str())
                    || (under && ["id", "name", "no"].contains(&leaf.name().as_str())))
        });
        let shoe = shoe.and_then(|at| self.leaves.get(at)).map(|leaf| leaf.path.clone()).or_else(|| self.shoe_above());
        let is_number = |text: &str| text.parse::<u32>().is_ok_and(|number| number > 0);
        let coup = shoe.as_ref().and_then(|_| self.take(&COUPS, |leaf| of_round(leaf) && leaf.all(is_number)));
        let anew =
            shoe.as_deref().zip(id.filter(|_| coup.is_none())).and_then(|(shoe, id)| self.numbered_anew(shoe, id));
        let (id, coup, prefix) = match anew {
            Some(prefix) => (None, id, prefix),
            None => (id, coup, String::new()),
        };
        let names = |leaf: &Leaf| is_own(leaf) && (flat || leaf.distinct().len() > 1);
        let id = id.or_else(|| if coup.is_none() { self.take(&ROUND_OBJECTS, names) } else { None });
        // A wager that nothing else names may be all that is known of its round.
        let id = id.or_else(|| if flat && coup.is_none() { self.take(&IDS, is_own) } else { None });
        let (cards, hands) = self.cards(of_round);
        let (times, newest_first) = self.times(of_round);
        let declared = self.declared(of_round);
        let status = self.status(of_round);
        let number = self.rounds;
        let id = id.or_else(|| {
            let names_all =
                |leaf: &Leaf| leaf.values.len() == number && leaf.distinct().len() == number && !leaf.is_of_a_wager();
            let is_understood = (hands || !declared.is_empty()) && !flat && coup.is_none();
            // A number that is called after rounds may stand twice, where one was delivered twice.
            let is_nearly_once =
                |leaf: &Leaf| of_round(leaf) && leaf.values.len() == number && leaf.distinct().len() * 10 >= number * 9;
            let numbered = if is_understood { self.take(&COUPS, is_nearly_once) } else { None };
            if numbered.is_some() {
                numbered
            } else if is_understood {
                self.take_such(|leaf| of_round(leaf) && names_all(leaf))
            } else {
                None
            }
        });
        let wagers_text = match &wagers {
            Some(path) => {
                self.wagers(&format!("the wagers seem to be {path}"), Some(path), |leaf| within(leaf, &wagers))
            }
            None if flat => self.wagers("each object seems to be a wager", None, is_own),
            None => String::new(),
        };
        let is_named = id.is_some() || coup.is_some();
        let any = !wagers_text.is_empty() && is_named;
        let (wagers, flat) = (wagers.filter(|_| any), flat && any);
        let wagers_text = if any { wagers_text } else { String::new() };
        let members = members.filter(|members| is_named || members.each.is_none());
        let (wagers, wagers_text) = match &members {
            Some(members) => (members.each.clone(), self.of_members(members)),
            None => (wagers, wagers_text),
        };
        if flat {
            self.guesses.push(
                "each object is taken as a wager, and those of one round together: its time, cards and result are those of the round".to_owned(),
            );
        }
        if id.is_none() && shoe.is_none() {
            self.guesses.push(
                "nothing was found that names a round: without row.id, or row.shoe and row.coup, no wagers are read, and rounds that stand in the file twice count twice".to_owned(),
            );
        }
        let mut text = String::from(
            "# A draft from the JSON itself. Look through every line; REVIEW stands where the JSON says nothing.\nformat: json-mapping/1\n",
        );
        let only = self.only();
        let mut json = String::new();
        if let Some(rounds) = rounds {
            let _ = writeln!(json, "  rounds: {}", quoted(rounds));
        }
        if let Some(wagers) = &wagers {
            let _ = writeln!(json, "  wagers: {}", quoted(wagers));
        }
        if newest_first {
            json.push_str("  order: newest-first\n");
        }
        json.push_str(&only);
        if !json.is_empty() {
            let _ = write!(text, "json:\n{json}");
        }
        let currency = self.currency().unwrap_or_else(|| REVIEW.to_owned());
        let table = self.table().filter(|leaf| leaf.distinct().len() == 1).and_then(|leaf| leaf.values.first());
        let table = table.map_or_else(|| REVIEW.to_owned(), |table| quoted(table));
        let game = self.game();
        let _ = write!(
            text,
            "open:\n  log: {}\n  source: {{kind: table, id: {table}}}\n  jurisdiction: REVIEW\n  venue: REVIEW\n  game: {game}\n  table: {table}\n  currency: {currency}\n",
            quoted(log)
        );
        if any || (members.is_some() && wagers.is_some()) {
            text.push_str("rows: wager\n");
        }
        text.push_str("row:\n");
        let above_row = text.len();
        if let Some(id) = id {
            let _ = writeln!(text, "  id: {}", self.path(id));
        }
        if let Some(shoe) = &shoe {
            let _ = writeln!(text, "  shoe: {}", quoted(shoe));
        }
        match coup.map(|at| self.path(at)) {
            Some(coup) if prefix.is_empty() => _ = writeln!(text, "  coup: {coup}"),
            Some(coup) => _ = writeln!(text, "  coup: {{column: {coup}, prefix: {}}}", quoted(&prefix)),
            None => {}
        }
        text.push_str(&times);
        text.push_str(&status);
        if hands {
            text.push_str(&cards);
        }
        text.push_str(&declared);
        text.push_str(&wagers_text);
        self.reads_nothing = text.len() == above_row;
        if declared.is_empty() {
            self.guesses.push(NO_RESULTS.to_owned());
        }
        if !any && members.is_none() {
            self.guesses.push(NO_WAGERS.to_owned());
        }
        for (missing, shown) in [
            (id.is_none(), "id: PATH"),
            (times.is_empty(), "time: {column: PATH, format: iso-8601}"),
            (!hands, "cards: {hands: {deal: PBPBPB, P: \"player.cards[]\", B: \"banker.cards[]\"}}"),
            (declared.is_empty(), "declared: {result: {column: PATH, values: {P: player, B: banker, T: tie}}}"),
            (!any && members.is_none(), OF_AMOUNTS),
            (
                !any && members.is_none(),
                "wagers, with `json: {wagers: \"bets[]\"}` and `rows: wager` above: [{bet: {column: \"bets[].on\", values: {P: player}}, stake: \"bets[].stake\", returned: \"bets[].paid\", decimals: 2}]",
            ),
        ] {
            if missing {
                let _ = writeln!(text, "  # {shown}");
            }
        }
        self.unread(&mut text);
        if game == GAME {
            self.guesses.push("the game is taken as `baccarat`; what stands as REVIEW is in no JSON".to_owned());
        }
        text
    }

    /// The array of wagers: the first one in which something is staked and something goes back.
    fn wagers_path(&self) -> Option<String> {
        let has = |array: &str, names: &[&str]| {
            let below = |leaf: &Leaf| leaf.path.strip_prefix(array).is_some_and(|rest| rest.matches('.').count() == 1);
            self.leaves
                .iter()
                .any(|leaf| below(leaf) && !leaf.path.ends_with("[]") && names.contains(&leaf.name().as_str()))
        };
        let has_back = |array: &str| has(array, &RETURNS) || has(array, &NETS) || has(array, &WINS);
        self.arrays.iter().find(|array| has(array, &STAKES) && has_back(array)).cloned()
    }

    /// Wagers that are members of an object by their bets, whose paths are taken.
    fn member_bets(&mut self) -> Option<MemberBets> {
        let leaves = self.leaves.iter().enumerate().filter(|(_, leaf)| !leaf.used);
        let found = member_bets(leaves.map(|(at, leaf)| (at, leaf.path.as_str(), leaf.values.as_slice())))?;
        if found.entries.is_empty() {
            let paths: Vec<String> = found.leaves.iter().take(SHOWN).map(|at| self.path(*at)).collect();
            self.guesses.push(format!(
                "{} look like stakes, and no member says what went back with each: no wagers are read; a sum of what went back is read by `together`, see docs/spec/mapping.md",
                paths.join(", ")
            ));
            return None;
        }
        for at in &found.leaves {
            self.leaves.iter_mut().skip(*at).take(1).for_each(|leaf| leaf.used = true);
        }
        Some(found)
    }

    /// Such wagers as a mapping has them.
    fn of_members(&mut self, members: &MemberBets) -> String {
        let amounts: Vec<String> = members.leaves.iter().flat_map(|at| self.values(*at)).collect();
        self.odd_amounts(&amounts);
        let written = WrittenAmounts::of(amounts.iter().map(String::as_str));
        let decimals = self.of_amounts(&written);
        let mut entries: Vec<String> =
            Some(written.entries.clone()).filter(|entries| !entries.is_empty()).into_iter().collect();
        if members.lacks_back {
            entries.push("zero: [\"\"]".to_owned());
            self.guesses.push(
                "where no member says what went back with a stake, nothing is taken to have gone back".to_owned(),
            );
        }
        let mut text = match entries.as_slice() {
            [] => String::new(),
            entries => format!("  amounts: {{{}}}\n", entries.join(", ")),
        };
        text.push_str("  wagers:\n");
        let mut evidence = Evidence::of(&written);
        for entry in &members.entries {
            let bet = BetAt::Always(&entry.bet);
            self.look_at_wagers(members.each.as_deref(), &bet, (&entry.stake, &entry.back), &mut evidence);
        }
        let is_net = members.is_net && (amounts.iter().any(|amount| is_negative(amount)) || !evidence.is_no_net());
        let (key, remark) = key_of(is_net, &evidence);
        for entry in &members.entries {
            let is_of_a_hand = is_of_a_hand(&entry.bet) || members.own.contains(&entry.bet);
            let back = match key {
                "won" if !is_of_a_hand => format!("{{column: {}, at_tie: lost}}", quoted(&entry.back)),
                _ => quoted(&entry.back),
            };
            let _ = writeln!(
                text,
                "    - {{bet: {}, stake: {}, {key}: {back}, decimals: {decimals}}}{remark}",
                entry.bet,
                quoted(&entry.stake)
            );
        }
        for bet in &members.own {
            self.guesses.push(format!("the bet {bet:?} is written into the log as it is: see what it is called there"));
        }
        if let Some(each) = members.each.as_ref().filter(|_| members.by_name) {
            self.guesses.push(format!(
                "the members of {} are taken as players, whose names are in no record",
                quoted(each.trim_end_matches("[]"))
            ));
        }
        let back = members.entries.first().map(|entry| quoted(&entry.back)).unwrap_or_default();
        self.of_back(&back, is_net, &evidence);
        text
    }

    /// Whether each object is itself a wager: its bet, its stake and what went back stand beside what is of its round.
    fn is_a_wager(&self) -> bool {
        let has = |names: &[&str], is: &dyn Fn(&str) -> bool| {
            let own = |leaf: &&Leaf| !leaf.path.contains(['.', '[']) && names.contains(&leaf.name().as_str());
            self.leaves.iter().filter(own).any(|leaf| leaf.mostly(is))
        };
        let is_bet = |value: &str| bet_in(value).is_some();
        let has_back = || [&RETURNS[..], &NETS, &WINS].iter().any(|names| has(names, &is_amount));
        has(&STAKES, &is_amount) && has_back() && has(&FLAT_BETS, &is_bet)
    }

    /// The cards of both hands, and whether there are any.
    fn cards(&mut self, of_round: impl Fn(&Leaf) -> bool) -> (String, bool) {
        let mut columns = Vec::new();
        let mut all: Vec<String> = Vec::new();
        let mut between = None;
        let single = self.cards_of_members();
        if let Some((_, cards)) = &single {
            all.extend(cards.iter().cloned());
        }
        let hands = if single.is_some() { &[][..] } else { &['P', 'B'][..] };
        for &letter in hands {
            let is_hand = |leaf: &Leaf| hand_in(&words(&leaf.path)) == Some(letter);
            let bare = |leaf: &Leaf| leaf.path.trim_end_matches("[]").matches("[]").count() == 0;
            let are_cards = |leaf: &Leaf| leaf.all(|value| is_card(value) || is_unread(value)) && leaf.mostly(is_card);
            if let Some(at) = self.take_such(|leaf| is_hand(leaf) && bare(leaf) && are_cards(leaf)) {
                all.extend(self.values(at));
                columns.push((letter, self.path(at)));
            } else if let Some(at) =
                self.take_such(|leaf| is_hand(leaf) && of_round(leaf) && separator_of_hands(&leaf.values).is_some())
            {
                let values = self.values(at);
                let separator = separator_of_hands(&values).unwrap_or_default();
                all.extend(values.iter().flat_map(|cell| cards(cell, separator)).map(str::to_owned));
                between = Some(separator);
                columns.push((letter, self.path(at)));
            } else if let Some((path, cards)) = self.cards_of_parts(letter) {
                all.extend(cards);
                columns.push((letter, quoted(&path)));
            }
        }
        if columns.is_empty()
            && single.is_none()
            && let Some(text) = self.numbered_cards()
        {
            return (text, true);
        }
        let whole = if columns.is_empty() && single.is_none() { self.cards_in_one() } else { None };
        if let Some((path, separator, cards)) = &whole {
            all.extend(cards.iter().cloned());
            between = *separator;
            self.guesses.push(format!(
                "{path} holds all cards of a round: they are taken in the order dealt, and to which hand each went is not recorded"
            ));
        }
        if columns.is_empty() && single.is_none() && whole.is_none() {
            self.guesses.push(match self.events() {
                Some(path) => format!(
                    "{path} holds cards that stand each in an event of its round: a mapping reads rounds, so make one object of the events of each, with the cards of each hand in an array, as `jq` does with group_by"
                ),
                None => "no path of cards was found: write row.cards if there are any".to_owned(),
            });
            return (String::new(), false);
        }
        let (unread, all): (BTreeSet<String>, Vec<String>) = {
            let (unread, cards): (Vec<String>, Vec<String>) = all.into_iter().partition(|card| is_unread(card));
            (unread.into_iter().collect(), cards)
        };
        let spelling = Spelling::of(all.iter().map(String::as_str));
        if spelling.no_card_is_1 {
            self.guesses.push(ONE_BESIDE_ACES.to_owned());
        }
        let entries = spelling.entries();
        let mut text = String::from("  cards:\n");
        if !entries.is_empty() {
            let _ = writeln!(text, "    notation: {{{entries}}}");
        }
        if !unread.is_empty() {
            let unread: Vec<String> = unread.iter().map(|word| quoted(word)).collect();
            let _ = writeln!(text, "    unreadable: [{}]", unread.join(", "));
            self.guesses.push(format!("cards that could not be read are taken to be written {}", unread.join(", ")));
        }
        let separator = between.map(|between| format!("separator: {}, ", quoted(between))).unwrap_or_default();
        if let Some((columns, _)) = single {
            text.push_str("    columns:\n");
            for (letter, path) in columns {
                let _ = writeln!(text, "      - {{column: {path}, to: {letter}}}");
            }
            self.guesses.push("the cards are taken as dealt in the order PBPBPB".to_owned());
            return (text, true);
        }
        if let Some((path, ..)) = whole {
            let _ = writeln!(text, "    hands: {{{separator}all: {path}}}");
            return (text, true);
        }
        let columns: Vec<String> = columns.iter().map(|(letter, path)| format!("{letter}: {path}")).collect();
        let _ = writeln!(text, "    hands: {{{separator}deal: PBPBPB, {}}}", columns.join(", "));
        self.guesses.push("the cards of each hand are taken to stand in the order dealt".to_owned());
        (text, true)
    }

    /// Hands that are arrays of cards by their numbers.
    fn numbered_cards(&mut self) -> Option<String> {
        let of = |letter: char| {
            let short = if letter == 'P' { "pc" } else { "bc" };
            let is_hand = |leaf: &Leaf| hand_in(&words(&leaf.path)) == Some(letter) || leaf.name() == short;
            let is = |leaf: &Leaf| {
                let is_array = leaf.path.ends_with("[]") && leaf.path.matches("[]").count() == 1;
                is_array && is_hand(leaf) && leaf.all(|value| numbers::number(value).is_some())
            };
            self.leaves.iter().position(|leaf| !leaf.used && is(leaf))
        };
        let (player, banker) = (of('P')?, of('B')?);
        let paths = [player, banker].map(|at| self.leaves.get(at).map(|leaf| leaf.path.clone()).unwrap_or_default());
        let named = |leaf: &&Leaf| is_name_of_who_won(&leaf.name()) && leaf.mostly(|value| result(value).is_some());
        let won = self.leaves.iter().find(named).map(|leaf| leaf.path.clone());
        let results = won.map(|path| self.of_each_round(&path)).unwrap_or_default();
        let [player_cards, banker_cards] = paths.each_ref().map(|path| self.of_each_round(path));
        let numbers_of = |cell: &String| cell.split(' ').filter_map(numbers::number).collect::<Vec<u32>>();
        let rounds: Vec<numbers::Numbered<'_>> = player_cards
            .iter()
            .zip(&banker_cards)
            .enumerate()
            .map(|(at, (player, banker))| numbers::Numbered {
                player: numbers_of(player),
                banker: numbers_of(banker),
                result: results.get(at).and_then(|cell| result(cell)),
            })
            .collect();
        let numbers::NumberGuess { entries, said } = numbers::guess(&rounds)?;
        for at in [player, banker] {
            self.leaves.iter_mut().skip(at).take(1).for_each(|leaf| leaf.used = true);
        }
        self.guesses.push(said);
        self.guesses.push("the cards of each hand are taken to stand in the order dealt".to_owned());
        let [player, banker] = paths.map(|path| quoted(&path));
        Some(format!(
            "  cards:\n    notation: {{{entries}}} # REVIEW the order of the suits\n    hands: {{separator: \" \", deal: PBPBPB, P: {player}, B: {banker}}}\n"
        ))
    }

    /// The path of single cards beside a kind of event.
    fn events(&self) -> Option<String> {
        let at = self.leaves.iter().position(|leaf| {
            let parent = leaf.path.rsplit_once('.').map_or("", |(parent, _)| parent);
            let is_event = |other: &Leaf| {
                let own = other.path.rsplit_once('.').map_or("", |(parent, _)| parent);
                own == parent && ["type", "event", "event type", "kind", "action"].contains(&other.name().as_str())
            };
            !leaf.used && leaf.all(is_card) && self.leaves.iter().any(is_event)
        })?;
        Some(self.path(at))
    }

    /// Members of one card each, in the order dealt: `p1`, `player.c2`, `cards.banker3`; and the cards.
    fn cards_of_members(&mut self) -> Option<CardsOfMembers> {
        let mut found: Vec<(u32, char, usize)> = Vec::new();
        for (at, leaf) in self.leaves.iter().enumerate() {
            let are_cards = leaf.values.iter().all(|value| is_card(value) || is_unread(value));
            let of_name = || leaf.path.rsplit('.').next().and_then(|name| hand_of(&words(name)));
            if let (true, Some((letter, Some(number)))) = (are_cards, hand_of(&words(&leaf.path)).or_else(of_name))
                && !leaf.path.contains("[]")
                && !leaf.used
                && (number == 3 || (!leaf.values.is_empty() && (1..=2).contains(&number)))
            {
                found.push((number, letter, at));
            }
        }
        let are_there = |letter| {
            let has = |of: u32| {
                let of_it = |(number, hand, at): &(u32, char, usize)| {
                    (*number, *hand) == (of, letter) && self.leaves.get(*at).is_some_and(|leaf| leaf.mostly(is_card))
                };
                found.iter().filter(|card| of_it(card)).count() == 1
            };
            has(1) && has(2)
        };
        if !are_there('P') || !are_there('B') {
            return None;
        }
        found.sort_by_key(|(number, letter, _)| (*number, *letter == 'B'));
        let (mut columns, mut cards) = (Vec::new(), Vec::new());
        for (_, letter, at) in found {
            columns.push((letter, self.path(at)));
            cards.extend(self.values(at));
            self.leaves.iter_mut().skip(at).take(1).for_each(|leaf| leaf.used = true);
        }
        Some((columns, cards))
    }

    /// All cards of a round in one text or array: its path, what separates them in a text, and the cards.
    fn cards_in_one(&mut self) -> Option<(String, Option<&'static str>, Vec<String>)> {
        let is_array = |leaf: &Leaf| {
            leaf.path.ends_with("[]")
                && leaf.path.matches("[]").count() == 1
                && leaf.all(|card| is_card(card) || is_unread(card))
        };
        let is_text = |leaf: &Leaf| {
            let separator = separator_of_hands(&leaf.values);
            separator.is_some_and(|separator| leaf.mostly(|cell| cards(cell, separator).len() >= FEWEST_CARDS))
        };
        if let Some(at) = self.take(&DEALT, |leaf| is_array(leaf) && leaf.mostly(is_card)) {
            return Some((self.path(at), None, self.values(at)));
        }
        let at = self.take(&DEALT, |leaf| !leaf.path.contains("[]") && is_text(leaf))?;
        let values = self.values(at);
        let separator = separator_of_hands(&values)?;
        let cards = values.iter().flat_map(|cell| cards(cell, separator)).map(str::to_owned).collect();
        Some((self.path(at), Some(separator), cards))
    }

    /// The cards of a hand that are objects of rank and suit.
    fn cards_of_parts(&mut self, letter: char) -> Option<(String, Vec<String>)> {
        let is_hand = |leaf: &Leaf| hand_in(&words(&leaf.path)) == Some(letter);
        let suit = self.take(&["suit"], |leaf| is_hand(leaf) && leaf.path.ends_with("[].suit"))?;
        let parent = self.leaves.get(suit).and_then(|leaf| leaf.path.strip_suffix(".suit").map(str::to_owned))?;
        let rank = self.take(&["rank", "value", "face"], |leaf| {
            leaf.path.strip_prefix(parent.as_str()).is_some_and(|rest| rest.matches('.').count() == 1)
        })?;
        let (rank, suit) = (self.leaves.get(rank)?, self.leaves.get(suit)?);
        let name = rank.path.rsplit('.').next().unwrap_or_default().to_owned();
        let cards = rank.values.iter().zip(&suit.values).map(|(rank, suit)| format!("{rank}{suit}")).collect();
        Some((format!("{parent}.{{{name},suit}}"), cards))
    }

    /// The times, and whether the first round is the last.
    fn times(&mut self, of_round: impl Fn(&Leaf) -> bool) -> (String, bool) {
        let guess = |leaf: &Leaf| {
            let (name, nothing) = (Name::Header(leaf.path.clone()), BTreeSet::new());
            let (header, cells, lines) = (String::new(), leaf.values.clone(), (1..).take(leaf.values.len()).collect());
            let column = Column { name, header, cells, lines, nothing };
            let digits_alone = leaf.all(|value| value.bytes().all(|byte| byte.is_ascii_digit()) && value.len() < 10);
            (!digits_alone).then(|| TimeGuess::of(&column)).flatten()
        };
        let has = |leaf: &Leaf, parts: &[&str]| parts.iter().any(|part| leaf.name().contains(part));
        let ends = ["settle", "end", "finish", "resolv", "complet"];
        let ended =
            self.take_such(|leaf| of_round(leaf) && has(leaf, &ends) && !has(leaf, &["bet"]) && guess(leaf).is_some());
        let opened = self.take_such(|leaf| of_round(leaf) && has(leaf, &["start", "open"]) && guess(leaf).is_some());
        let closed = self.take_such(|leaf| of_round(leaf) && has(leaf, &["clos", "bet end"]) && guess(leaf).is_some());
        let other = self.take_such(|leaf| of_round(leaf) && has(leaf, &["cancel"]) && guess(leaf).is_some());
        let ended = ended.or_else(|| self.take_such(|leaf| of_round(leaf) && guess(leaf).is_some()));
        let Some(ended) = ended else {
            self.guesses.push("no time was found: the rounds are judged by the rules of the import's day".to_owned());
            return (String::new(), false);
        };
        let Some(format) = self.leaves.get(ended).and_then(guess) else { return (String::new(), false) };
        let same = |at: &usize| self.leaves.get(*at).and_then(guess).is_some_and(|other| other.format == format.format);
        let (opened, closed, other) = (opened.filter(same), closed.filter(same), other.filter(same));
        let mut path = self.leaves.get(ended).map(|leaf| leaf.path.clone()).unwrap_or_default();
        if let Some(other) = other.and_then(|at| self.leaves.get(at)) {
            let _ = write!(path, "|{}", other.path);
        }
        let zone = if format.needs_zone || format.format.starts_with("unix") { ", zone: UTC" } else { "" };
        if !zone.is_empty() {
            self.guesses.push("times that name no zone are taken to be UTC".to_owned());
        }
        let mut text = format!("  time: {{column: {}, format: {}{zone}}}\n", quoted(&path), quoted(&format.format));
        for (key, at) in [("opened", opened), ("closed", closed)] {
            if let Some(at) = at {
                let _ = writeln!(text, "  {key}: {}", self.path(at));
            }
        }
        (text, format.newest_first)
    }

    /// What was announced.
    fn declared(&mut self, of_round: impl Fn(&Leaf) -> bool) -> String {
        let is_known = |value: &str| result(value).is_some();
        let named = |leaf: &Leaf| of_round(leaf) && (leaf.name() == "res" || is_name_of_a_result(&leaf.name()));
        let winner = self.take_such(|leaf| named(leaf) && leaf.all(is_known));
        let winner = winner.or_else(|| self.take_such(|leaf| named(leaf) && leaf.mostly(is_known)));
        let short = |leaf: &Leaf| of_round(leaf) && is_name_of_who_won(&leaf.name()) && leaf.all(is_known);
        let winner = winner.or_else(|| self.take_such(short));
        let mut text = String::new();
        if let Some(at) = winner {
            let values = self.values(at);
            let mut map: Vec<(String, &'static str)> =
                values.iter().filter_map(|value| Some((value.clone(), result(value)?))).collect();
            self.unknown_words("results", "values", &values, is_known);
            map.extend(unseen_results(&values.iter().collect::<Vec<_>>()));
            let map: Vec<String> = map.iter().map(|(value, means)| format!("{}: {means}", quoted(value))).collect();
            let _ = writeln!(text, "    result: {{column: {}, values: {{{}}}}}", self.path(at), map.join(", "));
            self.result = self.leaves.get(at).map(|leaf| leaf.path.clone());
        }
        for (key, letter) in [("player", 'P'), ("banker", 'B')] {
            let is_total = |text: &str| text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_digit());
            let at = self.take_such(|leaf| {
                let (path, name) = (words(&leaf.path), leaf.name());
                let is_score = SCORES.iter().any(|score| name.ends_with(score));
                of_round(leaf) && hand_in(&path) == Some(letter) && is_score && leaf.all(is_total)
            });
            if let Some(at) = at {
                let _ = writeln!(text, "    {key}: {}", self.path(at));
            }
        }
        if text.is_empty() { text } else { format!("  declared:\n{text}") }
    }

    /// Says which words are not understood: the rounds that have them are listed until the mapping names them.
    fn unknown_words(&mut self, what: &str, key: &str, values: &[String], is_known: impl Fn(&str) -> bool) {
        let unknown = values.iter().filter(|value| !is_known(value)).map(|value| quoted(&short(value)));
        let unknown: Vec<String> = unknown.take(SHOWN_WORDS).collect();
        if !unknown.is_empty() {
            self.guesses.push(format!(
                "what these {what} mean is not known; add them to `{key}`, else the rounds that have them are not read: {}",
                unknown.join(", ")
            ));
        }
    }

    /// What the source says of a round, where most of its words are understood.
    fn status(&mut self, of_round: impl Fn(&Leaf) -> bool) -> String {
        let is = |leaf: &Leaf| of_round(leaf) && leaf.distinct().len() <= 12;
        let understood = |leaf: &Leaf| {
            is(leaf) && is_name_of_a_status(&leaf.path) && leaf.mostly(|value| status_of(value).is_some())
        };
        let at = self.take(&["status", "state", "game status", "round status"], understood);
        let at = at.or_else(|| self.take_such(understood));
        let at =
            at.or_else(|| self.take_such(|leaf| is(leaf) && !leaf.path.contains('.') && leaf.all(is_word_of_a_status)));
        let Some(at) = at else { return self.flag(of_round) };
        let values = self.values(at);
        self.unknown_words("words for the status of a round", "values", &values, |value| status_of(value).is_some());
        let mut text = status::of_rounds(&self.path(at), &values, status_of);
        let reason = self
            .take(&["status reason", "void reason", "cancel reason", "cancellation reason", "reason"], |leaf| {
                of_round(leaf)
            });
        if let Some(reason) = reason {
            let kinds: Vec<String> = self.values(reason).iter().take(12).map(|value| quoted(value)).collect();
            let _ = writeln!(
                text,
                "  # with values, a reason is a kind of irregularity: {{column: \u{2026}, values: {{{}: device_malfunction}}}}\n  void_reason: {}",
                kinds.join(": \u{2026}, "),
                self.path(reason)
            );
        }
        self.guesses.push("a round's status is understood by its words: see which of them void it".to_owned());
        text
    }

    /// A member of true and false that says which rounds are void: read where every round has it.
    fn flag(&mut self, of_round: impl Fn(&Leaf) -> bool) -> String {
        let rounds = self.rounds;
        let is_flag = |leaf: &Leaf| of_round(leaf) && leaf.all(|value| flag_of(&leaf.name(), value).is_some());
        let Some(at) = self.take_such(|leaf| is_flag(leaf) && leaf.values.len() == rounds) else {
            let free = self.leaves.iter().filter(|leaf| !leaf.used && is_flag(leaf));
            let paths: Vec<String> = free.map(|leaf| quoted(&leaf.path)).collect();
            if !paths.is_empty() {
                self.guesses.push(format!(
                    "{} may say which rounds are void, and is not read, since some rounds lack it: see `status` in docs/spec/mapping.md",
                    paths.join(", ")
                ));
            }
            return String::new();
        };
        let name = self.leaves.get(at).map(Leaf::name).unwrap_or_default();
        let values = self.values(at);
        let path = self.path(at);
        self.guesses.push(format!("{path} is taken to say which rounds are void"));
        status::of_rounds(&path, &values, |value| flag_of(&name, value))
    }

    /// The mapping's `wagers`, with `amounts` where they need it; empty where the bets or amounts were not found.
    fn wagers(&mut self, seem: &str, each: Option<&str>, below: impl Fn(&Leaf) -> bool) -> String {
        let stake = self.take(&STAKES, |leaf| below(leaf) && leaf.mostly(is_amount));
        let back = self.take(&RETURNS, |leaf| below(leaf) && leaf.mostly(is_amount));
        let (is_net, back) = match back {
            None => {
                let net = self.take(&NETS, |leaf| below(leaf) && leaf.mostly(is_amount));
                (true, net.or_else(|| self.take(&WINS, |leaf| below(leaf) && leaf.mostly(is_amount))))
            }
            back => (false, back),
        };
        let bet = self.take(&FLAT_BETS, |leaf| below(leaf) && leaf.all(|value| bet_in(value).is_some()));
        let bet = bet.or_else(|| self.take(&BETS, &below));
        let (Some(stake), Some(back), Some(bet)) = (stake, back, bet) else {
            self.guesses.push(format!("{seem}, and their bets or amounts were not found"));
            return String::new();
        };
        let amounts = [stake, back].map(|at| self.values(at)).concat();
        self.odd_amounts(&amounts);
        let written = WrittenAmounts::of(amounts.iter().map(String::as_str));
        let decimals = self.of_amounts(&written);
        let mut values = Vec::new();
        for value in self.values(bet) {
            let known = bet_in(&value);
            if known.is_none() {
                self.guesses
                    .push(format!("the bet {value:?} is written into the log as it is: see what it is called there"));
            }
            let name = known.map_or_else(|| words(&value).replace(' ', "_"), str::to_owned);
            values.push(format!("{}: {name}", quoted(&value)));
        }
        let mut text = match written.entries.as_str() {
            "" => String::new(),
            entries => format!("  amounts: {{{entries}}}\n"),
        };
        let at = |at: usize| self.leaves.get(at).map(|leaf| leaf.path.clone()).unwrap_or_default();
        let mut evidence = Evidence::of(&written);
        self.look_at_wagers(each, &BetAt::Path(at(bet)), (&at(stake), &at(back)), &mut evidence);
        let is_net = is_net && (self.values(back).iter().any(|value| is_negative(value)) || !evidence.is_no_net());
        let (key, remark) = key_of(is_net, &evidence);
        let bets: BTreeSet<&str> = self.values(bet).iter().filter_map(|value| bet_in(value)).collect();
        let of_back = match at_tie_of(bets.into_iter()).filter(|_| key == "won") {
            Some(at_tie) => format!("{{column: {}, at_tie: {at_tie}}}", self.path(back)),
            None => self.path(back),
        };
        let _ = write!(
            text,
            "  wagers:\n    - bet: {{column: {}, values: {{{}}}}}\n      stake: {}\n      {key}: {of_back}{remark}\n      decimals: {decimals}\n",
            self.path(bet),
            values.join(", "),
            self.path(stake)
        );
        self.of_back(&self.path(back), is_net, &evidence);
        let id = self.take(&WAGER_IDS, &below);
        let account = self.take(&ACCOUNTS, |leaf| leaf.path.contains("[]") || below(leaf));
        let rejected = self.take_such(|leaf| below(leaf) && leaf.name().contains("reject"));
        let accepted = |leaf: &Leaf| says_accepted(&leaf.name(), leaf.values.iter().map(String::as_str));
        let accepted = if rejected.is_none() { self.take_such(|leaf| below(leaf) && accepted(leaf)) } else { None };
        let placed = self.take_such(|leaf| {
            below(leaf)
                && leaf.name().contains("placed")
                && leaf.all(|value| value.contains('T') && value.contains(':'))
        });
        for (key, at) in [("id", id), ("player", account), ("rejected", rejected), ("placed", placed)] {
            if let Some(at) = at {
                let _ = writeln!(text, "      {key}: {}", self.path(at));
            }
        }
        if let Some(at) = self.take_such(|leaf| below(leaf) && is_name_of_a_status(&leaf.name())) {
            let says_refused = rejected.or(accepted).is_none();
            for member in status::of_wagers(&self.path(at), &self.values(at), says_refused) {
                let _ = writeln!(text, "      {member}");
            }
        }
        if let Some(at) = accepted {
            let (member, said) = status::of_accepted(&self.path(at), &self.values(at), "false");
            let _ = writeln!(text, "      {member}");
            self.guesses.push(said);
        }
        text
    }

    /// Names what stands among amounts and is none.
    fn odd_amounts(&mut self, amounts: &[String]) {
        let odd = amounts.iter().filter(|amount| !is_amount(amount)).map(|amount| quoted(&short(amount)));
        let shown: Vec<String> = odd.take(SHOWN_WORDS).collect();
        if !shown.is_empty() {
            self.guesses.push(format!(
                "these are no amounts, and the rounds that have them are not read: {}",
                shown.join(", ")
            ));
        }
    }

    /// Says how amounts are taken to be written, and gives their decimals.
    fn of_amounts(&mut self, written: &WrittenAmounts) -> usize {
        if written.either {
            self.guesses.push(
                "what stands between the figures of amounts is taken as between thousands; it could be before decimals"
                    .to_owned(),
            );
        }
        let digits = self.currency().as_deref().and_then(minor_digits);
        if written.are_whole && digits != Some(0) {
            self.guesses.push(WHOLE.to_owned());
        }
        let (decimals, said) = written.decimals_within(digits);
        self.guesses.extend(said);
        decimals
    }

    /// Says what the amounts at a path are taken for, and what decided it.
    fn of_back(&mut self, path: &str, is_net: bool, evidence: &Evidence) {
        self.guesses.push(match is_net {
            true => format!(
                "{path} is taken for what the player won or lost, the stake not included: where the stake is in it, write returned"
            ),
            false => evidence.said(path),
        });
        if !is_net && evidence.kind() == Kind::Won {
            self.guesses.push(LOST_AT_TIES.to_owned());
        }
    }

    /// Looks at each wager: its amounts stand at these paths of stake and what went back.
    fn look_at_wagers(&self, each: Option<&str>, bet: &BetAt<'_>, amounts: (&str, &str), evidence: &mut Evidence) {
        let each = Path::new(each.unwrap_or_default());
        let (stake, back) = (Path::new(amounts.0), Path::new(amounts.1));
        let coded = match bet {
            BetAt::Always(_) => None,
            BetAt::Path(path) => Some(Path::new(path)),
        };
        let results = self.result.as_ref().map(|path| self.of_each_round(path)).unwrap_or_default();
        for (at, (node, round)) in self.read.iter().enumerate() {
            for way in each.branches(node).0 {
                let text = |path: &Path| {
                    let common = path.common(&each);
                    way.get(common).map(|node| path.values_behind(common, node).joined(" ")).unwrap_or_default()
                };
                let code = coded.as_ref().map(text);
                let bet = match (bet, &code) {
                    (BetAt::Always(bet), _) => Some(*bet),
                    (_, Some(code)) => bet_in(code),
                    _ => None,
                };
                let result = results.get(at).and_then(|cell| result(cell));
                evidence.take(Staked { bet, stake: &text(&stake), back: &text(&back), result, line: round.line });
            }
        }
    }

    /// Members that hold one value, by which rounds of another table or currency would be seen.
    fn only(&mut self) -> String {
        let mut lines = String::new();
        for leaf in self.leaves.iter_mut().chain(&mut self.leaves_above) {
            let name = leaf.name();
            let is = ["currency", "currency code", "game type", "play mode"].contains(&name.as_str())
                || is_of_table(&leaf.path);
            let values: BTreeSet<&String> = leaf.values.iter().collect();
            if let (true, false, 1, Some(value)) = (is, leaf.used, values.len(), values.first()) {
                let _ = writeln!(lines, "    - {{path: {}, values: [{}]}}", quoted(&leaf.path), quoted(value));
                leaf.used = true;
            }
        }
        if lines.is_empty() { lines } else { format!("  only:\n{lines}") }
    }

    fn currency(&self) -> Option<String> {
        let own = self.leaves.iter().chain(&self.leaves_above).filter(|leaf| leaf.name().starts_with("currency"));
        let all: BTreeSet<&String> = own.flat_map(|leaf| &leaf.values).collect();
        let only = all.first().filter(|_| all.len() == 1)?;
        (only.len() == 3 && only.bytes().all(|byte| byte.is_ascii_uppercase())).then(|| (*only).clone())
    }

    /// What nothing reads, with some of its values, as comments.
    fn unread(&self, text: &mut String) {
        let unread: Vec<&Leaf> =
            self.leaves.iter().chain(&self.leaves_above).filter(|leaf| !leaf.used && !leaf.values.is_empty()).collect();
        if !unread.is_empty() {
            text.push_str("# Not read:\n");
        }
        for leaf in unread {
            let values: Vec<String> = leaf
                .distinct()
                .into_iter()
                .take(SHOWN)
                .map(|value| quoted(&value.chars().take(40).collect::<String>()))
                .collect();
            let _ = writeln!(text, "#   {}: {}", leaf.path, values.join(", "));
        }
    }
}

/// The key of what went back, and what stands behind its line.
fn key_of(is_net: bool, evidence: &Evidence) -> (&'static str, &'static str) {
    match evidence.kind() {
        _ if is_net => ("net", ""),
        Kind::Won => ("won", ""),
        Kind::Returned => ("returned", ""),
        Kind::Open => ("returned", TO_REVIEW),
    }
}

/// Whether people and programs write this where a card could not be read.
fn is_unread(text: &str) -> bool {
    let small = text.to_lowercase();
    (!text.is_empty() && text.chars().all(|letter| matches!(letter, '?' | '*' | '-' | '#')))
        || ["x", "xx", "unknown", "unread", "unreadable", "error", "err", "n/a"].contains(&small.as_str())
}

/// What codes of bets begin with. Any other word makes another bet of it: `NATURAL_PLAYER` is none on the Player.
const BEFORE_BETS: [&str; 8] = ["bac", "baccarat", "bet", "game", "main", "on", "side", "wager"];

/// The bet that a code names, also behind the game and the like: `BAC_PlayerPair`.
fn bet_in(code: &str) -> Option<&'static str> {
    let words = words(code);
    let mut rest = words.as_str();
    loop {
        if let Some(bet) = bet_of(rest) {
            return Some(bet);
        }
        let (first, behind) = rest.split_once(' ')?;
        if !BEFORE_BETS.contains(&first) {
            return None;
        }
        rest = behind;
    }
}

/// Whether a text is a number with decimals or below zero.
fn is_of_decimals(text: &str) -> bool {
    let bare = text.strip_prefix('-').unwrap_or(text);
    let parts: Vec<&str> = bare.split('.').collect();
    let is_number = parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    is_number && (parts.len() == 2 || (parts.len() == 1 && bare.len() < text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_before_a_bet_makes_another_one_of_it() {
        for (code, bet) in [
            ("BAC_PlayerPair", Some("player_pair")),
            ("BAC_Player", Some("player")),
            ("PAIR_BANCO", Some("banker_pair")),
            ("pairPlayer", Some("player_pair")),
            ("pair.player", Some("player_pair")),
            ("NATURAL_PLAYER", None),
            ("LUCKY_BANKER", None),
            ("SUIT_TIE", None),
        ] {
            assert_eq!(bet_in(code), bet, "{code}");
        }
    }
}
