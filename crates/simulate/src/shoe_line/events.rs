use serde_json::Value;

const ENQ: u8 = 0x05;
const ETX: u8 = 0x03;

/// The sequence characters of frames, in turn.
const SEQUENCES: &[u8] = b"123456789";

/// The shoe that deals what a log records.
#[derive(Debug, Default)]
pub struct ShoeEvents {
    /// Whether only the order of the cards counts: the shoe counts as if Player and Banker were dealt in turn.
    in_turn: bool,
    has_begun: bool,
    cut_card: bool,
    sent: usize,
}

impl ShoeEvents {
    /// The frames of one record of the log; none of what a shoe does not see.
    ///
    /// # Errors
    /// The line is no JSON.
    pub fn frames(&mut self, line: &str) -> Result<Vec<Vec<u8>>, serde_json::Error> {
        let record: Value = serde_json::from_str(line)?;
        let data = match member(&record, "type") {
            "open" => {
                self.in_turn = member(&record, "game").contains("7-up");
                Vec::new()
            }
            "shoe" => self.shoe(&record),
            "coup" => self.coup(&record),
            _ => Vec::new(),
        };
        Ok(data.iter().map(|data| self.next_frame(data)).collect())
    }

    fn next_frame(&mut self, data: &[u8]) -> Vec<u8> {
        let sequence = SEQUENCES.get(self.sent % SEQUENCES.len()).copied().unwrap_or(b'1');
        self.sent = self.sent.wrapping_add(1);
        frame(sequence, data)
    }

    fn shoe(&mut self, record: &Value) -> Vec<Vec<u8>> {
        let cards = |name| texts(record, name).enumerate();
        match member(record, "event") {
            "start" => {
                let is_first = !std::mem::replace(&mut self.has_begun, true);
                let has_cut = std::mem::take(&mut self.cut_card);
                // A shoe knows of the next one by its cutting card; of the first one it sends no burned cards.
                let mut data = if is_first || has_cut { Vec::new() } else { vec![b"C".to_vec()] };
                data.push(b"S".to_vec());
                if !is_first {
                    let kind = |at| if at == 0 { 0b100 } else { 0b010 };
                    data.extend(cards("burned").map(|(at, card)| dealing(b'D', kind(at), at + 1, card)));
                }
                data
            }
            "burn" => cards("cards").map(|(at, card)| dealing(b'D', 0b010, at + 1, card)).collect(),
            "cut_card" => {
                self.cut_card = true;
                vec![b"C".to_vec()]
            }
            _ => Vec::new(),
        }
    }

    fn coup(&self, record: &Value) -> Vec<Vec<u8>> {
        let cards: Vec<&str> = texts(record, "cards").collect();
        let hands: Vec<u8> = match member(record, "to") {
            _ if self.in_turn => (0_u8..).map(|at| at % 2).take(cards.len()).collect(),
            "" => by_the_table(&cards),
            to => to.bytes().map(|hand| u8::from(hand == b'B')).collect(),
        };
        let mut dealt = [0_usize; 2];
        let mut data = Vec::new();
        for (card, hand) in cards.iter().zip(hands) {
            let Some(count) = dealt.get_mut(usize::from(hand)) else { continue };
            *count += 1;
            data.push(dealing(b'D', hand, *count, card));
        }
        let result = match record.pointer("/declared/result").and_then(Value::as_str) {
            Some("player") => 0b001,
            Some("banker") => 0b100,
            Some("void") => 0b111,
            _ => 0b010,
        };
        data.push(vec![b'G', 0x80 | result << 4]);
        data
    }
}

/// Where the cards of a baccarat coup go where a log leaves it to the rules: 0 the Player, 1 the Banker.
fn by_the_table(cards: &[&str]) -> Vec<u8> {
    let worth = |at: usize| match cards.get(at).and_then(|card| card.chars().next()) {
        Some('A') => 1,
        Some(rank) => rank.to_digit(10).unwrap_or(0),
        None => 0,
    };
    let player_stands = (worth(0) + worth(2)) % 10 > 5;
    let hand = |at: usize| if at == 4 { u8::from(player_stands) } else { u8::from(at % 2 == 1) };
    (0..cards.len()).map(hand).collect()
}

/// The data of a card: where it goes, its number there, up to 15, and the card.
fn dealing(event: u8, goes: u8, number: usize, card: &str) -> Vec<u8> {
    let number = u8::try_from(number.min(15)).unwrap_or(15);
    let place = |list: &str, letter: Option<char>| {
        let at = letter.and_then(|letter| list.find(letter)).and_then(|at| u8::try_from(at).ok());
        at.unwrap_or(0)
    };
    let mut letters = card.chars();
    let (rank, suit) = (place("?A23456789TJQK", letters.next()), place("?DCSH", letters.next()));
    vec![event, 0x80 | goes << 4 | number, 0x80 | suit << 4 | rank]
}

/// A frame of the shoe: its check is the exclusive or of everything from the sequence character to the end of the text.
#[must_use]
pub fn frame(sequence: u8, data: &[u8]) -> Vec<u8> {
    let body = [&[sequence], data, &[ETX]].concat();
    let check = body.iter().fold(0, |check, byte| check ^ byte);
    [&[ENQ], body.as_slice(), format!("{check:02X}").as_bytes()].concat()
}

fn member<'r>(record: &'r Value, name: &str) -> &'r str {
    record.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn texts<'r>(record: &'r Value, name: &str) -> impl Iterator<Item = &'r str> {
    record.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_frame() {
        assert_eq!(frame(0x31, &dealing(b'D', 0, 1, "8S")), [0x05, 0x31, 0x44, 0x81, 0xb8, 0x03, 0x34, 0x46]);
    }

    #[test]
    fn third_cards_go_where_the_table_says() {
        assert_eq!(by_the_table(&["KS", "9D", "7H", "TC"]), [0, 1, 0, 1]);
        assert_eq!(by_the_table(&["7C", "4H", "KD", "AS", "2C"]), [0, 1, 0, 1, 1]);
        assert_eq!(by_the_table(&["AC", "2H", "3D", "TS", "5H", "6D"]), [0, 1, 0, 1, 0, 1]);
    }

    #[test]
    fn records_become_frames() {
        let mut shoe = ShoeEvents::default();
        let mut sent = |line: &str| -> Vec<Vec<u8>> {
            let frames = shoe.frames(line).unwrap();
            frames.iter().map(|frame| frame[2..frame.len() - 3].to_vec()).collect()
        };
        assert_eq!(sent(r#"{"type":"open","game":"baccarat"}"#), Vec::<Vec<u8>>::new());
        assert_eq!(sent(r#"{"type":"shoe","event":"start","burned":["4C"]}"#), [b"S".to_vec()]);
        let coup = sent(r#"{"type":"coup","cards":["8S","2D","TH","5C"],"declared":{"result":"player"}}"#);
        assert_eq!(coup[0], [0x44, 0x81, 0xb8]);
        assert_eq!(coup[4], [0x47, 0x90]);
        assert_eq!(
            sent(r#"{"type":"shoe","event":"start","burned":["AD","??"]}"#),
            [b"C".to_vec(), b"S".to_vec(), vec![0x44, 0xc1, 0x91], vec![0x44, 0xa2, 0x80]]
        );
        assert!(shoe.frames("{").is_err());
    }
}
