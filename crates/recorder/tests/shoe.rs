//! A shoe, its line and a clock, for tests.

use proptest::prelude::*;
use serde_json::Value;

/// What a shoe dealt.
#[derive(Debug)]
pub struct Coup {
    shoe: u64,
    number: u64,
    cards: Vec<&'static str>,
    result: &'static str,
    /// A card is burned behind it.
    pub burn_behind: bool,
    /// The cutting card comes in it, and a new shoe follows.
    last_of_shoe: bool,
}

/// Some coups as they are dealt, player first, and their results.
const DEALT: [(&[&str], &str); 5] = [
    (&["KS", "9D", "7H", "TC"], "banker"),
    (&["8S", "2D", "TH", "5C"], "player"),
    (&["AC", "2H", "3D", "TS", "5H", "6D"], "player"),
    (&["9C", "9H", "KD", "JS"], "tie"),
    (&["7C", "4H", "KD", "AS", "2C"], "tie"),
];

impl Coup {
    /// So many coups, with so many in a shoe.
    pub fn play(coups: usize, in_shoe: usize) -> Vec<Self> {
        let play = |at: usize| {
            let (cards, result) = DEALT[(at * 7 + at / 3) % DEALT.len()];
            let number = at % in_shoe + 1;
            Self {
                shoe: (at / in_shoe) as u64 + 1,
                number: number as u64,
                cards: cards.to_vec(),
                result,
                burn_behind: at % 11 == 4,
                last_of_shoe: number == in_shoe,
            }
        };
        (0..coups).map(play).collect()
    }

    /// Shoe, number, cards and result.
    pub fn expected(&self) -> (String, u64, String, String) {
        (format!("T7-{}", self.shoe), self.number, self.cards.join(" "), self.result.to_owned())
    }

    /// The same of a record.
    pub fn said(record: &Value) -> (String, u64, String, String) {
        let text = |value: &Value| value.as_str().unwrap_or("none").to_owned();
        let cards: Vec<&str> = record["cards"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let coup = record["coup"].as_u64().unwrap();
        (text(&record["shoe"]), coup, cards.join(" "), text(&record["declared"]["result"]))
    }
}

/// What the shoe sends of them.
pub fn frames(coups: &[Coup]) -> Vec<Vec<u8>> {
    let mut data = vec![b"S".to_vec()];
    for coup in coups {
        // Player and Banker in turn; a fifth card alone is the Banker's where the Player stands on 7.
        let banker_alone = coup.cards.len() == 5;
        for (at, card) in coup.cards.iter().enumerate() {
            let is_banker = at % 2 == 1 || (banker_alone && at == 4);
            data.push(vec![b'D', 0x80 | u8::from(is_banker) << 4 | (at / 2 + 1) as u8, code(card)]);
            if coup.last_of_shoe && at == 1 {
                data.push(b"C".to_vec());
            }
        }
        data.push(vec![
            b'G',
            match coup.result {
                "player" => 0x90,
                "tie" => 0xa0,
                _ => 0xc0,
            },
        ]);
        if coup.burn_behind {
            data.push(vec![b'D', 0xa1, code("QH")]);
        }
        if coup.last_of_shoe {
            data.push(b"S".to_vec());
            data.push(vec![b'D', 0xc1, code("3C")]);
        }
    }
    (b'1'..=b'9').cycle().zip(data).map(|(sequence, data)| frame(sequence, &data)).collect()
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

/// What the line does to a frame.
#[derive(Debug, Clone)]
pub enum Damage {
    Turned(usize, u8),
    Cut(usize),
    Headless(usize),
    NoiseBefore(Vec<u8>),
    /// It comes twice.
    Twice,
}

impl Damage {
    pub fn of(&self, frame: &[u8]) -> Vec<u8> {
        match self {
            Self::Turned(at, bit) => {
                let mut turned = frame.to_vec();
                turned[at % frame.len()] ^= 1 << bit;
                turned
            }
            Self::Cut(at) => frame[..1 + at % (frame.len() - 1)].to_vec(),
            Self::Headless(at) => frame[1 + at % (frame.len() - 1)..].to_vec(),
            Self::NoiseBefore(noise) => [noise.as_slice(), frame].concat(),
            Self::Twice => [frame, frame].concat(),
        }
    }
}

pub fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        (any::<usize>(), 0_u8..8).prop_map(|(at, bit)| Damage::Turned(at, bit)),
        any::<usize>().prop_map(Damage::Cut),
        any::<usize>().prop_map(Damage::Headless),
        prop::collection::vec(0x20_u8..=0xff, 1..6).prop_map(Damage::NoiseBefore),
        Just(Damage::Twice),
    ]
}

/// A clock in Singapore that goes on by two minutes with each frame, and may be set back.
pub struct Clock {
    /// Seconds since the twelfth of May 2026: twenty days before it records, so that it can be set back.
    seconds: u32,
    done: Vec<usize>,
}

impl Clock {
    pub fn new() -> Self {
        Self { seconds: 72_000 + 20 * 86_400, done: Vec::new() }
    }

    pub fn tick(&mut self) {
        self.seconds += 120;
    }

    pub fn set_back(&mut self, frame: usize, seconds: u32) {
        if !self.done.contains(&frame) {
            self.done.push(frame);
            self.seconds = self.seconds.saturating_sub(seconds);
        }
    }

    /// A day behind all that was recorded, however far the clock was set back; where the power goes while it closes the day
    /// before, the next.
    pub fn next_day(&mut self) {
        self.seconds = (self.seconds + 86_400).max(60 * 86_400);
    }

    /// The time and the day.
    pub fn now(&self) -> (String, String) {
        let (days, seconds) = (self.seconds / 86_400, self.seconds % 86_400);
        let (month, day) = match days {
            0..20 => (5, 12 + days),
            20..50 => (6, days - 19),
            50..81 => (7, days - 49),
            81..112 => (8, days - 80),
            _ => panic!("no calendar for day {days}"),
        };
        let day = format!("2026-{month:02}-{day:02}");
        (format!("{day}T{:02}:{:02}:{:02}.500+08:00", seconds / 3600, seconds / 60 % 60, seconds % 60), day)
    }
}
