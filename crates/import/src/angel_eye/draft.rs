//! A mapping written from a capture itself, for somebody to look through.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::capture::Capture;
use super::event::{self, Announced, Event, Goes};
use super::frame::{self, Piece};
use crate::draft::Draft;
use crate::error::ImportError;
use crate::sniff;
use crate::time::{TimeFormat, zone};

/// A baccarat coup has two cards in each hand at least; one of 7 Up has a card of the Player and two of the Banker.
const CARDS_OF_7_UP: usize = 3;

/// Writes a mapping for a capture of an electronic shoe; `log` names the log, and `zone_name` the zone of times that name none.
///
/// # Errors
/// [`ImportError`], where it is no capture or no frame of a shoe stands in it.
pub fn draft_capture_mapping(file: &[u8], log: &str, zone_name: &str) -> Result<Draft, ImportError> {
    if let Some((what, help)) = sniff::other_than_capture(file) {
        return Err(ImportError::OtherThanCapture { what, help });
    }
    let read = |zone| TimeFormat::new("iso-8601", zone).ok().map(|times| Capture::read(file, &times));
    let (with_offsets, in_zone) = (read(None).and_then(Result::ok), read(zone(zone_name)));
    let needs_zone = with_offsets.is_none();
    let capture = match (with_offsets, in_zone) {
        (Some(capture), _) => capture,
        (None, Some(Ok(capture))) => capture,
        (None, Some(Err(refused))) => {
            let super::capture::NoLine { line, text, lacks_zone } = refused;
            return Err(ImportError::NoCaptureLine { line, text, lacks_zone });
        }
        (None, None) => return Err(ImportError::NoCapture),
    };
    let pieces = frame::pieces(&capture.bytes);
    let events: Vec<Event> = pieces
        .iter()
        .filter_map(|(_, piece)| match piece {
            Piece::Event(_, data) => Some(event::read(data)),
            _ => None,
        })
        .collect();
    if events.is_empty() {
        return Err(ImportError::NoCapture);
    }
    let dealt = Dealt::of(&events);
    let is_7_up = dealt.of_three * 10 >= dealt.coups && dealt.of_three > 0;
    let (game, word) =
        if is_7_up { ("REVIEW # 7-up-baccarat or electronic-7-up-baccarat", "7-up") } else { ("baccarat", "baccarat") };
    let mut guesses = Vec::new();
    guesses.push(match (is_7_up, dealt.coups) {
        (true, coups) => format!(
            "{} of {coups} coups have three cards, as 7 Up deals: the first card of each is taken as the Banker's",
            dealt.of_three
        ),
        (false, 0) => "no coup with a result stands in it: it is taken as baccarat".to_owned(),
        (false, coups) => {
            format!("no coup of 7 Up is among {coups}, which may have three cards: it is taken as baccarat")
        }
    });
    guesses.push("no frame says of how many decks a shoe is: 8 are assumed".to_owned());
    let mut text = format!(
        "# A draft from the capture itself. Look through every line; REVIEW stands where no frame says anything.\nformat: angel-eye-capture/1\nopen:\n  log: {}\n  source: {{kind: shoe, id: REVIEW}}\n  jurisdiction: REVIEW\n  venue: REVIEW\n  game: {game}\n  table: REVIEW\n  currency: REVIEW\ndealt: {word}\nshoe: REVIEW # what the shoes are called, before their number\ndecks: 8 # REVIEW\n",
        serde_json::Value::from(log)
    );
    if needs_zone {
        guesses.push(format!("the zone of the times is in no line: it is taken as {zone_name}"));
        let _ = writeln!(text, "zone: {} # REVIEW", serde_json::Value::from(zone_name));
    }
    if !dealt.begins_with_a_start {
        guesses.push(
            "no start of the shoe stands before its first card: the capture may begin in the middle of a day"
                .to_owned(),
        );
        text.push_str(
            "# Where it begins in the middle of a day:\n# first_shoe: 3\n# coups_before: 12\n# cut_card_out: unknown\n",
        );
    }
    guesses.push("in no frame: source, jurisdiction, venue, table, currency and what the shoes are called; write them in place of REVIEW".to_owned());
    Ok(Draft { mapping: text, guesses, is_blank: false })
}

/// What the events show of how cards are dealt.
#[derive(Debug, Default, PartialEq, Eq)]
struct Dealt {
    /// Coups with a result.
    coups: usize,
    /// Of those, coups of three cards.
    of_three: usize,
    begins_with_a_start: bool,
}

impl Dealt {
    fn of(events: &[Event]) -> Self {
        let mut dealt = Self::default();
        let mut cards: BTreeSet<(bool, u8)> = BTreeSet::new();
        let is_card = |event: &&Event| matches!(event, Event::Card { .. } | Event::Start);
        dealt.begins_with_a_start = matches!(events.iter().find(is_card), Some(Event::Start));
        for event in events {
            match event {
                Event::Card { goes: goes @ (Goes::Player | Goes::Banker), index, .. } => {
                    let card = (*goes == Goes::Player, *index);
                    if card == (true, 1) {
                        cards.clear();
                    }
                    cards.insert(card);
                }
                Event::Result(Announced::Quit) => cards.clear(),
                Event::Result(_) => {
                    dealt.coups += 1;
                    dealt.of_three += usize::from(cards.len() == CARDS_OF_7_UP);
                    cards.clear();
                }
                _ => {}
            }
        }
        dealt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A start, and coups of so many cards.
    fn events(coups: &[u8]) -> Vec<Event> {
        let card = |nth: u8| Event::Card {
            goes: if nth.is_multiple_of(2) { Goes::Player } else { Goes::Banker },
            index: nth / 2 + 1,
            card: "KS".to_owned(),
            again: false,
        };
        let coup = |cards: &u8| (0..*cards).map(card).chain([Event::Result(Announced::Tie)]).collect::<Vec<_>>();
        std::iter::once(Event::Start).chain(coups.iter().flat_map(coup)).collect()
    }

    #[test]
    fn what_coups_show_of_the_game() {
        let dealt = |coups, of_three| Dealt { coups, of_three, begins_with_a_start: true };
        assert_eq!(Dealt::of(&events(&[4, 5, 6])), dealt(3, 0));
        assert_eq!(Dealt::of(&events(&[3, 4, 5])), dealt(3, 1));
        let quit = [&events(&[])[..], &events(&[3])[1..4], &[Event::Result(Announced::Quit)]].concat();
        assert_eq!(Dealt::of(&quit), dealt(0, 0));
        assert!(!Dealt::of(&events(&[4])[1..]).begins_with_a_start);
    }
}
