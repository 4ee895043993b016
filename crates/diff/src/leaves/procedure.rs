use resettle_ruleset::Ruleset;

use super::{Leaves, Part};
use resettle_ruleset::Level::Procedure;

pub(super) fn procedure(leaves: &mut Leaves, ruleset: &Ruleset) {
    leaves.section("rounding", &ruleset.rounding);
    leaves.holds("rounding", Part::Rounding);
    leaves.section("commission", &ruleset.commission);
    leaves.holds("commission", Part::Commission);
    leaves.section("limits", &ruleset.limits);
    leaves.section("late", &ruleset.late);
    leaves.section("removal", &ruleset.removal);
    leaves.section("not_accepted", &ruleset.not_accepted);
    leaves.section("void", &ruleset.void);
    leaves.section("misdeal_that_stands", &ruleset.misdeal_that_stands);
    if let Some(clause) = ruleset.display.as_ref() {
        leaves.add(Procedure, "display", "the cards count", Some(clause));
    }
    leaves.section("no_bet_coups", &ruleset.no_bet_coups);
    leaves.section("cut_card", &ruleset.cut_card);
    leaves.section("authority", &ruleset.authority);
    leaves.section("otherwise", &ruleset.otherwise);
}
