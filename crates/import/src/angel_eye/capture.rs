//! A capture: the raw bytes of the line, or lines of a time and the bytes that came then in hexadecimal figures.

use resettle_sealed_log::Time;

use super::again::Lines;
use super::rounds::Spot;
use crate::time::{TimeFormat, zone};

/// Who sent the bytes of a line, in small letters.
const WHO: [&str; 6] = ["<", ">", "<<", ">>", "rx", "tx"];

/// The figures of a time in seconds since 1970, and in milliseconds.
const SECONDS: usize = 10;
const MILLISECONDS: usize = 13;

/// More figures than the number of a line has.
const LONGEST_NUMBER: usize = 10;

/// So many columns may stand between the time and the bytes.
const MOST_PORTS: usize = 3;

/// So many letters of a line are shown.
const SHOWN: usize = 60;

/// What stands between two figures of a byte in some captures.
const BETWEEN: [char; 5] = [' ', ':', '-', ',', '\t'];

/// Why a text is no capture.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NoLine {
    /// The first line that is no remark.
    pub(super) line: u64,
    /// The beginning of that line.
    pub(super) text: String,
    /// Whether only the offset of its time is not known.
    pub(super) lacks_zone: bool,
}

/// The bytes of a capture, and where they stood.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Capture {
    pub(super) bytes: Vec<u8>,
    /// Where the bytes of each line begin, the line, and its time.
    lines: Vec<(usize, u64, Option<String>)>,
    /// Lines that are none of these, each with its number.
    pub(super) unread: Vec<u64>,
    /// Lines whose time is before that of the line above.
    pub(super) backward: Vec<u64>,
    /// Lines that stand above already, and are not among the others: the first and the last of each row of them.
    pub(super) again: Vec<(u64, u64)>,
    /// Lines before which others are missing, as the numbers show that a logger gave them: the line, and how many.
    pub(super) gaps: Vec<(u64, u64)>,
}

/// The numbers that a logger gives its lines.
#[derive(Default)]
struct Numbers {
    last: Option<u32>,
    /// Lines since then that are not read, whatever their numbers are.
    unread: u64,
    steps: usize,
    gaps: Vec<(u64, u64)>,
}

/// Where more than one line in so many is missing, others than those of the shoe have numbers, too.
const NUMBERED: usize = 10;

impl Numbers {
    fn take(&mut self, line: u64, number: Option<u32>) {
        if let Some((last, now)) = self.last.zip(number).filter(|(last, now)| last < now) {
            self.steps += 1;
            let missing = u64::from(now.abs_diff(last)).saturating_sub(1).saturating_sub(self.unread);
            self.gaps.extend((missing > 0).then_some((line, missing)));
        }
        (self.last, self.unread) = (number, 0);
    }

    /// The gaps, where the numbers follow each other as a rule.
    fn found(self) -> Vec<(u64, u64)> {
        if self.gaps.len() * NUMBERED <= self.steps { self.gaps } else { Vec::new() }
    }
}

impl Capture {
    /// Reads one: lines where any is one, else raw bytes. Times that name no offset are read by `times`.
    ///
    /// # Errors
    /// It is text, and none of its lines is one.
    pub(super) fn read(file: &[u8], times: &TimeFormat) -> Result<Self, NoLine> {
        let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
        let raw = || Self { bytes: file.to_vec(), ..Self::default() };
        let Ok(text) = std::str::from_utf8(file) else { return Ok(raw()) };
        let capture = Self::of_lines(text, times);
        if capture.has_lines() {
            return Ok(capture);
        }
        let is_text = !text.chars().any(|letter| letter.is_control() && !letter.is_ascii_whitespace());
        let first = (1..).zip(text.lines()).find(|(_, line)| !is_remark(line)).filter(|_| is_text);
        let Some((line, text)) = first else { return Ok(raw()) };
        let in_utc = TimeFormat::new("iso-8601", zone("UTC")).ok();
        // A logger may write a line of its own above.
        let lacks_zone =
            in_utc.is_some_and(|times| Self::of_lines(std::str::from_utf8(file).unwrap_or(""), &times).has_lines());
        Err(NoLine { line, text: text.chars().take(SHOWN).collect(), lacks_zone })
    }

    fn of_lines(text: &str, times: &TimeFormat) -> Self {
        let mut capture = Self::default();
        let (mut before, mut above, mut goes_on) = (None, Lines::default(), false);
        let mut numbers = Numbers::default();
        for (number, line) in (1..).zip(text.lines()) {
            if is_remark(line) {
                continue;
            }
            match of_line(line, times) {
                Some(LineOf { number: own, time, bytes }) => {
                    let moment = Time::parse(&time).ok().map(|time| time.moment());
                    if moment.is_some_and(|moment| above.is_again(moment, &bytes)) {
                        match capture.again.last_mut().filter(|_| goes_on) {
                            Some((_, last)) => *last = number,
                            None => capture.again.push((number, number)),
                        }
                        goes_on = true;
                        continue;
                    }
                    goes_on = false;
                    numbers.take(number, own);
                    if moment.zip(before).is_some_and(|(moment, before)| moment < before) {
                        capture.backward.push(number);
                    }
                    before = moment.or(before);
                    capture.lines.push((capture.bytes.len(), number, Some(time)));
                    capture.bytes.extend(bytes);
                }
                None => {
                    numbers.unread = numbers.unread.saturating_add(1);
                    capture.unread.push(number);
                }
            }
        }
        capture.gaps = numbers.found();
        capture
    }

    /// Whether it has lines with times.
    pub(super) fn has_lines(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Where a byte stood, and when it came.
    pub(super) fn spot(&self, at: usize) -> Spot<'_> {
        let line = self.line_of(at);
        Spot {
            place: line.map_or(at as u64 + 1, |(_, line, _)| *line),
            time: line.and_then(|(_, _, time)| time.as_deref()),
        }
    }

    fn line_of(&self, at: usize) -> Option<&(usize, u64, Option<String>)> {
        let behind = self.lines.partition_point(|(from, ..)| *from <= at);
        self.lines.get(behind.checked_sub(1)?)
    }
}

fn is_remark(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with('#')
}

/// What stands in a line.
struct LineOf {
    /// The number that its logger gave it.
    number: Option<u32>,
    time: String,
    bytes: Vec<u8>,
}

/// The time and the bytes of a line; between them may stand who sent it (`<`, `>`, `RX`, `TX`), behind them the same as letters.
/// Some loggers write columns, with a number before the time and a port behind it.
fn of_line(line: &str, times: &TimeFormat) -> Option<LineOf> {
    let line = line.split_once('|').map_or(line, |(figures, _)| figures);
    let words: Vec<&str> = line.split_whitespace().collect();
    let of = |number: Option<u32>, (time, bytes): (String, Vec<u8>)| LineOf { number, time, bytes };
    of_words(&words, times, false).map(|own| of(None, own)).or_else(|| {
        let cells: Vec<&str> =
            line.split([',', ';', '\t']).flat_map(str::split_whitespace).map(|cell| cell.trim_matches('"')).collect();
        let numbered = cells.split_first().and_then(|(first, cells)| {
            let number = first.parse::<u32>().ok().filter(|_| first.len() < LONGEST_NUMBER)?;
            Some((number, cells))
        });
        let is_apart = line.contains([',', ';', '\t']);
        let read = |cells: &[&str]| of_words(cells, times, true).filter(|_| is_apart);
        let alone = read(&cells).map(|own| of(None, own));
        alone.or_else(|| numbered.and_then(|(number, cells)| Some(of(Some(number), read(cells)?))))
    })
}

fn of_words(words: &[&str], times: &TimeFormat, in_columns: bool) -> Option<(String, Vec<u8>)> {
    let (time, rest) = (1..=3).find_map(|many| {
        let (time, rest) = words.split_at_checked(many)?;
        Some((moment(time, times)?, rest)).filter(|(_, rest)| !rest.first().is_some_and(|word| is_offset(word)))
    })?;
    let is_port = |word: &&&str| in_columns && bytes_of_figures(word).is_none() && !word.is_empty();
    let behind = rest.iter().take_while(is_port).count();
    let rest = rest.get(behind.min(MOST_PORTS)..).unwrap_or_default();
    let rest = match rest {
        [who, rest @ ..] if WHO.contains(&who.trim_end_matches(':').to_ascii_lowercase().as_str()) => rest,
        rest => rest,
    };
    Some((time, bytes_of_figures(&rest.concat())?))
}

/// A time as a log has it: as it is written, or seconds or milliseconds since 1970.
fn moment(words: &[&str], times: &TimeFormat) -> Option<String> {
    if let [word] = words
        && word.starts_with('1')
        && let format = match word.split_once('.').map_or(*word, |(whole, _)| whole) {
            whole if !whole.bytes().all(|byte| byte.is_ascii_digit()) => None,
            whole if whole.len() == SECONDS => Some("unix-seconds"),
            whole if whole.len() == MILLISECONDS => Some("unix-milliseconds"),
            _ => None,
        }
        && let Some(format) = format
    {
        return Some(TimeFormat::new(format, None).ok()?.convert(word).ok()?.text);
    }
    Some(times.convert(&spelled(words)).ok()?.text)
}

/// A time without what some programs write around it: brackets, a colon or comma behind it, `/` in its date.
fn spelled(words: &[&str]) -> String {
    let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    if let Some(first) = words.first_mut() {
        *first = first.trim_start_matches('[').to_owned();
        if first.bytes().take(4).all(|byte| byte.is_ascii_digit()) {
            *first = first.replacen('/', "-", 2);
        }
    }
    if let Some(last) = words.last_mut() {
        *last = last.trim_end_matches([']', ':', ',', ';']).to_owned();
    }
    match words.as_slice() {
        [time @ .., offset] if is_offset(offset) => time.join(" ") + offset,
        words => words.join(" "),
    }
}

fn is_offset(word: &str) -> bool {
    word.starts_with(['+', '-']) && word.contains(':')
}

/// The bytes of hexadecimal figures; what stands between two bytes in some captures may stand there.
pub(super) fn bytes_of_figures(text: &str) -> Option<Vec<u8>> {
    let figures: String = text.chars().filter(|letter| !BETWEEN.contains(letter)).collect();
    let figures = figures.replace("0x", "");
    if figures.is_empty() || figures.len() % 2 == 1 || !figures.is_ascii() {
        return None;
    }
    let (pairs, _) = figures.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.iter().map(byte).collect()
}

/// Bytes as hexadecimal figures.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_bytes_and_lines_with_times() {
        let times = TimeFormat::new("iso-8601", zone("Asia/Singapore")).unwrap();
        let raw = Capture::read(&[5, 0x31, 0xb8], &times).unwrap();
        assert_eq!((raw.bytes.len(), raw.spot(2).place, raw.spot(2).time, raw.has_lines()), (3, 3, None, false));
        let text = "# T7\n2026-01-02T03:04:05.5+08:00 05 31\n\n2026-01-02 03:04:06 < B8,03\nwhat\n";
        let lines = Capture::read(text.as_bytes(), &times).unwrap();
        assert_eq!(lines.bytes, [5, 0x31, 0xb8, 3]);
        assert_eq!((lines.spot(0).place, lines.spot(2).place, lines.unread.as_slice()), (2, 4, &[5][..]));
        assert!(lines.spot(0).time.unwrap().starts_with("2026-01-02T03:04:05.5"));
        assert!(lines.spot(3).time.unwrap().ends_with("+08:00"));
    }

    #[test]
    fn lines_as_loggers_write_them() {
        let times = TimeFormat::new("iso-8601", zone("Asia/Singapore")).unwrap();
        for line in [
            "2026-01-02T03:04:05+08:00 05 31",
            "[2026-01-02 03:04:05] 05 31",
            "2026/01/02 03:04:05 RX: 05 31",
            "2026-01-02 03:04:05 +08:00 < 0531",
            "2026-01-02 03:04:05, 0x05 0x31",
            "2026-01-02T03:04:05: 05-31 |.1|",
            "\u{feff}2026-01-02T03:04:05 05:31",
            "COM3 4800,8,N,1\n2026-01-02T03:04:05 05 31",
            "17,2026-01-02T03:04:05,COM4,RX,0531",
            "17;2026-01-02 03:04:05;\"05 31\"",
        ] {
            let read = Capture::read(line.as_bytes(), &times).unwrap();
            assert_eq!(
                (read.bytes.as_slice(), read.spot(0).time),
                (&[5, 0x31][..], Some("2026-01-02T03:04:05+08:00")),
                "{line}"
            );
        }
    }

    #[test]
    fn lines_that_are_missing_by_their_numbers() {
        let times = TimeFormat::new("iso-8601", zone("UTC")).unwrap();
        let gaps = |numbers: &mut dyn Iterator<Item = u32>| {
            let lines =
                numbers.map(|number| format!("{number},2026-01-02T03:{:02}:{:02},05", number / 60 % 60, number % 60));
            Capture::read(lines.collect::<Vec<_>>().join("\n").as_bytes(), &times).unwrap().gaps
        };
        assert_eq!(gaps(&mut (1..=20).chain(38..60)), [(21, 17)]);
        assert_eq!(gaps(&mut (1..=20).chain(1..20)), []);
        assert_eq!(gaps(&mut (1..=40).step_by(2)), [], "the host's lines have numbers too");
        let text = "1,2026-01-02T03:00:00,05\n2,2026-01-02T03:00:01,05\nwhat\n4,2026-01-02T03:00:02,05\n";
        assert_eq!(Capture::read(text.as_bytes(), &times).unwrap().gaps, [], "what is not read is not missing");
    }

    #[test]
    fn times_since_1970() {
        let times = TimeFormat::new("iso-8601", None).unwrap();
        for (line, time) in [
            ("1771099270120 05 31", "2026-02-14T20:01:10.12+00:00"),
            ("1771099270.120 < 05 31", "2026-02-14T20:01:10.12+00:00"),
            ("3,1771099270,/dev/ttyS0,0531", "2026-02-14T20:01:10+00:00"),
        ] {
            let read = Capture::read(line.as_bytes(), &times).unwrap();
            assert_eq!((read.bytes.as_slice(), read.spot(0).time), (&[5, 0x31][..], Some(time)), "{line}");
        }
        // Bytes without a time are none.
        assert!(Capture::read(b"0530440303 36\n1530440303 36 zz", &times).is_err());
    }

    #[test]
    fn a_text_without_such_a_line_is_shown() {
        let times = TimeFormat::new("iso-8601", None).unwrap();
        let refused = |text: &str| Capture::read(text.as_bytes(), &times).unwrap_err();
        let bad = |line, text: &str, lacks_zone| NoLine { line, text: text.to_owned(), lacks_zone };
        assert_eq!(refused("\na,b\n1,2"), bad(2, "a,b", false));
        assert_eq!(refused("log\n2026-01-02 03:04:05 05"), bad(1, "log", true));
    }
}
