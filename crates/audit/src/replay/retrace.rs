use resettle_ruleset::RoundTime;

use super::shoes::{Kept, Pending, Shoe, cards_of, kept_card, not_of_the_shoe, returns};
use super::table::TableAudit;
use crate::case::money;
use crate::in_force::Unelected;
use crate::irregularity::Logged;
use crate::judge::judge;
use crate::shoe::Composition;
use crate::trace::{self, CoupTrace, Trace};

/// What a coup's judgement takes from its shoe and changes there.
pub(super) struct Before {
    kept: Option<Kept>,
    composition: Option<Box<Composition>>,
    asked: bool,
    returns: bool,
}

impl Before {
    pub(super) fn of(pending: &Pending, shoe: &Shoe) -> Self {
        Self {
            kept: shoe.kept.clone(),
            composition: shoe.composition.clone(),
            asked: shoe.asked(),
            returns: returns(pending, shoe),
        }
    }
}

impl TableAudit<'_> {
    /// Judges a coup a second time, from the previous state of its shoe, and writes down the steps. Judging is a
    /// function of the coup and its surroundings, so these are the steps by which it was judged the first time; coups
    /// that nobody asks about are therefore judged without.
    pub(super) fn retrace(&self, pending: &Pending, logged: &[Logged], before: Before) -> CoupTrace {
        let trace = Trace::new(self.unit_of(&pending.round.coup));
        let round = &pending.round;
        let ruleset = pending.ruleset.as_deref();
        self.trace_record(&trace, pending);
        if let Some(own) = &round.coup.tournament {
            trace::tournament(&trace, own, self.terms(&round.place), ruleset, &round.written);
        }
        let carried = before.kept.as_ref().and_then(|kept| kept.card);
        let (left_out, deal_judged) = match ruleset {
            Some(ruleset) => {
                let wagers = round.wagers();
                let owed = before.kept.as_ref().and_then(|kept| kept.no_bet_clause.clone());
                let mut case = self.case(ruleset, pending, logged, &wagers, owed);
                case.trace = Some(&trace);
                let around = trace::Surroundings {
                    ruleset,
                    times: &round.coup.times,
                    written: &round.written,
                    aftermath: &pending.aftermath,
                    irregularities: logged,
                    asks_times: case.asks_times,
                };
                trace::fixed_moments(&trace, &around);
                let judged = judge(&case);
                let after = kept_card(&round.coup, &judged);
                let after = after.as_ref();
                let after = after.and_then(|kept| Some((kept.card?, kept.by_right, kept.no_bet_cited())));
                let came = before.kept.as_ref().and_then(|kept| Some((kept.card?, kept.no_bet_cited())));
                trace::follows(&trace, came, round.coup.carried, after, logged);
                let burned = pending.burns.as_ref().map(|burns| burns.before(&round.coup.times));
                trace::shoe_rules(&trace, ruleset, burned.filter(|_| !pending.first_of_shoe), pending.cut.as_ref());
                (not_of_the_shoe(&judged.believed), judged.deal_judged)
            }
            None => {
                let returned = money(&round.coup).returned;
                trace::unjudged(&trace, returned);
                (Vec::new(), false)
            }
        };
        if let Some(composition) = &before.composition {
            let judges = match (deal_judged, before.asked) {
                (_, false) => Err("the shoe's records do not tell what it holds"),
                (false, true) => Err("the deal of this coup is not judged; its cards count for the next ones"),
                (true, true) => Ok(composition.decks()),
            };
            let returns = before.returns;
            let counts = composition.counts(&cards_of(&round.coup, &left_out), carried, returns);
            trace::composition(&trace, ruleset, judges, &counts, returns);
        }
        let places = round.origins.iter().map(|origin| &origin.place).chain(&round.wrd_place);
        let places = places.chain(logged.iter().map(|logged| &logged.place)).chain([&round.place]);
        let mut records: Vec<(usize, u64)> = places.filter_map(|place| Some((place.source, place.line?))).collect();
        records.sort_unstable();
        records.dedup();
        CoupTrace { place: round.place.clone(), records, authenticated: false, sections: trace.into_sections() }
    }

    /// The steps as far as the coup's record and its ruleset go.
    fn trace_record(&self, trace: &Trace<'_>, pending: &Pending) {
        let round = &pending.round;
        let (coup, open, registry) = (&round.coup, &self.open, &self.settings.registry);
        let (log, _) = self.out.named(round.place.source);
        let source = self.logs.source(round.place.source).unwrap_or((open.source.kind, &open.source.id));
        let log = if log.is_empty() { &open.log } else { &*log };
        trace::record(trace, coup, &round.place, &round.written, &trace::Recorded { log, source, table: open });
        let which =
            pending.ruleset.as_ref().map_or(RoundTime::Opened, |ruleset| ruleset.moments.next_commencement.time);
        trace::commenced(trace, coup, self.logs.is_import(round.place.source), &round.written, which);
        let named = self.settings.named.as_deref();
        let moment = pending.commenced;
        let found =
            registry.in_force(&open.jurisdiction, &open.venue, &open.game, moment.nanos).filter(|_| named.is_none());
        let uncertain = found.and_then(|found| found.uncertain);
        let unelected = pending.unelected.as_ref().map(Unelected::in_words);
        trace::ruleset(trace, registry, named, pending.ruleset.as_deref(), unelected, uncertain.as_deref());
    }
}
