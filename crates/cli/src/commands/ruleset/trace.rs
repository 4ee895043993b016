use std::process::ExitCode;

use resettle_console::notice::Notice;
use resettle_console::output::{colour, plain, standard};
use resettle_diff::Wording;
use resettle_document::{DeckRange, OutsideChange, changed_outside};
use resettle_report::document::to_json;
use resettle_report::print::neutral;
use resettle_ruleset::layout::{heading, wrap};
use resettle_ruleset::{
    Comparison, Ruleset, Trace, TraceSource, TracedRow, TracedRule, acceptance, promotion_rules, show_trace,
    tournament_rules,
};
use serde::Serialize;

use crate::args::{TraceArgs, TraceFormat};
use crate::commands::diff::wording::Words;
use crate::document;
use crate::error::{Error, shown};
use crate::rules::{self, Chosen};

/// How wide words of documents are printed.
const WIDTH: usize = 96;

/// `resettle ruleset trace`
pub fn run(args: &TraceArgs) -> Result<ExitCode, Error> {
    let Chosen { ruleset, yaml, path, .. } = rules::chosen(&args.ruleset, &args.rules)?;
    let elected = rules::under(&ruleset, &args.elect)?.elected.clone();
    let cut = document::CutAt { named: args.cut_file.as_deref(), beside: path.parent() };
    let read = document::read_for(&args.document, &ruleset, &cut)?;
    let (words, outside) = match &args.old_document {
        Some(old) => {
            let old_cut = document::CutAt { named: args.old_cut_file.as_deref(), beside: path.parent() };
            let new = Words::in_document(read.document.clone(), &ruleset);
            let old = Words::read(old, &ruleset, &old_cut)?;
            (changed_words(&old, &new), changed_outside(&old.document, &new.document))
        }
        None => (Vec::new(), Vec::new()),
    };
    let path = shown(&path);
    let trace = Trace::of(&ruleset, &yaml, read.document, Some(&elected))
        .map_err(|faults| Error::new(format!("{}: {}", neutral(&path), faults.render(&path, &yaml, colour()))))?;
    let source = TraceSource { file: shown(&args.document), sha256: read.sha256, yaml: neutral(&path) };
    match args.format {
        TraceFormat::Text => {
            let text = show_trace(&trace, &ruleset, &source, &neutral);
            plain(&text)?;
            if let Some(old) = &args.old_document {
                plain(&in_words(&words, &outside, &shown(old)))?;
            }
        }
        TraceFormat::Json => {
            let known = ruleset.source.files.iter().any(|file| file.sha256 == source.sha256);
            let given = args.old_document.is_some();
            let outside = outside.into_iter().map(|one| OutsideWords { line: one.line, old: one.old, new: one.new });
            let json = Json {
                words: given.then_some(words),
                words_outside: given.then(|| outside.collect()),
                ..json(&trace, &ruleset, &source, known)
            };
            to_json(&json, true, &mut standard()).map_err(Error::Output)?;
        }
    }
    if !trace.agrees() {
        return Ok(ExitCode::from(1));
    }
    let uncompared: Vec<String> =
        trace.uncompared().iter().map(|(count, what)| format!("{count} {}", neutral(what))).collect();
    if uncompared.is_empty() || args.accept_uncompared.as_deref() == Some("") {
        return Ok(ExitCode::SUCCESS);
    }
    let list = acceptance(&source.sha256, &uncompared);
    if args.accept_uncompared.as_deref() == Some(list.as_str()) {
        return Ok(ExitCode::SUCCESS);
    }
    let other = match &args.accept_uncompared {
        Some(given) => format!("{} stands for another list; ", neutral(given)),
        None => String::new(),
    };
    Notice::new(format!("{other}not everything could be compared: {}", uncompared.join(", ")))
        .help(format!("read them beside the document, then pass --accept-uncompared {list}"))
        .say();
    Ok(ExitCode::from(1))
}

/// The clauses that an old document and a new one do not have in the same words, in the order of the new one; those that
/// went behind them.
fn changed_words(old: &Words, new: &Words) -> Vec<ChangedWords> {
    let (before, after) = (&old.document.main, &new.document.main);
    let number = |clause: &resettle_document::Clause| clause.number.clone();
    let mut out: Vec<ChangedWords> = Vec::new();
    for (at, clause) in after.clauses().iter().enumerate() {
        let was = before.find(&clause.number);
        if was.is_none_or(|was| before.fingerprint(was) != after.fingerprint(at)) {
            let clause = number(clause);
            out.push(ChangedWords { old: old.text(&clause), new: new.text(&clause), clause });
        }
    }
    for clause in before.clauses().iter().filter(|clause| after.find(&clause.number).is_none()) {
        let clause = number(clause);
        out.push(ChangedWords { old: old.text(&clause), new: None, clause });
    }
    out
}

/// The same for people: what went is in `[-…-]`, what came in `{+…+}`.
fn in_words(words: &[ChangedWords], outside: &[OutsideChange], old: &str) -> String {
    let mut out = String::new();
    heading(&mut out, "Words that are others than in the old document");
    if words.is_empty() {
        out.push_str(&format!("  {old} has the same clauses in the same words.\n"));
    }
    for one in words {
        let wording = Wording { old: one.old.clone(), new: one.new.clone(), only: None };
        let text = neutral(&format!("{}: {}", one.clause, wording.marked()));
        for line in wrap(&text, WIDTH) {
            out.push_str(&format!("  {line}\n"));
        }
    }
    for one in outside {
        let wording = Wording { old: one.old.clone(), new: one.new.clone(), only: None };
        let text = neutral(&format!("{}, in no clause: {}", one.place(), wording.marked()));
        for line in wrap(&text, WIDTH) {
            out.push_str(&format!("  {line}\n"));
        }
    }
    out
}

/// Lines in no clause that the two documents do not have in the same words.
#[derive(Serialize)]
struct OutsideWords {
    /// The first of them in the new document; where they are gone, in the old one.
    line: u32,
    /// None where they are new.
    old: Option<String>,
    /// None where they are gone.
    new: Option<String>,
}

/// A clause in the words of both documents.
#[derive(Serialize)]
struct ChangedWords {
    clause: String,
    /// None where the old document does not have it.
    old: Option<String>,
    /// None where the new one does not.
    new: Option<String>,
}

#[derive(Serialize)]
struct Json<'t> {
    ruleset: &'t str,
    document: Source<'t>,
    /// Whether all that is ever compared was, and nothing differs.
    equal: bool,
    /// Whether something that was compared differs.
    different: bool,
    /// How much could not be compared with the document.
    not_compared: usize,
    /// What that is, in words, with how much of each.
    uncompared: Vec<String>,
    /// What stands for this list, as `--accept-uncompared` takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<String>,
    /// Lines of the document that look numbered and open no clause.
    overlooked: Vec<Overlooked<'t>>,
    /// Lines in no clause.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outside: Vec<Outside<'t>>,
    /// Clauses that the cut file calls otherwise than their lines do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    relabelled: Vec<Relabelled<'t>>,
    /// Headings and definitions that may be rules: nothing is compared with them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unasked: Vec<Table<'t>>,
    /// Clauses of the document with a table of which nothing was read.
    tables: Vec<Table<'t>>,
    /// What is not compared with any document.
    never_compared: Vec<&'static str>,
    clauses: Vec<Clause<'t>>,
    /// The clauses that the old document has in other words, or one of the two has alone; left out where none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<ChangedWords>>,
    /// Lines in no clause that the old document does not have in the same words, or has alone; left out where none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    words_outside: Option<Vec<OutsideWords>>,
    missing: Vec<&'t str>,
    unknown: &'t [String],
    in_order: bool,
    paytable: Vec<TracedLine<'t>>,
    decks: Decks<'t>,
    draws: Draws<'t>,
    irregularities: Vec<Irregularity<'t>>,
    /// Money, days, hours, litres and the like, of the ruleset and of the document.
    amounts: Vec<Amount<'t>>,
    /// Tournament play, clause by clause; left out if the ruleset has no such rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tournament: Vec<Rule<'t>>,
    /// Promotional prizes, likewise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    promotions: Vec<Rule<'t>>,
    alignment: Option<Alignment<'t>>,
}

#[derive(Serialize)]
struct Source<'t> {
    file: &'t str,
    sha256: &'t str,
    /// Whether the ruleset names this file as one from which its clauses were read.
    source: bool,
}

#[derive(Serialize)]
struct Clause<'t> {
    clause: &'t str,
    kind: &'static str,
    fingerprint: &'static str,
    /// Why it is only recorded; for an enforced clause, what part of it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    recorded: Vec<&'t str>,
    yaml: String,
    page: Option<u32>,
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read: Option<&'t str>,
}

#[derive(Serialize)]
struct TracedLine<'t> {
    bet: String,
    when: &'t str,
    clause: String,
    ruleset: Option<&'t str>,
    document: Option<String>,
    standing: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    should_cite: Option<&'t str>,
    yaml: Option<String>,
    line: Option<u32>,
}

/// A row whose clauses do not mention it, or that no clause mentions in known words.
#[derive(Serialize)]
struct Irregularity<'t> {
    kind: &'static str,
    clause: &'t str,
    standing: &'static str,
    should_cite: &'t [String],
    yaml: String,
}

/// What becomes of a clause that is judged over more than a coup.
#[derive(Serialize)]
struct Rule<'t> {
    clause: &'t str,
    kind: &'static str,
    /// The findings that it grounds.
    by: Vec<&'static str>,
    /// Why it is only recorded, whole or in part.
    recorded: Vec<&'t str>,
}

impl<'t> From<TracedRule<'t>> for Rule<'t> {
    fn from(rule: TracedRule<'t>) -> Self {
        Self { clause: rule.clause, kind: rule.kind.word(), by: rule.by, recorded: rule.recorded }
    }
}

/// A line that looks numbered and opens no clause.
#[derive(Serialize)]
struct Overlooked<'t> {
    line: u32,
    text: &'t str,
}

/// A line in no clause.
#[derive(Serialize)]
struct Outside<'t> {
    line: u32,
    text: &'t str,
    why: &'t str,
    /// Whether it may be a rule, and counts as not compared.
    may_rule: bool,
}

/// A clause that the cut file calls otherwise than its line does.
#[derive(Serialize)]
struct Relabelled<'t> {
    clause: &'t str,
    line: u32,
    /// What the line bears.
    own: &'t str,
}

/// A clause of the document, and where it is.
#[derive(Serialize)]
struct Table<'t> {
    clause: &'t str,
    page: u32,
    line: u32,
}

#[derive(Serialize)]
struct Amount<'t> {
    path: Option<&'t str>,
    clause: &'t str,
    ruleset: Option<&'t str>,
    document: &'t [String],
    standing: &'static str,
    /// Whether the clause is only recorded, so that nothing has to be compared with it.
    recorded: bool,
    line: Option<u32>,
}

#[derive(Serialize)]
struct Decks<'t> {
    ruleset: Range,
    clause: &'t str,
    document: Vec<RangeAt<'t>>,
    standing: &'static str,
    yaml: String,
}

#[derive(Serialize)]
struct Draws<'t> {
    standing: &'static str,
    decisions: usize,
    equal: usize,
    /// Those that differ, or for which the document can be read both ways.
    different: Vec<Decision<'t>>,
    /// Those about which the document's tables, as far as they could be read, state nothing: they were not compared.
    not_compared: Vec<&'t str>,
    /// Rows of tables and sentences on drawing that were not read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<Unread<'t>>,
    yaml: String,
}

/// A row of a table of play, or a sentence on drawing, that was not read, by what it names.
#[derive(Serialize)]
struct Unread<'t> {
    clause: &'t str,
    words: &'t str,
    line: u32,
}

#[derive(Serialize)]
struct Decision<'t> {
    path: &'t str,
    clause: &'t str,
    ruleset: Option<&'static str>,
    document: Vec<&'static str>,
    standing: &'static str,
    line: Option<u32>,
}

#[derive(Serialize)]
struct Range {
    min: u32,
    /// None where the ruleset states a minimum only.
    max: Option<u32>,
}

#[derive(Serialize)]
struct RangeAt<'t> {
    min: u32,
    /// None where the document states a minimum only.
    max: Option<u32>,
    clause: String,
    /// What the clause says in addition of its decks, and was not read.
    #[serde(skip_serializing_if = "str::is_empty")]
    unread: &'t str,
}

#[derive(Serialize)]
struct Alignment<'t> {
    main: &'static str,
    other: &'static str,
    main_clauses: usize,
    other_clauses: usize,
    pairs: Vec<Pair<'t>>,
}

#[derive(Serialize)]
struct Pair<'t> {
    clause: Option<&'t str>,
    other: Option<&'t str>,
    departures: Vec<Departure<'t>>,
}

#[derive(Serialize)]
struct Departure<'t> {
    kind: &'static str,
    what: &'t str,
}

fn json<'t>(trace: &'t Trace, ruleset: &'t Ruleset, source: &'t TraceSource, known: bool) -> Json<'t> {
    let yaml = |line: u32| format!("{}:{line}", source.yaml);
    let clauses = trace.clauses.iter().map(|clause| Clause {
        clause: &clause.clause,
        kind: clause.kind.word(),
        fingerprint: clause.fingerprint.word(),
        recorded: recorded(ruleset, &clause.clause),
        yaml: yaml(clause.yaml.line),
        page: clause.document.map(|place| place.page),
        line: clause.document.map(|place| place.line),
        read: clause.read.as_deref(),
    });
    let row = |row: &'t TracedRow| TracedLine {
        bet: row.bet.clone(),
        when: &row.when,
        clause: row.clause.clone(),
        ruleset: row.ruleset.as_deref(),
        document: (row.comparison != Comparison::Absent && !row.document.is_empty())
            .then(|| row.document.join(", or ")),
        standing: row.comparison.word(),
        should_cite: row.should_cite.as_deref(),
        yaml: row.yaml.map(|place| yaml(place.line)),
        line: row.at.map(|place| place.line),
    };
    let decks = &trace.decks;
    let uncompared: Vec<String> =
        trace.uncompared().iter().map(|(count, what)| format!("{count} {}", neutral(what))).collect();
    Json {
        ruleset: &ruleset.id,
        document: Source { file: &source.file, sha256: &source.sha256, source: known },
        equal: trace.is_equal(),
        different: !trace.agrees(),
        not_compared: trace.not_compared(),
        list: (!uncompared.is_empty()).then(|| acceptance(&source.sha256, &uncompared)),
        uncompared,
        overlooked: trace.overlooked.iter().map(|one| Overlooked { line: one.line, text: &one.text }).collect(),
        outside: trace
            .outside
            .iter()
            .map(|one| Outside { line: one.line, text: &one.text, why: &one.why, may_rule: one.may_rule })
            .collect(),
        relabelled: trace
            .relabelled
            .iter()
            .map(|one| Relabelled { clause: &one.number, line: one.line, own: &one.own })
            .collect(),
        unasked: trace
            .unasked
            .iter()
            .map(|one| Table { clause: &one.clause, page: one.document.page, line: one.document.line })
            .collect(),
        tables: trace
            .tables
            .iter()
            .map(|one| Table { clause: &one.clause, page: one.document.page, line: one.document.line })
            .collect(),
        never_compared: resettle_ruleset::never_compared(),
        clauses: clauses.collect(),
        words: None,
        words_outside: None,
        missing: trace.missing.iter().map(|clause| clause.clause.as_str()).collect(),
        unknown: &trace.unknown,
        in_order: trace.in_order,
        paytable: trace.paytable.iter().map(row).collect(),
        decks: Decks {
            ruleset: Range { min: decks.ruleset.0, max: most(decks.ruleset.1) },
            clause: &decks.clause,
            document: decks
                .document
                .iter()
                .zip(&decks.unread)
                .map(|((min, max, clause), unread)| RangeAt {
                    min: *min,
                    max: most(*max),
                    clause: clause.clone(),
                    unread,
                })
                .collect(),
            standing: decks.comparison.word(),
            yaml: yaml(decks.yaml.line),
        },
        draws: draws(trace, yaml(trace.draws.yaml.line)),
        irregularities: trace
            .irregularities
            .iter()
            .filter(|row| row.comparison != Comparison::Equal)
            .map(|row| Irregularity {
                kind: row.kind,
                clause: &row.clause,
                standing: row.comparison.word(),
                should_cite: &row.should_cite,
                yaml: yaml(row.yaml.line),
            })
            .collect(),
        amounts: trace
            .amounts
            .iter()
            .map(|amount| Amount {
                path: amount.path.as_deref(),
                clause: &amount.clause,
                ruleset: amount.ruleset.as_deref(),
                document: &amount.document,
                standing: amount.comparison.word(),
                recorded: amount.recorded,
                line: amount.at.map(|place| place.line),
            })
            .collect(),
        tournament: tournament_rules(ruleset).into_iter().map(Rule::from).collect(),
        promotions: promotion_rules(ruleset).into_iter().map(Rule::from).collect(),
        alignment: trace.languages.as_ref().map(|languages| Alignment {
            main: languages.main,
            other: languages.other,
            main_clauses: languages.counts.0,
            other_clauses: languages.counts.1,
            pairs: languages
                .pairs
                .iter()
                .map(|pair| Pair {
                    clause: pair.clause.as_deref(),
                    other: pair.other.as_deref(),
                    departures: pair.departures.iter().map(|(kind, what)| Departure { kind, what }).collect(),
                })
                .collect(),
        }),
    }
}

/// Why a clause is only recorded, whole or in part.
fn recorded<'t>(ruleset: &'t Ruleset, number: &str) -> Vec<&'t str> {
    let whole =
        ruleset.clauses.iter().filter(|clause| clause.number == number).filter_map(|clause| clause.why.as_deref());
    let tournament = ruleset.tournament.iter().flat_map(|rules| &rules.recorded).flatten();
    let promotions = ruleset.promotions.iter().flat_map(|rules| &rules.recorded).flatten();
    let parts = tournament.chain(promotions);
    whole.chain(parts.filter(|part| part.clause.primary() == number).map(|part| part.why.as_str())).collect()
}

fn draws(trace: &Trace, yaml: String) -> Draws<'_> {
    let word = |draws: &bool| if *draws { "draw" } else { "stand" };
    let draws = &trace.draws;
    let amiss = |comparison| matches!(comparison, Comparison::Different | Comparison::Ambiguous);
    Draws {
        standing: draws.comparison().word(),
        decisions: draws.decisions.len(),
        equal: draws.count(Comparison::Equal),
        different: draws
            .decisions
            .iter()
            .filter(|one| amiss(one.comparison))
            .map(|one| Decision {
                path: &one.path,
                clause: &one.clause,
                ruleset: one.ruleset.as_ref().map(word),
                document: one.document.iter().map(word).collect(),
                standing: one.comparison.word(),
                line: one.at.map(|place| place.line),
            })
            .collect(),
        not_compared: draws
            .decisions
            .iter()
            .filter(|one| one.comparison == Comparison::Unread)
            .map(|one| one.path.as_str())
            .collect(),
        unread: draws
            .unread
            .iter()
            .map(|one| Unread { clause: &one.clause, words: &one.words, line: one.at.line })
            .collect(),
        yaml,
    }
}

/// The most decks of a range; none where it has no most.
fn most(max: u32) -> Option<u32> {
    Some(max).filter(|max| *max != DeckRange::NO_MOST)
}
