use resettle_words::{IrregularityWhen, Kind, Role};

use crate::clause::Cite;

/// What an irregularity leads to, in the circumstances that `when` describes.
#[derive(Clone, Debug)]
pub struct IrregularityRow {
    /// Which irregularity.
    pub kind: Kind,
    /// In which circumstances.
    pub when: IrregularityWhen,
    /// What follows.
    pub then: Consequence,
    /// The clause; none where the document is silent and a reading chooses.
    pub clause: Option<Cite>,
    /// Whether this is a choice where the document is silent or unclear.
    pub reading: bool,
    /// Who has to decide.
    pub by: Option<Decider>,
    /// Who has to be notified.
    pub notify: Option<Notify>,
    /// Whether the device has to be emptied and checked before the next coup.
    pub check: Option<Duty>,
    /// Whether damaged cards have to be replaced before the next coup.
    pub replace: Option<Duty>,
    /// Whether of the wagers it names 0 is right as well as the stake.
    pub forfeit: Option<Forfeit>,
    /// What grounds the refund, instead of the ruleset's general rule.
    pub refund: Option<crate::model::RefundRule>,
    /// Whether cards may leave play.
    pub sets_aside: bool,
    /// What the clause needs besides by another reading.
    pub may_need: Option<MayNeed>,
    /// Other irregularities that the clause covers by another reading, in the same circumstances.
    pub may_cover: Vec<Kind>,
}

/// What follows from an irregularity. The engine knows these, and no venue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Consequence {
    /// The coup has no result; every wager returns its stake.
    Void,
    /// A void is grounded, not demanded.
    MayVoid,
    /// No effect: the coup is judged on its cards.
    PlaysOn,
    /// A misdeal that stands: the coup is judged against what was declared.
    StandsAsDeclared,
    /// Referred to somebody's decision.
    Referred,
    /// The round goes on; wagers of the affected terminals are settled apart.
    TerminalsApart,
    /// The card becomes the Banker's third if the Banker must draw, else the next coup's first.
    ThirdCardOrKept,
    /// The card becomes the first card of the next coup, a no-bet coup.
    KeptForNoBetCoup,
    /// This coup has to be a no-bet coup.
    OpensNoBetCoup,
    /// No further coup from this shoe.
    DeviceVoid,
    /// Of the wagers it names, the stake is right as well as the settlement.
    VoidsWagers,
    /// It is put right, and the coup stands as corrected.
    Corrected,
    /// The card concerned is burned, and play goes on without it.
    Burned,
}

impl Consequence {
    pub(crate) const WORDS: &[(&str, Self)] = &[
        ("void", Self::Void),
        ("may_void", Self::MayVoid),
        ("plays_on", Self::PlaysOn),
        ("stands_as_declared", Self::StandsAsDeclared),
        ("referred", Self::Referred),
        ("terminals_apart", Self::TerminalsApart),
        ("third_card_or_kept", Self::ThirdCardOrKept),
        ("kept_for_no_bet_coup", Self::KeptForNoBetCoup),
        ("opens_no_bet_coup", Self::OpensNoBetCoup),
        ("device_void", Self::DeviceVoid),
        ("voids_wagers", Self::VoidsWagers),
        ("corrected", Self::Corrected),
        ("burned", Self::Burned),
    ];

    /// The word of the format.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, then)| *then == self).map_or("", |(word, _)| word)
    }

    /// The irregularities that it can follow from; none where it can from all.
    #[must_use]
    pub fn only_of(self) -> Option<&'static [Kind]> {
        match self {
            Self::Corrected => Some(&[
                Kind::WrongCardCount,
                Kind::UnauthorisedDraw,
                Kind::DealtOutOfOrder,
                Kind::OrderAltered,
                Kind::CardsDrawnTogether,
            ]),
            Self::Burned => Some(&[Kind::ExtraCard, Kind::WrongCardCount, Kind::UnauthorisedDraw, Kind::FaceUpCard]),
            _ => None,
        }
    }

    /// What it means, in one sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        crate::show::irregularities::meaning(self)
    }
}

/// What a clause that voids needs by another reading, besides its circumstances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MayNeed {
    /// All cards that the irregularity names are of the initial deal, not only one of them.
    AllInInitialDeal,
}

impl MayNeed {
    pub(crate) const WORDS: &[(&str, Self)] = &[("all_in_initial_deal", Self::AllInInitialDeal)];

    /// The word of the format.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, need)| *need == self).map_or("", |(word, _)| word)
    }
}

/// Who has to decide.
#[derive(Clone, Debug)]
pub struct Decider {
    /// The name that the ruleset gives the office, for people.
    pub name: String,
    /// The lowest role that counts.
    pub role: Role,
    /// The clause.
    pub clause: Cite,
}

/// Who has to be notified.
#[derive(Clone, Debug)]
pub struct Notify {
    /// All of these.
    pub roles: Vec<Role>,
    /// The clause.
    pub clause: Cite,
}

/// A duty with its clause.
#[derive(Clone, Debug)]
pub struct Duty {
    /// The clause.
    pub clause: Cite,
}

/// A right to keep stakes.
#[derive(Clone, Debug)]
pub struct Forfeit {
    /// The clause.
    pub clause: Cite,
}

/// What happens to an irregularity that no row covers.
#[derive(Clone, Debug)]
pub struct Otherwise {
    /// Always a referral.
    pub then: Consequence,
    /// To whom, or to somebody higher.
    pub by: Role,
    /// The clause.
    pub clause: Cite,
}
