//! What an Angel Eye electronic shoe sent, to a log.

mod again;
mod between;
mod capture;
mod draft;
mod due;
mod event;
mod frame;
mod game;
mod listing;
mod live;
mod mapping;
mod pace;
mod rounds;
mod sequence;
mod stream;
mod unshown;

use std::fmt;
use std::io::{Read, Write};

use resettle_sealed_log::Digest;

use self::capture::Capture;
pub use self::draft::draft_capture_mapping;
use self::frame::Piece;
pub use self::live::{CaptureLine, LiveShoe, ShoeRecord};
pub use self::mapping::CaptureMapping;
use self::rounds::{Out, Rounds};
pub use self::stream::{Segment, ShoeStream, calls_for_answer};
use crate::chain::{Chain, ChainError};
use crate::error::ImportError;
use crate::json::member;
use crate::record;
use crate::sniff;
use crate::time::is_log_time;

/// The longest capture that is taken, in bytes: it is held in memory.
pub const LONGEST_CAPTURE: u64 = 1 << 30;

/// What became of a capture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CaptureSummary {
    /// Frames of the shoe whose check characters are right.
    pub events: u64,
    /// Of those, frames that came a second time.
    pub repeated: u64,
    /// Cards that the shoe sent again as a card that it had sent.
    pub retransmitted: u64,
    /// Commands of the host.
    pub commands: u64,
    /// Acknowledgements of the host.
    pub acknowledged: u64,
    /// Refusals of the host.
    pub refused: u64,
    /// Frames with wrong check characters, without an end or a beginning; noise may make several of one.
    pub damaged: u64,
    /// Of those, frames after which the same came whole.
    pub sent_again: u64,
    /// Bytes that belong to no frame of the shoe.
    pub noise: u64,
    /// Frames that did not come, as the sequence characters of the others show.
    pub missing: u64,
    /// Lines that are not in the capture, as the numbers show that its logger gave them.
    pub missing_lines: u64,
    /// Events that became no part of the log, or whose card is none of a deck.
    pub unused: u64,
    /// Whether it has no times, so that what it holds counts as of the time of the import.
    pub without_times: bool,
    /// Coups written.
    pub coups: u64,
    /// Of those, coups of which a card or the result did not come, or may not have come because a frame was lost.
    pub incomplete: u64,
    /// Coups whose cards do not give the shoe's own result.
    pub contradicting: u64,
    /// The first of them, by number and shoe, each with the places of its first card and its result.
    pub contradictions: Vec<String>,
    /// Places where a shoe may have begun, which is not known because a frame was lost.
    pub doubtful_shoes: u64,
    /// What was wrong, in the order of the capture.
    pub problems: Vec<CaptureProblem>,
    /// Problems beyond the number that is reported one by one.
    pub problems_left_out: u64,
    /// Lower-case hex SHA-256 of the log's last line.
    pub head: String,
}

impl CaptureSummary {
    /// Whether something of the capture is in no record: what the shoe sent again whole is not lost.
    #[must_use]
    pub fn lost_something(&self) -> bool {
        self.damaged > self.sent_again
            || self.missing > 0
            || self.unused > 0
            || self.incomplete > 0
            || self.contradicting > 0
            || self.doubtful_shoes > 0
            || self.missing_lines > 0
    }
}

/// Something of a capture that could not be used, or not as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureProblem {
    /// The line; of raw bytes the number of the byte, from 1.
    pub place: u64,
    /// Whether it is a line.
    pub of_lines: bool,
    /// What is wrong, and what came of it.
    pub what: String,
}

impl fmt::Display for CaptureProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.of_lines { "line" } else { "byte" };
        write!(f, "{word} {}: {}", self.place, self.what)
    }
}

/// Writes a capture of the line of an electronic shoe as an unsealed coup log.
///
/// `at` is the time of the import, which every record has; `source_name` names the capture in the log, whose hash stands in
/// `open`. What cannot be used is listed in the summary, and the rest is read on.
///
/// # Errors
/// [`ImportError`]; what was written then is not a whole log.
pub fn import_capture(
    mut file: impl Read,
    mapping: &CaptureMapping,
    at: &str,
    source_name: &str,
    out: &mut impl Write,
) -> Result<CaptureSummary, ImportError> {
    if !is_log_time(at) {
        return Err(ImportError::At(at.to_owned()));
    }
    let mut bytes = Vec::new();
    let read = file.by_ref().take(LONGEST_CAPTURE + 1).read_to_end(&mut bytes).map_err(ImportError::Read)?;
    if read as u64 > LONGEST_CAPTURE {
        return Err(ImportError::LongCapture);
    }
    if let Some((what, help)) = sniff::other_than_capture(&bytes) {
        return Err(ImportError::OtherThanCapture { what, help });
    }
    let capture = Capture::read(&bytes, &mapping.times).map_err(|refused| ImportError::NoCaptureLine {
        line: refused.line,
        text: refused.text,
        lacks_zone: refused.lacks_zone,
    })?;
    let pieces = frame::pieces(&capture.bytes);
    if !pieces.iter().any(|(_, piece)| matches!(piece, Piece::Event(..))) {
        return Err(ImportError::NoCapture);
    }
    let mut chain = Chain::new(out, at);
    chain.write("open", |out| {
        record::open(&mapping.open, out);
        record::imported(&mapping.sha256, source_name, out);
        member(out, ",\"capture_sha256\":", &Digest::of(&bytes).to_string());
    })?;
    let mut rounds = Rounds::new(mapping, at, capture.has_lines());
    for (first, last) in &capture.again {
        rounds.lines_again(*first, *last);
    }
    let again = if capture.has_lines() { Vec::new() } else { again::repeated(&pieces) };
    let place = |at: usize| pieces.get(at).map_or(0, |(at, _)| capture.spot(*at).place);
    for again in &again {
        rounds.frames_again(place(again.pieces.start), again.frames, place(again.like));
    }
    let pieces: Vec<(usize, Piece<'_>)> = (0..)
        .zip(pieces)
        .filter(|(at, _)| !again.iter().any(|again| again.pieces.contains(at)))
        .map(|(_, piece)| piece)
        .collect();
    for line in &capture.unread {
        rounds.unread_line(*line);
    }
    for (line, lines) in &capture.gaps {
        rounds.lines_missing(*line, *lines);
    }
    for line in &capture.backward {
        rounds.backward_line(*line);
    }
    rounds.learn(capture.spot(0).place, &pieces, |at| capture.spot(at).time);
    for (at, piece) in pieces {
        rounds.take(capture.spot(at), piece);
        rounds.drain().try_for_each(|out| write(&mut chain, out))?;
    }
    let (rest, mut summary) = rounds.finish();
    rest.into_iter().try_for_each(|out| write(&mut chain, out))?;
    summary.without_times = !capture.has_lines();
    summary.head = chain.finish()?.to_string();
    Ok(summary)
}

fn write<W: Write>(chain: &mut Chain<W>, out: Out) -> Result<(), ChainError> {
    match out {
        Out::Record(kind, members) => chain.write(kind, |out| out.extend_from_slice(&members)),
        Out::LeftOut(coups) => {
            chain.leave_out(coups);
            Ok(())
        }
    }
}
