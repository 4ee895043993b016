//! Which frame is due, and whether it came: all that is known of the line between two whole frames of the shoe.
//!
//! The shoe sends a frame until it is acknowledged, so what stands damaged between two frames is an attempt at the one that comes,
//! or frames were lost. A host's refusal does not say that a frame came again: only the sequence character that was due does.

use super::capture::hex;
use super::frame::Piece;
use super::listing::Listing;
use super::pace::Pace;
use super::sequence::{Order, Step};

/// What begins a frame of the shoe, and ends its data.
const ENQ: u8 = 0x05;
const ETX: u8 = 0x03;

/// A piece of fewer bytes is one of a frame only where all of them are.
const SHORT: usize = 5;

/// What came of the frames that were due before an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lost {
    /// Nothing was lost.
    None,
    /// What stood there damaged came again.
    Mended,
    /// So many did not come, and stand there damaged.
    Frames(u64),
    /// So many did not come, or as many more as the sequence characters count: nothing stands in their place.
    Gap(u64),
    /// Frames did not come, and nobody knows how many.
    Unknown,
}

/// What an event is on the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Came {
    /// The last one once more.
    Repeated,
    /// The last one once more, as a card that is sent again.
    Retransmitted,
    /// Another one.
    Next(Lost),
}

/// The line.
#[derive(Debug, Default)]
pub(super) struct Due {
    /// The last frame: its sequence character and its data.
    last: Option<(u8, Vec<u8>)>,
    /// The character before the last frame, where that is a start.
    before_start: Option<u8>,
    order: Order,
    /// Whether the order is that of a whole capture.
    is_learned: bool,
    damage: Option<Damage>,
    /// Where the characters began again as they usually do, before it was known.
    begun_again: Vec<(u64, u8, u8)>,
}

/// What cannot be read, until the next whole frame.
#[derive(Debug, Default)]
struct Damage {
    pieces: Vec<Vec<u8>>,
    /// Where the problems of its pieces stand in the list.
    listed: Vec<usize>,
}

impl Damage {
    /// Whether each piece may be of this frame: where its character is not known, that alone says that it came again.
    fn is_of(&self, sequence: u8, data: &[u8]) -> bool {
        self.pieces.iter().all(|piece| is_part(piece, sequence, data))
    }

    /// What may be sequence characters, of the pieces that are none of this frame.
    fn shown_beside(&self, sequence: u8, data: &[u8]) -> impl Iterator<Item = u8> {
        let others = self.pieces.iter().filter(move |piece| !is_part(piece, sequence, data));
        others.filter_map(|piece| match piece.as_slice() {
            [ENQ, shown, ..] => Some(*shown),
            _ => None,
        })
    }
}

/// Whether a piece may be of a frame in which one byte is another.
fn is_part(piece: &[u8], sequence: u8, data: &[u8]) -> bool {
    let wrong = usize::from(piece.len() >= SHORT);
    let of = |whole: &[u8]| whole.windows(piece.len().max(1)).any(|part| differences(part, piece) <= wrong);
    match data {
        // What is sent again as such was another event before.
        [b'R', card @ ..] if of(&frame(sequence, &[b"D", card].concat())) => true,
        _ => of(&frame(sequence, data)),
    }
}

fn differences(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one != other).count()
}

fn frame(sequence: u8, data: &[u8]) -> Vec<u8> {
    let body = [&[sequence], data, &[ETX]].concat();
    let check = super::frame::check(&body);
    [&[ENQ], body.as_slice(), format!("{check:02X}").as_bytes()].concat()
}

impl Due {
    /// A line on which this frame came last.
    pub(super) fn behind(last: Option<(u8, Vec<u8>)>) -> Self {
        Self { last, ..Self::default() }
    }

    /// Learns the order of the characters from a whole capture.
    ///
    /// What is not usual in it is listed at the beginning: it may be how the shoe counts.
    pub(super) fn learn(&mut self, listing: &mut Listing, place: u64, pieces: &[(usize, Piece<'_>)]) {
        let mut last: Option<(u8, &[u8])> = None;
        let events = pieces.iter().filter_map(|(_, piece)| match piece {
            Piece::Event(sequence, data) => Some((*sequence, *data)),
            _ => None,
        });
        for (sequence, data) in events {
            match last {
                Some((before, same)) if before == sequence && is_again(same, data) => {}
                Some((before, same)) if !is_start(data) && !is_start(same) => self.order.learn(before, sequence),
                _ if !is_start(data) => self.order.see(sequence),
                _ => {}
            }
            last = Some((sequence, data));
        }
        self.is_learned = true;
        for (last, next) in self.order.unusual() {
            let what = match last == next {
                true => format!(
                    "sequence character {last:02x} always stands behind itself: where frames were lost it does not show"
                ),
                false => format!(
                    "sequence character {next:02x} always stands behind {last:02x}: it is taken as how this shoe counts; where it counts otherwise, a frame is lost there each time"
                ),
            };
            listing.list(place, what);
        }
    }

    /// Learns how fast the frames of a whole capture come, whose order is learned.
    pub(super) fn pace<'l>(&self, pieces: impl Iterator<Item = (Option<&'l str>, Piece<'l>)>) -> Pace {
        let (mut pace, mut last) = (Pace::default(), None);
        for (time, piece) in pieces {
            let Piece::Event(sequence, data) = piece else { continue };
            match last {
                Some((before, same)) if before == sequence && is_again(same, data) => pace.came_again(time),
                _ => {
                    let follows = last.is_some_and(|(before, _)| self.order.step(before, sequence) == Step::Follows);
                    pace.came(time, self.order.characters(), follows);
                    last = Some((sequence, data));
                }
            }
        }
        pace.is_whole();
        pace
    }

    /// How many sequence characters came so far.
    pub(super) fn characters(&self) -> usize {
        self.order.characters()
    }

    /// The last frame: its sequence character and its data.
    pub(super) fn last(&self) -> Option<&(u8, Vec<u8>)> {
        self.last.as_ref()
    }

    /// Whether a piece is waiting for its frame to come again.
    pub(super) fn is_damaged(&self) -> bool {
        self.damage.is_some()
    }

    /// A piece of a frame that cannot be read.
    pub(super) fn damaged(&mut self, listing: &mut Listing, place: u64, bytes: &[u8], why: &str) {
        listing.summary.damaged += 1;
        let at = listing.list(place, format!("a frame cannot be read, {why}: {}", first_bytes(bytes)));
        let damage = self.damage.get_or_insert_default();
        damage.pieces.push(bytes.to_vec());
        damage.listed.extend(at);
    }

    /// An event whose check characters are right.
    pub(super) fn event(&mut self, listing: &mut Listing, place: u64, sequence: u8, data: &[u8]) -> Came {
        if let Some((before, same)) = &self.last
            && *before == sequence
            && is_again(same, data)
        {
            let came = if same == data { Came::Repeated } else { Came::Retransmitted };
            self.mended(listing);
            return came;
        }
        let lost = match self.last.as_ref().map(|(before, _)| *before) {
            None => self.anywhere(listing, sequence, data),
            Some(before) => self.behind_last(listing, place, before, sequence, data),
        };
        self.before_start = self.last.as_ref().map(|(before, _)| *before).filter(|_| is_start(data));
        self.last = Some((sequence, data.to_vec()));
        Came::Next(lost)
    }

    /// The character of this frame may be any.
    fn anywhere(&mut self, listing: &mut Listing, sequence: u8, data: &[u8]) -> Lost {
        if !is_start(data) {
            self.order.see(sequence);
        }
        match &self.damage {
            None => Lost::None,
            Some(damage) if damage.is_of(sequence, data) => self.mended(listing),
            Some(damage) => {
                let pieces = damage.pieces.len() as u64;
                self.not_mended(listing);
                Lost::Frames(pieces)
            }
        }
    }

    fn behind_last(&mut self, listing: &mut Listing, place: u64, before: u8, sequence: u8, data: &[u8]) -> Lost {
        let is_behind_start = self.last.as_ref().is_some_and(|(_, same)| is_start(same));
        if !is_start(data) {
            self.order.see(sequence);
            self.begun_again_wrongly(listing);
        }
        let mut step = self.order.step(before, sequence);
        // The numbers may begin with a start, or go on as if it had none.
        if is_start(data) && step == Step::Other {
            return self.anywhere(listing, sequence, data);
        }
        if is_behind_start && self.before_start.is_some_and(|last| self.order.step(last, sequence) == Step::Follows) {
            step = Step::Follows;
        }
        if step == Step::Follows {
            step = self.passed_over(before, sequence, data).unwrap_or(step);
        }
        if !is_start(data) && !is_behind_start {
            if step == Step::Follows && sequence < before && !self.order.is_learned(before, sequence) {
                self.begun_again.push((place, before, sequence));
            }
            if !self.is_learned {
                self.order.learn(before, sequence);
            }
        }
        let frames = match step {
            Step::Follows => return self.mended(listing),
            Step::Missing(frames) => Some(frames),
            Step::Other => None,
        };
        if self.not_mended(listing) {
            return frames.map_or(Lost::Unknown, Lost::Frames);
        }
        let more = "or as many more as the characters count";
        let what = match frames {
            Some(1) => format!("a frame did not come, {more}"),
            Some(frames) => format!("{frames} frames did not come, {more}"),
            None => "frames did not come".to_owned(),
        };
        listing.summary.missing += frames.unwrap_or(1);
        listing.list(place, format!("sequence character {sequence:02x} behind {before:02x}: {what}"));
        frames.map_or(Lost::Unknown, Lost::Gap)
    }

    /// What lies between where a damaged frame shows another character that may have been due: it is not known how the characters
    /// begin again until they have.
    fn passed_over(&self, before: u8, sequence: u8, data: &[u8]) -> Option<Step> {
        let damage = self.damage.as_ref().filter(|_| !self.order.is_learned(before, sequence))?;
        let step = |shown| self.order.step_beside(before, sequence, Some(shown));
        damage.shown_beside(sequence, data).map(step).find(|step| *step != Step::Follows)
    }

    /// Places where the characters began again with another one than a frame shows that came later.
    fn begun_again_wrongly(&mut self, listing: &mut Listing) {
        let order = &self.order;
        self.begun_again.retain(|(_, before, sequence)| !order.is_learned(*before, *sequence));
        let wrong = |(_, before, sequence): &mut (u64, u8, u8)| order.step(*before, *sequence) != Step::Follows;
        for (place, before, sequence) in self.begun_again.extract_if(.., wrong) {
            listing.summary.missing += 1;
            listing.list(
                place,
                format!("sequence character {sequence:02x} behind {before:02x}: as those behind it show, a frame did not come, and this coup may not be as it was dealt"),
            );
        }
    }

    /// What stood there damaged is not missing.
    fn mended(&mut self, listing: &mut Listing) -> Lost {
        let Some(damage) = self.damage.take() else { return Lost::None };
        listing.summary.sent_again += damage.pieces.len() as u64;
        listing.add(&damage.listed, "it came again whole");
        Lost::Mended
    }

    /// What stood there damaged did not come again.
    pub(super) fn not_mended(&mut self, listing: &mut Listing) -> bool {
        let Some(damage) = self.damage.take() else { return false };
        listing.add(&damage.listed, "it did not come again");
        true
    }
}

fn is_start(data: &[u8]) -> bool {
    data.first() == Some(&b'S')
}

/// Whether a frame of the same sequence character is the same once more: the same data, or the same card sent again as such.
fn is_again(before: &[u8], data: &[u8]) -> bool {
    match (before, data) {
        ([b'D' | b'R', before @ ..], [b'D' | b'R', card @ ..]) => before == card,
        _ => before == data,
    }
}

/// What a message quotes of bytes.
pub(super) fn first_bytes(bytes: &[u8]) -> String {
    hex(bytes.get(..32).unwrap_or(bytes))
}
