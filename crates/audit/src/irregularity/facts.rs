use std::cell::Cell;

use resettle_coup_log::{Irregularity, IrregularityFacts, MOST_CARDS};
use resettle_game::{Affects, Kind, KnownCard};
use resettle_ruleset::{Noticed, ResolvedFacts, Ruleset};
use resettle_sealed_log::{Moment, Time};

use crate::coup::outcome_established;
use crate::finding::Place;
use crate::slack::after;

/// An irregularity and the record that logged it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Logged {
    pub(crate) irregularity: Irregularity,
    /// Where it stands: the coup's record, or the incident's.
    pub(crate) place: Place,
    /// When that record was written.
    pub(crate) written: Time,
    /// When the log that holds it was opened, if that is known.
    pub(crate) opened: Option<Time>,
    /// Whether another source of the table records it too.
    pub(crate) seconded: bool,
    /// Not logged, but concluded from the cards: only the void is checked, not the duties.
    pub(crate) implied: bool,
}

/// The kind and the facts of an irregularity.
pub(crate) type Claim<'l> = (&'l str, &'l IrregularityFacts);

impl Logged {
    /// What is the same in all entries of one irregularity: its kind and facts.
    pub(crate) fn claim(&self) -> Claim<'_> {
        (&self.irregularity.kind_word, &self.irregularity.facts)
    }
}

/// The circumstances of a coup that conditions ask for.
pub(crate) struct Circumstances<'a> {
    pub(crate) ruleset: &'a Ruleset,
    /// The physical cards; `None` for one of which no points are known.
    pub(crate) cards: Vec<Option<KnownCard>>,
    /// The next commencement; `None` if nothing follows.
    pub(crate) next: Option<Moment>,
    /// When the coup was settled, if the log records it.
    pub(crate) settled: Option<Moment>,
    /// Whether claims are checked against the log: nobody can write down what is not known yet.
    pub(crate) asked: bool,
    pub(crate) established: Established,
}

/// What is established by how many cards of one coup, worked out once however many interruptions ask for it.
#[derive(Default)]
pub(crate) struct Established(Cell<[Option<bool>; MOST_CARDS + 1]>);

impl Established {
    fn by(&self, dealt: usize, work_out: impl FnOnce() -> bool) -> bool {
        let mut known = self.0.get();
        if let Some(Some(established)) = known.get(dealt) {
            return *established;
        }
        let established = work_out();
        if let Some(slot) = known.get_mut(dealt) {
            *slot = Some(established);
            self.0.set(known);
        }
        established
    }
}

impl<'a> Circumstances<'a> {
    /// Those of an irregularity that concerns no coup.
    pub(crate) fn of_none(ruleset: &'a Ruleset, asked: bool) -> Self {
        Self { ruleset, cards: Vec::new(), next: None, settled: None, asked, established: Established::default() }
    }
}

impl Circumstances<'_> {
    /// The time at which an error counts as noticed.
    pub(crate) fn noticed<'l>(&self, irregularity: &'l Irregularity) -> &'l Time {
        match &irregularity.notified_at {
            Some(notified) if self.ruleset.moments.noticed.time == Noticed::NotifiedAt => notified,
            _ => &irregularity.noticed,
        }
    }

    /// Whether it was noticed before the next commencement. A time after its own record cannot be, and counts as in time.
    fn in_time(&self, logged: &Logged) -> bool {
        let noticed = self.noticed(&logged.irregularity);
        self.next.is_none_or(|next| noticed.moment() < next) || (self.asked && after(noticed, &logged.written, 0))
    }

    /// Whether it was found after the coup had been settled. A card that the log shows was there during the coup.
    fn completed(&self, logged: &Logged) -> bool {
        !logged.implied && self.settled.is_some_and(|settled| logged.irregularity.noticed.moment() > settled)
    }

    /// The facts, defaults applied.
    pub(crate) fn resolve(&self, logged: &Logged) -> ResolvedFacts {
        let irregularity = &logged.irregularity;
        let facts = &irregularity.facts;
        let stated = facts.resolved();
        let initial = self.ruleset.deal.order.len();
        let interrupts = irregularity.kind == Kind::TechnicalInterruption && stated.affects == Affects::Round;
        ResolvedFacts {
            in_time: self.in_time(logged),
            outcome_established: interrupts && {
                let dealt = facts.after_cards.unwrap_or(self.cards.len()).min(self.cards.len());
                let cards = self.cards.get(..dealt).unwrap_or_default();
                self.established.by(dealt, || outcome_established(self.ruleset, cards))
            },
            initial_deal: facts.cards.as_ref().is_some_and(|cards| cards.iter().any(|at| *at < initial)),
            completed: self.completed(logged),
            ..stated
        }
    }
}

#[cfg(test)]
mod tests {
    use resettle_game::{Card, Rank, Suit};
    use resettle_sealed_log::Time;

    use super::*;

    #[test]
    fn only_an_interruption_of_the_round_asks_what_was_established() {
        let registry = resettle_rulesets::registry().unwrap();
        let ruleset = registry.get("sg/mbs/electronic-7-up-baccarat/2023-05-08").unwrap();
        let card =
            |rank, suit| Some(KnownCard::from(Card { rank: Rank::from_letter(rank)?, suit: Suit::from_letter(suit)? }));
        let cards = vec![card('2', 'D'), card('K', 'D'), card('4', 'S')];
        let established = Established::default();
        let circumstances = Circumstances { ruleset, cards, next: None, settled: None, asked: true, established };
        let established = |kind, affects| {
            let facts = IrregularityFacts { affects: Some(affects), ..IrregularityFacts::default() };
            let noticed = Time::parse("2023-06-01T10:00:00+08:00").unwrap();
            let written = noticed.clone();
            let irregularity = Irregularity {
                kind,
                kind_word: kind.word().to_owned(),
                noticed,
                notified_at: None,
                ruling: None,
                by: None,
                notified: Vec::new(),
                facts,
            };
            let place = Place::default();
            let logged = Logged { irregularity, place, written, opened: None, seconded: false, implied: false };
            circumstances.resolve(&logged).outcome_established
        };
        assert!(established(Kind::TechnicalInterruption, Affects::Round));
        assert!(!established(Kind::TechnicalInterruption, Affects::Terminals));
        assert!(!established(Kind::ExtraCard, Affects::Round));
    }
}
