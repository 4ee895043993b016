use std::sync::Arc;

use resettle_coup_log::{Coup, Record, SourceKind, Times, Wager};

use super::table::Sources;
use crate::catalogue::Code;
use crate::finding::{Finding, Place, Severity};
use crate::replay::{Clock, Round, place_of};

/// What one source says of a coup.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) source: usize,
    pub(super) place: Place,
    pub(super) record: Record,
    pub(super) coup: Coup,
    /// The gravest fault that was told of its line.
    pub(super) worst: Option<Severity>,
}

impl Part {
    pub(super) fn new(record: Record, coup: Coup, source: usize, place: Place, worst: Option<Severity>) -> Self {
        Self { source, place, record, coup, worst }
    }
}

/// Joins the parts of one coup. The parts come in the order of precedence: table, shoe, display, terminals.
pub(super) fn join(
    mut parts: Vec<Part>,
    sources: &Sources,
    all_passed: bool,
    findings: &mut Vec<Finding>,
) -> Option<Round> {
    let main = parts.iter().position(|part| part.coup.cards.is_some()).unwrap_or(0);
    disagreements(&parts, sources, findings);
    let kind = |part: &Part| sources.get(part.source).map(|source| source.kind);
    let times = [SourceKind::Table, SourceKind::Shoe, SourceKind::Display]
        .into_iter()
        .filter_map(|wanted| parts.iter().find(|part| kind(part) == Some(wanted)))
        .map(|part| part.coup.times.clone())
        .find(|times| *times != Times::default())
        .unwrap_or_default();
    let timed = parts.iter().any(|part| matches!(kind(part), Some(SourceKind::Table | SourceKind::Shoe)));
    let tells = |at: usize| parts.iter().any(|part| part.source == at && part.coup.wagers.is_some());
    let all_wagers = (all_passed
        && sources.infos.iter().enumerate().all(|(at, own)| own.kind != SourceKind::Terminal || tells(at)))
        || parts.iter().any(|part| kind(part) == Some(SourceKind::Table) && part.coup.wagers.is_some());
    let declared = parts.iter().find_map(|part| part.coup.declared);
    let shown = parts.iter().find(|part| part.coup.wrd.is_some());
    let (wrd, wrd_place) = (shown.and_then(|part| part.coup.wrd), shown.map(|part| part.place.clone()));
    let mode = parts.iter().find_map(|part| part.coup.mode);
    let no_bet = parts.iter().find_map(|part| part.coup.no_bet);
    let mut wagers = Vec::new();
    let mut wager_places = Vec::new();
    let mut clocks = Vec::new();
    let mut has_wagers = false;
    for part in &parts {
        has_wagers |= part.coup.wagers.is_some();
        let Some(source) = sources.get(part.source) else { continue };
        for wager in part.coup.wagers.iter().flatten() {
            let identity =
                |wager: &Wager, own: &str| (wager.terminal.clone().unwrap_or(own.to_owned()), wager.name.clone());
            let mine = identity(wager, &source.id);
            // A table that does not say by which terminal a wager came is known by the wager's id.
            let unsaid = |known: &Wager, from: &Place| {
                let of_table = sources.info_of(from).is_some_and(|source| source.kind == SourceKind::Table);
                of_table && known.terminal.is_none() && known.name == wager.name && !wager.name.starts_with('#')
            };
            let known = wagers.iter().zip(&clocks).zip(&wager_places).position(
                |((known, clock), place): ((&Wager, &Clock), &Place)| {
                    identity(known, &clock.source) == mine
                        || (sources.of(place) != Some(part.source) && unsaid(known, place))
                },
            );
            let clock = Clock { source: Arc::from(source.id.as_str()), tolerance: source.tolerance };
            let known = known.and_then(|at| Some((wagers.get_mut(at)?, wager_places.get(at)?, clocks.get_mut(at)?)));
            match known {
                Some((known, place, known_clock)) => {
                    if !same_wager(known, wager) {
                        let finding = differ("wager", &wager.name, place, &part.place, sources);
                        findings.push(finding.wager(&wager.name).compared(money_of(known), money_of(wager)));
                    }
                    // A wager's own times come from its terminal, by the terminal's clock.
                    if source.kind == SourceKind::Terminal {
                        known.placed = wager.placed.clone().or(known.placed.take());
                        known.withdrawn = wager.withdrawn.clone().or(known.withdrawn.take());
                        *known_clock = clock;
                    }
                }
                None => {
                    let table = parts.iter().find(|other| {
                        other.source != part.source
                            && kind(other) == Some(SourceKind::Table)
                            && other.coup.wagers.is_some()
                    });
                    if let Some(table) = table {
                        let finding = differ("wager", &wager.name, &table.place, &part.place, sources);
                        findings.push(finding.wager(&wager.name).compared("no such wager", money_of(wager)));
                    }
                    wagers.push(wager.clone());
                    wager_places.push(part.place.clone());
                    clocks.push(clock);
                }
            }
        }
    }
    untold(&parts, &wagers, &wager_places, sources, findings);
    let mut irregularities = Vec::new();
    let mut irregularity_places = Vec::new();
    for part in &parts {
        for irregularity in &part.coup.irregularities {
            if !irregularities.contains(irregularity) {
                irregularities.push(irregularity.clone());
                irregularity_places.push(part.place.clone());
            }
        }
    }
    if main >= parts.len() {
        return None;
    }
    let part = parts.swap_remove(main);
    let coup =
        Coup { times, declared, wrd, mode, no_bet, wagers: has_wagers.then_some(wagers), irregularities, ..part.coup };
    Some(Round {
        timed,
        coup: Box::new(coup),
        place: part.place,
        written: part.record.at,
        wager_places,
        clocks,
        all_wagers,
        wrd_place,
        irregularity_places,
    })
}

/// Wagers that the table tells of a terminal whose own log knows the coup, but not the wager.
fn untold(parts: &[Part], wagers: &[Wager], places: &[Place], sources: &Sources, findings: &mut Vec<Finding>) {
    for (wager, place) in wagers.iter().zip(places) {
        let by_table = sources.info_of(place).is_some_and(|info| info.kind == SourceKind::Table);
        let Some(terminal) = wager.terminal.as_ref().filter(|_| by_table) else { continue };
        let own = parts.iter().find(|part| {
            sources.get(part.source).is_some_and(|info| info.kind == SourceKind::Terminal && info.id == *terminal)
        });
        let Some(own) = own.filter(|own| Some(own.source) != sources.of(place) && own.coup.wagers.is_some()) else {
            continue;
        };
        if !own.coup.wagers.iter().flatten().any(|known| known.name == wager.name) {
            let finding = differ("wager", &wager.name, place, &own.place, sources);
            findings.push(finding.wager(&wager.name).compared(money_of(wager), "no such wager"));
        }
    }
}

/// A wager in a few words.
fn money_of(wager: &Wager) -> String {
    format!("{} on {}, {} returned", wager.stake, wager.bet, wager.returned)
}

/// The same bet, place and money: what only one of two sources knows does not count against it.
fn same_wager(one: &Wager, other: &Wager) -> bool {
    let time = |a: &Option<resettle_coup_log::Time>, b: &Option<resettle_coup_log::Time>| match (a, b) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    one.bet == other.bet
        && one.stake == other.stake
        && one.returned == other.returned
        && one.accepted == other.accepted
        && time(&one.placed, &other.placed)
        && time(&one.withdrawn, &other.withdrawn)
}

/// Two sources that hold the same section and differ; each section once for each further source.
fn disagreements(parts: &[Part], sources: &Sources, findings: &mut Vec<Finding>) {
    let mut compare = |section: &str, shown: &dyn Fn(&Coup) -> Option<String>| {
        let mut first: Option<(&Part, String)> = None;
        for part in parts {
            let Some(own) = shown(&part.coup) else { continue };
            match &first {
                None => first = Some((part, own)),
                Some((known, theirs)) if *theirs != own => {
                    findings.push(differ(section, section, &known.place, &part.place, sources).compared(theirs, own));
                }
                Some(_) => {}
            }
        }
    };
    compare("cards", &|coup| {
        let cards: Vec<String> = coup.cards.as_ref()?.iter().map(ToString::to_string).collect();
        Some(cards.join(" "))
    });
    compare("declared", &|coup| {
        let declared = coup.declared.as_ref()?;
        let number = |name: &str, n: Option<i64>| n.map(|n| format!("{name} {n}"));
        let said = [
            declared.result.map(|result| result.word().to_owned()),
            number("Player", declared.player),
            number("Banker", declared.banker),
            number("sevens", declared.sevens),
        ];
        Some(said.into_iter().flatten().collect::<Vec<_>>().join(", "))
    });
    compare("wrd", &|coup| coup.wrd.map(|shown| shown.word().to_owned()));
}

fn differ(section: &str, what: &str, one: &Place, other: &Place, sources: &Sources) -> Finding {
    let named = |place: &Place| format!("{}:{}", sources.file_of(place), place.line.unwrap_or(0));
    let which = if section == "wager" { format!("wager {what}") } else { format!("section `{what}`") };
    let message = format!("the {which} of this coup differs between {} and {}", named(one), named(other));
    Finding::new(Code::Disagreement, other, message)
}

/// Splits a coup record of a source's log, as places number it, into what joining needs.
pub(super) fn part_of(mut record: Record, source: usize, log: usize, worst: Option<Severity>) -> Option<Part> {
    let place = place_of(&record, log);
    let body = std::mem::replace(&mut record.body, resettle_coup_log::Body::Session);
    match body {
        resettle_coup_log::Body::Coup(coup) => Some(Part::new(record, *coup, source, place, worst)),
        _ => None,
    }
}
