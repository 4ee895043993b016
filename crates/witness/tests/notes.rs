//! Notes that a program of its own made (`fixtures/witness/make.py`).
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use base64ct::{Base64, Encoding};
use ed25519_dalek::SigningKey;
use proptest::prelude::*;
use resettle_sealed_log::{Digest, PublicKey};
use resettle_witness::{
    Checkpoint, Cosigned, Leaves, Note, NoteError, NoteKey, Policy, Role, SignatureLine, VkeyError, consistency,
    origin_of, root,
};

/// After all times of the fixtures, in seconds.
const NOW: u64 = 1_700_000_000;

fn fixture(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../fixtures/witness/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn note() -> Note {
    Note::parse(fixture("june.note").as_bytes()).unwrap()
}

fn policy() -> Policy {
    Policy::parse(&fixture("witnesses")).unwrap()
}

fn key(role: Role, name: &str, seed: u8) -> (NoteKey, SigningKey) {
    let secret = SigningKey::from_bytes(&[seed; 32]);
    let public = PublicKey::from_bytes(secret.verifying_key().as_bytes()).unwrap();
    (NoteKey::new(name, role, public).unwrap(), secret)
}

fn venue() -> (NoteKey, SigningKey) {
    key(Role::Log, "casino.example/digests/mbs", 11)
}

fn leaves(name: &str) -> Leaves {
    Leaves::parse(&fixture(name)).unwrap()
}

#[test]
fn roots_and_proofs_are_those_of_the_other_program() {
    let all = leaves("june.note.leaves").hashes();
    let text = fixture("proofs");
    assert_eq!(text.lines().count(), 21);
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let (old, new): (usize, usize) = (words[0].parse().unwrap(), words[1].parse().unwrap());
        let [proof @ .., "root", top] = &words[2..] else { panic!("{line}") };
        assert_eq!(Base64::encode_string(&root(&all[..new]).0), *top, "{line}");
        let ours: Vec<String> =
            consistency(old, &all[..new]).unwrap().iter().map(|node| Base64::encode_string(&node.0)).collect();
        assert_eq!(ours, proof, "{line}");
    }
    assert_eq!(consistency(6, &all), None);
}

#[test]
fn a_note_is_written_as_the_other_program_writes_it() {
    let (log, secret) = venue();
    let leaves = leaves("june.note.leaves");
    assert_eq!(leaves.to_text(), fixture("june.note.leaves"));
    let checkpoint = Checkpoint { origin: log.name().to_owned(), size: 5, root: root(&leaves.hashes()) };
    let mut note = Note::sign(&checkpoint, &log, &secret);
    for (nth, time) in [(1, 1_686_000_300), (2, 1_686_000_100), (3, 1_686_000_200)] {
        let (witness, secret) = key(Role::Witness, &format!("witness.example/{nth}"), 20 + nth);
        assert!(fixture("witnesses").contains(&witness.to_string()));
        note.add(note.cosign(&witness, &secret, time)).unwrap();
    }
    assert_eq!(note.to_string(), fixture("june.note"));
    assert!(fixture("witnesses").contains(&format!("log {log}\n")));
}

#[test]
fn two_of_three_vouch_for_the_later_of_their_times() {
    let seen = policy().judge(&note(), NOW).unwrap();
    let by = |name: &str, time| Cosigned { name: name.to_owned(), time };
    assert_eq!(seen.by, [by("w1", 1_686_000_300), by("w2", 1_686_000_100), by("w3", 1_686_000_200)]);
    assert_eq!(seen.before, Some(1_686_000_200));

    let earlier = Note::parse(fixture("earlier.note").as_bytes()).unwrap();
    let seen = policy().judge(&earlier, NOW).unwrap();
    assert_eq!((seen.by.len(), seen.before), (1, None));

    let with = |quorum: &str| {
        let text = fixture("witnesses").replace("group all-of-them 2 w1 w2 w3\nquorum all-of-them\n", quorum);
        Policy::parse(&text).unwrap().judge(&note(), NOW).unwrap().before
    };
    assert_eq!(with("group g any w1 w2 w3\nquorum g\n"), Some(1_686_000_100));
    assert_eq!(with("group g all w1 w2 w3\nquorum g\n"), Some(1_686_000_300));
    assert_eq!(with("group g any w1 w2\ngroup h all g w3\nquorum h\n"), Some(1_686_000_200));
    assert_eq!(with("quorum w1\n"), Some(1_686_000_300));
}

/// A second cosignature later takes nothing from the first.
#[test]
fn of_several_cosignatures_of_one_witness_the_first_counts() {
    let (witness, secret) = key(Role::Witness, "witness.example/1", 21);
    let mut note = note();
    note.add(note.cosign(&witness, &secret, 1_686_000_050)).unwrap();
    note.add(note.cosign(&witness, &secret, 1_686_000_999)).unwrap();
    let read = Note::parse(note.to_string().as_bytes()).unwrap();
    assert_eq!(policy().judge(&read, NOW).unwrap().by[0].time, 1_686_000_050);
}

#[test]
fn what_does_not_count_is_said() {
    let (note, policy) = (note(), policy());
    assert_eq!(policy.judge(&note, 1_686_000_299), Err(NoteError::Ahead("witness.example/1".to_owned())));

    let (log, _) = venue();
    let (_, thief) = key(Role::Log, log.name(), 99);
    let forged = Note::sign(&note.checkpoint, &log, &thief);
    assert_eq!(policy.judge(&forged, NOW), Err(NoteError::Mismatch(log.name().to_owned())));

    let (own, _) = key(Role::Log, log.name(), 99);
    let other = Note::sign(&note.checkpoint, &own, &thief);
    assert_eq!(policy.judge(&other, NOW), Err(NoteError::NotSigned(log.name().to_owned())));

    let moved = Checkpoint { origin: "casino.example/digests/other".to_owned(), ..note.checkpoint.clone() };
    let (_, secret) = venue();
    let moved = Note::sign(&moved, &log, &secret);
    assert_eq!(policy.judge(&moved, NOW), Err(NoteError::UnknownOrigin("casino.example/digests/other".to_owned())));

    // One who signs as a witness without being known counts for nothing, and hinders nothing.
    let (stranger, secret) = key(Role::Witness, "witness.example/1", 77);
    let mut more = note.clone();
    more.add(note.cosign(&stranger, &secret, 5)).unwrap();
    assert_eq!(policy.judge(&more, NOW), policy.judge(&note, NOW));

    // A signature without a time is no cosignature, whoever made it.
    let (witness, secret) = key(Role::Witness, "witness.example/1", 21);
    let plain = Note::sign(&note.checkpoint, &witness, &secret);
    let mut more = note.clone();
    more.add(plain.signatures()[0].clone()).unwrap();
    assert_eq!(policy.judge(&more, NOW), Err(NoteError::Mismatch("witness.example/1".to_owned())));
}

#[test]
fn the_list_is_of_its_note_alone_and_continues_an_earlier_one() {
    let (june, earlier) = (note().checkpoint, Note::parse(fixture("earlier.note").as_bytes()).unwrap().checkpoint);
    let all = leaves("june.note.leaves");
    assert!(all.are_of(&june) && !all.are_of(&earlier));
    assert!(all.continue_from(&earlier) && all.continue_from(&june));
    assert!(!leaves("earlier.note.leaves").continue_from(&june));
    let mut rewritten = all.clone();
    rewritten.all[1].1 = Digest::of(b"written again");
    assert!(!rewritten.continue_from(&earlier));
    rewritten = all;
    rewritten.all[4].1 = Digest::of(b"written again");
    assert!(rewritten.continue_from(&earlier) && !rewritten.are_of(&june));
}

#[test]
fn an_origin_names_its_venue() {
    for (id, origin) in [("mbs", "casino.example/d/mbs"), ("a b/c+\u{e9}", "casino.example/d/a%20b%2Fc%2B%C3%A9")] {
        assert_eq!(origin_of("casino.example/d", id), origin);
        let checkpoint = Checkpoint { origin: origin.to_owned(), ..note().checkpoint };
        assert!(checkpoint.is_of_venue(id) && !checkpoint.is_of_venue("other"));
        assert!(NoteKey::new(origin, Role::Log, *venue().0.key()).is_ok());
    }
}

/// That of sum.golang.org, as its documentation prints it.
#[test]
fn keys_have_one_spelling() {
    let known = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";
    let key = NoteKey::parse(known).unwrap();
    assert_eq!((key.name(), key.role(), key.to_string().as_str()), ("sum.golang.org", Role::Log, known));
    for (text, error) in [
        (known.replace("033de0ae", "033DE0AE"), VkeyError::Id),
        (known.replace("sum.", "sun."), VkeyError::Id),
        (known.replace("033de0ae+", ""), VkeyError::Form),
        (known.replace("TTAD8OuAn8", ""), VkeyError::Form),
        (known.replace("+A", "+B"), VkeyError::Kind(5)),
    ] {
        assert_eq!(NoteKey::parse(&text), Err(error), "{text}");
    }
    for name in ["", "a b", "a+b", "a\u{a0}b", "a\nb"] {
        assert!(NoteKey::new(name, Role::Log, *key.key()).is_err(), "{name:?}");
    }
}

#[test]
fn all_faults_of_a_policy_are_said() {
    let good = fixture("witnesses");
    let witness = good.lines().nth(2).unwrap().split(['\t', ' ']).nth(2).unwrap().to_owned();
    let said =
        |text: &str| -> Vec<String> { Policy::parse(text).unwrap_err().iter().map(ToString::to_string).collect() };
    let log = good.lines().nth(1).unwrap();
    for (text, expected) in [
        (good.replace("quorum all-of-them", "quorum none"), "line 7: `quorum none` asks for no witness"),
        (good.replace("log ", "# "), "line 8: no `log KEY`"),
        (good.replace("them 2 w1", "them 4 w1"), "line 6: `4` is not `any`, `all` or a number from 1 to 3"),
        (good.replace("them 2 w1", "them 0 w1"), "line 6: `0` is not"),
        (good.replace("them 2 w1", "them 02 w1"), "line 6: `02` is not"),
        (good.replace("w1 w2 w3\n", "w1 w1 w3\n"), "line 6: `w1` is in a group already"),
        (good.replace("w1 w2 w3\n", "w1 w2 w4\n"), "line 6: no line above names `w4`"),
        (format!("{good}witness again {witness}\n"), "line 8: this key is that of a witness above"),
        (format!("{good}{log}\n"), "line 8: this key is that of a log above"),
        (format!("{good}log {witness}\n"), "line 8: this key cosigns"),
        (good.replace("witness w1\t", "witness w1\t\u{7}"), "line 3: it holds a control character"),
        (format!("{good}quorum w1\n"), "line 8: there is a quorum already"),
        (format!("{good}witnesses w1\n"), "line 8: it is not `log KEY`"),
    ] {
        let found = said(&text);
        assert!(found.iter().any(|fault| fault.starts_with(expected)), "{expected}: {found:?}");
    }
    assert_eq!(said("log\nquorum w\nfoo\n").len(), 5);
}

#[test]
fn lists_have_one_spelling() {
    let text = fixture("june.note.leaves");
    let lines: Vec<&str> = text.lines().collect();
    for other in [
        text.trim_end().to_owned(),
        text.to_uppercase(),
        text.replace("  ", " *"),
        text.replace(".digest", ".digest "),
        format!("{text}\n"),
        format!("{}\n{}\n", lines[1], lines[0]),
        format!("{}\n{}\n", lines[0], lines[0]),
    ] {
        assert!(Leaves::parse(&other).is_err(), "{other}");
    }
    assert_eq!(Leaves::parse("x\ny\n").unwrap_err().len(), 2);
}

#[test]
fn no_byte_of_a_note_that_counts_can_be_changed() {
    let text = fixture("june.note").into_bytes();
    let policy = policy();
    let all = policy.judge(&note(), NOW).unwrap();
    for at in 0..text.len() {
        for flip in [1, 0x80] {
            let mut bytes = text.clone();
            bytes[at] ^= flip;
            let Ok(read) = Note::parse(&bytes) else { continue };
            // A changed name or id makes it the signature of another, who does not count.
            let seen = policy.judge(&read, NOW);
            assert!(
                seen.as_ref().is_err() || seen.as_ref().is_ok_and(|seen| seen.by.len() + 1 == all.by.len()),
                "{at}: {seen:?}"
            );
        }
        assert!(Note::parse(&text[..at]).is_err() || text[at - 1] == b'\n', "cut at {at}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever was seen of few leaves is the beginning of more, and of no others.
    #[test]
    fn more_leaves_continue_fewer_and_no_others(all in prop::collection::vec(any::<[u8; 32]>(), 1..40), at in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>()) {
        let days = (1..).scan(jiff::civil::date(2023, 1, 1), |day, _: u32| {
            let now = *day;
            *day = day.tomorrow().ok()?;
            Some(now)
        });
        let leaves = Leaves { all: days.zip(all.iter().map(|one| Digest(*one))).collect() };
        prop_assert_eq!(&Leaves::parse(&leaves.to_text()).unwrap(), &leaves);
        let old = cut.index(all.len()) + 1;
        let before = Checkpoint { origin: "o".to_owned(), size: old as u64, root: root(&leaves.hashes()[..old]) };
        prop_assert!(leaves.continue_from(&before));
        let mut other = leaves.clone();
        let changed = at.index(all.len());
        other.all[changed].1.0[7] ^= 1;
        prop_assert_eq!(other.continue_from(&before), changed >= old);
    }

    /// A note is read as it was written, whatever the key, time and tree.
    #[test]
    fn a_note_is_read_as_it_was_written(seed in any::<[u8; 32]>(), time in any::<u64>(), size in any::<u64>(), top in any::<[u8; 32]>()) {
        let secret = SigningKey::from_bytes(&seed);
        let public = PublicKey::from_bytes(secret.verifying_key().as_bytes()).unwrap();
        let log = NoteKey::new("o", Role::Log, public).unwrap();
        let witness = NoteKey::new("w", Role::Witness, public).unwrap();
        let mut note = Note::sign(&Checkpoint { origin: "o".to_owned(), size, root: Digest(top) }, &log, &secret);
        note.add(note.cosign(&witness, &secret, time)).unwrap();
        let text = note.to_string();
        prop_assert_eq!(&Note::parse(text.as_bytes()).unwrap(), &note);
        let line = text.lines().last().unwrap();
        prop_assert_eq!(SignatureLine::parse(line).unwrap().to_string(), line);
        let policy = Policy::parse(&format!("log {log}\nwitness w {witness}\nquorum w\n")).unwrap();
        let seen = policy.judge(&note, u64::MAX);
        prop_assert_eq!(seen.is_ok(), i64::try_from(time).is_ok());
    }
}
