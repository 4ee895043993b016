//! Numbers that lack among clauses that follow one another: nothing says whether a clause is missing, or was repealed.

use std::collections::BTreeMap;

use crate::clause::Half;

/// What a number put in later ends with.
const INSERTED: [&str; 7] = ["bis", "ter", "quater", "quinquies", "sexies", "septies", "octies"];

/// A clause before which a number lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The line of the text on which the clause begins, from 1.
    pub line: u32,
    /// The clause.
    pub clause: String,
    /// The clause before it among those of its kind; none where what it was put behind is not there.
    pub before: Option<String>,
}

/// Clauses of one kind: under one clause, with the same words before their numbers.
type Kinds<'c> = BTreeMap<(Option<usize>, &'c str), Vec<(usize, Number<'c>)>>;

/// The numbers of a citation: what is before them, the first and the last, and whether it was put in later.
struct Number<'c> {
    before: &'c str,
    first: u32,
    last: u32,
    inserted: bool,
}

impl<'c> Number<'c> {
    fn of(citation: &'c str) -> Option<Self> {
        let bare = citation.trim_end_matches([')', '.']);
        let stem = INSERTED.iter().find_map(|word| bare.strip_suffix(word));
        let inserted = stem.is_some();
        let bare = stem.unwrap_or(bare).trim_end_matches([')', '°', 'º', '.', ' ', '-']);
        let (before, last) = ending(bare)?;
        // `55-14/15` is two.
        match before.strip_suffix('/').and_then(ending) {
            Some((before, first)) if first < last => Some(Self { before, first, last, inserted }),
            _ => Some(Self { before, first: last, last, inserted }),
        }
    }
}

fn ending(text: &str) -> Option<(&str, u32)> {
    let before = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    Some((before, text.get(before.len()..)?.parse().ok()?))
}

/// The clauses before which a number lacks that others of their kind have one by one, and those put in behind none.
pub(crate) fn gaps(half: &Half) -> Vec<Gap> {
    let mut kinds: Kinds<'_> = BTreeMap::new();
    for (at, clause) in half.clauses.iter().enumerate() {
        if let Some(number) = Number::of(&clause.number) {
            kinds.entry((clause.parent, number.before)).or_default().push((at, number));
        }
    }
    let mut out = Vec::new();
    for numbers in kinds.values() {
        let step = |one: &Number<'_>, next: &Number<'_>| next.first.checked_sub(one.last);
        let own: Vec<&(usize, Number<'_>)> = numbers.iter().filter(|(_, number)| !number.inserted).collect();
        let steps = || own.windows(2).filter_map(|two| step(&two.first()?.1, &two.last()?.1));
        // Codes are counted by fives and tens.
        let (single, wide) = (steps().filter(|step| *step == 1).count(), steps().filter(|step| *step > 1).count());
        for (nth, (at, number)) in numbers.iter().enumerate() {
            let Some(clause) = half.clauses.get(*at) else { continue };
            let earlier = numbers.get(..nth).unwrap_or_default();
            let before = if number.inserted {
                let is_there = earlier.iter().any(|(_, one)| (one.first..=one.last).contains(&number.first));
                // An excerpt may begin with it.
                if is_there || nth == 0 && numbers.len() == 1 { continue } else { None }
            } else {
                let last = earlier.iter().rev().find(|(_, one)| !one.inserted);
                let lacks = last.filter(|(_, last)| single >= wide && step(last, number).is_some_and(|step| step > 1));
                match lacks.and_then(|(at, _)| half.clauses.get(*at)) {
                    Some(last) => Some(last.number.clone()),
                    None => continue,
                }
            };
            out.push(Gap { line: clause.line, clause: clause.number.clone(), before });
        }
    }
    out.sort_by_key(|gap| gap.line);
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
        assert_eq!(
            gaps(&articles(&["7", "8", "9 bis", "10"])),
            ["5: Art. 9 bis behind nothing", "7: Art. 10 behind Art. 8"]
        );
        assert_eq!(gaps(&articles(&["7", "8", "8 bis", "8 ter", "9"])), [] as [&str; 0]);
        // Codes are counted by fives.
        let codes = "WAC 230-15-040 One deck.\n\nWAC 230-15-045 A tie pays.\n\nWAC 230-15-055 It ends.\n";
        assert_eq!(gaps(codes), [] as [&str; 0]);
    }
}
