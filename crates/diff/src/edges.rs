use std::collections::BTreeSet;

use resettle_odds::{
    FavoursPlayer, Fraction, OddsError, RoundedStake, RulesetOdds, edge, edge_at, favours_player, rounds_to_chips,
};
use resettle_ruleset::{RoundingUnit, Ruleset};

/// The house edge of a bet with a number of decks, before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeChange {
    /// The bet's id in its ruleset.
    pub bet: String,
    /// How many decks.
    pub decks: u32,
    /// Where a rule on rounding moves it: at which stake; none for the exact odds.
    pub stake: Option<RoundedStake>,
    /// Whether that is an amount, and a version rounds to chips: the edges are those with chips of so many minor units.
    pub chips: bool,
    /// Before; none where the old version does not offer the bet or is not played so.
    pub old: Option<Fraction>,
    /// After.
    pub new: Option<Fraction>,
}

impl EdgeChange {
    /// The bet, and the stake where that matters.
    #[must_use]
    pub fn name(&self) -> String {
        self.stake_in_words().map_or_else(|| self.bet.clone(), |stake| format!("{} at {stake}", self.bet))
    }

    /// The stake, and the chip where a version rounds to chips and the other to amounts: `50 minor units, chips of 50`.
    #[must_use]
    pub fn stake_in_words(&self) -> Option<String> {
        let stake = self.stake?;
        Some(match stake.unit {
            RoundingUnit::Minor(unit) if self.chips => format!("{}, chips of {unit}", stake.in_words()),
            _ => stake.in_words(),
        })
    }

    /// Whether the edge is another, or one version alone has it.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.old != self.new
    }

    /// By how much the house keeps more; none where one version does not have it.
    #[must_use]
    pub fn rise(&self) -> Option<Fraction> {
        Some(self.new.as_ref()? - self.old.as_ref()?)
    }
}

/// Every bet and every number of decks of either version, bets in the order of the paytables; and those of the new
/// version that favour the player.
pub(crate) fn edges(old: &Ruleset, new: &Ruleset) -> Result<(Vec<EdgeChange>, Vec<FavoursPlayer>), OddsError> {
    // Where one has no most, what is counted of the other is counted of it too.
    let counted: BTreeSet<u32> = old.decks.counted().into_iter().chain(new.decks.counted()).collect();
    let of = |ruleset: &Ruleset| -> Result<Vec<RulesetOdds>, OddsError> {
        let own = counted.iter().filter(|decks| ruleset.decks.allows(**decks));
        own.map(|decks| RulesetOdds::of(ruleset, *decks)).collect()
    };
    let (before, after) = (of(old)?, of(new)?);
    let mut bets: Vec<&str> = Vec::new();
    for wager in before.iter().chain(&after).flat_map(|odds| &odds.wagers) {
        if !bets.contains(&wager.bet.as_str()) {
            bets.push(&wager.bet);
        }
    }
    let decks: BTreeSet<u32> = before.iter().chain(&after).map(|odds| odds.decks).collect();
    let mut out = Vec::with_capacity(bets.len() * decks.len());
    for bet in bets {
        for decks in &decks {
            let of = |odds| edge(odds, bet, *decks).cloned();
            let (old, new) = (of(&before), of(&after));
            out.push(EdgeChange { bet: bet.to_owned(), decks: *decks, stake: None, chips: false, old, new });
        }
    }
    rounded(old, new, [before.as_slice(), after.as_slice()], &mut out);
    Ok((out, favours_player(new, &after)))
}

/// So many stakes are tried to find one at which two rules on rounding differ.
const MOST_STAKES: u32 = 200;

/// Of bets whose exact odds are the same and whose edges at the known stakes are, too: the smallest stake at which they differ.
fn first_apart(
    old: &Ruleset,
    new: &Ruleset,
    [before, after]: [&[RulesetOdds]; 2],
    known: &[(String, RoundedStake)],
) -> Vec<(String, RoundedStake)> {
    let mut out: Vec<(String, RoundedStake)> = Vec::new();
    for (bet, stake) in known {
        let both = before.iter().find_map(|was| Some((was, after.iter().find(|is| is.decks == was.decks)?)));
        let Some((was, is)) = both.and_then(|(was, is)| Some((was.wager(bet)?, is.wager(bet)?))) else { continue };
        if was.house_edge != is.house_edge || out.iter().any(|(of, _)| of == bet) {
            continue;
        }
        let apart = |stake: RoundedStake| edge_at(old, was, stake) != edge_at(new, is, stake);
        let found = (1..=MOST_STAKES).map(|number| RoundedStake { number, ..*stake }).find(|stake| apart(*stake));
        out.extend(found.map(|stake| (bet.clone(), stake)).filter(|stake| !known.contains(stake)));
    }
    out
}

/// Where a rule on rounding moves the edge of a bet: the edges at the smallest stake at which it does so in either version,
/// one stake for all numbers of decks, and at the
/// smallest at which the versions differ.
fn rounded(old: &Ruleset, new: &Ruleset, odds: [&[RulesetOdds]; 2], out: &mut Vec<EdgeChange>) {
    let mut stakes: Vec<(String, RoundedStake)> = Vec::new();
    for wager in odds.iter().flat_map(|all| all.iter()).flat_map(|odds| &odds.wagers) {
        for edge in wager.rounded.edges() {
            let stake = (wager.bet.clone(), edge.stake);
            if !stakes.contains(&stake) {
                stakes.push(stake);
            }
        }
    }
    stakes.extend(first_apart(old, new, odds, &stakes));
    let decks: Vec<(String, u32)> = out.iter().map(|row| (row.bet.clone(), row.decks)).collect();
    for (bet, stake) in stakes {
        for (_, decks) in decks.iter().filter(|(of, _)| *of == bet) {
            let of = |ruleset: &Ruleset, all: &[RulesetOdds]| {
                edge_at(ruleset, all.iter().find(|odds| odds.decks == *decks)?.wager(&bet)?, stake)
            };
            let [before, after] = odds;
            let offers =
                |all: &[RulesetOdds]| all.iter().any(|odds| odds.decks == *decks && odds.wager(&bet).is_some());
            let chips = stake.unit != RoundingUnit::Chip && [old, new].iter().any(|one| rounds_to_chips(one, &bet));
            let (old, new) = (of(old, before), of(new, after));
            // An edge that a version has and nobody can say, how many minor units a chip has being open, is no missing one.
            if (old.is_none() && offers(before)) || (new.is_none() && offers(after)) {
                continue;
            }
            out.push(EdgeChange { bet: bet.clone(), decks: *decks, stake: Some(stake), chips, old, new });
        }
    }
}
