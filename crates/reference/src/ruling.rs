use crate::facts::{Facts, Kind};
use crate::{Rules, any_conclusive, mbs_7up_2011, mbs_7up_2017, mbs_baccarat_2017, mbs_electronic_2023, star_7up_2016};

/// What an irregularity does to its coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Consequence {
    /// It must be void, every stake back.
    Void,
    /// It may be voided.
    MayVoid,
    /// Play goes on, or the result stands as the cards give it.
    Stands,
    /// Found too late: the result stands as it was declared.
    StandsAsDeclared,
    /// The document is silent.
    Silent,
    /// Referred to the Gaming Shift Manager, who may void.
    Referred,
    /// The round goes on; the wagers of the struck terminals are looked at one by one.
    TerminalsApart,
    /// The coup that it opens must be a no-bet coup.
    NoBetCoup,
    /// The card is the Banker's third if the Banker must draw, else the next coup's first.
    BankersThirdOrKept,
    /// The card is the first of the next coup, which must be a no-bet coup.
    KeptForNoBetCoup,
    /// No further coup from this device.
    DeviceVoid,
    /// The wagers of the person concerned may be declared void.
    WagersMayBeVoid,
}

/// A consequence and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// What follows.
    pub consequence: Consequence,
    /// The clause, where there is one.
    pub clause: Option<&'static str>,
    /// Whether it takes a reading to get there.
    pub reading: bool,
}

impl Ruling {
    pub(crate) fn silent() -> Ruling {
        Ruling { consequence: Consequence::Silent, clause: None, reading: false }
    }

    pub(crate) fn reading(self) -> Ruling {
        Ruling { reading: true, ..self }
    }

    /// Whether the coup may be declared void on this ground when `by` decides it (rank among the roles
    /// of a log, `None` where nobody is named).
    pub fn grounds_void(self, by: Option<Authority>) -> bool {
        match self.consequence {
            Consequence::Void | Consequence::MayVoid => true,
            // Electronic 6.1, 6.2: the Gaming Shift Manager or a higher position
            Consequence::Referred => by >= Some(Authority::GamingShiftManager),
            _ => false,
        }
    }
}

/// Short for the tables of consequences.
pub(crate) fn of(consequence: Consequence, clause: &'static str) -> Ruling {
    Ruling { consequence, clause: Some(clause), reading: false }
}

/// What this irregularity does under these rules.
pub fn rule_on(rules: Rules, facts: &Facts) -> Ruling {
    match rules {
        Rules::MbsSevenUp2011 => mbs_7up_2011::irregularity(facts),
        Rules::MbsSevenUp2017 => mbs_7up_2017::irregularity(facts),
        Rules::MbsBaccarat2017 => mbs_baccarat_2017::irregularity(facts),
        Rules::MbsElectronic2023 => {
            let conclusive =
                facts.kind == Kind::TechnicalInterruption && any_conclusive(rules, &facts.cards_when_struck);
            mbs_electronic_2023::irregularity(facts, conclusive)
        }
        Rules::StarSevenUp2016 => star_7up_2016::irregularity(facts),
    }
}

/// Who decides, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Authority {
    /// Whoever deals: the lowest.
    Dealer,
    /// A gaming supervisor; at the Star the least of the casino supervisors (1.1).
    GamingSupervisor,
    /// Ranks above a gaming supervisor, who is one too at the Star, and the least (1.1).
    CasinoSupervisor,
    /// Ranks below the Gaming Manager.
    AssistantGamingManager,
    /// Ranks below the Gaming Shift Manager.
    GamingManager,
    /// The highest; what a document refers is for this office to decide.
    GamingShiftManager,
}

impl Authority {
    /// The log's word for the role.
    pub fn word(self) -> &'static str {
        match self {
            Authority::Dealer => "dealer",
            Authority::GamingSupervisor => "gaming_supervisor",
            Authority::CasinoSupervisor => "casino_supervisor",
            Authority::AssistantGamingManager => "assistant_gaming_manager",
            Authority::GamingManager => "gaming_manager",
            Authority::GamingShiftManager => "gaming_shift_manager",
        }
    }
}

/// What must be done in addition to the consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// Somebody of this rank or higher must decide it.
    DecidedBy(Authority),
    /// Surveillance must be notified.
    TellSurveillance,
    /// An Inspector must be notified.
    TellInspector,
    /// The rest of the cards must be taken out and checked before play goes on.
    CheckShoe,
    /// Play must not go on from this device.
    RetireShoe,
}

/// The duties that go with an irregularity; only the Star's document has any.
pub fn duties(rules: Rules, facts: &Facts) -> Vec<Duty> {
    if rules != Rules::StarSevenUp2016 {
        return Vec::new();
    }
    let ruling = rule_on(rules, facts);
    match (facts.kind, ruling.consequence) {
        // 12.8.3, 12.8.4
        (Kind::ForeignCard | Kind::MissingCard | Kind::ExtraCard, _) => {
            vec![Duty::CheckShoe, Duty::TellSurveillance, Duty::TellInspector]
        }
        // 12.1.2
        (Kind::WrongCardCount | Kind::DealtOutOfOrder | Kind::CardsDrawnTogether, Consequence::Void) => {
            vec![Duty::DecidedBy(Authority::GamingSupervisor)]
        }
        // 4.5
        (Kind::SequenceRevealed, _) => vec![Duty::RetireShoe, Duty::TellInspector],
        // 14.4, 14.5
        (Kind::Disruption | Kind::Fraud, _) => vec![Duty::DecidedBy(Authority::GamingSupervisor)],
        // 14.3.1
        (Kind::ProhibitedDevice, _) => vec![Duty::DecidedBy(Authority::GamingSupervisor)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Count, Stage};
    use crate::{Card, Side};

    fn what(rules: Rules, facts: &Facts) -> Consequence {
        rule_on(rules, facts).consequence
    }

    #[test]
    fn foreign_cards_void_everywhere() {
        for rules in Rules::ALL {
            assert_eq!(what(rules, &Facts::of(Kind::ForeignCard)), Consequence::Void);
        }
    }

    #[test]
    fn wrong_count_differs_by_document() {
        let mut facts = Facts::of(Kind::WrongCardCount);
        facts.dealt = Some(Count::TooMany);
        facts.stage = Some(Stage::Draws);
        assert_eq!(what(Rules::MbsSevenUp2011, &facts), Consequence::Silent);
        assert_eq!(what(Rules::MbsSevenUp2017, &facts), Consequence::Void);
        assert_eq!(what(Rules::MbsElectronic2023, &facts), Consequence::Referred);
        facts.in_time = false;
        assert_eq!(what(Rules::MbsBaccarat2017, &facts), Consequence::StandsAsDeclared);
        assert_eq!(what(Rules::StarSevenUp2016, &facts), Consequence::StandsAsDeclared);
        facts.stage = Some(Stage::InitialDeal);
        assert_eq!(what(Rules::MbsSevenUp2011, &facts), Consequence::Void);
    }

    #[test]
    fn power_failure_after_the_second_seven_plays_on() {
        let mut facts = Facts::of(Kind::TechnicalInterruption);
        facts.cards_when_struck = vec![Card::read("7C").unwrap()];
        assert_eq!(what(Rules::MbsElectronic2023, &facts), Consequence::Stands);
        facts.cards_when_struck = vec![Card::read("6C").unwrap()];
        assert_eq!(what(Rules::MbsElectronic2023, &facts), Consequence::Void);
    }

    #[test]
    fn unauthorised_draws_at_the_star() {
        let mut facts = Facts::of(Kind::UnauthorisedDraw);
        facts.hand = Some(Side::Banker);
        assert_eq!(what(Rules::StarSevenUp2016, &facts), Consequence::KeptForNoBetCoup);
        facts.hand = Some(Side::Player);
        assert_eq!(what(Rules::StarSevenUp2016, &facts), Consequence::BankersThirdOrKept);
    }
}
