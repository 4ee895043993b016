use resettle_reference::Bet;

use crate::fields::Fields;

/// The table sign, in minor units.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) least: i64,
    pub(crate) even: i64,
    pub(crate) long: i64,
    pub(crate) area: i64,
    pub(crate) differential: i64,
    pub(crate) chip: Option<i64>,
}

impl Limits {
    /// The most that one player may have on this bet.
    pub(crate) fn most(&self, bet: Bet) -> i64 {
        match bet {
            Bet::Player | Bet::Banker => self.even,
            Bet::Tie | Bet::SuperSevens | Bet::PlayerPair | Bet::BankerPair => self.long,
        }
    }

    /// The record's fields.
    pub(crate) fn fields(&self, bets: &[Bet]) -> Fields {
        let mut least = Fields::new();
        let mut most = Fields::new();
        for bet in bets {
            if matches!(bet, Bet::Player | Bet::Banker) {
                least.int(bet.word(), self.least);
            }
            most.int(bet.word(), self.most(*bet));
        }
        let mut fields = Fields::new();
        fields.raw("min", &least.object()).raw("max", &most.object());
        fields.int("differential", self.differential).int("area_max", self.area);
        if let Some(chip) = self.chip {
            fields.int("chip", chip);
        }
        fields
    }
}
