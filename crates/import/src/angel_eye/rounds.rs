//! Events to coups.

use jiff::Timestamp;
use resettle_game::counted;

use super::CaptureSummary;
use super::between::{Pause, Pauses};
use super::due::{Came, Due, Lost, first_bytes};
use super::event::{self, Announced, Event, Goes, Pairs};
use super::frame::Piece;
use super::game::{Dealing, Game, NOT_KNOWN, Said, dealt_before};
use super::listing::Listing;
use super::mapping::{CaptureMapping, CutCard, Dealt};
use super::pace::Pace;
use super::unshown::{Beside, ShoeResult, Shown};
use crate::cards::UNREADABLE;
use crate::json::member;

/// What ends the data of a frame.
const ETX: u8 = 0x03;

/// So many errors of one coup, or cards burned before play, are written; no shoe has more.
const MOST: usize = 100;

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
    listing: Listing,
    out: Vec<Out>,
    due: Due,
    pace: Pace,
    /// Whether some result announced a pair.
    announces_pairs: bool,
    /// The last result, until a card comes.
    announced: Option<ShoeResult>,
    /// What was lost before the event that is taken.
    lost: Lost,
    /// Frames that did not come while no coup was dealt, since the last one or since a shoe began.
    lost_between: u64,
    shoe: i64,
    coup: i64,
    cut_card: CutCard,
    /// A shoe began whose first record is not written yet.
    beginning: Option<Beginning>,
    /// Cards burned since the last coup.
    burns: Vec<Dealing>,
    /// An error outside any coup that the next event may cancel.
    error: Option<Said>,
    game: Option<Game>,
    /// Whether it is known where coups begin: communication began in this capture, or a coup came before.
    in_step: bool,
    /// Whether cards came of a coup whose first card was lost.
    headless: bool,
    /// Where and when the last coup ended, and its shoe, as long as nothing is known to be lost behind it.
    ended: Option<(u64, i64, i64)>,
    pauses: Pauses,
}

/// So many coups that contradict their result are named in the summary.
const MOST_NAMED: usize = 10;

/// The milliseconds of a time.
fn millisecond(time: Option<&str>) -> Option<i64> {
    time?.parse::<Timestamp>().ok().map(Timestamp::as_millisecond)
}

/// A shoe that began.
#[derive(Default)]
struct Beginning {
    place: u64,
    /// Whether it is certain that it did.
    is_certain: bool,
    burned: Vec<Dealing>,
    /// What was said since.
    said: Vec<Said>,
}

impl Rounds {
    pub(super) fn new(mapping: &CaptureMapping, at: &str, of_lines: bool) -> Self {
        Self {
            mapping: mapping.clone(),
            at: at.to_owned(),
            listing: Listing::new(of_lines),
            out: Vec::new(),
            due: Due::behind(mapping.last_frame.clone()),
            pace: Pace::default(),
            announces_pairs: false,
            announced: None,
            lost: Lost::None,
            lost_between: 0,
            shoe: mapping.first_shoe,
            coup: mapping.coups_before,
            cut_card: mapping.cut_card,
            beginning: None,
            burns: Vec::new(),
            error: None,
            game: None,
            in_step: mapping.last_frame.is_some(),
            headless: false,
            ended: None,
            pauses: Pauses::default(),
        }
    }

    /// Learns from a whole capture what its frames show of their order and of how fast they come: `time` says when a piece came.
    pub(super) fn learn<'l>(
        &mut self,
        place: u64,
        pieces: &[(usize, Piece<'l>)],
        time: impl Fn(usize) -> Option<&'l str>,
    ) {
        self.due.learn(&mut self.listing, place, pieces);
        self.pace = self.due.pace(pieces.iter().map(|(at, piece)| (time(*at), *piece)));
    }

    pub(super) fn unread_line(&mut self, line: u64) {
        let what = "the line is not a time and bytes in hexadecimal figures; it was not read".to_owned();
        self.listing.unused(line, what);
    }

    pub(super) fn lines_missing(&mut self, line: u64, lines: u64) {
        self.listing.summary.missing_lines = self.listing.summary.missing_lines.saturating_add(lines);
        let are = if lines == 1 { "is" } else { "are" };
        let what = format!(
            "{} before this one {are} missing from the capture, as the numbers of its lines show: whole coups may be among them",
            counted(lines, "line")
        );
        self.listing.list(line, what);
    }

    /// A line whose time goes back.
    pub(super) fn backward_line(&mut self, line: u64) {
        self.listing.list(line, "its time is before that of the line above; it is taken as it stands".to_owned());
    }

    /// Lines from the one to the other that stand above already.
    pub(super) fn lines_again(&mut self, first: u64, last: u64) {
        let which = match last.saturating_sub(first) {
            0 => "the line stands above already, with the same time and bytes, and the times went back to it; it was"
                .to_owned(),
            _ => format!(
                "the lines up to line {last} stand above already, with the same times and bytes, and the times went back to them: the capture, or a part of it, is in the file twice; they were"
            ),
        };
        self.listing.list(first, format!("{which} not read again"));
    }

    /// So many frames from this place on that stand above already.
    pub(super) fn frames_again(&mut self, place: u64, frames: usize, like: u64) {
        let what = format!(
            "the {frames} frames from here on stand above already, from byte {like} on, with the same sequence characters: the capture, or a part of it, is in the file twice; they were not read again"
        );
        self.listing.list(place, what);
    }

    /// Takes a piece of the line.
    pub(super) fn take(&mut self, spot: Spot<'_>, piece: Piece<'_>) {
        match piece {
            Piece::Ack => self.listing.summary.acknowledged += 1,
            Piece::Nak(_) => self.listing.summary.refused += 1,
            Piece::Command(_) => self.listing.summary.commands += 1,
            // What ends as a frame does was one, whose beginning was lost.
            Piece::Noise(bytes) | Piece::Cut(bytes)
                if bytes.contains(&ETX) && !matches!(bytes.first(), Some(0x05 | 0x02)) && !self.due.is_damaged() =>
            {
                self.due.damaged(&mut self.listing, spot.place, bytes, "it does not begin as a frame does");
            }
            Piece::Cut(bytes) if bytes.first() == Some(&0x05) => {
                self.due.damaged(&mut self.listing, spot.place, bytes, "it does not end as a frame does");
            }
            Piece::WrongCheck(bytes) if bytes.first() == Some(&0x05) => {
                self.due.damaged(&mut self.listing, spot.place, bytes, "its check characters do not fit its bytes");
            }
            // Of what the host sends nothing is missing in the log.
            Piece::Noise(bytes) | Piece::Cut(bytes) | Piece::WrongCheck(bytes) => {
                self.listing.summary.noise += bytes.len() as u64;
                let what =
                    format!("{} that are no frame of the shoe: {}", counted(bytes.len(), "byte"), first_bytes(bytes));
                self.listing.list(spot.place, what);
            }
            Piece::Event(sequence, data) => {
                self.listing.summary.events += 1;
                let came = self.due.event(&mut self.listing, spot.place, sequence, data);
                if came == Came::Repeated || came == Came::Retransmitted {
                    self.pace.came_again(spot.time);
                }
                match came {
                    Came::Repeated => self.listing.summary.repeated += 1,
                    Came::Retransmitted => self.listing.summary.retransmitted += 1,
                    Came::Next(lost) => {
                        self.lost = lost;
                        self.pass(spot.time);
                        self.count_lost();
                        self.event(spot, &event::read(data), data);
                    }
                }
            }
        }
    }

    /// A frame comes that is not the last one once more.
    fn pass(&mut self, time: Option<&str>) {
        let follows = matches!(self.lost, Lost::None | Lost::Mended);
        let pause = self.pace.came(time, self.due.characters(), follows);
        if let Some(game) = &mut self.game {
            game.pause = game.pause.max(pause);
        }
    }

    /// Frames that were lost are of the coup that is being dealt, or stood between two.
    fn count_lost(&mut self) {
        let frames = match self.lost {
            Lost::None | Lost::Mended => return,
            Lost::Frames(frames) | Lost::Gap(frames) => frames,
            Lost::Unknown => NOT_KNOWN,
        };
        if let (Some(game), Lost::Gap(_)) = (&mut self.game, self.lost) {
            game.before_gap.get_or_insert(game.cards.len());
        }
        let lost = self.game.as_mut().map_or(&mut self.lost_between, |game| &mut game.lost);
        *lost = lost.saturating_add(frames);
    }

    /// One of the frames that were lost just now is known: what was in it came again in another one.
    fn found_again(&mut self) {
        if matches!(self.lost, Lost::Frames(_) | Lost::Gap(_)) {
            let lost = self.game.as_mut().map_or(&mut self.lost_between, |game| &mut game.lost);
            *lost = lost.saturating_sub(1);
        }
    }

    fn event(&mut self, spot: Spot<'_>, event: &Event, data: &[u8]) {
        if *event != Event::ErrorCancelled {
            self.write_error();
        }
        if let Some(byte) = event::no_card(data) {
            let what = format!("the byte {byte:02x} in the place of a card is none of a deck: written as {UNREADABLE}");
            self.listing.unused(spot.place, what);
        }
        match event {
            Event::StandBy | Event::Lock => {}
            Event::Preset => {
                let what = format!("a preset of the shoe was changed ({}), which no record holds", printed(data));
                self.listing.unused(spot.place, what);
            }
            Event::Unknown => {
                self.listing.unused(spot.place, format!("an event that is not known: {}", first_bytes(data)));
            }
            Event::Start => self.start(spot),
            Event::CutCard => {
                self.cut_card = CutCard::Out;
                self.shoe_event("cut_card", &[]);
            }
            Event::Card { goes: goes @ (Goes::Player | Goes::Banker), index, card, again } => {
                self.card(spot, *goes, *index, card, *again);
            }
            Event::Card { goes: goes @ (Goes::Burn | Goes::FirstBurned), index, card, again } => {
                self.burned(spot, *goes, *index, card, *again);
            }
            Event::Card { index, card, .. } => {
                let what = format!("a card {card} that went to no hand (number {index}) is in no record");
                self.listing.unused(spot.place, what);
            }
            Event::Outside { state, card } => {
                self.say(spot, format!("the card {card} was drawn outside a game, {state}"));
                self.write_error();
            }
            Event::Error(what) => {
                if let Some(game) = &mut self.game {
                    game.is_misdealt |= event::is_of_the_deal(data);
                }
                self.say(spot, format!("the shoe's error: {what}"));
            }
            Event::ErrorCancelled => {
                let said = match &mut self.game {
                    Some(game) => game.said.last_mut(),
                    None => self.error.as_mut(),
                };
                match said {
                    Some(said) => said.text.push_str("; cancelled"),
                    None => {
                        let what = "an error was cancelled that the capture does not hold".to_owned();
                        self.listing.unused(spot.place, what);
                    }
                }
                self.write_error();
            }
            Event::Result(announced) => {
                self.result(spot, ShoeResult { announced: *announced, pairs: Pairs::of(data) });
            }
        }
    }

    /// Communication begins; behind the cutting card, so does a shoe.
    fn start(&mut self, spot: Spot<'_>) {
        // A lost frame may be the result of the coup; a shoe that is switched on again loses none, and may go on with it.
        if self.cut_card != CutCard::Not || self.game.as_ref().is_some_and(|game| game.lost > 0) {
            self.break_off(spot, 0);
        }
        if self.lost_between > 0 && self.cut_card == CutCard::Not && self.coup > 0 {
            self.cut_card = CutCard::MayBe;
        }
        match self.cut_card {
            CutCard::Not => {}
            CutCard::MayBe => self.another_shoe(spot),
            CutCard::Out => self.next_shoe(spot),
        }
        self.in_step |= self.game.is_none();
    }

    /// A shoe begins.
    fn next_shoe(&mut self, spot: Spot<'_>) {
        self.leave_out_headless();
        self.shoe_event("end", &[]);
        self.begin_shoe(spot, true);
    }

    /// A frame was lost, so that it is not known whether a shoe begins: what follows is not counted with what was before.
    fn another_shoe(&mut self, spot: Spot<'_>) {
        self.leave_out_headless();
        self.write_beginning();
        self.begin_shoe(spot, false);
        self.listing.summary.doubtful_shoes += 1;
        let what = format!(
            "a frame was lost, so it is not known whether a shoe begins here: what follows is written as of a shoe of its own, {}",
            self.shoe_name()
        );
        self.listing.list(spot.place, what);
    }

    fn begin_shoe(&mut self, spot: Spot<'_>, is_certain: bool) {
        self.cut_card = CutCard::Not;
        self.shoe = self.shoe.saturating_add(1);
        self.coup = 0;
        self.lost_between = 0;
        self.burns.clear();
        self.beginning = Some(Beginning { place: spot.place, is_certain, ..Beginning::default() });
    }

    /// Frames that were lost between two coups and are none of theirs: the cutting card may be among them, and the start of a shoe.
    fn lost_between_coups(&mut self, spot: Spot<'_>) {
        let lost = self.lost_between;
        if lost == 0 || self.coup == 0 {
            return;
        }
        if lost > 1 || self.cut_card != CutCard::Not {
            self.another_shoe(spot);
        } else {
            self.cut_card = CutCard::MayBe;
        }
        self.lost_between = 0;
    }

    fn card(&mut self, spot: Spot<'_>, goes: Goes, index: u8, card: &str, again: bool) {
        self.announced = None;
        let is_lost = matches!(self.lost, Lost::Frames(_) | Lost::Gap(_) | Lost::Unknown);
        let first = goes == Goes::Player && index == 1;
        let begins = match &self.game {
            // A first card that is sent again begins a coup only where it may have come damaged or not at all before.
            None if first => !again || self.lost != Lost::None,
            None => self.in_step && !again && self.lost_between > 0 && !self.headless,
            Some(_) if first && !again => true,
            // No card of a coup is dealt twice: the result was lost, and the first cards of the next coup.
            Some(game) if game.lost > 0 => {
                game.card(goes, index).is_some_and(|known| !again || (is_lost && known.card != card))
            }
            // Behind an error of the shoe a card may come anew.
            Some(game) => !again && game.said.is_empty() && game.is_behind(goes, index, card),
        };
        if begins {
            self.begin(spot, goes, index);
        }
        let Some(game) = &mut self.game else {
            self.headless |= self.in_step;
            let what = format!("the card {card} belongs to no coup whose first card is in the capture");
            self.listing.unused(spot.place, what);
            return;
        };
        let hand = if goes == Goes::Player { "Player" } else { "Banker" };
        match game.cards.iter_mut().find(|known| known.is_at(goes, index)) {
            None => {
                game.cards.push(Dealing { goes, index, card: card.to_owned() });
                if again && !begins {
                    self.found_again();
                }
            }
            Some(known) if known.card == card && again => self.listing.summary.retransmitted += 1,
            Some(known) if known.card == card => self.listing.summary.repeated += 1,
            Some(known) if known.card == UNREADABLE => card.clone_into(&mut known.card),
            Some(known) => {
                let what = format!(
                    "card {index} of the {hand} is {card}, and was {} before: it was written as {UNREADABLE}",
                    known.card
                );
                UNREADABLE.clone_into(&mut known.card);
                game.is_twice |= !again;
                self.listing.unused(spot.place, what);
            }
        }
    }

    /// A coup begins with this card, or with those before it that were lost.
    fn begin(&mut self, spot: Spot<'_>, goes: Goes, index: u8) {
        let before = dealt_before(goes, index);
        if let (Some((from, ended, shoe)), Some(now), true) =
            (self.ended.take(), millisecond(spot.time), self.lost_between == 0 && self.game.is_none())
            && shoe == self.shoe
        {
            let (coup, shoe) = (self.coup, self.shoe_name());
            let milliseconds = now.saturating_sub(ended);
            self.pauses.take(Pause { from, to: spot.place, coup, shoe, milliseconds });
        }
        match self.game {
            Some(_) => self.break_off(spot, before),
            None => self.lost_between = self.lost_between.saturating_sub(before),
        }
        self.leave_out_headless();
        self.lost_between_coups(spot);
        self.write_beginning();
        (self.lost_between, self.in_step) = (0, true);
        self.burns.clear();
        self.game = Some(Game::from(spot.place, spot.time.map(str::to_owned), goes, index));
    }

    /// A coup whose first card was lost is in no record, and has its number all the same.
    fn leave_out_headless(&mut self) {
        if std::mem::take(&mut self.headless) {
            self.coup = self.coup.saturating_add(1);
            self.out.push(Out::LeftOut(1));
        }
    }

    fn burned(&mut self, spot: Spot<'_>, goes: Goes, index: u8, card: &str, again: bool) {
        // No card is burned in a coup: its result was lost.
        if self.game.as_ref().is_some_and(|game| game.lost > 0) {
            self.break_off(spot, 0);
        }
        if let Some(known) = self.burns.iter_mut().rev().find(|known| again && known.is_at(goes, index)) {
            if known.card == card {
                self.listing.summary.retransmitted += 1;
            } else {
                let what = format!("the burned card {index} is {card}, and was {} before", known.card);
                self.listing.unused(spot.place, what);
            }
            return;
        }
        if again {
            self.found_again();
        }
        if goes == Goes::FirstBurned && self.beginning.is_none() {
            self.first_burned(spot);
        }
        self.burns.push(Dealing { goes, index, card: card.to_owned() });
        match &mut self.beginning {
            Some(beginning) if beginning.burned.len() < MOST => {
                beginning.is_certain |= goes == Goes::FirstBurned;
                beginning.burned.push(Dealing { goes, index, card: card.to_owned() });
            }
            Some(_) => {
                let what = format!("the card {card} was burned before play behind {MOST} others");
                self.listing.unused(spot.place, what);
            }
            None if self.mapping.decks.is_some() => {
                self.lost_between_coups(spot);
                self.shoe_event("burn", &[card]);
            }
            None => {
                let what = format!("the card {card} was burned in a shoe of which the mapping does not say `decks`");
                self.listing.unused(spot.place, what);
            }
        }
    }

    /// The first card by which cards are burned is that of a shoe, whose cutting card or start was lost.
    fn first_burned(&mut self, spot: Spot<'_>) {
        // Nothing of this shoe came before: it is the one with which the capture begins.
        let is_first = self.coup == 0 && self.shoe == self.mapping.first_shoe && self.burns.is_empty();
        let is_whole = self.lost_between == 0 && self.game.is_none() && !self.headless;
        if is_first && is_whole && self.cut_card == CutCard::Not && self.mapping.last_frame.is_none() {
            self.beginning = Some(Beginning { place: spot.place, is_certain: true, ..Beginning::default() });
            return;
        }
        if self.cut_card != CutCard::Not || self.lost_between > 0 {
            if self.lost_between == 0 {
                self.listing.summary.missing += 1;
                let what = "a first card by which cards are burned came, and the start of its shoe did not";
                self.listing.list(spot.place, what.to_owned());
            }
            // What was lost before it was the start of the shoe; more than that may have been.
            self.leave_out_headless();
            self.write_beginning();
            self.begin_shoe(spot, true);
        } else {
            self.listing.summary.missing += 1;
            let what = "a first card by which cards are burned came without a cutting card and a start before it: the shoe is taken for the same one; where it is a new one, begin the capture there, with `cut_card_out: true` in its mapping";
            self.listing.list(spot.place, what.to_owned());
        }
    }

    /// An error or the like: of the coup that is being dealt, or of none.
    fn say(&mut self, spot: Spot<'_>, text: String) {
        let noticed = spot.time.unwrap_or(&self.at).to_owned();
        match &mut self.game {
            Some(game) if game.said.len() >= MOST => {
                self.listing.unused(spot.place, format!("{text}; the coup has {MOST} such already"));
            }
            Some(game) => game.said.push(Said { text, noticed }),
            None => self.error = Some(Said { text, noticed }),
        }
    }

    fn result(&mut self, spot: Spot<'_>, result: ShoeResult) {
        let announced = result.announced;
        let is_early = |game: &Game| game.cards.len() < FEWEST_CARDS && game.lost == 0 && announced != Announced::Quit;
        match self.game.take_if(|game| !is_early(game)) {
            None => {
                self.listing.unused(spot.place, "a result before its cards: it is announced for no coup".to_owned());
                if self.game.is_none() {
                    // All cards of its coup are among what was lost, though the characters do not show it.
                    let is_again = self.announced == Some(result) || announced == Announced::Quit;
                    if self.in_step && self.coup > 0 && self.lost_between == 0 && !self.headless && !is_again {
                        self.lost_between = NOT_KNOWN;
                    }
                    self.headless |= self.in_step && self.lost_between > FEWEST_CARDS as u64;
                    self.leave_out_headless();
                    if !std::mem::replace(&mut self.in_step, true) {
                        self.lost_between = 0;
                    }
                }
            }
            Some(mut game) => {
                if announced == Announced::Quit {
                    let noticed = spot.time.unwrap_or(&self.at).to_owned();
                    let text = format!(
                        "the shoe was made to quit the game after {} ({}); what the table decided is not known to it",
                        counted(game.cards.len(), "card"),
                        game.codes()
                    );
                    game.said.push(Said { text, noticed });
                }
                // So much may have been lost that it is the result of a later coup.
                let is_its_own = self.lost != Lost::Unknown;
                if !is_its_own || game.may_lack_more() {
                    let what = format!("a result that may be of a later coup than that which began at {}", game.place);
                    self.listing.unused(spot.place, what);
                }
                self.write(game, spot, is_its_own.then_some(result), 0);
                self.ended = millisecond(spot.time).map(|now| (spot.place, now, self.shoe));
            }
        }
        self.announced = Some(result);
        self.announces_pairs |= announced != Announced::Quit && result.pairs.any();
    }

    /// The coup that is being dealt has no result, and another thing begins here, before which so many cards were lost.
    fn break_off(&mut self, spot: Spot<'_>, before: u64) {
        let Some(game) = self.game.take() else { return };
        self.listing.list(spot.place, format!("the coup that began at {} has no result", game.place));
        let is_shown = game.lost > 0;
        self.write(game, spot, None, before);
        if !is_shown {
            self.lost_between = NOT_KNOWN;
        }
    }

    /// Writes a coup, which ends at this place. Of the frames that were lost behind its first card so many were cards of the next
    /// one.
    fn write(&mut self, mut game: Game, spot: Spot<'_>, result: Option<ShoeResult>, of_the_next: u64) {
        self.coup = self.coup.saturating_add(1);
        self.listing.summary.coups += 1;
        // The deal was broken off: it cannot be dealt anew, and the shoe does not say what became of the coup.
        let is_quit = result.is_some_and(|result| result.announced == Announced::Quit);
        let is_misread = !is_quit && self.look(&mut game, spot, result);
        let has_result = result.is_some();
        // The result may be that of a later coup.
        let result = result.filter(|_| !game.may_lack_more());
        let is_whole = self.complete(&mut game, has_result, of_the_next, is_quit);
        let cards: Option<Vec<&str>> =
            (is_whole && !is_quit && !is_misread).then(|| game.cards.iter().map(|known| known.card.as_str()).collect());
        let (shoe, coup) = (self.shoe_name(), self.coup);
        let settled = result.and(spot.time);
        let is_baccarat = self.mapping.dealt == Dealt::AsTheShoeSays;
        let to: String =
            game.cards.iter().map(|dealing| if dealing.goes == Goes::Player { 'P' } else { 'B' }).collect();
        let declared = result.filter(|_| is_baccarat).and_then(|result| result.announced.word());
        let mut out = Vec::new();
        member(&mut out, ",\"shoe\":", &shoe);
        member(&mut out, ",\"coup\":", &coup);
        if game.began.is_some() || settled.is_some() {
            out.extend_from_slice(b",\"times\":{");
            let times = [("\"first_card\":", game.began.as_deref()), ("\"settled\":", settled)];
            for (at, (name, time)) in times.into_iter().filter_map(|(name, time)| Some((name, time?))).enumerate() {
                out.extend_from_slice(if at == 0 { b"" } else { b"," });
                member(&mut out, name, time);
            }
            out.push(b'}');
        }
        if let Some(cards) = &cards {
            member(&mut out, ",\"cards\":", cards);
            if is_baccarat {
                member(&mut out, ",\"to\":", &to);
            }
        }
        if !game.said.is_empty() {
            out.extend_from_slice(b",\"irregularities\":[");
            for (at, said) in game.said.iter().enumerate() {
                out.extend_from_slice(if at == 0 { b"{" } else { b",{" });
                said.write(&mut out);
                out.push(b'}');
            }
            out.push(b']');
        }
        if let Some(declared) = declared {
            member(&mut out, ",\"declared\":{\"result\":", declared);
            out.push(b'}');
        }
        member(&mut out, ",\"source_row\":", &game.place);
        self.out.push(Out::Record("coup", out));
    }

    /// Looks at what a coup shows beside the sequence characters. Whether its cards are refuted though no frame was lost.
    fn look(&mut self, game: &mut Game, spot: Spot<'_>, result: Option<ShoeResult>) -> bool {
        if game.lost > 0 {
            return false;
        }
        let beside = Beside { dealt: self.mapping.dealt, pace: &self.pace, announces_pairs: self.announces_pairs };
        let (why, contradicts) = match beside.of(game, result) {
            Shown::Nothing => return false,
            Shown::Noted(what) => {
                self.listing.list(game.place, what);
                return false;
            }
            Shown::Lost { why, contradicts } => {
                (game.is_broken, game.lost) = (true, NOT_KNOWN);
                (format!("{why}; neither its cards nor its result are recorded: {}", game.codes()), contradicts)
            }
            Shown::Misread(why) => (format!("{why}; its cards are not recorded: {}", game.codes()), true),
        };
        let coup = format!("coup {} of shoe {}", self.coup, self.shoe_name());
        let place = self.listing.place_word();
        match result {
            Some(_) => {
                self.listing.list(game.place, format!("{coup}, whose result came on {place} {}: {why}", spot.place))
            }
            None => self.listing.list(game.place, format!("{coup}: {why}")),
        };
        if contradicts {
            self.listing.summary.contradicting += 1;
            if self.listing.summary.contradictions.len() < MOST_NAMED {
                let named = format!("{coup}, {place} {} to {}", game.place, spot.place);
                self.listing.summary.contradictions.push(named);
            }
        }
        game.said.push(Said { text: why, noticed: spot.time.unwrap_or(&self.at).to_owned() });
        contradicts && !game.is_broken
    }

    /// Whether the cards of a coup are known, with `??` where its numbers show that one is missing: not where a frame of it was
    /// lost that is neither one of these nor its result, since it may have been a card. What is left of the lost frames stood
    /// behind it, or is of unknown kind.
    fn complete(&mut self, game: &mut Game, has_result: bool, of_the_next: u64, is_quit: bool) -> bool {
        let (cards, may_lack_cards) = (game.codes(), game.may_lack_cards(self.mapping.dealt));
        let missing = if is_quit { 0 } else { game.fill(self.mapping.dealt) };
        let accounted = missing + u64::from(!has_result) + of_the_next;
        let unknown = game.lost.saturating_sub(accounted);
        let (is_lost, missing) = (unknown > 0 || may_lack_cards, missing + game.unread);
        if game.is_broken {
            // It is listed with what showed it.
        } else if may_lack_cards {
            let what = format!(
                "frames of the coup did not come, and nothing shows how many: its cards are not recorded, as some may be of a later coup, or not be there: {cards}"
            );
            self.listing.list(game.place, what);
        } else if is_lost {
            let what = format!("a frame of the coup was lost, so its cards are not recorded: {cards}");
            self.listing.list(game.place, what);
        } else if missing > 0 {
            let cards = if missing == 1 { "a card".to_owned() } else { format!("{missing} cards") };
            self.listing.list(game.place, format!("{cards} of the coup did not come: written as {UNREADABLE}"));
        }
        self.listing.summary.incomplete += u64::from(is_lost || missing > 0 || !has_result);
        if has_result && unknown < NOT_KNOWN && !game.is_broken {
            // A start is no frame of a coup.
            if unknown > 0 && self.cut_card == CutCard::Not {
                self.cut_card = CutCard::MayBe;
            }
        } else {
            self.lost_between = self.lost_between.saturating_add(unknown);
        }
        !is_lost
    }

    pub(super) fn shoe_name(&self) -> String {
        format!("{}-{}", self.mapping.shoe, self.shoe)
    }

    fn shoe_event(&mut self, event: &str, cards: &[&str]) {
        self.write_beginning();
        let mut out = Vec::new();
        member(&mut out, ",\"shoe\":", &self.shoe_name());
        member(&mut out, ",\"event\":", event);
        if !cards.is_empty() {
            member(&mut out, ",\"cards\":", &cards);
        }
        self.out.push(Out::Record("shoe", out));
    }

    /// Writes that a shoe began, once it is known what was burned before play: not where that is not certain, or where one of its
    /// burned cards may have been lost, since a card that is not there would be one that nobody burned.
    fn write_beginning(&mut self) {
        let Some(beginning) = self.beginning.take() else { return };
        let burned: Vec<&str> = beginning.burned.iter().map(|burned| burned.card.as_str()).collect();
        match self.mapping.decks {
            Some(decks) if beginning.is_certain && self.lost_between == 0 => {
                let mut out = Vec::new();
                member(&mut out, ",\"shoe\":", &self.shoe_name());
                member(&mut out, ",\"event\":", "start");
                member(&mut out, ",\"decks\":", &decks);
                if !burned.is_empty() {
                    member(&mut out, ",\"burned\":", &burned);
                }
                self.out.push(Out::Record("shoe", out));
            }
            Some(_) if self.lost_between > 0 => {
                let what = format!(
                    "a frame was lost where a shoe began, so it is not recorded what was burned: {}",
                    if burned.is_empty() { "nothing came".to_owned() } else { burned.join(" ") }
                );
                self.listing.list(beginning.place, what);
            }
            _ => {}
        }
        for said in beginning.said {
            self.incident(&said);
        }
    }

    /// Writes what the shoe said outside any coup.
    fn write_error(&mut self) {
        let Some(said) = self.error.take() else { return };
        // A shoe is not begun before it is known what is burned.
        if let Some(beginning) = self.beginning.as_mut().filter(|beginning| beginning.said.len() < MOST) {
            beginning.said.push(said);
            return;
        }
        self.write_beginning();
        self.incident(&said);
    }

    fn incident(&mut self, said: &Said) {
        let mut out = Vec::new();
        member(&mut out, ",\"shoe\":", &self.shoe_name());
        out.push(b',');
        said.write(&mut out);
        self.out.push(Out::Record("incident", out));
    }

    /// What became of the pieces since this was asked last.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Out> + '_ {
        self.out.drain(..)
    }

    /// Lists pauses between coups in which whole coups may have been lost without a gap.
    fn long_pauses(&mut self) {
        let (usual, long) = self.pauses.long(self.pace.fastest());
        let place = self.listing.place_word();
        for Pause { from, to, coup, shoe, milliseconds } in long {
            let what = format!(
                "between coup {coup} of shoe {shoe} and the next one {} seconds passed (from {place} {from} to {place} {to}), where {} are usual: time enough for as many frames to be lost as the sequence characters count, and a whole coup among them; nothing else shows it, and the coups are numbered as they came",
                milliseconds / 1_000,
                usual / 1_000
            );
            self.listing.list(*to, what);
        }
        if let Some((more, from)) = self.pauses.not_kept() {
            let what = format!(
                "from here on {more} pauses between coups were not looked at, as more than are kept came before: whole coups may have been lost in them; cut the capture by days to have them looked at"
            );
            self.listing.list(from, what);
        }
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
        // What is lost where it ends says the same as between two coups.
        let is_another = self.lost_between > 1 || (self.lost_between > 0 && self.cut_card != CutCard::Not);
        let (first_shoe, coups_before) =
            if is_another { (self.shoe.saturating_add(1), 0) } else { (self.shoe, self.coup) };
        let cut_card = if self.lost_between > 0 { CutCard::MayBe } else { self.cut_card };
        CaptureMapping {
            first_shoe,
            coups_before,
            cut_card,
            last_frame: self.due.last().cloned(),
            ..self.mapping.clone()
        }
    }

    /// What was wrong so far.
    pub(super) fn summary(&self) -> &CaptureSummary {
        &self.listing.summary
    }

    /// Writes what waits, and sums up. A coup that the capture cuts off is in no record.
    pub(super) fn finish(mut self) -> (Vec<Out>, CaptureSummary) {
        self.due.not_mended(&mut self.listing);
        self.write_error();
        self.write_beginning();
        self.long_pauses();
        if let Some(game) = self.game.take() {
            self.listing.summary.unused += game.cards.len() as u64;
            let what =
                format!("the capture ends in the coup that begins here, which is in no record: {}", game.codes());
            self.listing.list(game.place, what);
            self.out.push(Out::LeftOut(1));
        }
        self.listing.summary.problems.sort_by_key(|problem| problem.place);
        (self.out, self.listing.summary)
    }
}

fn printed(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| if byte.is_ascii_graphic() { char::from(*byte) } else { '.' }).collect()
}
