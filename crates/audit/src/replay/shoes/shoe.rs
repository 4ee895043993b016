use std::collections::BTreeMap;

use resettle_coup_log::CardCode;
use resettle_game::Card;
use resettle_ruleset::Ruleset;
use resettle_sealed_log::Moment;
use serde::{Deserialize, Serialize};

use super::kept::Kept;
use super::pending::Pending;
use crate::case::Exposure;
use crate::finding::Place;
use crate::irregularity::Logged;
use crate::shoe::{Accounted, Burns, CheckDuty, Composition, CutSeen};

/// Something that happened to a shoe after the coup that still waits.
#[derive(Debug)]
pub(crate) enum Event {
    /// The cards that can be read, and how many cannot.
    Burn(Vec<Card>, usize, Box<Place>),
    /// Checked: the cards were taken out and verified.
    Check,
    /// Cards were taken out, and others put in.
    Replace { out: Vec<CardCode>, put_in: Vec<CardCode> },
}

/// What is known of one shoe. What is skipped is awaited or open: with any of it the shoe is not packed ([`Shoe::is_calm`]).
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Shoe {
    pub(crate) started: bool,
    /// The log whose record started it, as places number it.
    pub(crate) started_in: usize,
    pub(crate) ended: bool,
    /// Whether it was started again before its first coup.
    pub(crate) started_twice: bool,
    /// Whether `procedure/shoe-record` was reported; composition is then not judged.
    pub(crate) record_fault: bool,
    pub(crate) recirculates: bool,
    /// The cards burned before the first coup, `None` for one that was not shown or cannot be read.
    pub(crate) burned: Vec<Option<Card>>,
    pub(crate) burn_omitted: bool,
    /// What was burned since its last coup.
    #[serde(skip)]
    pub(crate) burns: Burns,
    /// Whether an irregularity of its last coup requires a burned card.
    pub(crate) burns_more: bool,
    /// Whether one of its last coup may have taken cards out of play.
    pub(crate) took_cards: bool,
    /// Whether its cut card appeared.
    pub(crate) cut: Option<CutSeen>,
    pub(crate) composition: Option<Box<Composition>>,
    /// The first coup's place, at which findings about the whole shoe are reported.
    pub(crate) first_coup: Option<Place>,
    pub(crate) last_number: Option<u64>,
    /// The last coup before a second start, and when and as which start that shoe had begun.
    #[serde(skip)]
    pub(crate) before_start: Option<BeforeStart>,
    /// The last number before a second start: numbers may go on from there, or begin anew.
    pub(crate) resumes_after: Option<u64>,
    /// How many rounds of an import's source were left out after the last coup.
    pub(crate) unread_after: u64,
    /// Whether a coup whose record cannot be read comes after the waiting one.
    pub(crate) unread_coup: bool,
    #[serde(skip)]
    pub(crate) pending: Option<Box<Pending>>,
    /// What happened since the waiting coup, in order.
    #[serde(skip)]
    pub(crate) since: Vec<Event>,
    /// A card that the previous coup kept: by right, and the clause if the next has to be a no-bet coup.
    #[serde(skip)]
    pub(crate) kept: Option<Kept>,
    #[serde(skip)]
    pub(crate) check_duties: Vec<CheckDuty>,
    /// Whether the log was finally sealed while its coup waited.
    pub(crate) sealed: bool,
    /// Which start of the table's shoes it was, counted from 1; 0 if none is known.
    pub(crate) nth_start: u64,
    /// Cards that may be taken out or put in when cards are replaced.
    #[serde(skip)]
    pub(crate) accounts: Vec<Accounted>,
    /// Cards that were replaced by others since its last coup: taken out, put in.
    #[serde(skip)]
    pub(crate) replaced: Vec<(Vec<CardCode>, Vec<CardCode>)>,
    /// Whether any were since its last coup, by others or by the same.
    #[serde(skip)]
    pub(crate) any_replaced: bool,
    /// When it was last checked since its last coup.
    #[serde(skip)]
    pub(crate) checked_at: Option<Moment>,
    /// What was seen in its last coup, or since then, that may open a no-bet coup.
    #[serde(skip)]
    pub(crate) shown: Vec<Exposure>,
    /// What incidents since its last coup add to that.
    #[serde(skip)]
    pub(crate) shown_since: Vec<Exposure>,
    /// Incidents that name a coup whose record has not come yet.
    #[serde(skip)]
    pub(crate) early: BTreeMap<u64, Vec<Early>>,
    /// Incidents that name no coup, of a card that makes the next one a no-bet coup.
    #[serde(skip)]
    pub(crate) opening: Vec<Early>,
}

impl Shoe {
    /// Whether nothing of it is awaited or open but its waiting coup.
    pub(crate) fn is_calm(&self) -> bool {
        self.owes_nothing() && self.before_start.is_none() && self.accounts.is_empty()
    }

    /// Whether nothing happened since its last coup that the next one is judged by, and nothing is owed, kept or open.
    pub(crate) fn owes_nothing(&self) -> bool {
        self.burns.is_empty()
            && self.since.is_empty()
            && self.kept.is_none()
            && self.check_duties.is_empty()
            && self.replaced.is_empty()
            && !self.any_replaced
            && self.checked_at.is_none()
            && self.shown.is_empty()
            && self.shown_since.is_empty()
            && self.early.is_empty()
            && self.opening.is_empty()
    }

    /// Its coup is not judged, and so asks nothing of the next one.
    pub(crate) fn leaves_nothing(&mut self) {
        self.since.clear();
        self.shown.clear();
        self.shown_since.clear();
        self.kept = None;
    }

    /// Whether its composition is judged: its records state what it holds.
    pub(crate) fn asked(&self) -> bool {
        self.started && !self.record_fault
    }

    /// Whether cards come back into it, by its record or by the rules.
    pub(crate) fn cards_return(&self, ruleset: &Ruleset) -> bool {
        self.recirculates || ruleset.deal.cards_return.is_some()
    }
}

/// What a shoe was before it was started again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeforeStart {
    pub(crate) nth_start: u64,
    pub(crate) last_number: u64,
    /// When it was started again.
    pub(crate) until: Moment,
}

/// An incident that concerns a coup whose record has not come yet.
#[derive(Debug)]
pub(crate) struct Early {
    /// The coup that it names.
    pub(crate) coup: Option<u64>,
    /// Whether it names its shoe; otherwise it may concern another one of the table.
    pub(crate) of_shoe: bool,
    pub(crate) logged: Logged,
    /// Whether the shoe was checked since.
    pub(crate) checked: bool,
    /// Whether it was written after the coup that it concerns and the next one.
    pub(crate) late: bool,
}

impl Early {
    pub(crate) fn new(coup: Option<u64>, of_shoe: bool, logged: Logged) -> Self {
        Self { coup, of_shoe, logged, checked: false, late: false }
    }
}
