//! Tables of play: who draws on which total, and the Banker against which card of the Player.

use std::ops::Range;

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of};
use nom::combinator::{map, opt, value};
use nom::multi::{count, many_m_n, many1};
use nom::sequence::{preceded, terminated};

use crate::clause::Half;
use crate::crosses;
use crate::decision::{PlayCell, PlayHand, UnreadDraw};
use crate::fold::fold;
use crate::legend::{CELLS, Legend};
use crate::matrix::{MatrixRow, matrices};
use crate::sentences;

/// The longest clause that is searched for a table of play, in bytes.
const MAX_TEXT: usize = 32 * 1024;
/// How far before a row its table's heading may be, in letters.
const HEADING: usize = 40;

impl Half {
    /// What a clause's text says on drawing: see [`play`](crate::play). Crosses count for the values that they stand below.
    #[must_use]
    pub fn play(&self, at: usize, document: &Legend) -> Play {
        play_at(&self.text(at), self.edges(at), document)
    }
}

type Read<'t, O> = nom::IResult<&'t str, O>;

/// What a clause's text says on drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// The decisions that it states in one of the known forms, in order.
    pub cells: Vec<PlayCell>,
    /// What it seems to say of further decisions, and was not read.
    pub unread: Vec<UnreadDraw>,
    /// The cells of a table that nothing explains, so that it was not read: `D`, `S`.
    pub unexplained: Option<(&'static str, &'static str)>,
}

/// A table of play that is open: its columns, its kinds of cells, and whether the first of them draws.
struct Open {
    columns: Vec<Option<u8>>,
    cells: (&'static str, &'static str),
    first_draws: bool,
    from: usize,
}

/// The decisions that a clause's text states in one of the known forms, and what it seems to say besides. What the letters of a
/// table mean is said by the clause or else by the `document`; where it is not, the table is not read. White space and quotes
/// do not matter.
#[must_use]
pub fn play(text: &str, document: &Legend) -> Play {
    play_at(text, &[], document)
}

/// The same of a text of which the column of each line's first letter is known: crosses count for the value above them.
pub(crate) fn play_at(text: &str, edges: &[u32], document: &Legend) -> Play {
    if text.len() > MAX_TEXT {
        return Play { unread: sentences::unread(text, &[]), ..Play::default() };
    }
    let (plain, places) = plain(text);
    let own = Legend::read(text);
    let place = |at: usize| places.get(at).copied().unwrap_or(text.len());
    let mut out = Play::default();
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut open: Option<Open> = None;
    let mut end = 0;
    let mut of_player = false;
    for (at, letter) in plain.char_indices() {
        if at < end || !(letter.is_ascii_digit() || matches!(letter, 'a' | 'b' | 'n' | 'p' | 's' | 'w' | '-')) {
            continue;
        }
        let (Some(before), Some(rest)) = (plain.get(..at), plain.get(at..)) else { continue };
        let read = if let Ok((rest, (columns, cells, rows))) = grid(rest) {
            let words_before = text.get(place(end)..place(at)).unwrap_or("");
            let Some(first_draws) = own.draws(document, words_before, cells) else {
                out.unexplained.get_or_insert(cells);
                spans.push(place(at)..place(plain.len() - rest.len()));
                end = plain.len() - rest.len();
                continue;
            };
            let found = of_rows(&columns, rows, first_draws);
            open = Some(Open { columns, cells, first_draws, from: place(at) });
            Some((rest, found))
        } else if let Some(table) = open.as_ref().filter(|_| begins_line(text, place(at)))
            && let Ok((rest, rows)) = rows(rest, table.columns.len(), table.cells.0, table.cells.1)
        {
            Some((rest, of_rows(&table.columns, rows, table.first_draws)))
        } else {
            alt((against, without_card, against_values)).parse(rest).ok().or_else(|| {
                let follows = at == end || !before.ends_with(|last: char| last.is_ascii_digit() || last == '.');
                let (rest, (hand, totals, draws)) = own_total(rest).ok().filter(|_| follows)?;
                let is_player = hand || (at == end && of_player) || heading(before) == Some(PlayHand::Player);
                is_player.then(|| (rest, all(PlayHand::Player, &totals, &[None], draws)))
            })
        };
        if let Some((rest, found)) = read {
            of_player = found.iter().all(|cell| cell.hand == PlayHand::Player);
            out.cells.extend(found);
            end = plain.len() - rest.len();
            spans.push(place(at)..place(end));
        }
    }
    let cells = &mut out.cells;
    if plain.contains("bankerstandsatallothertimes") && cells.iter().any(|cell| cell.third.is_some()) {
        let drawn = cells.clone();
        let is_read = |total, third| drawn.iter().any(|cell| (cell.total, cell.third) == (total, Some(third)));
        for total in 0..=7 {
            let others = (0..=9).filter(|third| !is_read(total, *third)).map(Some).collect::<Vec<_>>();
            cells.extend(all(PlayHand::Banker, &[total], &others, false));
        }
    }
    let crosses = crosses::read(text, edges);
    if !crosses.spans.is_empty() {
        match own.draws(document, text.get(..crosses.head).unwrap_or(""), crosses.says) {
            Some(mark_draws) => cells.extend(crosses.cells(mark_draws)),
            None => _ = out.unexplained.get_or_insert(crosses.says),
        }
        spans.extend(crosses.spans);
        spans.sort_by_key(|span| span.start);
    }
    // What sentences say against a table stays beside it.
    for cell in sentences::cells(text, &spans) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    out.unread.extend(crosses.unread);
    if let Some(table) = open {
        out.unread.extend(unread_rows(text, &spans, &table));
    }
    if out.unexplained.is_none() && !out.cells.is_empty() {
        let rows = rows_beside(text, &spans, &out.unread);
        out.unread.extend(rows);
    }
    out.unread.extend(sentences::unread(text, &spans));
    out
}

/// The rows of matrices of which nothing was read, where other words of the text were.
fn rows_beside(text: &str, spans: &[Range<usize>], named: &[UnreadDraw]) -> Vec<UnreadDraw> {
    let unread = |row: MatrixRow| {
        let own = text.get(row.range.clone()).unwrap_or("");
        let place = row.range.start + (own.len() - own.trim_start().len());
        let is_read = named.iter().any(|one| one.line == row.line) || spans.iter().any(|span| span.contains(&place));
        let total: Vec<&str> = own.split_whitespace().take(row.total).collect();
        (!is_read).then(|| UnreadDraw::row(row.line, &total.join(" ")))
    };
    matrices(text).into_iter().flat_map(|matrix| matrix.rows).filter_map(unread).collect()
}

/// Lower case without white space and quotes, and where in the text each byte of it is.
fn plain(text: &str) -> (String, Vec<usize>) {
    let mut out = String::with_capacity(text.len());
    let mut places = Vec::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        for letter in fold(letter).to_lowercase() {
            if !letter.is_whitespace() && !matches!(letter, '"' | '\'') {
                out.push(letter);
                places.resize(out.len(), at);
            }
        }
    }
    (out, places)
}

fn begins_line(text: &str, place: usize) -> bool {
    let before =
        text.get(..place).unwrap_or("").trim_end_matches(|letter: char| letter != '\n' && letter.is_whitespace());
    before.is_empty() || before.ends_with('\n')
}

/// The lines below the head of a table that begin with a total, have nearly as many cells and were not read.
fn unread_rows(text: &str, spans: &[Range<usize>], table: &Open) -> Vec<UnreadDraw> {
    let mut out = Vec::new();
    let mut from = 0;
    for (line, own) in text.split('\n').enumerate() {
        let place = from + (own.len() - own.trim_start().len());
        from += own.len() + 1;
        let mut words = own.split_whitespace();
        let total = words.next().unwrap_or("");
        let is_total = total.starts_with(|first: char| first.is_ascii_digit()) && total.len() <= 3;
        let read = spans.iter().any(|span| span.contains(&place));
        if place > table.from && is_total && !read && words.count() + 3 > table.columns.len() {
            out.push(UnreadDraw::row(line, total));
        }
    }
    out
}

/// The hand that the words before a row name, if it is one only, and not for its card.
fn heading(before: &str) -> Option<PlayHand> {
    let last: String = before.chars().rev().take(HEADING).collect::<Vec<_>>().into_iter().rev().collect();
    match (last.contains("player"), last.contains("banker")) {
        _ if last.contains("rdcard") => None,
        (true, false) => Some(PlayHand::Player),
        (false, true) => Some(PlayHand::Banker),
        _ => None,
    }
}

fn all(hand: PlayHand, totals: &[u8], thirds: &[Option<u8>], draws: bool) -> Vec<PlayCell> {
    let cell = |total: u8, third: Option<u8>| PlayCell { hand, total, third, draws };
    totals.iter().flat_map(|total| thirds.iter().map(move |third| cell(*total, *third))).collect()
}

/// `0-1-2-3-4-5 "Player" draws a card`, `6-7 stands`: whether it names the Player, the totals, and what is done.
fn own_total(text: &str) -> Read<'_, (bool, Vec<u8>, bool)> {
    let draws = terminated(alt((tag("draws"), tag("draw"))), (alt((tag("athird"), tag("a"), tag("one"))), tag("card")));
    let action = alt((value(true, draws), value(false, alt((tag("stands"), tag("stand"))))));
    let named = map(opt((tag("player"), opt(tag("shand")))), |found| found.is_some());
    map((numbers, opt(char('-')), named, action), |(totals, _, named, draws)| (named, totals, draws)).parse(text)
}

/// A total, the hand, and which values of the other hand's third card make it draw: `0-9, except for 8`.
fn against_values(text: &str) -> Read<'_, Vec<PlayCell>> {
    let (rest, totals) = numbers(text)?;
    let (rest, _) = (tag("banker"), opt(tag("shand")), alt((tag("draws"), tag("draw"))), tag("when")).parse(rest)?;
    let (rest, _) = (opt(tag("the")), tag("player"), opt(tag("s")), opt(tag("hand"))).parse(rest)?;
    let (rest, _) = alt((tag("thirdcard"), tag("3rdcard"))).parse(rest)?;
    let (rest, _) = alt((tag("hasapointvalueof"), tag("hasavalueof"), tag("is"))).parse(rest)?;
    let (rest, values) = values(rest)?;
    let (rest, _) = opt(char('.')).parse(rest)?;
    Ok((rest, all(PlayHand::Banker, &totals, &values.into_iter().map(Some).collect::<Vec<_>>(), true)))
}

/// What the Banker does when no third card went to the other hand: draws on some totals, stands on others.
fn without_card(text: &str) -> Read<'_, Vec<PlayCell>> {
    let (rest, _) = (tag("player"), opt(tag("shand")), tag("stands"), opt((tag("on"), numbers))).parse(text)?;
    let (rest, _) =
        (opt(char(',')), opt(tag("the")), tag("banker"), opt(tag("shand")), opt(tag("shall"))).parse(rest)?;
    let (rest, _) = (alt((tag("draws"), tag("draw"))), opt(alt((tag("athirdcard"), tag("acard"))))).parse(rest)?;
    let the = || opt(tag("the"));
    let point = (tag("point"), alt((tag("count"), tag("total"))), tag("of"));
    let long = (tag("if"), the(), point, the(), tag("banker"), opt(tag("shand")), tag("is"));
    let (rest, _) = alt((value((), tag("on")), value((), long))).parse(rest)?;
    let (rest, drawing) = numbers(rest)?;
    let (rest, _) = opt(tag("inclusive")).parse(rest)?;
    let stands = preceded((opt(char(',')), tag("and"), alt((tag("stands"), tag("stand"))), tag("on")), numbers);
    let (rest, standing) = opt(stands).parse(rest)?;
    let mut cells = all(PlayHand::Banker, &drawing, &[None], true);
    cells.extend(all(PlayHand::Banker, &standing.unwrap_or_default(), &[None], false));
    Ok((rest, cells))
}

/// Columns, cells and rows of a table.
type Grid = (Vec<Option<u8>>, (&'static str, &'static str), Rows);

/// A table with a column for each value of the third card and mostly one for none: `D` and `S`, `T` and `R`, `yes` and
/// `no` in its cells.
fn grid(text: &str) -> Read<'_, Grid> {
    let (rest, columns) = columns(text)?;
    let of = |cells: &(&'static str, &'static str)| {
        rows(rest, columns.len(), cells.0, cells.1).ok().map(|(rest, rows)| (rest, rows, *cells))
    };
    let best = CELLS.iter().filter_map(of).max_by_key(|(_, rows, _)| rows.len());
    match best {
        Some((rest, rows, cells)) => Ok((rest, (columns, cells, rows))),
        None => Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Many1))),
    }
}

fn of_rows(columns: &[Option<u8>], rows: Rows, first_draws: bool) -> Vec<PlayCell> {
    let mut out = Vec::new();
    for (totals, firsts) in rows {
        for total in totals {
            let hand = PlayHand::Banker;
            let row = columns.iter().zip(&firsts);
            out.extend(row.map(|(third, first)| PlayCell { hand, total, third: *third, draws: *first == first_draws }));
        }
    }
    out
}

/// The heads of the columns: every value of the third card once, and none before them, behind them or not at all. Without
/// eight and nine they may be the totals of the hand.
fn columns(text: &str) -> Read<'_, Vec<Option<u8>>> {
    // An ace counts one, and a ten nothing.
    let face = || alt((value(1, alt((tag("ace"), tag("a")))), ten, digit));
    let of = |number: usize, faces: bool| {
        let one = move |rest| if faces { face().parse(rest) } else { digit(rest) };
        let parsed: Read<'_, _> = count(alt((map(one, Some), value(None, none))), number).parse(text);
        parsed.ok().filter(|(_, columns)| is_whole(columns))
    };
    of(11, false)
        .or_else(|| of(10, false))
        .or_else(|| of(11, true))
        .or_else(|| of(10, true))
        .ok_or_else(|| nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Verify)))
}

/// `10`, `T`, `10/J/Q/K`, `0/10`.
fn ten(text: &str) -> Read<'_, u8> {
    let faces = alt((tag("/j/q/k"), tag(",j,q,k"), tag("jqk"), tag("-k"), tag("/0"), tag("+")));
    let tens = alt((tag("0/10"), tag("10"), tag("tens"), tag("ten"), tag("t")));
    value(0, (tens, opt(faces))).parse(text)
}

/// What stands above the column for no card.
fn none(text: &str) -> Read<'_, ()> {
    let card = (alt((tag("no"), tag("without"))), opt(alt((tag("third"), tag("3rd")))), tag("card"));
    let drawn = opt(alt((tag("drawn"), tag("taken"))));
    let word = alt((tag("none"), tag("nodraw"), tag("stands"), tag("stand"), tag("stood"), tag("-")));
    alt((value((), (card, drawn)), value((), word))).parse(text)
}

/// Whether words name the column for no card, and nothing else.
#[must_use]
pub fn is_none(words: &[&str]) -> bool {
    none(&plain(&words.concat()).0).is_ok_and(|(rest, ())| rest.is_empty())
}

/// Whether columns are for every value once, and for none at an edge or not at all.
fn is_whole(columns: &[Option<u8>]) -> bool {
    let mut values: Vec<u8> = columns.iter().copied().flatten().collect();
    values.sort_unstable();
    let nones = columns.iter().filter(|column| column.is_none()).count();
    let edge = matches!((columns.first(), columns.last()), (Some(None), _) | (_, Some(None)));
    values == (0..=9).collect::<Vec<u8>>() && (nones == 0 || (nones == 1 && edge))
}

type Rows = Vec<(Vec<u8>, Vec<bool>)>;

/// The rows of a grid in the words of its cells: totals, and for each column whether the first kind of cells stands there.
fn rows<'t>(text: &'t str, columns: usize, draws: &'static str, stands: &'static str) -> Read<'t, Rows> {
    let total = || map(digit, |total| vec![total]);
    let span =
        || map((digit, alt((tag("-"), tag("to"))), digit), |(least, _, most)| (least..=most).collect::<Vec<u8>>());
    let cells = || count(alt((value(true, tag(draws)), value(false, tag(stands)))), columns);
    many1(alt(((total(), cells()), (span(), cells())))).parse(text)
}

/// A table of totals and what the Banker draws against: `3 any card but an 8, or none`, `7 nothing`.
fn against(text: &str) -> Read<'_, Vec<PlayCell>> {
    let any = map((tag("anycard"), except), |(_, without)| {
        (0..=9).filter(|value| !without.contains(value)).collect::<Vec<u8>>()
    });
    let none = || map(opt((opt(char(',')), tag("or"), alt((tag("nocard"), tag("none"))))), |found| found.is_some());
    let nothing = value((Vec::new(), false), tag("nothing"));
    let row = (numbers, alt((nothing, (alt((any, values)), none()))));
    let head = (tag("banker"), opt(alt((tag("stotal"), tag("shand")))), tag("bankerdrawsagainst"));
    let (rest, rows) = preceded(head, many1(row)).parse(text)?;
    let mut cells = Vec::new();
    for (totals, (values, none)) in rows {
        for total in totals {
            let draws = |third: Option<u8>| third.map_or(none, |third| values.contains(&third));
            let thirds = std::iter::once(None).chain((0..=9).map(Some));
            let hand = PlayHand::Banker;
            cells.extend(thirds.map(|third| PlayCell { hand, total, third, draws: draws(third) }));
        }
    }
    Ok((rest, cells))
}

/// Numbers without those that are excepted.
fn values(text: &str) -> Read<'_, Vec<u8>> {
    map((numbers, except), |(values, without)| values.into_iter().filter(|value| !without.contains(value)).collect())
        .parse(text)
}

/// `, except for 8`, `but an 8`; nothing otherwise.
fn except(text: &str) -> Read<'_, Vec<u8>> {
    let words = (
        opt(char(',')),
        alt((tag("exceptfor"), tag("except"), tag("otherthan"), tag("but"))),
        opt(alt((tag("an"), tag("a")))),
    );
    map(opt(preceded(words, numbers)), Option::unwrap_or_default).parse(text)
}

/// `0-1-2`, `0, 1, 2`, `6 or 7`; two numbers with a dash or `to` between them are a range.
fn numbers(text: &str) -> Read<'_, Vec<u8>> {
    let between = alt((tag(",or"), tag(",and"), tag("or"), tag("and"), tag("to"), tag(","), tag("-")));
    let (rest, (first, more)) = (digit, many_m_n(0, 9, (between, digit))).parse(text)?;
    Ok(match more.as_slice() {
        [("-" | "to", last)] => (rest, (first..=*last).collect()),
        _ => (rest, std::iter::once(first).chain(more.into_iter().map(|(_, number)| number)).collect()),
    })
}

fn digit(text: &str) -> Read<'_, u8> {
    map(one_of("0123456789"), |digit| u8::try_from(digit.to_digit(10).unwrap_or(0)).unwrap_or(0)).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells as rows: the hand's letter, its total, and a letter for each column that was read. The words that the
    /// documents have in common are abbreviated in `text`, so that nobody's sentences are copied here.
    fn read(text: &str) -> Vec<String> {
        let words = [("§P", "Player"), ("§B", "Banker"), ("§T", "third card"), ("§C", "point count"), ("§S", "stands")];
        let text = words.into_iter().fold(text.to_owned(), |text, (short, word)| text.replace(short, word));
        let mut rows: std::collections::BTreeMap<(PlayHand, u8), String> = std::collections::BTreeMap::new();
        for cell in play(&text, &Legend::default()).cells {
            let row = rows.entry((cell.hand, cell.total)).or_default();
            row.push_str(&cell.third.map_or("-".to_owned(), |third| third.to_string()));
            row.push(if cell.draws { 'd' } else { 's' });
        }
        rows.into_iter().map(|((hand, total), row)| format!("{hand:?} {total}: {row}")).collect()
    }

    #[test]
    fn the_players_table_is_read() {
        let rows = ["Player 5: -d", "Player 6: -s", "Player 7: -s"];
        for text in [
            "When the \u{201c}§P\u{201d} has:\n5 \u{201c}§P\u{201d} draws a card\n6-7\u{201c}§P\u{201d} §S\n8-9Natural, no cards",
            "TABLE 1 : PLAYER'S HAND\nA §P having a §C of:-\n5- Draws a card\n6-7 §S\n8-9 Has a natural",
            "Player's total\tPlayer\n5\tdraws one card\n6-7\tstands",
        ] {
            assert_eq!(read(text), rows, "{text}");
        }
        assert_eq!(read("Player has: 0-1-2 draws a card").len(), 3);
        assert_eq!(read("Player has: 0-5 draws a card").len(), 6);
    }

    #[test]
    fn a_table_of_both_hands_side_by_side_is_left() {
        assert_eq!(read("\"Player\" \"Banker\" 0, 1, 2 Draws a Card 0, 1 Draws a Card"), [] as [&str; 0]);
        assert_eq!(read("Draws when \"Player\" 3 rd Card is \"6\" or \"7\" Stand"), [] as [&str; 0]);
        assert_eq!(read("The Banker's hand of 5 stands"), [] as [&str; 0]);
        assert_eq!(read("as rule 3.5 stands for the Player"), [] as [&str; 0]);
    }

    #[test]
    fn the_banker_without_a_card_of_the_players() {
        let text = "When the §P §S, the \"§B\" draws on 5 and §S on 6 or 7.";
        assert_eq!(read(text), ["Banker 5: -d", "Banker 6: -s", "Banker 7: -s"]);
        let text =
            "When the §P's Hand §S, the §B's Hand shall draw a §T if the §C of the §B's Hand is 4 to 5 inclusive.";
        assert_eq!(read(text), ["Banker 4: -d", "Banker 5: -d"]);
    }

    #[test]
    fn the_banker_against_a_card_of_the_players() {
        let row = |values: &str| format!("5 \"§B\" draws when the \"§P\" §T has a point value of {values}.");
        assert_eq!(read(&row("4-7")), ["Banker 5: 4d5d6d7d"]);
        assert_eq!(read(&row("0-2, except for 1")), ["Banker 5: 0d2d"]);
        assert_eq!(read(&row("6 or 7")), ["Banker 5: 6d7d"]);
        let whole = format!("{}\n\"Banker\" stands at all other times.", row("0-9, except for 8"));
        assert_eq!(read(&whole)[5..7], ["Banker 5: 0d1d2d3d4d5d6d7d9d8s", "Banker 6: 0s1s2s3s4s5s6s7s8s9s"]);
        // White space and line breaks may be anywhere.
        assert_eq!(read(&row("4-7").replace(' ', "\n")), read(&row("4-7").replace(' ', "")));
    }

    #[test]
    fn grids_and_lists_are_whole_rows() {
        let grid = "draws (D), stands (S)\nBanker's Hand No Card 0 1 2 3 4 5 6 7 8 9\n5 D S S S S D D D D S S\n6 S S S S S S S D D S S";
        assert_eq!(read(grid), ["Banker 5: -d0s1s2s3s4d5d6d7d8s9s", "Banker 6: -s0s1s2s3s4s5s6d7d8s9s"]);
        // Other letters, and other heads of the column for none.
        let rows = |head: &str, draws: &str, stands: &str| {
            let row: Vec<&str> = "SSSSSDDDDSS".chars().map(|cell| if cell == 'D' { draws } else { stands }).collect();
            read(&format!("{draws} = draw, {stands} = stand\nBanker's total {head}\n5 {}", row.join(" ")))
        };
        let heads = ["No third card", "-", "None", "stands", "Stood", "No card drawn", "No 3rd card"];
        let letters = [("D", "S"), ("T", "R"), ("H", "S"), ("yes", "no"), ("Y", "N"), ("Draw", "Stand"), ("D", "-")];
        for (head, (draws, stands)) in heads.into_iter().flat_map(|head| letters.map(|letters| (head, letters))) {
            let head = format!("{head} 0 1 2 3 4 5 6 7 8 9");
            assert_eq!(rows(&head, draws, stands), ["Banker 5: -s0s1s2s3s4d5d6d7d8s9s"], "{head} {draws}");
        }
        // A legend decides; where there is none that is understood, the table is not read and is named.
        let with = |legend: &str| {
            format!(
                "{legend}\nBanker's total None 0 1 2 3 4 5 6 7 8 9\n5 D S S S S D D D D S S\n7 D D D D D D D D D D D"
            )
        };
        assert_eq!(read(&with("S for drawing, D for standing:"))[0], "Banker 5: -s0d1d2d3d4s5s6s7s8d9d");
        for legend in ["", "D = stand, S = stand.", "D is as the house says."] {
            let found = play(&with(legend), &Legend::default());
            assert_eq!((found.cells.len(), found.unexplained), (0, Some(("d", "s"))), "{legend}");
        }
        assert_eq!(play(&with(""), &Legend::read("D for drawing")).cells.len(), 22);
        let behind = "D = draw\nBanker's total 0 1 2 3 4 5 6 7 8 9 None\n5 S S S S D D D D S S D";
        assert_eq!(read(behind), ["Banker 5: 0s1s2s3s4d5d6d7d8s9s-d"]);
        let without = "D = draw\nBanker's total 1 2 3 4 5 6 7 8 9 0\n0-1 D D D D D D D D D S";
        assert_eq!(read(without)[1], "Banker 1: 1d2d3d4d5d6d7d8d9d0s");
        // A row that is not read is named, and those below it are read.
        let row = |cells: &str| {
            format!(
                "D = draw\nBanker's total None 0 1 2 3 4 5 6 7 8 9\n3 D D D D D D D D D S D\n{cells}\n5 D S S S S D D D D S S\n"
            )
        };
        for cells in ["4 D X S D D D D D D S S", "4 D S D D D D D D S S", "4\tD\tS or D\tS\tD\tD\tD\tD\tD\tD\tS\tS"] {
            let found = play(&row(cells), &Legend::default());
            let totals: std::collections::BTreeSet<u8> = found.cells.iter().map(|cell| cell.total).collect();
            assert_eq!(totals.into_iter().collect::<Vec<_>>(), [3, 5], "{cells}");
            let unread: Vec<_> = found.unread.iter().map(|one| (one.line, one.words.as_str())).collect();
            assert_eq!(unread, [(3, "row 4")], "{cells}");
        }
        // Crosses and blank cells, which a legend explains or nobody.
        let crosses =
            |legend: &str| format!("{legend}\nT  None  0  1  2  3  4  5  6  7  8  9\n5   X                 X  X  X  X");
        assert_eq!(read(&crosses("X = draw, blank = stand")), ["Banker 5: -d0s1s2s3s4d5d6d7d8s9s"]);
        assert_eq!(read(&crosses("X = stand")), ["Banker 5: -s0d1d2d3d4s5s6s7s8d9d"]);
        let found = play(&crosses("The Banker's table:"), &Legend::default());
        assert_eq!((found.cells.len(), found.unexplained), (0, Some(("x", "blank"))));
        // Ticks and crosses, which words before them or a legend explain.
        let both = |before: &str| {
            format!(
                "{before}\nTotal None 0 1 2 3 4 5 6 7 8 9\n5 \u{2713} \u{2717} \u{2717} \u{2717} \u{2717} \u{2713} \u{2713} \u{2713} \u{2713} \u{2717} \u{2717}"
            )
        };
        assert_eq!(read(&both("The Banker draws:")), ["Banker 5: -d0s1s2s3s4d5d6d7d8s9s"]);
        assert_eq!(read(&both("\u{2713} = stand, \u{2717} = draw.")), ["Banker 5: -s0d1d2d3d4s5s6s7s8d9d"]);
        let found = play(&both("The Banker's table:"), &Legend::default());
        assert_eq!((found.cells.len(), found.unexplained), (0, Some(("\u{2713}", "x"))));
        for ten in ["10", "T", "10/J/Q/K", "0/10"] {
            let faces = format!("D = draw.\nBanker's total None A 2 3 4 5 6 7 8 9 {ten}\n5 D S S S D D D D S S S");
            assert_eq!(read(&faces), ["Banker 5: -d1s2s3s4d5d6d7d8s9s0s"], "{ten}");
        }
        // The totals of the hand may be the columns: nothing says so.
        assert_eq!(read("0 1 2 3 4 5 6 7\n5 D D D D S S S S"), [] as [&str; 0]);
        let list = "Banker's total\tBanker draws against\n3\tany card but an 8, or none\n4\t2 to 7, or none\n6\t6 or 7\n7\tnothing";
        let rows = [
            "Banker 3: -d0d1d2d3d4d5d6d7d8s9d",
            "Banker 4: -d0s1s2d3d4d5d6d7d8s9s",
            "Banker 6: -s0s1s2s3s4s5s6d7d8s9s",
            "Banker 7: -s0s1s2s3s4s5s6s7s8s9s",
        ];
        assert_eq!(read(list), rows);
    }
}
