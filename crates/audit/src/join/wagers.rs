//! The wagers of a coup, from the table's log and from those of the terminals, each once.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use resettle_coup_log::Wager;
use resettle_sealed_log::{SourceKind, Time};

use super::coup::{Part, differ};
use super::sources::Sources;
use crate::case::Contested;
use crate::finding::Finding;
use crate::replay::{Clock, Origin};

/// The wagers of a coup, in the order of the sources; if several sources report a wager, the first one counts.
#[derive(Default)]
pub(super) struct Wagers {
    pub(super) all: Vec<(Wager, Origin)>,
    /// Whether some source reports on wagers, even if there are none.
    pub(super) recorded: bool,
    /// Those of which two sources say different things.
    pub(super) contested: Vec<Contested>,
}

/// Finds a wager that is logged again, so that many terminals with many wagers are joined in one pass.
#[derive(Default)]
struct Known {
    /// By terminal or source, and name.
    named: BTreeMap<(String, String), usize>,
    /// The table's wagers that name no terminal, and those of terminals, by name.
    unsaid: [BTreeMap<String, VecDeque<usize>>; 2],
    /// Wagers without a name, by terminal and what lies on the layout, in their order; again the table's and the terminals'.
    nameless: [Nameless; 2],
}

/// Wagers without a name, in their order, by terminal and what lies on the layout.
type Nameless = BTreeMap<(Option<String>, Laid), VecDeque<usize>>;

/// What distinguishes wagers without a name.
type Laid = (String, i64, Option<String>, Option<String>, Option<String>);

fn laid(wager: &Wager) -> Laid {
    (wager.bet.clone(), wager.stake, wager.seat.clone(), wager.area.clone(), wager.player.clone())
}

impl Known {
    fn note(&mut self, at: usize, owner: &str, wager: &Wager, by_table: bool) {
        let ([of_table, of_terminals], [nameless_of_table, nameless]) = (&mut self.unsaid, &mut self.nameless);
        if !wager.has_id() {
            let unnamed = if by_table { nameless_of_table } else { nameless };
            let terminal = if by_table { wager.terminal.clone() } else { None };
            unnamed.entry((terminal, laid(wager))).or_default().push_back(at);
            return;
        }
        self.named.entry((owner.to_owned(), wager.name.clone())).or_insert(at);
        if !by_table {
            of_terminals.entry(wager.name.clone()).or_default().push_back(at);
        } else if wager.terminal.is_none() {
            of_table.entry(wager.name.clone()).or_default().push_back(at);
        }
    }

    /// The wager that another source reported before; `by_table` says that the given wager is from a table's log.
    fn find(&mut self, owner: &str, wager: &Wager, by_table: bool) -> Option<usize> {
        let ([of_table, of_terminals], [nameless_of_table, nameless]) = (&mut self.unsaid, &mut self.nameless);
        let mut nameless = |terminal: Option<&str>| {
            let unnamed = if by_table { &mut *nameless } else { &mut *nameless_of_table };
            unnamed.get_mut(&(terminal.map(str::to_owned), laid(wager))).and_then(VecDeque::pop_front)
        };
        if !wager.has_id() {
            return nameless(Some(owner)).or_else(|| nameless(None));
        }
        let key = (owner.to_owned(), wager.name.clone());
        if let Some(at) = self.named.get(&key) {
            return Some(*at);
        }
        // If a table does not record the terminal of a wager, the wager is found by its id.
        let by_id = match (by_table, &wager.terminal) {
            (true, Some(_)) => return None,
            (true, None) => of_terminals,
            (false, _) => of_table,
        };
        let at = by_id.get_mut(&wager.name).and_then(VecDeque::pop_front);
        // Two terminals may use the same id, which in the table's log then names neither wager.
        let at = at.or_else(|| if by_table { None } else { nameless(Some(owner)).or_else(|| nameless(None)) })?;
        self.named.insert(key, at);
        Some(at)
    }
}

/// Whose wagers of a coup a seal vouches for.
#[derive(Default)]
struct Held<'p> {
    table: Option<&'p Part>,
    terminals: BTreeMap<&'p str, &'p Part>,
}

impl<'p> Held<'p> {
    fn of(parts: &'p [Part], sources: &'p Sources) -> Self {
        let mut held = Self::default();
        for part in parts.iter().filter(|part| part.vouched && part.coup.wagers.is_some()) {
            let Some(info) = sources.get(part.source) else { continue };
            match info.kind {
                SourceKind::Table => held.table = held.table.or(Some(part)),
                _ => {
                    held.terminals.entry(&info.id).or_insert(part);
                }
            }
        }
        held
    }

    /// The vouched record of the wagers among which this wager of an unvouched source would be.
    fn instead_of(&self, owner: &str, wager: &Wager, by_table: bool) -> Option<&'p Part> {
        let nobodys = by_table && wager.terminal.is_none();
        let some = || self.terminals.values().next().copied().filter(|_| nobodys);
        self.table.or_else(|| self.terminals.get(owner).copied()).or_else(some)
    }
}

/// Joins the wagers of the parts, which come in the order of precedence.
pub(super) fn join(parts: &[Part], sources: &Sources, findings: &mut Vec<Finding>) -> Wagers {
    let mut out = Wagers::default();
    let mut known = Known::default();
    let held = Held::of(parts, sources);
    let table = parts
        .iter()
        .take_while(|part| part.vouched || held.table.is_none() && held.terminals.is_empty())
        .find(|part| sources.kind_of(part.source) == Some(SourceKind::Table) && part.coup.wagers.is_some());
    for part in parts {
        out.recorded |= part.coup.wagers.is_some();
        let Some(source) = sources.get(part.source) else { continue };
        let by_table = source.kind == SourceKind::Table;
        let clock = Clock { source: Arc::from(source.id.as_str()), tolerance: source.tolerance };
        let first_of_part = out.all.len();
        for wager in part.coup.wagers.iter().flatten() {
            let owner = wager.terminal.as_deref().unwrap_or(&source.id);
            // What one source records twice is two wagers.
            let reported = known.find(owner, wager, by_table).filter(|at| *at < first_of_part);
            if let Some((at, (reported, origin))) = reported.and_then(|at| Some((at, out.all.get_mut(at)?))) {
                if !same(reported, wager) {
                    let finding = differ("wager", &wager.name, &origin.place, &part.place, sources);
                    let [theirs, own] = both_in_words(reported, wager);
                    let finding = finding.wager(&wager.name).compared(theirs, own);
                    let finding = match decided(reported, wager) {
                        Some(money) => finding.money(money),
                        None => finding,
                    };
                    let said = [reported.clone(), wager.clone()];
                    out.contested.push(Contested { at, said, finding });
                }
                // A wager's own times come from its terminal, by the terminal's clock.
                let may = part.vouched || held.instead_of(owner, wager, by_table).is_none();
                if source.kind == SourceKind::Terminal && may {
                    reported.placed = wager.placed.clone().or(reported.placed.take());
                    reported.withdrawn = wager.withdrawn.clone().or(reported.withdrawn.take());
                    origin.clock = clock.clone();
                }
                continue;
            }
            if let Some(known) = held.instead_of(owner, wager, by_table).filter(|_| !part.vouched) {
                let finding = differ("wager", &wager.name, &known.place, &part.place, sources);
                findings.push(finding.wager(&wager.name).compared("no such wager", in_words(wager)));
                continue;
            }
            if let Some(table) = table.filter(|table| table.source != part.source) {
                let finding = differ("wager", &wager.name, &table.place, &part.place, sources);
                findings.push(finding.wager(&wager.name).compared("no such wager", in_words(wager)));
            }
            known.note(out.all.len(), owner, wager, by_table);
            out.all.push((wager.clone(), Origin { place: part.place.clone(), clock: clock.clone() }));
        }
    }
    unknown_to_terminal(parts, &out, sources, findings);
    out
}

/// Wagers that the table reports of a terminal whose own log knows the coup, but not the wager.
fn unknown_to_terminal(parts: &[Part], wagers: &Wagers, sources: &Sources, findings: &mut Vec<Finding>) {
    let mut own: BTreeMap<&str, &Part> = BTreeMap::new();
    for part in parts.iter().filter(|part| part.coup.wagers.is_some()) {
        if let Some(info) = sources.get(part.source).filter(|info| info.kind == SourceKind::Terminal) {
            own.entry(&info.id).or_insert(part);
        }
    }
    for (wager, Origin { place, clock }) in &wagers.all {
        let by_table = sources.info_of(place).is_some_and(|info| info.kind == SourceKind::Table);
        let Some(terminal) = wager.terminal.as_deref().filter(|_| by_table) else { continue };
        let Some(own) = own.get(terminal).filter(|_| *clock.source != *terminal) else { continue };
        let finding = differ("wager", &wager.name, place, &own.place, sources);
        findings.push(finding.wager(&wager.name).compared(in_words(wager), "no such wager"));
    }
}

/// A wager in a few words.
fn in_words(wager: &Wager) -> String {
    let commission = match wager.commission {
        0 => String::new(),
        taken => format!(", commission {taken}"),
    };
    let withdrawn = wager.withdrawn.as_ref().map_or_else(String::new, |at| format!(", withdrawn at {at}"));
    format!("{} on {}, {} returned{commission}{withdrawn}", wager.stake, wager.bet, wager.returned)
}

/// Two records of one wager, with whose it is and where it lay if that is in what they differ.
fn both_in_words(one: &Wager, other: &Wager) -> [String; 2] {
    let differing: Vec<_> = PLACED_BY.iter().filter(|(_, of)| differs(of(one), of(other))).collect();
    [one, other].map(|wager| {
        differing
            .iter()
            .filter_map(|(name, of)| Some(format!(", {name} {}", of(wager)?)))
            .fold(in_words(wager), |all, more| all + &more)
    })
}

/// A member of a wager that a source may leave out.
type Stated = fn(&Wager) -> Option<&str>;

/// Whose it is and where it lay: limits of a person, opposed wagers and what is owed hang on it.
const PLACED_BY: [(&str, Stated); 3] = [
    ("player", |wager| wager.player.as_deref()),
    ("seat", |wager| wager.seat.as_deref()),
    ("area", |wager| wager.area.as_deref()),
];

fn differs(one: Option<&str>, other: Option<&str>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}

/// What hangs on which of the two records of a wager is right, whatever was dealt, in minor units: the difference of what
/// went back where they name another commission; what went back beyond the stake where one of them has it withdrawn and
/// the other not.
fn decided(one: &Wager, other: &Wager) -> Option<i128> {
    if one.commission != other.commission {
        return Some(other.net() - one.net());
    }
    match (&one.withdrawn, &other.withdrawn) {
        (Some(_), None) | (None, Some(_)) => Some(one.net() - i128::from(one.stake)),
        _ => None,
    }
}

/// Whether both keep the wager's times, and only one of them has it withdrawn.
fn withdrawn_by_one(one: &Wager, other: &Wager) -> bool {
    one.withdrawn.is_some() != other.withdrawn.is_some() && one.placed.is_some() && other.placed.is_some()
}

/// The same bet, person, place and money: a field that only one of the two sources fills is ignored.
fn same(one: &Wager, other: &Wager) -> bool {
    let time = |a: &Option<Time>, b: &Option<Time>| match (a, b) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    one.bet == other.bet
        && one.stake == other.stake
        && one.returned == other.returned
        && one.accepted == other.accepted
        && one.commission == other.commission
        && !PLACED_BY.iter().any(|(_, of)| differs(of(one), of(other)))
        && !withdrawn_by_one(one, other)
        && time(&one.placed, &other.placed)
        && time(&one.withdrawn, &other.withdrawn)
}
