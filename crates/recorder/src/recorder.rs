//! What is written before anything is acknowledged.

use ed25519_dalek::SigningKey;
use resettle_import::{CaptureLine, CaptureMapping, Segment, calls_for_answer};
use resettle_sealed_log::Time;

use crate::day::{Day, remark};
use crate::error::RecordError;
use crate::folder::Folder;

/// A clock that goes back by less than this many nanoseconds is only set right, and not worth a record.
const SET_RIGHT: i128 = 1_000_000_000;

/// What the clock says.
#[derive(Debug, Clone, Copy)]
pub struct Now<'t> {
    /// The time, as a log has it.
    pub at: &'t str,
    /// The day of the venue to which it belongs, as `2026-06-01`: days are in order as texts are.
    pub day: &'t str,
}

/// How a recorder found its folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resumed {
    /// The day that goes on; none in an empty folder.
    pub day: Option<String>,
    /// Bytes at the end of the capture that were not written whole, and never acknowledged.
    pub capture_cut: u64,
    /// Bytes at the end of the log that were not written whole.
    pub log_cut: u64,
    /// Bytes of the log that the capture gives and the log did not hold yet.
    pub log_made_up: u64,
    /// What could not be used of the day so far.
    pub problems: usize,
}

/// Writes the days of a table: for each `DAY.yaml`, the mapping of its capture, `DAY.capture` and `DAY.jsonl`, the sealed log.
pub struct Recorder<'k> {
    mapping: CaptureMapping,
    key: &'k SigningKey,
    day: Option<Day<'k>>,
    /// The time of the last line.
    last_at: Option<Time>,
    is_behind: bool,
    capture_length: u64,
    /// Bytes of the log that are durable.
    log_length: u64,
    /// Bytes of the log that could not be written yet.
    unwritten: Vec<u8>,
    /// How many problems were said.
    said: usize,
}

type Failed<F> = RecordError<<F as Folder>::Error>;

impl<'k> Recorder<'k> {
    /// Takes up what the folder holds, or begins in an empty one. It writes nothing.
    ///
    /// # Errors
    /// A file cannot be read, or is not what its capture and this key give.
    pub fn resume<F: Folder>(
        mapping: &CaptureMapping,
        key: &'k SigningKey,
        folder: &F,
    ) -> Result<(Self, Resumed), Failed<F>> {
        let mut recorder = Self {
            mapping: mapping.clone(),
            key,
            day: None,
            last_at: None,
            is_behind: false,
            capture_length: 0,
            log_length: 0,
            unwritten: Vec::new(),
            said: 0,
        };
        let names = folder.names().map_err(failed::<F>("the folder"))?;
        let last = names.iter().filter_map(|name| name.strip_suffix(".yaml")).filter(|name| is_day(name)).max();
        let resumed = match last {
            Some(day) => recorder.take_up(day, folder)?,
            None => Resumed::default(),
        };
        Ok((recorder, resumed))
    }

    fn take_up<F: Folder>(&mut self, name: &str, folder: &F) -> Result<Resumed, Failed<F>> {
        let file = format!("{name}.yaml");
        let yaml = folder.read(&file).map_err(failed::<F>(&file))?;
        let mapping = std::str::from_utf8(&yaml).ok().and_then(|text| CaptureMapping::from_yaml(text).ok());
        let mut day = Day::new(name, mapping.ok_or(RecordError::Mapping { file })?, self.key);
        let capture = folder.read(&day.capture()).map_err(failed::<F>(&day.capture()))?;
        let kept = whole_groups(&capture);
        let mut given = Vec::new();
        let lines = capture.get(..kept).unwrap_or_default().split_inclusive(|byte| *byte == b'\n');
        for (number, line) in (1..).zip(lines) {
            let altered = |what| RecordError::Altered { file: day.capture(), line: number, what };
            let text = std::str::from_utf8(line).ok().and_then(|line| line.strip_suffix('\n'));
            let (at, line) = text.and_then(CaptureLine::read).ok_or(altered("no recorder wrote this line"))?;
            let time = Time::parse(at).map_err(|_| altered("no recorder wrote this time"))?;
            if self.last_at.as_ref().is_some_and(|last| time.moment() < last.moment()) {
                return Err(altered("its time is before that of the line above"));
            }
            self.last_at = Some(time);
            given.extend(day.take(at, &line).map_err(RecordError::Record)?);
        }
        let log = folder.read(&day.log()).map_err(failed::<F>(&day.log()))?;
        let whole = log.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let log_kept = log.get(..whole).unwrap_or_default();
        if !given.starts_with(log_kept) {
            let same = log_kept.iter().zip(&given).take_while(|(one, other)| one == other).count();
            let line = 1 + log_kept.iter().take(same).filter(|byte| **byte == b'\n').count() as u64;
            let what = "this is not what the capture gives, with this key: the log or its capture was altered, or another version or another key began the day";
            return Err(RecordError::Altered { file: day.log(), line, what });
        }
        self.unwritten = given.split_off(whole);
        self.capture_length = kept as u64;
        self.log_length = whole as u64;
        self.said = day.problems().count();
        let resumed = Resumed {
            day: Some(name.to_owned()),
            capture_cut: (capture.len() - kept) as u64,
            log_cut: (log.len() - whole) as u64,
            log_made_up: self.unwritten.len() as u64,
            problems: self.said,
        };
        self.day = Some(day);
        Ok(resumed)
    }

    /// The day that is recorded.
    #[must_use]
    pub fn day(&self) -> Option<&str> {
        self.day.as_ref().map(|day| day.name.as_str())
    }

    /// Says that the line to the shoe stands. Where something was recorded before, what the shoe sent in between may be missing,
    /// and the log says so.
    ///
    /// # Errors
    /// It could not be written.
    pub fn connected<F: Folder>(&mut self, folder: &mut F, now: Now<'_>) -> Result<(), Failed<F>> {
        let before = self.last_at.as_ref().map(|time| time.as_str().to_owned());
        let at = self.prepare(folder, now)?;
        let Some(before) = before else { return Ok(()) };
        let text = format!("{}the line to the shoe was interrupted; recorded before: {before}", remark::NOTED);
        self.write(folder, &at, &[CaptureLine::Remark(text)])
    }

    /// Takes what the shoe sent. When this returns, it is durable, and its answer may be sent.
    ///
    /// # Errors
    /// It could not be written, and must not be answered.
    pub fn take<F: Folder>(&mut self, folder: &mut F, now: Now<'_>, segment: &Segment) -> Result<(), Failed<F>> {
        let at = self.prepare(folder, now)?;
        let answer = segment.answer.map(|answer| CaptureLine::Answered(answer.to_vec()));
        let lines: Vec<CaptureLine> =
            [CaptureLine::Received(segment.bytes.clone())].into_iter().chain(answer).collect();
        self.write(folder, &at, &lines)
    }

    /// To be asked while nothing comes: writes what could not be written before, and closes a day that is over.
    ///
    /// # Errors
    /// It could not be written.
    pub fn idle<F: Folder>(&mut self, folder: &mut F, now: Now<'_>) -> Result<(), Failed<F>> {
        self.catch_up(folder)?;
        let at = self.not_before(now.at)?;
        self.close_if_over(folder, now, &at)
    }

    /// What could not be used since this was asked last, in words for a journal.
    pub fn problems(&mut self) -> Vec<String> {
        let new: Vec<String> = self.day.iter().flat_map(|day| day.problems().skip(self.said)).collect();
        self.said += new.len();
        new
    }

    /// The time to be written, in a day that is open.
    fn prepare<F: Folder>(&mut self, folder: &mut F, now: Now<'_>) -> Result<String, Failed<F>> {
        self.catch_up(folder)?;
        let at = self.not_before(now.at)?;
        self.close_if_over(folder, now, &at)?;
        match &self.day {
            Some(day) if !day.is_closed && day.is_begun => {}
            Some(day) if !day.is_closed => self.write(folder, &at, &[CaptureLine::Remark(remark::BEGUN.to_owned())])?,
            _ => self.begin(folder, now, &at)?,
        }
        self.say_of_the_clock(folder, now, &at)?;
        Ok(at)
    }

    /// The time of a clock that never goes back.
    fn not_before<E: std::error::Error>(&self, at: &str) -> Result<String, RecordError<E>> {
        let now = Time::parse(at).map_err(|_| RecordError::Time(at.to_owned()))?;
        let last = self.last_at.as_ref().filter(|last| now.moment() < last.moment());
        Ok(last.map_or_else(|| at.to_owned(), |last| last.as_str().to_owned()))
    }

    fn say_of_the_clock<F: Folder>(&mut self, folder: &mut F, now: Now<'_>, at: &str) -> Result<(), Failed<F>> {
        let nanoseconds = |text: &str| Time::parse(text).map(|time| time.moment().nanos);
        let back = match (nanoseconds(at), nanoseconds(now.at)) {
            (Ok(counts), Ok(says)) => counts.saturating_sub(says),
            _ => return Err(RecordError::Time(now.at.to_owned())),
        };
        let was_behind = self.is_behind;
        self.is_behind = back >= SET_RIGHT || (was_behind && back > 0);
        if was_behind || !self.is_behind {
            return Ok(());
        }
        let text = format!(
            "{}the clock of the recorder went back to {}; until it has passed {at}, that time is written",
            remark::NOTED,
            now.at
        );
        self.write(folder, at, &[CaptureLine::Remark(text)]).inspect_err(|_| self.is_behind = false)
    }

    fn close_if_over<F: Folder>(&mut self, folder: &mut F, now: Now<'_>, at: &str) -> Result<(), Failed<F>> {
        let is_over = |day: &Day<'_>| day.is_begun && !day.is_closed && *now.day > *day.name && day.is_at_rest();
        if self.day.as_ref().is_some_and(is_over) {
            self.write(folder, at, &[CaptureLine::Remark(remark::CLOSED.to_owned())])?;
        }
        Ok(())
    }

    fn begin<F: Folder>(&mut self, folder: &mut F, now: Now<'_>, at: &str) -> Result<(), Failed<F>> {
        // A clock that went back over a day makes no day anew.
        let name = match &self.day {
            Some(before) if *now.day <= *before.name => next_name(&before.name),
            _ => now.day.to_owned(),
        };
        let before = self.day.as_ref().map(Day::mapping_behind);
        let mapping = self.mapping.of_day(&name, before.as_ref()).ok_or(RecordError::LongName)?;
        let file = format!("{name}.yaml");
        folder.create(&file, mapping.to_yaml().as_bytes()).map_err(failed::<F>(&file))?;
        self.day = Some(Day::new(&name, mapping, self.key));
        (self.capture_length, self.log_length, self.said) = (0, 0, 0);
        self.write(folder, at, &[CaptureLine::Remark(remark::BEGUN.to_owned())])
    }

    /// Writes lines of the capture, and what they give to the log.
    fn write<F: Folder>(&mut self, folder: &mut F, at: &str, lines: &[CaptureLine]) -> Result<(), Failed<F>> {
        let Some(day) = &mut self.day else { return Ok(()) };
        let text: String = lines.iter().map(|line| line.write(at) + "\n").collect();
        let file = day.capture();
        folder.extend(&file, self.capture_length, text.as_bytes()).map_err(failed::<F>(&file))?;
        self.capture_length = self.capture_length.saturating_add(text.len() as u64);
        self.last_at = Time::parse(at).ok();
        for line in lines {
            self.unwritten.extend(day.take(at, line).map_err(RecordError::Record)?);
        }
        self.catch_up(folder)
    }

    /// Writes what the log lacks.
    fn catch_up<F: Folder>(&mut self, folder: &mut F) -> Result<(), Failed<F>> {
        let Some(day) = self.day.as_ref().filter(|_| !self.unwritten.is_empty()) else { return Ok(()) };
        folder.extend(&day.log(), self.log_length, &self.unwritten).map_err(failed::<F>(&day.log()))?;
        self.log_length = self.log_length.saturating_add(self.unwritten.len() as u64);
        self.unwritten.clear();
        Ok(())
    }
}

fn failed<F: Folder>(file: &str) -> impl FnOnce(F::Error) -> Failed<F> {
    let file = file.to_owned();
    move |error| RecordError::File { file, error }
}

/// A day that the clock gives a second time gets a name of its own, behind the first.
fn next_name(before: &str) -> String {
    match before.rsplit_once('_').and_then(|(day, number)| Some((day, number.parse::<u32>().ok()?))) {
        Some((day, number)) => format!("{day}_{:03}", number.saturating_add(1)),
        None => format!("{before}_001"),
    }
}

/// Whether this names a day, as `2026-06-01` or `2026-06-01_001`.
fn is_day(name: &str) -> bool {
    let fits = |text: &str, form: &str| {
        let same = |(byte, form): (u8, u8)| if form == b'd' { byte.is_ascii_digit() } else { byte == form };
        text.len() == form.len() && text.bytes().zip(form.bytes()).all(same)
    };
    fits(name, "dddd-dd-dd") || fits(name, "dddd-dd-dd_ddd")
}

/// How many bytes of a capture are lines with all that belongs to them: what was received is followed by its answer, where it has
/// one, and both were written at once.
fn whole_groups(capture: &[u8]) -> usize {
    let ends = |bytes: &[u8]| bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let whole = ends(capture);
    let lines = capture.get(..whole).unwrap_or_default();
    let last = ends(lines.get(..whole.saturating_sub(1)).unwrap_or_default());
    let line = std::str::from_utf8(lines.get(last..).unwrap_or_default()).unwrap_or_default();
    match CaptureLine::read(line.trim_end_matches('\n')) {
        Some((_, CaptureLine::Received(bytes))) if calls_for_answer(&bytes) => last,
        _ => whole,
    }
}
