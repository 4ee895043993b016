use std::collections::BTreeSet;

use resettle_game::{Kind, Role, Ruling};
use resettle_ruleset::{Cite, Consequence, Decider, Follows, IrregularityRow, MayNeed, ResolvedFacts, Ruleset};
use resettle_sealed_log::Moment;

use super::facts::{Circumstances, Logged};
use super::group::{Group, groups};

/// One irregularity with the row of the ruleset that it falls under.
#[derive(Clone, Debug)]
pub(crate) struct Effect<'a> {
    pub(crate) logged: &'a Logged,
    pub(crate) facts: ResolvedFacts,
    /// `None` if the document is silent, or has a clause for whatever it does not cover.
    pub(crate) row: Option<&'a IrregularityRow>,
    /// What follows; `None` if the document is silent.
    pub(crate) then: Option<Consequence>,
    /// The clause behind `then`.
    pub(crate) clause: Option<&'a Cite>,
    /// What all entries of the same irregularity say together.
    pub(crate) group: Group,
}

impl Effect<'_> {
    fn kind(&self) -> Kind {
        self.logged.irregularity.kind
    }

    fn says_what_becomes_of_the_card(&self) -> bool {
        match self.then {
            Some(Consequence::ThirdCardOrKept | Consequence::KeptForNoBetCoup) => true,
            Some(Consequence::Burned) => self.kind() == Kind::UnauthorisedDraw,
            _ => false,
        }
    }

    /// The kinds that leave a coup as declared when they stand.
    pub(crate) fn is_misdeal(&self) -> bool {
        is_misdeal(self.kind())
    }

    /// Only cards that were drawn together may have an order that is known.
    pub(crate) fn put_right(&self) -> bool {
        self.facts.reconstructed || self.facts.order_known
    }
}

/// All irregularities of a coup, and what they come to together.
#[derive(Clone, Debug)]
pub(crate) struct Effects<'a> {
    pub(crate) all: Vec<Effect<'a>>,
    ruleset: &'a Ruleset,
}

impl<'a> Effects<'a> {
    pub(crate) fn of(circumstances: &Circumstances<'a>, logged: &'a [Logged]) -> Self {
        let ruleset = circumstances.ruleset;
        let all = logged
            .iter()
            .zip(groups(logged))
            .map(|(logged, group)| {
                let facts = circumstances.resolve(logged);
                let Follows { row, then, clause, .. } = ruleset.follows(logged.irregularity.kind, &facts);
                // The opinion is the decider's: whoever may form it and lets the device stand has not formed it.
                let stands = |by: &Decider| group.ruled(by.role) == Some(Ruling::Stands);
                if then == Some(Consequence::DeviceVoid) && row.and_then(|row| row.by.as_ref()).is_some_and(stands) {
                    return Effect { logged, facts, row: None, then: Some(Consequence::PlaysOn), clause, group };
                }
                Effect { logged, facts, row, then, clause, group }
            })
            .collect();
        let mut effects = Self { all, ruleset };
        effects.special_before_general();
        effects
    }

    /// If a clause states what becomes of a card drawn without authority, the general clause on a wrong number of cards
    /// does not void the same hand's coup in addition.
    fn special_before_general(&mut self) {
        let hands: BTreeSet<_> = self
            .all
            .iter()
            .filter(|effect| effect.says_what_becomes_of_the_card())
            .map(|effect| effect.facts.hand)
            .collect();
        for effect in &mut self.all {
            let same_hand = !hands.is_empty() && effect.facts.hand.is_none() || hands.contains(&effect.facts.hand);
            if effect.kind() == Kind::WrongCardCount && effect.then == Some(Consequence::Void) && same_hand {
                effect.then = Some(Consequence::PlaysOn);
            }
        }
    }

    fn with(&self, then: Consequence) -> impl Iterator<Item = &Effect<'a>> {
        self.all.iter().filter(move |effect| effect.then == Some(then))
    }

    pub(crate) fn has(&self, then: Consequence) -> bool {
        self.with(then).next().is_some()
    }

    /// The irregularity that voids the coup; an irregularity whose clause needs no reading goes first.
    pub(crate) fn voids(&self) -> Option<&Effect<'a>> {
        self.with(Consequence::Void).min_by_key(|effect| self.rests_on_a_reading(effect))
    }

    /// Whether what follows from an irregularity follows only by a reading of its clause.
    pub(crate) fn rests_on_a_reading(&self, effect: &Effect<'_>) -> bool {
        let initial = self.ruleset.deal.order.len();
        effect.row.is_some_and(|row| {
            row.reading
                || match row.may_need {
                    Some(MayNeed::AllInInitialDeal) => {
                        effect.logged.irregularity.facts.cards.iter().flatten().any(|at| *at >= initial)
                    }
                    None => false,
                }
        })
    }

    /// The irregularity that grounds a void without demanding it; an irregularity that somebody entitled decided goes
    /// first. It does not ground a void if somebody entitled decided otherwise.
    pub(crate) fn may_void(&self) -> Option<&Effect<'a>> {
        self.with(Consequence::MayVoid).filter(|effect| self.may_ground(effect)).min_by_key(|effect| {
            let by = effect.row.and_then(|row| row.by.as_ref());
            by.is_some_and(|by| !reaches(effect.group.office, by.role))
        })
    }

    fn may_ground(&self, effect: &Effect<'_>) -> bool {
        let ruled = self.decider(effect).and_then(|lowest| effect.group.ruled(lowest));
        ruled.is_none_or(|ruling| ruling == Ruling::Void)
    }

    /// The lowest role that may decide about an irregularity, if the document names one.
    pub(crate) fn decider(&self, effect: &Effect<'_>) -> Option<Role> {
        match effect.row.and_then(|row| row.by.as_ref()) {
            Some(by) => Some(by.role),
            None if effect.then == Some(Consequence::Referred) => {
                self.ruleset.otherwise.as_ref().map(|otherwise| otherwise.by)
            }
            None => None,
        }
    }

    /// Whether another irregularity than this one grounds a void.
    pub(crate) fn grounds_beside(&self, own: &Effect<'_>) -> bool {
        self.all.iter().filter(|effect| effect.group.nth != own.group.nth).any(|effect| match effect.then {
            Some(Consequence::Void) => true,
            Some(Consequence::MayVoid) => self.may_ground(effect),
            Some(Consequence::Referred) => self.decider(effect).is_some_and(|lowest| effect.group.lets_void(lowest)),
            _ => false,
        })
    }

    /// The irregularity whose void somebody entitled decided.
    pub(crate) fn decided(&self) -> Option<&Effect<'a>> {
        self.with(Consequence::Referred)
            .find(|effect| self.decider(effect).is_some_and(|lowest| effect.group.lets_void(lowest)))
    }

    /// Whether a misdeal stands, so that the coup is judged as declared.
    pub(crate) fn stands_as_declared(&self) -> bool {
        self.all.iter().any(|effect| {
            effect.is_misdeal()
                && match effect.then {
                    Some(Consequence::StandsAsDeclared) => true,
                    Some(Consequence::Referred) | None => !effect.put_right(),
                    Some(_) => false,
                }
        })
    }

    /// Whether anybody decided on a misdeal of the coup: somebody is named, or a ruling is logged.
    pub(crate) fn misdeal_is_decided(&self) -> bool {
        self.all
            .iter()
            .any(|effect| effect.is_misdeal() && (effect.group.ruling.is_some() || effect.group.office.is_some()))
    }

    /// Whether a misdeal stands by a row of the ruleset that is itself a reading.
    pub(crate) fn stands_by_a_reading(&self) -> bool {
        self.with(Consequence::StandsAsDeclared)
            .any(|effect| effect.is_misdeal() && effect.row.is_some_and(|row| row.reading))
    }

    /// An announced error of the display, and whether it is only by a reading that the cards stand against it.
    pub(crate) fn display_error(&self) -> Option<(&Effect<'a>, bool)> {
        let announced = self.all.iter().find(|effect| effect.kind() == Kind::DisplayError)?;
        Some((announced, announced.row.is_none_or(|row| row.reading)))
    }

    /// Whether by another reading a display that was announced to be wrong decides the coup.
    pub(crate) fn display_may_bind(&self) -> bool {
        self.display_error().is_some_and(|(_, by_a_reading)| by_a_reading)
    }

    /// Whether another reading of a clause that voids covers this irregularity in the same circumstances, decided by
    /// whoever has to. What was put right is no case of such a clause.
    pub(crate) fn may_be_covered(&self, effect: &Effect<'_>) -> bool {
        !effect.put_right()
            && self
                .ruleset
                .may_cover(effect.kind(), &effect.facts)
                .any(|row| row.by.as_ref().is_none_or(|by| reaches(effect.group.office, by.role)))
    }

    /// Whether the cards were reconstructed.
    pub(crate) fn reconstructed(&self) -> bool {
        self.reconstructed_from().is_some()
    }

    /// When the first of the reconstructions was noticed.
    pub(crate) fn reconstructed_from(&self) -> Option<Moment> {
        let put_right = self.all.iter().filter(|effect| effect.facts.reconstructed);
        put_right.map(|effect| effect.logged.irregularity.noticed.moment()).min()
    }

    /// The irregularity by which a card is kept for the next coup.
    pub(crate) fn keeps(&self) -> Option<&Effect<'a>> {
        self.all
            .iter()
            .find(|effect| matches!(effect.then, Some(Consequence::ThirdCardOrKept | Consequence::KeptForNoBetCoup)))
    }

    /// Whether cards may be set aside.
    pub(crate) fn sets_aside(&self) -> bool {
        self.all
            .iter()
            .any(|effect| effect.then == Some(Consequence::Burned) || effect.row.is_some_and(|row| row.sets_aside))
    }
}

/// Whether an irregularity of this kind is a fault of the deal.
pub(crate) fn is_misdeal(kind: Kind) -> bool {
    matches!(kind, Kind::WrongCardCount | Kind::UnauthorisedDraw | Kind::DealtOutOfOrder | Kind::CardsDrawnTogether)
}

/// Whether `by` is the role that has to decide, or a higher one.
pub(crate) fn reaches(by: Option<Role>, lowest: Role) -> bool {
    by.is_some_and(|by| by.reaches(lowest))
}
