/// What somebody does in a coup in addition to wagering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// Plays a pass card.
    Pass,
    /// Is not in his seat, and has this many minima deducted.
    Absent(i64),
    /// Hands in a form for an undisclosed wager.
    Form,
    /// Hands in a form that shows no amount.
    BlankForm,
    /// Stakes two and a half minima; this much of the half counts, or all.
    Odd { paid: bool },
    /// Stakes more than the maximum, and is paid by the maximum, or by all.
    Above { paid: bool },
    /// As the last in turn, wagers after the time for it, and is restricted to the minimum; or in time.
    Restricted { in_time: bool },
    /// Wagers nothing.
    Nothing,
    /// Stakes more than he has.
    MoreThanAll,
    /// Stakes half of the minimum.
    Half,
    /// Wagers again after the announcement of an undisclosed wager.
    AfterAnnouncement,
    /// Takes back what he wagered in turn.
    TakesBack,
}

/// The place of whoever is last in turn.
pub(super) const LAST: usize = 99;

/// What is played on purpose: at a coup of a session, by the player at this place of the table.
pub(super) fn feature(round: i64, number: usize, coup: i64, place: usize, known: bool) -> Option<Feature> {
    Some(match (round, number, coup, place) {
        (1, 3, 2, 0) | (1, 10, 1, 5) => Feature::Pass,
        (1, 3, 4, 1) | (3, 1, 4, 0) => Feature::Absent(1),
        (1, 4, 3, 0) | (1, 4, 5, 2) | (2, 4, 2, 0) | (2, 4, 5, 1) | (2, 4, 6, 2) | (2, 4, 7, 3) => Feature::Form,
        (1, 4, 6, 1) => Feature::BlankForm,
        (1, 5, 2, 0) if known => Feature::Odd { paid: false },
        (1, 5, 3, 1) if known => Feature::Above { paid: false },
        (1, 5, 4, LAST) if known => Feature::Restricted { in_time: false },
        _ => return None,
    })
}

/// Round, number of the session in it, coup, and the player's place at the table.
pub(super) type Where = (i64, usize, i64, usize);

/// What a breach makes of it: its name, where, and what is done.
pub(super) const BREACHES: [(&str, Where, Feature); 11] = [
    ("no_wager", (1, 9, 2, 0), Feature::Nothing),
    ("below_minimum", (1, 9, 6, 1), Feature::Half),
    ("odd_stake_paid", (1, 9, 7, 2), Feature::Odd { paid: true }),
    ("maximum_ignored", (1, 7, 2, 0), Feature::Above { paid: true }),
    ("more_than_his_chips", (1, 10, 3, 3), Feature::MoreThanAll),
    ("restricted_in_time", (1, 10, 2, 2), Feature::Restricted { in_time: true }),
    ("pass_card_twice", (1, 10, 4, 5), Feature::Pass),
    ("deduction_too_large", (3, 1, 4, 0), Feature::Absent(3)),
    ("form_too_many", (2, 4, 3, 0), Feature::Form),
    ("late_after_announcement", (1, 4, 5, 3), Feature::AfterAnnouncement),
    ("taken_back_in_turn", (1, 7, 5, 1), Feature::TakesBack),
];
