//! The usual shape of a coup, in whatever order its writer puts the fields.

use resettle_game::{DeclaredResult, Mode, Shown, Token};

use super::cursor::{Cursor, FIRST, Habit, Hour, Names};
use super::{MOST_WAGERS, QuickCoup, QuickWager, Span};
use crate::card::CardCode;
use resettle_sealed_log::MAX_NAME;

/// What lines of one log have in common.
#[derive(Debug, Default)]
pub(super) struct Habits {
    hour: Hour,
    record: Habit,
    times: Habit,
    declared: Habit,
    wager: Habit,
}

pub(super) const CARDS: u32 = 7;
pub(super) const WAGERS: u32 = 8;
pub(super) const DECLARED_AT: u32 = 9;

pub(super) const RECORD_NAMES: [&str; 14] = [
    "seq",
    "prev",
    "at",
    "type",
    "shoe",
    "coup",
    "times",
    "cards",
    "wagers",
    "declared",
    "irregularities",
    "wrd",
    "mode",
    "source_row",
];
const RECORD: Names<14> = Names::new(RECORD_NAMES);
pub(super) const TIMES_NAMES: [&str; 4] = ["opened", "closed", "first_card", "settled"];
const TIMES: Names<4> = Names::new(TIMES_NAMES);
pub(super) const DECLARED_NAMES: [&str; 4] = ["result", "player", "banker", "sevens"];
const DECLARED: Names<4> = Names::new(DECLARED_NAMES);
pub(super) const WAGER_NAMES: [&str; 14] = [
    "bet",
    "stake",
    "returned",
    "id",
    "seat",
    "area",
    "player",
    "terminal",
    "placed",
    "commission",
    "approved",
    "accepted",
    "withdrawn",
    "token",
];
const WAGER: Names<14> = Names::new(WAGER_NAMES);

/// Reads a line into `out`; `None` if it is not a coup of the usual shape, and `out` then holds nothing of use.
pub(super) fn decode(line: &[u8], out: &mut QuickCoup, habits: &mut Habits) -> Option<()> {
    // What every coup of a log that is no import has.
    const NEEDED: u32 = (1 << 6) - 1;
    // Of the usual shape the rest may be left out: irregularities, the display and the mode.
    const USUAL: u32 = (1 << 10) - 1;
    out.wagers.clear();
    out.declared = Default::default();
    out.wrd = None;
    out.mode = None;
    out.times_there = 0;
    out.cards_drawn = 0;
    out.source_row = None;
    let mut plain = true;
    if line.first() != Some(&b'{') {
        return None;
    }
    let Habits { hour, record, times, declared, wager } = habits;
    let c = &mut Cursor::new(line, hour);
    let seen = object(c, &RECORD, record, |c, member| {
        match member {
            0 => out.seq = u64::try_from(c.int()?).ok()?,
            1 => out.prev = c.digest()?,
            2 => out.at = c.time()?,
            3 => (c.text()?.0 == b"coup").then_some(())?,
            4 => out.shoe = short(c)?,
            5 => out.coup = u64::try_from(c.int()?).ok().filter(|number| *number >= 1)?,
            6 => self::times(c, times, out)?,
            7 => out.cards_drawn = cards(c, out)?,
            8 => wagers(c, wager, out, &mut plain)?,
            9 => self::declared(c, declared, out)?,
            10 => {
                c.byte(b'[')?;
                c.byte(b']')?;
            }
            11 => out.wrd = Some(shown(c.text()?.0)?),
            12 => out.mode = Some((c.text()?.0 == b"live").then_some(Mode::Live)?),
            _ => out.source_row = Some(c.int()?),
        }
        Some(())
    })?;
    c.blanks();
    out.there = seen;
    out.plain = plain && out.source_row.is_none();
    out.usual = plain && seen & USUAL == USUAL && out.times_there == 0b1111 && out.source_row.is_none();
    (c.at_end() && seen & NEEDED == NEEDED).then_some(())
}

/// Calls `read` after the name of each member of an object, and returns which members there were. A repeated name is a
/// fault, and so is an unknown one.
#[inline]
fn object<'a, 'm, const N: usize>(
    c: &mut Cursor<'a, 'm>,
    names: &Names<N>,
    habit: &mut Habit,
    mut read: impl FnMut(&mut Cursor<'a, 'm>, usize) -> Option<()>,
) -> Option<u32> {
    let mut seen = 0;
    let mut last = FIRST;
    c.byte(b'{')?;
    if c.is(b'}') {
        return Some(seen);
    }
    loop {
        let member = c.member(names, habit, last)?;
        let bit = 1 << member;
        if seen & bit != 0 {
            return None;
        }
        seen |= bit;
        read(c, member)?;
        last = member;
        if !c.is(b',') {
            c.byte(b'}')?;
            return Some(seen);
        }
    }
}

fn short(c: &mut Cursor<'_, '_>) -> Option<Span> {
    let (_, span) = c.text()?;
    (span.len() <= MAX_NAME).then_some(span)
}

fn shown(word: &[u8]) -> Option<Shown> {
    Some(match word {
        b"player" => Shown::Player,
        b"banker" => Shown::Banker,
        b"tie" => Shown::Tie,
        b"void" => Shown::Void,
        b"none" => Shown::None,
        _ => return None,
    })
}

fn outcome(word: &[u8]) -> Option<DeclaredResult> {
    Some(match word {
        b"player" => DeclaredResult::Player,
        b"banker" => DeclaredResult::Banker,
        b"tie" => DeclaredResult::Tie,
        b"void" => DeclaredResult::Void,
        _ => return None,
    })
}

fn times(c: &mut Cursor<'_, '_>, habit: &mut Habit, out: &mut QuickCoup) -> Option<()> {
    let seen = object(c, &TIMES, habit, |c, member| {
        let time = c.time()?;
        match member {
            0 => out.times.opened = time,
            1 => out.times.closed = time,
            2 => out.times.first_card = time,
            _ => out.times.settled = time,
        }
        Some(())
    })?;
    out.times_there = seen;
    Some(())
}

fn cards(c: &mut Cursor<'_, '_>, out: &mut QuickCoup) -> Option<u8> {
    c.byte(b'[')?;
    let mut count = 0u8;
    if c.is(b']') {
        return Some(0);
    }
    loop {
        let card = CardCode::of_deck(c.two()?)?;
        *out.cards.0.get_mut(usize::from(count))? = card;
        count += 1;
        if !c.is(b',') {
            c.byte(b']')?;
            return Some(count);
        }
    }
}

fn declared(c: &mut Cursor<'_, '_>, habit: &mut Habit, out: &mut QuickCoup) -> Option<()> {
    object(c, &DECLARED, habit, |c, member| {
        match member {
            0 => out.declared.result = Some(outcome(c.text()?.0)?),
            1 => out.declared.player = Some(c.int()?),
            2 => out.declared.banker = Some(c.int()?),
            _ => out.declared.sevens = Some(c.int()?),
        }
        Some(())
    })?;
    Some(())
}

fn wagers(c: &mut Cursor<'_, '_>, habit: &mut Habit, out: &mut QuickCoup, plain: &mut bool) -> Option<()> {
    c.byte(b'[')?;
    if c.is(b']') {
        return Some(());
    }
    loop {
        if out.wagers.len() >= MOST_WAGERS {
            return None;
        }
        let wager = QuickWager { place: out.wagers.len() + 1, ..wager(c, habit)? };
        *plain &= !wager.refused;
        out.wagers.push(wager);
        if !c.is(b',') {
            return c.byte(b']');
        }
    }
}

fn wager(c: &mut Cursor<'_, '_>, habit: &mut Habit) -> Option<QuickWager> {
    const NEEDED: u32 = 0b111;
    let mut wager = QuickWager::default();
    let seen = object(c, &WAGER, habit, |c, member| {
        match member {
            0 => wager.bet = short(c)?,
            1 => wager.stake = c.int().filter(|stake| *stake >= 1)?,
            2 => wager.returned = c.int()?,
            3 => wager.id = Some(short(c)?),
            4 => wager.seat = Some(short(c)?),
            5 => wager.area = Some(short(c)?),
            6 => wager.player = Some(short(c)?),
            7 => wager.terminal = Some(short(c)?),
            8 => wager.placed = Some(c.time()?),
            9 => wager.commission = c.int().filter(|commission| *commission >= 0)?,
            10 => wager.approved = c.truth()?,
            11 => wager.refused = !c.truth()?,
            12 => wager.withdrawn = Some(c.time()?),
            _ => {
                wager.token = Some(match c.text()?.0 {
                    b"promotional" => Token::Promotional,
                    b"cash" => Token::Cash,
                    _ => return None,
                });
            }
        }
        Some(())
    })?;
    (seen & NEEDED == NEEDED).then_some(wager)
}
