use resettle_reference::{Bet, Rules};

use crate::Style;
use crate::dice::Dice;
use crate::draft::DraftWager;
use crate::moment::Moment;
use crate::venue::Venue;

const STAKES: [i64; 8] = [1_000, 2_500, 5_000, 10_000, 10_000, 20_000, 25_000, 50_000];

/// What a table of players puts down, all of it within the rules; `opened` to `close` is the time for it.
pub(crate) fn place(
    venue: &Venue,
    style: Style,
    dice: &mut Dice,
    opened: Moment,
    close: Moment,
    removed_by: Moment,
) -> Vec<DraftWager> {
    let mut wagers: Vec<DraftWager> = Vec::new();
    let mut seats: Vec<u8> = (1..=7).collect();
    dice.shuffle(&mut seats);
    let seated = 1 + dice.index(6);
    // now and then two players share an area
    let shared = (seated > 1 && dice.chance(1, 6)).then(|| seats.first().copied()).flatten();
    for (place, seat) in seats.into_iter().take(seated).enumerate() {
        let area = shared.filter(|_| place == 1).unwrap_or(seat).to_string();
        let seat = seat.to_string();
        for bet in bets_of_one(venue.rules, dice) {
            let mut stake = dice.pick(&STAKES, 1_000);
            if style == Style::Varied && venue.limits.chip.is_none() && dice.chance(1, 12) {
                // fractions: the documents of Marina Bay Sands leave them open
                stake += dice.within(1, 99);
            }
            let placed = dice.within(opened + 200, close);
            let id = format!("w{}", wagers.len() + 1);
            let mut wager = DraftWager::new(id, &seat, bet, stake, placed);
            wager.area.clone_from(&area);
            if venue.rules == Rules::MbsElectronic2023 {
                wager.terminal = Some(format!("T{seat}"));
            }
            if style == Style::Varied {
                vary(&mut wager, venue.rules, dice, close, removed_by);
            }
            wagers.push(wager);
        }
    }
    // the Star 10.3: Super 7's only where a wager on Player, Banker or Tie lies next to it
    let beside = wagers.iter().any(|w| live(w, close) && !is_sevens(w));
    if venue.rules == Rules::StarSevenUp2016 && !beside {
        wagers.retain(|wager| !is_sevens(wager));
        wagers.push(DraftWager::new("w0".to_owned(), "1", Bet::Player, 5_000, close - 1_500));
    }
    // and is made after it
    let first = first_beside(&wagers, close);
    if venue.rules == Rules::StarSevenUp2016 {
        for wager in wagers.iter_mut().filter(|wager| is_sevens(wager)) {
            wager.placed = wager.placed.max(first);
            // nobody takes back what does not lie yet
            wager.withdrawn = wager.withdrawn.max(wager.withdrawn.and(wager.placed));
        }
    }
    wagers
}

/// When the first wager was placed that lies next to Super 7's at the close.
pub(crate) fn first_beside(wagers: &[DraftWager], close: Moment) -> Option<Moment> {
    wagers.iter().filter(|wager| live(wager, close) && !is_sevens(wager)).filter_map(|wager| wager.placed).min()
}

fn is_sevens(wager: &DraftWager) -> bool {
    wager.on == crate::draft::On::Bet(Bet::SuperSevens)
}

fn live(wager: &DraftWager, close: Moment) -> bool {
    !wager.refused
        && wager.placed.is_none_or(|placed| placed <= close)
        && wager.withdrawn.is_none_or(|withdrawn| withdrawn > close)
}

fn bets_of_one(rules: Rules, dice: &mut Dice) -> Vec<Bet> {
    let mut bets = Vec::new();
    let side = dice.below(10);
    if side < 4 {
        bets.push(Bet::Player);
    } else if side < 8 {
        bets.push(Bet::Banker);
    }
    // a player at the Star needs leave to back both hands (5.6.6)
    if rules.is_mbs() && side == 0 {
        bets.push(Bet::Banker);
    }
    if dice.chance(1, 5) {
        bets.push(Bet::Tie);
    }
    let long: &[Bet] = match rules {
        Rules::MbsBaccarat2017 => &[Bet::PlayerPair, Bet::BankerPair],
        _ => &[Bet::SuperSevens],
    };
    for bet in long {
        if dice.chance(1, 5) {
            bets.push(*bet);
        }
    }
    if bets.is_empty() {
        bets.push(Bet::Tie);
    }
    bets
}

/// What players and terminals also do, and may.
fn vary(wager: &mut DraftWager, rules: Rules, dice: &mut Dice, close: Moment, removed_by: Moment) {
    match dice.below(100) {
        0 => wager.withdrawn = Some(dice.within(wager.placed.unwrap_or(close), close)),
        1 => wager.withdrawn = Some(dice.within(close + 1, removed_by)),
        2 => wager.placed = Some(dice.within(close + 1, removed_by)),
        3 if rules == Rules::MbsElectronic2023 => wager.refused = true,
        4 => wager.token = true,
        5 => wager.player = Some(format!("A-100{}", wager.seat)),
        6 => wager.placed = None,
        7 => wager.placed = Some(close),
        8 if rules == Rules::MbsBaccarat2017 => wager.commission = Some(0),
        _ => {}
    }
}
