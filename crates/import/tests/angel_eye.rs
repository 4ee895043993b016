//! Captures of the line of an electronic shoe.
use proptest::prelude::*;
use resettle_import::{CaptureMapping, CaptureSummary, draft_capture_mapping, import_capture};
use serde_json::{Value, json};

const AT: &str = "2026-11-21T19:00:00+08:00";
const MAPPING: &str = "format: angel-eye-capture/1
open: {log: x, source: {kind: shoe, id: S7}, jurisdiction: SG, venue: mbs, game: baccarat, table: T7, currency: SGD}
dealt: baccarat
shoe: T7
decks: 8
";

/// A frame of the shoe, by the rule of the published example: the check is over all from the sequence character to ETX.
fn frame(sequence: u8, data: &[u8]) -> Vec<u8> {
    let body = [&[sequence], data, &[3]].concat();
    let check = body.iter().fold(0, |check, byte| check ^ byte);
    [&[5], body.as_slice(), format!("{check:02X}").as_bytes()].concat()
}

/// A card as the shoe has it: P1, B2; and its code in the log.
fn card(kind: u8, place: &str, code: &str) -> Vec<u8> {
    let (hand, index) = place.split_at(1);
    let rank = "A23456789TJQK".find(&code[..1]).unwrap() as u8 + 1;
    let suit = " DCSH".find(&code[1..]).unwrap() as u8;
    let hand = ["P", "B", "X"].iter().position(|word| *word == hand).unwrap() as u8;
    vec![kind, 0x80 | hand << 4 | index.parse::<u8>().unwrap(), 0x80 | suit << 4 | rank]
}

/// Frames with the sequence characters 1 to 9 in turn.
struct Line(Vec<u8>, u8);

impl Line {
    fn new() -> Self {
        Self(Vec::new(), 0)
    }

    fn sequence(&mut self) -> u8 {
        self.1 = self.1 % 9 + 1;
        b'0' + self.1
    }

    fn send(&mut self, data: &[u8]) -> &mut Self {
        let frame = frame(self.sequence(), data);
        self.0.extend(frame);
        self.0.push(6);
        self
    }

    fn cards(&mut self, cards: &str) -> &mut Self {
        for word in cards.split(' ') {
            let (place, code) = word.split_once('=').unwrap();
            self.send(&card(b'D', place, code));
        }
        self
    }
}

fn import_by(mapping: &str, bytes: &[u8]) -> (CaptureSummary, Vec<Value>) {
    let mapping =
        CaptureMapping::from_yaml(mapping).unwrap_or_else(|faults| panic!("{}", faults.render("map", mapping, false)));
    let mut out = Vec::new();
    let summary = import_capture(bytes, &mapping, AT, "x.bin", &mut out).unwrap();
    let log = String::from_utf8(out).unwrap();
    let record = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        for name in ["seq", "prev", "at"] {
            record.as_object_mut().unwrap().remove(name);
        }
        record
    };
    (summary, log.lines().map(record).collect())
}

fn import(bytes: &[u8]) -> (CaptureSummary, Vec<Value>) {
    import_by(MAPPING, bytes)
}

fn said(summary: &CaptureSummary) -> Vec<String> {
    summary.problems.iter().map(ToString::to_string).collect()
}

const NATURAL: &str = "P1=KS B1=9D P2=7H B2=TC";

#[test]
fn the_published_frame_begins_a_coup() {
    let mut line = Line(vec![0x05, 0x31, 0x44, 0x81, 0xb8, 0x03, 0x34, 0x46, 0x06], 1);
    line.cards("B1=2D P2=TH B2=5C").send(&[b'G', 0x90]);
    let (summary, records) = import(&line.0);
    assert_eq!((summary.events, summary.coups, said(&summary)), (5, 1, vec![]));
    assert!(!summary.lost_something());
    assert_eq!(records[0]["capture_sha256"].as_str().unwrap().len(), 64);
    assert_eq!(
        records[1],
        json!({"type": "coup", "shoe": "T7-1", "coup": 1, "cards": ["8S", "2D", "TH", "5C"], "to": "PBPB", "declared": {"result": "player"}, "source_row": 1})
    );
}

#[test]
fn a_new_shoe_is_a_cutting_card_and_a_start_with_what_is_burned() {
    let mut line = Line::new();
    line.send(b"S").cards(NATURAL).send(&[b'G', 0xc0]).send(b"C").cards(NATURAL).send(&[b'G', 0xc0]).send(b"S");
    line.send(&[b'D', 0xc1, 0x92]).send(&[b'D', 0xa2, 0x80]).cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!(said(&summary), [""; 0]);
    let kinds: Vec<String> = records[1..]
        .iter()
        .map(|record| format!("{} {} {}", record["shoe"], record["event"], record["coup"]))
        .collect();
    assert_eq!(
        kinds,
        [
            "\"T7-1\" null 1",
            "\"T7-1\" \"cut_card\" null",
            "\"T7-1\" null 2",
            "\"T7-1\" \"end\" null",
            "\"T7-2\" \"start\" null",
            "\"T7-2\" null 1"
        ]
    );
    assert_eq!((&records[5]["decks"], &records[5]["burned"]), (&json!(8), &json!(["2D", "??"])));
}

#[test]
fn what_comes_twice_is_taken_once() {
    let mut line = Line::new();
    line.cards("P1=KS B1=9D");
    let again = frame(b'2', &card(b'D', "B1", "9D"));
    line.0.extend(again);
    line.cards("P2=7H").send(&card(b'R', "P2", "7H")).cards("B2=TC").send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!((summary.repeated, summary.retransmitted, summary.unused), (1, 1, 0));
    assert_eq!(records[1]["cards"], json!(["KS", "9D", "7H", "TC"]));
}

#[test]
fn a_damaged_frame_is_taken_when_it_comes_again() {
    for nak in [true, false] {
        let mut line = Line::new();
        line.cards("P1=KS B1=9D");
        let good = frame(line.sequence(), &card(b'D', "P2", "7H"));
        let mut bad = good.clone();
        bad[4] ^= 1;
        line.0.extend(bad);
        if nak {
            line.0.extend([0x15, 0x02]);
        }
        line.0.extend(good);
        line.cards("B2=TC").send(&[b'G', 0xc0]);
        let (summary, records) = import(&line.0);
        assert_eq!(
            (summary.damaged, summary.sent_again, summary.refused, summary.incomplete),
            (1, 1, u64::from(nak), 0)
        );
        assert!(!summary.lost_something());
        assert_eq!(records[1]["cards"], json!(["KS", "9D", "7H", "TC"]));
        assert!(
            said(&summary)[0].contains("byte 19: a frame cannot be read, its check characters"),
            "{:?}",
            said(&summary)
        );
    }
}

#[test]
fn a_lost_card_is_unread_and_a_lost_frame_leaves_no_cards() {
    let mut line = Line::new();
    line.cards("P1=KS B1=9D");
    line.0.extend([0x05, 0x33, 0x44]);
    line.sequence();
    line.cards("B2=TC").send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!((records[1]["cards"].clone(), &records[1]["to"]), (json!(["KS", "9D", "??", "TC"]), &json!("PBPB")));
    assert!(summary.lost_something() && summary.incomplete == 1);
    let mut line = Line::new();
    line.cards("P1=KS B1=3D P2=5H B2=TC");
    line.0.extend([0x05, 0x33, 0x44]);
    line.sequence();
    line.send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!((records[1].get("cards"), &records[1]["declared"]["result"]), (None, &json!("banker")));
    assert!(said(&summary).iter().any(|said| said.contains("are not recorded: KS 3D 5H TC")), "{:?}", said(&summary));
}

#[test]
fn a_start_in_mid_coup_a_result_before_cards_and_an_end_in_mid_coup_are_listed() {
    let mut line = Line::new();
    line.cards("P2=7H B2=TC").send(&[b'G', 0xc0]).cards(NATURAL).send(&[b'G', 0xc0]).cards("P1=KS B1=9D");
    let (summary, records) = import(&line.0);
    assert_eq!((summary.coups, summary.unused, records.len()), (1, 5, 2));
    assert_eq!(records[1]["unread_after"], json!(1));
    let said = said(&summary).join("\n");
    for part in [
        "7H belongs to no coup whose first card",
        "a result before its cards",
        "the capture ends in the coup that begins here, which is in no record: KS 9D",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_coup_whose_first_card_is_lost_keeps_its_number() {
    let mut line = Line::new();
    line.cards(NATURAL)
        .send(&[b'G', 0xc0])
        .cards("B1=9D P2=7H B2=TC")
        .send(&[b'G', 0xc0])
        .cards(NATURAL)
        .send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!((summary.coups, summary.unused), (2, 4));
    assert_eq!((&records[1]["unread_after"], &records[2]["coup"]), (&json!(1), &json!(3)));
}

#[test]
fn errors_are_irregularities_of_their_coup_and_a_forced_quit_declares_nothing() {
    let text = |record: &Value, at: usize| record["irregularities"][at]["text"].as_str().unwrap().to_owned();
    let mut line = Line::new();
    line.cards("P1=KS B1=9D")
        .send(&[b'E', 0xc1])
        .send(&[b'e', 0x81])
        .cards("P2=7H B2=TC")
        .send(&[b'G', 0xf0])
        .send(&[b'E', 0xc7])
        .send(b"P");
    let (summary, records) = import(&line.0);
    assert_eq!(said(&summary), [""; 0]);
    assert_eq!(text(&records[1], 0), "the shoe's error: a card could not be read; cancelled");
    assert_eq!(
        text(&records[1], 1),
        "the shoe was made to quit the game after 4 cards (KS 9D 7H TC); what the table decided is not known to it"
    );
    assert_eq!((records[1].get("declared"), records[1].get("cards")), (None, None));
    assert_eq!(
        (&records[2]["type"], &records[2]["text"]),
        (&json!("incident"), &json!("the shoe's error: drawing a card took too long"))
    );
}

#[test]
fn in_7_up_the_order_counts_and_neither_hands_nor_result() {
    let mapping =
        MAPPING.replace("dealt: baccarat", "dealt: 7-up").replace("game: baccarat", "game: electronic-7-up-baccarat");
    let mut line = Line::new();
    line.cards("P1=KD B1=TS P2=4H B2=TC").send(&[b'G', 0xc0]);
    let (_, records) = import_by(&mapping, &line.0);
    assert_eq!(
        records[1],
        json!({"type": "coup", "shoe": "T7-1", "coup": 1, "cards": ["KD", "TS", "4H", "TC"], "source_row": 1})
    );
}

#[test]
fn lines_with_times_give_times() {
    let mut line = Line::new();
    line.cards(NATURAL).send(&[b'G', 0xc0]);
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ");
    let text: String = line
        .0
        .chunks(5)
        .enumerate()
        .map(|(at, bytes)| format!("2026-01-02T03:04:{at:02}+08:00 {}\n", hex(bytes)))
        .collect();
    let (summary, records) = import(format!("{text}garbage\n2026-01-02T03:00:00+08:00 06\n").as_bytes());
    assert_eq!(
        records[1]["times"],
        json!({"first_card": "2026-01-02T03:04:00+08:00", "settled": "2026-01-02T03:04:07+08:00"})
    );
    assert_eq!(
        said(&summary),
        [
            "line 10: the line is not a time and bytes in hexadecimal figures; it was not read",
            "line 11: its time is before that of the line above; it is taken as it stands"
        ]
    );
}

#[test]
fn what_is_no_capture_is_said() {
    let mapping = CaptureMapping::from_yaml(MAPPING).unwrap();
    for (bytes, what, help) in [
        (&b""[..], "no frame of a shoe stands in it", "raw bytes of the line"),
        (b"\x05\x31", "no frame of a shoe stands in it", "raw bytes of the line"),
        (b"a,b\n1,2\n", "line 1 is \"a,b\"", "raw bytes of the line"),
        (b"log\n2026-01-02 03:04:05 05\n", "line 1 is \"log\"", "zone: Asia/Singapore"),
        (b"\xff\xfe2\x000\x00", "text in UTF-16", "iconv"),
        (b"[14/02/2026 20:01:10] 05 30", "no line is a time", "the year last"),
        (b"20:01:10.120 05 30", "no line is a time", "no date"),
        (b"\x1f\x8b\x08\x00", "packed", "gunzip"),
        (b"\xd4\xc3\xb2\xa1\x02\x00\x04\x00", "packets of a network (pcap)", "tcpflow"),
        (b"\x0a\x0d\x0d\x0a\x1c\x00\x00\x00", "packets of a network (pcapng)", "Wireshark"),
        (b"{\"seq\":0,\"prev\":\"\"}", "a coup log already", "resettle replay"),
    ] {
        let failed = import_capture(bytes, &mapping, AT, "x", &mut Vec::new()).unwrap_err();
        assert!(
            failed.to_string().contains(what) && failed.help().unwrap().contains(help),
            "{failed} {:?}",
            failed.help()
        );
    }
}

/// The host refused it, and the next frame came: that says nothing of the refused one.
#[test]
fn a_refused_frame_that_did_not_come_again_is_lost() {
    // Who tries again, and what came of the card that stands there damaged; `3` is its own character.
    for tries in 1..=3 {
        for nak in [&[0x15, 2][..], &[0x15, 3], &[0x15, 0x21], b"\x1502", b""] {
            let mut line = Line::new();
            line.cards("P1=KS B1=2D P2=2H B2=TC");
            let mut bad = frame(line.sequence(), &card(b'D', "P3", "7H"));
            bad[4] ^= 1;
            for _ in 0..tries {
                line.0.extend(&bad);
                line.0.extend(nak);
            }
            line.cards("B3=5S").send(&[b'G', 0xc0]);
            let (summary, records) = import(&line.0);
            assert!(summary.lost_something(), "{summary:?}");
            assert_eq!((summary.damaged, summary.sent_again, summary.noise), (tries, 0, 0));
            assert_eq!(records[1].get("cards"), None, "{tries} {nak:x?}");
            assert!(
                said(&summary).iter().any(|said| said.ends_with("; it did not come again")),
                "{:?}",
                said(&summary)
            );
        }
    }
}

#[test]
fn a_frame_of_which_nothing_stands_in_the_capture_is_noticed() {
    let mut line = Line::new();
    line.cards("P1=KS B1=2D P2=2H B2=TC").sequence();
    line.cards("B3=5S").send(&[b'G', 0xc0]).cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert!(summary.lost_something());
    assert_eq!((summary.missing, records[1].get("cards"), &records[2]["cards"][0]), (1, None, &json!("KS")));
    assert!(
        said(&summary).iter().any(|said| said.contains("36 behind 34: a frame did not come")),
        "{:?}",
        said(&summary)
    );
    // It may have been ten frames as well, and the cards behind it those of a later coup.
    let mut line = Line::new();
    line.cards("P1=KS B1=9D").sequence();
    line.cards("B2=TC").send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!((summary.missing, summary.incomplete, summary.unused), (1, 1, 1));
    assert_eq!((records[1].get("cards"), records[1].get("declared")), (None, None));
    assert!(said(&summary).iter().any(|said| said.contains("or not be there: KS 9D TC")), "{:?}", said(&summary));
}

#[test]
fn a_coup_whose_result_is_lost_keeps_its_cards() {
    let mut line = Line::new();
    line.cards("P1=KS B1=2D P2=2H B2=TC P3=7H B3=5S").sequence();
    line.cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert!(summary.lost_something());
    assert_eq!((records[1].get("declared"), records[1]["cards"].as_array().map(Vec::len)), (None, Some(6)));
    // The third card may be lost as well.
    line = Line::new();
    line.cards("P1=KS B1=2D P2=2H B2=TC").sequence();
    line.sequence();
    line.cards(NATURAL).send(&[b'G', 0xc0]);
    assert_eq!(import(&line.0).1[1].get("cards"), None);
}

#[test]
fn a_first_card_that_is_lost_is_unread_and_one_that_comes_again_begins_its_coup() {
    let mut line = Line::new();
    line.cards(NATURAL).send(&[b'G', 0xc0]).sequence();
    line.cards("B1=9D P2=7H B2=TC").send(&[b'G', 0xc0]);
    let (_, records) = import(&line.0);
    assert_eq!((&records[2]["coup"], &records[2]["cards"]), (&json!(2), &json!(["??", "9D", "7H", "TC"])));
    let mut line = Line::new();
    let mut bad = frame(line.sequence(), &card(b'D', "P1", "KS"));
    bad[4] ^= 1;
    line.0.extend(bad);
    line.0.extend([0x15, 2]);
    line.0.extend(frame(b'1', &card(b'R', "P1", "KS")));
    line.cards("B1=9D P2=7H B2=TC").send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!((summary.lost_something(), &records[1]["cards"]), (false, &json!(["KS", "9D", "7H", "TC"])));
}

#[test]
fn a_start_counts_whatever_its_sequence_character_and_one_card_may_come_twice_as_another_event() {
    let mut line = Line::new();
    line.cards("P1=KS B1=9D P2=7H").send(&card(b'D', "B2", "TC"));
    // The acknowledgement was lost.
    line.0.extend(frame(b'4', &card(b'R', "B2", "TC")));
    line.send(&[b'G', 0xc0]).send(b"C");
    line.0.extend(frame(b'6', b"S"));
    line.cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!((said(&summary), summary.retransmitted), (vec![], 1));
    let shoes: Vec<&Value> =
        records.iter().filter(|record| record["type"] == "coup").map(|record| &record["shoe"]).collect();
    assert_eq!(shoes, ["T7-1", "T7-2"]);
}

/// A cutting card that came damaged and not again is not mended by the start behind it.
#[test]
fn a_cutting_card_that_is_lost_is_said() {
    let mut line = Line::new();
    line.cards(NATURAL).send(&[b'G', 0xc0]);
    let mut bad = frame(line.sequence(), b"C");
    bad[2] ^= 1;
    line.0.extend(bad);
    line.0.extend([0x15, 2]);
    line.send(b"S").cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, _) = import(&line.0);
    assert_eq!((summary.damaged, summary.sent_again, summary.lost_something()), (1, 0, true));
}

/// The characters begin again with 1 behind 9: a damaged card that shows the 9 is not the result that comes as 1.
#[test]
fn a_card_that_is_lost_where_the_characters_begin_again_is_said() {
    for damaged_result in [false, true] {
        let mut line = Line::new();
        line.cards(NATURAL).send(&[b'G', 0xc0]).cards("P1=QS B1=2S P2=QC");
        let bad = |data: &[u8], line: &mut Line| {
            let mut bad = frame(line.sequence(), data);
            bad[3] ^= 1;
            line.0.extend(bad);
            line.0.extend([0x15, 2]);
        };
        bad(&card(b'D', "B2", "7C"), &mut line);
        let result = [b'G', 0xc0];
        if damaged_result {
            let before = line.1;
            bad(&result, &mut line);
            line.1 = before;
        }
        line.send(&result);
        let (summary, records) = import(&line.0);
        assert!(summary.lost_something() && summary.sent_again == 0, "{damaged_result}: {:?}", said(&summary));
        assert_eq!(records.last().unwrap()["cards"], json!(["QS", "2S", "QC", "??"]), "{damaged_result}");
    }
}

#[test]
fn a_first_card_to_burn_by_that_no_shoe_begins_with_is_said() {
    let mut line = Line::new();
    line.cards(NATURAL).send(&[b'G', 0xc0]).send(b"S").send(&[b'D', 0xc1, 0x92]).cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, _) = import(&line.0);
    assert!(summary.lost_something() && said(&summary)[0].contains("cut_card_out: true"), "{:?}", said(&summary));
}

/// A frame with a bit turned, which the host refuses.
fn refused(sequence: u8, data: &[u8]) -> Vec<u8> {
    let mut turned = frame(sequence, data);
    turned[2] ^= 0x04;
    [turned.as_slice(), &[0x15, 2]].concat()
}

#[test]
fn of_two_damaged_frames_one_of_which_comes_again_the_other_is_lost() {
    // Behind the start the numbers begin anew, so that only the bytes say which one came again.
    for start in [b'7', b'1'] {
        let mut line = Line::new();
        line.cards(NATURAL);
        line.0.extend([refused(b'5', &[b'G', 0xc0]), refused(start, b"S"), frame(start, b"S")].concat());
        let (summary, _) = import(&line.0);
        assert!(summary.lost_something(), "{start}: {:?}", said(&summary));
    }
    // A shoe that counts from 0, before it is known to.
    let mut line = Line::new();
    line.cards(NATURAL).send(&[b'G', 0xc0]).cards("P1=QS B1=2S P2=QC B2=7C");
    line.0.extend(refused(b'0', &[b'G', 0xc0]));
    line.0.extend([refused(b'1', &card(b'D', "P1", "KS")), frame(b'1', &card(b'D', "P1", "KS"))].concat());
    let (summary, records) = import(&line.0);
    assert!(summary.lost_something() && summary.sent_again == 0, "{:?}", said(&summary));
    assert_eq!(records[2].get("declared"), None);
}

#[test]
fn a_burned_card_that_comes_only_as_one_sent_again_was_burned() {
    let mut line = Line::new();
    line.send(b"S").cards(NATURAL).send(&[b'G', 0xc0]).send(b"C").send(b"S");
    line.send(&[b'R', 0xc1, 0x92]).send(&[b'R', 0xc1, 0x92]).send(&[b'D', 0xa2, 0xa5]).send(&[b'R', 0xa3, 0xb6]);
    line.cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    let start = records.iter().find(|record| record["event"] == "start").unwrap();
    assert_eq!((&start["burned"], summary.retransmitted), (&json!(["2D", "5C", "6S"]), 1));
    assert_eq!(said(&summary), [""; 0]);
}

#[test]
fn what_is_lost_behind_a_start_leaves_open_what_was_burned() {
    let mut line = Line::new();
    line.send(b"S").cards(NATURAL).send(&[b'G', 0xc0]).send(b"C").send(b"S").sequence();
    line.send(&[b'D', 0xa2, 0xa5]).cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert!(summary.lost_something() && summary.missing == 1, "{:?}", said(&summary));
    assert!(records.iter().all(|record| record["event"] != "start"));
    assert_eq!((&records[4]["shoe"], &records[4]["cards"][0]), (&json!("T7-2"), &json!("KS")));
}

#[test]
fn a_coup_whose_result_is_lost_does_not_have_the_next_one() {
    let mut line = Line::new();
    line.cards(NATURAL).sequence();
    line.sequence();
    line.cards("B1=2D P2=TH B2=5C").send(&[b'G', 0x90]);
    let (summary, records) = import(&line.0);
    assert!(summary.lost_something());
    assert_eq!((&records[1]["cards"], records[1].get("declared")), (&json!(["KS", "9D", "7H", "TC"]), None));
    assert_eq!(
        (&records[2]["cards"], &records[2]["declared"]["result"]),
        (&json!(["??", "2D", "TH", "5C"]), &json!("player"))
    );
}

#[test]
fn a_coup_without_a_result_before_a_start_is_incomplete() {
    let mut line = Line::new();
    line.cards(NATURAL).send(b"C");
    line.0.extend(frame(b'1', b"S"));
    let (summary, _) = import(&line.0);
    assert!(summary.lost_something() && summary.incomplete == 1, "{:?}", said(&summary));
}

/// Where a cutting card may have been lost, what comes behind a start is not counted with the shoe before.
#[test]
fn a_shoe_that_may_have_begun_is_one_of_its_own() {
    let mut line = Line::new();
    line.cards(NATURAL).sequence();
    line.send(&[b'G', 0xc0]).send(b"S").cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!((summary.doubtful_shoes, &records[2]["shoe"], &records[2]["coup"]), (1, &json!("T7-2"), &json!(1)));
    assert!(records.iter().all(|record| record["type"] != "shoe"));
    let mapping = format!("{MAPPING}cut_card_out: unknown\n");
    let mut line = Line::new();
    line.send(b"S").cards(NATURAL).send(&[b'G', 0xc0]);
    assert_eq!(import_by(&mapping, &line.0).0.doubtful_shoes, 1);
}

/// What happens to a frame on the line.
#[derive(Debug, Clone)]
enum Fate {
    Clean,
    NoiseBefore(Vec<u8>),
    /// A bit of it is turned, the host refuses it, and it comes again.
    TurnedAndSentAgain(usize, u8),
    Twice,
}

fn fate() -> impl Strategy<Value = Fate> {
    prop_oneof![
        4 => Just(Fate::Clean),
        1 => prop::collection::vec(0x20_u8..=0xff, 1..6).prop_map(Fate::NoiseBefore),
        1 => (any::<usize>(), 0_u8..8).prop_map(|(at, bit)| Fate::TurnedAndSentAgain(at, bit)),
        1 => Just(Fate::Twice),
    ]
}

proptest! {
    #[test]
    fn noise_and_frames_that_come_again_change_no_coup(coups in prop::collection::vec(0_usize..3, 1..6), fates in prop::collection::vec(fate(), 48)) {
        let mut sequence = Line::new();
        let mut frames = Vec::new();
        for result in &coups {
            let (cards, result) = [
                ("P1=8S B1=2D P2=TH B2=5C", 0x90),
                ("P1=9C B1=9H P2=KD B2=JS", 0xa0),
                (NATURAL, 0xc0),
            ][*result];
            for word in cards.split(' ') {
                let (place, code) = word.split_once('=').unwrap();
                frames.push(frame(sequence.sequence(), &card(b'D', place, code)));
            }
            frames.push(frame(sequence.sequence(), &[b'G', result]));
        }
        let clean: Vec<u8> = frames.iter().flat_map(|frame| frame.iter().copied().chain([6])).collect();
        let mut noisy = Vec::new();
        for (frame, fate) in frames.iter().zip(fates.iter().cycle()) {
            match fate {
                Fate::Clean => {}
                Fate::NoiseBefore(bytes) => noisy.extend(bytes),
                Fate::TurnedAndSentAgain(at, bit) => {
                    let mut turned = frame.clone();
                    turned[at % frame.len()] ^= 1 << bit;
                    noisy.extend(turned);
                    noisy.extend([0x15, 0x02]);
                }
                Fate::Twice => noisy.extend(frame),
            }
            noisy.extend(frame);
            noisy.push(6);
        }
        let without_places = |(summary, mut records): (CaptureSummary, Vec<Value>)| {
            for record in &mut records {
                for name in ["source_row", "capture_sha256"] {
                    record.as_object_mut().unwrap().remove(name);
                }
            }
            (summary, records)
        };
        let (_, expected) = without_places(import(&clean));
        let (summary, records) = without_places(import(&noisy));
        prop_assert_eq!(records, expected);
        prop_assert_eq!((summary.damaged, summary.incomplete, summary.unused), (summary.sent_again, 0, 0));
    }
}

#[test]
fn a_byte_that_is_no_card_of_a_deck_is_listed() {
    let mut line = Line::new();
    line.send(&[b'D', 0x81, 0xbe]).cards("B1=9D P2=7H B2=TC").send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!(records[1]["cards"], json!(["??", "9D", "7H", "TC"]));
    assert!(summary.lost_something());
    assert_eq!(said(&summary), ["byte 1: the byte be in the place of a card is none of a deck: written as ??"]);
    // That the shoe does not know a card is what it says.
    let mut line = Line::new();
    line.send(&[b'D', 0x81, 0x80]).cards("B1=9D P2=7H B2=TC").send(&[b'G', 0xc0]);
    assert!(!import(&line.0).0.lost_something());
}

/// Coups by their cards and the shoe's result, in frames whose characters go round.
fn frames_of(characters: &[u8], coups: &[(&str, u8)]) -> Vec<Vec<u8>> {
    let cards = |cards: &str| -> Vec<Vec<u8>> {
        let word = |word: &str| word.split_once('=').map(|(place, code)| card(b'D', place, code)).unwrap();
        cards.split(' ').map(word).collect()
    };
    let data = coups.iter().flat_map(|(dealt, result)| cards(dealt).into_iter().chain([vec![b'G', *result]]));
    data.zip(characters.iter().cycle()).map(|(data, sequence)| frame(*sequence, &data)).collect()
}

#[test]
fn a_whole_cycle_that_was_lost_shows_where_the_cards_do_not_give_the_result() {
    let (banker, player) = ((NATURAL, 0xc0), ("P1=2S B1=3H P2=7C B2=KD", 0x90));
    let frames = frames_of(b"0123456789", &[banker, banker, banker, player, banker, banker]);
    let without = |from: usize| [&frames[..from], &frames[from + 10..]].concat().concat();
    // Two cards of the second coup, and two of the fourth: neither these nor the result are recorded, and both are said.
    let (summary, records) = import(&without(7));
    assert_eq!((summary.missing, summary.contradicting, summary.incomplete, summary.lost_something()), (0, 1, 1, true));
    assert_eq!((records[2].get("cards"), records[2].get("declared")), (None, None));
    let why = "the cards of the coup (KS 9D 7C KD) do not give the shoe's own result, player: as many frames were lost as the sequence characters count, or the shoe misread a card or announced another result; neither its cards nor its result are recorded: KS 9D 7C KD";
    assert_eq!(records[2]["irregularities"][0]["text"], json!(why));
    assert_eq!(said(&summary)[0], format!("byte 40: coup 2 of shoe T7-1, whose result came on byte 72: {why}"));
    // Between two coups nothing shows it.
    let (summary, records) = import(&without(5));
    assert_eq!((summary.coups, records.len(), summary.lost_something()), (4, 5, false));
}

/// Frames as lines, so many seconds after each other.
fn at_seconds(frames: &[Vec<u8>], second: impl Fn(usize) -> usize) -> String {
    let line = |(at, frame): (usize, &Vec<u8>)| {
        let figures: Vec<String> = frame.iter().map(|byte| format!("{byte:02x}")).collect();
        let (hour, minute, second) = (second(at) / 3600, second(at) / 60 % 60, second(at) % 60);
        format!("2026-02-14T{hour:02}:{minute:02}:{second:02}+08:00 {}\n", figures.join(" "))
    };
    frames.iter().enumerate().map(line).collect()
}

#[test]
fn a_result_that_the_cards_refute_is_the_shoe_s_where_no_frame_can_be_lost() {
    // The seventh coup has 7 to 9, and the shoe says that the Player won.
    let mut coups = vec![(NATURAL, 0xc0); 12];
    coups[6].1 = 0x90;
    let frames = frames_of(b"0123456789", &coups);
    let (summary, records) = import(at_seconds(&frames, |at| at * 5).as_bytes());
    let coup = &records[7];
    assert_eq!((coup.get("cards"), &coup["declared"]["result"]), (None, &json!("player")));
    let why = coup["irregularities"][0]["text"].as_str().unwrap();
    for part in
        ["(KS 9D 7H TC) do not give the shoe's own result, player", "there was no time", "its cards are not recorded"]
    {
        assert!(why.contains(part), "{why}");
    }
    assert_eq!((summary.contradicting, summary.doubtful_shoes, summary.lost_something()), (1, 0, true));
    assert_eq!(said(&summary).len(), 1);
    // There was time for ten frames.
    let (summary, records) = import(at_seconds(&frames, |at| at * 5 + if at > 32 { 90 } else { 0 }).as_bytes());
    assert_eq!((records[7].get("cards"), records[7].get("declared"), summary.contradicting), (None, None, 1));
    assert!(said(&summary)[0].contains("(between two frames of it 95 seconds passed)"), "{:?}", said(&summary));
}

#[test]
fn pairs_that_the_shoe_announces_are_held_against_the_cards() {
    let with_pair = "P1=KS B1=9D P2=KH B2=TC";
    for (coups, contradicting) in [
        // No such pair stands in the hands.
        (vec![(NATURAL, 0xc1)], 1),
        (vec![(with_pair, 0xc1), (NATURAL, 0xc0)], 0),
        // The shoe may announce no pairs at all, unless it did.
        (vec![(with_pair, 0xc0)], 0),
        (vec![(with_pair, 0xc1), (with_pair, 0xc0)], 1),
    ] {
        let (summary, records) = import(&frames_of(b"0123456789", &coups).concat());
        assert_eq!(summary.contradicting, contradicting, "{coups:?}");
        assert_eq!(records.last().unwrap().get("cards").is_none(), contradicting > 0, "{coups:?}");
    }
}

/// The characters show no gap, and the cards do: a place of the deal that has passed, a number that lacks, a result without cards.
#[test]
fn what_shows_that_as_many_frames_are_lost_as_the_characters_count() {
    let mut coups = vec![(NATURAL, 0xc0); 8];
    coups[3] = ("P1=8S B1=2D P2=TH B2=6C", 0xa0);
    coups[5] = ("P1=AC B1=2H P2=3D B2=TS P3=5H B3=6D", 0x90);
    let frames = frames_of(b"0123456789", &coups);
    let without = |from: usize| import(&[&frames[..from], &frames[from + 10..]].concat().concat());
    let unknown = |record: &Value| record.get("cards").is_none() && record.get("declared").is_none();
    // Of the second coup the last card and the result, which are those of the fourth.
    let (summary, records) = without(8);
    assert!(unknown(&records[2]) && summary.contradicting == 1, "{}", records[2]);
    // Two cards of the fourth coup, and four of the sixth.
    let (summary, records) = without(17);
    assert!(unknown(&records[4]) && summary.lost_something(), "{:?}", said(&summary));
    // The first card of the second coup, and then the Player's second one of the fourth; and the same, and its first one.
    for from in [6, 5 + 4] {
        let (summary, records) = without(from);
        assert!(summary.lost_something() && unknown(&records[2]), "{from}: {}", records[2]);
    }
    // All cards of a coup are lost, and its result came.
    let mut line = Line::new();
    line.cards(NATURAL).send(&[b'G', 0xc0]).send(&[b'G', 0x90]).cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert!(summary.lost_something() && summary.doubtful_shoes == 1, "{:?}", said(&summary));
    assert_eq!(records[1]["unread_after"], json!(1));
    // The same result once more is none of another coup.
    let mut line = Line::new();
    line.cards(NATURAL).send(&[b'G', 0xc0]).send(&[b'G', 0xc0]).cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!((summary.doubtful_shoes, &records[2]["coup"], summary.unused), (0, &json!(2), 1));
}

#[test]
fn a_card_that_comes_anew_behind_an_error_leaves_the_cards_open() {
    let mut line = Line::new();
    line.cards("P1=KS B1=9D").send(&[b'E', 0xc1]).send(&[b'e', 0x81]).cards("B1=8D P2=7H B2=TC").send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!((records[1].get("cards"), summary.coups), (None, 1), "{:?}", said(&summary));
    assert!(said(&summary).iter().any(|said| said.contains("came twice, and not as the same")), "{:?}", said(&summary));
}

#[test]
fn an_order_of_characters_that_is_not_usual_is_listed() {
    let coups = vec![(NATURAL, 0xc0); 12];
    // Of a shoe that counts 1 to 9 every ninth frame is lost, or it counts to 8.
    for (characters, listed) in [(&b"123456789"[..], 0), (b"12345678", 1), (b"A", 1)] {
        let (summary, _) = import(&frames_of(characters, &coups).concat());
        let said = said(&summary);
        assert_eq!((said.len(), summary.coups, summary.lost_something()), (listed, 12, false), "{said:?}");
        assert!(said.iter().all(|said| said.starts_with("byte 1: sequence character ")), "{said:?}");
    }
}

#[test]
fn a_draft_knows_the_game_by_its_cards() {
    let lines = |frames: &[Vec<u8>], offset: &str| {
        let line = |(second, frame): (usize, &Vec<u8>)| {
            let figures: Vec<String> = frame.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("2026-02-14T20:00:{second:02}{offset} {}\n", figures.join(" "))
        };
        frames.iter().enumerate().map(line).collect::<String>()
    };
    let baccarat = frames_of(b"123456789", &[(NATURAL, 0xc0), ("P1=2S B1=3H P2=7C B2=KD", 0x90)]);
    let seven_up = frames_of(b"123456789", &[("P1=2S B1=3H P2=7C", 0xa0), ("P1=2S B1=3H P2=7C B2=KD", 0x90)]);
    for (frames, dealt, game) in
        [(&baccarat, "baccarat", "baccarat"), (&seven_up, "7-up", "REVIEW # 7-up-baccarat or electronic-7-up-baccarat")]
    {
        for (file, zone) in [
            (frames.concat(), None),
            (lines(frames, "+08:00").into_bytes(), None),
            (lines(frames, "").into_bytes(), Some("zone: \"Asia/Singapore\"")),
        ] {
            let draft = draft_capture_mapping(&file, "t7", "Asia/Singapore").unwrap();
            assert!(draft.mapping.contains(&format!("\ndealt: {dealt}\n")), "{}", draft.mapping);
            assert!(draft.mapping.contains(&format!("game: {game}\n")), "{}", draft.mapping);
            assert_eq!(draft.mapping.lines().any(|line| line.starts_with("zone: ")), zone.is_some());
            assert!(zone.is_none_or(|zone| draft.mapping.contains(zone)), "{}", draft.mapping);
            let mapping = CaptureMapping::from_yaml(&draft.mapping).unwrap();
            let open = ["source", "jurisdiction", "venue", "game", "table", "currency", "shoe"];
            assert!(mapping.unreviewed().iter().all(|key| open.contains(key)) && mapping.unreviewed().len() >= 6);
            let summary = import_capture(file.as_slice(), &mapping, AT, "x", &mut Vec::new()).unwrap();
            assert_eq!(summary.coups, 2);
        }
    }
    assert!(draft_capture_mapping(b"", "t7", "UTC").is_err());
    assert!(
        draft_capture_mapping(b"05 31 44 81 B8 03 34 46\n", "t7", "UTC").unwrap_err().help().unwrap().contains("xxd")
    );
}

#[test]
fn a_capture_that_stands_twice_in_its_file_counts_once() {
    let mut line = Line::new();
    line.send(b"S");
    for cards in [NATURAL, "P1=8S B1=2D P2=TH B2=5C", "P1=QC B1=4H P2=6S B2=AD"] {
        line.cards(cards).send(&[b'G', 0xc0]);
    }
    let (_, once) = import(&line.0);
    let (summary, records) = import(&line.0.repeat(3));
    assert_eq!(records[1..], once[1..]);
    let listed = said(&summary);
    let what = format!("byte {}: the 32 frames from here on stand above already, from byte 1 on", line.0.len() + 1);
    assert!(listed.iter().any(|listed| listed.starts_with(&what)), "{listed:?}");
    // Lines with times: what stands between is read, also where one line of the second is damaged.
    let whole: Vec<String> = line
        .0
        .split(|byte| *byte == 6)
        .filter(|frame| !frame.is_empty())
        .zip(0..)
        .map(|(frame, at)| {
            let hex: Vec<String> = frame.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("2026-02-14T20:01:{at:02}+08:00 < {}\n", hex.join(" "))
        })
        .collect();
    let (_, once) = import(whole.concat().as_bytes());
    assert_eq!(once.len(), 4);
    for (file, rows) in [
        ([whole.concat(), whole.concat()].concat(), 1),
        ([whole[..10].concat(), whole[6..].concat()].concat(), 1),
        ([whole[..10].concat(), whole[2..].concat(), whole[12..].concat()].concat(), 2),
    ] {
        let (summary, records) = import(file.as_bytes());
        let mut lines = records.clone();
        let mut expected = once.clone();
        for record in lines.iter_mut().chain(&mut expected) {
            record.as_object_mut().unwrap().retain(|name, _| name != "source_row" && name != "capture_sha256");
        }
        assert_eq!(lines, expected);
        let again = said(&summary)
            .iter()
            .filter(|said| said.contains("stand above already, with the same times and bytes"))
            .count();
        assert_eq!((again, summary.missing), (rows, 0), "{:?}", said(&summary));
    }
}

#[test]
fn the_first_burned_card_begins_the_first_shoe_of_a_capture() {
    let mut line = Line::new();
    line.send(b"S").send(&[b'D', 0xc1, 0x92]).send(&[b'D', 0xa2, 0xa5]).cards(NATURAL).send(&[b'G', 0xc0]);
    let (summary, records) = import(&line.0);
    assert_eq!((summary.missing, summary.lost_something(), said(&summary)), (0, false, vec![]));
    let start = json!({"type": "shoe", "shoe": "T7-1", "event": "start", "decks": 8, "burned": ["2D", "5C"]});
    assert_eq!((&records[1], &records[2]["shoe"], &records[2]["coup"]), (&start, &json!("T7-1"), &json!(1)));
    // Coups of the shoe were before it, or came before it: the start did not come.
    let mut behind = Line::new();
    behind.send(b"S").cards(NATURAL).send(&[b'G', 0xc0]).send(&[b'D', 0xc1, 0x92]).cards(NATURAL).send(&[b'G', 0xc0]);
    for (mapping, line) in [(format!("{MAPPING}coups_before: 12\n"), &line), (MAPPING.to_owned(), &behind)] {
        let (summary, records) = import_by(&mapping, &line.0);
        assert_eq!(summary.missing, 1);
        assert!(records.iter().all(|record| record["event"] != "start"));
    }
}

#[test]
fn coups_whose_result_contradicts_their_cards_are_named() {
    let mut line = Line::new();
    line.send(b"S").cards(NATURAL).send(&[b'G', 0xc0]).cards(NATURAL).send(&[b'G', 0x90]);
    let (summary, _) = import(&line.0);
    assert_eq!(summary.contradictions, ["coup 2 of shoe T7-1, byte 52 to 88"]);
    assert!(
        said(&summary)[0].starts_with("byte 52: coup 2 of shoe T7-1, whose result came on byte 88: the cards"),
        "{:?}",
        said(&summary)
    );
}

#[test]
fn a_pause_in_which_a_whole_coup_may_have_been_lost_is_listed() {
    let coups = [(NATURAL, 0xc0); 12];
    let frames = frames_of(b"0123456789", &coups);
    let text = |without: std::ops::Range<usize>| {
        let (mut at, mut text) = (0, String::new());
        for (nth, frame) in frames.iter().enumerate() {
            // Bets are placed for fifteen seconds.
            at += if nth % 5 == 0 { 15 } else { 2 };
            if !without.contains(&nth) {
                let hex: Vec<String> = frame.iter().map(|byte| format!("{byte:02X}")).collect();
                text.push_str(&format!("2026-01-02T03:{:02}:{:02}Z {}\n", at / 60, at % 60, hex.join(" ")));
            }
        }
        import(text.as_bytes()).0
    };
    assert_eq!(said(&text(0..0)), [""; 0]);
    let lost = text(20..30);
    let said = said(&lost);
    assert_eq!((said.len(), lost.coups, lost.lost_something()), (1, 10, false), "{said:?}");
    let expected = "line 21: between coup 4 of shoe T7-1 and the next one 61 seconds passed (from line 20 to line 21), where 15 are usual";
    assert!(said[0].starts_with(expected), "{said:?}");
}
