use std::collections::BTreeMap;

use resettle_document::{Half, PlayHand, play_cells};
use resettle_yaml::Position;

use super::places::Places;
use super::{Comparison, DocumentPlace};
use crate::model::Ruleset;

/// A decision on drawing compared with the document's.
#[derive(Clone, Debug)]
pub struct TracedDecision {
    /// Its place in the ruleset, as a diff names it: `draws.player.5`, `draws.banker.5.7`, `draws.banker.5.none`.
    pub path: String,
    /// The clause: the ruleset's citation, or where the document has it.
    pub clause: String,
    /// Whether the ruleset draws; none where its total ends the drawing.
    pub ruleset: Option<bool>,
    /// What the document says, as far as it could be read; two entries where it says both.
    pub document: Vec<bool>,
    /// How they compare; unread where the document's table could not be read.
    pub comparison: Comparison,
    /// Where the document has it.
    pub at: Option<DocumentPlace>,
}

/// The tables of play compared with the document's.
#[derive(Clone, Debug)]
pub struct TracedDraws {
    /// Every decision of the ruleset, and those that the document alone has.
    pub decisions: Vec<TracedDecision>,
    /// Where the tables are in the YAML.
    pub yaml: Position,
}

impl TracedDraws {
    /// How many decisions compare in this way.
    #[must_use]
    pub fn count(&self, comparison: Comparison) -> usize {
        self.decisions.iter().filter(|one| one.comparison == comparison).count()
    }

    /// How all of them compare: ambiguous before different before unread.
    #[must_use]
    pub fn comparison(&self) -> Comparison {
        let worst = [Comparison::Ambiguous, Comparison::Different, Comparison::Unread];
        worst.into_iter().find(|comparison| self.count(*comparison) > 0).unwrap_or(Comparison::Equal)
    }

    /// Whether nothing that could be read differs.
    #[must_use]
    pub fn agrees(&self) -> bool {
        matches!(self.comparison(), Comparison::Equal | Comparison::Unread)
    }
}

/// What the document says of one decision.
#[derive(Default)]
struct DocumentDecision {
    draws: Vec<bool>,
    at: Option<(DocumentPlace, String)>,
}

pub(super) fn trace(ruleset: &Ruleset, half: &Half, places: &Places) -> TracedDraws {
    let mut found: BTreeMap<(PlayHand, u8, Option<u8>), DocumentDecision> = BTreeMap::new();
    for (at, clause) in half.clauses().iter().enumerate() {
        for cell in play_cells(&half.text(at)) {
            let found = found.entry((cell.hand, cell.total, cell.third)).or_default();
            if !found.draws.contains(&cell.draws) {
                found.draws.push(cell.draws);
            }
            let place = DocumentPlace { page: clause.page, line: clause.line };
            found.at.get_or_insert_with(|| (place, clause.number.clone()));
        }
    }
    let draws = &ruleset.draws;
    let thirds = || std::iter::once(None).chain((0..=9).map(Some));
    let banker = (0..=9).flat_map(|total| thirds().map(move |third| (PlayHand::Banker, total, third)));
    let player = (0..=9).map(|total| (PlayHand::Player, total, None));
    let mut decisions = Vec::new();
    for (hand, total, third) in player.chain(banker) {
        let (own, path) = match hand {
            PlayHand::Player => (draws.player(total), format!("draws.player.{total}")),
            PlayHand::Banker => {
                let column = third.map_or("none".to_owned(), |third| third.to_string());
                (draws.banker(total, third), format!("draws.banker.{total}.{column}"))
            }
        };
        let own = own.filter(|_| !draws.is_natural(total));
        let DocumentDecision { draws: document, at } = found.remove(&(hand, total, third)).unwrap_or_default();
        // A total that ends the drawing has no decision. A table may have a row for it all the same, which stands.
        let comparison = match (own, document.as_slice()) {
            (None, []) => continue,
            (None, [false]) if hand == PlayHand::Banker || total > 7 => continue,
            (Some(_), []) => Comparison::Unread,
            (Some(own), [document]) if own.draws == *document => Comparison::Equal,
            (_, [_]) => Comparison::Different,
            _ => Comparison::Ambiguous,
        };
        let (at, place) = at.unzip();
        decisions.push(TracedDecision {
            path,
            clause: own.map_or_else(|| place.unwrap_or_default(), |own| own.clause.to_string()),
            ruleset: own.map(|own| own.draws),
            document,
            comparison,
            at,
        });
    }
    TracedDraws { decisions, yaml: places.draws() }
}
