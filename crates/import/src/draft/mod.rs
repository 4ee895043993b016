//! A mapping written from a CSV itself, for somebody to look through.

mod amounts;
mod games;
mod json;
mod json_above;
mod json_members;
mod json_results;
mod numbers;
mod order;
mod paid;
mod place;
mod spelling;
mod status;
mod table;
mod times;
mod wagers;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

pub use self::games::KnownGame;
use resettle_game::counted;

use self::games::{Dealt, Found};
pub use self::json::draft_json_mapping;
pub(crate) use self::json::rounds_at;
use self::spelling::{Spelling, are_points, is_card, is_rank};
use self::table::{Column, DraftTable, Name, OneTable};
use self::times::TimeGuess;
use crate::error::ImportError;
use crate::excel;
use crate::parted_amount::is_amount;
use crate::problem::short;
use crate::sniff;
use crate::status::{flag_of, is_name_of_a_status, is_word_of_a_status, says_accepted, status_of};
use crate::vocabulary::{self, hand_in, is_name_of_a_result, words};

/// A mapping that was written from a CSV.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Its text. What the CSV does not say stands there as `REVIEW`.
    pub mapping: String,
    /// What was guessed, and what is in no column that is read: a sentence each.
    pub guesses: Vec<String>,
    /// Whether no column could be made out: the mapping then names them all, and what to write of them.
    pub is_blank: bool,
}

/// What is said where nothing was found that says who won, or what was staked.
const NO_RESULTS: &str =
    "no result column found: what was announced is in no log, and whether it is what the cards give is not asked";
const NO_WAGERS: &str =
    "no wager column found: no wager is in the log, and neither money nor limits nor late wagers are asked";
/// How amounts may be written, as a mapping says it.
const OF_AMOUNTS: &str = "amounts: {decimal: \",\", thousands: \".\", symbols: [EUR], zero: [\"-\"]}";

/// Writes a mapping for a CSV of baccarat by what it begins with; `log` names the log, and `zone` the zone of times that name
/// none. `games` are those of which rulesets are at hand: one of them is written where titles, bets or hands leave no other.
///
/// # Errors
/// [`ImportError::NoCsv`] for another kind of file, and [`ImportError::NoTable`] where no row has two cells.
pub fn draft_mapping(head: &[u8], log: &str, zone: &str, games: &[KnownGame]) -> Result<Draft, ImportError> {
    // Text in another encoding is read here, and its name goes into the mapping.
    if let Some((what, help)) = sniff::other_than_csv(head)
        && what != sniff::UTF_16
    {
        return Err(ImportError::NoCsv { what, help });
    }
    let is_datum = |cell: &str| is_card(cell) || (!cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit()));
    let mut table = table::find(head, is_datum).map_err(ImportError::Read)?.ok_or(ImportError::NoTable)?;
    let one = table::of_one_table(&mut table);
    let mut writer = Writer {
        guesses: one.iter().map(OneTable::said).collect(),
        used: table.columns.iter().map(|column| one.as_ref().is_some_and(|one| one.column == column.name)).collect(),
        table: &table,
        one: one.as_ref(),
        games,
        dates: None,
        results: None,
        no_card: BTreeSet::new(),
    };
    let mapping = writer.mapping(log, zone);
    Ok(Draft { mapping, guesses: writer.guesses, is_blank: !writer.used.contains(&true) })
}

struct Writer<'t> {
    table: &'t DraftTable,
    /// Of which table its rows are, where others have rows in the CSV too.
    one: Option<&'t OneTable>,
    /// Which columns have a meaning.
    used: Vec<bool>,
    games: &'t [KnownGame],
    dates: Option<&'t Column>,
    results: Option<&'t Column>,
    /// Words of columns of cards that stand where none was drawn.
    no_card: BTreeSet<&'t str>,
    guesses: Vec<String>,
}

/// Where the cards of a column end, and which of a hand they are.
fn hand(column: &Column) -> Option<(char, Option<u32>)> {
    hand_of(&column.words())
}

/// The same of the words of a name.
fn hand_of(words: &str) -> Option<(char, Option<u32>)> {
    if wagers::is_of_a_seat(words) {
        return None;
    }
    let in_words = || {
        let has = |number: &(u32, &str)| words.split(' ').any(|word| word == number.1);
        [(1, "first"), (2, "second"), (3, "third")].into_iter().find(has).map(|(number, _)| number)
    };
    let number = words.chars().find_map(|letter| letter.to_digit(10)).or_else(in_words);
    let short = |letter: char| {
        words
            .strip_prefix(letter)
            .is_some_and(|rest| rest.trim_start_matches(['_', ' ', '-']).chars().all(|letter| letter.is_ascii_digit()))
    };
    let hand = hand_in(words).or_else(|| ['p', 'b'].into_iter().find(|letter| short(*letter)));
    hand.map(|letter| (letter.to_ascii_uppercase(), number))
}

/// Words for the three results that programs use together.
const RESULTS_TOGETHER: [[&str; 3]; 14] = [
    ["p", "b", "t"],
    ["player", "banker", "tie"],
    ["player wins", "banker wins", "tie"],
    ["player_win", "banker_win", "tie"],
    ["punto", "banco", "egalite"],
    ["punto", "banco", "\u{e9}galit\u{e9}"],
    ["p", "b", "e"],
    ["spieler", "bank", "unentschieden"],
    ["joueur", "banque", "\u{e9}galit\u{e9}"],
    ["giocatore", "banco", "pareggio"],
    ["jugador", "banca", "empate"],
    ["jogador", "banca", "empate"],
    ["\u{95f2}", "\u{5e84}", "\u{548c}"],
    ["\u{9592}", "\u{838a}", "\u{548c}"],
];

/// The results that no cell shows, spelled as those that some show.
fn unseen_results(seen: &[&String]) -> Vec<(String, &'static str)> {
    let small: Vec<String> = seen.iter().map(|word| word.to_lowercase()).collect();
    let own =
        RESULTS_TOGETHER.iter().find(|words| small.iter().any(|word| words.iter().take(2).any(|known| known == word)));
    let Some(words) = own else { return Vec::new() };
    let capital = seen.iter().all(|word| !word.contains(char::is_lowercase));
    let title = seen.iter().all(|word| word.starts_with(char::is_uppercase));
    let spelled = |word: &str| match word.chars().next() {
        _ if capital => word.to_uppercase(),
        Some(first) if title => first.to_uppercase().chain(word.chars().skip(1)).collect(),
        _ => word.to_owned(),
    };
    let missing = words
        .iter()
        .zip(["player", "banker", "tie"])
        .filter(|(_, is)| !seen.iter().any(|word| result(word) == Some(is)));
    missing.map(|(word, is)| (spelled(word), is)).collect()
}

/// The result that a cell means, as the log names it.
fn result(cell: &str) -> Option<&'static str> {
    vocabulary::result(&words(cell))
}

/// How often columns hold the same in two rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Repeats {
    Never,
    /// But on no day: what is counted there begins anew each day.
    OnOtherDays,
    OnOneDay,
}

/// Whether two rows are the same in these columns, and where the rows have dates, whether they are on one day. Of merged cells the
/// date of a row is that of the first one.
fn repeats(columns: &[Option<&Column>], dates: Option<&Column>) -> Repeats {
    let Some(columns) = columns.iter().copied().collect::<Option<Vec<&Column>>>() else { return Repeats::Never };
    let Some((first, _)) = columns.split_first() else { return Repeats::Never };
    let rows: Vec<(u64, Vec<&str>)> = first
        .lines
        .iter()
        .filter_map(|line| Some((*line, columns.iter().map(|column| column.at(*line)).collect::<Option<_>>()?)))
        .collect();
    let names: BTreeSet<&Vec<&str>> = rows.iter().map(|(_, name)| name).collect();
    if names.len() == rows.len() {
        return Repeats::Never;
    }
    let Some(dates) = dates else { return Repeats::OnOneDay };
    let by_day: BTreeSet<(&Vec<&str>, Option<String>)> =
        rows.iter().map(|(line, name)| (name, dates.above(*line).map(times::day))).collect();
    if by_day.len() == rows.len() { Repeats::OnOtherDays } else { Repeats::OnOneDay }
}

/// Rows that name a coup which a row above names.
struct Again {
    rows: usize,
    line: u64,
    before: u64,
    /// Whether they are so many that coups have several rows as a rule.
    is_usual: bool,
}

/// One row in so many may name a coup again by a slip.
const SLIPS: usize = 10;

/// The rows that are the same in these columns as one above; `None` where none is, or not all columns are there.
fn again(columns: &[Option<&Column>]) -> Option<Again> {
    let columns = columns.iter().copied().collect::<Option<Vec<&Column>>>()?;
    let (mut seen, mut found) = (BTreeMap::new(), None::<Again>);
    let lines = &columns.first()?.lines;
    for line in lines {
        let Some(name) = columns.iter().map(|column| column.at(*line)).collect::<Option<Vec<&str>>>() else { continue };
        let before = *seen.entry(name).or_insert(*line);
        if before != *line {
            found.get_or_insert(Again { rows: 0, line: *line, before, is_usual: false }).rows += 1;
        }
    }
    found.map(|again| Again { is_usual: again.rows * SLIPS > lines.len(), ..again })
}

/// What is said of a spelling that two cards may have.
const ONE_BESIDE_ACES: &str = "`1` stands among the cards beside another spelling of aces, and may be a ten without its nought: it is taken as no card of the notation; where it is an ace, write into it: ranks: {\"1\": A}";

/// What a column of the numbers of coups is called.
const COUPS: [&str; 17] = [
    "coup",
    "hand",
    "hand no",
    "hand number",
    "hand nr",
    "hd",
    "hd no",
    "rd",
    "rd no",
    "rnd",
    "rnd no",
    "coup no",
    "coup nr",
    "coup number",
    "\u{5c40}",
    "\u{5c40}\u{6570}",
    "\u{5c40}\u{6578}",
];
/// What it is called where a shoe stands beside it.
const COUNTED_IN_A_SHOE: [&str; 11] = [
    "round",
    "round no",
    "round nr",
    "round number",
    "game",
    "game no",
    "game number",
    "no",
    "nr",
    "\u{5c40}\u{53f7}",
    "\u{5c40}\u{865f}",
];
/// No shoe has more coups.
const MOST_COUPS: u32 = 200;

/// So many words of a column say that no card was drawn.
const MOST_WORDS: usize = 3;

/// Whether a column is of a card that a hand may lack, unlike its first two.
fn is_third(column: &Column) -> bool {
    hand(column).is_some_and(|(_, number)| number > Some(2))
}

/// The words of a column of cards that are none; `None` where the others are no cards. Of a card that may be missing all cells may
/// be one word.
fn words_beside_cards(column: &Column, may_be_missing: bool, is: impl Fn(&str) -> bool) -> Option<BTreeSet<&str>> {
    let (cards, words): (Vec<&str>, Vec<&str>) = column.cells.iter().map(String::as_str).partition(|cell| is(cell));
    let words: BTreeSet<&str> = words.into_iter().collect();
    let are_words = words.len() <= MOST_WORDS && words.iter().all(|word| word.chars().count() <= LONGEST_WORD);
    (are_words && (!cards.is_empty() || (may_be_missing && words.len() == 1))).then_some(words)
}

/// A column of more words is no status.
const MOST_STATUSES: usize = 12;

/// Whether a column is the same in all rows of a coup, which these columns name.
fn is_of_coups(column: &Column, of_coup: &[&Column]) -> bool {
    let mut by_coup: BTreeMap<Vec<&str>, &str> = BTreeMap::new();
    column.cells.iter().enumerate().all(|(at, cell)| {
        let coup = of_coup.iter().filter_map(|own| own.cells.get(at)).map(String::as_str).collect();
        *by_coup.entry(coup).or_insert(cell) == cell
    })
}

/// So many odd cells of a column are named.
const MOST_ODD: usize = 5;

/// More letters than such a word has.
const LONGEST_WORD: usize = 12;

/// Fewer hands may begin alike by chance.
const ENOUGH: usize = 12;

/// Columns of cards in the order of a deal, and those that it does not have behind them.
fn in_order<'c>(mut cards: Vec<(usize, &'c Column)>, deal: &str) -> Vec<(usize, &'c Column)> {
    let mut ordered = Vec::new();
    for letter in deal.chars() {
        if let Some(at) = cards.iter().position(|(_, column)| hand(column).is_some_and(|(to, _)| to == letter)) {
            ordered.push(cards.remove(at));
        }
    }
    ordered.extend(cards);
    ordered
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

fn name(column: &Column) -> String {
    name_of(&column.name)
}

fn name_of(name: &Name) -> String {
    match name {
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

    /// Names the cells of a column that are no such.
    fn odd(&mut self, column: &Column, what: &str, odd: &[(u64, &str)]) {
        let shown = odd.iter().take(MOST_ODD).map(|(line, cell)| format!("{} on line {line}", quoted(&short(cell))));
        let mut shown: Vec<String> = shown.collect();
        if odd.len() > MOST_ODD {
            shown.push(format!("{} more", odd.len() - MOST_ODD));
        }
        if !shown.is_empty() {
            self.guess(format!(
                "{} holds what is no {what}, which an import lists: {}",
                name(column),
                shown.join(", ")
            ));
        }
    }

    fn mapping(&mut self, log: &str, zone: &str) -> String {
        // Before the cards: `S1` may be the ace of spades, and is no card in a column of shoes.
        let shoes = [
            "shoe",
            "shoe id",
            "shoeid",
            "shoe no",
            "shoe number",
            "sabot",
            "schlitten",
            "\u{9774}",
            "\u{9774}\u{53f7}",
            "\u{9774}\u{865f}",
        ];
        let shoe = self.take(|column| shoes.contains(&column.words().as_str()));
        let coup = self.take(|column: &Column| {
            COUPS.contains(&column.words().as_str())
                && column.mostly(|cell| cell.ends_with(|letter: char| letter.is_ascii_digit()))
        });
        // Beside a shoe a small number is that of a coup in it, which the next shoe has again.
        let is_counted = |column: &Column| {
            COUNTED_IN_A_SHOE.contains(&column.words().as_str())
                && column.mostly(|cell| cell.parse::<u32>().is_ok_and(|number| number <= MOST_COUPS))
        };
        let coup = coup.or_else(|| shoe.and_then(|_| self.take(is_counted)));
        let ids = [
            "id",
            "round",
            "round id",
            "round no",
            "roundid",
            "game id",
            "gameid",
            "game uid",
            "game no",
            "s no",
            "sno",
            "serial",
            "serial no",
            "no",
            "nr",
            "ref",
            "\u{5c40}\u{53f7}",
            "\u{5c40}\u{865f}",
        ];
        let id = self.take(|column| ids.contains(&column.words().as_str()));
        let games = self.games;
        let found = games::find(games, &self.table.titles, &wagers::bets(&self.table.columns), self.dealt());
        let order = self.order(&found);
        let cards = self.cards(&order.deal);
        if cards.contains("deal:") || cards.contains("to:") {
            order.guess.into_iter().for_each(|guess| self.guess(guess));
        }
        let (time, newest_first) = self.time(zone);
        let results = self.results();
        let mut wagers = self.wagers();
        let (id, cut) = id.map_or((None, None), |id| {
            if id.cells.iter().any(|cell| excel::is_cut(cell)) { (None, Some(id)) } else { (Some(id), None) }
        });
        if let Some(cut) = cut {
            self.guess(format!(
                "{} holds long numbers of which a spreadsheet kept the first figures, and is not read: save the CSV anew from the original, with the column as text",
                name(cut)
            ));
        }
        let named = if id.is_some() { repeats(&[id], self.dates) } else { repeats(&[shoe, coup], self.dates) };
        let own = if id.is_some() { vec![id] } else { vec![shoe, coup] };
        let again = again(&own);
        let rows_are_wagers =
            wagers.any && named == Repeats::OnOneDay && again.as_ref().is_none_or(|again| again.is_usual);
        if let Some(Again { rows, line, before, .. }) =
            again.filter(|_| wagers.any && !rows_are_wagers && named == Repeats::OnOneDay)
        {
            self.guess(format!(
                "{rows} of the rows name a coup that another row names, the first one on line {line}, as line {before} does: too few to take rows as wagers, so each row is taken as a coup; an import counts those once that are the same in all that is read, and asks to take out others"
            ));
        }
        let of_coup: Vec<&Column> =
            if id.is_some() { id.into_iter().collect() } else { shoe.into_iter().chain(coup).collect() };
        let (status, of_wagers) = self.status(if rows_are_wagers { Some(&of_coup) } else { None });
        wagers.add(&of_wagers);
        if rows_are_wagers && !of_wagers.contains("rejected") {
            let accepted = self.accepted();
            wagers.add(&accepted);
        }
        // The same name on another day is that of another coup.
        let (id, shoe, anew) = match named {
            Repeats::OnOtherDays if id.is_some() => (None, shoe, id),
            Repeats::OnOtherDays => (None, None, shoe),
            _ => (id, shoe, None),
        };
        if let Some(anew) = anew {
            self.guess(format!(
                "{} is counted anew each day, and is not read, so that coups of two days are not taken for one; to have it in the log, import each day by itself",
                name(anew)
            ));
        }

        let mut text = String::from(
            "# A draft from the CSV itself. Look through every line; REVIEW stands where the CSV says nothing.\n",
        );
        text.push_str("format: csv-mapping/1\n");
        self.csv(&mut text, newest_first);
        self.open(&mut text, log, &found, &wagers);
        if rows_are_wagers {
            text.push_str("rows: wager\n");
            self.guess(
                "several rows name the same coup: each row is taken as a wager, and the rows of a coup together",
            );
        }
        text.push_str("row:\n");
        if let Some(id) = id {
            let _ = writeln!(text, "  id: {}", name(id));
        }
        text.push_str(&time);
        text.push_str(&status);
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
        text.push_str(&wagers.text);
        if !wagers.any {
            self.guess(NO_WAGERS);
        }
        for (part, missing) in [
            (time.is_empty(), "time: {columns: [DATE, TIME], format: \"%d/%m/%Y %H:%M\", zone: Asia/Singapore}"),
            (cards.is_empty(), "cards: {hands: {separator: \" \", deal: PBPBPB, P: PLAYER CARDS, B: BANKER CARDS}}"),
            (results.is_empty(), "declared: {result: {column: RESULT, values: {P: player, B: banker, T: tie}}}"),
            (!wagers.any, OF_AMOUNTS),
            (!wagers.any, "wagers: [{bet: player, stake: PLAYER BET, returned: PLAYER RETURN, decimals: 2}]"),
        ] {
            if part {
                let _ = writeln!(text, "  # {missing}");
            }
        }
        text.push_str("# The columns, with cells of theirs; those marked with * are read:\n");
        for (column, used) in self.table.columns.iter().zip(&self.used) {
            let cells: Vec<String> = column.cells.iter().take(2).map(|cell| quoted(&short(cell))).collect();
            let _ = writeln!(text, "#{} {}: {}", if *used { "*" } else { " " }, name(column), cells.join(", "));
        }
        let unread = self.table.columns.iter().zip(&self.used).filter(|(_, used)| !**used);
        let unread: Vec<String> = unread.map(|(column, _)| name(column)).collect();
        if !unread.is_empty() {
            self.guess(format!("columns that are not read: {}", unread.join(", ")));
        }
        text
    }

    /// What the log's first record says, as far as titles and cells do.
    fn open(&mut self, text: &mut String, log: &str, found: &Found<'_>, wagers: &wagers::Wagers) {
        let titles = &self.table.titles;
        let places: BTreeSet<String> =
            self.games.iter().flat_map(|game| &game.places).map(|(of, venue)| format!("{venue} ({of})")).collect();
        let known = |word: &str, known: Vec<String>| match known.is_empty() {
            true => String::new(),
            false => format!(" # {word}: {}", known.join(", ")),
        };
        let place = place::venue(self.games, titles);
        let (jurisdiction, venue) = place.unwrap_or(("REVIEW", "REVIEW"));
        let venues =
            if place.is_none() { known("rulesets are of", places.into_iter().collect()) } else { String::new() };
        let game = found.game.map_or("REVIEW", |game| game.game.as_str());
        let games = match found.game {
            Some(_) => String::new(),
            None if found.possible.is_empty() => {
                known("none of those with rulesets fits", self.games.iter().map(|game| game.game.clone()).collect())
            }
            None => known("one of", found.possible.iter().map(|game| game.game.clone()).collect()),
        };
        let own = self.one.map(|one| one.value.as_str());
        let table = own.or_else(|| place::table(titles)).map_or_else(|| "REVIEW".to_owned(), quoted);
        let currency = place::currency(&wagers.symbols).or_else(|| {
            // A symbol in the amounts says more than a title.
            place::currency_of(titles).filter(|_| wagers.symbols.is_empty())
        });
        let currency = currency.unwrap_or("REVIEW");
        let _ = writeln!(
            text,
            "open:\n  log: {}\n  source: {{kind: table, id: {table}}}\n  jurisdiction: {jurisdiction}\n  venue: {venue}{venues}\n  game: {game}{games}\n  table: {table}\n  currency: {currency}",
            quoted(log)
        );
        match found.game {
            Some(game) if found.is_named => {
                self.guess(format!("the game is taken as `{}`: a line above the table names it", game.game))
            }
            Some(game) => self.guess(format!(
                "the game is taken as `{}`: bets and hands fit no other one with rulesets here",
                game.game
            )),
            None => self.guess("which game it is cannot be seen: write it in place of REVIEW"),
        }
        let parts = [
            ("jurisdiction and venue", place.is_some()),
            ("table and source", table != "REVIEW"),
            ("currency", currency != "REVIEW"),
        ];
        let of = |is: bool| {
            parts.iter().filter(|(_, known)| *known == is).map(|(part, _)| *part).collect::<Vec<_>>().join(", ")
        };
        if parts.iter().any(|(_, known)| *known) {
            self.guess(format!("as lines above the table and amounts say: {}", of(true)));
        }
        if parts.iter().any(|(_, known)| !*known) {
            self.guess(format!("in no CSV: {}; write them in place of REVIEW", of(false)));
        }
    }

    /// What the cells of cards show of the game.
    fn dealt(&self) -> Dealt {
        let columns = || self.table.columns.iter().filter(|column| hand(column).is_some_and(|(to, _)| to == 'P'));
        let mut single: Vec<(u32, &Column)> = columns()
            .filter(|column| column.mostly(is_card) || column.mostly(is_rank))
            .filter_map(|column| Some((hand(column)?.1?, column)))
            .collect();
        single.sort_by_key(|(number, _)| *number);
        let hands: Vec<Vec<&str>> = match single.as_slice() {
            [(_, first), (_, second), ..] => {
                let firsts = first.cells.iter().map(|cell| vec![cell.as_str()]);
                let with_second = second.cells.len();
                firsts
                    .enumerate()
                    .map(|(at, mut cards)| {
                        if at < with_second {
                            cards.push("");
                        }
                        cards
                    })
                    .collect()
            }
            _ => {
                let separated = |column: &'t Column| {
                    let separator = spelling::separator_of_hands(&column.cells)
                        .or_else(|| spelling::separator_of_ranks(&column.cells))?;
                    Some(column.cells.iter().map(|cell| spelling::cards(cell, separator)).collect())
                };
                columns().find_map(separated).unwrap_or_default()
            }
        };
        let of_one = hands.iter().filter(|cards| cards.len() == 1).count();
        let first = spelling::common_rank(hands.iter().filter_map(|cards| cards.first().copied()));
        Dealt { enough: !hands.is_empty(), first, of_one: of_one * 10 > hands.len() }
    }

    fn csv(&mut self, text: &mut String, newest_first: bool) {
        let DraftTable { encoding, delimiter, skip_lines, header, columns, .. } = self.table;
        let mut entries = vec![format!("delimiter: \"{delimiter}\"")];
        if let Some(encoding) = encoding {
            entries.push(format!("encoding: {}", encoding.name().to_lowercase()));
            self.guess(format!("the text is taken as {}: see whether its letters come out right", encoding.name()));
        }
        if *skip_lines > 0 {
            entries.push(format!("skip_lines: {skip_lines}"));
            self.guess(format!("{} above the table passed over", counted(skip_lines, "line")));
        }
        if !header {
            entries.push("header: false".to_owned());
            self.guess(
                "no line looks like a header: columns are named by their numbers, and what they are by what they hold",
            );
        }
        if newest_first {
            entries.push("order: newest-first".to_owned());
            self.guess("the times run backwards: the newest row is taken to come first");
        }
        // A dash in a column of amounts stands for 0.
        let is_of_amounts = |column: &Column| column.mostly(is_amount) || column.cells.is_empty();
        let words = |column: &'t Column| {
            let of_amounts = is_of_amounts(column);
            column.nothing.iter().filter(move |word| !(of_amounts && wagers::is_dash(word)))
        };
        let mut empty: BTreeSet<&str> = columns.iter().flat_map(words).map(String::as_str).collect();
        empty.extend(&self.no_card);
        if !empty.is_empty() {
            let empty: Vec<String> = empty.iter().map(|cell| quoted(cell)).collect();
            entries.push(format!("empty: [{}]", empty.join(", ")));
            self.guess(format!("cells that are taken as empty ones: {}", empty.join(", ")));
        }
        if let Some(OneTable { column, value, .. }) = self.one {
            entries.push(format!("only: {{column: {}, values: [{}]}}", name_of(column), quoted(value)));
        }
        let _ = writeln!(text, "csv: {{{}}}", entries.join(", "));
    }

    fn cards(&mut self, deal: &str) -> String {
        let free = || self.table.columns.iter().enumerate().zip(&self.used).filter(|(_, used)| !**used);
        let mut cards: Vec<(usize, &Column)> =
            free().map(|(column, _)| column).filter(|(_, column)| column.mostly(is_card)).collect();
        let is_numbered = |column: &Column| matches!(hand(column), Some((_, Some(_))));
        let mut no_suits = false;
        if cards.is_empty() {
            // Without suits a card is a number like others: headers have to say that they are cards of hands.
            cards = free()
                .map(|(column, _)| column)
                .filter(|(_, column)| is_numbered(column) && column.mostly(is_rank))
                .collect();
            let of =
                |letter| cards.iter().filter(|(_, column)| hand(column).is_some_and(|(to, _)| to == letter)).count();
            if of('P') < 2 || of('B') < 2 {
                return self.numbered(deal).unwrap_or_else(|| self.hands(deal));
            }
            no_suits = true;
        }
        let ends = cards.iter().all(|(_, column)| is_numbered(column));
        if ends {
            // A third card that no row shows so far has a column all the same.
            cards.extend(
                free().map(|(column, _)| column).filter(|(_, column)| column.cells.is_empty() && is_numbered(column)),
            );
            // So has one whose cells say in words of their own that none was drawn.
            let is: fn(&str) -> bool = if no_suits { is_rank } else { is_card };
            let found: Vec<usize> = cards.iter().map(|(at, _)| *at).collect();
            let other =
                free().map(|(column, _)| column).filter(|(at, column)| !found.contains(at) && is_numbered(column));
            let other: Vec<(usize, &'t Column, BTreeSet<&'t str>)> = other
                .filter_map(|(at, column)| Some((at, column, words_beside_cards(column, is_third(column), is)?)))
                .collect();
            for (at, column, words) in other {
                cards.push((at, column));
                // A question mark says that a card was not seen.
                self.no_card.extend(words.into_iter().filter(|word| is_third(column) && !word.contains('?')));
            }
            // A nought is a card by its points alone, and none beside another spelling of ten.
            let all = || cards.iter().flat_map(|(_, column)| column.cells.iter().map(String::as_str));
            if no_suits && !are_points(all().filter(|cell| is_rank(cell))) && Spelling::of_ranks(all()).no_card_is_0 {
                self.no_card.insert("0");
            }
            // The Player's first, the Banker's first, and so on, whatever the order of the columns is.
            cards.sort_by_key(|(_, column)| hand(column).map(|(to, number)| (number, to == 'B')));
            if let Some(at) = cards.iter().position(|(_, column)| hand(column).is_some_and(|(to, _)| to == 'P'))
                && let Some((_, column)) = cards.get(at)
                && column.cells.len() >= ENOUGH
                && spelling::common_rank(column.cells.iter().map(String::as_str)).is_some()
            {
                self.guess(format!("{} holds the same card in nearly every row: it is taken as printed on the layout, and no card of the deal", name(column)));
                cards.remove(at);
            }
            cards = in_order(cards, deal);
            self.guess(format!("the cards are taken as dealt in the order {deal}; `columns` is in the order dealt"));
        } else {
            self.guess("the headers do not say where each card ended: `columns` is taken as the order dealt");
        }
        let cells = cards.iter().flat_map(|(_, column)| column.cells.iter().map(String::as_str));
        let mut text = format!("  cards:\n{}", self.notation(cells, no_suits));
        text.push_str("    columns:\n");
        let is: fn(&str) -> bool = if no_suits { is_rank } else { is_card };
        for (at, column) in cards {
            let odd: Vec<(u64, &str)> = column.odd(|cell| is(cell) || self.no_card.contains(cell)).collect();
            self.odd(column, "card", &odd);
            let to = hand(column).filter(|_| ends).map_or(String::new(), |(to, _)| format!(", to: {to}"));
            let _ = writeln!(text, "      - {{column: {}{to}}}", name(column));
            self.used.iter_mut().skip(at).take(1).for_each(|used| *used = true);
        }
        text
    }

    /// Columns of one card each, by its number.
    fn numbered(&mut self, deal: &str) -> Option<String> {
        let table = self.table;
        let is = |column: &Column| {
            matches!(hand(column), Some((_, Some(_))))
                && column.cells.iter().all(|cell| numbers::number(cell).is_some())
        };
        let free = table.columns.iter().enumerate().zip(&self.used).filter(|(_, used)| !**used);
        let mut cards: Vec<(usize, &Column)> =
            free.map(|(column, _)| column).filter(|(_, column)| is(column)).collect();
        cards.sort_by_key(|(_, column)| hand(column).map(|(to, number)| (number, to == 'B')));
        let first = cards.iter().map(|(_, column)| *column).find(|column| !column.cells.is_empty())?;
        let named =
            |column: &&Column| is_name_of_a_result(&column.words()) && column.mostly(|cell| result(cell).is_some());
        let results = table.columns.iter().find(named);
        let of_row = |line: &u64| {
            let of = |letter| {
                let own = cards.iter().filter(move |(_, column)| hand(column).is_some_and(|(to, _)| to == letter));
                own.filter_map(|(_, column)| numbers::number(column.at(*line)?)).collect::<Vec<u32>>()
            };
            let result = results.and_then(|column| column.at(*line)).and_then(result);
            numbers::Numbered { player: of('P'), banker: of('B'), result }
        };
        let rows: Vec<numbers::Numbered<'_>> = first.lines.iter().map(of_row).collect();
        let both = rows.iter().any(|row| row.player.len() > 1 && row.banker.len() > 1);
        let numbers::NumberGuess { entries, said } = numbers::guess(&rows).filter(|_| both)?;
        self.guess(said);
        self.guess(format!("the cards are taken as dealt in the order {deal}; `columns` is in the order dealt"));
        let mut text = format!("  cards:\n    notation: {{{entries}}} # REVIEW the order of the suits\n    columns:\n");
        for (at, column) in in_order(cards, deal) {
            let to = hand(column).map_or(String::new(), |(to, _)| format!(", to: {to}"));
            let _ = writeln!(text, "      - {{column: {}{to}}}", name(column));
            self.used.iter_mut().skip(at).take(1).for_each(|used| *used = true);
        }
        Some(text)
    }

    /// Columns of several cards each.
    fn hands(&mut self, deal: &str) -> String {
        let columns = || self.table.columns.iter().enumerate();
        let mut found: Vec<(usize, &Column, &'static str)> = columns()
            .filter_map(|(at, column)| Some((at, column, spelling::separator_of_hands(&column.cells)?)))
            .collect();
        let no_suits = found.is_empty();
        if no_suits {
            found = columns()
                .filter(|(_, column)| hand(column).is_some())
                .filter_map(|(at, column)| Some((at, column, spelling::separator_of_ranks(&column.cells)?)))
                .collect();
        }
        let hand_of = |letter| found.iter().find(|(_, column, _)| hand(column).is_some_and(|(to, _)| to == letter));
        let by_cells: Vec<_> = match hand_of('P').or(hand_of('B')) {
            // Letters of ranks are in no date and no number.
            None if no_suits => columns()
                .zip(&self.used)
                .filter(|((_, column), used)| {
                    !**used && column.cells.iter().any(|cell| cell.contains(['A', 'J', 'Q', 'K']))
                })
                .filter_map(|((at, column), _)| Some((at, column, spelling::separator_of_ranks(&column.cells)?)))
                .collect(),
            None => found.clone(),
            Some(_) => Vec::new(),
        };
        let used = match (hand_of('P'), hand_of('B'), found.first()) {
            (Some(player), Some(banker), _) if player.2 == banker.2 => vec![*player, *banker],
            (None, None, _) if by_cells.len() == 2 => {
                self.guess("two columns hold hands, and no header says whose: the first is taken as the Player's");
                by_cells
            }
            (None, None, Some(all)) if !no_suits => vec![*all],
            _ => {
                self.guess("no column of cards was found: none are recorded");
                return String::new();
            }
        };
        let cells = used
            .iter()
            .flat_map(|(_, column, separator)| column.cells.iter().flat_map(|cell| spelling::cards(cell, separator)));
        let notation = self.notation(cells, no_suits);
        used.iter().for_each(|(at, ..)| self.used.iter_mut().skip(*at).take(1).for_each(|used| *used = true));
        let is: fn(&str) -> bool = if no_suits { is_rank } else { is_card };
        for (_, column, separator) in &used {
            let odd: Vec<(u64, &str)> = column.odd(|cell| spelling::is_hand(cell, separator, is)).collect();
            self.odd(column, "hand of cards", &odd);
        }
        let separator = used.first().map_or("", |(.., separator)| separator);
        let columns = match used.as_slice() {
            [(_, player, _), (_, banker, _)] => {
                self.guess(format!("the cards are taken as dealt in the order {deal}"));
                let first = player.cells.iter().filter_map(|cell| spelling::cards(cell, separator).first().copied());
                let printed = spelling::common(first).filter(|_| player.cells.len() >= ENOUGH);
                let printed = printed.map_or_else(String::new, |card| {
                    self.guess(format!("nearly every hand of the Player begins with {card}: it is taken as printed on the layout, and no card of the deal"));
                    format!(", printed: {{P: {}}}", quoted(card))
                });
                format!("deal: {deal}, P: {}, B: {}{printed}", name(player), name(banker))
            }
            _ => {
                self.guess("one column holds all cards: they are taken in the order dealt");
                format!("all: {}", used.first().map(|(_, column, _)| name(column)).unwrap_or_default())
            }
        };
        format!("  cards:\n{notation}    hands: {{separator: {}, {columns}}}\n", quoted(separator))
    }

    /// The line of the notation that these cards are spelled in, if it is not the log's own.
    fn notation<'c>(&mut self, cards: impl Iterator<Item = &'c str> + Clone, no_suits: bool) -> String {
        if no_suits && are_points(cards.clone()) {
            self.guess(
                "the cells of cards hold numbers up to 10: they are taken as points alone, and neither ranks nor suits are recorded",
            );
            return "    notation: points\n".to_owned();
        }
        if no_suits {
            self.guess("the cells of cards hold ranks alone: suits are not recorded");
        }
        let spelling = if no_suits { Spelling::of_ranks(cards) } else { Spelling::of(cards) };
        if !spelling.assumed.is_empty() {
            self.guess(format!(
                "no cell shows these parts of a card, so their spelling is assumed: {}",
                spelling.assumed.join(", ")
            ));
        }
        if spelling.no_card_is_0 {
            self.guess(
                "`0` stands among the cards beside another spelling of ten: it is taken as no card of the notation; where cells of one card hold it, they count as empty",
            );
        }
        if spelling.no_card_is_1 {
            self.guess(ONE_BESIDE_ACES);
        }
        let entries = spelling.entries();
        if entries.is_empty() { String::new() } else { format!("    notation: {{{entries}}}\n") }
    }

    /// The line of the time, and whether the newest comes first.
    fn time(&mut self, zone: &str) -> (String, bool) {
        let table = self.table;
        let free: Vec<(usize, &Column)> = table
            .columns
            .iter()
            .enumerate()
            .zip(&self.used)
            .filter(|(_, used)| !**used)
            .map(|(column, _)| column)
            .collect();
        let one = free.iter().find_map(|(at, column)| Some((vec![*at], TimeGuess::of(column)?)));
        let two = || {
            let pairs = free.iter().flat_map(|date| free.iter().map(move |time| (date, time)));
            pairs.filter(|(date, time)| date.0 != time.0).find_map(|((date_at, date), (time_at, time))| {
                Some((vec![*date_at, *time_at], TimeGuess::of_two(date, time)?))
            })
        };
        let Some((columns, time)) = one.or_else(two) else {
            if let Some(drafted) = self.time_below_a_date(&free, zone) {
                return drafted;
            }
            self.guess("no column of times was found: the coups are judged by the rules of the time of the import");
            self.dates = free.iter().map(|(_, column)| *column).find(|column| TimeGuess::are_dates(column));
            if let Some(dates) = self.dates {
                self.guess(format!("{} holds days without times of day, and is not read", name(dates)));
            }
            return (String::new(), false);
        };
        columns.iter().for_each(|at| self.used.iter_mut().skip(*at).take(1).for_each(|used| *used = true));
        self.dates = columns.first().and_then(|at| table.columns.get(*at));
        let names: Vec<String> = columns.iter().filter_map(|at| table.columns.get(*at)).map(name).collect();
        let names = names.join(", ");
        let of = if columns.len() == 1 { format!("column: {names}") } else { format!("columns: [{names}]") };
        let used: Vec<&Column> = columns.iter().filter_map(|at| table.columns.get(*at)).collect();
        match used.as_slice() {
            [one] => self.odd(one, "time", &time.odd(one)),
            [date, of_day] => self.odd(date, "time", &time.odd(&date.beside(of_day))),
            _ => {}
        }
        if time.either {
            self.guess(format!("day and month of {names} could be the other way round"));
        }
        if !time.needs_zone {
            return (format!("  time: {{{of}, format: {}}}\n", quoted(&time.format)), time.newest_first);
        }
        self.guess(format!("the zone of {names} is in no cell: it is taken as {zone}"));
        let line = format!("  time: {{{of}, format: {}, zone: {}}} # REVIEW\n", quoted(&time.format), quoted(zone));
        (line, time.newest_first)
    }

    /// Times of day alone, where the date stands above the table.
    fn time_below_a_date(&mut self, free: &[(usize, &'t Column)], zone: &str) -> Option<(String, bool)> {
        let is_clock = |column: &Column| {
            let named = column.words().split(' ').any(|word| ["time", "clock", "at"].contains(&word));
            named || column.mostly(|cell| cell.contains(':'))
        };
        let (at, column, of_day) = free
            .iter()
            .filter(|(_, column)| is_clock(column))
            .find_map(|(at, column)| Some((*at, *column, TimeGuess::of_day(column)?)))?;
        let Some(date) = times::date_above(&self.table.above) else {
            self.guess(format!(
                "{} holds times of day, and no one date stands in a column or above the table: write a column of dates into the CSV, or the date into a line above the table",
                name(column)
            ));
            return None;
        };
        self.used.iter_mut().skip(at).take(1).for_each(|used| *used = true);
        let newest_first = times::run_backwards(column, of_day);
        let gaming_day = match times::day_begins(column, of_day, newest_first) {
            None => String::new(),
            Some(Ok(begins)) => {
                self.guess(format!(
                    "the times of {} run over midnight: those before {begins} are taken to be of the day behind that above the table",
                    name(column)
                ));
                format!(", gaming_day: {}", quoted(&begins))
            }
            Some(Err(())) => {
                self.guess(format!(
                    "the times of {} run over midnight, and around the clock: which of them are of the next day cannot be written; cut the CSV at midnight",
                    name(column)
                ));
                String::new()
            }
        };
        self.guess(format!("line {} above the table holds the date of all rows, {}", date.line, quoted(&date.text)));
        if date.either {
            self.guess(format!("day and month of {} could be the other way round", quoted(&date.text)));
        }
        self.guess(format!("the zone of {} is in no cell: it is taken as {zone}", name(column)));
        let line = format!(
            "  time: {{column: {}, date: {{line: {}, format: {}}}, format: {}, zone: {}{gaming_day}}} # REVIEW\n",
            name(column),
            date.line,
            quoted(date.format),
            quoted(of_day),
            quoted(zone)
        );
        Some((line, newest_first))
    }

    /// What the source says became of a coup, and what it says of a wager. Where rows are wagers, `of_coup` are the columns that name
    /// their coup: what varies within one is of a wager.
    fn status(&mut self, of_coup: Option<&[&Column]>) -> (String, String) {
        let few = |column: &Column| column.cells.iter().collect::<BTreeSet<_>>().len() <= MOST_STATUSES;
        let is_known = |cell: &str| status_of(cell).is_some();
        let column = self.take(|column| {
            is_name_of_a_status(&column.words()) && few(column) && column.cells.iter().any(|cell| is_known(cell))
        });
        let words =
            |column: &Column| !column.cells.is_empty() && column.cells.iter().all(|cell| is_word_of_a_status(cell));
        let Some(column) = column.or_else(|| self.take(words)) else { return (self.flag(), String::new()) };
        let values: BTreeSet<&String> = column.cells.iter().collect();
        if of_coup.is_some_and(|of_coup| !is_of_coups(column, of_coup)) {
            self.guess(format!(
                "{} is taken to be of each wager: see which of its words mean that it was settled",
                name(column)
            ));
            let members = status::of_wagers(&name(column), &column.cells, true);
            return (String::new(), format!(", {}", members.join(", ")));
        }
        let unknown: Vec<String> = values.iter().filter(|value| !is_known(value)).map(|value| quoted(value)).collect();
        if !unknown.is_empty() {
            self.guess(format!(
                "what these words for the status of a coup mean is not known; add them to `values`, else the rows that have them are not read: {}",
                unknown.join(", ")
            ));
        }
        self.guess("a coup's status is understood by its words: see which of them void it");
        (status::of_rounds(&name(column), &column.cells, status_of), String::new())
    }

    /// A column of yes and no that says which wagers were taken, as a member of the wagers.
    fn accepted(&mut self) -> String {
        let says = |column: &Column| says_accepted(&column.words(), column.cells.iter().map(String::as_str));
        let Some(column) = self.take(|column| !column.cells.is_empty() && says(column)) else { return String::new() };
        let (member, said) = status::of_accepted(&name(column), &column.cells, "no");
        self.guess(said);
        format!(", {member}")
    }

    /// A column of yes and no that says which coups are void: read where every coup has one of both.
    fn flag(&mut self) -> String {
        let rows = self.table.columns.iter().map(|column| column.cells.len()).max().unwrap_or(0);
        let is_flag = |column: &Column| {
            !column.cells.is_empty() && column.cells.iter().all(|cell| flag_of(&column.words(), cell).is_some())
        };
        let Some(column) = self.take(|column| is_flag(column) && column.cells.len() == rows) else {
            let free = self.table.columns.iter().zip(&self.used).filter(|(column, used)| !**used && is_flag(column));
            let names: Vec<String> = free.map(|(column, _)| name(column)).collect();
            if !names.is_empty() {
                self.guess(format!(
                    "{} may say which coups are void, and is not read, since it is empty in some rows: see `status` in docs/spec/mapping.md",
                    names.join(", ")
                ));
            }
            return String::new();
        };
        self.guess(format!("{} is taken to say which coups are void", name(column)));
        status::of_rounds(&name(column), &column.cells, |value| flag_of(&column.words(), value))
    }

    fn results(&mut self) -> String {
        let fits = |column: &Column| column.mostly(|cell| result(cell).is_some());
        let named = |column: &Column| is_name_of_a_result(&column.words());
        let half = |column: &Column| {
            column.cells.iter().filter(|cell| result(cell).is_some()).count() * 2 >= column.cells.len().max(1)
        };
        let column = self.take(|column| fits(column) && named(column));
        let column = column.or_else(|| self.take(|column| fits(column) && !column.words().contains("bet")));
        // Words that are not known are named below.
        let Some(column) = column.or_else(|| self.take(|column| half(column) && named(column))) else {
            self.guess(NO_RESULTS);
            return String::new();
        };
        self.results = Some(column);
        let mut values: Vec<&String> = column.cells.iter().collect();
        values.sort_unstable();
        values.dedup();
        let mut known: Vec<String> =
            values.iter().filter_map(|value| Some(format!("{}: {}", quoted(value), result(value)?))).collect();
        let other: Vec<String> =
            values.iter().filter(|value| result(value).is_none()).map(|value| quoted(value)).collect();
        if !other.is_empty() {
            self.guess(format!("what these results mean is not known; add them to `values`: {}", other.join(", ")));
        }
        let unseen = unseen_results(&values);
        if !unseen.is_empty() {
            let words: Vec<&str> = unseen.iter().map(|(word, _)| word.as_str()).collect();
            self.guess(format!("results that no row shows are assumed to be spelled {}", words.join(", ")));
            known.extend(unseen.iter().map(|(word, result)| format!("{}: {result}", quoted(word))));
        }
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
}
