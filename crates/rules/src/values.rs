/// A set of values of a fact, each below 16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Values(u16);

impl Values {
    /// No value.
    pub const NONE: Self = Self(0);

    /// This value alone; none at all where it is above 15.
    #[must_use]
    pub fn only(value: u8) -> Self {
        Self(1u16.checked_shl(u32::from(value)).unwrap_or(0))
    }

    /// All values from `least` to `most`, both in it.
    #[must_use]
    pub fn between(least: u8, most: u8) -> Self {
        (least..=most.min(15)).fold(Self::NONE, |all, value| all.or(Self::only(value)))
    }

    /// Those of both sets.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those that `other` does not have.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether a value is in it.
    #[must_use]
    pub fn has(self, value: u8) -> bool {
        self.0 & Self::only(value).0 != 0
    }

    /// Whether every value of `other` is in it.
    #[must_use]
    pub fn has_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Each, from the least.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..16).filter(move |value| self.has(*value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_small_numbers() {
        let some = Values::between(4, 9).without(Values::only(7));
        assert_eq!(some.iter().collect::<Vec<_>>(), [4, 5, 6, 8, 9]);
        assert_eq!((some.len(), some.has(7), some.has(8), some.has(200)), (5, false, true, false));
        assert!(Values::between(0, 9).has_all(some) && !some.has_all(Values::between(4, 9)));
        assert!(Values::only(16).is_empty() && Values::between(5, 4).is_empty());
    }
}
