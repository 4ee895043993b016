//! What the coups of the shoe in play are judged by: the ruleset in force and the table sign, looked up once.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use resettle_coup_log::{Limits, QuickCoup, QuickTime, QuickTimes, QuickWager, Span};
use resettle_ruleset::Ruleset;
use resettle_sealed_log::SourceKind;

use crate::moments::{commencement_of, one_of};
use crate::replay::table::TableAudit;
use crate::several::{Bound, Combined};
use crate::table_limits::{BetLimits, lacks_minimum};

/// More bets than any ruleset offers; tables with more are judged the long way.
pub(super) const MOST_BETS: usize = 32;

/// The ruleset and the limits, and the moments of commencement for which they hold, in nanoseconds.
pub(super) struct Terms {
    pub(super) ruleset: Arc<Ruleset>,
    /// Within it the same ruleset is in force, and nothing changes in how certain that is.
    in_force: Range<i128>,
    /// Whether it is uncertain that it is in force, which was reported.
    pub(super) is_uncertain: bool,
    /// From then on the sign holds.
    sign_from: Option<i128>,
    /// The seats and players that have a sign of their own; their wagers go the long way.
    apart: Vec<String>,
    /// How far the clocks of the sources may be off at most, in nanoseconds.
    tolerance: i128,
    pub(super) limits: Rc<Limits>,
    /// What they allow to be staked on each bet of the ruleset.
    pub(super) on_bets: Vec<BetLimits>,
    /// The least that can be laid, where the table pays in chips; money in minor units.
    pub(super) least: i64,
    /// Whether the wagers of the whole table are there.
    pub(super) all_wagers: bool,
    /// The names of the bets, as [`QuickCoup::word`] gives them.
    words: Vec<Option<u128>>,
    pub(super) combined: Combined<usize>,
    /// What the ruleset bounds beside the sign.
    pub(super) bounds: Vec<Bound<usize>>,
}

impl Terms {
    /// The terms of a coup, if they are of the usual kind.
    pub(super) fn of(table: &TableAudit<'_>, coup: &QuickCoup) -> Option<Self> {
        let open = &table.open;
        let opened = i128::from(coup.times.opened.nanos);
        let (ruleset, in_force, is_uncertain) = match &table.settings.named {
            Some(named) => (Arc::clone(named), i128::MIN..i128::MAX, false),
            None => {
                let registry = &table.settings.registry;
                let found = registry.in_force(&open.jurisdiction, &open.venue, &open.game, opened)?;
                // That it is uncertain is reported once.
                if found.uncertain.is_some() && !table.rules.is_in_doubt(&found.ruleset.id) {
                    return None;
                }
                (found.ruleset, registry.calm(opened)?, found.uncertain.is_some())
            }
        };
        // Findings about a ruleset in use are reported by the coup that uses it first; what was chosen of its options
        // is looked up for each coup.
        if !table.rules.has_used(&ruleset.id) {
            return None;
        }
        let (sign_from, limits, apart) = table.signs.steady()?;
        let kind = if table.joined { SourceKind::Table } else { table.open.source.kind };
        let terms = Self::under(ruleset, limits, kind)?;
        let clocks = table.clocks.iter().filter(|_| table.joined);
        let tolerance = clocks.map(|clock| clock.tolerance).max().unwrap_or(0);
        Some(Self {
            in_force,
            is_uncertain,
            sign_from: sign_from.map(|moment| moment.nanos),
            apart,
            tolerance,
            ..terms
        })
    }

    /// A ruleset and a sign that hold at every moment, if the ruleset is of the usual kind.
    pub(super) fn under(ruleset: Arc<Ruleset>, limits: Rc<Limits>, source: SourceKind) -> Option<Self> {
        // If a card is burned before each coup, a record of another kind precedes each coup.
        if !ruleset.options.is_empty() || ruleset.wagers.len() > MOST_BETS || ruleset.deal.burn_before_coup.is_some() {
            return None;
        }
        let on_bet = |bet: &str| BetLimits {
            min: limits.min.get(bet).copied(),
            max: limits.max.get(bet).copied(),
            lacks_minimum: lacks_minimum(&ruleset, &limits, bet),
        };
        let on_bets = ruleset.wagers.iter().map(|rule| on_bet(&rule.bet)).collect();
        let all_wagers = source != SourceKind::Terminal;
        let bet = |name: &str| ruleset.numbered(name).map(|(at, _)| at);
        let combined = Combined::of(&ruleset.combinations, bet)?;
        let bounds = Bound::all(&ruleset.limits, bet, |name| limits.min.get(name).copied())?;
        let bounds = bounds.into_iter().map(|(bound, _)| bound).collect();
        let words = ruleset.wagers.iter().map(|rule| word(&rule.bet)).collect();
        let least = ruleset.in_chips().and(limits.chip).unwrap_or(0);
        Some(Self {
            least,
            words,
            combined,
            bounds,
            ruleset,
            in_force: i128::MIN..i128::MAX,
            is_uncertain: false,
            sign_from: None,
            apart: Vec::new(),
            tolerance: 0,
            limits,
            on_bets,
            all_wagers,
        })
    }

    /// Whether they hold for a coup: the ruleset is in force at both times that may be its commencement.
    pub(super) fn hold(&self, coup: &QuickCoup) -> bool {
        let times = &coup.times;
        let within = |time: QuickTime| self.in_force.contains(&i128::from(time.nanos));
        let commenced = i128::from(self.commenced(times).nanos);
        let apart = |text: Option<Span>| {
            text.is_some_and(|text| self.apart.iter().any(|name| name.as_bytes() == coup.bytes(text)))
        };
        if !self.apart.is_empty() && coup.wagers.iter().any(|wager| apart(wager.seat) || apart(wager.player)) {
            return false;
        }
        within(times.opened) && within(times.first_card) && self.sign_from.is_none_or(|from| from <= commenced)
    }

    /// The number of a wager's bet in the ruleset.
    pub(super) fn bet(&self, coup: &QuickCoup, wager: &QuickWager) -> Option<usize> {
        match coup.word(wager.bet) {
            Some(word) => self.words.iter().position(|bet| *bet == Some(word)),
            None => self.ruleset.numbered(coup.text(wager.bet)).map(|(at, _)| at),
        }
    }

    /// When play commenced, as the ruleset means it.
    pub(super) fn commenced(&self, times: &QuickTimes) -> QuickTime {
        commencement_of(self.ruleset.moments.next_commencement.time, times.opened, times.first_card).0
    }

    /// The time after which wagers are late.
    pub(super) fn close(&self, times: &QuickTimes) -> QuickTime {
        one_of(self.ruleset.moments.close.time, times.opened, times.closed, times.first_card)
    }

    /// The last moment, in nanoseconds, that by the clock of one of the sources may not be after this close.
    pub(super) fn too_late(&self, close: QuickTime) -> i64 {
        i64::try_from(self.tolerance).map_or(i64::MAX, |tolerance| close.nanos.saturating_add(tolerance))
    }

    /// The smallest chip; one minor unit if no sign names it.
    pub(super) fn chip(&self) -> i64 {
        self.limits.chip.unwrap_or(1)
    }
}

/// A name as [`QuickCoup::word`] gives it; `None` for one of more than sixteen bytes.
pub(super) fn word(name: &str) -> Option<u128> {
    let mut bytes = [0; 16];
    bytes.get_mut(..name.len())?.copy_from_slice(name.as_bytes());
    Some(u128::from_le_bytes(bytes))
}
