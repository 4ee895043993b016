use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::{Date, Time};
use resettle_coup_log::{Extent, LogContents, Optional, SignPart};
use resettle_sealed_log::SourceKind;
use resettle_yaml::{Faults, Fields, Node};

use super::decode::hour;
use super::follow::{Following, clock, minute_of, minutes};
use super::{Roster, RosterTable, Scope};
use crate::day::DayRule;
use crate::seen::LogSeen;

/// What each log of a table may hold and has to hold in a period. What is not said of imports, options and devices that take
/// cards back is not allowed; of the rest it is not asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// Which sources may write, by kind: their ids.
    pub sources: Option<BTreeMap<SourceKind, BTreeSet<String>>>,
    /// Which keys logs of a kind of source may name, by id.
    pub keys: BTreeMap<SourceKind, BTreeSet<String>>,
    /// What logs of a kind of source have to write.
    pub members: BTreeMap<SourceKind, BTreeSet<Optional>>,
    /// In which currencies their money may be.
    pub currencies: Option<BTreeSet<String>>,
    /// Whether logs may be made from somebody's export.
    pub imports: bool,
    /// Whether devices may take cards back.
    pub recirculation: bool,
    /// What may be chosen of what the rules leave open: the choices of each option.
    pub options: BTreeSet<(String, String)>,
    /// With how many decks shoes may begin.
    pub decks: Option<BTreeSet<u32>>,
    /// Between which amounts what table signs put up has to lie.
    pub signs: BTreeMap<SignPart, Bound>,
    /// From when to when on each day of play a source of a kind has to have a log.
    pub hours: BTreeMap<SourceKind, Hours>,
    /// For how many minutes of a day of play a source of a kind may have none between two logs.
    pub pause: BTreeMap<SourceKind, u32>,
}

/// From a time of the clock to one later on the same day of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hours {
    /// By when the first log of the day has begun.
    pub from: Time,
    /// Before when the last one does not end.
    pub to: Time,
}

/// From the lowest amount to the highest, both allowed; minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The lowest.
    pub low: i64,
    /// The highest.
    pub high: i64,
}

/// Something in which a log is not as its profile says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The line of the roster that lists the table, from 1.
    pub line: u32,
    /// As logs name it.
    pub venue: String,
    /// The game of the log.
    pub game: String,
    /// As logs name it.
    pub table: String,
    /// The day on which the log begins.
    pub day: Date,
    /// The log's id.
    pub log: String,
    /// The key of the profile, or a word of its `members`.
    pub member: String,
    /// What the profile says.
    pub expected: String,
    /// What the log holds.
    pub logged: String,
    /// How much of the log it is about.
    pub amount: Extent,
}

impl Roster {
    /// Whether any table has a profile.
    #[must_use]
    pub fn has_profiles(&self) -> bool {
        self.tables.iter().any(|table| table.profile.is_some())
    }

    /// In what these logs are not as their profiles say, once a log and member, in the order of logs. A log counts for the day
    /// on which it begins.
    #[must_use]
    pub fn breaches(&self, logs: &[LogSeen], scope: &Scope) -> Vec<Breach> {
        let following = Following::of(logs);
        logs.iter().flat_map(|log| self.breaches_of(log, &following, scope)).collect()
    }

    fn breaches_of(&self, log: &LogSeen, following: &Following<'_>, scope: &Scope) -> Vec<Breach> {
        let Some(day) = log.day else { return Vec::new() };
        let asked = scope.from.is_none_or(|from| from <= day) && scope.to.is_none_or(|to| day <= to);
        if !asked || !scope.names(Some(&log.venue), Some(&log.table)) {
            return Vec::new();
        }
        // Tables of several games may have one name.
        let place: Vec<&RosterTable> =
            self.tables.iter().filter(|one| one.venue == log.venue && one.table == log.table).collect();
        let own: Vec<&RosterTable> = place.iter().filter(|one| one.game == log.game).copied().collect();
        let breach = |of: &RosterTable, found: Found| Breach {
            line: of.line,
            venue: log.venue.clone(),
            game: log.game.clone(),
            table: log.table.clone(),
            day,
            log: log.log.clone(),
            member: found.member.to_owned(),
            expected: found.expected,
            logged: found.logged,
            amount: found.amount,
        };
        let all = log.contents.all;
        if own.is_empty() {
            let of = place.iter().find(|one| one.profile.is_some() && one.is_on(day));
            let found = |of: &&&RosterTable| Found::of("game", of.game.clone(), log.game.clone(), all);
            return of.iter().map(|of| breach(of, found(of))).collect();
        }
        match own.iter().find(|one| one.is_on(day)) {
            Some(of) => {
                let found = of.profile.iter().flat_map(|profile| profile.broken(log, following, &of.days));
                found.map(|found| breach(of, found)).collect()
            }
            None => {
                let periods: Vec<String> =
                    own.iter().map(|one| format!("{} to {}", one.first_day, one.last_day)).collect();
                let of = own.iter().find(|one| one.profile.is_some());
                let found = || Found::of("period", periods.join(", "), day.to_string(), all);
                of.iter().map(|of| breach(of, found())).collect()
            }
        }
    }
}

/// One thing in which a log differs.
struct Found {
    member: &'static str,
    expected: String,
    logged: String,
    amount: Extent,
}

impl Found {
    fn of(member: &'static str, expected: String, logged: String, amount: Extent) -> Self {
        Self { member, expected, logged, amount }
    }
}

impl Profile {
    fn broken(&self, log: &LogSeen, following: &Following<'_>, days: &DayRule) -> Vec<Found> {
        let contents = &log.contents;
        let found = |member, expected, logged| Found::of(member, expected, logged, contents.all);
        let mut out = Vec::new();
        if let Some(sources) = &self.sources
            && !sources.get(&log.kind).is_some_and(|ids| ids.contains(&log.source))
        {
            let allowed = sources.iter().flat_map(|(kind, ids)| ids.iter().map(move |id| source(*kind, id)));
            out.push(found("sources", listed(allowed), source(log.kind, &log.source)));
        }
        if let Some(keys) = self.keys.get(&log.kind)
            && let Some(other) = contents.keys.iter().find(|key| !keys.contains(*key))
        {
            out.push(found("keys", listed(keys.iter().cloned()), other.clone()));
        }
        if let Some(currencies) = &self.currencies
            && let Some(other) = contents.currency.as_ref().filter(|own| !currencies.contains(*own))
        {
            out.push(found("currencies", listed(currencies.iter().cloned()), other.clone()));
        }
        if contents.imported && !self.imports {
            out.push(found("imports", "no import".to_owned(), "an import".to_owned()));
        }
        if contents.recirculating > 0 && !self.recirculation {
            let logged = format!("shoes that take cards back: {}", contents.recirculating);
            out.push(found("recirculation", "no shoe that takes cards back".to_owned(), logged));
        }
        let choice = |(option, choice): &(String, String)| format!("{option}: {choice}");
        if let Some(other) = contents.elected.iter().find(|one| !self.options.contains(*one)) {
            out.push(found("options", listed(self.options.iter().map(choice)), choice(other)));
        }
        if let Some(decks) = &self.decks
            && let Some(other) = contents.decks.iter().find(|one| !decks.contains(*one))
        {
            out.push(found("decks", listed(decks.iter().map(ToString::to_string)), other.to_string()));
        }
        for (part, bound) in &self.signs {
            let Some((low, high)) = contents.bounds(*part) else {
                // A log without any sign is found where signs are asked for.
                if contents.signs > 0 {
                    out.push(found(part.word(), bound.words(), "nothing".to_owned()));
                }
                continue;
            };
            if low < bound.low || bound.high < high {
                out.push(found(part.word(), bound.words(), Bound { low, high }.words()));
            }
        }
        let asked = self.members.get(&log.kind);
        // A log without any sign is found once, where signs are asked for.
        let no_sign = contents.signs == 0 && asked.is_some_and(|asked| asked.contains(&Optional::Limits));
        let members = asked.into_iter().flatten().filter(|member| !(no_sign && member.is_of_signs()));
        out.extend(members.filter_map(|member| lacks(*member, following.lacks(*member, log))));
        self.silent(log, following, days, &mut out);
        out
    }

    /// When on a day of play no log of the source was open.
    fn silent(&self, log: &LogSeen, following: &Following<'_>, days: &DayRule, out: &mut Vec<Found>) {
        let all = log.contents.all;
        let mut found = |member, expected, logged| out.push(Found::of(member, expected, logged, all));
        if let Some(Hours { from, to }) = self.hours.get(&log.kind)
            && let Some(last) = following.of_day(log)
        {
            let (begin, end) = minutes(*from, *to, days);
            let said = |time: &Time| time.strftime("%H:%M").to_string();
            if minute_of(log, log.first, days).is_some_and(|at| at > begin) {
                found(
                    "hours",
                    format!("a log from {} on", said(from)),
                    format!("the first from {} on", clock(log.first, days)),
                );
            }
            if minute_of(log, last.last, days).is_some_and(|at| at < end) {
                found(
                    "hours",
                    format!("a log up to {}", said(to)),
                    format!("the last up to {}", clock(last.last, days)),
                );
            }
        }
        if let Some(most) = self.pause.get(&log.kind)
            && let Some(pause) = following.pause(log).filter(|pause| pause > most)
        {
            found(
                "pause",
                format!("{most} minutes at most"),
                format!("{pause} minutes before {}", clock(log.first, days)),
            );
        }
    }
}

/// What a log lacks of what it has to write.
fn lacks(member: Optional, amount: Extent) -> Option<Found> {
    let word = member.word();
    (amount != Extent::default()).then(|| Found::of(word, format!("`{word}`"), "nothing".to_owned(), amount))
}

fn source(kind: SourceKind, id: &str) -> String {
    format!("{} {id}", kind.word())
}

fn listed(all: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = all.collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

impl Bound {
    fn words(self) -> String {
        let Self { low, high } = self;
        if low == high { low.to_string() } else { format!("{low} to {high}") }
    }
}

/// As many different values as a log is asked about.
const MOST: usize = LogContents::MOST - 1;

/// Reads a profile.
pub(super) fn profile(node: &Node, faults: &mut Faults) -> Option<Profile> {
    let mut fields = node.fields("`profile`", faults)?;
    let truth = |fields: &mut Fields<'_>, key, faults: &mut Faults| {
        fields.optional(key).and_then(|node| node.truth(faults)).unwrap_or(false)
    };
    let texts =
        |node: &Node, faults: &mut Faults| set(node, faults, |node, faults| Some(node.text(faults)?.to_owned()));
    let members = |node: &Node, faults: &mut Faults| set(node, faults, |node, faults| node.word(Optional::ALL, faults));
    let key = |node: &Node, faults: &mut Faults| {
        let id = node.text(faults)?;
        let is_id = resettle_sealed_log::Digest::from_hex(id).is_some();
        if !is_id {
            let help = "`resettle key show FILE` prints a key's id: 64 hex digits in lower case";
            faults.add_with_help(node.place, format!("`{id}` is no id of a key"), help);
        }
        is_id.then(|| id.to_owned())
    };
    let sources = fields
        .optional("sources")
        .map(|node| by_kind(node, "`sources`", faults, |node, faults| Some(texts(node, faults))));
    let keys = fields
        .optional("keys")
        .map(|node| by_kind(node, "`keys`", faults, |node, faults| Some(set(node, faults, key))));
    let members = fields
        .optional("members")
        .map(|node| by_kind(node, "`members`", faults, |node, faults| Some(members(node, faults))));
    let currencies = fields.optional("currencies").map(|node| texts(node, faults));
    let imports = truth(&mut fields, "imports", faults);
    let recirculation = truth(&mut fields, "recirculation", faults);
    let options = fields.optional("options").map(|node| options(node, faults)).unwrap_or_default();
    let deck = |node: &Node, faults: &mut Faults| u32::try_from(node.int(1..=i64::from(u32::MAX), faults)?).ok();
    let decks = fields.optional("decks").map(|node| set(node, faults, deck));
    let mut signs = BTreeMap::new();
    for (key, part) in SignPart::ALL {
        if let Some(bound) = fields.optional(key).and_then(|node| bound(node, faults)) {
            signs.insert(*part, bound);
        }
    }
    let hours = fields.optional("hours").map(|node| by_kind(node, "`hours`", faults, hours)).unwrap_or_default();
    let minutes = |node: &Node, faults: &mut Faults| u32::try_from(node.int(0..=24 * 60, faults)?).ok();
    let pause = fields.optional("pause").map(|node| by_kind(node, "`pause`", faults, minutes)).unwrap_or_default();
    fields.finish(faults);
    let (keys, members) = (keys.unwrap_or_default(), members.unwrap_or_default());
    Some(Profile { sources, keys, members, currencies, imports, recirculation, options, decks, signs, hours, pause })
}

/// `["10:00", "04:00"]`
fn hours(node: &Node, faults: &mut Faults) -> Option<Hours> {
    let list = node.list(faults)?;
    let times: Vec<Time> = list.iter().filter_map(|node| hour(node, faults)).collect();
    match times.as_slice() {
        [from, to] if list.len() == 2 => Some(Hours { from: *from, to: *to }),
        _ => {
            let help = "write it as [\"10:00\", \"04:00\"]";
            faults.add_with_help(node.place, "these are no two times of day", help);
            None
        }
    }
}

/// `[500, 2500]`
fn bound(node: &Node, faults: &mut Faults) -> Option<Bound> {
    let list = node.list(faults)?;
    let amounts: Vec<i64> = list.iter().filter_map(|node| node.int(0..=i64::MAX, faults)).collect();
    let bound = match amounts.as_slice() {
        [low, high] if low <= high && list.len() == 2 => Some(Bound { low: *low, high: *high }),
        _ => None,
    };
    if bound.is_none() {
        faults.add_with_help(node.place, "this is no lowest and highest amount", "write it as [500, 2500]");
    }
    bound
}

/// `{no_commission: [six_pays_half]}`
fn options(node: &Node, faults: &mut Faults) -> BTreeSet<(String, String)> {
    let Some(mut fields) = node.fields("`options`", faults) else { return BTreeSet::new() };
    let mut out = BTreeSet::new();
    for (option, _, node) in fields.rest() {
        let choices = set(node, faults, |node, faults| Some(node.text(faults)?.to_owned()));
        out.extend(choices.into_iter().map(|choice| (option.to_owned(), choice)));
    }
    if out.len() > MOST {
        faults.add(node.place, format!("more than {MOST} choices"));
    }
    out
}

fn by_kind<T>(
    node: &Node,
    what: &'static str,
    faults: &mut Faults,
    read: impl Fn(&Node, &mut Faults) -> Option<T>,
) -> BTreeMap<SourceKind, T> {
    let Some(mut fields) = node.fields(what, faults) else { return BTreeMap::new() };
    let mut out = BTreeMap::new();
    for (word, kind) in SourceKind::ALL {
        if let Some(node) = fields.optional(word) {
            out.extend(read(node, faults).map(|read| (*kind, read)));
        }
    }
    fields.finish(faults);
    out
}

/// A list whose items are all different.
fn set<T: Ord>(node: &Node, faults: &mut Faults, read: impl Fn(&Node, &mut Faults) -> Option<T>) -> BTreeSet<T> {
    let mut out = BTreeSet::new();
    let items = node.list(faults).unwrap_or_default();
    if items.len() > MOST {
        faults.add(node.place, format!("more than {MOST} items"));
    }
    for item in items {
        let Some(value) = read(item, faults) else { continue };
        if !out.insert(value) {
            faults.add(item.place, "this is listed twice");
        }
    }
    out
}
