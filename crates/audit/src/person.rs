//! Whose a wager is, as the rules about several wagers take it.

/// Who a wager belongs to: the account, else the seat, else a person of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Person<'a> {
    Player(&'a [u8]),
    Seat(&'a [u8]),
    Alone(usize),
}

impl<'a> Person<'a> {
    pub(crate) fn of(player: Option<&'a [u8]>, seat: Option<&'a [u8]>, place: usize) -> Self {
        match (player, seat) {
            (Some(player), _) => Self::Player(player),
            (None, Some(seat)) => Self::Seat(seat),
            (None, None) => Self::Alone(place),
        }
    }

    /// Whether both are one; `None` where the log does not say so, as between an account and a seat.
    pub(crate) fn is(self, other: Self) -> Option<bool> {
        match (self, other) {
            (Self::Player(one), Self::Player(other)) | (Self::Seat(one), Self::Seat(other)) => Some(one == other),
            (Self::Alone(one), Self::Alone(other)) if one == other => Some(true),
            _ => None,
        }
    }
}
