//! Voids that no clause grounds, and those that a manager or the law may.

use resettle_reference::{Kind, Rules, first_cards};

use super::common::nobody_drew;
use super::void::{
    altered, duties, last_together, malfunction, one_beyond, star_supervisor, surplus_first_card, together, too_many,
};
use crate::fault::{ANY, ELECTRONIC, Fault, MBS_2011, MBS_TABLES, STAR, fault, near};
use crate::scene::Scene;

const SILENT_ON_DISRUPTION: &[Rules] = MBS_TABLES;
const V6_V7_STAR: &[Rules] = &[Rules::MbsSevenUp2017, Rules::MbsBaccarat2017, Rules::StarSevenUp2016];

pub(super) const FAULTS: &[Fault] = &[
    fault("void_for_nothing", "void/groundless", ANY, "A coup is voided, and the log gives no reason.", |scene| {
        groundless(scene, |_| Some(()))
    }),
    fault(
        "void_noticed_too_late",
        "void/groundless",
        V6_V7_STAR,
        "A wrong count is noticed at the very moment of the next commencement, and the coup is voided.",
        |scene| {
            let noticed = scene.next_commencement();
            scene.written_after(noticed);
            groundless(scene, |scene| too_many(scene, |i| i.noticed = Some(noticed)))
        },
    )
    .ahead(),
    near(
        "void_noticed_just_in_time",
        V6_V7_STAR,
        "A wrong count is noticed a millisecond before the next commencement, and the coup is voided.",
        |scene| {
            let noticed = scene.next_commencement() - 1;
            scene.written_after(noticed);
            too_many(scene, |i| i.noticed = Some(noticed))?;
            scene.declare_void();
            Some(())
        },
    )
    .ahead(),
    fault(
        "void_after_reconstruction",
        "void/groundless",
        V6_V7_STAR,
        "A wrong count was reconstructed, and the coup was voided nevertheless.",
        |scene| {
            groundless(scene, |scene| {
                surplus_first_card(scene)?;
                let by = star_supervisor(scene);
                scene.irregularity(Kind::WrongCardCount, |i| {
                    i.by = by;
                    i.facts.text("hand", "player").text("dealt", "too_many");
                    i.facts.text("stage", "initial_deal").flag("reconstructed", true);
                });
                Some(())
            })
        },
    ),
    fault(
        "void_for_draws_2011",
        "void/groundless",
        MBS_2011,
        "A wrong count among the draws, of which the 2011 rules say nothing, and the coup is voided.",
        |scene| groundless(scene, |scene| one_beyond(scene, |_| {})),
    ),
    fault(
        "void_for_too_few_2011",
        "void/groundless",
        MBS_2011,
        "A hand got too few cards, of which the 2011 rules say nothing, and the coup is voided.",
        |scene| {
            groundless(scene, |scene| {
                while scene.physical.len() >= first_cards(scene.rules) {
                    scene.undraw()?;
                }
                scene.irregularity(Kind::WrongCardCount, |i| {
                    i.facts.text("hand", "banker").text("dealt", "too_few");
                    i.facts.text("stage", "initial_deal");
                });
                Some(())
            })
        },
    ),
    fault(
        "void_for_altered_order_2011",
        "void/groundless",
        MBS_2011,
        "The order of the shoe was altered, of which the 2011 rules say nothing, and the coup is voided.",
        |scene| groundless(scene, |scene| altered(scene, false)),
    ),
    fault(
        "void_for_late_cards_together",
        "void/groundless",
        &[Rules::MbsSevenUp2011, Rules::MbsSevenUp2017],
        "Cards beyond the initial deal were drawn together, and the coup is voided.",
        |scene| groundless(scene, last_together),
    )
    .wants(|_, round| round.player.len() + round.banker.len() == 5),
    fault(
        "void_though_order_known",
        "void/groundless",
        ANY,
        "Cards were drawn together, their order is known, and the coup is voided.",
        |scene| groundless(scene, |scene| together(scene, "[1,2]", true)),
    ),
    fault("void_for_display", "void/groundless", ANY, "The display erred, and the coup is voided for it.", |scene| {
        groundless(scene, |scene| {
            scene.irregularity(Kind::DisplayError, |_| {});
            Some(())
        })
    }),
    fault(
        "void_for_face_up_card",
        "void/groundless",
        ANY,
        "A card was found face up during the coup, and the coup is voided.",
        |scene| groundless(scene, face_up),
    ),
    near(
        "face_up_card_played",
        ANY,
        "A card was found face up during the coup, and it was played as though face down.",
        face_up,
    ),
    fault(
        "void_for_disruption_mbs",
        "void/groundless",
        SILENT_ON_DISRUPTION,
        "Fire broke out, of which the rules say nothing, and the coup is voided.",
        |scene| groundless(scene, |scene| disruption(scene, Some("fire"), None)),
    ),
    fault(
        "void_for_other_disruption",
        "void/groundless",
        STAR,
        "A disruption that 14.4.1 does not name, and the coup is voided for it.",
        |scene| groundless(scene, |scene| disruption(scene, Some("other"), Some("casino_supervisor"))),
    ),
    near("void_for_fire", STAR, "Fire broke out, and a casino supervisor voided the coup: 14.4.1.", |scene| {
        disruption(scene, Some("fire"), Some("casino_supervisor"))?;
        scene.declare_void();
        Some(())
    }),
    near(
        "fire_played_on",
        STAR,
        "Fire broke out, and the coup was finished all the same: it may be voided, and need not.",
        |scene| disruption(scene, Some("fire"), None),
    ),
    fault(
        "void_for_idle_fraud",
        "void/groundless",
        STAR,
        "Fraud that did not affect the outcome, and the coup is voided for it.",
        |scene| groundless(scene, |scene| fraud(scene, false)),
    ),
    near(
        "void_for_fraud",
        STAR,
        "Fraud affected the outcome, and a casino supervisor voided the coup: 14.4.2.",
        |scene| {
            fraud(scene, true)?;
            scene.declare_void();
            Some(())
        },
    ),
    fault(
        "void_for_omitted_burn",
        "void/groundless",
        STAR,
        "The burn was forgotten, and the coup is voided where play goes on.",
        |scene| {
            groundless(scene, |scene| {
                scene.irregularity(Kind::BurnOmitted, |_| {});
                Some(())
            })
        },
    ),
    fault(
        "void_with_another_device",
        "void/groundless",
        STAR,
        "The device failed, another was at hand, nobody was disadvantaged, and the coup is voided.",
        |scene| groundless(scene, |scene| malfunction(scene, &[("replacement_available", true)])),
    ),
    fault(
        "void_for_unshuffled_cards",
        "void/groundless",
        STAR,
        "Unshuffled cards, of which the order says nothing, and the coup is voided.",
        |scene| {
            groundless(scene, |scene| {
                scene.irregularity(Kind::UnshuffledCards, |_| {});
                Some(())
            })
        },
    ),
    fault(
        "void_for_missing_card_mbs",
        "void/groundless",
        MBS_TABLES,
        "A card was found missing, of which the rules say nothing, and the coup is voided.",
        |scene| {
            groundless(scene, |scene| {
                duties(scene, Kind::MissingCard, |_| {});
                Some(())
            })
        },
    ),
    fault(
        "void_for_wrong_order_mbs",
        "void/groundless",
        MBS_TABLES,
        "Cards were dealt in the wrong order, of which the rules say nothing, and the coup is voided.",
        |scene| {
            groundless(scene, |scene| {
                scene.irregularity(Kind::DealtOutOfOrder, |i| {
                    i.facts.flag("reconstructed", false);
                });
                Some(())
            })
        },
    ),
    fault(
        "void_for_malfunction_mbs",
        "void/groundless",
        MBS_TABLES,
        "The shoe failed, of which the rules say nothing, and the coup is voided.",
        |scene| groundless(scene, |scene| malfunction(scene, &[("disadvantage", true)])),
    ),
    fault(
        "void_for_fraud_mbs",
        "void/groundless",
        MBS_TABLES,
        "Fraud, of which the rules say nothing, and the coup is voided.",
        |scene| groundless(scene, |scene| fraud(scene, true)),
    ),
    fault(
        "void_for_unauthorised_draw_star",
        "void/groundless",
        STAR,
        "The Player was dealt a card that he was not due, and the coup is voided: 12.2 goes before 12.1.",
        |scene| {
            groundless(scene, |scene| {
                let to = scene.rightly_to();
                let index = to.len();
                scene.draw()?;
                scene.draft.to = Some(to + "P");
                scene.irregularity(Kind::UnauthorisedDraw, |i| {
                    i.by = Some("casino_supervisor");
                    i.facts.text("hand", "player").raw("card", &index.to_string());
                });
                Some(())
            })
        },
    )
    .wants(nobody_drew),
    fault(
        "wrong_count_void_by_shift_manager",
        "void/discretionary",
        ELECTRONIC,
        "A wrong count, which the rules do not cover, and the Gaming Shift Manager voids the round.",
        |scene| {
            too_many(scene, |i| i.by = Some("gaming_shift_manager"))?;
            scene.declare_void();
            scene.find("void/discretionary");
            Some(())
        },
    ),
    fault(
        "wrong_count_void_by_nobody",
        "void/groundless",
        ELECTRONIC,
        "A wrong count, which the rules do not cover, and the round is voided without anybody named.",
        |scene| groundless(scene, |scene| too_many(scene, |_| {})),
    ),
    fault(
        "void_by_shift_manager",
        "void/discretionary",
        ELECTRONIC,
        "Something that the rules do not cover, and the Gaming Shift Manager voids the round: 6.1.",
        |scene| {
            referred(scene, Some("gaming_shift_manager"))?;
            scene.declare_void();
            scene.find("void/discretionary");
            Some(())
        },
    ),
    fault(
        "void_by_lower_manager",
        "void/groundless",
        ELECTRONIC,
        "Something that the rules do not cover, and a Gaming Manager, one rank too low, voids the round.",
        |scene| groundless(scene, |scene| referred(scene, Some("gaming_manager"))),
    ),
    fault(
        "void_by_nobody",
        "void/groundless",
        ELECTRONIC,
        "Something that the rules do not cover, and the round is voided without anybody named.",
        |scene| groundless(scene, |scene| referred(scene, None)),
    ),
    near(
        "referred_and_played_on",
        ELECTRONIC,
        "Something that the rules do not cover, and the Gaming Shift Manager lets the result stand.",
        |scene| referred(scene, Some("gaming_shift_manager")),
    ),
];

fn groundless(scene: &mut Scene<'_>, irregular: impl FnOnce(&mut Scene<'_>) -> Option<()>) -> Option<()> {
    irregular(scene)?;
    scene.declare_void();
    scene.find("void/groundless");
    Some(())
}

fn face_up(scene: &mut Scene<'_>) -> Option<()> {
    scene.irregularity(Kind::FaceUpCard, |i| {
        i.facts.text("stage", "during_coup");
    });
    Some(())
}

fn disruption(scene: &mut Scene<'_>, cause: Option<&str>, by: Option<&'static str>) -> Option<()> {
    scene.irregularity(Kind::Disruption, |i| {
        i.by = by;
        if let Some(cause) = cause {
            i.facts.text("cause", cause);
        }
    });
    Some(())
}

fn fraud(scene: &mut Scene<'_>, affected: bool) -> Option<()> {
    let none: [&str; 0] = [];
    scene.irregularity(Kind::Fraud, |i| {
        i.by = Some("casino_supervisor");
        i.facts.list("wagers", &none).flag("outcome_affected", affected);
    });
    Some(())
}

fn referred(scene: &mut Scene<'_>, by: Option<&'static str>) -> Option<()> {
    scene.irregularity(Kind::Other, |i| {
        i.by = by;
        i.facts.text("text", "a drink was spilt over the layout");
    });
    Some(())
}
