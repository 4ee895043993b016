//! Coups of the usual shape, read without a tree and without an allocation.
//!
//! This is a quick way to what the strict reader returns, not another reader: it accepts some of the lines that the
//! strict one accepts, and reads the same from them ([`QuickCoup::record`]). It reads nothing from any other line.

mod cursor;
mod decode;
mod differs;

use std::borrow::Cow;

use resettle_game::{Mode, Shown, Token};

pub use cursor::{QuickTime, Span};
pub use differs::read_alike;

use crate::card::CardCode;
use crate::decode::Decoded;
use crate::record::{Body, Coup, Declared, Record, Times, Wager, is_none};
use resettle_sealed_log::Digest;
use resettle_sealed_log::Time;

/// More cards than a coup of any baccarat draws from the shoe.
pub const MOST_CARDS: usize = 8;

/// More wagers than a table has; a coup with more is left to the strict reader.
const MOST_WAGERS: usize = 64;

/// A coup of the usual shape: all times, readable cards, wagers that were accepted, no irregularity; or what was read quickly of
/// another: a part that one of several sources holds, or wagers that were refused.
///
/// It holds its line; its texts are positions in it.
#[derive(Clone, Debug, Default)]
pub struct QuickCoup {
    /// Line in the file, from 1.
    pub line: u64,
    /// SHA-256 of the line.
    pub sha256: Digest,
    /// The record's own number.
    pub seq: u64,
    /// What it names as its predecessor.
    pub prev: Digest,
    /// When it was written.
    pub at: QuickTime,
    /// The id of the shoe, in the line.
    pub shoe: Span,
    /// The coup's number within the shoe, from 1.
    pub coup: u64,
    /// The times of the round; those that are not in `times_there` are not on the line.
    pub times: QuickTimes,
    times_there: u32,
    /// Which members the line has.
    there: u32,
    /// Whether it is of the usual shape, with all that a coup of one log has; otherwise it is only read quickly.
    pub(crate) usual: bool,
    /// Whether its wagers were taken.
    pub(crate) plain: bool,
    source_row: Option<i64>,
    /// What was announced.
    pub declared: Declared,
    /// What the display showed.
    pub wrd: Option<Shown>,
    /// Live, if the line says so.
    pub mode: Option<Mode>,
    /// The wagers, in their order.
    pub wagers: Vec<QuickWager>,
    cards: Cards,
    cards_drawn: u8,
    bytes: Vec<u8>,
}

/// The times of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuickTimes {
    /// Commencement of play.
    pub opened: QuickTime,
    /// No more bets.
    pub closed: QuickTime,
    /// First card out of the device.
    pub first_card: QuickTime,
    /// Settlement done.
    pub settled: QuickTime,
}

/// A wager. Money in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuickWager {
    /// Its place among the wagers of its record, counted from 1.
    pub place: usize,
    /// The wager's id, where the line gives one.
    pub id: Option<Span>,
    /// The bet's name; any word.
    pub bet: Span,
    /// What lay on the layout, above zero.
    pub stake: i64,
    /// All that went back, stake included.
    pub returned: i64,
    /// Collected apart from `returned`.
    pub commission: i64,
    /// The seat that placed it, where the line names one.
    pub seat: Option<Span>,
    /// The betting area.
    pub area: Option<Span>,
    /// The person's account.
    pub player: Option<Span>,
    /// The terminal's id; `None` where the line names none.
    pub terminal: Option<Span>,
    /// When it was placed; absent = in time.
    pub placed: Option<QuickTime>,
    /// Whether a Gaming Manager approved it.
    pub approved: bool,
    /// When it was taken back.
    pub withdrawn: Option<QuickTime>,
    /// Whether it was not taken.
    pub refused: bool,
    /// What it was made with.
    pub token: Option<Token>,
}

impl QuickWager {
    fn moved(&self, by: usize) -> Self {
        let text = |text: Option<Span>| text.map(|text| text.moved(by));
        let time = |time: Option<QuickTime>| time.map(|time| QuickCoup::moved(time, by));
        Self {
            id: text(self.id),
            bet: self.bet.moved(by),
            seat: text(self.seat),
            area: text(self.area),
            player: text(self.player),
            terminal: text(self.terminal),
            placed: time(self.placed),
            withdrawn: time(self.withdrawn),
            ..*self
        }
    }
}

/// Reads lines into [`QuickCoup`]s.
#[derive(Debug, Default)]
pub(crate) struct QuickReader {
    habits: decode::Habits,
    pub(crate) coup: QuickCoup,
}

impl QuickReader {
    /// Whether a line is a coup of the usual shape, which then is `self.coup`, except for its line.
    pub(crate) fn reads(&mut self, line: &[u8]) -> bool {
        decode::decode(line, &mut self.coup, &mut self.habits).is_some()
    }

    /// The same; the coup then is `coup`.
    pub(crate) fn reads_into(&mut self, line: &[u8], coup: &mut QuickCoup) -> bool {
        decode::decode(line, coup, &mut self.habits).is_some()
    }
}

/// The cards of a coup; those beyond the number drawn are filler.
#[derive(Clone, Debug)]
struct Cards([CardCode; MOST_CARDS]);

impl Default for Cards {
    fn default() -> Self {
        Self([CardCode::UNREADABLE; MOST_CARDS])
    }
}

impl QuickCoup {
    /// The coup on a line of a log, read again; `sha256` is the line's.
    #[must_use]
    pub fn again(bytes: &[u8], line: u64, sha256: Digest) -> Option<Self> {
        let mut reader = QuickReader::default();
        (reader.reads(bytes) && reader.coup.usual).then_some(())?;
        reader.coup.bytes.clear();
        reader.coup.bytes.extend_from_slice(bytes);
        Some(Self { line, sha256, ..reader.coup })
    }

    /// Its line, without the line feed.
    #[must_use]
    pub fn whole_line(&self) -> &[u8] {
        self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes)
    }

    /// The bytes of a text.
    #[must_use]
    pub fn bytes(&self, text: Span) -> &[u8] {
        text.of(&self.bytes)
    }

    /// Whether the line has cards.
    #[must_use]
    pub fn has_cards(&self) -> bool {
        self.there & 1 << decode::CARDS != 0
    }

    /// Whether the line has wagers, even none.
    #[must_use]
    pub fn has_wagers(&self) -> bool {
        self.there & 1 << decode::WAGERS != 0
    }

    /// Whether the line says what was declared.
    #[must_use]
    pub fn has_declared(&self) -> bool {
        self.there & 1 << decode::DECLARED_AT != 0
    }

    /// Whether all times of the round are there.
    #[must_use]
    pub fn all_times(&self) -> bool {
        self.stated_times().iter().all(Option::is_some)
    }

    /// The times of the round that the line has: opened, closed, first card, settled.
    #[must_use]
    pub fn stated_times(&self) -> [Option<QuickTime>; 4] {
        let QuickTimes { opened, closed, first_card, settled } = self.times;
        let there = |at: u32, time| (self.times_there & 1 << at != 0).then_some(time);
        [there(0, opened), there(1, closed), there(2, first_card), there(3, settled)]
    }

    /// Takes over what another source holds of the same coup: its wagers behind the own ones, what was declared and shown.
    /// Returns where the other's bytes begin among the own ones.
    pub fn join(&mut self, other: &Self) -> usize {
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        for wager in &other.wagers {
            self.wagers.push(wager.moved(offset));
        }
        if other.has_declared() {
            self.declared = other.declared;
        }
        self.wrd = self.wrd.or(other.wrd);
        self.mode = self.mode.or(other.mode);
        self.there |= other.there;
        offset
    }

    /// A time of another source's line, which [`QuickCoup::join`] put there.
    #[must_use]
    pub fn moved(time: QuickTime, offset: usize) -> QuickTime {
        QuickTime { text: time.text.moved(offset), ..time }
    }

    /// A text as a number that only this text has, since none holds NUL: its bytes, the first the lowest. `None` if it is
    /// longer than sixteen bytes or fewer follow from where it begins; such texts are to be compared by their bytes.
    #[must_use]
    pub fn word(&self, text: Span) -> Option<u128> {
        text.word(&self.bytes)
    }

    /// A text; it is plain ASCII.
    #[must_use]
    pub fn text(&self, text: Span) -> &str {
        std::str::from_utf8(text.of(&self.bytes)).unwrap_or_default()
    }

    /// The physical cards in the order drawn, all readable.
    #[must_use]
    pub fn cards(&self) -> &[CardCode] {
        self.cards.0.get(..usize::from(self.cards_drawn)).unwrap_or_default()
    }

    pub(crate) fn line_of(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// A time as the line writes it.
    #[must_use]
    pub fn time(&self, time: QuickTime) -> Time {
        Time::known(self.bytes(time.text), time.moment())
    }

    /// The times of the round.
    #[must_use]
    pub fn round_times(&self) -> Times {
        let [opened, closed, first_card, settled] = self.stated_times().map(|time| time.map(|time| self.time(time)));
        Times { opened, closed, first_card, settled }
    }

    /// The record as the strict reader gives it.
    #[must_use]
    pub fn record(&self) -> Record {
        let Decoded { seq, at, body, .. } = self.decoded(false);
        Record { line: self.line, seq, at, sha256: self.sha256, body }
    }

    pub(crate) fn decoded(&self, imported: bool) -> Decoded {
        let body = Body::Coup(Box::new(self.whole(imported)));
        Decoded { seq: self.seq, prev: self.prev, at: self.time(self.at), body, parts: Vec::new() }
    }

    pub(crate) fn whole(&self, imported: bool) -> Coup {
        let there = |at: u32| self.there & 1 << at != 0;
        Coup {
            shoe: Some(self.text(self.shoe).to_owned()),
            coup: Some(self.coup),
            mode: self.mode,
            times: self.round_times(),
            cards: there(decode::CARDS).then(|| self.cards().to_vec()),
            wagers: there(decode::WAGERS).then(|| self.wagers.iter().map(|wager| self.wager(wager)).collect()),
            declared: there(decode::DECLARED_AT).then_some(self.declared),
            wrd: self.wrd,
            source_row: self.source_row.filter(|_| imported),
            ..Coup::default()
        }
    }

    /// How findings name a wager of its.
    pub(crate) fn name_of(&self, wager: &QuickWager) -> Cow<'_, str> {
        match wager.id.map(|id| self.text(id)) {
            Some(id) if !is_none(id) && !self.is_shared(wager) => Cow::Borrowed(id),
            _ => Cow::Owned(format!("#{}", wager.place)),
        }
    }

    /// Whether another wager of its has the same id.
    fn is_shared(&self, wager: &QuickWager) -> bool {
        let bytes = |id: Option<Span>| id.map(|id| self.bytes(id));
        self.wagers.iter().filter(|other| bytes(other.id) == bytes(wager.id)).count() > 1
    }

    /// Whether two of its wagers have the same id.
    #[must_use]
    pub fn shares_an_id(&self) -> bool {
        let ids = || self.wagers.iter().filter_map(|wager| wager.id).map(|id| self.bytes(id));
        // Most writers count them.
        if ids().is_sorted_by(|one, other| (one.len(), *one) < (other.len(), *other)) {
            return false;
        }
        let mut sorted: Vec<&[u8]> = ids().collect();
        sorted.sort_unstable();
        sorted.iter().zip(sorted.iter().skip(1)).any(|(one, other)| one == other)
    }

    fn wager(&self, wager: &QuickWager) -> Wager {
        let owned = |text: Option<Span>| text.map(|text| self.text(text).to_owned());
        Wager {
            name: self.name_of(wager).into_owned(),
            place: wager.place,
            shares: wager
                .id
                .map(|id| self.text(id))
                .filter(|id| !is_none(id) && self.is_shared(wager))
                .unwrap_or_default()
                .to_owned(),
            bet: self.text(wager.bet).to_owned(),
            stake: wager.stake,
            returned: wager.returned,
            seat: owned(wager.seat),
            area: owned(wager.area),
            player: owned(wager.player),
            terminal: owned(wager.terminal),
            placed: wager.placed.map(|time| self.time(time)),
            withdrawn: wager.withdrawn.map(|time| self.time(time)),
            removed: false,
            accepted: !wager.refused,
            by: None,
            approved: wager.approved,
            commission: wager.commission,
            token: wager.token,
            restricted: false,
            made_up: None,
        }
    }
}

#[cfg(test)]
mod tests;
