//! What surrounds a coup: its record, the ruleset, the moments, what is kept for the next one.

use resettle_coup_log::{Coup, Times};
use resettle_game::{Card, Kind, Mode, counted};
use resettle_ruleset::{Noticed, Registry, RoundTime, Ruleset};
use resettle_sealed_log::{Open, SourceKind, Time};

use super::moment::shown;
use super::{Trace, plain};
use crate::finding::Place;
use crate::irregularity::Logged;
use crate::moments::{Aftermath, Follows, dates_import, round_time};
use crate::shoe::CutSeen;

/// What a coup's judgement takes from before and after it.
pub(crate) struct Surroundings<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) times: &'a Times,
    pub(crate) written: &'a Time,
    pub(crate) aftermath: &'a Aftermath,
    pub(crate) irregularities: &'a [Logged],
    pub(crate) asks_times: bool,
}

/// Where a coup is recorded.
pub(crate) struct Recorded<'a> {
    /// The id of the log that holds its record.
    pub(crate) log: &'a str,
    /// The kind and the id of what wrote that log.
    pub(crate) source: (SourceKind, &'a str),
    /// The opening record of the table's first log.
    pub(crate) table: &'a Open,
}

/// The record that holds the coup.
pub(crate) fn record(trace: &Trace<'_>, coup: &Coup, place: &Place, written: &Time, at: &Recorded<'_>) {
    trace.section("Record");
    let Recorded { log, source: (kind, id), table: open } = at;
    trace.say(format!(
        "log {}, of {} `{}`, table {}: {}/{}/{}",
        log,
        kind.word(),
        id,
        open.table,
        open.jurisdiction,
        open.venue,
        open.game,
    ));
    let line = place.line.map_or_else(String::new, |line| format!("line {line}, "));
    let seq = place.seq.map_or_else(String::new, |seq| format!("seq {seq}, "));
    trace.say(format!("{line}{seq}written at {written}"));
    if let Some(sha256) = &place.record_sha256 {
        trace.say(format!("SHA-256 of the line's bytes without the line feed: {sha256}"));
    }
    if let Some(own) = &coup.tournament {
        trace.say(format!(
            "play of tournament {}, session {}: its sums are tournament chips, no money",
            own.id, own.session
        ));
    }
    if let Some(row) = place.source_row {
        trace.say(format!("row {row} of the source that was imported"));
    }
    if coup.mode == Some(Mode::NoBet) {
        let no_bet = coup.no_bet.unwrap_or_default();
        let reason = no_bet.reason.map_or_else(|| "no reason named".to_owned(), |reason| plain(reason.word()));
        let by = no_bet.by.map_or_else(|| "not named".to_owned(), |role| plain(role.word()));
        trace.say(format!("logged as a no-bet coup: {reason}; permitted by: {by}"));
    }
}

/// Which moment determines the ruleset.
pub(crate) fn commenced(trace: &Trace<'_>, coup: &Coup, imported: bool, written: &Time, which: RoundTime) {
    trace.section("Ruleset");
    let times = &coup.times;
    let text = match (&times.opened, &times.first_card) {
        (None, Some(first)) if which != RoundTime::FirstCard => {
            format!("play commenced at {first} (times.first_card: no times.opened is logged)")
        }
        (Some(opened), None) if which == RoundTime::FirstCard => {
            format!("play commenced at {opened} (times.opened: no times.first_card is logged)")
        }
        (_, Some(first)) if which == RoundTime::FirstCard => {
            format!("play commenced at {first} (times.first_card)")
        }
        (Some(opened), _) => format!("play commenced at {opened} (times.opened)"),
        (None, _) if let Some((name, time)) = dates_import(coup).filter(|_| imported) => {
            format!("neither times.opened nor times.first_card is logged: an import is dated by {name}, {time}")
        }
        (None, _) => {
            format!("neither times.opened nor times.first_card is logged: the record's own time, {written}")
        }
    };
    trace.say(text);
}

/// The ruleset and why it judges the coup.
pub(crate) fn ruleset(
    trace: &Trace<'_>,
    registry: &Registry,
    named: Option<&Ruleset>,
    found: Option<&Ruleset>,
    unelected: Option<String>,
    uncertain: Option<&str>,
) {
    let Some(ruleset) = found else {
        if let Some(why) = unelected {
            trace.say(why);
            return;
        }
        trace.say("no ruleset of this jurisdiction, venue and game was in force then: this coup was not judged, and no wager of it was checked");
        return;
    };
    trace.say(format!("judged by {}", ruleset.id));
    let version = ruleset.version.as_ref().map_or_else(String::new, |version| format!(", version {version}"));
    trace.inner(format!("{}{version}; document: {}", ruleset.title, ruleset.source.document));
    trace.inner(format!("digest {}", ruleset.digest));
    if named.is_some() {
        trace.inner("because it was named to judge every coup, whatever was in force");
    } else if let Some(period) = registry.period(&ruleset.id) {
        let stated = if period.stated { ", a date that the facts file states" } else { "" };
        let until = match &period.until {
            Some((until, next)) => format!("until {until}, when {next} takes over"),
            None => "and no later version is held".to_owned(),
        };
        trace.inner(format!("in force from {}{stated}, {until}", period.from));
    }
    let whole = named.or_else(|| registry.get(&ruleset.id).map(AsRef::as_ref));
    for (option, choice) in &ruleset.elected.0 {
        let rule = whole.and_then(|whole| whole.options.iter().find(|rule| rule.name == *option));
        let clause = rule.and_then(|rule| rule.choices.iter().find(|known| known.choice == *choice));
        trace.inner_by(
            format!("`{option}` as elected for the table: {choice}"),
            clause.map(|choice| &choice.clause),
            false,
        );
    }
    if let Some(why) = uncertain {
        trace.inner(format!("uncertain: {why} (reported as a finding once a log, at the first coup concerned)"));
    }
    trace.inner("clauses are cited in brackets, as [3.7], and are those of this document; a reading, that is a choice where the document is silent or unclear, is marked († in text, R on a page)");
}

/// No ruleset judges the coup.
pub(crate) fn unjudged(trace: &Trace<'_>, returned: i128) {
    trace.section("Settlement");
    trace.say(format!("nothing is judged: {} came back, and nothing shows what was due", trace.unit.of(returned)));
}

/// The close, the next commencement, and when errors count as noticed.
pub(crate) fn fixed_moments(trace: &Trace<'_>, around: &Surroundings<'_>) {
    let moments = &around.ruleset.moments;
    trace.section("Moments");
    let logged = [
        ("opened", &around.times.opened),
        ("closed", &around.times.closed),
        ("first_card", &around.times.first_card),
        ("settled", &around.times.settled),
    ];
    let logged: Vec<String> =
        logged.into_iter().filter_map(|(name, time)| Some(format!("{name} {}", time.as_ref()?))).collect();
    let logged = if logged.is_empty() { "none".to_owned() } else { logged.join(", ") };
    trace.say(format!("times logged: {logged}"));
    let word = moments.close.time.word();
    match round_time(around.times, moments.close.time) {
        Some(close) => trace.by(
            format!("the close is times.{word}: {}", shown(close, around.written)),
            Some(&moments.close.clause),
            false,
        ),
        None => trace.by(
            format!("the close is times.{word}, which is not logged: no wager counts as late"),
            Some(&moments.close.clause),
            false,
        ),
    }
    let word = moments.next_commencement.time.word();
    match around.aftermath.commences_next(moments) {
        Some((next, what)) => {
            let what = match what {
                Follows::Coup => next_coup(around.aftermath, moments.next_commencement.time),
                Follows::ShoeEnd => "the end of the shoe".to_owned(),
                Follows::ShoeCheck => "the check of the shoe".to_owned(),
                Follows::FinalSeal => "the final seal of the log".to_owned(),
            };
            trace.by(
                format!("the next commencement is at {}: {what}", shown(next, around.written)),
                Some(&moments.next_commencement.clause),
                false,
            );
        }
        None => trace.by(
            format!("the next commencement is times.{word} of the table's next coup, and nothing follows: an error was noticed in time"),
            Some(&moments.next_commencement.clause),
            false,
        ),
    }
    if !around.irregularities.is_empty() {
        let how = if moments.noticed.time == Noticed::NotifiedAt {
            "an error counts as noticed at notified_at, or at noticed where that is missing"
        } else {
            "an error counts as noticed at noticed"
        };
        trace.by(how, moments.noticed.clause.as_ref(), false);
    }
    if !around.asks_times {
        trace.say("missing times are no finding here");
    }
}

fn next_coup(aftermath: &Aftermath, which: RoundTime) -> String {
    let times = aftermath.next_coup.as_ref().map(|(times, _)| times);
    let has = times.is_some_and(|times| round_time(times, which).is_some());
    let commenced = times.is_some_and(|times| times.opened.is_some() || times.first_card.is_some());
    match (has, commenced) {
        (true, _) => format!("times.{} of the table's next coup", which.word()),
        (false, true) => {
            format!("the commencement of the table's next coup, which logs no times.{}", which.word())
        }
        (false, false) => "the record of the table's next coup, which logs no times".to_owned(),
    }
}

/// How often each card of the coup counts in its shoe.
pub(crate) fn composition(
    trace: &Trace<'_>,
    ruleset: Option<&Ruleset>,
    asked: Result<u32, &str>,
    counts: &[(Card, u32)],
    returns: bool,
) {
    trace.section("Composition of the shoe");
    let decks = match asked {
        Ok(decks) => decks,
        Err(why) => {
            trace.say(format!("not judged: {why}"));
            return;
        }
    };
    let over = if returns {
        "the rack (burned cards, the coup before) and this coup"
    } else {
        "the shoe since its start, or since a check at which its cards came back"
    };
    trace.by(
        format!("{decks} decks hold {decks} of each card; counted over {over}"),
        ruleset.map(|ruleset| ruleset.deal.cards_return.as_ref().filter(|_| returns).unwrap_or(&ruleset.decks.clause)),
        false,
    );
    let copies: Vec<String> = counts
        .iter()
        .map(|(card, copies)| {
            let over = if *copies > decks { " (too many)" } else { "" };
            format!("{card} {copies}{over}")
        })
        .collect();
    if !copies.is_empty() {
        trace.say(format!("copies of this coup's cards so far: {}", copies.join(", ")));
    }
}

/// How many cards were burned before the coup, and how long its shoe goes on, if the rules have anything about it.
pub(crate) fn shoe_rules(trace: &Trace<'_>, ruleset: &Ruleset, burned: Option<usize>, cut: Option<&CutSeen>) {
    if let (Some(rule), Some(burned)) = (&ruleset.deal.burn_before_coup, burned) {
        let text = format!("{} burned before this coup; {} due", counted(burned, "card"), rule.number);
        trace.by(text, Some(&rule.clause), false);
    }
    if let (Some(rule), Some(cut)) = (&ruleset.cut_card, cut)
        && rule.then.coups().is_some()
    {
        let line = cut.place.line.map_or_else(String::new, |line| format!(" (line {line})"));
        let text = format!(
            "the cut card appeared{line}, and this is coup {} logged since: {}",
            cut.coups,
            rule.then.in_words()
        );
        trace.by(text, Some(&rule.clause), false);
    }
}

/// What the coup takes from the one before, and leaves to the next.
pub(crate) fn follows(
    trace: &Trace<'_>,
    before: Option<(Card, Option<&str>)>,
    carried: bool,
    after: Option<(Card, bool, Option<&str>)>,
    irregularities: &[Logged],
) {
    trace.section("Before and after");
    match before {
        Some((card, no_bet)) => {
            let no_bet =
                no_bet.map_or_else(String::new, |clause| format!(", and this has to be a no-bet coup ({clause})"));
            trace.say(format!("the coup before kept {card} as this coup's first card{no_bet}"));
        }
        None => trace.say("the coup before kept no card"),
    }
    if carried {
        trace.say("the log says that this coup's first card was carried over");
    }
    match after {
        Some((card, by_right, no_bet)) => {
            let right = if by_right { "by right" } else { "as the log says, by no clause" };
            let no_bet = no_bet.map_or_else(String::new, |clause| format!("; that has to be a no-bet coup ({clause})"));
            trace.say(format!("{card} is kept, {right}, as the first card of the next coup{no_bet}"));
        }
        None => trace.say("no card is kept for the next coup"),
    }
    if irregularities.iter().any(|logged| logged.irregularity.kind == Kind::BurnOmitted) {
        trace.say("the omitted burn is logged, so no burn is missed");
    }
}
