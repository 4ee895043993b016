use std::collections::HashMap;

use resettle_game::{Role, Token};
use resettle_sealed_log::strict::{Object, Value as Json};
use resettle_sealed_log::{MAX_NAME, Time};
use serde_json::Value;

use super::readable;
use crate::declare::{AboveZero, Contents, Member, Name, OpenWord, Reader, list, record};

record! {
    /// A wager as logged. Money in minor units.
    Wager {
        /// How findings name it: its id, or `#3` for the third if it has none or shares it. An id of that form counts as none.
        name as "id": String = Name => String::new(),
        /// Its place among the logged wagers, from 1.
        place: usize = Place,
        /// The id that it shares with another wager of the list; empty where it shares none.
        shares: String = Shared,
        /// The bet's name; any word.
        bet: String = OpenWord,
        /// What lay on the layout, above zero.
        stake: i64 = AboveZero,
        /// All that went back, stake included. A value below zero makes no sense, and counts as underpaid.
        returned: i64 = ..,
        /// The seat's id; `None` where the log names none.
        seat: Option<String> = Name,
        /// The betting area.
        area: Option<String> = Name,
        /// The person's account.
        player: Option<String> = Name,
        /// The terminal's id; `None` where the log names none.
        terminal: Option<String> = Name,
        /// When it was placed; absent = in time.
        placed: Option<Time>,
        /// When it was taken back.
        withdrawn: Option<Time>,
        /// Whether it was removed under a right to do so after a reconstruction.
        removed: bool = [("reconstruction", true)] => false,
        /// Whether the terminal took it.
        accepted: bool => true,
        /// Who refused it, if it was not taken.
        by: Option<Role>,
        /// Whether a Gaming Manager approved it.
        approved: bool => false,
        /// Collected apart from `returned`.
        commission: i64 = 0.. => 0,
        /// What it was made with, if not with the chips of the table.
        token: Option<Token>,
        /// Whether it is settled as the minimum for lack of time (tournament play).
        restricted: bool => false,
        /// What was added to make it the minimum (tournament play).
        made_up: Option<i64> = 0..,
    }
}

impl Wager {
    /// What went back to the player, commission taken off.
    #[must_use]
    pub fn net(&self) -> i128 {
        i128::from(self.returned) - i128::from(self.commission)
    }

    /// Whether it bears an id of its own, by which another source may name it.
    #[must_use]
    pub fn has_id(&self) -> bool {
        !is_none(&self.name)
    }
}

/// Whether a wager's id counts as none: it has the form in which wagers without one are named by their place, `#3`, and would
/// be taken for theirs, or it is blank. Spaces around it print as nothing.
pub(crate) fn is_none(id: &str) -> bool {
    let id = id.trim();
    id.is_empty()
        || id
            .strip_prefix('#')
            .is_some_and(|place| !place.is_empty() && place.bytes().all(|letter| letter.is_ascii_digit()))
}

/// The wagers of a coup, with their names and places; one with a fault is left out, and noted as a part.
pub(super) struct Wagers;

impl Member<Wagers> for Vec<Wager> {
    fn read(reader: &mut Reader<'_, '_>, name: &str, _: &Wagers) -> Option<Self> {
        let names = reader.peek(|reader| reader.list(name).map(names)).unwrap_or_default();
        let named = |at: usize| names.get(at).map(|(name, _)| name.clone());
        reader.parts(name, named, bet_and_place, |reader, at| {
            let (name, shares) = names.get(at)?.clone();
            Some(Wager { name, shares, place: at + 1, ..Wager::read_all(reader)? })
        })
    }

    fn schema(_: &Wagers) -> Value {
        list(Wager::schema_of_all())
    }
}

/// On what a wager is, and whose: `on player, seat 8`.
fn bet_and_place(item: &Object<'_>) -> Option<String> {
    let named = |what: &str| readable(item, what).map(|name| format!("{what} {name}"));
    let bet = readable(item, "bet").map(|bet| format!("on {bet}"));
    let place = ["seat", "terminal", "player"].into_iter().find_map(named);
    let said: Vec<String> = bet.into_iter().chain(place).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// How findings name each wager, and the id that it shares with others.
fn names(items: &[Json<'_>]) -> Vec<(String, String)> {
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for id in items.iter().filter_map(id) {
        *uses.entry(id).or_default() += 1;
    }
    let named = items.iter().enumerate().map(|(at, item)| match id(item) {
        Some(id) if uses.get(id) == Some(&1) => (id.to_owned(), String::new()),
        shared => (format!("#{}", at + 1), shared.unwrap_or_default().to_owned()),
    });
    named.collect()
}

fn id<'v>(item: &'v Json<'_>) -> Option<&'v str> {
    match item {
        Json::Object(object) => match object.get("id") {
            Some(Json::Text(text)) if text.len() <= MAX_NAME && !is_none(text) => Some(text.as_ref()),
            _ => None,
        },
        _ => None,
    }
}

/// An id that several wagers have: no member, but known where the list is read.
struct Shared;

impl Member<Shared> for String {
    const OPTIONAL: bool = true;

    fn read(_: &mut Reader<'_, '_>, _: &str, _: &Shared) -> Option<Self> {
        Some(Self::new())
    }
}

/// Where a wager stands: no member, but known where the list is read.
struct Place;

impl Member<Place> for usize {
    const OPTIONAL: bool = true;

    fn read(_: &mut Reader<'_, '_>, _: &str, _: &Place) -> Option<Self> {
        Some(0)
    }
}
