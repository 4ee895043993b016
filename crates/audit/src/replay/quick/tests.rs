use resettle_coup_log::QuickCoup;
use resettle_sealed_log::Digest;

use super::terms::word;

/// A coup with one wager on this bet, the last text of its line.
fn coup_on(bet: &str) -> QuickCoup {
    let time = |second: u32| format!("2023-06-01T12:00:{second:02}.000+08:00");
    let times = format!(
        r#"{{"opened":"{}","closed":"{}","first_card":"{}","settled":"{}"}}"#,
        time(0),
        time(1),
        time(2),
        time(3)
    );
    let line = format!(
        r#"{{"seq":1,"prev":"{}","at":"{}","type":"coup","shoe":"S","coup":1,"times":{times},"cards":["7H","8S"],"declared":{{"result":"tie"}},"wagers":[{{"stake":5,"returned":0,"bet":"{bet}"}}]}}"#,
        "0".repeat(64),
        time(4),
    );
    QuickCoup::again(line.as_bytes(), 1, Digest::of(line.as_bytes())).unwrap()
}

#[test]
fn a_bet_is_known_by_its_word_or_by_its_bytes() {
    let names: Vec<String> = (0..=18).map(|len| "abcdefghijklmnopqr"[..len].to_owned()).collect();
    for (at, name) in names.iter().enumerate() {
        let coup = coup_on(name);
        let span = coup.wagers[0].bet;
        assert_eq!(coup.bytes(span), name.as_bytes());
        // `"}]}` follows, so that a name of eleven bytes has fewer than sixteen from its beginning.
        let known = coup.word(span);
        assert_eq!(known.is_some(), (12..=16).contains(&at), "{name}");
        for other in &names {
            if let (Some(known), Some(other_word)) = (known, word(other)) {
                assert_eq!(known == other_word, name == other, "{name} {other}");
            }
        }
    }
}
