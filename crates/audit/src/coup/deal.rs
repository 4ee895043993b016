//! Whether the cards went where the rules send them.

use resettle_game::{KnownCard, Side, To, counted};
use resettle_ruleset::{Cite, Ruleset};

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

/// A coup that was dealt as the rules require.
#[derive(Clone, Debug)]
pub(crate) struct Dealt {
    pub(crate) played: Played,
    /// Index of the card that was kept for the next coup.
    pub(crate) kept: Option<usize>,
}

/// The first fault of a deal that did not follow the rules.
#[derive(Clone, Debug)]
pub(crate) struct Misdeal {
    pub(crate) code: Code,
    pub(crate) clause: Option<Cite>,
    pub(crate) expected: String,
    pub(crate) logged: String,
    pub(crate) message: String,
}

/// Re-deals a coup and compares; `to` counts along `cards`.
pub(crate) fn redeal(
    ruleset: &Ruleset,
    cards: &[KnownCard],
    to: Option<&[To]>,
    allowed: Allowed,
) -> Result<Dealt, Misdeal> {
    match to {
        Some(to) => with_destinations(ruleset, cards, to, allowed),
        None => by_the_rules(ruleset, cards, allowed),
    }
}

/// Every card went where the rules send it, so only the number of cards can be wrong.
fn by_the_rules(ruleset: &Ruleset, cards: &[KnownCard], allowed: Allowed) -> Result<Dealt, Misdeal> {
    let played = play(ruleset, cards);
    if let Some((side, clause)) = &played.lacks {
        let hands = of_hands(ruleset, cards, played.to.iter().copied());
        return Err(missing(*side, clause, cards.len(), &hands, drew_on(ruleset, &played, *side)));
    }
    let surplus = cards.len().saturating_sub(played.to.len());
    let kept = (allowed.keeps && surplus == 1).then(|| cards.len() - 1);
    if surplus > 0 && kept.is_none() && !allowed.sets_aside {
        return Err(extra(ruleset, &played, cards, None));
    }
    Ok(Dealt { played, kept })
}

fn with_destinations(ruleset: &Ruleset, cards: &[KnownCard], to: &[To], allowed: Allowed) -> Result<Dealt, Misdeal> {
    let in_hand: Vec<(usize, KnownCard, Side)> = cards
        .iter()
        .zip(to)
        .enumerate()
        .filter_map(|(at, (card, to))| match to {
            To::Player => Some((at, *card, Side::Player)),
            To::Banker => Some((at, *card, Side::Banker)),
            To::Aside | To::Next => None,
        })
        .collect();
    let sequence: Vec<KnownCard> = in_hand.iter().map(|(_, card, _)| *card).collect();
    let played = play(ruleset, &sequence);
    let count = |side: Side| in_hand.iter().filter(|(_, _, to)| *to == side).count();
    let due = |side: Side| played.to.iter().filter(|to| **to == side).count();
    for side in Side::BOTH {
        if count(side) < due(side) {
            let clause = clause_of_draw(&played, side).unwrap_or_else(|| ruleset.deal.clause.clone());
            let hands = of_hands(ruleset, &sequence, in_hand.iter().map(|(_, _, to)| *to));
            return Err(missing(side, &clause, cards.len(), &hands, drew_on(ruleset, &played, side)));
        }
    }
    if let Some((side, clause)) = &played.lacks {
        let hands = of_hands(ruleset, &sequence, in_hand.iter().map(|(_, _, to)| *to));
        return Err(missing(*side, clause, cards.len(), &hands, drew_on(ruleset, &played, *side)));
    }
    if let Some(side) = Side::BOTH.into_iter().find(|side| count(*side) > due(*side)) {
        return Err(extra(ruleset, &played, cards, Some(side)));
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

/// The cards of each hand: `Player 4C, Banker JH 7D`.
fn of_hands(ruleset: &Ruleset, cards: &[KnownCard], to: impl Iterator<Item = Side> + Clone) -> String {
    let dealt = || cards.iter().zip(to.clone());
    let hand = |side: Side| {
        let printed = ruleset.deal.permanent.of(side).map_or_else(String::new, |value| format!(" printed {value},"));
        let own = dealt().filter(|(_, to)| *to == side).fold(printed, |all, (card, _)| format!("{all} {card}"));
        format!("{}{}", side.name(), if own.is_empty() { " no card" } else { &own })
    };
    Side::BOTH.map(hand).join(", ")
}

/// Why a hand draws its third card: `; the Banker draws on 3 where the Player's third card counts 6`; nothing of the initial
/// deal.
fn drew_on(ruleset: &Ruleset, played: &Played, side: Side) -> String {
    let draws = |of: Side| played.decisions.iter().find(|(hand, step)| *hand == of && step.draws);
    let Some((_, step)) = draws(side) else { return String::new() };
    let third = match side {
        Side::Banker if draws(Side::Player).is_some() => played.hands.cards.player.last(),
        _ => None,
    };
    let against = third.map_or_else(String::new, |card| {
        format!(" where the Player's third card counts {}", ruleset.table.points(*card))
    });
    format!("; the {} draws on {}{against}", side.name(), step.total)
}

fn missing(side: Side, clause: &Cite, logged: usize, hands: &str, why: String) -> Misdeal {
    Misdeal {
        code: Code::MissingDraw,
        clause: Some(clause.clone()),
        expected: format!("a card to the {}", side.name()),
        logged: format!("{} in all, none of them that one", counted(logged, "card")),
        message: format!("the {}'s hand lacks a card that it had to get ({hands}{why})", side.name()),
    }
}

/// `hand` is the hand that ends with the surplus card, if the log records that.
fn extra(ruleset: &Ruleset, played: &Played, cards: &[KnownCard], hand: Option<Side>) -> Misdeal {
    // The hand's own decision not to draw is the decision that the surplus card broke, else the last one.
    let stands = || played.decisions.iter().rev().filter(|(_, step)| !step.draws);
    let stood = stands().find(|(side, _)| Some(*side) == hand).or_else(|| stands().next());
    let clause = stood.map_or_else(|| ruleset.deal.clause.clone(), |(_, step)| step.clause.clone());
    let why = stood.map_or_else(
        || "both hands had drawn".to_owned(),
        |(side, step)| {
            let how = if step.natural { "had a natural" } else { "stands on" };
            format!("the {} {how} {}", side.name(), step.total)
        },
    );
    Misdeal {
        code: Code::ExtraDraw,
        clause: Some(clause),
        expected: format!("{} in all", counted(played.to.len(), "card")),
        logged: format!("{} in all", counted(cards.len(), "card")),
        message: match hand {
            Some(side) => {
                format!("the {}'s hand ends with a card that the table of play does not give it ({why})", side.name())
            }
            None => {
                let hands = of_hands(ruleset, cards, played.to.iter().copied());
                let over = cards.iter().enumerate().skip(played.to.len());
                let over: Vec<String> = over.map(|(at, card)| format!("card {} ({card})", at + 1)).collect();
                format!("the table of play gives {} to neither hand ({hands}; {why})", over.join(" and "))
            }
        },
    }
}

fn aside(at: usize, card: KnownCard, what: &str) -> Misdeal {
    Misdeal {
        code: Code::MisplacedCard,
        clause: None,
        expected: "in a hand, or not drawn".to_owned(),
        logged: format!("card {} ({card})", at + 1),
        message: format!("card {} ({card}), which went to neither hand, was {what}", at + 1),
    }
}

#[cfg(test)]
mod tests {
    use resettle_game::{Card, Rank, Suit};

    use super::*;

    const BACCARAT: &str = "sg/mbs/baccarat/2017-02-17";

    fn redealt(cards: &str, to: Option<&[To]>, allowed: Allowed) -> Result<Option<usize>, Misdeal> {
        let registry = resettle_rulesets::registry().unwrap();
        let cards: Vec<KnownCard> = cards.split(' ').map(|text| card(text).into()).collect();
        redeal(registry.get(BACCARAT).unwrap(), &cards, to, allowed).map(|dealt| dealt.kept)
    }

    fn card(text: &str) -> Card {
        let mut letters = text.chars();
        let mut letter = || letters.next().unwrap();
        Card { rank: Rank::from_letter(letter()).unwrap(), suit: Suit::from_letter(letter()).unwrap() }
    }

    fn code(result: Result<Option<usize>, Misdeal>) -> Option<Code> {
        result.err().map(|misdeal| misdeal.code)
    }

    const NONE: Allowed = Allowed { keeps: false, sets_aside: false };
    const KEEPS: Allowed = Allowed { keeps: true, sets_aside: false };
    const ASIDE: Allowed = Allowed { keeps: false, sets_aside: true };

    /// A natural 9 to 8: no third cards.
    const NATURAL: &str = "9S KS TH 8D";

    #[test]
    fn one_surplus_card_is_kept_where_a_clause_keeps_it_and_no_more_than_one() {
        assert_eq!(redealt(NATURAL, None, NONE).unwrap(), None);
        assert_eq!(redealt(NATURAL, None, KEEPS).unwrap(), None);
        let one = format!("{NATURAL} 2C");
        assert_eq!(code(redealt(&one, None, NONE)), Some(Code::ExtraDraw));
        assert_eq!(redealt(&one, None, KEEPS).unwrap(), Some(4));
        assert_eq!(redealt(&one, None, ASIDE).unwrap(), None);
        let two = format!("{one} 3C");
        assert_eq!(code(redealt(&two, None, KEEPS)), Some(Code::ExtraDraw));
        assert_eq!(redealt(&two, None, ASIDE).unwrap(), None);
        let both = Allowed { keeps: true, sets_aside: true };
        assert_eq!(redealt(&one, None, both).unwrap(), Some(4));
    }

    #[test]
    fn a_hand_that_lacks_its_card_is_reported_with_the_clause_that_gives_it() {
        // 5 against 7: the Player draws, and there is no card.
        let missing = redealt("2S 3S 3H 4D", None, NONE).unwrap_err();
        assert_eq!(missing.code, Code::MissingDraw);
        assert!(missing.clause.is_some() && missing.message.contains("Player"), "{missing:?}");
    }

    #[test]
    fn a_card_in_the_wrong_hand_is_reported_with_the_clause_of_the_draw() {
        use To::{Banker, Player};
        let right = [Player, Banker, Player, Banker, Player];
        assert_eq!(redealt("2S 3S 3H 4D KC", Some(&right), NONE).unwrap(), None);
        let wrong = redealt("2S 3S 3H 4D KC", Some(&[Player, Banker, Player, Banker, Banker]), NONE).unwrap_err();
        let clause = wrong.clause.map(|clause| clause.to_string());
        let given = redealt("2S 3S 3H 4D", None, NONE).unwrap_err().clause.map(|clause| clause.to_string());
        assert!(given.is_some());
        assert_eq!(clause, given, "{}", wrong.message);
        // 5 against 3, and the Banker's card goes to the Player as well.
        let both = redealt("2S 3S 3H KD KC 4C", Some(&[Player, Banker, Player, Banker, Player, Player]), NONE);
        let lacking = redealt("2S 3S 3H KD KC", None, NONE).unwrap_err();
        assert_eq!(lacking.code, Code::MissingDraw);
        let [reported, due] =
            [both.unwrap_err(), lacking].map(|misdeal| misdeal.clause.map(|clause| clause.to_string()));
        assert_eq!(reported, due);
        assert_ne!(reported, given, "the Banker's draw, not the Player's");
    }
}
