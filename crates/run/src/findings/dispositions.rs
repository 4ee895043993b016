//! Waivers and rulings matched with the findings of a run.

use resettle_audit::{Code, Finding, Place};
use resettle_game::counted;
use resettle_oversight::disposition::{About, Answer, Book, Disposition, DispositionKind, Idle};
use resettle_report::document::{CoupRow, DispositionNote, FindingRow, RegisterRow, RowIter, Rows};
use resettle_report::tally::{RegisterSum, ShoeRow};
use resettle_sealed_log::Digest;

/// Findings about dispositions of the file `path` that had no effect; `asked` says whether the subject of one was judged by this run.
pub fn findings_of_idle(book: &Book, path: &str, asked: impl Fn(&Disposition) -> bool) -> Vec<Finding> {
    let finding = |code: Code, one: &Disposition, message: String, expected: String, logged: String| {
        let place = Place { line: Some(u64::from(one.line)), ..Place::default() };
        let mut finding = Finding::new(code, &place, message);
        finding.file = path.into();
        finding.expected = Some(expected);
        finding.logged = Some(logged);
        finding
    };
    let idle = book.idle(asked).map(|idle| match idle {
        Idle::Expired(one) => {
            let until = one.until.map_or_else(String::new, |until| until.to_string());
            let was = if one.kind == DispositionKind::Action { "was due on" } else { "held until" };
            let owner = one.owner.as_ref().map_or_else(String::new, |owner| format!(", and its owner is {owner}"));
            let message = format!(
                "the {} on line {} {was} {until}{owner}: {} ({})",
                one.kind.word(),
                one.line,
                one.reason,
                about(one)
            );
            finding(
                Code::DispositionExpired,
                one,
                message,
                "a disposition that holds".to_owned(),
                format!("until {until}"),
            )
        }
        Idle::Early(one, beyond) => {
            let made = match (one.on, &one.about) {
                (Some(on), _) => format!("was made on {on}"),
                (None, About::Table { to, .. }) => {
                    format!("does not say when it was made, and is about days up to {to}")
                }
                (None, _) => "does not say when it was made".to_owned(),
            };
            let days = if beyond.first == beyond.last {
                beyond.first.to_string()
            } else {
                format!("{} to {}", beyond.first, beyond.last)
            };
            let (arose, made) = (counted(beyond.findings.len(), "finding"), made.as_str());
            let message = format!(
                "the ruling on line {} {made}: it does not answer {arose} of {days}, which no one could know then: {}",
                one.line,
                about(one)
            );
            let expected = "a ruling made when what it answers was known".to_owned();
            finding(Code::DispositionUnused, one, message, expected, format!("{arose} of {days}, left open"))
        }
        Idle::Unused(one) => {
            let message = format!("the {} on line {} fits no finding: {}", one.kind.word(), one.line, about(one));
            finding(Code::DispositionUnused, one, message, "a finding that it answers".to_owned(), "none".to_owned())
        }
    });
    idle.collect()
}

fn about(one: &Disposition) -> String {
    match &one.about {
        About::Finding(digest) => format!("finding {digest}"),
        About::Coup { code, log, shoe, coup, wager } => {
            let wager = wager.as_ref().map_or(String::new(), |wager| format!(" wager {wager}"));
            format!("{code}, log {log}, shoe {shoe} coup {coup}{wager}")
        }
        About::Table { code, venue, table, from, to } => format!("{code}, {venue} {table}, {from} to {to}"),
    }
}

/// The fingerprint of a row.
pub fn fingerprint(row: &FindingRow) -> Digest {
    Digest::from_hex(&row.fingerprint).unwrap_or(Digest::ZERO)
}

/// The rows of a report with the dispositions that fit them.
pub struct Answered<'r> {
    /// The rows of the report.
    pub rows: &'r dyn Rows,
    /// The dispositions, if there are any.
    pub book: Option<&'r Book>,
}

impl Answered<'_> {
    fn answered<'r>(&'r self, rows: RowIter<'r, FindingRow>) -> RowIter<'r, FindingRow> {
        let Some(book) = self.book else { return rows };
        Box::new(rows.map(|row| {
            let mut row = row?;
            let note = book.look(fingerprint(&row), &row.exception()).map(note);
            row.disposition = note;
            Ok(row)
        }))
    }
}

impl Rows for Answered<'_> {
    fn findings(&self) -> RowIter<'_, FindingRow> {
        self.answered(self.rows.findings())
    }

    fn findings_of(&self, gravity: usize) -> RowIter<'_, FindingRow> {
        self.answered(self.rows.findings_of(gravity))
    }

    fn register_sums(&self) -> RowIter<'_, RegisterSum> {
        self.rows.register_sums()
    }

    fn register(&self) -> RowIter<'_, RegisterRow> {
        self.rows.register()
    }

    fn shoes(&self) -> RowIter<'_, ShoeRow> {
        self.rows.shoes()
    }

    fn coups(&self) -> RowIter<'_, CoupRow> {
        self.rows.coups()
    }
}

/// A disposition as reports show it.
pub fn note(answer: Answer<'_>) -> DispositionNote {
    let Answer { disposition, expired } = answer;
    DispositionNote {
        kind: disposition.kind.word().to_owned(),
        reason: disposition.reason.clone(),
        by: disposition.by.clone(),
        on: disposition.on.map(|on| on.to_string()),
        until: disposition.until.map(|until| until.to_string()),
        owner: disposition.owner.clone(),
        expired,
        line: disposition.line,
    }
}
