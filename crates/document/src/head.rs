//! Numbers that clauses have elsewhere: `§ 629b.1`, `13:69F-7.1`, `WAC 230-15-040`, `146.18:`, `Rule 4A`, `Article R. 321-14`,
//! `Artigo 13.º`, and `4A.1` below a rule.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::{char, one_of, space0, space1};
use nom::combinator::{opt, peek, recognize, verify};
use nom::multi::{many_m_n, many0};
use nom::sequence::{preceded, terminated};

use crate::label::{self, is_han, roman};
use crate::numbering::Numbering;

type Read<'t, O> = nom::IResult<&'t str, O>;

/// A part of a number, `69F`: what it counts, and the letters behind it.
pub(crate) type Counted = (u32, String);

/// How far down a heading is: the rank of those that are no group, and of points below them.
pub(crate) const LEAF: u8 = 3;
pub(crate) const POINTS: u8 = 4;

/// The words that clauses are headed with, lower-case, and their rank: those of lower rank hold those of higher.
const WORDS: [(&str, u8); 59] = [
    ("book", 0),
    ("livre", 0),
    ("libro", 0),
    ("livro", 0),
    ("buch", 0),
    ("boek", 0),
    ("title", 0),
    ("appendix", 0),
    ("annexure", 0),
    ("attachment", 0),
    ("schedule", 0),
    ("annex", 0),
    ("annexe", 0),
    ("anexo", 0),
    ("anhang", 0),
    ("part", 0),
    ("parte", 0),
    ("partie", 0),
    ("teil", 0),
    ("título", 0),
    ("titre", 0),
    ("titolo", 0),
    ("titel", 0),
    ("chapter", 1),
    ("capítulo", 1),
    ("chapitre", 1),
    ("capo", 1),
    ("kapitel", 1),
    ("hoofdstuk", 1),
    ("subchapter", 1),
    ("abschnitt", 1),
    ("afdeling", 1),
    ("division", 2),
    ("divisão", 2),
    ("división", 2),
    ("secção", 2),
    ("seção", 2),
    ("sección", 2),
    ("sezione", 2),
    ("section", LEAF),
    ("sec.", LEAF),
    ("article", LEAF),
    ("artigo", LEAF),
    ("artículo", LEAF),
    ("artikel", LEAF),
    ("articolo", LEAF),
    ("art.", LEAF),
    ("art", LEAF),
    ("paragraph", LEAF),
    ("regulation", LEAF),
    ("rule", LEAF),
    ("regra", LEAF),
    ("regla", LEAF),
    ("règle", LEAF),
    ("regel", LEAF),
    ("regola", LEAF),
    ("clause", LEAF),
    ("cláusula", LEAF),
    ("order", LEAF),
];

/// The most parts of a number.
const MAX_PARTS: usize = 8;

/// A clause's number at the beginning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClauseNumber<'t> {
    pub numbering: Numbering,
    /// The word of a heading, lower-case; empty for other numbers.
    pub word: &'static str,
    pub rank: u8,
    pub parts: Vec<Counted>,
    /// What stands behind a stroke, `55-14/15`: the last of several articles under one heading, or a part more.
    pub stroke: Option<Counted>,
    /// Whether no word or letters stand before a code, `230-15-055`: it is one among others of its kind alone.
    pub bare: bool,
    /// As it is cited.
    pub cite: String,
    /// What follows it.
    pub rest: &'t str,
    /// Whether an item's mark follows it directly: `Section 12(3)`.
    pub glued: bool,
}

/// The number that `text` begins with, where what follows may be a heading or a clause, not the rest of a sentence.
pub(crate) fn head(text: &str) -> Option<ClauseNumber<'_>> {
    let parsed: Read<'_, ClauseNumber<'_>> = alt((sign, code, word, named_code, bare_code, before_colon)).parse(text);
    parsed.ok().map(|(_, head)| head).filter(|head| begins(head.rest))
}

/// `4A.1`, `13.2.1`: a number of several parts below the heading of the first.
pub(crate) fn points(text: &str) -> Option<ClauseNumber<'_>> {
    let parsed: Read<'_, _> = (verify(parts("."), |parts: &Vec<Counted>| parts.len() > 1), opt(char('.'))).parse(text);
    let (rest, (parts, _)) = parsed.ok()?;
    let cite = cited(text, rest).trim_end_matches('.').to_owned();
    let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
    let numbering = Numbering::Points;
    begins(rest).then_some(ClauseNumber {
        numbering,
        word: "",
        rank: POINTS,
        parts,
        stroke: None,
        bare: false,
        cite,
        rest,
        glued: false,
    })
}

/// Whether a clause or its title may begin so.
fn begins(rest: &str) -> bool {
    let Some(first) = rest.chars().next() else { return true };
    first.is_uppercase() || is_han(first) || matches!(first, '(' | '"' | '\'' | '\u{201c}' | '\u{2018}' | '[')
}

fn sign(text: &str) -> Read<'_, ClauseNumber<'_>> {
    let (after, parts) = preceded((char('§'), space0), parts(".-:")).parse(text)?;
    let (rest, _) = behind(after)?;
    let number = cited(text, after).trim_start_matches('§').trim_start();
    let cite = format!("§ {number}");
    Ok((
        rest,
        ClauseNumber {
            numbering: Numbering::Sections,
            word: "",
            rank: LEAF,
            parts,
            stroke: None,
            bare: false,
            cite,
            rest,
            glued: after.starts_with('('),
        },
    ))
}

fn code(text: &str) -> Read<'_, ClauseNumber<'_>> {
    let title = terminated(part, char(':'));
    let (after, (title, mut parts)) =
        (title, verify(parts(".-"), |parts: &Vec<Counted>| parts.len() > 1)).parse(text)?;
    let (rest, _) = behind(after)?;
    parts.insert(0, title);
    let cite = cited(text, after).to_owned();
    Ok((
        rest,
        ClauseNumber {
            numbering: Numbering::Codes,
            word: "",
            rank: LEAF,
            parts,
            stroke: None,
            bare: false,
            cite,
            rest,
            glued: after.starts_with('('),
        },
    ))
}

fn error<'t, O>(text: &'t str, kind: nom::error::ErrorKind) -> Read<'t, O> {
    Err(nom::Err::Error(nom::error::Error::new(text, kind)))
}

/// `WAC 230-15-040`: the letters of a collection, and a number of three parts at least.
fn named_code(text: &str) -> Read<'_, ClauseNumber<'_>> {
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    if !(2..=5).contains(&letters) {
        return error(text, nom::error::ErrorKind::Alpha);
    }
    let (number, _) = space1(text.get(letters..).unwrap_or(""))?;
    let (rest, head) = long_code(number)?;
    let cite = format!("{} {}", text.get(..letters).unwrap_or(""), head.cite);
    Ok((rest, ClauseNumber { cite, bare: false, ..head }))
}

/// `230-15-055`, where no date may be meant.
fn bare_code(text: &str) -> Read<'_, ClauseNumber<'_>> {
    let (rest, head) = long_code(text)?;
    let numbers: Vec<u32> = head.parts.iter().map(|part| part.0).collect();
    let year = |value: u32| (1900..2100).contains(&value);
    let is_date = match numbers.as_slice() {
        [first, middle, last] => *middle <= 31 && ((year(*first) && *last <= 31) || (*first <= 31 && year(*last))),
        _ => false,
    };
    // `0-1-2 Player` is a row of totals.
    let short = head.cite.split('-').any(|part| part.len() < 2);
    let worded = head.rest.is_empty() || head.rest.starts_with(char::is_alphabetic);
    if is_date || short || !worded || head.parts.iter().any(|part| !part.1.is_empty()) {
        return error(text, nom::error::ErrorKind::Digit);
    }
    Ok((rest, head))
}

/// `230-15-040`, and those behind it that share its heading: `230-15-041 through 230-15-044`.
fn long_code(text: &str) -> Read<'_, ClauseNumber<'_>> {
    let number = || verify(parts("-"), |parts: &Vec<Counted>| parts.len() > 2);
    let (after, parts) = number().parse(text)?;
    let collection = opt((take_while_m_n(2, 5, |letter: char| letter.is_ascii_uppercase()), space1));
    let (after, _) = opt((to, collection, number())).parse(after)?;
    let (rest, _) = behind(after)?;
    let cite = cited(text, after).to_owned();
    let (numbering, glued) = (Numbering::Codes, after.starts_with('('));
    Ok((rest, ClauseNumber { numbering, word: "", rank: LEAF, parts, stroke: None, bare: true, cite, rest, glued }))
}

/// Between the first and the last of several numbers: ` through `, ` à `.
fn to(text: &str) -> Read<'_, ()> {
    let word = alt((tag("through"), tag("thru"), tag("to"), tag("à")));
    let (rest, _) = (space1, word, space1).parse(text)?;
    Ok((rest, ()))
}

/// `146.18:`: a number with points, before a colon and a blank.
fn before_colon(text: &str) -> Read<'_, ClauseNumber<'_>> {
    let (after, parts) = verify(parts("."), |parts: &Vec<Counted>| parts.len() > 1).parse(text)?;
    let (rest, _) = (char(':'), alt((space1, peek(nom::combinator::eof)))).parse(after)?;
    let cite = cited(text, after).to_owned();
    let (numbering, word) = (Numbering::Codes, "");
    Ok((rest, ClauseNumber { numbering, word, rank: LEAF, parts, stroke: None, bare: false, cite, rest, glued: false }))
}

/// `R. `, `L. `, `R*` before the number of an article: of which part of a code it is.
fn part_of_code(text: &str) -> Read<'_, &str> {
    recognize((
        verify(one_letter, |letter: &str| letter.starts_with(char::is_uppercase)),
        opt(char('.')),
        many0(char('*')),
        space0,
    ))
    .parse(text)
}

fn word(text: &str) -> Read<'_, ClauseNumber<'_>> {
    let fail = || nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Tag));
    let first = text.split_whitespace().next().filter(|first| first.len() <= 16).ok_or_else(fail)?;
    let low = first.to_lowercase();
    let (name, rank) = WORDS.iter().find(|(name, _)| *name == low).copied().ok_or_else(fail)?;
    let named = text.get(first.len()..).unwrap_or("");
    let (number, _) = space1(named)?;
    let dashed = || verify(parts(".-:"), |parts: &Vec<Counted>| parts.len() > 1);
    let of_code = || preceded(part_of_code, dashed());
    let (after, (parts, stroke)) = alt((
        (alt((dashed(), of_code())), opt(preceded(char('/'), part))),
        alt((parts("."), roman_number, letter_number, number_in_words)).map(|parts| (parts, None)),
    ))
    .parse(number)?;
    let letter = recognize((
        char('-'),
        verify(one_letter, |letter: &str| letter.starts_with(char::is_uppercase)),
        peek(verify(nom::combinator::rest, |rest: &str| !rest.starts_with(char::is_alphanumeric))),
    ));
    let (after, (_, _, again)) = (opt(ordinal), opt(letter), opt(inserted)).parse(after)?;
    // `Article 55-14/22 à 55-14/24`
    let last = (to, opt(part_of_code), dashed(), opt((char('/'), part)));
    let (after, _) = opt(verify(last, |_| parts.len() > 1)).parse(after)?;
    let read = cited(number, after);
    let closed = after.strip_prefix(')').filter(|_| again.is_some());
    let (rest, _) = behind(closed.unwrap_or(after))?;
    let mut letters = first.chars();
    let initial = letters.next().filter(|letter| letter.is_uppercase()).ok_or_else(fail)?;
    let shown = format!("{initial}{}", letters.as_str().to_lowercase());
    // A PDF may make a plain `o` or a degree of the raised letter.
    let raised = read.replace(".o", ".º").replace('°', "º");
    let raised = if raised.contains(|letter: char| letter.is_ascii_digit()) { raised } else { in_title_case(&raised) };
    let cite = format!("{shown} {raised}");
    let mut parts = parts;
    if let Some((_, inserted)) = read.rsplit_once('-')
        && inserted.starts_with(char::is_uppercase)
        && let Some(last) = parts.last_mut()
    {
        last.1.push_str(inserted);
    }
    let mut stroke = stroke;
    if let Some((letter, below)) = again {
        if let Some(last) = stroke.as_mut().or(parts.last_mut()) {
            last.1.push(letter);
        }
        parts.extend(below.map(|below| (below, String::new())));
    }
    Ok((
        rest,
        ClauseNumber {
            numbering: Numbering::Words,
            word: name,
            rank,
            parts,
            stroke,
            bare: false,
            cite,
            rest,
            glued: after.starts_with('('),
        },
    ))
}

/// What may be between a number and its title: a full stop or a colon, a dash.
fn behind(text: &str) -> Read<'_, ()> {
    let goes_on = |next: char| next.is_alphanumeric() || matches!(next, '%' | ',' | ';' | '/' | '\u{ba}');
    if text.starts_with(goes_on) {
        return error(text, nom::error::ErrorKind::Char);
    }
    // French puts a space before a colon.
    let stop = alt((one_of(".:"), preceded(space1, char(':'))));
    let (rest, _) = (opt(stop), space0, opt((one_of("-–—"), space0))).parse(text)?;
    Ok((rest.trim_start(), ()))
}

/// Parts of a number, each between two of the letters in `between`.
fn parts<'t>(
    between: &'static str,
) -> impl nom::Parser<&'t str, Output = Vec<Counted>, Error = nom::error::Error<&'t str>> {
    let more = many0(preceded(one_of(between), part));
    (part, more).map(|(first, more)| std::iter::once(first).chain(more).take(MAX_PARTS).collect())
}

/// Digits, with up to two letters behind them that end a word: `69F`, `629b`.
fn part(text: &str) -> Read<'_, Counted> {
    let (rest, digits) = take_while_m_n(1, 6, |letter: char| letter.is_ascii_digit()).parse(text)?;
    let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    let suffix = verify(recognize(many_m_n(1, 2, one_letter)), |letters: &str| letters.len() <= 2);
    let parsed: Read<'_, _> = opt(suffix).parse(rest);
    let (behind, letters) = parsed?;
    let letters = letters.unwrap_or("");
    let (rest, letters) = if ends(behind) { (behind, letters) } else { (rest, "") };
    let number = digits.parse().unwrap_or(u32::MAX);
    Ok((rest, (number, letters.to_owned())))
}

fn one_letter(text: &str) -> Read<'_, &str> {
    take_while_m_n(1, 1, |letter: char| letter.is_ascii_alphabetic()).parse(text)
}

/// Numbers as headings have them in words; each place holds those of one number.
const NUMBERS: [&[&str]; 20] = [
    &[
        "one",
        "first",
        "premier",
        "première",
        "primeiro",
        "primeira",
        "primero",
        "primera",
        "primo",
        "erster",
        "eins",
        "uno",
    ],
    &["two", "second", "deuxième", "deux", "segundo", "segunda", "secondo", "zwei", "zweiter", "dos", "due"],
    &["three", "third", "troisième", "trois", "terceiro", "terceira", "tercero", "tercera", "terzo", "drei", "dritter"],
    &["four", "fourth", "quatrième", "quatre", "quarto", "quarta", "cuarto", "cuarta", "vier", "vierter"],
    &["five", "fifth", "cinquième", "cinq", "quinto", "quinta", "fünf", "fünfter"],
    &["six", "sixth", "sixième", "sexto", "sexta", "sechs", "sechster"],
    &["seven", "seventh", "septième", "sept", "sétimo", "séptimo", "sieben", "siebter"],
    &["eight", "eighth", "huitième", "huit", "oitavo", "octavo", "acht", "achter"],
    &["nine", "ninth", "neuvième", "neuf", "nono", "noveno", "neun", "neunter"],
    &["ten", "tenth", "dixième", "dix", "décimo", "zehn", "zehnter"],
    &["eleven", "eleventh"],
    &["twelve", "twelfth"],
    &["thirteen", "thirteenth"],
    &["fourteen", "fourteenth"],
    &["fifteen", "fifteenth"],
    &["sixteen", "sixteenth"],
    &["seventeen", "seventeenth"],
    &["eighteen", "eighteenth"],
    &["nineteen", "nineteenth"],
    &["twenty", "twentieth"],
];

/// The number that a word is, in one of the languages that are known.
pub(crate) fn in_words(word: &str) -> Option<u32> {
    let low = word.to_lowercase();
    let at = NUMBERS.iter().position(|words| words.contains(&low.as_str()))?;
    u32::try_from(at + 1).ok()
}

/// `One`, `SIX`, `premier`, alone.
fn number_in_words(text: &str) -> Read<'_, Vec<Counted>> {
    let length = text.find(|letter: char| !letter.is_alphabetic()).unwrap_or(text.len());
    match text.split_at_checked(length) {
        Some((word, rest)) if let Some(number) = in_words(word) => Ok((rest, vec![(number, String::new())])),
        _ => error(text, nom::error::ErrorKind::Digit),
    }
}

/// `Six` for `SIX`; Roman numbers and letters as they are.
fn in_title_case(number: &str) -> String {
    let mut letters = number.chars();
    match letters.next().filter(|_| in_words(number).is_some()) {
        Some(first) => first.to_uppercase().chain(letters.flat_map(char::to_lowercase)).collect(),
        None => number.to_owned(),
    }
}

/// `IV`, alone, or an ordinal: `Ier`.
fn roman_number(text: &str) -> Read<'_, Vec<Counted>> {
    let (rest, letters) = recognize(many_m_n(1, 7, one_of("IVX"))).parse(text)?;
    let ordinal = ["er", "re", "ère", "e", "ème"].into_iter().find_map(|end| rest.strip_prefix(end));
    let rest = ordinal.filter(|rest| !rest.starts_with(char::is_alphanumeric)).unwrap_or(rest);
    match roman(&letters.to_lowercase()) {
        Some(value) if !rest.starts_with(char::is_alphanumeric) => Ok((rest, vec![(u32::from(value), String::new())])),
        _ => error(text, nom::error::ErrorKind::Digit),
    }
}

/// ` bis`, `-ter`, ` bis 1.`: what was put behind a number later, as a letter that sorts there, and which part of it.
fn inserted(text: &str) -> Read<'_, (char, Option<u32>)> {
    let (rest, word) = preceded((space0, opt(char('-'))), recognize(many_m_n(3, 9, one_letter))).parse(text)?;
    let low = word.to_lowercase();
    let known = label::INSERTED.into_iter().zip('b'..).find(|(name, _)| *name == low);
    let Some((_, letter)) = known.filter(|_| !rest.starts_with(char::is_alphanumeric)) else {
        return error(text, nom::error::ErrorKind::Tag);
    };
    let stopped = (char('.'), nom::character::complete::multispace1);
    let below = terminated(preceded(space1, verify(part, |part: &Counted| part.1.is_empty())), peek(stopped));
    let (rest, below) = opt(below).parse(rest)?;
    Ok((rest, (letter, below.map(|(number, _)| number))))
}

/// Words that number something, beside those of headings.
const COUNTED: [&str; 30] = [
    "item",
    "items",
    "no",
    "nr",
    "num",
    "number",
    "nº",
    "n°",
    "№",
    "point",
    "step",
    "note",
    "lid",
    "lit",
    "abs",
    "absatz",
    "ziffer",
    "ziff",
    "alinéa",
    "alinea",
    "al",
    "inciso",
    "número",
    "numero",
    "volume",
    "band",
    "tome",
    "tomo",
    "annex",
    "subsection",
];

/// Whether a text begins with words and the number of a heading, whatever follows: `Title II`, `Rule No. 3`, `Item 6`,
/// `CHAPTER SIX`, `Titre Ier`.
pub(crate) fn seems(text: &str) -> bool {
    let mut words = text.split_whitespace().map(|word| word.trim_end_matches(['.', ':', ')', ',', ';']));
    let known = |word: &str| {
        let low = word.to_lowercase();
        WORDS.iter().any(|(name, _)| name.trim_end_matches('.') == low) || COUNTED.contains(&low.as_str())
    };
    let Some(first) =
        words.next().filter(|first| first.starts_with(|first: char| first.is_uppercase() || first == '№'))
    else {
        return false;
    };
    let second = words.next().unwrap_or("");
    // `Rule No. 3`
    let number = if known(second) && in_words(second).is_none() { words.next().unwrap_or("") } else { second };
    let roman_ordinal = || matches!(roman_number(number), Ok(("", _)));
    // `R*321-16`
    let of_code = || {
        let part = number.trim_start_matches(|letter: char| letter.is_uppercase() || "*.".contains(letter));
        part.len() < number.len() && part.starts_with(|first: char| first.is_ascii_digit())
    };
    let lettered = || number.len() == 1 && number.starts_with(char::is_uppercase);
    let numbered = number.starts_with(|first: char| first.is_numeric())
        || roman(&number.to_lowercase()).is_some()
        || in_words(number).is_some()
        || roman_ordinal()
        || of_code()
        || lettered();
    known(first) && numbered
}

/// Whether a text begins as the heading of several clauses does: `Articles 4 and 5.`, `Sections 7 to 9 Repealed`.
pub(crate) fn are_several(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().filter(|first| first.starts_with(char::is_uppercase)).map(str::to_lowercase);
    let known = |plural: &str| {
        ["s", "n", ""].iter().any(|end| {
            plural.strip_suffix(end).is_some_and(|one| WORDS.iter().any(|(name, _)| name.trim_end_matches('.') == one))
        })
    };
    if !first.is_some_and(|first| known(first.trim_end_matches('.'))) {
        return false;
    }
    let mut numbers = 0;
    for word in words {
        let bare = word.trim_end_matches(['.', ':', ',', ';']);
        if bare.starts_with(|first: char| first.is_ascii_digit()) {
            numbers += bare.split(['-', '–', '/']).filter(|part| !part.is_empty()).count();
            if word.ends_with(['.', ':']) {
                return numbers > 1;
            }
        } else if !matches!(
            word,
            "and" | "to" | "or" | "&" | "through" | "et" | "à" | "und" | "bis" | "y" | "e" | "-" | "–"
        ) {
            return numbers > 1 && word.starts_with(|first: char| first.is_uppercase() || first == '(');
        }
    }
    numbers > 1
}

/// `B`, alone: the second.
fn letter_number(text: &str) -> Read<'_, Vec<Counted>> {
    let (rest, letter) = verify(one_letter, |letter: &str| letter.starts_with(char::is_uppercase)).parse(text)?;
    let place = letter.bytes().next().map_or(0, |letter| u32::from(letter.saturating_sub(b'A')) + 1);
    match rest.chars().next() {
        // `Part A Boat` is a heading, `Rule A player` the rest of a sentence; `begins` sees to that.
        Some(next) if next.is_alphanumeric() || next == '\'' => error(text, nom::error::ErrorKind::Alpha),
        _ => Ok((rest, vec![(place, String::new())])),
    }
}

/// `.º`, `º`, `.°`, and what a PDF makes of them.
fn ordinal(text: &str) -> Read<'_, &str> {
    let end = || peek(verify(nom::combinator::rest, |rest: &str| !rest.starts_with(char::is_alphanumeric)));
    alt((recognize((opt(char('.')), one_of("ºª°"))), recognize((tag(".o"), end())))).parse(text)
}

/// What was read of a text.
fn cited<'t>(text: &'t str, rest: &str) -> &'t str {
    text.get(..text.len().saturating_sub(rest.len())).unwrap_or("").trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, String)> {
        head(text).map(|head| (head.cite, head.rest.to_owned()))
    }

    fn is(text: &str, cite: &str, rest: &str) {
        assert_eq!(read(text), Some((cite.to_owned(), rest.to_owned())), "{text}");
    }

    #[test]
    fn numbers_of_other_hands_are_read() {
        is("§ 629b.1 Words.", "§ 629b.1", "Words.");
        is("§629b.2. (a) The", "§ 629b.2", "(a) The");
        is("13:69F-7.1 Cards", "13:69F-7.1", "Cards");
        is("13:69F-7.12A", "13:69F-7.12A", "");
        is("Artigo 13.º", "Artigo 13.º", "");
        is("ARTIGO 14.º-A – Cartas", "Artigo 14.º-A", "Cartas");
        is("Artigo 13.o", "Artigo 13.º", "");
        is("Artigo 13.°-B Cartas", "Artigo 13.º-B", "Cartas");
        is("Division 5—Baccarat", "Division 5", "Baccarat");
        is("RULE 4A. Cards", "Rule 4A", "Cards");
        is("Section 12(3) If", "Section 12", "(3) If");
        is("Part IV: Play", "Part IV", "Play");
        is("Rule 7.3 Cards", "Rule 7.3", "Cards");
        is("PART B – Money", "Part B", "Money");
        is("CHAPTER SIX - Money", "Chapter Six", "Money");
        is("Title II Money", "Title II", "Money");
        is("TITRE Ier Jeu", "Titre Ier", "Jeu");
        is("Chapitre premier", "Chapitre Premier", "");
        is("Livre II", "Livre II", "");
        is("Artikel 3 Karten", "Artikel 3", "Karten");
        is("Art. 3 Cartes", "Art. 3", "Cartes");
        is("Articolo 12. Le carte", "Articolo 12", "Le carte");
        is("Article 5 bis – Cartes", "Article 5 bis", "Cartes");
        is("Article 55-14 Cards", "Article 55-14", "Cards");
        is("Article 55-14/15 – Cards", "Article 55-14/15", "Cards");
        is("Article R. 321-14. The", "Article R. 321-14", "The");
        is("Article L321-3", "Article L321-3", "");
        is("Rule 3-1 Cards", "Rule 3-1", "Cards");
        is("WAC 230-15-040 Decks", "WAC 230-15-040", "Decks");
        is("NAC 5-225-10(2) Decks", "NAC 5-225-10", "(2) Decks");
        is("146.18: The", "146.18", "The");
        is("146.18:", "146.18", "");
        is("Art. 2bis The", "Art. 2bis", "The");
        is("Art. 2-bis The", "Art. 2-bis", "The");
        is("Art. 2 bis) The", "Art. 2 bis", "The");
        is("Art. 2 bis 1. The", "Art. 2 bis 1", "The");
        is("ARTICLE 2 TER The", "Article 2 TER", "The");
        is("Article R*321-16 Cards", "Article R*321-16", "Cards");
        is("Article R. 321-16-1 bis", "Article R. 321-16-1 bis", "");
        is("Chapitre II : Des registres", "Chapitre II", "Des registres");
        is("Artikel 5:1 Cards", "Artikel 5:1", "Cards");
        is("Artikel 5: Cards", "Artikel 5", "Cards");
        is("Article 55-14/17 bis Cards", "Article 55-14/17 bis", "Cards");
        is("Article 55-14/22 à 55-14/24 (void)", "Article 55-14/22 à 55-14/24", "(void)");
        is("230-15-055 Other matters.", "230-15-055", "Other matters.");
        is("WAC 230-15-041 through 230-15-044 Reserved.", "WAC 230-15-041 through 230-15-044", "Reserved.");
    }

    #[test]
    fn the_rest_of_a_sentence_is_no_number() {
        let texts = [
            "Rule 4 applies",
            "Section 12, and",
            "§ 629b.1 shall",
            "Part of",
            "rule 4",
            "Rule Ivory",
            "1:1",
            "10:30",
            "12:1 Cards",
            "Part IVY",
            "Section 12%",
            "Section 12/3",
            "Rule 3-1 applies",
            "MAX 230-15 Cards",
            "TIE 8-1-1 to",
            "146.18:20",
            "10:30: The",
            "2016-08-17 The",
            "17-08-2016 The",
            "230-15-055 others",
            "230-15 Other",
            "0-1-2-3 Player",
            "0-1-2 \"Player\" draws",
            "Art. 2 biscuits",
            "Art. 2bisque The",
            "Rule 3 to 5 of",
            "",
            "§",
        ];
        for text in texts {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn what_looks_like_a_heading_is_known_by_its_words() {
        for text in [
            "Rule No. 3 Money",
            "Item 6 The",
            "Lid 2",
            "Appendix 1",
            "Chapter SIX",
            "No. 3",
            "Book 2 the money",
            "Article R*321-x",
        ] {
            assert!(seems(text), "{text}");
        }
        for text in ["Rule of the house", "Note that 3", "Player 3", "item 6", "No card", "Part of it", "Appendix"] {
            assert!(!seems(text), "{text}");
        }
    }

    #[test]
    fn points_stand_below_a_heading() {
        assert_eq!(points("4A.1 The").map(|head| head.cite).as_deref(), Some("4A.1"));
        assert_eq!(points("4A.1.2. The").map(|head| head.cite).as_deref(), Some("4A.1.2"));
        assert_eq!([points("4A The"), points("0.95 to 1"), points("4.1")], [None, None, None]);
    }

    #[test]
    fn inserted_numbers_come_behind_those_they_follow() {
        let parts = |text: &str| head(text).map(|head| head.parts);
        assert!(parts("Rule 4") < parts("Rule 4A") && parts("Rule 4A") < parts("Rule 5"));
        assert!(parts("Art. 2bis") < parts("Art. 2-ter") && parts("Art. 2 ter") < parts("Art. 2 ter 1. The"));
        assert!(parts("Artigo 13.º") < parts("Artigo 13.º-A") && parts("§ 9.2") < parts("§ 9.10"));
    }
}
