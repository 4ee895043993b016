//! JSON read in place, as far as the usual shapes of a coup go. Anything else is `None`: the strict reader then
//! determines what it is.

use resettle_sealed_log::Digest;
use resettle_sealed_log::Moment;

/// Times of the years 1700 to 2240 fit 64 bits in nanoseconds; others are left to the strict reader.
const SPAN: std::ops::Range<i128> = -8_000_000_000_000_000_000..8_500_000_000_000_000_000;

/// One text of a line: where it begins and how long it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    from: u32,
    len: u32,
}

impl Span {
    /// The bytes; for a span of another line, whatever is there, or nothing.
    pub(super) fn of(self, line: &[u8]) -> &[u8] {
        let from = self.from as usize;
        line.get(from..from.saturating_add(self.len as usize)).unwrap_or_default()
    }

    /// The same text where its line begins at this place of other bytes.
    pub(super) fn moved(self, by: usize) -> Self {
        Self { from: self.from.saturating_add(u32::try_from(by).unwrap_or(u32::MAX)), ..self }
    }

    pub(super) fn len(self) -> usize {
        self.len as usize
    }

    /// The bytes as a number; `None` for more than sixteen, or where fewer follow in the line.
    #[inline]
    pub(super) fn word(self, line: &[u8]) -> Option<u128> {
        let sixteen = line.get(self.from as usize..)?.first_chunk::<16>()?;
        let unused = 16u32.checked_sub(self.len)? * 8;
        let mask = u128::MAX.checked_shr(unused).unwrap_or(0);
        Some(u128::from_le_bytes(*sixteen) & mask)
    }
}

/// A time of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuickTime {
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    pub nanos: i64,
    /// How the line writes it.
    pub text: Span,
}

impl QuickTime {
    /// The moment that it names.
    #[must_use]
    pub fn moment(self) -> Moment {
        Moment { nanos: i128::from(self.nanos) }
    }
}

/// The hour and the offset of the time read last, which are nearly always those of the next time too.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hour {
    /// `2023-06-` and `01T12`.
    hour: ([u8; 8], [u8; 5]),
    /// `+08:00`
    offset: [u8; 6],
    nanos: i64,
}

const HEX: [u8; 256] = {
    let mut table = [0xffu8; 256];
    let mut at = 0u8;
    while at < 16 {
        let digit = if at < 10 { b'0' + at } else { b'a' + at - 10 };
        #[allow(clippy::indexing_slicing, reason = "a byte is below 256")]
        {
            table[digit as usize] = at;
        }
        at += 1;
    }
    table
};

/// The names that the members of an object can have, each of at most 14 bytes.
pub(super) struct Names<const N: usize>([Name; N]);

/// A name with the quote and the colon after it, as a number to compare with.
#[derive(Clone, Copy)]
struct Name {
    word: u128,
    mask: u128,
    /// How many bytes that is.
    len: usize,
}

impl Name {
    fn is(&self, name: &[u8]) -> bool {
        name.len() + 2 == self.len && self.word.to_le_bytes().starts_with(name)
    }
}

impl<const N: usize> Names<N> {
    pub(super) const fn new(names: [&str; N]) -> Self {
        let mut all = [Name { word: 0, mask: 0, len: 0 }; N];
        let mut at = 0;
        #[allow(clippy::indexing_slicing, reason = "a const loop over all names and their bytes")]
        while at < N {
            let name = names[at].as_bytes();
            let mut bytes = [0; 16];
            let mut mask = [0; 16];
            let mut n = 0;
            while n < name.len() + 2 {
                bytes[n] = if n < name.len() {
                    name[n]
                } else if n == name.len() {
                    b'"'
                } else {
                    b':'
                };
                mask[n] = 0xff;
                n += 1;
            }
            all[at] = Name { word: u128::from_le_bytes(bytes), mask: u128::from_le_bytes(mask), len: n };
            at += 1;
        }
        Self(all)
    }
}

/// Which member followed which, the last time; at the place after all members, which member came first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Habit([u8; 16]);

/// The place of the first member in a [`Habit`].
pub(super) const FIRST: usize = 15;

pub(super) struct Cursor<'a, 'm> {
    whole: usize,
    rest: &'a [u8],
    hour: &'m mut Hour,
}

impl<'a, 'm> Cursor<'a, 'm> {
    pub(super) fn new(line: &'a [u8], hour: &'m mut Hour) -> Self {
        Self { whole: line.len(), rest: line, hour }
    }

    pub(super) fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn at(&self) -> usize {
        self.whole - self.rest.len()
    }

    /// Skips blanks. Tabs are left to the strict reader.
    #[inline]
    pub(super) fn blanks(&mut self) {
        while let [b' ', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    /// Skips blanks and one byte, if it is this one.
    #[inline]
    pub(super) fn is(&mut self, byte: u8) -> bool {
        if let [first, rest @ ..] = self.rest
            && *first == byte
        {
            self.rest = rest;
            return true;
        }
        self.blanks();
        match self.rest {
            [first, rest @ ..] if *first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    #[inline]
    pub(super) fn byte(&mut self, byte: u8) -> Option<()> {
        self.is(byte).then_some(())
    }

    fn literal(&mut self, literal: &[u8]) -> bool {
        self.blanks();
        match self.rest.strip_prefix(literal) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Text of plain ASCII, without escapes or control characters.
    #[inline]
    pub(super) fn text(&mut self) -> Option<(&'a [u8], Span)> {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = ONES << 7;
        self.byte(b'"')?;
        let from = self.at();
        let start = self.rest;
        let mut len = 0;
        while let Some(eight) = start.get(len..).and_then(|rest| rest.first_chunk::<8>()) {
            let word = u64::from_le_bytes(*eight);
            let quote = word ^ (ONES * b'"' as u64);
            let escape = word ^ (ONES * b'\\' as u64);
            // The lowest marked byte is marked correctly; a byte above it may be marked by mistake.
            let ends = (quote.wrapping_sub(ONES) & !quote)
                | (escape.wrapping_sub(ONES) & !escape)
                | (word.wrapping_sub(ONES * 0x20) & !word)
                | word;
            let ends = ends & HIGH;
            if ends != 0 {
                len += (ends.trailing_zeros() / 8) as usize;
                break;
            }
            len += 8;
        }
        // Near the end of the line there are fewer than eight bytes.
        while matches!(start.get(len)?, 0x20..0x80) && !matches!(start.get(len)?, b'"' | b'\\') {
            len += 1;
        }
        let (text, behind) = start.split_at_checked(len)?;
        let [b'"', rest @ ..] = behind else { return None };
        self.rest = rest;
        Some((text, Span { from: u32::try_from(from).ok()?, len: u32::try_from(len).ok()? }))
    }

    /// The two bytes of a text, whatever they are, quotation marks and backslashes too: the caller takes only what needs no
    /// escape.
    #[inline]
    pub(super) fn two(&mut self) -> Option<[u8; 2]> {
        self.blanks();
        let ([b'"', one, other, b'"'], rest) = self.rest.split_first_chunk::<4>()? else { return None };
        self.rest = rest;
        Some([*one, *other])
    }

    /// The next member's name, of those that an object can have, and the colon after it. `last` is the previous member:
    /// writers keep to an order, so the member that followed it last time is tried first.
    #[inline]
    pub(super) fn member<const N: usize>(&mut self, names: &Names<N>, habit: &mut Habit, last: usize) -> Option<usize> {
        self.byte(b'"')?;
        if let Some(sixteen) = self.rest.first_chunk::<16>() {
            let word = u128::from_le_bytes(*sixteen);
            let next = habit.0.get_mut(last)?;
            let is = |at: usize| names.0.get(at).filter(|name| word & name.mask == name.word);
            if let Some(name) = is(usize::from(*next)) {
                self.rest = self.rest.get(name.len..)?;
                return Some(usize::from(*next));
            }
            for at in 0..N {
                if let Some(name) = is(at) {
                    *next = u8::try_from(at).ok()?;
                    self.rest = self.rest.get(name.len..)?;
                    return Some(at);
                }
            }
        }
        // There are blanks before the colon, or the end of the line is near.
        let len = self.rest.iter().take(16).position(|byte| *byte == b'"')?;
        let (name, rest) = self.rest.split_at_checked(len)?;
        let at = names.0.iter().position(|known| known.is(name))?;
        self.rest = rest.get(1..)?;
        self.byte(b':')?;
        Some(at)
    }

    /// A whole number of at most 18 digits.
    #[inline]
    pub(super) fn int(&mut self) -> Option<i64> {
        self.blanks();
        let (negative, mut rest) = match self.rest {
            [b'-', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let leading_zero = matches!(rest, [b'0', b'0'..=b'9', ..]);
        let (mut value, mut digits) = (0i64, 0);
        while let [digit @ b'0'..=b'9', after @ ..] = rest {
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
            digits += 1;
            rest = after;
        }
        // Minus zero is a float to JSON readers; so is a number with a fraction or an exponent, which no comma begins with.
        if digits == 0 || digits > 18 || leading_zero || (negative && value == 0) {
            return None;
        }
        self.rest = rest;
        Some(if negative { -value } else { value })
    }

    pub(super) fn truth(&mut self) -> Option<bool> {
        if self.literal(b"true") {
            return Some(true);
        }
        self.literal(b"false").then_some(false)
    }

    /// 64 lower-case hex digits.
    pub(super) fn digest(&mut self) -> Option<Digest> {
        self.byte(b'"')?;
        let (digits, rest) = self.rest.split_first_chunk::<64>()?;
        let mut out = [0u8; 32];
        let mut bad = 0;
        for (byte, pair) in out.iter_mut().zip(digits.as_chunks::<2>().0) {
            let [high, low] = pair.map(|digit| HEX.get(usize::from(digit)).copied().unwrap_or(0xff));
            bad |= high | low;
            *byte = high << 4 | low & 15;
        }
        self.rest = rest;
        if bad & 0xf0 != 0 || !matches!(self.rest, [b'"', ..]) {
            return None;
        }
        self.byte(b'"')?;
        Some(Digest(out))
    }

    #[inline]
    pub(super) fn time(&mut self) -> Option<QuickTime> {
        self.byte(b'"')?;
        let from = u32::try_from(self.at()).ok()?;
        if let Some((text, rest)) = self.rest.split_first_chunk::<30>()
            && let Some(nanos) = usual(text, self.hour)
        {
            self.rest = rest;
            return Some(QuickTime { nanos, text: Span { from, len: 29 } });
        }
        let len = self.rest.iter().take(40).position(|byte| *byte == b'"')?;
        let (text, rest) = self.rest.split_at_checked(len)?;
        let found = Moment::parse(std::str::from_utf8(text).ok()?).ok()?.nanos;
        self.rest = rest.get(1..)?;
        let nanos = SPAN.contains(&found).then_some(i64::try_from(found).ok())??;
        Some(QuickTime { nanos, text: Span { from, len: u32::try_from(len).ok()? } })
    }
}

/// `2023-06-01T12:04:31.900+08:00"`: only what is below the hour is computed anew if the rest is as before.
#[inline]
fn usual(text: &[u8; 30], known: &mut Hour) -> Option<i64> {
    let (day, behind) = text.split_first_chunk::<8>()?;
    let (hour, behind) = behind.split_first_chunk::<5>()?;
    let (below, behind) = behind.split_first_chunk::<10>()?;
    let (offset, quote) = behind.split_first_chunk::<6>()?;
    let [b':', i1, i2, b':', s1, s2, b'.', m1, m2, m3] = below else { return None };
    let digits = [i1, i2, s1, s2, m1, m2, m3].map(|digit| digit.wrapping_sub(b'0'));
    let most = digits.iter().fold(0, |most, digit| most.max(*digit));
    let [i1, i2, s1, s2, m1, m2, m3] = digits.map(i64::from);
    if most > 9 || i1 > 5 || s1 > 5 || quote != b"\"" {
        return None;
    }
    if known.hour.0 != *day || known.hour.1 != *hour || known.offset != *offset {
        let mut whole = *b"0000-00-00T00:00:00+00:00";
        let parts = day.iter().chain(hour).chain(b":00:00").chain(offset);
        whole.iter_mut().zip(parts).for_each(|(to, from)| *to = *from);
        let found = Moment::parse(std::str::from_utf8(&whole).ok()?).ok()?.nanos;
        let nanos = SPAN.contains(&found).then_some(i64::try_from(found).ok())??;
        *known = Hour { hour: (*day, *hour), offset: *offset, nanos };
    }
    let seconds = (i1 * 10 + i2) * 60 + s1 * 10 + s2;
    Some(known.nanos + (seconds * 1_000 + m1 * 100 + m2 * 10 + m3) * 1_000_000)
}
