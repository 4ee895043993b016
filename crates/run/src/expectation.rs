//! What the rules and the decks make likely for what was played.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use resettle_odds::{Band, Fraction, RulesetOdds, band, decimal, root};
use resettle_report::document::{Expected, ExpectedCount, ExpectedOutcomes, ExpectedWin, Played, WinByChance};
use resettle_report::tally::{ChanceRow, OutcomeRow, TableTotals};
use resettle_ruleset::Registry;

use crate::staff_bounds::{bound, reach, whole};

/// 3.29 standard deviations to either side: of a thousand values that only chance governs, one lies outside.
const BAND: &str = "3.29 standard deviations to either side, 999 of 1000";

/// Adds what is expected of the whole, of each table, of each of its days and of whoever was on duty; what has no odds
/// (unknown decks, decks that the ruleset does not allow) is left out.
pub fn expect(played: &mut Played, registry: &Registry) {
    let odds = Odds::of(played, registry);
    played.expected = Some(expected(played, &odds));
    played.days.par_iter_mut().for_each(|day| day.expected = win(&day.chance, &odds));
    bound(&mut played.staff);
}

fn expected(played: &Played, odds: &Odds) -> Expected {
    Expected {
        band: BAND.to_owned(),
        outcomes: played.outcomes.iter().filter_map(|row| outcomes(row, odds)).collect(),
        tables: played.tables.iter().filter_map(|table| table_win(table, odds)).collect(),
    }
}

/// The odds of all rulesets and numbers of decks that were played: under each set of choices, if the ruleset leaves any.
struct Odds(BTreeMap<(String, u32), Vec<RulesetOdds>>);

impl Odds {
    /// Counts them, each once and side by side.
    fn of(played: &Played, registry: &Registry) -> Self {
        let of_outcomes = played.outcomes.iter().filter_map(|row| Some((row.ruleset.as_str(), row.decks?)));
        let chance = played.tables.iter().flat_map(|table| &table.chance);
        let chance = chance.chain(played.days.iter().flat_map(|day| &day.chance)).filter(|row| row.squares.0.is_some());
        let of_chance = chance.map(|row| (&*row.ruleset, row.decks));
        let asked: BTreeSet<(&str, u32)> = of_outcomes.chain(of_chance).collect();
        let count = |(ruleset, decks): (&str, u32)| {
            let whole = registry.get(ruleset);
            let odds = whole.map(|whole| RulesetOdds::under_every_choice(whole, decks)).unwrap_or_default();
            ((ruleset.to_owned(), decks), odds)
        };
        Self(asked.into_par_iter().map(count).collect())
    }

    fn get(&self, ruleset: &str, decks: u32) -> &[RulesetOdds] {
        self.0.get(&(ruleset.to_owned(), decks)).map(Vec::as_slice).unwrap_or_default()
    }

    /// The house edge and the variance of a bet; `None` if they depend on what was chosen, which the sums do not show.
    fn bet(&self, ruleset: &str, decks: u32, bet: &str) -> Option<(&Fraction, &Fraction)> {
        let mut offered = self.get(ruleset, decks).iter().filter_map(|odds| odds.wager(bet));
        let first = offered.next().map(|bet| (&bet.house_edge, &bet.variance))?;
        offered.all(|other| (&other.house_edge, &other.variance) == first).then_some(first)
    }
}

/// Fractions added up without reducing them, which would take longer than everything else.
struct Sum(Fraction);

impl Sum {
    fn zero() -> Self {
        Self(whole(0))
    }

    fn add(&mut self, times: i128, of: &Fraction) {
        let more = of.numer() * times;
        let (numer, denom) = (self.0.numer(), self.0.denom());
        self.0 = if denom == of.denom() {
            Fraction::new_raw(numer + more, denom.clone())
        } else {
            Fraction::new_raw(numer * of.denom() + more * denom, denom * of.denom())
        };
    }
}

fn outcomes(row: &OutcomeRow, odds: &Odds) -> Option<ExpectedOutcomes> {
    let decks = row.decks?;
    // No choice changes how cards are dealt.
    let odds = odds.get(&row.ruleset, decks).first()?;
    let coups = row.player + row.banker + row.tie;
    Some(ExpectedOutcomes {
        ruleset: row.ruleset.clone(),
        decks,
        coups,
        player: count(coups, &odds.player)?,
        banker: count(coups, &odds.banker)?,
        tie: count(coups, &odds.tie)?,
    })
}

fn count(coups: u64, probability: &Fraction) -> Option<ExpectedCount> {
    let mean = whole(coups) * probability;
    let Band { low, high } = band(&mean, &(&mean * (whole(1) - probability)), &reach())?;
    Some(ExpectedCount {
        probability: decimal(probability, 10),
        expected: decimal(&mean, 2),
        low: low.max(0.into()).to_string(),
        high: high.min(coups.into()).to_string(),
    })
}

fn table_win(table: &TableTotals, odds: &Odds) -> Option<ExpectedWin> {
    let WinByChance { staked, won, expected, low, high } = win(&table.chance, odds)?;
    let TableTotals { jurisdiction, venue, game, table, currency, .. } = table.names();
    Some(ExpectedWin { jurisdiction, venue, game, table, currency, staked, won, expected, low, high })
}

fn win(chance: &[ChanceRow], odds: &Odds) -> Option<WinByChance> {
    let (mut staked, mut won, mut mean) = (0, 0, Sum::zero());
    // Coups are independent, so the variances of one bet add up over them.
    let mut variances: BTreeMap<&str, Sum> = BTreeMap::new();
    for row in chance {
        let Some(squares) = row.squares.0 else { continue };
        let Some((edge, variance)) = odds.bet(&row.ruleset, row.decks, &row.bet) else { continue };
        staked += row.staked;
        won += row.staked - row.returned;
        // What the house keeps of these stakes on average.
        mean.add(row.staked, edge);
        variances.entry(&row.bet).or_insert_with(Sum::zero).add(squares, variance);
    }
    if variances.is_empty() {
        return None;
    }
    // Bets of one coup are not independent: added deviations are never too small.
    let mut deviation = whole(0);
    for Sum(variance) in variances.values() {
        deviation += root(variance, 2)? + Fraction::new(1.into(), 100.into());
    }
    let Sum(mean) = mean;
    let Band { low, high } = band(&mean, &(&deviation * &deviation), &reach())?;
    Some(WinByChance { staked, won, expected: decimal(&mean, 0), low: low.to_string(), high: high.to_string() })
}

#[cfg(test)]
mod tests {
    use resettle_report::tally::Squares;

    use super::*;

    const BACCARAT: &str = "sg/mbs/baccarat/2017-02-17";

    fn expected(played: &Played) -> Expected {
        let mut played = played.clone();
        expect(&mut played, &resettle_rulesets::registry().unwrap());
        played.expected.unwrap()
    }

    #[test]
    fn a_million_coups_fall_as_published() {
        let row = OutcomeRow {
            ruleset: BACCARAT.to_owned(),
            decks: Some(8),
            player: 400_000,
            banker: 500_000,
            tie: 100_000,
            void: 7,
            unknown: 9,
        };
        let unknown_decks = OutcomeRow { decks: None, ..row.clone() };
        let too_many_decks = OutcomeRow { decks: Some(99), ..row.clone() };
        let shown = expected(&Played { outcomes: vec![row, unknown_decks, too_many_decks], ..Played::default() });
        let [shown] = shown.outcomes.as_slice() else { panic!("{shown:?}") };
        assert_eq!(shown.coups, 1_000_000);
        // 2,292,252,566,437,888 of 4,998,398,275,503,360; the deviation is the root of a million p (1 - p), 498.28.
        assert_eq!(shown.banker.probability, "0.4585974226");
        assert_eq!(shown.banker.expected, "458597.42");
        assert_eq!((shown.banker.low.as_str(), shown.banker.high.as_str()), ("456958", "460237"));
        assert_eq!(shown.player.probability, "0.4462466093");
        assert_eq!(shown.tie.probability, "0.0951559680");
    }

    #[test]
    fn few_coups_have_a_band_within_what_there_are() {
        let row = OutcomeRow { ruleset: BACCARAT.to_owned(), decks: Some(8), tie: 2, ..OutcomeRow::default() };
        let shown = expected(&Played { outcomes: vec![row], ..Played::default() });
        assert_eq!((shown.outcomes[0].player.low.as_str(), shown.outcomes[0].player.high.as_str()), ("0", "2"));
    }

    #[test]
    fn what_a_table_wins_is_its_edge_and_no_bet_narrows_the_band() {
        let bet = |bet: &str, coups: i128| {
            let mut squares = Squares::default();
            (0..coups).for_each(|_| squares.square(10_000));
            ChanceRow {
                ruleset: BACCARAT.into(),
                decks: 8,
                bet: bet.into(),
                staked: 10_000 * coups,
                returned: 9_000 * coups,
                squares,
            }
        };
        let table = |chance| TableTotals { chance, ..TableTotals::default() };
        let win = |chance| expected(&Played { tables: vec![table(chance)], ..Played::default() }).tables;
        let wide = |win: &ExpectedWin| win.high.parse::<i64>().unwrap() - win.low.parse::<i64>().unwrap();
        let player = win(vec![bet("player", 10_000)]);
        // 1.2351 % of a hundred million; the deviation of one unit is 0.951, of the whole 951,000, of the band 3.29 that.
        assert_eq!(
            (player[0].staked, player[0].won, player[0].expected.as_str()),
            (100_000_000, 10_000_000, "1235081")
        );
        assert!((wide(&player[0]) - 2 * 3_129_000).abs() < 10_000, "{player:?}");
        let both = win(vec![bet("player", 10_000), bet("banker", 10_000)]);
        let banker = win(vec![bet("banker", 10_000)]);
        assert!((wide(&both[0]) - wide(&player[0]) - wide(&banker[0])).abs() <= 2);
        assert!(win(vec![]).is_empty());
        assert!(win(vec![ChanceRow { ruleset: "none".into(), ..bet("player", 1) }]).is_empty());
        assert!(win(vec![ChanceRow { squares: Squares(None), ..bet("player", 1) }]).is_empty());
    }
}
