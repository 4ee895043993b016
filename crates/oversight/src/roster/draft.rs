use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use jiff::civil::Date;
use resettle_coup_log::{LogContents, Optional, SignPart};
use resettle_sealed_log::SourceKind;

use super::decode::MOST_DAYS;
use super::follow::Following;
use crate::day::DayRule;
use crate::seen::LogSeen;

/// What a table's logs hold, put together.
#[derive(Default)]
struct Gathered<'l> {
    /// The first log that holds whole days.
    spans: Option<&'l LogSeen>,
    logs: Vec<&'l LogSeen>,
    /// The first and the last day of each.
    of: Vec<(Date, Date)>,
}

/// Which sources wrote on which days.
type Wrote<'l> = BTreeMap<Date, BTreeSet<(SourceKind, &'l str)>>;

impl<'l> Gathered<'l> {
    /// A log that spans days counts for all of them, as far as a roster may reach.
    fn wrote(&self) -> Wrote<'l> {
        let mut wrote = Wrote::new();
        for (log, (first, last)) in self.logs.iter().zip(&self.of) {
            let mut next = Some(*first);
            for _ in 0..MOST_DAYS {
                let Some(day) = next else { break };
                wrote.entry(day).or_default().insert((log.kind, log.source.as_str()));
                next = day.tomorrow().ok().filter(|day| self.spans.is_some() && day <= last);
            }
        }
        wrote
    }
}

/// A roster with the profile that these logs keep to, one entry a table, to be read over: what they all hold is asked, and
/// nothing else is allowed. `zone` is the name of the zone of `days`.
#[must_use]
pub fn draft(logs: &[LogSeen], zone: &str, days: &DayRule) -> String {
    let mut tables: BTreeMap<(&str, &str, &str), Gathered<'_>> = BTreeMap::new();
    for log in logs {
        let table = tables.entry((&log.venue, &log.game, &log.table)).or_default();
        let Some(first) = days.day(log.first) else { continue };
        let last = days.day(log.last).unwrap_or(first);
        table.of.push((first, last));
        if table.spans.is_none() && first.until(last).is_ok_and(|span| span.get_days() > 1) {
            table.spans = Some(log);
        }
        table.logs.push(log);
    }
    let mut out = String::from(
        "# Drafted from logs: what they hold is asked, and nothing else is allowed. Read it over before you sign it.\nroster:\n",
    );
    for ((venue, game, table), gathered) in &tables {
        let wrote = gathered.wrote();
        let Some(((first, _), (last, _))) = wrote.first_key_value().zip(wrote.last_key_value()) else { continue };
        let mut line = |indent: usize, key: &str, value: &str| {
            let space = if value.is_empty() { "" } else { " " };
            let _ = writeln!(out, "{:indent$}{key}:{space}{value}", "");
        };
        line(2, "- venue", &quoted(venue));
        line(4, "game", &quoted(game));
        line(4, "tables", &format!("[{}]", quoted(table)));
        line(4, "zone", &quoted(zone));
        line(4, "first_day", &first.to_string());
        line(4, "last_day", &last.to_string());
        line(4, "day_starts", &format!("\"{}\"", days.starts.strftime("%H:%M")));
        let mut closed = Vec::new();
        let mut next = first.tomorrow().ok();
        while let Some(day) = next.filter(|day| day < last) {
            if !wrote.contains_key(&day) {
                closed.push(day.to_string());
            }
            next = day.tomorrow().ok();
        }
        if !closed.is_empty() {
            line(4, "closed", &format!("[{}]", closed.join(", ")));
        }
        match sources(&gathered.logs, &wrote) {
            Some(sources) => line(4, "sources", &sources),
            None => line(4, "# sources", "none wrote on every day; say which have to"),
        }
        if let Some(log) = gathered.spans {
            let said = format!(
                "log {} holds whole days, so a log counts for each day from its first record to its last. Of a day on which one \
                 only ends, nothing shows that another is not missing; write daily if each day has to begin a log",
                quoted(&log.log)
            );
            line(4, "# spanning", &said);
        }
        line(4, "logs", if gathered.spans.is_some() { "spanning" } else { "daily" });
        line(4, "profile", "");
        profile(&gathered.logs, &mut |key, value| line(6, key, value));
        line(
            6,
            "# hours, pause",
            "say when each kind of source has to have a log: {table: [\"10:00\", \"04:00\"]}, {table: 30}",
        );
    }
    out
}

/// How many sources of each kind wrote on every day on which any wrote, and the terminals that did.
fn sources(logs: &[&LogSeen], wrote: &Wrote<'_>) -> Option<String> {
    let number = |kind: SourceKind| {
        let each = wrote.values().map(|own| own.iter().filter(|(other, _)| *other == kind).count());
        each.min().unwrap_or(0)
    };
    let always = |kind: SourceKind, id: &str| wrote.values().all(|own| own.contains(&(kind, id)));
    let each = ids(logs).into_iter().filter_map(|(kind, mut ids)| match kind {
        SourceKind::Terminal => {
            ids.retain(|id| always(kind, id));
            (!ids.is_empty()).then(|| format!("terminals: [{}]", listed(&ids)))
        }
        _ => Some(number(kind)).filter(|number| *number > 0).map(|number| format!("{}: {number}", kind.word())),
    });
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| format!("{{{}}}", each.join(", ")))
}

fn ids<'l>(logs: &[&'l LogSeen]) -> BTreeMap<SourceKind, BTreeSet<&'l str>> {
    let mut out: BTreeMap<SourceKind, BTreeSet<&str>> = BTreeMap::new();
    logs.iter().for_each(|log| {
        out.entry(log.kind).or_default().insert(&log.source);
    });
    out
}

/// Writes the keys of a profile. A list that is too long to be asked is left out with a word about it.
fn profile(logs: &[&LogSeen], line: &mut dyn FnMut(&str, &str)) {
    let by_kind = |all: BTreeMap<SourceKind, BTreeSet<&str>>| {
        let each = all.iter().filter(|(_, items)| !items.is_empty());
        let each = each.map(|(kind, items)| format!("{}: [{}]", kind.word(), listed(items)));
        format!("{{{}}}", each.collect::<Vec<_>>().join(", "))
    };
    let too_many = |all: &BTreeMap<SourceKind, BTreeSet<&str>>| all.values().any(|one| one.len() >= LogContents::MOST);
    let mut keys: BTreeMap<SourceKind, BTreeSet<&str>> = BTreeMap::new();
    logs.iter().for_each(|log| keys.entry(log.kind).or_default().extend(log.contents.keys.iter().map(String::as_str)));
    for (key, all) in [("sources", ids(logs)), ("keys", keys)] {
        if too_many(&all) {
            line(&format!("# {key}"), "too many to be asked");
        } else {
            line(key, &by_kind(all));
        }
    }
    line("members", &by_kind(members(logs)));
    let currencies: BTreeSet<&str> = logs.iter().filter_map(|log| log.contents.currency.as_deref()).collect();
    if currencies.len() < LogContents::MOST && !currencies.is_empty() {
        line("currencies", &format!("[{}]", listed(&currencies)));
    }
    let any = |of: fn(&LogContents) -> bool| logs.iter().any(|log| of(&log.contents)).to_string();
    line("imports", &any(|contents| contents.imported));
    line("recirculation", &any(|contents| contents.recirculating > 0));
    let mut options: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (option, choice) in logs.iter().flat_map(|log| &log.contents.elected) {
        options.entry(option).or_default().insert(choice);
    }
    if !options.is_empty() {
        let each = options.iter().map(|(option, choices)| format!("{}: [{}]", quoted(option), listed(choices)));
        line("options", &format!("{{{}}}", each.collect::<Vec<_>>().join(", ")));
    }
    let decks: BTreeSet<u32> = logs.iter().flat_map(|log| log.contents.decks.iter().copied()).collect();
    if decks.len() >= LogContents::MOST {
        line("# decks", "too many to be asked");
    } else if !decks.is_empty() {
        line("decks", &format!("[{}]", decks.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")));
    }
    for (word, part) in SignPart::ALL {
        let signed = || logs.iter().filter(|log| log.contents.signs > 0);
        let bounds: Vec<(i64, i64)> = signed().filter_map(|log| log.contents.bounds(*part)).collect();
        let always = bounds.len() == signed().count();
        let (low, high) = (bounds.iter().map(|(low, _)| *low).min(), bounds.iter().map(|(_, high)| *high).max());
        if let Some((low, high)) = low.zip(high) {
            let bound = format!("[{low}, {high}]");
            match always {
                true => line(word, &bound),
                false => line(&format!("# {word}"), &format!("{bound}, where a log names it: not every one does")),
            }
        }
    }
}

/// What every log of a kind writes of each coup or wager, without what follows from another word.
fn members(logs: &[&LogSeen]) -> BTreeMap<SourceKind, BTreeSet<&'static str>> {
    let following = Following::of(logs.iter().copied());
    let mut out = BTreeMap::new();
    for kind in ids(logs).into_keys() {
        let own = || logs.iter().filter(|log| log.kind == kind);
        let holds = |what: Optional| {
            let of_kind = what != Optional::OwnTerminal || kind == SourceKind::Terminal;
            let any = own().any(|log| log.contents.may_hold(what));
            of_kind && any && own().all(|log| following.lacks(what, log) == <_>::default())
        };
        let follows = |what: Optional| match what {
            Optional::Opened | Optional::Closed | Optional::FirstCard | Optional::Settled => holds(Optional::Times),
            Optional::Person => holds(Optional::Player) || holds(Optional::Seat),
            _ => false,
        };
        let held = Optional::ALL.iter().filter(|(_, what)| holds(*what) && !follows(*what));
        out.insert(kind, held.map(|(word, _)| *word).collect());
    }
    out
}

fn listed<T: AsRef<str>>(items: &BTreeSet<T>) -> String {
    items.iter().map(|item| quoted(item.as_ref())).collect::<Vec<_>>().join(", ")
}

/// As YAML reads it, whatever the text, and so that it steers no terminal.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            _ if letter.is_control() || resettle_yaml::is_unsafe(letter) => {
                let _ = write!(out, "\\U{:08x}", u32::from(letter));
            }
            _ => out.push(letter),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_read_as_it_is() {
        for text in ["", "T-1", "a: b", "\"\\", "\u{202e}x", "yes", "#1", "\u{10ffff}"] {
            let written = format!("x: {}\n", quoted(text));
            let read = resettle_yaml::parse(&written).unwrap();
            let member = read.member("x").unwrap();
            let mut faults = resettle_yaml::Faults::default();
            assert_eq!(member.text(&mut faults), Some(text), "{written}");
            assert!(!quoted(text).contains(resettle_yaml::is_unsafe), "{written}");
        }
        // The reader refuses these, and says why; printed they do no harm.
        assert_eq!(quoted("\u{1b}[31m\u{9b}"), "\"\\U0000001b[31m\\U0000009b\"");
    }
}
