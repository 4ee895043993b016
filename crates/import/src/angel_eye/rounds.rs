//! Events to coups.

use super::CaptureSummary;
use super::capture::hex;
use super::event::{self, Announced, Event, Goes};
use super::frame::Piece;
use super::mapping::{CaptureMapping, Dealt};
use super::sequence::{Order, Step};
use crate::cards::UNREADABLE;
use crate::json::member;

/// What ends the data of a frame.
const ETX: u8 = 0x03;

/// So many errors of one coup, or cards burned before play, are written; no shoe has more.
const MOST: usize = 100;

/// More frames than a game can lose without losing its cards.
const NOT_KNOWN: u64 = 100;

/// Fewer cards than any game has when it is over.
const FEWEST_CARDS: usize = 3;

/// Where a piece of the line stood, and when it came.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot<'t> {
    /// The line; of raw bytes the number of the byte, from 1.
    pub(super) place: u64,
    pub(super) time: Option<&'t str>,
}

/// What becomes of the line, in its order.
#[derive(Debug)]
pub(super) enum Out {
    /// A record: its type, and its members, each behind a comma.
    Record(&'static str, Vec<u8>),
    /// So many coups are in no record.
    LeftOut(u64),
}

/// The coups that are put together.
pub(super) struct Rounds {
    mapping: CaptureMapping,
    /// The time that counts where a piece has none.
    at: String,
    /// Whether places are lines.
    of_lines: bool,
    summary: CaptureSummary,
    out: Vec<Out>,
    last: Option<(u8, Vec<u8>)>,
    order: Order,
    damage: Option<Damage>,
    /// What is missing before the event that is taken.
    gap: Gap,
    shoe: i64,
    coup: i64,
    cut_card: bool,
    /// Cards burned since a shoe began whose first record is not written yet.
    beginning: Option<Vec<String>>,
    /// What was said since a shoe began whose first record is not written yet.
    behind_beginning: Vec<Said>,
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
    /// The first one.
    bytes: Vec<u8>,
    /// Where the problems of its pieces stand in the list.
    listed: Vec<usize>,
}

impl Damage {
    /// Whether its first piece is this frame but for one byte.
    fn is_frame(&self, sequence: u8, data: &[u8]) -> bool {
        let frame = std::iter::once(&sequence).chain(data);
        self.bytes.len() > data.len() + 1
            && self.bytes.iter().skip(1).zip(frame).filter(|(one, other)| one != other).count() < 2
    }
}

/// Whether frames are missing before an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Gap {
    #[default]
    None,
    /// What stood there damaged came again.
    Mended,
    /// So many frames, if that is known.
    Frames(Option<u64>),
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
    /// Frames that did not come, or damaged and not again; more than there are, where their number is not known.
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

impl Rounds {
    pub(super) fn new(mapping: &CaptureMapping, at: &str, of_lines: bool) -> Self {
        Self {
            mapping: mapping.clone(),
            at: at.to_owned(),
            of_lines,
            summary: CaptureSummary::default(),
            out: Vec::new(),
            last: mapping.last_frame.clone(),
            order: Order::default(),
            damage: None,
            gap: Gap::None,
            shoe: mapping.first_shoe,
            coup: mapping.coups_before,
            cut_card: mapping.cut_card_out,
            beginning: None,
            behind_beginning: Vec::new(),
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

    pub(super) fn backward_line(&mut self, line: u64) {
        self.summary.problem(
            line,
            true,
            "its time is before that of the line above; it is taken as it stands".to_owned(),
        );
    }

    /// Takes a piece of the line.
    pub(super) fn take(&mut self, spot: Spot<'_>, piece: Piece<'_>) {
        match piece {
            Piece::Ack => self.summary.acknowledged += 1,
            Piece::Nak(_) => self.summary.refused += 1,
            Piece::Command(_) => self.summary.commands += 1,
            // What ends as a frame does was one, whose beginning was lost.
            Piece::Noise(bytes) | Piece::Cut(bytes)
                if bytes.contains(&ETX) && !matches!(bytes.first(), Some(0x05 | 0x02)) && self.damage.is_none() =>
            {
                self.damaged(spot, bytes, bytes.get(1), "it does not begin as a frame does");
            }
            Piece::Cut(bytes) if bytes.first() == Some(&0x05) => {
                self.damaged(spot, bytes, bytes.get(1), "it does not end as a frame does");
            }
            Piece::WrongCheck(bytes) if bytes.first() == Some(&0x05) => {
                self.damaged(spot, bytes, bytes.get(1), "its check characters do not fit its bytes");
            }
            // Of what the host sends nothing is missing in the log.
            Piece::Noise(bytes) | Piece::Cut(bytes) | Piece::WrongCheck(bytes) => {
                self.summary.noise += bytes.len() as u64;
                self.problem(
                    spot,
                    format!("{} that are no frame of the shoe: {}", bytes_of(bytes.len()), first_bytes(bytes)),
                );
            }
            Piece::Event(sequence, data) => {
                self.summary.events += 1;
                let event = event::read(data);
                self.gap = Gap::None;
                match &self.last {
                    Some((before, same)) if *before == sequence && is_again(same, data) => {
                        let same = same == data;
                        self.mended();
                        if same {
                            self.summary.repeated += 1
                        } else {
                            self.summary.retransmitted += 1
                        }
                        return;
                    }
                    // Communication begins, and with it the numbers of its frames.
                    Some((before, same)) if event != Event::Start && same.first() != Some(&b'S') => {
                        self.gap = self.between(spot, *before, sequence, data);
                    }
                    _ => self.mend_first(sequence, data),
                }
                self.order.see(sequence);
                self.last = Some((sequence, data.to_vec()));
                self.event(spot, &event, data);
            }
        }
    }

    fn damaged(&mut self, spot: Spot<'_>, bytes: &[u8], sequence: Option<&u8>, why: &str) {
        self.summary.damaged += 1;
        self.problem(spot, format!("a frame cannot be read, {why}: {}", first_bytes(bytes)));
        let listed = self.summary.problems.len().checked_sub(1);
        let damage = self.damage.get_or_insert_default();
        damage.pieces += 1;
        if damage.pieces == 1 {
            bytes.clone_into(&mut damage.bytes);
        }
        damage.sequences.extend(sequence);
        damage.listed.extend(listed.filter(|_| self.summary.problems_left_out == 0));
    }

    /// What stood there damaged is not missing.
    fn mended(&mut self) {
        let Some(damage) = self.damage.take() else { return };
        self.summary.sent_again += damage.pieces;
        self.say_of_damage(&damage, "it came again whole");
        self.gap = Gap::Mended;
    }

    /// What stood there damaged did not come again.
    fn not_mended(&mut self) -> bool {
        let Some(damage) = self.damage.take() else { return false };
        self.say_of_damage(&damage, "it did not come again");
        true
    }

    fn say_of_damage(&mut self, damage: &Damage, what: &str) {
        for at in &damage.listed {
            self.summary.problems.get_mut(*at).into_iter().for_each(|problem| {
                problem.what.push_str("; ");
                problem.what.push_str(what);
            });
        }
    }

    /// The first frame of a capture or around a start: its character
    /// may be any, and what is damaged is the same where only one byte differs.
    fn mend_first(&mut self, sequence: u8, data: &[u8]) {
        let follows = self.last.as_ref().is_some_and(|(last, _)| self.order.step(*last, sequence) == Step::Follows);
        let passed_over = self.last.as_ref().is_some_and(|(last, _)| self.passed_over(*last, sequence, data));
        let came_again =
            |damage: &Damage| damage.sequences.contains(&sequence) || damage.is_frame(sequence, data) || follows;
        if !passed_over && self.damage.as_ref().is_some_and(came_again) {
            self.mended();
        } else if self.not_mended() {
            self.game.iter_mut().for_each(|game| game.lost = NOT_KNOWN);
            self.gap = Gap::Frames(None);
        }
    }

    /// Whether a damaged frame shows the character that was due, and another one came: where the characters begin again, both
    /// may follow.
    fn passed_over(&self, before: u8, sequence: u8, data: &[u8]) -> bool {
        let due = |shown: &u8| *shown != sequence && self.order.step(before, *shown) == Step::Follows;
        let of = |damage: &Damage| damage.sequences.iter().any(due) && !damage.is_frame(sequence, data);
        self.damage.as_ref().is_some_and(of)
    }

    /// What is missing between the last frame and this one. A host's refusal does not say that a frame came again: only the
    /// character that was due does.
    fn between(&mut self, spot: Spot<'_>, before: u8, sequence: u8, data: &[u8]) -> Gap {
        let step = if before == sequence { Step::Other } else { self.order.step(before, sequence) };
        let came_again = self.damage.as_ref().map(|damage| damage.sequences.contains(&sequence));
        let passed_over = self.passed_over(before, sequence, data);
        if before != sequence && !passed_over && !matches!(step, Step::Missing(_)) {
            self.order.learn(before, sequence);
        }
        let missing = match (step, came_again) {
            (Step::Missing(frames), _) => Some(frames),
            _ if passed_over => Some(1),
            (Step::Follows, _) | (Step::Unknown, Some(true) | None) | (Step::Other, Some(true)) => {
                self.mended();
                return self.gap;
            }
            (Step::Unknown | Step::Other, _) => None,
        };
        self.game.iter_mut().for_each(|game| game.lost = game.lost.saturating_add(missing.unwrap_or(NOT_KNOWN)));
        if !self.not_mended() {
            self.summary.missing = self.summary.missing.saturating_add(missing.unwrap_or(1));
            let what = match missing {
                Some(1) => "a frame did not come".to_owned(),
                Some(frames) => format!("{frames} frames did not come"),
                None => "frames did not come".to_owned(),
            };
            self.problem(spot, format!("sequence character {sequence:02x} behind {before:02x}: {what}"));
        }
        Gap::Frames(missing)
    }

    fn event(&mut self, spot: Spot<'_>, event: &Event, data: &[u8]) {
        if *event != Event::ErrorCancelled {
            self.write_error();
        }
        match event {
            Event::StandBy | Event::Lock => {}
            Event::Preset => {
                let what = format!("a preset of the shoe was changed ({}), which no record holds", printed(data));
                self.unused(spot, what);
            }
            Event::Unknown => self.unused(spot, format!("an event that is not known: {}", first_bytes(data))),
            Event::Start => self.start(spot),
            Event::CutCard => {
                self.cut_card = true;
                self.shoe_event("cut_card", &[]);
            }
            Event::Card { goes, index, card, again } => self.card(spot, *goes, *index, card, *again),
            Event::Outside { state, card } => {
                self.say(spot, format!("the card {card} was drawn outside a game, {state}"));
                self.write_error();
            }
            Event::Error(what) => self.say(spot, format!("the shoe's error: {what}")),
            Event::ErrorCancelled => {
                let said = match &mut self.game {
                    Some(game) => game.said.last_mut(),
                    None => self.error.as_mut(),
                };
                match said {
                    Some(said) => said.text.push_str("; cancelled"),
                    None => self.unused(spot, "an error was cancelled that the capture does not hold".to_owned()),
                }
                self.write_error();
            }
            Event::Result(announced) => self.result(spot, *announced),
        }
    }

    /// Communication begins; behind the cutting card, so does a shoe.
    fn start(&mut self, spot: Spot<'_>) {
        if !self.cut_card {
            return;
        }
        self.break_off(spot);
        self.write_beginning();
        self.shoe_event("end", &[]);
        self.cut_card = false;
        self.shoe = self.shoe.saturating_add(1);
        self.coup = 0;
        self.beginning = Some(Vec::new());
    }

    fn card(&mut self, spot: Spot<'_>, goes: Goes, index: u8, card: &str, again: bool) {
        match goes {
            Goes::Player | Goes::Banker => {}
            Goes::Burn => return self.burned(spot, card, again),
            Goes::FirstBurned => {
                if self.beginning.is_none() && !again {
                    self.summary.missing += 1;
                    let what = "a first card by which cards are burned came without a cutting card and a start before it: the shoe is taken for the same one; where it is a new one, begin the capture there, with `cut_card_out: true` in its mapping";
                    self.problem(spot, what.to_owned());
                }
                return self.burned(spot, card, again);
            }
            Goes::BurnCount | Goes::Unknown => {
                self.unused(spot, format!("a card {card} that went to no hand (number {index}) is in no record"));
                return;
            }
        }
        // A first card that is sent again begins a coup only where it may have come damaged before.
        let is_first = goes == Goes::Player && index == 1 && (!again || (self.game.is_none() && self.gap != Gap::None));
        // One frame is missing, and this is the second card: the first one came and is not known.
        let is_second = goes == Goes::Banker && index == 1 && !again && self.goes_on();
        let begins_unread = is_second && self.game.is_none() && self.gap == Gap::Frames(Some(1));
        if is_first && self.game.is_some() {
            self.break_off(spot);
        }
        if is_first || begins_unread {
            self.leave_out_headless();
            self.write_beginning();
            let began = spot.time.map(str::to_owned);
            self.game = Some(Game {
                place: spot.place,
                began,
                cards: Vec::new(),
                said: Vec::new(),
                lost: u64::from(begins_unread),
            });
        }
        let Some(game) = &mut self.game else {
            self.headless |= self.goes_on();
            self.unused(spot, format!("the card {card} belongs to no coup whose first card is in the capture"));
            return;
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
                self.unused(spot, what);
            }
        }
    }

    /// Whether a coup of this shoe came before.
    fn goes_on(&self) -> bool {
        self.summary.coups > 0 || self.mapping.last_frame.is_some()
    }

    /// A coup whose first card was lost is in no record, and has its number all the same.
    fn leave_out_headless(&mut self) {
        if std::mem::take(&mut self.headless) {
            self.coup = self.coup.saturating_add(1);
            self.out.push(Out::LeftOut(1));
        }
    }

    fn burned(&mut self, spot: Spot<'_>, card: &str, again: bool) {
        if again {
            self.summary.retransmitted += 1;
            return;
        }
        match &mut self.beginning {
            Some(burned) if burned.len() < MOST => burned.push(card.to_owned()),
            Some(_) => self.unused(spot, format!("the card {card} was burned before play behind {MOST} others")),
            None if self.mapping.decks.is_some() => self.shoe_event("burn", &[card]),
            None => self.unused(
                spot,
                format!("the card {card} was burned in a shoe of which the mapping does not say `decks`"),
            ),
        }
    }

    /// An error or the like: of the coup that is being dealt, or of none.
    fn say(&mut self, spot: Spot<'_>, text: String) {
        let noticed = spot.time.unwrap_or(&self.at).to_owned();
        match &mut self.game {
            Some(game) if game.said.len() >= MOST => {
                self.unused(spot, format!("{text}; the coup has {MOST} such already"))
            }
            Some(game) => game.said.push(Said { text, noticed }),
            None => self.error = Some(Said { text, noticed }),
        }
    }

    fn result(&mut self, spot: Spot<'_>, announced: Announced) {
        let is_early = |game: &Game| game.cards.len() < FEWEST_CARDS && game.lost == 0 && announced != Announced::Quit;
        match self.game.take_if(|game| !is_early(game)) {
            None => {
                self.unused(spot, "a result before its cards: it is announced for no coup".to_owned());
                if self.game.is_none() {
                    self.leave_out_headless();
                }
            }
            Some(mut game) => {
                if announced == Announced::Quit {
                    let noticed = spot.time.unwrap_or(&self.at).to_owned();
                    let cards: Vec<&str> = game.cards.iter().map(|known| known.card.as_str()).collect();
                    let text = format!(
                        "the shoe was made to quit the game after {} ({}); what the table decided is not known to it",
                        if cards.len() == 1 { "1 card".to_owned() } else { format!("{} cards", cards.len()) },
                        cards.join(" ")
                    );
                    game.said.push(Said { text, noticed });
                }
                self.write(game, Some((spot, announced)))
            }
        }
    }

    /// The coup that is being dealt has no result, and another thing begins here.
    fn break_off(&mut self, spot: Spot<'_>) {
        let Some(game) = self.game.take() else { return };
        self.problem(spot, format!("the coup that began at {} has no result", game.place));
        self.write(game, None)
    }

    fn write(&mut self, mut game: Game, result: Option<(Spot<'_>, Announced)>) {
        self.coup = self.coup.saturating_add(1);
        self.summary.coups += 1;
        // The deal was broken off: it cannot be dealt anew, and the shoe does not say what became of the coup.
        let is_quit = matches!(result, Some((_, Announced::Quit)));
        let cards = if is_quit { None } else { self.complete(&mut game, result.is_some()) };
        let (shoe, coup) = (self.shoe_name(), self.coup);
        let settled = result.and_then(|(spot, _)| spot.time);
        let is_baccarat = self.mapping.dealt == Dealt::AsTheShoeSays;
        let to: String =
            game.cards.iter().map(|dealing| if dealing.goes == Goes::Player { 'P' } else { 'B' }).collect();
        let declared = match result {
            Some((_, Announced::Player)) if is_baccarat => Some("player"),
            Some((_, Announced::Banker)) if is_baccarat => Some("banker"),
            Some((_, Announced::Tie)) if is_baccarat => Some("tie"),
            _ => None,
        };
        self.record("coup", |out| {
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

    /// The cards of a coup, with `??` where its numbers show that one is missing; none where a frame of it was lost that is
    /// neither one of these nor its result: it may have been a card.
    fn complete(&mut self, game: &mut Game, has_result: bool) -> Option<Vec<String>> {
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
        let accounted = missing.len() as u64 + u64::from(!has_result);
        let is_lost = game.lost > 0 && game.lost > accounted;
        if !missing.is_empty() && !is_lost {
            self.summary.incomplete += 1;
            let cards = if missing.len() == 1 { "a card".to_owned() } else { format!("{} cards", missing.len()) };
            self.list(game.place, format!("{cards} of the coup did not come: written as {UNREADABLE}"));
        } else if is_lost {
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

    pub(super) fn shoe_name(&self) -> String {
        format!("{}-{}", self.mapping.shoe, self.shoe)
    }

    fn shoe_event(&mut self, event: &str, cards: &[&str]) {
        self.write_beginning();
        let shoe = self.shoe_name();
        self.record("shoe", |out| {
            member(out, ",\"shoe\":", &shoe);
            member(out, ",\"event\":", event);
            if !cards.is_empty() {
                member(out, ",\"cards\":", cards);
            }
        })
    }

    /// Writes that a shoe began, once it is known what was burned before play.
    fn write_beginning(&mut self) {
        let Some(burned) = self.beginning.take() else { return };
        if let Some(decks) = self.mapping.decks {
            let shoe = self.shoe_name();
            self.record("shoe", |out| {
                member(out, ",\"shoe\":", &shoe);
                member(out, ",\"event\":", "start");
                member(out, ",\"decks\":", &decks);
                if !burned.is_empty() {
                    member(out, ",\"burned\":", &burned);
                }
            });
        }
        for said in std::mem::take(&mut self.behind_beginning) {
            self.incident(&said);
        }
    }

    /// Writes what the shoe said outside any coup.
    fn write_error(&mut self) {
        let Some(said) = self.error.take() else { return };
        // A shoe is not begun before it is known what is burned.
        if self.beginning.is_some() && self.behind_beginning.len() < MOST {
            self.behind_beginning.push(said);
            return;
        }
        self.write_beginning();
        self.incident(&said);
    }

    fn incident(&mut self, said: &Said) {
        let shoe = self.shoe_name();
        self.record("incident", |out| {
            member(out, ",\"shoe\":", &shoe);
            out.push(b',');
            said.write(out);
        })
    }

    fn unused(&mut self, spot: Spot<'_>, what: String) {
        self.summary.unused += 1;
        self.problem(spot, what);
    }

    fn problem(&mut self, spot: Spot<'_>, what: String) {
        self.list(spot.place, what);
    }

    fn list(&mut self, place: u64, what: String) {
        self.summary.problem(place, self.of_lines, what);
    }

    fn record(&mut self, kind: &'static str, fill: impl FnOnce(&mut Vec<u8>)) {
        let mut members = Vec::new();
        fill(&mut members);
        self.out.push(Out::Record(kind, members));
    }

    /// What became of the pieces since this was asked last.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Out> + '_ {
        self.out.drain(..)
    }

    /// Whether nothing waits for a piece that is still to come, so that a log can end here.
    pub(super) fn is_at_rest(&self) -> bool {
        self.game.is_none() && self.beginning.is_none() && self.error.is_none() && !self.headless
    }

    /// Something about the line that the shoe did not send.
    pub(super) fn note(&mut self, spot: Spot<'_>, text: String) {
        self.write_error();
        self.say(spot, text);
        self.write_error();
    }

    /// The mapping of a capture that goes on here.
    pub(super) fn mapping_behind(&self) -> CaptureMapping {
        CaptureMapping {
            first_shoe: self.shoe,
            coups_before: self.coup,
            cut_card_out: self.cut_card,
            last_frame: self.last.clone(),
            ..self.mapping.clone()
        }
    }

    /// What was wrong so far.
    pub(super) fn summary(&self) -> &CaptureSummary {
        &self.summary
    }

    /// Writes what waits, and sums up. A coup that the capture cuts off is in no record.
    pub(super) fn finish(mut self) -> (Vec<Out>, CaptureSummary) {
        self.write_error();
        self.write_beginning();
        if let Some(game) = self.game.take() {
            self.summary.unused += game.cards.len() as u64;
            let cards: Vec<&str> = game.cards.iter().map(|known| known.card.as_str()).collect();
            self.list(
                game.place,
                format!("the capture ends in the coup that begins here, which is in no record: {}", cards.join(" ")),
            );
            self.out.push(Out::LeftOut(1));
        }
        self.summary.problems.sort_by_key(|problem| problem.place);
        (self.out, self.summary)
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

/// Whether a frame of the same sequence character is the same once more: the same data, or the same card sent again as such.
fn is_again(before: &[u8], data: &[u8]) -> bool {
    match (before, data) {
        ([b'D' | b'R', before @ ..], [b'D' | b'R', card @ ..]) => before == card,
        _ => before == data,
    }
}

/// What a message quotes of bytes.
fn first_bytes(bytes: &[u8]) -> String {
    hex(bytes.get(..32).unwrap_or(bytes))
}

fn bytes_of(count: usize) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

fn printed(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| if byte.is_ascii_graphic() { char::from(*byte) } else { '.' }).collect()
}
