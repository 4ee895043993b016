//! The usual shape of a coup, in whatever order its writer puts the fields.

use resettle_words::{Mode, Outcome, Shown};

use super::cursor::{Cursor, Minute};
use super::{MOST_CARDS, MOST_WAGERS, QuickCoup, QuickWager};
use crate::short::MAX_NAME;

/// Reads a line into `out`; none where it is no coup of the usual shape, and `out` then holds nothing of use.
pub(super) fn decode(line: &[u8], out: &mut QuickCoup, minute: &mut Minute) -> Option<()> {
    const NEEDED: u32 = (1 << 10) - 1;
    // The rest may be left out: irregularities and the display.
    let mut seen = 0;
    let mut cards = 0;
    out.wagers.clear();
    out.declared = Default::default();
    out.wrd = None;
    out.mode = None;
    if line.first() != Some(&b'{') {
        return None;
    }
    let c = &mut Cursor::new(line, minute);
    object(c, &mut |c, name| {
        let bit = match name {
            b"seq" => {
                out.seq = u64::try_from(c.int()?).ok()?;
                0
            }
            b"prev" => {
                out.prev = c.digest()?;
                1
            }
            b"at" => {
                out.at = c.time()?;
                2
            }
            b"type" => {
                (c.text()?.0 == b"coup").then_some(())?;
                3
            }
            b"shoe" => {
                out.shoe = short(c)?;
                4
            }
            b"coup" => {
                out.coup = u64::try_from(c.int()?).ok().filter(|number| *number >= 1)?;
                5
            }
            b"times" => {
                times(c, out)?;
                6
            }
            b"cards" => {
                cards = self::cards(c, out)?;
                7
            }
            b"wagers" => {
                wagers(c, out)?;
                8
            }
            b"declared" => {
                declared(c, out)?;
                9
            }
            b"irregularities" => {
                c.byte(b'[')?;
                c.byte(b']')?;
                10
            }
            b"wrd" => {
                out.wrd = Some(Shown::parse(word(c)?)?);
                11
            }
            b"mode" => {
                out.mode = Some((word(c)? == "live").then_some(Mode::Live)?);
                12
            }
            _ => return None,
        };
        mark(&mut seen, bit)
    })?;
    out.cards_drawn = cards;
    c.blanks();
    (c.at_end() && seen & NEEDED == NEEDED).then_some(())
}

/// Each name once: a second one is a fault.
#[inline]
fn mark(seen: &mut u32, bit: u32) -> Option<()> {
    let bit = 1 << bit;
    if *seen & bit != 0 {
        return None;
    }
    *seen |= bit;
    Some(())
}

/// Calls `field` behind each name of an object.
#[inline]
fn object<'a, 'm>(
    c: &mut Cursor<'a, 'm>,
    field: &mut impl FnMut(&mut Cursor<'a, 'm>, &[u8]) -> Option<()>,
) -> Option<()> {
    c.byte(b'{')?;
    if c.is(b'}') {
        return Some(());
    }
    loop {
        let name = c.name()?;
        field(c, name)?;
        if !c.is(b',') {
            return c.byte(b'}');
        }
    }
}

fn short(c: &mut Cursor<'_, '_>) -> Option<super::Span> {
    let (_, span) = c.text()?;
    (span.len() <= MAX_NAME).then_some(span)
}

fn word<'a>(c: &mut Cursor<'a, '_>) -> Option<&'a str> {
    std::str::from_utf8(c.text()?.0).ok()
}

fn times(c: &mut Cursor<'_, '_>, out: &mut QuickCoup) -> Option<()> {
    let mut seen = 0;
    object(c, &mut |c, name| {
        let bit = match name {
            b"opened" => 0,
            b"closed" => 1,
            b"first_card" => 2,
            b"settled" => 3,
            _ => return None,
        };
        let time = c.time()?;
        match bit {
            0 => out.times.opened = time,
            1 => out.times.closed = time,
            2 => out.times.first_card = time,
            _ => out.times.settled = time,
        }
        mark(&mut seen, bit)
    })?;
    (seen == 0b1111).then_some(())
}

fn cards(c: &mut Cursor<'_, '_>, out: &mut QuickCoup) -> Option<u8> {
    c.byte(b'[')?;
    let mut count = 0u8;
    if c.is(b']') {
        return Some(0);
    }
    loop {
        let ([rank, suit], _) = c.text()? else { return None };
        let known = matches!(rank, b'A' | b'2'..=b'9' | b'T' | b'J' | b'Q' | b'K')
            && matches!(suit, b'C' | b'D' | b'H' | b'S');
        if !known || usize::from(count) >= MOST_CARDS {
            return None;
        }
        *out.cards.get_mut(usize::from(count))? = [*rank, *suit];
        count += 1;
        if !c.is(b',') {
            c.byte(b']')?;
            return Some(count);
        }
    }
}

fn declared(c: &mut Cursor<'_, '_>, out: &mut QuickCoup) -> Option<()> {
    let mut seen = 0;
    object(c, &mut |c, name| {
        let bit = match name {
            b"result" => {
                out.declared.result = Some(Outcome::parse(word(c)?)?);
                0
            }
            b"player" => {
                out.declared.player = Some(c.int()?);
                1
            }
            b"banker" => {
                out.declared.banker = Some(c.int()?);
                2
            }
            b"sevens" => {
                out.declared.sevens = Some(c.int()?);
                3
            }
            _ => return None,
        };
        mark(&mut seen, bit)
    })
}

fn wagers(c: &mut Cursor<'_, '_>, out: &mut QuickCoup) -> Option<()> {
    c.byte(b'[')?;
    if c.is(b']') {
        return Some(());
    }
    loop {
        if out.wagers.len() >= MOST_WAGERS {
            return None;
        }
        out.wagers.push(wager(c)?);
        if !c.is(b',') {
            return c.byte(b']');
        }
    }
}

fn wager(c: &mut Cursor<'_, '_>) -> Option<QuickWager> {
    const NEEDED: u32 = 0b111;
    let mut seen = 0;
    let mut wager = QuickWager::default();
    object(c, &mut |c, name| {
        let bit = match name {
            b"bet" => {
                wager.bet = short(c)?;
                0
            }
            b"stake" => {
                wager.stake = c.int().filter(|stake| *stake >= 1)?;
                1
            }
            b"returned" => {
                wager.returned = c.int()?;
                2
            }
            b"id" => {
                wager.id = Some(short(c)?);
                3
            }
            b"seat" => {
                wager.seat = Some(short(c)?);
                4
            }
            b"area" => {
                wager.area = Some(short(c)?);
                5
            }
            b"player" => {
                wager.player = Some(short(c)?);
                6
            }
            b"terminal" => {
                wager.terminal = Some(short(c)?);
                7
            }
            b"placed" => {
                wager.placed = Some(c.time()?);
                8
            }
            b"commission" => {
                wager.commission = c.int()?;
                9
            }
            b"approved" => {
                wager.approved = c.truth()?;
                10
            }
            b"accepted" => {
                c.truth()?.then_some(())?;
                11
            }
            _ => return None,
        };
        mark(&mut seen, bit)
    })?;
    (seen & NEEDED == NEEDED).then_some(wager)
}
