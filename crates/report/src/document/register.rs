use std::collections::BTreeSet;

use resettle_audit::{AtTerminal, Registered};
use resettle_oversight::staffing::Duty;
use serde::{Deserialize, Serialize};

/// An entry of the register of irregularities as reports write it: what somebody said went wrong, what was decided, and
/// what it moved. May quote text of a log: neutralise before printing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RegisterRow {
    /// `irregularity`, `refused_wager` or `removed_wager`.
    pub subject: String,
    /// The kind as the log writes it; of a wager its bet.
    pub kind: String,
    /// The log's id.
    pub log: String,
    /// The path of the file, as it was given.
    pub file: String,
    /// Line from 1.
    pub line: Option<u64>,
    /// The record's `seq`.
    pub seq: Option<u64>,
    /// The venue; empty where the log has no readable `open`, as are the next two.
    pub venue: String,
    /// The table's id, as its logs write it.
    pub table: String,
    /// ISO 4217 code.
    pub currency: String,
    /// The shoe concerned.
    pub shoe: Option<String>,
    /// The coup concerned.
    pub coup: Option<u64>,
    /// The wager, where the entry is about one.
    pub wager: Option<String>,
    /// The account of the wager, as the log names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The seat of the wager, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The terminals concerned, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terminals: Vec<String>,
    /// The facts that the log states, in the order of the format.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactRow>,
    /// When it was noticed, as the log writes it; of a wager when it was placed or taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noticed: Option<String>,
    /// What was decided, where that was logged.
    pub ruling: Option<String>,
    /// By whom.
    pub by: Option<String>,
    /// The ruleset that judged it.
    pub ruleset: Option<String>,
    /// The clause, as findings cite it; none where the document is silent.
    pub clause: Option<String>,
    /// What it led to, in words.
    pub consequence: String,
    /// `log` where the log shows it, `word` where somebody says so.
    pub evidence: String,
    /// All returned less all due by the cards as logged, over the whole coup (of a wager: of that wager; of an interruption
    /// with `at_terminals`: of the wagers made there), in minor units, positive in the players' favour; none where the cards
    /// do not show it.
    pub moved: Option<i128>,
    /// Where `moved` is unknown, all that went back of the same, in minor units; left out where nothing did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub went_back: Option<i128>,
    /// Of an interruption that names terminals, what each of them has of both; left out where a wager of the coup names no
    /// terminal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at_terminals: Vec<TerminalRow>,
    /// Beside `at_terminals`, both of the whole coup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_coup: Option<CoupMoved>,
    /// The codes of the findings that find fault with it.
    pub faults: Vec<String>,
    /// Whether a seal that counts vouches for the record.
    pub authenticated: bool,
    /// SHA-256 of the record's bytes.
    pub record_sha256: Option<String>,
    /// When the record was written, as it says; left out where no record says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Who was on duty then; left out where nobody says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duty: Option<Duty>,
}

/// What a coup moved at one terminal, as reports write it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct TerminalRow {
    /// The terminal, as the log names it.
    pub terminal: String,
    /// As `moved` of the entry, of the wagers made there.
    pub moved: Option<i128>,
    /// As `went_back` of the entry, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub went_back: Option<i128>,
}

/// What a coup moved, as reports write it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CoupMoved {
    /// As `moved` of an entry, of the whole coup.
    pub moved: Option<i128>,
    /// As `went_back` of an entry, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub went_back: Option<i128>,
}

impl From<&AtTerminal> for TerminalRow {
    fn from(at: &AtTerminal) -> Self {
        Self { terminal: at.terminal.clone(), moved: at.moved, went_back: where_unknown(at.moved, at.returned) }
    }
}

/// What went back, where what was moved is unknown and something did.
fn where_unknown(moved: Option<i128>, returned: i128) -> Option<i128> {
    moved.is_none().then_some(returned).filter(|returned| *returned != 0)
}

/// One fact of an irregularity, as the log states it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct FactRow {
    /// Its name in the log format.
    pub name: String,
    /// Its value, as the log writes it.
    pub value: String,
}

/// The `evidence` of what the log does not show.
pub const WORD: &str = "word";
/// The `subject` of an irregularity.
pub const IRREGULARITY: &str = "irregularity";

impl RegisterRow {
    /// The order of reports: log, line, then the order in which they stand in the record.
    #[must_use]
    pub fn sort_key(&self) -> (&str, u64, &str) {
        (&self.log, self.line.unwrap_or(0), &self.file)
    }

    /// Whether a finding finds fault with it.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Whether it rests on the recorder's word.
    #[must_use]
    pub fn is_on_word(&self) -> bool {
        self.evidence == WORD
    }

    /// What people have to look at: a finding finds fault with it, money hangs on the recorder's word, or nothing was decided of a coup
    /// of which it is not known what was due.
    #[must_use]
    pub fn stands_out(&self) -> bool {
        self.is_faulty() || (self.is_on_word() && self.money() != 0) || self.is_open()
    }

    /// Whether no decision is logged of something that somebody says of a coup, and the cards do not show what was due.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let undecided = self.ruling.is_none() && self.by.is_none();
        self.subject == IRREGULARITY && self.is_on_word() && undecided && self.moved.is_none() && self.coup.is_some()
    }

    /// Whose `moved` and `went_back` are: a wager's, those of the terminals that it names, or the whole coup's.
    #[must_use]
    pub fn moved_of(&self) -> Option<&'static str> {
        self.moved.or(self.went_back)?;
        Some(match (self.subject == IRREGULARITY, self.at_terminals.is_empty()) {
            (false, _) => "wager",
            (true, false) => "terminals",
            (true, true) => "coup",
        })
    }

    /// What it moved, or where nobody can know that, all that went back.
    #[must_use]
    pub fn money(&self) -> i128 {
        self.moved.or(self.went_back).unwrap_or(0)
    }

    /// Its facts in a line, such as `card 2; hand player`.
    #[must_use]
    pub fn facts_text(&self) -> String {
        self.facts.iter().map(|fact| format!("{} {}", fact.name, fact.value)).collect::<Vec<_>>().join("; ")
    }
}

impl From<&Registered> for RegisterRow {
    fn from(entry: &Registered) -> Self {
        let place = &entry.place;
        let mut known = BTreeSet::new();
        let there = &entry.at_terminals;
        let of_coup = CoupMoved { moved: entry.moved, went_back: entry.went_back };
        let of_coup = Some(of_coup).filter(|_| !there.is_empty());
        let (moved, went_back) = match there.as_slice() {
            [] => (entry.moved, entry.went_back),
            there => {
                let moved = there.iter().map(|at| at.moved).sum::<Option<i128>>();
                (moved, where_unknown(moved, there.iter().map(|at| at.returned).sum()))
            }
        };
        let terminals = entry.terminals.iter().filter(|terminal| known.insert(terminal.as_str()));
        Self {
            subject: entry.subject.word().to_owned(),
            kind: entry.kind.clone(),
            log: entry.log.to_string(),
            file: entry.file.to_string(),
            line: place.line,
            seq: place.seq,
            venue: String::new(),
            table: String::new(),
            currency: String::new(),
            shoe: entry.shoe.clone(),
            coup: entry.coup,
            wager: entry.wager.clone(),
            player: entry.player.clone(),
            seat: entry.seat.clone(),
            terminals: terminals.cloned().collect(),
            facts: entry
                .facts
                .iter()
                .map(|(name, value)| FactRow { name: (*name).to_owned(), value: value.clone() })
                .collect(),
            noticed: entry.noticed.as_ref().map(ToString::to_string),
            ruling: entry.ruling.map(|ruling| ruling.word().to_owned()),
            by: entry.by.map(|by| by.word().to_owned()),
            ruleset: entry.ruleset.as_ref().map(|ruleset| ruleset.id.clone()),
            clause: entry.clause.clone(),
            consequence: entry.consequence.clone(),
            evidence: entry.evidence.word().to_owned(),
            moved,
            went_back,
            at_terminals: there.iter().map(TerminalRow::from).collect(),
            of_coup,
            faults: entry.faults.iter().map(|code| code.as_str().to_owned()).collect(),
            authenticated: entry.authenticated,
            record_sha256: place.record_sha256.clone(),
            at: place.at.as_ref().map(ToString::to_string),
            duty: None,
        }
    }
}
