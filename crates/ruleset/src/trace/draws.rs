use std::collections::BTreeMap;

use resettle_document::{Half, Legend, PlayHand};
use resettle_yaml::Position;

use super::places::Places;
use super::{Comparison, DocumentPlace};
use crate::model::Ruleset;

/// A decision on drawing compared with the document's.
#[derive(Clone, Debug)]
pub struct TracedDecision {
    /// Its place in the ruleset, as a diff names it: `draws.player.5`, `draws.banker.5.7`, `draws.banker.5.none`.
    pub path: String,
    /// The hand's point total.
    pub total: u8,
    /// Of the Banker's decisions the Player's third card by its value, none where there is none; none for the Player's.
    pub third: Option<Option<u8>>,
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
    /// Rows of tables and sentences that seem to say on which total a hand draws or stands, and were not read; of sentences
    /// those on a total of which all decisions were.
    pub unread: Vec<UnreadSentence>,
    /// Where the tables are in the YAML.
    pub yaml: Position,
}

/// A row of a table of play, or a sentence on drawing, that was not read.
#[derive(Clone, Debug)]
pub struct UnreadSentence {
    /// The clause of the document.
    pub clause: String,
    /// What it names, in its words: `banker, 4, stands`; of a row `row 4`.
    pub words: String,
    /// Where it begins.
    pub at: DocumentPlace,
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

    /// Which decisions were not compared, in ranges: `Player 0-4; Banker 5-6 against no card, 0-3, 8-9`.
    #[must_use]
    pub fn not_compared_in_words(&self) -> String {
        let unread = self.decisions.iter().filter(|one| one.comparison == Comparison::Unread);
        decisions_in_words(unread.map(|one| (one.total, one.third)))
    }

    /// Whether nothing that could be read differs.
    #[must_use]
    pub fn agrees(&self) -> bool {
        matches!(self.comparison(), Comparison::Equal | Comparison::Unread)
    }
}

/// Decisions on drawing in ranges, the Player's by their totals, the Banker's by total and the Player's third card, none
/// where there is none: `Player 0-4; Banker 5-6 against no card, 0-3, 8-9`. They are given in ascending order.
#[must_use]
pub fn decisions_in_words(decisions: impl Iterator<Item = (u8, Option<Option<u8>>)>) -> String {
    let mut player: Vec<u8> = Vec::new();
    let mut banker: BTreeMap<u8, Vec<Option<u8>>> = BTreeMap::new();
    for (total, third) in decisions {
        match third {
            None => player.push(total),
            Some(third) => banker.entry(total).or_default().push(third),
        }
    }
    let mut parts: Vec<String> = Vec::new();
    if !player.is_empty() {
        parts.push(format!("Player {}", in_ranges(&player)));
    }
    // Totals of which the same is left uncompared are said together.
    let mut rows: Vec<(Vec<u8>, Vec<Option<u8>>)> = Vec::new();
    for (total, thirds) in banker {
        match rows.iter_mut().find(|(_, known)| *known == thirds) {
            Some((totals, _)) => totals.push(total),
            None => rows.push((vec![total], thirds)),
        }
    }
    for (totals, thirds) in rows {
        let none = thirds.contains(&None).then(|| "no card".to_owned());
        let values: Vec<u8> = thirds.into_iter().flatten().collect();
        let values = (!values.is_empty()).then(|| in_ranges(&values));
        let against: Vec<String> = none.into_iter().chain(values).collect();
        parts.push(format!("Banker {} against {}", in_ranges(&totals), against.join(", ")));
    }
    parts.join("; ")
}

/// What the document says of one decision.
#[derive(Default)]
struct DocumentDecision {
    draws: Vec<bool>,
    at: Option<(DocumentPlace, String)>,
}

pub(super) fn trace(ruleset: &Ruleset, half: &Half, legend: &Legend, places: &Places) -> TracedDraws {
    let mut found: BTreeMap<(PlayHand, u8, Option<u8>), DocumentDecision> = BTreeMap::new();
    let mut unread: Vec<(Vec<(PlayHand, u8)>, UnreadSentence)> = Vec::new();
    for (at, clause) in half.clauses().iter().enumerate() {
        let said = half.play(at, legend);
        for one in said.unread {
            let at = DocumentPlace { page: clause.page, line: half.line_of(at, one.line) };
            unread.push((one.about, UnreadSentence { clause: clause.number.clone(), words: one.words, at }));
        }
        for cell in said.cells {
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
            total,
            third: (hand == PlayHand::Banker).then_some(third),
            clause: own.map_or_else(|| place.unwrap_or_default(), |own| own.clause.to_string()),
            ruleset: own.map(|own| own.draws),
            document,
            comparison,
            at,
        });
    }
    // Of a total of which a decision was not compared that is said already.
    let hand = |one: &TracedDecision| if one.third.is_some() { PlayHand::Banker } else { PlayHand::Player };
    let mut compared: BTreeMap<(PlayHand, u8), bool> = BTreeMap::new();
    for one in &decisions {
        *compared.entry((hand(one), one.total)).or_insert(true) &= one.comparison != Comparison::Unread;
    }
    unread.retain(|(about, _)| about.is_empty() || about.iter().any(|one| compared.get(one) == Some(&true)));
    let unread = unread.into_iter().map(|(_, one)| one).collect();
    TracedDraws { decisions, unread, yaml: places.draws() }
}

/// Ascending numbers with those that follow each other as a range: `0-3, 5, 8-9`.
fn in_ranges(numbers: &[u8]) -> String {
    let mut spans: Vec<(u8, u8)> = Vec::new();
    for number in numbers {
        match spans.last_mut().filter(|(_, last)| last.saturating_add(1) == *number) {
            Some((_, last)) => *last = *number,
            None => spans.push((*number, *number)),
        }
    }
    let word = |(first, last): &(u8, u8)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    spans.iter().map(word).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_compared_is_said_in_ranges() {
        let one = |total: u8, third: Option<Option<u8>>, comparison: Comparison| TracedDecision {
            path: String::new(),
            total,
            third,
            clause: String::new(),
            ruleset: None,
            document: Vec::new(),
            comparison,
            at: None,
        };
        let unread = |total, third| one(total, third, Comparison::Unread);
        let thirds = [None, Some(0), Some(1), Some(4), Some(8), Some(9)];
        let mut decisions: Vec<TracedDecision> = [0, 1, 2, 5].into_iter().map(|total| unread(total, None)).collect();
        for total in [3, 5, 6] {
            decisions.extend(thirds.into_iter().map(|third| unread(total, Some(third))));
        }
        decisions.push(unread(7, Some(Some(4))));
        decisions.push(one(7, Some(Some(5)), Comparison::Equal));
        let draws = TracedDraws { decisions, unread: Vec::new(), yaml: Position::default() };
        assert_eq!(
            draws.not_compared_in_words(),
            "Player 0-2, 5; Banker 3, 5-6 against no card, 0-1, 4, 8-9; Banker 7 against 4"
        );
    }
}
