//! The line of a shoe as its bytes come: what is whole, and what the host answers.

use super::frame::{LONGEST_FRAME, Piece, pieces};

const ENQ: u8 = 0x05;
const STX: u8 = 0x02;
const ETX: u8 = 0x03;
const ACK: &[u8] = &[0x06];
const NAK_CHECK: &[u8] = &[0x15, 0x02];
const NAK_NO_END: &[u8] = &[0x15, 0x03];

/// More bytes than these do not wait for a frame to begin.
const MOST_WAITING: usize = 256;

/// Bytes that are decided: no byte that is still to come changes what they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// What the shoe sent.
    pub bytes: Vec<u8>,
    /// What the host answers; nothing to what is no frame.
    pub answer: Option<&'static [u8]>,
}

/// Bytes that came and are not decided yet.
#[derive(Debug, Default)]
pub struct ShoeStream {
    waiting: Vec<u8>,
}

impl ShoeStream {
    /// Adds bytes that came.
    pub fn push(&mut self, bytes: &[u8]) {
        self.waiting.extend_from_slice(bytes);
    }

    /// Whether bytes wait for others.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The next segment that ends in a frame, whole or with wrong check characters. Frames that came at once are one segment: the
    /// shoe waits for one answer, and would take a second one for that to its next frame.
    pub fn next_segment(&mut self) -> Option<Segment> {
        let pieces = pieces(&self.waiting);
        let ends = pieces.iter().skip(1).map(|(at, _)| *at).chain([self.waiting.len()]);
        let decided = pieces.iter().zip(ends).filter_map(|((_, piece), end)| match piece {
            Piece::Event(..) => Some((end, ACK)),
            Piece::WrongCheck([ENQ, ..]) if end == self.waiting.len() => Some((end, NAK_CHECK)),
            _ => None,
        });
        // Behind it another frame may be on its way, and is waited for.
        let goes_on = |end: usize| self.waiting.get(end..).is_some_and(|behind| behind.contains(&ENQ));
        match decided.last().filter(|(end, _)| !goes_on(*end)) {
            Some((end, answer)) => {
                let behind = self.waiting.split_off(end);
                Some(Segment { bytes: std::mem::replace(&mut self.waiting, behind), answer: Some(answer) })
            }
            None if self.waiting.len() > MOST_WAITING => self.rest(),
            None => None,
        }
    }

    /// What waits, once the line has been quiet for longer than between two bytes of a frame.
    pub fn rest(&mut self) -> Option<Segment> {
        if self.waiting.is_empty() {
            return None;
        }
        let bytes = std::mem::take(&mut self.waiting);
        let answer = calls_for_answer(&bytes).then_some(NAK_NO_END);
        Some(Segment { bytes, answer })
    }
}

/// Whether a host answers what was received: a frame, or what may have been one.
#[must_use]
pub fn calls_for_answer(received: &[u8]) -> bool {
    pieces(received).iter().any(|(_, piece)| match piece {
        Piece::Event(..) | Piece::Cut([ENQ, ..]) | Piece::WrongCheck([ENQ, ..]) => true,
        Piece::Noise(bytes) | Piece::Cut(bytes) => bytes.contains(&ETX) && bytes.first() != Some(&STX),
        _ => false,
    })
}

// A frame that waits for its end is shorter than what is given up.
const _: () = assert!(LONGEST_FRAME < MOST_WAITING);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FRAME: [u8; 8] = [0x05, 0x31, 0x44, 0x81, 0xb8, 0x03, 0x34, 0x46];

    fn answers(chunks: &[&[u8]]) -> Vec<(usize, Option<&'static [u8]>)> {
        let mut stream = ShoeStream::default();
        let mut out = Vec::new();
        for chunk in chunks {
            stream.push(chunk);
            out.extend(std::iter::from_fn(|| stream.next_segment()));
        }
        out.extend(stream.rest());
        out.into_iter().map(|segment| (segment.bytes.len(), segment.answer)).collect()
    }

    #[test]
    fn whole_frames_are_taken_and_damaged_ones_refused() {
        let mut wrong = FRAME;
        wrong[4] ^= 1;
        assert_eq!(answers(&[&FRAME]), [(8, Some(ACK))]);
        assert_eq!(answers(&[b"xy", &FRAME, &FRAME]), [(2 + 8, Some(ACK)), (8, Some(ACK))]);
        assert_eq!(answers(&[&[FRAME, FRAME].concat()]), [(16, Some(ACK))]);
        assert_eq!(answers(&[&[FRAME, FRAME].concat()[..12], &FRAME[4..]]), [(16, Some(ACK))]);
        assert_eq!(answers(&[&[FRAME, FRAME].concat()[..12]]), [(12, Some(NAK_NO_END))]);
        assert_eq!(answers(&[&wrong, &FRAME]), [(8, Some(NAK_CHECK)), (8, Some(ACK))]);
        assert_eq!(answers(&[&[wrong, FRAME].concat()]), [(16, Some(ACK))]);
        assert_eq!(answers(&[&FRAME[..5]]), [(5, Some(NAK_NO_END))]);
        assert_eq!(answers(&[&FRAME[1..]]), [(7, Some(NAK_NO_END))]);
        assert_eq!(answers(&[b"xy"]), [(2, None)]);
        assert_eq!(answers(&[&[b'x'; 300]]), [(300, None)]);
    }

    proptest! {
        #[test]
        fn however_the_bytes_come_each_is_in_one_segment(bytes in prop::collection::vec(any::<u8>(), 0..600), cut in 1_usize..40) {
            let mut stream = ShoeStream::default();
            let mut out = Vec::new();
            for chunk in bytes.chunks(cut) {
                stream.push(chunk);
                out.extend(std::iter::from_fn(|| stream.next_segment()).flat_map(|segment| segment.bytes));
            }
            out.extend(stream.rest().into_iter().flat_map(|segment| segment.bytes));
            prop_assert_eq!(out, bytes);
        }

        #[test]
        fn a_frame_byte_by_byte_is_the_frame(before in prop::collection::vec(0x20_u8..=0xff, 0..6)) {
            let line = [before.as_slice(), &FRAME].concat();
            let single: Vec<&[u8]> = line.chunks(1).collect();
            prop_assert_eq!(answers(&single), answers(&[&line]));
        }
    }
}
