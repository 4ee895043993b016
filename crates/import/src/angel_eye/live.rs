//! A shoe as it plays: each line of its capture gives the records that it completes.

use super::CaptureProblem;
use super::capture::{bytes_of_figures, hex};
use super::frame::pieces;
use super::mapping::CaptureMapping;
use super::rounds::{Out, Rounds, Spot};
use crate::json::member;
use crate::record;
use crate::time::is_log_time;

/// A record without its place in a log: `at` is the time of the line that completed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShoeRecord {
    /// Its type.
    pub kind: &'static str,
    /// Its other members as JSON, each behind a comma.
    pub members: Vec<u8>,
}

/// A line of a capture that is written as the bytes come, which `resettle import angel-eye` reads as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaptureLine {
    /// What the shoe sent, decided as a whole.
    Received(Vec<u8>),
    /// What the host answers, written before it is sent.
    Answered(Vec<u8>),
    /// A remark of the recorder.
    Remark(String),
}

impl CaptureLine {
    /// The line with its time, without a line feed.
    #[must_use]
    pub fn write(&self, time: &str) -> String {
        match self {
            Self::Received(bytes) => format!("{time} < {}", hex(bytes)),
            Self::Answered(bytes) => format!("{time} > {}", hex(bytes)),
            Self::Remark(text) => format!("# {time} {text}"),
        }
    }

    /// Reads a line and its time; `None` where it is not one that [`CaptureLine::write`] makes.
    #[must_use]
    pub fn read(line: &str) -> Option<(&str, Self)> {
        let (time, what) = match line.strip_prefix("# ") {
            Some(remark) => {
                let (time, text) = remark.split_once(' ')?;
                (time, Self::Remark(text.to_owned()))
            }
            None => {
                let (time, rest) = line.split_once(' ')?;
                match rest.split_once(' ')? {
                    ("<", figures) => (time, Self::Received(bytes_of_figures(figures)?)),
                    (">", figures) => (time, Self::Answered(bytes_of_figures(figures)?)),
                    _ => return None,
                }
            }
        };
        is_log_time(time).then_some((time, what))
    }
}

/// The coups of a shoe as they are dealt.
pub struct LiveShoe {
    rounds: Rounds,
}

impl LiveShoe {
    /// A shoe of this mapping.
    #[must_use]
    pub fn new(mapping: &CaptureMapping) -> Self {
        Self { rounds: Rounds::new(mapping, "", true) }
    }

    /// The first record of a log: `capture` names the file of the capture. The key is for whoever seals it.
    #[must_use]
    pub fn open(mapping: &CaptureMapping, capture: &str) -> ShoeRecord {
        let mut members = Vec::new();
        record::open(&mapping.open, &mut members);
        member(&mut members, ",\"source_file\":", capture);
        member(&mut members, ",\"mapping_sha256\":", &mapping.sha256);
        ShoeRecord { kind: "open", members }
    }

    /// Takes the bytes of line `line` of the capture, written at `time`, from either side.
    pub fn take(&mut self, line: u64, time: &str, bytes: &[u8]) -> Vec<ShoeRecord> {
        let spot = Spot { place: line, time: Some(time) };
        for (_, piece) in pieces(bytes) {
            self.rounds.take(spot, piece);
        }
        self.records(time)
    }

    /// Something about the recording: it becomes an irregularity of the coup that is being dealt, else an incident.
    pub fn note(&mut self, line: u64, time: &str, text: &str) -> Vec<ShoeRecord> {
        self.rounds.note(Spot { place: line, time: Some(time) }, text.to_owned());
        self.records(time)
    }

    fn records(&mut self, time: &str) -> Vec<ShoeRecord> {
        let shoe = self.rounds.shoe_name();
        let record = |out| match out {
            Out::Record(kind, members) => ShoeRecord { kind, members },
            Out::LeftOut(_) => {
                let mut members = Vec::new();
                member(&mut members, ",\"shoe\":", &shoe);
                member(&mut members, ",\"kind\":", "other");
                member(&mut members, ",\"noticed\":", time);
                member(&mut members, ",\"text\":", "a coup is in no record: its first card did not come");
                ShoeRecord { kind: "incident", members }
            }
        };
        self.rounds.drain().map(record).collect()
    }

    /// Whether nothing waits for what is still to come, so that a log can end here.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.rounds.is_at_rest()
    }

    /// The mapping of a capture that goes on here.
    #[must_use]
    pub fn mapping_behind(&self) -> CaptureMapping {
        self.rounds.mapping_behind()
    }

    /// What was wrong so far; beyond ten thousand problems they are not listed.
    #[must_use]
    pub fn problems(&self) -> &[CaptureProblem] {
        &self.rounds.summary().problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let time = "2026-01-02T03:04:05.678+08:00";
        for line in [
            CaptureLine::Received(vec![5, 0x31]),
            CaptureLine::Answered(vec![0x15, 2]),
            CaptureLine::Remark("begun".to_owned()),
        ] {
            let text = line.write(time);
            assert_eq!(CaptureLine::read(&text), Some((time, line)));
        }
        for text in ["", "# what", "2026-01-02 < 05", "2026-01-02T03:04:05Z 05", "2026-01-02T03:04:05Z < 5"] {
            assert_eq!(CaptureLine::read(text), None, "{text}");
        }
    }
}
