//! Tables of play in sentences, one for each total: `on 3 the Banker draws unless the Player's third card is an 8`.

use std::ops::Range;

use crate::decision::{PlayCell, PlayHand, UnreadDraw};
use crate::figures;
use crate::fold::fold;
use crate::player::{self, BANKER, COUNTED, REFERRED};

/// The most sentences of a clause that are looked at.
const MAX_SENTENCES: usize = 200;
/// The most words of one.
const MAX_WORDS: usize = 80;

/// A word of a sentence, a number from 0 to 9, or a sign that says something.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Number(u8),
    Dash,
    Comma,
    Other(String),
}

/// Whose number it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Total,
    ThirdCard,
}

/// The decisions that sentences of a text state: the Player's, and those of the Banker that name the Player's third card or
/// hold whatever it is. What is in `spans`, ascending, was read as a table.
pub(crate) fn cells(text: &str, spans: &[Range<usize>]) -> Vec<PlayCell> {
    let mut out: Vec<PlayCell> = Vec::new();
    for (_, sentence) in sentences(text, spans).into_iter().take(MAX_SENTENCES) {
        for cell in of_sentence(&sentence) {
            if !out.contains(&cell) {
                out.push(cell);
            }
        }
    }
    out
}

fn of_sentence(sentence: &str) -> Vec<PlayCell> {
    let found = words(sentence).filter(|words| words.len() <= MAX_WORDS).and_then(|words| read(&words));
    found.unwrap_or_else(|| player::cells(sentence))
}

/// The sentences that name a hand, a total and whether a card is drawn, and state no decision that is known.
pub(crate) fn unread(text: &str, spans: &[Range<usize>]) -> Vec<UnreadDraw> {
    let mut out = Vec::new();
    for (nth, (line, sentence)) in sentences(text, spans).into_iter().enumerate() {
        let Some((about, words)) = on_drawing(&sentence) else { continue };
        if nth >= MAX_SENTENCES || of_sentence(&sentence).is_empty() {
            out.push(UnreadDraw { line, about, words });
        }
    }
    out
}

/// The hands that a sentence names, each with every total, and both with words of drawing; none where one of the three lacks.
fn on_drawing(sentence: &str) -> Option<(Vec<(PlayHand, u8)>, String)> {
    let tokens = figures::tokens(sentence);
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.text.as_str());
    let mut hands: Vec<PlayHand> = Vec::new();
    let (mut totals, mut acts): (Vec<u8>, bool) = (Vec::new(), false);
    let mut named: Vec<&str> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let own = token.text.as_str();
        let (before, next) = (word(at.checked_sub(1)), word(at.checked_add(1)));
        let hand = match own {
            _ if PLAYER.contains(&own) => Some(PlayHand::Player),
            _ if BANKER.contains(&own) => Some(PlayHand::Banker),
            _ => None,
        };
        // Totals of eight and nine end the drawing; what counts cards, decks or clauses is no total.
        let number = match own.as_bytes() {
            [digit @ b'0'..=b'7'] => Some(digit - b'0'),
            _ => NUMBERS.iter().take(8).position(|word| *word == own).and_then(|at| u8::try_from(at).ok()),
        };
        let total = number.filter(|_| !COUNTED.contains(&next) && !REFERRED.contains(&before));
        // `stands off`: a wager does.
        let action = DRAWING.contains(&own) && next != "off";
        acts |= action;
        totals.extend(total.filter(|total| !totals.contains(total)));
        if let Some(hand) = hand.filter(|hand| !hands.contains(hand)) {
            hands.push(hand);
        }
        if (hand.is_some() || total.is_some() || action) && named.last() != Some(&own) && named.len() < MAX_NAMED {
            named.push(own);
        }
    }
    let about: Vec<(PlayHand, u8)> =
        hands.iter().flat_map(|hand| totals.iter().map(move |total| (*hand, *total))).collect();
    (acts && !about.is_empty()).then(|| (about, named.join(", ")))
}

/// How many words of a sentence that was not read are named.
const MAX_NAMED: usize = 12;
/// Words for the hands.
const PLAYER: [&str; 7] = ["player", "players", "joueur", "ponte", "spieler", "jugador", "jogador"];
/// Words of drawing and standing.
const DRAWING: [&str; 20] = [
    "draw", "draws", "drawing", "stand", "stands", "standing", "stay", "stays", "takes", "hit", "hits", "tire",
    "tirer", "reste", "rester", "zieht", "hält", "pide", "planta", "pedir",
];
/// The sentences of a text, each with the line on which it begins, from 0. A line ends one where the next begins as one does,
/// and so does what was read as a table.
fn sentences(text: &str, spans: &[Range<usize>]) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    let mut own = String::new();
    let (mut line, mut begun) = (0, 0);
    // Whether an action is in what is open, of which only the part behind `seen` was not looked at.
    let (mut acts, mut seen) = (false, 0);
    let mut spans = spans.iter().peekable();
    let mut letters = text.char_indices().peekable();
    let mut in_span = false;
    while let Some((at, letter)) = letters.next() {
        while spans.next_if(|span| span.end <= at).is_some() {}
        let inside = spans.peek().is_some_and(|span| span.contains(&at));
        let letter = fold(letter);
        let next = letters.peek().map(|(_, next)| fold(*next));
        let ends = match letter {
            _ if inside => !in_span,
            '.' => next.is_none_or(char::is_whitespace),
            ';' => true,
            '\n' => {
                acts = acts || own.get(seen..).is_some_and(|new| ACTIONS.iter().any(|(word, _)| new.contains(word)));
                seen = own.len();
                let begins = next.is_some_and(|next| next.is_uppercase() || next.is_ascii_digit() || next == '"');
                begins && (acts || own.trim_end().ends_with(':'))
            }
            _ => false,
        };
        in_span = inside;
        if ends {
            out.push((begun, std::mem::take(&mut own)));
            (acts, seen) = (false, 0);
        } else if !inside {
            if own.trim_start().is_empty() {
                own.clear();
                begun = line;
            }
            own.extend(letter.to_lowercase());
        }
        line += usize::from(letter == '\n');
    }
    out.push((begun, own));
    out
}

const NUMBERS: [&str; 10] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/// What is done, and whether that draws a card.
const ACTIONS: [(&str, bool); 6] =
    [("draws", true), ("draw", true), ("takes", true), ("stands", false), ("stand", false), ("stays", false)];
/// Words that say of which card or hand more than is known here.
const UNKNOWN: [&str; 9] = ["natural", "naturals", "first", "both", "previous", "higher", "lower", "less", "more"];

fn words(sentence: &str) -> Option<Vec<Word>> {
    let mut out = Vec::new();
    let mut letters = sentence.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_ascii_digit() {
            let mut number = String::from(letter);
            while let Some(more) = letters.next_if(|next| next.is_alphanumeric()) {
                number.push(more);
            }
            out.push(match number.as_str() {
                // A card of ten counts nothing.
                "10" => Word::Number(0),
                "3rd" => Word::Other("third".to_owned()),
                digit => Word::Number(digit.parse().ok().filter(|digit| *digit < 10)?),
            });
        } else if letter.is_alphabetic() {
            let mut word = String::from(letter);
            while let Some(more) = letters.next_if(|next| next.is_alphabetic()) {
                word.push(more);
            }
            let number = NUMBERS.iter().position(|known| *known == word).and_then(|at| u8::try_from(at).ok());
            out.push(match number {
                Some(number) => Word::Number(number),
                None if word == "ace" || word == "aces" => Word::Number(1),
                None => Word::Other(word),
            });
        } else if letter == '-' {
            out.push(Word::Dash);
        } else if letter == ',' {
            out.push(Word::Comma);
        }
    }
    Some(out)
}

fn read(words: &[Word]) -> Option<Vec<PlayCell>> {
    let is = |at: usize, word: &str| matches!(words.get(at), Some(Word::Other(own)) if own == word);
    let any = |at: usize, all: &[&str]| all.iter().any(|word| is(at, word));
    if (0..words.len()).any(|at| any(at, &UNKNOWN)) {
        return None;
    }
    // One action of the Banker's; a second one only for what is left.
    let banker = (0..words.len()).find(|at| is(*at, "banker"))?;
    let player = |at: usize| {
        let back = (at.saturating_sub(4)..at).rev().find(|back| any(*back, &["player", "banker"]));
        back.is_some_and(|back| is(back, "player"))
    };
    let actions: Vec<(usize, bool)> = (0..words.len())
        .filter_map(|at| ACTIONS.iter().find(|(word, _)| is(at, word)).map(|(_, draws)| (at, *draws)))
        .filter(|(at, _)| !player(*at))
        .collect();
    let rest = |from: usize, to: usize| {
        (from..to).any(|at| is(at, "otherwise") || (is(at, "other") && any(at + 1, &["cases", "case", "times"])))
    };
    let (action, draws, others) = match actions.as_slice() {
        [(at, draws)] => {
            (*at, *draws, (0..words.len()).any(|at| is(at, "only") && any(at + 1, &["if", "when", "where"])))
        }
        [(at, draws), (second, opposite)] if draws != opposite && rest(*at, words.len()) => {
            let _ = second;
            (*at, *draws, true)
        }
        _ => return None,
    };
    if banker > action && !is(action + 1, "the") {
        return None;
    }
    // Where the Player drew nothing is another table.
    let nothing = |at: usize| {
        (is(at, "no") && (any(at + 1, &["card", "third", "further"])))
            || (is(at, "not") && any(at + 1, &["draw", "drawn", "drew"]))
            || (any(at, &["stands", "stand", "stood"]) && player(at))
    };
    if (0..words.len()).any(nothing) {
        return None;
    }
    let (totals, values, except) = numbers(words, &is, &any, &player)?;
    let bound =
        except || (0..words.len()).any(|at| is(at, "third") || (any(at, &["draws", "drew", "drawn"]) && player(at)));
    let own = |third: Option<u8>, draws: bool| {
        totals.iter().map(move |total| PlayCell { hand: PlayHand::Banker, total: *total, third, draws })
    };
    if totals.is_empty() || (bound && values.is_empty()) {
        return None;
    }
    if !bound {
        // Totals from three to six depend on the other hand's card: a sentence without it is a part of something.
        let plain = totals.iter().all(|total| !(3..=6).contains(total)) && values.is_empty();
        return plain
            .then(|| std::iter::once(None).chain((0..=9).map(Some)).flat_map(|third| own(third, draws)).collect());
    }
    let mut out = Vec::new();
    for third in 0..=9u8 {
        match (values.contains(&third) != except, except || others) {
            (true, _) => out.extend(own(Some(third), draws)),
            (false, true) => out.extend(own(Some(third), !draws)),
            (false, false) => {}
        }
    }
    Some(out)
}

type Numbers = (Vec<u8>, Vec<u8>, bool);

/// The totals, the values of the third card, and whether it is all others than these; none where that cannot be said.
fn numbers(
    words: &[Word],
    is: &impl Fn(usize, &str) -> bool,
    any: &impl Fn(usize, &[&str]) -> bool,
    player: &impl Fn(usize) -> bool,
) -> Option<Numbers> {
    let (mut totals, mut values) = (Vec::new(), Vec::new());
    let (mut of, mut except, mut without) = (Of::Total, 0usize, false);
    let mut at = 0;
    while let Some(word) = words.get(at) {
        match word {
            // `draws one card`
            Word::Number(1) if any(at + 1, &["card", "third", "more"]) && of == Of::Total => {}
            Word::Number(first) => {
                let mut left_out = Vec::new();
                let list = match of {
                    Of::Total => &mut totals,
                    Of::ThirdCard if without => &mut left_out,
                    Of::ThirdCard => &mut values,
                };
                let to = matches!(words.get(at + 1), Some(Word::Dash)) || any(at + 1, &["to", "through"]);
                let both = at.checked_sub(1).is_some_and(|before| is(before, "between")) && is(at + 1, "and");
                match words.get(at + 2) {
                    // `0-1-2-3` is a list.
                    Some(Word::Number(last)) if (to || both) && *last > *first => {
                        list.extend(*first..=*last);
                        at += 2;
                    }
                    _ => list.push(*first),
                }
                values.retain(|value| !left_out.contains(value));
            }
            Word::Other(word) => match word.as_str() {
                "third" => of = Of::ThirdCard,
                "drew" | "drawn" | "draws" | "receives" | "received" if player(at) => of = Of::ThirdCard,
                "banker" | "total" | "totals" | "having" => of = Of::Total,
                // `0 to 9, except for 8`
                "except" | "but" if of == Of::ThirdCard && !values.is_empty() => without = true,
                "unless" | "except" | "but" => except += 1,
                "other" if is(at + 1, "than") => except += 1,
                "not" => except += 1,
                _ => {}
            },
            Word::Dash | Word::Comma => {}
        }
        at += 1;
    }
    totals.sort_unstable();
    totals.dedup();
    (except < 2).then_some((totals, values, except == 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::play;
    use crate::legend::Legend;

    fn read(text: &str) -> Vec<String> {
        let mut rows: std::collections::BTreeMap<u8, String> = std::collections::BTreeMap::new();
        for cell in cells(text, &[]) {
            let row = rows.entry(cell.total).or_default();
            row.push_str(&cell.third.map_or("-".to_owned(), |third| third.to_string()));
            row.push(if cell.draws { 'd' } else { 's' });
        }
        rows.into_iter().map(|(total, row)| format!("{total}: {row}")).collect()
    }

    #[test]
    fn one_sentence_for_each_total() {
        let three = ["3: 0d1d2d3d4d5d6d7d8s9d"];
        for text in [
            "On 3 the Banker draws unless the Player's third card is an 8.",
            "With a total of three, the Banker shall draw a card unless the Player drew an eight.",
            "If the Banker has 3, the Banker draws when the third card of the Player is other than 8.",
            "The Banker with 3 draws a third card, except if the Player's third card is 8.",
        ] {
            assert_eq!(read(text), three, "{text}");
        }
        assert_eq!(
            read("On 5 the Banker draws only if the Player's third card is 4 to 7."),
            ["5: 0s1s2s3s4d5d6d7d8s9s"]
        );
        assert_eq!(read("On 6 the Banker draws if the Player's third card is 6 or 7."), ["6: 6d7d"]);
        assert_eq!(read("On 6 the Banker draws if the Player's third card is 5 to 7, except 6."), ["6: 5d7d"]);
        let both = "On 6 the Banker draws if the Player's third card is 6 or 7, and otherwise stands.";
        assert_eq!(read(both), ["6: 0s1s2s3s4s5s6d7d8s9s"]);
        assert_eq!(read("On 0, 1 or 2 the Banker draws.\nOn 7 the Banker stands").len(), 4);
        let list = "Both players' first cards lie open:\nThe Banker's total 0, 1 or 2: the Banker draws.\n";
        assert_eq!(read(list).len(), 3);
    }

    #[test]
    fn sentences_of_drawing_that_were_not_read_are_named() {
        let table = "The Banker draws so:\nBanker's total\tNone\t0\t1\t2\t3\t4\t5\t6\t7\t8\t9\n4\tdraw\tstand\tstand\tdraw\tdraw\tdraw\tdraw\tdraw\tdraw\tstand\tstand\n";
        for (text, words) in [
            ("On 4 the Banker stands.", "4, banker, stands"),
            (
                "As the table says, except that the Banker stands on 4 if he pleases:\nBanker's total",
                "banker, stands, 4",
            ),
            ("The Banker may not draw on five.", "banker, draw, five"),
            ("Le banquier reste à 5.", "banquier, reste, 5"),
            ("On 4 the Banker draws if the Player's third card is 2 to 7.", ""),
            ("On 7 the Banker stands.", ""),
            ("The Player draws one card.", ""),
            ("The Player draws on 0 to 5 and stands on 6 and 7.", ""),
            ("The Player may draw on 5.", "player, draw, 5"),
            ("The Banker stands on a natural 8 or 9.", ""),
            ("A wager on the Banker stands off on a tie of 6.", ""),
            ("By rule 4 the Banker draws.", ""),
            ("Six decks are used.", ""),
        ] {
            let found = play(&format!("{table}{text}"), &Legend::default()).unread;
            let found: Vec<_> = found.iter().map(|one| (one.line, one.words.as_str())).collect();
            let wanted: Vec<_> = (!words.is_empty()).then_some((3, words)).into_iter().collect();
            assert_eq!(found, wanted, "{text}");
        }
        // What contradicts the table stands beside it.
        let text = format!("{table}On 4 the Banker draws only if the Player's third card is 3 to 7.");
        let both = play(&text, &Legend::default()).cells;
        assert_eq!(both.iter().filter(|cell| cell.total == 4 && cell.third == Some(2)).count(), 2, "{both:?}");
        // However long the text is.
        let long = format!("{}\n{}The Banker may not draw on five.", "word ".repeat(10_000), "So it is.\n".repeat(300));
        assert_eq!(play(&long, &Legend::default()).unread.len(), 1);
    }

    #[test]
    fn what_says_something_else_is_left() {
        for text in [
            "If the Player stands, the Banker draws on 0 to 5 and stands on 6 and 7.",
            "The Banker draws on 0 to 5.",
            "When no third card was drawn by the Player the Banker draws on 5.",
            "A natural 8 ends the coup; the Banker stands.",
            "The Banker draws by rule 12.",
            "The Banker burns 3 cards.",
        ] {
            assert_eq!(read(text), [] as [&str; 0], "{text}");
        }
    }
}
