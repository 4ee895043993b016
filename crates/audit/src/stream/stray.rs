//! Logs that do not belong to the table whose logs they were passed with.

use std::io::BufRead;

use resettle_coup_log::EntryBody;
use resettle_sealed_log::Open;

use super::chained::{Chained, Finished};
use super::source_log::SourceLog;
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::replay::{Stage, place_of};

/// A log that is left out, and why.
pub(crate) struct Stray<'t, R> {
    pub(crate) log: SourceLog<'t, R>,
    what: &'static str,
    expected: String,
    logged: String,
}

/// The opening record that identifies the table: of the first log that a seal vouches for, else of the first.
pub(crate) fn leading<'l, 't: 'l, R: BufRead + 'l>(
    logs: impl Iterator<Item = &'l SourceLog<'t, R>> + Clone,
) -> Option<Open> {
    let mut vouched = logs.clone().filter(|log| log.is_vouched()).filter_map(SourceLog::open);
    vouched.next().or_else(|| logs.clone().find_map(SourceLog::open)).cloned()
}

/// Takes out the log if it names another currency, game or table than the leading one.
pub(crate) fn sorted_out<'t, R: BufRead>(
    log: SourceLog<'t, R>,
    lead: Option<&Open>,
) -> Result<SourceLog<'t, R>, Box<Stray<'t, R>>> {
    match log.open().zip(lead).and_then(|(open, lead)| other(lead, open)) {
        None => Ok(log),
        Some((what, expected, logged)) => Err(Box::new(Stray { log, what, expected, logged })),
    }
}

/// What a log names differently, what is expected, and what it names.
fn other(lead: &Open, open: &Open) -> Option<(&'static str, String, String)> {
    let parts = [
        ("currency", &lead.currency, &open.currency),
        ("game", &lead.game, &open.game),
        ("table", &lead.table, &open.table),
        ("venue", &lead.venue, &open.venue),
        ("jurisdiction", &lead.jurisdiction, &open.jurisdiction),
    ];
    let (what, known, own) = parts.into_iter().find(|(_, known, own)| known != own)?;
    Some((what, known.clone(), own.clone()))
}

impl<R: BufRead> Stray<'_, R> {
    /// Authenticates the log, reports why it is left out, and judges none of it. `source` is its number in places.
    pub(crate) fn leave_out(self, source: usize, stage: &mut Stage<'_>) -> Vec<Finished> {
        let Self { log, what, expected, logged } = self;
        let mut chain = Chained::new(vec![(source, log)], 0, None);
        let mut place = Place { source, ..Place::default() };
        if let Some(first) = chain.next(stage)
            && let EntryBody::Record(record) = &first.body
        {
            place = place_of(record, source);
        }
        let message = format!(
            "this log names another {what} than the others of its table: it is left out, and nothing of it is judged"
        );
        stage.out().report(Finding::new(Code::Disagreement, &place, message).compared(expected, logged));
        chain.pass_over(stage);
        chain.finish()
    }
}
