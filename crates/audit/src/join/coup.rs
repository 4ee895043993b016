use std::collections::BTreeMap;
use std::sync::Arc;

use resettle_coup_log::{Body, CardCode, Coup, Irregularity, QuickCoup, Record, Times, Wager};
use resettle_ruleset::{RoundTime, Ruleset};
use resettle_sealed_log::{Moment, SourceKind};

use super::sources::Sources;
use super::times;
use super::wagers::{self, Wagers};
use crate::catalogue::Code;
use crate::coup::together;
use crate::finding::{Finding, Place, Severity};
use crate::moments::commencement;
use crate::replay::{Origin, Round, place_of};
use crate::stream::Set;

/// What one source records of a coup.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) source: usize,
    pub(super) place: Place,
    pub(super) record: Record,
    pub(super) coup: Coup,
    /// Whether a seal that counts vouches for it; true if all lines of the table are alike.
    pub(super) vouched: bool,
    /// The gravest fault that was reported for its line.
    pub(super) worst: Option<Severity>,
}

/// A part, or what was read quickly of it.
#[derive(Debug)]
pub(super) enum Piece {
    Part(Box<Part>),
    Quick { source: usize, log: usize, coup: Box<QuickCoup> },
}

impl Piece {
    pub(super) fn at(&self) -> Moment {
        match self {
            Self::Part(part) => part.record.at.moment(),
            Self::Quick { coup, .. } => coup.at.moment(),
        }
    }

    /// When its coup was played, by its own times.
    pub(super) fn played(&self) -> Moment {
        let commenced = match self {
            Self::Part(part) => commencement(&part.coup.times),
            Self::Quick { coup, .. } => commencement(&coup.round_times()),
        };
        commenced.unwrap_or(self.at()).min(self.at())
    }

    pub(super) fn source(&self) -> usize {
        match self {
            Self::Part(part) => part.source,
            Self::Quick { source, .. } => *source,
        }
    }

    pub(super) fn vouched(&self) -> bool {
        match self {
            Self::Part(part) => part.vouched,
            Self::Quick { .. } => true,
        }
    }

    pub(super) fn shoe(&self) -> Option<String> {
        match self {
            Self::Part(part) => part.coup.shoe.clone(),
            Self::Quick { coup, .. } => Some(coup.text(coup.shoe).to_owned()),
        }
    }

    pub(super) fn read(&self) -> Option<&Part> {
        match self {
            Self::Part(part) => Some(part),
            Self::Quick { .. } => None,
        }
    }

    pub(super) fn quick(&self) -> Option<&QuickCoup> {
        match self {
            Self::Part(_) => None,
            Self::Quick { coup, .. } => Some(coup),
        }
    }

    pub(super) fn part(self) -> Option<Part> {
        match self {
            Self::Part(part) => Some(*part),
            Self::Quick { source, log, coup } => Part::of(coup.record(), source, log, true, None),
        }
    }
}

impl Part {
    /// Splits a coup record of a source's log, as places number it, into what joining needs.
    pub(super) fn of(
        mut record: Record,
        source: usize,
        log: usize,
        vouched: bool,
        worst: Option<Severity>,
    ) -> Option<Self> {
        let place = place_of(&record, log);
        match std::mem::replace(&mut record.body, Body::Unknown(String::new())) {
            Body::Coup(coup) => Some(Self { source, place, record, coup: *coup, vouched, worst }),
            _ => None,
        }
    }
}

/// By what several sources are compared.
pub(super) struct Clocks<'c> {
    /// How far they may differ, in nanoseconds.
    pub(super) slack: i128,
    /// Which time of a coup is the close, by the ruleset in force then.
    pub(super) close: &'c dyn Fn(&Part) -> Option<RoundTime>,
    /// The ruleset in force at a coup.
    pub(super) ruleset: &'c dyn Fn(&Part) -> Option<Arc<Ruleset>>,
}

/// A coup, joined, and what was found on the way.
#[derive(Default)]
pub(super) struct Joint {
    pub(super) round: Option<Round>,
    pub(super) findings: Vec<Finding>,
    /// What is left out of unvouched sources: the source, what it is, where, and a description.
    pub(super) left_out: Vec<(usize, Set, Place, String)>,
}

/// Joins the parts of one coup. The parts come in the order of precedence: table, shoe, display, terminals. Parts that
/// a seal vouches for go before the others, which add only those sections that no vouched part holds.
pub(super) fn join(mut parts: Vec<Part>, sources: &Sources, all_passed: bool, clocks: &Clocks<'_>) -> Joint {
    let mut joint = Joint::default();
    parts.sort_by_key(|part| !part.vouched);
    let speaking = parts.iter().take_while(|part| part.vouched).count();
    let speaking = if speaking == 0 { parts.len() } else { speaking };
    let main = parts.iter().position(|part| part.coup.cards.is_some()).unwrap_or(0);
    let partly = || parts.iter().flat_map(|part| &part.coup.cards).flatten().any(|card| card.is_partly_known());
    let ruleset = parts.first().filter(|_| partly()).and_then(|part| (clocks.ruleset)(part));
    let cards = fullest(&parts, main, speaking, ruleset.as_deref());
    disagreements(&parts, sources, ruleset.as_deref(), &mut joint.findings);
    let kind = |part: &Part| sources.kind_of(part.source);
    let used = || parts.iter().take(speaking);
    let timing = times::timing(used(), sources);
    let times = timing.map(|part| part.coup.times.clone()).unwrap_or_default();
    let dated = timing.map(|part| (part.place.source, part.record.at.clone()));
    let timed = used().any(|part| matches!(kind(part), Some(SourceKind::Table | SourceKind::Shoe)));
    let all_wagers = (all_passed && every_terminal_records(&parts, sources))
        || used().any(|part| kind(part) == Some(SourceKind::Table) && part.coup.wagers.is_some());
    let declared = parts.iter().find_map(|part| part.coup.declared);
    let shown = parts.iter().find(|part| part.coup.wrd.is_some());
    let (wrd, wrd_place) = (shown.and_then(|part| part.coup.wrd), shown.map(|part| part.place.clone()));
    let mode = used().find_map(|part| part.coup.mode);
    let no_bet = used().find_map(|part| part.coup.no_bet);
    let Wagers { all, recorded, contested } = wagers::join(&parts, sources, &mut joint.findings);
    let (wagers, origins): (Vec<Wager>, Vec<Origin>) = all.into_iter().unzip();
    let close = timing.and_then(|part| (clocks.close)(part));
    joint.findings.extend(times::disagreements(used(), sources, clocks.slack, close, &wagers));
    let Irregularities { all: irregularities, places: irregularity_places, seconded } = irregularities(used());
    for part in parts.iter().skip(speaking) {
        if let Some(first) = part.coup.irregularities.first() {
            let what = first.kind_word.clone();
            joint.left_out.push((part.source, Set::Irregularities, part.place.clone(), what));
        }
        if part.coup.times != Times::default() {
            joint.left_out.push((part.source, Set::Times, part.place.clone(), "times of the round".to_owned()));
        }
    }
    if main >= parts.len() {
        return joint;
    }
    let part = parts.swap_remove(main);
    let wagers = recorded.then_some(wagers);
    let coup = Coup { times, declared, wrd, mode, no_bet, cards, wagers, irregularities, ..part.coup };
    joint.round = Some(Round {
        timed,
        coup: Box::new(coup),
        place: part.place,
        written: part.record.at,
        dated,
        origins,
        all_wagers,
        wrd_place,
        irregularity_places,
        seconded,
        contested,
    });
    joint
}

/// The irregularities of all parts, each once, with the record of each, and whether a further source records it.
#[derive(Default)]
struct Irregularities {
    all: Vec<Irregularity>,
    places: Vec<Place>,
    seconded: Vec<bool>,
}

fn irregularities<'p>(parts: impl Iterator<Item = &'p Part>) -> Irregularities {
    let mut out = Irregularities::default();
    let mut seen: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for part in parts {
        // An irregularity that one source records twice stays there twice.
        let mut own: Vec<(String, usize)> = Vec::new();
        for irregularity in &part.coup.irregularities {
            let key = claim(irregularity);
            if let Some(known) = seen.get(&key) {
                for at in known {
                    out.seconded.get_mut(*at).into_iter().for_each(|seconded| *seconded = true);
                }
                continue;
            }
            own.push((key, out.all.len()));
            out.all.push(irregularity.clone());
            out.places.push(part.place.clone());
            out.seconded.push(false);
        }
        own.into_iter().for_each(|(key, at)| seen.entry(key).or_default().push(at));
    }
    out
}

/// Everything that an irregularity states, so that one which two sources record alike counts once.
pub(super) fn claim(irregularity: &Irregularity) -> String {
    let Irregularity { kind_word, noticed, notified_at, ruling, by, notified, facts, .. } = irregularity;
    let mut notified: Vec<&str> = notified.iter().map(|role| role.word()).collect();
    notified.sort_unstable();
    let (noticed, notified_at) = (noticed.moment().nanos, notified_at.as_ref().map(|at| at.moment().nanos));
    format!("{kind_word} {noticed} {notified_at:?} {ruling:?} {by:?} {notified:?} {facts:?}")
}

/// Whether each terminal among the sources reports its wagers.
fn every_terminal_records(parts: &[Part], sources: &Sources) -> bool {
    let mut records = vec![false; sources.infos.len()];
    for part in parts.iter().filter(|part| part.coup.wagers.is_some()) {
        records.get_mut(part.source).into_iter().for_each(|records| *records = true);
    }
    sources.infos.iter().zip(records).all(|(info, records)| records || info.kind != SourceKind::Terminal)
}

/// The cards of the part that counts, each as the other parts that count as much know it, where they do not contradict it.
fn fullest(parts: &[Part], main: usize, speaking: usize, ruleset: Option<&Ruleset>) -> Option<Vec<CardCode>> {
    let mut cards = parts.get(main)?.coup.cards.clone()?;
    let alike = |at: usize| (at < speaking) == (main < speaking);
    for (_, part) in parts.iter().enumerate().skip(main + 1).filter(|(at, _)| alike(*at)) {
        let fuller = part.coup.cards.as_deref().and_then(|other| together(ruleset, &cards, other));
        cards = fuller.unwrap_or(cards);
    }
    Some(cards)
}

/// Sources that contradict each other about the cards; what one of them knows in part contradicts nothing that it may be.
fn cards_differ(parts: &[Part], sources: &Sources, ruleset: Option<&Ruleset>, findings: &mut Vec<Finding>) {
    let words = |cards: &[CardCode]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut first: Option<(&Part, Vec<CardCode>)> = None;
    for part in parts {
        let Some(own) = part.coup.cards.as_deref() else { continue };
        match &mut first {
            None => first = Some((part, own.to_vec())),
            Some((known, theirs)) => match together(ruleset, theirs, own) {
                Some(both) => *theirs = both,
                None => findings.push(
                    differ("cards", "cards", &known.place, &part.place, sources).compared(words(theirs), words(own)),
                ),
            },
        }
    }
}

/// Two sources hold the same section and differ; each section is reported once for each further source.
fn disagreements(parts: &[Part], sources: &Sources, ruleset: Option<&Ruleset>, findings: &mut Vec<Finding>) {
    cards_differ(parts, sources, ruleset, findings);
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
    // Where they differ about the cards, or about what was put right, destinations count along other cards.
    compare("to", &|coup| {
        let to = coup.to.as_ref()?;
        let along = coup.reconstructed_cards.as_ref().or(coup.cards.as_ref())?;
        (along.len() == to.len()).then(|| to.iter().map(|to| to.word()).collect())
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

pub(super) fn differ(section: &str, what: &str, one: &Place, other: &Place, sources: &Sources) -> Finding {
    let which = if section == "wager" { format!("wager {what}") } else { format!("section `{what}`") };
    let message =
        format!("the {which} of this coup differs between {} and {}", sources.named(one), sources.named(other));
    Finding::new(Code::Disagreement, other, message)
}
