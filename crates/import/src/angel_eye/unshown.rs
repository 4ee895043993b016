//! What shows that frames of a coup were lost where the sequence characters do not: exactly as many as they count, or a multiple.

use super::event::{Announced, Goes, Pairs};
use super::game::Game;
use super::mapping::Dealt;
use super::pace::Pace;

/// What a coup shows beside its sequence characters.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// Nothing: it is taken as it came.
    Nothing,
    /// What is to be listed of it; it is taken as it came all the same.
    Noted(String),
    /// Frames were lost, or may have been, so that neither its cards nor its result are known to be its own.
    Lost { why: String, contradicts: bool },
    /// Its own result refutes its cards, and no frame can have been lost.
    Misread(String),
}

/// A result as it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShoeResult {
    pub(super) announced: Announced,
    pub(super) pairs: Pairs,
}

/// What is known beside the coup.
pub(super) struct Beside<'p> {
    pub(super) dealt: Dealt,
    pub(super) pace: &'p Pace,
    /// Whether the shoe announces pairs, as earlier results show.
    pub(super) announces_pairs: bool,
}

impl Beside<'_> {
    /// What a coup shows of which no frame is known to be missing.
    pub(super) fn of(&self, game: &Game, result: Option<ShoeResult>) -> Shown {
        let lost = |why: &str| Shown::Lost { why: why.to_owned(), contradicts: false };
        let Some(result) = result else {
            return if game.is_over(self.dealt) {
                Shown::Nothing
            } else {
                lost("frames of the coup were lost, since it has no result")
            };
        };
        if game.lacks(self.dealt) > 0 {
            return lost("frames of the coup were lost, as the numbers of its cards show");
        }
        if game.is_twice {
            return lost(
                "a card of the coup came twice, and not as the same: it was drawn anew, or as many frames were lost as the sequence characters count",
            );
        }
        let passed = game
            .pause
            .map_or_else(String::new, |pause| format!(" (between two frames of it {} seconds passed)", pause / 1_000));
        let was_time = self.pace.may_have_lost(game.pause);
        if let Some(what) = self.contradiction(game, result) {
            return match was_time {
                Some(false) => Shown::Misread(format!(
                    "{what}: the shoe misread a card or announced another result; between its frames there was no time for as many to be lost as the sequence characters count"
                )),
                _ => Shown::Lost {
                    why: format!(
                        "{what}: as many frames were lost as the sequence characters count, or the shoe misread a card or announced another result{passed}"
                    ),
                    contradicts: true,
                },
            };
        }
        match (game.is_drawn(self.dealt) == Some(false), was_time) {
            (true, Some(true)) if !game.is_misdealt => lost(&format!(
                "by the table of play the hands have other cards than came, and there was time for as many frames to be lost as the sequence characters count{passed}"
            )),
            (true, Some(true)) => Shown::Noted(format!(
                "by the table of play the hands have other cards than came ({}), and the shoe stated an error of the deal: it is taken as it came, though there was time for as many frames to be lost as the sequence characters count{passed}",
                game.codes()
            )),
            (true, None) => Shown::Noted(format!(
                "by the table of play the hands have other cards than came ({}): it was dealt so, or as many frames were lost as the sequence characters count, which only times would show; it is taken as it came",
                game.codes()
            )),
            (false, Some(true)) => Shown::Noted(format!(
                "there was time within the coup for as many frames to be lost as the sequence characters count{passed}; its cards may be those of one coup, and it is taken as it came"
            )),
            _ => Shown::Nothing,
        }
    }

    /// In what the shoe's own result contradicts the cards.
    fn contradiction(&self, game: &Game, result: ShoeResult) -> Option<String> {
        let announced = result.announced.word().filter(|_| self.dealt == Dealt::AsTheShoeSays)?;
        let codes = game.codes();
        if game.winner().is_some_and(|winner| winner != announced) {
            return Some(format!("the cards of the coup ({codes}) do not give the shoe's own result, {announced}"));
        }
        let contradicts = |goes, announced: bool| {
            let has_pair = game.has_pair(goes);
            has_pair == Some(!announced) && (announced || self.announces_pairs)
        };
        let hands = [(Goes::Player, result.pairs.player, "Player"), (Goes::Banker, result.pairs.banker, "Banker")];
        let (_, is_pair, hand) = hands.into_iter().find(|(goes, announced, _)| contradicts(*goes, *announced))?;
        let is_pair = if is_pair { "has" } else { "has no" };
        Some(format!(
            "the cards of the coup ({codes}) contradict the shoe's own result, by which the {hand} {is_pair} pair"
        ))
    }
}
