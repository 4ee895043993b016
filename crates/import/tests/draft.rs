//! Mappings that are written from a CSV itself.
use resettle_import::{ImportError, KnownGame, Mapping, draft_mapping, import_csv};
use resettle_testkit::{root, shared};
use serde_json::Value;

fn coups(csv: &[u8], mapping: &str) -> Vec<Value> {
    let mapping =
        Mapping::from_yaml(mapping).unwrap_or_else(|faults| panic!("{}", faults.render("draft", mapping, false)));
    let mut out = Vec::new();
    let summary = import_csv(csv, &mapping, "2026-11-21T19:00:00+08:00", "x.csv", &mut out).unwrap();
    assert!(summary.problems.is_empty(), "{:?}", summary.problems);
    let log = String::from_utf8(out).unwrap();
    let body = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        record.as_object_mut().unwrap().remove("prev");
        record
    };
    log.lines().skip(1).map(body).collect()
}

/// Two games as rulesets know them.
fn games() -> [KnownGame; 2] {
    let game = |game: &str, bets: &[&str], printed: &[(char, u8)], deal: &str| KnownGame {
        game: game.to_owned(),
        bets: bets.iter().map(|bet| (*bet).to_owned()).collect(),
        printed: printed.to_vec(),
        deal: deal.to_owned(),
        places: [("SG".to_owned(), "mbs".to_owned())].into(),
    };
    [
        game("baccarat", &["player", "banker", "tie", "player_pair", "banker_pair"], &[], "PBPBPB"),
        game("7-up-baccarat", &["player", "banker", "tie", "super_sevens"], &[('P', 7)], "BPBPB"),
    ]
}

#[test]
fn the_draft_of_the_real_recordings_gives_the_coups_of_our_mapping() {
    let Some(path) = shared("real/live-baccarat-2025.csv") else { return };
    let csv = std::fs::read(path).unwrap();
    let draft = draft_mapping(&csv, "live", "Asia/Shanghai", &games()).unwrap();
    let ours = std::fs::read_to_string(root().join("fixtures/import/live-baccarat.yaml")).unwrap();
    assert_eq!(coups(&csv, &draft.mapping), coups(&csv, &ours));
    assert!(draft.guesses.iter().any(|guess| guess.contains("\"road_last\"")), "{:?}", draft.guesses);
}

#[test]
fn a_semicolon_a_title_and_symbols() {
    let csv = "sep=;\nTable 7;;;;;;\nRound;Time;P1;P2;B1;B2;Winner\n1;25/12/2025 10:00:00;K♠;7♥;9♦;10♣;庄\n2;26/12/2025 10:00:00;A♠;8♥;2♦;J♣;闲\n";
    let draft = draft_mapping(csv.as_bytes(), "t7", "Asia/Singapore", &games()).unwrap();
    assert!(
        draft.mapping.contains("skip_lines: 2") && draft.mapping.contains("%d/%m/%Y %H:%M:%S"),
        "{}",
        draft.mapping
    );
    let coups = coups(csv.as_bytes(), &draft.mapping);
    assert_eq!(coups[0]["cards"], serde_json::json!(["KS", "9D", "7H", "TC"]));
    assert_eq!((&coups[0]["to"], &coups[1]["declared"]["result"]), (&"PBPB".into(), &"player".into()));
}

#[test]
fn wagers_of_a_row_each_and_the_newest_first() {
    let csv = "Game ID,Ended,Player Cards,Banker Cards,Outcome,Bet Type,Bet Amount,Payout,User\n\
        2,2025-03-04 10:06:00,KS 7H,9D TC,Banker,Banker,\"1,000.00\",\"1,950.00\",ann\n\
        2,2025-03-04 10:06:00,KS 7H,9D TC,Banker,Lucky Six,$50.00,-,bob\n\
        1,2025-03-04 10:05:00,AS 3H,2D 2C 3D,Banker,Player Pair,5,0,bob\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "Asia/Singapore", &games()).unwrap();
    for part in [
        "order: newest-first",
        "rows: wager",
        "Lucky Six\": \"lucky_six",
        "Player Pair\": player_pair",
        "thousands: \",\"",
        "zero: [\"-\"]",
        "player: \"User\"",
    ] {
        assert!(draft.mapping.contains(part), "{part}: {}", draft.mapping);
    }
    assert!(draft.guesses.iter().any(|guess| guess.contains("Lucky Six")), "{:?}", draft.guesses);
    let coups = coups(csv.as_bytes(), &draft.mapping);
    assert_eq!(coups[0]["cards"], serde_json::json!(["AS", "2D", "3H", "2C", "3D"]));
    assert_eq!(
        coups[1]["wagers"][0],
        serde_json::json!({"player": "ann", "bet": "banker", "stake": 100_000, "returned": 195_000})
    );
    assert_eq!(coups[1]["wagers"].as_array().unwrap().len(), 2);
}

#[test]
fn bets_in_the_header_and_what_was_won() {
    let csv = "\u{5c40}\u{53f7};\u{95f2}1;\u{95f2}2;\u{5e84}1;\u{5e84}2;\u{7ed3}\u{679c};Player stake;Player win/loss;Tie stake;Tie win/loss\n\
        1;KS;7H;9D;TC;\u{5e84};10,00;-10,00;;\n2;KS;9H;9D;TC;\u{548c};10,00;0,00;5,00;40,00\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "Asia/Singapore", &games()).unwrap();
    let coups = coups(csv.as_bytes(), &draft.mapping);
    assert_eq!(coups[0]["wagers"], serde_json::json!([{"bet": "player", "stake": 1000, "returned": 0}]));
    assert_eq!(coups[1]["wagers"][1], serde_json::json!({"bet": "tie", "stake": 500, "returned": 4500}));
    assert_eq!(coups[0]["declared"]["result"], "banker");
}

#[test]
fn a_chinese_export_in_another_encoding() {
    let csv = "\u{5c40}\u{53f7},\u{95f2}1,\u{95f2}2,\u{5e84}1,\u{5e84}2,\u{7ed3}\u{679c}\n1,\u{2660}K,\u{2665}7,\u{2666}9,\u{2663}10,\u{5e84}\n2,\u{2660}K,\u{2665}9,\u{2666}9,\u{2663}10,\u{548c}\n";
    let (gb, ..) = encoding_rs::GB18030.encode(csv);
    let utf_16: Vec<u8> = csv.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, encoding) in [(gb.into_owned(), "gb18030"), (utf_16, "utf-16le")] {
        let draft = draft_mapping(&bytes, "x", "UTC", &games()).unwrap();
        assert!(draft.mapping.contains(&format!("encoding: {encoding}")), "{}", draft.mapping);
        assert_eq!(coups(&bytes, &draft.mapping)[0]["cards"], serde_json::json!(["KS", "9D", "7H", "TC"]));
    }
}

#[test]
fn what_is_no_table_has_no_draft() {
    for csv in ["", "x", "a\nb\n"] {
        assert!(matches!(draft_mapping(csv.as_bytes(), "x", "UTC", &games()), Err(ImportError::NoTable)), "{csv:?}");
    }
    assert!(matches!(draft_mapping(b"PAR1\x15", "x", "UTC", &games()), Err(ImportError::NoCsv { .. })));
}

#[test]
fn columns_that_the_first_rows_leave_empty_are_read_all_the_same() {
    let csv = "shoe,hand,p1,p2,p3,b1,b2,b3,winner\nS1,1,KS,7H,,9D,TC,,B\nS1,2,KS,9H,,9D,TC,,T\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
    for part in ["shoe: \"shoe\"", "{column: \"p3\", to: P}", "{column: \"b3\", to: B}", "\"P\": player"] {
        assert!(draft.mapping.contains(part), "{part}: {}", draft.mapping);
    }
    let more = format!("{csv}S1,3,KS,2H,9C,9D,TC,,P\n");
    assert_eq!(coups(more.as_bytes(), &draft.mapping)[2]["cards"], serde_json::json!(["KS", "9D", "2H", "TC", "9C"]));
}

#[test]
fn cards_without_suits() {
    let fixture = |name: &str| String::from_utf8(fixture(name)).unwrap();
    let cards = |csv: &str, mapping: &str| -> Vec<Value> {
        coups(csv.as_bytes(), mapping).into_iter().map(|coup| coup["cards"].clone()).collect()
    };
    for (name, entry) in [("ranks-alone", "suits: none"), ("points-alone", "notation: points")] {
        let csv = fixture(&format!("{name}.csv"));
        let draft = draft_mapping(csv.as_bytes(), "x", "Asia/Singapore", &games()).unwrap();
        assert!(draft.mapping.contains(entry), "{}", draft.mapping);
        assert_eq!(cards(&csv, &draft.mapping), cards(&csv, &fixture(&format!("{name}.yaml"))), "{name}");
    }
    let hands = "id,player,banker,winner\n1,7 K,9 10,B\n2,K Q 9,2 3,P\n";
    let draft = draft_mapping(hands.as_bytes(), "x", "Asia/Singapore", &games()).unwrap();
    assert_eq!(cards(hands, &draft.mapping)[1], serde_json::json!(["K?", "2?", "Q?", "3?", "9?"]));
    // One number in a column named after a hand may be its total.
    let totals = "id,player,banker,winner\n1,7,9,B\n2,9,5,P\n";
    let draft = draft_mapping(totals.as_bytes(), "x", "Asia/Singapore", &games()).unwrap();
    assert!(!draft.mapping.contains("\n  cards:"), "{}", draft.mapping);
    // As a public source has them: the points of each card, and nothing for a card that was not drawn.
    let Some(path) = shared("cases/import/09-ranks-or-points-only/rounds.csv") else { return };
    let csv = std::fs::read(path).unwrap();
    let draft = draft_mapping(&csv, "x", "Asia/Singapore", &games()).unwrap();
    let coup = &coups(&csv, &draft.mapping)[0];
    assert_eq!((&coup["cards"], &coup["to"]), (&serde_json::json!(["~0", "~9", "~0", "~0"]), &"PBPB".into()));
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(root().join("fixtures/import").join(name)).unwrap()
}

/// Two evenings of a table as a supervisor keeps them: titles, date and time apart, the printed card in the cells, ranks alone,
/// `-` for nought, one payout a coup, empty lines and a sum below.
#[test]
fn a_sheet_of_a_pit_is_drafted() {
    let csv = fixture("pit-sheet.csv");
    let draft = draft_mapping(&csv, "x", "Asia/Singapore", &games()).unwrap();
    for part in [
        "skip_lines: 4",
        "jurisdiction: SG\n  venue: mbs\n  game: 7-up-baccarat\n  table: \"7U-03\"\n  currency: SGD\n",
        "id: \"S/No\"",
        "time: {columns: [\"Date\", \"Time\"], format: \"%d/%m/%Y %I.%M%p\", zone: \"Asia/Singapore\"}",
        "suits: none",
        "hands: {separator: \"-\", deal: BPBPB, P: \"Player Cards\", B: \"Bank Cards\", printed: {P: \"7\"}}",
        "\"Banker wins (7)\": banker",
        "\"VOID\": void",
        "zero: [\"-\"]",
        "together: {won: \"Paid Out\", net: {column: \"House W/L\", of: house}, decimals: 2}",
        "{bet: super_sevens, stake: \"Super 7s\", decimals: 2}",
        "#  \"Remarks\": \"New shoe, 8 decks, 1st card burn\"",
    ] {
        assert!(draft.mapping.contains(part), "{part}: {}", draft.mapping);
    }
    let mapping = Mapping::from_yaml(&draft.mapping).unwrap();
    assert!(mapping.unreviewed().is_empty(), "{:?}", mapping.unreviewed());
    let mut out = Vec::new();
    let summary = import_csv(csv.as_slice(), &mapping, "2026-11-21T19:00:00+08:00", "x.csv", &mut out).unwrap();
    assert_eq!((summary.coups, summary.wagers, summary.wagers_left_out), (120, 228, 47));
    assert_eq!((summary.lost_rows(), summary.totals, summary.empty_rows, summary.unreadable_cards), (0, 1, 4, 0));
    assert_eq!(summary.unread_columns, ["Dlr / Sup", "Remarks"]);
    let hints: Vec<String> = summary.hints.iter().map(ToString::to_string).collect();
    assert!(hints.len() == 2 && hints[0].contains("would be 2026-03-06T22:09:00+08:00, which follows"), "{hints:?}");
    assert!(hints[1].contains("gaming_day"), "{hints:?}");
}

#[test]
fn a_table_of_unknown_columns_is_listed_for_somebody_to_name_them() {
    let csv = "Alpha,Beta\nx,y\nz,w\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
    assert!(draft.is_blank);
    for part in ["  # cards: {hands:", "#  \"Alpha\": \"x\", \"z\"", "game: REVIEW # one of: baccarat, 7-up-baccarat"] {
        assert!(draft.mapping.contains(part), "{part}: {}", draft.mapping);
    }
}

/// A game is written only where nothing else fits.
#[test]
fn the_game_is_not_guessed() {
    let game = |csv: &str| {
        let mapping = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap().mapping;
        mapping.lines().find_map(|line| line.strip_prefix("  game: ")).unwrap().to_owned()
    };
    let one_of = "REVIEW # one of: baccarat, 7-up-baccarat";
    for (csv, expected) in [
        ("id,winner\n1,B\n2,P\n", one_of),
        ("Baccarat pit 4,,\nid,winner,note\n1,B,x\n2,P,x\n", "baccarat"),
        ("7 Up Baccarat,,\nid,winner,note\n1,B,x\n2,P,x\n", "7-up-baccarat"),
        ("id,winner,Super 7s bet,Super 7s back\n1,B,5,0\n", "7-up-baccarat"),
        ("id,winner,Player pair bet,Player pair back\n1,B,5,0\n", "baccarat"),
        ("id,player,banker\n1,7 K,9 10\n2,7 Q 9,2 3\n3,7 2,9 K\n4,7 3,9 K\n5,7 5,9 K\n", "7-up-baccarat"),
        ("id,player,banker\n1,K,9 10\n2,Q 9,2 3\n3,2,9 K\n", "7-up-baccarat"),
        ("id,player,banker\n1,7 K,9 10\n2,8 Q 9,2 3\n", "baccarat"),
    ] {
        assert_eq!(game(csv), expected, "{csv}");
    }
}

#[test]
fn times_as_people_write_them() {
    let format = |time: &str| {
        let csv = format!("id,when,winner\n1,{time},B\n");
        let mapping = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap().mapping;
        let from = mapping.split("format: \"").nth(1).unwrap_or_default();
        from.split('"').next().unwrap_or_default().to_owned()
    };
    for (time, expected) in [
        ("26/03/2026 8.34pm", "%d/%m/%Y %I.%M%p"),
        ("26/03/2026 8:34pm", "%d/%m/%Y %I:%M%p"),
        ("26/03/2026 8:34 PM", "%d/%m/%Y %I:%M %p"),
        ("26/03/2026 20.34", "%d/%m/%Y %H.%M"),
        ("26/03/2026 2034hrs", "%d/%m/%Y %H%Mhrs"),
        ("6 Mar 2026 20:34", "%d %b %Y %H:%M"),
        ("6-Mar-26 20:34", "%d-%b-%y %H:%M"),
    ] {
        assert_eq!(format(time), expected, "{time}");
    }
}

#[test]
fn what_is_counted_anew_each_day_makes_no_rows_of_one_coup() {
    let rows = |shoe: &str| {
        format!(
            "Date,Shoe,Hand,Winner,Player bet,Player back\n06/03/2026 20:34,{shoe},1,P,100.00,200.00\n06/03/2026 20:36,{shoe},2,B,100.00,0.00\n07/03/2026 20:34,{shoe},1,P,100.00,200.00\n07/03/2026 20:36,{shoe},2,P,100.00,200.00\n"
        )
    };
    let csv = rows("1");
    let draft = draft_mapping(csv.as_bytes(), "t7", "Asia/Singapore", &games()).unwrap();
    assert!(!draft.mapping.contains("rows: wager") && !draft.mapping.contains("\n  shoe:"), "{}", draft.mapping);
    assert!(
        draft.guesses.iter().any(|guess| guess.starts_with("\"Shoe\" is counted anew each day")),
        "{:?}",
        draft.guesses
    );
    assert_eq!(coups(csv.as_bytes(), &draft.mapping).len(), 4);
    // Two rows of one coup on one day are its wagers.
    let csv = csv.replace("07/03/2026 20:34", "06/03/2026 20:34");
    assert!(draft_mapping(csv.as_bytes(), "t7", "UTC", &games()).unwrap().mapping.contains("rows: wager"));
}

#[test]
fn ids_that_a_spreadsheet_cut_are_not_drafted() {
    let csv = "Round ID,Winner,Player bet,Player back\n1.77107E+12,P,100.00,200.00\n1.77107E+12,P,50.00,100.00\n";
    let draft = draft_mapping(csv.as_bytes(), "t7", "UTC", &games()).unwrap();
    assert!(!draft.mapping.contains("\n  id:") && !draft.mapping.contains("rows: wager"), "{}", draft.mapping);
    assert!(
        draft.guesses.iter().any(|guess| guess.starts_with("\"Round ID\" holds long numbers")),
        "{:?}",
        draft.guesses
    );
}

#[test]
fn words_for_a_card_that_was_not_drawn_are_drafted() {
    let header = "Round,P1,P2,P3,B1,B2,B3,Winner\n";
    for (rows, word) in [
        ("1,KS,7H,stand,9D,TC,stand,B\n2,2S,3H,4C,9D,TC,stand,B\n3,KS,8H,stand,9D,KC,stand,B\n", "stand"),
        ("1,KS,7H,0,9D,TC,0,B\n2,2S,3H,4C,9D,TC,0,B\n", "0"),
        ("1,KS,7H,-1,9D,TC,-1,B\n2,2S,3H,4C,9D,TC,-1,B\n", "-1"),
    ] {
        let csv = [header, rows].concat();
        let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
        assert!(draft.mapping.contains(&format!("empty: [{word:?}]")), "{}", draft.mapping);
        let coups = coups(csv.as_bytes(), &draft.mapping);
        assert_eq!(coups[0]["cards"], serde_json::json!(["KS", "9D", "7H", "TC"]), "{word}");
        assert_eq!(coups[1]["cards"].as_array().unwrap().len(), 5, "{word}");
    }
}

#[test]
fn a_first_card_that_was_not_seen_is_no_empty_cell() {
    let csv = "Round,P1,P2,P3,B1,B2,B3,Winner\n1,?,7H,,9D,TC,,B\n2,2S,3H,?,9D,TC,,B\n3,KS,8H,4C,9D,KC,,B\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
    assert!(draft.mapping.contains("\"P1\", to: P") && !draft.mapping.contains("empty:"), "{}", draft.mapping);
    let mapping = Mapping::from_yaml(&draft.mapping).unwrap();
    let summary = import_csv(csv.as_bytes(), &mapping, "2026-11-21T19:00:00+08:00", "x", &mut Vec::new()).unwrap();
    assert_eq!(summary.unreadable_cards, 2);
}

#[test]
fn a_one_beside_aces_is_no_card() {
    let csv = "Round,P1,P2,B1,B2,Winner\n1,AS,7H,9D,10C,B\n2,1S,7H,9D,KC,B\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
    assert!(draft.guesses.iter().any(|guess| guess.starts_with("`1` stands among the cards")), "{:?}", draft.guesses);
    let mapping = Mapping::from_yaml(&draft.mapping).unwrap();
    let summary = import_csv(csv.as_bytes(), &mapping, "2026-11-21T19:00:00+08:00", "x", &mut Vec::new()).unwrap();
    assert!(summary.problems[0].to_string().contains("\"1S\" is no card"), "{:?}", summary.problems);
}

#[test]
fn amounts_of_three_places_make_a_mapping() {
    for (stakes, back, is_open) in [
        (["100.000", "200.000"], "0.000", false),
        (["100.000", "2000.000"], "195.500", false),
        (["100.000", "200.000"], "300.000", true),
    ] {
        let csv = format!("Round,Winner,Player bet,Player back\n1,P,{},{back}\n2,B,{},{back}\n", stakes[0], stakes[1]);
        let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
        let coups = coups(csv.as_bytes(), &draft.mapping);
        assert_eq!(coups[0]["wagers"][0]["stake"], if is_open { 10_000_000 } else { 10_000 }, "{}", draft.mapping);
        let asked = draft.guesses.iter().any(|guess| guess.contains("it could be before decimals"));
        assert_eq!(asked, is_open, "{:?}", draft.guesses);
    }
}

#[test]
fn columns_of_one_header_are_drafted_beside_their_stakes() {
    let csv = "Round,Winner,Player bet,Paid,Banker bet,Paid,Tie bet,Paid\n1,P,100.00,200.00,50.00,0.00,,\n2,B,0.00,0.00,50.00,97.50,10.00,0.00\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
    for (stake, back) in [("Player bet", 4), ("Banker bet", 6), ("Tie bet", 8)] {
        assert!(draft.mapping.contains(&format!("stake: {stake:?}, returned: {back}, ")), "{}", draft.mapping);
    }
    let coups = coups(csv.as_bytes(), &draft.mapping);
    assert_eq!(coups[0]["wagers"].as_array().unwrap().len(), 2);
}

#[test]
fn a_status_is_drafted_as_that_of_the_coup_or_of_its_wagers() {
    let csv = "Round,Player,Banker,Winner,Round state\n1,9S JS,7C TD,Player,Settled\n2,8S JS,7C TD,Player,Cancelled\n3,KS 9D,7C TD,Player,Settled\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
    let line = "  status: {column: \"Round state\", values: {\"Cancelled\": void, \"Settled\": played}}\n";
    assert!(draft.mapping.contains(line), "{}", draft.mapping);
    assert_eq!(coups(csv.as_bytes(), &draft.mapping)[1]["declared"]["result"], "void");
    // One column of words without such a name.
    let draft = draft_mapping(csv.replace("Round state", "x").as_bytes(), "x", "UTC", &games()).unwrap();
    assert!(draft.mapping.contains("  status: {column: \"x\", "), "{}", draft.mapping);
    let csv = "Round,Winner,Bet,Stake,Returned,Status\n1,Player,Player,100,200,Settled\n1,Player,Banker,50,50,Cancelled\n2,Banker,Banker,100,195,Settled\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
    assert!(
        draft.mapping.contains(", decimals: 2, status: {column: \"Status\", settled: [\"Settled\"]}}\n"),
        "{}",
        draft.mapping
    );
}

#[test]
fn one_odd_cell_costs_a_draft_no_column() {
    let csv = "Round,Settled,Player,Banker,Winner,Player bet,Player back\n1,2026-03-06 20:01,9S JS,7C TD,Player,100,200\n2,2026-03-06 20:0x,8S JS,7C TD,Player,100,200\n3,2026-03-06 20:03,KS 9D,7C 1D,Player,1OO,200\n4,2026-03-06 20:04,KS 9D,7C TD,Player,100,200\n5,2026-03-13 20:04,KS 9D,7C TD,Player,100,200\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
    for part in ["time: {column: \"Settled\", format: ", "P: \"Player\", B: \"Banker\"", "stake: \"Player bet\""] {
        assert!(draft.mapping.contains(part), "{part}\n{}", draft.mapping);
    }
    for said in [
        "\"Settled\" holds what is no time, which an import lists: \"2026-03-06 20:0x\" on line 3",
        "\"Player bet\" holds what is no amount, which an import lists: \"1OO\" on line 4",
    ] {
        assert!(draft.guesses.iter().any(|guess| guess == said), "{said}\n{:?}", draft.guesses);
    }
    // A format that reads all times is better than one that reads most; cards in columns of their own.
    let row = |day: u8, card: &str| format!("03/{day:02}/2026 20:00:00,9S,{card},KD,TD,Player\n");
    let csv = format!("Time,P1,B1,P2,B2,Winner\n{}{}{}{}", row(5, "7C"), row(6, "8C"), row(13, "7X"), row(7, "7D"));
    let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
    assert!(
        draft.mapping.contains("format: \"%m/%d/%Y %H:%M:%S\"") && draft.mapping.contains("{column: \"B1\", to: B}"),
        "{}",
        draft.mapping
    );
    let said = "\"B1\" holds what is no card, which an import lists: \"7X\" on line 4";
    assert!(draft.guesses.iter().any(|guess| guess == said), "{:?}", draft.guesses);
}

#[test]
fn the_order_of_a_deal_is_that_of_which_the_hands_give_the_results() {
    let rows = |rows: &[&str]| format!("No,Left,Right,Winner\n{}\n", rows.join("\n"));
    for (csv, deal, said) in [
        (
            rows(&["1,9S JS,7C TD,Player", "2,2S JS,6C TD,Banker", "3,KS 9D,4C 5D,Tie"]),
            "PBPBPB",
            "only as cards are dealt in the order PBPBPB",
        ),
        (
            rows(&["1,JS 2C,7C TD,Player", "2,2S 9C,6C TD,Player", "3,3S,4C 4D,Banker"]),
            "BPBPB",
            "only as cards are dealt in the order BPBPB",
        ),
        (rows(&["1,9S JS,7C TD,Void", "2,2S JS,6C TD,Void"]), "PBPBPB", "by the game it is BPBPB or PBPBPB"),
    ] {
        let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
        assert!(draft.mapping.contains(&format!("deal: {deal}, ")), "{}", draft.mapping);
        assert!(draft.guesses.iter().any(|guess| guess.contains(said)), "{said}: {:?}", draft.guesses);
    }
}

#[test]
fn bets_of_seats_are_drafted_each() {
    for (header, stake) in [
        ("S1 Player,S1 Player Paid,S3 Tie,S3 Tie Paid,S3 Player,S3 Player Paid", "S3 Player"),
        (
            "Seat 1 Player,Seat 1 Player Return,Seat 3 Tie,Seat 3 Tie Return,Seat 3 Player,Seat 3 Player Return",
            "Seat 3 Player",
        ),
        ("p1_bet_player,p1_payout_player,p3_bet_tie,p3_payout_tie,p3_bet_player,p3_payout_player", "p3_bet_player"),
    ] {
        let csv = format!(
            "Round,Player,Banker,Winner,{header}\n1,9S JS,7C TD,Player,100,200,10,0,50,100\n2,2S JS,6C TD,Banker,100,0,,,25,0\n"
        );
        let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
        assert!(draft.mapping.contains(&format!("{{bet: player, stake: {stake:?}, returned: ")), "{}", draft.mapping);
        let coups = coups(csv.as_bytes(), &draft.mapping);
        let wagers: Vec<(&str, i64, i64)> = coups[0]["wagers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|wager| {
                (wager["bet"].as_str().unwrap(), wager["stake"].as_i64().unwrap(), wager["returned"].as_i64().unwrap())
            })
            .collect();
        assert_eq!(
            wagers,
            [("player", 10_000, 20_000), ("tie", 1_000, 0), ("player", 5_000, 10_000)],
            "{}",
            draft.mapping
        );
        assert_eq!(coups[1]["wagers"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn numbers_of_a_day_are_known_by_merged_dates_too() {
    let csv = "Date,Shoe,Hand,Player,Banker,Winner\n06/03/2026,1,1,9S JS,7C TD,Player\n,,2,2S JS,6C TD,Banker\n07/03/2026,1,1,KS 9D,4C 5D,Tie\n,,2,9S JS,7C TD,Player\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "UTC", &games()).unwrap();
    assert!(!draft.mapping.contains("rows: wager") && !draft.mapping.contains("\n  shoe:"), "{}", draft.mapping);
    let said = "\"Date\" holds days without times of day, and is not read";
    assert!(draft.guesses.iter().any(|guess| guess == said), "{:?}", draft.guesses);
}

/// A shoe's coups have the same numbers in the next one: rows of both are not those of one coup.
#[test]
fn rounds_beside_a_shoe_are_counted_in_it() {
    for header in ["Rd", "Round", "Round No", "No."] {
        let row = |shoe: u32, round: u32, side: &str| {
            format!("14.02.2026 0{shoe}:{round:02}:10;{shoe};{round};KS 7H;9D TC;Banker;{side};100,00;0,00\n")
        };
        let mut csv = format!("Date;Shoe;{header};Player cards;Banker cards;Winner;Side;Bet;Paid\n");
        for shoe in 1..3 {
            for round in 1..4 {
                csv += &row(shoe, round, "P");
                csv += &row(shoe, round, "T");
            }
        }
        let draft = draft_mapping(csv.as_bytes(), "x", "Asia/Singapore", &[]).unwrap();
        for line in ["\nrows: wager\n", "  shoe: \"Shoe\"\n", &format!("  coup: \"{header}\"\n")] {
            assert!(draft.mapping.contains(line), "{header}: {line}\n{}", draft.mapping);
        }
    }
}

#[test]
fn a_column_of_yes_and_no_says_which_coups_are_void() {
    let csv = "Hand;Player cards;Banker cards;Winner;Void\n1;KS 7H;9D TC;Banker;N\n2;8S TH;2D 5C;Player;Y\n3;KS 7H;9D TC;Banker;N\n";
    let draft = draft_mapping(csv.as_bytes(), "x", "Asia/Singapore", &[]).unwrap();
    assert!(
        draft.mapping.contains("status: {column: \"Void\", values: {\"N\": played, \"Y\": void}}"),
        "{}",
        draft.mapping
    );
    let draft = draft_mapping(csv.replace(";N\n", ";\n").as_bytes(), "x", "Asia/Singapore", &[]).unwrap();
    assert!(draft.guesses.iter().any(|guess| guess.contains("may say which coups are void")), "{:?}", draft.guesses);
}
