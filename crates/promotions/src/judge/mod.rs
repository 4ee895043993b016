//! What a ruleset says of a register, row by row.

mod applied;
mod draws;
mod files;
mod incidents;
mod index;
mod notes;
mod prizes;
mod promotions;
mod rights;

use std::sync::Arc;

use jiff::tz::TimeZone;
use resettle_audit::Code;
use resettle_ruleset::{Promotions, Registry, Ruleset};
use resettle_sealed_log::Moment;

use crate::breach::Breach;
use crate::csv::CsvFault;
use crate::read::{Later, Malformed, RowPlace};
use crate::register::{FILES, Register};
use applied::AppliedRulesets;
use index::Index;
pub use notes::Note;

/// What became of a register.
#[derive(Debug)]
pub struct JudgedRegister {
    /// Everything that does not fit, in the order of files, lines, codes and terms.
    pub breaches: Vec<Breach>,
    /// The rulesets that judged, by id.
    pub rulesets: Vec<UsedRuleset>,
    /// What no clause judges, counted with its money.
    pub notes: Vec<Note>,
}

/// A ruleset that judged promotions.
#[derive(Clone, Debug)]
pub struct UsedRuleset {
    /// The version by which they were judged.
    pub ruleset: Arc<Ruleset>,
    /// How many promotions.
    pub promotions: u64,
}

/// Why a register is not judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPromotions {
    /// The ruleset says nothing of promotional prizes.
    #[error("the ruleset {id} has no section `promotions`, so no register of promotions is judged by it")]
    Silent {
        /// The ruleset's id.
        id: String,
    },
    /// Its amounts are of another currency.
    #[error("the amounts of {id} are in {its}, and the register is in {own}: they cannot be compared")]
    Currency {
        /// The ruleset's id.
        id: String,
        /// Its currency.
        its: String,
        /// That of the register.
        own: String,
    },
}

/// Judges a register: by the ruleset `named`, or else each promotion by that in force when it commences.
///
/// # Errors
/// [`NoPromotions`], where a ruleset that would have to judge cannot.
pub fn judge(
    register: &Register,
    registry: &Registry,
    named: Option<&Arc<Ruleset>>,
) -> Result<JudgedRegister, NoPromotions> {
    let mut breaches: Vec<Breach> = register.malformed.iter().map(malformed).collect();
    breaches.extend(register.later.iter().map(later));
    let (rulesets_applied, rulesets) = AppliedRulesets::of(register, registry, named, &mut breaches)?;
    let mut judgement =
        Judgement { rulesets_applied, index: Index::of(register), as_of: register.header.as_of.moment(), breaches };
    promotions::judge(register, &mut judgement);
    prizes::judge(register, &mut judgement);
    draws::judge(register, &mut judgement);
    incidents::judge(register, &mut judgement);
    rights::judge(register, &mut judgement);
    let notes = notes::notes(register, &judgement);
    let mut breaches = judgement.breaches;
    breaches.extend(files::missing(register));
    let file = |place: &RowPlace| FILES.iter().position(|name| *name == place.file);
    breaches.sort_by(|a, b| {
        let key = |breach: &Breach| (file(&breach.at), breach.at.line, breach.code.as_str());
        key(a).cmp(&key(b)).then_with(|| (&a.term, &a.message).cmp(&(&b.term, &b.message)))
    });
    Ok(JudgedRegister { breaches, rulesets, notes })
}

/// What judges a row.
pub(crate) struct AppliedRuleset<'r> {
    pub(crate) ruleset: &'r Ruleset,
    pub(crate) rules: &'r Promotions,
    pub(crate) zone: &'r TimeZone,
}

pub(crate) struct Judgement<'r> {
    rulesets_applied: AppliedRulesets,
    index: Index<'r>,
    /// The time up to which the register records.
    as_of: Moment,
    breaches: Vec<Breach>,
}

fn malformed(row: &Malformed) -> Breach {
    let in_words: Vec<String> = row.faults.iter().map(|fault| in_words(fault, row.at.line)).collect();
    let mut breach = Breach::new(
        Code::MalformedRow,
        &row.at,
        format!("this row is out, with whatever refers to it: {}", in_words.join("; ")),
    );
    breach.promotion.clone_from(&row.promotion);
    breach.item.clone_from(&row.item);
    breach
}

/// A row that records what lies after the end of its register.
fn later(row: &Later) -> Breach {
    let times: Vec<String> = row.times.iter().map(|(column, time)| format!("`{column}` {time}")).collect();
    let message = "this row records something later than `as_of`, the time up to which the register records";
    let mut breach = Breach::new(Code::PromotionTimes, &row.at, message);
    breach.promotion.clone_from(&row.promotion);
    breach.item.clone_from(&row.item);
    breach.compared("not after `as_of`", times.join(", "))
}

fn in_words(fault: &CsvFault, row: u64) -> String {
    let line = if fault.line == row { String::new() } else { format!("line {}, ", fault.line) };
    let name = fault.name.as_ref().map_or_else(String::new, |name| format!(" (`{name}`)"));
    format!("{line}column {}{name}: {}", fault.column, fault.what)
}
