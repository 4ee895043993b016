//! Frames of a shoe that are lost, damaged or repeated: every coup that is imported is as it was dealt, or is listed.
use std::cell::OnceCell;

use proptest::prelude::*;
use resettle_import::{CaptureMapping, CaptureSummary, import_capture};
use serde_json::Value;

const AT: &str = "2026-11-21T19:00:00+08:00";
const MAPPING: &str = "format: angel-eye-capture/1
open: {log: x, source: {kind: shoe, id: S7}, jurisdiction: SG, venue: mbs, game: baccarat, table: T7, currency: SGD}
dealt: baccarat
shoe: T7
decks: 8
";

/// Cards in the order of the deal, to whom they go, and the result.
const DEALT: [(&str, &str, u8); 5] = [
    ("KS 9D 7H TC", "PBPB", 0xc0),
    ("8S 2D TH 5C", "PBPB", 0x90),
    ("AC 2H 3D TS 5H 6D", "PBPBPB", 0x90),
    ("QC 4H 6D AS AC", "PBPBB", 0xa0),
    ("9C 9H KD JS", "PBPB", 0xa0),
];

/// A frame as it was sent: its data, and of which coup it is.
#[derive(Clone)]
struct Sent {
    data: Vec<u8>,
    coup: Option<usize>,
}

struct Coup {
    shoe: usize,
    number: i64,
    cards: Vec<&'static str>,
    declared: &'static str,
}

/// What a shoe dealt and sent.
struct Story {
    frames: Vec<Sent>,
    coups: Vec<Coup>,
    /// The cards burned before each shoe but the first.
    burned: Vec<Vec<&'static str>>,
    characters: &'static [u8],
    in_7_up: bool,
    /// The records of a line on which nothing happens.
    whole: OnceCell<Vec<Value>>,
}

fn code(card: &str) -> u8 {
    let rank = "A23456789TJQK".find(&card[..1]).unwrap() as u8 + 1;
    0x80 | (" DCSH".find(&card[1..]).unwrap() as u8) << 4 | rank
}

fn frame(sequence: u8, data: &[u8]) -> Vec<u8> {
    let body = [&[sequence], data, &[3]].concat();
    let check = body.iter().fold(0, |check, byte| check ^ byte);
    [&[5], body.as_slice(), format!("{check:02X}").as_bytes()].concat()
}

impl Story {
    /// Shoes of so many coups each; `at` chooses which.
    fn play(shoes: &[usize], at: usize, burns: bool, characters: &'static [u8], in_7_up: bool) -> Self {
        let mut story = Self {
            frames: Vec::new(),
            coups: Vec::new(),
            burned: vec![Vec::new()],
            characters,
            in_7_up,
            whole: OnceCell::new(),
        };
        story.send(b"S".to_vec(), None);
        let mut nth = at;
        for (shoe, coups) in shoes.iter().enumerate() {
            for number in 1..=*coups {
                nth += 1;
                let (cards, hands, result) = DEALT[nth % DEALT.len()];
                let coup = story.coups.len();
                let cards: Vec<&str> = cards.split(' ').collect();
                let mut dealt = [0, 0];
                for (at, (card, hand)) in cards.iter().zip(hands.bytes()).enumerate() {
                    let hand = if in_7_up { at % 2 } else { usize::from(hand == b'B') };
                    dealt[hand] += 1;
                    let data = vec![b'D', 0x80 | (hand as u8) << 4 | dealt[hand], code(card)];
                    if nth % 4 == 1 && at == 2 {
                        story.send(vec![b'E', 0xc1], Some(coup));
                        story.send(vec![b'e', 0x81], Some(coup));
                    }
                    story.send(data, Some(coup));
                    if number == *coups && at == 1 && nth.is_multiple_of(2) {
                        story.send(b"C".to_vec(), Some(coup));
                    }
                }
                story.send(vec![b'G', result], Some(coup));
                let declared = match (in_7_up, result) {
                    (true, _) => "",
                    (_, 0x90) => "player",
                    (_, 0xa0) => "tie",
                    _ => "banker",
                };
                story.coups.push(Coup { shoe, number: number as i64, cards, declared });
                if burns && number != *coups && nth.is_multiple_of(3) {
                    story.send(vec![b'D', 0xa1, code("QH")], None);
                }
            }
            if shoe + 1 < shoes.len() {
                if nth % 2 == 1 {
                    story.send(b"C".to_vec(), None);
                }
                story.send(b"S".to_vec(), None);
                let burned: Vec<&str> = if burns { vec!["2D", "3C", "4H"] } else { Vec::new() };
                for (at, card) in burned.iter().enumerate() {
                    let place = if at == 0 { 0xc1 } else { 0xa0 | (at as u8 + 1) };
                    story.send(vec![b'D', place, code(card)], None);
                }
                story.burned.push(burned);
            }
        }
        story
    }

    fn send(&mut self, data: Vec<u8>, coup: Option<usize>) {
        self.frames.push(Sent { data, coup });
    }

    /// What stands on the line, and where each frame of it begins, counted from 1.
    fn line(&self, fates: &[(usize, Fate)]) -> (Vec<u8>, Vec<(u64, usize)>) {
        let (mut line, mut places) = (Vec::new(), Vec::new());
        for ((at, sent), sequence) in self.frames.iter().enumerate().zip(self.characters.iter().cycle()) {
            let whole = frame(*sequence, &sent.data);
            let fate = fates.iter().find(|(fated, _)| *fated == at).map_or(Fate::Whole, |(_, fate)| *fate);
            if fate != Fate::Dropped {
                places.push((line.len() as u64 + 1, at));
            }
            let mut turned = whole.clone();
            turned[2] ^= 0x04;
            match fate {
                Fate::Whole => line.extend(&whole),
                Fate::Dropped => continue,
                Fate::Turned => line.extend([turned.as_slice(), &[0x15, 2]].concat()),
                Fate::TurnedUnheard => line.extend(turned),
                Fate::Cut => line.extend(&whole[..3]),
                Fate::Headless => line.extend(&whole[2..]),
                Fate::Twice => line.extend([whole.as_slice(), &[6], &whole].concat()),
                Fate::SentAgain | Fate::SentAgainAsSuch => {
                    line.extend([turned.as_slice(), &[0x15, 2]].concat());
                    places.push((line.len() as u64 + 1, at));
                    let mut again = sent.data.clone();
                    if again[0] == b'D' && fate == Fate::SentAgainAsSuch {
                        again[0] = b'R';
                    }
                    line.extend(frame(*sequence, &again));
                }
            }
            if matches!(fate, Fate::Whole | Fate::Twice | Fate::SentAgain | Fate::SentAgainAsSuch) {
                line.push(6);
            }
        }
        (line, places)
    }

    fn import(&self, line: &[u8]) -> (CaptureSummary, Vec<Value>) {
        let text = if self.in_7_up {
            MAPPING
                .replace("dealt: baccarat", "dealt: 7-up")
                .replace("game: baccarat", "game: electronic-7-up-baccarat")
        } else {
            MAPPING.to_owned()
        };
        let mapping = CaptureMapping::from_yaml(&text).unwrap_or_else(|_| panic!("the mapping"));
        let mut out = Vec::new();
        let summary = import_capture(line, &mapping, AT, "x.bin", &mut out).unwrap();
        let log = String::from_utf8(out).unwrap();
        (summary, log.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
    }

    /// What is wrong with what is imported of it where that happens to its frames.
    fn fault(&self, fates: &[(usize, Fate)]) -> Option<String> {
        let (line, places) = self.line(fates);
        let (summary, records) = self.import(&line);
        let said = || {
            let problems: Vec<String> = summary.problems.iter().map(ToString::to_string).collect();
            format!("{fates:?}\n{}\n{summary:?}", problems.join("\n"))
        };
        self.wrong(&summary, &records, &places, line.len() as u64).map(|what| format!("{what}\n{}", said()))
    }

    fn wrong(&self, summary: &CaptureSummary, records: &[Value], places: &[(u64, usize)], end: u64) -> Option<String> {
        // Where the frames of a coup stand.
        let begins = |coup: usize| {
            let mut of_it = places.iter().filter(|(_, at)| self.frames[*at].coup.is_some_and(|other| other >= coup));
            of_it.next().map_or(end, |(place, _)| *place)
        };
        let mut same = vec![false; self.coups.len()];
        let mut before: Option<(String, usize, i64)> = None;
        for record in records.iter().filter(|record| record["type"] == "coup") {
            let row = record["source_row"].as_u64().unwrap();
            let Some((_, at)) = places.iter().find(|(place, _)| *place == row) else {
                return Some(format!("no frame stands at {row}"));
            };
            let Some(nth) = self.frames[*at].coup else { return Some(format!("a coup begins at frame {at}")) };
            let coup = &self.coups[nth];
            let (shoe, number) = (record["shoe"].as_str().unwrap(), record["coup"].as_i64().unwrap());
            if let Some((shoe_before, nth_before, number_before)) = &before {
                if *nth_before >= nth {
                    return Some(format!("coup {nth} is there again"));
                }
                let known = &self.coups[*nth_before];
                if shoe_before == shoe
                    && (known.shoe != coup.shoe || number - number_before != coup.number - known.number)
                {
                    return Some(format!("coup {nth} is {number} of {shoe}, and {nth_before} is {number_before}"));
                }
            }
            before = Some((shoe.to_owned(), nth, number));
            let declared = record["declared"]["result"].as_str();
            if declared.is_some_and(|declared| declared != coup.declared) {
                return Some(format!("coup {nth} has the result {declared:?}"));
            }
            let cards: Option<Vec<&str>> =
                record["cards"].as_array().map(|cards| cards.iter().map(|card| card.as_str().unwrap()).collect());
            let fits = |(card, dealt): (&&str, &&str)| card == dealt || *card == "??";
            if cards
                .as_ref()
                .is_some_and(|cards| cards.len() != coup.cards.len() || !cards.iter().zip(&coup.cards).all(fits))
            {
                return Some(format!("coup {nth} has the cards {cards:?}"));
            }
            same[nth] = declared.unwrap_or_default() == coup.declared && cards.as_ref() == Some(&coup.cards);
        }
        for record in records.iter().filter(|record| record["event"] == "start") {
            let burned: Vec<&str> =
                record["burned"].as_array().into_iter().flatten().map(|card| card.as_str().unwrap()).collect();
            if !self.burned.iter().skip(1).any(|known| *known == burned) {
                return Some(format!("a shoe begins with {burned:?}"));
            }
        }
        for nth in (0..same.len()).filter(|nth| !same[*nth]) {
            let around = begins(nth.saturating_sub(1))..=begins(nth + 2);
            if !summary.lost_something() || !summary.problems.iter().any(|problem| around.contains(&problem.place)) {
                return Some(format!("coup {nth} is another, and nothing is said of it"));
            }
        }
        let is_same = || without_places(records) == *self.whole.get_or_init(|| self.imported_whole());
        let is_silent = !summary.lost_something() && !is_same();
        is_silent.then(|| "other records, and nothing is said of them".to_owned())
    }

    fn imported_whole(&self) -> Vec<Value> {
        without_places(&self.import(&self.line(&[]).0).1)
    }
}

fn without_places(records: &[Value]) -> Vec<Value> {
    let without = |record: &Value| {
        let mut record = record.clone();
        for name in ["source_row", "capture_sha256", "prev"] {
            record.as_object_mut().unwrap().remove(name);
        }
        record
    };
    records.iter().map(without).collect()
}

/// What becomes of a frame on the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Whole,
    Dropped,
    /// A bit is turned, the host refuses it, and it does not come again.
    Turned,
    /// The same, where only what the shoe sends is captured.
    TurnedUnheard,
    Cut,
    Headless,
    Twice,
    SentAgain,
    /// A card comes again as one that is sent again.
    SentAgainAsSuch,
}

const FATES: [Fate; 8] = [
    Fate::Dropped,
    Fate::Turned,
    Fate::TurnedUnheard,
    Fate::Cut,
    Fate::Headless,
    Fate::Twice,
    Fate::SentAgain,
    Fate::SentAgainAsSuch,
];

fn stories() -> Vec<Story> {
    vec![
        Story::play(&[3, 2], 0, true, b"123456789", false),
        Story::play(&[2, 3], 3, false, b"123456789", false),
        Story::play(&[3, 3], 1, true, b"0123456789", false),
        Story::play(&[3, 2], 2, true, b"123456789", true),
        Story::play(&[2, 3], 4, false, b"0123456789ABCDEF", true),
    ]
}

#[test]
fn one_frame_at_any_position() {
    let mut faults = Vec::new();
    for story in stories() {
        assert_eq!(story.fault(&[]), None);
        for at in 0..story.frames.len() {
            faults.extend(FATES.iter().filter_map(|fate| story.fault(&[(at, *fate)])));
        }
    }
    none(&faults);
}

fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults[..faults.len().min(6)].join("\n\n"));
}

#[test]
fn two_frames_at_any_positions() {
    let mut faults = Vec::new();
    for story in stories() {
        let fates = [Fate::Dropped, Fate::Turned, Fate::Twice];
        for first in 0..story.frames.len() {
            for second in first + 1..story.frames.len() {
                for one in fates {
                    faults.extend(fates.iter().filter_map(|other| story.fault(&[(first, one), (second, *other)])));
                }
            }
        }
    }
    none(&faults);
}

#[test]
fn one_frame_more_than_the_characters_count() {
    // So much is lost that it looks like a single frame: no coup is written with the cards or the result of another.
    for story in [Story::play(&[25], 0, false, b"123456789", false), Story::play(&[25], 2, false, b"0123456789", true)]
    {
        let many = story.characters.len() + 1;
        for from in 1..story.frames.len() - many {
            let fates: Vec<(usize, Fate)> = (from..from + many).map(|at| (at, Fate::Dropped)).collect();
            let (line, places) = story.line(&fates);
            let (summary, records) = story.import(&line);
            assert!(summary.lost_something(), "{from}");
            for record in records.iter().filter(|record| record["type"] == "coup") {
                let (_, at) =
                    places.iter().find(|(place, _)| *place == record["source_row"].as_u64().unwrap()).unwrap();
                let coup = &story.coups[story.frames[*at].coup.unwrap()];
                let cards: Vec<&str> =
                    record["cards"].as_array().into_iter().flatten().map(|card| card.as_str().unwrap()).collect();
                let is_whole = cards.len() == coup.cards.len() || record.get("cards").is_none();
                let fits = cards.iter().zip(&coup.cards).all(|(card, dealt)| card == dealt || *card == "??");
                let declared = record["declared"]["result"].as_str();
                let is_its_own = declared.is_none_or(|declared| declared == coup.declared);
                assert!(is_whole && fits && is_its_own, "{from}: {record}, {:?}", coup.cards);
            }
        }
    }
}

/// The points of a hand.
fn points(cards: &[&str]) -> u32 {
    cards.iter().map(|card| "A23456789".find(&card[..1]).map_or(0, |at| at as u32 + 1)).sum::<u32>() % 10
}

/// Whether the table of play gives the hands these cards, which go to `to`; the third ones are written out.
fn is_dealt(cards: &[&str], to: &str) -> bool {
    let of = |hand: char| -> Vec<&str> {
        to.chars().zip(cards).filter(|(to, _)| *to == hand).map(|(_, card)| *card).collect()
    };
    let (player, banker) = (of('P'), of('B'));
    if player.len() < 2 || banker.len() < 2 {
        return false;
    }
    let (two, other) = (points(&player[..2]), points(&banker[..2]));
    let thirds = (player.get(2).map(|card| points(&[card])), banker.len() > 2);
    match thirds {
        _ if two > 7 || other > 7 => thirds == (None, false),
        (None, drawn) => two > 5 && drawn == (other < 6),
        (Some(third), drawn) => {
            let banker_draws = match other {
                0..=2 => true,
                3 => third != 8,
                4 => [2, 3, 4, 5, 6, 7].contains(&third),
                5 => [4, 5, 6, 7].contains(&third),
                6 => [6, 7].contains(&third),
                _ => false,
            };
            two < 6 && drawn == banker_draws
        }
    }
}

/// How a capture is written of which frames are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    Raw,
    /// Lines, each with its time: a card comes each two seconds, and thirty pass between two coups.
    Timed,
}

/// A capture without these frames, of which nothing stands in it, and where each of the others begins.
fn capture_without(story: &Story, lost: std::ops::Range<usize>, written: Written) -> (Vec<u8>, Vec<(u64, usize)>) {
    let (mut capture, mut places, mut second, mut line) = (Vec::new(), Vec::new(), 0, 0);
    for ((at, sent), sequence) in story.frames.iter().enumerate().zip(story.characters.iter().cycle()) {
        second += if sent.data.starts_with(&[b'D', 0x81]) { 30 } else { 2 };
        if lost.contains(&at) {
            continue;
        }
        let bytes = frame(*sequence, &sent.data);
        line += 1;
        match written {
            Written::Raw => {
                places.push((capture.len() as u64 + 1, at));
                capture.extend(bytes);
            }
            Written::Timed => {
                places.push((line, at));
                let (hour, minute) = (second / 3600, second / 60 % 60);
                let figures: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                let text = format!("2026-02-14T{hour:02}:{minute:02}:{:02}+08:00 {}\n", second % 60, figures.join(" "));
                capture.extend(text.into_bytes());
            }
        }
    }
    (capture, places)
}

#[test]
fn as_many_frames_as_the_characters_count() {
    for (at, characters) in [(0, &b"123456789"[..]), (2, b"0123456789"), (3, b"0123456789"), (1, b"0123456789ABCDEF")] {
        for (times, written) in [(1, Written::Raw), (1, Written::Timed), (2, Written::Raw), (2, Written::Timed)] {
            let story = Story::play(&[14], at, false, characters, false);
            let many = characters.len() * times;
            let mut otherwise = 0;
            for from in 1..story.frames.len() - many {
                let (capture, places) = capture_without(&story, from..from + many, written);
                let (summary, records) = story.import(&capture);
                for record in records.iter().filter(|record| record["type"] == "coup") {
                    let row = record["source_row"].as_u64().unwrap();
                    let (_, at) = places.iter().find(|(place, _)| *place == row).unwrap();
                    let coup = &story.coups[story.frames[*at].coup.unwrap()];
                    let declared = record["declared"]["result"].as_str();
                    let Some(cards) = record["cards"].as_array() else {
                        assert!(summary.lost_something() && declared.is_none(), "{from} {written:?}: {record}");
                        continue;
                    };
                    let cards: Vec<&str> = cards.iter().map(|card| card.as_str().unwrap()).collect();
                    if cards.contains(&"??") {
                        let fits = cards.iter().zip(&coup.cards).all(|(card, dealt)| card == dealt || *card == "??");
                        assert!(fits, "{from} {written:?}: {record} {:?} {:?}", coup.cards, summary.problems);
                        continue;
                    }
                    if cards == coup.cards && (declared == Some(coup.declared) || summary.lost_something()) {
                        continue;
                    }
                    // Of two coups, and as one would be: what is left to see is when they came.
                    otherwise += 1;
                    let is_listed = summary.problems.iter().any(|problem| problem.place == row);
                    assert!(written == Written::Raw || is_listed, "{from}: {record} {:?}", summary.problems);
                    let to = record["to"].as_str().unwrap();
                    let hand = |hand: char| {
                        let own = to.chars().zip(&cards).filter(|(to, _)| *to == hand).map(|(_, card)| *card);
                        points(&own.collect::<Vec<_>>())
                    };
                    let winner = match hand('P').cmp(&hand('B')) {
                        std::cmp::Ordering::Greater => "player",
                        std::cmp::Ordering::Less => "banker",
                        std::cmp::Ordering::Equal => "tie",
                    };
                    assert_eq!(declared, Some(winner), "{from}: {record}");
                    assert!(is_dealt(&cards, to) || (written == Written::Raw && is_listed), "{from}: {record}");
                }
            }
            assert!(otherwise < story.frames.len() / 4, "{characters:?} {written:?}: {otherwise}");
        }
    }
}

/// A dealer's error that the shoe states: no frame is missing, so it is taken as it came, however the capture is written.
#[test]
fn a_coup_that_was_dealt_wrongly_keeps_its_cards() {
    // The Player has 5 and no third card; the Banker drew behind a natural.
    for (cards, hands, result) in [("2S KD 3H 7C", "PBPB", 0xc0), ("9S KD TH 2C 5D", "PBPBB", 0x90)] {
        let mut story = Story::play(&[12], 0, false, b"0123456789", false);
        let coup = story.frames.iter().position(|sent| sent.coup == Some(6)).unwrap();
        story.frames.retain(|sent| sent.coup != Some(6));
        let mut dealt = [0, 0];
        let mut frames: Vec<Vec<u8>> = Vec::new();
        for (card, hand) in cards.split(' ').zip(hands.bytes()) {
            let hand = usize::from(hand == b'B');
            dealt[hand] += 1;
            frames.push(vec![b'D', 0x80 | (hand as u8) << 4 | dealt[hand], code(card)]);
        }
        frames.push(vec![b'G', result]);
        story.frames.splice(coup..coup, frames.into_iter().map(|data| Sent { data, coup: Some(6) }));
        for written in [Written::Raw, Written::Timed] {
            let (summary, records) = story.import(&capture_without(&story, 0..0, written).0);
            let record = records.iter().find(|record| record["coup"] == 7).unwrap();
            let expected: Vec<&str> = cards.split(' ').collect();
            assert_eq!(record["cards"], Value::from(expected), "{written:?}: {:?}", summary.problems);
            assert!(!summary.lost_something() && record["irregularities"].is_null(), "{record}");
            assert_eq!(summary.problems.len(), usize::from(written == Written::Raw), "{:?}", summary.problems);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn two_frames_of_a_long_capture(
        shoes in prop::collection::vec(20_usize..50, 2..6),
        at in 0_usize..5,
        fates in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(&FATES[..])), 1..=2),
        near in prop::option::of(0_usize..8),
        characters in prop::sample::select(vec![&b"123456789"[..], b"0123456789", b"01234567", b"0123456789ABCDEF"]),
        (burns, in_7_up) in any::<(bool, bool)>(),
    ) {
        let story = Story::play(&shoes, at, burns, characters, in_7_up);
        let mut fates: Vec<(usize, Fate)> =
            fates.iter().map(|(at, fate)| (at.index(story.frames.len()), *fate)).collect();
        if let (Some(near), [(first, _), (second, _)]) = (near, fates.as_mut_slice()) {
            *second = (*first + near).min(story.frames.len() - 1);
        }
        prop_assert_eq!(story.fault(&fates).unwrap_or_default(), "");
    }
}
