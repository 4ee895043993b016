use resettle_game::{Rank, Side};

use super::layout::{TextTable, heading};
use super::{READING, RULES, cite};
use crate::model::{AlsoCommences, CardValues, Noticed, Ruleset};

pub(super) fn deal(out: &mut String, ruleset: &Ruleset) {
    let decks = &ruleset.decks;
    let deal = &ruleset.deal;
    heading(out, "Cards and deal");
    let mut table = TextTable::headed(RULES, &["subject", "rule", "clause"]);
    let number = decks.in_words();
    table.row(&["decks", &number, &decks.clause.shown()]);
    if let Some(clause) = &decks.replaced {
        table.row(&["replaced cards", "what is put in is what was taken out", &clause.shown()]);
    }
    table.row(&["card values", &values(&ruleset.cards), &ruleset.cards.clause.shown()]);
    table.row(&["point total", "the right digit of the sum", &ruleset.cards.point_total.clause.shown()]);
    for side in Side::BOTH {
        if let Some(value) = deal.permanent.of(side) {
            let rule = format!("a printed {value} is the {}'s first card; it is never drawn", side.name());
            table.row(&["permanent card", &rule, &cite(deal.permanent_clause.as_ref())]);
        }
    }
    let order: Vec<&str> = deal.order.iter().map(|side| side.name()).collect();
    table.row(&["initial deal", &order.join(", "), &deal.clause.shown()]);
    match &deal.cards_return {
        Some(clause) => {
            let rule = "discards return to the device: a coup's cards, and the burned one, lie in the rack during the next coup and go back after it";
            table.row(&["cards return", rule, &clause.shown()]);
        }
        None => {
            table.row(&["cards return", "the document does not say so; the log's `recirculates` decides", "no clause"])
        }
    }
    let at_start = deal.burn_at_start.as_ref().map(|burn| (burn.number.in_words(), &burn.clause));
    let before_coup = deal.burn_before_coup.as_ref().map(|burn| (burn.in_words(), &burn.clause));
    if at_start.is_none() && before_coup.is_none() {
        table.row(&["burn", "none demanded", "no clause"]);
    }
    for (at, (rule, clause)) in at_start.into_iter().chain(before_coup).enumerate() {
        table.row(&[if at == 0 { "burn" } else { "" }, &rule, &clause.shown()]);
    }
    if let Some(cut) = &ruleset.cut_card {
        table.row(&["cut card", cut.then.in_words(), &cut.clause.shown()]);
    }
    out.push_str(&table.render());
}

/// Runs of ranks with their values.
fn values(cards: &CardValues) -> String {
    let each: Vec<String> = Rank::ALL.into_iter().map(|rank| format!("{}={}", rank.letter(), cards.of(rank))).collect();
    each.join(" ")
}

pub(super) fn moments(out: &mut String, ruleset: &Ruleset) {
    let moments = &ruleset.moments;
    heading(out, "Moments");
    let mut table = TextTable::headed(RULES, &["moment", "is", "clause"]);
    let close = format!(
        "times.{}; after it a wager is placed or withdrawn too late; the same instant is in time{READING}",
        moments.close.time.word()
    );
    table.row(&["the close", &close, &moments.close.clause.shown()]);
    let mut next = format!("times.{} of the next coup", moments.next_commencement.time.word());
    let also = moments.next_commencement.also.as_deref().unwrap_or_default();
    for (at, one) in also.iter().enumerate() {
        next.push_str(if at + 1 == also.len() { ", or " } else { ", " });
        next.push_str(match one {
            AlsoCommences::ShoeEnd => "the end of the shoe",
            AlsoCommences::ShoeCheck => "the removal of all cards for a check",
            AlsoCommences::FinalSeal => "the closure of the table",
        });
    }
    table.row(&["next commencement", &next, &moments.next_commencement.clause.shown()]);
    let noticed = if moments.noticed.time == Noticed::NotifiedAt {
        "when gaming staff were notified (notified_at), or noticed where that is missing"
    } else {
        "when it was noticed"
    };
    table.row(&["an error counts", noticed, &cite(moments.noticed.clause.as_ref())]);
    out.push_str(&table.render());
}
