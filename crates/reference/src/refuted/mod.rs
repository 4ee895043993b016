//! Claims that cannot be true together with the same log, kind by kind.

mod insufficient;
mod interruption;
mod noticed;
mod out_of_order;
mod together;
mod unauthorised;
mod wrong_count;

use crate::{Claim, Kind, Logged};

/// Whether the log refutes the claim.
pub fn refuted(coup: &Logged, claim: &Claim) -> bool {
    let facts = &claim.facts;
    let by_its_kind = match facts.kind {
        Kind::InsufficientCards => insufficient::refuted(coup),
        Kind::TechnicalInterruption if facts.hits == crate::Hits::Round => interruption::refuted(coup, claim),
        Kind::WrongCardCount if !facts.reconstructed => wrong_count::refuted(coup),
        Kind::UnauthorisedDraw if !facts.reconstructed => unauthorised::refuted(coup, claim),
        Kind::DealtOutOfOrder if !facts.reconstructed => out_of_order::refuted(coup),
        Kind::CardsDrawnTogether if !facts.reconstructed => together::refuted(claim),
        _ => false,
    };
    by_its_kind || noticed::too_early(coup, claim) || noticed::long_ago(coup, claim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logged::sample::{at, claim, coup};
    use crate::{Device, Rules, Side};

    const V6: Rules = Rules::MbsSevenUp2017;
    /// Nobody draws: the Player has 8, the Banker 7.
    const THREE: &str = "5C AH 2D";

    #[test]
    fn cards_that_all_lie_there_did_suffice() {
        let insufficient = claim(Kind::InsufficientCards);
        assert!(refuted(&coup(V6, THREE), &insufficient));
        let mut short = coup(V6, "5C 3H");
        assert!(!refuted(&short, &insufficient));
        // 416 less 361 is 55, of which three may still be asked for
        let device = |out, exact| Some(Device { decks: 8, out, returns: false, exact });
        short.device = device(361, false);
        assert!(!refuted(&short, &insufficient));
        short.device = device(360, false);
        assert!(refuted(&short, &insufficient));
        // where every card is accounted for, three left are enough and two are not
        short.device = device(413, true);
        assert!(refuted(&short, &insufficient));
        short.device = device(414, true);
        assert!(!refuted(&short, &insufficient));
        short.device = None;
        assert!(!refuted(&short, &insufficient));
        short.dealt_on = true;
        assert!(refuted(&short, &insufficient));
    }

    #[test]
    fn hands_of_the_right_cards_had_no_wrong_count() {
        let wrong = claim(Kind::WrongCardCount);
        assert!(refuted(&coup(V6, THREE), &wrong));
        assert!(!refuted(&coup(V6, "5C AH 2D 9C"), &wrong));
        assert!(!refuted(&Logged { burned_after: true, ..coup(V6, THREE) }, &wrong));
        assert!(!refuted(&Logged { to: Some("BPX".to_owned()), ..coup(V6, THREE) }, &wrong));
        // where they first lay goes before where they ended
        let first = |places: &str| Logged { first_to: Some(places.to_owned()), ..coup(V6, THREE) };
        assert!(refuted(&first("BPB"), &wrong));
        assert!(!refuted(&first("BPP"), &wrong));
        let mut reconstructed = wrong.clone();
        reconstructed.facts.reconstructed = true;
        assert!(!refuted(&coup(V6, THREE), &reconstructed));
    }

    #[test]
    fn a_card_that_was_due_was_no_unauthorised_draw() {
        let drew = |card: Option<usize>, hand: Side| {
            let mut drew = claim(Kind::UnauthorisedDraw);
            drew.card = card;
            drew.facts.hand = Some(hand);
            drew
        };
        // the Player has 7, stands; the Banker has 2 and draws
        let cards = "KC TH 2D 9C";
        assert!(refuted(&coup(V6, cards), &drew(Some(2), Side::Player)), "one of the initial deal");
        assert!(refuted(&coup(V6, cards), &drew(Some(3), Side::Banker)));
        assert!(!refuted(&coup(V6, cards), &drew(Some(3), Side::Player)));
        assert!(refuted(&coup(V6, cards), &drew(None, Side::Player)));
        let to_the_banker = Logged { to: Some("BPBB".to_owned()), ..coup(V6, cards) };
        assert!(refuted(&to_the_banker, &drew(Some(3), Side::Player)), "`to` goes before `hand`");
        // 12.2 moves the card to the Banker
        let star = Logged { rules: Rules::StarSevenUp2016, ..to_the_banker };
        assert!(!refuted(&star, &drew(Some(3), Side::Player)));
    }

    #[test]
    fn places_that_are_right_were_in_order() {
        let wrong = claim(Kind::DealtOutOfOrder);
        assert!(!refuted(&coup(V6, THREE), &wrong));
        assert!(refuted(&Logged { to: Some("BPB".to_owned()), ..coup(V6, THREE) }, &wrong));
        let first = Logged { first_to: Some("PBB".to_owned()), to: Some("BPB".to_owned()), ..coup(V6, THREE) };
        assert!(!refuted(&first, &wrong));
    }

    #[test]
    fn cards_apart_were_not_drawn_together() {
        let together = |cards: &[usize]| Claim { cards: cards.to_vec(), ..claim(Kind::CardsDrawnTogether) };
        assert!(refuted(&coup(V6, THREE), &together(&[0, 2])));
        assert!(!refuted(&coup(V6, THREE), &together(&[2, 0, 1])));
        assert!(!refuted(&coup(V6, THREE), &together(&[])));
    }

    #[test]
    fn a_round_that_went_on_was_not_interrupted() {
        let struck = |after| Claim { after_cards: Some(after), ..claim(Kind::TechnicalInterruption) };
        let electronic = coup(Rules::MbsElectronic2023, THREE);
        assert!(!refuted(&electronic, &struck(2)));
        let void = Logged { void: true, ..electronic.clone() };
        assert!(refuted(&void, &struck(2)));
        assert!(!refuted(&void, &struck(3)));
        assert!(!refuted(&electronic, &Claim { noticed: at(1_110), ..struck(2) }), "a minute is slack");
        assert!(refuted(&electronic, &Claim { noticed: at(1_111), ..struck(2) }));
    }

    #[test]
    fn nothing_is_noticed_before_it_happened() {
        let wrong = claim(Kind::DealtOutOfOrder);
        assert!(!refuted(&coup(V6, THREE), &Claim { noticed: at(840), ..wrong.clone() }));
        assert!(refuted(&coup(V6, THREE), &Claim { noticed: at(839), ..wrong.clone() }));
        let first = Logged { before_commenced: None, ..coup(V6, THREE) };
        assert!(!refuted(&first, &Claim { noticed: at(-3_600), ..wrong.clone() }));
        assert!(refuted(&first, &Claim { noticed: at(-3_601), ..wrong.clone() }));
        let display = claim(Kind::DisplayError);
        assert!(!refuted(&coup(V6, THREE), &Claim { noticed: at(-86_400), ..display.clone() }));
        assert!(refuted(&coup(V6, THREE), &Claim { noticed: at(-86_401), ..display }));
    }
}
