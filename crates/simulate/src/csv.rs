use std::io::{self, Write};

use crate::draft::{Draft, On};
use crate::moment::written;

const HEAD: &str = "log,shoe,coup,mode,opened,closed,first_card,settled,cards,to,carried,result,player,banker,sevens,wrd,wager,seat,area,bet,stake,placed,withdrawn,accepted,terminal,account,commission,returned\n";

pub(crate) fn head(out: &mut impl Write) -> io::Result<()> {
    out.write_all(HEAD.as_bytes())
}

/// One row a wager; a coup without wagers has one row all the same. Nothing in a simulated log needs quotes.
pub(crate) fn rows(out: &mut impl Write, log: &str, draft: &Draft, offset: i64) -> io::Result<()> {
    let time = |at: Option<i64>| at.map(|at| written(at, offset)).unwrap_or_default();
    let number = |n: Option<u8>| n.map(|n| n.to_string()).unwrap_or_default();
    let cards: Vec<String> = draft.cards.iter().flatten().map(|card| card.text()).collect();
    let declared = draft.declared.as_ref();
    let coup = [
        log.to_owned(),
        draft.shoe.clone(),
        draft.coup.to_string(),
        if draft.no_bet.is_some() { "no_bet" } else { "live" }.to_owned(),
        time(draft.opened),
        time(draft.closed),
        time(draft.first_card),
        time(draft.settled),
        cards.join(" "),
        draft.to.clone().unwrap_or_default(),
        draft.carried.to_string(),
        declared.map_or("", |d| d.result).to_owned(),
        number(declared.and_then(|d| d.player)),
        number(declared.and_then(|d| d.banker)),
        number(declared.and_then(|d| d.sevens)),
        draft.wrd.unwrap_or("").to_owned(),
    ]
    .join(",");
    let mut any = false;
    for wager in draft.wagers.iter().flatten() {
        any = true;
        let bet = match wager.on {
            On::Bet(bet) => bet.word(),
            On::Word(word) => word,
        };
        let row = [
            coup.clone(),
            wager.id.clone(),
            wager.seat.clone(),
            wager.area.clone(),
            bet.to_owned(),
            wager.stake.to_string(),
            time(wager.placed),
            time(wager.withdrawn),
            (!wager.refused).to_string(),
            wager.terminal.clone().unwrap_or_default(),
            wager.player.clone().unwrap_or_default(),
            wager.commission.map(|c| c.to_string()).unwrap_or_default(),
            wager.returned.to_string(),
        ]
        .join(",");
        writeln!(out, "{row}")?;
    }
    if !any {
        writeln!(out, "{coup},,,,,,,,,,,,")?;
    }
    Ok(())
}
