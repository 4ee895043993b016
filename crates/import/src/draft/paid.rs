//! Whether what stands beside stakes is all that went back, what was won alone, or what was won or lost: the rows show it.

use std::cmp::Ordering;

use resettle_game::counted_that;
use resettle_yaml::Form;

use super::amounts::WrittenAmounts;
use crate::amounts::Amounts;
use crate::mapping_yaml::Columns;

/// A wager of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Staked<'c> {
    /// As rulesets name it, where it is known.
    pub(super) bet: Option<&'c str>,
    pub(super) stake: &'c str,
    /// What stands beside it; empty where nothing does.
    pub(super) back: &'c str,
    /// The log's word for the result of its coup.
    pub(super) result: Option<&'c str>,
    /// Where it stands.
    pub(super) line: u64,
}

/// What the amounts beside stakes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Returned,
    Won,
    /// No row shows which of both, or rows show both.
    Open,
}

/// What rows show of them.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    amounts: Amounts,
    /// Wagers that show that the stake is in it, and the first of them.
    returned: (u64, Option<String>),
    /// Wagers that show that it is not.
    won: (u64, Option<String>),
    /// Lost wagers beside which nothing or 0 stands.
    lost_for_nothing: u64,
    /// Wagers beside which nothing stands, not even 0, and such with a 0.
    pub(super) blank: u64,
    pub(super) zero: u64,
}

/// How often rows have to speak for one against each that speaks for the other.
const TIMES: u64 = 3;

impl Evidence {
    /// Evidence of amounts that are written so.
    pub(super) fn of(written: &WrittenAmounts) -> Self {
        let amounts = resettle_yaml::parse(&format!("{{{}}}", written.entries)).ok();
        let amounts =
            amounts.and_then(|node| <Amounts as Form<_>>::read(&node, "amounts", &(), &mut Columns::default()));
        Self { amounts: amounts.unwrap_or_default(), ..Self::default() }
    }

    /// Looks at a wager. A bet on a hand that won pays about the stake; at a tie its stake goes back.
    pub(super) fn take(&mut self, staked: Staked<'_>) {
        const DECIMALS: u32 = 4;
        let read = |text: &str| self.amounts.read_signed(text, DECIMALS).map(|amount| amount.units);
        let Some(stake) = read(staked.stake).filter(|stake| *stake > 0) else { return };
        let back = match staked.back {
            "" => 0,
            text => match read(text) {
                Some(back) => back,
                None => return,
            },
        };
        if back == 0 {
            let count = if staked.back.is_empty() { &mut self.blank } else { &mut self.zero };
            *count = count.saturating_add(1);
        }
        let Some(bet @ ("player" | "banker")) = staked.bet else { return };
        // So many tenths of the stake.
        let tenths = back.saturating_mul(10).checked_div(stake).unwrap_or(0);
        let shows = match staked.result {
            Some(result) if result == bet => match tenths {
                4..=10 => Some(Kind::Won),
                14..=22 => Some(Kind::Returned),
                _ => None,
            },
            Some("tie") => match back.cmp(&0) {
                Ordering::Equal => Some(Kind::Won),
                _ if back == stake => Some(Kind::Returned),
                _ => None,
            },
            Some("player" | "banker") => {
                self.lost_for_nothing = self.lost_for_nothing.saturating_add(u64::from(back == 0));
                None
            }
            Some(_) => None,
            // Without a result the whole stake may be a win or one that went back.
            None => match tenths {
                4..=9 => Some(Kind::Won),
                14..=22 => Some(Kind::Returned),
                _ => None,
            },
        };
        let (count, first) = match shows {
            Some(Kind::Won) => &mut self.won,
            Some(Kind::Returned) => &mut self.returned,
            _ => return,
        };
        *count = count.saturating_add(1);
        let back = if staked.back.is_empty() { "nothing" } else { staked.back };
        first.get_or_insert_with(|| {
            format!("line {}: {} staked on {bet}, and {back} beside it", staked.line, staked.stake)
        });
    }

    /// Whether a wager was lost and nothing below 0 stands beside it, as would be of what was won or lost.
    pub(super) fn is_no_net(&self) -> bool {
        self.lost_for_nothing > 0
    }

    pub(super) fn kind(&self) -> Kind {
        let ((returned, _), (won, _)) = (&self.returned, &self.won);
        if *won > TIMES.saturating_mul(*returned) {
            Kind::Won
        } else if *returned > TIMES.saturating_mul(*won) {
            Kind::Returned
        } else {
            Kind::Open
        }
    }

    /// What decided it, for people; `what` names the columns or the path.
    pub(super) fn said(&self, what: &str) -> String {
        let shown = |(count, first): &(u64, Option<String>)| {
            let wagers = counted_that(count, "wager", ["shows", "show"]);
            format!("{wagers} it ({})", first.as_deref().unwrap_or_default())
        };
        let against = |(count, first): &(u64, Option<String>)| match first {
            Some(first) => format!("; {count} against it ({first})"),
            None => String::new(),
        };
        match self.kind() {
            Kind::Won => format!(
                "{what} is taken for what was won, the stake not included: {}{}",
                shown(&self.won),
                against(&self.returned)
            ),
            Kind::Returned => format!(
                "{what} is taken for all that went back, the stake included: {}{}",
                shown(&self.returned),
                against(&self.won)
            ),
            Kind::Open => {
                let why = match (&self.returned, &self.won) {
                    ((_, Some(returned)), (_, Some(won))) => {
                        format!("wagers show the one ({returned}) and the other ({won})")
                    }
                    _ => "no wager on a hand that won, and none at a tie, shows it".to_owned(),
                };
                format!(
                    "{what} is taken for all that went back, the stake included, and {why}: see which it is, and where it is what was won alone, write `won` in place of `returned`"
                )
            }
        }
    }
}

/// What stands behind the line of a mapping for which nothing decided.
pub(super) const TO_REVIEW: &str = " # REVIEW: returned (the stake included) or won (without it)";

/// What is said of bets beside those on the hands where what was won is known alone.
pub(super) const LOST_AT_TIES: &str =
    "bets beside those on the hands are taken as lost at a tie that wins them nothing (`at_tie: lost`)";

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(wagers: &[(&str, &str, &str, Option<&str>)]) -> Evidence {
        let mut evidence = Evidence::of(&WrittenAmounts::of(["1,500.00", "5"].into_iter()));
        for (bet, stake, back, result) in wagers {
            evidence.take(Staked { bet: Some(*bet), stake, back, result: *result, line: 7 });
        }
        evidence
    }

    #[test]
    fn rows_show_whether_the_stake_is_in_it() {
        let (player, banker, tie) = (Some("player"), Some("banker"), Some("tie"));
        for (wagers, kind) in [
            (&[("player", "1,500.00", "1,500.00", player)][..], Kind::Won),
            (&[("banker", "100", "95", banker)], Kind::Won),
            (&[("banker", "100", "50", banker)], Kind::Won),
            (&[("banker", "100", "195", banker)], Kind::Returned),
            (&[("player", "100", "200", player)], Kind::Returned),
            (&[("player", "100", "100", tie)], Kind::Returned),
            (&[("player", "100", "0", tie)], Kind::Won),
            (&[("player", "100", "", tie)], Kind::Won),
            (&[("banker", "100", "95", None)], Kind::Won),
            (&[("banker", "100", "195", None)], Kind::Returned),
            (&[("banker", "100", "100", None)], Kind::Open),
            // Lost, void, and a side bet, whose price differs from house to house.
            (
                &[("banker", "100", "0", player), ("banker", "100", "100", Some("void")), ("tie", "10", "80", tie)],
                Kind::Open,
            ),
            // One is paid wrongly.
            (&[("player", "100", "200", player), ("player", "100", "100", player)], Kind::Open),
            (
                &[
                    ("player", "5", "5", player),
                    ("player", "5", "5", player),
                    ("player", "5", "5", player),
                    ("player", "5", "5", player),
                    ("player", "5", "10", player),
                ],
                Kind::Won,
            ),
            (&[], Kind::Open),
        ] {
            assert_eq!(evidence(wagers).kind(), kind, "{wagers:?}");
        }
    }

    #[test]
    fn what_decided_is_said() {
        let said =
            evidence(&[("banker", "100", "95", Some("banker")), ("player", "5", "0", Some("banker"))]).said("\"Paid\"");
        assert_eq!(
            said,
            "\"Paid\" is taken for what was won, the stake not included: 1 wager shows it (line 7: 100 staked on banker, and 95 beside it)"
        );
        assert!(evidence(&[]).said("\"Paid\"").contains("write `won` in place of `returned`"));
    }
}
