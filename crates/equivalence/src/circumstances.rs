use resettle_game::{Fact, Kind};
use resettle_ruleset::{IrregularityWhen, ResolvedFacts};

/// Every combination of the facts that some of the rows ask for; facts that none asks for are as if unstated.
#[must_use]
pub fn circumstances(kind: Kind, rows: &[&IrregularityWhen]) -> Vec<ResolvedFacts> {
    let mut all = vec![ResolvedFacts::UNSTATED];
    for fact in Fact::ASKED {
        let counts = match fact {
            Fact::Reconstructed => misdeal(kind),
            Fact::OrderKnown => kind == Kind::CardsDrawnTogether,
            _ => false,
        };
        if counts || rows.iter().any(|row| row.asks(*fact)) {
            let values = fact.values();
            all = all.iter().flat_map(|facts| values.iter().map(|word| facts.with(*fact, word))).collect();
        }
    }
    all
}

/// The kinds that leave a coup as declared where they stand: whether the cards were put right decides its money, whatever
/// rows ask for.
#[must_use]
pub fn misdeal(kind: Kind) -> bool {
    matches!(kind, Kind::WrongCardCount | Kind::UnauthorisedDraw | Kind::DealtOutOfOrder | Kind::CardsDrawnTogether)
}
