//! A capture: the raw bytes of the line, or lines of a time and the bytes that came then in hexadecimal figures.

use super::rounds::Spot;
use crate::time::TimeFormat;

/// What stands between two figures of a byte in some captures.
const BETWEEN: [char; 5] = [' ', ':', '-', ',', '\t'];

/// The bytes of a capture, and where they stood.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Capture {
    pub(super) bytes: Vec<u8>,
    /// Where the bytes of each line begin, the line, and its time.
    lines: Vec<(usize, u64, Option<String>)>,
    /// Lines that are none of these, each with its number.
    pub(super) unread: Vec<u64>,
}

impl Capture {
    /// Reads one. Lines are lines where the first that holds anything is one; times that name no offset are read by `times`.
    pub(super) fn read(file: &[u8], times: &TimeFormat) -> Self {
        let text = std::str::from_utf8(file).ok();
        let first = text.and_then(|text| text.lines().find(|line| !is_remark(line)));
        match (text, first.and_then(|line| of_line(line, times))) {
            (Some(text), Some(_)) => Self::of_lines(text, times),
            _ => Self { bytes: file.to_vec(), ..Self::default() },
        }
    }

    fn of_lines(text: &str, times: &TimeFormat) -> Self {
        let mut capture = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            if is_remark(line) {
                continue;
            }
            match of_line(line, times) {
                Some((time, bytes)) => {
                    capture.lines.push((capture.bytes.len(), number, Some(time)));
                    capture.bytes.extend(bytes);
                }
                None => capture.unread.push(number),
            }
        }
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

/// The time and the bytes of a line; between them may stand who sent it (`<`, `>`, `RX`, `TX`).
fn of_line(line: &str, times: &TimeFormat) -> Option<(String, Vec<u8>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let time = |words: &[&str]| times.convert(&words.join(" ")).ok().map(|time| time.text);
    let (time, rest) = match words.as_slice() {
        [one, rest @ ..] if time(&[*one]).is_some() => (time(&[*one])?, rest),
        [one, two, rest @ ..] => (time(&[*one, *two])?, rest),
        _ => return None,
    };
    let rest = match rest {
        ["<" | ">" | "<<" | ">>" | "RX" | "TX" | "rx" | "tx", rest @ ..] => rest,
        rest => rest,
    };
    Some((time, bytes_of_figures(&rest.concat())?))
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
    use crate::time::zone;

    #[test]
    fn raw_bytes_and_lines_with_times() {
        let times = TimeFormat::new("iso-8601", zone("Asia/Singapore")).unwrap();
        let raw = Capture::read(&[5, 0x31, 0xb8], &times);
        assert_eq!((raw.bytes.len(), raw.spot(2).place, raw.spot(2).time, raw.has_lines()), (3, 3, None, false));
        let text = "# T7\n2026-01-02T03:04:05.5+08:00 05 31\n\n2026-01-02 03:04:06 < B8,03\nwhat\n";
        let lines = Capture::read(text.as_bytes(), &times);
        assert_eq!(lines.bytes, [5, 0x31, 0xb8, 3]);
        assert_eq!((lines.spot(0).place, lines.spot(2).place, lines.unread.as_slice()), (2, 4, &[5][..]));
        assert!(lines.spot(0).time.unwrap().starts_with("2026-01-02T03:04:05.5"));
        assert!(lines.spot(3).time.unwrap().ends_with("+08:00"));
    }
}
