use std::collections::BTreeMap;

use resettle_coup_log::CardCode;
use resettle_game::Card;
use resettle_ruleset::Ruleset;
use resettle_sealed_log::Time;

use crate::claims::Exposure;
use crate::finding::Place;
use crate::irregularity::Logged;
use crate::shoe::{Accounted, Burns, CheckDuty, Composition, CutSeen};

use super::pending::Pending;

/// Something that happened to a shoe after the coup that still waits.
#[derive(Debug)]
pub(super) enum Event {
    Burn(Vec<Card>, Place),
    /// Checked: the cards were taken out and verified.
    Check,
    /// Cards were taken out, and others put in.
    Replace {
        out: Vec<CardCode>,
        put_in: Vec<CardCode>,
    },
}

/// What is known of one shoe.
#[derive(Debug, Default)]
pub(super) struct Shoe {
    pub(super) started: bool,
    /// The log whose record started it, as places number it.
    pub(super) started_in: usize,
    pub(super) ended: bool,
    /// Whether it was started again before its first coup.
    pub(super) started_twice: bool,
    /// Whether `procedure/shoe-record` was told; composition is then not judged.
    pub(super) record_fault: bool,
    pub(super) recirculates: bool,
    /// The cards burned before the first coup, `None` for one that was not shown or cannot be read.
    pub(super) burned: Vec<Option<Card>>,
    pub(super) burn_omitted: bool,
    /// What was burned since its last coup.
    pub(super) burns: Burns,
    /// Whether an irregularity of its last coup has a card burned.
    pub(super) burns_more: bool,
    /// Whether its cut card appeared.
    pub(super) cut: Option<CutSeen>,
    pub(super) composition: Option<Box<Composition>>,
    /// The first coup's place, where findings about the whole shoe stand.
    pub(super) first_coup: Option<Place>,
    pub(super) last_number: Option<u64>,
    /// The last number before a second start: numbers may go on from there, or begin anew.
    pub(super) resumes_after: Option<u64>,
    /// How many rounds of an import's source were left out after the last coup.
    pub(super) unread_after: u64,
    /// Whether a coup whose record cannot be read lies after the waiting one.
    pub(super) unread_coup: bool,
    pub(super) pending: Option<Box<Pending>>,
    /// What happened since the waiting coup, in order.
    pub(super) since: Vec<Event>,
    /// A card that the coup before kept: by right, and the clause if the next has to be a no-bet coup.
    pub(super) kept: Option<Kept>,
    pub(super) check_duties: Vec<CheckDuty>,
    /// Whether the log was finally sealed while its coup waited.
    pub(super) sealed: bool,
    /// Which start of the table's shoes it was, from 1; 0 where none is known.
    pub(super) nth_start: u64,
    /// Cards that may be taken out or put in when cards are replaced.
    pub(super) accounts: Vec<Accounted>,
    /// Cards that were replaced by others since its last coup: taken out, put in.
    pub(super) replaced: Vec<(Vec<CardCode>, Vec<CardCode>)>,
    /// What was seen in its last coup, or since, that may open a no-bet coup.
    pub(super) shown: Vec<Exposure>,
    /// What incidents since its last coup add to that.
    pub(super) shown_since: Vec<Exposure>,
    /// Incidents that name a coup whose record has not come yet.
    pub(super) early: BTreeMap<u64, Vec<Early>>,
}

impl Shoe {
    /// Whether its composition is judged: its records tell what it holds.
    pub(super) fn asked(&self) -> bool {
        self.started && !self.record_fault
    }

    /// Whether cards come back into it, by its record or by the rules.
    pub(super) fn cards_return(&self, ruleset: &Ruleset) -> bool {
        self.recirculates || ruleset.deal.cards_return.is_some()
    }
}

/// An incident that names a coup whose record has not come yet.
#[derive(Debug)]
pub(super) struct Early {
    pub(super) logged: Logged,
    pub(super) written: Time,
    /// Whether the shoe was checked since.
    pub(super) checked: bool,
}

/// A card that lies in two coups.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) card: Option<Card>,
    pub(super) by_right: bool,
    pub(super) no_bet_clause: Option<String>,
}

impl Kept {
    /// Nobody knows what the coup before kept: its record is missing or cannot be read.
    pub(super) fn unknown() -> Self {
        Self { card: None, by_right: false, no_bet_clause: None }
    }
}
