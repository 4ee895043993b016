use resettle_coup_log::{Irregularity, Moment};
use resettle_game::Card;
use resettle_ruleset::{ResolvedFacts, Ruleset};
use resettle_words::{Affects, Kind};

use crate::coup::outcome_established;
use crate::finding::Place;

/// An irregularity and the record that logged it.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    pub(crate) irregularity: Irregularity,
    /// Where it stands: the coup's record, or the incident's.
    pub(crate) place: Place,
    /// Not logged, but concluded from the cards: only the void is asked, not the duties.
    pub(crate) implied: bool,
}

/// The circumstances of a coup that conditions ask for.
pub(crate) struct Circumstances<'a> {
    pub(crate) ruleset: &'a Ruleset,
    /// The physical cards; `None` for one that cannot be used.
    pub(crate) cards: &'a [Option<Card>],
    /// The next commencement; none where nothing follows.
    pub(crate) next: Option<Moment>,
}

impl Circumstances<'_> {
    /// The moment at which an error counts as noticed.
    pub(crate) fn noticed(&self, irregularity: &Irregularity) -> Moment {
        match &irregularity.notified_at {
            Some(notified) if self.ruleset.moments.noticed_when_notified => notified.moment(),
            _ => irregularity.noticed.moment(),
        }
    }

    /// The facts, defaults applied.
    pub(crate) fn resolve(&self, irregularity: &Irregularity) -> ResolvedFacts {
        let facts = &irregularity.facts;
        let affects = facts.affects.unwrap_or(Affects::Round);
        let initial = self.ruleset.deal.order.len();
        let interrupts = irregularity.kind == Kind::TechnicalInterruption && affects == Affects::Round;
        ResolvedFacts {
            reconstructed: facts.reconstructed.unwrap_or(false),
            order_known: facts.order_known.unwrap_or(false),
            in_time: self.next.is_none_or(|next| self.noticed(irregularity) < next),
            outcome_established: interrupts && {
                let dealt = facts.after_cards.unwrap_or(self.cards.len()).min(self.cards.len());
                outcome_established(self.ruleset, self.cards.get(..dealt).unwrap_or_default())
            },
            cards_damaged: facts.cards_damaged.unwrap_or(false),
            disadvantage: facts.disadvantage.unwrap_or(false),
            replacement_available: facts.replacement_available.unwrap_or(true),
            practicable: facts.practicable.unwrap_or(true),
            outcome_affected: facts.outcome_affected.unwrap_or(false),
            initial_deal: facts.cards.as_ref().is_some_and(|cards| cards.iter().any(|at| *at < initial)),
            hand: facts.hand,
            dealt: facts.dealt,
            stage: facts.stage,
            affects,
            cause: facts.cause,
        }
    }
}

#[cfg(test)]
mod tests {
    use resettle_coup_log::{Facts, Time};
    use resettle_game::{Rank, Suit};

    use super::*;

    #[test]
    fn only_an_interruption_of_the_round_asks_what_was_established() {
        let registry = resettle_rulesets::registry().unwrap();
        let ruleset = registry.get("sg/mbs/electronic-7-up-baccarat/2023-05-08").unwrap();
        let card = |rank, suit| Some(Card { rank: Rank::from_letter(rank)?, suit: Suit::from_letter(suit)? });
        let cards = [card('2', 'D'), card('K', 'D'), card('4', 'S')];
        let circumstances = Circumstances { ruleset, cards: &cards, next: None };
        let established = |kind, affects| {
            let facts = Facts { affects: Some(affects), ..Facts::default() };
            let noticed = Time::parse("2023-06-01T10:00:00+08:00").unwrap();
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
            circumstances.resolve(&irregularity).outcome_established
        };
        assert!(established(Kind::TechnicalInterruption, Affects::Round));
        assert!(!established(Kind::TechnicalInterruption, Affects::Terminals));
        assert!(!established(Kind::ExtraCard, Affects::Round));
    }
}
