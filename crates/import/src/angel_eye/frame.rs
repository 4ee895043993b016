//! Frames on the line between an electronic shoe and its host.

use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while_m_n};
use nom::combinator::{map, verify};
use nom::{IResult, Parser};

const ENQ: u8 = 0x05;
const STX: u8 = 0x02;
const ETX: u8 = 0x03;
const ACK: u8 = 0x06;
const NAK: u8 = 0x15;

/// More bytes than the data of any event.
const LONGEST: usize = 16;

/// More bytes than any frame has.
pub(super) const LONGEST_FRAME: usize = LONGEST + 4;

/// What stands at a place of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'l> {
    /// An event of the shoe whose check characters are right: its sequence character and its data.
    Event(u8, &'l [u8]),
    /// A command of the host.
    Command(&'l [u8]),
    /// The host takes an event.
    Ack,
    /// The host refuses an event, for the reason of a code; all bytes of it.
    Nak(&'l [u8]),
    /// A whole frame whose check characters are others than its bytes give.
    WrongCheck(&'l [u8]),
    /// A frame that begins and does not end.
    Cut(&'l [u8]),
    /// Bytes between frames.
    Noise(&'l [u8]),
}

/// Takes the line apart; no byte is in two pieces, and none is in none.
pub(super) fn pieces(line: &[u8]) -> Vec<(usize, Piece<'_>)> {
    let (mut pieces, mut rest) = (Vec::new(), line);
    while !rest.is_empty() {
        let at = line.len() - rest.len();
        let (behind, piece) = piece(rest).unwrap_or_else(|_| without_end(rest));
        pieces.push((at, piece));
        rest = behind;
    }
    pieces
}

fn piece(input: &[u8]) -> IResult<&[u8], Piece<'_>> {
    alt((map(tag(&[ACK][..]), |_| Piece::Ack), nak, event, command)).parse(input)
}

fn nak(input: &[u8]) -> IResult<&[u8], Piece<'_>> {
    let (rest, _) = tag(&[NAK][..])(input)?;
    let is_code = |code: u8| matches!(code, 0x01..=0x03 | 0x11..=0x14 | 0x21 | 0x22 | 0xff);
    let byte = verify(take(1_usize), |code: &[u8]| code.iter().all(|code| is_code(*code)));
    // Some hosts write the code in two figures, as the check characters are.
    let figures = verify(take(2_usize), |code: &[u8]| {
        let figures = std::str::from_utf8(code).ok().filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        figures.and_then(|figures| u8::from_str_radix(figures, 16).ok()).is_some_and(is_code)
    });
    let (rest, _) = alt((byte, figures)).parse(rest)?;
    Ok((rest, Piece::Nak(input.get(..input.len() - rest.len()).unwrap_or_default())))
}

/// The check counts from the sequence character to ETX.
fn event(input: &[u8]) -> IResult<&[u8], Piece<'_>> {
    let (rest, _) = tag(&[ENQ][..])(input)?;
    framed(input, rest, rest, 2, |body| match body {
        [seq, data @ ..] => Piece::Event(*seq, data),
        [] => Piece::Noise(body),
    })
}

/// The check counts from STX to ETX.
fn command(input: &[u8]) -> IResult<&[u8], Piece<'_>> {
    let (rest, _) = tag(&[STX][..])(input)?;
    framed(input, input, rest, 6, Piece::Command)
}

/// A body of this many bytes or more, ETX and two check characters.
fn framed<'l>(
    input: &'l [u8],
    checked: &'l [u8],
    rest: &'l [u8],
    shortest: usize,
    found: impl Fn(&'l [u8]) -> Piece<'l>,
) -> IResult<&'l [u8], Piece<'l>> {
    let (rest, body) = take_while_m_n(shortest, LONGEST, |byte: u8| byte >= 0x20)(rest)?;
    let (rest, _) = tag(&[ETX][..])(rest)?;
    let checked = checked.get(..checked.len() - rest.len()).unwrap_or_default();
    let (rest, said) = verify(take(2_usize), |said: &[u8]| said.iter().all(u8::is_ascii_hexdigit)).parse(rest)?;
    let whole = input.get(..input.len() - rest.len()).unwrap_or_default();
    let right = said.eq_ignore_ascii_case(format!("{:02X}", check(checked)).as_bytes());
    Ok((rest, if right { found(body) } else { Piece::WrongCheck(whole) }))
}

/// The exclusive or of all bytes.
pub(super) fn check(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |check, byte| check ^ byte)
}

/// What begins like a frame and is none, up to where another could begin; else noise.
fn without_end(input: &[u8]) -> (&[u8], Piece<'_>) {
    let begins = |byte: &u8| matches!(*byte, ENQ | STX | ACK | NAK);
    let behind = input.iter().skip(1).position(begins).map_or(input.len(), |length| length + 1);
    let (own, rest) = input.split_at_checked(behind).unwrap_or((input, &[]));
    (rest, if own.first().is_some_and(begins) { Piece::Cut(own) } else { Piece::Noise(own) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_published_frame_and_command() {
        let event = [0x05, 0x31, 0x44, 0x81, 0xb8, 0x03, 0x34, 0x46];
        assert_eq!(pieces(&event), [(0, Piece::Event(0x31, &[0x44, 0x81, 0xb8]))]);
        let command = b"\x02OPLK02\x031B";
        assert_eq!(pieces(command), [(0, Piece::Command(b"OPLK02"))]);
        assert_eq!(check(&command[..8]), 0x1b);
    }

    #[test]
    fn noise_cut_and_damaged_frames_cost_themselves() {
        let event: &[u8] = &[0x05, 0x31, 0x44, 0x81, 0xb8, 0x03, 0x34, 0x46];
        let line =
            [b"xy", &event[..5], event, b"\x06\x15\x02z", &[0x05, 0x31, 0x44, 0x81, 0xb9, 0x03, 0x34, 0x46]].concat();
        let kinds: Vec<Piece<'_>> = pieces(&line).into_iter().map(|(_, piece)| piece).collect();
        assert!(
            matches!(
                kinds.as_slice(),
                [
                    Piece::Noise(b"xy"),
                    Piece::Cut(_),
                    Piece::Event(..),
                    Piece::Ack,
                    Piece::Nak(b"\x15\x02"),
                    Piece::Noise(b"z"),
                    Piece::WrongCheck(_)
                ]
            ),
            "{kinds:?}"
        );
    }

    proptest! {
        #[test]
        fn no_byte_is_lost(line in prop::collection::vec(prop_oneof![Just(5_u8), Just(3), Just(2), Just(6), Just(0x15), any::<u8>()], 0..80)) {
            let pieces = pieces(&line);
            let starts: Vec<usize> = pieces.iter().map(|(at, _)| *at).chain([line.len()]).collect();
            prop_assert_eq!(starts[0], 0);
            for ((at, piece), next) in pieces.iter().zip(starts.iter().skip(1)) {
                let length = match piece {
                    Piece::Ack => 1,
                    Piece::Event(_, data) => data.len() + 5,
                    Piece::Command(body) => body.len() + 4,
                    Piece::Nak(bytes) | Piece::WrongCheck(bytes) | Piece::Cut(bytes) | Piece::Noise(bytes) => {
                        bytes.len()
                    }
                };
                prop_assert_eq!(at + length, *next);
            }
        }
    }
}
