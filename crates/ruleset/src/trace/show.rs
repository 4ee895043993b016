use resettle_document::grouped;

use super::{Comparison, Trace, TracedRule, never_compared, promotion_rules, tournament_rules};
use crate::clause::ClauseKind;
use crate::model::Ruleset;
use crate::show::layout::{TextTable, heading, wrap};

/// What places in the ruleset are called; the head says where it lies.
const YAML: &str = "ruleset.yaml";

/// What a trace was made from, as its head says it.
#[derive(Clone, Debug)]
pub struct TraceSource {
    /// The document's file.
    pub file: String,
    /// Its SHA-256, in lower-case hex.
    pub sha256: String,
    /// The YAML file, as places name it.
    pub yaml: String,
}

/// A trace as people read it. `neutral` makes text of the document harmless for a terminal.
#[must_use]
pub fn show_trace(trace: &Trace, ruleset: &Ruleset, source: &TraceSource, neutral: &dyn Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!("{} beside {}", ruleset.id, source.file));
    line(format!("  sha256 {}", source.sha256));
    line(format!("  {YAML} is {}", source.yaml));
    line(if ruleset.source.files.iter().any(|file| file.sha256 == source.sha256) {
        "  This is a file that the clauses were read from.".to_owned()
    } else {
        "  The ruleset does not name this file among those that its clauses were read from.".to_owned()
    });
    clauses(&mut out, trace);
    overlooked(&mut out, trace, neutral);
    tables(&mut out, trace, neutral);
    outside(&mut out, trace, neutral);
    relabelled(&mut out, trace, neutral);
    unasked(&mut out, trace, neutral);
    chapter(&mut out, "Tournament play, clause by clause", &tournament_rules(ruleset));
    chapter(&mut out, "Promotional prizes, clause by clause", &promotion_rules(ruleset));
    missing(&mut out, trace, neutral);
    paytable(&mut out, trace, neutral);
    decks(&mut out, trace, neutral);
    draws(&mut out, trace, neutral);
    irregularities(&mut out, trace, neutral);
    amounts(&mut out, trace, neutral);
    languages(&mut out, trace, neutral);
    verdict(&mut out, trace, neutral);
    out
}

fn clauses(out: &mut String, trace: &Trace) {
    heading(out, "Clauses");
    let mut table = TextTable::headed(&[34, 10, 11, 40, 18], &["clause", "kind", "fingerprint", "ruleset", "document"]);
    for clause in &trace.clauses {
        let place = clause.document.map_or("-".to_owned(), |place| format!("p. {} l. {}", place.page, place.line));
        let yaml = format!("{YAML}:{}", clause.yaml.line);
        table.row(&[clause.clause.as_str(), clause.kind.word(), clause.fingerprint.word(), &yaml, &place]);
    }
    out.push_str(&table.render());
}

fn overlooked(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    if trace.overlooked.is_empty() {
        return;
    }
    heading(out, "Lines that look numbered and open no clause");
    for one in &trace.overlooked {
        out.push_str(&format!("  l. {}: {}\n", one.line, neutral(&one.text)));
    }
}

fn tables(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    if trace.tables.is_empty() {
        return;
    }
    heading(out, "Clauses with a table of which nothing was read");
    for table in &trace.tables {
        let (page, line) = (table.document.page, table.document.line);
        out.push_str(&format!("  {}: p. {page} l. {line}\n", neutral(&table.clause)));
    }
}

fn outside(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    if trace.outside.is_empty() {
        return;
    }
    heading(out, if trace.is_cut { "Lines that the cut file declares outside" } else { "Lines in no clause" });
    out.push_str("  They are in no clause: nothing of the ruleset was compared with them.\n");
    let names = ["line", "words", "why it is in no clause", ""];
    let mut table = TextTable::headed(&[12, 64, 40, 28], &names).right(&[0]);
    for group in grouped(&trace.outside) {
        let one = group.first;
        let counted = if one.may_rule { "may be a rule, not compared" } else { "" };
        table.row(&[group.numbers(), neutral(&one.text), neutral(&one.why), counted.to_owned()]);
    }
    out.push_str(&table.render());
}

/// Clauses that the cut file calls otherwise than their lines do.
fn relabelled(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    if trace.relabelled.is_empty() {
        return;
    }
    heading(out, "Clauses that the cut file calls otherwise than their lines do");
    for one in &trace.relabelled {
        out.push_str(&format!("  l. {}: {}, called {}\n", one.line, neutral(&one.own), neutral(&one.number)));
    }
}

/// Headings and definitions that may be rules.
fn unasked(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    if trace.unasked.is_empty() {
        return;
    }
    heading(out, "Headings and definitions that may be rules");
    out.push_str("  Nothing of the ruleset cites them: nothing was compared with them.\n");
    for one in &trace.unasked {
        let (page, line) = (one.document.page, one.document.line);
        out.push_str(&format!("  {} ({}): p. {page} l. {line}\n", neutral(&one.clause), one.kind.word()));
    }
}

/// A chapter that is judged over more than a coup, clause by clause.
fn chapter(out: &mut String, title: &str, rules: &[TracedRule<'_>]) {
    if rules.is_empty() {
        return;
    }
    heading(out, title);
    let mut table = TextTable::headed(&[24, 10, 64], &["clause", "what", "by which findings, or why not"]);
    for rule in rules {
        let grounds = rule.by.join(", ");
        let mut clause = rule.clause;
        if rule.kind != ClauseKind::Recorded {
            let by = if rule.by.is_empty() && rule.kind == ClauseKind::Enforced { "by its parts" } else { &grounds };
            table.row(&[clause, rule.kind.word(), by]);
            clause = "";
        }
        for why in &rule.recorded {
            table.row(&[clause, ClauseKind::Recorded.word(), why]);
            clause = "";
        }
    }
    out.push_str(&table.render());
}

fn missing(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    if !trace.missing.is_empty() {
        heading(out, "Clauses of the document that the ruleset lacks");
        let mut table = TextTable::headed(&[34, 18, 64], &["clause", "document", "fingerprint"]);
        for clause in &trace.missing {
            let place = format!("p. {} l. {}", clause.document.page, clause.document.line);
            table.row(&[neutral(&clause.clause), place, clause.fingerprint.clone()]);
        }
        out.push_str(&table.render());
    }
    let different: Vec<_> = trace.clauses.iter().filter(|clause| clause.read.is_some()).collect();
    if !different.is_empty() {
        heading(out, "Fingerprints of the document's text where they differ");
        let mut table = TextTable::new(&[34, 64]);
        for clause in different {
            table.row(&[clause.clause.as_str(), clause.read.as_deref().unwrap_or("")]);
        }
        out.push_str(&table.render());
    }
}

fn paytable(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    heading(out, "Paytable");
    let names = ["bet", "with", "clause", "ruleset", "document", "", "where"];
    let mut table = TextTable::headed(&[40, 36, 16, 12, 44, 10, 40], &names);
    for row in &trace.paytable {
        let place = match (row.yaml, row.at) {
            (Some(yaml), _) => format!("{YAML}:{}", yaml.line),
            (None, Some(at)) => format!("p. {} l. {}", at.page, at.line),
            (None, None) => String::new(),
        };
        let document = match &row.should_cite {
            Some(clause) => format!("{}, in {}", row.document.join(", or "), neutral(clause)),
            None if row.document.is_empty() => "-".to_owned(),
            None => row.document.join(", or "),
        };
        table.row(&[
            neutral(&row.bet),
            row.when.clone(),
            row.clause.clone(),
            row.ruleset.clone().unwrap_or_else(|| "-".to_owned()),
            document,
            row.comparison.word().to_owned(),
            place,
        ]);
    }
    out.push_str(&table.render());
    for row in &trace.paytable {
        if let Some(clause) = &row.should_cite {
            let (bet, clause) = (neutral(&row.bet), neutral(clause));
            let own = row.ruleset.as_deref().filter(|_| row.silent);
            out.push_str(&match own {
                Some(odds) => {
                    format!("  {bet} {}: cites {}, which says nothing of {odds}; {clause} does\n", row.when, row.clause)
                }
                None => format!("  {bet} {}: clause {}, should be {clause}\n", row.when, row.clause),
            });
        }
    }
}

fn decks(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    heading(out, "Decks");
    let decks = &trace.decks;
    let mut read: Vec<String> = decks
        .read_in_words()
        .into_iter()
        .map(|(numbers, clause, unread)| {
            let more = if unread.is_empty() { String::new() } else { format!("; not read: {}", neutral(unread)) };
            format!("{numbers} ({}{more})", neutral(clause))
        })
        .collect();
    let mentioned = decks.mentioned.iter();
    read.extend(mentioned.map(|(number, clause)| format!("not read: {number} decks ({})", neutral(clause))));
    let read = if read.is_empty() { "nothing".to_owned() } else { read.join(", ") };
    out.push_str(&format!(
        "  ruleset {} ({}), document {read}: {}  {YAML}:{}\n",
        decks.words,
        decks.clause,
        decks.comparison.word(),
        decks.yaml.line
    ));
}

fn draws(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    heading(out, "Draws");
    let draws = &trace.draws;
    out.push_str(&format!(
        "  {} decisions: {} equal, {} different, {} ambiguous, {} not compared  {YAML}:{}\n",
        draws.decisions.len(),
        draws.count(Comparison::Equal),
        draws.count(Comparison::Different),
        draws.count(Comparison::Ambiguous),
        draws.count(Comparison::Unread),
        draws.yaml.line
    ));
    if draws.count(Comparison::Unread) > 0 {
        for line in wrap(&format!("not compared: {}", draws.not_compared_in_words()), 96) {
            out.push_str(&format!("  {line}\n"));
        }
    }
    for one in &draws.unread {
        let (page, line) = (one.at.page, one.at.line);
        let text = format!("not read: {} (clause {}, p. {page} l. {line})", neutral(&one.words), neutral(&one.clause));
        for line in wrap(&text, 96) {
            out.push_str(&format!("  {line}\n"));
        }
    }
    let word = |draws: &bool| if *draws { "draw" } else { "stand" };
    let names = ["decision", "clause", "ruleset", "document", "", "where"];
    let mut table = TextTable::headed(&[24, 16, 8, 16, 10, 18], &names);
    let amiss = |comparison| matches!(comparison, Comparison::Different | Comparison::Ambiguous);
    for one in draws.decisions.iter().filter(|one| amiss(one.comparison)) {
        table.row(&[
            one.path.clone(),
            neutral(&one.clause),
            one.ruleset.as_ref().map_or("-", word).to_owned(),
            one.document.iter().map(word).collect::<Vec<_>>().join(", or "),
            one.comparison.word().to_owned(),
            one.at.map_or(String::new(), |place| format!("p. {} l. {}", place.page, place.line)),
        ]);
    }
    if !draws.agrees() {
        out.push_str(&table.render());
    }
}

fn irregularities(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    heading(out, "Irregularities");
    let rows = &trace.irregularities;
    let of = |comparison: Comparison| rows.iter().filter(|row| row.comparison == comparison).count();
    out.push_str(&format!(
        "  {} rows with a clause: {} cite one that speaks of it, {} another, {} not compared\n",
        rows.len(),
        of(Comparison::Equal),
        of(Comparison::Miscited),
        of(Comparison::Unread)
    ));
    for row in rows {
        let line = row.yaml.line;
        let kind = row.kind.replace('_', " ");
        match row.comparison {
            Comparison::Miscited => {
                let should = neutral(&row.should_cite.join(" or "));
                out.push_str(&format!("  {kind}: clause {}, should be {should}  {YAML}:{line}\n", row.clause));
            }
            Comparison::Unread => {
                out.push_str(&format!(
                    "  {kind}: not compared, no clause speaks of it in known words  {YAML}:{line}\n"
                ));
            }
            _ => {}
        }
    }
}

fn amounts(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    if trace.amounts.is_empty() {
        return;
    }
    heading(out, "Amounts");
    let names = ["amount", "clause", "ruleset", "document", "", "where"];
    let mut table = TextTable::headed(&[40, 24, 20, 30, 24, 18], &names);
    for one in &trace.amounts {
        let verdict = match (one.comparison, one.recorded) {
            (Comparison::Unread, true) => "recorded, not compared",
            (Comparison::Unread, false) => "not compared",
            (other, _) => other.word(),
        };
        table.row(&[
            one.path.as_deref().unwrap_or("-").to_owned(),
            neutral(&one.clause),
            one.ruleset.as_deref().unwrap_or("-").to_owned(),
            if one.document.is_empty() { "-".to_owned() } else { one.document.join(", ") },
            verdict.to_owned(),
            one.at.map_or(String::new(), |place| format!("p. {} l. {}", place.page, place.line)),
        ]);
    }
    out.push_str(&table.render());
}

fn languages(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    let Some(languages) = &trace.languages else { return };
    heading(out, "Where the languages part");
    let (main, other) = languages.counts;
    let intro = format!(
        "  {} has {main} clauses, {} {other}. Found by numbers, odds and a list of words: a clause that is not \
         listed agrees as far as these show. Titles, dates and contents pages are not compared.",
        languages.main, languages.other
    );
    for line in wrap(&intro, 98) {
        out.push_str(&format!("{line}\n"));
    }
    let mut table = TextTable::headed(&[10, 10, 90], &[languages.main, languages.other, "departure"]);
    for pair in languages.pairs.iter().filter(|pair| !pair.departures.is_empty()) {
        let number = |number: &Option<String>| number.as_deref().map_or("-".to_owned(), neutral);
        for (at, (_, words)) in pair.departures.iter().enumerate() {
            let (one, two) = if at == 0 { (number(&pair.clause), number(&pair.other)) } else { Default::default() };
            table.row(&[one, two, neutral(words)]);
        }
    }
    out.push_str(&table.render());
}

fn verdict(out: &mut String, trace: &Trace, neutral: &dyn Fn(&str) -> String) {
    heading(out, "Result");
    let of = |kind: ClauseKind| trace.clauses.iter().filter(|clause| clause.kind == kind).count();
    out.push_str(&format!(
        "  {} clauses: {} enforced, {} recorded, {} definitions, {} headings\n",
        trace.clauses.len(),
        of(ClauseKind::Enforced),
        of(ClauseKind::Recorded),
        of(ClauseKind::Definition),
        of(ClauseKind::Heading)
    ));
    let comparison =
        |comparison: Comparison| trace.clauses.iter().filter(|clause| clause.fingerprint == comparison).count();
    out.push_str(&format!(
        "  fingerprints: {} equal, {} different, {} absent from the document; {} clauses missing in the ruleset\n",
        comparison(Comparison::Equal),
        comparison(Comparison::Different),
        comparison(Comparison::Absent),
        trace.missing.len()
    ));
    match trace.outside.iter().filter(|_| trace.is_cut).count() {
        0 => {}
        1 => out.push_str("  1 line is in no clause, as the cut file declares: it was compared with nothing.\n"),
        lines => out.push_str(&format!(
            "  {lines} lines are in no clause, as the cut file declares: they were compared with nothing.\n"
        )),
    }
    if !trace.in_order {
        out.push_str("  The clauses of the ruleset do not stand in the document's order.\n");
    }
    let of = |comparison: Comparison| trace.paytable.iter().filter(|row| row.comparison == comparison).count();
    let (all, equal, stated) = (trace.paytable.len(), of(Comparison::Equal), of(Comparison::Stated));
    let unread = of(Comparison::Unread);
    let mut paytable = format!("  paytable: {equal} of {all} rows equal");
    if stated > 0 {
        paytable.push_str(&format!(", of {stated} the clause states the odds"));
    }
    if unread > 0 {
        paytable.push_str(&format!(", {unread} not compared"));
    }
    out.push_str(&format!("{paytable}; decks {}\n", trace.decks.comparison.word()));
    if stated > 0 {
        out.push_str("  stated: the odds stand in the clause cited, for the bet that its sentence names or in the order of the rows; for which outcome was not compared\n");
    }
    let uncompared = trace.uncompared();
    let mut verdict = match (trace.agrees(), uncompared.is_empty()) {
        (true, true) => "Clauses, odds, decks, draws and amounts are the document's.".to_owned(),
        (true, false) => "Nothing that was compared differs. Not everything could be compared:".to_owned(),
        (false, _) => "The ruleset does not say what the document says: see above.".to_owned(),
    };
    if !uncompared.is_empty() {
        let parts: Vec<String> = uncompared.iter().map(|(count, what)| format!("{count} {}", neutral(what))).collect();
        let lead = if trace.agrees() { "" } else { " Nor could everything be compared:" };
        verdict.push_str(&format!("{lead} {}.", parts.join(", ")));
    }
    let rest = format!(
        "Never compared are {}: read `resettle ruleset show` beside the document.",
        never_compared().join(", ")
    );
    for line in wrap(&format!("{verdict} {rest}"), 96) {
        out.push_str(&format!("  {line}\n"));
    }
}
