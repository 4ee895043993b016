use crate::config::Error;

/// Where a breach is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// In the office's log.
    Desk,
    /// At the start of a session: round and table.
    Start(i64, usize),
    /// In a coup of a session, or between it and the one after.
    Coup(i64, usize, i64),
    /// At the end of a session or after it.
    End(i64, usize),
}

/// A breach of the rules of tournaments that can be planted.
#[derive(Debug)]
pub struct Breach {
    /// Its name.
    pub name: &'static str,
    /// The finding that it should give.
    pub code: &'static str,
    /// What is done, and where.
    pub about: &'static str,
    pub(super) at: At,
    /// It leaves nothing to judge for others.
    pub(super) alone: bool,
}

/// Every breach there is, in the order of the contract's table of findings.
#[must_use]
pub fn breaches() -> &'static [Breach] {
    BREACHES
}

/// The breaches of these names.
pub(super) fn chosen(names: &[String]) -> Result<Vec<&'static Breach>, Error> {
    let mut out: Vec<&'static Breach> = Vec::new();
    for name in names {
        let breach = BREACHES.iter().find(|breach| breach.name == name);
        out.push(breach.ok_or_else(|| Error::UnknownFault(name.clone()))?);
    }
    match out.iter().find(|breach| breach.alone && out.iter().any(|other| other.name != breach.name)) {
        Some(breach) => Err(Error::Alone(breach.name)),
        None => Ok(out),
    }
}

const fn breach(name: &'static str, code: &'static str, at: At, about: &'static str) -> Breach {
    Breach { name, code, about, at, alone: false }
}

const fn alone(name: &'static str, code: &'static str, at: At, about: &'static str) -> Breach {
    Breach { name, code, about, at, alone: true }
}

const BREACHES: &[Breach] = &[
    alone("no_conditions", "tournament/no-conditions", At::Desk, "No conditions are among the logs."),
    breach("part_missing", "tournament/condition-missing", At::Desk, "The conditions lack the statement of part (k)."),
    breach(
        "conditions_changed",
        "tournament/conditions-late",
        At::Desk,
        "After round 1 they are written in other words.",
    ),
    breach("not_given", "tournament/conditions-not-given", At::Start(1, 10), "A player never got a copy of them."),
    breach("no_form", "tournament/not-entered", At::Start(1, 10), "A player entered without the form, and sits down."),
    breach("entry_too_many", "tournament/entries", At::Desk, "The conditions foresee 63 players, and 64 enter."),
    breach("refund_groundless", "tournament/refund", At::Desk, "A fee goes back out of goodwill."),
    alone(
        "refund_forgotten",
        "tournament/refund-missing",
        At::Desk,
        "The tournament is cancelled in the end, and all fees but one go back.",
    ),
    breach("prizes_short", "tournament/prize-pool", At::Desk, "The third prize is 28000 smaller than announced."),
    breach("prize_to_another", "tournament/prize", At::Desk, "The second prize goes to who was placed first."),
    breach(
        "played_after_refund",
        "tournament/after-refund",
        At::Start(1, 8),
        "A player withdraws, has the fee back, and sits down.",
    ),
    breach("session_unplayed", "tournament/not-played", At::Desk, "A second final is scheduled and never starts."),
    breach("other_table", "tournament/table", At::Start(1, 9), "The session starts at another table than designated."),
    breach(
        "unannounced_start",
        "tournament/start-altered",
        At::Desk,
        "A start is altered, and the players are not notified.",
    ),
    breach("early_start", "tournament/start-altered", At::Start(2, 4), "A session starts a minute before its time."),
    breach("ordinary_coup", "tournament/not-exclusive", At::Coup(2, 3, 2), "An ordinary coup is dealt meanwhile."),
    breach("coup_after_end", "tournament/no-session", At::End(3, 2), "A coup names a session that has ended."),
    breach("stranger_wagers", "tournament/not-seated", At::Coup(3, 1, 2), "A player wagers who has no seat."),
    breach("not_advanced", "tournament/not-advanced", At::Start(2, 2), "A seat goes to a player who did not advance."),
    breach("other_seat", "tournament/position", At::Coup(1, 9, 1), "A wager is made from another seat."),
    breach("chips_over_allotment", "tournament/allotment", At::Start(1, 10), "A player receives 1000 chips more."),
    breach("buy_in_short", "tournament/buy-in", At::Start(1, 10), "A player paid half of the buy-in."),
    breach("pass_card_given", "tournament/pass-allocation", At::Start(1, 10), "A player receives two pass cards."),
    breach("pass_card_twice", "tournament/pass-card", At::Coup(1, 10, 4), "A player plays a second pass card of one."),
    breach("no_wager", "tournament/no-wager", At::Coup(1, 9, 2), "A player wagers nothing, and nothing follows."),
    breach(
        "below_minimum",
        "tournament/below-minimum",
        At::Coup(1, 9, 6),
        "Half of the minimum is settled as it lies.",
    ),
    breach(
        "odd_stake_paid",
        "tournament/increment",
        At::Coup(1, 9, 7),
        "A stake of two and a half minima is paid whole.",
    ),
    breach("more_than_his_chips", "tournament/over-chips", At::Coup(1, 10, 3), "A stake is larger than the stack."),
    breach("cash_wagered", "tournament/wrong-chips", At::Coup(1, 9, 5), "A wager lies in cash chips."),
    breach(
        "restricted_in_time",
        "tournament/restriction",
        At::Coup(1, 10, 2),
        "A wager in time counts as the minimum.",
    ),
    breach(
        "bounds_changed",
        "tournament/level-change",
        At::Coup(2, 1, 7),
        "The maximum is raised before the last coup.",
    ),
    breach("kept_on", "tournament/not-eliminated", At::Coup(1, 2, 5), "Who lost everything is eliminated a coup late."),
    breach(
        "eliminated_with_chips",
        "tournament/eliminated",
        At::Coup(2, 2, 3),
        "A player is eliminated who has chips.",
    ),
    breach("chips_given", "tournament/chips-added", At::Coup(2, 2, 5), "A player receives 5000 chips meanwhile."),
    breach(
        "concealing_let_off",
        "tournament/not-disqualified",
        At::Coup(2, 3, 6),
        "Chips are concealed, without sequel.",
    ),
    breach("designated_by_another", "tournament/authority", At::Desk, "A pit's supervisor designates a session."),
    breach("deduction_too_large", "tournament/deduction", At::Coup(3, 1, 4), "Three minima are taken for one absence."),
    breach(
        "form_too_many",
        "tournament/undisclosed-count",
        At::Coup(2, 4, 3),
        "A player hands in a second form of one.",
    ),
    breach("form_late", "tournament/undisclosed-form", At::Coup(2, 4, 5), "A form is recorded after the first card."),
    breach("form_unannounced", "tournament/undisclosed-announcement", At::Coup(2, 4, 6), "A form is never announced."),
    breach(
        "form_other_amount",
        "tournament/undisclosed-amount",
        At::Coup(2, 4, 7),
        "More is settled than the form says.",
    ),
    breach("marker_moved", "tournament/marker", At::Coup(1, 9, 4), "The marker lies one box too far."),
    breach("out_of_turn", "tournament/out-of-turn", At::Coup(1, 9, 3), "The last in turn wagers first."),
    breach("played_in_dispute", "tournament/dispute", At::Coup(2, 3, 5), "A coup begins while players dispute."),
    breach("not_counted", "tournament/count-missing", At::End(1, 9), "A session ends without a count."),
    breach("counted_wrong", "tournament/chip-count", At::End(1, 10), "500 chips more are counted than there can be."),
    breach("chips_gone", "tournament/inventory", At::End(2, 1), "The chips come to 500 less, and no record says why."),
    breach("ended_early", "tournament/early-end", At::End(3, 2), "A session ends after five of eight coups."),
    breach("coup_too_many", "tournament/overrun", At::Coup(3, 1, 9), "A ninth coup of eight is dealt."),
    breach("three_advance", "tournament/advance", At::End(1, 3), "Three advance where two may."),
    breach("others_advance", "tournament/placing", At::End(3, 1), "The third advances instead of the second."),
    breach("tie_not_played_off", "tournament/tie", At::End(1, 1), "A tie is parted without a play-off."),
    breach(
        "play_off_of_no_tie",
        "tournament/play-off",
        At::End(1, 4),
        "First and second play one off, who are not tied.",
    ),
    breach("result_unwritten", "tournament/no-result", At::End(4, 1), "The last session has no result."),
    breach("maximum_ignored", "wager/over-limit", At::Coup(1, 7, 2), "A stake above the maximum is paid whole."),
    breach(
        "late_after_announcement",
        "wager/late-honoured",
        At::Coup(1, 4, 5),
        "A wager after the announcement is paid.",
    ),
    breach("taken_back_in_turn", "wager/withdrawn-honoured", At::Coup(1, 7, 5), "A wager made in turn goes back."),
];
