use std::cell::Cell;

use num_integer::lcm;
use resettle_game::{Card, Rank, Suit};
use resettle_odds::{DealtCoup, Fate, Outcome, PlayTable, fate};
use resettle_ruleset::{Condition, Ruleset};

use crate::leaves::{Branch, Part, key, pay_rows, set_pay_row};
use crate::settle::{Due, due, due_by_any_reading};

/// A coup that settles differently under the two versions: the first one in the order of fewest cards,
/// then of ranks, ace first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The cards off the shoe, in order.
    pub cards: Vec<Card>,
    /// How many of them the coup takes under the old version.
    pub takes_old: usize,
    /// How many under the new one.
    pub takes_new: usize,
    /// What is logged about the coup beside its cards.
    pub irregularity: Option<String>,
    /// The bet.
    pub bet: String,
    /// The stake in minor units.
    pub stake: i64,
    /// The smallest chip, where it matters.
    pub chip: Option<i64>,
    /// What the stake returns under the old version, stake included; several amounts where several are right.
    pub old: String,
    /// What it returns under the new version.
    pub new: String,
}

/// What happens to a coup under the versions compared.
struct Judged {
    old: DealtCoup,
    alone: DealtCoup,
    new: DealtCoup,
}

/// A search through all coups.
struct Search<'r> {
    old: &'r Ruleset,
    /// The old version with the one change.
    alone: &'r Ruleset,
    new: &'r Ruleset,
    tables: [PlayTable; 3],
    ranks: Vec<Rank>,
    copies: usize,
    bets: Vec<String>,
}

/// Stakes of a rule on rounding: a quarter of nothing that a table has.
const ODD: (i64, i64) = (25, 25);

/// The first coup that settles differently by one change alone, and in the end too. None where no
/// change of that part can be seen so.
pub(crate) fn first_settled_otherwise(old: &Ruleset, new: &Ruleset, part: &Part) -> Option<Example> {
    let (old, new) = (core(old), core(new));
    let mut alone = old.clone();
    put(&mut alone, &new, part);
    let mut search = Search::new(&old, &alone, &new, matches!(part, Part::Wager(..) | Part::PayRow(..) | Part::Order));
    let odd = *part == Part::Rounding;
    // A bet that one version alone offers changes every coup: the one wanted shows this part of it.
    let only = offering(&old, &new, part);
    // A part of the tables changes what a coup comes to, or nothing.
    let mut by_outcome = true;
    if let Part::Wager(only, _) | Part::PayRow(only, _) = part {
        search.bets.retain(|bet| bet == only);
        by_outcome = false;
    }
    let of_part = if matches!(part, Part::Wager(..)) { due_by_any_reading } else { due };
    search.first(|search, judged| {
        if by_outcome && !odd && judged.old.outcome == judged.alone.outcome {
            return None;
        }
        let shown = |only: &Ruleset| {
            let dealt = if std::ptr::eq(only, search.old) { &judged.old } else { &judged.new };
            shows(only, part, &dealt.outcome)
        };
        if !only.is_none_or(shown) {
            return None;
        }
        search.bets.iter().find_map(|bet| {
            let (stake, chip) = if odd { (ODD.0, Some(ODD.1)) } else { (search.stake(bet), None) };
            let of = |ruleset, dealt| of_part(ruleset, bet, dealt, stake, chip.unwrap_or(1));
            let was = of(search.old, &judged.old);
            let (then, is) = (of(search.alone, &judged.alone), of(search.new, &judged.new));
            let told = was != then && was != is && !was.unknown() && !is.unknown();
            told.then(|| (bet.clone(), stake, chip, was, is))
        })
    })
}

/// The version that offers the bet of a part, where the other does not.
fn offering<'r>(old: &'r Ruleset, new: &'r Ruleset, part: &Part) -> Option<&'r Ruleset> {
    let (Part::Wager(bet, _) | Part::PayRow(bet, _)) = part else { return None };
    match (old.wager(bet), new.wager(bet)) {
        (Some(_), None) => Some(old),
        (None, Some(_)) => Some(new),
        _ => None,
    }
}

/// Whether a coup shows a part of a bet: the row that pays, or the branch of its rule.
fn shows(ruleset: &Ruleset, part: &Part, outcome: &Outcome) -> bool {
    let (Part::Wager(bet, _) | Part::PayRow(bet, _)) = part else { return true };
    let Some(rule) = ruleset.wager(bet) else { return true };
    match (part, fate(ruleset, rule, outcome)) {
        (Part::PayRow(_, wanted), Fate::Wins(row)) => key(row.when) == *wanted,
        (Part::Wager(_, Branch::Wins), Fate::Wins(_) | Fate::Unpaid) => true,
        (Part::Wager(_, Branch::Loses), Fate::Loses) => true,
        (Part::Wager(_, Branch::StandsOff), Fate::StandsOff) => true,
        _ => false,
    }
}

/// What the wager of an example comes to where the coup is settled by another result than its cards give.
pub(crate) struct Declared {
    /// The result declared, in words.
    pub(crate) words: String,
    /// What the stake returns under the old version.
    pub(crate) old: String,
    /// What it returns under the new one.
    pub(crate) new: String,
}

/// A result, different from that of an example's cards, by which its stake returns another amount in both versions.
pub(crate) fn declared_otherwise(old: &Ruleset, new: &Ruleset, example: &Example) -> Option<Declared> {
    let (old, new) = (core(old), core(new));
    let search = Search::new(&old, &old, &new, false);
    let stake = example.stake;
    let declared = Cell::new(None);
    let found = search.first(|search, judged| {
        let was = due(search.old, &example.bet, &judged.old, stake, 1);
        let is = due(search.new, &example.bet, &judged.new, stake, 1);
        let same = judged.old.outcome == judged.new.outcome;
        let other = was.to_string() != example.old && is.to_string() != example.new;
        let told = same && other && !was.is(stake) && !is.is(stake) && !was.unknown() && !is.unknown();
        told.then(|| {
            declared.set(Some((judged.old.outcome.player, judged.old.outcome.banker)));
            (example.bet.clone(), stake, None, was, is)
        })
    })?;
    let (player, banker) = declared.get()?;
    let words = format!("declared as Player {player}, Banker {banker}");
    Some(Declared { words, old: found.old, new: found.new })
}

/// The first coup in which a wager that both versions offer does not simply get its stake back.
pub(crate) fn first_paid_otherwise(old: &Ruleset, new: &Ruleset) -> Option<Example> {
    let (old, new) = (core(old), core(new));
    let search = Search::new(&old, &old, &new, false);
    search.first(|search, judged| {
        let offered = |bet: &&String| search.old.wager(bet).is_some() && search.new.wager(bet).is_some();
        search.bets.iter().filter(offered).find_map(|bet| {
            let stake = search.stake(bet);
            let was = due(search.old, bet, &judged.old, stake, 1);
            let is = due(search.new, bet, &judged.new, stake, 1);
            let told = !was.is(stake) && !is.is(stake) && !was.unknown() && !is.unknown();
            told.then(|| (bet.clone(), stake, None, was, is))
        })
    })
}

type Told = (String, i64, Option<i64>, Due, Due);

impl<'r> Search<'r> {
    /// `pairs` says whether a pair may matter.
    fn new(old: &'r Ruleset, alone: &'r Ruleset, new: &'r Ruleset, pairs: bool) -> Self {
        let mut bets: Vec<String> = Vec::new();
        for row in old.paytable.iter().chain(&new.paytable) {
            if !bets.contains(&row.bet) {
                bets.push(row.bet.clone());
            }
        }
        let paired = [old, new].into_iter().flat_map(|ruleset| &ruleset.wagers).any(|rule| {
            let whens = [Some(&rule.wins), Some(&rule.loses), rule.stands_off.as_ref()];
            whens.into_iter().flatten().any(|bet| matches!(bet.when, Condition::PlayerPair | Condition::BankerPair))
        });
        let decks = old.decks.max.max(new.decks.max);
        Self {
            old,
            alone,
            new,
            tables: [PlayTable::of(old), PlayTable::of(alone), PlayTable::of(new)],
            ranks: telling_ranks([old, alone, new], pairs && paired),
            copies: usize::try_from(decks).unwrap_or(usize::MAX).saturating_mul(4),
            bets,
        }
    }

    /// A stake that every row of the bet pays in whole units, where there is a handy one.
    fn stake(&self, bet: &str) -> i64 {
        const HUNDRED: i64 = 100;
        let rows = self.old.paytable.iter().chain(&self.new.paytable).filter(|row| row.bet == bet);
        let stake = rows.fold(HUNDRED, |stake, row| {
            let all = lcm(stake, i64::from(row.pays.stake()));
            if all > 1_000_000 { stake } else { all }
        });
        stake.max(HUNDRED)
    }

    fn first(&self, told: impl Fn(&Self, &Judged) -> Option<Told>) -> Option<Example> {
        let longest = self.tables.iter().map(PlayTable::longest).max().unwrap_or(0);
        (1..=longest).find_map(|length| self.of_length(length, &mut Vec::with_capacity(length), &told))
    }

    /// Coups that take exactly so many cards off the shoe, in the order of their ranks.
    fn of_length(
        &self,
        length: usize,
        cards: &mut Vec<Rank>,
        told: &impl Fn(&Self, &Judged) -> Option<Told>,
    ) -> Option<Example> {
        let judged = self.judge(cards);
        if cards.len() == length {
            let judged = judged?;
            let (bet, stake, chip, old, new) = told(self, &judged)?;
            let takes = judged.old.used.max(judged.new.used);
            return Some(Example {
                cards: physical(cards).into_iter().take(takes).collect(),
                takes_old: judged.old.used,
                takes_new: judged.new.used,
                irregularity: None,
                bet,
                stake,
                chip,
                old: old.to_string(),
                new: new.to_string(),
            });
        }
        if judged.is_some() {
            // The coup is complete with fewer cards, and was looked at then.
            return None;
        }
        for rank in &self.ranks {
            if cards.iter().filter(|known| *known == rank).count() < self.copies {
                cards.push(*rank);
                let found = self.of_length(length, cards, told);
                cards.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn judge(&self, cards: &[Rank]) -> Option<Judged> {
        let [old, alone, new] = &self.tables;
        Some(Judged { old: old.deal(cards)?, alone: alone.deal(cards)?, new: new.deal(cards)? })
    }
}

/// One rank for all that no table tells apart; two where pairs are wagered on.
fn telling_ranks(rulesets: [&Ruleset; 3], pairs: bool) -> Vec<Rank> {
    let alike = |a: Rank, b: Rank| {
        (a == Rank::SEVEN) == (b == Rank::SEVEN)
            && rulesets.iter().all(|ruleset| ruleset.cards.of(a) == ruleset.cards.of(b))
    };
    let enough = if pairs { 2 } else { 1 };
    let mut out: Vec<Rank> = Vec::new();
    for rank in Rank::ALL {
        if out.iter().filter(|known| alike(**known, rank)).count() < enough {
            out.push(rank);
        }
    }
    out
}

/// Ranks as cards, suits in turn.
fn physical(ranks: &[Rank]) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::with_capacity(ranks.len());
    for rank in ranks {
        let earlier = cards.iter().filter(|card| card.rank == *rank).count();
        if let Some(suit) = Suit::ALL.get(earlier % Suit::ALL.len()) {
            cards.push(Card { rank: *rank, suit: *suit });
        }
    }
    cards
}

/// What settles coups, without the rest of a ruleset, which is long.
fn core(ruleset: &Ruleset) -> Ruleset {
    let mut core = ruleset.clone();
    core.clauses.clear();
    core.irregularities.clear();
    core
}

/// Puts one part of `from` into `into`.
fn put(into: &mut Ruleset, from: &Ruleset, part: &Part) {
    match part {
        Part::CardValue(rank) => {
            if let Some(value) = into.cards.values.get_mut(rank.index()) {
                *value = from.cards.of(*rank);
            }
        }
        // A permanent card stands for one that is not dealt: neither is there without the other.
        Part::Permanent(_) | Part::Order => {
            into.deal.permanent = from.deal.permanent;
            into.deal.order.clone_from(&from.deal.order);
        }
        Part::Natural(total) => {
            into.draws.natural.retain(|natural| natural != total);
            if from.draws.is_natural(*total) {
                into.draws.natural.push(*total);
            }
            let at = usize::from(*total);
            if let (Some(cell), Some(source)) = (into.draws.player.get_mut(at), from.draws.player.get(at)) {
                cell.clone_from(source);
            }
            if let (Some(line), Some(source)) = (into.draws.banker.get_mut(at), from.draws.banker.get(at)) {
                line.clone_from(source);
            }
        }
        Part::PlayersDraw(total) => {
            let at = usize::from(*total);
            if let (Some(cell), Some(source)) = (into.draws.player.get_mut(at), from.draws.player.get(at)) {
                cell.clone_from(source);
            }
        }
        Part::BankersDraw(total, third) => {
            let (at, column) = (usize::from(*total), third.map_or(0, |value| usize::from(value) + 1));
            let source = from.draws.banker.get(at).and_then(|line| line.get(column));
            let cell = into.draws.banker.get_mut(at).and_then(|line| line.get_mut(column));
            if let (Some(cell), Some(source)) = (cell, source) {
                cell.clone_from(source);
            }
        }
        Part::Wager(bet, _) => put_bet(into, from, bet),
        Part::PayRow(bet, key) => {
            if into.wager(bet).is_some() != from.wager(bet).is_some() {
                put_bet(into, from, bet);
            } else {
                set_pay_row(into, bet, *key, pay_rows(from, bet).get(key).copied());
            }
        }
        Part::Rounding => into.rounding.clone_from(&from.rounding),
    }
}

/// Offers a bet as `from` does, or not at all; a bet that comes anew brings its odds.
fn put_bet(into: &mut Ruleset, from: &Ruleset, bet: &str) {
    let known = into.wager(bet).is_some();
    into.wagers.retain(|rule| rule.bet != bet);
    into.wagers.extend(from.wager(bet).cloned());
    if !known {
        into.paytable.extend(from.paytable.iter().filter(|row| row.bet == bet).cloned());
    }
}
