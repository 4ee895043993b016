use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead};
use std::sync::Arc;

use resettle_coup_log::{Body, LogReader, LogVerdict, Moment, Open, SourceKind};

use super::coup::{Part, join, part_of};
use super::expected::SourceSettings;
use super::segments::{Item, Segments};
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::replay::{Audit, RulesetUse, Settings, Stage, Totals, whole};
use crate::settle::net;
use crate::sink::{Out, Plain, Sink};
use crate::trace::CoupName;

/// One log among the sources of a table.
pub struct SourceLog<'t, R> {
    /// The file as it is named in findings.
    pub file: String,
    /// The log.
    pub reader: LogReader<'t, R>,
}

/// What the sources of one table come to together; findings and coups went to a sink.
#[derive(Debug)]
pub struct JoinedReplay {
    /// The log that each [`Place::source`](crate::Place::source) names: its place among those passed.
    pub sources: Vec<usize>,
    /// The opening record by which the table is known: that of the first source that has one.
    pub open: Option<Open>,
    /// The verdict on each log as a log, in the order in which they were passed; the faults are findings.
    pub verdicts: Vec<LogVerdict>,
    /// Why an input could not be read to its end, in the same order.
    pub read_errors: Vec<Option<io::Error>>,
    /// The sums.
    pub totals: Totals,
    /// The rulesets used, by id.
    pub rulesets: Vec<RulesetUse>,
    /// Why the joining had to stop; what came before is judged.
    pub stopped: Option<JoinError>,
}

/// What the sources of one table come to together, with everything that was found.
#[derive(Debug)]
pub struct JoinedAudit {
    /// The files as [`Place::source`](crate::Place::source) numbers them.
    pub files: Vec<String>,
    /// The verdict on each log as a log, in the order in which they were passed.
    pub verdicts: Vec<LogVerdict>,
    /// Why an input could not be read to its end.
    pub read_errors: Vec<Option<io::Error>>,
    /// What the replay of the joined coups found.
    pub audit: Audit,
    /// Why the joining had to stop; what came before is judged.
    pub stopped: Option<JoinError>,
}

/// Why sources cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// One shoe comes earlier in one file than in another.
    #[error(
        "shoe `{shoe}` comes at another place in {file} than in {other}: logs are joined shoe by shoe, in one order"
    )]
    ShoeOrder {
        /// The shoe.
        shoe: String,
        /// Where it comes late.
        file: String,
        /// Where it came before.
        other: String,
    },
    /// Two currencies at one table.
    #[error("{file} counts in {first}, {other} in {currency}: the sources of one table have one currency")]
    Currency {
        /// One file.
        file: String,
        /// Its currency.
        first: String,
        /// The other file.
        other: String,
        /// Its currency.
        currency: String,
    },
    /// Several logs of one source beside logs of others.
    #[error("{file} and {other} are both logs of {kind} `{id}`: pass one log of each source at a time")]
    SameSource {
        /// The kind of source.
        kind: &'static str,
        /// Its id.
        id: String,
        /// One file.
        file: String,
        /// The other.
        other: String,
    },
}

/// What is known of a source while it is joined.
pub(super) struct SourceInfo {
    pub(super) file: Arc<str>,
    pub(super) id: String,
    pub(super) kind: SourceKind,
    pub(super) tolerance: i128,
    /// Whether its log could not be read to the end: then nobody can say what it lacks.
    pub(super) cut: bool,
}

/// Replays several sources of one table as one, and hands what is found to `sink`. All of `logs` are of one
/// jurisdiction, venue, game and table; their order changes nothing.
pub fn audit_sources_to<R: BufRead>(
    logs: Vec<SourceLog<'_, R>>,
    settings: &Settings,
    about: &SourceSettings,
    sink: &mut dyn Sink,
) -> JoinedReplay {
    replay(logs, settings, about, sink)
}

/// Audits several sources of one table and holds everything that is found, in the order of reports.
pub fn audit_sources<R: BufRead>(
    logs: Vec<SourceLog<'_, R>>,
    settings: &Settings,
    about: &SourceSettings,
) -> JoinedAudit {
    held(logs, settings, about, None)
}

/// The same, and the steps by which one coup was judged: [`Audit::traces`].
pub fn explain_in_sources<R: BufRead>(
    logs: Vec<SourceLog<'_, R>>,
    settings: &Settings,
    about: &SourceSettings,
    coup: &CoupName,
) -> JoinedAudit {
    held(logs, settings, about, Some(coup))
}

fn held<R: BufRead>(
    logs: Vec<SourceLog<'_, R>>,
    settings: &Settings,
    about: &SourceSettings,
    explain: Option<&CoupName>,
) -> JoinedAudit {
    let passed: Vec<String> = logs.iter().map(|log| log.file.clone()).collect();
    let mut sink = Plain { explain, ..Plain::default() };
    let JoinedReplay { sources, verdicts, read_errors, totals, rulesets, stopped, .. } =
        replay(logs, settings, about, &mut sink);
    let audit = whole(sink, totals, rulesets, |source| sources.get(source).and_then(|at| verdicts.get(*at)));
    let files = sources.iter().filter_map(|at| passed.get(*at).cloned()).collect();
    JoinedAudit { files, verdicts, read_errors, audit, stopped }
}

fn replay<R: BufRead>(
    logs: Vec<SourceLog<'_, R>>,
    settings: &Settings,
    about: &SourceSettings,
    sink: &mut dyn Sink,
) -> JoinedReplay {
    let mut sources: Vec<(usize, Arc<str>, Segments<'_, R>)> = logs
        .into_iter()
        .enumerate()
        .map(|(at, log)| (at, Arc::from(log.file.as_str()), Segments::new(log.reader)))
        .collect();
    for (_, _, segments) in &mut sources {
        segments.begin();
    }
    // Whatever order the files were passed in: table, shoe, display, terminals, each by id.
    sources.sort_by_key(|(_, file, segments)| {
        let open = segments.open();
        (open.map(|open| precedence(open.source.kind)), open.map(|open| open.source.id.clone()), Arc::clone(file))
    });
    let infos: Vec<SourceInfo> = sources
        .iter()
        .map(|(_, file, segments)| {
            let open = segments.open();
            let id = open.map(|open| open.source.id.clone()).unwrap_or_default();
            SourceInfo {
                file: Arc::clone(file),
                kind: open.map_or(SourceKind::Terminal, |open| open.source.kind),
                tolerance: about.tolerances.get(&id).copied().unwrap_or(0),
                cut: false,
                id,
            }
        })
        .collect();
    let stopped = same_source(&infos).or_else(|| same_currency(&sources));
    let lead = sources.iter().find_map(|(_, _, segments)| segments.open().cloned());
    let files: Vec<Arc<str>> = infos.iter().map(|info| Arc::clone(&info.file)).collect();
    let mut out = Out::new(sink, &files);
    for (source, (_, _, segments)) in sources.iter_mut().enumerate() {
        segments.source = source;
        if let Some(open) = segments.open() {
            out.name(source, &open.log);
        }
    }
    let named = |id: &String| infos.iter().any(|info| info.kind == SourceKind::Terminal && info.id == *id);
    let mut stage = Stage::Before(out);
    if let Some(open) = &lead {
        stage = stage.open(settings, open.clone(), true);
    }
    let mut joined = Joined {
        all_terminals: about.expected.terminals.iter().all(named),
        infos,
        stage,
        done: BTreeMap::new(),
        told_absent: false,
        about,
    };
    let mut order: Vec<usize> = Vec::new();
    let mut segments: Vec<Segments<'_, R>> = Vec::new();
    for (at, _, source) in sources {
        order.push(at);
        segments.push(source);
    }
    let stopped = match stopped {
        Some(error) => Some(error),
        None => joined.run(&mut segments).err(),
    };
    joined.finish(segments, order, lead, stopped)
}

fn precedence(kind: SourceKind) -> u8 {
    match kind {
        SourceKind::Table => 0,
        SourceKind::Shoe => 1,
        SourceKind::Display => 2,
        SourceKind::Terminal => 3,
    }
}

fn same_source(infos: &[SourceInfo]) -> Option<JoinError> {
    infos.iter().enumerate().find_map(|(at, one)| {
        let other = infos.iter().skip(at + 1).find(|other| other.kind == one.kind && other.id == one.id)?;
        Some(JoinError::SameSource {
            kind: one.kind.word(),
            id: one.id.clone(),
            file: one.file.to_string(),
            other: other.file.to_string(),
        })
    })
}

/// Money of two currencies is never summed.
fn same_currency<R: BufRead>(sources: &[(usize, Arc<str>, Segments<'_, R>)]) -> Option<JoinError> {
    let told: Vec<(&Arc<str>, &str)> =
        sources.iter().filter_map(|(_, file, source)| Some((file, source.open()?.currency.as_str()))).collect();
    let ((file, first), rest) = told.split_first()?;
    let (other, currency) = rest.iter().find(|(_, currency)| currency != first)?;
    Some(JoinError::Currency {
        file: file.to_string(),
        first: (*first).to_owned(),
        other: other.to_string(),
        currency: (*currency).to_owned(),
    })
}

struct Joined<'s> {
    infos: Vec<SourceInfo>,
    stage: Stage<'s>,
    /// Shoes that are through, and in which source each came.
    done: BTreeMap<String, usize>,
    told_absent: bool,
    /// Whether no log of an expected terminal is wanting.
    all_terminals: bool,
    about: &'s SourceSettings,
}

impl Joined<'_> {
    fn run<R: BufRead>(&mut self, sources: &mut [Segments<'_, R>]) -> Result<(), JoinError> {
        loop {
            let heads: Vec<Option<(String, Option<Moment>)>> =
                sources.iter_mut().map(|source| source.next_shoe(&mut self.stage)).collect();
            // The shoe that began first; where two began together, that of the source that goes before.
            let first = heads
                .iter()
                .enumerate()
                .filter_map(|(at, head)| head.as_ref().map(|(shoe, began)| (began.is_none(), *began, at, shoe)))
                .min();
            let Some((_, _, at, shoe)) = first else {
                let rest: Vec<(usize, Vec<Item>)> =
                    sources.iter_mut().enumerate().map(|(at, source)| (at, source.rest(&mut self.stage))).collect();
                self.shoe(rest);
                return Ok(());
            };
            let shoe = shoe.clone();
            if let Some(before) = self.done.get(&shoe) {
                let file = |at: usize| self.infos.get(at).map_or(String::new(), |info| info.file.to_string());
                return Err(JoinError::ShoeOrder { shoe, file: file(at), other: file(*before) });
            }
            let mut parts = Vec::new();
            for (at, (source, head)) in sources.iter_mut().zip(&heads).enumerate() {
                if head.as_ref().is_some_and(|(own, _)| *own == shoe) {
                    parts.push((at, source.take_shoe(&mut self.stage)));
                }
            }
            for (info, source) in self.infos.iter_mut().zip(sources.iter()) {
                info.cut |= source.failed.is_some();
            }
            self.done.insert(shoe, at);
            self.shoe(parts);
        }
    }

    /// Joins what all sources say of one shoe, and passes it on in one order.
    fn shoe(&mut self, sources: Vec<(usize, Vec<Item>)>) {
        let lead = sources.first().map(|(at, _)| *at);
        let mut seen: BTreeSet<(usize, u64)> = BTreeSet::new();
        // The parts of each coup, by number and by how often a source used the number before.
        let mut coups: BTreeMap<(u64, usize), Vec<Part>> = BTreeMap::new();
        let mut line: Vec<Step> = Vec::new();
        let mut loose: Vec<(Moment, usize, Box<resettle_coup_log::Record>)> = Vec::new();
        for (at, items) in sources {
            let mut used: BTreeMap<u64, usize> = BTreeMap::new();
            for item in items {
                match item {
                    Item::Seen(gone) => {
                        seen.insert((at, gone.coup));
                    }
                    Item::Record(record, worst) => match &record.body {
                        Body::Coup(coup) => {
                            let number = coup.coup.unwrap_or(0);
                            let nth = used.entry(number).or_default();
                            let key = (number, *nth);
                            *nth += 1;
                            if Some(at) == lead {
                                line.push(Step::Coup(key, Some(record.at.moment())));
                            }
                            if let Some(part) = part_of(*record, at, worst) {
                                coups.entry(key).or_default().push(part);
                            }
                        }
                        _ if Some(at) == lead => line.push(Step::Record(at, record)),
                        Body::Limits(_) | Body::Incident(_) => loose.push((record.at.moment(), at, record)),
                        _ => {}
                    },
                }
            }
        }
        let mut told: BTreeSet<u64> = BTreeSet::new();
        insert_missing(&mut line, &coups);
        insert_loose(&mut line, loose);
        for step in line {
            match step {
                Step::Record(at, record) => {
                    if let Some(table) = self.stage.table() {
                        table.record(*record, at);
                    }
                }
                Step::Coup(key, _) => {
                    if let Some(parts) = coups.remove(&key) {
                        let repeats = key.1 > 0 || !parts.iter().any(|part| Some(part.source) == lead);
                        let known = repeats && told.contains(&key.0);
                        told.insert(key.0);
                        self.coup(parts, &seen, key.0, known);
                    }
                }
            }
        }
    }

    /// Passes on a coup; `again` says that the shoe's coup of this number was passed on before.
    fn coup(&mut self, parts: Vec<Part>, seen: &BTreeSet<(usize, u64)>, number: u64, again: bool) {
        let Some(table) = self.stage.table() else { return };
        let infos = &self.infos;
        if again && parts.iter().all(|part| part.coup.cards.is_none()) {
            // Some source repeats a coup that no shoe dealt twice: that alone is told, and nothing of it counts.
            if let Some(part) = parts.first() {
                let id = infos.get(part.source).map_or("", |info| info.id.as_str());
                let message = format!("`{id}` repeats coup {number}, which was dealt once");
                table.note(Finding::new(Code::CoupGap, &part.place, message).compared("once", number));
            }
            return;
        }
        let deals =
            |at: usize| infos.get(at).is_some_and(|info| matches!(info.kind, SourceKind::Table | SourceKind::Shoe));
        let by_terminals =
            parts.iter().all(|part| infos.get(part.source).is_some_and(|info| info.kind == SourceKind::Terminal));
        let some_deal = infos.iter().enumerate().any(|(at, _)| deals(at));
        let dealt_line_lost = infos.iter().enumerate().any(|(at, _)| deals(at) && seen.contains(&(at, number)));
        let wagered = |part: &Part| part.coup.wagers.as_ref().is_some_and(|wagers| !wagers.is_empty());
        if by_terminals && some_deal && !dealt_line_lost && parts.iter().any(wagered) {
            for (nth, part) in parts.into_iter().enumerate() {
                table.flag(part.worst);
                let wagers = part.coup.wagers.as_deref().unwrap_or_default();
                if !wagers.is_empty() {
                    let staked: i128 = wagers.iter().map(|wager| i128::from(wager.stake)).sum();
                    let returned: i128 = wagers.iter().map(net).sum();
                    let id = infos.get(part.source).map_or("", |info| info.id.as_str());
                    let message = format!("terminal {id} settled wagers on a coup that no shoe dealt");
                    table.note(
                        Finding::new(Code::PaidUndealt, &part.place, message)
                            .compared(staked, returned)
                            .money(returned - staked),
                    );
                }
                table.undealt(Box::new(part.coup), part.place, part.record.at, nth == 0);
            }
            return;
        }
        let place = parts.first().map(|part| part.place.clone()).unwrap_or_default();
        for (at, info) in infos.iter().enumerate() {
            let has = parts.iter().any(|part| part.source == at) || seen.contains(&(at, number));
            if has || info.cut || again {
                continue;
            }
            let message = format!("{} `{}` ({}) lacks this coup", info.kind.word(), info.id, info.file);
            table.note(Finding::new(Code::MissingSource, &place, message).compared("the coup", "nothing"));
        }
        if !self.told_absent {
            self.told_absent = true;
            for what in absent(infos, self.about) {
                let message = format!("{what} is expected, and no such log was passed");
                table.note(Finding::new(Code::MissingSource, &place, message).compared(what, "no log"));
            }
        }
        parts.iter().for_each(|part| table.flag(part.worst));
        let mut found = Vec::new();
        let round = join(parts, infos, self.all_terminals, &mut found);
        for finding in found {
            table.note(finding);
        }
        if let Some(round) = round {
            table.coup(round);
        }
    }

    fn finish<R: BufRead>(
        mut self,
        segments: Vec<Segments<'_, R>>,
        order: Vec<usize>,
        open: Option<Open>,
        stopped: Option<JoinError>,
    ) -> JoinedReplay {
        let mut verdicts: Vec<LogVerdict> = Vec::new();
        let mut failed = Vec::new();
        for mut source in segments {
            // Where the joining stopped, the rest is still authenticated.
            source.pass_over(&mut self.stage);
            failed.push(source.failed.take());
            verdicts.push(source.finish());
        }
        let (totals, rulesets) = self.stage.finish(verdicts.iter_mut());
        let verdicts = as_passed(verdicts, &order);
        let read_errors = as_passed(failed, &order);
        JoinedReplay { sources: order, open, verdicts, read_errors, totals, rulesets, stopped }
    }
}

/// What is in the order of sources, in the order in which they were passed.
fn as_passed<T>(by_source: Vec<T>, order: &[usize]) -> Vec<T> {
    let mut passed: Vec<(usize, T)> = order.iter().copied().zip(by_source).collect();
    passed.sort_by_key(|(at, _)| *at);
    passed.into_iter().map(|(_, one)| one).collect()
}

enum Step {
    Record(usize, Box<resettle_coup_log::Record>),
    /// A coup, and when the lead wrote it; none where the lead lacks it.
    Coup((u64, usize), Option<Moment>),
}

impl Step {
    fn written(&self) -> Option<Moment> {
        match self {
            Self::Record(_, record) => Some(record.at.moment()),
            Self::Coup(_, written) => *written,
        }
    }
}

/// Coups that the lead lacks come before the first of its coups with a higher number.
fn insert_missing(line: &mut Vec<Step>, coups: &BTreeMap<(u64, usize), Vec<Part>>) {
    let known: BTreeSet<(u64, usize)> =
        line.iter().filter_map(|step| if let Step::Coup(key, _) = step { Some(*key) } else { None }).collect();
    for key in coups.keys().filter(|key| !known.contains(key)) {
        let at = line.iter().position(|step| matches!(step, Step::Coup(other, _) if other > key));
        let last = line.iter().rposition(|step| matches!(step, Step::Coup(..))).map_or(line.len(), |at| at + 1);
        line.insert(at.unwrap_or(last), Step::Coup(*key, None));
    }
}

/// Signs and incidents of other sources come before the first of the lead's records that was written later.
fn insert_loose(line: &mut Vec<Step>, mut loose: Vec<(Moment, usize, Box<resettle_coup_log::Record>)>) {
    loose.sort_by_key(|(moment, source, _)| (*moment, *source));
    for (moment, source, record) in loose {
        let at =
            line.iter().position(|step| step.written().is_some_and(|written| written > moment)).unwrap_or(line.len());
        line.insert(at, Step::Record(source, record));
    }
}

fn further(what: &str, there: usize) -> String {
    if there == 0 { format!("a {what}") } else { format!("a further {what}") }
}

/// Expected sources of which no log is there.
fn absent(infos: &[SourceInfo], about: &SourceSettings) -> Vec<String> {
    let count = |kind: SourceKind| infos.iter().filter(|info| info.kind == kind).count();
    let mut out = Vec::new();
    let expected = &about.expected;
    if expected.shoes > count(SourceKind::Shoe) + count(SourceKind::Table) {
        out.push(further("shoe", count(SourceKind::Shoe) + count(SourceKind::Table)));
    }
    if expected.displays > count(SourceKind::Display) + count(SourceKind::Table) {
        out.push(further("display", count(SourceKind::Display) + count(SourceKind::Table)));
    }
    for terminal in &expected.terminals {
        if !infos.iter().any(|info| info.kind == SourceKind::Terminal && info.id == *terminal) {
            out.push(format!("terminal {terminal}"));
        }
    }
    out
}
