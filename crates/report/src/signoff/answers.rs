use std::io;

use resettle_audit::Code;
use resettle_oversight::carried::is_exception;
use resettle_oversight::disposition::{Answer, Book, Dispositions};
use resettle_oversight::{Date, Exception};
use resettle_sealed_log::Digest;

use super::Answers;
use crate::document::{CarriedRow, DispositionNote, Held, Report, Rows};

impl Answers {
    /// What a book of dispositions answers of a report, beside what it answers already: of its findings, and of what earlier
    /// reports left open.
    ///
    /// # Errors
    /// Where the rows cannot be read.
    pub fn of(rows: &dyn Rows, carried: &[CarriedRow], book: &mut Book) -> io::Result<Self> {
        let mut answers = Self::default();
        for row in rows.findings() {
            let row = row?;
            if is_exception(&row.code, &row.severity) {
                answers.count(&row.fingerprint, &row.exception(), row.disposition.as_ref(), book);
            }
        }
        for row in carried.iter().filter(|row| row.is_left_open()) {
            answers.count(&row.fingerprint, &row.exception(), row.answer.as_ref(), book);
        }
        Ok(answers)
    }

    /// The same by the text of a file of dispositions, or by none; none where that cannot be read.
    #[must_use]
    pub fn by(report: &Report, rows: &Held, dispositions: Option<&str>, today: Date) -> Option<Self> {
        let read = |text| Dispositions::from_yaml(text, &|code| Code::parse(code).is_some());
        let dispositions = dispositions.map_or(Ok(Dispositions::default()), read).ok()?;
        let carried = report.run.as_ref().and_then(|run| run.carried.as_deref()).unwrap_or_default();
        Self::of(rows, carried, &mut Book::new(dispositions, today)).ok()
    }

    fn count(&mut self, fingerprint: &str, of: &Exception<'_>, known: Option<&DispositionNote>, book: &mut Book) {
        let answer = Digest::from_hex(fingerprint).and_then(|fingerprint| book.answer(fingerprint, of));
        let (settled, in_date) = match answer {
            Some(answer @ Answer { expired: false, .. }) => (answer.settles(), true),
            _ => match known {
                Some(note) => (note.kind != "action" && !note.expired, !note.expired),
                None => (false, false),
            },
        };
        match (settled, in_date) {
            (true, _) => self.answered += 1,
            (false, true) => self.in_hand += 1,
            (false, false) => self.open += 1,
        }
    }
}
