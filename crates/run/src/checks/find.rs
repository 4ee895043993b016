use std::io;

use resettle_audit::{Code, Finding};
use resettle_oversight::carried::{Asked, Now};
use resettle_oversight::disposition::Disposition;
use resettle_report::document::FindingRow;

use super::{Checks, Collected};
use crate::findings::absent::absent_unreported;
use crate::findings::digests::Digests;
use crate::findings::dispositions::{findings_of_idle, fingerprint};
use crate::findings::expected::expected_log;
use crate::findings::fingerprint_of_missing;
use crate::findings::previous::Previous;
use crate::spill::{AboutTable, Store};

impl Checks<'_> {
    /// What is found of the run as a whole, and what became of the exceptions of the period before. `asked` is what coups
    /// were judged by, `histories` what was found between logs of one id.
    ///
    /// # Errors
    /// The temporary file fails.
    pub fn find(
        &mut self,
        of: &mut Collected,
        asked: &Asked,
        histories: Vec<Finding>,
        store: &Store,
    ) -> io::Result<()> {
        if let Some((previous, now)) = self.previous.as_ref().zip(of.now.as_mut()) {
            previous.judged_by(now, asked.clone());
        }
        self.not_asked(of, asked);
        let mut more = std::mem::take(&mut of.more);
        more.extend(self.previous.as_ref().and_then(Previous::finding).map(AboutTable::from));
        of.gathered.findings(more, store)?;
        of.gathered.findings(histories, store)?;
        of.gathered.findings(absent_unreported(self.registry, &of.gathered)?, store)?;
        let mut now = of.now.take();
        self.note_findings(of, now.as_mut())?;
        of.carried = self
            .previous
            .as_ref()
            .zip(now.as_mut())
            .map(|(previous, now)| previous.carried(now, self.book.as_mut().map(|(book, _)| book)));
        if let Some((book, used)) = &self.book {
            let is_asked = |one: &Disposition| self.scope.answers(&one.about, |log| of.logs.contains(log));
            of.gathered.findings(findings_of_idle(book, &used.path, is_asked), store)?;
        }
        Ok(())
    }

    /// Notes what this run did not check, and what it checked and found in order, for the exceptions of the period before.
    fn not_asked(&self, of: &mut Collected, asked: &Asked) {
        let Some(now) = &mut of.now else { return };
        // Handing over only one of them does not undo two histories of a log.
        now.not_asked(Code::Fork.as_str(), None, "both files of the log, and one history of it");
        now.not_asked(Code::LogReplaced.as_str(), None, "the log as it was judged before");
        for (code, asked, missing) in [
            (Code::RolledBack, asked.heads, "--heads"),
            (Code::BadSignature, !asked.trust.is_empty(), "--trust"),
            (Code::Unapproved, asked.require_approved, "--require-approved"),
            (Code::Altered, asked.approvers.is_some(), "--approvers"),
        ] {
            if !asked {
                now.not_asked(code.as_str(), None, missing);
            }
        }
        let digests = self.digests.as_ref();
        for log in of.seen.iter().filter(|log| digests.is_none_or(|digests| !digests.vouches(log))) {
            now.not_asked(Code::DigestMismatch.as_str(), Some(&log.log), "--digests that list the log");
        }
        if of.completeness.is_none() && digests.is_none() {
            now.not_asked(Code::MissingLog.as_str(), Some(""), "--roster or --digests");
        }
        if self.roster.is_none() {
            now.not_asked(Code::Profile.as_str(), None, "--roster");
        }
        let there = of.completeness.iter().flat_map(|completeness| &completeness.present);
        there.for_each(|present| now.cleared_by_roster(fingerprint_of_missing(&expected_log(present))));
        digests.into_iter().flat_map(Digests::there).for_each(|digest| now.cleared(digest));
        self.restored.iter().for_each(|absent| now.cleared(*absent));
    }

    /// Goes through all findings once: which dispositions fit, what became of earlier ones.
    fn note_findings(&mut self, of: &Collected, mut now: Option<&mut Now>) -> io::Result<()> {
        let mut book = self.book.as_mut();
        of.gathered.each_finding(|row: &FindingRow| {
            let fingerprint = fingerprint(row);
            if let Some(now) = now.as_deref_mut() {
                now.found(fingerprint, &row.code, &row.log);
                // A missing log is reported for its table, and no file of it was given.
                if let Some((venue, table)) = row.venue.as_ref().zip(row.table.as_ref()) {
                    now.found_at(&row.code, venue, table);
                }
            }
            if let Some((book, used)) = book.as_deref_mut() {
                let answer = book.answer(fingerprint, &row.exception());
                used.answered += u64::from(answer.is_some_and(|answer| answer.settles()));
            }
        })
    }
}
