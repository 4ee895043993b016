//! Values that stand in many rows, each held once.

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZero;

use super::runs::{NONE, Runs};

/// Among so few texts each is looked at.
const FEW: usize = 8;

/// Texts, most of which stand in many rows.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// Each once, in the order in which they came.
    pub(crate) known: Vec<Box<str>>,
    pub(crate) runs: Runs,
    /// Short ones by their numbers.
    recent: Recent<NonZero<u128>>,
    places: HashMap<Box<str>, u32>,
}

impl Texts {
    pub(crate) fn push(&mut self, text: Option<&str>) {
        let place = text.map_or(NONE, |text| self.place(text));
        self.runs.push(place);
    }

    fn place(&mut self, text: &str) -> u32 {
        let Some(number) = short(text.as_bytes()) else {
            // Often the row before has the same.
            let before = self.runs.last();
            let before = before.filter(|before| self.at(*before).is_some_and(|known| known == text));
            return before.unwrap_or_else(|| self.look_up(text));
        };
        if let Some(place) = self.recent.get(number) {
            return place;
        }
        let place = self.look_up(text);
        self.recent.put(number, place);
        place
    }

    fn look_up(&mut self, text: &str) -> u32 {
        let few = self.known.iter().take(FEW).position(|known| **known == *text);
        let known = few.and_then(|place| u32::try_from(place).ok());
        if let Some(place) = known.or_else(|| self.places.get(text).copied()) {
            return place;
        }
        let place = u32::try_from(self.known.len()).unwrap_or(NONE);
        self.known.push(text.into());
        self.places.insert(text.into(), place);
        place
    }

    fn at(&self, place: u32) -> Option<&str> {
        self.known.get(usize::try_from(place).ok()?).map(|text| &**text)
    }
}

/// A text of at most fifteen bytes as a number: its bytes, and above them how many.
fn short(text: &[u8]) -> Option<NonZero<u128>> {
    let len = text.len();
    // Where the first bytes and the last ones overlap they agree.
    let bytes = match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        (Some(first), Some(last)) if len < 16 => {
            u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << (8 * (len - 8))
        }
        (Some(_), _) => return None,
        _ => match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                u128::from(u32::from_le_bytes(*first)) | u128::from(u32::from_le_bytes(*last)) << (8 * (len - 4))
            }
            _ => text.iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte)),
        },
    };
    NonZero::new(bytes | (len as u128 + 1) << 120)
}

/// Whole numbers, most of which stand in many rows.
#[derive(Debug)]
pub(crate) struct Numbers<N> {
    /// Each once, in the order in which they came.
    pub(crate) known: Vec<N>,
    pub(crate) runs: Runs,
    recent: Recent<N>,
    places: HashMap<N, u32>,
}

impl<N> Default for Numbers<N> {
    fn default() -> Self {
        Self { known: Vec::new(), runs: Runs::default(), recent: Recent::default(), places: HashMap::new() }
    }
}

impl<N: Number> Numbers<N> {
    pub(crate) fn push(&mut self, number: Option<N>) {
        let place = number.map_or(NONE, |number| self.place(number));
        self.runs.push(place);
    }

    fn place(&mut self, number: N) -> u32 {
        if let Some(place) = self.recent.get(number) {
            return place;
        }
        let next = u32::try_from(self.known.len()).unwrap_or(NONE);
        let place = *self.places.entry(number).or_insert(next);
        if place == next {
            self.known.push(number);
        }
        self.recent.put(number, place);
        place
    }
}

/// What is looked up by a number.
pub(crate) trait Number: Copy + Eq + Hash {
    /// Its bits in 64, which need not distinguish every number from every other.
    fn bits(self) -> u64;
}

impl Number for i64 {
    fn bits(self) -> u64 {
        self.cast_unsigned()
    }
}

impl Number for NonZero<u128> {
    fn bits(self) -> u64 {
        folded(self.get())
    }
}

impl Number for i128 {
    fn bits(self) -> u64 {
        folded(self.cast_unsigned())
    }
}

fn folded(number: u128) -> u64 {
    let (low, high) = (number as u64, (number >> 64) as u64);
    low ^ high
}

/// So many are remembered, each found by the uppermost eight bits of its own times a large odd number.
const RECENT: usize = 256;

/// The numbers that came last, with their places.
#[derive(Debug)]
struct Recent<N>(Vec<Option<(N, u32)>>);

impl<N> Default for Recent<N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<N: Number> Recent<N> {
    fn get(&self, number: N) -> Option<u32> {
        let (known, place) = self.0.get(spread(number)).copied().flatten()?;
        (known == number).then_some(place)
    }

    fn put(&mut self, number: N, place: u32) {
        self.0.resize(RECENT, None);
        if let Some(recent) = self.0.get_mut(spread(number)) {
            *recent = Some((number, place));
        }
    }
}

fn spread(number: impl Number) -> usize {
    let spread = number.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
    usize::try_from(spread).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_held_once_however_long_it_is() {
        let all = [
            "",
            "\0",
            "\0\0",
            "a",
            "sevenby",
            "eightbyt",
            "eightbyu",
            "a",
            "",
            "\0",
            "eightbyt",
            "sevenbz",
            "sevenby",
            "nine byte",
            "nine bytf",
            "fifteen bytes: ",
            "fifteen bytes:!",
            "sixteen bytes: a",
            "sixteen bytes: b",
        ];
        let mut texts = Texts::default();
        for text in (0..40).flat_map(|_| all) {
            texts.push(Some(text));
        }
        texts.push(None);
        let held: Vec<_> = texts.runs.rows().map(|place| texts.at(place)).collect();
        let wanted = (0..40).flat_map(|_| all).map(Some).chain([None]);
        assert!(held.into_iter().eq(wanted));
        assert_eq!(texts.known.len(), 14);
    }

    fn held_once<N: Number + std::fmt::Debug + Default>(all: &[N]) {
        let mut numbers = Numbers::default();
        for number in (0..3).flat_map(|_| all) {
            numbers.push(Some(*number));
        }
        numbers.push(None);
        let at = |place: u32| numbers.known.get(usize::try_from(place).unwrap()).copied();
        let wanted = (0..3).flat_map(|_| all).copied().map(Some).chain([None]);
        assert!(numbers.runs.rows().map(at).eq(wanted));
        assert_eq!(numbers.known.len(), all.len());
    }

    #[test]
    fn a_number_is_held_once_however_many_there_are() {
        let many: Vec<i64> = (-600..600).chain([i64::MIN, i64::MAX]).collect();
        held_once(&many);
        let wide: Vec<i128> = (-600..600).map(|number| number << 64).chain([1, -2, i128::MIN, i128::MAX]).collect();
        held_once(&wide);
    }
}
