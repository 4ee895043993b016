use resettle_document::{Departure, Half, align};

/// The halves of a bilingual document, clause by clause.
#[derive(Clone, Debug)]
pub struct TracedLanguages {
    /// The language of the half that the ruleset was compared with.
    pub main: &'static str,
    /// The other one.
    pub other: &'static str,
    /// How many clauses each has.
    pub counts: (usize, usize),
    /// Every clause of either half once.
    pub pairs: Vec<TracedPair>,
}

/// A clause and its counterpart.
#[derive(Clone, Debug)]
pub struct TracedPair {
    /// The number in the main half.
    pub clause: Option<String>,
    /// The number in the other half.
    pub other: Option<String>,
    /// How they part, each as a kind and in words.
    pub departures: Vec<(&'static str, String)>,
}

pub(super) fn trace(main: &Half, other: &Half) -> TracedLanguages {
    let (first, second) = (main.language.code(), other.language.code());
    let number =
        |half: &Half, at: Option<usize>| at.and_then(|at| half.clauses().get(at)).map(|one| one.number.clone());
    let pairs = align(main, other).pairs.into_iter().map(|pair| {
        let (clause, counterpart) = (number(main, pair.main), number(other, pair.other));
        let words = |departure: &Departure| {
            let (clause, number) = (clause.as_deref().unwrap_or(""), counterpart.as_deref().unwrap_or(""));
            in_words(departure, (first, second), (clause, number), other.find(clause).is_none())
        };
        let departures = pair.departures.iter().map(words).collect();
        TracedPair { clause, other: counterpart, departures }
    });
    TracedLanguages {
        main: first,
        other: second,
        counts: (main.clauses().len(), other.clauses().len()),
        pairs: pairs.collect(),
    }
}

/// A departure as a kind and in words. `skipped` says that the other half has no clause of the main half's number.
fn in_words(
    departure: &Departure,
    (main, other): (&str, &str),
    (clause, number): (&str, &str),
    skipped: bool,
) -> (&'static str, String) {
    let list = |words: &[&str]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
    let figures = |numbers: &[u32]| match numbers {
        [] => "none".to_owned(),
        _ => numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    };
    match departure {
        Departure::Number if skipped => {
            ("number", format!("{other} {number} is {main} {clause}; {other} has no {clause}"))
        }
        Departure::Number => ("number", format!("{other} {number} is {main} {clause}")),
        Departure::Counts(counts) => {
            let each = counts.iter().map(|(figure, one, two)| format!("{figure} stands there {one} and {two} times"));
            ("figures", format!("{main} and {other}: {}", each.collect::<Vec<_>>().join(", ")))
        }
        Departure::Missing => ("missing", format!("{other} has no such clause")),
        Departure::Unnumbered => ("unnumbered", format!("{other} has it without the number")),
        Departure::Added => ("added", format!("{main} has no such clause")),
        Departure::PayRows(more, less) => ("pay_rows", format!("{main} has {more} rows of odds, {other} {less}")),
        Departure::Bare => {
            ("bare", format!("{other} has a heading or an opening only; what follows it in {main} is missing"))
        }
        Departure::Figures(more, less) => {
            ("figures", format!("numbers that {main} has alone: {}; {other}: {}", figures(more), figures(less)))
        }
        Departure::MainOnly(words) => ("main_only", format!("{main} alone speaks of {}", list(words))),
        Departure::OtherOnly(words) => ("other_only", format!("{other} alone speaks of {}", list(words))),
    }
}
