use resettle_ruleset::Ruleset;

use super::Leaves;
use crate::change::Level::{Editorial, Procedure, Settlement};

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
    let effective = &ruleset.effective;
    let from = if effective.open {
        format!("on publication, signed {}", effective.text)
    } else {
        format!("from {}", effective.text)
    };
    leaves.add(Procedure, "effective", format!("{from} ({})", effective.zone), None);
    for (at, gap) in ruleset.gaps.iter().enumerate() {
        let span = format!("{}: {}", gap.span(&effective.zone), gap.why);
        leaves.add(Procedure, format!("gaps.{}", at + 1), span, None);
    }
    leaves.add(Editorial, "source.document", &ruleset.source.document, None);
    for file in &ruleset.source.files {
        leaves.add(Editorial, format!("source.files.{}", file.name), &file.sha256, None);
    }
    for favoured in ruleset.favours_player.iter().flatten() {
        leaves.add(Editorial, format!("favours_player.{}", favoured.bet), &favoured.why, None);
    }
    leaves.add(Procedure, "decks.min", ruleset.decks.min.to_string(), Some(&ruleset.decks.clause));
    let most = ruleset.decks.max.map_or_else(|| "no maximum".to_owned(), |max| max.to_string());
    leaves.add(Procedure, "decks.max", most, Some(&ruleset.decks.clause));
    if ruleset.decks.only.is_some() {
        leaves.add(Procedure, "decks.any_of", ruleset.decks.in_words(), Some(&ruleset.decks.clause));
    }
    if let Some(clause) = &ruleset.decks.replaced {
        leaves.add(Procedure, "decks.replaced", "by the same cards", Some(clause));
    }
    for option in &ruleset.options {
        leaves.add(Settlement, format!("options.{}", option.name), "left to the operator", Some(&option.clause));
        for choice in &option.choices {
            let path = format!("options.{}.{}", option.name, choice.choice);
            leaves.add(Settlement, path, "may be chosen", Some(&choice.clause));
        }
    }
}
