//! Whether the cards went where the rules send them.

use resettle_game::{Card, Side};
use resettle_ruleset::{Cite, Ruleset};
use resettle_words::To;

use super::play::{Played, play};
use crate::catalogue::Code;

/// What irregularities of the coup allow beyond the table of play.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allowed {
    /// A card drawn without authority is kept as the next coup's first card.
    pub(crate) keeps: bool,
    /// Cards may be set aside.
    pub(crate) sets_aside: bool,
}

/// A coup that was dealt as the rules say.
#[derive(Clone, Debug)]
pub(crate) struct Dealt {
    pub(crate) played: Played,
    /// Index of the card that was kept for the next coup.
    pub(crate) kept: Option<usize>,
}

/// The first fault of a deal that was not.
#[derive(Clone, Debug)]
pub(crate) struct Misdeal {
    pub(crate) code: Code,
    pub(crate) clause: Option<Cite>,
    pub(crate) expected: String,
    pub(crate) logged: String,
    pub(crate) message: String,
}

/// Re-deals a coup and compares; `to` counts along `cards`.
pub(crate) fn redeal(ruleset: &Ruleset, cards: &[Card], to: Option<&[To]>, allowed: Allowed) -> Result<Dealt, Misdeal> {
    match to {
        Some(to) => with_destinations(ruleset, cards, to, allowed),
        None => by_the_rules(ruleset, cards, allowed),
    }
}

/// Every card went where the rules send it; only their number can be wrong.
fn by_the_rules(ruleset: &Ruleset, cards: &[Card], allowed: Allowed) -> Result<Dealt, Misdeal> {
    let played = play(ruleset, cards);
    if let Some((side, clause)) = &played.lacks {
        return Err(missing(*side, clause, cards.len()));
    }
    let surplus = cards.len().saturating_sub(played.to.len());
    let kept = (allowed.keeps && surplus == 1).then(|| cards.len() - 1);
    if surplus > 0 && kept.is_none() && !allowed.sets_aside {
        return Err(extra(ruleset, &played, cards.len(), None));
    }
    Ok(Dealt { played, kept })
}

fn with_destinations(ruleset: &Ruleset, cards: &[Card], to: &[To], allowed: Allowed) -> Result<Dealt, Misdeal> {
    let in_hand: Vec<(usize, Card, Side)> = cards
        .iter()
        .zip(to)
        .enumerate()
        .filter_map(|(at, (card, to))| match to {
            To::Player => Some((at, *card, Side::Player)),
            To::Banker => Some((at, *card, Side::Banker)),
            To::Aside | To::Next => None,
        })
        .collect();
    let sequence: Vec<Card> = in_hand.iter().map(|(_, card, _)| *card).collect();
    let played = play(ruleset, &sequence);
    let count = |side: Side| in_hand.iter().filter(|(_, _, to)| *to == side).count();
    let due = |side: Side| played.to.iter().filter(|to| **to == side).count();
    for side in Side::BOTH {
        if count(side) < due(side) {
            let clause = clause_of_draw(&played, side).unwrap_or_else(|| ruleset.deal.clause.clone());
            return Err(missing(side, &clause, cards.len()));
        }
    }
    if let Some((side, clause)) = &played.lacks {
        return Err(missing(*side, clause, cards.len()));
    }
    if let Some(side) = Side::BOTH.into_iter().find(|side| count(*side) > due(*side)) {
        return Err(extra(ruleset, &played, cards.len(), Some(side)));
    }
    for ((at, card, side), wanted) in in_hand.iter().zip(&played.to) {
        if side != wanted {
            return Err(Misdeal {
                code: Code::MisplacedCard,
                clause: Some(ruleset.deal.clause.clone()),
                expected: format!("card {} ({card}) to the {}", at + 1, wanted.name()),
                logged: format!("to the {}", side.name()),
                message: format!(
                    "card {} ({card}) belongs to the {}, and went to the {}",
                    at + 1,
                    wanted.name(),
                    side.name()
                ),
            });
        }
    }
    let mut kept = None;
    for (at, (card, to)) in cards.iter().zip(to).enumerate() {
        let last = at + 1 == cards.len();
        match to {
            To::Next if allowed.keeps && last => kept = Some(at),
            To::Next => return Err(aside(at, *card, "kept for the next coup, and no clause keeps it")),
            To::Aside if allowed.sets_aside => {}
            To::Aside => return Err(aside(at, *card, "set aside, and nothing in the log explains why")),
            To::Player | To::Banker => {}
        }
    }
    Ok(Dealt { played, kept })
}

fn clause_of_draw(played: &Played, side: Side) -> Option<Cite> {
    played.decisions.iter().find(|(of, step)| *of == side && step.draws).map(|(_, step)| step.clause.clone())
}

fn missing(side: Side, clause: &Cite, logged: usize) -> Misdeal {
    Misdeal {
        code: Code::MissingDraw,
        clause: Some(clause.clone()),
        expected: format!("a card to the {}", side.name()),
        logged: format!("{logged} cards, none for it"),
        message: format!("the {}'s hand had to get a card, and got none", side.name()),
    }
}

/// `hand` is the one that ends with the surplus card, where the log tells.
fn extra(ruleset: &Ruleset, played: &Played, logged: usize, hand: Option<Side>) -> Misdeal {
    // The hand's own decision not to draw is the one that the surplus card broke, else the last one.
    let stands = || played.decisions.iter().rev().filter(|(_, step)| !step.draws);
    let stood = stands().find(|(side, _)| Some(*side) == hand).or_else(|| stands().next());
    let clause = stood.map_or_else(|| ruleset.deal.clause.clone(), |(_, step)| step.clause.clone());
    let why = stood.map_or_else(
        || "both hands had drawn".to_owned(),
        |(side, step)| {
            let how = if step.natural { "had a natural" } else { "stood on" };
            format!("the {} {how} {}", side.name(), step.total)
        },
    );
    Misdeal {
        code: Code::ExtraDraw,
        clause: Some(clause),
        expected: format!("{} cards", played.to.len()),
        logged: format!("{logged} cards"),
        message: format!("a hand ends with a card that the table of play does not give it ({why})"),
    }
}

fn aside(at: usize, card: Card, what: &str) -> Misdeal {
    Misdeal {
        code: Code::MisplacedCard,
        clause: None,
        expected: "in a hand, or not drawn".to_owned(),
        logged: format!("card {} ({card})", at + 1),
        message: format!("card {} ({card}) was {what}", at + 1),
    }
}
