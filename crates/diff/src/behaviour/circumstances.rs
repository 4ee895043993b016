use resettle_ruleset::{IrregularityWhen, ResolvedFacts};
use resettle_words::{Affects, Cause, DealtFault, HandName, Kind, Stage};

/// Every combination of the facts that some of the rows ask for; facts that none asks for are as if unstated.
pub(crate) fn circumstances(kind: Kind, rows: &[&IrregularityWhen]) -> Vec<ResolvedFacts> {
    let mut all = vec![ResolvedFacts::UNSTATED];
    let asked = |asks: &dyn Fn(&IrregularityWhen) -> bool| rows.iter().any(|row| asks(row));
    truth(&mut all, misdeal(kind) || asked(&|row| row.reconstructed.is_some()), |facts, value| {
        facts.reconstructed = value
    });
    truth(&mut all, kind == Kind::CardsDrawnTogether || asked(&|row| row.order_known.is_some()), |facts, value| {
        facts.order_known = value
    });
    truth(&mut all, asked(&|row| row.in_time.is_some()), |facts, value| facts.in_time = value);
    truth(&mut all, asked(&|row| row.outcome_established.is_some()), |facts, value| facts.outcome_established = value);
    truth(&mut all, asked(&|row| row.cards_damaged.is_some()), |facts, value| facts.cards_damaged = value);
    truth(&mut all, asked(&|row| row.disadvantage.is_some()), |facts, value| facts.disadvantage = value);
    truth(&mut all, asked(&|row| row.replacement_available.is_some()), |facts, value| {
        facts.replacement_available = value;
    });
    truth(&mut all, asked(&|row| row.practicable.is_some()), |facts, value| facts.practicable = value);
    truth(&mut all, asked(&|row| row.outcome_affected.is_some()), |facts, value| facts.outcome_affected = value);
    truth(&mut all, asked(&|row| row.initial_deal.is_some()), |facts, value| facts.initial_deal = value);
    truth(&mut all, asked(&|row| row.completed.is_some()), |facts, value| facts.completed = value);
    word(&mut all, asked(&|row| row.hand.is_some()), HandName::ALL, |facts, value| facts.hand = value);
    word(&mut all, asked(&|row| row.dealt.is_some()), DealtFault::ALL, |facts, value| facts.dealt = value);
    word(&mut all, asked(&|row| row.stage.is_some()), Stage::ALL, |facts, value| facts.stage = value);
    word(&mut all, asked(&|row| row.cause.is_some()), Cause::ALL, |facts, value| facts.cause = value);
    if asked(&|row| row.affects.is_some()) {
        all = all
            .iter()
            .flat_map(|facts| Affects::ALL.iter().map(|(_, affects)| ResolvedFacts { affects: *affects, ..*facts }))
            .collect();
    }
    all
}

/// The kinds that leave a coup as declared where they stand: whether the cards were put right decides its money, whatever
/// rows ask for.
pub(crate) fn misdeal(kind: Kind) -> bool {
    matches!(kind, Kind::WrongCardCount | Kind::UnauthorisedDraw | Kind::DealtOutOfOrder | Kind::CardsDrawnTogether)
}

fn truth(all: &mut Vec<ResolvedFacts>, asked: bool, set: impl Fn(&mut ResolvedFacts, bool)) {
    if asked {
        *all =
            all.iter().flat_map(|facts| [false, true].map(|value| with(*facts, |facts| set(facts, value)))).collect();
    }
}

fn word<T: Copy>(
    all: &mut Vec<ResolvedFacts>,
    asked: bool,
    words: &[(&str, T)],
    set: impl Fn(&mut ResolvedFacts, Option<T>),
) {
    if asked {
        let values = || words.iter().map(|(_, value)| Some(*value)).chain([None]);
        *all = all.iter().flat_map(|facts| values().map(|value| with(*facts, |facts| set(facts, value)))).collect();
    }
}

fn with(mut facts: ResolvedFacts, change: impl Fn(&mut ResolvedFacts)) -> ResolvedFacts {
    change(&mut facts);
    facts
}
