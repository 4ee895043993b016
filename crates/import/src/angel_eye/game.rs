//! A coup that is being dealt.

use std::cmp::Ordering;

use jiff::Timestamp;

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
    /// When its last frame came.
    last: Option<Timestamp>,
    /// The longest time between two of its frames, in seconds.
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
        self.before_gap.is_some() && self.lost > 0
    }

    /// Whether some of its cards may be of a later coup, or not be there: unless all came before, and no more are dealt to them.
    pub(super) fn may_lack_cards(&self, dealt: Dealt) -> bool {
        let is_over = self.before_gap == Some(self.cards.len()) && dealt == Dealt::AsTheShoeSays && self.is_over();
        self.may_lack_more() && !is_over
    }

    /// Whether no card is dealt to these in baccarat: six, or two in each hand of which one is a natural.
    fn is_over(&self) -> bool {
        let total = |goes| self.total(goes);
        let has_natural =
            [Goes::Player, Goes::Banker].into_iter().any(|goes| total(goes).is_some_and(|total| total > 7));
        self.cards.len() == 6 || (self.cards.len() == 4 && has_natural)
    }

    /// A frame of it came at this time.
    pub(super) fn came(&mut self, time: Option<&str>) {
        let now = time.and_then(|time| time.parse::<Timestamp>().ok());
        if let (Some(last), Some(now)) = (self.last, now) {
            self.pause = self.pause.max(Some(now.as_second().saturating_sub(last.as_second())));
        }
        self.last = now;
    }

    /// Who has more points by the cards, in the log's word, where all of them are known and each hand has two at least.
    pub(super) fn winner(&self) -> Option<&'static str> {
        Some(match self.total(Goes::Player)?.cmp(&self.total(Goes::Banker)?) {
            Ordering::Greater => "player",
            Ordering::Less => "banker",
            Ordering::Equal => "tie",
        })
    }

    /// The points of a hand, 0 to 9, where all of its cards are known and it has two at least.
    fn total(&self, goes: Goes) -> Option<u32> {
        let points = |card: &str| match card.as_bytes().first()? {
            b'A' => Some(1),
            figure @ b'2'..=b'9' => Some(u32::from(figure - b'0')),
            b'T' | b'J' | b'Q' | b'K' => Some(0),
            _ => None,
        };
        let own = || self.cards.iter().filter(|known| known.goes == goes);
        let total: Option<u32> = own().map(|known| points(&known.card)).sum();
        total.filter(|_| own().count() >= 2).map(|total| total % 10)
    }

    pub(super) fn card(&self, goes: Goes, index: u8) -> Option<&Dealing> {
        self.cards.iter().find(|known| known.is_at(goes, index))
    }

    /// The codes of its cards.
    pub(super) fn codes(&self) -> String {
        self.cards.iter().map(|known| known.card.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Puts `??` where the numbers of the cards show that one is missing, and gives how many.
    pub(super) fn fill(&mut self, dealt: Dealt) -> u64 {
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
        let missing: Vec<(Goes, u8)> = places.filter(|(goes, index)| self.card(*goes, *index).is_none()).collect();
        for (goes, index) in &missing {
            let card = Dealing { goes: *goes, index: *index, card: UNREADABLE.to_owned() };
            let at = self.cards.iter().position(|known| known.turn() > card.turn()).unwrap_or(self.cards.len());
            self.cards.insert(at, card);
        }
        missing.len() as u64
    }
}
