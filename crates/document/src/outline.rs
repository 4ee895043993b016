//! Lines to clauses where headings carry the numbers: `§ 629b.1`, `13:69F-7.1`, `Rule 4A`, with items below; or where
//! items stand alone: `1)`, `2°`, `III.`.

use std::collections::HashMap;

use crate::MAX_CLAUSES;
use crate::candidate;
use crate::clause::{Half, Language};
use crate::gather::{Gathered, Paragraphs};
use crate::half::letters;
use crate::head::{self, ClauseNumber, Counted, LEAF};
use crate::heading::{Heading, Headings, headings, is_contents};
use crate::label;
use crate::left::{Parsed, Why};
use crate::line::Line;
use crate::mark::{Kind, Mark, Shape, follows, mark};
use crate::numbering::Numbering;

/// How deep lists of items may be nested.
const MAX_LISTS: usize = 8;
/// How many items may be skipped at once.
const MAX_SKIPPED_ITEMS: u16 = 3;

struct List {
    shape: Shape,
    kind: Kind,
    last: (u16, char),
    mark: String,
    clause: usize,
}

struct Reader {
    got: Gathered,
    /// The heading that is open.
    head: Option<usize>,
    /// Whether items stand under no heading.
    alone: bool,
    lists: Vec<List>,
    /// Why lines are in no clause: inside a figure, whose captions are no rule text, or behind it.
    figure: Option<Why>,
    /// Whether an item was opened anywhere.
    any_item: bool,
}

/// Reads the clauses under the headings of one numbering; `None` where there are none. The number says how many
/// headings were read.
pub(crate) fn read(lines: &[Line], numbering: Numbering) -> Option<(Parsed, usize)> {
    Some(under(lines, headings(lines, numbering)?))
}

/// Reads items that stand under no heading; `None` where no two of them follow one another from the first.
pub(crate) fn read_alone(lines: &[Line]) -> Option<(Parsed, usize)> {
    let (from, to) = (first_alone(lines)?, lines.len());
    let none = Headings { from, to, chosen: Vec::new(), others: Vec::new(), contents: Vec::new() };
    Some(under(lines, none))
}

/// Reads the clauses under these headings, or where there are none the items that stand alone.
fn under(lines: &[Line], found: Headings<'_>) -> (Parsed, usize) {
    let Headings { from, to, chosen, others, contents } = found;
    let mut reader = Reader {
        got: Gathered::new(Paragraphs::of(lines, false)),
        head: None,
        alone: chosen.is_empty(),
        lists: Vec::new(),
        figure: None,
        any_item: false,
    };
    reader.stand_twice(&others, &chosen, lines);
    // Where the clause of each heading is.
    let mut places: Vec<usize> = Vec::with_capacity(chosen.len());
    for (at, line) in lines.iter().enumerate() {
        // Behind a clause one line that bears the number of the next is no entry of a contents page, but for dots.
        let is_listed = |at: usize| contents.binary_search(&at).is_ok();
        let among = || is_listed(at + 1) || at.checked_sub(1).is_some_and(is_listed);
        let dots = || head::head(&line.text).is_some_and(|own| is_contents(own.rest));
        if !(from..to).contains(&at) || (is_listed(at) && (places.is_empty() || among() || dots())) {
            reader.got.leave(line, Why::Outside);
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
        reader.got.turn_to(line);
        match chosen.get(places.len()).filter(|one| one.at == at) {
            Some(one) => {
                let parent = one.parent.and_then(|parent| places.get(parent)).copied();
                let next = chosen.get(places.len() + 1).map_or(to, |next| next.at);
                let below = lines.get(at + 1..next).unwrap_or_default();
                places.push(reader.open(one, parent, line, below));
            }
            None => {
                let open = places.len().checked_sub(1).and_then(|last| chosen.get(last)).map(|one| &one.head);
                reader.line(line, lines.get(at + 1), open);
            }
        }
    }
    let (latin, han) = letters(lines.get(from..to).unwrap_or_default());
    let language = if han * 3 > latin { Language::Chinese } else { Language::Latin };
    let Gathered { clauses, faults, left_out, .. } = reader.got;
    (Parsed { half: Half { language, clauses }, faults, left_out }, places.len())
}

/// The title of a heading, and its first item, which stands on the same line where the second begins one of its own:
/// `Values. (1) An ace counts one.`
fn titled<'t>(rest: &'t str, below: &[Line]) -> Option<(&'t str, &'t str)> {
    [(" (1) ", "(2)"), (" (a) ", "(b)")].into_iter().find_map(|(first, second)| {
        let (title, _) = rest.split_once(first)?;
        let ends = title.strip_suffix(['.', ':', '–', '—']).filter(|title| candidate::is_title(title.trim_end()));
        let goes_on = below.iter().any(|line| line.text.starts_with(second));
        ends.filter(|_| goes_on)?;
        Some((title, rest.get(title.len()..)?.trim_start()))
    })
}

/// Whether a number whose stroke parts it is the one that is open.
fn runs_on(again: &ClauseNumber<'_>, stroke: &Counted, open: &ClauseNumber<'_>) -> bool {
    open.parts.split_last() == Some((stroke, again.parts.as_slice()))
}

/// The line of the first item that another of its kind follows.
fn first_alone(lines: &[Line]) -> Option<usize> {
    let mut open: Vec<(usize, Shape, Kind)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((mark, _)) = mark(&line.text) else { continue };
        let second = |(_, shape, kind): &&(usize, Shape, Kind)| {
            *shape == mark.shape && kind.value(&mark.text).is_some_and(|value| follows(value, (1, ' ')))
        };
        if let Some((first, ..)) = open.iter().find(second) {
            return Some(*first);
        }
        // `1.` is a number with a point, which is read as such.
        if let Some(kind) =
            Kind::begun_by(&mark.text).filter(|kind| (mark.shape, *kind) != (Shape::Stopped, Kind::Digits))
            && !open.iter().any(|(_, shape, known)| (*shape, *known) == (mark.shape, kind))
        {
            open.push((at, mark.shape, kind));
        }
    }
    None
}

impl Reader {
    fn open(&mut self, one: &Heading<'_>, parent: Option<usize>, line: &Line, below: &[Line]) -> usize {
        self.lists.clear();
        self.got.defining = None;
        self.figure = None;
        let items = mark(one.head.rest).is_some_and(|(mark, _)| mark.shape == Shape::Enclosed);
        let behind_title = titled(one.head.rest, below);
        let own = match behind_title {
            Some((title, _)) => title.to_owned(),
            None if items => String::new(),
            None => one.head.rest.to_owned(),
        };
        let at = self.got.push(one.head.cite.clone(), parent, own, line, false);
        self.head = Some(at);
        if let Some((_, first)) = behind_title {
            match self.items(first, line, Some(&one.head)) {
                true => self.got.shift(at + 1, line.text.get(..line.text.len() - first.len()).unwrap_or("")),
                false => self.got.own_too(at, one.head.rest),
            }
        }
        if items && !self.items(one.head.rest, line, Some(&one.head)) {
            self.got.own_too(at, one.head.rest);
        }
        at
    }

    fn line(&mut self, line: &Line, next: Option<&Line>, open: Option<&ClauseNumber<'_>>) {
        if label::is_figure(&line.text) && (self.figure.is_some() || line.apart || self.got.ended()) {
            self.figure = Some(Why::Figure);
            return self.got.leave(line, Why::Figure);
        }
        if self.figure.is_some() && line.apart {
            self.figure = Some(Why::Behind);
        }
        if self.figure.is_some() || !(self.alone || self.head.is_some()) {
            return self.got.leave(line, self.figure.unwrap_or(Why::Outside));
        }
        // A clause may carry the whole citation: `Section 12(3)` behind `Section 12(2)`.
        if let Some(open) = open
            && let Some(again) = head::head(&line.text)
            && again.glued
            && again.word == open.word
            && (again.parts == open.parts || again.stroke.as_ref().is_some_and(|stroke| runs_on(&again, stroke, open)))
            && self.items(again.rest, line, Some(open))
        {
            return;
        }
        if !self.items(&line.text, line, open) && !self.got.open_term(line, next) {
            self.got.append(line);
        }
    }

    /// Opens the items whose marks a text begins with: `(a)`, `(a)(2)`.
    fn items(&mut self, text: &str, line: &Line, open: Option<&ClauseNumber<'_>>) -> bool {
        let mut rest = text;
        let mut opened = false;
        let mut depth = 0;
        while let Some((mark, behind)) = mark(rest) {
            // Marks of items that are open already only say where the next one is.
            let known = self.lists.get(depth).is_some_and(|list| list.mark == mark.text && list.shape == mark.shape);
            if !opened && known && mark.shape == Shape::Enclosed && self::mark(behind).is_some() {
                depth += 1;
                rest = behind;
                continue;
            }
            let inner = opened && Kind::begun_by(&mark.text).is_none();
            if inner || (opened && mark.shape != Shape::Enclosed) || !self.item(&mark, line, opened, open) {
                break;
            }
            (opened, rest) = (true, behind);
        }
        if opened && let Some(current) = self.got.current {
            self.got.own_too(current, rest);
        }
        opened
    }

    /// Opens an item's clause if its mark follows on; `inner`: right behind the mark of the item that holds it.
    fn item(&mut self, mark: &Mark, line: &Line, inner: bool, open: Option<&ClauseNumber<'_>>) -> bool {
        let introduced = self.got.introduced();
        let fresh = inner || (self.lists.is_empty() && self.got.is_heading());
        let started = introduced || fresh || line.apart || self.got.ended();
        if !started && self.got.refers() {
            return false;
        }
        let first = Kind::begun_by(&mark.text).filter(|_| self.lists.len() < MAX_LISTS);
        let is_open = |list: &List| list.shape == mark.shape && Some(list.kind) == first;
        if let Some(kind) = first
            && (inner || (introduced && !self.lists.is_empty()))
        {
            return self.start(mark, kind, line, open);
        }
        for depth in (0..self.lists.len()).rev() {
            let Some(list) = self.lists.get(depth).filter(|list| list.shape == mark.shape) else { continue };
            let Some(value) = list.kind.value(&mark.text) else { continue };
            // `4° bis` stands behind `4°` alone.
            let skipping = started
                && !mark.text.contains(' ')
                && depth + 1 == self.lists.len()
                && (2..=MAX_SKIPPED_ITEMS).contains(&value.0.saturating_sub(list.last.0));
            if follows(value, list.last) || skipping {
                return self.go_on(depth, value, mark, line, open);
            }
        }
        match first {
            Some(kind) if started && !self.lists.iter().any(is_open) => self.start(mark, kind, line, open),
            None if started && self.lists.is_empty() && self.is_excerpt() && mark.shape == Shape::Enclosed => {
                Kind::Digits.value(&mark.text).is_some() && self.start(mark, Kind::Digits, line, open)
            }
            _ => false,
        }
    }

    /// Whether nothing was read so far but headings: the first item of an excerpt may have any number.
    fn is_excerpt(&self) -> bool {
        !self.any_item && self.head.is_some_and(|head| head + 1 == self.got.clauses.len())
    }

    fn go_on(
        &mut self,
        depth: usize,
        value: (u16, char),
        mark: &Mark,
        line: &Line,
        open: Option<&ClauseNumber<'_>>,
    ) -> bool {
        let above = depth.checked_sub(1).and_then(|above| self.lists.get(above));
        let parent = above.map(|list| list.clause).or(self.head);
        let Some(at) = self.push(parent, above.map(|list| list.shape), mark, line, open) else { return false };
        self.lists.truncate(depth + 1);
        if let Some(list) = self.lists.last_mut() {
            (list.last, list.clause) = (value, at);
            list.mark.clone_from(&mark.text);
        }
        true
    }

    fn start(&mut self, mark: &Mark, kind: Kind, line: &Line, open: Option<&ClauseNumber<'_>>) -> bool {
        let Some(last) = kind.value(&mark.text) else { return false };
        let above = self.lists.last();
        let parent = above.map(|list| list.clause).or(self.head);
        let Some(clause) = self.push(parent, above.map(|list| list.shape), mark, line, open) else { return false };
        self.lists.push(List { shape: mark.shape, kind, last, mark: mark.text.clone(), clause });
        true
    }

    fn push(
        &mut self,
        parent: Option<usize>,
        above: Option<Shape>,
        mark: &Mark,
        line: &Line,
        open: Option<&ClauseNumber<'_>>,
    ) -> Option<usize> {
        let base = match parent {
            Some(parent) => self.got.clauses.get(parent).map(|clause| clause.number.as_str())?,
            None if self.alone => "",
            None => return None,
        };
        let group = above.is_none() && open.is_some_and(|open| open.rank < LEAF);
        let text = &mark.text;
        let number = match (mark.shape, above) {
            (Shape::Enclosed, _) if group => format!("{base} ({text})"),
            (Shape::Enclosed, _) => format!("{base}({text})"),
            (Shape::Closed, _) => format!("{base} {text})"),
            (Shape::Degree, _) => match text.split_once(' ') {
                Some((own, later)) => format!("{base} {own}° {later}"),
                None => format!("{base} {text}°"),
            },
            (_, Some(Shape::Enclosed)) => format!("{base}{text}"),
            (_, Some(Shape::Stopped | Shape::Dashed | Shape::Degree)) => format!("{base}.{text}"),
            (_, _) => format!("{base} {text}"),
        };
        let number = number.trim_start().to_owned();
        if self.got.place_of(&number).is_some() {
            return None;
        }
        self.got.defining = None;
        self.any_item = true;
        Some(self.got.push(number, parent, String::new(), line, false))
    }

    /// Refuses a second clause of one number: which of the two holds?
    fn stand_twice(&mut self, others: &[Heading<'_>], chosen: &[Heading<'_>], lines: &[Line]) {
        let key = |one: &Heading<'_>| (one.head.word, one.head.parts.clone());
        let mut first = HashMap::new();
        for one in chosen {
            first.entry(key(one)).or_insert(one.at);
        }
        // A reference that begins a line, or a running head, has few words behind it.
        let whole =
            |other: &&Heading<'_>| other.sure && !other.head.glued && other.head.rest.split_whitespace().count() > 2;
        for other in others.iter().filter(whole) {
            let Some(line) = lines.get(other.at) else { continue };
            let Some(first) = first.get(&key(other)).and_then(|at| lines.get(*at)) else { continue };
            self.got.fault(
                line,
                format!("clause {} stands twice; the first is at {}:{}", other.head.cite, first.line, first.column),
                "a clause has one number: is the text two documents, or does its contents page look like its body?",
            );
        }
    }
}
