use std::io::Write;

use resettle_reference::Rules;

use super::Table;
use crate::chain::Sealing;
use crate::config::Error;
use crate::draft::Draft;
use crate::expected::Expected;
use crate::keys::{Key, Listed};
use crate::moment::written;
use crate::scene::{Extra, SealPlan};

impl<W: Write> Table<'_, W> {
    pub(super) fn open(&mut self) -> Result<(), Error> {
        let venue = &self.venue;
        self.listed.push(Listed {
            name: venue.table.clone(),
            public: if self.course.untrusted {
                Key::of(self.config.seed, u64::MAX).public()
            } else {
                self.key.public()
            },
            venue: venue.venue.to_owned(),
            table: venue.table.clone(),
            kind: self.source().0,
            imports: self.course.imported,
            from: venue.start,
            until: None,
            revoked: None,
        });
        if !self.course.no_open {
            // an import that nobody sealed names no key
            let sealed = !(self.course.imported && self.course.no_seals);
            let key = sealed.then_some(self.key.id.as_str());
            let (kind, id) = self.source();
            let fields = venue.opening(&self.chain.log, kind, &id, key, self.course.imported);
            self.chain.record(venue.start, "open", &fields, None)?;
        }
        self.limits()?;
        self.on_duty()?;
        if matches!(self.config.rules, Rules::StarSevenUp2016 | Rules::MbsSevenUp2011) {
            self.find_in_log("ruleset/uncertain");
        }
        for code in self.course.expected.clone() {
            self.find_in_log(code);
        }
        Ok(())
    }

    /// What source writes the main log: the table, or where each has its own the shoe.
    fn source(&self) -> (&'static str, String) {
        let table = &self.venue.table;
        if self.sources.is_some() { ("shoe", format!("{table}-SHOE")) } else { ("table", table.clone()) }
    }

    pub(super) fn limits(&mut self) -> Result<(), Error> {
        let fields = self.venue.limits.fields(&self.venue.bets);
        let at = self.chain.last_at + 1_000;
        self.chain.record(at, "limits", &fields, None)?;
        self.since_seal += 1;
        Ok(())
    }

    pub(super) fn extra(&mut self, extra: Extra) -> Result<(), Error> {
        match extra {
            Extra::Record { at, kind, fields, tamper } => {
                self.chain.record(at, kind, &fields, tamper.as_ref())?;
            }
            Extra::Spoilt { at, shape } => self.chain.spoilt(at, shape.as_ref())?,
        }
        self.since_seal += 1;
        Ok(())
    }

    pub(super) fn odd_seal(&mut self, plan: SealPlan) -> Result<(), Error> {
        let at = self.chain.last_at + 100;
        match plan {
            SealPlan::Spoilt => {
                self.chain.seal(at, &Sealing::Spoilt(&self.key), false)?;
            }
            SealPlan::Other(listing) => {
                self.other_keys += 1;
                let key = Key::of(self.config.seed, self.other_keys);
                let sealed = self.chain.seal(at, &Sealing::By(&key), false)?;
                if !listing.absent {
                    let table = &self.venue.table;
                    self.listed.push(Listed {
                        name: format!("{table} spare {}", self.other_keys),
                        public: key.public(),
                        venue: self.venue.venue.to_owned(),
                        table: if listing.other_table { format!("{table}-X") } else { table.clone() },
                        kind: if listing.other_kind { "terminal" } else { self.source().0 },
                        imports: false,
                        from: listing.from.map_or(self.venue.start, |d| sealed + d),
                        until: listing.until.map(|d| sealed + d),
                        revoked: listing.revoked.map(|d| sealed + d),
                    });
                }
            }
        }
        self.since_seal = 0;
        Ok(())
    }

    pub(super) fn expect(&mut self, finding: Expected, fault: &'static str) {
        // reported once a log and word, however often it is there
        if finding.code == "integrity/unknown-kind" {
            if self.shown_once.contains(&fault) {
                return;
            }
            self.shown_once.push(fault);
        }
        // Reported once a source, and one alone depends on it.
        if finding.code == "reconcile/clock-tolerance" && self.expected.iter().any(|known| known.code == finding.code) {
            return;
        }
        // A shoe whose records do not fit is reported once, however many of its records are at fault.
        let known = finding.code == "procedure/shoe-record"
            && self.expected.iter().any(|known| known.code == finding.code && known.shoe == finding.shoe);
        if !known {
            self.expected.push(finding);
        }
    }

    /// Money that nobody judges is reported once a day.
    pub(super) fn find_unjudged(&mut self, draft: &Draft) {
        let began = draft.opened.or(draft.first_card).unwrap_or(draft.at);
        let offset = if draft.utc { 0 } else { self.venue.offset };
        let day: String = written(began, offset).chars().take(10).collect();
        let live = draft.wagers.iter().flatten().any(|wager| !wager.refused && wager.withdrawn.is_none());
        if live && !self.unjudged_days.contains(&day) {
            self.unjudged_days.push(day);
            self.find_in_log("reconcile/unjudged");
        }
    }

    pub(super) fn find_in_log(&mut self, code: &'static str) {
        self.expected.push(Expected { code, shoe: None, coup: None, wager: None, money: None });
    }
}
