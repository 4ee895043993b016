//! What an event of the shoe says.

/// Where a card went, as the shoe has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goes {
    Player,
    Banker,
    /// Burned.
    Burn,
    /// The first card of a shoe, by which so many are burned.
    FirstBurned,
    /// How many are burned; the card says nothing.
    BurnCount,
    Unknown,
}

/// The shoe's own result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Announced {
    Player,
    Tie,
    Banker,
    /// The game was ended by force.
    Quit,
}

impl Announced {
    /// The log's word for who won.
    pub(super) fn word(self) -> Option<&'static str> {
        match self {
            Self::Player => Some("player"),
            Self::Tie => Some("tie"),
            Self::Banker => Some("banker"),
            Self::Quit => None,
        }
    }
}

/// The pairs that a result announces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Pairs {
    pub(super) player: bool,
    pub(super) banker: bool,
}

impl Pairs {
    /// Reads them of the data of a result.
    pub(super) fn of(data: &[u8]) -> Self {
        let bits = data.get(1).copied().unwrap_or(0);
        Self { player: bits & 1 > 0, banker: bits & 2 > 0 }
    }

    pub(super) fn any(self) -> bool {
        self.player || self.banker
    }
}

/// What one frame of the shoe reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Event {
    Start,
    StandBy,
    CutCard,
    Result(Announced),
    /// A card of a game: its hand, its number there, and its code in the log, `??` where the shoe does not know it.
    Card {
        goes: Goes,
        index: u8,
        card: String,
        again: bool,
    },
    /// A card that was drawn outside a game, and in which state.
    Outside {
        state: &'static str,
        card: String,
    },
    Error(&'static str),
    ErrorCancelled,
    Lock,
    Preset,
    Unknown,
}

/// Reads the data of an event.
pub(super) fn read(data: &[u8]) -> Event {
    match data {
        [b'S', ..] => Event::Start,
        [b'P', ..] => Event::StandBy,
        [b'C', ..] => Event::CutCard,
        [b'G', result] => match result >> 4 & 0b111 {
            0b001 => Event::Result(Announced::Player),
            0b010 => Event::Result(Announced::Tie),
            0b100 => Event::Result(Announced::Banker),
            0b111 => Event::Result(Announced::Quit),
            _ => Event::Unknown,
        },
        [kind @ (b'D' | b'R'), place, card] if place & card & 0x80 != 0 => {
            let goes = match place >> 4 & 0b111 {
                0b000 => Goes::Player,
                0b001 => Goes::Banker,
                0b010 => Goes::Burn,
                0b100 => Goes::FirstBurned,
                0b101 => Goes::BurnCount,
                _ => Goes::Unknown,
            };
            Event::Card { goes, index: place & 0xf, card: code(*card), again: *kind == b'R' }
        }
        [b'd', place, card] if place & card & 0x80 != 0 => {
            let state = match place >> 4 & 0b111 {
                0b000 => "while it was locked",
                0b001 => "in an error",
                0b010 => "in its setting mode",
                _ => "outside a game",
            };
            Event::Outside { state, card: code(*card) }
        }
        [b'E', error] => Event::Error(match error & 0b11_1111 {
            1 => "a card could not be read",
            2 => "a card too many was drawn",
            3 => "a button was pressed wrongly",
            4 => "a card lay reversed at the exit",
            5 => "a card lay reversed midway",
            6 => "a card code of another kind was read (a foreign card)",
            7 => "drawing a card took too long",
            _ => "an error of a number that is not known",
        }),
        [b'e', ..] => Event::ErrorCancelled,
        [b'L', ..] => Event::Lock,
        [b'M', ..] => Event::Preset,
        _ => Event::Unknown,
    }
}

/// Whether an error of the shoe may be why a hand has other cards than the table of play gives it: one too many was drawn, a button was
/// pressed wrongly, drawing took too long.
pub(super) fn is_of_the_deal(data: &[u8]) -> bool {
    matches!(data, [b'E', error] if matches!(error & 0b11_1111, 2 | 3 | 7))
}

/// The byte of a card that no deck has, where the shoe does not say either that it does not know the card.
pub(super) fn no_card(data: &[u8]) -> Option<u8> {
    match data {
        [b'D' | b'R' | b'd', place, card] if place & card & 0x80 != 0 && *place >> 4 & 0b111 != 0b101 => {
            Some(*card).filter(|card| card & 0x7f != 0 && code(*card) == "??")
        }
        _ => None,
    }
}

/// The card of a byte.
fn code(byte: u8) -> String {
    let suit = match byte >> 4 & 0b111 {
        1 => 'D',
        2 => 'C',
        3 => 'S',
        4 => 'H',
        _ => return "??".to_owned(),
    };
    let rank = usize::from(byte & 0xf).checked_sub(1).and_then(|at| crate::cards::RANKS.get(at));
    rank.map_or_else(|| "??".to_owned(), |rank| format!("{rank}{suit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_as_they_are_published() {
        let card = |goes, index, card: &str, again| Event::Card { goes, index, card: card.to_owned(), again };
        for (data, event) in [
            (&[0x44, 0x81, 0xb8][..], card(Goes::Player, 1, "8S", false)),
            (&[0x52, 0x93, 0xcd], card(Goes::Banker, 3, "KH", true)),
            (&[0x44, 0xc1, 0x91], card(Goes::FirstBurned, 1, "AD", false)),
            (&[0x44, 0xa2, 0x80], card(Goes::Burn, 2, "??", false)),
            (&[0x44, 0x01, 0x38], Event::Unknown),
            (&[0x47, 0x91], Event::Result(Announced::Player)),
            (&[0x47, 0xa0], Event::Result(Announced::Tie)),
            (&[0x47, 0xc0], Event::Result(Announced::Banker)),
            (&[0x47, 0xf0], Event::Result(Announced::Quit)),
            (&[0x45, 0xc6], Event::Error("a card code of another kind was read (a foreign card)")),
            (b"M010008", Event::Preset),
            (b"S", Event::Start),
            (b"?", Event::Unknown),
        ] {
            assert_eq!(read(data), event, "{data:x?}");
        }
    }

    #[test]
    fn bytes_that_are_no_card() {
        for (data, byte) in [
            (&[0x44, 0x81, 0xbe][..], Some(0xbe)),
            (&[0x44, 0x81, 0xb0], Some(0xb0)),
            (&[0x52, 0x81, 0xd8], Some(0xd8)),
            (&[0x64, 0x81, 0xbf], Some(0xbf)),
            // The shoe does not know it.
            (&[0x44, 0x81, 0x80], None),
            (&[0x44, 0x81, 0xb8], None),
            // How many are burned.
            (&[0x44, 0xd1, 0xbe], None),
        ] {
            assert_eq!(no_card(data), byte, "{data:x?}");
        }
    }
}
