//! What is put away of a shoe, as bytes.

use resettle_game::{Card, Rank, Suit};
use resettle_sealed_log::{Digest, Moment, Time};

use crate::finding::Place;

/// Written.
#[derive(Debug, Default)]
pub(crate) struct Text(pub(crate) Vec<u8>);

/// Read back; `None` if there is no more.
pub(crate) struct Bytes<'t>(pub(crate) &'t [u8]);

impl Text {
    pub(crate) fn flag(&mut self, flag: bool) {
        self.0.push(u8::from(flag));
    }

    /// Seven bits per byte, the lowest first.
    pub(crate) fn number(&mut self, mut number: u64) {
        while number > 0x7f {
            self.0.push((number & 0x7f) as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub(crate) fn option(&mut self, number: Option<u64>) {
        self.flag(number.is_some());
        number.into_iter().for_each(|number| self.number(number));
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn word(&mut self, word: &str) {
        self.bytes(word.as_bytes());
    }

    pub(crate) fn digest(&mut self, digest: &Digest) {
        self.0.extend_from_slice(&digest.0);
    }

    pub(crate) fn moment(&mut self, moment: Moment) {
        self.0.extend_from_slice(&moment.nanos.to_le_bytes());
    }

    pub(crate) fn moments(&mut self, moment: Option<Moment>) {
        self.flag(moment.is_some());
        moment.into_iter().for_each(|moment| self.moment(moment));
    }

    pub(crate) fn times(&mut self, time: Option<&Time>) {
        self.words(time.map(Time::as_str));
    }

    fn words(&mut self, word: Option<&str>) {
        self.flag(word.is_some());
        word.into_iter().for_each(|word| self.word(word));
    }

    pub(crate) fn card(&mut self, card: Option<Card>) {
        self.number(card.map_or(52, Card::index) as u64);
    }

    /// `None` if it cannot be written so that it comes back the same.
    pub(crate) fn place(&mut self, place: &Place) -> Option<()> {
        let Place { source, line, seq, record_sha256, at, shoe, coup, source_row, source_id } = place;
        self.number(*source as u64);
        self.option(*line);
        self.option(*seq);
        self.flag(record_sha256.is_some());
        if let Some(hash) = record_sha256 {
            self.digest(&Digest::from_hex(hash)?);
        }
        self.times(at.as_ref());
        self.words(shoe.as_deref());
        self.option(*coup);
        self.option(source_row.map(i64::cast_unsigned));
        self.words(source_id.as_deref());
        Some(())
    }
}

impl Bytes<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn some(&mut self, len: usize) -> Option<&[u8]> {
        let (some, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(some)
    }

    pub(crate) fn flag(&mut self) -> Option<bool> {
        Some(self.byte()? != 0)
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(crate) fn option(&mut self) -> Option<Option<u64>> {
        if self.flag()? { self.number().map(Some) } else { Some(None) }
    }

    pub(crate) fn bytes(&mut self) -> Option<&[u8]> {
        let len = usize::try_from(self.number()?).ok()?;
        self.some(len)
    }

    pub(crate) fn word(&mut self) -> Option<&str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    pub(crate) fn digest(&mut self) -> Option<Digest> {
        Some(Digest(self.some(32)?.try_into().ok()?))
    }

    pub(crate) fn moment(&mut self) -> Option<Moment> {
        Some(Moment { nanos: i128::from_le_bytes(self.some(16)?.try_into().ok()?) })
    }

    pub(crate) fn moments(&mut self) -> Option<Option<Moment>> {
        if self.flag()? { self.moment().map(Some) } else { Some(None) }
    }

    pub(crate) fn times(&mut self) -> Option<Option<Time>> {
        match self.words()? {
            Some(text) => Time::parse(&text).ok().map(Some),
            None => Some(None),
        }
    }

    fn words(&mut self) -> Option<Option<String>> {
        if self.flag()? { self.word().map(|word| Some(word.to_owned())) } else { Some(None) }
    }

    pub(crate) fn card(&mut self) -> Option<Option<Card>> {
        let index = usize::try_from(self.number()?).ok()?;
        if index == 52 {
            return Some(None);
        }
        let card = Card { rank: *Rank::ALL.get(index / 4)?, suit: *Suit::ALL.get(index % 4)? };
        Some(Some(card))
    }

    pub(crate) fn place(&mut self) -> Option<Place> {
        let source = usize::try_from(self.number()?).ok()?;
        let (line, seq) = (self.option()?, self.option()?);
        let record_sha256 = match self.flag()? {
            true => Some(self.digest()?.to_string()),
            false => None,
        };
        let at = self.times()?;
        let (shoe, coup) = (self.words()?, self.option()?);
        let source_row = self.option()?.map(u64::cast_signed);
        Some(Place { source, line, seq, record_sha256, at, shoe, coup, source_row, source_id: self.words()? })
    }
}
