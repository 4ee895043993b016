use std::sync::Arc;

use resettle_game::{Role, Ruling};
use resettle_ruleset::Ruleset;
use resettle_sealed_log::{Moment, Time};

use crate::catalogue::Code;
use crate::finding::Place;

/// What an entry of the register is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// An irregularity, logged with its coup or as an incident.
    Irregularity,
    /// A wager that was not accepted.
    RefusedWager,
    /// A wager that was removed after a reconstruction.
    RemovedWager,
}

impl Subject {
    /// The word that reports use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Irregularity => "irregularity",
            Self::RefusedWager => "refused_wager",
            Self::RemovedWager => "removed_wager",
        }
    }
}

/// What an entry of the register rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// Something else than the claim itself shows it: the cards, where they were put at first, the display, a count of the
    /// device, another source.
    Log,
    /// Nothing but the claim itself says so: it is somebody's word.
    Word,
}

impl Evidence {
    /// The word that reports use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Log => "log",
            Self::Word => "word",
        }
    }
}

/// What a coup moved at one of the terminals that an interruption names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtTerminal {
    /// The terminal, as the log names it.
    pub terminal: String,
    /// As [`Registered::moved`], of the wagers made there; 0 where none was.
    pub moved: Option<i128>,
    /// All that went back of them, in minor units.
    pub returned: i128,
}

/// One entry of the register of irregularities: what went wrong according to somebody, what was decided, and what it
/// moved. `adjudication.md`, "The register".
#[derive(Clone, Debug)]
pub struct Registered {
    /// The record that holds it: the coup's or the incident's.
    pub place: Place,
    /// The id of that log.
    pub log: Arc<str>,
    /// The file, as it was named.
    pub file: Arc<str>,
    /// The shoe concerned, where known.
    pub shoe: Option<String>,
    /// The coup concerned; `None` for an incident that concerns no coup.
    pub coup: Option<u64>,
    /// When the coup commenced, else when the record was written.
    pub commenced: Moment,
    /// The ruleset that judged it; `None` if none was in force.
    pub ruleset: Option<Arc<Ruleset>>,
    /// What it is about.
    pub subject: Subject,
    /// The kind as the log writes it; any word. For a wager, its bet.
    pub kind: String,
    /// The wager, if the entry is about one.
    pub wager: Option<String>,
    /// The account of that wager, as the log names it.
    pub player: Option<String>,
    /// The seat of that wager, as the log names it.
    pub seat: Option<String>,
    /// The terminal of that wager, or the terminals that an interruption names.
    pub terminals: Vec<String>,
    /// The facts that the log states, by name, in the order of the format; values as the log writes them.
    pub facts: Vec<(&'static str, String)>,
    /// When it was noticed; for a wager, when it was placed or taken back.
    pub noticed: Option<Time>,
    /// What was decided, if that was logged.
    pub ruling: Option<Ruling>,
    /// The role of who decided or acted; `None` where the log names none.
    pub by: Option<Role>,
    /// The clause, as findings cite it; `None` if the document is silent.
    pub clause: Option<String>,
    /// What it led to, in a few words, such as "the coup was voided".
    pub consequence: String,
    /// Whether the log shows it.
    pub evidence: Evidence,
    /// All returned less all due by the cards as logged, over the whole coup (for a wager: over that wager), in minor
    /// units, positive in the player's favour; `None` if the cards do not show it. If a coup has several entries, each
    /// of them carries the amount; sums count a coup once.
    pub moved: Option<i128>,
    /// Where `moved` is unknown, all that went back of the coup (of a wager: of that wager), in minor units: so much hangs
    /// on the entry. `None` if nothing did.
    pub went_back: Option<i128>,
    /// Of an interruption that names terminals, what each of them has of both, each terminal once; empty where a wager of the
    /// coup names no terminal.
    pub at_terminals: Vec<AtTerminal>,
    /// Whether it concerns a coup of a tournament: then the amount moved is in chips, not in money.
    pub chips: bool,
    /// The codes of the findings about it; empty if there are none.
    pub faults: Vec<Code>,
    /// Whether a seal that counts vouches for the record; like that of findings, known only when the log has been read.
    pub authenticated: bool,
}
