use resettle_reference::{Card, Round, Rules};

use crate::moment::Moment;
use crate::scene::Scene;

/// What a fault affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The coup that it is planted on, and nothing else.
    Coup,
    /// A shoe: it is planted on a coup by changing the shoe before it.
    Shoe,
    /// What the sources of a table say of one coup: planted only where each writes a log.
    Sources,
    /// The log as a whole: planted only by name, at whichever coup.
    Log,
}

/// A fault that can be planted, or a nearest miss: something that looks like a fault and is right.
pub struct Fault {
    /// Its name.
    pub name: &'static str,
    /// The finding that it should give; `None` for a nearest miss.
    pub code: Option<&'static str>,
    /// What else it gives, where one fault of the table is two of the contract.
    pub also: &'static [&'static str],
    /// What is done to the log, and why it is or is not a fault.
    pub about: &'static str,
    /// What it affects.
    pub scope: Scope,
    under: &'static [Rules],
    /// It makes sense only where the table writes one log.
    pub(crate) one_log: bool,
    /// It needs a coup after it, from the same shoe.
    pub(crate) ahead: bool,
    pub(crate) wants: fn(Rules, &Round) -> bool,
    pub(crate) setup: fn(&mut Setup),
    pub(crate) plant: fn(&mut Scene<'_>) -> Option<()>,
    pub(crate) course: fn(&mut Course),
}

/// Every ruleset.
pub(crate) const ANY: &[Rules] = &Rules::ALL;
/// The four documents of Marina Bay Sands.
pub(crate) const MBS: &[Rules] =
    &[Rules::MbsSevenUp2011, Rules::MbsSevenUp2017, Rules::MbsBaccarat2017, Rules::MbsElectronic2023];
/// The Star alone.
pub(crate) const STAR: &[Rules] = &[Rules::StarSevenUp2016];
/// Version 6 and version 7.
pub(crate) const MBS_2017: &[Rules] = &[Rules::MbsSevenUp2017, Rules::MbsBaccarat2017];
/// The 2011 rules alone.
pub(crate) const MBS_2011: &[Rules] = &[Rules::MbsSevenUp2011];
/// Electronic alone.
pub(crate) const ELECTRONIC: &[Rules] = &[Rules::MbsElectronic2023];
/// Baccarat alone.
pub(crate) const BACCARAT: &[Rules] = &[Rules::MbsBaccarat2017];
/// All but the Star and Electronic.
pub(crate) const MBS_TABLES: &[Rules] = &[Rules::MbsSevenUp2011, Rules::MbsSevenUp2017, Rules::MbsBaccarat2017];

impl Fault {
    /// Whether these rules can show it.
    pub fn fits(&self, rules: Rules) -> bool {
        self.under.contains(&rules)
    }

    /// Where the rules of the round matter for planting it.
    pub(crate) const fn wants(self, wants: fn(Rules, &Round) -> bool) -> Fault {
        Fault { wants, ..self }
    }

    /// Whether the record is no longer one, or not where it was: what is planted on the next one could not be
    /// distinguished.
    pub(crate) fn breaks_the_line(&self) -> bool {
        matches!(self.code, Some("integrity/malformed-record" | "integrity/chain-broken" | "integrity/sequence-gap"))
    }

    pub(crate) const fn ahead(self) -> Fault {
        Fault { ahead: true, ..self }
    }

    /// Findings besides its own.
    pub(crate) const fn also(self, also: &'static [&'static str]) -> Fault {
        Fault { also, ..self }
    }

    pub(crate) const fn one_log(self) -> Fault {
        Fault { one_log: true, ..self }
    }

    pub(crate) const fn sources(self) -> Fault {
        Fault { scope: Scope::Sources, ..self }
    }

    /// Whether a table can show it that writes one log, or one whose sources each write their own.
    pub fn fits_logs(&self, split: bool) -> bool {
        if split { !self.one_log } else { self.scope != Scope::Sources }
    }

    pub(crate) const fn shoe(self, setup: fn(&mut Setup)) -> Fault {
        Fault { scope: Scope::Shoe, setup, ..self }
    }

    pub(crate) const fn log(self, course: fn(&mut Course)) -> Fault {
        Fault { scope: Scope::Log, course, ..self }
    }
}

/// A fault that gives this finding.
pub(crate) const fn fault(
    name: &'static str,
    code: &'static str,
    under: &'static [Rules],
    about: &'static str,
    plant: fn(&mut Scene<'_>) -> Option<()>,
) -> Fault {
    let mut made = near(name, under, about, plant);
    made.code = Some(code);
    made
}

/// A nearest miss.
pub(crate) const fn near(
    name: &'static str,
    under: &'static [Rules],
    about: &'static str,
    plant: fn(&mut Scene<'_>) -> Option<()>,
) -> Fault {
    Fault {
        name,
        code: None,
        also: &[],
        about,
        scope: Scope::Coup,
        under,
        one_log: false,
        ahead: false,
        wants: any_round,
        setup: as_ever,
        plant,
        course: as_planned,
    }
}

fn any_round(_: Rules, _: &Round) -> bool {
    true
}

fn as_ever(_: &mut Setup) {}

fn as_planned(_: &mut Course) {}

/// For faults of a shoe or log that leave their coup alone.
pub(crate) fn nothing(_: &mut Scene<'_>) -> Option<()> {
    Some(())
}

/// A change of shoe before the coup.
pub(crate) struct Setup {
    /// The decks of the shoe to come.
    pub(crate) decks: u32,
    /// Burned at the start, instead of what the rules ask for.
    pub(crate) burned: Option<Vec<Card>>,
    /// The first cards to come.
    pub(crate) top: Vec<Card>,
    /// Whether the device takes cards back, and says so.
    pub(crate) recirculates: bool,
    /// Write no start.
    pub(crate) unstarted: bool,
    /// Write the start twice.
    pub(crate) twice: bool,
    /// This many cards are left when play begins; the others are burned.
    pub(crate) left: Option<usize>,
    /// What was burned stands in a record of its own, and the start does not state it.
    pub(crate) apart: bool,
}

/// How the last lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Final,
    NotFinal,
    NoSeal,
    AfterFinal,
    NoLf,
}

/// The log as a whole.
pub(crate) struct Course {
    pub(crate) rules: Rules,
    pub(crate) ending: Ending,
    /// Leave the `open` record out.
    pub(crate) no_open: bool,
    /// Set no seal before the end.
    pub(crate) no_seals: bool,
    /// When the first coup commences.
    pub(crate) first_commenced: Option<Moment>,
    /// What is done to the first coup of the log.
    pub(crate) first_plant: Option<fn(&mut Scene<'_>) -> Option<()>>,
    /// The rules by which the first coup is played, where others hold then.
    pub(crate) first_rules: Option<Rules>,
    /// The table's key is left out of the trust store.
    pub(crate) untrusted: bool,
    /// Somebody else's export: no key of its own.
    pub(crate) imported: bool,
    /// Findings of the log as a whole.
    pub(crate) expected: Vec<&'static str>,
}

impl Course {
    /// A log as it should be.
    pub(crate) fn usual(rules: Rules) -> Course {
        Course {
            rules,
            ending: Ending::Final,
            no_open: false,
            no_seals: false,
            first_commenced: None,
            first_plant: None,
            first_rules: None,
            untrusted: false,
            imported: false,
            expected: Vec::new(),
        }
    }
}
