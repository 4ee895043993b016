use std::io::{self, Write};

use base64ct::{Base64, Encoding};
use resettle_sealed_log::{ChainWriter, Digest, seal_message};

use crate::fields::Fields;
use crate::keys::Key;
use crate::moment::{Moment, written};

/// What is done to a record on its way into the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tamper {
    /// `prev` is another hash.
    Prev,
    /// `seq` leaps by this many.
    Seq(i64),
    /// `at` says this.
    At(Moment),
    /// `at` is right, but written in UTC.
    Utc,
    /// The line is changed after it was chained: a blank after the first brace.
    AfterTheFact,
    /// The line is chained and never written.
    Lost,
}

/// How a seal is set.
pub(crate) enum Sealing<'a> {
    /// By this key, as it should be.
    By(&'a Key),
    /// By this key, with one bit of the signature flipped.
    Spoilt(&'a Key),
}

/// The growing file: lines, each chained to the one before.
pub(crate) struct Chain<W: Write> {
    writer: ChainWriter<W>,
    pub(crate) log: String,
    offset: i64,
    /// When the last record was written.
    pub(crate) last_at: Moment,
    /// Lines so far.
    pub(crate) lines: u64,
}

impl<W: Write> Chain<W> {
    pub(crate) fn new(out: W, log: &str, offset: i64, at: Moment) -> Chain<W> {
        Chain { writer: ChainWriter::new(out), log: log.to_owned(), offset, last_at: at, lines: 0 }
    }

    /// Writes one record; `at` is moved up to the record before, should it lie earlier.
    pub(crate) fn record(
        &mut self,
        at: Moment,
        kind: &str,
        fields: &Fields,
        tamper: Option<&Tamper>,
    ) -> io::Result<()> {
        let mut at = at.max(self.last_at);
        self.last_at = at;
        let mut offset = self.offset;
        match tamper {
            Some(Tamper::Seq(leap)) => self.writer.leap(*leap),
            Some(Tamper::At(other)) => at = *other,
            Some(Tamper::Utc) => offset = 0,
            Some(Tamper::Prev | Tamper::AfterTheFact | Tamper::Lost) | None => {}
        }
        let mut line = Vec::with_capacity(1024);
        self.writer.begin(&mut line);
        if tamper == Some(&Tamper::Prev) {
            let prev = self.writer.prev().hex();
            line.truncate(line.len().saturating_sub(prev.len() + 1));
            line.extend_from_slice(&Digest::of(&prev).hex());
            line.push(b'"');
        }
        write!(line, ",\"at\":\"{}\",\"type\":\"{kind}\"{}}}", written(at, offset), fields.tail())?;
        match tamper {
            Some(Tamper::AfterTheFact) => {
                let mut other = line.clone();
                other.insert(1, b' ');
                self.writer.write_as(&line, &other)?;
            }
            Some(Tamper::Lost) => {
                self.writer.leave_out(&line);
                return Ok(());
            }
            _ => self.writer.write(&line)?,
        }
        self.lines += 1;
        Ok(())
    }

    /// Writes a line as it is, spoilt or not, with the start of a record spliced in for `{}`.
    pub(crate) fn spoilt(&mut self, at: Moment, shape: &dyn Fn(&str) -> Vec<u8>) -> io::Result<()> {
        self.last_at = at.max(self.last_at);
        let head = format!(
            "\"seq\":{},\"prev\":\"{}\",\"at\":\"{}\"",
            self.writer.seq(),
            self.writer.prev(),
            written(self.last_at, self.offset)
        );
        self.writer.write(&shape(&head))?;
        self.lines += 1;
        Ok(())
    }

    /// Sets a seal and says when it is set.
    pub(crate) fn seal(&mut self, at: Moment, how: &Sealing<'_>, last: bool) -> io::Result<Moment> {
        self.seal_line(at, how, last, true)
    }

    /// The last seal without the LF that it needs.
    pub(crate) fn seal_torn_off(&mut self, at: Moment, how: &Sealing<'_>) -> io::Result<Moment> {
        self.seal_line(at, how, true, false)
    }

    fn seal_line(&mut self, at: Moment, how: &Sealing<'_>, last: bool, lf: bool) -> io::Result<Moment> {
        let at = at.max(self.last_at);
        self.last_at = at;
        let (key, spoilt) = match how {
            Sealing::By(key) => (key, false),
            Sealing::Spoilt(key) => (key, true),
        };
        let clock = written(at, self.offset);
        let (seq, prev) = (self.writer.seq(), self.writer.prev());
        let mut sig = key.sign(&seal_message(&self.log, seq, prev, &clock, last));
        if spoilt && let Some(first) = sig.first_mut() {
            *first ^= 1;
        }
        let mut line = Vec::new();
        self.writer.begin(&mut line);
        write!(
            line,
            ",\"at\":\"{clock}\",\"type\":\"seal\",\"key\":\"{}\",\"sig\":\"{}\",\"final\":{last}}}",
            key.id,
            Base64::encode_string(&sig)
        )?;
        if lf {
            self.writer.write(&line)?;
        } else {
            self.writer.out().write_all(&line)?;
        }
        self.lines += 1;
        Ok(at)
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
