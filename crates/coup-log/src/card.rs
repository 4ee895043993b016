use std::fmt;

/// A card as a log writes it: rank and suit, `7?` for a rank alone, `?H` for a suit alone, `~8` for the points alone, `??`
/// for an unreadable one, `XX` for one that belongs to no deck in play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardCode([u8; 2]);

impl CardCode {
    /// A card that could not be read.
    pub const UNREADABLE: Self = Self(*b"??");
    /// A card that belongs to no deck in play.
    pub const FOREIGN: Self = Self(*b"XX");

    /// Reads a card; `None` when the format knows no such word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            b"??" => Some(Self::UNREADABLE),
            b"XX" => Some(Self::FOREIGN),
            [b'~', b'0'..=b'9'] | [b'?', b'C' | b'D' | b'H' | b'S'] => Some(Self(text.as_bytes().try_into().ok()?)),
            [rank, b'?'] if is_rank(*rank) => Some(Self([*rank, b'?'])),
            [rank, suit] => Self::of_deck([*rank, *suit]),
            _ => None,
        }
    }

    /// A card of a deck, by the letters of its rank and its suit.
    pub(crate) fn of_deck([rank, suit]: [u8; 2]) -> Option<Self> {
        (is_rank(rank) && is_suit(suit)).then_some(Self([rank, suit]))
    }

    /// Its two letters, as the log writes them.
    #[must_use]
    pub const fn letters(self) -> [u8; 2] {
        self.0
    }

    /// The same as a text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The rank, one of `A23456789TJQK`, if it is known.
    #[must_use]
    pub fn rank(self) -> Option<char> {
        is_rank(self.0[0]).then(|| char::from(self.0[0]))
    }

    /// The suit, one of `CDHS`, if it is known.
    #[must_use]
    pub fn suit(self) -> Option<char> {
        is_suit(self.0[1]).then(|| char::from(self.0[1]))
    }

    /// The point value, 0 to 9, where nothing else is known.
    #[must_use]
    pub fn points(self) -> Option<u8> {
        match self.0 {
            [b'~', digit] => digit.checked_sub(b'0'),
            _ => None,
        }
    }

    /// Whether something is known of the card, but not both rank and suit.
    #[must_use]
    pub fn is_partly_known(self) -> bool {
        self.points().is_some() || self.rank().is_some() != self.suit().is_some()
    }
}

fn is_rank(letter: u8) -> bool {
    matches!(letter, b'A' | b'2'..=b'9' | b'T' | b'J' | b'Q' | b'K')
}

fn is_suit(letter: u8) -> bool {
    matches!(letter, b'C' | b'D' | b'H' | b'S')
}

impl fmt::Display for CardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_a_card_is_its_rank_its_suit_both_or_its_points() {
        let parts = |text: &str| CardCode::parse(text).map(|card| (card.rank(), card.suit(), card.points()));
        assert_eq!(parts("7H"), Some((Some('7'), Some('H'), None)));
        assert_eq!(parts("7?"), Some((Some('7'), None, None)));
        assert_eq!(parts("?H"), Some((None, Some('H'), None)));
        assert_eq!(parts("~0"), Some((None, None, Some(0))));
        assert_eq!((parts("??"), parts("XX")), (Some((None, None, None)), Some((None, None, None))));
        for none in ["~", "~A", "~10", "8~", "?7", "H?", "X?", "?X", "?", "7", "10", "7h", "??7"] {
            assert_eq!(CardCode::parse(none), None, "{none}");
        }
    }

    #[test]
    fn a_card_is_partly_known_if_something_is_missing_and_something_is_not() {
        let partly = |text: &str| CardCode::parse(text).unwrap().is_partly_known();
        assert!(["7?", "?H", "~8"].into_iter().all(partly));
        assert!(!["7H", "??", "XX"].into_iter().any(partly));
        assert_eq!(CardCode::parse("7?").unwrap().as_str(), "7?");
    }
}
