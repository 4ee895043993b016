use std::collections::HashSet;
use std::panic::catch_unwind;

use resettle_document::{Document, align, deck_range, normalised, pay_rows};
use resettle_pdf_text::{MAX_TEXT, text_of};
use resettle_ruleset::{Comparison, Trace};

use crate::broken::{Broken, hold, same, works};
use crate::testbed;

/// The text of a rule document.
///
/// # Errors
/// Clauses that are in no tree or order, two of one number, or a trace that gains or loses letters.
pub fn document(data: &[u8]) -> Result<(), Broken> {
    let Ok(text) = std::str::from_utf8(data) else { return Ok(()) };
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(faults) => {
            return hold(faults.count() > 0 && !faults.all().is_empty(), || "a fault without words".to_owned());
        }
    };
    for half in [Some(&document.main), document.other.as_ref()].into_iter().flatten() {
        let mut numbers = HashSet::new();
        let mut before = 0;
        for (at, clause) in half.clauses().iter().enumerate() {
            hold(clause.parent.is_none_or(|parent| parent < at), || {
                format!("{} stands before its parent", clause.number)
            })?;
            hold(clause.line >= before, || format!("{} stands before the one before it", clause.number))?;
            hold(numbers.insert(clause.number.as_str()), || format!("{} stands twice", clause.number))?;
            before = clause.line;
            let text = half.text(at);
            let _ = pay_rows(&text);
            let _ = deck_range(&text);
        }
    }
    if let Some(other) = &document.other {
        let pairs = align(&document.main, other).pairs;
        same(&pairs.iter().filter(|pair| pair.main.is_some()).count(), &document.main.clauses().len(), "clauses lost")?;
        same(&pairs.iter().filter(|pair| pair.other.is_some()).count(), &other.clauses().len(), "clauses lost")?;
    }
    let letters = length(&document);
    let mut fitted = document.clone();
    fitted.fit(|_| Some("no fingerprint"));
    same(&length(&fitted), &letters, "a reading that fits nothing changes the text")?;
    traces(&document)
}

fn length(document: &Document) -> usize {
    (0..document.main.clauses().len()).map(|at| normalised(&document.main.text(at)).len()).sum()
}

fn traces(document: &Document) -> Result<(), Broken> {
    for embedded in resettle_rulesets::embedded() {
        let Some(ruleset) = testbed::in_force()?.registry.get(embedded.id) else { continue };
        let trace = works(Trace::of(ruleset, embedded.yaml, document.clone(), None), "a shipped ruleset is no YAML")?;
        same(&trace.clauses.len(), &ruleset.clauses.len(), "a trace has other clauses than its ruleset")?;
        let found = trace.clauses.iter().filter(|clause| clause.fingerprint != Comparison::Absent).count();
        same(&(found + trace.missing.len()), &document.main.clauses().len(), "a trace lost clauses of the document")?;
    }
    Ok(())
}

/// The text of a PDF. The library that reads it may fail or panic; what it gives has to be read without harm.
///
/// # Errors
/// A text beyond its bound, or what [`document`] finds in it.
pub fn pdf_text(data: &[u8]) -> Result<(), Broken> {
    let data = data.to_vec();
    let Ok(Ok(text)) = catch_unwind(|| text_of(&data)) else { return Ok(()) };
    hold(text.len() <= MAX_TEXT, || "the text is longer than it may be".to_owned())?;
    document(text.as_bytes())
}
