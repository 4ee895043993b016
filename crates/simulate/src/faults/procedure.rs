//! Numbers, times, sections, shoe records and no-bet coups.

use resettle_reference::{Bet, Kind};

use crate::Expected;
use crate::draft::{Irregularity, NoBet};
use crate::fault::{ANY, Fault, MBS, STAR, fault, near};
use crate::fields::Fields;
use crate::scene::Scene;

pub(super) const FAULTS: &[Fault] = &[
    fault("coup_number_skipped", "procedure/coup-gap", ANY, "A coup number is skipped.", |scene| gap(scene, 1)),
    fault("coup_number_repeated", "procedure/coup-gap", ANY, "A coup number is used twice.", |scene| gap(scene, -1)),
    fault("coup_number_goes_back", "procedure/coup-gap", ANY, "Coup numbers go back by three.", |scene| gap(scene, -4)),
    fault(
        "shoe_never_started",
        "procedure/shoe-record",
        ANY,
        "Coups are dealt from a shoe that was not started.",
        shoe_record,
    )
    .shoe(|setup| setup.unstarted = true),
    fault("shoe_started_twice", "procedure/shoe-record", ANY, "The start of a shoe is logged twice.", shoe_record)
        .shoe(|setup| setup.twice = true),
    fault(
        "shoe_ended_and_used",
        "procedure/shoe-record",
        ANY,
        "Coups are dealt from a shoe that was ended.",
        |scene| {
            scene.orders.end_but_go_on = true;
            // What concerns a whole shoe is reported at its first coup.
            scene.orders.expected.push(Expected {
                code: "procedure/shoe-record",
                shoe: Some(scene.draft.shoe.clone()),
                coup: Some(1),
                wager: None,
                money: None,
            });
            Some(())
        },
    )
    .ahead(),
    fault("close_missing", "procedure/times", MBS, "The log does not say when bets were closed.", |scene| {
        quiet_wagers(scene)?;
        scene.draft.closed = None;
        times(scene)
    }),
    fault("opening_missing", "procedure/times", MBS, "The log does not say when play commenced.", |scene| {
        quiet_wagers(scene)?;
        scene.draft.opened = None;
        times(scene)
    }),
    fault(
        "first_card_time_missing",
        "procedure/times",
        STAR,
        "The log does not say when the first card was drawn.",
        |scene| {
            quiet_wagers(scene)?;
            scene.draft.first_card = None;
            times(scene)
        },
    ),
    near(
        "nothing_announced",
        STAR,
        "Neither the opening nor the close is logged: announcements are optional under 7.1.",
        |scene| {
            scene.draft.opened = None;
            scene.draft.closed = None;
            Some(())
        },
    ),
    fault(
        "settled_before_first_card",
        "procedure/times",
        ANY,
        "The coup was settled a millisecond before its first card.",
        |scene| {
            scene.draft.settled = scene.draft.first_card.map(|at| at - 1);
            times(scene)
        },
    ),
    fault(
        "opened_after_close",
        "procedure/times",
        ANY,
        "Play commenced a millisecond after bets were closed.",
        |scene| {
            scene.draft.opened = scene.draft.closed.map(|at| at + 1);
            times(scene)
        },
    ),
    near("all_at_one_moment", ANY, "First card and settlement bear one time: in order.", |scene| {
        scene.draft.settled = scene.draft.first_card;
        Some(())
    }),
    fault("cards_section_missing", "procedure/section-missing", ANY, "The coup has no cards.", |scene| {
        scene.draft.cards = None;
        section(scene)
    })
    .one_log(),
    fault("declaration_missing", "procedure/section-missing", ANY, "The coup has no declaration.", |scene| {
        scene.draft.declared = None;
        section(scene)
    })
    .one_log(),
    fault(
        "wagers_section_missing",
        "procedure/section-missing",
        ANY,
        "The coup, not a no-bet coup, has no wagers.",
        |scene| {
            scene.draft.wagers = None;
            section(scene)
        },
    )
    .one_log(),
    fault(
        "no_bet_coup_unknown",
        "procedure/no-bet-coup",
        MBS,
        "A coup is dealt without wagers, which the document does not know.",
        |scene| no_bet(scene, Some("agreed"), Some("assistant_gaming_manager"), true),
    ),
    near(
        "no_bet_coup_agreed",
        STAR,
        "All players agree to a no-bet coup, and an Assistant Gaming Manager permits it: 7.4.",
        |scene| no_bet(scene, Some("agreed"), Some("assistant_gaming_manager"), false),
    ),
    near(
        "no_bet_coup_agreed_higher",
        STAR,
        "All players agree to a no-bet coup, and a Gaming Manager permits it.",
        |scene| no_bet(scene, Some("agreed"), Some("gaming_manager"), false),
    ),
    fault(
        "no_bet_coup_agreed_lower",
        "procedure/no-bet-coup",
        STAR,
        "All players agree to a no-bet coup, and a casino supervisor, one rank too low, permits it.",
        |scene| no_bet(scene, Some("agreed"), Some("casino_supervisor"), true),
    ),
    fault(
        "no_bet_coup_agreed_by_nobody",
        "procedure/no-bet-coup",
        STAR,
        "All players agree to a no-bet coup, and nobody is named who permits it.",
        |scene| no_bet(scene, Some("agreed"), None, true),
    ),
    fault(
        "no_bet_coup_without_reason",
        "procedure/no-bet-coup",
        STAR,
        "A no-bet coup is dealt, and the log gives no reason.",
        |scene| no_bet(scene, None, None, true),
    ),
    near(
        "exposed_card_opens_no_bet_coup",
        STAR,
        "A card lay face up before the coup, and it opened a no-bet coup: 12.3.",
        |scene| {
            no_bet(scene, Some("exposed_card"), None, false)?;
            exposed(scene);
            Some(())
        },
    ),
    fault(
        "exposed_card_opens_live_coup",
        "procedure/no-bet-coup",
        STAR,
        "A card lay face up before the coup, which was played with wagers.",
        |scene| {
            exposed(scene);
            scene.find("procedure/no-bet-coup");
            Some(())
        },
    ),
    fault(
        "no_bet_coup_for_no_exposed_card",
        "procedure/no-bet-coup",
        STAR,
        "A no-bet coup is said to be for an exposed card, and no card was found face up.",
        |scene| no_bet(scene, Some("exposed_card"), None, true),
    ),
    fault(
        "no_bet_coup_for_a_card_exposed_in_play",
        "procedure/no-bet-coup",
        STAR,
        "A no-bet coup is said to be for an exposed card, and the card lay face up only during the coup.",
        |scene| {
            no_bet(scene, Some("exposed_card"), None, true)?;
            scene.irregularity(Kind::FaceUpCard, |i| {
                i.facts.text("stage", "during_coup");
            });
            Some(())
        },
    ),
    near(
        "no_bet_coup_for_a_card_exposed_between_coups",
        STAR,
        "A card lay face up between two coups, as an incident says, and the next was a no-bet coup: 12.3.",
        |scene| {
            no_bet(scene, Some("exposed_card"), None, false)?;
            let about = Irregularity {
                kind: Kind::FaceUpCard.word().to_owned(),
                noticed: Some(scene.last_at + 100),
                notified_at: None,
                ruling: "no_bet",
                by: None,
                notified: Vec::new(),
                facts: Fields::new(),
            };
            let mut fields = about.fields(scene.offset);
            fields.text("stage", "before_coup").text("shoe", &scene.draft.shoe);
            scene.record_before("incident", fields);
            Some(())
        },
    ),
    fault(
        "no_bet_coup_for_no_unauthorised_draw",
        "procedure/no-bet-coup",
        STAR,
        "A no-bet coup is said to be for a draw without authority, and there was none.",
        |scene| no_bet(scene, Some("unauthorised_draw"), None, true),
    ),
    fault(
        "no_bet_coup_all_removed_without_reconstruction",
        "procedure/no-bet-coup",
        STAR,
        "A no-bet coup is said to be one from which all wagers were removed, and nothing was reconstructed.",
        |scene| no_bet(scene, Some("all_removed"), None, true),
    ),
    fault(
        "no_bet_coup_all_removed_without_a_wager",
        "procedure/no-bet-coup",
        STAR,
        "A no-bet coup after a reconstruction is said to be one from which all wagers were removed, and none was.",
        |scene| {
            no_bet(scene, Some("all_removed"), None, true)?;
            scene.irregularity(Kind::DealtOutOfOrder, |i| {
                i.ruling = "reconstructed";
                i.by = Some("casino_supervisor");
                i.facts.flag("reconstructed", true);
            });
            Some(())
        },
    ),
];

fn gap(scene: &mut Scene<'_>, leap: i64) -> Option<()> {
    // in the middle of a shoe
    if scene.draft.coup < 6 {
        return None;
    }
    scene.draft.coup = scene.draft.coup.checked_add_signed(leap)?;
    scene.find("procedure/coup-gap");
    Some(())
}

fn shoe_record(scene: &mut Scene<'_>) -> Option<()> {
    scene.find("procedure/shoe-record");
    Some(())
}

fn times(scene: &mut Scene<'_>) -> Option<()> {
    scene.find("procedure/times");
    Some(())
}

fn section(scene: &mut Scene<'_>) -> Option<()> {
    scene.find("procedure/section-missing");
    Some(())
}

/// One wager for which it is not known whether it was late.
fn quiet_wagers(scene: &mut Scene<'_>) -> Option<()> {
    scene.clear_wagers();
    scene.add("x1", "8", Bet::Player, 10_000)?;
    Some(())
}

fn no_bet(scene: &mut Scene<'_>, reason: Option<&'static str>, by: Option<&'static str>, wrong: bool) -> Option<()> {
    // what a kept card brings about is another matter
    if scene.draft.carried || scene.draft.no_bet.is_some() {
        return None;
    }
    scene.clear_wagers();
    scene.draft.no_bet = Some(NoBet { reason, by });
    if wrong {
        scene.find("procedure/no-bet-coup");
    }
    Some(())
}

fn exposed(scene: &mut Scene<'_>) {
    let noticed = scene.draft.opened.map(|at| at - 500);
    scene.irregularity(Kind::FaceUpCard, |i| {
        i.noticed = noticed.or(i.noticed);
        i.facts.text("stage", "before_coup");
    });
}
