//! Cards drawn without authority at the Star, and what becomes of them (12.2, 12.3).

use resettle_reference::Kind;

use super::common::{banker_drew, nobody_drew, player_drew};
use crate::Expected;
use crate::draft::NoBet;
use crate::fault::{ANY, Fault, MBS_2017, STAR, fault, near};
use crate::scene::{Kept, Scene};

pub(super) const FAULTS: &[Fault] = &[
    near(
        "players_card_kept",
        STAR,
        "The Player was dealt a card that he was not due, the Banker stands, and the card opens the next coup: 12.2.",
        |scene| keep(scene, "player", true, None),
    )
    .wants(nobody_drew)
    .ahead(),
    fault(
        "players_card_not_carried",
        "deal/carried-card",
        STAR,
        "A card was kept for the next coup, and the next coup does not begin with it.",
        |scene| {
            keep(scene, "player", false, None)?;
            find_at_next(scene, "deal/carried-card");
            Some(())
        },
    )
    .wants(nobody_drew)
    .ahead(),
    near(
        "players_card_to_the_banker",
        STAR,
        "The Player was dealt a card that he was not due, and it became the Banker's third, who had to draw: 12.2.",
        |scene| {
            let to = scene.rightly_to();
            let mut first = to.clone();
            first.pop();
            scene.draft.first_to = Some(first + "P");
            let index = to.len().checked_sub(1)?;
            scene.draft.to = Some(to);
            scene.irregularity(Kind::UnauthorisedDraw, |i| {
                i.by = Some("casino_supervisor");
                i.facts.text("hand", "player").raw("card", &index.to_string());
            });
            Some(())
        },
    )
    .wants(|rules, round| !player_drew(rules, round) && banker_drew(rules, round)),
    near(
        "bankers_card_opens_no_bet_coup",
        STAR,
        "The Banker was dealt a card that he was not due, and it opens a no-bet coup: 12.3.",
        |scene| {
            let no_bet = NoBet { reason: Some("unauthorised_draw"), by: None };
            keep(scene, "banker", true, Some(no_bet))
        },
    )
    .wants(|rules, round| !banker_drew(rules, round))
    .ahead(),
    fault(
        "bankers_card_opens_live_coup",
        "procedure/no-bet-coup",
        STAR,
        "The Banker was dealt a card that he was not due, and the coup that it opens is played with wagers.",
        |scene| {
            keep(scene, "banker", true, None)?;
            find_at_next(scene, "procedure/no-bet-coup");
            Some(())
        },
    )
    .wants(|rules, round| !banker_drew(rules, round))
    .ahead(),
    fault(
        "carried_from_nowhere",
        "deal/carried-card",
        ANY,
        "A coup says that its first card was carried over, and the coup before kept none.",
        |scene| {
            if scene.draft.carried {
                return None;
            }
            scene.draft.carried = true;
            scene.find("deal/carried-card");
            Some(())
        },
    ),
    fault(
        "unauthorised_draw_settled",
        "void/undeclared",
        MBS_2017,
        "The Player was dealt a card that he was not due, noticed in time, and the coup was settled.",
        |scene| {
            unauthorised(scene)?;
            let money = scene.balance();
            scene.find_money("void/undeclared", money);
            Some(())
        },
    )
    .wants(nobody_drew),
    near(
        "unauthorised_draw_voided",
        MBS_2017,
        "The Player was dealt a card that he was not due, noticed in time, and the coup was voided: 5.2.",
        |scene| {
            unauthorised(scene)?;
            scene.declare_void();
            Some(())
        },
    )
    .wants(nobody_drew),
];

fn keep(scene: &mut Scene<'_>, hand: &'static str, honoured: bool, no_bet: Option<NoBet>) -> Option<()> {
    let to = scene.rightly_to();
    let index = to.len();
    let card = scene.draw()?;
    if !honoured {
        scene.shoe.not_next(card);
    }
    scene.draft.to = Some(to + "N");
    scene.irregularity(Kind::UnauthorisedDraw, |i| {
        i.by = Some("casino_supervisor");
        i.facts.text("hand", hand).raw("card", &index.to_string());
    });
    scene.orders.kept = Some(Kept { card, no_bet, honoured });
    Some(())
}

fn unauthorised(scene: &mut Scene<'_>) -> Option<()> {
    let to = scene.rightly_to();
    let index = to.len();
    scene.draw()?;
    scene.draft.to = Some(to + "P");
    scene.irregularity(Kind::UnauthorisedDraw, |i| {
        i.facts.text("hand", "player").raw("card", &index.to_string());
    });
    Some(())
}

pub(super) fn find_at_next(scene: &mut Scene<'_>, code: &'static str) {
    scene.orders.expected.push(Expected {
        code,
        shoe: Some(scene.draft.shoe.clone()),
        coup: Some(scene.draft.coup + 1),
        wager: None,
        money: None,
    });
}
