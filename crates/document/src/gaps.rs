//! Numbers that lack among clauses that follow one another: nothing says whether a clause is missing, or was repealed.

use std::collections::{BTreeMap, BTreeSet};

use crate::clause::Half;
use crate::label;

/// What a number put in later ends with.
const INSERTED: [&str; 7] = ["bis", "ter", "quater", "quinquies", "sexies", "septies", "octies"];
/// The longest Roman number that is read.
const MAX_WORD: usize = 6;

/// A clause before which a number lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The line of the text on which the clause begins, from 1.
    pub line: u32,
    /// The number by which it is cited.
    pub clause: String,
    /// The clause before it among those of its kind; none where what it was put behind is not there.
    pub before: Option<String>,
}

/// How far behind the one before a mark is that is surely of its list.
const NEAR: u32 = 3;
/// Letters that lists leave out by custom, or whose item may be read as a Roman number below the one before.
const SPARED: &str = "ijklovwxy";

/// What numbers a list: digits, or letters of one case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Digits,
    Lower,
    Upper,
}

/// Clauses of one kind: under one clause, with the same words before their numbers.
type Kinds<'c> = BTreeMap<(Option<usize>, String, Sort), Vec<(usize, Mark<'c>)>>;

/// The number of a citation, behind what is before it.
#[derive(Clone, Copy)]
enum Mark<'c> {
    /// The first and the last of them, and which of those put in later it is.
    Digits { first: u32, last: u32, inserted: Option<usize> },
    /// A letter or a Roman number.
    Word(&'c str),
}

/// One of a list.
struct Numbered {
    /// The place of the clause.
    at: usize,
    first: u32,
    last: u32,
    inserted: Option<usize>,
    /// Whether it can be no number but this.
    certain: bool,
}

/// The words before the number of a citation, and the number.
fn of(citation: &str) -> Option<(&str, Sort, Mark<'_>)> {
    let bare = citation.trim_end_matches([')', '.', '°', 'º']);
    let whole = |(stem, _): &(&str, usize)| !stem.ends_with(|last: char| last.is_alphabetic());
    let all = INSERTED.iter().enumerate();
    let found = all.filter_map(|(rank, word)| Some((bare.strip_suffix(word)?, rank))).find(whole);
    let (stem, inserted) = found.map_or((bare, None), |(stem, rank)| (stem, Some(rank)));
    if let Some((before, last)) = ending(stem.trim_end_matches([')', '°', 'º', '.', ' ', '-'])) {
        // `55-14/15` is two.
        let (before, first) = match before.strip_suffix('/').and_then(ending) {
            Some((before, first)) if first < last => (before, first),
            _ => (before, last),
        };
        return Some((before, Sort::Digits, Mark::Digits { first, last, inserted }));
    }
    let before = bare.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let word = bare.get(before.len()..).filter(|word| (1..=MAX_WORD).contains(&word.len()))?;
    // `2A` is put in behind 2.
    let later = word.len() == 1 && before.ends_with(|last: char| last.is_ascii_digit());
    if !(before.is_empty() || before.ends_with([' ', '(']) || later) {
        return None;
    }
    let of_case = |is: fn(&u8) -> bool| word.as_bytes().iter().all(is);
    let sort = match (of_case(u8::is_ascii_lowercase), of_case(u8::is_ascii_uppercase)) {
        (true, _) => Sort::Lower,
        (_, true) => Sort::Upper,
        _ => return None,
    };
    Some((before, sort, Mark::Word(word)))
}

/// The words before a number, however they are written: `Article R. 321-` and `Article R*321-`, `Art. ` and `Article `.
fn kind(before: &str) -> String {
    let mut out = String::with_capacity(before.len());
    for letter in before.chars() {
        let behind_a_letter = out.ends_with(|last: char| last.is_alphabetic());
        if letter != '*' && !(behind_a_letter && matches!(letter, '.' | ' ')) {
            out.extend(letter.to_lowercase());
        }
    }
    out.strip_prefix("article").map(|rest| format!("art{rest}")).unwrap_or(out)
}

fn ending(text: &str) -> Option<(&str, u32)> {
    let before = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    Some((before, text.get(before.len()..)?.parse().ok()?))
}

/// The place of a letter in the alphabet, from 1.
fn letter(word: &str) -> Option<u32> {
    let [one] = word.as_bytes() else { return None };
    Some(u32::from(one.to_ascii_lowercase() - b'a') + 1)
}

fn roman(word: &str) -> Option<u32> {
    label::roman(&word.to_ascii_lowercase()).map(u32::from)
}

/// The clauses before which a number lacks that others of their kind have one by one, and those put in behind none. Each gap is
/// named once.
pub(crate) fn gaps(half: &Half) -> Vec<Gap> {
    let mut kinds: Kinds<'_> = BTreeMap::new();
    for (at, clause) in half.clauses.iter().enumerate() {
        if let Some((before, sort, mark)) = of(&clause.number) {
            kinds.entry((clause.parent, kind(before), sort)).or_default().push((at, mark));
        }
    }
    let mut out = Vec::new();
    for ((_, _, sort), marks) in &kinds {
        let Some((numbers, spared)) = (match sort {
            Sort::Digits => Some((digits(marks), None)),
            Sort::Lower | Sort::Upper => by_words(marks).map(|(numbers, spared)| (numbers, Some(spared))),
        }) else {
            continue;
        };
        for (nth, before) in lacking(&numbers, spared) {
            let clause = |nth: usize| half.clauses.get(numbers.get(nth)?.at);
            if let Some(gap) = clause(nth) {
                let before = before.and_then(clause).map(|clause| clause.number.clone());
                out.push(Gap { line: gap.line, clause: gap.number.clone(), before });
            }
        }
    }
    let known: BTreeSet<u32> = out.iter().map(|gap: &Gap| gap.line).collect();
    out.extend(between_groups(half).into_iter().filter(|gap| !known.contains(&gap.line)));
    out.sort_by_key(|gap| gap.line);
    out
}

/// The clauses that a heading holds first, where their numbers run on from those of the heading before, and one lacks between.
fn between_groups(half: &Half) -> Vec<Gap> {
    let mut kinds: BTreeMap<String, Vec<(usize, u32, u32)>> = BTreeMap::new();
    for (at, clause) in half.clauses.iter().enumerate() {
        if let Some((before, Sort::Digits, Mark::Digits { first, last, inserted: None })) = of(&clause.number) {
            kinds.entry(kind(before)).or_default().push((at, first, last));
        }
    }
    let clause = |at: usize| half.clauses.get(at);
    let mut out = Vec::new();
    for numbers in kinds.values() {
        let grows = numbers.windows(2).all(|two| matches!(two, [(_, _, last), (_, next, _)] if next > last));
        let steps = || numbers.windows(2).filter_map(|two| two.last()?.1.checked_sub(two.first()?.2));
        let single = steps().filter(|step| *step == 1).count() >= steps().filter(|step| *step > 1).count();
        if !grows || !single {
            continue;
        }
        for two in numbers.windows(2) {
            let [(before, _, last), (at, first, _)] = two else { continue };
            let Some((before, own)) = clause(*before).zip(clause(*at)) else { continue };
            // A heading may begin with a round number by design.
            let lacks = match first - last {
                0 | 1 => false,
                2 => true,
                _ => !matches!(first % 10, 0 | 1),
            };
            if lacks && before.parent != own.parent {
                out.push(Gap { line: own.line, clause: own.number.clone(), before: Some(before.number.clone()) });
            }
        }
    }
    out
}

fn digits(marks: &[(usize, Mark<'_>)]) -> Vec<Numbered> {
    let number = |(at, mark): &(usize, Mark<'_>)| match *mark {
        Mark::Digits { first, last, inserted } => Some(Numbered { at: *at, first, last, inserted, certain: true }),
        Mark::Word(_) => None,
    };
    marks.iter().filter_map(number).collect()
}

/// A list of letters or of Roman numbers, and the letters of which it says nothing that they lack; none where it may be either.
fn by_words(marks: &[(usize, Mark<'_>)]) -> Option<(Vec<Numbered>, &'static str)> {
    let words: Vec<(usize, &str)> = marks
        .iter()
        .filter_map(|(at, mark)| match mark {
            Mark::Word(word) => Some((*at, *word)),
            Mark::Digits { .. } => None,
        })
        .collect();
    let all = |value: fn(&str) -> Option<u32>| words.iter().all(|(_, word)| value(word).is_some());
    let is_both = |word: &str| letter(word).is_some() && roman(word).is_some();
    let any_certain = words.iter().any(|(_, word)| !is_both(word));
    let (value, spared): (fn(&str) -> Option<u32>, _) = match (all(letter), all(roman)) {
        _ if !any_certain => return None,
        (true, _) => (letter, SPARED),
        (_, true) => (roman, ""),
        _ => return None,
    };
    let number = |nth: usize, at: usize, word: &str| {
        let number = value(word)?;
        let next = words.get(nth + 1).filter(|(_, next)| !is_both(next));
        let runs_on = next.and_then(|(_, next)| value(next)) == Some(number + 1);
        // `(v)` behind `(iii)`, at the end of a list.
        let before = nth.checked_sub(1).and_then(|before| words.get(before)).and_then(|(_, before)| value(before));
        let is_near = before.and_then(|before| number.checked_sub(before)).is_some_and(|step| step <= NEAR);
        Some(Numbered {
            at,
            first: number,
            last: number,
            inserted: None,
            certain: !is_both(word) || runs_on || is_near,
        })
    };
    let numbers = words.iter().enumerate().filter_map(|(nth, (at, word))| number(nth, *at, word));
    Some((numbers.collect(), spared))
}

/// Which of a list have a gap before them, and behind which it is; none where what one was put behind is not there. Of a list of
/// letters or Roman numbers `spared` are those of which it says nothing that they lack.
fn lacking(numbers: &[Numbered], spared: Option<&str>) -> Vec<(usize, Option<usize>)> {
    let step = |one: &Numbered, next: &Numbered| next.first.checked_sub(one.last);
    let own: Vec<&Numbered> = numbers.iter().filter(|number| number.inserted.is_none()).collect();
    let steps = || own.windows(2).filter_map(|two| step(two.first()?, two.last()?));
    // Codes are counted by fives and tens.
    let (single, wide) = (steps().filter(|step| *step == 1).count(), steps().filter(|step| *step > 1).count());
    // Of two clauses the first is 1 and the other no second.
    let pair = matches!(own.as_slice(), [Numbered { last: 1, .. }, Numbered { first: 3, .. }]) && spared.is_none();
    let spares = |number: u32| {
        let of = |letter: &u8| u32::from(letter - b'a') + 1 == number;
        spared.unwrap_or("").as_bytes().iter().any(of)
    };
    let mut out = Vec::new();
    // Numbers of which is said already that they lack.
    let mut said: Vec<u32> = Vec::new();
    for (nth, number) in numbers.iter().enumerate() {
        let earlier = numbers.get(..nth).unwrap_or_default();
        let is_gap = if let Some(rank) = number.inserted {
            let of_it = |one: &Numbered| (one.first..=one.last).contains(&number.first);
            match earlier.iter().rev().find(|one| of_it(one)) {
                Some(last) => rank > last.inserted.map_or(0, |last| last + 1),
                // An excerpt may begin with it.
                None if nth == 0 && numbers.len() == 1 => false,
                None => {
                    said.push(number.first);
                    out.push((nth, None));
                    false
                }
            }
        } else {
            let last = earlier.iter().rev().find(|one| one.inserted.is_none());
            last.filter(|_| (single >= wide || pair) && number.certain).is_some_and(|last| {
                (last.last.saturating_add(1)..number.first).any(|lacks| !said.contains(&lacks) && !spares(lacks))
            })
        };
        if is_gap {
            out.push((nth, nth.checked_sub(1)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::Document;

    fn gaps(text: &str) -> Vec<String> {
        let document = Document::parse_by(text, None).unwrap();
        let before = |before: Option<String>| before.map_or("nothing".to_owned(), |before| before);
        document
            .gaps()
            .into_iter()
            .map(|gap| format!("{}: {} behind {}", gap.line, gap.clause, before(gap.before)))
            .collect()
    }

    #[test]
    fn a_number_that_lacks_is_named_and_one_put_in_behind_none() {
        let articles = |numbers: &[&str]| {
            let article = |number: &&str| format!("Art. {number} The stake goes back in that case.\n");
            numbers.iter().map(article).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(gaps(&articles(&["1", "2", "3", "5", "6"])), ["7: Art. 5 behind Art. 3"]);
        // One gap is named once.
        assert_eq!(gaps(&articles(&["7", "8", "9 bis", "10"])), ["5: Art. 9 bis behind nothing"]);
        assert_eq!(
            gaps(&articles(&["7", "8", "9 bis", "9 ter", "10", "12", "13"])),
            ["5: Art. 9 bis behind nothing", "11: Art. 12 behind Art. 10"]
        );
        assert_eq!(gaps(&articles(&["7", "8", "8 bis", "8 ter", "9"])), [] as [&str; 0]);
        assert_eq!(gaps(&articles(&["2", "3", "3 bis", "3 quater", "4"])), ["7: Art. 3 quater behind Art. 3 bis"]);
        assert_eq!(gaps(&articles(&["2", "3", "3 ter", "4"])), ["5: Art. 3 ter behind Art. 3"]);
        assert_eq!(gaps(&articles(&["1", "2", "2 bis", "4", "5"])), ["7: Art. 4 behind Art. 2 bis"]);
        let alike = |one: &str, other: &str| assert_eq!(super::kind(one), super::kind(other), "{one}, {other}");
        alike("Article R. 321-", "Article R*321-");
        alike("Art. ", "Article ");
        assert_ne!(super::kind("1.1."), super::kind("11."));
        // Codes are counted by fives.
        let codes = "WAC 230-15-040 One deck.\n\nWAC 230-15-045 A tie pays.\n\nWAC 230-15-055 It ends.\n";
        assert_eq!(gaps(codes), [] as [&str; 0]);
    }

    #[test]
    fn numbers_with_letters_and_those_of_several_headings_are_lists_too() {
        let none = [] as [&str; 0];
        let rules = |numbers: &[&str]| {
            let rule = |number: &&str| format!("Rule {number} The stake goes back in that case.\n");
            gaps(&numbers.iter().map(rule).collect::<Vec<_>>().join("\n"))
        };
        assert_eq!(rules(&["1", "2", "2A", "2B", "2D", "3"]), ["9: Rule 2D behind Rule 2B"]);
        assert_eq!(rules(&["1", "2", "2A", "2B", "2C", "3", "3A"]), none);
        assert_eq!(rules(&["1", "2", "3", "5"]), ["7: Rule 5 behind Rule 3"]);
        let chapters = |parts: [&[u32]; 3]| {
            let mut text = String::new();
            for (nth, part) in (1..).zip(parts) {
                text.push_str(&format!("Chapter {nth} Stakes\n\n"));
                part.iter()
                    .for_each(|number| text.push_str(&format!("Art. {number} The stake goes back in that case.\n\n")));
            }
            gaps(&text)
        };
        assert_eq!(chapters([&[1, 2, 3], &[5, 6], &[7, 8]]), ["11: Art. 5 behind Art. 3"]);
        assert_eq!(chapters([&[1, 2, 3], &[4, 5], &[6, 7]]), none);
        // Each heading begins with a round number, or anew.
        assert_eq!(chapters([&[1, 2, 3], &[11, 12], &[21, 22]]), none);
        assert_eq!(chapters([&[1, 2, 3], &[1, 2], &[1, 2, 3]]), none);
    }

    #[test]
    fn a_letter_and_a_roman_number_that_lack_are_named() {
        let items = |marks: &[&str]| {
            let mut text = "1. Stakes\n\n1.1 A stake goes back:\n".to_owned();
            marks.iter().for_each(|mark| text.push_str(&format!("({mark}) where that is so;\n")));
            text + "\n1.2 It ends.\n\n2. End\n\n2.1 It has ended.\n"
        };
        let none = [] as [&str; 0];
        assert_eq!(gaps(&items(&["a", "b", "d", "e"])), ["6: 1.1(d) behind 1.1(b)"]);
        assert_eq!(gaps(&items(&["i", "ii", "iv", "v"])), ["6: 1.1(iv) behind 1.1(ii)"]);
        assert_eq!(gaps(&items(&["i", "ii", "iii", "v"])), ["7: 1.1(v) behind 1.1(iii)"]);
        assert_eq!(gaps(&items(&["1", "3"])), ["5: 1.1(3) behind 1.1(1)"]);
        assert_eq!(gaps(&items(&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"])), none);
        assert_eq!(gaps(&items(&["i", "ii", "iii", "iv", "v", "vi"])), none);
        let headings = |marks: &[&str]| {
            let part = |mark: &&str| format!("Chapter {mark}: Stakes\n\nThe stake goes back.\n");
            marks.iter().map(part).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(gaps(&headings(&["I", "II", "III", "V", "VI"])), ["13: Chapter V behind Chapter III"]);
        assert_eq!(gaps(&headings(&["I", "II", "III", "IV", "V", "VI"])), none);
        assert_eq!(gaps(&headings(&["A", "B", "D"])), ["9: Chapter D behind Chapter B"]);
    }

    #[test]
    fn where_a_mark_may_be_a_letter_or_a_number_nothing_is_named() {
        let lacking = |marks: &[&str]| {
            let marks: Vec<_> = marks.iter().map(|mark| super::of(mark).unwrap().2).enumerate().collect();
            super::by_words(&marks).map_or_else(Vec::new, |(numbers, spared)| super::lacking(&numbers, Some(spared)))
        };
        let none: Vec<(usize, Option<usize>)> = vec![];
        assert_eq!(lacking(&["(i)", "(v)", "(x)"]), none);
        assert_eq!(
            lacking(&["(i)", "(ii)", "(iii)", "(x)"]),
            none,
            "perhaps the letter behind a (w) that is not there"
        );
        assert_eq!(lacking(&["(i)", "(ii)", "(iii)", "(x)", "(xi)"]), [(3, Some(2))]);
        assert_eq!(lacking(&["(v)", "(vi)", "(vii)", "(ix)"]), [(3, Some(2))]);
        assert_eq!(lacking(&["(a)", "(b)", "(v)"]), none);
        // Letters that lists of some languages leave out.
        assert_eq!(lacking(&["g)", "h)", "i)", "l)", "m)"].map(|one| one)), none);
        assert_eq!(lacking(&["(h)", "(j)", "(k)"]), none, "(i) may stand below (h)");
        assert_eq!(lacking(&["(a)", "(c)"]), none, "that is no run");
        assert_eq!(lacking(&["(a)", "(b)", "(ii)", "(d)"]), none);
    }
}
