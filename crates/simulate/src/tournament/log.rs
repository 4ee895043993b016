use std::io::{self, Write};

use super::expected::TournamentFinding;
use crate::chain::{Chain, Sealing};
use crate::fields::Fields;
use crate::keys::{Key, Listed};
use crate::moment::{Moment, written};
use crate::venue::Venue;

/// The tournament that is played.
pub(super) const NAME: &str = "T-64";

/// One log of the tournament: the office's or a table's.
pub(super) struct Log<W: Write> {
    chain: Chain<W>,
    key: Key,
    offset: i64,
}

impl<W: Write> Log<W> {
    /// Opens it; `table` is the tournament's name in the office's log.
    pub(super) fn open(
        venue: &Venue,
        kind: &'static str,
        table: &str,
        key: Key,
        at: Moment,
        out: W,
    ) -> io::Result<(Log<W>, Listed)> {
        let id = format!("star-{NAME}-{}", if kind == "desk" { "desk" } else { table });
        let mut chain = Chain::new(out, &id, venue.offset, at);
        let mut venue = Venue::named(venue.rules, table, at);
        table.clone_into(&mut venue.table);
        let opening = venue.opening(&id, kind, table, Some(&key.id), false);
        chain.record(at, "open", &opening, None)?;
        let listed = Listed {
            name: if kind == "desk" { "desk".to_owned() } else { table.to_owned() },
            public: key.public(),
            venue: "star".to_owned(),
            table: table.to_owned(),
            kind,
            imports: false,
            from: at - 3_600_000,
            until: None,
            revoked: None,
        };
        Ok((Log { chain, key, offset: venue.offset }, listed))
    }

    /// When the last record was written.
    pub(super) fn now(&self) -> Moment {
        self.chain.last_at
    }

    /// A time as this log writes it.
    pub(super) fn time(&self, at: Moment) -> String {
        written(at, self.offset)
    }

    /// Lines written.
    pub(super) fn lines(&self) -> u64 {
        self.chain.lines
    }

    /// Writes a `session` record, `more` behind its event; at `at`, or soon after the one before.
    pub(super) fn session(&mut self, at: Option<Moment>, event: &str, more: &Fields) -> io::Result<()> {
        let mut fields = Fields::new();
        fields.text("event", event).text("tournament", NAME);
        let mut all = fields.tail().to_owned();
        all.push_str(more.tail());
        self.record(at, "session", &Fields::from_tail(all))
    }

    /// Writes any record.
    pub(super) fn record(&mut self, at: Option<Moment>, kind: &str, fields: &Fields) -> io::Result<()> {
        let at = at.unwrap_or(self.chain.last_at + 1_300);
        self.chain.record(at, kind, fields, None)
    }

    /// Something to be found at the record written last.
    pub(super) fn found(&self, code: &'static str) -> TournamentFinding {
        TournamentFinding {
            code,
            log: Some(self.chain.log.clone()),
            line: Some(self.chain.lines),
            ..TournamentFinding::default()
        }
    }

    pub(super) fn seal(&mut self, last: bool) -> io::Result<()> {
        self.chain.seal(self.chain.last_at + 200, &Sealing::By(&self.key), last)?;
        if last { self.chain.flush() } else { Ok(()) }
    }
}
