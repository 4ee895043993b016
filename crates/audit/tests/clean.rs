//! Records of coups in which nothing is wrong, for logs that are long.

/// A time so many seconds after nine o'clock.
pub fn time(second: u32) -> String {
    let second = 9 * 3600 + second;
    let (day, second) = (2 + second / 86_400, second % 86_400);
    format!("2026-03-{day:02}T{:02}:{:02}:{:02}.000+08:00", second / 3600, second / 60 % 60, second % 60)
}

/// A coup that commenced at this second: 9 for the Player and 7 for the Banker, all cards of one suit. 20,000 are due on the
/// wager of 10,000 on the Player; this much came back.
pub fn won_by_player(shoe: &str, coup: u32, began: u32, [suit, ten, other]: [char; 3], returned: i64) -> String {
    let [opened, closed, first, settled] = [began, began + 10, began + 12, began + 20].map(time);
    format!(
        r#""type":"coup","shoe":"{shoe}","coup":{coup},"times":{{"opened":"{opened}","closed":"{closed}","first_card":"{first}","settled":"{settled}"}},"cards":["9{suit}","7{suit}","{ten}{suit}","{other}{suit}"],"wagers":[{{"id":"w1","seat":"7","area":"7","bet":"player","stake":10000,"placed":"{opened}","returned":{returned}}},{{"id":"w2","seat":"2","area":"2","bet":"banker","stake":5000,"returned":0}}],"irregularities":[],"declared":{{"result":"player","player":9,"banker":7}},"wrd":"player""#
    )
}
