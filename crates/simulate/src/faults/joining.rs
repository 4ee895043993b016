//! What the sources of one table say of a coup: one says nothing, one says otherwise, one has a clock of its own.

use resettle_reference::{Bet, Rules, Winner};

use super::common::{decided, loser, winner};
use crate::Expected;
use crate::draft::{Declared, DraftWager, texts};
use crate::fault::{ANY, Fault, fault, near};
use crate::fields::Fields;
use crate::scene::Scene;
use crate::sources::{Joining, TOLERANCE, Undealt, Who, home};

const MISSING: &str = "reconcile/missing-source";
const DIFFER: &str = "reconcile/disagreement";
const LEANS: &str = "reconcile/clock-tolerance";

pub(super) const FAULTS: &[Fault] = &[
    fault("lost_by_a_terminal", MISSING, ANY, "A terminal that took wagers lacks the coup.", |scene| {
        let wagers = scene.draft.wagers.as_deref().unwrap_or_default();
        let at = home(wagers.first()?, scene.terminals);
        lost(scene, Who::Terminal(at))
    })
    .sources(),
    fault("lost_by_an_idle_terminal", MISSING, ANY, "A terminal that took no wager lacks the coup.", |scene| {
        lost(scene, Who::Terminal(scene.terminals.checked_sub(1)?))
    })
    .sources(),
    near("terminal_writes_late", ANY, "A terminal writes the coup half a minute after all others.", |scene| {
        moved(scene, Who::Terminal(0), 30_000)
    })
    .sources(),
    near("terminal_writes_first", ANY, "A terminal writes the coup before the shoe and the display do.", |scene| {
        moved(scene, Who::Terminal(0), -900)
    })
    .sources(),
    fault("lost_by_the_display", MISSING, ANY, "The display lacks the coup.", |scene| lost(scene, Who::Display))
        .sources(),
    near("display_writes_late", ANY, "The display writes the coup half a minute after all others.", |scene| {
        moved(scene, Who::Display, 30_000)
    })
    .sources(),
    near("display_writes_no_result", ANY, "The display has the coup, and not what it showed: not judged.", |scene| {
        scene.draft.wrd = None;
        Some(())
    })
    .sources(),
    fault("lost_by_the_shoe", MISSING, ANY, "The shoe lacks the coup, and nobody else knows its cards.", |scene| {
        middle(scene)?;
        scene.orders.told_by_none = true;
        lost(scene, Who::Shoe)
    })
    .sources()
    .ahead(),
    near("shoe_writes_late", ANY, "The shoe writes the coup four seconds after all others.", |scene| {
        scene.draft.at += 4_000;
        Some(())
    })
    .sources(),
    fault(
        "paid_and_never_dealt",
        "reconcile/paid-undealt",
        ANY,
        "A terminal settled a coup that no shoe dealt: one wager won, one lost.",
        |scene| undealt(scene, &[(10_000, 20_000), (2_500, 0)]),
    )
    .sources(),
    fault(
        "returned_and_never_dealt",
        "reconcile/paid-undealt",
        ANY,
        "A terminal returned a wager on a coup that no shoe dealt: no money.",
        |scene| undealt(scene, &[(10_000, 10_000)]),
    )
    .sources(),
    fault(
        "paid_and_dealt_unreadably",
        "integrity/malformed-record",
        ANY,
        "Terminals settled a coup whose line in the shoe's log is no record, but names it: it was dealt.",
        |scene| {
            middle(scene)?;
            unreadable(scene, Who::Shoe)?;
            scene.orders.told_by_none = true;
            Some(())
        },
    )
    .sources()
    .ahead(),
    fault(
        "terminal_line_unreadable",
        "integrity/malformed-record",
        ANY,
        "A terminal's line of the coup is no record, but names it: it is not missing beside that.",
        |scene| unreadable(scene, Who::Terminal(scene.terminals.checked_sub(1)?)),
    )
    .sources(),
    fault(
        "clock_off_within_tolerance",
        LEANS,
        ANY,
        "By its terminal's clock, known to be off, a wager was placed a millisecond late, and it was paid.",
        |scene| placed(scene, 1, true, Some(LEANS)),
    )
    .wants(decided)
    .sources(),
    fault(
        "clock_off_by_the_tolerance",
        LEANS,
        ANY,
        "By its terminal's clock a wager was placed late by the whole tolerance, and it was paid.",
        |scene| placed(scene, TOLERANCE, true, Some(LEANS)),
    )
    .wants(decided)
    .sources(),
    fault(
        "withdrawn_by_the_tolerance",
        LEANS,
        ANY,
        "By its terminal's clock a wager was withdrawn late by the whole tolerance, and its stake went back.",
        |scene| withdrawn(scene, TOLERANCE, LEANS),
    )
    .wants(decided)
    .sources(),
    near("clock_off_and_on_time", ANY, "By its terminal's clock a wager was placed at the very close.", |scene| {
        placed(scene, 0, true, None)
    })
    .wants(decided)
    .sources(),
    fault(
        "clock_off_beyond_tolerance",
        "wager/late-honoured",
        ANY,
        "By its terminal's clock a wager was placed a millisecond beyond the tolerance, and it was paid.",
        |scene| placed(scene, TOLERANCE + 1, true, Some("wager/late-honoured")),
    )
    .wants(decided)
    .sources(),
    near(
        "clock_off_beyond_and_returned",
        ANY,
        "By its terminal's clock a wager was placed a millisecond beyond the tolerance, and it was returned.",
        |scene| placed(scene, TOLERANCE + 1, false, None),
    )
    .wants(decided)
    .sources(),
    fault(
        "withdrawn_beyond_tolerance",
        "wager/withdrawn-honoured",
        ANY,
        "By its terminal's clock a wager was withdrawn a millisecond beyond the tolerance, and its stake went back.",
        |scene| withdrawn(scene, TOLERANCE + 1, "wager/withdrawn-honoured"),
    )
    .wants(decided)
    .sources(),
    fault("paid_twice", "settlement/overpaid", ANY, "A terminal paid one wager twice over.", |scene| {
        let at = won(scene)?;
        let wager = scene.wager(at)?;
        let due = wager.returned;
        wager.returned = due.saturating_mul(2);
        scene.find_wager("settlement/overpaid", "j1", Some(due));
        Some(())
    })
    .wants(decided)
    .sources(),
    near("paid_once_told_twice", ANY, "The shoe and the terminal record one wager, in one way.", |scene| {
        let at = won(scene)?;
        recorded_by_shoe(scene, at, |_| ())
    })
    .wants(decided)
    .sources(),
    fault(
        "wager_told_otherwise",
        DIFFER,
        ANY,
        "The shoe records a wager too, placed after the close; by its terminal, whose times count, it was in time.",
        |scene| {
            let at = won(scene)?;
            let late = scene.close() + 2_000;
            recorded_by_shoe(scene, at, |wager| wager.placed = Some(late))?;
            scene.find_wager(DIFFER, "j1", None);
            Some(())
        },
    )
    .wants(decided)
    .sources(),
    fault("display_stale", "display/wrd-mismatch", ANY, "The display still shows the result before.", |scene| {
        scene.draft.wrd = Some(before(scene, false)?);
        scene.find("display/wrd-mismatch");
        Some(())
    })
    .sources(),
    near("display_stale_and_right", ANY, "The display shows the result before, which is this one's too.", |scene| {
        scene.draft.wrd = Some(before(scene, true)?);
        Some(())
    })
    .sources(),
    fault("cards_told_otherwise", DIFFER, ANY, "The display records the cards too, the last two exchanged.", |scene| {
        let mut cards = texts(scene.draft.cards.as_ref()?);
        let last = cards.pop()?;
        if cards.last() == Some(&last) {
            return None;
        }
        cards.insert(cards.len().checked_sub(1)?, last);
        cards_by_display(scene, &cards)?;
        scene.find(DIFFER);
        Some(())
    })
    .sources(),
    near("cards_told_alike", ANY, "The display records the cards too, as the shoe does.", |scene| {
        let cards = texts(scene.draft.cards.as_ref()?);
        cards_by_display(scene, &cards)
    })
    .sources(),
    fault("result_told_otherwise", DIFFER, ANY, "A terminal records another result than the shoe.", |scene| {
        let mut declared = Declared::of(&scene.round);
        declared.result = other(scene.round.winner);
        declared_by_terminal(scene, &declared)?;
        scene.find(DIFFER);
        Some(())
    })
    .sources(),
    near("result_told_alike", ANY, "A terminal records the result too, as the shoe does.", |scene| {
        let declared = scene.draft.declared.clone()?;
        declared_by_terminal(scene, &declared)
    })
    .sources(),
    fault(
        "display_told_otherwise",
        DIFFER,
        ANY,
        "The shoe says that the display showed the winner; the display says that it showed another.",
        |scene| {
            shown_by_shoe(scene, scene.round.winner.word())?;
            scene.draft.wrd = Some(other(scene.round.winner));
            scene.find(DIFFER);
            Some(())
        },
    )
    .sources(),
    near("display_told_alike", ANY, "The shoe says too what the display showed.", |scene| {
        shown_by_shoe(scene, scene.draft.wrd?)
    })
    .sources(),
];

fn lost(scene: &mut Scene<'_>, who: Who) -> Option<()> {
    scene.orders.joining.lost = Some(who);
    scene.find(MISSING);
    Some(())
}

fn moved(scene: &mut Scene<'_>, who: Who, by: i64) -> Option<()> {
    scene.orders.joining.moved = Some((who, by));
    Some(())
}

/// Neither the first coup of its shoe nor one that a kept card opens, nor one with an interruption, which the shoe alone logs.
fn middle(scene: &Scene<'_>) -> Option<()> {
    let ordinary = scene.draft.coup > 1 && !scene.draft.carried && scene.draft.no_bet.is_none();
    (ordinary && !scene.interrupted()).then_some(())
}

fn also(scene: &mut Scene<'_>, who: Who, fields: Fields) -> Option<()> {
    scene.orders.joining = Joining { also: Some((who, fields)), ..Joining::default() };
    Some(())
}

/// A word that the format does not list makes the line no record.
fn unreadable(scene: &mut Scene<'_>, who: Who) -> Option<()> {
    let mut fields = Fields::new();
    fields.text("mode", "dreamt");
    scene.find_in_log("integrity/malformed-record");
    also(scene, who, fields)
}

/// A terminal settles wagers under a number that the shoe leaves out.
fn undealt(scene: &mut Scene<'_>, wagers: &[(i64, i64)]) -> Option<()> {
    let number = scene.draft.coup;
    scene.draft.coup += 1;
    let placed = scene.last_at;
    let mut made = Vec::new();
    for (at, (stake, returned)) in wagers.iter().enumerate() {
        let mut wager = DraftWager::new(format!("u{}", at + 1), "1", Bet::Player, *stake, placed);
        wager.returned = *returned;
        made.push(wager);
    }
    let money = wagers.iter().map(|(stake, returned)| returned - stake).sum();
    scene.orders.joining.undealt = Some(Undealt { number, terminal: 0, wagers: made });
    scene.orders.expected.push(Expected {
        code: "reconcile/paid-undealt",
        shoe: Some(scene.draft.shoe.clone()),
        coup: Some(number),
        wager: None,
        money: Some(money),
    });
    Some(())
}

/// A wager of the terminal whose clock is off.
fn off_clock<'s>(scene: &'s mut Scene<'_>, bet: Bet) -> Option<&'s mut DraftWager> {
    let terminals = scene.terminals;
    let electronic = scene.rules == Rules::MbsElectronic2023;
    if scene.interrupted() {
        return None;
    }
    let at = scene.add("j1", "8", bet, 10_000)?;
    let wager = scene.wager(at)?;
    wager.off_clock = true;
    wager.terminal = electronic.then(|| format!("T{terminals}"));
    Some(wager)
}

fn placed(scene: &mut Scene<'_>, after: i64, paid: bool, code: Option<&'static str>) -> Option<()> {
    let (bet, close) = (winner(&scene.round), scene.close());
    let wager = off_clock(scene, bet)?;
    wager.placed = Some(close + after);
    if !paid {
        wager.returned = wager.stake;
    }
    let money = wager.returned - wager.stake;
    if let Some(code) = code {
        scene.find_wager(code, "j1", (code != LEANS).then_some(money));
    }
    Some(())
}

fn withdrawn(scene: &mut Scene<'_>, after: i64, code: &'static str) -> Option<()> {
    let (bet, close) = (loser(&scene.round), scene.close());
    let wager = off_clock(scene, bet)?;
    wager.withdrawn = Some(close + after);
    wager.returned = wager.stake;
    let money = wager.stake;
    scene.find_wager(code, "j1", (code != LEANS).then_some(money));
    Some(())
}

fn won(scene: &mut Scene<'_>) -> Option<usize> {
    let bet = winner(&scene.round);
    scene.add("j1", "8", bet, 10_000)
}

/// The shoe also records a wager, as of its terminal.
fn recorded_by_shoe(scene: &mut Scene<'_>, at: usize, change: impl FnOnce(&mut DraftWager)) -> Option<()> {
    let (offset, terminals) = (scene.offset, scene.terminals);
    let mut wager = scene.wager(at)?.clone();
    let own = home(&wager, terminals) + 1;
    wager.terminal = wager.terminal.take().or_else(|| Some(format!("T{own}")));
    change(&mut wager);
    let mut fields = Fields::new();
    fields.raw("wagers", &format!("[{}]", wager.object(offset)));
    also(scene, Who::Shoe, fields)
}

/// What was shown of the coup before, where that is, or is not, this coup's result.
fn before(scene: &Scene<'_>, right: bool) -> Option<&'static str> {
    let won = |shown: &&str| matches!(*shown, "player" | "banker" | "tie");
    let shown = scene.shown_before.filter(won)?;
    ((shown == scene.round.winner.word()) == right).then_some(shown)
}

fn cards_by_display(scene: &mut Scene<'_>, cards: &[String]) -> Option<()> {
    let mut fields = Fields::new();
    fields.list("cards", cards);
    also(scene, Who::Display, fields)
}

fn declared_by_terminal(scene: &mut Scene<'_>, declared: &Declared) -> Option<()> {
    let mut fields = Fields::new();
    fields.raw("declared", &declared.object());
    also(scene, Who::Terminal(0), fields)
}

fn shown_by_shoe(scene: &mut Scene<'_>, shown: &str) -> Option<()> {
    let mut fields = Fields::new();
    fields.text("wrd", shown);
    also(scene, Who::Shoe, fields)
}

fn other(won: Winner) -> &'static str {
    match won {
        Winner::Player => "banker",
        Winner::Banker => "tie",
        Winner::Tie => "player",
    }
}
