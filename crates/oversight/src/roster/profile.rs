use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::{Date, Time};
use resettle_coup_log::{Extent, LogContents, Optional, SignPart};
use resettle_sealed_log::SourceKind;
use resettle_yaml::schemars::{Schema, SchemaGenerator, json_schema};
use resettle_yaml::{Faults, Form, Node, section, word_schema};

use super::decode::Clock;
use super::follow::{Following, clock, minute_of, minutes};
use super::{Roster, RosterTable, Scope};
use crate::day::DayRule;
use crate::seen::LogSeen;

section! {
    Faults;
    /// What each log of a table may hold and has to hold in a period. What is not said of imports, options and devices that take
    /// cards back is not allowed; of the rest it is not asked.
    Profile with Default {
        /// Which sources may write, as `open` spells them, by kind: their ids.
        sources: Option<BTreeMap<SourceKind, BTreeSet<String>>> = ByKind(Set(())),
        /// Which keys logs of that kind may name, by id; `resettle key show` prints it.
        keys: BTreeMap<SourceKind, BTreeSet<String>> = ByKind(Set(IdOfKey)) => or(BTreeMap::new()),
        /// What logs of that kind have to write.
        members: BTreeMap<SourceKind, BTreeSet<Optional>> = ByKind(Set(Member)) => or(BTreeMap::new()),
        /// In which currencies the money of logs may be, as `open` spells them.
        currencies: Option<BTreeSet<String>> = Set(()),
        /// Whether logs may be imports; left out, `false`.
        imports: bool,
        /// Whether shoes may begin in a device that takes cards back; left out, `false`.
        recirculation: bool,
        /// The choices that may be made of each option that the rules leave open; left out, none.
        options: BTreeSet<(String, String)> = Choices => or(BTreeSet::new()),
        /// With how many decks shoes may begin.
        decks: Option<BTreeSet<u32>> = Set(1..=i64::from(u32::MAX)),
        /// The lowest and the highest amount of the smallest chip that a sign may put up; minor units.
        chip: Option<Bound>,
        /// The same of a minimum, over all bets.
        min: Option<Bound>,
        /// The same of a maximum, over all bets.
        max: Option<Bound>,
        /// The same of a differential.
        differential: Option<Bound>,
        /// The same of what one area may hold.
        area_max: Option<Bound>,
        /// By when the first log of a day of play of each source has begun, and before when its last one does not end, as
        /// `["10:00", "04:00"]`; the second may be after midnight.
        hours: BTreeMap<SourceKind, Hours> = ByKind(()) => or(BTreeMap::new()),
        /// For how many minutes, at most, a source has no log between two that begin on one day of play.
        pause: BTreeMap<SourceKind, u32> = ByKind(0..=24 * 60) => or(BTreeMap::new()),
    }
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
    fn bound(&self, part: SignPart) -> Option<Bound> {
        match part {
            SignPart::Chip => self.chip,
            SignPart::Min => self.min,
            SignPart::Max => self.max,
            SignPart::Differential => self.differential,
            SignPart::AreaMax => self.area_max,
        }
    }

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
        for (word, part) in SignPart::ALL {
            let Some(bound) = self.bound(*part) else { continue };
            let Some((low, high)) = contents.bounds(*part) else {
                // A log without any sign is found where signs are asked for.
                if contents.signs > 0 {
                    out.push(found(word, bound.words(), "nothing".to_owned()));
                }
                continue;
            };
            if low < bound.low || bound.high < high {
                out.push(found(word, bound.words(), Bound { low, high }.words()));
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

impl Form<Faults> for Hours {
    fn read(node: &Node, key: &'static str, (): &(), faults: &mut Faults) -> Option<Self> {
        let list = node.list(faults)?;
        let times: Vec<Time> = list.iter().filter_map(|node| Time::read(node, key, &Clock, faults)).collect();
        match times.as_slice() {
            [from, to] if list.len() == 2 => Some(Self { from: *from, to: *to }),
            _ => {
                let help = "write it as [\"10:00\", \"04:00\"]";
                faults.add_with_help(node.place, "these are no two times of day", help);
                None
            }
        }
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "items": Time::schema(&Clock, generator), "minItems": 2, "maxItems": 2})
    }
}

impl Form<Faults> for Bound {
    fn read(node: &Node, _: &'static str, (): &(), faults: &mut Faults) -> Option<Self> {
        let list = node.list(faults)?;
        let amounts: Vec<i64> = list.iter().filter_map(|node| node.int(0..=i64::MAX, faults)).collect();
        let bound = match amounts.as_slice() {
            [low, high] if low <= high && list.len() == 2 => Some(Self { low: *low, high: *high }),
            _ => None,
        };
        if bound.is_none() {
            faults.add_with_help(node.place, "this is no lowest and highest amount", "write it as [500, 2500]");
        }
        bound
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array", "items": {"type": "integer", "format": "int64", "minimum": 0}, "minItems": 2, "maxItems": 2
        })
    }
}

/// `{no_commission: [six_pays_half]}`
struct Choices;

impl Form<Faults, Choices> for BTreeSet<(String, String)> {
    fn read(node: &Node, key: &'static str, _: &Choices, faults: &mut Faults) -> Option<Self> {
        let options = BTreeMap::<String, BTreeSet<String>>::read(node, key, &Set(()), faults)?;
        let choices = |(option, choices): (String, BTreeSet<String>)| {
            choices.into_iter().map(move |choice| (option.clone(), choice))
        };
        let out: Self = options.into_iter().flat_map(choices).collect();
        if out.len() > MOST {
            faults.add(node.place, format!("more than {MOST} choices"));
        }
        Some(out)
    }

    fn schema(_: &Choices, generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<String, BTreeSet<String>>::schema(&Set(()), generator)
    }
}

resettle_yaml::texts! {
    Faults;
    /// The id of a key.
    IdOfKey: String, "^[0-9a-f]{64}$" => |node, _, faults| {
        let id = node.text(faults)?;
        let is_id = resettle_sealed_log::Digest::from_hex(id).is_some();
        if !is_id {
            let help = "`resettle key show FILE` prints a key's id: 64 hex digits in lower case";
            faults.add_with_help(node.place, format!("`{id}` is no id of a key"), help);
        }
        is_id.then(|| id.to_owned())
    };
    /// A word of what the format makes optional.
    Member: Optional, else |_| word_schema(Self::ALL) => |node, _, faults| node.word(Self::ALL, faults);
}

/// A mapping from kinds of source; what is said of each value.
struct ByKind<S>(S);

impl<S, T: Form<Faults, S>> Form<Faults, ByKind<S>> for BTreeMap<SourceKind, T> {
    fn read(node: &Node, key: &'static str, of: &ByKind<S>, faults: &mut Faults) -> Option<Self> {
        let mut fields = node.fields(format!("`{key}`"), faults)?;
        let mut out = Self::new();
        for (word, kind) in SourceKind::ALL {
            if let Some(node) = fields.optional(word) {
                out.extend(T::read(node, key, &of.0, faults).map(|read| (*kind, read)));
            }
        }
        fields.finish(faults);
        Some(out)
    }

    fn schema(of: &ByKind<S>, generator: &mut SchemaGenerator) -> Schema {
        let kinds = word_schema(SourceKind::ALL);
        json_schema!({"type": "object", "propertyNames": kinds, "additionalProperties": T::schema(&of.0, generator)})
    }
}

/// A list whose items are all different; what is said of each.
struct Set<S>(S);

impl<S, T: Ord + Form<Faults, S>> Form<Faults, Set<S>> for BTreeSet<T> {
    fn read(node: &Node, key: &'static str, of: &Set<S>, faults: &mut Faults) -> Option<Self> {
        let mut out = Self::new();
        let items = node.list(faults).unwrap_or_default();
        if items.len() > MOST {
            faults.add(node.place, format!("more than {MOST} items"));
        }
        for item in items {
            let Some(value) = T::read(item, key, &of.0, faults) else { continue };
            if !out.insert(value) {
                faults.add(item.place, "this is listed twice");
            }
        }
        Some(out)
    }

    fn schema(of: &Set<S>, generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "items": T::schema(&of.0, generator), "maxItems": MOST})
    }
}
