//! Rows of a paytable: the label first, then its odds.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::one_of;
use nom::combinator::{all_consuming, map, opt, value};
use nom::sequence::{preceded, terminated};

use crate::Document;
use crate::again::{with_rows_above, with_same};
use crate::figures::{self, with_figures};
use crate::fold::fold;
use crate::ratio::{Colons, Odds, PayForm, in_lowest_terms, next_odds};

/// The bet that rows are for which count sevens.
pub const SEVENS_BET: &str = "super_sevens";

/// Which winning wagers a row is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PayTotal {
    /// With this winning point total.
    Total(u8),
    /// With any other.
    Other,
    /// With this many sevens.
    Sevens(u8),
    /// Every one: the row names neither a total nor sevens.
    Always,
}

/// What a row's label says: the bets, and which of their winning wagers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayLabel {
    /// The bets, as logs name them.
    pub bets: Vec<&'static str>,
    /// Which winning wagers.
    pub when: PayTotal,
}

/// A row of a paytable as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayReading {
    /// The line of the clause's text on which the odds are, from 0.
    pub line: usize,
    /// The readings that the row allows, with odds in lowest terms: none where it cannot be read, more than one
    /// where it is ambiguous.
    pub readings: Vec<(PayLabel, u64, u64)>,
    /// What is won on which stake, in lowest terms: none where these are not odds, two where the numbers may stand in
    /// either order.
    pub values: Vec<(u64, u64)>,
    /// The odds as printed, with what comes before them on the row.
    pub printed: String,
    /// How the odds are printed; those of `readings` are always what is won in addition to the stake.
    pub form: PayForm,
    /// The words before the odds in their sentence, as far as the odds before them.
    pub lead: String,
    /// The words behind the odds in their sentence, as far as the odds behind them.
    pub trail: String,
    /// Whether no other odds come before them in their sentence.
    pub leads: bool,
    /// Whether the sentence, as far as the odds, speaks of paying.
    pub pays: bool,
    /// The share of the winnings that the house keeps, in lowest terms: `less a 5 % commission`. It is not taken off the
    /// odds of `readings`.
    pub commission: Option<(u64, u64)>,
    /// What the line says in addition that changes odds and was not read; empty if nothing.
    pub unread: String,
}

/// The longest piece of what was not read that is kept, in letters.
const MAX_SAID: usize = 100;
/// The longest piece of a sentence that is kept beside odds, in letters.
const MAX_BESIDE: usize = 240;
/// Marks of footnotes.
const NOTED: [char; 4] = ['*', '\u{2020}', '\u{2021}', '\u{a7}'];
/// Words that head the column of odds.
const HEADS: [&str; 5] = ["pays", "payoutodds", "odds", "payout", "paga"];

type Read<'t, O> = nom::IResult<&'t str, O>;

/// The rows of the table of odds in a clause's text, in order; empty where it holds none.
///
/// White space may have gone between a label and its odds: "a point total of 79 to 1" is 7 and 9 to 1.
#[must_use]
pub fn pay_rows(text: &str) -> Vec<PayReading> {
    let (mut rows, headed) = stated_odds(text, Colons::of(&with_figures(text)));
    if !headed {
        rows.retain(|row| !row.readings.is_empty());
    }
    rows
}

/// All odds of a clause's text in their order, those of sentences among them, and whether a table's head is among them.
/// `colons` says what odds with a colon show of their order in the whole document.
#[must_use]
pub fn stated_odds(text: &str, colons: Colons) -> (Vec<PayReading>, bool) {
    stated_odds_behind(text, colons, None)
}

/// The same behind the clause of which `above` are the odds: `the same less a twentieth` may speak of its last.
#[must_use]
pub fn stated_odds_behind(text: &str, colons: Colons, above: Option<&PayReading>) -> (Vec<PayReading>, bool) {
    let figures = with_figures(text);
    let figures = with_rows_above(&figures);
    let above = above.and_then(|row| match row.values.as_slice() {
        [(a, b)] if row.unread.is_empty() && row.commission.is_none() => Some(format!("{a} to {b}")),
        _ => None,
    });
    let same = with_same(&figures, above.as_deref());
    let text = same.as_ref();
    let mut rows: Vec<PayReading> = Vec::new();
    let mut from = 0;
    let mut lines = 0;
    let mut headed = false;
    // A bare number counts sevens only where the text speaks of them.
    let of_sevens = speaks_of_sevens(text);
    // Whether the row before is one of a table, by its head or by its columns: a list in a sentence is none.
    let mut named = false;
    let mut pays = false;
    // The marks of footnotes that the labels of the rows bear.
    let mut noted: Vec<String> = Vec::new();
    while let Some(odds) = next_odds(text, from) {
        let before = text.get(from..odds.start).unwrap_or("");
        let plain = plain(before);
        let head = HEADS.iter().filter_map(|head| plain.rfind(head).map(|at| at + head.len())).max();
        headed |= head.is_some();
        // The sentence before a table without a head ends with a colon.
        let start = head.or_else(|| plain.rfind(':').map(|at| at + 1)).unwrap_or(0);
        let marked = plain.get(start..).unwrap_or("");
        let label = marked.trim_end_matches(NOTED);
        noted.push(marked.get(label.len()..).unwrap_or("").to_owned());
        let line = lines + before.matches('\n').count();
        lines += text.get(from..odds.end).unwrap_or("").matches('\n').count();
        let last_words: String = before.chars().rev().take(60).collect::<Vec<_>>().into_iter().rev().collect();
        let values = odds.values(colons);
        let form = values.first().map_or(odds.form, |(_, _, form)| *form);
        let word = match (form, odds.form, values.as_slice()) {
            (_, PayForm::For, _) => " for ",
            (PayForm::StakeFirst, ..) | (_, _, [_, _, ..]) => ":",
            _ => " to ",
        };
        let printed = format!("{} {}{word}{}", last_words.trim(), odds.a, odds.b);
        // Between two columns of a table no digit has gone astray.
        let parted = before.ends_with('\t');
        // A number of two digits counts no sevens, as one does whose white space has gone: `1 7`.
        let of_sevens = of_sevens && !ends_in_two_digits(before);
        let mut readings = readings(label, &odds, &values, parted, of_sevens);
        // What follows the row before is not this row's label, where only what is below it says one.
        let (above, own) = before.split_once('\n').unwrap_or((before, ""));
        if head.is_none() && !rows.is_empty() {
            if readings.is_empty() {
                // Outside a table of odds a number at the beginning of a line may be anything.
                if headed {
                    readings = self::readings(&self::plain(own), &odds, &values, parted, of_sevens);
                }
                beside(rows.last_mut().filter(|_| named), above);
            }
        } else {
            beside(rows.last_mut().filter(|_| named), above);
        }
        named = headed || (parted && !label.is_empty());
        let values = values.into_iter().map(|(a, b, _)| (a, b)).collect();
        let (commission, unread) = (odds.commission, odds.unread.to_owned());
        let own = sentence_end(before);
        let leads = rows.is_empty() || own.is_some();
        let lead = before.get(own.unwrap_or(0)..).unwrap_or("");
        pays = figures::speaks_of_paying(lead) || (pays && !leads);
        let behind = text.get(odds.end..).unwrap_or("");
        let lead = lead.chars().rev().take(MAX_BESIDE).collect::<Vec<_>>().into_iter().rev().collect();
        if let Some(last) = rows.last_mut().filter(|_| !leads) {
            last.trail = before.chars().take(MAX_BESIDE).collect();
        }
        let trail: String = behind.chars().take(MAX_BESIDE).collect();
        let trail = trail.get(..sentence_stop(&trail)).unwrap_or("").to_owned();
        rows.push(PayReading { line, readings, values, printed, form, lead, trail, leads, pays, commission, unread });
        from = odds.end;
    }
    let mut rest = text.get(from..).unwrap_or("").split('\n');
    let mut last = rest.next().unwrap_or("").to_owned();
    // A line below that begins as no sentence does goes on.
    let goes_on =
        |line: &&str| line.trim_start().starts_with(|first: char| first.is_lowercase() || "(*,;".contains(first));
    // The footnote of another row is that row's.
    let is_note =
        |line: &&str| noted.iter().any(|mark| !mark.is_empty() && line.trim_start().starts_with(mark.as_str()));
    for line in rest.take_while(|line| goes_on(line) && !is_note(line)) {
        last.push('\n');
        last.push_str(line);
    }
    beside(rows.last_mut().filter(|_| named), &last);
    let below = text.get(from..).unwrap_or("");
    for (row, mark) in rows.iter_mut().zip(&noted).filter(|(row, mark)| !mark.is_empty() && row.unread.is_empty()) {
        footnote(below, mark).chars().take(MAX_SAID).collect::<String>().clone_into(&mut row.unread);
    }
    (rows, headed)
}

/// The footnote below a table by the mark that a row bears, and the mark alone where none is there. A star before a line is
/// taken off as a bullet: then it is the first line below.
fn footnote<'t>(below: &'t str, mark: &'t str) -> &'t str {
    let lines = || below.split('\n').skip(1).map(str::trim).filter(|line| !line.is_empty());
    let own = lines().find(|line| line.strip_prefix(mark).is_some_and(|rest| !rest.starts_with(NOTED)));
    own.or_else(|| lines().next().filter(|_| mark == "*")).unwrap_or(mark)
}

/// Where the last sentence of a text begins, if one ends before it.
fn sentence_end(text: &str) -> Option<usize> {
    let ends = |(at, letter): (usize, char)| {
        let behind = text.get(at + letter.len_utf8()..)?;
        let stops = matches!(letter, '.' | ';') && behind.starts_with(char::is_whitespace);
        stops.then_some(at + letter.len_utf8())
    };
    text.char_indices().rev().find_map(ends)
}

/// Where the first sentence of a text ends.
fn sentence_stop(text: &str) -> usize {
    let ends = |(at, letter): (usize, char)| {
        let behind = text.get(at + letter.len_utf8()..).unwrap_or("");
        let stops = behind.is_empty() || behind.starts_with(char::is_whitespace);
        (matches!(letter, '.' | ';') && stops).then_some(at)
    };
    text.char_indices().find_map(ends).unwrap_or(text.len())
}

/// Notes what the cell or the line of a row says behind its odds: the odds of a label are the whole of it.
fn beside(row: Option<&mut PayReading>, said: &str) {
    let says = |letter: char| letter.is_alphanumeric() || "%*\u{2020}\u{2021}".contains(letter);
    if let Some(row) = row.filter(|row| !row.readings.is_empty() && row.unread.is_empty())
        && said.contains(says)
    {
        said.trim().chars().take(MAX_SAID).collect::<String>().clone_into(&mut row.unread);
    }
}

/// The place of the clause with which a document has more than this many odds.
pub(crate) fn beyond(document: &Document, most: usize) -> Option<(u32, u32)> {
    let mut found = 0;
    for half in std::iter::once(&document.main).chain(&document.other) {
        for (at, clause) in half.clauses().iter().enumerate() {
            let (own, mut from) = (half.text(at), 0);
            let text = with_figures(&own);
            while let Some(odds) = next_odds(&text, from) {
                (from, found) = (odds.end, found + 1);
                if found > most {
                    return Some((clause.line, clause.column));
                }
            }
        }
    }
    None
}

/// Whether a text speaks of cards that are sevens: `sevens`, `7's`, `Super 7`, `7 cards`. A total of 7 is none.
fn speaks_of_sevens(text: &str) -> bool {
    let folded: String = text.chars().map(fold).flat_map(char::to_lowercase).collect();
    let mut words =
        folded.split_whitespace().map(|word| word.trim_start_matches(|first: char| !first.is_alphanumeric()));
    let mut before = "";
    words.any(|word| {
        let rest = word.strip_prefix("super").unwrap_or(word);
        let rest = rest.strip_prefix("seven").or_else(|| rest.strip_prefix('7'));
        let is_super = before == "super" || word.starts_with("super");
        let counts = before == "7" || before == "seven";
        before = word.trim_end_matches(|last: char| !last.is_alphanumeric());
        let several = |rest: &str| {
            let rest = rest.strip_prefix('\'').unwrap_or(rest).strip_prefix('s');
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
        };
        (counts && word.starts_with("card"))
            || rest.is_some_and(|rest| is_super || several(rest) || rest.starts_with("card"))
    })
}

/// Lower case without white space and quotes.
fn plain(text: &str) -> String {
    let quotes = |letter: &char| !letter.is_whitespace() && !matches!(letter, '"' | '\'');
    text.chars().map(fold).flat_map(char::to_lowercase).filter(quotes).collect()
}

fn readings(
    label: &str,
    odds: &Odds<'_>,
    values: &[(u64, u64, PayForm)],
    parted: bool,
    of_sevens: bool,
) -> Vec<(PayLabel, u64, u64)> {
    let read_label = |text: &str| read_label(text).filter(|_| of_sevens || !is_bare(text));
    let mut found: Vec<(PayLabel, u64, u64)> = match read_label(label) {
        Some(label) => values.iter().map(|(a, b, _)| (label.clone(), *a, *b)).collect(),
        None => Vec::new(),
    };
    if let (Some(first), Some(rest)) = (odds.a.get(..1), odds.a.get(1..))
        && !parted
        && matches!(values, [(.., PayForm::To | PayForm::For)])
        && rest.starts_with(|letter: char| letter.is_ascii_digit())
        && (!rest.starts_with('0') || rest.starts_with("0."))
        && let Some(label) = read_label(&format!("{label}{first}"))
        && let Some((a, b)) = in_lowest_terms(rest, odds.b, odds.form)
    {
        found.push((label, a, b));
    }
    found
}

fn read_label(text: &str) -> Option<PayLabel> {
    let heading = opt(alt((tag("super7s"), tag("super7"), tag("supersevens"))));
    let parsed: Read<'_, _> = all_consuming(preceded(heading, alt((pair, sevens, hand)))).parse(text);
    parsed.ok().map(|(_, label)| label)
}

/// Whether a label is a number alone, of however many digits.
fn is_bare(text: &str) -> bool {
    let parsed: Read<'_, _> = all_consuming(count).parse(text);
    parsed.is_ok() || text.bytes().all(|letter| letter.is_ascii_digit())
}

/// Whether a text ends in a number of more than one digit.
fn ends_in_two_digits(text: &str) -> bool {
    text.trim_end().bytes().rev().take_while(u8::is_ascii_digit).nth(1).is_some()
}

fn pair(text: &str) -> Read<'_, PayLabel> {
    let both = value(
        vec!["player_pair", "banker_pair"],
        alt((tag("playerorbankerpair"), tag("bankerorplayerpair"), tag("pair"))),
    );
    let one = alt((value(vec!["player_pair"], tag("playerpair")), value(vec!["banker_pair"], tag("bankerpair"))));
    map(terminated(alt((both, one)), opt(alt((tag("wagers"), tag("wager"), tag("s"))))), |bets| PayLabel {
        bets,
        when: PayTotal::Always,
    })
    .parse(text)
}

fn sevens(text: &str) -> Read<'_, PayLabel> {
    let named = terminated(
        preceded(opt(tag("any")), count),
        alt((tag("7scards"), tag("7cards"), tag("7s"), tag("sevens"), tag("7"))),
    );
    let bare = terminated(count, opt(tag("cards")));
    map(alt((all_consuming(named), all_consuming(bare))), |count| PayLabel {
        bets: vec![SEVENS_BET],
        when: PayTotal::Sevens(count),
    })
    .parse(text)
}

fn count(text: &str) -> Read<'_, u8> {
    let word = alt((
        value(1, tag("one")),
        value(2, tag("two")),
        value(3, tag("three")),
        value(4, tag("four")),
        value(5, tag("five")),
        value(6, tag("six")),
        value(7, tag("seven")),
        value(8, tag("eight")),
    ));
    alt((word, digit)).parse(text)
}

fn digit(text: &str) -> Read<'_, u8> {
    map(one_of("0123456789"), |digit| u8::try_from(digit.to_digit(10).unwrap_or(0)).unwrap_or(0)).parse(text)
}

fn hand(text: &str) -> Read<'_, PayLabel> {
    let (text, _) =
        opt((opt(tag("a")), alt((tag("wagers"), tag("wager"), tag("bets"), tag("bet"))), tag("on"), opt(tag("the"))))
            .parse(text)?;
    let (rest, bet) =
        alt((value("banker", tag("banker")), value("player", tag("player")), value("tie", tag("tie")))).parse(text)?;
    let (rest, _) =
        opt(alt((tag("shand"), tag("hand"), tag("wagers"), tag("wager"), tag("bets"), tag("bet")))).parse(rest)?;
    let (rest, when) =
        alt((all_consuming(with_total), all_consuming(other_total), all_consuming(always))).parse(rest)?;
    Ok((rest, PayLabel { bets: vec![bet], when }))
}

fn with_total(text: &str) -> Read<'_, PayTotal> {
    let lead = (
        opt(alt((tag("witha"), tag("with"), tag("winningwitha"), tag("winningwith"), tag("on"), tag(",")))),
        opt(alt((tag("winning"), tag("final")))),
        opt(alt((tag("pointtotalof"), tag("pointcountof"), tag("totalof"), tag("pointtotal"), tag("pointcount")))),
    );
    map(preceded(lead, digit), PayTotal::Total).parse(text)
}

fn other_total(text: &str) -> Read<'_, PayTotal> {
    let noun = || opt(alt((tag("pointtotal"), tag("pointcount"), tag("point"), tag("total"), tag("count"))));
    let other = (opt(alt((tag("with"), tag("winningwith"), tag("on"), tag(",")))), tag("anyother"), noun());
    let but = (
        opt(tag("with")),
        tag("any"),
        noun(),
        opt(tag("thatis")),
        alt((tag("not"), tag("otherthan"), tag("except"))),
        digit,
    );
    alt((value(PayTotal::Other, other), value(PayTotal::Other, but))).parse(text)
}

fn always(text: &str) -> Read<'_, PayTotal> {
    value(PayTotal::Always, tag("")).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        pay_rows(text)
            .into_iter()
            .map(|row| {
                let readings =
                    row.readings.iter().map(|(label, a, b)| format!("{:?} {:?} {a}:{b}", label.bets, label.when));
                readings.collect::<Vec<_>>().join(" | ")
            })
            .collect()
    }

    #[test]
    fn the_label_is_matched_first() {
        let table = "As follows:\nWinning Bet Pays\n\u{201c}Tie\u{201d} with point total of 79 to 1\nTie with any other point total17 to 1";
        assert_eq!(read(table), ["[\"tie\"] Total(7) 9:1", "[\"tie\"] Other 17:1"]);
        assert_eq!(
            read("Pays Any two 7s2 to 1 Any five 7's\n77 to 1"),
            ["[\"super_sevens\"] Sevens(2) 2:1", "[\"super_sevens\"] Sevens(5) 77:1"]
        );
        assert_eq!(
            read("Number of 7 Cards Payout Odds\n2 2 to 1\n517 to 1"),
            ["[\"super_sevens\"] Sevens(2) 2:1", "[\"super_sevens\"] Sevens(5) 17:1"]
        );
    }

    #[test]
    fn numbers_count_sevens_only_where_the_text_speaks_of_them() {
        assert_eq!(read("Player wins by Pays\n9\t30 to 1\n8\t10 to 1\n4\t1 to 1"), [""; 3]);
        assert_eq!(read("The Banker pays 19 to 20."), [""]);
        assert_eq!(read("The Player stands on 7. So the Banker pays 19 to 20."), [""]);
        assert!(["Super 7", "7's", "any 7s2", "seven cards", "(sevens)"].into_iter().all(speaks_of_sevens));
        assert!(!["on 7 stands", "a total of seven", "7 seats", "17s", "superb"].into_iter().any(speaks_of_sevens));
        assert_eq!(read("Two 7s or three Pays\n2\t2 to 1"), ["[\"super_sevens\"] Sevens(2) 2:1"]);
        assert_eq!(read("Pays\n2 cards\t2 to 1"), ["[\"super_sevens\"] Sevens(2) 2:1"]);
        for table in [
            "Tide Payout Odds\n16\t3 to 1\n17\t8 to 1",
            "Tide Pays\n7 3 to 1\n17 8 to 1",
            "Sum Pays\n2 7 to 1\n1 78 to 1",
        ] {
            assert_eq!(read(table), [""; 2], "{table}");
        }
        assert_eq!(read("Number of sevens Pays\n2\t2 to 1\n17\t8 to 1"), ["[\"super_sevens\"] Sevens(2) 2:1", ""]);
    }

    #[test]
    fn odds_of_less_than_one_are_two_whole_numbers() {
        assert_eq!(read("Pays \"Banker\" 0.95 to 1"), ["[\"banker\"] Always 19:20"]);
        assert_eq!(
            read("Pays \"Player\" or \"Banker\" Pair\t11 to 1"),
            ["[\"player_pair\", \"banker_pair\"] Always 11:1"]
        );
    }

    #[test]
    fn rows_of_other_hands_are_read() {
        let rows =
            pay_rows("Wager Pays\nBanker wager\t1 to 1 (5 % vigorish)\nA bet on the Tie\t9 for 1\nPlayer bets\t1:1");
        let read: Vec<_> = rows.iter().map(|row| (row.readings.clone(), row.form, row.commission)).collect();
        let is = |bet, a| vec![(PayLabel { bets: vec![bet], when: PayTotal::Always }, a, 1)];
        assert_eq!(
            read,
            [
                (is("banker", 1), PayForm::To, Some((1, 20))),
                (is("tie", 8), PayForm::For, None),
                (is("player", 1), PayForm::To, None),
            ]
        );
        assert!(rows.get(1).is_some_and(|row| row.printed.ends_with("9 for 1")));
    }

    #[test]
    fn what_could_be_two_rows_is_reported() {
        assert_eq!(read("Pays Banker\t79 to 5"), ["[\"banker\"] Always 79:5"]);
        assert_eq!(read("Pays Banker 79 to 5"), ["[\"banker\"] Always 79:5 | [\"banker\"] Total(7) 9:5"]);
        assert_eq!(
            read("Winning Hand Point total Payout Odds Banker any point total other than 7 1 to 1"),
            ["[\"banker\"] Other 1:1"]
        );
    }

    #[test]
    fn odds_are_read_as_documents_write_them() {
        let table = "Wager Pays\nTie\teight to one\nPlayer\teven money\nBanker\t1 to 1 minus 5 % commission";
        assert_eq!(read(table), ["[\"tie\"] Always 8:1", "[\"player\"] Always 1:1", "[\"banker\"] Always 1:1"]);
        let stake_first = "Wager Pays\nTie\t1:8\nPlayer Pair\t1:11\nBanker\t1:0.95\nPlayer\t1:1";
        assert_eq!(
            read(stake_first),
            [
                "[\"tie\"] Always 8:1",
                "[\"player_pair\"] Always 11:1",
                "[\"banker\"] Always 19:20",
                "[\"player\"] Always 1:1"
            ]
        );
        let half = "Wager Pays\nBanker with 6\t50% less (half)\nTie\t8:1";
        assert_eq!(read(half), ["[\"banker\"] Total(6) 1:2", "[\"tie\"] Always 8:1"]);
        assert_eq!(read("Wager Pays\nBanker\t1:2"), ["[\"banker\"] Always 1:2 | [\"banker\"] Always 2:1"]);
    }

    #[test]
    fn what_stands_beside_odds_in_a_table_is_kept() {
        let unread = |table: &str| pay_rows(table).into_iter().map(|row| row.unread).collect::<Vec<_>>();
        for more in [
            ", stake included",
            " (a tenth is kept)",
            " or more",
            " net of tax",
            " *",
            "\tdoubled on six",
            "; chips only",
        ] {
            let said = more.trim();
            assert_eq!(unread(&format!("Bet Pays\nTie\t8 to 1\nPair\t11 to 1{more}")), ["", said], "{more}");
            assert_eq!(unread(&format!("Bet Pays\nTie\t8 to 1{more}\nPair\t11 to 1")), [said, ""], "{more}");
        }
        assert_eq!(unread("Bet Pays\nTie\t8 to 1\n(the stake included)\n"), ["(the stake included)"]);
        assert_eq!(
            unread("The six stake is paid when the Banker has won: 12 to 1 with two cards, 20 to 1 with three."),
            [] as [&str; 0]
        );
        let table = "Bet Pays\nTie 8 to 1 Pair 11 to 1\nBanker\t1 to 1, less 5%.\nCards are shuffled.";
        assert_eq!(unread(table), ["", "", ""]);
    }

    #[test]
    fn a_footnote_that_a_row_bears_is_kept_beside_its_odds() {
        let unread = |table: &str| pay_rows(table).into_iter().map(|row| row.unread).collect::<Vec<_>>();
        let note = "Paid in whole crowns.";
        let table = "Wager Payout Odds\nPlayer\t1 to 1\nTie*\t8 to 1\nPair\t11 to 1";
        assert_eq!(unread(&format!("{table}\n{note}")), ["", note, ""], "its star was taken off as a bullet");
        assert_eq!(unread(&format!("{table}\n* {note}")), ["", &format!("* {note}"), ""]);
        assert_eq!(unread(table), ["", "*", ""]);
        let two = table.replace("Pair", "Pair\u{2020}");
        assert_eq!(unread(&format!("{two}\n{note}\n\u{2020} Of one suit.")), ["", note, "\u{2020} Of one suit."]);
        assert_eq!(read(table)[1], "[\"tie\"] Always 8:1");
        let unknown = stated_odds(&format!("Wager Payout Odds\nBeacons*\t8 to 1\n{note}"), Colons::default()).0;
        assert_eq!(unknown.first().map(|row| row.unread.as_str()), Some(note));
    }

    #[test]
    fn what_cannot_be_read_is_reported_in_a_table_only() {
        assert_eq!(read("Pays Dragon 40 to 1"), [""]);
        assert_eq!(read("A card from 2 to 9 has its face value"), [] as [&str; 0]);
        let draws = "The Banker draws:\nTotal\tBanker draws against\n4\t2 to 7, or none\n5\t4 to 7, or none\n";
        assert_eq!(read(draws), [] as [&str; 0]);
    }
}
