use resettle_ruleset::Ruleset;

use super::Leaves;
use resettle_ruleset::Level::{Editorial, Procedure, Settlement};

pub(super) fn head(leaves: &mut Leaves, ruleset: &Ruleset) {
    leaves.add(Editorial, "title", &ruleset.title, None);
    if let Some(version) = &ruleset.version {
        leaves.add(Editorial, "version", version, None);
    }
    leaves.add(Procedure, "jurisdiction", &ruleset.jurisdiction, None);
    if ruleset.venues.is_empty() {
        leaves.add(Procedure, "venue", &ruleset.venue, None);
    } else {
        leaves.add(Procedure, "venues", ruleset.venues.join(", "), None);
    }
    leaves.add(Procedure, "game", &ruleset.game, None);
    leaves.section("effective", &ruleset.effective);
    for (at, gap) in ruleset.gaps.iter().enumerate() {
        let span = format!("{}: {}", gap.span(&ruleset.effective.zone), gap.why);
        leaves.add(Procedure, format!("gaps.{}", at + 1), span, None);
    }
    leaves.add(Editorial, "source.document", &ruleset.source.document, None);
    for file in &ruleset.source.files {
        leaves.add(Editorial, format!("source.files.{}", file.name), &file.sha256, None);
    }
    for favoured in ruleset.favours_player.iter().flatten() {
        leaves.add(Editorial, format!("favours_player.{}", favoured.bet), &favoured.why, None);
    }
    leaves.section("decks", &ruleset.decks);
    for option in &ruleset.options {
        leaves.add(Settlement, format!("options.{}", option.name), "left to the operator", Some(&option.clause));
        for choice in &option.choices {
            let path = format!("options.{}.{}", option.name, choice.choice);
            leaves.add(Settlement, path, "may be chosen", Some(&choice.clause));
        }
    }
}
