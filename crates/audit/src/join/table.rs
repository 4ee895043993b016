use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead};
use std::sync::Arc;

use resettle_coup_log::{Body, LogVerdict, Moment, Open, SourceKind};

use super::coup::{Part, join, part_of};
use super::expected::SourceSettings;
use super::segments::{Head, Item, Segments, What};
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::replay::{Audit, RulesetUse, Settings, Stage, Totals, Window, as_passed, whole};
use crate::settle::net;
use crate::sink::{Out, Plain, Sink};
use crate::stream::{Chained, LogSpan, Parted, SourceLog};
use crate::trace::CoupName;

/// What the sources of one table come to together; findings and coups went to a sink.
#[derive(Debug)]
pub struct JoinedReplay {
    /// The log that each [`Place::source`](crate::Place::source) names: its place among those passed.
    pub sources: Vec<usize>,
    /// The opening record by which the table is known: that of the first source that has one.
    pub open: Option<Open>,
    /// The verdict on each log as a log, in the order in which they were passed; the faults are findings.
    pub verdicts: Vec<LogVerdict>,
    /// From when to when each was written, in the same order; none of one without any record.
    pub spans: Vec<Option<LogSpan>>,
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
}

/// What is known of a source while it is joined.
pub(super) struct SourceInfo {
    /// The log that is read of it.
    pub(super) file: Arc<str>,
    pub(super) id: String,
    pub(super) kind: SourceKind,
    pub(super) tolerance: i128,
    /// Whether a log of it could not be read to the end: then nobody can say what it lacks.
    pub(super) cut: bool,
}

/// The sources of a table and their logs.
pub(super) struct Sources {
    pub(super) infos: Vec<SourceInfo>,
    /// The source and the file of each log, as places number them.
    logs: Vec<(usize, Arc<str>)>,
}

impl Sources {
    pub(super) fn get(&self, source: usize) -> Option<&SourceInfo> {
        self.infos.get(source)
    }

    /// Of this source that log is read now.
    fn reads(&mut self, source: usize, log: Option<usize>) {
        let file = log.and_then(|log| self.logs.get(log)).map(|(_, file)| Arc::clone(file));
        if let (Some(info), Some(file)) = (self.infos.get_mut(source), file) {
            info.file = file;
        }
    }

    /// The source whose log a place stands in.
    pub(super) fn of(&self, place: &Place) -> Option<usize> {
        self.logs.get(place.source).map(|(source, _)| *source)
    }

    /// What is known of the source whose log a place stands in.
    pub(super) fn info_of(&self, place: &Place) -> Option<&SourceInfo> {
        self.get(self.of(place)?)
    }

    /// The file that a place stands in.
    pub(super) fn file_of(&self, place: &Place) -> &str {
        self.logs.get(place.source).map_or("", |(_, file)| file.as_ref())
    }
}

/// Replays several sources of one table as one, and hands what is found to `sink`. All of `logs` are of one
/// jurisdiction, venue, game and table; their order changes nothing.
pub fn audit_sources_to<R: BufRead>(
    logs: Vec<SourceLog<'_, R>>,
    settings: &Settings,
    about: &SourceSettings,
    window: Option<Window>,
    sink: &mut dyn Sink,
) -> JoinedReplay {
    replay(logs, settings, about, window, sink)
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
    let passed: Vec<String> = logs.iter().map(|log| log.file().to_string()).collect();
    let mut sink = Plain { explain, ..Plain::default() };
    let JoinedReplay { sources, verdicts, read_errors, totals, rulesets, stopped, .. } =
        replay(logs, settings, about, None, &mut sink);
    let audit = whole(sink, totals, rulesets, |source| sources.get(source).and_then(|at| verdicts.get(*at)));
    let files = sources.iter().filter_map(|at| passed.get(*at).cloned()).collect();
    JoinedAudit { files, verdicts, read_errors, audit, stopped }
}

fn replay<R: BufRead>(
    logs: Vec<SourceLog<'_, R>>,
    settings: &Settings,
    about: &SourceSettings,
    window: Option<Window>,
    sink: &mut dyn Sink,
) -> JoinedReplay {
    let InOrder { order, logs, lead, stopped } = in_order(logs);
    let files: Vec<Arc<str>> = logs.iter().flatten().map(|log| Arc::clone(log.file())).collect();
    let mut infos = Vec::new();
    let mut owners = Vec::new();
    let mut segments: Vec<Segments<'_, R>> = Vec::new();
    for logs in logs {
        let source = infos.len();
        let open = logs.iter().find_map(SourceLog::open);
        let id = open.map(|open| open.source.id.clone()).unwrap_or_default();
        infos.push(SourceInfo {
            file: logs.first().map_or_else(|| Arc::from(""), |log| Arc::clone(log.file())),
            kind: open.map_or(SourceKind::Terminal, |open| open.source.kind),
            tolerance: about.tolerances.get(&id).copied().unwrap_or(0),
            cut: false,
            id,
        });
        let first = owners.len();
        owners.extend(logs.iter().map(|log| (source, Arc::clone(log.file()))));
        segments.push(Segments::new(Chained::new((first..).zip(logs).collect())));
    }
    let named = |id: &String| infos.iter().any(|info| info.kind == SourceKind::Terminal && info.id == *id);
    let all_terminals = about.expected.terminals.iter().all(named);
    let mut stage = Stage::Before(Out::new(sink, &files));
    if let Some(open) = &lead {
        stage = stage.open(settings, open.clone(), true).within(window);
    }
    let mut joined = Joined {
        all_terminals,
        sources: Sources { infos, logs: owners },
        stage,
        done: BTreeMap::new(),
        told_absent: false,
        about,
    };
    let stopped = match stopped {
        Some(error) => Some(error),
        None => joined.run(&mut segments).err(),
    };
    joined.finish(segments, order, lead, stopped)
}

/// The logs of each source, whatever order they were passed in.
struct InOrder<'t, R> {
    /// The place among those passed of each log, as places number them.
    order: Vec<usize>,
    logs: Vec<Vec<SourceLog<'t, R>>>,
    /// The opening record by which the table is known.
    lead: Option<Open>,
    /// Why they cannot be joined.
    stopped: Option<JoinError>,
}

/// Puts the sources in order: table, shoe, display, terminals, each by id; and the logs of each.
fn in_order<'t, R: BufRead>(logs: Vec<SourceLog<'t, R>>) -> InOrder<'t, R> {
    type Key = (Option<u8>, Option<String>);
    let mut passed: Vec<(Key, usize, SourceLog<'t, R>)> = logs
        .into_iter()
        .enumerate()
        .map(|(at, log)| {
            let open = log.open();
            let key = (open.map(|open| precedence(open.source.kind)), open.map(|open| open.source.id.clone()));
            (key, at, log)
        })
        .collect();
    passed.sort_by(|(one, _, a), (other, _, b)| one.cmp(other).then_with(|| a.order(b)));
    let stopped = same_currency(&passed.iter().map(|(_, _, log)| log).collect::<Vec<_>>());
    let lead = passed.iter().find_map(|(_, _, log)| log.open().cloned());
    let mut order = Vec::new();
    let mut by_source: Vec<(Key, Vec<SourceLog<'t, R>>)> = Vec::new();
    for (key, at, log) in passed {
        order.push(at);
        match by_source.last_mut() {
            // Nobody can say of which source a log without a readable `open` is.
            Some((last, logs)) if *last == key && key.0.is_some() => logs.push(log),
            _ => by_source.push((key, vec![log])),
        }
    }
    InOrder { order, logs: by_source.into_iter().map(|(_, logs)| logs).collect(), lead, stopped }
}

fn precedence(kind: SourceKind) -> u8 {
    match kind {
        SourceKind::Table => 0,
        SourceKind::Shoe => 1,
        SourceKind::Display => 2,
        SourceKind::Terminal => 3,
    }
}

/// Money of two currencies is never summed.
pub(crate) fn same_currency<R: BufRead>(logs: &[&SourceLog<'_, R>]) -> Option<JoinError> {
    let told: Vec<(&Arc<str>, &str)> =
        logs.iter().filter_map(|log| Some((log.file(), log.open()?.currency.as_str()))).collect();
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
    sources: Sources,
    stage: Stage<'s>,
    /// Shoes that are through: the sources in which each came, and which log of the source that was.
    done: BTreeMap<String, BTreeMap<usize, usize>>,
    told_absent: bool,
    /// Whether no log of an expected terminal is wanting.
    all_terminals: bool,
    about: &'s SourceSettings,
}

impl Joined<'_> {
    fn run<R: BufRead>(&mut self, sources: &mut [Segments<'_, R>]) -> Result<(), JoinError> {
        loop {
            let heads: Vec<Option<Head>> = sources.iter_mut().map(|source| source.next_shoe(&mut self.stage)).collect();
            // The shoe that began first; where two began together, that of the source that goes before.
            let first = heads
                .iter()
                .enumerate()
                .filter_map(|(at, head)| head.as_ref().map(|head| (head.began.is_none(), head.began, at, head)))
                .min_by(|a, b| (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2)));
            let Some((_, _, at, head)) = first else {
                let rest: Vec<(usize, Vec<Item>)> =
                    sources.iter_mut().enumerate().map(|(at, source)| (at, source.rest(&mut self.stage))).collect();
                self.shoe(rest);
                return Ok(());
            };
            let shoe = head.shoe.clone();
            if let Some(before) = self.done.get(&shoe)
                && before.get(&at).is_none_or(|nth| *nth >= head.nth)
            {
                let file = |at: Option<usize>| {
                    at.and_then(|at| self.sources.get(at)).map_or(String::new(), |info| info.file.to_string())
                };
                let other = before.keys().next().copied();
                return Err(JoinError::ShoeOrder { shoe, file: file(Some(at)), other: file(other) });
            }
            let mut parts = Vec::new();
            let mut through = BTreeMap::new();
            for (at, (source, head)) in sources.iter_mut().zip(&heads).enumerate() {
                if head.as_ref().is_some_and(|head| head.shoe == shoe) {
                    let items = source.take_shoe(&mut self.stage);
                    through.insert(at, items.iter().map(|item| item.nth).max().unwrap_or(0));
                    self.sources.reads(at, items.first().map(|item| item.log));
                    parts.push((at, items));
                }
            }
            for (info, source) in self.sources.infos.iter_mut().zip(sources.iter()) {
                info.cut |= source.is_cut();
            }
            self.done.insert(shoe, through);
            self.shoe(parts);
        }
    }

    /// Joins what all sources say of one shoe, and passes it on in one order.
    fn shoe(&mut self, sources: Vec<(usize, Vec<Item>)>) {
        let lead = sources.first().map(|(at, _)| *at);
        let mut seen: BTreeSet<(usize, u64)> = BTreeSet::new();
        // The parts of each coup, by number and by how often a source used the number before.
        let mut coups: BTreeMap<(u64, usize), Vec<Part>> = BTreeMap::new();
        // Which log of the lead holds each, from 0.
        let mut logs: BTreeMap<(u64, usize), usize> = BTreeMap::new();
        let mut line: Vec<Step> = Vec::new();
        let mut loose: Vec<(Moment, usize, Box<resettle_coup_log::Record>)> = Vec::new();
        for (at, items) in sources {
            let mut used: BTreeMap<u64, usize> = BTreeMap::new();
            for Item { log, nth: in_log, what } in items {
                match what {
                    What::Seen(gone) => {
                        seen.insert((at, gone.coup));
                    }
                    What::Record(record, worst) => match &record.body {
                        Body::Coup(coup) => {
                            let number = coup.coup.unwrap_or(0);
                            let nth = used.entry(number).or_default();
                            let key = (number, *nth);
                            *nth += 1;
                            if Some(at) == lead {
                                line.push(Step::Coup(key, Some(record.at.moment())));
                            }
                            if let Some(part) = part_of(*record, at, log, worst) {
                                if Some(at) == lead {
                                    logs.insert(key, in_log);
                                }
                                coups.entry(key).or_default().push(part);
                            }
                        }
                        _ if Some(at) == lead => line.push(Step::Record(log, record)),
                        Body::Limits(_) | Body::Incident(_) => loose.push((record.at.moment(), log, record)),
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
                Step::Record(log, record) => {
                    if let Some(table) = self.stage.table() {
                        table.record(*record, log);
                    }
                }
                Step::Coup(key, _) => {
                    if let (Some(table), Some(log)) = (self.stage.table(), logs.get(&key)) {
                        table.reading(*log);
                    }
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
        let infos = &self.sources.infos;
        if again && parts.iter().all(|part| part.coup.cards.is_none()) {
            // Some source repeats a coup that no shoe dealt twice: that alone is told, and nothing of it counts.
            if let Some(part) = parts.first() {
                let id = infos.get(part.source).map_or("", |info| info.id.as_str());
                let message = format!("`{id}` repeats coup {number}, which was dealt once");
                table.out.tell(Finding::new(Code::CoupGap, &part.place, message).compared("once", number));
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
        let round = join(parts, &self.sources, self.all_terminals, &mut found);
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
        let mut finished = Vec::new();
        for mut source in segments {
            // Where the joining stopped, the rest is still authenticated.
            source.pass_over(&mut self.stage);
            finished.extend(source.finish());
        }
        let Parted { mut verdicts, spans, failed } = Parted::of(finished);
        let (totals, rulesets) = self.stage.finish(verdicts.iter_mut());
        let verdicts = as_passed(verdicts, &order);
        let spans = as_passed(spans, &order);
        let read_errors = as_passed(failed, &order);
        JoinedReplay { sources: order, open, verdicts, spans, read_errors, totals, rulesets, stopped }
    }
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
