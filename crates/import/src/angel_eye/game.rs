//! A coup that is being dealt.

use std::cmp::Ordering;

use super::event::Goes;
use super::mapping::Dealt;
use crate::cards::UNREADABLE;
use crate::json::member;

/// More frames than a game can lose without losing its cards.
pub(super) const NOT_KNOWN: u64 = 100;

/// Something that the shoe said beside the cards.
pub(super) struct Said {
    pub(super) text: String,
    pub(super) noticed: String,
}

impl Said {
    /// Writes the members of an irregularity that claims nothing but what the shoe said.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        member(out, "\"kind\":", "other");
        member(out, ",\"noticed\":", &self.noticed);
        member(out, ",\"text\":", &self.text);
    }
}

/// A card, and where the shoe says that it went.
pub(super) struct Dealing {
    pub(super) goes: Goes,
    pub(super) index: u8,
    pub(super) card: String,
}

impl Dealing {
    pub(super) fn is_at(&self, goes: Goes, index: u8) -> bool {
        (self.goes, self.index) == (goes, index)
    }

    /// Its place where the hands are dealt in turn.
    fn turn(&self) -> (u8, bool) {
        (self.index, self.goes == Goes::Banker)
    }
}

/// How many cards are dealt before this one where the hands are dealt in turn.
pub(super) fn dealt_before(goes: Goes, index: u8) -> u64 {
    2 * u64::from(index.saturating_sub(1)) + u64::from(goes == Goes::Banker)
}

/// The points of a card, where it is known.
fn points(card: &str) -> Option<u32> {
    match card.as_bytes().first()? {
        b'A' => Some(1),
        figure @ b'2'..=b'9' => Some(u32::from(figure - b'0')),
        b'T' | b'J' | b'Q' | b'K' => Some(0),
        _ => None,
    }
}

/// To which hands so many cards go by the table of play that the shoe itself knows, that of baccarat, in their order; `None` where one more would be dealt. In 7 Up the
/// Player has seven points before the first card, which is the Banker's.
///
/// No ruleset is asked, though each has a table of play (`resettle_rules::PlayTable`): which rules were in force is not known while a shoe
/// is recorded, and a coup that was dealt against them has to be recorded all the same. It decides only whether frames may be missing,
/// by what the device was built for, and finds nothing: the deal is judged by the ruleset in the replay.
fn drawn(points: &[u32], dealt: Dealt) -> Option<Vec<Goes>> {
    let mut cards = points.iter().copied();
    let (mut player, mut banker, mut hands) = match dealt {
        Dealt::AsTheShoeSays => (cards.next()?, 0, vec![Goes::Player]),
        Dealt::BankerFirst => (7, 0, Vec::new()),
    };
    banker += cards.next()?;
    player += cards.next()?;
    banker += cards.next()?;
    hands.extend([Goes::Banker, Goes::Player, Goes::Banker]);
    if player % 10 > 7 || banker % 10 > 7 {
        return Some(hands);
    }
    let third = match player % 10 {
        ..=5 => Some(cards.next()?),
        _ => None,
    };
    hands.extend(third.map(|_| Goes::Player));
    let draws = match (banker % 10, third) {
        (..=2, _) | (3..=5, None) => true,
        (3, Some(third)) => third != 8,
        (4, Some(third)) => (2..=7).contains(&third),
        (5, Some(third)) => (4..=7).contains(&third),
        (6, Some(third)) => (6..=7).contains(&third),
        _ => false,
    };
    if draws {
        cards.next()?;
        hands.push(Goes::Banker);
    }
    Some(hands)
}

/// A coup that is being dealt.
#[derive(Default)]
pub(super) struct Game {
    pub(super) place: u64,
    pub(super) began: Option<String>,
    pub(super) cards: Vec<Dealing>,
    /// Of those, cards that were lost before the first one that came.
    pub(super) unread: u64,
    pub(super) said: Vec<Said>,
    /// Frames that did not come since its first card; [`NOT_KNOWN`] where their number is not known.
    pub(super) lost: u64,
    /// How many cards were there when frames did not come of which nothing stands in their place, so that they may be more.
    pub(super) before_gap: Option<usize>,
    /// Whether frames of it were lost, as many as the sequence characters count: none of them shows it, and something else does.
    pub(super) is_broken: bool,
    /// Whether the shoe stated an error that may be why a hand has other cards than the table of play gives it.
    pub(super) is_misdealt: bool,
    /// Whether a card of it came a second time as another one.
    pub(super) is_twice: bool,
    /// The longest time between two frames since its first card, in milliseconds.
    pub(super) pause: Option<i64>,
}

impl Game {
    /// A coup of which this card is the first one that comes: those before it are not known.
    pub(super) fn from(place: u64, began: Option<String>, goes: Goes, index: u8) -> Self {
        let before = dealt_before(goes, index);
        let unread = |nth: u64| Dealing {
            goes: if nth.is_multiple_of(2) { Goes::Player } else { Goes::Banker },
            index: u8::try_from(nth / 2 + 1).unwrap_or(u8::MAX),
            card: UNREADABLE.to_owned(),
        };
        Self { place, began, cards: (0..before).map(unread).collect(), unread: before, ..Self::default() }
    }

    /// Whether more frames may have been lost than are counted: its result may be that of a later coup.
    pub(super) fn may_lack_more(&self) -> bool {
        self.is_broken || (self.before_gap.is_some() && self.lost > 0)
    }

    /// Whether some of its cards may be of a later coup, or not be there: unless all came before, and no more are dealt to them.
    pub(super) fn may_lack_cards(&self, dealt: Dealt) -> bool {
        let is_over = !self.is_broken && self.before_gap == Some(self.cards.len()) && self.is_over(dealt);
        self.may_lack_more() && !is_over
    }

    /// Whether no card is dealt to these in baccarat: six, or two in each hand of which one is a natural.
    pub(super) fn is_over(&self, dealt: Dealt) -> bool {
        if dealt != Dealt::AsTheShoeSays {
            return false;
        }
        let total = |goes| self.total(goes);
        let has_natural =
            [Goes::Player, Goes::Banker].into_iter().any(|goes| total(goes).is_some_and(|total| total > 7));
        self.cards.len() == 6 || (self.cards.len() == 4 && has_natural)
    }

    /// Who has more points by the cards, in the log's word, where all of them are known and each hand has two at least.
    pub(super) fn winner(&self) -> Option<&'static str> {
        Some(match self.total(Goes::Player)?.cmp(&self.total(Goes::Banker)?) {
            Ordering::Greater => "player",
            Ordering::Less => "banker",
            Ordering::Equal => "tie",
        })
    }

    /// Whether each hand has the cards that the table of play gives it, no more and no fewer; `None` where a card is not known.
    pub(super) fn is_drawn(&self, dealt: Dealt) -> Option<bool> {
        let points: Option<Vec<u32>> = self.cards.iter().map(|known| points(&known.card)).collect();
        let hands = drawn(&points?, dealt);
        let is_its_own = |hands: Vec<Goes>| hands.iter().eq(self.cards.iter().map(|known| &known.goes));
        Some(hands.is_some_and(|hands| match dealt {
            Dealt::AsTheShoeSays => is_its_own(hands),
            Dealt::BankerFirst => hands.len() == self.cards.len(),
        }))
    }

    /// The points of a hand, 0 to 9, where all of its cards are known and it has two at least.
    fn total(&self, goes: Goes) -> Option<u32> {
        let own = || self.cards.iter().filter(|known| known.goes == goes);
        let total: Option<u32> = own().map(|known| points(&known.card)).sum();
        total.filter(|_| own().count() >= 2).map(|total| total % 10)
    }

    /// Whether the first two cards of a hand are of one rank; `None` where one is not known.
    pub(super) fn has_pair(&self, goes: Goes) -> Option<bool> {
        let rank =
            |index| self.card(goes, index).and_then(|known| known.card.chars().next()).filter(|rank| *rank != '?');
        Some(rank(1)? == rank(2)?)
    }

    pub(super) fn card(&self, goes: Goes, index: u8) -> Option<&Dealing> {
        self.cards.iter().find(|known| known.is_at(goes, index))
    }

    /// Whether a card that comes as one of it stands where the deal has passed: no shoe deals backwards.
    pub(super) fn is_behind(&self, goes: Goes, index: u8, card: &str) -> bool {
        let at = self.cards.iter().position(|known| known.is_at(goes, index));
        match at.and_then(|at| Some((at, self.cards.get(at)?))) {
            Some((at, known)) => (at as u64) < self.unread || (known.card != card && known.card != UNREADABLE),
            None => self.cards.last().is_some_and(|last| last.turn() > (index, goes == Goes::Banker)),
        }
    }

    /// The codes of its cards.
    pub(super) fn codes(&self) -> String {
        self.cards.iter().map(|known| known.card.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// How many cards did not come, as the numbers of the others show.
    pub(super) fn lacks(&self, dealt: Dealt) -> u64 {
        self.lacking(dealt).len() as u64
    }

    /// Puts `??` where the numbers of the cards show that one is missing, and gives how many.
    pub(super) fn fill(&mut self, dealt: Dealt) -> u64 {
        let missing = self.lacking(dealt);
        for (goes, index) in &missing {
            let card = Dealing { goes: *goes, index: *index, card: UNREADABLE.to_owned() };
            let at = self.cards.iter().position(|known| known.turn() > card.turn()).unwrap_or(self.cards.len());
            self.cards.insert(at, card);
        }
        missing.len() as u64
    }

    fn lacking(&self, dealt: Dealt) -> Vec<(Goes, u8)> {
        let highest =
            |goes| self.cards.iter().filter(|known| known.goes == goes).map(|known| known.index).max().unwrap_or(0);
        let (player, banker) = (highest(Goes::Player), highest(Goes::Banker));
        let each = match dealt {
            Dealt::AsTheShoeSays => [(Goes::Player, player.max(2)), (Goes::Banker, banker.max(2))],
            // The hands are not those of the shoe, which counts in turn: only numbers before another count.
            Dealt::BankerFirst => {
                [(Goes::Player, player.max(banker)), (Goes::Banker, banker.max(player.saturating_sub(1)))]
            }
        };
        let places = each.into_iter().flat_map(|(goes, highest)| (1..=highest).map(move |index| (goes, index)));
        places.filter(|(goes, index)| self.card(*goes, *index).is_none()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(cards: &str, hands: &str) -> Game {
        let mut game = Game::default();
        for (card, hand) in cards.split(' ').zip(hands.bytes()) {
            let goes = if hand == b'P' { Goes::Player } else { Goes::Banker };
            let index = game.cards.iter().filter(|known| known.goes == goes).count() as u8 + 1;
            game.cards.push(Dealing { goes, index, card: card.to_owned() });
        }
        game
    }

    #[test]
    fn cards_as_the_table_of_play_gives_them() {
        for (cards, hands, is_drawn) in [
            ("KS 9D 7H TC", "PBPB", true),
            ("KS 3D 7H 4C", "PBPB", true),
            // Each draws.
            ("KS 2D 2H TC 4D 5C", "PBPBPB", true),
            ("KS 2D 2H TC 4D", "PBPBP", false),
            ("KS 2D 2H TC", "PBPB", false),
            // The Banker stands on 3 where the Player's third card is an 8, and draws alone where the Player stands.
            ("KS 3D 2H TC 8D", "PBPBP", true),
            ("KS 3D 2H TC 8D 2C", "PBPBPB", false),
            ("KS 3D 6H TC 8D", "PBPBB", true),
            ("KS 3D 6H TC 8D", "PBPBP", false),
            // Behind a natural none is dealt.
            ("KS 9D 7H TC 2C", "PBPBP", false),
        ] {
            assert_eq!(game(cards, hands).is_drawn(Dealt::AsTheShoeSays), Some(is_drawn), "{cards} {hands}");
        }
        assert_eq!(game("KS ?? 7H TC", "PBPB").is_drawn(Dealt::AsTheShoeSays), None);
    }

    #[test]
    fn cards_as_the_table_of_play_of_7_up_gives_them() {
        for (cards, is_drawn) in [
            // 7 and 2 are a natural, as are 9 and a ten.
            ("KD 2S TC", true),
            ("9D 4S TC", true),
            // Player 7, Banker 4.
            ("KD TS 4H 9C", true),
            ("KD TS 4H", false),
            // Player 1 draws a 5, Banker 5 draws.
            ("KD 4S 5H 5C 3C", true),
            ("KD 4S 5H 5C", false),
        ] {
            let hands = &"PBPBP"[..cards.split(' ').count()];
            assert_eq!(game(cards, hands).is_drawn(Dealt::BankerFirst), Some(is_drawn), "{cards}");
        }
    }

    #[test]
    fn pairs_of_the_first_two_cards() {
        let game = game("KS 9D KH ?? 7C", "PBPBP");
        assert_eq!((game.has_pair(Goes::Player), game.has_pair(Goes::Banker)), (Some(true), None));
    }
}
