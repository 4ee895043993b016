use resettle_reference::{Bet, Round, Rules, Winner, settle};

use super::seats::{Seat, Way};
use crate::config::Error;
use crate::dice::Dice;
use crate::fields::Fields;
use crate::moment::{Moment, written};

/// The rules of all tournaments played here.
pub(super) const RULES: Rules = Rules::StarSevenUp2016;
/// The smallest tournament chip.
pub(super) const CHIP: i64 = 100;

/// The bounds of a coup, the same for every bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) min: i64,
    pub(super) max: i64,
}

impl Level {
    /// What the conditions foresee for a coup of a session.
    pub(super) fn at(coup: i64) -> Level {
        if coup < 6 { Level { min: 1_000, max: 20_000 } } else { Level { min: 2_000, max: 40_000 } }
    }

    /// The bounds as JSON fields.
    pub(super) fn fields(self) -> Fields {
        let of = |amount: i64| {
            let mut fields = Fields::new();
            for bet in [Bet::Player, Bet::Banker, Bet::Tie, Bet::SuperSevens] {
                fields.int(bet.word(), amount);
            }
            fields.object()
        };
        let mut fields = Fields::new();
        fields.raw("min", &of(self.min)).raw("max", &of(self.max));
        fields
    }
}

/// A wager on its way to the log.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    pub(super) id: String,
    pub(super) seat: i64,
    pub(super) player: String,
    pub(super) bet: Bet,
    pub(super) stake: i64,
    /// How much of the stake counts: all of it, or less.
    pub(super) counts: i64,
    pub(super) placed: Moment,
    pub(super) withdrawn: Option<Moment>,
    pub(super) restricted: bool,
    pub(super) cash: bool,
    pub(super) returned: i64,
    /// What goes back is settled already.
    pub(super) paid: bool,
    /// The form that it comes of, by its place.
    pub(super) form: Option<usize>,
}

impl Laid {
    pub(super) fn new(seat: &Seat, bet: Bet, stake: i64) -> Laid {
        Laid {
            id: String::new(),
            seat: seat.number,
            player: seat.player.clone(),
            bet,
            stake,
            counts: stake,
            placed: 0,
            withdrawn: None,
            restricted: false,
            cash: false,
            returned: 0,
            paid: false,
            form: None,
        }
    }

    /// Pays what counts of it, and gives the rest back.
    pub(super) fn pay(&mut self, round: &Round) -> Result<(), Error> {
        let back = self.stake - self.counts;
        self.returned = if self.counts > 0 { due(self.bet, self.counts, round)? + back } else { back };
        Ok(())
    }

    pub(super) fn object(&self, offset: i64) -> String {
        let mut fields = Fields::new();
        let seat = self.seat.to_string();
        fields.text("id", &self.id).text("seat", &seat).text("area", &seat).text("player", &self.player);
        fields.text("bet", self.bet.word()).int("stake", self.stake).text("placed", &written(self.placed, offset));
        if let Some(withdrawn) = self.withdrawn {
            fields.text("withdrawn", &written(withdrawn, offset));
        }
        if self.restricted {
            fields.flag("restricted", true);
        }
        if self.cash {
            fields.text("token", "cash");
        }
        fields.int("returned", self.returned);
        fields.object()
    }
}

/// What goes back for a stake.
pub(super) fn due(bet: Bet, stake: i64, round: &Round) -> Result<i64, Error> {
    Ok(settle(RULES, bet, stake, round, Some(CHIP))?.low)
}

/// The hand that wins, and the one that loses; in a tie both go back.
pub(super) fn hands(round: &Round) -> (Bet, Bet) {
    if round.winner == Winner::Banker { (Bet::Banker, Bet::Player) } else { (Bet::Player, Bet::Banker) }
}

/// What a player lays, all of it within the level and the stack.
pub(super) fn lay(seat: &Seat, level: Level, round: &Round, dice: &mut Dice) -> Vec<Laid> {
    let (wins, loses) = hands(round);
    let affords = seat.chips.min(level.max) / level.min;
    let whole = |minima: i64| minima.clamp(1, affords.max(1)) * level.min;
    match seat.way {
        Way::Wins(minima) => vec![Laid::new(seat, wins, whole(minima))],
        Way::Loses => vec![Laid::new(seat, loses, level.min)],
        Way::Ruin => vec![Laid::new(seat, loses, whole(affords))],
        Way::Usual => {
            let bet = dice.pick(&[Bet::Player, Bet::Banker], Bet::Player);
            let stake = whole(dice.within(1, 4));
            let mut out = vec![Laid::new(seat, bet, stake)];
            let beside = dice.pick(&[Bet::Tie, Bet::SuperSevens], Bet::Tie);
            if dice.chance(1, 4) && seat.chips >= stake + level.min {
                out.push(Laid::new(seat, beside, level.min));
            }
            out
        }
    }
}
