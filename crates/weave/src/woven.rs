use std::collections::BTreeSet;

use resettle_diff::{In, Wording};
use resettle_document::{Document, OutsideLine, Why, changed_outside, grouped, normalised};
use resettle_ruleset::{Cite, ClauseKind, Ruleset};

use crate::figures::{Figure, Run, numbers, runs};
use crate::notes::{self, Reading};
use crate::values::{Value, Values};

/// A case of the ruleset, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseRun {
    /// Its name, with that of its group.
    pub name: String,
    /// The citations that its judgement rests on, each of one clause or several, `†` behind a reading.
    pub by: Vec<String>,
    /// What was found, each as code and citation.
    pub finds: Vec<String>,
}

/// What is woven.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// The rules as data, made from the document.
    pub ruleset: &'a Ruleset,
    /// Its `notes.md`.
    pub notes: &'a str,
    /// The rules as they were read from their file.
    pub document: &'a Document,
    /// What the document's file is called.
    pub file: &'a str,
    /// SHA-256 of the document's file.
    pub sha256: &'a str,
    /// Its cases; none where it has none.
    pub cases: &'a [CaseRun],
    /// The clauses that its cases excuse, each with why no case can rest on it.
    pub excused: &'a [(String, String)],
    /// A version to compare with.
    pub old: Option<&'a Ruleset>,
    /// The document of that version.
    pub old_document: Option<&'a Document>,
    /// What a trace of the two finds different, each with how many there are.
    pub differences: &'a [String],
}

/// A document and its ruleset, clause by clause.
#[derive(Clone, Debug)]
pub struct Woven {
    /// The ruleset's id.
    pub id: String,
    /// The title that the ruleset states.
    pub title: String,
    /// SHA-256 over the two files of the ruleset: what is approved.
    pub digest: String,
    /// The document's file and its SHA-256.
    pub file: (String, String),
    /// Whether the ruleset names a source with this hash.
    pub known: bool,
    /// The version that it is compared with.
    pub old: Option<String>,
    /// The clauses in the order of the document; those that the ruleset alone has behind them.
    pub clauses: Vec<WovenClause>,
    /// The clauses of the version that it is compared with that this one does not have.
    pub removed: Vec<Removed>,
    /// What no clause grounds: values without a citation.
    pub without_clause: Vec<Value>,
    /// Lines that are in no clause.
    pub outside: Vec<Outside>,
    /// Those that are not the same in the document of the version that is compared with; none where it was not given.
    pub outside_since: Option<Vec<OutsideSince>>,
    /// Lines that look numbered and open no clause.
    pub overlooked: Vec<(u32, String)>,
    /// What a trace finds different between the two, each with how many there are; empty where nothing is.
    pub differences: Vec<String>,
    /// The sums over all coups, wagers and chips.
    pub totals: Totals,
}

/// A clause that a version before has, and this one has not.
#[derive(Clone, Debug)]
pub struct Removed {
    /// The number by which the version before cites it.
    pub number: String,
    /// What became of it there: `enforced`, `recorded`, ….
    pub kind: &'static str,
    /// Its text, in lines; none where that document was not given.
    pub lines: Vec<String>,
    /// What enforced it.
    pub values: Vec<Value>,
}

/// Lines in no clause that the documents of two versions do not have in the same words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideSince {
    /// The first of them: `line 4`, `old line 4` where they are gone.
    pub line: String,
    /// Their words, each run with `ins`, `del` or nothing.
    pub words: Vec<(&'static str, String)>,
}

impl OutsideSince {
    fn all(old: &Document, new: &Document) -> Vec<Self> {
        let changes = changed_outside(old, new).into_iter();
        let one = |change: resettle_document::OutsideChange| {
            let line = change.place();
            let wording = Wording { old: change.old, new: change.new, only: None };
            let tag = |place| match place {
                In::Both => "",
                In::Old => "del",
                In::New => "ins",
            };
            let words = wording.runs().into_iter().map(|(place, text)| (tag(place), text)).collect();
            Self { line, words }
        };
        changes.map(one).collect()
    }
}

/// Lines that are in no clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// Their numbers: `3`; of headers and footers all: `3, 40`.
    pub lines: String,
    /// Why; of a line that a person declared outside the reason that the cut file gives.
    pub why: String,
    /// Its words; empty where it holds marks of typesetting alone.
    pub text: String,
    /// Whether it may be a rule.
    pub may_rule: bool,
}

/// How much there is of what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Clauses whose text is that of the ruleset.
    pub equal: usize,
    /// Clauses whose text is another one.
    pub different: usize,
    /// Clauses that the document alone has.
    pub missing: usize,
    /// Clauses that the ruleset alone has.
    pub absent: usize,
    /// Numbers that are among the values by the same clause.
    pub here: usize,
    /// Numbers that are among those by another.
    pub elsewhere: usize,
    /// Numbers that are nowhere in the ruleset.
    pub nowhere: usize,
}

/// All that the ruleset says by one number, beside the document's words; one of the two may lack it.
#[derive(Clone, Debug)]
pub struct WovenClause {
    /// The number by which it is cited.
    pub number: String,
    /// How deep it is, from 0.
    pub depth: usize,
    /// Page and line of the document; none where the document does not have it.
    pub place: Option<(u32, u32)>,
    /// Its text in lines, each in pieces.
    pub lines: Vec<Vec<Run>>,
    /// `equal`, `different`, `missing` from the ruleset, or `absent` from the document.
    pub compared: &'static str,
    /// What it is to the version that is compared with: `reworded`, `new`; empty where nothing is compared, or its text is the
    /// same.
    pub since: &'static str,
    /// The words of that version where they are others; none where its document was not given.
    pub old_lines: Vec<String>,
    /// What became of it: `enforced`, `recorded`, …; empty where the ruleset does not have it.
    pub kind: &'static str,
    /// Why it is recorded only.
    pub why: String,
    /// What the ruleset says by it.
    pub values: Vec<Value>,
    /// The cases whose judgement rests on it.
    pub cases: Vec<String>,
    /// Why no case can rest on it, where its cases say so and none does.
    pub excused: Option<String>,
    /// The codes of findings that cite it, as cases show them.
    pub findings: Vec<String>,
    /// The readings that name it.
    pub readings: Vec<Reading>,
}

impl WovenClause {
    /// Whether it is enforced, no case rests on it, and nothing excuses that: an error of `ruleset check`.
    #[must_use]
    pub fn unshown(&self) -> bool {
        self.is_enforced() && self.cases.is_empty() && self.findings.is_empty() && self.excused.is_none()
    }

    fn is_enforced(&self) -> bool {
        self.kind == ClauseKind::Enforced.word()
    }

    /// At most three of the cases that rest on it.
    #[must_use]
    pub fn first_cases(&self) -> &[String] {
        self.cases.get(..3).unwrap_or(&self.cases)
    }

    /// How many cases there are beside the first.
    #[must_use]
    pub fn more_cases(&self) -> usize {
        self.cases.len().saturating_sub(3)
    }
}

/// Whether two numbers are one, whichever quotes a definition is put in.
fn same(a: &str, b: &str) -> bool {
    a == b || normalised(a) == normalised(b)
}

/// Whether a citation, as cases write it, names a clause.
fn cites(citation: &str, clause: &str) -> bool {
    let bare = citation.trim_end_matches(['†', ' ']);
    Cite::of(bare).is_some_and(|cite| cite.all().iter().any(|cited| cited == clause))
}

impl Woven {
    /// Weaves a document and its ruleset.
    #[must_use]
    pub fn of(beside: &Beside<'_>) -> Self {
        let Beside { ruleset, document, .. } = *beside;
        let loom = Loom { beside, values: Values::of(ruleset, beside.old) };
        let half = &document.main;
        let mut clauses: Vec<WovenClause> = Vec::new();
        for (at, clause) in half.clauses().iter().enumerate() {
            let mut depth = 0;
            let mut above = clause.parent;
            while let Some(parent) = above {
                depth += 1;
                above = half.clauses().get(parent).and_then(|clause| clause.parent);
            }
            let text = half.text(at).into_owned();
            clauses.push(loom.clause(
                &clause.number,
                depth,
                Some((clause.page, clause.line)),
                &text,
                &half.fingerprint(at),
            ));
        }
        for entry in &ruleset.clauses {
            if !half.clauses().iter().any(|clause| same(&clause.number, &entry.number)) {
                clauses.push(loom.clause(&entry.number, 0, None, "", ""));
            }
        }
        let mut totals = Totals::default();
        for clause in &clauses {
            match clause.compared {
                "equal" => totals.equal += 1,
                "different" => totals.different += 1,
                "missing" => totals.missing += 1,
                _ => totals.absent += 1,
            }
            for run in clause.lines.iter().flatten() {
                match run.figure {
                    Some(Figure::Here) => totals.here += 1,
                    Some(Figure::Elsewhere) => totals.elsewhere += 1,
                    Some(Figure::Nowhere) => totals.nowhere += 1,
                    Some(Figure::Clause) | None => {}
                }
            }
        }
        Self {
            id: ruleset.id.clone(),
            title: ruleset.title.clone(),
            digest: ruleset.digest.clone(),
            file: (beside.file.to_owned(), beside.sha256.to_owned()),
            known: ruleset.source.files.iter().any(|file| file.sha256 == beside.sha256),
            old: beside.old.map(|old| old.id.clone()),
            clauses,
            removed: removed(beside),
            without_clause: loom.values.without_clause(),
            outside: outside(document),
            outside_since: beside.old_document.map(|old| OutsideSince::all(old, document)),
            overlooked: document.overlooked.iter().map(|one| (one.line, one.text.clone())).collect(),
            differences: beside.differences.to_vec(),
            totals,
        }
    }
}

impl Woven {
    /// How many enforced clauses cases rest on, are excused, and neither.
    #[must_use]
    pub fn enforced(&self) -> (usize, usize, usize) {
        let of = |is: fn(&WovenClause) -> bool| {
            self.clauses.iter().filter(|clause| clause.is_enforced() && is(clause)).count()
        };
        let (excused, unshown) = (of(|clause| clause.excused.is_some()), of(WovenClause::unshown));
        (of(|_| true) - excused - unshown, excused, unshown)
    }

    /// What is said of lines in no clause since the version that is compared with; none where there is none.
    #[must_use]
    pub fn changed_outside(&self) -> Option<String> {
        let old = self.old.as_deref()?;
        match self.outside_since.as_deref().map(<[OutsideSince]>::len) {
            None => Some(format!(
                "what stands in no clause was not compared with the document of {old}, which was not given"
            )),
            Some(0) => None,
            Some(1) => Some(format!("1 place outside all clauses changed in words since {old}")),
            Some(count) => Some(format!("{count} places outside all clauses changed in words since {old}")),
        }
    }

    /// How many values are others than those of the version that is compared with, or that version alone has.
    #[must_use]
    pub fn changed_values(&self) -> usize {
        let values = self.clauses.iter().flat_map(|clause| &clause.values).chain(&self.without_clause);
        let gone = self.removed.iter().flat_map(|clause| &clause.values);
        let paths: BTreeSet<&str> =
            values.filter(|value| value.before.is_some()).chain(gone).map(|value| value.path.as_str()).collect();
        paths.len()
    }

    /// How many clauses are new, have other words or went since the version that is compared with, in words; none where none
    /// are.
    #[must_use]
    pub fn changed_in_words(&self) -> Option<String> {
        let since = |what: &str| self.clauses.iter().filter(|clause| clause.since == what).count();
        let all = [(since("reworded"), "with other words"), (since("new"), "new"), (self.removed.len(), "removed")];
        let said: Vec<String> =
            all.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
        let old = self.old.as_deref().filter(|_| !said.is_empty())?;
        Some(format!("of the clauses since {old} {}", said.join(", ")))
    }
}

struct Loom<'a> {
    beside: &'a Beside<'a>,
    values: Values,
}

impl Loom<'_> {
    fn clause(
        &self,
        number: &str,
        depth: usize,
        place: Option<(u32, u32)>,
        text: &str,
        fingerprint: &str,
    ) -> WovenClause {
        let Beside { ruleset, notes, cases, .. } = *self.beside;
        let entry = ruleset.clauses.iter().find(|entry| same(&entry.number, number));
        // The ruleset's own spelling is the one that is cited.
        let number = entry.map_or(number, |entry| entry.number.as_str());
        let compared = match (entry, place) {
            (Some(entry), Some(_)) if entry.fingerprint == fingerprint => "equal",
            (Some(_), Some(_)) => "different",
            (None, _) => "missing",
            (Some(_), None) => "absent",
        };
        let (here, all) = (numbers(&self.values.text(number)), self.everywhere(text));
        let figure = |figure: &str| {
            if here.contains(figure) {
                Figure::Here
            } else if all.contains(figure) {
                Figure::Elsewhere
            } else {
                Figure::Nowhere
            }
        };
        let is_clause = |figure: &str| ruleset.clauses.iter().any(|entry| entry.number == figure);
        let rests: Vec<String> = cases
            .iter()
            .filter(|case| {
                let found = case.finds.iter().filter_map(|one| one.split_once(' ')).map(|(_, citation)| citation);
                case.by.iter().map(String::as_str).chain(found).any(|citation| cites(citation, number))
            })
            .map(|case| case.name.clone())
            .collect();
        let found: BTreeSet<String> = cases
            .iter()
            .flat_map(|case| &case.finds)
            .filter_map(|one| one.split_once(' '))
            .filter(|(_, citation)| cites(citation, number))
            .map(|(code, _)| code.to_owned())
            .collect();
        let excuse = self.beside.excused.iter().find(|(excused, _)| same(excused, number));
        let excused = excuse.filter(|_| rests.is_empty() && found.is_empty()).map(|(_, why)| why.clone());
        let before = beside_old(self.beside, number);
        let since = match (self.beside.old, before, entry) {
            (Some(_), None, Some(_)) => "new",
            (Some(_), Some(before), Some(entry)) if before != entry.fingerprint => "reworded",
            _ => "",
        };
        let old_lines = if since == "reworded" { old_lines(self.beside, number) } else { Vec::new() };
        WovenClause {
            number: number.to_owned(),
            since,
            old_lines,
            depth,
            place,
            lines: text.lines().map(|line| runs(line, &figure, &is_clause)).collect(),
            compared,
            kind: entry.map_or("", |entry| entry.kind.word()),
            why: entry.and_then(|entry| entry.why.clone()).unwrap_or_default(),
            values: self.values.by(number),
            cases: rests,
            excused,
            findings: found.into_iter().collect(),
            readings: notes::of_clause(notes, number),
        }
    }

    /// The numbers of all values but those of cards, and how many cards the initial deal gives: no value states the sum. Where
    /// the text of a clause speaks of naturals, their totals too.
    fn everywhere(&self, text: &str) -> BTreeSet<String> {
        let mut all = numbers(&self.values.text_elsewhere());
        let mut words = text.split(|letter: char| !letter.is_alphanumeric());
        if words.any(|word| ["natural", "naturals"].iter().any(|natural| word.eq_ignore_ascii_case(natural))) {
            all.extend(numbers(&self.values.naturals()));
        }
        let order = &self.beside.ruleset.deal.order;
        all.insert(order.len().to_string());
        all
    }
}

/// The fingerprint of a clause in the version that is compared with.
fn beside_old<'a>(beside: &Beside<'a>, number: &str) -> Option<&'a str> {
    let entry = beside.old?.clauses.iter().find(|entry| same(&entry.number, number))?;
    Some(entry.fingerprint.as_str())
}

/// The text of a clause in the document of that version.
fn old_lines(beside: &Beside<'_>, number: &str) -> Vec<String> {
    let half = beside.old_document.map(|document| &document.main);
    let at = half.and_then(|half| half.clauses().iter().position(|clause| same(&clause.number, number)));
    half.zip(at).map_or_else(Vec::new, |(half, at)| half.text(at).lines().map(str::to_owned).collect())
}

/// The clauses that the version that is compared with has alone.
fn removed(beside: &Beside<'_>) -> Vec<Removed> {
    let Some(old) = beside.old else { return Vec::new() };
    let values = Values::of(old, None);
    let gone =
        old.clauses.iter().filter(|was| !beside.ruleset.clauses.iter().any(|own| same(&own.number, &was.number)));
    gone.map(|was| Removed {
        number: was.number.clone(),
        kind: was.kind.word(),
        lines: old_lines(beside, &was.number),
        values: values.by(&was.number),
    })
    .collect()
}

/// The lines in no clause with their words, headers and footers once, and those that hold marks of typesetting alone.
fn outside(document: &Document) -> Vec<Outside> {
    let own = |why: &OutsideLine| match why.kind {
        Why::Declared if document.left_out.iter().any(|left| left.line == why.line) => {
            format!("{}: {}", Why::Declared.in_words(), why.why)
        }
        _ => why.why.clone(),
    };
    let mut out: Vec<(u32, Outside)> = Vec::new();
    for group in grouped(&document.outside) {
        let one = group.first;
        let (why, text, may_rule) = (own(one), one.text.clone(), one.may_rule);
        out.push((one.line, Outside { lines: group.numbers(), why, text, may_rule }));
    }
    let worded: BTreeSet<u32> = document.outside.iter().map(|one| one.line).collect();
    for left in document.left_out.iter().filter(|left| !worded.contains(&left.line)) {
        let why = left.why.in_words().to_owned();
        out.push((left.line, Outside { lines: left.line.to_string(), why, text: String::new(), may_rule: false }));
    }
    out.sort_by_key(|(line, _)| *line);
    out.into_iter().map(|(_, one)| one).collect()
}
