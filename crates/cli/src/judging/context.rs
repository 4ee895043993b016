use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use jiff::Timestamp;
use resettle_audit::{JoinedReplay, Replay, ReplayedLog, Settings, SourceLog, SourceSettings, Vouching, Window};
use resettle_coup_log::LogReader;
use resettle_oversight::SealedParts;
use resettle_oversight::roster::Roster;
use resettle_oversight::staffing::Staffing;
use resettle_report::document::READ_FOR_CONTEXT;
use resettle_run::{
    Exporting, Known, LogHashes, Lot, OnDuty, Store, Survey, TableClock, TableLogs, TableResult, clock_of, input_of,
    names_of, vouching,
};
use resettle_sealed_log::{Heads, LogVerdict, Moment, Open, SoundSeals, TrustStore};

use super::logs::LogFiles;
use crate::error::{self, Error};
use crate::files::{self, AheadLog, Hashed, LogFile, OpenedLog, Sharing};

/// What a report notes for a log before the requested days that is one of several sources: its clock says nothing about which coups it records.
const READ_TO_JOIN: &str = "dated outside these days: judged is what it records of coups that lie in them";

/// What logs are judged by, and where what is found goes.
pub struct JudgingContext<'b> {
    pub trust: Option<&'b TrustStore>,
    pub settings: &'b Settings,
    pub about: &'b SourceSettings,
    /// Gives the day on which a log begins.
    pub roster: Option<&'b Roster>,
    pub spill: &'b Store,
    /// Whether the hashes of the files are needed: readers of text alone do not need them.
    pub hashing: bool,
    /// Whether the steps of verdicts are needed: likewise, and tables do not hold them.
    pub with_steps: bool,
    /// Whether it is reported who was on duty, and by which staffing file besides the logs.
    pub staff: Option<StaffAsked<'b>>,
    /// How rows are made of the coups, if they are requested.
    pub exporting: Option<&'b Exporting<'b>>,
}

/// What states who was on duty: records of the logs, and a staffing file with its name.
#[derive(Clone, Copy, Default)]
pub struct StaffAsked<'b> {
    pub file: Option<(&'b Staffing, &'b str)>,
}

impl StaffAsked<'_> {
    fn of(self, open: Option<&Open>) -> OnDuty {
        let Some(((staffing, file), open)) = self.file.zip(open) else { return OnDuty::default() };
        let duties = staffing.duties(&open.venue, &open.game, &open.table);
        OnDuty::new(duties, staffing.entries(&open.venue, &open.game, &open.table, file))
    }
}

/// Called with how many bytes of a file were read.
pub type Tick = Rc<dyn Fn(u64)>;

impl JudgingContext<'_> {
    /// Whether the table of a log has to be known before the log is read.
    pub fn needs_table(&self) -> bool {
        self.exporting.is_some() || self.staff.is_some_and(|staff| staff.file.is_some())
    }

    /// A log that is read by itself; once more only where what was assumed of it does not hold.
    pub fn one(&self, log: &Known, heads: Option<&Heads>, tick: Tick) -> Result<TableResult, Error> {
        let lasts = LogFile::lasts(&log.path);
        let sound = SoundSeals::default();
        let mut judged = self.one_log(log, heads, tick, lasts, &sound)?;
        if self.trust.is_some() && lasts && vouched_in_part(judged.verdicts.iter().map(|(_, log)| log)) {
            let table = TableLogs { logs: vec![Known { name: log.name.clone(), ..super::known(&log.path)? }] };
            let assumed = Assumed { named: table.open().cloned(), reads_vouching: true, ..Assumed::default() };
            return self.until_it_holds(&table, assumed, None, heads, tick_nothing());
        }
        if judged.lot.late.is_empty() {
            return Ok(judged);
        }
        if lasts {
            let settings = self.settings.knowing(&judged.lot.late);
            return JudgingContext { settings: &settings, ..*self }.one_log(log, heads, tick_nothing(), false, &sound);
        }
        let why = "an incident concerns a coup that had been judged before it, or one that is not there, which takes a second reading; pass the log as a file";
        if judged.unread.is_empty() {
            judged.unread.push((log.name.clone(), why.to_owned()));
        }
        Ok(judged)
    }

    fn lot(&self) -> Lot<'_> {
        Lot::new(self.spill).with_steps(self.with_steps)
    }

    /// Reads a log through; `again` says that it is judged again if an incident comes late.
    fn one_log(
        &self,
        log: &Known,
        heads: Option<&Heads>,
        tick: Tick,
        again: bool,
        sound: &SoundSeals,
    ) -> Result<TableResult, Error> {
        let (path, name) = (log.path.as_path(), log.name.clone());
        let fail = |error| Error::read(path, error);
        let away = self.spill.another();
        let mut lot = self.lot().on_duty(self.staff.map(|staff| staff.of(None))).judged_again(again);
        let (replayed, lot, (hashes, changed)) = if files::is_worth(path) {
            let mut file =
                AheadLog::open(path, self.hashing, self.settings.foresees(), Some(away), tick).map_err(fail)?;
            let reader = file.reader(self.trust).against(heads).remembering(sound);
            let log = Replay::by(self.settings).log(reader, &name, &mut lot);
            let lot = lot.finish(&[&log.verdict], log.verdict.open.as_ref()).map_err(Error::spill)?;
            (log, lot, file.finish())
        } else {
            let file = LogFile::beside(path, Sharing::among(1, &away), move |bytes| tick(bytes)).map_err(fail)?;
            let mut file = file.hashed(self.hashing);
            let reader = LogReader::new(file.content().map_err(fail)?, self.trust).against(heads).remembering(sound);
            let log = Replay::by(self.settings).log(reader, &name, &mut lot);
            let lot = lot.finish(&[&log.verdict], log.verdict.open.as_ref()).map_err(Error::spill)?;
            (log, lot, file.finish())
        };
        let ReplayedLog { verdict, totals, rulesets, read_error } = replayed;
        let input = input_of(name, hashes, &verdict);
        let read_error = read_error.or(changed).map(|error| error::why(&error));
        let mut result = TableResult::new(lot, totals, rulesets, None);
        result.log(input, verdict, None, read_error);
        Ok(result)
    }

    /// The logs of a table: those of one source one after the other, several sources as one.
    ///
    /// A log that cannot be opened when its turn comes is reported as one that cannot be read; the others are judged.
    pub fn table(
        &self,
        table: &TableLogs,
        window: Option<Window>,
        heads: Option<&Heads>,
        tick: &Tick,
    ) -> Result<TableResult, Error> {
        if let [log] = table.logs.as_slice()
            && log.open.is_none()
        {
            return self.one(log, heads, Rc::clone(tick));
        }
        let assumed = Assumed { named: table.open().cloned(), ..Assumed::default() };
        self.until_it_holds(table, assumed, window, heads, Rc::clone(tick))
    }

    /// Judges a table, and again as long as reading it shows that what was assumed of it does not hold.
    fn until_it_holds(
        &self,
        table: &TableLogs,
        mut assumed: Assumed,
        window: Option<Window>,
        heads: Option<&Heads>,
        mut tick: Tick,
    ) -> Result<TableResult, Error> {
        let before = Before::default();
        loop {
            let settings = assumed.settings.as_ref().unwrap_or(self.settings);
            let by = JudgingContext { settings, ..*self };
            let (judged, open) = by.judged(table, &assumed, window, heads, tick, &before)?;
            match assumed.corrected(self, &judged, open) {
                Some(corrected) => assumed = corrected,
                None => return Ok(judged),
            }
            tick = tick_nothing();
        }
    }

    /// Whether it is assumed that seals vouch for all logs of a table or for none.
    fn alike(&self, assumed: &Assumed) -> bool {
        self.trust.is_some() && !assumed.reads_vouching
    }

    /// Judges a table by what is assumed of it. Also returns what the table is called.
    fn judged(
        &self,
        table: &TableLogs,
        assumed: &Assumed,
        window: Option<Window>,
        heads: Option<&Heads>,
        tick: Tick,
        before: &Before,
    ) -> Result<(TableResult, Option<Open>), Error> {
        let named = assumed.named.as_ref();
        let hashed: Vec<Rc<RefCell<Option<Hashed>>>> = table.logs.iter().map(|_| Rc::default()).collect();
        let away = self.spill.another();
        let sharing = Sharing::among(table.logs.len(), &away);
        let mut logs = Vec::new();
        let vouching = assumed.reads_vouching.then(|| before.vouching(table, self.trust));
        for (at, (log, hashed)) in table.logs.iter().zip(&hashed).enumerate() {
            let later = self.later(log, hashed, heads, &tick, sharing, &before.sound);
            logs.extend(later.map(|later| match (vouching, self.trust) {
                // Without a trust store nobody vouches for anything, and all are alike.
                (_, None) => later.vouched_by(Vouching::default()),
                (Some(each), Some(_)) => later.vouched_by(each.get(at).cloned().unwrap_or_default()),
                (None, Some(_)) => later,
            }));
        }
        let recording = self.exporting.zip(named).map(|(exporting, open)| exporting.recording(table, open));
        let clock = named.map(|open| clock_of(table, open, self.roster, &self.settings.registry));
        let clock = clock.map_or_else(TableClock::default, |clock| TableClock::Of(Box::new(clock)));
        let on_duty = self.staff.map(|staff| staff.of(named));
        let mut lot = self.lot().recording(recording).by_clock(clock).on_duty(on_duty);
        lot =
            lot.judged_again(assumed.settings.is_none()).stops_at_a_break(self.alike(assumed) && table.logs.len() > 1);
        let joined = if table.is_one_source() {
            Replay::by(self.settings).within(window).logs(logs, &mut lot)
        } else {
            Replay::by(self.settings).within(window).joining(self.about).logs(logs, &mut lot)
        };
        let JoinedReplay { sources, open, verdicts, spans, read_errors, totals, rulesets, stopped } = joined;
        let by_place: Vec<&LogVerdict> = sources.iter().filter_map(|at| verdicts.get(*at)).collect();
        let again = self.alike(assumed) && vouched_in_part(verdicts.iter());
        let lot = if again { lot.leave() } else { lot.finish(&by_place, open.as_ref()) }.map_err(Error::spill)?;
        let mut result = TableResult::new(lot, totals, rulesets, stopped.map(|error| error.to_string()));
        for ((((log, hashed), verdict), span), read_error) in
            table.logs.iter().zip(hashed).zip(verdicts).zip(spans).zip(read_errors)
        {
            let name = log.name.clone();
            let (hashes, changed) = hashed.take().map(Hashed::finish).unwrap_or_default();
            let read_error = read_error.or(changed).map(|error| error::why(&error));
            let text = |moment: Moment| Timestamp::from_nanosecond(moment.nanos).ok().map(|at| at.to_string());
            let written = span.as_ref().and_then(|span| Some((text(span.earliest)?, text(span.latest)?)));
            let played = span.as_ref().and_then(|span| span.played.clone());
            let mut survey = Survey {
                first: span.as_ref().map(|span| span.first.clone()),
                within: span.as_ref().map(|span| (span.earliest, span.latest)),
                last: span.as_ref().map(|span| span.last),
                contents: span.map(|span| span.contents).unwrap_or_default(),
                head: None,
            };
            let mut sealed = match self.trust {
                Some(_) => SealedParts::Parts(verdict.sealed_parts().to_vec()),
                None => SealedParts::Unasked,
            };
            survey.by_play(played, &mut sealed);
            let open = verdict.open.as_ref();
            let seen = hashes.and_then(|hashes: LogHashes| survey.seen(&name, open, hashes, self.roster, sealed));
            let mut input = input_of(name, hashes, &verdict);
            input.span = written;
            if log.context {
                input.note = Some(if table.is_one_source() { READ_FOR_CONTEXT } else { READ_TO_JOIN }.into());
            }
            result.log(input, verdict, seen, read_error);
        }
        Ok((result, open))
    }

    /// A log that is opened when its turn comes.
    fn later<'l>(
        &'l self,
        log: &'l Known,
        hashed: &Rc<RefCell<Option<Hashed>>>,
        heads: Option<&'l Heads>,
        tick: &Tick,
        sharing: Sharing<'l>,
        sound: &'l SoundSeals,
    ) -> Option<SourceLog<'l, OpenedLog<'l>>> {
        let (open, began) = log.open.as_ref()?;
        let (hashed, tick, hashing) = (Rc::clone(hashed), Rc::clone(tick), self.hashing);
        let reader = move || {
            let file = LogFile::beside(&log.path, sharing, move |bytes| tick(bytes))?.hashed(hashing);
            let (content, hashes) = file.into_content()?;
            *hashed.borrow_mut() = Some(hashes);
            Ok(LogReader::new(content, self.trust).against(heads).remembering(sound))
        };
        let name = log.name.clone();
        // Read again only if two logs of one source overlap; no seal is checked then.
        let again = move || {
            let (content, _) = LogFile::beside(&log.path, sharing, |_| ())?.hashed(false).into_content()?;
            Ok(LogReader::new(content, None))
        };
        Some(SourceLog::later(name, open.clone(), began.moment(), reader).again(again))
    }
}

/// What earlier readings of a table have shown and later ones need not determine again.
#[derive(Default)]
struct Before {
    sound: SoundSeals,
    /// What seals vouch for in each log, if that was determined.
    vouching: OnceCell<Vec<Vouching>>,
}

impl Before {
    fn vouching(&self, table: &TableLogs, trust: Option<&TrustStore>) -> &[Vouching] {
        let of = |log: &Known| match (&log.open, trust) {
            (Some(_), Some(_)) => vouching(&log.path, trust, &self.sound, &LogFiles),
            _ => Vouching::default(),
        };
        self.vouching.get_or_init(|| table.logs.iter().map(of).collect())
    }
}

/// What a table is judged by and only reading it shows. What is assumed at first holds of nearly every table, so that it is
/// read once: that its logs are all of one table, that seals vouch for all of them or for none, and that each incident comes
/// before its coup is judged.
#[derive(Clone, Default)]
struct Assumed {
    /// What its rows are called.
    named: Option<Open>,
    /// Whether each log is first read to determine what seals vouch for in it.
    reads_vouching: bool,
    /// The settings with the incidents that came after their coups had been judged.
    settings: Option<Settings>,
}

impl Assumed {
    /// What is to be assumed in its place; `None` where it holds. What seals vouch for decides what the rest comes to.
    fn corrected(&self, by: &JudgingContext<'_>, judged: &TableResult, open: Option<Open>) -> Option<Self> {
        let in_part = || judged.lot.is_broken || vouched_in_part(judged.verdicts.iter().map(|(_, log)| log));
        if by.alike(self) && in_part() {
            return Some(Self { reads_vouching: true, ..self.clone() });
        }
        let called = |open: &Option<Open>| open.as_ref().map(names_of);
        let renamed = by.exporting.is_some() && called(&self.named) != called(&open);
        let late = self.settings.is_none() && !judged.lot.late.is_empty();
        (renamed || late).then(|| Self {
            named: if renamed { open } else { self.named.clone() },
            settings: if late { Some(by.settings.knowing(&judged.lot.late)) } else { self.settings.clone() },
            ..*self
        })
    }
}

/// Whether the logs of a table were judged under an assumption that does not hold: that seals vouch for all of them or
/// for none, and for imports that name a key.
fn vouched_in_part<'v>(logs: impl Iterator<Item = &'v LogVerdict> + Clone) -> bool {
    let verdicts = || logs.clone();
    let none = verdicts().all(|log| log.vouched_lines().is_empty());
    let all = verdicts().all(LogVerdict::wholly_vouched);
    let imported = |log: &LogVerdict| log.open.as_ref().is_some_and(|open| open.imported);
    let unlike = |log: &LogVerdict| {
        let named = log.open.as_ref().is_some_and(|open| open.key.is_some());
        imported(log) && named == log.vouched_lines().is_empty()
    };
    (!(none || all) && verdicts().count() > 1) || verdicts().any(unlike)
}

fn tick_nothing() -> Tick {
    Rc::new(|_| ())
}
