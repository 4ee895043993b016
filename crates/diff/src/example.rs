use std::cell::Cell;

use num_integer::lcm;
use resettle_game::{Card, Rank, Suit};
use resettle_rules::{Dealt, Pays};
use resettle_ruleset::{RoundingUnit, Ruleset, WagerRow};

use crate::leaves::{Part, row_names};
use crate::settle::{Due, due, due_by_any_reading};
use resettle_equivalence::{Met, RowsMet, in_turn};

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
    /// What is logged about the coup in addition to its cards.
    pub irregularity: Option<String>,
    /// The bet's id in its ruleset.
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
    old: Dealt,
    alone: Dealt,
    new: Dealt,
}

/// A search through all coups.
struct Search<'r> {
    old: &'r Ruleset,
    /// The old version with the one change.
    alone: &'r Ruleset,
    new: &'r Ruleset,
    distinct: Vec<Card>,
    /// With fewer cards no coup is complete under all versions.
    shortest: usize,
    /// Whether suits are distinguished: then cards are shown as they were tried.
    suits: bool,
    copies: usize,
    bets: Vec<String>,
    /// How many more coups are tried.
    left: Cell<u32>,
}

/// So many coups are tried for one example.
const MOST_TRIED: u32 = 3_000_000;

/// What came of looking for a coup that settles differently.
#[derive(Clone, Debug)]
pub(crate) enum Sought {
    /// One does.
    Found(Box<Example>),
    /// None does; all were tried.
    Nowhere,
    /// There are more than were tried.
    NotAllTried,
}

/// The first coup that settles differently by one change alone, and in the end too.
pub(crate) fn first_settled_otherwise(old: &Ruleset, new: &Ruleset, part: &Part) -> Sought {
    let (old, new) = (core(old), core(new));
    let mut alone = old.clone();
    put(&mut alone, &new, part);
    let of_a_bet = matches!(part, Part::Row(..) | Part::Reading(..));
    if matches!(part, Part::Rounding | Part::Commission) {
        return first_by_money(&old, &alone, &new);
    }
    let mut search = Search::new(&old, &alone, &new, of_a_bet || matches!(part, Part::Order));
    // A part of the tables changes what a coup comes to, or nothing.
    let mut by_outcome = true;
    if let Part::Row(only, _) | Part::Reading(only) = part {
        search.bets.retain(|bet| bet == only);
        by_outcome = false;
    }
    let of_part = if matches!(part, Part::Reading(..)) { due_by_any_reading } else { due };
    let shown = (Shown::of(&old, part), Shown::of(&alone, part), Shown::of(&new, part));
    let offered = match part {
        Part::Row(bet, _) => (old.wager(bet).is_some(), new.wager(bet).is_some()),
        _ => (true, true),
    };
    let found = search.first(|search, judged| {
        if by_outcome && same_coup(search.old, &judged.old, search.alone, &judged.alone) {
            return None;
        }
        // Of a bet the coup wanted shows this part of it: the row holds for it, in one version at least.
        let (in_old, in_alone, in_new) = &shown;
        let fits = match offered {
            // A bet that one version alone offers changes every coup: the one wanted shows this row of it there.
            (true, false) => in_old.by(search.old, &judged.old),
            (false, true) => in_new.by(search.new, &judged.new),
            _ => in_old.by(search.old, &judged.old) || in_alone.by(search.alone, &judged.alone),
        };
        if !fits {
            return None;
        }
        search.bets.iter().find_map(|bet| {
            let stake = search.stake(bet);
            let of = |ruleset, dealt| of_part(ruleset, bet, dealt, stake, 1);
            let was = of(search.old, &judged.old);
            let (then, is) = (of(search.alone, &judged.alone), of(search.new, &judged.new));
            let differs = was != then && was != is && !was.unknown() && !is.unknown();
            differs.then(|| (bet.clone(), stake, None, was, is))
        })
    });
    match found {
        Some(example) => Sought::Found(Box::new(example)),
        None if search.left.get() == 0 => Sought::NotAllTried,
        None => Sought::Nowhere,
    }
}

/// A coup that one row settles under the old version and another under the new one; none where no shoe holds such cards,
/// or where the versions deal them differently.
pub(crate) fn paid_by_rows(old: &Ruleset, new: &Ruleset, bet: &str, met: &Met) -> Option<Example> {
    let (old, new) = (core(old), core(new));
    let search = Search::new(&old, &old, &new, true);
    let judged = search.judge(&met.cards)?;
    let stake = search.stake(bet);
    let of = if met.reading.is_some() { due_by_any_reading } else { due };
    let (was, is) = (of(&old, bet, &judged.old, stake, 1), of(&new, bet, &judged.new, stake, 1));
    (was != is && !was.unknown() && !is.unknown())
        .then(|| search.example(met.cards.clone(), &judged, (bet.to_owned(), stake, None, was, is)))
}

/// The coup with the fewest cards that settles differently by a rule on rounding or commission. It depends on the rows
/// alone by which a bet is settled, and on the stake.
fn first_by_money(old: &Ruleset, alone: &Ruleset, new: &Ruleset) -> Sought {
    let search = Search::new(old, alone, new, true);
    let mut all = true;
    let mut best: Option<Example> = None;
    for was in &old.wagers {
        let Some(is) = new.wager(&was.bet) else { continue };
        let Ok(rows) = RowsMet::of(old, new, was, is) else {
            all = false;
            continue;
        };
        let fewer = |met: &&Met| best.as_ref().is_none_or(|best| met.cards.len() < best.cards.len());
        let mut met: Vec<&Met> = rows.iter().filter(|met| met.reading.is_none()).filter(fewer).collect();
        met.sort_by_key(|met| met.cards.len());
        for met in met {
            let Some(judged) = search.judge(&met.cards) else {
                all = false;
                continue;
            };
            let pays = [was.rows.get(met.old), is.rows.get(met.new)].map(|row| row.map(WagerRow::pays));
            let (found, tried) = first_stake(&search, &was.bet, pays, &judged);
            all &= tried;
            if found.is_some() {
                best = found.map(|difference| search.example(met.cards.clone(), &judged, difference));
                break;
            }
        }
    }
    match best {
        Some(example) => Sought::Found(Box::new(example)),
        None if all => Sought::Nowhere,
        None => Sought::NotAllTried,
    }
}

/// Smallest chips that tables have, in minor units; stakes are multiples of them.
const CHIPS: [i64; 6] = [500, 2_500, 100, 25, 5, 1];

/// So many stakes are tried with each chip.
const MOST_STAKES: i64 = 20_000;

/// The first stake for which amounts differ, if they do for any; and whether all that can differ were tried.
fn first_stake(search: &Search<'_>, bet: &str, pays: [Option<Pays>; 2], judged: &Judged) -> (Option<Difference>, bool) {
    // After so many units everything repeats.
    let mut period = 1;
    for pays in pays.into_iter().flatten() {
        let parts = match pays {
            Pays::Odds(odds) => odds.stake(),
            Pays::LosesPart { of, .. } => of,
            Pays::Push | Pays::Loses => 1,
        };
        period = lcm(period, i64::from(parts)).min(MOST_STAKES + 1);
    }
    let mut chips = false;
    for ruleset in [search.old, search.new] {
        let rate = ruleset.commission_rate(bet);
        if let Some(rate) = rate {
            period = period.saturating_mul(i64::from(rate.of_winnings.1)).min(MOST_STAKES + 1);
        }
        let units = ruleset.rounding.iter().map(|rounding| rounding.rule.unit);
        for unit in units.chain(rate.and_then(|rate| rate.rounding).map(|rounding| rounding.unit)) {
            match unit {
                RoundingUnit::Chip => chips = true,
                RoundingUnit::Minor(unit) => period = period.saturating_mul(unit.max(1)).min(MOST_STAKES + 1),
            }
        }
    }
    let differs = |stake: i64, chip: i64| {
        let of = |ruleset, dealt| due(ruleset, bet, dealt, stake, chip);
        let was = of(search.old, &judged.old);
        let (then, is) = (of(search.alone, &judged.alone), of(search.new, &judged.new));
        let differs = was != then && was != is && !was.unknown() && !is.unknown();
        differs.then(|| (bet.to_owned(), stake, chips.then_some(chip), was, is))
    };
    let found = CHIPS
        .into_iter()
        .find_map(|chip| (1..=period.min(MOST_STAKES)).find_map(|number| differs(number * chip, chip)));
    (found, period <= MOST_STAKES)
}

/// Whether two versions of one book deal the same.
fn same_coup(a: &Ruleset, in_a: &Dealt, b: &Ruleset, in_b: &Dealt) -> bool {
    a.book.facts_dealt(in_a) == b.book.facts_dealt(in_b) && totals(in_a) == totals(in_b)
}

fn totals(dealt: &Dealt) -> (u8, u8) {
    (dealt.player.total(), dealt.banker.total())
}

/// Which coups show a part.
#[derive(Clone, Copy)]
enum Shown {
    /// Any.
    All,
    /// Those for which this row of a bet holds.
    Row(usize, usize),
    /// None: the version has no such row.
    None,
}

impl Shown {
    fn of(ruleset: &Ruleset, part: &Part) -> Self {
        let Part::Row(bet, name) = part else { return Self::All };
        let found = ruleset
            .numbered(bet)
            .and_then(|(bet, rule)| Some((bet, row_names(rule).iter().position(|known| known == name)?)));
        found.map_or(Self::None, |(bet, row)| Self::Row(bet, row))
    }

    fn by(self, ruleset: &Ruleset, dealt: &Dealt) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Row(bet, row) => ruleset.book.row(bet, &ruleset.book.facts_dealt(dealt)) == Some(row),
        }
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
        let same = totals(&judged.old) == totals(&judged.new);
        let other = was.to_string() != example.old && is.to_string() != example.new;
        let differs = same && other && !was.is(stake) && !is.is(stake) && !was.unknown() && !is.unknown();
        differs.then(|| {
            declared.set(Some(totals(&judged.old)));
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
            let differs = !was.is(stake) && !is.is(stake) && !was.unknown() && !is.unknown();
            differs.then(|| (bet.clone(), stake, None, was, is))
        })
    })
}

type Difference = (String, i64, Option<i64>, Due, Due);

impl<'r> Search<'r> {
    /// `pairs` says whether a pair may matter.
    fn new(old: &'r Ruleset, alone: &'r Ruleset, new: &'r Ruleset, pairs: bool) -> Self {
        let mut bets: Vec<String> = Vec::new();
        for rule in old.wagers.iter().chain(&new.wagers) {
            if !bets.contains(&rule.bet) {
                bets.push(rule.bet.clone());
            }
        }
        let paired = [old, new].into_iter().any(|ruleset| ruleset.book.asks_pairs());
        let suits = pairs && [old, alone, new].into_iter().any(|ruleset| ruleset.book.asks_suits());
        let decks = old.decks.most_counted().max(new.decks.most_counted());
        Self {
            old,
            alone,
            new,
            distinct: distinct_cards([old, alone, new], pairs && paired, suits),
            shortest: [old, alone, new].iter().map(|ruleset| ruleset.table.order.len()).max().unwrap_or(0),
            suits,
            copies: usize::try_from(decks).unwrap_or(usize::MAX).saturating_mul(4),
            bets,
            left: Cell::new(MOST_TRIED),
        }
    }

    /// A stake that every row of the bet pays in whole units, where there is a handy one.
    fn stake(&self, bet: &str) -> i64 {
        const HUNDRED: i64 = 100;
        const MOST: i64 = 1_000_000_000_000;
        let rules = [self.old, self.new].into_iter().filter_map(|ruleset| ruleset.wager(bet));
        let odds = rules.flat_map(|rule| &rule.rows).filter_map(|row| row.pays().odds());
        let stake = odds.fold(HUNDRED, |stake, odds| {
            let all = lcm(stake, i64::from(odds.stake()));
            if all > MOST { stake } else { all }
        });
        stake.max(HUNDRED)
    }

    fn first(&self, difference: impl Fn(&Self, &Judged) -> Option<Difference>) -> Option<Example> {
        let longest = [self.old, self.alone, self.new].iter().map(|ruleset| ruleset.table.longest()).max().unwrap_or(0);
        (1..=longest).find_map(|length| self.of_length(length, &mut Vec::with_capacity(length), &difference))
    }

    /// Coups that take exactly this many cards off the shoe, in the order of their ranks.
    fn of_length(
        &self,
        length: usize,
        cards: &mut Vec<Card>,
        difference: &impl Fn(&Self, &Judged) -> Option<Difference>,
    ) -> Option<Example> {
        let left = self.left.get().checked_sub(1)?;
        self.left.set(left);
        let judged = if cards.len() < self.shortest { None } else { self.judge(cards) };
        if cards.len() == length {
            let judged = judged?;
            let difference = difference(self, &judged)?;
            return Some(self.example(self.shown(cards), &judged, difference));
        }
        if judged.is_some() {
            // The coup is complete with fewer cards, and was looked at then.
            return None;
        }
        let copies = if self.suits { self.copies / Suit::ALL.len() } else { self.copies };
        for card in &self.distinct {
            if cards.iter().filter(|known| *known == card).count() < copies {
                cards.push(*card);
                let found = self.of_length(length, cards, difference);
                cards.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// The example that some cards are, without those that neither version takes.
    fn example(&self, cards: Vec<Card>, judged: &Judged, (bet, stake, chip, old, new): Difference) -> Example {
        let takes = judged.old.used.max(judged.new.used);
        Example {
            cards: cards.into_iter().take(takes).collect(),
            takes_old: judged.old.used,
            takes_new: judged.new.used,
            irregularity: None,
            bet,
            stake,
            chip,
            old: old.to_string(),
            new: new.to_string(),
        }
    }

    fn judge(&self, cards: &[Card]) -> Option<Judged> {
        let of = |ruleset: &Ruleset| ruleset.book.deal(&ruleset.table, cards);
        Some(Judged { old: of(self.old)?, alone: of(self.alone)?, new: of(self.new)? })
    }

    /// The cards as an example shows them: where no suit counts, suits in turn.
    fn shown(&self, cards: &[Card]) -> Vec<Card> {
        if self.suits { cards.to_vec() } else { in_turn(cards) }
    }
}

/// One card for all that no table distinguishes; of two ranks where pairs are wagered on, of two suits where suits count.
fn distinct_cards(rulesets: [&Ruleset; 3], pairs: bool, suits: bool) -> Vec<Card> {
    let [first_suit, ..] = Suit::ALL;
    let alike = |a: Card, b: Card| {
        (a.rank == Rank::SEVEN) == (b.rank == Rank::SEVEN)
            && rulesets.iter().all(|ruleset| {
                ruleset.book.same_draw(&ruleset.table, a, b)
                    && (!pairs || ruleset.book.same_first(&ruleset.table, a, b))
            })
    };
    let enough = if pairs && !suits { 2 } else { 1 };
    let mut out: Vec<Card> = Vec::new();
    for rank in Rank::ALL {
        let card = Card { rank, suit: first_suit };
        if out.iter().filter(|known| known.suit == first_suit && alike(**known, card)).count() < enough {
            out.push(card);
            let others = Suit::ALL.into_iter().skip(1).map(|suit| Card { rank, suit });
            for (at, card) in others.enumerate().filter(|_| suits) {
                // A second suit, and those that are counted apart.
                if at == 0 || out.iter().filter(|known| known.rank == rank).all(|known| !alike(*known, card)) {
                    out.push(card);
                }
            }
        }
    }
    out
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
        // A permanent card takes the place of one that is not dealt: neither is there without the other.
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
        // The whole bet: what coups are asked shows which row of it.
        Part::Row(bet, _) | Part::Reading(bet) => {
            into.wagers.retain(|rule| rule.bet != *bet);
            into.wagers.extend(from.wager(bet).cloned());
        }
        Part::Rounding => into.rounding.clone_from(&from.rounding),
        Part::Commission => into.commission.clone_from(&from.commission),
    }
    // The bets are those of checked rulesets, which have been compiled before.
    let _ = into.compile();
}
