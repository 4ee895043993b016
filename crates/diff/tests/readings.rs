//! The differences that an approver should see, one by one, between the 2011 document and version 6.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use crate::common;

use crate::common::{E, Held, MBS_2011, STAR, V6, V7, change, diff, values};
use resettle_diff::print::verdict;
use resettle_diff::{Diff, Level, Voiding};
use resettle_odds::percent;

fn to_v6() -> Diff {
    diff(&Held::of(MBS_2011), &Held::of(V6))
}

fn clauses<'d>(diff: &'d Diff, path: &str) -> (Option<&'d str>, Option<&'d str>) {
    let change = change(diff, path);
    (change.clause_old.as_deref(), change.clause_new.as_deref())
}

#[test]
fn super_sevens_pays_less_and_moved_to_a_clause_of_its_own() {
    let reported = to_v6();
    for (row, old, new) in [("3", "7 to 1", "5 to 1"), ("5", "77 to 1", "70 to 1"), ("6", "777 to 1", "700 to 1")] {
        let path = format!("wagers.super_sevens.both 7s {row}");
        let change = change(&reported, &path);
        assert_eq!((values(change), change.level), ((old, new), Level::Settlement));
        assert_eq!(clauses(&reported, &path), (Some("4.1"), Some("4.2")));
        assert!(change.example.is_some(), "{path}");
    }
    // Two and four sevens pay what they did, under another clause.
    assert_eq!(values(change(&reported, "wagers.super_sevens.pays.clause")), ("4.1", "4.2"));
    assert_eq!(change(&reported, "wagers.super_sevens.pays.clause").level, Level::Editorial);
    assert!(!reported.changes.iter().any(|change| change.path == "wagers.super_sevens.both 7s 2"));
}

#[test]
fn the_house_edge_is_shown_at_a_glance() {
    let reported = to_v6();
    assert_eq!(verdict(&reported, None)[0], "super_sevens on 6 decks: 3.1 % → 8.9 % house edge.");
    let row = reported.edges.iter().find(|row| row.bet == "super_sevens" && row.decks == 6).unwrap();
    assert_eq!(percent(row.old.as_ref().unwrap(), 2), "3.12 %");
    assert_eq!(percent(row.new.as_ref().unwrap(), 2), "8.86 %");
    // Nine and ten decks are new.
    let decks: Vec<(u32, bool)> =
        reported.edges.iter().filter(|row| row.bet == "tie").map(|row| (row.decks, row.old.is_some())).collect();
    assert_eq!(decks, [(4, true), (5, true), (6, true), (7, true), (8, true), (9, false), (10, false)]);
    assert!(reported.edges.iter().all(|row| row.new.is_some()));
}

#[test]
fn the_definition_of_super_sevens_became_one_of_the_round() {
    let reported = to_v6();
    let change = change(&reported, "wagers.super_sevens.reading");
    assert_eq!((values(change), change.level), (("one_hand", "-"), Level::Settlement));
    assert_eq!(clauses(&reported, "wagers.super_sevens.reading"), (Some("1.1.7"), Some("1.1.7")));
    assert_eq!(common::change(&reported, "clauses.1.1.7.text").level, Level::Editorial);
}

#[test]
fn eight_decks_became_ten() {
    let reported = to_v6();
    assert_eq!(values(change(&reported, "decks.max")), ("8", "10"));
    assert_eq!(clauses(&reported, "decks.max"), (Some("2.1"), Some("2.1")));
    assert!(verdict(&reported, None).contains(&"Decks newly allowed: 9, 10.".to_owned()));
}

#[test]
fn wrong_numbers_of_cards_are_one_clause_wider_and_with_a_limit() {
    let reported = to_v6();
    // 5.2 and 5.3 became 5.2; what 5.3 said is grounded there.
    let gone = change(&reported, "clauses.5.3");
    assert_eq!((gone.new.as_deref(), gone.clause_new.as_deref()), (None, None));
    assert_eq!(
        gone.note.as_deref(),
        Some("what it grounded is grounded by 5.2 now; it was enforced by irregularities.wrong_card_count")
    );
    // Any number, any stage.
    let wider = change(
        &reported,
        "irregularities.wrong_card_count.not_reconstructed+in_time but not dealt=too_many+stage=initial_deal.then",
    );
    assert_eq!((values(wider), wider.voiding), (("-", "void"), Some(Voiding::Newly)));
    // Before the next game only.
    let limit = change(
        &reported,
        "irregularities.wrong_card_count.not_reconstructed+not_in_time+hand=banker+dealt=too_many+stage=initial_deal.then",
    );
    assert_eq!((values(limit), limit.voiding), (("void", "stands_as_declared"), Some(Voiding::NoLonger)));
    assert_eq!((limit.clause_old.as_deref(), limit.clause_new.as_deref()), (Some("5.3"), Some("5.2")));
    let draw = change(&reported, "irregularities.unauthorised_draw.not_reconstructed+in_time.then");
    assert_eq!(values(draw), ("-", "void"));
}

#[test]
fn the_old_5_4_is_the_new_5_3_and_5_4_is_new() {
    let reported = to_v6();
    let moved = change(&reported, "clauses.5.4.number");
    assert_eq!((values(moved), moved.level), (("5.4", "5.3"), Level::Editorial));
    assert!(change(&reported, "clauses.5.4").old.is_none());
    let altered = change(&reported, "irregularities.order_altered.not_reconstructed.then");
    assert_eq!((values(altered), altered.level), (("-", "void"), Level::Settlement));
    assert_eq!(altered.clause_new.as_deref(), Some("5.4"));
    // Cards drawn together are judged as before: nothing but a number changed.
    assert!(!reported.changes.iter().any(|change| change.path.contains("cards_drawn_together")));
    for kept in ["clauses.5.1", "clauses.5.5", "clauses.5.7"] {
        assert!(!reported.changes.iter().any(|change| change.path.starts_with(kept)), "{kept}");
    }
}

#[test]
fn words_that_changed_are_editorial() {
    let reported = to_v6();
    for path in [
        "clauses.1.1",      // restored
        "clauses.2.2.text", // diagrams C to F
        "clauses.3.9.text", // "known" to "dealt"
        "clauses.4.1.text", // Super 7's moved away
        "clauses.5.6.text", // "honored" to "honoured"
        "title",
        "version",
        "source.document",
        "notes",
    ] {
        assert_eq!(change(&reported, path).level, Level::Editorial, "{path}");
    }
    // Of these nothing that the clause enforces changed; what 1.1.7 grounds did.
    let reworded: Vec<&str> = reported
        .reworded()
        .iter()
        .filter(|one| one.what == resettle_diff::WordsChange::Alone)
        .map(|one| one.clause)
        .collect();
    assert!(["2.2", "5.6"].iter().all(|clause| reworded.contains(clause)), "{reworded:?}");
    assert!(!reworded.contains(&"1.1.7"), "{reworded:?}");
    let verdict = verdict(&reported, None).join("\n");
    assert!(verdict.contains("changed in words, and nothing that they enforce did: "), "{verdict}");
    // Nothing else changed in how cards are valued, dealt and drawn.
    for path in ["cards.", "deal.", "draws.", "moments.", "late.", "combinations."] {
        assert!(!reported.changes.iter().any(|change| change.path.starts_with(path)), "{path}");
    }
}

#[test]
fn rule_5_is_the_same_in_versions_6_and_7() {
    let reported = diff(&Held::of(V6), &Held::of(V7));
    assert!(
        !reported.changes.iter().any(|change| change.path.starts_with("irregularities.")),
        "{:#?}",
        reported.changes
    );
    assert!(!reported.changes.iter().any(|change| change.path.starts_with("clauses.5")));
    assert_eq!(values(change(&reported, "deal.order")), ("banker, player, banker", "player, banker, player, banker"));
    assert_eq!(values(change(&reported, "deal.permanent.player")), ("7", "-"));
    // Version 7 pays the Banker one way; version 6 another on 7.
    assert_eq!(values(change(&reported, "wagers.banker.winner banker, banker total 7")), ("9 to 5", "19 to 20"));
    assert_eq!(values(change(&reported, "wagers.banker.winner banker, banker total other")), ("1 to 1", "19 to 20"));
    assert_eq!(values(change(&reported, "wagers.player.winner player, player total 7")), ("1 to 2", "1 to 1"));
    assert!(!reported.changes.iter().any(|change| change.path == "wagers.player.winner player, player total other"));
    assert_eq!(values(change(&reported, "wagers.player_pair.player pair yes")), ("-", "11 to 1"));
    assert_eq!(values(change(&reported, "wagers.super_sevens.both 7s 2")), ("2 to 1", "-"));
    assert_eq!(values(change(&reported, "commission")), ("-", "banker: may be collected apart"));
}

#[test]
fn the_electronic_game_and_the_star_differ_where_the_table_says() {
    let reported = diff(&Held::of(V6), &Held::of(E));
    assert_eq!(change(&reported, "irregularities.missing_card.not_completed.then").voiding, Some(Voiding::Newly));
    assert_eq!(values(change(&reported, "combinations.free")), ("free", "-"));
    assert_eq!(values(change(&reported, "otherwise.by")), ("-", "gaming_shift_manager"));
    assert_eq!(values(change(&reported, "cut_card")), ("-", "round_finished"));
    // Wrong numbers of cards are left to a decision.
    let referred = change(&reported, "irregularities.wrong_card_count.not_reconstructed+in_time.then");
    assert_eq!((values(referred), referred.voiding), (("void", "referred"), Some(Voiding::NoLonger)));
    assert_eq!(referred.clause_new.as_deref(), Some("6.1, 6.2"));
    // The same odds, so the same house edge.
    assert!(reported.edges.iter().all(|row| row.old == row.new));

    let reported = diff(&Held::of(V6), &Held::of(STAR));
    assert_eq!(values(change(&reported, "decks.min")), ("4", "6"));
    assert_eq!(values(change(&reported, "rounding")), ("-", "winnings up to chip"));
    assert!(change(&reported, "rounding").example.is_some());
    assert_eq!(values(change(&reported, "moments.close")), ("closed", "first_card"));
    assert_eq!(values(change(&reported, "limits.maximum")), ("whole", "capped"));
    assert!(reported.changes.iter().any(|change| change.path == "no_bet_coups"));
    let decks: Vec<u32> = reported.edges.iter().filter(|row| row.new.is_some()).map(|row| row.decks).collect();
    assert!(decks.iter().all(|decks| *decks == 6));
}
