//! A coup as its log shows it, and what is claimed of it.

use crate::{Authority, Card, Dealing, Facts, Rank, Rules, Stamp, Suit, deal};

/// A card as a log has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// It can be read.
    Is(Card),
    /// `??`: which card it is cannot be read.
    Unreadable,
    /// `XX`
    Foreign,
}

/// What was ruled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The coup is void.
    Void,
    /// The coup counts, whatever was wrong with it.
    Stands,
    /// Reconstructed, or a no-bet coup.
    Other,
}

/// An irregularity with what only the log knows of it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The facts by which the document rules.
    pub facts: Facts,
    /// Whether the log's word for its kind is one that the format knows.
    pub known: bool,
    /// When the irregularity was seen, not when it was reported.
    pub noticed: Stamp,
    /// When it was reported to gaming staff; none where the log does not say.
    pub notified_at: Option<Stamp>,
    /// The card that it names, by its place among `cards`.
    pub card: Option<usize>,
    /// The cards that it names.
    pub cards: Vec<usize>,
    /// How many cards had been dealt when an interruption struck.
    pub after_cards: Option<usize>,
    /// What was ruled, if anything.
    pub decision: Option<Decision>,
    /// By whom.
    pub by: Option<Authority>,
}

/// How full the device is.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// Decks at the start.
    pub decks: u32,
    /// Cards that are not in it: all drawn and burned since the start, or where cards return the burned ones, the
    /// previous coup's and this one's.
    pub out: usize,
    /// Whether it takes cards back.
    pub returns: bool,
    /// Whether every card is accounted for: the start states what was burned, and no card is said to be missing.
    pub exact: bool,
}

/// A coup as the log shows it.
#[derive(Clone, Debug)]
pub struct Logged {
    /// The document that binds it.
    pub rules: Rules,
    /// Its cards in the order drawn.
    pub cards: Option<Vec<Face>>,
    /// Where each ended.
    pub to: Option<String>,
    /// Where each was put at first.
    pub first_to: Option<String>,
    /// The cards after a reconstruction.
    pub reconstructed_cards: Option<Vec<Face>>,
    /// Declared void.
    pub void: bool,
    /// When its wagers were settled; none where the log does not say.
    pub settled: Option<Stamp>,
    /// When the coup before it in the log commenced.
    pub before_commenced: Option<Stamp>,
    /// When the log was opened.
    pub log_opened: Stamp,
    /// The device, where it can be counted.
    pub device: Option<Device>,
    /// Another coup is dealt from the same shoe with no new start between.
    pub dealt_on: bool,
    /// A card is burned between it and the next coup.
    pub burned_after: bool,
}

impl Logged {
    /// The cards, where all of them can be read.
    pub fn read(&self) -> Option<Vec<Card>> {
        all_read(self.cards.as_ref()?)
    }

    /// Whether every card lies there that the table of play asks for, whatever the ones are that cannot be read.
    pub fn complete(&self) -> bool {
        self.cards.as_ref().is_some_and(|faces| complete(self.rules, faces, &mut Vec::new()))
    }

    /// The letters of where the rules send every card, where they ask for exactly these.
    pub fn sent(&self) -> Option<String> {
        sent(self.rules, &self.read()?)
    }
}

fn complete(rules: Rules, faces: &[Face], dealt: &mut Vec<Card>) -> bool {
    let Some(face) = faces.get(dealt.len()) else { return !matches!(deal(rules, dealt), Dealing::Needs(_)) };
    let ranks = match face {
        Face::Is(card) => vec![*card],
        Face::Unreadable | Face::Foreign => {
            Rank::ALL.into_iter().map(|rank| Card { rank, suit: Suit::Clubs }).collect()
        }
    };
    ranks.into_iter().all(|card| {
        dealt.push(card);
        let all = complete(rules, faces, dealt);
        dealt.pop();
        all
    })
}

/// These cards, where all of them can be read.
pub fn all_read(faces: &[Face]) -> Option<Vec<Card>> {
    let read = |face: &Face| match face {
        Face::Is(card) => Some(*card),
        Face::Unreadable | Face::Foreign => None,
    };
    faces.iter().map(read).collect()
}

/// The letters of where the rules send every card, where they ask for exactly these.
pub fn sent(rules: Rules, cards: &[Card]) -> Option<String> {
    if !matches!(deal(rules, cards), Dealing::Complete(_)) {
        return None;
    }
    let (mut player, mut banker) = (Vec::new(), Vec::new());
    let mut letters = String::new();
    for card in cards {
        let side = crate::next_card(rules, &player, &banker)?;
        match side {
            crate::Side::Player => player.push(*card),
            crate::Side::Banker => banker.push(*card),
        }
        letters.push(side.letter());
    }
    Some(letters)
}

#[cfg(test)]
pub(crate) mod sample {
    use super::*;
    use crate::Kind;

    /// This many seconds into the day.
    pub(crate) fn at(seconds: i64) -> Stamp {
        Stamp { nanos: seconds * 1_000_000_000, digits: 3 }
    }

    pub(crate) fn faces(text: &str) -> Vec<Face> {
        let face = |text: &str| match text {
            "??" => Face::Unreadable,
            "XX" => Face::Foreign,
            text => Face::Is(Card::read(text).unwrap()),
        };
        text.split(' ').filter(|text| !text.is_empty()).map(face).collect()
    }

    /// A settled coup of these cards in the middle of a shoe, under a log opened at 0: commenced at 1000 after one at
    /// 900, settled at 1050.
    pub(crate) fn coup(rules: Rules, cards: &str) -> Logged {
        Logged {
            rules,
            cards: Some(faces(cards)),
            to: None,
            first_to: None,
            reconstructed_cards: None,
            void: false,
            settled: Some(at(1_050)),
            before_commenced: Some(at(900)),
            log_opened: at(0),
            device: Some(Device { decks: 8, out: 380, returns: false, exact: false }),
            dealt_on: false,
            burned_after: false,
        }
    }

    /// Noticed while the coup was on.
    pub(crate) fn claim(kind: Kind) -> Claim {
        Claim {
            facts: Facts::of(kind),
            known: true,
            noticed: at(1_030),
            notified_at: None,
            card: None,
            cards: Vec::new(),
            after_cards: None,
            decision: None,
            by: None,
        }
    }
}
