//! Events to coups.

use std::io::Write;

use super::CaptureSummary;
use super::capture::Capture;
use super::event::{self, Announced, Event, Goes};
use super::frame::Piece;
use super::mapping::{CaptureMapping, Dealt};
use crate::cards::UNREADABLE;
use crate::chain::{Chain, ChainError};
use crate::error::ImportError;
use crate::json::member;

/// What ends the data of a frame.
const ETX: u8 = 0x03;

/// So many errors of one coup, or cards burned before play, are written; no shoe has more.
const MOST: usize = 100;

/// Fewer cards than any game has when it is over.
const FEWEST_CARDS: usize = 3;

/// The coups that are put together, and the log.
pub(super) struct Rounds<'c, W> {
    mapping: &'c CaptureMapping,
    capture: &'c Capture,
    chain: Chain<W>,
    /// The time of the import.
    at: &'c str,
    summary: CaptureSummary,
    last: Option<(u8, Vec<u8>)>,
    damage: Option<Damage>,
    shoe: i64,
    coup: i64,
    cut_card: bool,
    /// Cards burned since a shoe began whose first record is not written yet.
    beginning: Option<Vec<String>>,
    /// An error outside any coup that the next event may cancel.
    error: Option<Said>,
    game: Option<Game>,
    /// Whether cards came of a coup whose first card was lost behind a coup of this capture.
    headless: bool,
}

/// What cannot be read, until the shoe sends it again: one frame, though noise may have made several pieces of it.
#[derive(Default)]
struct Damage {
    /// What may be its sequence character.
    sequences: Vec<u8>,
    pieces: u64,
    refused: bool,
}

/// Something that the shoe said beside the cards.
struct Said {
    text: String,
    noticed: String,
}

/// A coup that is being dealt.
struct Game {
    place: u64,
    began: Option<String>,
    cards: Vec<Dealing>,
    said: Vec<Said>,
    /// Frames that came damaged and not again.
    lost: u64,
}

struct Dealing {
    goes: Goes,
    index: u8,
    card: String,
}

impl Dealing {
    /// Its place where the hands are dealt in turn.
    fn turn(&self) -> (u8, bool) {
        (self.index, self.goes == Goes::Banker)
    }
}

impl<'c, W: Write> Rounds<'c, W> {
    pub(super) fn new(mapping: &'c CaptureMapping, capture: &'c Capture, chain: Chain<W>, at: &'c str) -> Self {
        Self {
            mapping,
            capture,
            chain,
            at,
            summary: CaptureSummary::default(),
            last: None,
            damage: None,
            shoe: mapping.first_shoe,
            coup: mapping.coups_before,
            cut_card: false,
            beginning: None,
            error: None,
            game: None,
            headless: false,
        }
    }

    pub(super) fn unread_line(&mut self, line: u64) {
        self.summary.unused += 1;
        let what = "the line is not a time and bytes in hexadecimal figures; it was not read".to_owned();
        self.summary.problem(line, true, what);
    }

    /// Takes a piece of the line.
    pub(super) fn take(&mut self, at: usize, piece: Piece<'_>) -> Result<(), ChainError> {
        match piece {
            Piece::Ack => self.summary.acknowledged += 1,
            Piece::Nak(_) => {
                self.summary.refused += 1;
                self.damage.iter_mut().for_each(|damage| damage.refused = true);
            }
            Piece::Command(_) => self.summary.commands += 1,
            // What ends as a frame does was one, whose beginning was lost.
            Piece::Noise(bytes) | Piece::Cut(bytes)
                if bytes.contains(&ETX) && !matches!(bytes.first(), Some(0x05 | 0x02)) && self.damage.is_none() =>
            {
                self.damaged(at, bytes, bytes.get(1), "it does not begin as a frame does");
            }
            Piece::Cut(bytes) if bytes.first() == Some(&0x05) => {
                self.damaged(at, bytes, bytes.get(1), "it does not end as a frame does");
            }
            Piece::WrongCheck(bytes) if bytes.first() == Some(&0x05) => {
                self.damaged(at, bytes, bytes.get(1), "its check characters do not fit its bytes");
            }
            // Of what the host sends nothing is missing in the log.
            Piece::Noise(bytes) | Piece::Cut(bytes) | Piece::WrongCheck(bytes) => {
                self.summary.noise += bytes.len() as u64;
                self.problem(at, format!("{} that are no frame of the shoe: {}", bytes_of(bytes.len()), hex(bytes)));
            }
            Piece::Event(sequence, data) => {
                self.summary.events += 1;
                self.mend(sequence);
                if let Some((before, same)) = self.last.as_ref().filter(|(before, _)| *before == sequence) {
                    if same == data {
                        self.summary.repeated += 1;
                    } else {
                        let what =
                            format!("the sequence character {before:02x} came twice with other data: {}", hex(data));
                        self.unused(at, what);
                    }
                    return Ok(());
                }
                self.last = Some((sequence, data.to_vec()));
                self.event(at, &event::read(data), data)?;
            }
        }
        Ok(())
    }

    fn damaged(&mut self, at: usize, bytes: &[u8], sequence: Option<&u8>, why: &str) {
        self.summary.damaged += 1;
        let damage = self.damage.get_or_insert_default();
        damage.pieces += 1;
        damage.sequences.extend(sequence);
        self.problem(at, format!("a frame cannot be read, {why}: {}", hex(bytes)));
    }

    /// Whether this event is the damaged one, sent again; else that one is lost.
    fn mend(&mut self, sequence: u8) {
        let Some(damage) = self.damage.take() else { return };
        if damage.refused || damage.sequences.contains(&sequence) {
            self.summary.sent_again += damage.pieces;
        } else {
            self.game.iter_mut().for_each(|game| game.lost += 1);
        }
    }

    fn event(&mut self, at: usize, event: &Event, data: &[u8]) -> Result<(), ChainError> {
        if *event != Event::ErrorCancelled {
            self.write_error()?;
        }
        match event {
            Event::StandBy | Event::Lock => {}
            Event::Preset => {
                let what = format!("a preset of the shoe was changed ({}), which no record holds", printed(data));
                self.unused(at, what);
            }
            Event::Unknown => self.unused(at, format!("an event that is not known: {}", hex(data))),
            Event::Start => self.start(at)?,
            Event::CutCard => {
                self.cut_card = true;
                self.shoe_event("cut_card", &[])?;
            }
            Event::Card { goes, index, card, again } => self.card(at, *goes, *index, card, *again)?,
            Event::Outside { state, card } => {
                self.say(at, format!("the card {card} was drawn outside a game, {state}"));
                self.write_error()?;
            }
            Event::Error(what) => self.say(at, format!("the shoe's error: {what}")),
            Event::ErrorCancelled => {
                let said = match &mut self.game {
                    Some(game) => game.said.last_mut(),
                    None => self.error.as_mut(),
                };
                match said {
                    Some(said) => said.text.push_str("; cancelled"),
                    None => self.unused(at, "an error was cancelled that the capture does not hold".to_owned()),
                }
                self.write_error()?;
            }
            Event::Result(announced) => self.result(at, *announced)?,
        }
        Ok(())
    }

    /// Communication begins; behind the cutting card, so does a shoe.
    fn start(&mut self, at: usize) -> Result<(), ChainError> {
        if !self.cut_card {
            return Ok(());
        }
        self.break_off(at)?;
        self.write_beginning()?;
        self.shoe_event("end", &[])?;
        self.cut_card = false;
        self.shoe = self.shoe.saturating_add(1);
        self.coup = 0;
        self.beginning = Some(Vec::new());
        Ok(())
    }

    fn card(&mut self, at: usize, goes: Goes, index: u8, card: &str, again: bool) -> Result<(), ChainError> {
        match goes {
            Goes::Player | Goes::Banker => {}
            Goes::Burn => return self.burned(at, card, again),
            Goes::BurnCount | Goes::Unknown => {
                self.unused(at, format!("a card {card} that went to no hand (number {index}) is in no record"));
                return Ok(());
            }
        }
        let is_first = goes == Goes::Player && index == 1 && !again;
        if is_first && self.game.is_some() {
            self.break_off(at)?;
        }
        if is_first {
            self.leave_out_headless();
            self.write_beginning()?;
            let began = self.capture.time(at).map(str::to_owned);
            self.game =
                Some(Game { place: self.capture.place(at), began, cards: Vec::new(), said: Vec::new(), lost: 0 });
        }
        let Some(game) = &mut self.game else {
            self.headless |= self.summary.coups > 0;
            self.unused(at, format!("the card {card} belongs to no coup whose first card is in the capture"));
            return Ok(());
        };
        let hand = if goes == Goes::Player { "Player" } else { "Banker" };
        match game.cards.iter_mut().find(|known| (known.goes, known.index) == (goes, index)) {
            None => game.cards.push(Dealing { goes, index, card: card.to_owned() }),
            Some(known) if known.card == card && again => self.summary.retransmitted += 1,
            Some(known) if known.card == card => self.summary.repeated += 1,
            Some(known) if known.card == UNREADABLE => card.clone_into(&mut known.card),
            Some(known) => {
                let what = format!(
                    "card {index} of the {hand} is {card}, and was {} before: it was written as {UNREADABLE}",
                    known.card
                );
                UNREADABLE.clone_into(&mut known.card);
                self.unused(at, what);
            }
        }
        Ok(())
    }

    /// A coup whose first card was lost is in no record, and has its number all the same.
    fn leave_out_headless(&mut self) {
        if std::mem::take(&mut self.headless) {
            self.coup = self.coup.saturating_add(1);
            self.chain.leave_out(1);
        }
    }

    fn burned(&mut self, at: usize, card: &str, again: bool) -> Result<(), ChainError> {
        if again {
            self.summary.retransmitted += 1;
            return Ok(());
        }
        match &mut self.beginning {
            Some(burned) if burned.len() < MOST => burned.push(card.to_owned()),
            Some(_) => self.unused(at, format!("the card {card} was burned before play behind {MOST} others")),
            None if self.mapping.decks.is_some() => self.shoe_event("burn", &[card])?,
            None => self
                .unused(at, format!("the card {card} was burned in a shoe of which the mapping does not say `decks`")),
        }
        Ok(())
    }

    /// An error or the like: of the coup that is being dealt, or of none.
    fn say(&mut self, at: usize, text: String) {
        let noticed = self.capture.time(at).unwrap_or(self.at).to_owned();
        match &mut self.game {
            Some(game) if game.said.len() >= MOST => {
                self.unused(at, format!("{text}; the coup has {MOST} such already"))
            }
            Some(game) => game.said.push(Said { text, noticed }),
            None => self.error = Some(Said { text, noticed }),
        }
    }

    fn result(&mut self, at: usize, announced: Announced) -> Result<(), ChainError> {
        let is_early = |game: &Game| game.cards.len() < FEWEST_CARDS && game.lost == 0 && announced != Announced::Quit;
        match self.game.take_if(|game| !is_early(game)) {
            None => {
                self.unused(at, "a result before its cards: it is announced for no coup".to_owned());
                if self.game.is_none() {
                    self.leave_out_headless();
                }
                Ok(())
            }
            Some(mut game) => {
                if announced == Announced::Quit {
                    let noticed = self.capture.time(at).unwrap_or(self.at).to_owned();
                    game.said.push(Said { text: "the shoe was made to quit the game".to_owned(), noticed });
                }
                self.write(game, Some((at, announced)))
            }
        }
    }

    /// The coup that is being dealt has no result, and another thing begins here.
    fn break_off(&mut self, at: usize) -> Result<(), ChainError> {
        let Some(game) = self.game.take() else { return Ok(()) };
        self.problem(at, format!("the coup that began at {} has no result", game.place));
        self.write(game, None)
    }

    fn write(&mut self, mut game: Game, result: Option<(usize, Announced)>) -> Result<(), ChainError> {
        self.coup = self.coup.saturating_add(1);
        self.summary.coups += 1;
        let cards = self.complete(&mut game);
        let (shoe, coup) = (self.shoe_name(), self.coup);
        let settled = result.and_then(|(at, _)| self.capture.time(at));
        let is_baccarat = self.mapping.dealt == Dealt::AsTheShoeSays;
        let to: String =
            game.cards.iter().map(|dealing| if dealing.goes == Goes::Player { 'P' } else { 'B' }).collect();
        let declared = match result {
            Some((_, Announced::Quit)) => Some("void"),
            Some((_, Announced::Player)) if is_baccarat => Some("player"),
            Some((_, Announced::Banker)) if is_baccarat => Some("banker"),
            Some((_, Announced::Tie)) if is_baccarat => Some("tie"),
            _ => None,
        };
        self.chain.write("coup", |out| {
            member(out, ",\"shoe\":", &shoe);
            member(out, ",\"coup\":", &coup);
            if game.began.is_some() || settled.is_some() {
                out.extend_from_slice(b",\"times\":{");
                let times = [("\"first_card\":", game.began.as_deref()), ("\"settled\":", settled)];
                for (at, (name, time)) in times.into_iter().filter_map(|(name, time)| Some((name, time?))).enumerate() {
                    out.extend_from_slice(if at == 0 { b"" } else { b"," });
                    member(out, name, time);
                }
                out.push(b'}');
            }
            if let Some(cards) = &cards {
                member(out, ",\"cards\":", cards);
                if is_baccarat {
                    member(out, ",\"to\":", &to);
                }
            }
            if !game.said.is_empty() {
                out.extend_from_slice(b",\"irregularities\":[");
                for (at, said) in game.said.iter().enumerate() {
                    out.extend_from_slice(if at == 0 { b"{" } else { b",{" });
                    said.write(out);
                    out.push(b'}');
                }
                out.push(b']');
            }
            if let Some(declared) = declared {
                member(out, ",\"declared\":{\"result\":", declared);
                out.push(b'}');
            }
            member(out, ",\"source_row\":", &game.place);
        })
    }

    /// The cards of a coup, with `??` where its numbers show that one is missing; none where a frame of it was lost and no
    /// number shows which card that was.
    fn complete(&mut self, game: &mut Game) -> Option<Vec<String>> {
        let mut missing = Vec::new();
        for goes in [Goes::Player, Goes::Banker] {
            let highest =
                game.cards.iter().filter(|known| known.goes == goes).map(|known| known.index).max().unwrap_or(0);
            // In 7 Up the hands are not those of the shoe: only numbers before another count.
            let dealt = if self.mapping.dealt == Dealt::AsTheShoeSays { highest.max(2) } else { highest };
            missing.extend(
                (1..=dealt)
                    .filter(|index| !game.cards.iter().any(|known| (known.goes, known.index) == (goes, *index)))
                    .map(|index| Dealing { goes, index, card: UNREADABLE.to_owned() }),
            );
        }
        if !missing.is_empty() {
            self.summary.incomplete += 1;
            let cards = if missing.len() == 1 { "a card".to_owned() } else { format!("{} cards", missing.len()) };
            self.list(game.place, format!("{cards} of the coup did not come: written as {UNREADABLE}"));
        } else if game.lost > 0 {
            self.summary.incomplete += 1;
            let cards: Vec<&str> = game.cards.iter().map(|known| known.card.as_str()).collect();
            let what = format!("a frame of the coup was lost, so its cards are not recorded: {}", cards.join(" "));
            self.list(game.place, what);
            return None;
        }
        for card in missing {
            let at = game.cards.iter().position(|known| known.turn() > card.turn()).unwrap_or(game.cards.len());
            game.cards.insert(at, card);
        }
        Some(game.cards.iter().map(|known| known.card.clone()).collect())
    }

    fn shoe_name(&self) -> String {
        format!("{}-{}", self.mapping.shoe, self.shoe)
    }

    fn shoe_event(&mut self, event: &str, cards: &[&str]) -> Result<(), ChainError> {
        self.write_beginning()?;
        let shoe = self.shoe_name();
        self.chain.write("shoe", |out| {
            member(out, ",\"shoe\":", &shoe);
            member(out, ",\"event\":", event);
            if !cards.is_empty() {
                member(out, ",\"cards\":", cards);
            }
        })
    }

    /// Writes that a shoe began, once it is known what was burned before play.
    fn write_beginning(&mut self) -> Result<(), ChainError> {
        let Some(burned) = self.beginning.take() else { return Ok(()) };
        let Some(decks) = self.mapping.decks else { return Ok(()) };
        let shoe = self.shoe_name();
        self.chain.write("shoe", |out| {
            member(out, ",\"shoe\":", &shoe);
            member(out, ",\"event\":", "start");
            member(out, ",\"decks\":", &decks);
            if !burned.is_empty() {
                member(out, ",\"burned\":", &burned);
            }
        })
    }

    /// Writes what the shoe said outside any coup.
    fn write_error(&mut self) -> Result<(), ChainError> {
        let Some(said) = self.error.take() else { return Ok(()) };
        self.write_beginning()?;
        let shoe = self.shoe_name();
        self.chain.write("incident", |out| {
            member(out, ",\"shoe\":", &shoe);
            out.push(b',');
            said.write(out);
        })
    }

    fn unused(&mut self, at: usize, what: String) {
        self.summary.unused += 1;
        self.problem(at, what);
    }

    fn problem(&mut self, at: usize, what: String) {
        self.list(self.capture.place(at), what);
    }

    fn list(&mut self, place: u64, what: String) {
        self.summary.problem(place, self.capture.has_lines(), what);
    }

    /// Writes what waits, and sums up. A coup that the capture cuts off is in no record.
    pub(super) fn finish(mut self) -> Result<CaptureSummary, ImportError> {
        self.write_error()?;
        self.write_beginning()?;
        if let Some(game) = self.game.take() {
            self.summary.unused += game.cards.len() as u64;
            let cards: Vec<&str> = game.cards.iter().map(|known| known.card.as_str()).collect();
            self.list(
                game.place,
                format!("the capture ends in the coup that begins here, which is in no record: {}", cards.join(" ")),
            );
            self.chain.leave_out(1);
        }
        self.summary.problems.sort_by_key(|problem| problem.place);
        self.summary.head = self.chain.finish()?.to_string();
        Ok(self.summary)
    }
}

impl Said {
    /// Writes the members of an irregularity that claims nothing but what the shoe said.
    fn write(&self, out: &mut Vec<u8>) {
        member(out, "\"kind\":", "other");
        member(out, ",\"noticed\":", &self.noticed);
        member(out, ",\"text\":", &self.text);
    }
}

fn bytes_of(count: usize) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().take(32).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn printed(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| if byte.is_ascii_graphic() { char::from(*byte) } else { '.' }).collect()
}
