//! What holds for every two versions.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Held, IDS, V6, diff};
use resettle_diff::{Change, Voiding, fingerprints};

#[test]
fn nothing_changed_between_a_version_and_itself() {
    for id in IDS {
        let held = Held::of(id);
        let same = diff(&held, &held);
        assert!(same.changes.is_empty(), "{id}: {:#?}", same.changes);
        assert!(fingerprints(&same).is_empty());
        assert!(same.edges.iter().all(|row| row.old == row.new && row.old.is_some()), "{id}");
    }
}

/// What a change is called in both directions: clauses have the number of the older version.
fn key(change: &Change, turned: bool) -> (String, Option<String>, Option<String>) {
    let (old, new) = (&change.clause_old, &change.clause_new);
    let (old, new) = if turned { (new.clone(), old.clone()) } else { (old.clone(), new.clone()) };
    if let Some(rest) = change.path.strip_prefix("clauses.") {
        let kind = ["number", "text", "kind", "why"].into_iter().find(|kind| rest.ends_with(&format!(".{kind}")));
        return (format!("clauses {}", kind.unwrap_or("whole")), old, new);
    }
    // Coups that another row settles: the two rows change places.
    if let (true, Some((was, is))) = (turned, change.path.split_once(" → ")) {
        let (bet, was) = was.rsplit_once('.').unwrap();
        return (format!("{bet}.{is} → {was}"), old, new);
    }
    (change.path.clone(), old, new)
}

#[test]
fn the_other_way_round_everything_is_turned_round() {
    for (at, a) in IDS.iter().enumerate() {
        for b in IDS.iter().skip(at + 1) {
            let (a, b) = (Held::of(a), Held::of(b));
            let (there, back) = (diff(&a, &b), diff(&b, &a));
            let what = format!("{} {}", a.ruleset.id, b.ruleset.id);
            let reported = |changes: &[Change], turned: bool| -> BTreeMap<_, _> {
                let one = |change: &Change| {
                    let (old, new) = (change.old.clone(), change.new.clone());
                    let values = if turned { (new, old) } else { (old, new) };
                    let voiding = match (change.voiding, turned) {
                        (Some(Voiding::Newly), true) => Some(Voiding::NoLonger),
                        (Some(Voiding::NoLonger), true) => Some(Voiding::Newly),
                        (voiding, _) => voiding,
                    };
                    (key(change, turned), (values, change.level, voiding, change.example.is_some()))
                };
                changes.iter().map(one).collect()
            };
            let (there_reported, back_reported) = (reported(&there.changes, false), reported(&back.changes, true));
            for (key, value) in &there_reported {
                assert_eq!(back_reported.get(key), Some(value), "{what} {key:?}");
            }
            assert_eq!(there.changes.len(), back.changes.len(), "{what}");
            assert_eq!(there_reported.len(), there.changes.len(), "{what}");
            for row in &there.edges {
                let other =
                    back.edges.iter().find(|other| other.name() == row.name() && other.decks == row.decks).unwrap();
                assert_eq!((&row.old, &row.new), (&other.new, &other.old), "{what}");
            }
        }
    }
}

#[test]
fn every_change_has_a_path_and_a_fingerprint_of_its_own() {
    for a in IDS {
        for b in IDS.into_iter().filter(|b| *b != a) {
            let reported = diff(&Held::of(a), &Held::of(b));
            let paths: BTreeSet<&str> = reported.changes.iter().map(|change| change.path.as_str()).collect();
            assert_eq!(paths.len(), reported.changes.len(), "{a} {b}");
            let prints = fingerprints(&reported);
            assert_eq!(prints.iter().collect::<BTreeSet<_>>().len(), reported.changes.len(), "{a} {b}");
            assert!(prints.is_sorted() && prints.iter().all(|print| print.len() == 64));
            for change in &reported.changes {
                assert_ne!(change.old, change.new, "{a} {b} {}", change.path);
            }
        }
    }
}

#[test]
fn every_value_has_a_place_in_its_file() {
    for a in IDS {
        for b in IDS.into_iter().filter(|b| *b != a) {
            let (old, new) = (Held::of(a), Held::of(b));
            for change in diff(&old, &new).changes {
                // What no row covers has its place in no row; the notes are another file.
                let elsewhere = change.path.starts_with("irregularities.") || change.path == "notes";
                // A document that is silent has no place for what it does not say.
                let silent = change.path.starts_with("limits.");
                for (value, place, held) in
                    [(&change.old, change.place_old, &old), (&change.new, change.place_new, &new)]
                {
                    if let (Some(value), false, false) = (value, elsewhere, silent) {
                        let place = place.unwrap_or_else(|| panic!("{a} {b}: {} has no place", change.path));
                        let line = held.yaml.lines().nth(place.line as usize - 1).unwrap();
                        if change.path.starts_with("wagers.") && !change.path.ends_with("clause") {
                            assert!(line.contains(value.as_str()), "{a} {b}: {} {value} at {line}", change.path);
                        }
                    }
                }
            }
        }
    }
}

/// What changed by a clause whose words did not is named, with the clause; what changed with its words is not.
#[test]
fn what_changed_by_the_same_words_is_named_with_its_clauses() {
    let old = Held::of(V6);
    let paid = old.with(|yaml| yaml.replace("pays: 5 to 1", "pays: 6 to 1"));
    let named = diff(&old, &paid).by_the_same_words();
    assert!(named.len() == 1 && named[0].starts_with("wagers."), "{named:?}");
    let clauses = named[0].split_once(" (").unwrap().1.trim_end_matches(')').to_owned();
    let first = clauses.split(", ").next().unwrap();
    let reworded = paid.with(|yaml| {
        let (before, rest) = yaml.split_once(&format!("\"{first}\": {{text: ")).unwrap();
        format!("{before}\"{first}\": {{text: {}{}", "a".repeat(64), &rest[64..])
    });
    assert_eq!(diff(&old, &reworded).by_the_same_words(), Vec::<String>::new());
    assert_eq!(diff(&old, &old).by_the_same_words(), Vec::<String>::new());
}
