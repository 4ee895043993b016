//! Money that is owed only if something is so that has to be found out first.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use resettle_audit::{BY_ANOTHER, Code, LAW_OUTSIDE, LOGGED_AT_THIS_COUP, ON_WORD};
use resettle_game::Amount;
use serde::{Deserialize, Serialize};

use super::{FindingRow, WagerRow};
use crate::print::neutral;

/// What has to be found out before the money of a finding is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// Which reading of a clause holds.
    Reading,
    /// Whether there were two wagers, or one was written twice.
    TwoWagers,
    /// What a part of the coup's record says that could not be read.
    Unread,
    /// What a card gives that could not be read: the coup is settled by what was announced.
    Announced,
    /// Whether law outside the rules grounds the void.
    Law,
    /// Whether what is logged to have gone wrong is so, which nothing else in the log shows.
    Word,
    /// Whether the wager had to be accepted.
    Refusal,
    /// Whether what was claimed is so.
    Claim,
}

impl Condition {
    const ALL: [Self; 8] = [
        Self::Reading,
        Self::TwoWagers,
        Self::Unread,
        Self::Announced,
        Self::Law,
        Self::Word,
        Self::Refusal,
        Self::Claim,
    ];

    fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }

    /// What has to be so, behind "if".
    fn holds(self) -> &'static str {
        match self {
            Self::Reading => "the reading of the rules that is used holds",
            Self::TwoWagers => "two wagers were made, and not one written twice",
            Self::Unread => "what could not be read of the coup's record does not decide otherwise",
            Self::Announced => "the card that could not be read gives the result announced",
            Self::Law => "no law outside the rules grounds the void",
            Self::Word => "what is logged to have gone wrong is so",
            Self::Refusal => "the wager had to be accepted",
            Self::Claim => "what was claimed is not so",
        }
    }

    /// How reports name it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::TwoWagers => "two_wagers",
            Self::Unread => "unread",
            Self::Announced => "announced",
            Self::Law => "law",
            Self::Word => "word",
            Self::Refusal => "refusal",
            Self::Claim => "claim",
        }
    }

    /// Behind in whose favour the money of a finding is.
    #[must_use]
    pub fn proviso(self) -> &'static str {
        match self {
            Self::Reading => " by the reading that is used",
            Self::TwoWagers => {
                ", if there were two wagers; if one was written twice, all that went back of it is too much"
            }
            Self::Unread => ", unless what could not be read decides otherwise",
            Self::Announced => ", by what was announced, unless the card that could not be read gives another result",
            Self::Law => ", unless law outside the rules grounds the void",
            Self::Word => ", if what is logged to have gone wrong is so",
            Self::Refusal => ", if the wager had to be accepted; in no sum of what is owed",
            Self::Claim => ", if what was claimed is not so; in no sum of what is owed",
        }
    }

    /// What is to be done first.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            Self::Reading => "First have it decided which reading of the rules holds. ",
            Self::TwoWagers => "First find out whether there were two wagers. ",
            Self::Unread => "First find out what could not be read of its record. ",
            Self::Announced => "First have the card that could not be read looked up. ",
            Self::Law => "First have it decided whether law outside the rules grounds the void. ",
            Self::Word => "First find out whether what is logged to have gone wrong is so. ",
            // What is to be done of these findings says it.
            Self::Refusal | Self::Claim => "",
        }
    }
}

/// Which findings hang on what.
pub struct Hanging {
    /// What has to be found out.
    pub on: Condition,
    /// Findings of money beside which one of this code was found at their coup; `None`: those that rest on a reading.
    pub beside: Option<Code>,
    /// Only where that one is of the same wager.
    pub of_the_wager: bool,
    /// Only those whose codes begin so.
    pub of: &'static str,
    /// Only those whose messages say so.
    pub says: &'static str,
    /// Only those of coups whose hands are not known.
    pub without_hands: bool,
}

/// All of them, in the order in which it is found out; the page walks it too.
pub static HANGING: [Hanging; 9] = [
    Hanging { on: Condition::Reading, beside: None, of_the_wager: false, of: "", says: "", without_hands: false },
    Hanging {
        on: Condition::TwoWagers,
        beside: Some(Code::DuplicateId),
        of_the_wager: true,
        of: "",
        says: "",
        without_hands: false,
    },
    Hanging {
        on: Condition::Unread,
        beside: Some(Code::MalformedRecord),
        of_the_wager: false,
        of: "",
        says: "",
        without_hands: false,
    },
    Hanging {
        on: Condition::Unread,
        beside: Some(Code::UnknownKind),
        of_the_wager: false,
        of: "void/",
        says: "",
        without_hands: false,
    },
    Hanging {
        on: Condition::Announced,
        beside: Some(Code::UnreadableCard),
        of_the_wager: false,
        of: "settlement/",
        says: "",
        without_hands: true,
    },
    Hanging {
        on: Condition::Law,
        beside: None,
        of_the_wager: false,
        of: "void/",
        says: LAW_OUTSIDE,
        without_hands: false,
    },
    Hanging {
        on: Condition::Word,
        beside: None,
        of_the_wager: false,
        of: Code::VoidUndeclared.as_str(),
        says: ON_WORD,
        without_hands: false,
    },
    Hanging {
        on: Condition::Refusal,
        beside: None,
        of_the_wager: false,
        of: Code::Refused.as_str(),
        says: "",
        without_hands: false,
    },
    Hanging {
        on: Condition::Claim,
        beside: None,
        of_the_wager: false,
        of: Code::ClaimUnsupported.as_str(),
        says: "",
        without_hands: false,
    },
];

impl Hanging {
    fn holds(&self, finding: &FindingRow) -> bool {
        if self.on == Condition::Reading {
            return finding.reading;
        }
        let is_of = finding.money.is_some() && finding.code.starts_with(self.of) && finding.message.contains(self.says);
        let has_no_hands = || finding.decided_by.as_ref().is_some_and(|by| !by.cards.is_empty());
        let is_of = is_of && (!self.without_hands || has_no_hands());
        let Some(code) = self.beside else { return is_of };
        let is_it = |wager: &Option<String>| !self.of_the_wager || *wager == finding.wager;
        is_of && finding.beside.iter().any(|one| one.code == code.as_str() && is_it(&one.wager))
    }
}

impl FindingRow {
    /// What its money hangs on; of one without money whether it is a reading.
    #[must_use]
    pub fn conditions(&self) -> Vec<Condition> {
        let mut all: Vec<Condition> = HANGING.iter().filter(|one| one.holds(self)).map(|one| one.on).collect();
        all.dedup();
        all
    }
}

/// What is owed only on a condition: a part of what [`super::OwedRow`] adds up. Money in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ConditionRow {
    /// ISO 4217 code.
    pub currency: String,
    /// `reading`: only by the reading of the clause that is used. `two_wagers`: only if two wagers were made, and not one written
    /// twice. `unread`: only if what could not be read of the coup's record does not decide otherwise.
    /// `announced`: only if the card that could not be read gives the result that was announced.
    /// `law`: only if no law outside the rules grounds the void. `word`: only if what is logged to have gone wrong is so, which rests on
    /// the recorder's word alone.
    pub on: String,
    /// What has to be so besides, in the same words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The code of the findings.
    pub code: String,
    /// The clause that is read, where one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// What another reading gives, by which nothing is owed; left out where no finding says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<String>,
    /// How many wagers.
    pub wagers: u64,
    /// What was due and did not go back.
    pub to_patron: i128,
    /// What went back beyond what was due.
    pub to_house: i128,
    /// What is due to the house instead if it is not so: of `two_wagers` all that went back of the second. Left out where it is 0.
    #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
    pub to_house_otherwise: i128,
}

impl ConditionRow {
    /// By what it is owed, in few words.
    #[must_use]
    pub fn briefly(&self) -> String {
        match (self.on.as_str(), self.clause.as_deref().map(neutral)) {
            ("reading", Some(clause)) => format!("by a reading of {clause}"),
            ("reading", None) => "by a reading where the document is silent or unclear".to_owned(),
            (on, _) => format!("if {}", Condition::named(on).unwrap_or(Condition::Unread).holds()),
        }
    }

    /// On what it hangs, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let code = neutral(&self.code);
        let clause = self.clause.as_deref().map(neutral);
        let otherwise = |by: &str| {
            self.otherwise.as_deref().map_or_else(
                || format!("; by another {by} is owed"),
                |gives| format!("; by another {}, and nothing is owed", neutral(gives)),
            )
        };
        let words = match (self.on.as_str(), clause) {
            ("reading", Some(clause)) => {
                format!("only by the reading of {clause} that is used ({code}){}", otherwise("reading nothing"))
            }
            ("reading", None) => format!(
                "only by the reading that is used where the document is silent or unclear ({code}){}",
                otherwise("reading nothing")
            ),
            ("two_wagers", _) => format!(
                "only if two wagers were made; if one was written twice, nothing of that is owed, and {} to the house ({code})",
                Amount::new(self.to_house_otherwise, Some(&neutral(&self.currency)))
            ),
            (on, _) => {
                let on = Condition::named(on).unwrap_or(Condition::Unread);
                let rests = if on == Condition::Word { ", which rests on the recorder's word alone" } else { "" };
                format!("only if {}{rests} ({code})", on.holds())
            }
        };
        let also = self.also.iter().filter_map(|on| Condition::named(on));
        words + &also.map(|on| format!(", and only if {}", on.holds())).collect::<String>()
    }
}

/// What is owed on conditions, added up.
#[derive(Debug, Default)]
pub(super) struct Conditions(BTreeMap<(String, Vec<Condition>, String, Option<String>), ConditionRow>);

impl Conditions {
    /// Adds what a wager returned otherwise than due, where the finding says on what that hangs.
    pub(super) fn add(&mut self, currency: &str, finding: &FindingRow, wager: &WagerRow) {
        let conditions = finding.conditions();
        let Some((condition, others)) = conditions.split_first() else { return };
        let condition = *condition;
        let also = others.iter().map(|one| one.word().to_owned()).collect();
        // What is read of what was logged is not the clause of the paytable.
        let is_of_clause = condition == Condition::Reading && !finding.message.contains(LOGGED_AT_THIS_COUP);
        let clause = finding.clause.clone().filter(|_| is_of_clause);
        let key = (currency.to_owned(), conditions.clone(), finding.code.to_string(), clause.clone());
        let row = self.0.entry(key).or_insert_with(|| ConditionRow {
            currency: currency.to_owned(),
            on: condition.word().to_owned(),
            also,
            code: finding.code.to_string(),
            clause,
            otherwise: otherwise(finding).filter(|_| condition == Condition::Reading),
            ..ConditionRow::default()
        });
        row.wagers += 1;
        row.to_house += wager.error.max(0);
        row.to_patron += (-wager.error).max(0);
        if condition == Condition::TwoWagers {
            row.to_house_otherwise += wager.due + wager.error;
        }
    }

    /// By currency, those of the most money first.
    pub(super) fn into_rows(self) -> Vec<ConditionRow> {
        let mut rows: Vec<ConditionRow> = self.0.into_values().collect();
        rows.sort_by_key(|row| (row.currency.clone(), Reverse(row.to_patron + row.to_house)));
        rows
    }
}

/// What its message says of the other reading.
fn otherwise(finding: &FindingRow) -> Option<String> {
    let (_, gives) = finding.message.split_once(BY_ANOTHER)?;
    Some(gives.split("; ").next().unwrap_or(gives).trim().to_owned())
}
