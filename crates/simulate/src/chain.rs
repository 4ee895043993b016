use std::io::{self, Write};

use base64ct::{Base64, Encoding};
use sha2::{Digest, Sha256};

use crate::fields::Fields;
use crate::keys::{Key, hex};
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
    out: W,
    pub(crate) log: String,
    offset: i64,
    seq: u64,
    prev: String,
    /// When the last record was written.
    pub(crate) last_at: Moment,
    /// Lines so far.
    pub(crate) lines: u64,
}

impl<W: Write> Chain<W> {
    pub(crate) fn new(out: W, log: &str, offset: i64, at: Moment) -> Chain<W> {
        Chain { out, log: log.to_owned(), offset, seq: 0, prev: "0".repeat(64), last_at: at, lines: 0 }
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
        let mut prev = self.prev.clone();
        match tamper {
            Some(Tamper::Prev) => prev = hex(&Sha256::digest(self.prev.as_bytes())),
            Some(Tamper::Seq(leap)) => self.seq = self.seq.saturating_add_signed(*leap),
            Some(Tamper::At(told)) => at = *told,
            Some(Tamper::Utc) => offset = 0,
            Some(Tamper::AfterTheFact | Tamper::Lost) | None => {}
        }
        let line = format!(
            "{{\"seq\":{},\"prev\":\"{prev}\",\"at\":\"{}\",\"type\":\"{kind}\"{}}}",
            self.seq,
            written(at, offset),
            fields.tail()
        );
        if tamper == Some(&Tamper::AfterTheFact) {
            let told = line.replacen('{', "{ ", 1);
            return self.line(told.as_bytes(), line.as_bytes());
        }
        if tamper == Some(&Tamper::Lost) {
            self.prev = hex(&Sha256::digest(line.as_bytes()));
            self.seq = self.seq.saturating_add(1);
            return Ok(());
        }
        self.line(line.as_bytes(), line.as_bytes())
    }

    /// Writes a line as it is, spoilt or not, with the start of a record spliced in for `{}`.
    pub(crate) fn spoilt(&mut self, at: Moment, shape: &dyn Fn(&str) -> Vec<u8>) -> io::Result<()> {
        self.last_at = at.max(self.last_at);
        let head = format!(
            "\"seq\":{},\"prev\":\"{}\",\"at\":\"{}\"",
            self.seq,
            self.prev,
            written(self.last_at, self.offset)
        );
        let line = shape(&head);
        self.line(&line, &line)
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
        let told = written(at, self.offset);
        let text = format!(
            "coup-log/1 seal\n{}\n{}\n{}\n{told}\n{}\n",
            self.log,
            self.seq,
            self.prev,
            if last { "final" } else { "open" }
        );
        let mut sig = key.sign(&text);
        if spoilt && let Some(first) = sig.first_mut() {
            *first ^= 1;
        }
        let line = format!(
            "{{\"seq\":{},\"prev\":\"{}\",\"at\":\"{told}\",\"type\":\"seal\",\"key\":\"{}\",\"sig\":\"{}\",\"final\":{last}}}",
            self.seq,
            self.prev,
            key.id,
            Base64::encode_string(&sig)
        );
        if lf {
            self.line(line.as_bytes(), line.as_bytes())?;
        } else {
            self.out.write_all(line.as_bytes())?;
            self.lines += 1;
        }
        Ok(at)
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn line(&mut self, written: &[u8], chained: &[u8]) -> io::Result<()> {
        self.out.write_all(written)?;
        self.out.write_all(b"\n")?;
        self.prev = hex(&Sha256::digest(chained));
        self.seq = self.seq.saturating_add(1);
        self.lines += 1;
        Ok(())
    }
}
