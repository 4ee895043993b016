//! Whether a coup of the usual shape is one for which the long way finds nothing. If that takes more than a quick
//! check, the answer is no.

use resettle_coup_log::{MOST_CARDS, QuickCoup, QuickTime, QuickWager};
use resettle_game::{Card, DeclaredResult, PerSide, Rank, Shown, Suit, Winner};
use resettle_rules::Facts;
use resettle_ruleset::Ruleset;
use resettle_sealed_log::Moment;

use super::terms::{MOST_BETS, Terms};
use crate::person::Person;
use crate::replay::shoes::Shoe;
use crate::several::{Bound, Lay, OneOfSeveral, Room, Support, above, below};
use crate::shoe::{Due, burn_misfit};
use crate::sink::{NotAtRisk, WagerSeen};

/// Whether the coups of a shoe that may still wait for something can be accepted once it no longer does.
pub(super) fn is_usual(shoe: &Shoe, latest_start: u64) -> bool {
    shoe.started
        && !shoe.ended
        && !shoe.started_twice
        && !shoe.record_fault
        && match shoe.first_coup {
            Some(_) => shoe.nth_start == latest_start,
            None => shoe.nth_start > latest_start && shoe.last_number.is_none(),
        }
        && shoe.composition.is_some()
        && !shoe.unread_coup
        && shoe.early.is_empty()
        && shoe.opening.is_empty()
        && shoe.cut.is_none()
}

/// Whether what is checked with the first coup of a shoe is in order: its decks, and the cards burned before play.
pub(super) fn may_begin(shoe: &Shoe, ruleset: &Ruleset) -> bool {
    let due = Due::First { cards: &shoe.burned, more: false };
    shoe.composition.as_ref().is_some_and(|composition| ruleset.decks.allows(composition.decks()))
        && !shoe.burn_omitted
        && !shoe.burns_more
        && burn_misfit(ruleset, &due).is_none()
}

/// Whether nothing is owed, kept or open from earlier coups.
pub(super) fn is_settled(shoe: &Shoe) -> bool {
    shoe.resumes_after.is_none() && shoe.unread_after == 0 && !shoe.unread_coup && shoe.owes_nothing()
}

/// What an accepted coup came to: the cards gave it.
pub(super) struct Accepted {
    pub(super) winner: Winner,
    /// The point totals.
    pub(super) totals: PerSide<u8>,
    /// Cards of face value 7 in both hands, the permanent one included.
    pub(super) sevens: u8,
}

/// Judges the next coup of a shoe; returns its result, and in `wagers` what they came to, if it is clean. Its cards and
/// its number are then counted in the shoe.
pub(super) fn accept(
    terms: &Terms,
    shoe: &mut Shoe,
    coup: &QuickCoup,
    not_before: Option<i64>,
    wagers: &mut Vec<WagerSeen>,
    room: &mut Room,
) -> Option<Accepted> {
    let due = match (shoe.last_number, &shoe.first_coup) {
        (Some(last), _) => last.checked_add(1),
        (None, None) => Some(1),
        (None, Some(_)) => None,
    };
    if due != Some(coup.coup) || !terms.hold(coup) {
        return None;
    }
    let accepted = accept_arrived(terms, shoe, coup, not_before, wagers, room)?;
    shoe.last_number = Some(coup.coup);
    Some(accepted)
}

/// The same for a coup that has its number and its ruleset.
pub(super) fn accept_arrived(
    terms: &Terms,
    shoe: &mut Shoe,
    coup: &QuickCoup,
    not_before: Option<i64>,
    wagers: &mut Vec<WagerSeen>,
    room: &mut Room,
) -> Option<Accepted> {
    let commenced = terms.commenced(&coup.times).nanos;
    if !in_order(coup) || coup.shares_an_id() || not_before.is_some_and(|bound| bound > commenced) {
        return None;
    }
    let ruleset = terms.ruleset.as_ref();
    let (cards, indexes) = cards(coup);
    let cards = cards.get(..coup.cards().len())?;
    let indexes = indexes.get(..cards.len())?;
    let dealt = ruleset.book.deal(&ruleset.table, cards).filter(|dealt| dealt.used == cards.len())?;
    let totals = PerSide { player: dealt.player.total(), banker: dealt.banker.total() };
    let winner = Winner::by_totals(totals.player, totals.banker);
    let permanent = &ruleset.deal.permanent;
    let printed = [permanent.player, permanent.banker].iter().filter(|face| **face == Rank::SEVEN.face_value()).count();
    let sevens = printed + cards.iter().filter(|card| card.rank == Rank::SEVEN).count();
    let accepted = Accepted { winner, totals, sevens: u8::try_from(sevens).ok()? };
    if !announced(coup, &accepted) {
        return None;
    }
    let facts = ruleset.book.facts_dealt(&dealt);
    settle(terms, coup, &facts, wagers)?;
    within_limits(terms, coup, wagers, room)?;
    permitted(terms, coup, wagers, room)?;
    within_bounds(terms, coup, wagers)?;
    let returns = shoe.cards_return(ruleset);
    let composition = shoe.composition.as_mut().filter(|composition| composition.allows(indexes, returns))?;
    composition.dealt(indexes);
    (shoe.burns_more, shoe.took_cards) = (false, false);
    Some(accepted)
}

/// The times follow one another, and none is later than the record.
fn in_order(coup: &QuickCoup) -> bool {
    let times = &coup.times;
    times.opened.nanos <= times.closed.nanos
        && times.closed.nanos <= times.first_card.nanos
        && times.first_card.nanos <= times.settled.nanos
        && times.settled.nanos <= coup.at.nanos
}

/// The cards, and each by its number; the rest of the array is filler.
fn cards(coup: &QuickCoup) -> ([Card; MOST_CARDS], [usize; MOST_CARDS]) {
    let [ace, ..] = Rank::ALL;
    let [clubs, ..] = Suit::ALL;
    let mut cards = [Card { rank: ace, suit: clubs }; MOST_CARDS];
    let mut indexes = [0; MOST_CARDS];
    for ((card, index), code) in cards.iter_mut().zip(&mut indexes).zip(coup.cards()) {
        let [rank, suit] = code.letters();
        let rank = match rank {
            b'A' => 0,
            b'T' => 9,
            b'J' => 10,
            b'Q' => 11,
            b'K' => 12,
            digit => usize::from(digit.wrapping_sub(b'1')),
        };
        let suit = match suit {
            b'C' => 0,
            b'D' => 1,
            b'H' => 2,
            _ => 3,
        };
        let rank = Rank::ALL.get(rank).copied().unwrap_or(ace);
        let suit = Suit::ALL.get(suit).copied().unwrap_or(clubs);
        *card = Card { rank, suit };
        *index = card.index();
    }
    (cards, indexes)
}

/// Whether what was announced and shown is what the cards give.
fn announced(coup: &QuickCoup, accepted: &Accepted) -> bool {
    let Accepted { winner, totals, sevens } = *accepted;
    let declared = &coup.declared;
    let right = matches!(
        (declared.result, winner),
        (Some(DeclaredResult::Player), Winner::Player)
            | (Some(DeclaredResult::Banker), Winner::Banker)
            | (Some(DeclaredResult::Tie), Winner::Tie)
    );
    let shown = matches!(
        (coup.wrd, winner),
        (None | Some(Shown::None), _)
            | (Some(Shown::Player), Winner::Player)
            | (Some(Shown::Banker), Winner::Banker)
            | (Some(Shown::Tie), Winner::Tie)
    );
    let is = |said: Option<i64>, right: u8| said.is_none_or(|said| said == i64::from(right));
    right
        && shown
        && is(declared.player, totals.player)
        && is(declared.banker, totals.banker)
        && is(declared.sevens, sevens)
}

/// What came back of every wager is what was due.
fn settle(terms: &Terms, coup: &QuickCoup, facts: &Facts, wagers: &mut Vec<WagerSeen>) -> Option<()> {
    let ruleset = terms.ruleset.as_ref();
    let close = terms.close(&coup.times);
    wagers.clear();
    for wager in &coup.wagers {
        let bet = terms.bet(coup, wager)?;
        let rule = ruleset.wagers.get(bet)?;
        let limits = terms.on_bets.get(bet).copied().unwrap_or_default();
        if wager.refused || wager.placed.is_some_and(|placed| placed.nanos > close.nanos) {
            return None;
        }
        if wager.withdrawn.zip(wager.placed).is_some_and(|(withdrawn, placed)| withdrawn.nanos < placed.nanos) {
            return None;
        }
        // One that was taken back too late counts as if it were still there.
        if let Some(withdrawn) = wager.withdrawn.filter(|withdrawn| withdrawn.nanos <= terms.too_late(close)) {
            if withdrawn.nanos > close.nanos || wager.returned != wager.stake || wager.commission != 0 {
                return None;
            }
            let stake = i128::from(wager.stake);
            wagers.push(WagerSeen {
                bet: Some(bet),
                stake: wager.stake,
                returned: stake,
                due: stake,
                judged: true,
                not_at_risk: Some(NotAtRisk::Withdrawn),
                pays: None,
                limits,
            });
            continue;
        }
        // Nothing that stands for chips has to be as much as the smallest one.
        let takes = match wager.token {
            None => wager.stake >= terms.least,
            Some(token) => ruleset.combinations.tokens.as_ref().is_none_or(|tokens| tokens.accepted.contains(&token)),
        };
        if !takes {
            return None;
        }
        let row = ruleset.row(bet, None, facts)?;
        let (low, high) = ruleset.returned(&rule.bet, row.pays(), wager.stake, terms.chip());
        let returned = i128::from(wager.returned) - i128::from(wager.commission);
        if returned < low.min(high) || returned > low.max(high) {
            return None;
        }
        if wager.commission != 0
            && i128::from(wager.commission) > ruleset.most_commission(&rule.bet, row.pays(), wager.stake, terms.chip())
        {
            return None;
        }
        wagers.push(WagerSeen {
            bet: Some(bet),
            stake: wager.stake,
            returned,
            due: returned,
            judged: true,
            not_at_risk: None,
            pays: Some(row.pays()),
            limits,
        });
    }
    Some(())
}

/// Whether a wager counts.
fn counts(wager: &WagerSeen) -> bool {
    wager.not_at_risk.is_none()
}

/// No person and no area is above its maximum, nobody below a minimum that binds.
fn within_limits(terms: &Terms, coup: &QuickCoup, seen: &[WagerSeen], room: &mut Room) -> Option<()> {
    let binds = terms.ruleset.limits.reported_below().is_some();
    let area_max = terms.limits.area_max;
    let mut on_bet = [0i128; MOST_BETS];
    let live = || seen.iter().filter(|wager| counts(wager));
    for wager in live() {
        *on_bet.get_mut(wager.bet?)? += i128::from(wager.stake);
    }
    // A group is above its maximum only if all wagers on its bet are, and below its minimum only if each of its wagers is.
    let (mut may_exceed, mut may_lack) = (false, false);
    for WagerSeen { bet, stake, limits, .. } in live() {
        let all = *on_bet.get((*bet)?)?;
        may_exceed |= [limits.max, area_max].into_iter().flatten().any(|maximum| all > i128::from(maximum));
        may_lack |= binds && limits.min.is_some_and(|minimum| *stake < minimum);
    }
    if !may_exceed && !may_lack {
        return Some(());
    }
    let mut within = true;
    let wager = |at: usize| QuickOne::of(coup, seen, at);
    room.groups(
        seen.len(),
        |at| wager(at).map(|one| (one.person(), one.bet())),
        |at| at,
        |group, _| {
            let group = || group.iter().filter_map(|at| seen.get(*at));
            within &= above(group().map(|one| (one.stake, one.limits.max))).is_none();
            within &= !binds || below(group().map(|one| (one.stake, one.limits.min))).is_none();
        },
    );
    let of_area = |at: usize| wager(at).and_then(|one| Some((one.area().filter(|_| area_max.is_some())?, one.bet())));
    room.groups(
        seen.len(),
        of_area,
        |at| at,
        |group, _| {
            within &= above(group.iter().filter_map(|at| seen.get(*at)).map(|one| (one.stake, area_max))).is_none();
        },
    );
    within.then_some(())
}

/// No wager breaks a bound that the ruleset states.
fn within_bounds(terms: &Terms, coup: &QuickCoup, seen: &[WagerSeen]) -> Option<()> {
    let all = || (0..seen.len()).filter_map(|at| QuickOne::of(coup, seen, at));
    let breaks = |bound: &Bound<usize>| all().any(|one| bound.broken(one, all(), Some(coup.coup)).is_some());
    (!terms.bounds.iter().any(breaks)).then_some(())
}

/// No wager stands beside others with which it may not be combined.
fn permitted(terms: &Terms, coup: &QuickCoup, seen: &[WagerSeen], room: &mut Room) -> Option<()> {
    let combined = &terms.combined;
    let wager = |at: usize| QuickOne::of(coup, seen, at);
    let all = || (0..seen.len()).filter_map(wager);
    let opposed = all().filter(|one| combined.opposed_to(one.bet).is_some());
    for one in opposed {
        if all().any(|other| combined.opposes(one, other)) {
            return None;
        }
    }
    // One that was taken back lay there for some time.
    let lay = || (0..seen.len()).filter_map(|at| QuickOne::lay(coup, seen, at));
    let lacks = |wager| {
        let mut found = combined.requires.iter().map(|needs| needs.support(wager, lay()));
        found.any(|support| matches!(support, Support::Nobody | Support::TakenBack | Support::TooEarly))
    };
    if terms.all_wagers && all().any(lacks) {
        return None;
    }
    let mut permitted = true;
    if let Some(bound) = &combined.wagers_per_area {
        bound.wagers_beyond(room, seen.len(), wager, |_| permitted = false);
    }
    if let Some(bound) = &combined.persons_per_area {
        bound.persons_beyond(room, seen.len(), wager, |_| permitted = false);
    }
    permitted.then_some(())
}

/// A wager that was read quickly, and the number of its bet.
#[derive(Clone, Copy)]
struct QuickOne<'a> {
    coup: &'a QuickCoup,
    wager: &'a QuickWager,
    bet: usize,
    at: usize,
}

impl<'a> QuickOne<'a> {
    /// The wager at this place, if it counts.
    fn of(coup: &'a QuickCoup, seen: &[WagerSeen], at: usize) -> Option<Self> {
        Self::lay(coup, seen, at).map(|lay| lay.wager).filter(|_| seen.get(at).is_some_and(counts))
    }

    /// The same, if it counts or was taken back.
    fn lay(coup: &'a QuickCoup, seen: &[WagerSeen], at: usize) -> Option<Lay<Self>> {
        let this = seen.get(at)?;
        let wager = Self { coup, wager: coup.wagers.get(at)?, bet: this.bet?, at };
        Some(Lay { wager, stayed: NotAtRisk::stayed(this.not_at_risk, true) })
    }
}

impl<'a> OneOfSeveral<'a> for QuickOne<'a> {
    type Bet = usize;

    fn bet(self) -> usize {
        self.bet
    }

    fn stake(self) -> i64 {
        self.wager.stake
    }

    fn person(self) -> Person<'a> {
        let Self { coup, wager, at, .. } = self;
        Person::of(wager.player.map(|name| coup.bytes(name)), wager.seat.map(|name| coup.bytes(name)), at)
    }

    fn area(self) -> Option<&'a [u8]> {
        self.wager.area.map(|name| self.coup.bytes(name))
    }

    fn is_approved(self) -> bool {
        self.wager.approved
    }

    fn place(self) -> usize {
        self.at
    }

    fn placed(self) -> Option<Moment> {
        self.wager.placed.map(QuickTime::moment)
    }

    fn withdrawn(self) -> Option<Moment> {
        self.wager.withdrawn.map(QuickTime::moment)
    }

    fn tolerance(self) -> i128 {
        0
    }
}
