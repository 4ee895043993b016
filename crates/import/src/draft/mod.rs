//! A mapping written from a CSV itself, for somebody to look through.

mod spelling;
mod table;
mod times;

use std::fmt::Write;
use std::io;

use self::spelling::{Spelling, is_card};
use self::table::{Column, Name, Table};
use self::times::TimeGuess;

/// A mapping that was written from a CSV.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Its text. What the CSV does not say stands there as `REVIEW`.
    pub mapping: String,
    /// What was guessed, and what is in no column that is read: a sentence each.
    pub guesses: Vec<String>,
}

/// Words for what was announced, in small letters, with the log's word.
const RESULTS: [(&str, &str); 28] = [
    ("p", "player"),
    ("player", "player"),
    ("player wins", "player"),
    ("player_win", "player"),
    ("player win", "player"),
    ("punto", "player"),
    ("\u{95f2}", "player"),
    ("\u{9592}", "player"),
    ("\u{95f2}\u{5bb6}", "player"),
    ("b", "banker"),
    ("banker", "banker"),
    ("banker wins", "banker"),
    ("banker_win", "banker"),
    ("banker win", "banker"),
    ("banco", "banker"),
    ("\u{5e84}", "banker"),
    ("\u{838a}", "banker"),
    ("\u{5e84}\u{5bb6}", "banker"),
    ("t", "tie"),
    ("tie", "tie"),
    ("egalite", "tie"),
    ("draw", "tie"),
    ("\u{548c}", "tie"),
    ("\u{548c}\u{5c40}", "tie"),
    ("v", "void"),
    ("void", "void"),
    ("cancelled", "void"),
    ("canceled", "void"),
];

const PLAYER: [&str; 4] = ["player", "punto", "\u{95f2}", "\u{9592}"];
const BANKER: [&str; 4] = ["banker", "banco", "\u{5e84}", "\u{838a}"];
const RESULT_NAMES: [&str; 5] = ["winner", "result", "outcome", "\u{7ed3}\u{679c}", "\u{7d50}\u{679c}"];

/// Writes a mapping for a CSV of baccarat by what it begins with; `log` names the log, and `zone` the zone of times that name
/// none.
///
/// # Errors
/// Never for bytes in memory; none where they hold no table of at least two columns.
pub fn draft_mapping(head: &[u8], log: &str, zone: &str) -> io::Result<Option<Draft>> {
    let is_datum = |cell: &str| is_card(cell) || (!cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit()));
    let Some(table) = table::find(head, is_datum)? else { return Ok(None) };
    let mut writer = Writer { guesses: Vec::new(), used: vec![false; table.columns.len()], table: &table };
    let mapping = writer.mapping(log, zone);
    Ok(Some(Draft { mapping, guesses: writer.guesses }))
}

struct Writer<'t> {
    table: &'t Table,
    /// Which columns have a meaning.
    used: Vec<bool>,
    guesses: Vec<String>,
}

/// Where the cards of a column end, and which of a hand they are.
fn hand(column: &Column) -> Option<(char, Option<u32>)> {
    let words = column.words();
    let number = words.chars().find_map(|letter| letter.to_digit(10));
    let short = |letter: char| {
        words
            .strip_prefix(letter)
            .is_some_and(|rest| rest.trim_start_matches(['_', ' ', '-']).chars().all(|letter| letter.is_ascii_digit()))
    };
    if PLAYER.iter().any(|word| words.contains(word)) || short('p') {
        Some(('P', number))
    } else if BANKER.iter().any(|word| words.contains(word)) || short('b') {
        Some(('B', number))
    } else {
        None
    }
}

fn result(cell: &str) -> Option<&'static str> {
    let small = cell.to_lowercase();
    RESULTS.iter().find(|(word, _)| *word == small).map(|(_, result)| *result)
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

fn name(column: &Column) -> String {
    match &column.name {
        Name::Header(header) => quoted(header),
        Name::Number(number) => number.to_string(),
    }
}

impl<'t> Writer<'t> {
    /// Takes the first column that nobody took and that is such a one.
    fn take(&mut self, is: impl Fn(&Column) -> bool) -> Option<&'t Column> {
        let free = self.table.columns.iter().zip(&mut self.used).find(|(column, used)| !**used && is(column));
        free.map(|(column, used)| {
            *used = true;
            column
        })
    }

    fn guess(&mut self, guess: impl Into<String>) {
        self.guesses.push(guess.into());
    }

    fn mapping(&mut self, log: &str, zone: &str) -> String {
        let mut text = String::from(
            "# A draft from the CSV itself. Look through every line; REVIEW stands where the CSV says nothing.\n",
        );
        text.push_str("format: csv-mapping/1\n");
        self.csv(&mut text);
        let _ = write!(
            text,
            "open:\n  log: {}\n  source: {{kind: table, id: REVIEW}}\n  jurisdiction: REVIEW\n  venue: REVIEW\n  game: baccarat\n  table: REVIEW\n  currency: REVIEW\nrow:\n",
            quoted(log)
        );
        self.guess("the game is taken as `baccarat`; jurisdiction, venue, table, source and currency are in no CSV: write them in place of REVIEW");
        let cards = self.cards();
        let time = self.time(zone);
        let results = self.results();
        let shoes = ["shoe", "shoe id", "shoe_id", "shoeid", "\u{9774}"];
        let shoe = self.take(|column| shoes.contains(&column.words().as_str()));
        let coup = self.take(|column: &Column| {
            let words = ["coup", "hand", "hand no", "hand_no", "hand number", "coup no", "coup_number", "\u{5c40}"];
            words.contains(&column.words().as_str())
                && column.mostly(|cell| cell.ends_with(|letter: char| letter.is_ascii_digit()))
        });
        let ids =
            ["id", "round", "round id", "round_id", "roundid", "game id", "game_id", "gameid", "\u{5c40}\u{53f7}"];
        let id = self.take(|column| ids.contains(&column.words().as_str()));
        if let Some(id) = id {
            let _ = writeln!(text, "  id: {}", name(id));
        }
        text.push_str(&time);
        if let Some(shoe) = shoe {
            let _ = writeln!(text, "  shoe: {}", name(shoe));
        }
        if let Some(coup) = coup {
            let first = coup.cells.first().map_or("", String::as_str);
            let prefix = first.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
            match prefix {
                "" => _ = writeln!(text, "  coup: {}", name(coup)),
                _ => _ = writeln!(text, "  coup: {{column: {}, prefix: {}}}", name(coup), quoted(prefix)),
            }
        }
        text.push_str(&cards);
        text.push_str(&results);
        self.wagers();
        let unread = self.table.columns.iter().zip(&self.used).filter(|(_, used)| !**used);
        let unread: Vec<String> = unread.map(|(column, _)| name(column)).collect();
        if !unread.is_empty() {
            self.guess(format!("columns that are not read: {}", unread.join(", ")));
        }
        text
    }

    fn csv(&mut self, text: &mut String) {
        let Table { encoding, delimiter, skip_lines, header, .. } = self.table;
        let mut entries = vec![format!("delimiter: \"{delimiter}\"")];
        if let Some(encoding) = encoding {
            entries.push(format!("encoding: {}", encoding.name().to_lowercase()));
            self.guess(format!("the text is taken as {}: see whether its letters come out right", encoding.name()));
        }
        if *skip_lines > 0 {
            entries.push(format!("skip_lines: {skip_lines}"));
            self.guess(format!("{skip_lines} lines above the table are passed over"));
        }
        if !header {
            entries.push("header: false".to_owned());
            self.guess(
                "no line looks like a header: columns are named by their numbers, and what they are by what they hold",
            );
        }
        let _ = writeln!(text, "csv: {{{}}}", entries.join(", "));
    }

    fn cards(&mut self) -> String {
        let columns = &self.table.columns;
        let mut cards: Vec<(usize, &Column)> =
            columns.iter().enumerate().filter(|(_, column)| column.mostly(is_card)).collect();
        if cards.is_empty() {
            self.guess("no column of single cards was found: none are recorded");
            return String::new();
        }
        let hands: Vec<Option<(char, Option<u32>)>> = cards.iter().map(|(_, column)| hand(column)).collect();
        let ends = hands.iter().all(|hand| matches!(hand, Some((_, Some(_)))));
        if ends {
            // The Player's first, the Banker's first, and so on, whatever the order of the columns is.
            cards.sort_by_key(|(_, column)| hand(column).map(|(to, number)| (number, to == 'B')));
            self.guess("the cards are taken as dealt in turn, the Player's first; `columns` is in the order dealt");
        } else {
            self.guess("the headers do not say where each card ended: `columns` is taken as the order dealt");
        }
        let spelling = Spelling::of(cards.iter().flat_map(|(_, column)| column.cells.iter().map(String::as_str)));
        if !spelling.assumed.is_empty() {
            self.guess(format!(
                "no cell shows these parts of a card, so their spelling is assumed: {}",
                spelling.assumed.join(", ")
            ));
        }
        let mut text = String::from("  cards:\n");
        let entries = spelling.entries();
        if !entries.is_empty() {
            let _ = writeln!(text, "    notation: {{{entries}}}");
        }
        text.push_str("    columns:\n");
        for (at, column) in cards {
            let to = hand(column).filter(|_| ends).map_or(String::new(), |(to, _)| format!(", to: {to}"));
            let _ = writeln!(text, "      - {{column: {}{to}}}", name(column));
            self.used.iter_mut().skip(at).take(1).for_each(|used| *used = true);
        }
        text
    }

    fn time(&mut self, zone: &str) -> String {
        let columns = &self.table.columns;
        let found = columns.iter().zip(&self.used).enumerate().find_map(|(at, (column, used))| {
            (!used).then(|| TimeGuess::of(column)).flatten().map(|time| (at, column, time))
        });
        let Some((at, column, time)) = found else {
            self.guess("no column of times was found: the coups are judged by the rules of the time of the import");
            return String::new();
        };
        self.used.iter_mut().skip(at).take(1).for_each(|used| *used = true);
        if time.either {
            self.guess(format!("day and month of {} could be the other way round", name(column)));
        }
        if !time.needs_zone {
            return format!("  time: {{column: {}, format: {}}}\n", name(column), quoted(&time.format));
        }
        self.guess(format!("the zone of {} is in no cell: it is taken as {zone}", name(column)));
        format!(
            "  time: {{column: {}, format: {}, zone: {}}} # REVIEW\n",
            name(column),
            quoted(&time.format),
            quoted(zone)
        )
    }

    fn results(&mut self) -> String {
        let fits = |column: &Column| column.mostly(|cell| result(cell).is_some());
        let named = |column: &Column| RESULT_NAMES.iter().any(|name| column.words().contains(name));
        let column = self.take(|column| fits(column) && named(column));
        let Some(column) = column.or_else(|| self.take(|column| fits(column) && !column.words().contains("bet")))
        else {
            self.guess("no column of results was found");
            return String::new();
        };
        let mut values: Vec<&String> = column.cells.iter().collect();
        values.sort_unstable();
        values.dedup();
        let known: Vec<String> =
            values.iter().filter_map(|value| Some(format!("{}: {}", quoted(value), result(value)?))).collect();
        let mut text =
            format!("  declared:\n    result: {{column: {}, values: {{{}}}}}\n", name(column), known.join(", "));
        for (to, key) in [('P', "player"), ('B', "banker")] {
            let is_points = |cell: &str| matches!(cell.as_bytes(), [b'0'..=b'9']);
            let words = ["point", "total", "score", "\u{70b9}"];
            let points = self.take(|column| {
                hand(column).is_some_and(|(of, _)| of == to)
                    && words.iter().any(|word| column.words().contains(word))
                    && column.mostly(is_points)
            });
            if let Some(points) = points {
                let _ = writeln!(text, "    {key}: {}", name(points));
            }
        }
        text
    }

    /// Which column is the bet, the stake and what went back is nothing that cells show.
    fn wagers(&mut self) {
        let words = ["stake", "wager", "bet", "payout", "returned", "paid", "amount", "win/loss"];
        let is = |column: &&Column| words.iter().any(|word| column.words().contains(word));
        let free = self.table.columns.iter().zip(&self.used).filter(|(_, used)| !**used).map(|(column, _)| column);
        let names: Vec<String> = free.filter(is).map(name).collect();
        if !names.is_empty() {
            self.guess(format!(
                "{} may be of wagers, and none are read: see `wagers`, `amounts` and `rows: wager` in docs/spec/mapping.md",
                names.join(", ")
            ));
        }
    }
}
