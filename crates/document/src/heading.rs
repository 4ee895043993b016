//! Which lines head a clause, in a document whose numbers are not plain points.

use std::collections::{BTreeSet, HashMap};

use crate::candidate;
use crate::half::letters;
use crate::head::{self, ClauseNumber, Counted, LEAF, POINTS};
use crate::line::Line;
use crate::mark;
use crate::numbering::Numbering;

/// A line that heads a clause, or that might.
#[derive(Clone, Debug)]
pub(crate) struct Heading<'t> {
    /// The place of its line.
    pub at: usize,
    pub head: ClauseNumber<'t>,
    /// Whether the text before it has come to an end. Where it has not, only the next number of a row is believed.
    pub sure: bool,
    /// The place of the heading above, among those chosen.
    pub parent: Option<usize>,
    level: usize,
}

/// The headings of a document, in order, and from which line to which they reach.
#[derive(Debug)]
pub(crate) struct Headings<'t> {
    pub from: usize,
    pub to: usize,
    pub chosen: Vec<Heading<'t>>,
    /// Those that could not be chosen.
    pub others: Vec<Heading<'t>>,
    /// The places of lines that list headings which come later.
    pub contents: Vec<usize>,
}

/// Finds the headings of one numbering; `None` where there is none.
pub(crate) fn headings(lines: &[Line], numbering: Numbering) -> Option<Headings<'_>> {
    let mut found: Vec<Heading<'_>> = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| read(lines, at, line, numbering))
        .map(|(at, head, sure)| Heading { at, head, sure, parent: None, level: 0 })
        .collect();
    found = among_others(found);
    run_on(&mut found);
    if !found.iter().any(|one| one.sure && one.head.numbering == numbering) {
        return None;
    }
    let contents = contents(&mut found);
    let levels = levels(&mut found);
    let (from, to) = body(lines, &found)?;
    found.retain(|one| (from..to).contains(&one.at));
    let from = found.first()?.at;
    let mut by_level: Vec<Vec<Heading<'_>>> = vec![Vec::new(); levels];
    for one in found {
        if let Some(level) = by_level.get_mut(one.level) {
            level.push(one);
        }
    }
    let mut out = Headings { from, to, chosen: Vec::new(), others: Vec::new(), contents };
    choose(&by_level, 0, (from, to), None, &mut out);
    let leads = out.chosen.iter().any(|one| one.head.numbering == numbering);
    distinguish(&mut out.chosen, levels);
    leads.then_some(out)
}

fn read<'t>(
    lines: &'t [Line],
    at: usize,
    line: &'t Line,
    numbering: Numbering,
) -> Option<(usize, ClauseNumber<'t>, bool)> {
    let head = head::head(&line.text).or_else(|| head::points(&line.text))?;
    let group = head.numbering == Numbering::Words && head.rank < LEAF;
    let below = head.numbering == Numbering::Points && numbering == Numbering::Words;
    if head.numbering != numbering && !group && !below {
        return None;
    }
    if head.glued && !mark::chain(head.rest).starts_with(|first: char| !first.is_lowercase()) {
        return None;
    }
    let above = |up: usize| at.checked_sub(up).and_then(|above| lines.get(above)).map_or("", |line| line.text.as_str());
    let titled = head::head(above(1)).is_some() || candidate::is_title(above(1));
    let referred = candidate::is_referring(above(1)) && !titled;
    let sure = line.apart || titled || candidate::end(above(2), above(1));
    (line.apart || !referred).then_some((at, head, sure))
}

/// Without codes that no letters name and whose collection no other heading shares: those are numbers of something else.
fn among_others(found: Vec<Heading<'_>>) -> Vec<Heading<'_>> {
    let collection = |one: &Heading<'_>| one.head.parts.split_last().map(|(_, above)| above.to_vec());
    let mut shared: HashMap<Vec<Counted>, BTreeSet<Counted>> = HashMap::new();
    for one in found.iter().filter(|one| one.head.numbering == Numbering::Codes) {
        if let (Some(above), Some(last)) = (collection(one), one.head.parts.last()) {
            shared.entry(above).or_default().insert(last.clone());
        }
    }
    let known =
        |one: &Heading<'_>| collection(one).and_then(|above| shared.get(&above)).is_some_and(|own| own.len() > 1);
    found.into_iter().filter(|one| !one.head.bare || known(one)).collect()
}

/// Takes what stands behind a stroke for a part of the number where headings that share what is before it show that they
/// are counted so: `55-14/15`, `55-14/16`. One that stands alone is a range, whose first number counts.
fn run_on(found: &mut [Heading<'_>]) {
    let mut counted: HashMap<(&'static str, Vec<Counted>), BTreeSet<Counted>> = HashMap::new();
    for one in found.iter() {
        if let Some(stroke) = &one.head.stroke {
            counted.entry((one.head.word, one.head.parts.clone())).or_default().insert(stroke.clone());
        }
    }
    for one in found.iter_mut() {
        let runs = counted.get(&(one.head.word, one.head.parts.clone())).is_some_and(|own| own.len() > 1);
        if let Some(stroke) = one.head.stroke.take_if(|_| runs) {
            one.head.parts.push(stroke);
        }
    }
}

/// Takes out the entries of contents pages, and gives their places: they are one behind the other, and
/// come again.
fn contents(found: &mut Vec<Heading<'_>>) -> Vec<usize> {
    let whole = || found.iter().filter(|one| one.sure && !one.head.glued);
    let places: HashMap<usize, &'static str> = whole().map(|one| (one.at, one.head.word)).collect();
    let mut last: HashMap<(&'static str, Vec<Counted>), usize> = HashMap::new();
    for one in whole() {
        last.insert((one.head.word, one.head.parts.clone()), one.at);
    }
    let mut out = Vec::new();
    found.retain(|one| {
        let again = last.get(&(one.head.word, one.head.parts.clone())).is_some_and(|last| *last > one.at);
        let next_to = |at: Option<usize>| at.and_then(|at| places.get(&at)) == Some(&one.head.word);
        let listed = one.sure && !one.head.glued && (next_to(one.at.checked_add(1)) || next_to(one.at.checked_sub(1)));
        let entry = is_contents(one.head.rest) || (again && listed);
        if entry {
            out.push(one.at);
        }
        !entry
    });
    out
}

/// Whether a title ends as an entry of a contents page does: dots, and the page.
pub(crate) fn is_contents(title: &str) -> bool {
    let words = title.trim_end_matches(|letter: char| letter.is_ascii_digit());
    words.len() < title.len() && words.trim_end().ends_with("...") || title.ends_with("....")
}

/// Gives each heading its level and says how many there are: by rank, and of one rank by what comes first.
fn levels(found: &mut [Heading<'_>]) -> usize {
    let mut kinds: Vec<(u8, &'static str)> = Vec::new();
    for one in found.iter() {
        let kind = (one.head.rank, one.head.word);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.sort_by_key(|(rank, _)| *rank);
    for one in found.iter_mut() {
        let kind = (one.head.rank, one.head.word);
        one.level = kinds.iter().position(|known| *known == kind).unwrap_or(0);
    }
    kinds.len()
}

/// From where to where the clauses go. What comes before the second line with the first number of all is a contents
/// page, or the other way about: the longer part counts.
fn body(lines: &[Line], found: &[Heading<'_>]) -> Option<(usize, usize)> {
    let first = found.iter().find(|one| one.sure)?;
    let same = |one: &&Heading<'_>| {
        one.level == first.level && one.head.parts == first.head.parts && one.head.glued == first.head.glued
    };
    let mut starts: Vec<usize> = Vec::new();
    for (place, one) in found.iter().enumerate().filter(|(_, one)| same(one) && one.sure && !one.head.glued) {
        // The group's heading above belongs to what it holds.
        let mut begin = one.at;
        for group in found.iter().take(place).rev().take_while(|group| group.level < one.level) {
            begin = group.at;
        }
        if starts.last().is_none_or(|last| *last < begin) {
            starts.push(begin);
        }
    }
    if starts.is_empty() {
        starts.push(first.at);
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let parts = starts.iter().copied().zip(ends);
    parts.max_by_key(|(from, to)| {
        let (latin, han) = letters(lines.get(*from..*to).unwrap_or_default());
        latin + han
    })
}

/// Chooses the longest row of ascending numbers on each level, within each heading of the level above.
fn choose<'t>(
    by_level: &[Vec<Heading<'t>>],
    level: usize,
    (from, to): (usize, usize),
    parent: Option<usize>,
    out: &mut Headings<'t>,
) {
    let Some(all) = by_level.get(level) else { return };
    let begin = all.partition_point(|one| one.at < from);
    let end = all.partition_point(|one| one.at < to);
    let within = all.get(begin..end).unwrap_or_default();
    let above: Option<Vec<Counted>> =
        parent.and_then(|parent| out.chosen.get(parent)).map(|above| above.head.parts.clone());
    let fits = |one: &Heading<'t>| {
        one.head.rank < POINTS || above.as_ref().is_some_and(|above| one.head.parts.starts_with(above))
    };
    let (fitting, mut others): (Vec<_>, Vec<_>) = within.iter().cloned().partition(|one| fits(one));
    let row = filled(&fitting, ascending(&fitting));
    let mut last = (from, parent);
    let mut open: Vec<usize> = Vec::new();
    for (place, one) in fitting.into_iter().enumerate() {
        if row.binary_search(&place).is_err() {
            others.push(one);
            continue;
        }
        choose(by_level, level + 1, (last.0, one.at), last.1, out);
        while open
            .last()
            .and_then(|open| out.chosen.get(*open))
            .is_some_and(|open| !one.head.parts.starts_with(&open.head.parts))
        {
            open.pop();
        }
        let above = open.last().copied().filter(|_| one.head.rank == POINTS).or(parent);
        let at = out.chosen.len();
        last = (one.at, Some(at));
        open.push(at);
        out.chosen.push(Heading { parent: above, ..one });
    }
    choose(by_level, level + 1, (last.0, to), last.1, out);
    out.others.extend(others);
}

/// A row with the next numbers that are between its own, though the text before them has not come to an end.
fn filled(found: &[Heading<'_>], row: Vec<usize>) -> Vec<usize> {
    let mut rest = row.into_iter().peekable();
    let mut out: Vec<usize> = Vec::new();
    for (at, one) in found.iter().enumerate() {
        if let Some(own) = rest.next_if_eq(&at) {
            out.push(own);
            continue;
        }
        let before = out.last().and_then(|before| found.get(*before));
        let after = rest.peek().and_then(|after| found.get(*after));
        let follows = before.is_some_and(|before| is_next(&before.head.parts, &one.head.parts));
        if !one.sure && follows && after.is_none_or(|after| one.head.parts < after.head.parts) {
            out.push(at);
        }
    }
    out
}

fn is_next(before: &[Counted], parts: &[Counted]) -> bool {
    match (before.split_last(), parts.split_last()) {
        (Some((last, above)), Some((own, higher))) => {
            above == higher && own.1.is_empty() && own.0 == last.0.saturating_add(1)
        }
        _ => false,
    }
}

/// The places of the longest row of strictly ascending numbers; of two, the one that is closer together.
fn ascending(found: &[Heading<'_>]) -> Vec<usize> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(found.len());
    for (at, one) in found.iter().enumerate() {
        if !one.sure {
            before.push(None);
            continue;
        }
        let place = tails.partition_point(|tail| found.get(*tail).is_some_and(|tail| tail.head.parts < one.head.parts));
        before.push(place.checked_sub(1).and_then(|place| tails.get(place)).copied());
        match tails.get_mut(place) {
            // The first of equal numbers stays.
            Some(tail) if found.get(*tail).is_some_and(|tail| tail.head.parts == one.head.parts) => {}
            Some(tail) => *tail = at,
            None => tails.push(at),
        }
    }
    let mut row = Vec::new();
    let mut next = tails.last().copied();
    while let Some(at) = next {
        row.push(at);
        next = before.get(at).copied().flatten();
    }
    row.reverse();
    row
}

/// Where the numbers of a level begin again in each heading above, that one is named too: `Division 2 Rule 1`.
fn distinguish(chosen: &mut [Heading<'_>], levels: usize) {
    for level in 1..levels {
        let mut cites: Vec<&str> =
            chosen.iter().filter(|one| one.level == level).map(|one| one.head.cite.as_str()).collect();
        cites.sort_unstable();
        if !cites.windows(2).any(|pair| matches!(pair, [one, two] if one == two)) {
            continue;
        }
        for at in 0..chosen.len() {
            let above = chosen.get(at).filter(|one| one.level == level).and_then(|one| one.parent);
            let Some(above) = above.and_then(|above| chosen.get(above)).map(|above| above.head.cite.clone()) else {
                continue;
            };
            if let Some(one) = chosen.get_mut(at) {
                one.head.cite = format!("{above} {}", one.head.cite);
            }
        }
    }
}
