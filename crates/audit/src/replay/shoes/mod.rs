//! The shoes of a table: what the log records of each, and the coup of each that still waits.

mod arrival;
mod away;
mod burns;
mod cards;
mod checks;
mod events;
mod held;
mod kept;
mod parked;
mod pending;
mod replaced;
mod shoe;
mod waiting;

use resettle_sealed_log::{Moment, SourceKind};

use crate::finding::{Finding, Place};
use crate::moments::Aftermath;
use crate::replay::round::Round;
use away::Away;
use held::Held;
use waiting::Waiting;

pub(super) use arrival::{Arriving, Between};
pub(super) use burns::{before_each, burned_besides, burned_between, takes_cards};
pub(super) use cards::{cards_of, drawn, not_of_the_shoe, returns};
pub(super) use checks::{check_duties, not_checked};
pub(super) use kept::{Kept, carried_card, kept_as_logged, kept_card};
pub(super) use parked::Line;
pub(super) use pending::Pending;
pub(super) use replaced::accounted;
pub(super) use shoe::{Early, Event, Shoe};

/// A record that starts a shoe and does not count.
#[derive(Debug)]
pub(super) struct NotStarted {
    pub(super) shoe: String,
    pub(super) place: Place,
    /// Why it does not.
    pub(super) why: &'static str,
}

/// The shoes of a table.
#[derive(Debug)]
pub(crate) struct Shoes {
    /// The kind of the source that leads.
    source: SourceKind,
    /// Except those that were packed.
    held: Held,
    away: Away,
    /// How many final seals were read.
    finals: u64,
    /// How many were started, and which start the latest coup's shoe had.
    starts: u64,
    latest_start: u64,
    in_play: Option<String>,
    /// The shoe that was in play before it.
    out_of_play: Option<String>,
    /// The shoe that a record ended last, and where that stands.
    ended_last: Option<(String, Place)>,
    /// The latest record that starts a shoe and does not count.
    not_started: Option<NotStarted>,
    /// Those whose last coup waits for what follows; the others need not be looked at when something does.
    awaiting_next: Vec<String>,
    waiting: Waiting,
    /// Incidents that name neither a coup nor a shoe, of a card that makes the table's next coup a no-bet coup.
    opening: Vec<Early>,
}

impl Shoes {
    pub(super) fn new(source: SourceKind) -> Self {
        Self {
            source,
            held: Held::default(),
            away: Away::default(),
            finals: 0,
            starts: 0,
            latest_start: 0,
            in_play: None,
            out_of_play: None,
            ended_last: None,
            not_started: None,
            awaiting_next: Vec::new(),
            waiting: Waiting::default(),
            opening: Vec::new(),
        }
    }

    /// An incident of a card that makes the next coup of its shoe, or without one of the table, a no-bet coup.
    pub(super) fn opens(&mut self, shoe: Option<&str>, incident: Early) {
        match shoe {
            Some(id) => self.entry(id).opening.push(incident),
            None => self.opening.push(incident),
        }
    }

    /// Whether such an incident of the whole table waits for its coup.
    pub(super) fn opening(&self) -> bool {
        !self.opening.is_empty()
    }

    /// Takes out the incidents that make a coup a no-bet coup: those noticed before it commenced, or all if it is one.
    pub(super) fn opened_by(&mut self, id: &str, commenced: Moment, is_no_bet: bool) -> Vec<Early> {
        let concerns = |early: &mut Early| is_no_bet || early.logged.irregularity.noticed.moment() <= commenced;
        let mut taken: Vec<Early> = self.opening.extract_if(.., concerns).collect();
        if let Some(shoe) = self.held.get_mut(id) {
            taken.extend(shoe.opening.extract_if(.., concerns));
        }
        taken
    }

    /// Takes out those that no coup followed.
    pub(super) fn left_open(&mut self, id: Option<&str>) -> Vec<Early> {
        match id {
            Some(id) => self.held.get_mut(id).map(|shoe| std::mem::take(&mut shoe.opening)).unwrap_or_default(),
            None => std::mem::take(&mut self.opening),
        }
    }

    /// Whether there is a log of the table or its shoe that records the shoes.
    pub(super) fn asks(&self) -> bool {
        matches!(self.source, SourceKind::Table | SourceKind::Shoe)
    }

    pub(super) fn get(&self, id: &str) -> Option<&Shoe> {
        self.held.get(id)
    }

    pub(super) fn get_mut(&mut self, id: &str) -> Option<&mut Shoe> {
        self.held.get_mut(id)
    }

    /// A shoe that may not have been named before.
    pub(super) fn entry(&mut self, id: &str) -> &mut Shoe {
        self.held.entry(id)
    }

    pub(super) fn insert(&mut self, id: String, shoe: Box<Shoe>) {
        self.held.insert(id, shoe);
    }

    pub(super) fn remove(&mut self, id: &str) -> Option<Box<Shoe>> {
        self.held.remove(id)
    }

    pub(super) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.held.iter().map(|(id, _)| id.clone()).collect();
        ids.sort_unstable();
        ids
    }

    /// The shoe that the latest record of a coup or of a start named.
    pub(super) fn in_play(&self) -> Option<&str> {
        self.in_play.as_deref()
    }

    /// Whether a coup of the shoe in play was read, and its end was not.
    pub(super) fn is_mid_shoe(&self) -> bool {
        let shoe = self.in_play().and_then(|id| self.get(id));
        shoe.is_some_and(|shoe| !shoe.ended && shoe.last_number.is_some())
    }

    pub(super) fn plays(&mut self, id: &str) {
        if self.in_play.as_deref() != Some(id) {
            self.out_of_play = self.in_play.replace(id.to_owned());
        }
    }

    /// A record that starts a shoe does not count.
    pub(super) fn does_not_start(&mut self, record: NotStarted) {
        self.not_started = Some(record);
    }

    pub(super) fn latest_start(&self) -> u64 {
        self.latest_start
    }

    /// A coup is played from a shoe that was started as the nth.
    pub(super) fn plays_from(&mut self, nth_start: u64) {
        self.latest_start = self.latest_start.max(nth_start);
    }

    /// Whether one more coup with this many wagers may wait.
    pub(super) fn has_room(&self, wagers: usize) -> bool {
        self.waiting.has_room(wagers)
    }

    /// The shoe whose coup has waited longest.
    pub(super) fn longest_waiting(&self) -> Option<String> {
        self.waiting.oldest().map(str::to_owned)
    }

    /// The place of a coup in the order of waiting.
    pub(super) fn ticket(&mut self, id: &str, round: &Round) -> u64 {
        self.waiting.add(id, round)
    }

    /// A coup begins to wait for what follows.
    pub(super) fn waits(&mut self, id: String, pending: Pending) {
        self.entry(&id).pending = Some(Box::new(pending));
        self.awaiting_next.push(id);
    }

    /// The shoe whose coup has waited longest, where too much waits.
    pub(super) fn too_many(&self) -> Option<String> {
        self.waiting.too_many().map(str::to_owned)
    }

    /// The coup of a shoe that waits, now that its time has come.
    pub(super) fn take_pending(&mut self, id: &str) -> Option<Box<Pending>> {
        let pending = self.get_mut(id)?.pending.take()?;
        self.waiting.remove(pending.ticket);
        Some(pending)
    }

    /// Passes what follows to every coup that waits for it.
    pub(super) fn follow(&mut self, vouched: bool, note: impl Fn(&mut Aftermath)) {
        for id in &self.awaiting_next {
            // What nobody vouches for does not end the waiting of a coup that a seal vouches for.
            if let Some(pending) = self.held.get_mut(id).and_then(|shoe| shoe.pending.as_mut())
                && (vouched || !pending.vouched)
            {
                note(&mut pending.aftermath);
            }
        }
    }

    /// The shoes whose coup waited for the one that comes now.
    pub(super) fn awaited_next(&mut self) -> Vec<String> {
        std::mem::take(&mut self.awaiting_next)
    }

    /// The log is complete: a check that is still owed was not made. For a coup that waits this is checked once it is judged.
    pub(super) fn finally_sealed(&mut self, at: Moment, vouched: bool) -> Vec<Finding> {
        self.follow(vouched, |aftermath| aftermath.final_seal = aftermath.final_seal.or(Some(at)));
        self.finals += 1;
        self.held.values_mut().flat_map(Shoe::finally_sealed).collect()
    }
}
