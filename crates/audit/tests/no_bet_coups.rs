//! The Star's 12.3: cards that open a no-bet coup.

use resettle_audit::Code;
use serde_json::{Value, json};

use crate::setup::Rules::Star;
use resettle_testkit::with;

/// A card that lies face upwards, found between the first two coups.
fn face_up(facts: Value) -> Value {
    let incident = json!({
        "at": Star.at("02:58"), "type": "incident", "kind": "face_up_card", "stage": "before_coup",
        "noticed": Star.at("02:57"), "ruling": "no_bet", "by": "casino_supervisor",
    });
    with(incident, facts)
}

fn no_bet(number: u64, reason: &str) -> Value {
    Star.numbered(number, json!({"mode": "no_bet", "no_bet": {"reason": reason}, "wagers": []}))
}

fn codes(records: &[Value]) -> Vec<(Code, Option<u64>)> {
    Star.findings(records).iter().map(|found| (found.code, found.place.coup)).collect()
}

const OWED: Code = Code::NoBetCoup;

#[test]
fn a_card_found_face_up_between_coups_binds_the_next_coup() {
    let first = || Star.coup(json!({}));
    for shoe in [json!({"shoe": "S"}), json!({})] {
        let found = codes(&[first(), face_up(shoe.clone()), Star.numbered(2, json!({}))]);
        assert_eq!(found, [(OWED, Some(2))], "{shoe}");
        let found = codes(&[first(), face_up(shoe.clone()), no_bet(2, "exposed_card"), Star.numbered(3, json!({}))]);
        assert_eq!(found, [], "{shoe}");
        let during = with(face_up(shoe.clone()), json!({"stage": "during_coup"}));
        assert_eq!(codes(&[first(), during, Star.numbered(2, json!({}))]), [], "{shoe}: 12.5");
    }
    assert_eq!(codes(&[first(), face_up(json!({"shoe": "S"}))]), [], "no coup followed");
}

#[test]
fn it_binds_the_coup_that_commenced_after_it_was_noticed() {
    let first = || Star.coup(json!({}));
    let second = || Star.numbered(2, json!({}));
    // The second coup commences at 04:22, and is written down at 04:55.
    let in_the_second = face_up(json!({"shoe": "S", "noticed": Star.at("04:30"), "at": Star.at("04:31")}));
    let found = codes(&[first(), in_the_second.clone(), second(), Star.numbered(3, json!({}))]);
    assert_eq!(found, [(OWED, Some(3))]);
    let found = codes(&[first(), in_the_second, second(), no_bet(3, "exposed_card")]);
    assert_eq!(found, []);
    let written_after = face_up(json!({"shoe": "S", "at": Star.at("04:58")}));
    assert_eq!(codes(&[first(), second(), written_after.clone(), Star.numbered(3, json!({}))]), [(OWED, Some(2))]);
    assert_eq!(codes(&[first(), no_bet(2, "exposed_card"), written_after, Star.numbered(3, json!({}))]), []);
}

/// It may be written down as late as anybody likes.
#[test]
fn a_card_written_down_after_further_coups_binds_its_own_coup_all_the_same() {
    let third = || Star.numbered(3, json!({}));
    for shoe in [json!({"shoe": "S"}), json!({})] {
        let late = with(face_up(shoe.clone()), json!({"at": Star.at("06:58")}));
        let found = codes(&[Star.coup(json!({})), Star.numbered(2, json!({})), third(), late.clone()]);
        assert_eq!(found, [(OWED, Some(2))], "{shoe}");
        // What only it excuses it does not excuse, as if it named the coup.
        let named = with(late.clone(), json!({"shoe": "S", "coup": 2}));
        for late in [late, named] {
            let found = codes(&[Star.coup(json!({})), no_bet(2, "exposed_card"), third(), late.clone()]);
            assert_eq!(found, [(Code::ClaimUnsupported, Some(2))], "{late}");
        }
    }
}

#[test]
fn an_incident_of_a_coup_that_does_not_exist_binds_the_next_one() {
    let refuted = (Code::ClaimRefuted, None);
    let ninth = |at: &str| face_up(json!({"shoe": "S", "coup": 9, "at": Star.at(at)}));
    let third = || Star.numbered(3, json!({}));
    let (live, open) = (Star.numbered(2, json!({})), no_bet(2, "exposed_card"));
    let first = || Star.coup(json!({}));
    assert_eq!(codes(&[first(), ninth("02:58"), live.clone(), third()]), [refuted, (OWED, Some(2))]);
    assert_eq!(codes(&[first(), ninth("02:58"), open.clone(), third()]), [refuted]);
    assert_eq!(codes(&[first(), live.clone(), ninth("04:58")]), [(OWED, Some(2)), refuted]);
    assert_eq!(codes(&[first(), open.clone(), ninth("04:58"), third()]), [refuted], "written before the next coup");
    assert_eq!(codes(&[first(), live, third(), ninth("06:58")]), [(OWED, Some(2)), refuted]);
    assert_eq!(codes(&[first(), open, third(), ninth("06:58")]), [(Code::ClaimUnsupported, Some(2)), refuted]);
}

/// 12.3, 12.5: once the first card is out, what lies face upwards before a coup lies before the next one.
#[test]
fn a_card_found_after_the_first_card_of_the_coup_that_it_is_logged_with_binds_the_next_one() {
    let found_at = |noticed: &str| {
        let card = Star.irregularity("face_up_card", json!({"stage": "before_coup", "noticed": Star.at(noticed)}));
        Star.coup(json!({"irregularities": [card]}))
    };
    let (second, open) = (Star.numbered(2, json!({})), no_bet(2, "exposed_card"));
    assert_eq!(codes(&[found_at("02:40"), open.clone()]), []);
    assert_eq!(codes(&[found_at("02:40"), second.clone()]), [(OWED, Some(2))]);
    assert_eq!(codes(&[found_at("02:40")]), [], "no coup followed");
    assert_eq!(codes(&[found_at("02:22"), second.clone()]), [(OWED, Some(1))]);
    let named = face_up(json!({"shoe": "S", "coup": 1}));
    assert_eq!(codes(&[Star.coup(json!({})), named.clone(), open.clone()]), []);
    assert_eq!(codes(&[Star.coup(json!({})), named.clone(), second.clone()]), [(OWED, Some(2))]);
    let late = with(named, json!({"at": Star.at("06:58")}));
    let third = || Star.numbered(3, json!({}));
    assert_eq!(codes(&[Star.coup(json!({})), second, third(), late.clone()]), [(OWED, Some(2))]);
    assert_eq!(codes(&[Star.coup(json!({})), open, third(), late]), [(Code::ClaimUnsupported, Some(2))]);
    // A coup without wagers for a card that was seen keeps its own: people's clocks differ.
    let own = Star.irregularity("face_up_card", json!({"stage": "before_coup", "noticed": Star.at("04:23")}));
    let own = with(no_bet(2, "exposed_card"), json!({"irregularities": [own]}));
    assert_eq!(codes(&[Star.coup(json!({})), own, Star.numbered(3, json!({}))]), []);
}

#[test]
fn another_shoe_is_bound_only_where_no_shoe_is_named() {
    let start =
        json!({"at": Star.at("02:59"), "type": "shoe", "shoe": "B", "event": "start", "decks": 6, "burned": ["4C"]});
    let other = with(Star.numbered(2, json!({})), json!({"shoe": "B", "coup": 1}));
    let found = |shoe: Value| codes(&[Star.coup(json!({})), face_up(shoe), start.clone(), other.clone()]);
    assert_eq!(found(json!({"shoe": "S"})), []);
    assert_eq!(found(json!({})), [(OWED, Some(1))]);
}

/// The Banker's third card was drawn without authority, in a coup that is void for a device that failed.
#[test]
fn an_unauthorised_card_binds_the_next_coup_whatever_voids_its_own() {
    let draw = |hand: &str| json!({"hand": hand, "card": 3, "noticed": Star.at("02:28")});
    let void = |hand: &str, change: Value| {
        let both = [
            Star.irregularity("unauthorised_draw", draw(hand)),
            Star.irregularity("device_malfunction", json!({"disadvantage": true})),
        ];
        let coup = json!({
            "cards": ["2D", "KD", "4S", "5C"], "irregularities": both, "declared": {"result": "void"}, "wrd": "void",
            "wagers": [Star.wager(1000)],
        });
        with(Star.coup(coup), change)
    };
    let next = |change: Value| {
        let begins = json!({"cards": ["5C", "TS", "TH", "TD"], "declared": {"result": "player", "player": 7, "banker": 5, "sevens": 1}});
        with(Star.numbered(2, begins), change)
    };
    let kept = json!({"to": "BPBN"});
    let open = json!({"mode": "no_bet", "no_bet": {"reason": "unauthorised_draw"}, "wagers": [], "carried": true});
    for change in [kept.clone(), json!({})] {
        assert_eq!(codes(&[void("banker", change.clone()), next(json!({}))]), [(OWED, Some(2))], "{change}");
        assert_eq!(codes(&[void("banker", change.clone()), next(open.clone())]), [], "{change}");
    }
    assert_eq!(codes(&[void("player", kept), next(json!({"carried": true}))]), [], "12.2 asks for no no-bet coup");
}

/// 12.3: a card that the coup before kept has been exposed.
#[test]
fn a_kept_card_is_an_exposed_one() {
    let kept = |to: &str, irregularities: Value| {
        Star.coup(json!({"cards": ["2D", "KD", "4S", "5C"], "to": to, "irregularities": irregularities}))
    };
    let draw = json!([Star.irregularity("unauthorised_draw", json!({"hand": "player", "card": 3}))]);
    let next = |cards: Value| {
        let declared = json!({"result": "player", "player": 7, "banker": 5, "sevens": 1});
        with(no_bet(2, "exposed_card"), json!({"cards": cards, "declared": declared, "carried": true}))
    };
    assert_eq!(codes(&[kept("BPBN", draw), next(json!(["5C", "TS", "TH", "TD"]))]), []);
    // Without a kept card nothing was exposed.
    let nothing = with(no_bet(2, "exposed_card"), json!({}));
    assert_eq!(codes(&[Star.coup(json!({})), nothing]), [(OWED, Some(2))]);
}
