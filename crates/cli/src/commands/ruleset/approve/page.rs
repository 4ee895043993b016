//! The page that an approval rests on and is signed with: what was shown to whoever approves.

use resettle_diff::print::{Sheet, sheet};
use resettle_odds::{RulesetOdds, print as odds};
use resettle_report::print::neutral_lines;
use resettle_ruleset::{Ruleset, Traced};

use super::against::Compared;
use crate::error::Error;

/// What the page is about.
pub struct Basis<'a> {
    pub ruleset: &'a Ruleset,
    pub at: &'a str,
    pub compared: Option<&'a Compared>,
    /// How many cases hold; `None` where there are none.
    pub cases: Option<usize>,
    pub traced: Option<&'a Traced>,
    /// The trace as it is printed, once for each set of choices.
    pub trace: &'a str,
}

/// One page, made of the approval's own inputs alone: the same bytes give the same page.
pub fn page(basis: &Basis<'_>) -> Result<String, Error> {
    let Basis { ruleset, at, compared, cases, traced, trace } = basis;
    let mut facts = vec![
        ("Ruleset", ruleset.id.clone()),
        ("Digest", ruleset.digest.clone()),
        ("Document", ruleset.source.document.clone()),
        ("In force", format!("from {} ({})", ruleset.effective.text, ruleset.effective.zone)),
        ("Approved at", (*at).to_owned()),
    ];
    let mut sections: Vec<(&str, String)> = Vec::new();
    match compared {
        Some(compared) => {
            facts.push(("Compared with", format!("{} ({})", compared.against.ruleset, compared.against.digest)));
            facts.push(("Proven", compared.statement.in_words()));
            if !compared.by_the_same_words.is_empty() {
                facts.push(("Changed, and no clause behind it did in words", compared.by_the_same_words.join("; ")));
            }
            if !compared.outside {
                let not = "not compared with those of the version before: its document was not given";
                facts.push(("Lines in no clause", not.to_owned()));
            }
            sections.push(("What changed", compared.diff.clone()));
            let statement = resettle_equivalence::print::text(&compared.statement);
            sections.push(("What is proven", statement));
            sections.push(("Cases that changed", changed(compared)));
        }
        None => facts.push(("Compared with", "nothing: no version from before is held".to_owned())),
    }
    facts.push((
        "Cases",
        cases.map_or_else(|| "none: nothing tests it".to_owned(), |count| format!("{count}, all of which hold")),
    ));
    facts.push((
        "Traced",
        match traced {
            None => "no: it was not compared with its document".to_owned(),
            Some(traced) if !traced.unread_tables.is_empty() => format!(
                "no: nothing was read of the table in {}; of the rest nothing that was compared differs; not compared, and \
                 accepted as read: {}; document {}",
                traced.unread_tables.join(", "),
                traced.accepted.join(", "),
                traced.document
            ),
            Some(traced) if traced.accepted.is_empty() => format!("without a difference; document {}", traced.document),
            Some(traced) => format!(
                "without a difference; not compared, and accepted as read: {}; document {}",
                traced.accepted.join(", "),
                traced.document
            ),
        },
    ));
    if !trace.is_empty() {
        sections.push(("Beside its document", (*trace).to_owned()));
    }
    let mut all = String::new();
    for rules in ruleset.each() {
        let own = RulesetOdds::of_all_decks(rules).map_err(|error| Error::new(error.to_string()))?;
        if !rules.elected.0.is_empty() {
            all.push_str(&format!("Under {}\n\n", rules.elected));
        }
        all.push_str(&odds::over_decks(rules, &own));
        all.push('\n');
    }
    sections.push(("Odds", all));
    let sections = sections.into_iter().map(|(title, text)| (title, neutral_lines(&text))).collect();
    let facts = facts.into_iter().map(|(name, value)| (name, neutral_lines(&value))).collect();
    sheet(&Sheet { title: format!("What the approval of {} rests on", ruleset.id), facts, sections })
        .map_err(|error| Error::new(error.to_string()))
}

fn changed(compared: &Compared) -> String {
    let cases = &compared.cases;
    let mut out = String::new();
    for (what, list) in [("added", &cases.added), ("removed", &cases.removed), ("altered", &cases.altered)] {
        out.push_str(&format!("{} {what}\n", list.len()));
        for case in list {
            out.push_str(&format!("  {case}\n"));
        }
    }
    if let Some((was, is)) = &cases.hour {
        out.push_str(&format!("the hour of the usual coup: {was} → {is}; that alone alters no case\n"));
    }
    out
}
