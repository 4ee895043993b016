use std::cmp::Reverse;

/// A player at a table.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) number: i64,
    pub(super) player: String,
    pub(super) chips: i64,
    pub(super) is_in: bool,
    /// Disqualified: without a place.
    pub(super) unplaced: bool,
    /// The coup in which they fell, what was left, what they wagered, and which elimination it was.
    pub(super) fell: Option<(i64, i64, i64, i64)>,
    /// What they wagered in the last coup.
    pub(super) wagered: i64,
    pub(super) paid: i64,
    pub(super) passes: i64,
    pub(super) way: Way,
}

/// How somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// As it comes.
    Usual,
    /// This many minima on the hand that wins, where one does.
    Wins(i64),
    /// The minimum on the hand that loses.
    Loses,
    /// All that may be on the hand that loses.
    Ruin,
}

impl Seat {
    pub(super) fn new(number: i64, player: &str) -> Seat {
        Seat {
            number,
            player: player.to_owned(),
            chips: 100_000,
            is_in: true,
            unplaced: false,
            fell: None,
            wagered: 0,
            paid: 5_000,
            passes: 1,
            way: Way::Usual,
        }
    }

    /// Whether they are in and can wager.
    pub(super) fn plays(&self) -> bool {
        self.is_in && self.fell.is_none()
    }
}

/// Who stands where: players of one rank together, and whether they are tied.
pub(super) fn ranking(seats: &[Seat]) -> Vec<(Vec<String>, bool)> {
    let mut standing: Vec<&Seat> = seats.iter().filter(|seat| seat.plays() && !seat.unplaced).collect();
    standing.sort_by_key(|seat| (Reverse(seat.chips), seat.player.clone()));
    let mut out: Vec<(Vec<String>, bool)> = Vec::new();
    let mut last = None;
    for seat in standing {
        match out.last_mut().filter(|_| last == Some(seat.chips)) {
            Some((players, tied)) => {
                players.push(seat.player.clone());
                *tied = seat.chips != 0;
            }
            None => out.push((vec![seat.player.clone()], false)),
        }
        last = Some(seat.chips);
    }
    let mut fallen: Vec<&Seat> = seats.iter().filter(|seat| seat.fell.is_some() && !seat.unplaced).collect();
    fallen.sort_by_key(|seat| Reverse(seat.fell));
    out.extend(fallen.into_iter().map(|seat| (vec![seat.player.clone()], false)));
    out
}

/// The players of the first tie that makes a difference, `line` being how many advance or have a place.
pub(super) fn tie(ranks: &[(Vec<String>, bool)], line: usize, last_round: bool) -> Option<usize> {
    let mut from = 0;
    for (at, (players, tied)) in ranks.iter().enumerate() {
        let to = from + players.len();
        let differs = if last_round { from < line } else { from < line && line < to };
        if *tied && differs {
            return Some(at);
        }
        from = to;
    }
    None
}
