use crate::{Card, Dealing, Round, Rules, Side, deal, next_card};

/// How many physical cards the initial deal takes.
pub fn first_cards(rules: Rules) -> usize {
    // MBS 3.7 to 3.8 and 3.6 of Electronic, the Star 7.3: three; Baccarat 3.7: four
    if rules.permanent_seven() { 3 } else { 4 }
}

/// What is wrong with a deal, the first that applies; `None` when nothing is. `to` says for each card where it
/// ended, as a log has it (`P`, `B`, `X` set aside, `N` kept); without it the rules are taken to have sent it.
/// `may_set_aside` and `may_keep` say whether something on the log explains an `X` or an `N`.
pub fn judge(
    rules: Rules,
    cards: &[Card],
    to: Option<&str>,
    may_set_aside: bool,
    may_keep: bool,
) -> (Round, Option<&'static str>) {
    let Some(to) = to else {
        return match deal(rules, cards) {
            Dealing::Complete(round) => (round, None),
            Dealing::Surplus { round, .. } => (round, Some("deal/extra-draw")),
            Dealing::Needs(_) => {
                let (player, banker) = by_rule(rules, cards);
                (Round::of(rules, player, banker), Some("deal/missing-draw"))
            }
        };
    };
    let (mut player, mut banker, mut dealt, mut stray) = (Vec::new(), Vec::new(), Vec::new(), false);
    for (card, place) in cards.iter().zip(to.chars()) {
        match place {
            'P' => {
                player.push(*card);
                dealt.push((*card, Side::Player));
            }
            'B' => {
                banker.push(*card);
                dealt.push((*card, Side::Banker));
            }
            'X' => stray |= !may_set_aside,
            _ => stray |= !may_keep,
        }
    }
    let players_first = if rules.permanent_seven() { 1 } else { 2 };
    let round = Round::of(rules, player.clone(), banker.clone());
    let code = if player.len() < players_first || banker.len() < 2 || next_card(rules, &player, &banker).is_some() {
        Some("deal/missing-draw")
    } else if beyond(rules, &player, &banker, players_first) {
        Some("deal/extra-draw")
    } else if stray || misplaced(rules, &dealt) {
        Some("deal/misplaced-card")
    } else {
        None
    };
    (round, code)
}

fn by_rule(rules: Rules, cards: &[Card]) -> (Vec<Card>, Vec<Card>) {
    let (mut player, mut banker) = (Vec::new(), Vec::new());
    for card in cards {
        match next_card(rules, &player, &banker) {
            Some(Side::Player) => player.push(*card),
            Some(Side::Banker) => banker.push(*card),
            None => break,
        }
    }
    (player, banker)
}

/// A hand holds a card that the table of play does not give it.
fn beyond(rules: Rules, player: &[Card], banker: &[Card], players_first: usize) -> bool {
    if player.len() > players_first + 1 || banker.len() > 3 {
        return true;
    }
    let two = banker.get(..2).unwrap_or(banker);
    let first = player.get(..players_first).unwrap_or(player);
    if player.len() > players_first && next_card(rules, first, two) != Some(Side::Player) {
        return true;
    }
    banker.len() == 3 && next_card(rules, player, two) != Some(Side::Banker)
}

fn misplaced(rules: Rules, dealt: &[(Card, Side)]) -> bool {
    let (mut player, mut banker) = (Vec::new(), Vec::new());
    for (card, side) in dealt {
        if next_card(rules, &player, &banker) != Some(*side) {
            return true;
        }
        match side {
            Side::Player => player.push(*card),
            Side::Banker => banker.push(*card),
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(cards: &str, to: Option<&str>) -> Option<&'static str> {
        let cards: Vec<Card> = cards.split(' ').map(|c| Card::read(c).unwrap()).collect();
        judge(Rules::StarSevenUp2016, &cards, to, false, false).1
    }

    #[test]
    fn first_that_applies() {
        assert_eq!(code("5C AH 2D", None), None);
        assert_eq!(code("5C AH 2D", Some("BPB")), None);
        assert_eq!(code("KH 5D KH", None), Some("deal/missing-draw"));
        assert_eq!(code("5C AH 2D 3D", None), Some("deal/extra-draw"));
        assert_eq!(code("5C AH 2D 3D", Some("BPBB")), Some("deal/extra-draw"));
        assert_eq!(code("5C AH 2D 3D", Some("BPBX")), Some("deal/misplaced-card"));
        assert_eq!(code("AH 5C 2D", Some("PBB")), Some("deal/misplaced-card"));
    }
}
