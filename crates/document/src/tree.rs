//! Lines to clauses: which line opens one, and to which the others belong.

use crate::candidate::{self, Ahead, Candidate};
use crate::clause::Half;
use crate::gather::{Gathered, Paragraphs};
use crate::half::Part;
use crate::label::{self, Inserted, Item};
use crate::left::{Parsed, Why};
use crate::line::Line;
use crate::{MAX_CLAUSES, MAX_DEPTH};

/// How many numbers may be skipped at once: further away it is not a number of a clause.
const MAX_SKIPPED: u16 = 9;
/// How many items may be skipped at once.
const MAX_SKIPPED_ITEMS: u16 = 3;
/// In place of a number above that no clause has.
const NO_CLAUSE: usize = usize::MAX;
/// How deep lists of items may be nested.
const MAX_LISTS: usize = 4;

/// Reads the clauses of a part.
pub(crate) fn read(lines: &[Line], part: &Part) -> Parsed {
    let candidates: Vec<Candidate> = candidate::all(lines, part.from, part.to)
        .into_iter()
        .filter(|one| lines.get(one.at).is_some_and(|line| !part.is_foreign(line)))
        .collect();
    let ahead = Ahead::of(&candidates);
    let own = lines.get(part.from..part.to).unwrap_or_default();
    let mut reader = Reader::new(part, Paragraphs::of(own, part.bilingual));
    reader.bare = candidate::are_bare(&candidates, lines);
    let mut candidates = candidates.into_iter().peekable();
    for (at, line) in lines.iter().enumerate().take(part.to).skip(part.from) {
        let candidate = candidates.next_if(|one| one.at == at);
        if part.is_foreign(line) {
            reader.got.leave(line, Why::OtherLanguage);
            continue;
        }
        if reader.got.clauses.len() >= MAX_CLAUSES {
            reader.got.fault(
                line,
                format!("the document has more than {MAX_CLAUSES} clauses"),
                "is it the right file?",
            );
            break;
        }
        reader.line(line, lines.get(at + 1).filter(|_| at + 1 < part.to), candidate, &ahead);
    }
    let Gathered { clauses, faults, left_out, .. } = reader.got;
    Parsed { half: Half { language: part.language, clauses }, faults, left_out }
}

/// How a number follows on those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The next one, or the first child.
    On,
    /// One that comes later; some are skipped, or the heading above has lost its number.
    Skipping,
    /// None of these.
    Off,
}

/// What the items of a list count with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Letters,
    Roman,
    Digits,
}

struct List {
    kind: Kind,
    opened: bool,
    last: u16,
    mark: String,
    clause: usize,
}

struct Reader {
    got: Gathered,
    /// The numbers that are open, with the place of their clause.
    path: Vec<(u16, usize)>,
    lists: Vec<List>,
    /// Why lines are in no clause: inside a figure, whose captions are no rule text, or behind it.
    figure: Option<Why>,
    /// Whether numbers of each depth end with a full stop.
    dots: [Option<bool>; MAX_DEPTH + 1],
    /// Whether numbers without full stop or children head all clauses.
    bare: bool,
}

impl Reader {
    fn new(part: &Part, paragraphs: Paragraphs) -> Self {
        Self {
            got: Gathered::new(paragraphs),
            path: part.open.iter().map(|open| (*open, NO_CLAUSE)).collect(),
            lists: Vec::new(),
            figure: None,
            dots: [None; MAX_DEPTH + 1],
            bare: false,
        }
    }

    fn line(&mut self, line: &Line, next: Option<&Line>, candidate: Option<Candidate>, ahead: &Ahead) {
        self.got.turn_to(line);
        if let Some(candidate) = candidate
            && self.opens(&candidate, line, ahead)
        {
            return self.open_number(&candidate, line);
        }
        if let Some((inserted, rest)) = label::inserted(&line.text)
            && self.open_inserted(&inserted, rest, line)
        {
            return;
        }
        if label::is_figure(&line.text) && (self.figure.is_some() || line.apart || self.got.ended()) {
            self.figure = Some(Why::Figure);
            return self.got.leave(line, Why::Figure);
        }
        if self.figure.is_some() && line.apart {
            self.figure = Some(Why::Behind);
        }
        if self.figure.is_some() || self.got.current.is_none() {
            return self.got.leave(line, self.figure.unwrap_or(Why::Outside));
        }
        if let Some((item, rest)) = label::item(&line.text)
            && self.open_item(&item, rest, line)
        {
            return;
        }
        if !self.got.open_term(line, next) {
            self.got.append(line);
        }
    }

    fn step(&self, parts: &[u16]) -> Step {
        let Some((last, above)) = parts.split_last() else { return Step::Off };
        let begins = |length: usize| {
            self.path.len() >= length && self.path.iter().zip(above).take(length).all(|((open, _), part)| open == part)
        };
        if begins(above.len()) {
            let before = self.path.get(above.len()).map_or(0, |(open, _)| *open);
            return match last.checked_sub(before) {
                Some(1) => Step::On,
                Some(2..=MAX_SKIPPED) => Step::Skipping,
                _ => Step::Off,
            };
        }
        // A heading that has lost its number, or is nowhere: 1 is followed by 1.1.1, 4.1 by 5.1.
        let lost = above.split_last().is_some_and(|(lost, higher)| {
            let before = self.path.get(higher.len()).map_or(0, |(open, _)| *open);
            self.path.len() >= higher.len()
                && self.path.iter().zip(higher).all(|((open, _), part)| open == part)
                && lost.checked_sub(before) == Some(1)
        });
        if lost && *last == 1 { Step::Skipping } else { Step::Off }
    }

    /// Whether a candidate opens a clause.
    fn opens(&mut self, one: &Candidate, line: &Line, ahead: &Ahead) -> bool {
        // A clause may end with such a word and without a full stop: `the layout of the table`.
        if one.referred && !(one.begins && self.step(&one.parts) == Step::On) {
            return false;
        }
        if one.parts.len() > MAX_DEPTH {
            self.got.fault(
                line,
                format!("a clause number has more than {MAX_DEPTH} parts"),
                "is this a rule document?",
            );
            return false;
        }
        let styled = self.dots.get(one.parts.len()).copied().flatten().is_none_or(|dot| dot == one.dot);
        match self.step(&one.parts) {
            Step::On => {
                let later = |surely: bool| self.ahead_in_chapter(&one.parts, one.at, ahead, surely);
                if one.referred && later(false) {
                    return false;
                }
                // A better line for the same number is still to come.
                if one.parts.len() > 1 && (!one.after_end || !styled) && later(true) {
                    return false;
                }
                one.parts.len() > 1
                    || one.dot
                    || self.title_leads(one, ahead)
                    || (self.bare && line.apart && one.begins)
            }
            Step::Skipping => {
                let sure = one.after_end && styled && self.figure.is_none() && (one.parts.len() > 1 || one.dot);
                sure && !self.skipped_comes(&one.parts, one.at, ahead)
            }
            Step::Off => {
                if one.after_end && styled && self.figure.is_none() && (one.parts.len() > 1) {
                    self.stands_twice(one, line);
                }
                false
            }
        }
    }

    /// A number without full stop is a heading's only if its first child comes next.
    fn title_leads(&self, one: &Candidate, ahead: &Ahead) -> bool {
        let child = |parts: &[u16]| ahead.next(parts, one.at, false);
        let (Some(first), next) = (one.parts.first(), one.parts.first().map(|first| first.saturating_add(1))) else {
            return false;
        };
        let own = child(&[*first, 1]).or_else(|| child(&[*first, 1, 1]));
        // Of two lines with its number the one right before the child heads it; the other is a row, or in the contents.
        let again = ahead.next(&[*first], one.at, true);
        own.is_some_and(|own| {
            again.is_none_or(|again| own < again)
                && next.and_then(|next| child(&[next, 1])).is_none_or(|next| own < next)
        })
    }

    /// Whether a number comes again before the next chapter.
    fn ahead_in_chapter(&self, parts: &[u16], at: usize, ahead: &Ahead, surely: bool) -> bool {
        let Some(next) = ahead.next(parts, at, surely) else { return false };
        let chapter = parts.first().map_or(1, |first| first.saturating_add(1));
        let end = [vec![chapter, 1], vec![chapter]].iter().filter_map(|parts| ahead.next(parts, at, true)).min();
        end.is_none_or(|end| next < end)
    }

    /// Whether a number that this one skips still comes.
    fn skipped_comes(&self, parts: &[u16], at: usize, ahead: &Ahead) -> bool {
        let Some((last, above)) = parts.split_last() else { return false };
        let above_open =
            self.path.len() >= above.len() && self.path.iter().zip(above).all(|((open, _), part)| open == part);
        if !above_open {
            return above.len() == 1
                && ahead.next(above, at, true).is_some_and(|next| ahead.next(parts, next, true).is_some());
        }
        let before = self.path.get(above.len()).map_or(0, |(open, _)| *open);
        (before.saturating_add(1)..*last).any(|skipped| {
            let parts: Vec<u16> = above.iter().copied().chain([skipped]).collect();
            self.ahead_in_chapter(&parts, at, ahead, true)
        })
    }

    fn stands_twice(&mut self, one: &Candidate, line: &Line) {
        let number = written(&one.parts);
        let Some((first_line, first_column)) = self.got.place_of(&number) else { return };
        // Only where what follows begins like a clause: a sentence may begin a line with a reference.
        let rest = label::number(&line.text).map_or("", |(_, rest)| rest);
        let begins = rest.chars().next().is_some_and(|letter| letter.is_uppercase() || label::is_han(letter));
        if begins && rest.split_whitespace().count() > 2 {
            self.got.fault(
                line,
                format!("clause {number} stands twice; the first is at {first_line}:{first_column}"),
                "a clause has one number: is the text two documents, or does its contents page look like its body?",
            );
        }
    }

    fn open_number(&mut self, one: &Candidate, line: &Line) {
        let skipped = self.step(&one.parts) == Step::Skipping;
        let above = one.parts.len().saturating_sub(1);
        let matching = self.path.iter().zip(&one.parts).take_while(|((open, _), part)| open == *part).count();
        self.path.truncate(above.min(matching));
        let parent = self.path.last().map(|(_, clause)| *clause);
        // Parts above that no clause has: kept open, so that what follows finds its way.
        let stand_in = parent.unwrap_or(NO_CLAUSE);
        for part in one.parts.get(self.path.len()..above).unwrap_or_default() {
            self.path.push((*part, stand_in));
        }
        let parent = parent.filter(|parent| *parent != NO_CLAUSE);
        let rest = label::number(&line.text).map_or("", |(_, rest)| rest).to_owned();
        if let Some(dot) = self.dots.get_mut(one.parts.len()) {
            *dot = Some(one.dot);
        }
        self.lists.clear();
        self.got.defining = None;
        self.figure = None;
        let at = self.got.push(written(&one.parts), parent, rest, line, skipped);
        self.path.push((one.parts.last().copied().unwrap_or(0), at));
    }

    /// Opens `5 bis` where 5 is open, `5 ter` where `5 bis` came before.
    fn open_inserted(&mut self, one: &Inserted, rest: &str, line: &Line) -> bool {
        let Some((last, above)) = one.parts.split_last() else { return false };
        let base = written(&one.parts);
        let number = format!("{base}{}", one.mark);
        let is_open = self.path.len() >= one.parts.len()
            && self.path.iter().zip(&one.parts).all(|((open, _), part)| open == part);
        let follows = self.got.place_of(&format!("{base}{}", one.after)).is_some();
        let known = self.got.place_of(&number).is_some();
        if !is_open || !follows || known || self.figure.is_some() || !(line.apart || self.got.ended()) {
            return false;
        }
        self.path.truncate(above.len());
        let parent = self.path.last().map(|(_, clause)| *clause).filter(|parent| *parent != NO_CLAUSE);
        self.lists.clear();
        self.got.defining = None;
        let at = self.got.push(number, parent, rest.to_owned(), line, false);
        self.path.push((*last, at));
        true
    }

    /// Opens an item's clause if its mark follows on.
    fn open_item(&mut self, item: &Item, rest: &str, line: &Line) -> bool {
        let Some((_, base)) = self.path.last().copied() else { return false };
        let introduced = self.got.introduced();
        let started = introduced || self.got.ended() || line.apart;
        let first = first_of(item, introduced).filter(|_| self.lists.len() < MAX_LISTS);
        if let Some(kind) = first
            && introduced
            && !self.lists.is_empty()
            && matches!(item.mark.as_str(), "a" | "i" | "1")
        {
            return self.start_list(item, kind, rest, line);
        }
        for depth in (0..self.lists.len()).rev() {
            let Some(list) = self.lists.get_mut(depth) else { continue };
            if list.opened == item.opened && value(item, list.kind) == Some(list.last.saturating_add(1)) {
                list.last = list.last.saturating_add(1);
                list.mark.clone_from(&item.mark);
                self.lists.truncate(depth + 1);
                let parent =
                    depth.checked_sub(1).and_then(|above| self.lists.get(above)).map_or(base, |list| list.clause);
                return self.push_item(parent, rest, line);
            }
        }
        if started
            && let Some(list) = self.lists.last_mut()
            && list.opened == item.opened
            && let Some(found) = value(item, list.kind)
            && (2..=MAX_SKIPPED_ITEMS).contains(&found.saturating_sub(list.last))
        {
            list.last = found;
            list.mark.clone_from(&item.mark);
            let parent = self.lists.iter().rev().nth(1).map_or(base, |list| list.clause);
            return self.push_item(parent, rest, line);
        }
        match first {
            Some(kind) if self.lists.is_empty() && started => self.start_list(item, kind, rest, line),
            _ => false,
        }
    }

    fn start_list(&mut self, item: &Item, kind: Kind, rest: &str, line: &Line) -> bool {
        let Some((_, base)) = self.path.last().copied() else { return false };
        let parent = self.lists.last().map_or(base, |list| list.clause);
        self.lists.push(List {
            kind,
            opened: item.opened,
            last: value(item, kind).unwrap_or(1),
            mark: item.mark.clone(),
            clause: base,
        });
        self.push_item(parent, rest, line)
    }

    fn push_item(&mut self, parent: usize, rest: &str, line: &Line) -> bool {
        let Some((_, base)) = self.path.last().copied() else { return false };
        let Some(mut number) = self.got.clauses.get(base).map(|clause| clause.number.clone()) else { return false };
        for list in &self.lists {
            number.push_str(&format!("({})", list.mark));
        }
        self.got.defining = None;
        let at = self.got.push(number, Some(parent), rest.to_owned(), line, false);
        if let Some(list) = self.lists.last_mut() {
            list.clause = at;
        }
        true
    }
}

fn written(parts: &[u16]) -> String {
    parts.iter().map(u16::to_string).collect::<Vec<_>>().join(".")
}

/// The kind of the list that an item's mark begins. Right behind an introduction the first items may be missing.
fn first_of(item: &Item, introduced: bool) -> Option<Kind> {
    match item.mark.as_str() {
        "a" => Some(Kind::Letters),
        "i" => Some(Kind::Roman),
        "1" => Some(Kind::Digits),
        "b" | "c" if introduced => Some(Kind::Letters),
        "ii" | "iii" if introduced => Some(Kind::Roman),
        "2" | "3" if introduced => Some(Kind::Digits),
        _ => None,
    }
}

/// What an item's mark counts.
fn value(item: &Item, kind: Kind) -> Option<u16> {
    let mut letters = item.mark.bytes();
    match (kind, letters.next(), letters.next()) {
        (Kind::Roman, _, _) => label::roman(&item.mark),
        (Kind::Digits, _, _) => item.mark.parse().ok(),
        (Kind::Letters, Some(letter @ b'a'..=b'z'), None) => Some(u16::from(letter - b'a') + 1),
        (Kind::Letters, _, _) => None,
    }
}
