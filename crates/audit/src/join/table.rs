use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use std::rc::Rc;
use std::sync::Arc;

use resettle_coup_log::{Body, QuickCoup, ShoeEvent};
use resettle_sealed_log::{Moment, Open, SourceKind};

use super::coup::{Clocks, Joint, Part, Piece, join};
use super::days::Days;
use super::events::Events;
use super::expected::SourceSettings;
use super::line::{Aside, Beside, Key, OrderStep, in_order};
use super::segments::{Item, NextShoe, Pool, Segments, What};
use super::shoe_turn::{Dealt, Incidents, ShoeTurn};
use super::sources::{SourceInfo, Sources, precedence, sign_rank};
use super::times;
use super::turns::{Turn, Turns};
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::replay::{Clock, JointPart, Stage, Undealt, place_of};
use crate::results::{JoinError, JoinedReplay, as_passed};
use crate::settings::{Settings, Window};
use crate::settle::came_back_of_stake;
use crate::sink::{Out, Sink};
use crate::stream::{Chained, Parted, SourceLog, Stray, Unvouched, Use, VouchedRecords, leading, sorted_out};

/// Replays several sources of one table as one, and hands what is found to `sink`. All of `logs` are of one
/// jurisdiction, venue, game and table; their order changes nothing.
pub(crate) fn replay<R: BufRead>(
    logs: Vec<SourceLog<'_, R>>,
    settings: &Settings,
    about: &SourceSettings,
    window: Option<Window>,
    sink: &mut dyn Sink,
) -> JoinedReplay {
    let InOrder { order, logs, strays, lead } = by_source(logs);
    let all = logs.iter().flatten().chain(strays.iter().map(|stray| &stray.log));
    let files: Vec<Arc<str>> = all.clone().map(|log| Arc::clone(log.file())).collect();
    let mut out = Out::new(sink, &files);
    for (at, log) in all.enumerate() {
        log.open().into_iter().for_each(|open| out.name(at, &open.log));
    }
    let asks_claims = logs.iter().flatten().any(SourceLog::asks_claims);
    let each = logs.iter().enumerate().flat_map(|(at, logs)| logs.iter().map(move |log| (at, log.vouching())));
    let vouched_records = VouchedRecords::of(each.collect()).map(Rc::new);
    let mut infos = Vec::new();
    let mut owners = Vec::new();
    let mut segments: Vec<Segments<'_, R>> = Vec::new();
    let of_the_lead = logs.first().map_or(0, Vec::len);
    let pool = Pool::default();
    for logs in logs {
        let source = infos.len();
        let open = logs.iter().find_map(SourceLog::open);
        let id = open.map(|open| open.source.id.clone()).unwrap_or_default();
        infos.push(SourceInfo {
            file: logs.first().map_or_else(|| Arc::from(""), |log| Arc::clone(log.file())),
            kind: open.map_or(SourceKind::Terminal, |open| open.source.kind),
            tolerance: about.tolerance(&id),
            cut: false,
            id,
        });
        let first = owners.len();
        owners.extend(logs.iter().map(|log| (source, Arc::clone(log.file()))));
        segments.push(Segments::new(
            Chained::new((first..).zip(logs).collect(), source, vouched_records.clone()),
            Rc::clone(&pool),
        ));
    }
    let named = |id: &String| infos.iter().any(|info| info.kind == SourceKind::Terminal && info.id == *id);
    let all_terminals = about.expected.terminals.iter().all(named);
    let mut stage = Stage::Before(out);
    if let Some(open) = &lead {
        stage = stage.open(settings, open.clone(), true).within(window);
        stage.table().into_iter().for_each(|table| {
            table.asks_claims = asks_claims;
            table.of_logs(of_the_lead);
        });
        let clock = |info: &SourceInfo| Clock { source: Arc::from(info.id.as_str()), tolerance: info.tolerance };
        stage.table().into_iter().for_each(|table| table.clocks = infos.iter().map(clock).collect());
    }
    let mut joined = Joined {
        all_terminals,
        sources: Sources::new(infos, owners),
        stage,
        turns: Turns::new(vouched_records.clone()),
        absence_reported: false,
        pool,
        joints: Vec::new(),
        events: Events::default(),
        unvouched: Unvouched::new(vouched_records),
        about,
    };
    let stopped = joined.run(&mut segments).err();
    joined.finish(segments, strays, order, lead, stopped)
}

/// The logs of each source, whatever order they were passed in.
struct InOrder<'t, R> {
    /// For each log, as places number it, its position among those passed.
    order: Vec<usize>,
    logs: Vec<Vec<SourceLog<'t, R>>>,
    /// Logs that are left out; places number them after the others.
    strays: Vec<Stray<'t, R>>,
    /// The opening record by which the table is known.
    lead: Option<Open>,
}

/// Puts the sources in order: those that a seal vouches for before the others; table, shoe, display, terminals, each by
/// id; and the logs of each.
fn by_source<'t, R: BufRead>(logs: Vec<SourceLog<'t, R>>) -> InOrder<'t, R> {
    type SourceKey = (Option<u8>, Option<String>);
    let key_of = |log: &SourceLog<'t, R>| -> SourceKey {
        let open = log.open();
        (open.map(|open| precedence(open.source.kind)), open.map(|open| open.source.id.clone()))
    };
    let vouched: BTreeSet<SourceKey> = logs.iter().filter(|log| log.is_vouched()).map(key_of).collect();
    let mut passed: Vec<((bool, SourceKey), usize, SourceLog<'t, R>)> = logs
        .into_iter()
        .enumerate()
        .map(|(at, log)| {
            let key = key_of(&log);
            ((!vouched.contains(&key), key), at, log)
        })
        .collect();
    passed.sort_by(|(one, _, a), (other, _, b)| one.cmp(other).then_with(|| a.order(b)));
    let lead = leading(passed.iter().map(|(_, _, log)| log));
    let mut order = Vec::new();
    let (mut strays, mut stray_order) = (Vec::new(), Vec::new());
    let mut sources: Vec<(SourceKey, Vec<SourceLog<'t, R>>)> = Vec::new();
    for ((_, key), at, log) in passed {
        let log = match sorted_out(log, lead.as_ref()) {
            Ok(log) => log,
            Err(stray) => {
                strays.push(*stray);
                stray_order.push(at);
                continue;
            }
        };
        order.push(at);
        match sources.last_mut() {
            // Which source a log without a readable `open` belongs to cannot be known.
            Some((last, logs)) if *last == key && key.0.is_some() => logs.push(log),
            _ => sources.push((key, vec![log])),
        }
    }
    order.extend(stray_order);
    InOrder { order, logs: sources.into_iter().map(|(_, logs)| logs).collect(), strays, lead }
}

/// What surrounds a coup in its shoe's turn.
struct Among<'t> {
    /// The coup numbers on lines that are not records, with their source.
    seen: &'t BTreeSet<(usize, u64)>,
    dealt: &'t Dealt,
    /// When the coups next to it were played.
    when: Option<Moment>,
}

struct Joined<'s> {
    sources: Sources,
    stage: Stage<'s>,
    turns: Turns,
    absence_reported: bool,
    pool: Pool,
    /// What each source holds of a coup, room used again.
    joints: Vec<JointPart>,
    /// What the sources report of shoes.
    events: Events,
    unvouched: Unvouched,
    /// Whether the logs of all expected terminals are there.
    all_terminals: bool,
    about: &'s SourceSettings,
}

impl Joined<'_> {
    fn run<R: BufRead>(&mut self, sources: &mut [Segments<'_, R>]) -> Result<(), JoinError> {
        loop {
            let heads: Vec<Option<NextShoe>> =
                sources.iter_mut().map(|source| source.next_shoe(&mut self.stage)).collect();
            let Turn { shoe, at, given_up } = match self.turns.next(&heads) {
                Some(turn) => turn,
                None => {
                    let rest: Vec<(usize, Vec<Item>)> =
                        sources.iter_mut().enumerate().map(|(at, source)| (at, source.rest(&mut self.stage))).collect();
                    self.shoe(rest);
                    let found = self.events.close_all(&self.sources);
                    self.report(found);
                    return Ok(());
                }
            };
            if !given_up.is_empty() {
                for at in given_up {
                    let first = sources.get_mut(at).and_then(|source| source.give_up(&mut self.stage));
                    first.into_iter().for_each(|item| self.out_of_order(at, &item));
                }
                continue;
            }
            if let Some(other) = self.turns.conflict(&heads, at) {
                let file = |at: usize| self.sources.get(at).map_or(String::new(), |info| info.file.to_string());
                return Err(JoinError::ShoeOrder { shoe, file: file(at), other: file(other) });
            }
            let mut parts = Vec::new();
            let mut through = BTreeMap::new();
            let taking = self.turns.taking(&heads, at);
            for at in taking {
                let Some(source) = sources.get_mut(at) else { continue };
                let items = source.take_shoe(&mut self.stage);
                through.insert(at, items.iter().map(|item| item.nth).max().unwrap_or(0));
                self.sources.reads(at, items.first().map(|item| item.log));
                parts.push((at, items));
            }
            for (info, source) in self.sources.infos.iter_mut().zip(sources.iter()) {
                info.cut |= source.is_cut();
            }
            if self.turns.done(&heads, at, through) {
                // Another shoe under the same name.
                let found = self.events.close(&shoe, &self.sources);
                self.report(found);
            }
            self.shoe(parts);
        }
    }

    /// What no seal vouches for comes in another order than in the vouched logs, and is left out.
    fn out_of_order(&mut self, source: usize, item: &Item) {
        let place = match &item.what {
            What::Record(record, _) => place_of(record, item.log),
            What::Quick(coup) => place_of(&coup.record(), item.log),
            What::Seen(_) => Place { source: item.log, line: Some(item.line), ..Place::default() },
        };
        if !self.turns.reported.insert(source) {
            return;
        }
        let message = "no seal that counts vouches for this, and its shoes come in another order than in the sealed logs of the table: it is left out, reported once";
        let finding =
            Finding::new(Code::Disagreement, &place, message).compared("the order of the sealed logs", "another");
        self.report(vec![finding]);
    }

    /// Joins what all sources say of one shoe, and passes it on in one order.
    fn shoe(&mut self, sources: Vec<(usize, Vec<Item>)>) {
        let Some(lead) = leads(&sources) else { return };
        let ShoeTurn { coups, order, logs, seen, dealt, opens, beside } = ShoeTurn::of(sources, lead);
        for (log, record) in opens {
            if let Some(table) = self.stage.table() {
                table.record(*record, log);
            }
        }
        let beside = self.without_unvouched(beside);
        for aside in &beside {
            if let Some((shoe, place)) = aside.event() {
                self.events.note(aside.source, shoe, &place);
            }
        }
        let mut incidents = Incidents::of(&coups);
        let numbers: BTreeSet<u64> = coups.keys().map(|(number, _)| *number).collect();
        let mut numbers_seen: BTreeSet<u64> = BTreeSet::new();
        let mut coups = coups;
        let mut days = Days::of(&coups, &self.sources);
        let steps = in_order(&order, &coups, beside);
        self.foresee(&steps, &coups);
        for step in steps {
            match step {
                OrderStep::Beside(aside) => self.beside(*aside, lead, &numbers, &mut incidents),
                OrderStep::Coup(key) => {
                    if let (Some(table), Some(log)) = (self.stage.table(), logs.get(&key)) {
                        table.reading(*log);
                    }
                    if let Some(parts) = coups.remove(&key) {
                        let repeats = key.1 > 0 || !parts.iter().any(|part| part.source() == lead);
                        let known = repeats && numbers_seen.contains(&key.0);
                        numbers_seen.insert(key.0);
                        let among = days.reach(&parts, &self.sources);
                        if let Err(pieces) = self.quickly(parts, known) {
                            let parts = pieces.into_iter().filter_map(Piece::part).collect();
                            self.coup(parts, Among { seen: &seen, dealt: &dealt, when: among }, key.0, known);
                        }
                    }
                }
            }
        }
    }

    /// Says which incidents come in this turn.
    fn foresee(&mut self, steps: &[OrderStep], coups: &BTreeMap<Key, Vec<Piece>>) {
        let Some(table) = self.stage.table() else { return };
        table.foresees_nothing();
        let mut counted = None;
        for step in steps {
            if let OrderStep::Beside(aside) = step
                && let Aside::Record(record) = &aside.what
                && let Body::Incident(incident) = &record.body
                && counted.get_or_insert_with(|| Incidents::of(coups)).counts(aside.source, incident)
            {
                table.foresee(record, aside.log);
            }
        }
    }

    /// Takes out what nobody vouches for and may not be used, and reports it.
    fn without_unvouched(&mut self, beside: Vec<Beside>) -> Vec<Beside> {
        let mut kept = Vec::new();
        for aside in beside {
            let used = match &aside.what {
                Aside::Record(record) => self.unvouched.judge(record, aside.source, aside.log),
                Aside::Seen(_) => Use::Used,
            };
            match used {
                Use::Used => kept.push(aside),
                Use::LeftOut(findings) => {
                    self.report(findings.into_iter().map(|finding| *finding).collect());
                    let rank = self.sources.kind_of(aside.source).map_or(u8::MAX, sign_rank);
                    if let (Aside::Record(record), Some(table)) = (&aside.what, self.stage.table()) {
                        table.left_out(record, aside.log, rank);
                    }
                }
            }
        }
        kept
    }

    /// Passes on what stands beside the coups, if it counts.
    fn beside(&mut self, aside: Beside, lead: usize, numbers: &BTreeSet<u64>, incidents: &mut Incidents) {
        let Beside { source, log, what, .. } = aside;
        let Some(table) = self.stage.table() else { return };
        table.vouched = self.unvouched.counts(log);
        let record = match what {
            Aside::Record(record) => record,
            Aside::Seen(seen) => {
                // Another source may record the coup.
                if !numbers.contains(&seen.coup) && source == lead {
                    table.seen(&seen);
                }
                return;
            }
        };
        let rank = self.sources.kind_of(source).map_or(u8::MAX, sign_rank);
        if matches!(record.body, Body::Limits(_) | Body::Options(_) | Body::Staff(_)) {
            table.interrupted_by(&record);
        }
        let counts = match &record.body {
            Body::Limits(limits) => {
                table.sign(&place_of(&record, log), record.at.moment(), limits.clone(), rank);
                false
            }
            Body::Options(options) => {
                table.elect(record.at.moment(), options.elected.clone(), rank, &place_of(&record, log));
                false
            }
            Body::Staff(staff) => {
                table.staff(staff, &place_of(&record, log), rank);
                false
            }
            Body::Shoe(shoe) => {
                let by = match shoe.event {
                    ShoeEvent::Start { .. } => self.events.starter(&shoe.shoe, &self.sources),
                    _ => self.events.source(&shoe.shoe, &self.sources),
                };
                by == Some(source)
            }
            Body::Incident(incident) => incidents.counts(source, incident),
            _ => source == lead,
        };
        if counts {
            table.record(*record, log);
        }
    }

    /// Reports what was found of records beside the coups.
    fn report(&mut self, found: Vec<Finding>) {
        if let Some(table) = self.stage.table() {
            found.into_iter().for_each(|finding| table.report_beside(finding));
        }
    }

    /// Passes on a coup of which every source holds its usual part, read quickly, in the quick way if that takes it.
    fn quickly(&mut self, mut pieces: Vec<Piece>, again: bool) -> Result<(), Vec<Piece>> {
        let infos = &self.sources.infos;
        let (true, false, true) = (self.absence_reported, again, self.all_terminals) else { return Err(pieces) };
        let Some(table) = self.stage.table() else { return Err(pieces) };
        if pieces.len() != infos.len() {
            return Err(pieces);
        }
        let (mut main, mut declared, mut shown, mut modes, mut wagers) = (None, 0, 0, 0, 0);
        for (at, (piece, info)) in pieces.iter().zip(infos).enumerate() {
            let Piece::Quick { source, coup, .. } = piece else { return Err(pieces) };
            if *source != at || info.cut {
                return Err(pieces);
            }
            let terminal = info.kind == SourceKind::Terminal;
            let deals = info.kind == SourceKind::Shoe;
            let fits = terminal == coup.has_wagers()
                && deals == coup.has_cards()
                && info.kind != SourceKind::Table
                && (!deals || main.is_none() && coup.all_times());
            if !fits {
                return Err(pieces);
            }
            if deals {
                main = Some(at);
            }
            declared += usize::from(coup.has_declared());
            shown += usize::from(coup.wrd.is_some());
            modes += usize::from(coup.mode.is_some());
            wagers += coup.wagers.len();
        }
        let Some(main) = main.filter(|_| declared == 1 && shown <= 1 && modes <= 1) else { return Err(pieces) };
        let Some((dealt, dealer)) = pieces.get(main).and_then(Piece::quick).zip(infos.get(main)) else {
            return Err(pieces);
        };
        let apart = |info: &SourceInfo| {
            self.about.clock_slack.times.saturating_add(dealer.tolerance).saturating_add(info.tolerance)
        };
        let alike = |(piece, info): (&Piece, &SourceInfo)| {
            piece.quick().is_some_and(|coup| times::agree(dealt, coup, apart(info)))
        };
        if !pieces.iter().zip(infos).all(alike) {
            return Err(pieces);
        }
        // What two sources record of one wager is joined the long way.
        let each = pieces.iter().filter_map(Piece::quick);
        let ids: Vec<&[u8]> =
            each.flat_map(|coup| coup.wagers.iter().filter_map(|wager| Some(coup.bytes(wager.id?)))).collect();
        if ids.iter().enumerate().any(|(at, id)| ids.iter().skip(at + 1).any(|other| other == id)) {
            return Err(pieces);
        }
        table.vouched = true;
        let Some(Piece::Quick { log, coup, .. }) = pieces.get(main) else { return Err(pieces) };
        let log = *log;
        if !table.takes_joint(coup, log, wagers) {
            return Err(pieces);
        }
        let Piece::Quick { coup: mut joint, .. } = pieces.swap_remove(main) else { return Err(pieces) };
        self.joints.clear();
        // The others in their order; the main part goes first among the bytes.
        let own = JointPart {
            log,
            line: joint.line,
            seq: joint.seq,
            sha256: joint.sha256,
            at: joint.at,
            source: main,
            wagers: 0,
            shows: joint.wrd.is_some(),
        };
        pieces.sort_by_key(Piece::source);
        for piece in pieces {
            let Piece::Quick { source, log, coup } = piece else { continue };
            let by = joint.join(&coup);
            self.joints.push(JointPart {
                log,
                line: coup.line,
                seq: coup.seq,
                sha256: coup.sha256,
                at: QuickCoup::moved(coup.at, by),
                source,
                wagers: coup.wagers.len(),
                shows: coup.wrd.is_some(),
            });
            self.pool.borrow_mut().push(coup);
        }
        self.joints.push(own);
        table.hold(|held| std::mem::swap(held, &mut *joint));
        table.hold_joint(&mut self.joints);
        self.pool.borrow_mut().push(joint);
        Ok(())
    }

    /// Passes on a coup; `again` says that the shoe's coup of this number was passed on before.
    fn coup(&mut self, mut parts: Vec<Part>, among: Among<'_>, number: u64, again: bool) {
        let Among { seen, dealt, when } = among;
        let Some(table) = self.stage.table() else { return };
        let infos = &self.sources.infos;
        if let Some(dealt) = parts.iter().find(|part| part.coup.cards.is_some()) {
            table.followed_by(dealt.coup.shoe.as_deref(), dealt.place.source);
        }
        table.go_slow();
        table.vouched = parts.iter().any(|part| part.vouched || self.unvouched.counts(part.place.source));
        if again && parts.iter().all(|part| part.coup.cards.is_none()) {
            // Some source repeats a coup that no shoe dealt twice: only that is reported, and none of it counts.
            if let Some(part) = parts.first() {
                let id = infos.get(part.source).map_or("", |info| info.id.as_str());
                let message = format!("`{id}` repeats coup {number}, which was dealt once");
                table.report_beside(Finding::new(Code::CoupGap, &part.place, message).compared("once", number));
            }
            return;
        }
        let deals =
            |at: usize| infos.get(at).is_some_and(|info| matches!(info.kind, SourceKind::Table | SourceKind::Shoe));
        let sealed_dealers = || infos.iter().enumerate().map(|(at, _)| at).filter(|at| deals(*at));
        if parts.iter().any(|part| part.vouched) && sealed_dealers().any(|at| dealt.denies(at, number)) {
            // It is vouched for that nobody dealt it; what no seal vouches for does not change that.
            let dealers = |part: &Part| part.vouched && deals(part.source);
            if !parts.iter().any(dealers) {
                parts.retain(|part| part.vouched || !deals(part.source) || dealt.recorded_by(part.place.source));
            }
        }
        let by_terminals =
            parts.iter().all(|part| infos.get(part.source).is_some_and(|info| info.kind == SourceKind::Terminal));
        let some_deal = infos.iter().enumerate().any(|(at, _)| deals(at));
        let dealt_line_lost = infos.iter().enumerate().any(|(at, _)| deals(at) && seen.contains(&(at, number)));
        let wagered = |part: &Part| part.coup.wagers.as_ref().is_some_and(|wagers| !wagers.is_empty());
        if by_terminals && some_deal && !dealt_line_lost && parts.iter().any(wagered) {
            for (nth, part) in parts.into_iter().enumerate() {
                table.flag(part.worst);
                let wagers = part.coup.wagers.as_deref().unwrap_or_default();
                let mut found = Vec::new();
                if !wagers.is_empty() {
                    let staked: i128 = wagers.iter().map(|wager| i128::from(wager.stake)).sum();
                    let returned: i128 = wagers.iter().map(came_back_of_stake).sum();
                    let id = infos.get(part.source).map_or("", |info| info.id.as_str());
                    let message = format!("terminal {id} settled wagers on a coup that no shoe dealt");
                    found.push(
                        Finding::new(Code::PaidUndealt, &part.place, message)
                            .compared(staked, returned)
                            .money(returned - staked),
                    );
                }
                let (coup, written) = (Box::new(part.coup), part.record.at);
                table.undealt(Undealt { coup, place: part.place, written, first: nth == 0, among: when }, found);
            }
            return;
        }
        let mut found = Vec::new();
        let place = parts.first().map(|part| part.place.clone()).unwrap_or_default();
        for (at, info) in infos.iter().enumerate() {
            let has = parts.iter().any(|part| part.source == at) || seen.contains(&(at, number));
            if has || info.cut || again {
                continue;
            }
            let message = format!("{} `{}` ({}) lacks this coup", info.kind.word(), info.id, info.file);
            found.push(Finding::new(Code::MissingSource, &place, message).compared("the coup", "nothing"));
        }
        if !self.absence_reported {
            self.absence_reported = true;
            for what in self.sources.absent(self.about) {
                let message = format!("{what} is expected, and no such log was passed");
                found.push(Finding::new(Code::MissingSource, &place, message).compared(what, "no log"));
            }
        }
        parts.iter().for_each(|part| table.flag(part.worst));
        let close = |part: &Part| table.close_of(&part.coup.times, part.record.at.moment());
        let ruleset = |part: &Part| table.ruleset_of(&part.coup.times, part.record.at.moment());
        let clocks = Clocks { slack: self.about.clock_slack.times, close: &close, ruleset: &ruleset };
        let Joint { round, findings, left_out } = join(parts, &self.sources, self.all_terminals, &clocks);
        found.extend(findings);
        for (source, set, place, what) in left_out {
            found.extend(self.unvouched.report(source, set, &place, &what));
        }
        match round {
            Some(round) => table.coup(round, found),
            None => found.into_iter().for_each(|finding| table.report_beside(finding)),
        }
    }

    fn finish<R: BufRead>(
        mut self,
        segments: Vec<Segments<'_, R>>,
        strays: Vec<Stray<'_, R>>,
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
        let first = order.len().saturating_sub(strays.len());
        for (stray, source) in strays.into_iter().zip(first..) {
            finished.extend(stray.leave_out(source, &mut self.stage));
        }
        let Parted { mut verdicts, spans, failed } = Parted::of(finished);
        let (totals, rulesets) = self.stage.finish(verdicts.iter_mut());
        let verdicts = as_passed(verdicts, &order);
        let spans = as_passed(spans, &order);
        let read_errors = as_passed(failed, &order);
        JoinedReplay { sources: order, open, verdicts, spans, read_errors, totals, rulesets, stopped }
    }
}

/// Which source leads in a shoe's turn: the first one with coups that a seal vouches for, else the first with coups.
fn leads(sources: &[(usize, Vec<Item>)]) -> Option<usize> {
    let with = |wanted: &dyn Fn(&Item) -> bool| sources.iter().find(|(_, items)| items.iter().any(wanted));
    let first = with(&|item| item.vouched && item.is_coup()).or_else(|| with(&Item::is_coup)).or(sources.first());
    first.map(|(at, _)| *at)
}
